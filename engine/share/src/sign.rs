//! Signatures: minisign over the manifest of an archive, so that an update comes from whoever made the version before.
//!
//! The key travels with the signature, in its comment; what it is worth is decided by whoever remembers which key a pack
//! was signed with before.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use minisign::{KeyPair, PublicKey as OwnKey, SecretKey, SecretKeyBox};
use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::archive::signature::{self, BEFORE_SPARE, Signed, check_key, purpose};

use crate::error::{ShareError, Shared};

/// What is added to the name of a key's file for the file with the public part of its spare key.
const SPARE_FILE: &str = "spare";
/// Most bytes of the file of a key.
const KEY_BYTES: u64 = 4096;

/// The file of a user's own key.
pub fn own_key(home: &Path) -> PathBuf {
    home.join("key")
}

/// A key to sign packs with.
pub struct Key {
    secret: SecretKey,
    public: OwnKey,
    /// The public part of the key that may follow it.
    spare: Option<String>,
}

impl Key {
    /// Makes a key and writes it to a file that only its owner can read. With a password it is of no use without it.
    ///
    /// # Errors
    /// The file exists already or cannot be written.
    pub fn create(path: &Path, password: Option<String>) -> Shared<Key> {
        let bad = |error: minisign::PError| ShareError::Key { path: path.to_owned(), why: error.to_string() };
        let pair = match password {
            Some(password) => KeyPair::generate_encrypted_keypair(Some(password)),
            None => KeyPair::generate_unencrypted_keypair(),
        };
        let KeyPair { pk, sk } = pair.map_err(bad)?;
        let text = sk.to_box(Some("tilewright secret key")).map_err(bad)?.into_string();
        // An existing key is never written over: what it has signed could not be followed by anything.
        files::write_secret(path, text.as_bytes())?;
        Ok(Key { secret: sk, public: pk, spare: None })
    }

    /// Makes a spare key for the key in a file: what that signs from now on names it, and it can follow. Of the spare key
    /// only what everybody may know is kept beside the other; its own file is to be kept elsewhere. Another key that is
    /// in that file already becomes the spare key.
    ///
    /// # Errors
    /// There is no key, it has a spare key already, or a file cannot be written.
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
            // A program that was killed may have made the key and not noted it. Nobody is their own spare.
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

    /// Reads a key. One with a password and none given is refused.
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
            (Err(_), None) => return Err(bad("it has a password, or is none".to_owned())),
        };
        let public = OwnKey::from_secret_key(&secret).map_err(|error| bad(error.to_string()))?;
        let beside = path.with_added_extension(SPARE_FILE);
        let spare = if beside.exists() { Some(files::read_text(&beside, KEY_BYTES)?.trim().to_owned()) } else { None };
        if let Some(spare) = &spare {
            check_key(spare).map_err(|_| ShareError::Key { path: beside, why: "it is not a key".to_owned() })?;
        }
        Ok(Key { secret, public, spare })
    }

    /// The public part of its spare key, if it has one.
    pub fn spare(&self) -> Option<&str> {
        self.spare.as_deref()
    }

    /// The part that everybody may know.
    pub fn public(&self) -> String {
        self.public.to_base64()
    }

    /// Signs an archive.
    ///
    /// # Errors
    /// There is no chance to be had from the system.
    pub fn sign(&self, archive: &mut Archive) -> Result<(), String> {
        let text = archive.manifest.text();
        let spare = self.spare.as_ref().map_or_else(String::new, |spare| format!("{BEFORE_SPARE}{spare}"));
        let (trusted, key) = (purpose(&archive.manifest) + &spare, format!("tilewright key {}", self.public()));
        let signed = minisign::sign(Some(&self.public), &self.secret, text.as_bytes(), Some(&trusted), Some(&key));
        archive.signature = Some(signed.map_err(|error| error.to_string())?.into_string());
        Ok(())
    }
}

/// Returns who signed an archive. `None` if it is not signed.
///
/// # Errors
/// It has a signature that does not hold.
pub fn signed_by(archive: &Archive) -> Shared<Option<Signed>> {
    signature::signed_by(archive).map_err(|why| ShareError::Signature { id: archive.manifest.id.clone(), why })
}

/// The key that an archive is signed with; none if it is not signed.
///
/// # Errors
/// It has a signature that does not hold.
pub fn key_of(archive: &Archive) -> Shared<Option<String>> {
    Ok(signed_by(archive)?.map(|signed| signed.key))
}
