//! Represents a request for a pack in certain versions.

use std::fmt;

use semver::{Comparator, Op, Version, VersionReq};

use crate::pack_id::is_pack_id;

/// Pack that another one needs or that the user requests, with the acceptable versions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Need {
    /// Id of the pack.
    pub id: String,
    /// Range of acceptable versions.
    pub range: VersionReq,
}

impl Need {
    /// Requests a pack in any version.
    pub fn any(id: &str) -> Need {
        Need { id: id.to_owned(), range: VersionReq::STAR }
    }

    /// Requests a pack in exactly one version.
    pub fn exactly(id: &str, version: &Version) -> Need {
        let exact = Comparator {
            op: Op::Exact,
            major: version.major,
            minor: Some(version.minor),
            patch: Some(version.patch),
            pre: version.pre.clone(),
        };
        Need { id: id.to_owned(), range: VersionReq { comparators: vec![exact] } }
    }

    /// Parses the form in packs and manifests: `id`, or `id` and a range of versions such as `carpet ^1.2`.
    pub fn parse_declaration(text: &str) -> Option<Need> {
        let text = text.trim();
        let (id, range) = text.split_once(char::is_whitespace).unwrap_or((text, "*"));
        Need::new(id, VersionReq::parse(range.trim()).ok()?)
    }

    /// Parses the form that users type: `id`, `id@1.2.0` for exactly this version, `id@1.2` or `id@^1.2` for any
    /// compatible version.
    pub fn parse_argument(text: &str) -> Option<Need> {
        let Some((id, range)) = text.split_once('@') else { return Need::new(text, VersionReq::STAR) };
        match Version::parse(range) {
            Ok(version) => Need::new(id, Need::exactly(id, &version).range),
            Err(_) => Need::new(id, VersionReq::parse(range).ok()?),
        }
    }

    fn new(id: &str, range: VersionReq) -> Option<Need> {
        is_pack_id(id).then(|| Need { id: id.to_owned(), range })
    }

    /// True if any version is acceptable.
    pub(crate) fn is_any(&self) -> bool {
        self.range.comparators.is_empty()
    }

    /// True if the need names exactly one version.
    pub fn is_exact(&self) -> bool {
        self.range.comparators.iter().any(|c| c.op == Op::Exact && c.patch.is_some())
    }

    /// True if a version is acceptable. A pre-release is acceptable only if it is requested exactly or if `unfinished`
    /// is true. It then counts as its final version, so that 2.0.0-beta.1 is not a version before 2.
    pub fn fits(&self, version: &Version, unfinished: bool) -> bool {
        if version.pre.is_empty() {
            return self.range.matches(version);
        }
        if self.is_exact() {
            return self.range.matches(version);
        }
        let finished = Version::new(version.major, version.minor, version.patch);
        unfinished && self.range.matches(&finished)
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_any() { f.write_str(&self.id) } else { write!(f, "{} {}", self.id, self.range) }
    }
}
