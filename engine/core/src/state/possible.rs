//! Checks of effects, both for effects that are carried out and for effects that rules may replace.

use crate::catalog::footing::Footing;
use crate::catalog::id::{BagId, BookId, CounterId, FigureId, FigureKindId, Id, TileKindId, ZoneId};
use crate::catalog::lattice::{Cell, Plane, Turn};
use crate::catalog::seat::Seat;
use crate::catalog::{Extent, Scope};
use crate::limits;
use crate::state::effect::{CounterKey, Effect, Place, Purse, Rejected};
use crate::state::game::Game;
use crate::state::position::Figure;

impl Game {
    /// Checks that an effect can take place now.
    ///
    /// # Errors
    /// The effect is impossible.
    pub(crate) fn possible(&self, effect: &Effect) -> Result<(), Rejected> {
        match *effect {
            Effect::PlaceTile { kind, cell, turn, footing, .. } => self.check_fit(kind, (cell, turn), footing),
            Effect::TakeUp { tile, to, .. } => self.check_taking(tile, to),
            Effect::ReplaceTile { tile, kind, turn, to, .. } => self.check_replacing(tile, (kind, turn), to),
            Effect::AddPart { tile, kind, .. } => self.check_adding_part(tile, kind),
            Effect::MoveTile { tile, cell, turn, footing, .. } => self.check_moving(tile, (cell, turn), footing),
            Effect::PlaceFaceDown { kind, cell, turn, footing, .. } => {
                self.check_placing_face_down(kind, (cell, turn), footing).map(|_| ())
            }
            Effect::TurnDown { tile, turn, .. } => self.check_turning_down(tile, turn).map(|_| ()),
            Effect::Look { seat, tile } => self.check_looking(seat, tile).map(|_| ()),
            Effect::TurnUp { tile, turn, .. } => self.check_turning_up(tile, turn).map(|_| ()),
            Effect::Deploy { seat, figure, place } => {
                self.check_seat(seat)?;
                self.check_place(place)?;
                self.check_supply(seat, figure)
            }
            Effect::MoveFigure { figure, place } => {
                self.check_place(place)?;
                self.check_out(figure).map(|_| ())
            }
            Effect::TakeHome { figure, .. } => self.check_out(figure).map(|_| ()),
            Effect::Count { counter, key, amount } => {
                self.check_scope(counter, key)?;
                self.check_count(counter, key, amount).map(|_| ())
            }
            Effect::Pay { counter, from, to, amount } => {
                for purse in [from, to] {
                    if let Purse::Seat(seat) = purse {
                        self.check_scope(counter, CounterKey::Seat(seat))?;
                    }
                }
                self.check_purses(counter, from, to, amount)
            }
            Effect::MoveToken { place, .. } => place.map_or(Ok(()), |place| self.check_place(place)),
            Effect::Remove { bag, kind } => self.check_bag(bag, kind),
            Effect::FromHand { seat, kind } => self.check_hand(seat, kind).map(|_| ()),
            Effect::Award { seat, points, book, .. } => self.check_award(seat, points, book),
            Effect::NextSeat { seat } => self.check_seat(seat),
            Effect::HandOver { seat } | Effect::Retire { seat, .. } => self.check_in_game(seat),
            Effect::EndGame { conclusion } => {
                conclusion.winners.unwrap_or_default().iter().try_for_each(|seat| self.check_seat(seat))
            }
            Effect::ToHand { seat, .. } => {
                self.check_seat(seat)?;
                self.check_room()
            }
            Effect::Resize { plane, extent } => self.check_extent(plane, extent),
            Effect::PutBack { .. } => self.check_room(),
            Effect::ToSlot { zone, slot, .. } | Effect::FromSlot { zone, slot } => self.check_slot(zone, slot),
            Effect::Shuffle { .. } | Effect::Deal { .. } | Effect::InPlay { .. } => Ok(()),
        }
    }

    /// Checks that the game has a seat.
    ///
    /// # Errors
    /// The game has fewer seats.
    pub fn check_seat(&self, seat: Seat) -> Result<(), Rejected> {
        if seat.0 < self.position.seats {
            Ok(())
        } else {
            let seats = if self.position.seats == 1 { "1 seat" } else { &format!("{} seats", self.position.seats) };
            Err(Rejected::new("no_such_seat", format!("there is no seat {seat} in a game of {seats}")))
        }
    }

    /// Checks that the game has a seat, and that the seat has not retired.
    pub(crate) fn check_in_game(&self, seat: Seat) -> Result<(), Rejected> {
        self.check_seat(seat)?;
        if self.in_game(seat) { Ok(()) } else { Err(Rejected::new("has_retired", format!("seat {seat} has retired"))) }
    }

    /// Checks that a tile fits at a place, with the footing of the plane added to `footing`.
    pub(crate) fn check_fit(
        &self,
        kind: TileKindId,
        (cell, turn): (Cell, Turn),
        footing: Footing,
    ) -> Result<(), Rejected> {
        let catalog = &self.position.board.catalog;
        self.check_area(cell)?;
        if self.position.board.fits_as(kind, (cell, turn), footing) {
            return Ok(());
        }
        let why = match catalog.lattice.has_turn(turn) && !catalog.turns(kind).contains(turn) {
            true => "is never placed at this turn:",
            false => "does not fit at",
        };
        Err(Rejected::new("does_not_fit", format!("{} {why} {cell},{turn}", catalog.kinds.key(kind))))
    }

    /// Checks that a rule may place a tile this far from the others. The board allocates memory for each cell between
    /// them.
    pub(super) fn check_area(&self, cell: Cell) -> Result<(), Rejected> {
        let Some((min, max)) = self.position.board.bounds(cell.plane()) else { return Ok(()) };
        let long = |min: i16, max: i16, at: i16| i64::from(max.max(at)) - i64::from(min.min(at)) + 1;
        if long(min.x, max.x, cell.x) * long(min.y, max.y, cell.y) <= limits::AREA {
            return Ok(());
        }
        let most = limits::AREA;
        Err(Rejected::new("out_of_reach", format!("{cell} is too far away: a board has at most {most} cells in all")))
    }

    /// Checks that a bag has a tile of a kind.
    pub(crate) fn check_bag(&self, bag: BagId, kind: TileKindId) -> Result<(), Rejected> {
        let kind = self.position.board.catalog.front(kind);
        match self.position.bags[bag.index()].count(kind) {
            0 => {
                let (bag, kind) =
                    (self.position.board.catalog.bags.key(bag), self.position.board.catalog.kinds.key(kind));
                Err(Rejected::new("not_in_bag", format!("the bag `{bag}` holds no tile `{kind}`")))
            }
            _ => Ok(()),
        }
    }

    /// Returns the index of a seat's tile among the tiles in hands.
    pub(crate) fn check_hand(&self, seat: Seat, kind: TileKindId) -> Result<usize, Rejected> {
        let kind = self.position.board.catalog.front(kind);
        let held = self.position.hands.iter().position(|&held| held == (seat, kind));
        held.ok_or_else(|| {
            Rejected::new(
                "not_in_hand",
                format!("seat {seat} holds no tile `{}`", self.position.board.catalog.kinds.key(kind)),
            )
        })
    }

    /// Checks that a plane may have an extent. It must contain all tiles and no rim cells, since tiles next to the rim
    /// have matched it already.
    pub(crate) fn check_extent(&self, plane: Plane, extent: Extent) -> Result<(), Rejected> {
        if self.position.board.planes().all(|there| there != plane) {
            return Err(Rejected::new("no_such_plane", format!("there is no plane {}", plane.0)));
        }
        let Extent::Bounded { min, max } = extent else { return Ok(()) };
        let inside = |cell: Cell| (min.x..=max.x).contains(&cell.x) && (min.y..=max.y).contains(&cell.y);
        if self.position.board.bounds(plane).is_some_and(|(first, last)| !inside(first) || !inside(last)) {
            return Err(Rejected::new("tiles_outside", "the board cannot shrink below its tiles"));
        }
        match self.position.board.catalog.board.rim.iter().find(|r| inside(r.cell)) {
            Some(rim) => {
                Err(Rejected::new("over_the_rim", format!("the board cannot grow over its rim at {}", rim.cell)))
            }
            None => Ok(()),
        }
    }

    /// Checks that a seat has a kind of figure in its supply.
    #[inline]
    pub(crate) fn check_supply(&self, seat: Seat, kind: FigureKindId) -> Result<(), Rejected> {
        if self.supply(kind, seat) > 0 {
            return Ok(());
        }
        let figure = self.position.board.catalog.figures.key(kind);
        Err(Rejected::new("none_in_supply", format!("seat {seat} has no {figure} left")))
    }

    /// Returns a figure outside its supply, with its place.
    #[inline]
    pub(crate) fn check_out(&self, number: FigureId) -> Result<(Figure, Place), Rejected> {
        match self.figure(number).copied() {
            Some(figure @ Figure { place: Some(place), .. }) => Ok((figure, place)),
            _ => Err(Rejected::new("no_such_figure", "this figure is already home")),
        }
    }

    /// Checks that a counter has values for this kind of key.
    pub(crate) fn check_scope(&self, counter: CounterId, key: CounterKey) -> Result<(), Rejected> {
        let kept = match (self.position.board.catalog.counters[counter].scope, key) {
            (Scope::Game, _)
            | (Scope::Keyed, CounterKey::Key(_))
            | (Scope::SeatKeyed, CounterKey::SeatKey(..))
            | (Scope::Feature(_), CounterKey::Feature(_)) => true,
            (Scope::Seat, CounterKey::Seat(seat)) => seat.0 < self.position.seats,
            _ => false,
        };
        if kept {
            return Ok(());
        }
        Err(Rejected::new(
            "wrong_scope",
            format!("{} is not kept that way", self.position.board.catalog.counters.key(counter)),
        ))
    }

    /// Checks that an award and the resulting totals of a seat are within the limits.
    #[inline]
    pub(crate) fn check_award(&self, seat: Seat, points: i32, book: BookId) -> Result<(), Rejected> {
        self.check_seat(seat)?;
        let booked = self.position.booked[book.index() * usize::from(self.position.seats) + seat.index()];
        let fits = |now: i32| now.checked_add(points).is_some_and(|sum| sum.abs() <= limits::TOTAL);
        if (-limits::AWARD..=limits::AWARD).contains(&points)
            && fits(self.position.scores[seat.index()])
            && fits(booked)
        {
            return Ok(());
        }
        let (most, total) = (limits::AWARD, limits::TOTAL);
        let message = format!("an award is at most {most} points, and a seat has at most {total}: not {points} more");
        Err(Rejected::new("out_of_range", message))
    }

    /// Returns the value of a counter after a change, limited to its bounds. A value outside of the limits is refused.
    #[inline]
    pub(crate) fn check_count(&self, counter: CounterId, key: CounterKey, amount: i32) -> Result<i32, Rejected> {
        let spec = &self.position.board.catalog.counters[counter];
        let wanted = i64::from(self.counter(counter, key)) + i64::from(amount);
        let kept = wanted.max(spec.min.unwrap_or(i32::MIN).into()).min(spec.max.unwrap_or(i32::MAX).into());
        match i32::try_from(kept) {
            Ok(kept) if (-limits::TOTAL..=limits::TOTAL).contains(&kept) => Ok(kept),
            _ => {
                let (name, most) = (self.position.board.catalog.counters.key(counter), limits::TOTAL);
                Err(Rejected::new("out_of_range", format!("the counter {name} holds at most {most}, not {kept}")))
            }
        }
    }

    /// Checks that a zone has the slot and holds tiles.
    pub(crate) fn check_slot(&self, zone: ZoneId, slot: u16) -> Result<(), Rejected> {
        let spec = &self.position.board.catalog.zones[zone];
        if spec.holds_tiles && (1..=spec.slots).contains(&slot) {
            return Ok(());
        }
        let key = self.position.board.catalog.zones.key(zone);
        Err(Rejected::new(
            "no_such_slot",
            match spec.holds_tiles {
                true => format!("the zone `{key}` has the slots 1 to {}, not {slot}", spec.slots),
                false => format!("the zone `{key}` holds figures, no tiles"),
            },
        ))
    }

    /// Checks that another tile may enter the game.
    pub(crate) fn check_room(&self) -> Result<(), Rejected> {
        let now = self.position.bags.iter().map(|bag| bag.total() as usize).sum::<usize>()
            + self.position.hands.len()
            + self.position.rows.len()
            + self.position.face_down.len();
        if now < limits::TILES {
            return Ok(());
        }
        let at_first = self
            .bags()
            .flat_map(|bag| &self.position.board.catalog.bags[bag].contents)
            .map(|&(_, count)| count as usize);
        let most = at_first.sum::<usize>() + limits::TILES;
        if now < most {
            return Ok(());
        }
        Err(Rejected::new("too_many", format!("bags and hands hold {most} tiles, and in this game no more")))
    }

    /// Checks that the payer has enough, and that the receiver's counter stays within the limits.
    pub(crate) fn check_purses(&self, counter: CounterId, from: Purse, to: Purse, amount: i32) -> Result<(), Rejected> {
        if let Purse::Seat(seat) = from {
            let left = self.counter(counter, CounterKey::Seat(seat)).saturating_sub(amount);
            if left < self.position.board.catalog.counters[counter].min.unwrap_or(-limits::TOTAL) {
                return Err(Rejected::new("cannot_pay", format!("seat {seat} cannot pay {amount}")));
            }
        }
        match to {
            Purse::Seat(seat) => self.check_count(counter, CounterKey::Seat(seat), amount).map(|_| ()),
            Purse::Bank => Ok(()),
        }
    }

    /// Checks that a place exists and is free.
    pub(crate) fn check_place(&self, place: Place) -> Result<(), Rejected> {
        if let Place::Segment(segment) = place
            && self.position.board.was_taken_up(segment)
        {
            return Err(Rejected::new("place_is_gone", "the tile of this segment was taken up or is covered"));
        }
        let exists = match place {
            // As with segments, an effect is skipped once the last tile at the joint is gone.
            Place::Joint(joint) if !self.position.board.has_joint(joint) => {
                return Err(Rejected::new("place_is_gone", "no tile touches this corner or seam"));
            }
            Place::Joint(_) => true,
            Place::Segment(segment) => self.position.board.features.is_there(segment),
            Place::Cell(cell) => cell.in_reach(),
            Place::Zone(zone, slot) => self.position.board.catalog.zones.get(zone).is_some_and(|z| {
                let is_free = !z.single || !self.figures().any(|(_, f)| f.place == Some(place));
                self.position.board.catalog.has_zone(zone, self.position.seats)
                    && is_free
                    && (z.slots == 0 && slot == 0 || slot >= 1 && slot <= z.slots)
            }),
        };
        if exists { Ok(()) } else { Err(Rejected::new("no_such_place", "the place does not exist or is taken")) }
    }
}
