//! The fingerprint of a position, worked out when asked.
//!
//! Two positions with equal fingerprints are the same for every rule: what lies where, who stands where, what is left,
//! counted and scheduled, and the state of chance. The order in which lazy options are numbered, the journal and the
//! forest's shape are not part of it.

use xxhash_rust::xxh3::Xxh3;

use crate::state::Game;
use crate::state::agenda::Part;
use crate::state::decision::Options;
use crate::state::effect::Place;

impl Game {
    /// The fingerprint of the position (XXH3, 64 bits).
    pub fn fingerprint(&self) -> u64 {
        let mut out = Xxh3::new();
        let mut put = |n: i64| out.update(&n.to_le_bytes());
        put(i64::from(self.seats));
        put(self.stage as i64);
        put(i64::from(self.next_seat.0));
        put(self.first_seat.map_or(-1, |seat| i64::from(seat.0)));
        put(i64::from(self.ending));
        put(i64::from(self.turns));
        put(self.board.tiles.len() as i64);
        for tile in &self.board.tiles {
            put(i64::from(tile.kind.0));
            put(i64::from(tile.cell.sort_key()));
            put(i64::from(tile.turn));
        }
        // Features are told apart by their first segments, which do not depend on the forest's shape.
        for segment in 0..self.board.features.segment_count() as u32 {
            put(i64::from(self.board.features.first_key(segment)));
            put(i64::from(self.board.features.open_sides(segment)));
        }
        if let Some((min, max)) = self.board.bounds() {
            put(i64::from(min.sort_key()));
            put(i64::from(max.sort_key()));
        }
        put(self.figures.len() as i64);
        for figure in &self.figures {
            put(place_number(figure.place));
            put(i64::from(figure.kind.0) << 8 | i64::from(figure.seat.0));
        }
        let rows = [&self.scores, &self.booked, &self.counts];
        for row in rows {
            row.iter().for_each(|&n| put(i64::from(n)));
        }
        self.supply.iter().for_each(|&n| put(i64::from(n)));
        for bag in &self.bags {
            bag.counts.iter().for_each(|&n| put(i64::from(n)));
            bag.order.iter().for_each(|k| put(i64::from(k.0)));
        }
        for (seat, kind) in &self.hands {
            put(i64::from(seat.0) << 16 | i64::from(kind.0));
        }
        put(self.set_aside.len() as i64);
        self.set_aside.iter().for_each(|k| put(i64::from(k.0)));
        self.tokens.iter().for_each(|&place| put(place_number(place)));
        put(self.chance.generator.state as i64);
        self.queue.iter().for_each(|&s| put(i64::from(s)));
        let mut text = format!("{:?}", self.board.extent());
        for part in &self.agenda {
            match part {
                Part::Turn(part) => {
                    let mut part = *part;
                    // The number of a suspended run differs between a game and its restored copy.
                    part.run = part.run.map(|_| crate::state::question::RunId(0));
                    text.push_str(&format!("{part:?};"));
                }
                Part::Handler { handler, subject, run } => {
                    text.push_str(&format!("{handler:?}{subject:?}{};", run.is_some()));
                }
                Part::Replacing { hook, effect, run } => {
                    text.push_str(&format!("{hook}{effect:?}{};", run.is_some()));
                }
                other => text.push_str(&format!("{other:?};")),
            }
        }
        for (counter, key, value) in &self.keyed {
            text.push_str(&format!("{counter:?}{key:?}{value};"));
        }
        for list in &self.lists {
            text.push_str(&format!("{list:?}"));
        }
        if let Some(decision) = &self.decision {
            text.push_str(&format!("{}{}{}", decision.seat, decision.ask, decision.options.count()));
            if let Options::Choices(choices, _) = &decision.options {
                choices.iter().for_each(|c| text.push_str(&c.key));
            }
        }
        out.update(text.as_bytes());
        out.digest()
    }
}

fn place_number(place: Option<Place>) -> i64 {
    match place {
        None => -1,
        Some(Place::Segment(segment)) => i64::from(segment),
        Some(Place::Cell(cell)) => 1 << 40 | i64::from(cell.sort_key()),
        Some(Place::Zone(zone, slot)) => 1 << 41 | i64::from(zone.0) << 16 | i64::from(slot),
    }
}
