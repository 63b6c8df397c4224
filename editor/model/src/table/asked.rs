//! Prepares a question for display: spots on the board for options there, and a menu for the others.

use std::collections::BTreeMap;
use tilewright_core::catalog::id::{FigureId, FigureKindId, SegmentId, TileKindId, ZoneId};

use tilewright_core::catalog::joint::Joint;
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Pick};
use tilewright_core::state::effect::Place;
use tilewright_core::state::question::Target;

use crate::table::words;
use crate::texts::UiTexts;

/// Place or figure on the board that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BoardTarget {
    /// Cell with or without a tile.
    Cell(Cell),
    /// Segment by its number on the board.
    Segment(SegmentId),
    /// Corner, or seam between two cells.
    Joint(Joint),
    /// Figure on the board, by its number.
    Figure(FigureId),
}

impl BoardTarget {
    /// Returns its cell. For a corner or a seam, this is the cell that names it; for a figure off the board, it is the
    /// first cell.
    pub fn cell(self, game: &Game) -> Cell {
        match self {
            BoardTarget::Cell(cell) => cell,
            BoardTarget::Segment(segment) => game.board().cell_of(segment),
            BoardTarget::Joint(joint) => joint.cell(),
            BoardTarget::Figure(figure) => match game.figure(figure).and_then(|f| f.place) {
                Some(Place::Segment(segment)) => game.board().cell_of(segment),
                Some(Place::Cell(cell)) => cell,
                Some(Place::Joint(joint)) => joint.cell(),
                _ => Cell::ORIGIN,
            },
        }
    }
}

/// Option of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionOption {
    /// Answer that the option gives.
    pub pick: Pick,
    /// Text of the option.
    pub text: String,
    /// Description of the tile that the option is about; `None` if no pack describes it.
    pub help: Option<String>,
    /// Turn of the tile, for placements.
    pub turn: Option<Turn>,
    /// Kind of tile that the option is about, for a picture.
    pub kind: Option<TileKindId>,
    /// Kind and owner of the figure that the option is about, for a picture.
    pub figure: Option<(FigureKindId, Seat)>,
}

/// Place on the board with all options about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionPlace {
    /// Place or figure that is clicked.
    pub at: BoardTarget,
    /// Accessible name of the spot.
    pub name: String,
    /// Options at this spot; options for a placement are sorted by turn.
    pub entries: Vec<QuestionOption>,
}

impl OptionPlace {
    /// Returns true if the options differ only in the turn of a tile.
    pub fn is_placement(&self) -> bool {
        self.entries.iter().all(|e| e.turn.is_some())
    }

    /// Returns the option with this turn or the next one that fits, starting again at the first.
    pub fn option_for_turn(&self, wanted: Turn) -> Option<&QuestionOption> {
        let fits = |e: &&QuestionOption| e.turn.is_some_and(|turn| turn >= wanted);
        self.entries.iter().find(fits).or_else(|| self.entries.first())
    }
}

/// Question in the form that a player sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionPrompt {
    /// Seat that has to answer.
    pub seat: Seat,
    /// Text of the question.
    pub question: String,
    /// Kind of the tile to place; `None` if the question is not about a placement.
    pub kind: Option<TileKindId>,
    /// Kind of the tile in play, while it is not on the board.
    pub about: Option<TileKindId>,
    /// Spots on the board, in reading order.
    pub spots: Vec<OptionPlace>,
    /// Options that have no spot on the board.
    pub menu: Vec<QuestionOption>,
    /// Slots off the board that have exactly one option, with this option. The menu contains it too.
    pub slots: Vec<((ZoneId, u16), Pick)>,
}

impl QuestionPrompt {
    /// Returns the question for a decision.
    pub fn new(game: &Game, texts: &UiTexts, decision: &Decision) -> QuestionPrompt {
        let language = texts.code();
        let mut places: BTreeMap<BoardTarget, Vec<QuestionOption>> = BTreeMap::new();
        let mut menu = Vec::new();
        let mut slots: BTreeMap<(ZoneId, u16), Vec<Pick>> = BTreeMap::new();
        for pick in decision.options.iter(game) {
            let target = decision.options.target(game, pick);
            let at = match target {
                Target::Cell(cell) => Some(BoardTarget::Cell(cell)),
                Target::Joint(joint) => Some(BoardTarget::Joint(joint)),
                Target::Segment(segment) => Some(BoardTarget::Segment(segment)),
                Target::Figure(figure) if target.place(game).is_some() => Some(BoardTarget::Figure(figure)),
                _ => None,
            };
            let turn = decision.options.placement(pick).map(|(_, turn)| turn);
            let figure = match (decision.options.of_step(pick), target) {
                (Some(Pick::Deploy { figure, .. }), _) => Some((figure, decision.seat)),
                (_, Target::Figure(figure)) => game.figure(figure).map(|f| (f.kind, f.seat)),
                _ => None,
            };
            let kind = match target {
                Target::Kind(kind) => Some(kind),
                Target::Slot(zone, slot) => {
                    slots.entry((zone, slot)).or_default().push(pick);
                    game.slot_tile(zone, slot)
                }
                _ => None,
            };
            // The name of a spot describes the placement, and there may be thousands of them.
            let text = if turn.is_some() { String::new() } else { words::option(game, texts, decision, pick) };
            let help = words::help(game, texts, decision, pick);
            let entry = QuestionOption { pick, text, help, turn, kind, figure };
            match at {
                Some(at) => places.entry(at).or_default().push(entry),
                None => menu.push(entry),
            }
        }
        tell_apart(&mut menu);
        places.values_mut().for_each(|entries| tell_apart(entries));
        let kind = game.view(None).public().tile_in_play();
        let mut spots: Vec<OptionPlace> =
            places.into_iter().map(|(at, entries)| spot(game, texts, at, entries)).collect();
        spots.sort_by_key(|spot| reading(game, spot.at));
        let about = game.view(None).public().tile_waiting();
        let question = words::question_text(game.catalog(), language, decision.pack.as_deref(), &decision.ask);
        let alone = |(slot, picks): (_, Vec<Pick>)| if let [pick] = picks[..] { Some((slot, pick)) } else { None };
        let slots = slots.into_iter().filter_map(alone).collect();
        QuestionPrompt { seat: decision.seat, question, kind, about, spots, menu, slots }
    }
}

fn spot(game: &Game, texts: &UiTexts, at: BoardTarget, mut entries: Vec<QuestionOption>) -> OptionPlace {
    let place = match at {
        BoardTarget::Figure(figure) => words::figure(game, texts, figure),
        BoardTarget::Segment(segment) => words::place(game, texts.code(), segment),
        BoardTarget::Joint(joint) => game.catalog().lattice.joint_key(joint),
        at => at.cell(game).to_string(),
    };
    entries.sort_by_key(|e| e.turn);
    let name = match &*entries {
        all if all.iter().all(|e| e.turn.is_some()) => texts.with_name("try-place", &place),
        [one] => one.text.clone(),
        _ => texts.with_name("try-choose-at", &place),
    };
    OptionPlace { at, name, entries }
}

/// Numbers options at one spot or in the menu with equal texts. Turns of a tile have no texts.
fn tell_apart(entries: &mut [QuestionOption]) {
    let mut names: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for entry in entries.iter().filter(|e| e.turn.is_none()) {
        names.entry(entry.text.clone()).or_default().0 += 1;
    }
    for entry in entries.iter_mut().filter(|e| e.turn.is_none()) {
        if let Some((2.., number)) = names.get_mut(&entry.text) {
            *number += 1;
            entry.text = format!("{} ({number})", entry.text);
        }
    }
}

/// Returns the sort key that orders spots row by row.
fn reading(game: &Game, at: BoardTarget) -> (i16, i16, BoardTarget) {
    let cell = at.cell(game);
    (cell.y, cell.x, at)
}
