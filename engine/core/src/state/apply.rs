//! Application of effects: each effect is checked, carried out and reported as an event.

use crate::board::PlacedTile;
use crate::board::features::Merged;
use crate::catalog::footing::Footing;
use crate::catalog::id::{
    BagId, BookId, DieId, FigureId, FigureKindId, Id, SegmentId, Symbol, TileId, TileKindId, ZoneId,
};
use crate::catalog::lattice::{Cell, Turn};
use crate::catalog::seat::{PerSeat, Seat, SeatSet};
use crate::catalog::{Catalog, Scope};
use crate::limits;
use crate::state::agenda::{ListId, Part, TurnPart};
use crate::state::effect::{CounterKey, Effect, Place, Purse, Rejected};
use crate::state::event::{Event, EventKind, ScoredSheet};
use crate::state::game::Game;
use crate::state::happening::{Happening, Left, Rolled};
use crate::state::position::{Figure, Stage};
use crate::state::sheet::Sheet;

/// Time at which a scheduled part runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    /// Time directly after the running rule.
    Now,
    /// Time after the running turn part, before the next seat's turn.
    After,
}

impl Game {
    /// Changes the state, unless replacements match the effect: then the machine calls these first.
    ///
    /// # Errors
    /// The effect is impossible; the state is unchanged.
    pub fn effect(&mut self, effect: Effect) -> Result<(), Rejected> {
        if self.setup.listeners.replace & effect.event().bit() != 0 {
            let from =
                self.run.replacing.filter(|(kind, _)| *kind == effect.event()).map_or(0, |(_, number)| number + 1);
            // An impossible effect is refused here, as it would be without replacements.
            self.possible(&effect)?;
            if self.replacement_of(&effect, from).is_some() {
                self.run.pending.push(Part::Effect(effect, from));
                return Ok(());
            }
        }
        self.apply(effect)
    }

    /// Returns true if effects wait for rules that may replace them.
    pub fn holds_effects(&self) -> bool {
        self.setup.listeners.replace != 0 && self.run.pending.iter().any(|part| matches!(part, Part::Effect(..)))
    }

    /// Changes the state without calling replacements.
    ///
    /// # Errors
    /// The effect is impossible; the state is unchanged.
    pub(crate) fn apply(&mut self, effect: Effect) -> Result<(), Rejected> {
        let done = self.carry_out(effect);
        // Some effects report no event, so the observer is called here.
        self.observe();
        done
    }

    fn carry_out(&mut self, effect: Effect) -> Result<(), Rejected> {
        match effect {
            Effect::PlaceTile { seat, kind, cell, turn, footing, reason } => {
                self.place_tile(seat, kind, (cell, turn), footing, reason)
            }
            Effect::TakeUp { seat, tile, to, reason } => self.take_up((seat, tile), to, reason),
            Effect::ReplaceTile { seat, tile, kind, turn, to, reason } => {
                self.replace_tile((seat, tile), (kind, turn), to, reason)
            }
            Effect::AddPart { seat, tile, kind, reason } => self.add_part((seat, tile), kind, reason),
            Effect::MoveTile { seat, tile, cell, turn, footing, reason } => {
                self.move_tile((seat, tile), (cell, turn), footing, reason)
            }
            Effect::Look { seat, tile } => self.look_under(seat, tile),
            Effect::PlaceFaceDown { seat, kind, cell, turn, footing, known_to, reason } => {
                self.place_face_down(seat, (kind, known_to), (cell, turn), footing, reason)
            }
            Effect::TurnUp { seat, tile, turn, reason } => self.turn_up((seat, tile), turn, reason),
            Effect::TurnDown { seat, tile, turn, known_to, reason } => {
                self.turn_down((seat, tile), turn, known_to, reason)
            }
            Effect::Deploy { seat, figure, place } => self.deploy(seat, figure, place).map(|_| ()),
            Effect::MoveFigure { figure, place } => self.move_figure(figure, place),
            Effect::TakeHome { figure, reason } => self.take_home(figure, reason),
            Effect::Award { seat, points, book, segment, reason } => self.award(seat, points, book, segment, reason),
            Effect::Count { counter, key, amount } => {
                self.check_scope(counter, key)?;
                let value = self.check_count(counter, key, amount)?;
                self.set_counter(counter, key, value)
            }
            Effect::Pay { counter, from, to, amount } => self.pay(counter, from, to, amount),
            Effect::MoveToken { token, place } => {
                if let Some(place) = place {
                    self.check_place(place)?;
                }
                self.position.tokens[token.index()] = place;
                self.report(Happening::TokenMoved { token, place });
                Ok(())
            }
            Effect::PutBack { bag, kind } => {
                self.check_room()?;
                let kind = self.position.board.catalog.front(kind);
                self.position.bags[bag.index()].put_under(kind);
                self.report_bag(bag, Some(kind), 1);
                Ok(())
            }
            Effect::Remove { bag, kind } => {
                self.check_bag(bag, kind)?;
                let kind = self.position.board.catalog.front(kind);
                self.position.bags[bag.index()].take_out(kind);
                self.report_bag(bag, Some(kind), -1);
                Ok(())
            }
            Effect::Shuffle { bag } => {
                self.shuffle_stack(bag);
                self.report_bag(bag, None, 0);
                Ok(())
            }
            Effect::Deal { from, to } => {
                self.deal(from, &to);
                self.report_bag(from, None, 0);
                Ok(())
            }
            Effect::NextSeat { seat } => {
                self.check_seat(seat)?;
                self.position.next_seat = seat;
                if self.position.stage == Stage::Setup {
                    self.report(Happening::Begins { seat });
                }
                Ok(())
            }
            Effect::HandOver { seat } => {
                self.check_in_game(seat)?;
                if let Some(part) = self.turn_part_mut() {
                    part.seat = seat;
                }
                Ok(())
            }
            Effect::ToHand { seat, kind } => {
                self.check_seat(seat)?;
                self.check_room()?;
                self.position.hands.push((seat, self.position.board.catalog.front(kind)));
                Ok(())
            }
            Effect::FromHand { seat, kind } => {
                let at = self.check_hand(seat, kind)?;
                self.position.hands.remove(at);
                Ok(())
            }
            Effect::ToSlot { zone, slot, kind } => {
                self.check_slot(zone, slot)?;
                self.check_room()?;
                let Err(at) = self.row_at(zone, slot) else {
                    return Err(Rejected::new("slot_taken", format!("slot {slot} already holds a tile")));
                };
                let kind = self.position.board.catalog.front(kind);
                self.position.rows.insert(at, (zone, slot, kind));
                self.report_slot(zone, slot, kind, 1);
                Ok(())
            }
            Effect::FromSlot { zone, slot } => {
                self.check_slot(zone, slot)?;
                let empty = |_| Rejected::new("slot_empty", format!("no tile is in slot {slot}"));
                let at = self.row_at(zone, slot).map_err(empty)?;
                let (.., kind) = self.position.rows.remove(at);
                self.report_slot(zone, slot, kind, -1);
                Ok(())
            }
            Effect::InPlay { kind } => {
                if let Some(part) = self.turn_part_mut() {
                    part.kind = kind;
                    part.counted = None;
                }
                Ok(())
            }
            Effect::Resize { plane, extent } => {
                self.check_extent(plane, extent)?;
                let catalog = std::sync::Arc::clone(&self.position.board.catalog);
                self.position.board.set_extent(&catalog, plane, extent);
                if let Some(part) = self.turn_part_mut() {
                    part.counted = None;
                }
                self.report(Happening::BoardChanged {});
                Ok(())
            }
            Effect::Retire { seat, reason } => {
                self.check_in_game(seat)?;
                self.position.retired = self.position.retired.with(seat);
                self.report(Happening::Retired { seat, reason });
                Ok(())
            }
            Effect::EndGame { conclusion } => {
                self.possible(&Effect::EndGame { conclusion })?;
                self.position.ending = true;
                self.position.conclusion.add(conclusion);
                Ok(())
            }
        }
    }

    /// Returns the figure that was deployed last, once [`Game::effect`] has started a deployment and all waiting
    /// effects are settled; `None` if rules replaced the deployment.
    pub fn last_put(&self) -> Option<FigureId> {
        self.run.last_put
    }

    /// Clears the result of [`Game::last_put`].
    pub fn forget_put(&mut self) {
        self.run.last_put = None;
    }

    /// Places a tile and records the features that it completes.
    fn place_tile(
        &mut self,
        seat: Seat,
        kind: TileKindId,
        (cell, turn): (Cell, Turn),
        footing: Footing,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        self.check_fit(kind, (cell, turn), footing)?;
        let catalog = std::sync::Arc::clone(&self.position.board.catalog);
        let from = self.run.completed.len();
        let tile = self.lay_over(&catalog, seat, kind, (cell, turn), reason)?;
        self.after_placing(&catalog, tile, seat, from);
        Ok(())
    }

    /// Places a tile that is known to fit.
    #[inline]
    pub(crate) fn lay(
        &mut self,
        catalog: &Catalog,
        seat: Seat,
        kind: TileKindId,
        (cell, turn): (Cell, Turn),
        reason: Option<Symbol>,
    ) -> TileId {
        let mut merges: Vec<Merged> = Vec::new();
        let wants_merges = self.setup.listeners.on & EventKind::Merged.bit() != 0 || self.recording.journal.is_some();
        let tile = self.position.board.place(catalog, kind, cell, turn, |m| {
            if wants_merges {
                merges.push(m);
            }
        });
        self.report_placed((seat, tile), &merges, reason);
        tile
    }

    /// Reports that a tile was placed, and the features that it merged.
    #[inline]
    pub(super) fn report_placed(&mut self, (seat, tile): (Seat, TileId), merges: &[Merged], reason: Option<Symbol>) {
        let PlacedTile { kind, cell, turn, .. } = self.position.board.tiles[tile.index()];
        self.report(Happening::Placed { seat, tile, kind, cell, turn: i32::from(turn.0), reason });
        for Merged { kept, .. } in merges {
            self.report(Happening::Merged { seat, tile, segment: kept.segment() });
        }
    }

    /// Moves a figure from its supply to a place and returns its number.
    #[inline]
    pub(crate) fn deploy(&mut self, seat: Seat, kind: FigureKindId, place: Place) -> Result<FigureId, Rejected> {
        self.check_place(place)?;
        self.check_supply(seat, kind)?;
        self.position.supply[kind.index() * usize::from(self.position.seats) + seat.index()] -= 1;
        let figure = Figure { kind, seat, place: Some(place) };
        let free = |(number, f): (usize, &Figure)| f.place.is_none() && !self.is_awaited(FigureId::from_index(number));
        let number = FigureId::from_index(match self.position.figures.iter().enumerate().position(free) {
            Some(free) => {
                self.position.figures[free] = figure;
                free
            }
            None => {
                self.position.figures.push(figure);
                self.position.figures.len() - 1
            }
        });
        self.run.last_put = Some(number);
        self.settle(number, place, None);
        Ok(number)
    }

    /// Adds the claim of a figure at its new place, and reports the deployment.
    fn settle(&mut self, number: FigureId, place: Place, from: Option<Place>) {
        let Figure { kind, seat, .. } = self.position.figures[number.index()];
        if let Place::Segment(segment) = place {
            self.position.board.features.add_claim(segment, seat, self.position.board.catalog.figures[kind].weight);
        }
        self.recording.tally.deployed += 1;
        self.report(Happening::Deployed { seat, figure: number, figure_kind: kind, place, from: from.map(Left) });
    }

    /// Removes the claim of a figure at its current place; returns the segment if it is on one.
    fn unsettle(&mut self, number: FigureId) -> Result<Option<SegmentId>, Rejected> {
        let (Figure { kind, seat, .. }, place) = self.check_out(number)?;
        if let Place::Segment(segment) = place {
            self.position.board.features.remove_claim(segment, seat, self.position.board.catalog.figures[kind].weight);
            return Ok(Some(segment));
        }
        Ok(None)
    }

    fn move_figure(&mut self, number: FigureId, place: Place) -> Result<(), Rejected> {
        self.check_place(place)?;
        let from = self.figure(number).and_then(|f| f.place);
        self.unsettle(number)?;
        self.position.figures[number.index()].place = Some(place);
        self.settle(number, place, from);
        Ok(())
    }

    #[inline]
    pub(crate) fn take_home(&mut self, number: FigureId, reason: Option<Symbol>) -> Result<(), Rejected> {
        let segment = self.unsettle(number)?;
        let figure = &mut self.position.figures[number.index()];
        figure.place = None;
        let (kind, seat) = (figure.kind, figure.seat);
        self.position.supply[kind.index() * usize::from(self.position.seats) + seat.index()] += 1;
        self.report(Happening::TookHome { seat, figure: number, figure_kind: kind, segment, reason });
        Ok(())
    }

    #[inline]
    pub(crate) fn award(
        &mut self,
        seat: Seat,
        points: i32,
        book: BookId,
        segment: Option<SegmentId>,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        self.check_award(seat, points, book)?;
        self.position.scores[seat.index()] += points;
        self.position.booked[book.index() * usize::from(self.position.seats) + seat.index()] += points;
        self.report(Happening::Awarded { seat, points, book, segment, reason });
        Ok(())
    }

    /// Sets a counter to a value, which is limited to the counter's bounds.
    pub(crate) fn set_counter(
        &mut self,
        counter: crate::catalog::id::CounterId,
        key: CounterKey,
        value: i32,
    ) -> Result<(), Rejected> {
        self.check_scope(counter, key)?;
        let spec = &self.position.board.catalog.counters[counter];
        let value = value.max(spec.min.unwrap_or(i32::MIN)).min(spec.max.unwrap_or(i32::MAX));
        let before = self.counter(counter, key);
        let is_keyed = !matches!(key, CounterKey::Game | CounterKey::Seat(_));
        if is_keyed
            && self.position.keyed.len() >= limits::KEYS
            && !self.position.keyed.iter().any(|&(c, k, _)| (c, k) == (counter, key))
        {
            let most = limits::KEYS;
            return Err(Rejected::new(
                "too_many",
                format!("counters with keys hold {most} numbers in all, and no more"),
            ));
        }
        match (spec.scope, key) {
            (Scope::Game, _) => {
                let at = self.counter_base(counter);
                self.position.counts[at] = value;
            }
            (Scope::Seat, CounterKey::Seat(seat)) => {
                let at = self.counter_base(counter) + seat.index();
                self.position.counts[at] = value;
            }
            (Scope::Feature(_), CounterKey::Feature(segment)) => {
                let root = self.position.board.features.root(segment);
                let features = &self.position.board.features;
                self.position.keyed.retain(|(c, k, _)| {
                    *c != counter || !matches!(k, CounterKey::Feature(s) if features.root(*s) == root)
                });
                self.set_keyed(counter, CounterKey::Feature(segment), value);
            }
            _ => self.set_keyed(counter, key, value),
        }
        let seat = if let CounterKey::Seat(seat) | CounterKey::SeatKey(seat, _) = key { Some(seat) } else { None };
        let bearer = self.bearer(counter, key);
        let counted = Happening::Counted {
            counter,
            amount: value.saturating_sub(before),
            seat,
            key: if let CounterKey::Key(key) | CounterKey::SeatKey(_, key) = key {
                i32::try_from(key).ok()
            } else {
                None
            },
            figure_kind: bearer.map(|figure| figure.kind),
            owner: bearer.map(|figure| figure.seat),
        };
        // A reported change would reveal a secret value, so only its seat receives it.
        match (self.position.board.catalog.counters[counter].secret, seat) {
            (false, _) => self.report(counted),
            (true, seat) => self.report_to(counted, seat.into_iter().collect()),
        }
        Ok(())
    }

    pub(super) fn set_keyed(&mut self, counter: crate::catalog::id::CounterId, key: CounterKey, value: i32) {
        match self.position.keyed.binary_search_by_key(&(counter, key), |&(c, k, _)| (c, k)) {
            Ok(at) => self.position.keyed[at].2 = value,
            Err(at) => self.position.keyed.insert(at, (counter, key, value)),
        }
    }

    fn pay(
        &mut self,
        counter: crate::catalog::id::CounterId,
        from: Purse,
        to: Purse,
        amount: i32,
    ) -> Result<(), Rejected> {
        self.check_purses(counter, from, to, amount)?;
        if let Purse::Seat(seat) = from {
            let left = self.counter(counter, CounterKey::Seat(seat)).saturating_sub(amount);
            self.set_counter(counter, CounterKey::Seat(seat), left)?;
        }
        if let Purse::Seat(seat) = to {
            let more = self.counter(counter, CounterKey::Seat(seat)).saturating_add(amount);
            self.set_counter(counter, CounterKey::Seat(seat), more)?;
        }
        Ok(())
    }

    /// Schedules a turn part: a named part, a list of steps by name, or a whole turn if `steps` is empty. Among parts
    /// that follow the same part, those of lower rank come first, then those scheduled first. Parts of a retired seat
    /// are dropped.
    ///
    /// # Errors
    /// The game has no such seat, part or step, or a limit of parts or steps is reached.
    pub fn schedule(
        &mut self,
        seat: Seat,
        steps: &[&str],
        timing: Timing,
        rank: u8,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        self.check_seat(seat)?;
        if self.run.agenda.len() + self.run.pending.len() >= limits::WAITING_PARTS {
            let most = limits::WAITING_PARTS;
            return Err(Rejected::new(
                "too_many",
                format!("{most} parts wait for their turn already, which is the most"),
            ));
        }
        let list = self.list_of(steps)?;
        if !self.in_game(seat) {
            return Ok(());
        }
        let part = Part::Turn(TurnPart { rank, ..TurnPart::new(seat, list, reason) });
        match timing {
            Timing::Now => self.run.pending.push(part),
            Timing::After => {
                let top = self.run.agenda.iter().rposition(|p| matches!(p, Part::Turn(_)));
                let at = top.map_or(self.run.agenda.len(), |top| {
                    let mut at = top;
                    if let Some(Part::Turn(running)) = self.run.agenda.get_mut(top) {
                        at -= usize::from(running.followers).min(top);
                        running.followers += 1;
                    }
                    // The last follower is lowest on the agenda, so a part moves up past the followers of higher rank.
                    while at < top && matches!(&self.run.agenda[at], Part::Turn(other) if other.rank > rank) {
                        at += 1;
                    }
                    at
                });
                self.run.agenda.insert(at, part);
            }
        }
        Ok(())
    }

    /// Returns the list of some steps, by name.
    fn list_of(&mut self, steps: &[&str]) -> Result<ListId, Rejected> {
        match steps {
            [] => return Ok(ListId::TURN),
            [one] => {
                if let Some(part) = self.setup.program.part(one) {
                    return Ok(part);
                }
            }
            _ => {}
        }
        let mut list = Vec::new();
        for &name in steps {
            let found = self.setup.program.find(name);
            list.push(found.ok_or_else(|| Rejected::new("no_such_step", format!("there is no step `{name}`")))?);
        }
        let own = self.setup.program.lists.len();
        let known = self.run.lists.iter().position(|l| **l == *list);
        if list.len() > limits::PART_STEPS || known.is_none() && self.run.lists.len() >= limits::PART_STEPS {
            let most = limits::PART_STEPS;
            return Err(Rejected::new(
                "too_many",
                format!("a part has at most {most} steps, and rules make {most} such lists"),
            ));
        }
        let at = known.unwrap_or_else(|| {
            self.run.lists.push(list.into());
            self.run.lists.len() - 1
        });
        Ok(ListId((own + at) as u16))
    }

    /// Ends the innermost loop with a name in the running part, or without a name the part itself. A step that has
    /// begun finishes first.
    ///
    /// # Errors
    /// No loop with the name is running.
    pub fn leave(&mut self, name: Option<&str>) -> Result<(), Rejected> {
        let program = std::sync::Arc::clone(&self.setup.program);
        let lists = self.run.lists.clone();
        let Some(part) = self.turn_part_mut() else { return Ok(()) };
        let list = program.list(&lists, part.list);
        let target = match name {
            None => list.len() as u16,
            Some(name) => {
                let found = running_loops(&program, list, part.at).filter(|(own, _)| **own == *name).last();
                found.map(|(_, end)| end).ok_or_else(|| {
                    let running: Vec<String> =
                        running_loops(&program, list, part.at).map(|(own, _)| format!("`{own}`")).collect();
                    let others = match &running[..] {
                        [] => "the running turn part is in no loop".to_owned(),
                        some => format!("what runs is {}", some.join(" in ")),
                    };
                    Rejected::new("no_such_loop", format!("no loop `{name}` runs here that could be left: {others}"))
                })?
            }
        };
        if part.busy {
            part.leave_to = Some(target);
        } else {
            part.at = target;
            part.each = 0;
        }
        Ok(())
    }

    /// Reports that a scoring round of a seat begins.
    pub fn begin_round(&mut self, seat: Seat) {
        self.report(Happening::RoundBegan { seat });
    }

    /// Reports that a scoring round of a seat has ended.
    pub fn end_round(&mut self, seat: Seat) {
        self.report(Happening::RoundEnded { seat });
    }

    /// Reports an event that a rule raises: [`Happening::Raised`].
    pub fn raise(&mut self, raised: Happening) {
        self.report(raised);
    }

    /// Awards the points of a sheet to all seats, or to `only`: first to `first`, then in turn order. Points with a
    /// separate reason are separate awards. The journal keeps the sheet.
    ///
    /// # Errors
    /// A seat does not exist.
    pub fn pay_sheet(
        &mut self,
        sheet: &Sheet,
        segment: Option<SegmentId>,
        first: Seat,
        only: Option<Seat>,
    ) -> Result<(), Rejected> {
        let mut points = sheet.shares();
        let to = |seat: Seat| only.is_none_or(|o| o == seat);
        for seat in self.seats_from(first).filter(|&s| !to(s)) {
            points[seat.index()] = 0;
        }
        if self.recording.journal.is_some() {
            let mut all = points;
            for (seat, _, more) in sheet.parts_apart().filter(|(seat, ..)| to(*seat)) {
                all[seat.index()] = all[seat.index()].saturating_add(more);
            }
            self.keep_sheet(sheet.clone(), segment, all);
        }
        self.report(Happening::Scored { segment, book: sheet.book });
        for seat in self.seats_from(first) {
            let points = points[seat.index()];
            if points != 0 {
                self.effect(Effect::Award { seat, points, book: sheet.book, segment, reason: None })?;
            }
        }
        for (seat, reason, points) in sheet.parts_apart().filter(|(seat, _, points)| to(*seat) && *points != 0) {
            self.effect(Effect::Award { seat, points, book: sheet.book, segment, reason: Some(reason) })?;
        }
        Ok(())
    }

    /// Adds a sheet with one line to the journal, for points that a rule is about to award without a sheet.
    pub fn explain_award(
        &mut self,
        (seat, points): (Seat, i32),
        book: BookId,
        segment: Option<SegmentId>,
        reason: Symbol,
        origin: Option<crate::catalog::Origin>,
    ) {
        if self.recording.journal.is_none() {
            return;
        }
        let mut sheet = Sheet::default();
        sheet.book = book;
        sheet.for_seat(seat, reason, 1, points, true, origin);
        let points = sheet.shares();
        self.keep_sheet(sheet, segment, points);
    }

    /// Adds a sheet to the journal, with its place. The next event announces it.
    fn keep_sheet(&mut self, sheet: Sheet, segment: Option<SegmentId>, points: PerSeat<i32>) {
        let place = segment.map_or_else(String::new, |s| self.position.board.place_key(s));
        let mut members: Vec<SegmentId> =
            segment.map_or_else(Vec::new, |s| self.position.board.features.members(s).collect());
        members.sort_unstable();
        let tiles = self.position.board.laid_count() as u32;
        let Some(journal) = &mut self.recording.journal else { return };
        let event = journal.events.len();
        journal.sheets.push(ScoredSheet { event, segment, place, members, tiles, sheet, points });
    }

    /// Returns true if the journal or a reaction receives events of `kinds`, a bit set.
    #[inline]
    pub(crate) fn tells(&self, kinds: u64) -> bool {
        self.recording.journal.is_some() || self.setup.listeners.on & kinds != 0
    }

    /// Reports an event to the journal, if there is one, and to the rules that react to it.
    #[inline]
    pub(crate) fn report(&mut self, what: Happening) {
        if self.tells(what.kind().bit()) {
            self.report_to(what, SeatSet::EVERYBODY);
        }
    }

    pub(crate) fn report_to(&mut self, what: Happening, seen_by: SeatSet) {
        let event = Event { what, seen_by };
        if let Some(journal) = &mut self.recording.journal {
            journal.events.push(event);
            self.observe();
        }
        if self.setup.listeners.on & what.kind().bit() != 0 {
            self.run.pending.push(Part::Event(event, 0));
        }
    }

    pub(super) fn report_bag(&mut self, bag: BagId, kind: Option<TileKindId>, amount: i32) {
        self.report(Happening::BagChanged { bag, kind, amount });
    }

    fn report_slot(&mut self, zone: ZoneId, slot: u16, kind: TileKindId, amount: i32) {
        let place = Place::Zone(zone, slot);
        self.report(Happening::SlotChanged { place, slot: slot.into(), kind, amount });
    }

    pub(crate) fn report_roll(&mut self, die: DieId, seat: Seat, face: u16) {
        self.report(Happening::Rolled { seat, die, face: Rolled { die, face } });
    }
}

/// Returns the loops of a list around a position, the outermost first: their names, and the positions after them.
fn running_loops<'a>(
    program: &'a crate::state::agenda::Program,
    list: &'a [u16],
    at: u16,
) -> impl Iterator<Item = (&'a str, u16)> {
    let before = (0..).zip(list).take(usize::from(at) + 1);
    before.filter_map(move |(position, &op): (u16, &u16)| match &program.ops[usize::from(op)] {
        crate::state::agenda::Op::LoopBegin { name, length } => {
            let end = position + length + 1;
            (end > at).then_some((&**name, end))
        }
        _ => None,
    })
}
