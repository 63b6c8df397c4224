//! Narrates the game, with a line for each event that all players may know.

use std::io::Write;

use tilewright_core::catalog::seat::SeatSet;
use tilewright_core::state::event::{Event, EventKind};
use tilewright_core::state::view::VisibleTiles;
use tilewright_wording::log::tells_draw;
use tilewright_wording::narration::{Narration, narrate};
use tilewright_wording::why::{PointSource, PointsOccasion, reasons};

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

    fn points(&self, at: usize, reason: &PointsOccasion) -> String {
        let (sentences, catalog) = (self.sentences(), self.session.game().catalog());
        let (source, shares) = (sentences.source(catalog, reason), sentences.shares(&reason.points));
        format!("{source}: {shares} (`why {}`)", at + 1)
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
        if let VisibleTiles::Tiles(tiles) = game.view(Some(seat)).hand(seat)
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

    /// Narrates an event in a line; `None` for events that need no line.
    fn line(&self, event: &Event) -> Option<String> {
        match narrate(self.session.game(), &self.language, event)? {
            // Points are shown with their reasons, and the final scores show the end of the game.
            Narration::Points { .. } | Narration::Over(_) => None,
            told => Some(self.sentences().event(&told)),
        }
    }
}

fn is_sheet(reason: &PointsOccasion) -> bool {
    matches!(reason.source, PointSource::Sheet(_))
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
