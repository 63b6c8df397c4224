//! A game that was played, as a test of its pack.

use tilewright_core::catalog::id::SegmentId;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Catalog, Scope};
use tilewright_core::session::Session;
use tilewright_core::session::record::Move;
use tilewright_core::state::bags::BagState;
use tilewright_core::state::effect::{CounterKey, Place};
use tilewright_core::state::{Game, Stage};

use crate::games::save::{moves_of, record_of};

/// What a written test expects of the position that its steps come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The scores of all seats.
    pub scores: bool,
    /// The points by what they are counted under.
    pub by_kind: bool,
    /// The figures that each seat has left.
    pub supply: bool,
    /// The counters of the game and of the seats that everybody may see.
    pub counters: bool,
    /// Where the figures stand that are not in their supplies.
    pub figures: bool,
    /// What the seats hold in their hands.
    pub hands: bool,
    /// What is left in the bags.
    pub bags: bool,
    /// Where the tokens are.
    pub tokens: bool,
    /// The tiles that fitted nowhere.
    pub set_aside: bool,
    /// Every sheet that was paid: the place, and what each seat received.
    pub sheets: bool,
    /// Who has to decide what.
    pub decision: bool,
    /// All that can be answered.
    pub options: bool,
    /// Whether the game is over.
    pub over: bool,
    /// What every feature with figures on it is worth, now and at the end.
    pub worth: bool,
}

impl Wanted {
    /// Nothing but the moves.
    pub const NOTHING: Wanted = Wanted {
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
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted { scores: true, ..Wanted::NOTHING }
    }
}

/// The game as a `Test(...)` in RON: what chance gave, what was chosen, and what is wanted of what it came to. Written
/// after another test, it stands in `Tests([...])` with four blanks before each line.
pub fn written(session: &mut Session, name: &str, wanted: Wanted) -> String {
    // Else the expectation would be held against the first decision that has one option.
    let moves = moves_of(session, true);
    whole(session, name, wanted, &[], &moves)
}

/// A test with fields that arrange a position, and moves that are made from there.
pub(super) fn whole(session: &mut Session, name: &str, wanted: Wanted, fields: &[String], moves: &[Move]) -> String {
    let record = record_of(session, name);
    let packs: Vec<String> = record.packs.iter().filter_map(|p| Some(quoted(p.split('@').next()?))).collect();
    let options: Vec<String> = record.options.iter().map(|(key, value)| format!("{}: {value}", quoted(key))).collect();
    let mut text = format!("Test(\n    name: {},\n", quoted(name));
    if packs.len() > 1 {
        text.push_str(&format!("    packs: [{}],\n", packs.join(", ")));
    }
    if !options.is_empty() {
        text.push_str(&format!("    options: {{{}}},\n", options.join(", ")));
    }
    if record.seats != 2 {
        text.push_str(&format!("    seats: {},\n", record.seats));
    }
    text.push_str(&format!("    seed: {},\n", session.seed()));
    fields.iter().for_each(|field| text.push_str(&format!("    {field},\n")));
    text.push_str("    steps: [\n");
    for step in moves.iter().filter_map(step) {
        text.push_str(&format!("        {},\n", quoted(&step)));
    }
    text.push_str("    ],\n    expect: (");
    let parts = expected(session, wanted);
    match &parts[..] {
        [] => {}
        [one] => text.push_str(one),
        several => several.iter().for_each(|part| text.push_str(&format!("\n        {part},"))),
    }
    text.push_str(if parts.len() > 1 { "\n    ),\n)" } else { "),\n)" });
    text
}

/// The fields of the expectation, in the order in which the format tells them.
fn expected(session: &mut Session, wanted: Wanted) -> Vec<String> {
    let worth = if wanted.worth { worth(session) } else { Vec::new() };
    let game = session.game();
    let catalog = game.catalog();
    let mut parts = Vec::new();
    if let Some(decision) = session.decision() {
        if wanted.decision {
            parts.push(format!("seat: {}", decision.seat));
            parts.push(format!("ask: {}", quoted(&decision.ask)));
        }
        if wanted.options {
            let keys = decision.options.iter(game).map(|pick| quoted(&decision.options.key(game, pick)));
            parts.push(format!("options: [{}]", listed(keys)));
        }
    }
    if wanted.scores {
        parts.push(format!("scores: {:?}", game.scores()));
    }
    if wanted.by_kind {
        let kinds = &catalog.score_kinds;
        let rows = kinds.ids().map(|id| format!("{}: {:?}", quoted(&kinds.key(id)), game.booked(id)));
        parts.push(format!("by_kind: {{{}}}", listed(rows)));
    }
    if wanted.supply {
        let figures = &catalog.figures;
        let of = |seat: Seat| {
            let left = figures.ids().map(|f| format!("{}: {}", quoted(&figures.key(f)), game.supply(f, seat)));
            format!("{{{}}}", listed(left))
        };
        parts.push(format!("supply: [{}]", listed(game.seats_from(Seat(0)).map(of))));
    }
    if wanted.counters {
        let rows: Vec<String> = counters(game).collect();
        if !rows.is_empty() {
            parts.push(format!("counters: {{{}}}", rows.join(", ")));
        }
    }
    if wanted.over {
        parts.push(format!("over: {}", game.stage() == Stage::Over));
        if game.stage() == Stage::Over {
            parts.push(format!("winners: [{}]", listed(game.winners().iter().map(ToString::to_string))));
        }
    }
    if wanted.figures {
        parts.push(format!("figures: [{}]", listed(figures(game).iter().map(|figure| quoted(figure)))));
    }
    if wanted.hands {
        parts.push(format!("hands: [{}]", listed(hands(game).iter().map(|hand| quoted(hand)))));
    }
    if wanted.bags {
        parts.push(format!("bags: {{{}}}", listed(bags(game))));
    }
    if wanted.set_aside {
        let kinds = game.set_aside().iter().map(|&kind| quoted(&catalog.kinds.key(kind)));
        parts.push(format!("set_aside: [{}]", listed(kinds)));
    }
    if wanted.tokens && !catalog.tokens.is_empty() {
        let tokens = &catalog.tokens;
        let rows = tokens.ids().map(|t| format!("{}: {}", quoted(&tokens.key(t)), quoted(&place(game, game.token(t)))));
        parts.push(format!("tokens: {{{}}}", listed(rows)));
    }
    if wanted.sheets {
        let rows: Vec<String> = sheets(game).collect();
        if !rows.is_empty() {
            parts.push(format!("why: [\n            {},\n        ]", rows.join(",\n            ")));
        }
    }
    if !worth.is_empty() {
        parts.push(format!("worth: [\n            {},\n        ]", worth.join(",\n            ")));
    }
    parts
}

/// Counters that have one number, or one for every seat, and are no secret.
fn counters(game: &Game) -> impl Iterator<Item = String> {
    let counters = &game.catalog().counters;
    counters.iter().filter(|(_, counter)| !counter.secret).filter_map(|(id, counter)| {
        let values: Vec<i32> = match counter.scope {
            Scope::Game => vec![game.counter(id, CounterKey::Game)],
            Scope::Seat => game.seats_from(Seat(0)).map(|s| game.counter(id, CounterKey::Seat(s))).collect(),
            _ => return None,
        };
        Some(format!("{}: {values:?}", quoted(&counters.key(id))))
    })
}

/// The figures that are not in their supplies, as tests place them.
pub(super) fn figures(game: &Game) -> Vec<String> {
    let figures = &game.catalog().figures;
    game.figures().map(|(_, f)| format!("{} {}@{}", f.seat, figures.key(f.kind), place(game, f.place))).collect()
}

/// What each seat holds in its hand, as tests list tiles.
pub(super) fn hands(game: &Game) -> Vec<String> {
    let hand = |seat| counted(game.catalog(), game.hand(seat));
    game.seats_from(Seat(0)).map(hand).collect()
}

/// What is left in each bag, as tests give it.
pub(super) fn bags(game: &Game) -> impl Iterator<Item = String> {
    let catalog = game.catalog();
    let told =
        |bag| format!("{}: {}", quoted(&catalog.bag_key(bag)), quoted(&counted(catalog, content(game.bag(bag)))));
    catalog.bags.ids().map(told)
}

/// The tiles in a bag; of a stack from the bottom to the top, else in the order of the kinds.
pub(super) fn content(bag: &BagState) -> Vec<TileKindId> {
    match bag.order() {
        [] => bag.kinds().flat_map(|kind| std::iter::repeat_n(kind, bag.count(kind) as usize)).collect(),
        order => order.to_vec(),
    }
}

/// Tiles as they are listed in tests: `T1 T2*3`. Equal ones that follow each other are told as one.
pub(super) fn counted(catalog: &Catalog, tiles: impl IntoIterator<Item = TileKindId>) -> String {
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

/// What each seat received from each sheet that was paid.
fn sheets(game: &Game) -> impl Iterator<Item = String> {
    let sheets = game.journal().map_or(&[][..], |journal| &journal.sheets);
    sheets.iter().flat_map(|scored| {
        let got = (0..game.seat_count()).map(|seat| (seat, scored.points[seat])).filter(|(_, n)| *n != 0);
        got.map(|(seat, points)| match scored.segment {
            Some(_) if !scored.place.is_empty() => {
                format!("(at: {}, seat: {seat}, points: {points})", quoted(&scored.place))
            }
            _ => format!("(seat: {seat}, points: {points})"),
        })
    })
}

/// What each feature with figures on it is worth, now and at the end.
fn worth(session: &mut Session) -> Vec<String> {
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
    let (machine, game) = session.appraiser();
    let mut rows = Vec::new();
    for segment in segments {
        let mut row = format!("(at: {}", quoted(&game.board().place_key(game.catalog(), segment)));
        for (when, last) in [("now", false), ("at_end", true)] {
            // What cannot be told now is left out.
            let Ok(sheets) = machine.appraise(game, segment, last) else { continue };
            let sum = |seat: usize| sheets.iter().fold(0i32, |sum, (_, points)| sum.saturating_add(points[seat]));
            row.push_str(&format!(", {when}: {:?}", (0..seats).map(sum).collect::<Vec<i32>>()));
        }
        rows.push(row + ")");
    }
    rows
}

/// A place as tests name it; nothing for none.
pub(super) fn place(game: &Game, place: Option<Place>) -> String {
    match place {
        None => String::new(),
        Some(Place::Segment(segment)) => game.board().place_key(game.catalog(), segment),
        Some(Place::Cell(cell)) => cell.to_string(),
        Some(Place::Zone(zone, 0)) => game.catalog().zones.key(zone),
        Some(Place::Zone(zone, slot)) => format!("{}/{slot}", game.catalog().zones.key(zone)),
    }
}

pub(super) fn listed(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

/// A move in the words of a step; nothing where a test has none for it: what is dealt follows from the seed.
fn step(what: &Move) -> Option<String> {
    Some(match what {
        Move::Draw { kind, from: None } => format!("draw {kind}"),
        Move::Draw { kind, from: Some(bag) } => format!("draw {kind} from {bag}"),
        Move::Roll { face, die: None } => format!("roll {face}"),
        Move::Roll { face, die: Some(die) } => format!("roll {face} of {die}"),
        Move::Number { name, number } => format!("number {name} {number}"),
        Move::Shuffle { bag, order } => format!("shuffle {bag} {}", order.join(" ")),
        Move::Answer { seat, ask, pick } => format!("{seat}: {ask} {pick}"),
        Move::Deal { .. } | Move::Expect(_) => return None,
    })
}

pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
