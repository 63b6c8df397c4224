//! Collects what players need to know about a game from its packs.

use std::sync::Arc;

use tilewright_core::catalog::flow::{Step, StepKind};
use tilewright_core::catalog::id::{FigureKindId, TileKindId};
use tilewright_editor_model::table::{TableGame, words};
use tilewright_handbook::{Piece, plain, read};
use tilewright_wording::words::Words;

use crate::context::ViewCx;

/// Path of a pack's read-me.
const READ_ME: &str = "README.md";
/// Heading of the section of a read-me that players need.
const HOW_TO_PLAY: &str = "How to play";

/// Topic that a section of the page, or an entry of it, is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RulesTopic {
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

/// Entry of a section.
pub(super) enum RulesEntry {
    Text(String),
    /// Piece of a read-me.
    Page(Piece),
    /// Step of a turn with its text.
    Step(Arc<str>, String),
    /// Figure with its names.
    Figure(FigureKindId, String),
    /// Tile with its name and its effect.
    Tile(TileKindId, String, String),
}

/// Section of the page.
pub(super) struct RulesSection {
    pub(super) topic: RulesTopic,
    pub(super) title: String,
    pub(super) entries: Vec<RulesEntry>,
}

/// Explanation of a game.
pub(super) struct RulesPage {
    pub(super) sections: Vec<RulesSection>,
}

impl RulesPage {
    /// Collects the explanation of the game at a table.
    pub(super) fn collect(cx: &ViewCx<'_>, table: &TableGame) -> RulesPage {
        let packs = table.catalog().packs.iter().map(|pack| RulesSection {
            topic: RulesTopic::Pack(pack.id.clone()),
            title: pack.title.to_string(),
            entries: about_pack(cx, table, &pack.id),
        });
        let section = |topic, title: &str, entries| RulesSection { topic, title: cx.t(title), entries };
        let others = [
            section(RulesTopic::Turn, "how-turn", steps(cx, table)),
            section(RulesTopic::Figures, "how-figures", figures(cx, table)),
            section(RulesTopic::Tiles, "how-tiles", tiles(cx, table)),
        ];
        let sections = packs.chain(others).filter(|section| !section.entries.is_empty());
        RulesPage { sections: sections.collect() }
    }
}

/// Returns the description of a pack, and the section of its read-me for players.
fn about_pack(cx: &ViewCx<'_>, table: &TableGame, pack: &str) -> Vec<RulesEntry> {
    let about = table.catalog().texts.get(cx.texts.code(), &format!("{pack}:pack.about"));
    let mut entries: Vec<RulesEntry> = about.into_iter().map(|text| RulesEntry::Text(text.to_owned())).collect();
    let Some(text) = read_me(cx, pack) else { return entries };
    let pieces = read(&text, pack).pieces.into_iter();
    let is_start = |piece: &Piece| matches!(piece, Piece::Heading { phrases, .. } if plain(phrases) == HOW_TO_PLAY);
    let section = pieces.skip_while(|piece| !is_start(piece)).skip(1);
    let section = section.take_while(|piece| !matches!(piece, Piece::Heading { level: ..=2, .. }));
    entries.extend(section.map(RulesEntry::Page));
    entries
}

/// Returns the steps of a turn that have a text.
fn steps(cx: &ViewCx<'_>, table: &TableGame) -> Vec<RulesEntry> {
    fn flat<'a>(steps: &'a [Step], all: &mut Vec<&'a Step>) {
        for step in steps {
            match &step.kind {
                StepKind::Repeat(inner) => flat(inner, all),
                _ => all.push(step),
            }
        }
    }
    let mut all = Vec::new();
    flat(&table.catalog().flow.turn, &mut all);
    let text = |step: &Step| words::question_text(table.catalog(), cx.texts.code(), Some(&step.pack), &step.name);
    let named = all.into_iter().map(|step| (step, text(step))).filter(|(step, text)| *text != *step.name);
    named.map(|(step, text)| RulesEntry::Step(step.name.clone(), text)).collect()
}

/// Returns the figures with their names on each terrain.
fn figures(cx: &ViewCx<'_>, table: &TableGame) -> Vec<RulesEntry> {
    let catalog = table.catalog();
    let words = Words::new(catalog, cx.texts.code(), &|_| String::new());
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
fn tiles(cx: &ViewCx<'_>, table: &TableGame) -> Vec<RulesEntry> {
    let catalog = table.catalog();
    let words = Words::new(catalog, cx.texts.code(), &|_| String::new());
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

/// Returns the read-me of a pack that is open or known.
fn read_me(cx: &ViewCx<'_>, pack: &str) -> Option<Arc<str>> {
    let files = if **cx.document.id() == *pack { Some(cx.document.files()) } else { cx.surroundings.files(pack) };
    files?.get(READ_ME).cloned()
}
