//! The rule library that ships with the program: small modules named after mechanisms.

/// Every module of the library: its name, as packs use it, and its text.
pub fn library() -> &'static [(&'static str, &'static str)] {
    &LIBRARY
}

/// The text of a module of the library.
pub fn library_module(name: &str) -> Option<&'static str> {
    LIBRARY.iter().find(|(n, _)| *n == name).map(|(_, text)| *text)
}

macro_rules! library {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!("../../../scripts/", $name, ".lua")))),+]
    };
}

static LIBRARY: [(&str, &str); 11] = library![
    "areas",
    "bid_for_closer",
    "fields_beside_areas",
    "filled_hole",
    "first_by_die",
    "first_by_draw",
    "growing_board",
    "paths",
    "small_area",
    "surrounded",
    "unfinished_scores_nothing",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::Header;

    #[test]
    fn the_list_is_the_folder() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|f| f.unwrap().file_name().to_str().unwrap().strip_suffix(".lua").map(str::to_owned))
            .collect();
        files.sort_unstable();
        assert_eq!(files, LIBRARY.map(|(name, _)| name.to_owned()));
        let readme = std::fs::read_to_string(format!("{folder}/README.md")).unwrap();
        for (name, text) in library() {
            assert!(readme.contains(&format!("`{name}`")), "{name} is missing in the README");
            let (header, errors) = Header::parse(text);
            assert_eq!(errors, [], "{name}");
            assert!(!header.doc.is_empty() && !header.source.is_empty(), "{name} lacks its head");
        }
    }
}
