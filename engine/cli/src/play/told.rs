//! Telling what has happened: a line for each event that concerns everybody.

use std::io::Write;

use tilewright_core::state::effect::Place;
use tilewright_core::state::event::{Event, EventKind};
use tilewright_core::state::happening::{Happening, Left};
use tilewright_core::state::view::Seen;
use tilewright_kit::games::report::tells_draw;
use tilewright_kit::games::why::{Reason, Source, reasons};

use super::Play;
use crate::failure::Failure;
use crate::out::FAINT;
use crate::why;

/// Nobody is kept from knowing.
const PUBLIC: u8 = 0xff;

impl Play<'_> {
    /// Tells everything that has happened since this was last done.
    pub(super) fn tell(&mut self) -> Result<(), Failure> {
        let mut lines = Vec::new();
        if let Some(journal) = self.session.game().journal() {
            let reasons = reasons(&self.session);
            let mut notes = journal.notes.iter().skip(self.noted).peekable();
            for (number, event) in journal.events.iter().enumerate().skip(self.told) {
                while let Some(note) = notes.next_if(|note| note.event <= number) {
                    lines.push(why::note(note, &self.session));
                }
                // The sheet stands for the awards that follow from it. What gives nothing to anybody is left to `why all`.
                for (at, reason) in reasons.iter().enumerate() {
                    if is_sheet(reason) && reason.event == number && reason.gives_anything() {
                        lines.push(self.points(at, reason));
                    }
                }
                let Some(seen) = self.session.game().view(None).event(event) else { continue };
                match event.kind() {
                    EventKind::Scored => {}
                    EventKind::Awarded => {
                        let which = reasons.iter().position(|r| !is_sheet(r) && r.event == number);
                        if let Some(at) = which {
                            lines.push(self.points(at, &reasons[at]));
                        }
                    }
                    EventKind::Drawn if !tells_draw(self.session.game(), &journal.events, number) => {}
                    _ => lines.extend(self.line(&seen)),
                }
            }
            lines.extend(notes.map(|note| why::note(note, &self.session)));
            (self.told, self.noted) = (journal.events.len(), journal.notes.len());
        }
        for line in lines {
            writeln!(self.out, "{FAINT}·{FAINT:#} {line}")?;
        }
        Ok(())
    }

    fn points(&self, at: usize, reason: &Reason) -> String {
        let seats = self.session.game().seat_count();
        format!("{}: {} (`why {}`)", why::title(reason, &self.session), why::shares(reason, seats), at + 1)
    }

    /// What the seat alone may know that is asked: what it has drawn in secret since this was last told, and its hand.
    pub(super) fn tell_alone(&mut self) -> Result<(), Failure> {
        let seat = self.viewer();
        let game = self.session.game();
        let events = game.journal().map_or(&[][..], |journal| &journal.events);
        let alone = |event: &&Event| event.seen_by != PUBLIC && event.seen_by >> seat.0 & 1 == 1;
        let begun = self.alone[seat.index()].min(events.len());
        let new = events[begun..].iter().filter(alone).filter(|event| event.kind() != EventKind::Counted);
        let mut lines: Vec<String> = new.filter_map(|event| self.line(event)).collect();
        if let Seen::Tiles(tiles) = game.view(Some(seat)).hand(seat)
            && !tiles.is_empty()
        {
            let tiles: Vec<String> = tiles.iter().map(|&kind| self.called(&game.catalog().kinds.key(kind))).collect();
            lines.push(format!("in the hand of seat {seat}: {}", tiles.join(", ")));
        }
        self.alone[seat.index()] = events.len();
        for line in lines {
            writeln!(self.out, "  {line}")?;
        }
        Ok(())
    }

    /// A kind of tile: its id, and its text if it has one.
    fn called(&self, kind: &str) -> String {
        let called = self.name("tile", kind);
        if called == kind { called } else { format!("{kind} ({called})") }
    }

    /// A place on or beside the board.
    fn place(&self, place: Place) -> String {
        let game = self.session.game();
        match place {
            Place::Segment(segment) => game.board().place_key(game.catalog(), segment),
            Place::Cell(cell) => cell.to_string(),
            Place::Zone(zone, 0) => self.name("zone", &game.catalog().zones.key(zone)),
            Place::Zone(zone, slot) => format!("{} {slot}", self.name("zone", &game.catalog().zones.key(zone))),
        }
    }

    fn line(&self, event: &Event) -> Option<String> {
        let game = self.session.game();
        let catalog = game.catalog();
        let kind_key = |kind| catalog.kinds.key(kind);
        Some(match event.what {
            Happening::Drawn { seat, kind, bag } => {
                let (kind, bag) = (kind_key(kind), self.name("bag", &catalog.bags.key(bag)));
                let called = self.name("tile", &kind);
                let called = if called == kind { String::new() } else { format!(": {called}") };
                format!("seat {seat} draws {kind} from {bag}{called}")
            }
            Happening::SetAside { kind, .. } => format!("{} fits nowhere and is set aside", kind_key(kind)),
            Happening::Placed { seat, tile, kind, cell, .. } => {
                let turn = game.board().tiles().get(tile.index())?.turn;
                format!("seat {seat} places {} at {cell}, turn {turn}", kind_key(kind))
            }
            Happening::Deployed { seat, figure_kind, place, from, .. } => {
                let (figure, to) = (self.name("figure", &catalog.figures.key(figure_kind)), self.place(place));
                match from {
                    Some(Left(from)) => format!("seat {seat} moves {figure} from {} to {to}", self.place(from)),
                    None => format!("seat {seat} puts {figure} on {to}"),
                }
            }
            Happening::Rolled { seat, die, face } => {
                let shown = catalog.face_name(die, face.face);
                format!("seat {seat} rolls {shown} with {}", self.name("die", &catalog.dice.key(die)))
            }
            Happening::Counted { counter, amount, seat } => {
                let declared = catalog.counters.get(counter)?;
                if declared.secret || !declared.shown || amount == 0 {
                    return None;
                }
                let text = self.name("counter", &catalog.counters.key(counter));
                let seat = seat.map_or_else(String::new, |seat| format!("seat {seat} "));
                format!("{seat}{text} {amount:+}")
            }
            Happening::TokenMoved { token, place } => {
                let token = self.name("token", &catalog.tokens.key(token));
                match place {
                    Some(place) => format!("{token} moves to {}", self.place(place)),
                    None => format!("{token} leaves the board"),
                }
            }
            Happening::BagChanged { bag, kind, amount } => {
                let bag = self.name("bag", &catalog.bags.key(bag));
                // Of a closed bag nobody sees which tile it is.
                let tile = kind.map_or("a tile".to_owned(), |kind| self.called(&kind_key(kind)));
                match amount {
                    0 => format!("{bag} is shuffled"),
                    ..0 => format!("{tile} is taken out of {bag}"),
                    _ => format!("{tile} goes into {bag}"),
                }
            }
            Happening::BoardChanged {} => "the board changes its size".to_owned(),
            Happening::Ending {} => "the last turn is over; what is left is scored".to_owned(),
            _ => return None,
        })
    }
}

fn is_sheet(reason: &Reason) -> bool {
    matches!(reason.source, Source::Sheet(_))
}

/// In which lap of a track a number is shown; nothing in the first.
pub(super) fn lap(number: i32, track: Option<u32>) -> String {
    let lap = track.and_then(|t| i32::try_from(t).ok()).filter(|&t| t > 0).map_or(0, |t| number / t);
    if lap > 0 { format!(" (lap {})", lap + 1) } else { String::new() }
}

#[cfg(test)]
mod tests {
    #[test]
    fn laps_begin_where_the_track_ends() {
        let shown = [(49, Some(50)), (50, Some(50)), (149, Some(50)), (99, Some(100)), (99, None), (-3, Some(50))]
            .map(|(n, track)| super::lap(n, track));
        assert_eq!(shown, ["", " (lap 2)", " (lap 3)", "", "", ""]);
    }
}
