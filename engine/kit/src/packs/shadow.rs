//! Describes packs that hide an installed or included pack with the same id.

use std::fmt;

use semver::Version;

use crate::packs::found::FoundPack;

/// Pack that is used in place of an installed or included one with the same id and different rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shadow {
    /// Pack that is used.
    pub pack: FoundPack,
    /// True if the hidden pack comes with the program, false if it was installed.
    pub is_included: bool,
    /// Version of the hidden pack.
    pub version: Version,
}

impl fmt::Display for Shadow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shadow { pack, is_included, version } = self;
        let hidden = if *is_included { "included" } else { "installed" };
        write!(f, "`{}` is {}, which hides the {hidden} {} {version}", pack.id, pack.path_prefix(), pack.id)
    }
}
