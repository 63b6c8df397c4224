//! Collects what players need to know about a game from the texts and read-mes of its packs.

use std::sync::Arc;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::flow::{Step, StepKind};
use tilewright_core::catalog::id::{FigureKindId, TileKindId};
use tilewright_core::state::decision::Decision;

use crate::words::Words;

/// Heading of the section of a read-me that players need.
const HOW_TO_PLAY: &str = "How to play";

/// Topic that a section of the explanation, or an entry of it, is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesTopic {
    /// The pack with this id.
    Pack(Arc<str>),
    /// The steps of a turn.
    Turn,
    /// The step of a turn with this name.
    Step(Arc<str>),
    /// The figures.
    Figures,
    /// The tiles with effects.
    Tiles,
    /// The worked examples.
    Examples,
}

impl RulesTopic {
    /// Returns the topic of a question: the pack whose rules ask, or the step of the turn.
    pub fn of_decision(decision: &Decision) -> RulesTopic {
        match &decision.pack {
            Some(pack) => RulesTopic::Pack(pack.to_string().into()),
            None => RulesTopic::Step(decision.ask.to_string().into()),
        }
    }
}

/// Entry of a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesEntry {
    /// Text in the words of a pack.
    Text(String),
    /// Part of a read-me, in Markdown.
    ReadMe(String),
    /// Step of a turn with its name and its text.
    Step(Arc<str>, String),
    /// Figure with its names.
    Figure(FigureKindId, String),
    /// Tile with its name and its effect.
    Tile(TileKindId, String, String),
}

/// Section of the explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesSection {
    /// Topic of the section.
    pub topic: RulesTopic,
    /// Entries, in order.
    pub entries: Vec<RulesEntry>,
}

/// Explains a game: its packs, the steps of a turn, the figures, and the tiles with effects. Sections without an entry
/// are left out. `read_me` returns the read-me of a pack.
pub fn explain_game(
    catalog: &Catalog,
    language: &str,
    read_me: &dyn Fn(&str) -> Option<Arc<str>>,
) -> Vec<RulesSection> {
    let words = Words::new(catalog, language, &|_| String::new());
    let packs = catalog.packs.iter().map(|pack| {
        let about = catalog.texts.get(language, &format!("{}:pack.about", pack.id));
        let about = about.map(|text| RulesEntry::Text(text.to_owned()));
        let section = read_me(&pack.id).and_then(|text| section_for_players(&text).map(RulesEntry::ReadMe));
        RulesSection { topic: RulesTopic::Pack(pack.id.clone()), entries: about.into_iter().chain(section).collect() }
    });
    let others = [
        RulesSection { topic: RulesTopic::Turn, entries: steps(catalog, &words) },
        RulesSection { topic: RulesTopic::Figures, entries: figures(catalog, &words) },
        RulesSection { topic: RulesTopic::Tiles, entries: tiles(catalog, &words) },
    ];
    packs.chain(others).filter(|section| !section.entries.is_empty()).collect()
}

/// Returns the section of a read-me that players need; `None` without such a section.
fn section_for_players(text: &str) -> Option<String> {
    let mut is_code = false;
    let mut section: Option<Vec<&str>> = None;
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        let heading = line.trim_start_matches('#');
        let level = line.len() - heading.len();
        let is_heading = !is_code && level > 0 && heading.starts_with(' ');
        match &mut section {
            None if is_heading && heading.trim() == HOW_TO_PLAY => section = Some(Vec::new()),
            None => {}
            Some(_) if is_heading && level <= 2 => break,
            Some(lines) => lines.push(line),
        }
    }
    let section = section?.join("\n").trim().to_owned();
    (!section.is_empty()).then_some(section)
}

/// Returns the steps of a turn that have a text.
fn steps(catalog: &Catalog, words: &Words<'_>) -> Vec<RulesEntry> {
    fn flat<'a>(steps: &'a [Step], all: &mut Vec<&'a Step>) {
        for step in steps {
            match &step.kind {
                StepKind::Repeat(inner) => flat(inner, all),
                _ => all.push(step),
            }
        }
    }
    let mut all = Vec::new();
    flat(&catalog.flow.turn, &mut all);
    let named = all.into_iter().map(|step| (step, words.question(Some(&step.pack), &step.name)));
    let named = named.filter(|(step, text)| *text != *step.name);
    named.map(|(step, text)| RulesEntry::Step(step.name.clone(), text)).collect()
}

/// Returns the figures with their names on each terrain.
fn figures(catalog: &Catalog, words: &Words<'_>) -> Vec<RulesEntry> {
    let entry = |kind: FigureKindId| {
        let name = words.figure(kind).name;
        let roles = catalog.terrains.ids().filter_map(|terrain| {
            let role = words.figure_on(kind, terrain).name;
            (role != name).then(|| format!("{role} ({})", words.terrain(terrain).name))
        });
        let roles: Vec<String> = roles.collect();
        RulesEntry::Figure(kind, if roles.is_empty() { name } else { format!("{name}: {}", roles.join(", ")) })
    };
    catalog.figures.ids().map(entry).collect()
}

/// Returns the tiles whose effects the packs describe, each effect once.
fn tiles(catalog: &Catalog, words: &Words<'_>) -> Vec<RulesEntry> {
    let mut seen: Vec<String> = Vec::new();
    let mut entries = Vec::new();
    for kind in catalog.drawn_kinds() {
        if let Some(help) = words.tile_help(kind).filter(|help| !seen.contains(help)) {
            entries.push(RulesEntry::Tile(kind, words.tile(kind).name, help.clone()));
            seen.push(help);
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_for_players_ends_at_the_next_heading() {
        let text =
            "# Ponds\nAbout.\n## How to play\n\nDraw.\n### Score\n```\n# no heading\n```\nEnd.\n## Sources\nNone.\n";
        assert_eq!(section_for_players(text).as_deref(), Some("Draw.\n### Score\n```\n# no heading\n```\nEnd."));
        for without in ["", "# How\n## Play\n", "## How to play\n\n## Next", "```\n## How to play\nDraw.\n```"] {
            assert_eq!(section_for_players(without), None, "{without}");
        }
    }
}
