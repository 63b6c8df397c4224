//! Verifies the signatures of archives: minisign over the manifest.
//!
//! The key travels with the signature, in its comment. A caller that remembers the key of earlier versions decides
//! whether to trust it.

use minisign_verify::{PublicKey, Signature};

use super::{Archive, ArchiveManifest};

/// Text before the key in the comment of a signature.
const BEFORE_KEY: &str = "untrusted comment: tilewright key ";
/// Text before the spare key in the signed comment.
pub const BEFORE_SPARE: &str = " spare ";

/// Signer of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signed {
    /// Public key of the signer.
    pub key: String,
    /// Key that may replace the public key later; its owner also counts as the author.
    pub spare: Option<String>,
}

/// Returns the text that binds a signature to one pack, version and purpose.
pub fn purpose(manifest: &ArchiveManifest) -> String {
    format!("tilewright pack {} {} {}", manifest.id, manifest.version, manifest.content())
}

/// Returns the signer of an archive; `None` if it is not signed.
///
/// # Errors
/// The signature is not valid; the text is the reason in half a sentence.
pub fn signer_of(archive: &Archive) -> Result<Option<Signed>, &'static str> {
    const NO_KEY: &str = "its comment does not say whose it is";
    const OTHER: &str = "it was made for another file";
    let Some(text) = &archive.signature else { return Ok(None) };
    let key = text.lines().next().and_then(|line| line.strip_prefix(BEFORE_KEY)).ok_or(NO_KEY)?.trim();
    check_key(key)?;
    let public = PublicKey::from_base64(key).map_err(|_| NO_KEY)?;
    let signature = Signature::decode(text).map_err(|_| "it is none")?;
    public
        .verify(archive.manifest.text().as_bytes(), &signature, false)
        .map_err(|_| "the pack has changed since it was signed, or another key signed it")?;
    // Hashes have a fixed length, so no other purpose begins like this one.
    let spare = match signature.trusted_comment().strip_prefix(&purpose(&archive.manifest)).ok_or(OTHER)? {
        "" => None,
        more => Some(more.strip_prefix(BEFORE_SPARE).filter(|spare| check_key(spare).is_ok()).ok_or(OTHER)?),
    };
    Ok(Some(Signed { key: key.to_owned(), spare: spare.map(str::to_owned) }))
}

/// Checks that a text has the form of a key.
///
/// # Errors
/// The text is not a key; the error is the reason in half a sentence.
pub fn check_key(key: &str) -> Result<(), &'static str> {
    let sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    if key.len() == 56 && key.chars().all(sign) { Ok(()) } else { Err("it contains a key that is not valid") }
}
