//! Tracks the tiles of a game: in bags, in hands, on the board, set aside, in play, or held by a rule. No tile may be
//! lost or created.
//!
//! During the setup, rules may remove tiles: tiles missing after the setup count as out of the game. Later, a tile
//! leaves the game only through `take_out` or by being set aside. Kinds that are in no bag are created by the rules
//! that place them, so they are not counted. Rules may keep chips, which have no cells.

use crate::catalog::id::{BagId, Id, TileKindId};
use crate::catalog::seat::Seat;
use crate::state::agenda::{CountedPlacements, Part};
use crate::state::event::{Event, EventKind};
use crate::state::happening::Happening;
use crate::state::{Game, Stage};
use crate::verify::need::need;

/// A tile that a turn part has in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct InPlay {
    /// Current position of the part in the agenda.
    part: usize,
    kind: TileKindId,
    /// Distinguishes it from the next tile of its kind that the part plays.
    counted: Option<CountedPlacements>,
    placed: bool,
}

/// Ledger of the tiles of a game, updated after every event.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    /// Declared number of tiles of each kind.
    declared: Vec<i64>,
    /// Number of missing tiles of each kind; negative if there are too many.
    missing: Vec<i64>,
    /// Number of missing tiles of each kind that are out of the game.
    out: Vec<i64>,
    in_play: Vec<InPlay>,
    /// True for an arranged position: its tiles count instead of the declared ones.
    is_arranged: bool,
}

impl Ledger {
    /// Returns a ledger that starts with the tiles of an arranged position, once the setup is over.
    pub(crate) fn new_arranged() -> Ledger {
        Ledger { is_arranged: true, ..Ledger::default() }
    }

    /// Updates the ledger after an event, or after an effect without an event.
    ///
    /// # Errors
    /// Tiles are lost, or there are too many.
    pub(crate) fn look(&mut self, game: &Game, event: Option<&Event>) -> Result<(), String> {
        self.follow(game, event);
        if self.declared.is_empty() {
            if self.is_arranged && game.position.stage == Stage::Setup {
                return Ok(());
            }
            self.declared = declared_counts(game);
            if self.is_arranged {
                let here = self.count(game);
                self.declared.iter_mut().zip(here).filter(|(all, _)| **all > 0).for_each(|(all, here)| *all = here);
            }
            self.out = vec![0; self.declared.len()];
            self.missing.clone_from(&self.out);
        }
        let now = self.count(game);
        let missing = self.declared.iter().zip(now).map(|(all, now)| all - now).collect();
        let before = std::mem::replace(&mut self.missing, missing);
        let what = event.map(Event::kind);
        if let Some(Event { what: Happening::BagChanged { kind: Some(kind), .. }, .. }) = event
            && self.missing[kind.index()] > before[kind.index()]
        {
            self.out[kind.index()] += 1;
        }
        let part_over = what == Some(EventKind::PartEnded);
        if part_over && game.position.stage == Stage::Setup {
            self.out.clone_from(&self.missing);
        }
        for (out, &missing) in self.out.iter_mut().zip(&self.missing) {
            *out = (*out).min(missing.max(0));
        }
        let over = what == Some(EventKind::Over);
        if part_over || over { self.judge(game, &before, over) } else { Ok(()) }
    }

    /// Checks for lost tiles when a turn part or the whole game is over.
    fn judge(&self, game: &Game, before: &[i64], over: bool) -> Result<(), String> {
        for kind in game.position.board.catalog.kinds.ids().filter(|kind| self.declared[kind.index()] > 0) {
            let (key, all) = (game.position.board.catalog.kinds.key(kind), self.declared[kind.index()]);
            let missing = self.missing[kind.index()];
            if !over && missing > before[kind.index()] && game.position.stage != Stage::Setup {
                return Err(format!(
                    "a turn part is over, and the tile {key} that it had in play is lost: neither placed nor put anywhere"
                ));
            }
            if missing < 0 && (over || game.is_self_contained()) {
                return Err(format!("there are {} tiles {key}, and the packs declare {all}", all - missing));
            }
            let lost = missing - self.out[kind.index()];
            if over && lost > 0 && !game.position.board.catalog.kinds[kind].cells.is_empty() {
                return Err(format!(
                    "the game is over, and of {all} tiles {key} {lost} are lost: taken by a rule and not returned"
                ));
            }
        }
        Ok(())
    }

    /// Updates the list of tiles in play, and which of them have been placed.
    fn follow(&mut self, game: &Game, event: Option<&Event>) {
        let resized = event.is_some_and(|event| event.kind() == EventKind::BoardChanged);
        let mut known = std::mem::take(&mut self.in_play);
        for (part, entry) in game.run.agenda.iter().enumerate() {
            let Part::Turn(turn) = entry else { continue };
            let Some(kind) = turn.kind else { continue };
            // Scheduled parts are inserted below and above this one, so its position does not identify it.
            let same = |old: &InPlay| old.kind == kind && (resized || old.counted == turn.counted);
            let placed = known.iter().position(same).is_some_and(|old| known.remove(old).placed);
            self.in_play.push(InPlay { part, kind, counted: turn.counted, placed });
        }
        if let Some(Event { what: Happening::Placed { tile: laid, kind, .. }, .. }) = event
            && let Some(running) = game.run.agenda.iter().rposition(|part| matches!(part, Part::Turn(_)))
            && let Some(tile) = self.in_play.iter_mut().find(|tile| tile.part == running)
            // For a face-down tile, the event reports its back.
            && game.face_down(*laid).map_or(*kind, |hidden| hidden.kind) == tile.kind
        {
            tile.placed = true;
        }
    }

    /// Counts the tiles of each kind.
    fn count(&self, game: &Game) -> Vec<i64> {
        let mut now = vec![0; game.position.board.catalog.kinds.len()];
        for bag in &game.position.bags {
            now.iter_mut().zip(&bag.counts).for_each(|(sum, &count)| *sum += i64::from(count));
        }
        let placed = game.position.board.tiles().map(|tile| tile.kind);
        let held =
            game.position.hands.iter().map(|&(_, kind)| kind).chain(game.position.rows.iter().map(|&(.., kind)| kind));
        let in_play = self.in_play.iter().filter(|tile| !tile.placed).map(|tile| tile.kind);
        let hidden = game.position.face_down.iter().map(|hidden| hidden.kind);
        for kind in placed.chain(hidden).chain(held).chain(game.position.set_aside.iter().copied()).chain(in_play) {
            now[game.position.board.catalog.front(kind).index()] += 1;
        }
        now
    }
}

/// Returns the declared number of tiles of each kind: in bags, and on the board if they come from no bag.
fn declared_counts(game: &Game) -> Vec<i64> {
    let mut declared = vec![0; game.position.board.catalog.kinds.len()];
    for &(kind, count) in game.bags().flat_map(|bag| &game.position.board.catalog.bags[bag].contents) {
        declared[kind.index()] += i64::from(count);
    }
    for preset in game.position.board.presets().filter(|preset| preset.from.is_none()) {
        declared[preset.kind.index()] += 1;
    }
    declared
}

/// Checks that tiles are neither lost nor created. Valid for packs whose rules create no tiles.
///
/// # Errors
/// An invariant is violated; the error describes the first violation.
pub fn tiles_are_conserved(game: &Game) -> Result<(), String> {
    let catalog = game.catalog();
    for kind in catalog.kinds.ids().filter(|&kind| catalog.front(kind) == kind) {
        let in_bags = |of: &dyn Fn(BagId) -> u32| game.bags().map(of).sum::<u32>();
        let at_first =
            in_bags(&|bag| catalog.bags[bag].contents.iter().filter(|(k, _)| *k == kind).map(|&(_, n)| n).sum::<u32>());
        let made = game.board().presets().filter(|p| p.kind == kind && p.from.is_none()).count() as u32;
        let left = in_bags(&|bag| game.bag(bag).count(kind));
        let on_board = game
            .board()
            .numbered_tiles()
            .filter(|(t, placed)| catalog.front(placed.kind) == kind && game.face_down(*t).is_none())
            .count();
        let hidden = game.all_face_down().iter().filter(|hidden| hidden.kind == kind).count();
        let in_hands: usize = game.seats_from(Seat(0)).map(|seat| game.hand(seat).filter(|&k| k == kind).count()).sum();
        let in_slots: usize =
            catalog.zones.ids().map(|zone| game.slot_tiles(zone).filter(|&(_, k)| k == kind).count()).sum();
        let aside = game.set_aside().iter().filter(|&&k| k == kind).count();
        let is_it = |part: &&Part| {
            let Part::Turn(part) = part else { return false };
            part.tile.is_none() && part.kind.is_some_and(|shown| catalog.front(shown) == kind)
        };
        let in_play = game.agenda().iter().filter(is_it);
        let now = left as usize + on_board + hidden + in_hands + in_slots + aside + in_play.count();
        need(now == (at_first + made) as usize, || {
            format!("{now} tiles of kind {}, {} at first", catalog.kinds.key(kind), at_first + made)
        })?;
    }
    Ok(())
}
