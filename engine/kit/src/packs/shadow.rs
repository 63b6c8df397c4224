//! Packs that hide an installed or included pack of the same id.

use std::fmt;

use semver::Version;

use crate::packs::find::Found;

/// A pack that is used in place of an installed or included one of the same id, whose rules differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shadow {
    /// The pack that is used.
    pub pack: Found,
    /// True if the hidden pack comes with the program, false if it was installed.
    pub is_included: bool,
    /// Version of the hidden pack.
    pub version: Version,
}

impl fmt::Display for Shadow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shadow { pack, is_included, version } = self;
        let hidden = if *is_included { "included" } else { "installed" };
        write!(f, "`{}` is {}, which hides the {hidden} {} {version}", pack.id, pack.shown(), pack.id)
    }
}
