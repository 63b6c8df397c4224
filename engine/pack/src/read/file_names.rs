//! Finds names of files and folders that are not valid or not distinct on other systems.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::findings::{Findings, codes};
use crate::limits;
use crate::read::world::PackFiles;

/// Extensions of the files that are read.
const ENDINGS: [&str; 4] = [".ron", ".lua", ".json", ".jsonl"];

/// Checks the names of a pack's folder, its subfolders and its files.
pub(crate) fn check(id: &Arc<str>, files: &PackFiles, report: &Findings) {
    if let Some(why) = forbidden(id) {
        report.add(codes::FILE_NAME.finding_anywhere(format!("Windows does not allow the folder `{id}`: {why}")));
    }
    // Maps each folder and file by its name in lower case.
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for path in files.keys() {
        if path.len() > limits::PATH_BYTES {
            let message =
                format!("the path of a file has {} bytes; at most {} are allowed", path.len(), limits::PATH_BYTES);
            report.add(codes::TOO_LARGE.finding_anywhere(message));
            continue;
        }
        let lower = path.to_lowercase();
        if let Some(end) = ENDINGS.iter().find(|end| lower.ends_with(**end) && !path.ends_with(**end)) {
            let message = format!("`{id}/{path}` is not read: its name must end in `{end}`, in lowercase letters");
            report.add(codes::FILE_NAME.finding_anywhere(message).with_hint("give the file another name"));
        }
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        for (begin, end) in ends.scan(0, |begin, end| Some((std::mem::replace(begin, end + 1), end))) {
            let (whole, name) = (&path[..end], &path[begin..end]);
            match seen.insert(whole.to_lowercase(), whole) {
                None => {
                    if let Some(why) = forbidden(name) {
                        let message = format!("Windows does not allow the file or folder `{id}/{whole}`: {why}");
                        report.add(codes::FILE_NAME.finding_anywhere(message));
                    }
                }
                Some(other) if other != whole => {
                    let message = format!(
                        "`{id}/{other}` and `{id}/{whole}` differ only in capital letters: on some systems they are \
                            the same file"
                    );
                    report.add(codes::FILE_NAME.finding_anywhere(message));
                }
                Some(_) => {}
            }
        }
    }
}

/// Returns the reason why Windows cannot have a file with this name; `None` if it can.
fn forbidden(name: &str) -> Option<String> {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_uppercase();
    let numbered = |word: &str| {
        let rest = stem.strip_prefix(word);
        rest.is_some_and(|n| n.chars().count() == 1 && n.chars().all(|c| "123456789\u{b9}\u{b2}\u{b3}".contains(c)))
    };
    if ["CON", "PRN", "AUX", "NUL"].contains(&&*stem) || numbered("COM") || numbered("LPT") {
        return Some(format!("`{stem}` is a device there"));
    }
    if name.ends_with(['.', ' ']) {
        return Some("it ends with a dot or a blank".to_owned());
    }
    let other = name.chars().find(|c| c.is_control() || "<>:\"|?*\\".contains(*c))?;
    Some(format!("it contains {other:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_is_told_and_not_looked_at() {
        let report = Findings::default();
        let files = PackFiles::from([(format!("{}.lua", "/".repeat(131_072)).into(), "".into())]);
        check(&"den".into(), &files, &report);
        let found: Vec<String> = report.into_vec().into_iter().map(|finding| finding.message).collect();
        assert_eq!(found, ["the path of a file has 131076 bytes; at most 1000 are allowed"]);
    }

    #[test]
    fn names_of_devices_and_signs_are_known() {
        for name in ["CON", "con.ron", "Nul.tar.gz", "aux .ron", "COM1", "lpt9.md", "a.", "a ", "a:b", "a\\b", "a\u{1}"]
        {
            assert!(forbidden(name).is_some(), "{name:?}");
        }
        for name in ["console.ron", "com", "com0.ron", "com10", "a.b.ron", "über.ron", "nulla.lua"] {
            assert_eq!(forbidden(name), None, "{name:?}");
        }
    }
}
