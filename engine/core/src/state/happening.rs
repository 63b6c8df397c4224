//! Events and replaceable effects, in one table each.
//!
//! Each row declares a variant with typed fields, and describes the variant and its fields in words. The arguments of
//! rule functions, the reference, the stubs and the lints are generated from the rows, so these cannot have other
//! fields.

use crate::catalog::id::{
    BagId, BookId, CounterId, DieId, FigureId, FigureKindId, ResultId, SegmentId, Symbol, TileId, TileKindId, TokenId,
};
use crate::catalog::lattice::Cell;
use crate::catalog::seat::{Seat, SeatSet};
use crate::state::effect::Place;

/// Face that a die shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rolled {
    /// Die that was rolled.
    pub die: DieId,
    /// Number of the face, counted from 0.
    pub face: u16,
}

/// Place that a figure, a tile or a feature part has left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Left(pub Place);

/// Value of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is named after its type")]
pub enum FieldValue {
    Seat(Seat),
    Tile(TileId),
    Kind(TileKindId),
    Segment(SegmentId),
    Figure(FigureId),
    FigureKind(FigureKindId),
    Book(BookId),
    Reason(Symbol),
    Cell(Cell),
    Place(Place),
    Left(Left),
    Number(i32),
    Bag(BagId),
    Counter(CounterId),
    Token(TokenId),
    Die(DieId),
    Face(Rolled),
    Result(ResultId),
    Seats(SeatSet),
}

/// Type of a field's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is named after its type")]
pub enum FieldKind {
    Seat,
    Tile,
    Kind,
    Segment,
    Figure,
    FigureKind,
    Book,
    Reason,
    Cell,
    Place,
    Left,
    Number,
    Bag,
    Counter,
    Token,
    Die,
    Face,
    Result,
    Seats,
}

/// Rust type of a field.
trait FieldType: Copy {
    const KIND: FieldKind;
    fn value(self) -> Option<FieldValue>;
}

impl<T: FieldType> FieldType for Option<T> {
    const KIND: FieldKind = T::KIND;
    #[inline]
    fn value(self) -> Option<FieldValue> {
        self.and_then(FieldType::value)
    }
}

macro_rules! field_types {
    ($($type:ty => $kind:ident),+ $(,)?) => {$(
        impl FieldType for $type {
            const KIND: FieldKind = FieldKind::$kind;
            #[inline]
            fn value(self) -> Option<FieldValue> {
                Some(FieldValue::$kind(self))
            }
        }
    )+};
}

field_types! {
    Seat => Seat,
    TileId => Tile,
    TileKindId => Kind,
    SegmentId => Segment,
    FigureId => Figure,
    FigureKindId => FigureKind,
    BookId => Book,
    Symbol => Reason,
    Cell => Cell,
    Place => Place,
    Left => Left,
    i32 => Number,
    BagId => Bag,
    CounterId => Counter,
    TokenId => Token,
    DieId => Die,
    Rolled => Face,
    ResultId => Result,
    SeatSet => Seats,
}

/// Description of a field of an event or effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldSchema {
    /// Name of the field in rules.
    pub name: &'static str,
    /// Type of the field's value.
    pub kind: FieldKind,
    /// Meaning of the field.
    pub doc: &'static str,
    /// Condition under which the field has no value; empty if it always has one.
    pub nil: &'static str,
}

/// Description of an event that functions react to, or of an effect that they replace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schema {
    /// Name of the event or effect in rules.
    pub name: &'static str,
    /// Kind of the event, or of the event that reports the effect.
    pub event: EventKind,
    /// Sentence that describes the time of the event, or the change by the effect.
    pub doc: &'static str,
    /// Fields of the event or effect.
    pub fields: &'static [FieldSchema],
}

impl EventKind {
    /// Returns the bit of this kind in a set of kinds.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self as u32
    }

    /// Returns the description of this kind.
    pub fn schema(self) -> &'static Schema {
        &EVENTS[self as usize]
    }

    /// Returns the name that rules use.
    pub fn name(self) -> &'static str {
        self.schema().name
    }

    /// Returns all kinds, in the order of their descriptions.
    pub fn all() -> impl ExactSizeIterator<Item = EventKind> {
        EVENTS.iter().map(|schema| schema.event)
    }

    /// Looks up a kind by its name.
    pub fn from_name(name: &str) -> Option<EventKind> {
        EVENTS.iter().find(|schema| schema.name == name).map(|schema| schema.event)
    }
}

macro_rules! table {
    (
        $(#[$meta:meta])* $type:ident, $(#[$table_meta:meta])* $table:ident:
        $($name:ident = $text:literal ($event:ident) $doc:literal {
            $($field:ident: $kind:ty = $field_doc:literal $(, nil $nil:literal)?;)*
        })+
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $type {
            $(
                #[doc = $doc]
                $name { $(#[doc = $field_doc] $field: $kind),* }
            ),+
        }

        $(#[$table_meta])*
        pub static $table: &[Schema] = &[
            $(Schema {
                name: $text,
                event: EventKind::$event,
                doc: $doc,
                fields: &[$(FieldSchema {
                    name: stringify!($field),
                    kind: <$kind as FieldType>::KIND,
                    doc: $field_doc,
                    nil: concat!($($nil)?),
                }),*],
            }),+
        ];

        impl $type {
            /// Returns the kind of the event, or of the event that reports the effect.
            #[inline]
            pub const fn kind(&self) -> EventKind {
                match self { $($type::$name { .. } => EventKind::$event),+ }
            }

            /// Calls `show` for every field that has a value, in order, with the name of the field.
            #[inline]
            pub fn each_field(&self, mut show: impl FnMut(&'static str, FieldValue)) {
                match *self {
                    $($type::$name { $($field),* } => {
                        $(if let Some(value) = $field.value() {
                            show(stringify!($field), value);
                        })*
                    })+
                }
                // Without fields, `show` would be unused.
                let _ = &mut show;
            }

            /// Calls `show` for every field, in order, including fields without a value.
            #[inline]
            pub fn each_value(&self, mut show: impl FnMut(FieldKind, Option<FieldValue>)) {
                match *self {
                    $($type::$name { $($field),* } => {
                        $(show(<$kind as FieldType>::KIND, $field.value());)*
                    })+
                }
                let _ = &mut show;
            }
        }
    };
}

/// Declares the kinds of events, in the order of their rows, and the table of the rows.
macro_rules! events {
    (@kinds
        $(#[$meta:meta])* $type:ident, $(#[$table_meta:meta])* $table:ident:
        $($name:ident = $text:literal ($event:ident) $doc:literal { $($fields:tt)* })+
    ) => {
        /// Kind of an event.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum EventKind {
            $(#[doc = $doc] $event),+
        }
    };
    ($($rows:tt)+) => {
        events!(@kinds $($rows)+);
        table!($($rows)+);
    };
}

events! {
    /// Event of a game.
    Happening,
    /// Descriptions of all events, in the order of their kinds.
    EVENTS:
    PartBegan = "part_began" (PartBegan) "A turn part begins; its first step has not run yet." {
        seat: Seat = "the seat that takes the turn part";
        reason: Option<Symbol> = "the reason given to `schedule`", nil "in an ordinary turn, or without a reason";
    }
    PartEnded = "part_ended" (PartEnded) "A turn part is over; parts that were scheduled after it have not begun yet." {
        seat: Seat = "the seat that takes the turn part";
        reason: Option<Symbol> = "the reason given to `schedule`", nil "in an ordinary turn, or without a reason";
    }
    RoundBegan = "round_began" (RoundBegan)
    "A scoring round begins: a step `score` is about to score its first feature, or a rule called `begin_round()`." {
        seat: Seat = "the active seat";
    }
    RoundEnded = "round_ended" (RoundEnded)
    "A scoring round is over: a step `score` has paid its features and sent their figures home, or a rule called `end_round()`." {
        seat: Seat = "the active seat";
    }
    Drawn = "drawn" (Drawn) "A tile was drawn; the check whether it fits follows." {
        seat: Seat = "the seat that drew the tile";
        kind: TileKindId = "the kind of the tile, as a text";
        bag: BagId = "the bag that held the tile";
    }
    Unplayable = "unplayable" (Unplayable)
    "The drawn tile has no legal place. Rules may create one: if it fits after their reactions, it is played." {
        seat: Seat = "the seat that drew the tile";
        kind: TileKindId = "the kind of the tile, as a text";
        bag: BagId = "the bag that held the tile";
    }
    SetAside = "set_aside" (SetAside) "A tile without a legal place left the game or returned to the bottom of its bag." {
        seat: Seat = "the seat that had the tile";
        kind: TileKindId = "the kind of the tile, as a text";
        bag: Option<BagId> = "the bag that held the tile", nil "if the tile was in a hand";
    }
    Placed = "placed" (Placed) "A tile was placed. Its features are joined; none of them is scored yet." {
        seat: Seat = "the seat that placed it";
        tile: TileId = "the tile";
        kind: TileKindId = "the kind of the tile, as a text";
        cell: Cell = "the position of its first cell";
        turn: i32 = "its turn, in steps clockwise";
        reason: Option<Symbol> = "the reason given to `place_tile`", nil "if no reason was given, as by the step `place`";
    }
    Merged = "merged" (Merged) "A tile joined two features into one." {
        seat: Seat = "the seat that placed or moved the tile";
        tile: TileId = "the tile";
        segment: SegmentId = "the joined feature";
    }
    Completed = "completed" (Completed) "A tile completed a feature; a step `score` scores it later." {
        seat: Seat = "the seat that placed or moved the tile";
        tile: TileId = "the tile";
        segment: SegmentId = "the feature";
    }
    TakenUp = "taken_up" (TakenUp)
    "A tile left the board, after the figures on its segments went home. Its former position and kind are in the fields." {
        seat: Seat = "the seat that took it up";
        kind: TileKindId = "the kind of the tile, as a text";
        cell: Cell = "the former position of its first cell";
        turn: i32 = "its former turn, in steps clockwise";
        bag: Option<BagId> = "the bag that received it", nil "if it went to a hand or left the game";
        hand: Option<Seat> = "the seat whose hand received it", nil "if it went into a bag or left the game";
        reason: Option<Symbol> = "the reason given to `take_up` or `replace_tile`", nil "if no reason was given";
    }
    TileReplaced = "tile_replaced" (TileReplaced)
    "A rule replaced a tile by another one, after `taken_up` reported the old tile. `placed` is not reported, and features that were already complete are not completed again." {
        seat: Seat = "the seat that replaced it";
        tile: TileId = "the new tile";
        kind: TileKindId = "the kind of the new tile, as a text";
        cell: Cell = "the position of its first cell";
        turn: i32 = "its turn, in steps clockwise";
        reason: Option<Symbol> = "the reason given to `replace_tile`", nil "if no reason was given";
    }
    PartAdded = "part_added" (PartAdded)
    "A rule added a part to a tile on the board, which is still the same tile. `placed` is not reported, and features that were already complete are not completed again." {
        seat: Seat = "the seat that added it";
        tile: TileId = "the tile";
        kind: TileKindId = "the kind of the tile, as a text";
        segment: SegmentId = "the new part";
        cell: Cell = "the cell of the new part";
        reason: Option<Symbol> = "the reason given to `add_part`", nil "if no reason was given";
    }
    Parted = "parted" (Parted)
    "A feature split because a tile was taken up, moved or changed: the opposite of `merged`. The event is reported once for each part except the part with the first segment. If the tile is placed elsewhere, the event precedes any joining of features there." {
        seat: Seat = "the seat that took up or moved the tile";
        segment: SegmentId = "the part that split off";
        rest: Left = "a segment of the part with the first segment, which is a separate feature now";
    }
    TileMoved = "tile_moved" (TileMoved)
    "A tile was moved or turned, together with the pieces on its segments. Its features are joined; none of them is scored yet." {
        seat: Seat = "the seat that moved it";
        tile: TileId = "the tile";
        kind: TileKindId = "the kind of the tile, as a text";
        cell: Cell = "the new position of its first cell";
        turn: i32 = "its new turn, in steps clockwise";
        from: Left = "the former position of its first cell";
        turned: i32 = "the number of steps that it was turned clockwise, or 0";
        reason: Option<Symbol> = "the reason given to `move_tile`", nil "if no reason was given";
    }
    Covered = "covered" (Covered)
    "Another tile covers a tile: the covered segments belong to no feature now, and the figures on them went home. The event is reported once for each covered tile, before `placed` or after `tile_moved`." {
        seat: Seat = "the seat that places or moves the covering tile";
        tile: TileId = "the tile that is covered, fully or in part";
        cell: Cell = "its first covered cell";
        reason: Option<Symbol> = "the reason given to `place_tile`, `move_tile` or `replace_tile`", nil "if no reason was given";
    }
    Uncovered = "uncovered" (Uncovered) "A tile is visible again because the tile on it left; its features are joined. The event is reported once for each uncovered tile." {
        seat: Seat = "the seat that took up or moved the covering tile";
        tile: TileId = "the tile that is visible again, fully or in part";
        cell: Cell = "its first cell that is visible again";
    }
    Looked = "looked" (Looked) "A seat looked at a face-down tile. All seats know that it looked; only this seat knows the tile." {
        seat: Seat = "the seat that looked";
        tile: TileId = "the tile on the board, which shows its back";
        kind: Option<TileKindId> = "the hidden kind, as a text", nil "never for rules";
    }
    TurnedUp = "turned_up" (TurnedUp) "A face-down tile was turned up, after `placed` reported the tile itself." {
        seat: Seat = "the seat that turned it up";
        tile: TileId = "the tile";
        kind: TileKindId = "the kind of the tile, as a text";
        cell: Cell = "the position of its first cell";
        turn: i32 = "its turn, in steps clockwise";
        reason: Option<Symbol> = "the reason given to `turn_up`", nil "if no reason was given";
    }
    TurnedDown = "turned_down" (TurnedDown)
    "A tile was turned face down, after `placed` reported its back, which replaces it on the board." {
        seat: Seat = "the seat that turned it down";
        tile: TileId = "the back, which is on the board now";
        kind: TileKindId = "the kind of the tile, which all seats have seen, as a text";
        cell: Cell = "the position of its first cell";
        turn: i32 = "the turn of the back, in steps clockwise";
        reason: Option<Symbol> = "the reason given to `turn_down`", nil "if no reason was given";
    }
    Deployed = "deployed" (Deployed) "A figure was deployed from its supply, or moved from another place." {
        seat: Seat = "the owner of the figure";
        figure: FigureId = "the figure";
        figure_kind: FigureKindId = "the kind of the figure";
        place: Place = "its new place";
        from: Option<Left> = "the segment, cell or zone that it left", nil "if it came from its supply";
    }
    TookHome = "took_home" (TookHome)
    "A figure went back to its supply. Its kind, owner and former segment are in the fields." {
        seat: Seat = "the owner of the figure";
        figure: FigureId = "the figure";
        figure_kind: FigureKindId = "the kind of the figure";
        segment: Option<SegmentId> = "the segment that it left", nil "if it was not on a segment";
        reason: Option<Symbol> = "the reason: `scored` for a step `score`, or the one given to `take_home`", nil "if no reason was given";
    }
    Scored = "scored" (Scored) "A sheet is complete; its points are awarded next." {
        segment: Option<SegmentId> = "the feature", nil "if the points are not for a feature";
        book: BookId = "the book of the points";
    }
    Awarded = "awarded" (Awarded) "A seat received points." {
        seat: Seat = "the seat that received them";
        points: i32 = "the points";
        book: BookId = "the book of the points";
        segment: Option<SegmentId> = "the feature", nil "if the points are not for a feature";
        reason: Option<Symbol> = "the reason given by the rule", nil "for a share in a sheet";
    }
    Counted = "counted" (Counted) "A counter changed." {
        counter: CounterId = "the counter";
        amount: i32 = "the change of its value, negative for a decrease";
        seat: Option<Seat> = "the seat that the counter belongs to", nil "if it does not belong to a seat";
        key: Option<i32> = "the key of the counter; for a figure, a tile or a slot its number", nil "if the counter has no keys";
        figure_kind: Option<FigureKindId> = "the kind of the figure that shows the number", nil "if no figure shows the number";
        owner: Option<Seat> = "the seat of that figure", nil "if no figure shows the number";
    }
    TokenMoved = "token_moved" (TokenMoved) "A token was put on a place, or left the board." {
        token: TokenId = "the token";
        place: Option<Place> = "its new place", nil "if it left the board";
    }
    Rolled = "rolled" (Rolled) "A die was rolled." {
        seat: Seat = "the seat that rolled it";
        die: DieId = "the die";
        face: Rolled = "the face, in the form that `roll` returns";
    }
    BagChanged = "bag_changed" (BagChanged)
    "A rule put a tile into a bag or took one out, or the bag was shuffled or dealt out." {
        bag: BagId = "the bag";
        kind: Option<TileKindId> = "the kind of the tile, as a text", nil "if the bag was shuffled or dealt out";
        amount: i32 = "1 for a tile that was put in, -1 for one that was taken out, otherwise 0";
    }
    SlotChanged = "slot_changed" (SlotChanged) "A tile was put into a slot of a zone or taken out of it." {
        place: Place = "the zone";
        slot: i32 = "the number of the slot, from 1";
        kind: TileKindId = "the kind of the tile, as a text";
        amount: i32 = "1 for a tile that was put in, -1 for one that was taken out";
    }
    BoardChanged = "board_changed" (BoardChanged) "The extent of the board changed." {}
    Raised = "raised" (Raised) "A rule called `raise`." {
        reason: Symbol = "the name given to `raise`";
        seat: Option<Seat> = "the value passed to `raise`", nil "if `raise` was called without it";
        tile: Option<TileId> = "the value passed to `raise`", nil "if `raise` was called without it";
        segment: Option<SegmentId> = "the value passed to `raise`", nil "if `raise` was called without it";
        cell: Option<Cell> = "the value passed to `raise`", nil "if `raise` was called without it";
        figure: Option<FigureId> = "the value passed to `raise`", nil "if `raise` was called without it";
        amount: i32 = "the value passed to `raise`, or 0";
    }
    Begins = "begins" (Begins) "A rule called `begin_with` during the setup." {
        seat: Seat = "the seat that takes the first turn";
    }
    HandedOver = "handed_over" (HandedOver) "A rule called `hand_over`: another seat continues the turn part." {
        seat: Seat = "the seat that continues it";
        giver: Seat = "the seat that had it before";
    }
    Retired = "retired" (Retired) "A seat retired: it takes no further turns." {
        seat: Seat = "the seat that retires";
        reason: Option<Symbol> = "the reason given to `retire`", nil "if no reason was given";
    }
    Ending = "ending" (Ending) "The last turn is over; the steps of `finish` follow." {
        reason: Option<Symbol> = "the reason given to `end_game`", nil "if no reason was given";
    }
    Over = "over" (Over) "The game is over; the steps of `finish` have run." {
        winners: SeatSet = "the seats that won";
        result: Option<ResultId> = "the result of the game", nil "if neither a rule nor the points decided a result";
    }
}

table! {
    /// Effect that is about to happen, as replacements receive it.
    Intent,
    /// Descriptions of all effects that can be replaced.
    EFFECTS:
    Place = "place" (Placed) "A tile is about to be placed." {
        seat: Seat = "the seat that places it";
        kind: TileKindId = "the kind of the tile, as a text";
        cell: Cell = "the position for its first cell";
        turn: i32 = "the turn for it, in steps clockwise";
        reason: Option<Symbol> = "the reason given to `place_tile`", nil "if no reason was given, as by the step `place`";
    }
    TakeUp = "take_up" (TakenUp)
    "A tile is about to be taken up from the board, or replaced by another one. The figures that go home first are part of the effect." {
        seat: Seat = "the seat that takes it up";
        tile: TileId = "the tile";
        kind: TileKindId = "the kind of the tile, as a text";
        by: Option<TileKindId> = "the kind of the new tile, as a text", nil "if no tile replaces it";
        turn: i32 = "the turn for the new tile, or else the current turn of the tile";
        bag: Option<BagId> = "the bag that is to receive it", nil "if it is to go to a hand or leave the game";
        hand: Option<Seat> = "the seat whose hand is to receive it", nil "if it is to go into a bag or leave the game";
        reason: Option<Symbol> = "the reason given to `take_up` or `replace_tile`", nil "if no reason was given";
    }
    MoveTile = "move_tile" (TileMoved) "A tile is about to be moved or turned." {
        seat: Seat = "the seat that moves it";
        tile: TileId = "the tile";
        kind: TileKindId = "the kind of the tile, as a text";
        cell: Cell = "the position for its first cell";
        turn: i32 = "the turn for it, in steps clockwise";
        reason: Option<Symbol> = "the reason given to `move_tile`", nil "if no reason was given";
    }
    Deploy = "deploy" (Deployed) "A figure is about to be deployed from its supply, or moved from another place." {
        seat: Seat = "the owner of the figure";
        figure_kind: FigureKindId = "the kind of the figure";
        figure: Option<FigureId> = "the figure", nil "if it is in its supply";
        place: Place = "the destination";
        slot: i32 = "the slot in the zone, from 1; 0 in a heap and outside of zones";
    }
    TakeHome = "take_home" (TookHome) "A figure is about to go back to its supply." {
        seat: Seat = "the owner of the figure";
        figure: FigureId = "the figure";
        figure_kind: FigureKindId = "the kind of the figure";
        segment: Option<SegmentId> = "the segment that it is on", nil "if it is not on a segment";
        reason: Option<Symbol> = "the reason: `scored` for a step `score`, or the one given to `take_home`", nil "if no reason was given";
    }
    Award = "award" (Awarded) "A seat is about to receive points." {
        seat: Seat = "the seat that is to receive them";
        points: i32 = "the points";
        book: BookId = "the book of the points";
        segment: Option<SegmentId> = "the feature", nil "if the points are not for a feature";
        reason: Option<Symbol> = "the reason given by the rule", nil "for a share in a sheet";
    }
    Count = "count" (Counted) "A counter is about to change, by `count`, `set_counter` or a payment with `pay`." {
        counter: CounterId = "the counter";
        amount: i32 = "the change of its value, negative for a decrease";
        seat: Option<Seat> = "the seat that the counter belongs to", nil "if it does not belong to a seat, and for a payment";
    }
    MoveToken = "move_token" (TokenMoved) "A token is about to be put on a place, or to leave the board." {
        token: TokenId = "the token";
        place: Option<Place> = "the destination", nil "if it is to leave the board";
    }
    PutBack = "put_back" (BagChanged)
    "A tile is about to be put into a bag or a hand or taken out of it, or a bag is about to be shuffled or dealt out." {
        bag: Option<BagId> = "the bag", nil "if it is a hand";
        kind: Option<TileKindId> = "the kind of the tile, as a text", nil "if the bag is shuffled or dealt out";
        seat: Option<Seat> = "the owner of the hand", nil "if it is a bag";
    }
    Retire = "retire" (Retired) "A seat is about to retire: it is to take no further turns." {
        seat: Seat = "the seat that retires";
        reason: Option<Symbol> = "the reason given to `retire`", nil "if no reason was given";
    }
    EndGame = "end_game" (Ending) "The game is about to end after this turn part." {
        winners: Option<SeatSet> = "the seats that are to win", nil "if no winners were named";
        result: Option<ResultId> = "the result that the game is to have", nil "if no reason was given";
        reason: Option<Symbol> = "the reason given to `end_game`", nil "if no reason was given";
    }
}

/// Reason for a call of a rule function, with its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Occasion {
    /// Start of a step of a seat.
    Step(Seat),
    /// Choice of an option that an offer added.
    Chosen(Seat, crate::state::question::Target),
    /// Event that the function reacts to.
    Event(Happening),
    /// Effect that the function may replace.
    Effect(Intent),
}

impl Happening {
    /// Returns the place on the board that the event names; `None` if it names neither a place nor a segment or cell.
    pub fn place(&self) -> Option<Place> {
        let mut found = None;
        self.each_field(|_, value| match value {
            FieldValue::Segment(segment) => found = Some(Place::Segment(segment)),
            FieldValue::Cell(cell) => found = found.or(Some(Place::Cell(cell))),
            FieldValue::Place(place) => found = Some(place),
            _ => {}
        });
        found
    }
}
