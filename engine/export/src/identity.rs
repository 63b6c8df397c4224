//! Computes identifiers and file names from names, so that the same pack gives the same files.

use std::collections::BTreeSet;

/// Start value and factor of the hash FNV-1a with 128 bits.
const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// Computes the hash of the parts of a name.
fn hash(parts: &[&str]) -> u128 {
    let mut value = OFFSET;
    for part in parts {
        // A byte that no text contains separates the parts.
        for byte in part.bytes().chain([0xff]) {
            value = (value ^ u128::from(byte)).wrapping_mul(PRIME);
        }
    }
    value
}

/// Returns an identifier of 32 hexadecimal digits, in capitals.
pub(crate) fn long_id(parts: &[&str]) -> String {
    format!("{:032X}", hash(parts))
}

/// Gives each object its own identifier of six hexadecimal digits.
#[derive(Debug, Default)]
pub(crate) struct ShortIds {
    taken: BTreeSet<u32>,
}

impl ShortIds {
    /// Returns a free identifier for a name. The same names in the same order get the same identifiers.
    pub(crate) fn take(&mut self, parts: &[&str]) -> String {
        let whole = hash(parts);
        // The lowest bits of the hash depend only on the lowest bits of the text.
        let mut id = (whole >> 100) as u32 ^ (whole >> 40) as u32;
        loop {
            id &= 0xff_ffff;
            if id != 0 && self.taken.insert(id) {
                return format!("{id:06x}");
            }
            id = id.wrapping_add(1);
        }
    }
}

/// Gives each picture a file name that every file system accepts.
#[derive(Debug, Default)]
pub(crate) struct FileNames {
    taken: BTreeSet<String>,
}

impl FileNames {
    /// Returns a free path: the folder, a plain form of the name, and the ending. Two paths never differ only in case.
    pub(crate) fn take(&mut self, folder: &str, name: &str, ending: &str) -> String {
        let plain = plain_name(name);
        let slash = if folder.is_empty() { "" } else { "/" };
        let mut path = format!("{folder}{slash}{plain}.{ending}");
        let mut number = 1u64;
        while !self.taken.insert(path.to_lowercase()) {
            number += 1;
            path = format!("{folder}{slash}{plain}-{number}.{ending}");
        }
        path
    }
}

/// Names that Windows reserves for devices.
const RESERVED: &[&str] = &["con", "prn", "aux", "nul"];

/// Returns the plain form of a name: letters and digits of ASCII, `_` and `-`, at most 60 of them.
pub(crate) fn plain_name(name: &str) -> String {
    let mut plain = String::new();
    for c in name.chars().take(60) {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' => plain.push(c),
            _ if plain.ends_with('-') || plain.is_empty() => {}
            _ => plain.push('-'),
        }
    }
    let plain = plain.trim_end_matches('-');
    let low = plain.to_lowercase();
    let is_port = |start: &str| low.strip_prefix(start).is_some_and(|rest| rest.len() == 1);
    if plain.is_empty() || RESERVED.contains(&low.as_str()) || is_port("com") || is_port("lpt") {
        return format!("item-{plain}").trim_end_matches('-').to_owned();
    }
    plain.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_free_and_repeatable() {
        let all = || {
            let mut ids = ShortIds::default();
            let ids: Vec<String> = (0..5000).map(|n| ids.take(&["tile", &n.to_string()])).collect();
            ids
        };
        let first = all();
        assert_eq!(first, all());
        assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), 5000);
        assert!(first.iter().all(|id| id.len() == 6 && id.bytes().all(|b| b.is_ascii_hexdigit())));
        assert_ne!(long_id(&["ab", "c"]), long_id(&["a", "bc"]));
        assert_eq!(long_id(&["a"]).len(), 32);
    }

    #[test]
    fn file_names_are_plain_and_differ_in_more_than_case() {
        let mut names = FileNames::default();
        assert_eq!(names.take("faces", "Hook~", "png"), "faces/Hook.png");
        assert_eq!(names.take("faces", "hook", "png"), "faces/hook-2.png");
        assert_eq!(names.take("", "../up", "png"), "up.png");
        assert_eq!(names.take("", "COM1", "png"), "item-COM1.png");
        assert_eq!(names.take("", "été", "png"), "t.png");
        assert_eq!(names.take("", "森", "png"), "item.png");
    }
}
