//! The one table of what hooks are told: every event and every effect that can be replaced, with its fields.
//!
//! The table that a function gets is filled from it, so a field that is not described here does not exist; the
//! reference, the stubs and the lints are made from it too.

use tilewright_core::state::event::EventKind;
use tilewright_core::state::event::Subject;

/// Where the value of a field comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    Seat,
    Tile,
    Kind,
    Segment,
    Feature,
    Figure,
    Book,
    Reason,
    Cell,
    From,
    Amount,
    Bag,
    Zone,
    FigureKind,
    Counter,
    Token,
    Die,
    Face,
}

/// A field of the table that a hook is told about.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its type, in the words of signatures.
    pub kind: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// When it is nil; empty when it never is.
    pub nil: &'static str,
    pub(crate) source: Source,
}

/// An event that functions react to, or an effect that they act instead of.
pub struct Told {
    /// The name for `on` or `replace`.
    pub name: &'static str,
    /// The event; of an effect the one that reports it.
    pub event: EventKind,
    /// When it comes, or what happens.
    pub doc: &'static str,
    /// What the function is told.
    pub fields: &'static [Field],
}

const fn field(name: &'static str, kind: &'static str, source: Source, doc: &'static str) -> Field {
    Field { name, kind, doc, nil: "", source }
}

impl Field {
    const fn nil(self, when: &'static str) -> Field {
        Field { nil: when, ..self }
    }

    const fn doc(self, doc: &'static str) -> Field {
        Field { doc, ..self }
    }
}

const SEAT: Field = field("seat", "seat", Source::Seat, "whose turn part it is");
const TILE: Field = field("tile", "tile", Source::Tile, "the tile");
const KIND: Field = field("kind", "kind", Source::Kind, "the kind of the tile, as a text");
const SEGMENT: Field = field("segment", "segment", Source::Segment, "a segment of the feature");
const FEATURE: Field = field("feature", "feature", Source::Feature, "the feature");
const FIGURE: Field = field("figure", "figure", Source::Figure, "the figure");
const FIGURE_KIND: Field = field("figure_kind", "figure_kind", Source::FigureKind, "the kind of the figure");
const BOOK: Field = field("book", "book", Source::Book, "what the points are booked under");
const REASON: Field = field("reason", "text", Source::Reason, "the reason given by the rule");
const CELL: Field = field("cell", "cell", Source::Cell, "the cell");
const BAG: Field = field("bag", "bag", Source::Bag, "the bag");
const COUNTER: Field = field("counter", "counter", Source::Counter, "the counter");
const AMOUNT: Field = field("amount", "integer", Source::Amount, "by how much; less than 0 for less");
const POINTS: Field = field("points", "integer", Source::Amount, "the points");
const TOKEN: Field = field("token", "token", Source::Token, "the token");

const NOT_STANDING: &str = "unless it stands on a segment";
const NO_FEATURE: &str = "when the points are for no feature";

/// All events, in the order of their kinds.
pub static EVENTS: &[Told] = &[
    Told {
        name: "part_began",
        event: EventKind::PartBegan,
        doc: "A turn part begins, before its first step.",
        fields: &[SEAT, REASON.doc("what `schedule` was given").nil("in an ordinary turn")],
    },
    Told {
        name: "part_ended",
        event: EventKind::PartEnded,
        doc: "A turn part is over, before those that were scheduled after it.",
        fields: &[SEAT, REASON.doc("what `schedule` was given").nil("in an ordinary turn")],
    },
    Told {
        name: "round_began",
        event: EventKind::RoundBegan,
        doc: "A scoring round begins: a step `score`, before its first feature, or a rule has called `begin_round()`.",
        fields: &[SEAT.doc("the active seat")],
    },
    Told {
        name: "round_ended",
        event: EventKind::RoundEnded,
        doc: "A scoring round is over: the features of a step `score` have paid and their figures are home, or a rule \
              has called `end_round()`.",
        fields: &[SEAT.doc("the active seat")],
    },
    Told {
        name: "drawn",
        event: EventKind::Drawn,
        doc: "A tile was drawn, before it is known whether it fits.",
        fields: &[SEAT.doc("who drew"), KIND, BAG.doc("where it came from")],
    },
    Told {
        name: "unplayable",
        event: EventKind::Unplayable,
        doc: "The drawn tile fits nowhere. Rules may make room for it: if it fits afterwards, it is played.",
        fields: &[SEAT.doc("who drew"), KIND, BAG.doc("where it came from")],
    },
    Told {
        name: "set_aside",
        event: EventKind::SetAside,
        doc: "A tile that fits nowhere left the game, or went back under its bag.",
        fields: &[SEAT.doc("whose tile it was"), KIND, BAG.doc("where it came from").nil("when it was in a hand")],
    },
    Told {
        name: "placed",
        event: EventKind::Placed,
        doc: "A tile was placed; its features are joined, none is scored yet.",
        fields: &[
            SEAT.doc("who placed it"),
            TILE,
            KIND,
            CELL.doc("where its first cell lies"),
            REASON.doc("what `place_tile` was given").nil("when none was given, as by the step `place`"),
        ],
    },
    Told {
        name: "merged",
        event: EventKind::Merged,
        doc: "Two features have become one by a tile.",
        fields: &[SEAT.doc("who placed the tile"), TILE, SEGMENT, FEATURE.doc("both, as one")],
    },
    Told {
        name: "completed",
        event: EventKind::Completed,
        doc: "A feature was completed by a tile; it is scored later, by a step `score`.",
        fields: &[SEAT.doc("who placed the tile"), TILE, SEGMENT, FEATURE],
    },
    Told {
        name: "deployed",
        event: EventKind::Deployed,
        doc: "A figure has come to a place, from its supply or from another place.",
        fields: &[
            SEAT.doc("whose figure it is"),
            FIGURE,
            FIGURE_KIND,
            SEGMENT.doc("where it stands now").nil(NOT_STANDING),
            FEATURE.doc("where it stands now").nil(NOT_STANDING),
            CELL.doc("where it stands now").nil("unless it stands on a cell"),
            field("zone", "zone", Source::Zone, "where it stands now").nil("unless it is in a zone"),
            field("from", "any", Source::From, "the segment, cell or zone that it left").nil("if it was in its supply"),
        ],
    },
    Told {
        name: "took_home",
        event: EventKind::TookHome,
        doc: "A figure went back to its supply. It stands nowhere now: what it was is told here.",
        fields: &[
            SEAT.doc("whose figure it is"),
            FIGURE,
            FIGURE_KIND,
            SEGMENT.doc("what it left").nil("unless it stood on a segment"),
            FEATURE.doc("what it left").nil("unless it stood on a segment"),
            REASON.doc("why: `scored` for a step `score`, or what `take_home` was given").nil("when none was given"),
        ],
    },
    Told {
        name: "scored",
        event: EventKind::Scored,
        doc: "A sheet was filled; its points are given next.",
        fields: &[SEGMENT.nil(NO_FEATURE), FEATURE.nil(NO_FEATURE), BOOK],
    },
    Told {
        name: "awarded",
        event: EventKind::Awarded,
        doc: "A seat received points.",
        fields: &[
            SEAT.doc("who received them"),
            POINTS,
            BOOK,
            SEGMENT.nil(NO_FEATURE),
            FEATURE.nil(NO_FEATURE),
            REASON.nil("for the share of a sheet"),
        ],
    },
    Told {
        name: "counted",
        event: EventKind::Counted,
        doc: "A counter has changed.",
        fields: &[COUNTER, AMOUNT, SEAT.doc("whose counter it is").nil("if it is no seat's")],
    },
    Told {
        name: "token_moved",
        event: EventKind::TokenMoved,
        doc: "A token has come to a place, or left the board.",
        fields: &[
            TOKEN,
            SEGMENT.doc("where it stands now").nil(NOT_STANDING),
            FEATURE.doc("where it stands now").nil(NOT_STANDING),
            CELL.doc("where it stands now").nil("unless it stands on a cell"),
        ],
    },
    Told {
        name: "rolled",
        event: EventKind::Rolled,
        doc: "A die was rolled.",
        fields: &[
            SEAT.doc("who rolled it"),
            field("die", "die", Source::Die, "the die"),
            field("face", "any", Source::Face, "the face, as `roll` gives it"),
        ],
    },
    Told {
        name: "bag_changed",
        event: EventKind::BagChanged,
        doc: "A tile was put into a bag or taken out of it by a rule, or the bag was shuffled or dealt out.",
        fields: &[
            BAG,
            KIND.nil("when the bag was shuffled or dealt out"),
            AMOUNT.doc("1 for a tile that went in, -1 for one that came out, else 0"),
        ],
    },
    Told { name: "board_changed", event: EventKind::BoardChanged, doc: "The board has another extent.", fields: &[] },
    Told {
        name: "raised",
        event: EventKind::Raised,
        doc: "A rule has called `raise`.",
        fields: &[
            REASON.doc("the name given to `raise`"),
            SEAT.doc("as given").nil("when not given"),
            TILE.doc("as given").nil("when not given"),
            SEGMENT.doc("as given, of `feature`").nil("when not given"),
            FEATURE.doc("as given").nil("when not given"),
            CELL.doc("as given").nil("when not given"),
            FIGURE.doc("as given").nil("when not given"),
            AMOUNT.doc("as given, else 0"),
        ],
    },
    Told {
        name: "ending",
        event: EventKind::Ending,
        doc: "The last turn is over, before the steps of `finish`.",
        fields: &[],
    },
    Told { name: "over", event: EventKind::Over, doc: "The game is over, after the steps of `finish`.", fields: &[] },
];

/// All effects that can be replaced.
pub static EFFECTS: &[Told] = &[
    Told {
        name: "place",
        event: EventKind::Placed,
        doc: "A tile is to be placed.",
        fields: &[
            SEAT.doc("who places it"),
            KIND,
            CELL.doc("where its first cell is to lie"),
            field("turn", "integer", Source::Amount, "how it is to be turned"),
            REASON.doc("what `place_tile` was given").nil("when none was given, as by the step `place`"),
        ],
    },
    Told {
        name: "deploy",
        event: EventKind::Deployed,
        doc: "A figure is to come to a place, from its supply or from another place.",
        fields: &[
            SEAT.doc("whose figure it is"),
            FIGURE_KIND,
            FIGURE.nil("if it is in its supply"),
            SEGMENT.doc("where it is to stand").nil("unless it is a segment"),
            FEATURE.doc("where it is to stand").nil("unless it is a segment"),
            CELL.doc("where it is to stand").nil("unless it is a cell"),
            field("zone", "zone", Source::Zone, "where it is to stand").nil("unless it is a zone"),
            field("slot", "integer", Source::Amount, "its slot in the zone, 0 in a heap and outside of zones"),
        ],
    },
    Told {
        name: "take_home",
        event: EventKind::TookHome,
        doc: "A figure is to go back to its supply.",
        fields: &[
            SEAT.doc("whose figure it is"),
            FIGURE,
            FIGURE_KIND,
            SEGMENT.doc("where it stands").nil(NOT_STANDING),
            FEATURE.doc("where it stands").nil(NOT_STANDING),
            REASON.doc("why: `scored` for a step `score`, or what `take_home` was given").nil("when none was given"),
        ],
    },
    Told {
        name: "award",
        event: EventKind::Awarded,
        doc: "A seat is to receive points.",
        fields: &[
            SEAT.doc("who is to receive them"),
            POINTS,
            BOOK,
            SEGMENT.nil(NO_FEATURE),
            FEATURE.nil(NO_FEATURE),
            REASON.nil("for the share of a sheet"),
        ],
    },
    Told {
        name: "count",
        event: EventKind::Counted,
        doc: "A counter is to change, by `count` or by a payment with `pay`.",
        fields: &[COUNTER, AMOUNT, SEAT.doc("whose counter it is").nil("if it is no seat's, and for a payment")],
    },
    Told {
        name: "move_token",
        event: EventKind::TokenMoved,
        doc: "A token is to come to a place, or to leave the board.",
        fields: &[
            TOKEN,
            SEGMENT.doc("where it is to stand").nil("unless it is a segment"),
            FEATURE.doc("where it is to stand").nil("unless it is a segment"),
            CELL.doc("where it is to stand").nil("unless it is a cell"),
        ],
    },
    Told {
        name: "put_back",
        event: EventKind::BagChanged,
        doc: "A tile is to go into a bag or a hand, or out of it, or a bag is to be shuffled or dealt out.",
        fields: &[
            BAG.nil("when it is a hand"),
            KIND.nil("when the bag is shuffled or dealt out"),
            SEAT.doc("whose hand it is").nil("when it is a bag"),
        ],
    },
    Told { name: "end_game", event: EventKind::Ending, doc: "The game is to end after this turn part.", fields: &[] },
];

/// The event of a name.
pub(crate) fn event(name: &str) -> Option<&'static Told> {
    EVENTS.iter().find(|told| told.name == name)
}

/// The effect of a name.
pub(crate) fn effect(name: &str) -> Option<&'static Told> {
    EFFECTS.iter().find(|told| told.name == name)
}

/// What a function is told that reacts to an event, or acts before it.
pub(crate) fn told(kind: EventKind, before: bool) -> Option<&'static Told> {
    let all = if before { EFFECTS } else { EVENTS };
    all.iter().find(|told| told.event == kind)
}

/// Every field has the name of the event or effect besides its own.
pub(crate) const NAME: &str = "name";

impl Told {
    /// What is not as described in something that has happened, or is about to: a field that is missing although it
    /// never is, or a value that no field tells.
    pub fn mismatch(&self, subject: &Subject) -> Option<String> {
        let has = |source: Source| self.fields.iter().find(|f| f.source == source);
        if let Some(field) = self.fields.iter().find(|f| f.nil.is_empty() && !is_there(subject, f.source)) {
            return Some(format!("`{}` has no {}", self.name, field.name));
        }
        let values = [
            ("seat", Source::Seat, subject.seat.is_some()),
            ("tile", Source::Tile, subject.tile.is_some()),
            ("kind", Source::Kind, subject.kind.is_some()),
            ("segment", Source::Segment, subject.segment.is_some()),
            ("feature", Source::Feature, subject.segment.is_some()),
            ("figure", Source::Figure, subject.figure.is_some()),
            ("kind of figure", Source::FigureKind, subject.figure_kind.is_some()),
            ("book", Source::Book, subject.book.is_some()),
            ("reason", Source::Reason, subject.reason.is_some()),
            ("cell", Source::Cell, subject.cell.is_some()),
            ("place before", Source::From, subject.from.is_some()),
        ];
        for (what, source, there) in values {
            if there && has(source).is_none() {
                return Some(format!("`{}` comes with a {what} that no field tells", self.name));
            }
        }
        let numbered = [Source::Bag, Source::Zone, Source::Counter, Source::Token, Source::Die];
        if subject.index.is_some() && !numbered.iter().any(|&source| has(source).is_some()) {
            return Some(format!("`{}` comes with a number that no field tells", self.name));
        }
        let counts = has(Source::Amount).is_some() || has(Source::Face).is_some();
        (subject.amount != 0 && !counts).then(|| format!("`{}` comes with an amount that no field tells", self.name))
    }
}

/// Whether a subject has a value.
fn is_there(subject: &Subject, source: Source) -> bool {
    match source {
        Source::Seat => subject.seat.is_some(),
        Source::Tile => subject.tile.is_some(),
        Source::Kind => subject.kind.is_some(),
        Source::Segment | Source::Feature => subject.segment.is_some(),
        Source::Figure => subject.figure.is_some(),
        Source::FigureKind => subject.figure_kind.is_some(),
        Source::Book => subject.book.is_some(),
        Source::Reason => subject.reason.is_some(),
        Source::Cell => subject.cell.is_some(),
        Source::From => subject.from.is_some(),
        Source::Amount => true,
        Source::Bag | Source::Zone | Source::Counter | Source::Token | Source::Die | Source::Face => {
            subject.index.is_some()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_has_its_row() {
        let rows: Vec<(EventKind, &str)> = EVENTS.iter().map(|told| (told.event, told.name)).collect();
        let kinds: Vec<(EventKind, &str)> = EventKind::ALL.iter().map(|&kind| (kind, kind.name())).collect();
        assert_eq!(rows, kinds);
    }

    #[test]
    fn what_is_not_described_is_found() {
        let told = event("placed").unwrap();
        let seat = Some(tilewright_core::catalog::seat::Seat(0));
        let kind = Some(tilewright_core::catalog::id::TileKindId(0));
        let cell = Some(tilewright_core::catalog::lattice::Cell::new(0, 0));
        let whole =
            Subject { seat, kind, cell, tile: Some(tilewright_core::catalog::id::TileId(0)), ..Subject::default() };
        assert_eq!(told.mismatch(&whole), None);
        assert_eq!(told.mismatch(&Subject { cell: None, ..whole }).unwrap(), "`placed` has no cell");
        let more = Subject { figure: Some(tilewright_core::catalog::id::FigureId(1)), ..whole };
        assert_eq!(told.mismatch(&more).unwrap(), "`placed` comes with a figure that no field tells");
        assert!(told.mismatch(&Subject { amount: 3, ..whole }).is_some());
        assert!(told.mismatch(&Subject { index: Some(3), ..whole }).is_some());
    }
}
