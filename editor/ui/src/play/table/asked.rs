//! A question in the form in which it is put: places on the board for what is about the board, a menu for the rest.

use std::collections::BTreeMap;
use tilewright_core::catalog::id::{FigureId, FigureKindId, SegmentId, TileKindId, ZoneId};

use tilewright_core::catalog::joint::Joint;
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Pick};
use tilewright_core::state::effect::Place;
use tilewright_core::state::question::Target;

use crate::play::table::words;
use crate::ui::texts::Texts;

/// What on the board can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum At {
    /// A cell, with or without a tile.
    Cell(Cell),
    /// A segment, by its number on the board.
    Segment(SegmentId),
    /// A corner or a seam.
    Joint(Joint),
    /// A figure that stands on the board, by number.
    Figure(FigureId),
}

impl At {
    /// The cell that it is on, of a corner or a seam the one that names it; the first cell of the board for a figure that stands on none.
    pub fn cell(self, game: &Game) -> Cell {
        match self {
            At::Cell(cell) => cell,
            At::Segment(segment) => game.board().cell_of(segment),
            At::Joint(joint) => joint.cell(),
            At::Figure(figure) => match game.figure(figure).and_then(|f| f.place) {
                Some(Place::Segment(segment)) => game.board().cell_of(segment),
                Some(Place::Cell(cell)) => cell,
                Some(Place::Joint(joint)) => joint.cell(),
                _ => Cell::ORIGIN,
            },
        }
    }
}

/// An option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What is answered.
    pub pick: Pick,
    /// What it is called.
    pub text: String,
    /// What the tile that it is about does; `None` if the packs do not say it.
    pub help: Option<String>,
    /// How the tile is turned by it.
    pub turn: Option<Turn>,
    /// The tile that it is about, for a picture.
    pub kind: Option<TileKindId>,
    /// The figure that it is about, for a picture.
    pub figure: Option<(FigureKindId, Seat)>,
}

/// A place on the board with all options that are about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Where.
    pub at: At,
    /// What it is called.
    pub name: String,
    /// What can be answered there; turns of a tile in order.
    pub entries: Vec<Entry>,
}

impl Spot {
    /// Whether its options differ only in how the tile is turned.
    pub fn is_placement(&self) -> bool {
        self.entries.iter().all(|e| e.turn.is_some())
    }

    /// The option of a turn, or of the next turn that fits.
    pub fn turned(&self, wanted: Turn) -> Option<&Entry> {
        let fits = |e: &&Entry| e.turn.is_some_and(|turn| turn >= wanted);
        self.entries.iter().find(fits).or_else(|| self.entries.first())
    }
}

/// A question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// Who decides.
    pub seat: Seat,
    /// What is asked.
    pub question: String,
    /// The tile that is to be placed.
    pub kind: Option<TileKindId>,
    /// The tile in play that the question may be about, as long as it does not lie on the board.
    pub about: Option<TileKindId>,
    /// What can be chosen on the board, in reading order.
    pub spots: Vec<Spot>,
    /// What cannot.
    pub menu: Vec<Entry>,
    /// The slots beside the board that one option each is about, with that option; they are in the menu too.
    pub slots: Vec<((ZoneId, u16), Pick)>,
}

impl Asked {
    /// The question that a decision asks.
    pub fn new(game: &Game, texts: &Texts, decision: &Decision) -> Asked {
        let language = texts.code();
        let mut places: BTreeMap<At, Vec<Entry>> = BTreeMap::new();
        let mut menu = Vec::new();
        let mut slots: BTreeMap<(ZoneId, u16), Vec<Pick>> = BTreeMap::new();
        for pick in decision.options.iter(game) {
            let target = decision.options.target(game, pick);
            let at = match target {
                Target::Cell(cell) => Some(At::Cell(cell)),
                Target::Joint(joint) => Some(At::Joint(joint)),
                Target::Segment(segment) => Some(At::Segment(segment)),
                Target::Figure(figure) if target.place(game).is_some() => Some(At::Figure(figure)),
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
            // The name of a place says where a tile would lie; there may be thousands.
            let text = if turn.is_some() { String::new() } else { words::option(game, texts, decision, pick) };
            let help = words::help(game, texts, decision, pick);
            let entry = Entry { pick, text, help, turn, kind, figure };
            match at {
                Some(at) => places.entry(at).or_default().push(entry),
                None => menu.push(entry),
            }
        }
        tell_apart(&mut menu);
        places.values_mut().for_each(|entries| tell_apart(entries));
        let kind = game.view(None).public().tile_in_play();
        let mut spots: Vec<Spot> = places.into_iter().map(|(at, entries)| spot(game, texts, at, entries)).collect();
        spots.sort_by_key(|spot| reading(game, spot.at));
        let about = game.view(None).public().tile_waiting();
        let question = words::asked(game.catalog(), language, decision.pack.as_deref(), &decision.ask);
        let alone = |(slot, picks): (_, Vec<Pick>)| if let [pick] = picks[..] { Some((slot, pick)) } else { None };
        let slots = slots.into_iter().filter_map(alone).collect();
        Asked { seat: decision.seat, question, kind, about, spots, menu, slots }
    }
}

fn spot(game: &Game, texts: &Texts, at: At, mut entries: Vec<Entry>) -> Spot {
    let place = match at {
        At::Figure(figure) => words::figure(game, texts, figure),
        At::Segment(segment) => words::place(game, texts.code(), segment),
        At::Joint(joint) => game.catalog().lattice.joint_key(joint),
        at => at.cell(game).to_string(),
    };
    entries.sort_by_key(|e| e.turn);
    let name = match &*entries {
        all if all.iter().all(|e| e.turn.is_some()) => texts.named("try-place", &place),
        [one] => one.text.clone(),
        _ => texts.named("try-choose-at", &place),
    };
    Spot { at, name, entries }
}

/// Options that stand side by side and are called the same are numbered. Turns of a tile have no names.
fn tell_apart(entries: &mut [Entry]) {
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

/// The order in which places are walked through: row by row.
fn reading(game: &Game, at: At) -> (i16, i16, At) {
    let cell = at.cell(game);
    (cell.y, cell.x, at)
}
