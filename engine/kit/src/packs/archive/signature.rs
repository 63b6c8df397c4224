//! Signatures of archives: minisign over the manifest.
//!
//! The key travels with the signature, in its comment; what it is worth is decided by whoever remembers which key a pack
//! was signed with before.

use minisign_verify::{PublicKey, Signature};

use super::{Archive, ArchiveManifest};

/// What stands before the key in the comment of a signature.
const BEFORE_KEY: &str = "untrusted comment: tilewright key ";
/// What stands before the spare key in what is signed.
pub const BEFORE_SPARE: &str = " spare ";

/// Who signed an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signed {
    /// The key.
    pub key: String,
    /// The key that may follow it: whoever has that is the author, too.
    pub spare: Option<String>,
}

/// Returns what a signature of an archive is for: no other pack, version or purpose.
pub fn purpose(manifest: &ArchiveManifest) -> String {
    format!("tilewright pack {} {} {}", manifest.id, manifest.version, manifest.content())
}

/// Returns who signed an archive. `None` if it is not signed.
///
/// # Errors
/// It has a signature that does not hold: why, in half a sentence.
pub fn signed_by(archive: &Archive) -> Result<Option<Signed>, &'static str> {
    const NO_KEY: &str = "its comment does not say whose it is";
    const OTHER: &str = "it was made for something else";
    let Some(text) = &archive.signature else { return Ok(None) };
    let key = text.lines().next().and_then(|line| line.strip_prefix(BEFORE_KEY)).ok_or(NO_KEY)?.trim();
    check_key(key)?;
    let public = PublicKey::from_base64(key).map_err(|_| NO_KEY)?;
    let signature = Signature::decode(text).map_err(|_| "it is none")?;
    public
        .verify(archive.manifest.text().as_bytes(), &signature, false)
        .map_err(|_| "the pack is not what was signed, or the key is not the one that signed it")?;
    // Hashes have one length, so nothing else begins like that.
    let spare = match signature.trusted_comment().strip_prefix(&purpose(&archive.manifest)).ok_or(OTHER)? {
        "" => None,
        more => Some(more.strip_prefix(BEFORE_SPARE).filter(|spare| check_key(spare).is_ok()).ok_or(OTHER)?),
    };
    Ok(Some(Signed { key: key.to_owned(), spare: spare.map(str::to_owned) }))
}

/// Checks that a text is a key as it is written.
///
/// # Errors
/// It is not: why, in half a sentence.
pub fn check_key(key: &str) -> Result<(), &'static str> {
    let sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    if key.len() == 56 && key.chars().all(sign) { Ok(()) } else { Err("a key in it is none") }
}
