//! Words events.

use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;

use super::SentenceValue::{CellName, Change, Name, Number, SeatName, Text};
use super::Sentences;
use crate::log::Line;
use crate::narration::{Narration, NumberBearer};
use crate::words::NamedItem;

impl Sentences<'_> {
    /// Words a line of the log; points with the score of the seat.
    pub fn line(&self, line: &Line) -> String {
        match (&line.told, line.score) {
            (Narration::Points { seat, points, .. }, Some(score)) => {
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
    pub fn event(&self, told: &Narration) -> String {
        match told {
            Narration::Placed { seat, tile, cell, degrees, help } => {
                let key = if *degrees == 0 { "placed" } else { "placed-turned" };
                let turned = Text(self.rotation(*degrees));
                let values = [
                    ("seat", SeatName(*seat)),
                    ("tile", Name(&tile.name)),
                    ("cell", CellName(*cell)),
                    ("turned", turned),
                ];
                self.add_help(self.say(key, values), help)
            }
            Narration::TakenUp { seat, tile, cell, hand: None } => self.on_tile("taken-up", *seat, tile, *cell),
            Narration::TakenUp { seat, tile, cell, hand: Some(holder) } => {
                let values = [
                    ("seat", SeatName(*seat)),
                    ("tile", Name(&tile.name)),
                    ("cell", CellName(*cell)),
                    ("holder", SeatName(*holder)),
                ];
                self.say("taken-in-hand", values)
            }
            Narration::TileReplaced { seat, tile, cell } => self.on_tile("tile-replaced", *seat, tile, *cell),
            Narration::PartAdded { seat, tile, terrain, cell } => {
                let part = Name(&terrain.name);
                let values =
                    [("seat", SeatName(*seat)), ("part", part), ("tile", Name(&tile.name)), ("cell", CellName(*cell))];
                self.say("part-added", values)
            }
            Narration::TileMoved { seat, tile, from, cell, degrees } => {
                let key = if from == cell { "tile-turned" } else { "tile-moved" };
                let values = [
                    ("seat", SeatName(*seat)),
                    ("tile", Name(&tile.name)),
                    ("from", CellName(*from)),
                    ("cell", CellName(*cell)),
                    ("turned", Text(self.rotation(*degrees))),
                ];
                self.say(key, values)
            }
            Narration::Covered { seat, tile, cell } => self.on_tile("covered", *seat, tile, *cell),
            Narration::Uncovered { tile, cell } => {
                self.say("uncovered", [("tile", Name(&tile.name)), ("cell", CellName(*cell))])
            }
            Narration::Looked { seat, tile: None, cell } => {
                self.say("looked-under", [("seat", SeatName(*seat)), ("cell", CellName(*cell))])
            }
            Narration::Looked { seat, tile: Some(tile), cell } => self.on_tile("looked-at", *seat, tile, *cell),
            Narration::TurnedUp { seat, tile, cell } => self.on_tile("turned-up", *seat, tile, *cell),
            Narration::TurnedDown { seat, tile, cell } => self.on_tile("turned-down", *seat, tile, *cell),
            Narration::Deployed { seat, figure, place, from } => {
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
            Narration::Drawn { seat, tile, bag, help } => {
                let values = [("seat", SeatName(*seat)), ("tile", Name(&tile.name)), ("bag", Name(&bag.name))];
                self.add_help(self.say("drawn", values), help)
            }
            Narration::SetAside { tile } => self.say("set-aside", [("tile", Name(&tile.name))]),
            Narration::Rolled { seat, die, face } => {
                self.say("rolled", [("seat", SeatName(*seat)), ("face", Name(face)), ("die", Name(&die.name))])
            }
            Narration::Points { seat, points, .. } => {
                let source = Text(self.source_of_points(told));
                self.say("points", [("seat", SeatName(*seat)), ("points", Number(*points)), ("source", source)])
            }
            Narration::Counted { seat, on, counter, amount } => {
                self.counter_change(*seat, on.as_ref(), counter, *amount)
            }
            Narration::TokenMoved { token, place: Some(place) } => {
                self.say("token-moved", [("token", Name(&token.name)), ("place", Name(&place.name()))])
            }
            Narration::TokenMoved { token, place: None } => self.say("token-left", [("token", Name(&token.name))]),
            Narration::PutBack { tile, bag } => self.in_bag("put-back", tile.as_ref(), bag),
            Narration::TakenOut { tile, bag } => self.in_bag("taken-out", tile.as_ref(), bag),
            Narration::SlotChanged { tile, place, came } => {
                let key = if *came { "slot-filled" } else { "slot-emptied" };
                self.say(key, [("tile", Name(&tile.name)), ("place", Name(&place.name()))])
            }
            Narration::Shuffled { bag } => self.say("shuffled", [("bag", Name(&bag.name))]),
            Narration::BoardChanged => self.say("board-changed", []),
            Narration::Begins { seat } => self.say("begins", [("seat", SeatName(*seat))]),
            Narration::HandedOver { seat, giver } => {
                self.say("handed-over", [("giver", SeatName(*giver)), ("seat", SeatName(*seat))])
            }
            Narration::Retired { seat } => self.say("retired", [("seat", SeatName(*seat))]),
            Narration::Ending => self.say("last-turn-over", []),
            Narration::Over(winners) => format!("{} {}", self.game_over(), self.ending(winners)),
        }
    }

    /// Words an event of a seat, a tile and a cell.
    fn on_tile(&self, key: &str, seat: Seat, tile: &NamedItem, cell: Cell) -> String {
        self.say(key, [("seat", SeatName(seat)), ("tile", Name(&tile.name)), ("cell", CellName(cell))])
    }

    /// Words the change of a counter.
    fn counter_change(
        &self,
        seat: Option<Seat>,
        on: Option<&NumberBearer>,
        counter: &NamedItem,
        amount: i32,
    ) -> String {
        let (counter, amount) = (("counter", Name(&counter.name)), ("amount", Change(amount)));
        match (seat, on) {
            (Some(seat), _) => self.say("counted-for-seat", [("seat", SeatName(seat)), counter, amount]),
            (None, None) => self.say("counted", [counter, amount]),
            (None, Some(NumberBearer::Figure { seat, figure })) => {
                let figure = ("figure", Name(&figure.name));
                self.say("counted-on-figure", [counter, figure, ("seat", SeatName(*seat)), amount])
            }
            (None, Some(NumberBearer::Tile { tile, cell })) => {
                let place = ("place", Text(self.name_with_place(&tile.name, &cell.to_string())));
                self.say("counted-on-place", [counter, place, amount])
            }
            (None, Some(NumberBearer::Slot(slot))) => {
                self.say("counted-on-place", [counter, ("place", Name(&slot.name())), amount])
            }
        }
    }

    /// Words an event of a bag and a tile that only some may know.
    fn in_bag(&self, key: &str, tile: Option<&NamedItem>, bag: &NamedItem) -> String {
        let tile = tile.map_or_else(|| Text(self.say("hidden-tile", [])), |tile| Name(&tile.name));
        self.say(key, [("tile", tile), ("bag", Name(&bag.name))])
    }

    fn source_of_points(&self, told: &Narration) -> String {
        match told {
            Narration::Points { book, cell: Some(cell), .. } => self.name_with_place(&book.name, &cell.to_string()),
            Narration::Points { book, .. } => self.style.name(&book.name),
            _ => String::new(),
        }
    }

    fn add_help(&self, sentence: String, help: &Option<String>) -> String {
        match help {
            Some(help) => format!("{sentence} {}", self.style.name(help)),
            None => sentence,
        }
    }
}
