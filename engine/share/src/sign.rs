//! Signatures: minisign over the manifest of an archive, so that an update comes from whoever made the version before.
//!
//! The key travels with the signature, in its comment; what it is worth is decided by whoever remembers which key a pack
//! was signed with before.

use std::path::{Path, PathBuf};

use minisign::{KeyPair, PublicKey as OwnKey, SecretKey, SecretKeyBox};
use minisign_verify::{PublicKey, Signature};
use tilewright_kit::archive::{Archive, ArchiveManifest};
use tilewright_kit::files;

use crate::error::{ShareError, Shared, unwritten};

/// What stands before the key in the comment of a signature.
const BEFORE_KEY: &str = "untrusted comment: tilewright key ";
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
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| unwritten(folder, error))?;
        }
        // An existing key is never written over: what it has signed could not be followed by anything.
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path);
        let written = file.and_then(|mut file| {
            std::io::Write::write_all(&mut file, text.as_bytes())?;
            file.sync_all()
        });
        written.map_err(|error| unwritten(path, error))?;
        Ok(Key { secret: sk, public: pk })
    }

    /// Reads a key. One with a password and none given is refused.
    ///
    /// # Errors
    /// The file cannot be read, is no key, or the password is wrong.
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
        Ok(Key { secret, public })
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
        let (trusted, key) = (comment(&archive.manifest), format!("tilewright key {}", self.public()));
        let signed = minisign::sign(Some(&self.public), &self.secret, text.as_bytes(), Some(&trusted), Some(&key));
        archive.signature = Some(signed.map_err(|error| error.to_string())?.into_string());
        Ok(())
    }
}

/// What a signature is for: no other pack, version or purpose.
fn comment(manifest: &ArchiveManifest) -> String {
    format!("tilewright pack {} {} {}", manifest.id, manifest.version, manifest.content())
}

/// The key that an archive is signed with; none if it is not signed.
///
/// # Errors
/// It has a signature that does not hold.
pub fn key_of(archive: &Archive) -> Shared<Option<String>> {
    let Some(text) = &archive.signature else { return Ok(None) };
    let bad = |why| ShareError::Signature { id: archive.manifest.id.clone(), why };
    let key = text.lines().next().and_then(|line| line.strip_prefix(BEFORE_KEY));
    let key = key.ok_or_else(|| bad("its comment does not say whose it is"))?.trim();
    check_key(key).map_err(bad)?;
    let public = PublicKey::from_base64(key).map_err(|_| bad("its comment does not say whose it is"))?;
    let signature = Signature::decode(text).map_err(|_| bad("it is none"))?;
    public
        .verify(archive.manifest.text().as_bytes(), &signature, false)
        .map_err(|_| bad("the pack is not what was signed, or the key is not the one that signed it"))?;
    if signature.trusted_comment() != comment(&archive.manifest) {
        return Err(bad("it was made for something else"));
    }
    Ok(Some(key.to_owned()))
}

/// Whether a text is a key as it is written.
pub(crate) fn check_key(key: &str) -> Result<(), &'static str> {
    let sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    if key.len() == 56 && key.chars().all(sign) { Ok(()) } else { Err("a key in it is none") }
}
