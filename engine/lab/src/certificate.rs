//! Defines certificates: the packs, tests and games that were tried, and their results, so that anyone can repeat them.
//!
//! A certificate names packs by the hashes of their rules, so that it can be part of the archive that it certifies. It
//! is a claim until the games have been repeated locally: they are the same everywhere.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Folder of certificates in a pack.
pub(crate) const FOLDER: &str = "certificates/";

/// Version of the format of certificates.
const FORM: u32 = 1;

/// Record of successful tests and games with a set of packs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Version of the format.
    pub certificate: u32,
    /// Version of the program that made it.
    pub program: String,
    /// All packs that were played, needs first.
    pub packs: Vec<Certified>,
    /// Ids of the packs that the certificate is about; the others are their needs.
    pub about: Vec<String>,
    /// Number of tests of the packs that passed.
    pub tests: u64,
    /// Seed of all games.
    pub seed: u64,
    /// Combinations of options that were played.
    pub sets: Vec<CertifiedGames>,
}

/// A pack in a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certified {
    /// Id of the pack.
    pub id: String,
    /// Version of the pack.
    pub version: String,
    /// Hash of the pack's rules.
    pub rules: String,
}

/// Games that were played with one combination of options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedGames {
    /// Options that differed from their defaults, as users type them.
    pub options: Vec<String>,
    /// Number of games that were played.
    pub games: u64,
    /// Number of answers in these games.
    pub answers: u64,
    /// Number of positions that were checked.
    pub looks: u64,
}

/// Error for a text that is not a certificate which this program can read.
#[derive(Debug)]
pub enum CertificateError {
    /// The text is not JSON, or lacks a field.
    Text(serde_json::Error),
    /// The certificate has this format version, which this program cannot read.
    Form(u32),
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateError::Text(error) => write!(f, "it is not a certificate: {error}"),
            CertificateError::Form(form) => {
                write!(f, "it is a certificate of form {form}, but this program supports {FORM}")
            }
        }
    }
}

impl std::error::Error for CertificateError {}

impl Certificate {
    /// Creates a certificate in the current format, without any results.
    pub(crate) fn new(packs: Vec<Certified>, about: Vec<String>, seed: u64) -> Certificate {
        let program = env!("CARGO_PKG_VERSION").to_owned();
        Certificate { certificate: FORM, program, packs, about, tests: 0, seed, sets: Vec::new() }
    }

    /// Returns the number of games with all combinations of options.
    pub fn games(&self) -> u64 {
        self.sets.iter().map(|set| set.games).fold(0, u64::saturating_add)
    }

    /// Returns the file name of the certificate.
    pub fn file_name(&self) -> String {
        format!("{}.json", self.about.join("-"))
    }

    /// Formats the certificate as JSON.
    pub fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.unwrap_or_else(|error| unreachable!("texts and numbers can be written: {error}")) + "\n"
    }

    /// Parses a certificate.
    ///
    /// # Errors
    /// The text is not a certificate, or has another format version; the error is a clause.
    pub fn read(text: &str) -> Result<Certificate, CertificateError> {
        let read: Certificate = serde_json::from_str(text).map_err(CertificateError::Text)?;
        if read.certificate == FORM { Ok(read) } else { Err(CertificateError::Form(read.certificate)) }
    }

    /// Compares the packs of the certificate with the installed ones, and describes the first difference; `None` if all
    /// agree.
    pub fn other_packs(&self, here: &[Certified]) -> Option<String> {
        for pack in &self.packs {
            match here.iter().find(|other| other.id == pack.id) {
                None => return Some(format!("{} {} is not available", pack.id, pack.version)),
                Some(other) if other.rules != pack.rules => {
                    return Some(format!(
                        "{} {} here has different rules than {} there",
                        other.id, other.version, pack.version
                    ));
                }
                Some(_) => {}
            }
        }
        let more = here.iter().find(|pack| self.packs.iter().all(|other| other.id != pack.id));
        more.map(|pack| format!("{} is not part of it", pack.id))
    }
}
