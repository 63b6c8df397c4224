//! Holds the built-in rule library: small modules named after mechanisms.

/// Returns every module of the library: its name, as packs use it, and its text.
pub fn library() -> &'static [(&'static str, &'static str)] {
    LIBRARY
}

/// Returns the text of a library module; `None` if there is no such module.
pub fn library_module(name: &str) -> Option<&'static str> {
    LIBRARY.iter().find(|(n, _)| *n == name).map(|(_, text)| *text)
}

/// Returns the text of the list of changes to library modules that have no effect.
pub fn library_equal() -> &'static str {
    include_str!("../../../../scripts/equal.ron")
}

macro_rules! library {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!("../../../../scripts/", $name, ".lua")))),+]
    };
}

static LIBRARY: &[(&str, &str)] = &library![
    "aims",
    "areas",
    "bid_for_closer",
    "cheapest_routes",
    "double_turn",
    "draft_row",
    "ends_when_full",
    "even_stacks",
    "event_stack",
    "field_bonus_figure",
    "fields_beside_areas",
    "filled_hole",
    "first_by_draw",
    "goods",
    "growing_board",
    "helper_goes_home",
    "hidden_roles",
    "hub_arms",
    "income_die",
    "least_feature",
    "long_tiles",
    "most_of_each",
    "own_board",
    "paths",
    "per_figure",
    "pirate",
    "raise_tagged",
    "random_first_player",
    "ranked_areas",
    "reached_from",
    "recall",
    "recall_and_score",
    "regions",
    "reserve",
    "roaming_tokens",
    "send_to_zones",
    "site_of_ways",
    "small_area",
    "storm",
    "surrounded",
    "tiles_taken_out",
    "tiles_times_tags",
    "token_adds",
    "token_scales",
    "two_tracks",
    "unfinished_scores_nothing",
    "walk_along",
    "ways_at_sites",
    "windfall",
    "zone_bonus",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::header::Header;

    #[test]
    fn the_list_is_the_folder() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|f| f.unwrap().file_name().to_str().unwrap().strip_suffix(".lua").map(str::to_owned))
            .collect();
        files.sort_unstable();
        let known: Vec<&str> = LIBRARY.iter().map(|(name, _)| *name).collect();
        assert_eq!(files, known);
        let readme = std::fs::read_to_string(format!("{folder}/README.md")).unwrap();
        for (name, text) in library() {
            assert!(readme.contains(&format!("`{name}`")), "{name} is missing in the README");
            let (header, errors) = Header::parse(text);
            assert_eq!(errors, [], "{name}");
            assert!(!header.doc.is_empty() && !header.source.is_empty(), "{name} lacks its head");
            // Packs use these words for the rule itself, so such a parameter could not be set.
            for word in ["use", "id", "override", "off", "when", "unless"] {
                assert!(header.params.iter().all(|p| *p.name != *word), "{name} has a parameter `{word}`");
            }
        }
    }
}
