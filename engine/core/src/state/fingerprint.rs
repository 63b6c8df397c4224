//! The fingerprint of a position, computed on request.
//!
//! Positions with equal fingerprints are the same for every rule: tiles, pieces, remaining tiles, counters, scheduled
//! parts and the state of chance. The order of lazy options, the journal and the shape of the union-find forest are
//! excluded. Fingerprints only compare positions within one build; no file contains them.

use std::hash::{Hash, Hasher};

use xxhash_rust::xxh3::Xxh3;

use crate::catalog::id::TileId;
use crate::state::game::{Game, RunState};
use crate::state::options::{Decision, Options};
use crate::state::position::Position;

/// Hasher with the same result on machines of every word size and byte order.
struct Stable(Xxh3);

impl Hasher for Stable {
    fn finish(&self) -> u64 {
        self.0.digest()
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }
    fn write_u16(&mut self, n: u16) {
        self.write(&n.to_le_bytes());
    }
    fn write_u32(&mut self, n: u32) {
        self.write(&n.to_le_bytes());
    }
    fn write_u64(&mut self, n: u64) {
        self.write(&n.to_le_bytes());
    }
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
    fn write_i16(&mut self, n: i16) {
        self.write_u16(n as u16);
    }
    fn write_i32(&mut self, n: i32) {
        self.write_u32(n as u32);
    }
    fn write_i64(&mut self, n: i64) {
        self.write_u64(n as u64);
    }
    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }
}

impl Game {
    /// Returns the fingerprint of the position (XXH3, 64 bits).
    pub fn fingerprint(&self) -> u64 {
        let mut out = Stable(Xxh3::new());
        self.hash_position(&mut out);
        out.finish()
    }

    fn hash_position(&self, out: &mut impl Hasher) {
        // All fields are listed, so that a new field cannot be forgotten.
        let Game { setup: _, position, run, chance, recording: _ } = self;
        let Position {
            seats,
            stage,
            next_seat,
            first_seat,
            ending,
            conclusion,
            retired,
            turns,
            board,
            figures,
            supply,
            scores,
            booked,
            bags,
            hands,
            rows,
            face_down,
            set_aside,
            counts,
            keyed,
            tokens,
        } = position;
        let RunState {
            agenda,
            lists,
            completed,
            pending,
            decision,
            carried,
            replacing,
            // It serves a rule directly after its effect.
            last_put: _,
            // These fields record the origin of the position.
            trail: _,
            ahead: _,
        } = run;
        (seats, stage, next_seat, first_seat, ending, turns).hash(out);
        (conclusion, retired).hash(out);
        for (number, tile) in board.tiles.iter().enumerate() {
            (tile.kind, tile.cell, tile.turn, board.is_gone(TileId::from_index(number))).hash(out);
        }
        for (number, _) in board.numbered_tiles().filter(|_| board.has_levels()) {
            board.level(number).hash(out);
        }
        // First segments identify features independently of the forest's shape.
        for segment in board.features.segments() {
            (board.features.first_key(segment), board.features.open_sides(segment)).hash(out);
        }
        for plane in board.planes() {
            (board.bounds(plane), board.extent(plane)).hash(out);
        }
        (figures, supply, scores, booked).hash(out);
        (bags, hands, rows, face_down, set_aside, counts, keyed, tokens).hash(out);
        chance.streams.hash(out);
        (agenda, completed, pending, lists, carried, replacing).hash(out);
        // The pack that supplies the texts does not change the position.
        if let Some(Decision { seat, ask, pack: _, options, secret }) = decision {
            (seat, ask, options.count(), secret).hash(out);
            if let Options::List(_) | Options::Features { .. } = options {
                for listed in options.all(self).iter() {
                    listed.key.text(self).hash(out);
                    if listed.secret {
                        listed.secret.hash(out);
                    }
                }
            }
        }
    }
}
