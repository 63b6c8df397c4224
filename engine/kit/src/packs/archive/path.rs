//! Validates the names of files in archives by one textual rule, the same on every system.

use std::fmt;

/// Maximum length of a path in an archive, in bytes.
const PATH_BYTES: usize = 120;
/// Maximum number of parts in a path, counting folders and the file. Capsules put the files of packs two folders
/// deeper.
const PATH_PARTS: usize = 8;

/// Path within an archive that is valid on every system and cannot leave the archive: letters, digits, `_`, `.` and
/// `-`, separated by `/`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ArchivePath(String);

/// Reason that a text is not a valid path in an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArchivePathError {
    /// The path or a part of it is empty.
    Empty,
    /// The path is too long, or has too many parts.
    Long,
    /// The path contains a character that is not allowed.
    Sign(char),
    /// A part begins or ends with a dot or a hyphen.
    End,
    /// A part is the name of a device on Windows.
    Device,
}

impl fmt::Display for ArchivePathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArchivePathError::Empty => write!(f, "a part of it is empty"),
            ArchivePathError::Long => write!(f, "it has more than {PATH_BYTES} letters or {PATH_PARTS} parts"),
            ArchivePathError::Sign(sign) => {
                write!(f, "it has {sign:?}: only a to z, digits, `_`, `.`, `-` are allowed")
            }
            ArchivePathError::End => write!(f, "a part of it begins or ends with a dot or a hyphen"),
            ArchivePathError::Device => write!(f, "a part of it is the name of a device on Windows"),
        }
    }
}

impl ArchivePath {
    /// Validates a text as a path.
    ///
    /// # Errors
    /// The text is not a valid path.
    pub fn new(text: &str) -> Result<ArchivePath, ArchivePathError> {
        if text.len() > PATH_BYTES || text.split('/').count() > PATH_PARTS {
            return Err(ArchivePathError::Long);
        }
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '/');
        if let Some(sign) = text.chars().find(|c| !fits(*c)) {
            return Err(ArchivePathError::Sign(sign));
        }
        for part in text.split('/') {
            if part.is_empty() {
                return Err(ArchivePathError::Empty);
            }
            if part.starts_with(['.', '-']) || part.ends_with(['.', '-']) {
                return Err(ArchivePathError::End);
            }
            if is_device(part) {
                return Err(ArchivePathError::Device);
            }
        }
        Ok(ArchivePath(text.to_owned()))
    }

    /// Returns the path as a text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// True if a name means a device on Windows, whatever its ending.
fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default().to_ascii_uppercase();
    let numbered = |word: &str| stem.strip_prefix(word).is_some_and(|n| matches!(n.as_bytes(), [b'0'..=b'9']));
    ["CON", "PRN", "AUX", "NUL"].contains(&&*stem) || numbered("COM") || numbered("LPT")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_every_system_can_have_is_a_path() {
        for good in
            ["pack.ron", "rules/a_b-2.lua", "README.md", "a/b/c/d/e/f/g/h", "x.tar.gz", "console.ron", "com.ron"]
        {
            assert_eq!(ArchivePath::new(good).unwrap().as_str(), good);
        }
        let long = "a".repeat(121);
        for (bad, why) in [
            ("", ArchivePathError::Empty),
            ("a//b", ArchivePathError::Empty),
            ("/a", ArchivePathError::Empty),
            ("a/", ArchivePathError::Empty),
            ("../a", ArchivePathError::End),
            ("a/./b", ArchivePathError::End),
            ("a/..", ArchivePathError::End),
            (".git", ArchivePathError::End),
            ("-rf", ArchivePathError::End),
            ("a.", ArchivePathError::End),
            ("a\\b", ArchivePathError::Sign('\\')),
            ("c:a", ArchivePathError::Sign(':')),
            ("a b", ArchivePathError::Sign(' ')),
            ("ä", ArchivePathError::Sign('ä')),
            ("a\0", ArchivePathError::Sign('\0')),
            ("a\u{202e}b", ArchivePathError::Sign('\u{202e}')),
            ("con", ArchivePathError::Device),
            ("x/Con.ron", ArchivePathError::Device),
            ("lpt1.lua", ArchivePathError::Device),
            ("AUX.tar.gz", ArchivePathError::Device),
            ("a/b/c/d/e/f/g/h/i", ArchivePathError::Long),
            (&long, ArchivePathError::Long),
        ] {
            assert_eq!(ArchivePath::new(bad).unwrap_err(), why, "{bad}");
        }
    }
}
