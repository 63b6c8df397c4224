//! Presents the reference as pages, as the handbook does: the functions for rules, and the format of files. Both
//! are generated from the tables that define them.

use std::sync::{Arc, LazyLock};

use tilewright_handbook::{Piece, Topic, plain, read};
use tilewright_pack::schema;
use tilewright_script::{HostFunction, reference_markdown};

/// Subject of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReferencePart {
    /// Functions that rules can call, and the events they receive.
    Rules,
    /// Content of a pack's files.
    Format,
}

/// Page of the reference.
#[derive(Debug)]
pub struct ReferencePage {
    /// Name of the page in links.
    pub key: Arc<str>,
    /// Subject of the page.
    pub part: ReferencePart,
    /// Content of the page.
    pub topic: Topic,
}

/// Link to a heading of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadingLink {
    /// Name of the page in links.
    pub key: Arc<str>,
    /// Anchor of the heading; empty for the top of the page.
    pub anchor: String,
}

static PAGES: LazyLock<Vec<ReferencePage>> = LazyLock::new(|| {
    let page = |part, text: &str| {
        let topic = read(text, "");
        let word = if part == ReferencePart::Rules { "rules" } else { "format" };
        let name: String = topic.title.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-");
        ReferencePage { key: format!("{word}/{name}").into(), part, topic }
    };
    let rules = reference_markdown();
    let mut pages: Vec<ReferencePage> =
        rules.split("\n## ").skip(1).map(|section| page(ReferencePart::Rules, &format!("# {section}"))).collect();
    let entries = schema::reference();
    for group in entries.chunk_by(|a, b| a.group == b.group) {
        let mut text = format!("# {}\n", group[0].group);
        for entry in group {
            text.push_str(&format!("\n### {}\n\n{}", entry.title, entry.text));
        }
        pages.push(page(ReferencePart::Format, &text));
    }
    pages
});

/// Returns all pages in reading order.
pub fn pages() -> &'static [ReferencePage] {
    &PAGES
}

/// Returns the first heading that satisfies `is`, except page titles, on the pages of a part.
fn heading(part: ReferencePart, is: impl Fn(&str) -> bool) -> Option<HeadingLink> {
    pages().iter().filter(|page| page.part == part).find_map(|page| {
        page.topic.pieces.iter().skip(1).find_map(|piece| match piece {
            Piece::Heading { phrases, anchor, .. } if is(&plain(phrases)) => {
                Some(HeadingLink { key: page.key.clone(), anchor: anchor.clone() })
            }
            _ => None,
        })
    })
}

/// Returns the heading about a function.
pub fn of_function(function: &HostFunction) -> Option<HeadingLink> {
    let method = format!(":{}", function.signature);
    heading(ReferencePart::Rules, |title| title == function.signature || title.ends_with(&method))
}

/// Returns the heading about an event, an effect or a module of the library.
pub fn of_name(name: &str) -> Option<HeadingLink> {
    heading(ReferencePart::Rules, |title| title == name)
}

/// Returns the heading about a struct with these fields; if several match, the shortest entry is used.
pub fn of_fields<'n>(fields: impl Iterator<Item = &'n str> + Clone) -> Option<HeadingLink> {
    let row = |name: &str| format!("\n| `{name}` |");
    let all = schema::reference();
    let fits = all.iter().filter(|entry| fields.clone().all(|name| entry.text.contains(&row(name))));
    let title = &fits.min_by_key(|entry| entry.text.len())?.title;
    heading(ReferencePart::Format, |heading| heading == title)
}

/// Returns the page about the subject of a finding's code: rules or files.
pub fn of_finding(code: &str) -> Option<HeadingLink> {
    let part = match code.as_bytes() {
        [b'S', ..] => ReferencePart::Rules,
        [b'P', ..] => ReferencePart::Format,
        _ => return None,
    };
    let page = pages().iter().find(|page| page.part == part)?;
    Some(HeadingLink { key: page.key.clone(), anchor: String::new() })
}

/// Returns the page with this name in links.
pub fn page(key: &str) -> Option<&'static ReferencePage> {
    pages().iter().find(|page| *page.key == *key)
}

#[cfg(test)]
mod tests {
    use tilewright_script::{EFFECTS, EVENTS, entries, library};

    use super::*;

    #[test]
    fn everything_that_rules_can_use_has_a_heading() {
        for entry in entries() {
            let spot = of_function(entry).unwrap();
            assert!(!spot.anchor.is_empty(), "{}", entry.signature);
        }
        for told in EVENTS.iter().chain(EFFECTS.iter()) {
            assert!(of_name(told.name).is_some(), "{}", told.name);
        }
        assert!(library().iter().all(|(name, _)| of_name(name).is_some()));
        assert_eq!(of_name("no_such_thing"), None);
    }

    #[test]
    fn fields_lead_to_what_has_them() {
        let figure = of_fields(["id", "supply", "weight", "on"].into_iter()).unwrap();
        assert_eq!((&*figure.key, &*figure.anchor), ("format/declarations", "figure"));
        let tile = of_fields(["id", "edges", "part_tags"].into_iter()).unwrap();
        assert_eq!(&*tile.anchor, "tile");
        assert_eq!(of_fields(["no_such_field"].into_iter()), None);
    }

    #[test]
    fn keys_are_told_apart() {
        let keys: std::collections::BTreeSet<&str> = pages().iter().map(|page| &*page.key).collect();
        assert_eq!(keys.len(), pages().len());
        assert!(keys.contains("rules/functions") && keys.contains("rules/events") && keys.contains("format/steps"));
    }
}
