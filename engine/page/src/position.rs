//! A position of a game as data for the script of a page: names and what they stand for, so that two positions can be
//! told apart name by name.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use tilewright_art::board::{Stander, open_cells, standing};
use tilewright_core::catalog::Scope;
use tilewright_core::effect::{CounterKey, Place};
use tilewright_core::game::{Game, Stage};
use tilewright_core::id::{TileKindId, TokenId};
use tilewright_core::sheet::Seat;
use tilewright_core::view::{Seen, View, Waiting};

use crate::eyes::Eyes;
use crate::naming::Naming;
use crate::sprites::{Sprites, units};

/// Names and what they stand for:
///
/// - `t0`: a tile, its drawing and its cell; `e1,0`: an empty cell;
/// - `f0`, `k0`: a figure or a token on the board, its drawing, its place and its words;
/// - `s0`: a seat's score and rows of what else it has; `g`: rows of what else there is; `w`: who is asked what.
///
/// A row is what something is called, a text, and drawings. What some eyes see otherwise than others has `@` and whose
/// behind its name.
pub(crate) type Position = BTreeMap<String, Json>;

/// A row of a table beside the board.
struct Row {
    label: String,
    text: String,
    drawings: Vec<usize>,
}

impl Row {
    fn new(label: String, text: String) -> Row {
        Row { label, text, drawings: Vec::new() }
    }

    fn json(&self) -> Json {
        if self.drawings.is_empty() {
            json!([self.label, self.text])
        } else {
            json!([self.label, self.text, self.drawings])
        }
    }
}

/// The position of a game as some eyes see it.
pub(crate) fn position(game: &Game, eyes: &[Eyes], naming: Naming<'_>, sprites: &mut Sprites<'_>) -> Position {
    let mut at = Position::new();
    on_board(game, naming, sprites, &mut at);
    for seat in (0..game.seat_count() as u8).map(Seat) {
        let open = open_rows(game, seat, naming);
        let open: Vec<Json> = open.iter().map(Row::json).collect();
        at.insert(format!("s{seat}"), json!([game.scores()[seat.index()], open]));
        let own = eyes.iter().map(|eyes| rows_of_seat(eyes.view(game), seat, naming, sprites));
        insert(&mut at, &format!("s{seat}"), eyes, own.collect());
    }
    let beside = beside_board(game, naming, sprites);
    at.insert("g".to_owned(), beside.iter().map(Row::json).collect());
    let keyed = eyes.iter().map(|eyes| keyed_rows(eyes.view(game), naming));
    insert(&mut at, "g", eyes, keyed.collect());
    let asked = eyes.iter().map(|eyes| asked(eyes.view(game), game, naming, sprites));
    insert(&mut at, "w", eyes, asked.collect());
    at
}

/// Puts in what each pair of eyes sees: once where all see the same.
fn insert(at: &mut Position, name: &str, eyes: &[Eyes], seen: Vec<Json>) {
    let nothing = |value: &Json| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    let Some(first) = seen.first() else { return };
    if seen.iter().all(|other| other == first) {
        if !nothing(first) {
            at.insert(format!("{name}@"), first.clone());
        }
        return;
    }
    for (eyes, value) in eyes.iter().zip(seen).filter(|(_, value)| !nothing(value)) {
        at.insert(format!("{name}@{}", eyes.key()), value);
    }
}

fn on_board(game: &Game, naming: Naming<'_>, sprites: &mut Sprites<'_>, at: &mut Position) {
    for (number, tile) in game.board().tiles().iter().enumerate() {
        let drawing = sprites.tile(tile.kind, usize::from(tile.turn));
        at.insert(format!("t{number}"), json!([drawing, tile.cell.x, tile.cell.y]));
    }
    for cell in open_cells(game) {
        at.insert(format!("e{cell}"), json!([sprites.empty(), cell.x, cell.y]));
    }
    for stands in standing(game, sprites.artist()) {
        let (x, y) = units(stands.at);
        match stands.what {
            Stander::Figure(number) => {
                let Some(figure) = game.figure(number) else { continue };
                let drawing = sprites.figure(figure.kind, Some(figure.seat));
                at.insert(format!("f{number}"), json!([drawing, x, y, naming.figure(game, number)]));
            }
            Stander::Token(token) => {
                let place = game.token(token).map_or_else(String::new, |place| naming.place(game, place));
                let words = naming.own.text("of", &[&token_name(naming, token), &place]);
                at.insert(format!("k{}", token.0), json!([sprites.token(token), x, y, words]));
            }
        }
    }
}

fn token_name(naming: Naming<'_>, token: TokenId) -> String {
    naming.name("token", &naming.catalog.tokens.key(token))
}

/// What everybody sees that a seat has.
fn open_rows(game: &Game, seat: Seat, naming: Naming<'_>) -> Vec<Row> {
    let catalog = naming.catalog;
    let figures = catalog.figures.ids().map(|figure| {
        let left = game.supply(figure, seat).to_string();
        Row::new(naming.name("figure", &catalog.figures.key(figure)), naming.own.text("supply", &[&left]))
    });
    figures.collect()
}

/// What whoever has a view sees of a seat's hand and numbers.
fn rows_of_seat(view: View<'_>, seat: Seat, naming: Naming<'_>, sprites: &mut Sprites<'_>) -> Json {
    let catalog = naming.catalog;
    let mut rows = Vec::new();
    let label = || naming.own.get("hand").to_owned();
    match view.hand(seat) {
        Seen::Tiles(kinds) if !kinds.is_empty() => {
            let names: Vec<String> = kinds.iter().map(|&kind| naming.tile(kind)).collect();
            let drawings = kinds.iter().map(|&kind| sprites.tile(kind, 0)).collect();
            rows.push(Row { label: label(), text: names.join(", "), drawings });
        }
        Seen::Count(count) if count > 0 => {
            rows.push(Row::new(label(), naming.own.text("hidden", &[&count.to_string()])));
        }
        _ => {}
    }
    for (counter, spec) in catalog.counters.iter().filter(|(_, c)| c.shown && c.scope == Scope::Seat) {
        if let Some(number) = view.counter(counter, CounterKey::Seat(seat)) {
            let laps = spec.track.filter(|_| number > 0).map(|track| (number as u32 / track, number as u32 % track));
            let text = match laps {
                Some((laps, rest)) if laps > 0 => format!("{number} ({laps} × {}, {rest})", spec.track.unwrap_or(1)),
                _ => number.to_string(),
            };
            rows.push(Row::new(naming.name("counter", &catalog.counters.key(counter)), text));
        }
    }
    rows.iter().map(Row::json).collect()
}

/// What everybody sees beside the board: what is left in bags, what stands in zones, what was set aside, numbers.
fn beside_board(game: &Game, naming: Naming<'_>, sprites: &mut Sprites<'_>) -> Vec<Row> {
    let catalog = naming.catalog;
    let mut rows = Vec::new();
    for (bag, spec) in catalog.bags.iter() {
        let left = game.bag(bag).total();
        if spec.total() > 0 || left > 0 {
            let text = naming.own.text("supply", &[&left.to_string()]);
            rows.push(Row::new(naming.name("bag", &catalog.bags.key(bag)), text));
        }
    }
    for zone in catalog.zones.ids() {
        let slot = |slot: u16| if slot == 0 { String::new() } else { format!("{slot}: ") };
        let figures = game.figures().filter_map(|(_, figure)| match figure.place {
            Some(Place::Zone(of, at)) if of == zone => {
                let kind = naming.name("figure", &catalog.figures.key(figure.kind));
                Some((at, format!("{}{kind} ({})", slot(at), naming.own.seat(figure.seat))))
            }
            _ => None,
        });
        let tokens = catalog.tokens.ids().filter_map(|token| match game.token(token) {
            Some(Place::Zone(of, at)) if of == zone => Some((at, format!("{}{}", slot(at), token_name(naming, token)))),
            _ => None,
        });
        let mut there: Vec<(u16, String)> = figures.chain(tokens).collect();
        there.sort();
        if !there.is_empty() {
            let there: Vec<String> = there.into_iter().map(|(_, text)| text).collect();
            rows.push(Row::new(naming.name("zone", &catalog.zones.key(zone)), there.join("; ")));
        }
    }
    if !game.set_aside().is_empty() {
        let kinds: Vec<TileKindId> = game.set_aside().to_vec();
        let names: Vec<String> = kinds.iter().map(|&kind| naming.tile(kind)).collect();
        let drawings = kinds.iter().map(|&kind| sprites.tile(kind, 0)).collect();
        rows.push(Row { label: naming.own.get("aside").to_owned(), text: names.join(", "), drawings });
    }
    rows
}

/// The numbers of the game, and those that are kept by key.
fn keyed_rows(view: View<'_>, naming: Naming<'_>) -> Json {
    let catalog = naming.catalog;
    let rows = catalog.counters.iter().filter(|(_, counter)| counter.shown).filter_map(|(counter, spec)| {
        let text = match spec.scope {
            Scope::Game => view.counter(counter, CounterKey::Game)?.to_string(),
            Scope::Keyed | Scope::SeatKeyed => naming.keyed(view, counter)?,
            Scope::Seat | Scope::Feature(_) => return None,
        };
        Some(Row::new(naming.name("counter", &catalog.counters.key(counter)), text).json())
    });
    rows.collect()
}

/// Who is asked what, with the drawing of the tile in play; or that the game is over.
fn asked(view: View<'_>, game: &Game, naming: Naming<'_>, sprites: &mut Sprites<'_>) -> Json {
    if game.stage() == Stage::Over {
        return json!([null, naming.own.get("over")]);
    }
    // Whether others have to choose in secret is a secret too.
    let Some(Waiting::Open(decision)) = view.decision() else { return Json::Null };
    let words = naming.own.text("asked", &[&naming.own.seat(decision.seat), &naming.question(decision)]);
    match view.public().tile_waiting() {
        Some(kind) => json!([decision.seat.0, words, sprites.tile(kind, 0)]),
        None => json!([decision.seat.0, words]),
    }
}
