//! Reads the expectations of tests, and checks positions against them.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_core::catalog::Scope;
use tilewright_core::catalog::id::{CounterId, TileKindId};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::diag::{Span, nearest};
use tilewright_core::session::Session;
use tilewright_core::session::expect::Mismatch;
use tilewright_core::session::record::Expect;
use tilewright_core::state::effect::{CounterKey, Place};
use tilewright_core::state::event::{EventKind, ScoredSheet};
use tilewright_core::state::sheet::{Item, ItemKind};
use tilewright_core::state::{Game, Stage};
use tilewright_pack::read::{self, Fields};
use tilewright_pack::schema;
use tilewright_pack::syntax::{Node, NodeShape};

use super::TestFailure;
use super::keys::{self, list_keys};
use super::notation::{Reader, TestWord};
use super::write::{content, figures, place, tile_notation};

/// Expectations that a test states in one place.
#[derive(Clone)]
pub(super) struct Expectation {
    checks: Vec<(String, Check)>,
    /// True if the checks of the state alone are already done.
    pub(super) state_done: bool,
}

#[derive(Clone)]
enum Check {
    State(Expect),
    Counter(String, Vec<i32>),
    ByKind(String, Vec<i32>),
    Winners(Vec<u8>),
    /// Result of the game; empty if it has no result.
    Result(String),
    Retired(Vec<u8>),
    /// All figures that are not in their supplies, in the words that place them.
    Figures(Vec<String>),
    /// Tiles in a seat's hand, in any order.
    Hand(usize, Vec<String>),
    /// Tiles in a bag, by default the first bag; a stack is listed from bottom to top.
    Bag(Option<String>, Vec<String>),
    Row(String, Vec<String>),
    FaceDown(Vec<String>),
    SetAside(Vec<String>),
    InPlay(String),
    /// Name of a token, and its place.
    Token(String, String),
    /// Number of events of a kind that each seat has seen.
    SeenBy(String, Vec<i32>),
    /// Question that must not be asked, of this seat or of any seat.
    NotAsked(Option<u8>, String),
    Decision(Expect),
    Has(Vec<String>),
    Lacks(Vec<String>),
    Secret(bool),
    SecretOptions(Vec<String>),
    Why(ExpectedItem),
    Worth(ExpectedWorth),
}

impl Check {
    /// Returns the position of the check in the order in which differences are reported.
    fn rank(&self) -> usize {
        match self {
            Check::Decision(_) => 0,
            Check::Has(_) => 1,
            Check::Lacks(_) => 2,
            Check::Secret(_) | Check::SecretOptions(_) => 3,
            Check::State(Expect { over: None, .. }) => 4,
            Check::Counter(..) => 5,
            Check::State(_) => 6,
            Check::Winners(_) => 7,
            Check::Result(_) => 8,
            Check::Retired(_) => 9,
            Check::ByKind(..) => 10,
            Check::Figures(_) => 11,
            Check::Hand(..) => 12,
            Check::Bag(..) | Check::Row(..) | Check::FaceDown(_) => 13,
            Check::SetAside(_) => 14,
            Check::InPlay(_) => 15,
            Check::Token(..) => 16,
            Check::SeenBy(..) => 17,
            Check::NotAsked(..) => 18,
            Check::Why(_) => 19,
            Check::Worth(_) => 20,
        }
    }
}

/// Values that some item of the paid sheets must have. Absent values are not compared.
#[derive(Default, Clone)]
struct ExpectedItem {
    seat: Option<u8>,
    /// Place of the feature that the sheet is for.
    at: Option<String>,
    per: Option<String>,
    raise: Option<String>,
    void: Option<String>,
    scale: Option<String>,
    bonus: Option<String>,
    count: Option<i32>,
    each: Option<i32>,
    /// Points of the item; if no item is described, the points that the seat received from the sheet.
    points: Option<i32>,
}

impl ExpectedItem {
    fn read(reader: &Reader<'_>, node: &Node) -> Option<ExpectedItem> {
        let fields = Fields::from_node(node, &schema::WHY, &reader.report)?;
        fields.finish();
        let text = |name| fields.get(name).and_then(|node| reader.line(node));
        let number = |name| fields.int(name).and_then(|n| i32::try_from(n).ok());
        Some(ExpectedItem {
            seat: fields.int("seat").and_then(|n| u8::try_from(n).ok()),
            at: text("at"),
            per: text("per"),
            raise: text("raise"),
            void: text("void"),
            scale: text("scale"),
            bonus: text("bonus"),
            count: number("count"),
            each: number("each"),
            points: number("points"),
        })
    }

    /// Describes the values that are present, in words.
    fn describe(&self) -> String {
        let text = |name: &str, value: &Option<String>| value.as_ref().map(|value| format!("{name} `{value}`"));
        let number = |name: &str, value: Option<i32>| value.map(|value| format!("{name} {value}"));
        let all = [
            self.seat.map(|seat| format!("for seat {}", Seat(seat))),
            text("at", &self.at),
            text("per", &self.per),
            text("raise", &self.raise),
            text("void", &self.void),
            text("scale", &self.scale),
            text("bonus", &self.bonus),
            number("count", self.count),
            number("each", self.each),
            number("points", self.points),
        ];
        format!("an item of a paid sheet ({})", all.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// Points that a feature must be worth to each seat.
#[derive(Clone)]
struct ExpectedWorth {
    /// Place of the feature.
    at: String,
    /// Points of each seat if the feature is scored during play.
    now: Option<Vec<i32>>,
    /// Points of each seat if the feature is scored at the end.
    at_end: Option<Vec<i32>>,
}

impl ExpectedWorth {
    fn read(reader: &Reader<'_>, node: &Node) -> Option<ExpectedWorth> {
        let fields = Fields::from_node(node, &schema::WORTH, &reader.report)?;
        fields.finish();
        let points = |name| fields.get(name).map(|node| reader.all_numbers(node));
        let (now, at_end) = (points("now"), points("at_end"));
        Some(ExpectedWorth { at: reader.line(fields.need("at")?)?, now, at_end })
    }
}

type CheckFailure = (&'static str, String, String);

impl Expectation {
    /// Reads an expectation, and reports its mistakes.
    pub(super) fn read(reader: &Reader<'_>, node: &Node) -> Option<Expectation> {
        let fields = Fields::from_node(node, &schema::EXPECTED, &reader.report)?;
        fields.finish();
        let mut checks: Vec<(String, Check)> = Vec::new();
        let place = |span: Span| reader.places.place_of(span);
        let plain = |words: Vec<TestWord>| words.into_iter().map(|word| word.value).collect::<Vec<_>>();
        let line = |node: &Node| reader.line(node);
        let seat = |number: Option<i64>| number.and_then(|n| u8::try_from(n).ok());
        let mut add = |node: &Node, check: Option<Check>| checks.extend(check.map(|check| (place(node.span), check)));
        if let Some(node) = fields.get("seat") {
            let seat = seat(fields.int("seat"));
            add(node, Some(Check::Decision(Expect { seat, ..Expect::default() })).filter(|_| seat.is_some()));
        }
        if let Some(node) = fields.get("ask") {
            add(node, line(node).map(|ask| Check::Decision(Expect { ask: Some(ask), ..Expect::default() })));
        }
        if let Some(node) = fields.get("options") {
            let options = Some(reader.lines(node));
            add(node, Some(Check::Decision(Expect { options, ..Expect::default() })));
        }
        if let Some(node) = fields.get("has") {
            add(node, Some(Check::Has(reader.lines(node))));
        }
        if let Some(node) = fields.get("lacks") {
            add(node, Some(Check::Lacks(reader.lines(node))));
        }
        if let Some(node) = fields.get("secret") {
            add(node, Some(Check::Secret(fields.flag("secret"))));
        }
        if let Some(node) = fields.get("secret_options") {
            add(node, Some(Check::SecretOptions(reader.lines(node))));
        }
        if let Some(node) = fields.get("scores") {
            let scores = Some(reader.all_numbers(node));
            add(node, Some(Check::State(Expect { scores, ..Expect::default() })));
        }
        if let Some(node) = fields.get("supply") {
            let supply = Some(reader.list(node).iter().map(|node| reader.counts(node)).collect());
            add(node, Some(Check::State(Expect { supply, ..Expect::default() })));
        }
        if let Some(node) = fields.get("over") {
            let over = Some(fields.flag("over"));
            add(node, Some(Check::State(Expect { over, ..Expect::default() })));
        }
        let seats = |node| reader.all_numbers(node).into_iter().filter_map(|n| seat(Some(n.into()))).collect();
        if let Some(node) = fields.get("winners") {
            add(node, Some(Check::Winners(seats(node))));
        }
        if let Some(node) = fields.get("result") {
            add(node, line(node).map(Check::Result));
        }
        if let Some(node) = fields.get("retired") {
            add(node, Some(Check::Retired(seats(node))));
        }
        if let Some(node) = fields.get("figures") {
            add(node, Some(Check::Figures(reader.lines(node))));
        }
        for (number, node) in fields.list("hands").iter().enumerate() {
            add(node, Some(Check::Hand(number, plain(reader.all_words(node)))));
        }
        if let Some(node) = fields.get("bag") {
            add(node, Some(Check::Bag(None, plain(reader.all_words(node)))));
        }
        if let Some(node) = fields.get("set_aside") {
            add(node, Some(Check::SetAside(plain(reader.all_words(node)))));
        }
        if let Some(node) = fields.get("face_down") {
            add(node, Some(Check::FaceDown(plain(reader.all_words(node)))));
        }
        if let Some(node) = fields.get("in_play") {
            add(node, line(node).map(Check::InPlay));
        }
        if let Some(node) = fields.get("tokens") {
            let tokens: BTreeMap<String, String> = if matches!(node.shape, NodeShape::Map(_)) {
                reader.texts(node)
            } else {
                let named = |word: String| {
                    let (name, at) = word.split_once('@').unwrap_or((&word, ""));
                    (name.to_owned(), at.to_owned())
                };
                plain(reader.all_words(node)).into_iter().map(named).collect()
            };
            tokens.into_iter().for_each(|(name, at)| add(node, Some(Check::Token(name, at))));
        }
        if let Some(node) = fields.get("not_asked") {
            for ask in read::list_or_one(node).iter().filter_map(line) {
                let seated = ask.split_once(':').and_then(|(seat, ask)| Some((seat.parse().ok()?, ask.trim())));
                let (seat, ask) = seated.map_or((None, &*ask), |(seat, ask)| (Some(seat), ask));
                add(node, Some(Check::NotAsked(seat, ask.to_owned())));
            }
        }
        for node in fields.list("why") {
            add(node, ExpectedItem::read(reader, node).map(Check::Why));
        }
        for node in fields.list("worth") {
            add(node, ExpectedWorth::read(reader, node).map(Check::Worth));
        }
        for (name, tiles) in fields.get("bags").map(|node| reader.tiles_by_name(node)).unwrap_or_default() {
            checks.push((place(name.span), Check::Bag(Some(name.value), plain(tiles))));
        }
        for (name, tiles) in fields.get("rows").map(|node| reader.tiles_by_name(node)).unwrap_or_default() {
            checks.push((place(name.span), Check::Row(name.value, plain(tiles))));
        }
        let mut numbers = |name, check: fn(String, Vec<i32>) -> Check| {
            let all = fields.get(name).map(|node| reader.numbers(node)).unwrap_or_default();
            checks.extend(all.into_iter().map(|(name, n)| (place(n.span), check(name, n.value))));
        };
        numbers("counters", Check::Counter);
        numbers("by_kind", Check::ByKind);
        numbers("seen_by", Check::SeenBy);
        // The order is that of the grammar, whatever kinds of value the fields have.
        checks.sort_by_key(|(_, check)| check.rank());
        Some(Expectation { checks, state_done: false })
    }

    /// True if a decision must be waiting for the expectation to be checked.
    pub(super) fn is_about_decision(&self) -> bool {
        self.checks.iter().any(|(_, check)| {
            let is_about_options = matches!(check, Check::Has(_) | Check::Lacks(_) | Check::SecretOptions(_));
            is_about_options || matches!(check, Check::Decision(_) | Check::Secret(_))
        })
    }

    /// True if the expectation concerns the questions up to the next decision with several options, so that it waits
    /// for that decision.
    pub(super) fn waits(&self) -> bool {
        self.is_about_decision() || self.checks.iter().any(|(_, c)| matches!(c, Check::NotAsked(..)))
    }

    /// True if the expectation says that the game is over.
    pub(super) fn is_about_the_end(&self) -> bool {
        let over = |c: &Check| {
            matches!(c, Check::State(Expect { over: Some(true), .. }) | Check::Winners(_) | Check::Result(_))
        };
        self.checks.iter().any(|(_, c)| over(c))
    }

    /// True if the expectation can be about a decision with this name.
    pub(super) fn mentions(&self, ask: &str) -> bool {
        let other = |c: &Check| matches!(c, Check::Decision(Expect { ask: Some(a), .. }) if a != ask);
        !self.checks.iter().any(|(_, c)| other(c))
    }

    /// True if the expectation contains no checks.
    pub(super) fn is_empty(&self) -> bool {
        self.checks.is_empty()
    }

    /// Checks the expectations about the state alone, once.
    pub(super) fn check_state(&mut self, game: &Game) -> Result<(), TestFailure> {
        combine_failures(self.of_state(game))
    }

    fn of_state(&mut self, game: &Game) -> Vec<TestFailure> {
        if std::mem::replace(&mut self.state_done, true) {
            return Vec::new();
        }
        let found = |(place, check): &(String, Check)| {
            of_state(check, game).into_iter().map(|found| failure(place, found)).collect::<Vec<_>>()
        };
        self.checks.iter().flat_map(found).collect()
    }

    /// Checks all expectations. `taken` lists the decisions with one option since the last answer of the test.
    pub(super) fn check(&mut self, session: &mut Session, taken: &[(Seat, Arc<str>)]) -> Result<(), TestFailure> {
        let mut all = self.of_state(session.game());
        for (place, check) in &self.checks {
            let found = match check {
                Check::NotAsked(seat, ask) => not_asked(*seat, ask, session.game(), taken),
                check => of_session(check, session),
            };
            all.extend(found.into_iter().map(|found| failure(place, found)));
        }
        combine_failures(all)
    }
}

/// Combines all differences into one failure.
fn combine_failures(all: Vec<TestFailure>) -> Result<(), TestFailure> {
    let mut all = all.into_iter();
    match all.next() {
        None => Ok(()),
        Some(first) => Err(TestFailure { more: all.collect(), ..first }),
    }
}

fn failure(place: &str, (code, expected, actual): CheckFailure) -> TestFailure {
    TestFailure::new(place, code, expected, actual)
}

fn of_state(check: &Check, game: &Game) -> Vec<CheckFailure> {
    match check {
        Check::State(expect) => to_check_failures(expect.state_differences(game)),
        Check::Counter(name, wanted) => of_counter(game, name, wanted),
        Check::ByKind(kind, wanted) => match game.catalog().books.find(kind) {
            None => vec![("unknown_kind", format!("points for `{kind}`"), "no such source of points".to_owned())],
            Some(id) if *wanted == game.book_points(id) => Vec::new(),
            Some(id) => {
                vec![(
                    "by_kind_differs",
                    format!("points for `{kind}` {wanted:?}"),
                    format!("{:?}", game.book_points(id)),
                )]
            }
        },
        Check::Figures(wanted) => of_figures(game, wanted),
        Check::Hand(seat, wanted) => {
            let seat = Seat(u8::try_from(*seat).unwrap_or(u8::MAX));
            if let Err(refused) = game.check_seat(seat) {
                return vec![(refused.code, format!("a hand of seat {seat}"), refused.message)];
            }
            let sorted = |mut tiles: Vec<TileKindId>| {
                tiles.sort_unstable();
                tiles
            };
            let actual = sorted(game.hand(seat).collect());
            of_tiles(game, "hands_differ", &format!("seat {seat} to hold"), wanted, sorted, &actual)
        }
        Check::Bag(name, wanted) => {
            let catalog = game.catalog();
            let found = match name {
                Some(name) => keys::bag(game, name),
                None => game.bags().next().ok_or_else(|| ("unknown_bag", "there are no bags".to_owned())),
            };
            let bag = match found {
                Ok(bag) => bag,
                Err((code, told)) => return vec![(code, told, String::new())],
            };
            let is_stack = catalog.bags[bag].stacked;
            let sorted = |mut tiles: Vec<TileKindId>| {
                if !is_stack {
                    tiles.sort_unstable();
                }
                tiles
            };
            let actual = sorted(content(game.bag(bag)));
            let what = format!("`{}` to hold", catalog.bag_key(bag));
            of_tiles(game, "bags_differ", &what, wanted, sorted, &actual)
        }
        Check::Row(name, wanted) => of_row(game, name, wanted),
        Check::FaceDown(wanted) => of_face_down(game, wanted),
        Check::Winners(wanted) => {
            let actual: Vec<u8> = game.winners().iter().map(|seat| seat.0).collect();
            match game.stage() == Stage::Over {
                false => vec![("winners_differ", format!("{wanted:?} to win"), "the game is not over".into())],
                true if *wanted == actual => Vec::new(),
                true => vec![("winners_differ", format!("{wanted:?} to win"), format!("{actual:?}"))],
            }
        }
        Check::Result(wanted) => {
            let told = |name: &str| if name.is_empty() { "no result".into() } else { format!("the result `{name}`") };
            let actual = game.result().map(|result| game.catalog().results.key(result)).unwrap_or_default();
            match game.stage() == Stage::Over {
                false => vec![("result_differs", told(wanted), "the game is not over".into())],
                true if *wanted == actual => Vec::new(),
                true => vec![("result_differs", told(wanted), told(&actual))],
            }
        }
        Check::Retired(wanted) => {
            let actual: Vec<u8> = game.retired_seats().iter().map(|seat| seat.0).collect();
            match *wanted == actual {
                true => Vec::new(),
                false => vec![("retired_differ", format!("{wanted:?} to have retired"), format!("{actual:?}"))],
            }
        }
        Check::SetAside(wanted) => {
            of_tiles(game, "set_aside_differs", "set aside", wanted, |tiles| tiles, game.set_aside())
        }
        Check::InPlay(wanted) => {
            let kind = game.turn_part().and_then(|part| part.kind);
            let actual = kind.map(|kind| game.catalog().kinds.key(kind)).unwrap_or_default();
            let told = |kind: &str| if kind.is_empty() { "no tile in play".into() } else { format!("{kind} in play") };
            if *wanted == actual { Vec::new() } else { vec![("in_play_differs", told(wanted), told(&actual))] }
        }
        Check::Token(name, at) => token_is(game, name, at).err().into_iter().collect(),
        Check::SeenBy(kind, wanted) => of_seen_events(game, kind, wanted),
        _ => Vec::new(),
    }
}

fn to_check_failures(all: Vec<Mismatch>) -> Vec<CheckFailure> {
    all.into_iter().map(|m| (m.code, m.expected, m.actual)).collect()
}

fn of_counter(game: &Game, name: &str, wanted: &[i32]) -> Vec<CheckFailure> {
    let Some((counter, at)) = name.split_once('@') else {
        let counters = Some(BTreeMap::from([(name.to_owned(), wanted.to_vec())]));
        return to_check_failures(Expect { counters, ..Expect::default() }.state_differences(game));
    };
    let expected = || format!("the counter `{name}` {wanted:?}");
    let of_features = |c: &CounterId| matches!(game.catalog().counters[*c].scope, Scope::Feature(_));
    let Some(id) = game.catalog().counters.find(counter).filter(of_features) else {
        return vec![("unknown_counter", expected(), format!("no counter `{counter}` belongs to features"))];
    };
    match keys::segment(game, at) {
        Err((code, actual)) => vec![(code, expected(), actual)],
        Ok(segment) => {
            let actual = [game.counter(id, CounterKey::Feature(segment))];
            if *wanted == actual { Vec::new() } else { vec![("counters_differ", expected(), format!("{actual:?}"))] }
        }
    }
}

/// Compares the figures that are not in their supplies with the expected ones, including their exact places.
fn of_figures(game: &Game, wanted: &[String]) -> Vec<CheckFailure> {
    let mut missing: Vec<String> = Vec::new();
    for figure in wanted {
        match keys::placed_figure(game, &figure.split_whitespace().collect::<Vec<_>>()) {
            Ok((seat, kind, at)) => {
                missing.push(format!("{} {}@{}", seat.0, game.catalog().figures.key(kind), place(game, Some(at))));
            }
            Err((code, told)) => return vec![(code, told, String::new())],
        }
    }
    let mut more: Vec<String> = Vec::new();
    for figure in figures(game) {
        match missing.iter().position(|wanted| *wanted == figure) {
            Some(at) => drop(missing.remove(at)),
            None => more.push(figure),
        }
    }
    if missing.is_empty() && more.is_empty() {
        return Vec::new();
    }
    let told = |all: &[String], nothing: &str| if all.is_empty() { nothing.to_owned() } else { all.join(", ") };
    let others = if wanted.len() > missing.len() { "only the others" } else { "no figure" };
    let actual = if missing.is_empty() { format!("also {}", told(&more, "")) } else { told(&more, others) };
    vec![("figures_differ", told(&missing, "no other figures"), actual)]
}

/// Compares sorted tiles with the expected ones.
fn of_tiles(
    game: &Game,
    code: &'static str,
    what: &str,
    wanted: &[String],
    sorted: impl FnOnce(Vec<TileKindId>) -> Vec<TileKindId>,
    actual: &[TileKindId],
) -> Vec<CheckFailure> {
    let catalog = game.catalog();
    let wanted = match keys::tiles(catalog, wanted.iter().map(|word| &**word)) {
        Ok(tiles) => sorted(tiles),
        Err((code, told)) => return vec![(code, told, String::new())],
    };
    let told = |tiles: &[TileKindId]| {
        if tiles.is_empty() { "nothing".to_owned() } else { tile_notation(catalog, tiles.iter().copied()) }
    };
    if *wanted == *actual { Vec::new() } else { vec![(code, format!("{what} {}", told(&wanted)), told(actual))] }
}

/// Compares all tiles that are face down with the expected ones, in any order.
fn of_face_down(game: &Game, wanted: &[String]) -> Vec<CheckFailure> {
    let catalog = game.catalog();
    let mut all = Vec::new();
    for word in wanted {
        match keys::placed_tile(catalog, word) {
            Ok(laid) => all.push(format!("{}@{}", catalog.kinds.key(laid.kind), laid.at.cell)),
            Err((code, told)) => return vec![(code, told, String::new())],
        }
    }
    let lies = game.all_face_down().iter().filter_map(|hidden| {
        let cell = game.board().laid_tile(hidden.tile)?.cell;
        Some(format!("{}@{cell}", catalog.kinds.key(hidden.kind)))
    });
    let mut actual: Vec<String> = lies.collect();
    all.sort();
    actual.sort();
    let told = |all: &[String]| if all.is_empty() { "nothing".to_owned() } else { all.join(" ") };
    match all == actual {
        true => Vec::new(),
        false => vec![("face_down_differs", format!("the face-down tiles {}", told(&all)), told(&actual))],
    }
}

/// Compares the tiles in the slots of a zone with the expected ones, slot by slot.
fn of_row(game: &Game, name: &str, wanted: &[String]) -> Vec<CheckFailure> {
    let catalog = game.catalog();
    let zone = match keys::row(game, name) {
        Ok(zone) => zone,
        Err((code, told)) => return vec![(code, told, String::new())],
    };
    if let Some((code, told)) = wanted.iter().find_map(|word| keys::in_slot(catalog, word).err()) {
        return vec![(code, told, String::new())];
    }
    let free = || "-".to_owned();
    let slots = catalog.zones[zone].slots;
    let lies = |slot| game.slot_tile(zone, slot).map_or_else(free, |kind| catalog.kinds.key(kind));
    let actual: Vec<String> = (1..=slots).map(lies).collect();
    let mut all = wanted.to_vec();
    all.resize_with(all.len().max(usize::from(slots)), free);
    match all == actual {
        true => Vec::new(),
        false => vec![("rows_differ", format!("`{name}` to hold {}", all.join(" ")), actual.join(" "))],
    }
}

/// Compares the number of events of a kind that each seat has seen.
fn of_seen_events(game: &Game, name: &str, wanted: &[i32]) -> Vec<CheckFailure> {
    let Some(kind) = EventKind::from_name(name) else {
        let near = nearest(name, EventKind::all().map(EventKind::name));
        let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        return vec![("unknown_event", format!("there is no event `{name}`{hint}"), String::new())];
    };
    let seen = |seat| game.view(Some(seat)).events().filter(|event| event.kind() == kind).count() as i32;
    let actual: Vec<i32> = game.seats_from(Seat(0)).map(seen).collect();
    if *wanted == actual {
        return Vec::new();
    }
    vec![("seen_by_differs", format!("the seats to have seen `{name}` {wanted:?} times"), format!("{actual:?}"))]
}

/// Checks that a question was neither asked nor answered automatically since the last answer.
fn not_asked(seat: Option<u8>, ask: &str, game: &Game, taken: &[(Seat, Arc<str>)]) -> Vec<CheckFailure> {
    if !is_question(game, ask) {
        let near = nearest(ask, game.catalog().texts.keys("en").filter_map(question));
        let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        return vec![("unknown_ask", format!("no step or rule asks `{ask}`{hint}"), String::new())];
    }
    let meant = |who: Seat, asked: &str| asked == ask && seat.is_none_or(|seat| seat == who.0);
    let waits = game.decision().filter(|d| meant(d.seat, &d.ask)).map(|d| (d.seat, d.options.count()));
    let found = waits.or_else(|| taken.iter().find(|(who, asked)| meant(*who, asked)).map(|(who, _)| (*who, 1)));
    let Some((who, options)) = found else { return Vec::new() };
    let options = if options == 1 { "which has one option".to_owned() } else { format!("which has {options} options") };
    vec![("is_asked", format!("that `{ask}` is not asked"), format!("seat {who} is asked it, {options}"))]
}

/// True if a text of the catalog or a rule names the question.
fn is_question(game: &Game, ask: &str) -> bool {
    let catalog = game.catalog();
    catalog.texts.keys("en").filter_map(question).any(|known| known == ask)
        || catalog.modules.iter().any(|module| module.source.contains(&format!("\"{ask}\"")))
}

/// Returns the question that the key of a text belongs to.
fn question(key: &str) -> Option<&str> {
    let local = key.rsplit_once(':').map_or(key, |(_, local)| local);
    local.strip_prefix("step.").or_else(|| local.strip_prefix("ask."))
}

/// Checks that a token is at a place: on any segment of the feature that the place means, or off the board.
fn token_is(game: &Game, name: &str, at: &str) -> Result<(), CheckFailure> {
    let tokens = &game.catalog().tokens;
    let Some(token) = tokens.find(name) else {
        return Err(("unknown_token", format!("a token `{name}`"), "no such token".into()));
    };
    let actual = game.token(token);
    let wanted = match at {
        "" => None,
        at => Some(keys::place(game, at).map_err(|(code, message)| (code, message, String::new()))?),
    };
    let features = game.board().features();
    let same = match (wanted, actual) {
        (Some(Place::Segment(a)), Some(Place::Segment(b))) => features.root(a) == features.root(b),
        (a, b) => a == b,
    };
    let told = |at: Option<Place>| if at.is_none() { "off the board".to_owned() } else { place(game, at) };
    if same { Ok(()) } else { Err(("token_differs", format!("{name} at {}", told(wanted)), told(actual))) }
}

fn of_session(check: &Check, session: &mut Session) -> Vec<CheckFailure> {
    let game = session.game();
    match check {
        Check::Decision(expect) => {
            // Shortened keys are replaced by the full keys.
            let full = |k: &String| keys::option(game, k).unwrap_or_else(|_| k.clone());
            let options = expect.options.as_ref().map(|keys| keys.iter().map(full).collect());
            let expect = Expect { options, ..expect.clone() };
            to_check_failures(expect.decision_differences(session))
        }
        Check::Has(wanted) => {
            let missing = |key: &String| {
                let (code, actual) = keys::option(game, key).err()?;
                Some((code, format!("the option `{key}`"), actual))
            };
            wanted.iter().filter_map(missing).collect()
        }
        Check::Lacks(unwanted) => {
            let there = |key: &String| match keys::option(game, key) {
                Err(("nothing_asked", actual)) => Some(("nothing_asked", "a decision".to_owned(), actual)),
                Err(("not_an_option", _)) => None,
                Ok(actual) | Err((_, actual)) => Some(("is_an_option", format!("no option `{key}`"), actual)),
            };
            unwanted.iter().filter_map(there).collect()
        }
        Check::Secret(secret) => {
            let actual = game.decision().is_some_and(|d| d.secret);
            let told = |secret: bool| if secret { "a secret decision" } else { "an open decision" }.to_owned();
            if actual == *secret { Vec::new() } else { vec![("secret_differs", told(*secret), told(actual))] }
        }
        Check::SecretOptions(wanted) => keys::secret_options(game, wanted).err().into_iter().collect(),
        Check::Why(why) => {
            let sheets = game.journal().map_or(&[][..], |j| &j.sheets);
            if sheets.iter().any(|sheet| is_reason(session, why, sheet)) {
                return Vec::new();
            }
            let shown: Vec<String> = sheets.iter().map(|sheet| describe(session, sheet)).collect();
            let actual = if shown.is_empty() { "nothing was scored".to_owned() } else { list_keys(&shown) };
            vec![("no_such_item", why.describe(), actual)]
        }
        Check::Worth(worth) => of_worth(worth, session),
        _ => Vec::new(),
    }
}

fn of_worth(worth: &ExpectedWorth, session: &mut Session) -> Vec<CheckFailure> {
    let segment = match keys::segment(session.game(), &worth.at) {
        Ok(segment) => segment,
        Err((code, actual)) => return vec![(code, format!("a feature at `{}`", worth.at), actual)],
    };
    let seats = session.game().seat_count();
    let mut found = Vec::new();
    for (wanted, last) in [(&worth.now, false), (&worth.at_end, true)] {
        let Some(wanted) = wanted else { continue };
        let when = if last { "at the end" } else { "now" };
        let expected = format!("`{}` to be worth {wanted:?} {when}", worth.at);
        let sheets = match session.appraise(segment, last) {
            Ok(sheets) => sheets,
            Err(fault) => {
                found.push((fault.reason(), expected, fault.to_string()));
                continue;
            }
        };
        let mut actual = vec![0i32; seats];
        for (_, points) in &sheets {
            actual.iter_mut().zip(points).for_each(|(sum, n)| *sum = sum.saturating_add(*n));
        }
        if *wanted != actual {
            found.push(("worth_differs", expected, format!("{actual:?}")));
        }
    }
    found
}

/// True if a sheet that was paid has the requested values, or one of its items has them.
fn is_reason(session: &Session, why: &ExpectedItem, scored: &ScoredSheet) -> bool {
    let features = session.game().board().features();
    if let Some(at) = &why.at {
        let here = keys::segment(session.game(), at).ok().zip(scored.segment);
        if here.is_none_or(|(a, b)| features.root(a) != features.root(b)) {
            return false;
        }
    }
    let seat = why.seat.map(usize::from);
    let received = |seat: usize| scored.points.get(seat).copied().unwrap_or(0);
    let label = [
        (&why.per, ItemKind::Per),
        (&why.raise, ItemKind::Raise),
        (&why.void, ItemKind::Void),
        (&why.scale, ItemKind::Scale),
        (&why.bonus, ItemKind::Seat),
    ];
    let named = label.iter().find_map(|(name, kind)| Some((name.as_deref()?, *kind)));
    if named.is_none() && why.count.is_none() && why.each.is_none() {
        let claims = seat.is_none_or(|s| received(s) != 0 || why.points == Some(0));
        return claims && why.points.is_none_or(|n| seat.map_or(scored.sheet.total(), received) == n);
    }
    let fits = |item: &Item| {
        let kind = named.is_none_or(|(name, kind)| {
            let same =
                item.kind == kind || kind == ItemKind::Seat && matches!(item.kind, ItemKind::Always | ItemKind::Apart);
            let same = same || kind == ItemKind::Per && item.kind == ItemKind::Seat;
            same && session.symbol(item.label) == name
        });
        // A void feature pays no seat; it concerns the seats that claim it.
        let concerns = |s: usize| match item.seat {
            Some(own) => own.index() == s,
            None => received(s) != 0 || scored.sheet.claims.get(s).is_some_and(|&c| c > 0),
        };
        kind && seat.is_none_or(concerns)
            && why.count.is_none_or(|n| n == item.count)
            && why.each.is_none_or(|n| n == item.each)
            && why.points.is_none_or(|n| n == item.points)
    };
    scored.sheet.items.iter().any(fits)
}

/// Describes a sheet in one line: `1,0:road:E.W tile 3x1=3 [3, 0]`.
fn describe(session: &Session, scored: &ScoredSheet) -> String {
    let items = scored.sheet.items.iter().map(|i| {
        let seat = i.seat.map_or_else(String::new, |s| format!(" for seat {s}"));
        format!(" {} {}x{}={}{seat}", session.symbol(i.label), i.count, i.each, i.points)
    });
    let points = &scored.points[..session.game().seat_count()];
    format!("{}{} {points:?};", scored.place, items.collect::<String>())
}
