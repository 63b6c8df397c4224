//! Narrates the game, with a line for each event that all players may know.

use std::io::Write;

use tilewright_core::catalog::seat::SeatSet;
use tilewright_core::state::event::{Event, EventKind};
use tilewright_core::state::view::Seen;
use tilewright_kit::games::narration::{NumberBearer, Spot, Told, told};
use tilewright_kit::games::report::tells_draw;
use tilewright_kit::games::why::{Reason, Source, reasons};
use tilewright_kit::games::words::Thing;

use super::Play;
use crate::failure::Failure;
use crate::out::FAINT;
use crate::why;

impl Play<'_> {
    /// Narrates everything that has happened since the last call.
    pub(super) fn tell(&mut self) -> Result<(), Failure> {
        let mut lines = Vec::new();
        // Notes of rules may reveal hidden information.
        let notes_are_open = self.people() == 0 || !self.session.keeps_secrets();
        if let Some(journal) = self.session.game().journal() {
            let reasons = reasons(&self.session);
            let notes = if notes_are_open { &journal.notes[..] } else { &[] };
            let mut notes = notes.iter().skip(self.noted).peekable();
            for (number, event) in journal.events.iter().enumerate().skip(self.told) {
                while let Some(note) = notes.next_if(|note| note.event <= number) {
                    lines.push(why::note(note, &self.session));
                }
                // A sheet is shown instead of the awards that follow from it. A sheet that gives no points is shown
                // only by `why all`.
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
        format!(
            "{}: {} (`why {}`)",
            why::title(reason, self.words(self.session.game())),
            why::shares(reason, seats),
            at + 1
        )
    }

    /// Narrates what only the current seat may know: its secret draws since the last call, and its hand.
    pub(super) fn tell_alone(&mut self) -> Result<(), Failure> {
        let seat = self.viewer();
        let game = self.session.game();
        let events = game.journal().map_or(&[][..], |journal| &journal.events);
        let alone = |event: &&Event| event.seen_by != SeatSet::EVERYBODY && event.seen_by.contains(seat);
        let begun = self.alone[seat.index()].min(events.len());
        let new = events[begun..].iter().filter(alone).filter(|event| event.kind() != EventKind::Counted);
        let mut lines: Vec<String> = new.filter_map(|event| self.line(event)).collect();
        let mut hand = Vec::new();
        if let Seen::Tiles(tiles) = game.view(Some(seat)).hand(seat)
            && !tiles.is_empty()
        {
            let words = self.words(game);
            let names: Vec<String> = tiles.iter().map(|&kind| words.tile(kind).name).collect();
            lines.push(format!("in the hand of seat {seat}: {}", names.join(", ")));
            hand = tiles;
        }
        self.alone[seat.index()] = events.len();
        for line in lines {
            writeln!(self.out, "  {line}")?;
        }
        let text = self.hand_to_look_at(&hand);
        write!(self.out, "{text}")?;
        Ok(())
    }

    /// Narrates an event in a line; `None` for events that need no line, and for points, which are shown with their
    /// reasons.
    fn line(&self, event: &Event) -> Option<String> {
        let game = self.session.game();
        let place = |place: Spot| match place {
            Spot::Segment { segment, .. } => game.board().place_key(segment),
            place => place.name(),
        };
        Some(match told(game, &self.language, event)? {
            Told::Placed { seat, tile, cell, turn, help } => {
                format!("seat {seat} places {} at {cell}, turn {turn}{}", tile.name, after(help))
            }
            Told::TakenUp { seat, tile, cell, hand: None } => format!("seat {seat} takes up {} at {cell}", tile.name),
            Told::TakenUp { seat, tile, cell, hand: Some(holder) } => {
                format!("seat {seat} takes up {} at {cell}, into the hand of seat {holder}", tile.name)
            }
            Told::TileReplaced { seat, tile, cell } => {
                format!("seat {seat} replaces the tile at {cell} by {}", tile.id)
            }
            Told::PartAdded { seat, tile, terrain, cell } => {
                format!("seat {seat} adds {} to {} at {cell}", terrain.name, tile.id)
            }
            Told::TileMoved { seat, tile, from, cell, turn } if from == cell => {
                format!("seat {seat} turns {} at {cell}, turn {turn}", tile.name)
            }
            Told::TileMoved { seat, tile, from, cell, turn } => {
                format!("seat {seat} moves {} from {from} to {cell}, turn {turn}", tile.name)
            }
            Told::Covered { seat, tile, cell } => format!("seat {seat} covers {} at {cell}", tile.name),
            Told::Looked { seat, tile: None, cell } => format!("seat {seat} looks at what lies face down at {cell}"),
            Told::Looked { seat, tile: Some(tile), cell } => {
                format!("seat {seat} looks at what lies face down at {cell}: {}", tile.name)
            }
            Told::TurnedUp { seat, tile, cell } => format!("seat {seat} turns up {} at {cell}", tile.name),
            Told::TurnedDown { seat, tile, cell } => format!("seat {seat} turns {} at {cell} face down", tile.name),
            Told::Uncovered { tile, cell } => format!("{} at {cell} lies open again", tile.name),
            Told::Deployed { seat, figure, place: to, from: None } => {
                format!("seat {seat} puts {} on {}", figure.name, place(to))
            }
            Told::Deployed { seat, figure, place: to, from: Some(from) } => {
                format!("seat {seat} moves {} from {} to {}", figure.name, place(from), place(to))
            }
            Told::Drawn { seat, tile, bag, help } => {
                format!("seat {seat} draws {} from {}{}", tile.name, bag.name, after(help))
            }
            Told::SetAside { tile } => format!("{} fits nowhere and is set aside", tile.name),
            Told::Rolled { seat, die, face } => format!("seat {seat} rolls {face} with {}", die.name),
            Told::Points { .. } => return None,
            Told::Counted { seat: Some(seat), counter, amount, .. } => {
                format!("seat {seat} {} {amount:+}", counter.name)
            }
            Told::Counted { seat: None, on, counter, amount } => {
                let on = match on {
                    None => String::new(),
                    Some(NumberBearer::Figure { seat, figure }) => format!(" of {} of seat {seat}", figure.name),
                    Some(NumberBearer::Tile { tile, cell }) => format!(" of {} at {cell}", tile.name),
                    Some(NumberBearer::Slot(slot)) => format!(" of {}", slot.name()),
                };
                format!("{}{on} {amount:+}", counter.name)
            }
            Told::TokenMoved { token, place: Some(to) } => format!("{} moves to {}", token.name, place(to)),
            Told::TokenMoved { token, place: None } => format!("{} leaves the board", token.name),
            Told::PutBack { tile, bag } => format!("{} goes into {}", a_tile(tile), bag.name),
            Told::TakenOut { tile, bag } => format!("{} is taken out of {}", a_tile(tile), bag.name),
            Told::SlotChanged { tile, place: at, came: true } => format!("{} comes to {}", tile.name, place(at)),
            Told::SlotChanged { tile, place: at, came: false } => format!("{} leaves {}", tile.name, place(at)),
            Told::Shuffled { bag } => format!("shuffled: {}", bag.name),
            Told::BoardChanged => "the board changes its size".to_owned(),
            Told::Begins { seat } => format!("seat {seat} begins"),
            Told::Retired { seat } => format!("seat {seat} retires"),
            Told::Ending => "the last turn is over; what is left is scored".to_owned(),
            // The final scores already show the result.
            Told::Over(_) => return None,
        })
    }
}

/// Returns the explanation of a tile, to follow a sentence about it; empty without an explanation.
fn after(help: Option<String>) -> String {
    help.map_or_else(String::new, |help| format!(": {help}"))
}

/// Returns the name of a tile that is put into a bag or drawn from it; "a tile" if a closed bag hides it.
fn a_tile(tile: Option<Thing>) -> String {
    tile.map_or_else(|| "a tile".to_owned(), |tile| tile.name)
}

fn is_sheet(reason: &Reason) -> bool {
    matches!(reason.source, Source::Sheet(_))
}

/// Returns the lap of a track for a number; empty in the first lap.
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
