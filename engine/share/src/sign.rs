//! Signs archives: a minisign signature over the manifest ensures that an update comes from the author of the previous
//! version.
//!
//! The key travels with the signature, in its comment. It proves authorship only to a reader who remembers the key that
//! signed the pack before.

use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use minisign::{KeyPair, PublicKey as OwnKey, SecretKey, SecretKeyBox};
use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::archive::signature::{self, BEFORE_SPARE, Signed, check_key, purpose};

use crate::error::{ShareError, Shared};

/// Extension that is added to the name of a key file for the file with the public part of its spare key.
const SPARE_FILE: &str = "spare";
/// Maximum size of a key file in bytes.
const KEY_BYTES: u64 = 4096;

/// Returns the path of the user's own key.
pub fn own_key(home: &Path) -> PathBuf {
    home.join("key")
}

/// Error for a signature that cannot be made.
#[derive(Debug)]
pub struct SignError(minisign::PError);

impl fmt::Display for SignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for SignError {}

/// Secret key that signs packs.
pub struct Key {
    secret: SecretKey,
    public: OwnKey,
    /// Public part of the spare key, which may sign later versions.
    spare: Option<String>,
}

impl Key {
    /// Creates a key and writes it to a file that only its owner can read. With a password, the file is encrypted.
    ///
    /// # Errors
    /// The file already exists or cannot be written.
    pub fn create(path: &Path, password: Option<String>) -> Shared<Key> {
        let bad = |error: minisign::PError| ShareError::Key { path: path.to_owned(), why: error.to_string() };
        let pair = match password {
            Some(password) => KeyPair::generate_encrypted_keypair(Some(password)),
            None => KeyPair::generate_unencrypted_keypair(),
        };
        let KeyPair { pk, sk } = pair.map_err(bad)?;
        let text = sk.to_box(Some("tilewright secret key")).map_err(bad)?.into_string();
        // An existing key must never be overwritten: no update could follow the packs that it signed.
        files::write_secret(path, text.as_bytes())?;
        Ok(Key { secret: sk, public: pk, spare: None })
    }

    /// Creates a spare key for the key in the file `of`. Later signatures of that key name the spare, which may then
    /// succeed it. Only the public part of the spare is stored next to the key; the spare's own file should be stored
    /// elsewhere. If `path` already holds a different key, that key becomes the spare.
    ///
    /// # Errors
    /// There is no key, it already has a spare key, or a file cannot be written.
    pub fn create_spare(of: &Path, path: &Path, password: Option<String>) -> Shared<Key> {
        let beside = of.with_added_extension(SPARE_FILE);
        let bad = |why: &str| ShareError::Key { path: of.to_owned(), why: why.to_owned() };
        if !of.exists() {
            return Err(bad("it is not there"));
        }
        if beside.exists() {
            return Err(bad("it has a spare key already"));
        }
        let spare = match Key::create(path, password.clone()) {
            // A program that was killed may have created the key without recording it. A key cannot be its own spare.
            Err(ShareError::Kit(KitError::Write { error, .. }))
                if error.kind() == ErrorKind::AlreadyExists
                    && files::read(path, KEY_BYTES)? != files::read(of, KEY_BYTES)? =>
            {
                Key::read(path, password)?
            }
            created => created?,
        };
        files::write(&beside, format!("{}\n", spare.public()).as_bytes())?;
        Ok(spare)
    }

    /// Reads a key from a file. An encrypted key is refused if no password is given.
    ///
    /// # Errors
    /// The file cannot be read, is not a key, or the password is wrong.
    pub fn read(path: &Path, password: Option<String>) -> Shared<Key> {
        let text = files::read_text(path, KEY_BYTES)?;
        let bad = |why: String| ShareError::Key { path: path.to_owned(), why };
        let boxed = || SecretKeyBox::from_string(&text).map_err(|error| bad(error.to_string()));
        let secret = match (boxed()?.into_unencrypted_secret_key(), password) {
            (Ok(secret), _) => secret,
            (Err(_), Some(password)) => {
                boxed()?.into_secret_key(Some(password)).map_err(|error| bad(error.to_string()))?
            }
            (Err(_), None) => return Err(bad("it has a password, or is not a key".to_owned())),
        };
        let public = OwnKey::from_secret_key(&secret).map_err(|error| bad(error.to_string()))?;
        let beside = path.with_added_extension(SPARE_FILE);
        let spare = if beside.exists() { Some(files::read_text(&beside, KEY_BYTES)?.trim().to_owned()) } else { None };
        if let Some(spare) = &spare {
            check_key(spare).map_err(|_| ShareError::Key { path: beside, why: "it is not a key".to_owned() })?;
        }
        Ok(Key { secret, public, spare })
    }

    /// Returns the public part of the spare key, if the key has one.
    pub fn spare(&self) -> Option<&str> {
        self.spare.as_deref()
    }

    /// Returns the public part of the key, in Base64.
    pub fn public(&self) -> String {
        self.public.to_base64()
    }

    /// Signs an archive.
    ///
    /// # Errors
    /// The signature cannot be made, for example because the system provides no random numbers.
    pub fn sign(&self, archive: &mut Archive) -> Result<(), SignError> {
        let text = archive.manifest.text();
        let spare = self.spare.as_ref().map_or_else(String::new, |spare| format!("{BEFORE_SPARE}{spare}"));
        let (trusted, key) = (purpose(&archive.manifest) + &spare, format!("tilewright key {}", self.public()));
        let signed = minisign::sign(Some(&self.public), &self.secret, text.as_bytes(), Some(&trusted), Some(&key));
        archive.signature = Some(signed.map_err(SignError)?.into_string());
        Ok(())
    }
}

/// Returns the signer of an archive; `None` if it is unsigned.
///
/// # Errors
/// The signature is not valid.
pub fn signer_of(archive: &Archive) -> Shared<Option<Signed>> {
    signature::signer_of(archive).map_err(|why| ShareError::Signature { id: archive.manifest.id.clone(), why })
}

/// Returns the key that signed an archive; `None` if it is unsigned.
///
/// # Errors
/// The signature is not valid.
pub fn key_of(archive: &Archive) -> Shared<Option<String>> {
    Ok(signer_of(archive)?.map(|signed| signed.key))
}
