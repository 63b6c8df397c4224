//! Writes a played game as a test of its pack.

use tilewright_core::catalog::id::{SegmentId, TileKindId, ZoneId};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Catalog, Scope};
use tilewright_core::session::Session;
use tilewright_core::session::record::Move;
use tilewright_core::state::bags::BagState;
use tilewright_core::state::effect::{CounterKey, Place};
use tilewright_core::state::{Game, Stage};
use tilewright_pack::edit::Written;

use crate::games::save::{moves_of, record_of};

/// Choice of the facts about the final position that a written test states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpectedParts {
    /// True to state the scores of all seats.
    pub scores: bool,
    /// True to state the points of each seat under each book.
    pub by_kind: bool,
    /// True to state the number of figures that each seat has left in its supply.
    pub supply: bool,
    /// True to state the public counters of the game and of the seats.
    pub counters: bool,
    /// True to state the places of the figures that are not in their supplies.
    pub figures: bool,
    /// True to state the tiles in the hands of the seats.
    pub hands: bool,
    /// True to state the tiles in the bags and in rows.
    pub bags: bool,
    /// True to state the places of the tokens.
    pub tokens: bool,
    /// True to state the tiles that were set aside because they fitted nowhere.
    pub set_aside: bool,
    /// True to state the sheets that were paid, with place and points of each seat.
    pub sheets: bool,
    /// True to state the waiting decision, with its seat and question.
    pub decision: bool,
    /// True to state all options of the waiting decision.
    pub options: bool,
    /// True to state that the game is over, or that it is not.
    pub over: bool,
    /// True to state the value of every feature with figures on it, now and at the end.
    pub worth: bool,
}

impl ExpectedParts {
    /// Choice of no facts: the test has only moves.
    pub(crate) const NOTHING: ExpectedParts = ExpectedParts {
        scores: false,
        by_kind: false,
        supply: false,
        counters: false,
        figures: false,
        hands: false,
        bags: false,
        tokens: false,
        set_aside: false,
        sheets: false,
        decision: false,
        options: false,
        over: false,
        worth: false,
    };

    /// Name of each part: the first field that it adds to the expectation.
    pub const NAMES: [&str; 14] = [
        "scores",
        "by_kind",
        "supply",
        "counters",
        "figures",
        "hands",
        "bags",
        "tokens",
        "set_aside",
        "why",
        "seat",
        "options",
        "over",
        "worth",
    ];

    /// Returns the choice of the parts with these names; `None` if a name is unknown.
    pub fn from_names<'n>(names: impl IntoIterator<Item = &'n str>) -> Option<ExpectedParts> {
        let mut parts = ExpectedParts::NOTHING;
        for name in names {
            *match name {
                "scores" => &mut parts.scores,
                "by_kind" => &mut parts.by_kind,
                "supply" => &mut parts.supply,
                "counters" => &mut parts.counters,
                "figures" => &mut parts.figures,
                "hands" => &mut parts.hands,
                "bags" => &mut parts.bags,
                "tokens" => &mut parts.tokens,
                "set_aside" => &mut parts.set_aside,
                "why" => &mut parts.sheets,
                "seat" => &mut parts.decision,
                "options" => &mut parts.options,
                "over" => &mut parts.over,
                "worth" => &mut parts.worth,
                _ => return None,
            } = true;
        }
        Some(parts)
    }
}

impl Default for ExpectedParts {
    fn default() -> ExpectedParts {
        ExpectedParts { scores: true, ..ExpectedParts::NOTHING }
    }
}

/// Writes the game as a `Test(...)` in RON: the chance results, the answers, and the chosen facts about the final
/// position. Inside `Tests([...])`, each line is indented by four blanks.
pub fn write_test(session: &mut Session, name: &str, wanted: ExpectedParts) -> String {
    // Otherwise the expectation would be checked at the first decision with one option.
    let moves = moves_of(session, true);
    whole(session, name, wanted, Vec::new(), &moves)
}

/// Writes a test with fields that arrange a position, and the moves from that position.
pub(super) fn whole(
    session: &mut Session,
    name: &str,
    wanted: ExpectedParts,
    arranged: WrittenFields,
    moves: &[Move],
) -> String {
    let record = record_of(session, name);
    let packs: Vec<Written> = record.packs.iter().filter_map(|p| Some(Written::text(p.split('@').next()?))).collect();
    let options: Vec<(Written, Written)> =
        record.options.iter().map(|(key, value)| (Written::text(key), Written::Verbatim(value.to_string()))).collect();
    let mut fields: WrittenFields = vec![("name", Written::text(name))];
    if packs.len() > 1 {
        fields.push(("packs", Written::List(packs)));
    }
    if !options.is_empty() {
        fields.push(("options", Written::Map(options)));
    }
    if record.seats != 2 {
        fields.push(("seats", Written::Int(record.seats.into())));
    }
    // Seeds exceed the range of other numbers.
    fields.push(("seed", Written::Verbatim(session.seed().to_string())));
    fields.extend(arranged);
    let steps: Vec<Written> = moves.iter().filter_map(step).map(|step| Written::text(&step)).collect();
    fields.push(("steps", Written::List(steps)));
    fields.push(("expect", to_written(expectation_fields(session, wanted))));
    // Each field is on its own line, because tests are read from top to bottom and compared line by line.
    let mut text = "Test(\n".to_owned();
    for (name, value) in fields {
        let written = match (name, value) {
            ("steps", Written::List(steps)) if !steps.is_empty() => lines("[", &steps, "]"),
            ("expect", Written::Struct(head, fields)) if fields.len() > 1 => {
                let field = |(name, value): &(String, Written)| {
                    Written::Verbatim(format!("{name}: {}", value.print(2 * INDENT, 2 * INDENT + name.len() + 2, 1)))
                };
                lines(&format!("{}(", head.unwrap_or_default()), &fields.iter().map(field).collect::<Vec<_>>(), ")")
            }
            (_, value) => value.print(INDENT, INDENT + name.len() + 2, 1),
        };
        text.push_str(&format!("{:INDENT$}{name}: {written},\n", ""));
    }
    text + ")"
}

/// Fields with their values.
pub(super) type WrittenFields = Vec<(&'static str, Written)>;

/// Number of blanks for each level of indentation.
const INDENT: usize = 4;

fn to_written(fields: WrittenFields) -> Written {
    Written::fields(fields)
}

/// Writes each value on its own line, indented by two levels.
fn lines(open: &str, items: &[Written], close: &str) -> String {
    let mut text = format!("{open}\n");
    for item in items {
        text.push_str(&format!("{:1$}{2},\n", "", 2 * INDENT, item.print(2 * INDENT, 2 * INDENT, 1)));
    }
    text + &format!("{:INDENT$}{close}", "")
}

pub(super) fn texts(all: impl IntoIterator<Item = String>) -> Written {
    Written::List(all.into_iter().map(Written::Text).collect())
}

pub(super) fn numbers(all: impl IntoIterator<Item = i32>) -> Written {
    Written::List(all.into_iter().map(|n| Written::Int(n.into())).collect())
}

/// Returns the fields of the expectation, in the order of the format's reference.
fn expectation_fields(session: &mut Session, wanted: ExpectedParts) -> WrittenFields {
    let worth = if wanted.worth { worth(session) } else { Vec::new() };
    let game = session.game();
    let catalog = game.catalog();
    let mut parts: WrittenFields = Vec::new();
    if let Some(decision) = session.decision() {
        if wanted.decision {
            parts.push(("seat", Written::Int(decision.seat.0.into())));
            parts.push(("ask", Written::text(&decision.ask)));
        }
        if wanted.options {
            let key = |pick| decision.options.key(game, pick);
            parts.push(("options", texts(decision.options.iter(game).map(key))));
            if decision.options.secrets().next().is_some() {
                parts.push(("secret_options", texts(decision.options.secrets().map(key))));
            }
        }
    }
    if wanted.scores {
        parts.push(("scores", numbers(game.scores().iter().copied())));
    }
    if wanted.by_kind {
        let kinds = &catalog.books;
        let rows = kinds.ids().map(|id| (Written::Text(kinds.key(id)), numbers(game.book_points(id).iter().copied())));
        parts.push(("by_kind", Written::Map(rows.collect())));
    }
    if wanted.supply {
        let figures = &catalog.figures;
        let of = |seat: Seat| {
            let left =
                figures.ids().map(|f| (Written::Text(figures.key(f)), Written::Int(game.supply(f, seat).into())));
            Written::Map(left.collect())
        };
        parts.push(("supply", Written::List(game.seats_from(Seat(0)).map(of).collect())));
    }
    if wanted.counters {
        let rows: Vec<(Written, Written)> = counters(game).collect();
        if !rows.is_empty() {
            parts.push(("counters", Written::Map(rows)));
        }
    }
    if wanted.over {
        parts.push(("over", Written::Bool(game.stage() == Stage::Over)));
        if game.stage() == Stage::Over {
            parts.push(("winners", numbers(game.winners().iter().map(|seat| seat.0.into()))));
            if let Some(result) = game.result() {
                parts.push(("result", Written::Text(catalog.results.key(result))));
            }
        }
        if !game.retired_seats().is_empty() {
            parts.push(("retired", numbers(game.retired_seats().iter().map(|seat| seat.0.into()))));
        }
    }
    if wanted.figures {
        parts.push(("figures", texts(figures(game))));
    }
    if wanted.hands {
        parts.push(("hands", texts(hands(game))));
    }
    if wanted.bags {
        parts.push(("bags", Written::Map(bags(game).collect())));
        let rows = rows(game);
        if !rows.is_empty() {
            parts.push(("rows", Written::Map(rows)));
        }
    }
    if wanted.bags && !game.all_face_down().is_empty() {
        let hidden = game.all_face_down().iter().filter_map(|hidden| {
            let cell = game.board().laid_tile(hidden.tile)?.cell;
            Some(format!("{}@{cell}", catalog.kinds.key(hidden.kind)))
        });
        parts.push(("face_down", texts(hidden)));
    }
    if wanted.set_aside {
        parts.push(("set_aside", texts(game.set_aside().iter().map(|&kind| catalog.kinds.key(kind)))));
    }
    if wanted.tokens && !catalog.tokens.is_empty() {
        let tokens = &catalog.tokens;
        let rows = tokens.ids().map(|t| (Written::Text(tokens.key(t)), Written::Text(place(game, game.token(t)))));
        parts.push(("tokens", Written::Map(rows.collect())));
    }
    if wanted.sheets {
        let rows: Vec<Written> = sheets(game).collect();
        if !rows.is_empty() {
            parts.push(("why", Written::List(rows)));
        }
    }
    if !worth.is_empty() {
        parts.push(("worth", Written::List(worth)));
    }
    parts
}

/// Returns the counters that have one number, or one for each seat, and are not secret.
fn counters(game: &Game) -> impl Iterator<Item = (Written, Written)> {
    let counters = &game.catalog().counters;
    counters.iter().filter(|(_, counter)| !counter.secret).filter_map(|(id, counter)| {
        let values: Vec<i32> = match counter.scope {
            Scope::Game => vec![game.counter(id, CounterKey::Game)],
            Scope::Seat => game.seats_from(Seat(0)).map(|s| game.counter(id, CounterKey::Seat(s))).collect(),
            _ => return None,
        };
        Some((Written::Text(counters.key(id)), numbers(values)))
    })
}

/// Lists the figures that are not in their supplies, in the notation of tests.
pub(super) fn figures(game: &Game) -> Vec<String> {
    let figures = &game.catalog().figures;
    game.figures().map(|(_, f)| format!("{} {}@{}", f.seat.0, figures.key(f.kind), place(game, f.place))).collect()
}

/// Lists the tiles in the hand of each seat, in the notation of tests.
pub(super) fn hands(game: &Game) -> Vec<String> {
    let hand = |seat| tile_notation(game.catalog(), game.hand(seat));
    game.seats_from(Seat(0)).map(hand).collect()
}

/// Lists the tiles in each bag, in the notation of tests.
pub(super) fn bags(game: &Game) -> impl Iterator<Item = (Written, Written)> {
    let catalog = game.catalog();
    let told = |bag| {
        let tiles = tile_notation(catalog, content(game.bag(bag)));
        (Written::Text(catalog.bag_key(bag)), Written::Text(tiles))
    };
    game.bags().map(told)
}

/// Lists the tiles in the slots of each zone that holds tiles, in the notation of tests.
pub(super) fn rows(game: &Game) -> Vec<(Written, Written)> {
    let catalog = game.catalog();
    let told = |zone: ZoneId| {
        let slot = |slot| game.slot_tile(zone, slot).map_or_else(|| "-".to_owned(), |kind| catalog.kinds.key(kind));
        let slots: Vec<String> = (1..=catalog.zones[zone].slots).map(slot).collect();
        (Written::Text(catalog.zones.key(zone)), Written::Text(slots.join(" ")))
    };
    game.zones().filter(|&zone| catalog.zones[zone].holds_tiles).map(told).collect()
}

/// Returns the tiles in a bag: a stack from bottom to top, any other bag in the order of the kinds.
pub(super) fn content(bag: &BagState) -> Vec<TileKindId> {
    match bag.order() {
        [] => bag.kinds().flat_map(|kind| std::iter::repeat_n(kind, bag.count(kind) as usize)).collect(),
        order => order.to_vec(),
    }
}

/// Writes tiles in the notation of tests: `T1 T2*3`. Consecutive tiles of one kind are combined.
pub(super) fn tile_notation(catalog: &Catalog, tiles: impl IntoIterator<Item = TileKindId>) -> String {
    let mut runs: Vec<(TileKindId, u32)> = Vec::new();
    for kind in tiles {
        match runs.last_mut() {
            Some((last, count)) if *last == kind => *count += 1,
            _ => runs.push((kind, 1)),
        }
    }
    let told = runs.into_iter().map(|(kind, count)| match count {
        1 => catalog.kinds.key(kind),
        _ => format!("{}*{count}", catalog.kinds.key(kind)),
    });
    told.collect::<Vec<_>>().join(" ")
}

/// Lists the points of each seat from each sheet that was paid.
fn sheets(game: &Game) -> impl Iterator<Item = Written> {
    let sheets = game.journal().map_or(&[][..], |journal| &journal.sheets);
    sheets.iter().flat_map(|scored| {
        let got = (0..game.seat_count()).map(|seat| (seat, scored.points[seat])).filter(|(_, n)| *n != 0);
        got.map(|(seat, points)| {
            let at = scored.segment.filter(|_| !scored.place.is_empty()).map(|_| ("at", Written::text(&scored.place)));
            let points = [("seat", Written::Int(seat as i64)), ("points", Written::Int(points.into()))];
            Written::fields(at.into_iter().chain(points))
        })
    })
}

/// Returns the value of each feature with figures on it, now and at the end.
fn worth(session: &mut Session) -> Vec<Written> {
    let game = session.game();
    let features = game.board().features();
    let mut segments: Vec<SegmentId> = Vec::new();
    for (_, figure) in game.figures() {
        if let Some(Place::Segment(segment)) = figure.place
            && segments.iter().all(|&s| features.root(s) != features.root(segment))
        {
            segments.push(segment);
        }
    }
    let seats = game.seat_count();
    let mut rows = Vec::new();
    for segment in segments {
        let game = session.game();
        let mut row: WrittenFields = vec![("at", Written::Text(game.board().place_key(segment)))];
        for (when, last) in [("now", false), ("at_end", true)] {
            // A value that cannot be computed now is omitted.
            let Ok(sheets) = session.appraise(segment, last) else { continue };
            let sum = |seat: usize| sheets.iter().fold(0i32, |sum, (_, points)| sum.saturating_add(points[seat]));
            row.push((when, numbers((0..seats).map(sum))));
        }
        rows.push(to_written(row));
    }
    rows
}

/// Returns a place in the notation of tests; empty for `None`.
pub(super) fn place(game: &Game, place: Option<Place>) -> String {
    match place {
        None => String::new(),
        Some(Place::Segment(segment)) => game.board().place_key(segment),
        Some(Place::Cell(cell)) => cell.to_string(),
        Some(Place::Joint(joint)) => game.catalog().lattice.joint_key(joint),
        Some(Place::Zone(zone, 0)) => game.catalog().zones.key(zone),
        Some(Place::Zone(zone, slot)) => format!("{}/{slot}", game.catalog().zones.key(zone)),
    }
}

/// Returns a move in the notation of a step; `None` if a test needs no step for it, since the seed determines the deal.
fn step(what: &Move) -> Option<String> {
    match what {
        Move::Deal { .. } | Move::Expect(_) => None,
        other => Some(other.to_string()),
    }
}
