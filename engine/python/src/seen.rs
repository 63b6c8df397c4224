//! Converts the view of a seat into a Python dictionary; all its values come from the view.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use tilewright::seen::{CounterKey, Place, Scope, VisibleDecision, VisibleTiles};
use tilewright::{Catalog, Cell, Game, Seat, Stage, TileKindId};

fn kinds(catalog: &Catalog, kinds: &[TileKindId]) -> Vec<String> {
    kinds.iter().map(|kind| catalog.kinds.key(*kind)).collect()
}

fn pair(cell: Cell) -> (i16, i16) {
    cell.coordinates()
}

/// Returns the place of a piece in the notation of records.
fn place(game: &Game, at: Place) -> String {
    match at {
        Place::Segment(segment) => game.board().place_key(segment),
        Place::Cell(cell) => cell.to_string(),
        Place::Joint(joint) => game.catalog().lattice.joint_key(joint),
        Place::Zone(zone, 0) => game.catalog().zones.key(zone),
        Place::Zone(zone, slot) => format!("{} {slot}", game.catalog().zones.key(zone)),
    }
}

/// Returns the tiles, or only their number if they are hidden.
fn tiles<'py>(py: Python<'py>, catalog: &Catalog, seen: VisibleTiles) -> PyResult<Bound<'py, PyAny>> {
    Ok(match seen {
        VisibleTiles::Tiles(tiles) => PyList::new(py, kinds(catalog, &tiles))?.into_any(),
        VisibleTiles::Count(count) => count.into_pyobject(py)?.into_any(),
    })
}

/// Returns the view of a seat, or of a spectator for `None`.
pub(crate) fn view<'py>(py: Python<'py>, game: &Game, seat: Option<Seat>) -> PyResult<Bound<'py, PyDict>> {
    let (view, catalog) = (game.view(seat), game.catalog());
    let (public, board) = (view.public(), game.board());
    let seats = || game.seats_from(Seat(0));
    let told = PyDict::new(py);
    told.set_item("seat", seat.map(|seat| seat.0))?;
    let stage = match public.stage() {
        Stage::Setup => "setup",
        Stage::Play => "play",
        Stage::Finish => "finish",
        Stage::Over => "over",
    };
    told.set_item("stage", stage)?;
    told.set_item("turns", game.turns())?;
    told.set_item("active_seat", public.active_seat().0)?;
    told.set_item("scores", public.scores())?;
    told.set_item("tile_in_play", public.tile_in_play().map(|kind| catalog.kinds.key(kind)))?;
    let waiting = view.decision().map(|waiting| match waiting {
        VisibleDecision::Open(decision) => (decision.seat.0, Some(decision.ask.to_string())),
        VisibleDecision::Partly(part) => (part.seat().0, Some(part.ask().to_string())),
        VisibleDecision::Hidden(seat) => (seat.0, None),
    });
    told.set_item("decision", waiting)?;

    let laid = PyList::empty(py);
    for (number, tile) in board.numbered_tiles() {
        let one = PyDict::new(py);
        one.set_item("kind", catalog.kinds.key(tile.kind))?;
        one.set_item("cell", pair(tile.cell))?;
        one.set_item("plane", tile.cell.plane().0)?;
        one.set_item("turn", tile.turn.0)?;
        one.set_item("level", board.level(number))?;
        one.set_item("face_down", game.face_down(number).is_some())?;
        one.set_item("hidden", view.hidden_kind(number).map(|kind| catalog.kinds.key(kind)))?;
        laid.append(one)?;
    }
    told.set_item("tiles", laid)?;
    let figures = PyList::empty(py);
    for (_, figure) in public.figures() {
        let one = PyDict::new(py);
        one.set_item("figure", catalog.figures.key(figure.kind))?;
        one.set_item("seat", figure.seat.0)?;
        one.set_item("place", figure.place.map(|at| place(game, at)))?;
        figures.append(one)?;
    }
    told.set_item("figures", figures)?;

    let supplies = PyDict::new(py);
    for figure in catalog.figures.ids() {
        let of: Vec<u16> = seats().map(|seat| public.supply(figure, seat)).collect();
        supplies.set_item(catalog.figures.key(figure), of)?;
    }
    told.set_item("supplies", supplies)?;
    let hands = PyList::empty(py);
    for owner in seats() {
        hands.append(tiles(py, catalog, view.hand(owner))?)?;
    }
    told.set_item("hands", hands)?;
    let bags = PyDict::new(py);
    for bag in view.bags() {
        bags.set_item(catalog.bag_key(bag), tiles(py, catalog, view.bag(bag))?)?;
    }
    told.set_item("bags", bags)?;

    let counters = PyDict::new(py);
    for (counter, spec) in catalog.counters.iter().filter(|(_, spec)| spec.shown) {
        let name = catalog.counters.key(counter);
        match spec.scope {
            Scope::Game => counters.set_item(name, view.counter(counter, CounterKey::Game))?,
            Scope::Seat => {
                let of: Vec<_> = seats().map(|seat| view.counter(counter, CounterKey::Seat(seat))).collect();
                counters.set_item(name, of)?;
            }
            Scope::Keyed | Scope::SeatKeyed => {
                let by_key = PyDict::new(py);
                for (key, number) in view.counter_keys(counter) {
                    match key {
                        CounterKey::Key(key) => by_key.set_item(key, number)?,
                        CounterKey::SeatKey(seat, key) => by_key.set_item((seat.0, key), number)?,
                        CounterKey::Game | CounterKey::Seat(_) | CounterKey::Feature(_) => {}
                    }
                }
                counters.set_item(name, by_key)?;
            }
            // Counters of features follow from the features on the board.
            Scope::Feature(_) => {}
        }
    }
    told.set_item("counters", counters)?;
    let tokens = PyDict::new(py);
    for token in catalog.tokens.ids() {
        tokens.set_item(catalog.tokens.key(token), public.token(token).map(|at| place(game, at)))?;
    }
    told.set_item("tokens", tokens)?;
    told.set_item("set_aside", kinds(catalog, public.set_aside()))?;
    let sources = PyDict::new(py);
    for book in catalog.books.ids() {
        sources.set_item(catalog.books.key(book), public.book_points(book))?;
    }
    told.set_item("by_source", sources)?;
    Ok(told)
}
