//! Classifies options: options that differ only in their position on the board are of one kind.

use std::sync::Arc;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{BagId, FigureKindId, TerrainId, TileKindId};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Options, Pick};
use tilewright_core::state::key::OptionKey;
use tilewright_core::state::question::{Meaning, Target};

/// Words between a figure and its terrain, and before the kind of a tile on a cell, in the names of kinds of options.
pub(crate) const ON: &str = " on ";
pub(crate) const CELL_WITH: &str = "a cell with ";

/// Kind of option. Options that differ only in their position on the board are of one kind, and so are options whose
/// keys have the same prefix, such as `walk:` in `walk:2,-1`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ChoiceKind {
    Figure(FigureKindId, TerrainId),
    Pass,
    Kind(TileKindId),
    /// A cell that has a tile of this kind.
    On(TileKindId),
    /// Name of a group that a rule offers, or the prefix of keys up to a colon.
    Group(Arc<str>),
    Text(Arc<str>),
    Number(i32),
    Bag(BagId),
    /// A feature of this terrain.
    Feature(TerrainId),
    /// A figure of this kind on the board.
    Standing(FigureKindId),
    Cell,
    /// A corner or a seam.
    Joint,
}

/// Returns the kind of an option; `None` for a placement of the tile in play.
pub(crate) fn choice_kind(game: &Game, options: &Options, pick: Pick) -> Option<ChoiceKind> {
    match options.of_step(pick) {
        Some(Pick::Placement { .. }) => return None,
        Some(Pick::Deploy { figure, segment }) => {
            return Some(ChoiceKind::Figure(figure, game.board().terrain(segment)));
        }
        Some(Pick::Kind(kind) | Pick::Face(kind)) => return Some(ChoiceKind::Kind(kind)),
        Some(Pick::Pass) => return Some(ChoiceKind::Pass),
        Some(Pick::Listed(_)) | None => {}
    }
    if let Some(Meaning::Added { group, .. }) = options.meaning(pick) {
        return Some(ChoiceKind::Group(group));
    }
    if let Some(prefix) = prefix(options, pick) {
        return Some(ChoiceKind::Group(prefix.into()));
    }
    let on = |cell| game.board().tile_at(cell).and_then(|(tile, _)| game.board().tile(tile)).map(|tile| tile.kind);
    Some(match options.target(game, pick) {
        Target::Segment(segment) => ChoiceKind::Feature(game.board().terrain(segment)),
        Target::Figure(figure) => ChoiceKind::Standing(game.figure(figure)?.kind),
        Target::Kind(kind) => ChoiceKind::Kind(kind),
        Target::Slot(zone, slot) => match game.slot_tile(zone, slot) {
            Some(kind) => ChoiceKind::Kind(kind),
            None => ChoiceKind::Text(options.key(game, pick).into()),
        },
        Target::Bag(bag) => ChoiceKind::Bag(bag),
        Target::Number(number) => ChoiceKind::Number(number),
        Target::Cell(cell) => on(cell).map_or(ChoiceKind::Cell, ChoiceKind::On),
        Target::Joint(_) => ChoiceKind::Joint,
        Target::None => {
            let key = options.key(game, pick);
            // A rule may identify a cell by its key alone.
            match Cell::read(&key) {
                Some(cell) => on(cell).map_or(ChoiceKind::Cell, ChoiceKind::On),
                None => ChoiceKind::Text(key.into()),
            }
        }
    })
}

/// Returns the prefix of the key of an option from a rule, up to a colon.
fn prefix(options: &Options, pick: Pick) -> Option<&str> {
    let Options::List(list) = options else { return None };
    let prefix = match &list.get(listed_index(pick)?)?.key {
        OptionKey::Text(text) => text.split_once(':')?.0,
        OptionKey::Thing(text, _) => text.as_deref()?.split(':').next()?,
        OptionKey::Pick(_) => return None,
    };
    Some(prefix).filter(|prefix| !prefix.is_empty())
}

fn listed_index(pick: Pick) -> Option<usize> {
    if let Pick::Listed(number) = pick { usize::try_from(number).ok() } else { None }
}

impl ChoiceKind {
    /// Returns the name of the kind in a report.
    pub(crate) fn text(&self, catalog: &Catalog) -> String {
        match self {
            ChoiceKind::Figure(figure, terrain) => {
                format!("{}{ON}{}", catalog.figures.key(*figure), catalog.terrains.key(*terrain))
            }
            ChoiceKind::Pass => "pass".to_owned(),
            ChoiceKind::Kind(kind) => catalog.kinds.key(*kind),
            ChoiceKind::Group(text) | ChoiceKind::Text(text) => text.to_string(),
            ChoiceKind::Number(number) => number.to_string(),
            ChoiceKind::Bag(bag) => catalog.bags.key(*bag),
            ChoiceKind::Feature(terrain) => catalog.terrains.key(*terrain),
            ChoiceKind::Standing(figure) => catalog.figures.key(*figure),
            ChoiceKind::On(kind) => format!("{CELL_WITH}{}", catalog.kinds.key(*kind)),
            ChoiceKind::Cell => "a free cell".to_owned(),
            ChoiceKind::Joint => "a corner or a seam".to_owned(),
        }
    }
}
