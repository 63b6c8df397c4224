//! Certificates: what was tried with which packs, and what came of it, so that anybody can try it again.
//!
//! A certificate names packs by the hashes of their rules, so that one can lie in the very archive that it speaks of. It
//! is a claim until the games have been played again here: they are the same everywhere.

use serde::{Deserialize, Serialize};

/// The folder of a pack in which certificates lie.
pub const FOLDER: &str = "certificates/";

/// The form of certificates that is written and read.
const FORM: u32 = 1;

/// What was tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Its form.
    pub certificate: u32,
    /// The version of the program.
    pub program: String,
    /// All packs that were played, those that are needed first.
    pub packs: Vec<Certified>,
    /// The packs that it is about: the others came along.
    pub about: Vec<String>,
    /// Tests of the packs that passed.
    pub tests: u64,
    /// Seed of all games.
    pub seed: u64,
    /// The sets of options that were played.
    pub sets: Vec<Played>,
}

/// A pack of a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certified {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The hash of its rules.
    pub rules: String,
}

/// Games of a set of options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The options that were not at their defaults, as they are typed.
    pub options: Vec<String>,
    /// Games.
    pub games: u64,
    /// Answers in them.
    pub answers: u64,
    /// Positions that were looked at.
    pub looks: u64,
}

impl Certificate {
    /// A certificate of this form by this program.
    pub(crate) fn new(packs: Vec<Certified>, about: Vec<String>, seed: u64) -> Certificate {
        let program = env!("CARGO_PKG_VERSION").to_owned();
        Certificate { certificate: FORM, program, packs, about, tests: 0, seed, sets: Vec::new() }
    }

    /// Games of all sets.
    pub fn games(&self) -> u64 {
        self.sets.iter().map(|set| set.games).fold(0, u64::saturating_add)
    }

    /// The name of its file.
    pub fn file_name(&self) -> String {
        format!("{}.json", self.about.join("-"))
    }

    /// Its text.
    pub fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.unwrap_or_else(|error| unreachable!("texts and numbers can be written: {error}")) + "\n"
    }

    /// The certificate that a text is.
    ///
    /// # Errors
    /// Why it is none.
    pub fn read(text: &str) -> Result<Certificate, String> {
        let read: Certificate =
            serde_json::from_str(text).map_err(|error| format!("it is not a certificate: {error}"))?;
        if read.certificate != FORM {
            return Err(format!("it is a certificate of form {}, this program knows {FORM}", read.certificate));
        }
        Ok(read)
    }

    /// What differs between the packs of the certificate and those that are here: a sentence about the first.
    pub fn other_packs(&self, here: &[Certified]) -> Option<String> {
        for pack in &self.packs {
            match here.iter().find(|other| other.id == pack.id) {
                None => return Some(format!("{} {} is not here", pack.id, pack.version)),
                Some(other) if other.rules != pack.rules => {
                    return Some(format!(
                        "{} {} here has other rules than {} there",
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
