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
use crate::state::event::EventKind;

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
trait Field: Copy {
    const KIND: FieldKind;
    fn value(self) -> Option<FieldValue>;
}

impl<T: Field> Field for Option<T> {
    const KIND: FieldKind = T::KIND;
    #[inline]
    fn value(self) -> Option<FieldValue> {
        self.and_then(Field::value)
    }
}

macro_rules! field_types {
    ($($type:ty => $kind:ident),+ $(,)?) => {$(
        impl Field for $type {
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
                    kind: <$kind as Field>::KIND,
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
                        $(show(<$kind as Field>::KIND, $field.value());)*
                    })+
                }
                let _ = &mut show;
            }
        }
    };
}

table! {
    /// Event of a game.
    Happening,
    /// Descriptions of all events, in the order of their kinds.
    EVENTS:
    PartBegan = "part_began" (PartBegan) "A turn part begins, before its first step." {
        seat: Seat = "whose turn part it is";
        reason: Option<Symbol> = "what `schedule` was given", nil "in an ordinary turn";
    }
    PartEnded = "part_ended" (PartEnded) "A turn part is over, before those that were scheduled after it." {
        seat: Seat = "whose turn part it is";
        reason: Option<Symbol> = "what `schedule` was given", nil "in an ordinary turn";
    }
    RoundBegan = "round_began" (RoundBegan)
    "A scoring round begins: a step `score`, before its first feature, or a rule has called `begin_round()`." {
        seat: Seat = "the active seat";
    }
    RoundEnded = "round_ended" (RoundEnded)
    "A scoring round is over: the features of a step `score` have paid and their figures are home, or a rule has called `end_round()`." {
        seat: Seat = "the active seat";
    }
    Drawn = "drawn" (Drawn) "A tile was drawn, before it is known whether it fits." {
        seat: Seat = "who drew";
        kind: TileKindId = "the kind of the tile, as a text";
        bag: BagId = "where it came from";
    }
    Unplayable = "unplayable" (Unplayable)
    "The drawn tile fits nowhere. Rules may make room for it: if it fits afterwards, it is played." {
        seat: Seat = "who drew";
        kind: TileKindId = "the kind of the tile, as a text";
        bag: BagId = "where it came from";
    }
    SetAside = "set_aside" (SetAside) "A tile that fits nowhere left the game, or went back under its bag." {
        seat: Seat = "whose tile it was";
        kind: TileKindId = "the kind of the tile, as a text";
        bag: Option<BagId> = "where it came from", nil "when it was in a hand";
    }
    Placed = "placed" (Placed) "A tile was placed; its features are joined, none is scored yet." {
        seat: Seat = "who placed it";
        tile: TileId = "the tile";
        kind: TileKindId = "the kind of the tile, as a text";
        cell: Cell = "where its first cell lies";
        turn: i32 = "how it is turned";
        reason: Option<Symbol> = "what `place_tile` was given", nil "when none was given, as by the step `place`";
    }
    Merged = "merged" (Merged) "Two features have become one by a tile." {
        seat: Seat = "who placed or moved the tile";
        tile: TileId = "the tile";
        segment: SegmentId = "both, as one";
    }
    Completed = "completed" (Completed) "A feature was completed by a tile; it is scored later, by a step `score`." {
        seat: Seat = "who placed or moved the tile";
        tile: TileId = "the tile";
        segment: SegmentId = "the feature";
    }
    TakenUp = "taken_up" (TakenUp)
    "A tile has left the board, after the figures that stood on its segments went home. It lies nowhere now: what it was is told here." {
        seat: Seat = "who took it up";
        kind: TileKindId = "the kind of the tile, as a text";
        cell: Cell = "where its first cell lay";
        turn: i32 = "how it was turned";
        bag: Option<BagId> = "the bag into which it went", nil "when it went into a hand or out of the game";
        hand: Option<Seat> = "the seat into whose hand it went", nil "when it went into a bag or out of the game";
        reason: Option<Symbol> = "what `take_up` or `replace_tile` was given", nil "when none was given";
    }
    TileReplaced = "tile_replaced" (TileReplaced)
    "A rule has replaced a tile by another one, after `taken_up` has reported the tile that left. `placed` is not reported, and features that were complete before are not completed again." {
        seat: Seat = "who replaced it";
        tile: TileId = "the new tile";
        kind: TileKindId = "the kind of the new tile, as a text";
        cell: Cell = "where its first cell lies";
        turn: i32 = "how it is turned";
        reason: Option<Symbol> = "what `replace_tile` was given", nil "when none was given";
    }
    PartAdded = "part_added" (PartAdded)
    "A rule has added a part to a tile on the board. The tile stays the same: `placed` is not reported, and features that were complete before are not completed again." {
        seat: Seat = "who added it";
        tile: TileId = "the tile";
        kind: TileKindId = "the kind of the tile, as a text";
        segment: SegmentId = "the new part";
        cell: Cell = "where it lies";
        reason: Option<Symbol> = "what `add_part` was given", nil "when none was given";
    }
    Parted = "parted" (Parted)
    "A feature has come apart because a tile was taken up, moved or changed: the opposite of `merged`. It comes once for each part but that with the first segment, before what is joined by a tile that is laid elsewhere." {
        seat: Seat = "who took up or moved the tile";
        segment: SegmentId = "the part";
        rest: Left = "a segment of the part with the first segment, to which it belongs no longer";
    }
    TileMoved = "tile_moved" (TileMoved)
    "A tile has been moved or turned, with what stands on its segments; its features are joined, none is scored yet." {
        seat: Seat = "who moved it";
        tile: TileId = "the tile";
        kind: TileKindId = "the kind of the tile, as a text";
        cell: Cell = "where its first cell lies now";
        turn: i32 = "how it is turned now";
        from: Left = "the cell where its first cell lay";
        turned: i32 = "by how much it was turned clockwise, 0 if it was not";
        reason: Option<Symbol> = "what `move_tile` was given", nil "when none was given";
    }
    Covered = "covered" (Covered)
    "Another tile is laid on a tile: what lies under it is part of no feature any more, and the figures that stood there went home. It comes once for each tile that is covered, before `placed` or after `tile_moved`." {
        seat: Seat = "who lays the other tile";
        tile: TileId = "the tile that is covered, wholly or in part";
        cell: Cell = "the first of its cells that are covered";
        reason: Option<Symbol> = "what `place_tile`, `move_tile` or `replace_tile` was given", nil "when none was given";
    }
    Uncovered = "uncovered" (Uncovered) "What lay on a tile has left: it is seen again, and its features are joined. It comes once for each tile." {
        seat: Seat = "who took up or moved what lay there";
        tile: TileId = "the tile that is seen again, wholly or in part";
        cell: Cell = "the first of its cells that are seen again";
    }
    Looked = "looked" (Looked) "A seat has looked at a tile that lies face down. All see that it has, and it alone sees at what." {
        seat: Seat = "who looked";
        tile: TileId = "the tile on the board, which is the back";
        kind: Option<TileKindId> = "the kind that it hides, as a text", nil "never for rules";
    }
    TurnedUp = "turned_up" (TurnedUp) "A tile that lay face down was turned up, after `placed` has told the same of it." {
        seat: Seat = "who turned it up";
        tile: TileId = "the tile";
        kind: TileKindId = "the kind of the tile, as a text";
        cell: Cell = "where its first cell lies";
        turn: i32 = "how it is turned";
        reason: Option<Symbol> = "what `turn_up` was given", nil "when none was given";
    }
    TurnedDown = "turned_down" (TurnedDown)
    "A tile was turned face down, after `placed` has told of its back, which lies there now." {
        seat: Seat = "who turned it down";
        tile: TileId = "the back";
        kind: TileKindId = "the kind of the tile, which all have seen, as a text";
        cell: Cell = "where its first cell lies";
        turn: i32 = "how the back is turned";
        reason: Option<Symbol> = "what `turn_down` was given", nil "when none was given";
    }
    Deployed = "deployed" (Deployed) "A figure has come to a place, from its supply or from another place." {
        seat: Seat = "whose figure it is";
        figure: FigureId = "the figure";
        figure_kind: FigureKindId = "the kind of the figure";
        place: Place = "where it stands now";
        from: Option<Left> = "the segment, cell or zone that it left", nil "if it was in its supply";
    }
    TookHome = "took_home" (TookHome)
    "A figure went back to its supply. It stands nowhere now: what it was is told here." {
        seat: Seat = "whose figure it is";
        figure: FigureId = "the figure";
        figure_kind: FigureKindId = "the kind of the figure";
        segment: Option<SegmentId> = "what it left", nil "unless it stood on a segment";
        reason: Option<Symbol> = "why: `scored` for a step `score`, or what `take_home` was given", nil "when none was given";
    }
    Scored = "scored" (Scored) "A sheet was filled; its points are given next." {
        segment: Option<SegmentId> = "the feature", nil "when the points are for no feature";
        book: BookId = "what the points are booked under";
    }
    Awarded = "awarded" (Awarded) "A seat received points." {
        seat: Seat = "who received them";
        points: i32 = "the points";
        book: BookId = "what the points are booked under";
        segment: Option<SegmentId> = "the feature", nil "when the points are for no feature";
        reason: Option<Symbol> = "the reason given by the rule", nil "for the share of a sheet";
    }
    Counted = "counted" (Counted) "A counter has changed." {
        counter: CounterId = "the counter";
        amount: i32 = "by how much; less than 0 for less";
        seat: Option<Seat> = "whose counter it is", nil "if it is not a seat's";
        key: Option<i32> = "the key, for a counter with keys; of a figure, a tile or a slot its number", nil "if the counter has no keys";
        figure_kind: Option<FigureKindId> = "the kind of the figure on which the number is written", nil "if it is written on no figure";
        owner: Option<Seat> = "the seat of that figure", nil "if it is written on no figure";
    }
    TokenMoved = "token_moved" (TokenMoved) "A token has come to a place, or left the board." {
        token: TokenId = "the token";
        place: Option<Place> = "where it stands now", nil "when it has left the board";
    }
    Rolled = "rolled" (Rolled) "A die was rolled." {
        seat: Seat = "who rolled it";
        die: DieId = "the die";
        face: Rolled = "the face, as `roll` gives it";
    }
    BagChanged = "bag_changed" (BagChanged)
    "A tile was put into a bag or taken out of it by a rule, or the bag was shuffled or dealt out." {
        bag: BagId = "the bag";
        kind: Option<TileKindId> = "the kind of the tile, as a text", nil "when the bag was shuffled or dealt out";
        amount: i32 = "1 for a tile that went in, -1 for one that came out, else 0";
    }
    SlotChanged = "slot_changed" (SlotChanged) "A tile was put into a slot of a zone, or taken out of it." {
        place: Place = "the zone";
        slot: i32 = "its slot in the zone, from 1";
        kind: TileKindId = "the kind of the tile, as a text";
        amount: i32 = "1 for a tile that was put in, -1 for one that was taken out";
    }
    BoardChanged = "board_changed" (BoardChanged) "The board has another extent." {}
    Raised = "raised" (Raised) "A rule has called `raise`." {
        reason: Symbol = "the name given to `raise`";
        seat: Option<Seat> = "as given", nil "when not given";
        tile: Option<TileId> = "as given", nil "when not given";
        segment: Option<SegmentId> = "as given", nil "when not given";
        cell: Option<Cell> = "as given", nil "when not given";
        figure: Option<FigureId> = "as given", nil "when not given";
        amount: i32 = "as given, else 0";
    }
    Begins = "begins" (Begins) "A rule of the setup has called `begin_with`." {
        seat: Seat = "the seat that takes the first turn";
    }
    Retired = "retired" (Retired) "A seat has retired: it takes no further turns." {
        seat: Seat = "who";
        reason: Option<Symbol> = "what `retire` was given", nil "when none was given";
    }
    Ending = "ending" (Ending) "The last turn is over, before the steps of `finish`." {
        reason: Option<Symbol> = "what `end_game` was given", nil "when none was given";
    }
    Over = "over" (Over) "The game is over, after the steps of `finish`." {
        winners: SeatSet = "who has won";
        result: Option<ResultId> = "what it has come to", nil "unless a rule or the points have given a result";
    }
}

table! {
    /// Effect that is about to happen, as replacements receive it.
    Intent,
    /// Descriptions of all effects that can be replaced.
    EFFECTS:
    Place = "place" (Placed) "A tile is to be placed." {
        seat: Seat = "who places it";
        kind: TileKindId = "the kind of the tile, as a text";
        cell: Cell = "where its first cell is to lie";
        turn: i32 = "how it is to be turned";
        reason: Option<Symbol> = "what `place_tile` was given", nil "when none was given, as by the step `place`";
    }
    TakeUp = "take_up" (TakenUp)
    "A tile is to be taken up from the board, or replaced by another one. The figures that go home before it are part of it." {
        seat: Seat = "who takes it up";
        tile: TileId = "the tile";
        kind: TileKindId = "the kind of the tile, as a text";
        by: Option<TileKindId> = "the kind that is to replace it, as a text", nil "when nothing is to lie there";
        turn: i32 = "how what replaces it is to be turned, else how it is turned";
        bag: Option<BagId> = "the bag into which it is to go", nil "when it is to go into a hand or out of the game";
        hand: Option<Seat> = "the seat into whose hand it is to go", nil "when it is to go into a bag or out of the game";
        reason: Option<Symbol> = "what `take_up` or `replace_tile` was given", nil "when none was given";
    }
    MoveTile = "move_tile" (TileMoved) "A tile is to be moved or turned." {
        seat: Seat = "who moves it";
        tile: TileId = "the tile";
        kind: TileKindId = "the kind of the tile, as a text";
        cell: Cell = "where its first cell is to lie";
        turn: i32 = "how it is to be turned";
        reason: Option<Symbol> = "what `move_tile` was given", nil "when none was given";
    }
    Deploy = "deploy" (Deployed) "A figure is to come to a place, from its supply or from another place." {
        seat: Seat = "whose figure it is";
        figure_kind: FigureKindId = "the kind of the figure";
        figure: Option<FigureId> = "the figure", nil "if it is in its supply";
        place: Place = "where it is to stand";
        slot: i32 = "its slot in the zone, 0 in a heap and outside of zones";
    }
    TakeHome = "take_home" (TookHome) "A figure is to go back to its supply." {
        seat: Seat = "whose figure it is";
        figure: FigureId = "the figure";
        figure_kind: FigureKindId = "the kind of the figure";
        segment: Option<SegmentId> = "where it stands", nil "unless it stands on a segment";
        reason: Option<Symbol> = "why: `scored` for a step `score`, or what `take_home` was given", nil "when none was given";
    }
    Award = "award" (Awarded) "A seat is to receive points." {
        seat: Seat = "who is to receive them";
        points: i32 = "the points";
        book: BookId = "what the points are booked under";
        segment: Option<SegmentId> = "the feature", nil "when the points are for no feature";
        reason: Option<Symbol> = "the reason given by the rule", nil "for the share of a sheet";
    }
    Count = "count" (Counted) "A counter is to change, by `count` or by a payment with `pay`." {
        counter: CounterId = "the counter";
        amount: i32 = "by how much; less than 0 for less";
        seat: Option<Seat> = "whose counter it is", nil "if it is not a seat's, and for a payment";
    }
    MoveToken = "move_token" (TokenMoved) "A token is to come to a place, or to leave the board." {
        token: TokenId = "the token";
        place: Option<Place> = "where it is to stand", nil "when it is to leave the board";
    }
    PutBack = "put_back" (BagChanged)
    "A tile is to go into a bag or a hand, or out of it, or a bag is to be shuffled or dealt out." {
        bag: Option<BagId> = "the bag", nil "when it is a hand";
        kind: Option<TileKindId> = "the kind of the tile, as a text", nil "when the bag is shuffled or dealt out";
        seat: Option<Seat> = "whose hand it is", nil "when it is a bag";
    }
    Retire = "retire" (Retired) "A seat is to take no further turns." {
        seat: Seat = "who";
        reason: Option<Symbol> = "what `retire` was given", nil "when none was given";
    }
    EndGame = "end_game" (Ending) "The game is to end after this turn part." {
        winners: Option<SeatSet> = "who is to win", nil "when that is not named";
        result: Option<ResultId> = "what it is to come to", nil "when none was given";
        reason: Option<Symbol> = "what `end_game` was given", nil "when none was given";
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
