//! Words events.

use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;

use super::SentenceValue::{CellName, Change, Name, Number, SeatName, Text};
use super::Sentences;
use crate::log::Line;
use crate::narration::{NumberBearer, Told};
use crate::words::Thing;

impl Sentences<'_> {
    /// Words a line of the log; points with the score of the seat.
    pub fn line(&self, line: &Line) -> String {
        match (&line.told, line.score) {
            (Told::Points { seat, points, .. }, Some(score)) => {
                let source = Text(self.source_of_points(&line.told));
                let values = [
                    ("seat", SeatName(*seat)),
                    ("points", Number(*points)),
                    ("source", source),
                    ("score", Number(score)),
                ];
                self.say("points-and-score", values)
            }
            (told, _) => self.event(told),
        }
    }

    /// Words an event, followed by the explanation of its tile if the packs have one.
    pub fn event(&self, told: &Told) -> String {
        match told {
            Told::Placed { seat, tile, cell, degrees, help } => {
                let key = if *degrees == 0 { "placed" } else { "placed-turned" };
                let turned = Text(self.turned(*degrees));
                let values = [
                    ("seat", SeatName(*seat)),
                    ("tile", Name(&tile.name)),
                    ("cell", CellName(*cell)),
                    ("turned", turned),
                ];
                self.explained(self.say(key, values), help)
            }
            Told::TakenUp { seat, tile, cell, hand: None } => self.on_tile("taken-up", *seat, tile, *cell),
            Told::TakenUp { seat, tile, cell, hand: Some(holder) } => {
                let values = [
                    ("seat", SeatName(*seat)),
                    ("tile", Name(&tile.name)),
                    ("cell", CellName(*cell)),
                    ("holder", SeatName(*holder)),
                ];
                self.say("taken-in-hand", values)
            }
            Told::TileReplaced { seat, tile, cell } => self.on_tile("tile-replaced", *seat, tile, *cell),
            Told::PartAdded { seat, tile, terrain, cell } => {
                let part = Name(&terrain.name);
                let values =
                    [("seat", SeatName(*seat)), ("part", part), ("tile", Name(&tile.name)), ("cell", CellName(*cell))];
                self.say("part-added", values)
            }
            Told::TileMoved { seat, tile, from, cell, degrees } => {
                let key = if from == cell { "tile-turned" } else { "tile-moved" };
                let values = [
                    ("seat", SeatName(*seat)),
                    ("tile", Name(&tile.name)),
                    ("from", CellName(*from)),
                    ("cell", CellName(*cell)),
                    ("turned", Text(self.turned(*degrees))),
                ];
                self.say(key, values)
            }
            Told::Covered { seat, tile, cell } => self.on_tile("covered", *seat, tile, *cell),
            Told::Uncovered { tile, cell } => {
                self.say("uncovered", [("tile", Name(&tile.name)), ("cell", CellName(*cell))])
            }
            Told::Looked { seat, tile: None, cell } => {
                self.say("looked-under", [("seat", SeatName(*seat)), ("cell", CellName(*cell))])
            }
            Told::Looked { seat, tile: Some(tile), cell } => self.on_tile("looked-at", *seat, tile, *cell),
            Told::TurnedUp { seat, tile, cell } => self.on_tile("turned-up", *seat, tile, *cell),
            Told::TurnedDown { seat, tile, cell } => self.on_tile("turned-down", *seat, tile, *cell),
            Told::Deployed { seat, figure, place, from } => {
                let key = if from.is_some() { "figure-moved" } else { "deployed" };
                let (from, place) = (from.as_ref().map(|from| from.name()).unwrap_or_default(), place.name());
                let values = [
                    ("seat", SeatName(*seat)),
                    ("figure", Name(&figure.name)),
                    ("from", Name(&from)),
                    ("place", Name(&place)),
                ];
                self.say(key, values)
            }
            Told::Drawn { seat, tile, bag, help } => {
                let values = [("seat", SeatName(*seat)), ("tile", Name(&tile.name)), ("bag", Name(&bag.name))];
                self.explained(self.say("drawn", values), help)
            }
            Told::SetAside { tile } => self.say("set-aside", [("tile", Name(&tile.name))]),
            Told::Rolled { seat, die, face } => {
                self.say("rolled", [("seat", SeatName(*seat)), ("face", Name(face)), ("die", Name(&die.name))])
            }
            Told::Points { seat, points, .. } => {
                let source = Text(self.source_of_points(told));
                self.say("points", [("seat", SeatName(*seat)), ("points", Number(*points)), ("source", source)])
            }
            Told::Counted { seat, on, counter, amount } => self.counted(*seat, on.as_ref(), counter, *amount),
            Told::TokenMoved { token, place: Some(place) } => {
                self.say("token-moved", [("token", Name(&token.name)), ("place", Name(&place.name()))])
            }
            Told::TokenMoved { token, place: None } => self.say("token-left", [("token", Name(&token.name))]),
            Told::PutBack { tile, bag } => self.in_bag("put-back", tile.as_ref(), bag),
            Told::TakenOut { tile, bag } => self.in_bag("taken-out", tile.as_ref(), bag),
            Told::SlotChanged { tile, place, came } => {
                let key = if *came { "slot-filled" } else { "slot-emptied" };
                self.say(key, [("tile", Name(&tile.name)), ("place", Name(&place.name()))])
            }
            Told::Shuffled { bag } => self.say("shuffled", [("bag", Name(&bag.name))]),
            Told::BoardChanged => self.say("board-changed", []),
            Told::Begins { seat } => self.say("begins", [("seat", SeatName(*seat))]),
            Told::Retired { seat } => self.say("retired", [("seat", SeatName(*seat))]),
            Told::Ending => self.say("last-turn-over", []),
            Told::Over(winners) => format!("{} {}", self.game_over(), self.ending(winners)),
        }
    }

    /// Words an event of a seat, a tile and a cell.
    fn on_tile(&self, key: &str, seat: Seat, tile: &Thing, cell: Cell) -> String {
        self.say(key, [("seat", SeatName(seat)), ("tile", Name(&tile.name)), ("cell", CellName(cell))])
    }

    /// Words the change of a counter.
    fn counted(&self, seat: Option<Seat>, on: Option<&NumberBearer>, counter: &Thing, amount: i32) -> String {
        let (counter, amount) = (("counter", Name(&counter.name)), ("amount", Change(amount)));
        match (seat, on) {
            (Some(seat), _) => self.say("counted-for-seat", [("seat", SeatName(seat)), counter, amount]),
            (None, None) => self.say("counted", [counter, amount]),
            (None, Some(NumberBearer::Figure { seat, figure })) => {
                let figure = ("figure", Name(&figure.name));
                self.say("counted-on-figure", [counter, figure, ("seat", SeatName(*seat)), amount])
            }
            (None, Some(NumberBearer::Tile { tile, cell })) => {
                let place = ("place", Text(self.at(&tile.name, &cell.to_string())));
                self.say("counted-on-place", [counter, place, amount])
            }
            (None, Some(NumberBearer::Slot(slot))) => {
                self.say("counted-on-place", [counter, ("place", Name(&slot.name())), amount])
            }
        }
    }

    /// Words an event of a bag and a tile that only some may know.
    fn in_bag(&self, key: &str, tile: Option<&Thing>, bag: &Thing) -> String {
        let tile = tile.map_or_else(|| Text(self.say("hidden-tile", [])), |tile| Name(&tile.name));
        self.say(key, [("tile", tile), ("bag", Name(&bag.name))])
    }

    fn source_of_points(&self, told: &Told) -> String {
        match told {
            Told::Points { book, cell: Some(cell), .. } => self.at(&book.name, &cell.to_string()),
            Told::Points { book, .. } => self.style.name(&book.name),
            _ => String::new(),
        }
    }

    fn explained(&self, sentence: String, help: &Option<String>) -> String {
        match help {
            Some(help) => format!("{sentence} {}", self.style.name(help)),
            None => sentence,
        }
    }
}
