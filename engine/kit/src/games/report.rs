//! What happened in a game, for reading aloud: line by line what everybody at the table has seen.
//!
//! The lines hold names of the pack and numbers; whoever shows them makes sentences of them in a language of its own.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::effect::{CounterKey, Place};
use tilewright_core::state::event::{Event, EventKind};
use tilewright_core::state::happening::Happening;
use tilewright_core::state::view::View;

/// Something that everybody has seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// A seat placed a tile.
    Placed {
        /// Who.
        seat: Seat,
        /// The tile, in words of the pack.
        tile: String,
        /// Where.
        cell: Cell,
    },
    /// A seat put a figure somewhere.
    Deployed {
        /// Who.
        seat: Seat,
        /// The figure, in words of the pack.
        figure: Option<String>,
        /// Where, in words of the pack.
        place: String,
    },
    /// A tile that everybody sees was drawn, and is not the one to be placed: a message, a token.
    Drawn {
        /// Who.
        seat: Option<Seat>,
        /// What, in words of the pack.
        tile: String,
        /// From which bag.
        bag: String,
    },
    /// A tile fitted nowhere.
    SetAside {
        /// The tile, in words of the pack.
        tile: String,
    },
    /// A die was rolled.
    Rolled {
        /// Who.
        seat: Option<Seat>,
        /// The die.
        die: String,
        /// What it showed.
        face: String,
    },
    /// A seat received points.
    Points {
        /// Who.
        seat: Seat,
        /// How many; fewer than 0 when it lost some.
        points: i32,
        /// What they are counted under, in words of the pack.
        book: String,
        /// The feature that they are for: its cell.
        cell: Option<Cell>,
        /// The score of the seat after it.
        score: i32,
    },
    /// The last turn is over.
    Ending,
    /// The game is over.
    Over(Outcome),
}

/// Who has won, and by what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The seats that win, several when they share the win.
    pub winners: Vec<Seat>,
    /// What has decided between those with most points, in words of the pack, with what each of them has of it.
    pub decided_by: Vec<(String, Vec<(Seat, i32)>)>,
}

/// Who has won a game that is over, or would win if it ended here.
pub fn outcome(game: &Game, language: &str) -> Outcome {
    let catalog = game.catalog();
    let best = game.scores().iter().max();
    let level: Vec<Seat> = game.seats_from(Seat(0)).filter(|s| Some(&game.scores()[s.index()]) == best).collect();
    let decided_by = game.tie_decided_by().into_iter().map(|counter| {
        let called = name(catalog, language, &["counter"], &catalog.counters.key(counter));
        (called, level.iter().map(|&seat| (seat, game.counter(counter, CounterKey::Seat(seat)))).collect())
    });
    Outcome { winners: game.winners(), decided_by: decided_by.collect() }
}

/// All lines of a game that keeps a journal, in order.
pub fn told(game: &Game, language: &str) -> Vec<Told> {
    // What only some may know is not read aloud.
    told_to(game, game.view(None), language, 0).into_iter().map(|(_, line)| line).collect()
}

/// The lines that whoever has a view of a game has seen after its first so many events, each with the number of its
/// event.
pub fn told_to(game: &Game, view: View<'_>, language: &str, after: usize) -> Vec<(usize, Told)> {
    let mut scores = vec![0i32; game.seat_count()];
    let events = game.journal().map_or(&[][..], |j| &j.events);
    // Points that a game begins with are in no event.
    for event in events {
        if let Happening::Awarded { seat, points, .. } = event.what {
            scores[seat.index()] -= points;
        }
    }
    scores.iter_mut().zip(game.scores()).for_each(|(start, end)| *start += end);
    let mut lines = Vec::new();
    for (number, event) in events.iter().enumerate() {
        if let Happening::Awarded { seat, points, .. } = event.what {
            scores[seat.index()] += points;
        }
        if number >= after
            && let Some(seen) = view.event(event)
            && (event.kind() != EventKind::Drawn || tells_draw(game, events, number))
        {
            lines.extend(line(game, language, &seen.what, &scores).map(|told| (number, told)));
        }
    }
    lines
}

/// Whether the draw of this number says anything that what follows does not: nothing is said twice of a tile that is
/// placed or set aside, or waits to be placed.
pub fn tells_draw(game: &Game, events: &[Event], number: usize) -> bool {
    let Happening::Drawn { kind: drawn, .. } = events[number].what else { return false };
    for later in &events[number + 1..] {
        match later.what {
            Happening::Placed { kind, .. } | Happening::SetAside { kind, .. } if kind == drawn => return false,
            Happening::Drawn { .. } => return true,
            _ => {}
        }
    }
    game.view(None).public().tile_in_play() != Some(drawn)
}

fn line(game: &Game, language: &str, event: &Happening, scores: &[i32]) -> Option<Told> {
    let catalog = game.catalog();
    let tile = |kind| name(catalog, language, &["tile"], &catalog.kinds.key(kind));
    Some(match *event {
        Happening::Placed { seat, kind, cell, .. } => Told::Placed { seat, tile: tile(kind), cell },
        Happening::Deployed { seat, figure_kind, place, .. } => {
            let place = match place {
                Place::Segment(segment) => {
                    let terrain = catalog.terrains.key(game.board().terrain(catalog, segment));
                    let cell = game.board().cell_of(catalog, segment);
                    format!("{} {cell}", name(catalog, language, &["terrain"], &terrain))
                }
                Place::Cell(cell) => cell.to_string(),
                Place::Zone(zone, _) => name(catalog, language, &["zone"], &catalog.zones.key(zone)),
            };
            let figure = name(catalog, language, &["figure"], &catalog.figures.key(figure_kind));
            Told::Deployed { seat, figure: Some(figure), place }
        }
        Happening::Drawn { seat, kind, bag } => {
            let bag = name(catalog, language, &["bag"], &catalog.bags.key(bag));
            Told::Drawn { seat: Some(seat), tile: tile(kind), bag }
        }
        Happening::SetAside { kind, .. } => Told::SetAside { tile: tile(kind) },
        Happening::Rolled { seat, die, face } => {
            let called = name(catalog, language, &["die"], &catalog.dice.key(die));
            Told::Rolled { seat: Some(seat), die: called, face: catalog.face_name(die, face.face) }
        }
        Happening::Awarded { seat, points, book, segment, .. } => {
            let book = book_name(catalog, language, &catalog.score_kinds.key(book));
            let cell = segment.map(|s| game.board().cell_of(catalog, game.board().first_segment(s)));
            Told::Points { seat, points, book, cell, score: scores[seat.index()] }
        }
        Happening::Ending {} => Told::Ending,
        Happening::Over {} => Told::Over(outcome(game, language)),
        _ => return None,
    })
}

/// The points of all seats under each book, in words of the pack; books under which nobody has any are left out.
pub fn by_source(game: &Game, language: &str) -> Vec<(String, Vec<i32>)> {
    let catalog = game.catalog();
    let kinds = &catalog.score_kinds;
    let rows = kinds.ids().map(|id| (book_name(catalog, language, &kinds.key(id)), game.booked(id).to_vec()));
    rows.filter(|(_, row)| row.iter().any(|n| *n != 0)).collect()
}

/// What points are counted under, in words of the pack.
fn book_name(catalog: &Catalog, language: &str, key: &str) -> String {
    name(catalog, language, &["source", "terrain"], key)
}

/// A name that the pack gives a thing of one of several sorts, or the thing's id.
fn name(catalog: &Catalog, language: &str, sorts: &[&str], key: &str) -> String {
    let texts = &catalog.texts;
    let found = sorts.iter().find_map(|sort| {
        let full = format!("{sort}.{key}");
        texts.get(language, &full).or_else(|| texts.get("en", &full))
    });
    found.unwrap_or(key).to_owned()
}
