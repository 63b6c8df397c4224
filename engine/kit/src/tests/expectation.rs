//! What a test expects of a position, and how it is checked.

use std::collections::BTreeMap;

use ron::value::RawValue;
use tilewright_core::effect::Place;
use tilewright_core::event::{EventKind, ScoredSheet};
use tilewright_core::expect::Mismatch;
use tilewright_core::game::{Game, Stage};
use tilewright_core::record::Expect;
use tilewright_core::session::Session;
use tilewright_core::sheet::{Item, ItemKind};

use super::TestFailure;
use super::format::{RawExpect, Text, Why, Worth};
use super::keys::{self, listed};

/// Expectations that stand together.
pub(super) struct Expectation {
    checks: Vec<(String, Check)>,
    /// Whether what concerns the state alone has been checked already.
    pub(super) state_done: bool,
}

enum Check {
    State(Expect),
    ByKind(BTreeMap<String, Vec<i32>>),
    Winners(Vec<u8>),
    SetAside(Vec<String>),
    InPlay(String),
    DrawnSecretly(Vec<String>),
    Tokens(BTreeMap<String, String>),
    Decision(Expect),
    Has(Vec<String>),
    Lacks(Vec<String>),
    Secret(bool),
    Why(Why),
    Worth(Worth),
}

type Found = (&'static str, String, String);

impl Expectation {
    /// Reads an expectation.
    pub(super) fn read<'a>(text: &Text<'a>, raw: &'a RawValue) -> Result<Expectation, TestFailure> {
        let given: RawExpect<'a> = text.read(raw)?;
        let mut checks = Vec::new();
        let place = |raw: &RawValue| text.sources.place(text.span(raw));
        if let Some(raw) = given.seat {
            checks.push((place(raw), Check::Decision(Expect { seat: Some(text.read(raw)?), ..Expect::default() })));
        }
        if let Some(raw) = given.ask {
            checks.push((place(raw), Check::Decision(Expect { ask: Some(text.read(raw)?), ..Expect::default() })));
        }
        if let Some(raw) = given.options {
            checks.push((place(raw), Check::Decision(Expect { options: Some(text.read(raw)?), ..Expect::default() })));
        }
        if let Some(raw) = given.has {
            checks.push((place(raw), Check::Has(text.read(raw)?)));
        }
        if let Some(raw) = given.lacks {
            checks.push((place(raw), Check::Lacks(text.read(raw)?)));
        }
        if let Some(raw) = given.secret {
            checks.push((place(raw), Check::Secret(text.read(raw)?)));
        }
        if let Some(raw) = given.scores {
            checks.push((place(raw), Check::State(Expect { scores: Some(text.read(raw)?), ..Expect::default() })));
        }
        if let Some(raw) = given.supply {
            checks.push((place(raw), Check::State(Expect { supply: Some(text.read(raw)?), ..Expect::default() })));
        }
        if let Some(raw) = given.counters {
            checks.push((place(raw), Check::State(Expect { counters: Some(text.read(raw)?), ..Expect::default() })));
        }
        if let Some(raw) = given.over {
            checks.push((place(raw), Check::State(Expect { over: Some(text.read(raw)?), ..Expect::default() })));
        }
        if let Some(raw) = given.winners {
            checks.push((place(raw), Check::Winners(text.read(raw)?)));
        }
        if let Some(raw) = given.by_kind {
            checks.push((place(raw), Check::ByKind(text.read(raw)?)));
        }
        if let Some(raw) = given.set_aside {
            checks.push((place(raw), Check::SetAside(text.read(raw)?)));
        }
        if let Some(raw) = given.in_play {
            checks.push((place(raw), Check::InPlay(text.read(raw)?)));
        }
        if let Some(raw) = given.drawn_secretly {
            checks.push((place(raw), Check::DrawnSecretly(text.read(raw)?)));
        }
        if let Some(raw) = given.tokens {
            checks.push((place(raw), Check::Tokens(text.read(raw)?)));
        }
        for raw in text.items(given.why)? {
            checks.push((place(raw), Check::Why(text.read(raw)?)));
        }
        for raw in text.items(given.worth)? {
            checks.push((place(raw), Check::Worth(text.read(raw)?)));
        }
        Ok(Expectation { checks, state_done: false })
    }

    /// Whether a decision has to wait for it to be checked.
    pub(super) fn is_about_decision(&self) -> bool {
        self.checks
            .iter()
            .any(|(_, c)| matches!(c, Check::Decision(_) | Check::Has(_) | Check::Lacks(_) | Check::Secret(_)))
    }

    /// Whether it says that the game is over.
    pub(super) fn is_about_the_end(&self) -> bool {
        let over = |c: &Check| matches!(c, Check::State(Expect { over: Some(true), .. }) | Check::Winners(_));
        self.checks.iter().any(|(_, c)| over(c))
    }

    /// Whether it can be about a decision of this name.
    pub(super) fn mentions(&self, ask: &str) -> bool {
        let other = |c: &Check| matches!(c, Check::Decision(Expect { ask: Some(a), .. }) if a != ask);
        !self.checks.iter().any(|(_, c)| other(c))
    }

    /// Whether it expects nothing at all.
    pub(super) fn is_empty(&self) -> bool {
        self.checks.is_empty()
    }

    /// Checks what concerns the state alone, once.
    pub(super) fn check_state(&mut self, game: &Game) -> Result<(), TestFailure> {
        together(self.of_state(game))
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

    /// Checks everything.
    pub(super) fn check(&mut self, session: &mut Session) -> Result<(), TestFailure> {
        let mut all = self.of_state(session.game());
        for (place, check) in &self.checks {
            all.extend(of_session(check, session).into_iter().map(|found| failure(place, found)));
        }
        together(all)
    }
}

/// All that is not as expected as one failure.
fn together(all: Vec<TestFailure>) -> Result<(), TestFailure> {
    let mut all = all.into_iter();
    match all.next() {
        None => Ok(()),
        Some(first) => Err(TestFailure { more: all.collect(), ..first }),
    }
}

fn failure(place: &str, (code, expected, came): Found) -> TestFailure {
    TestFailure::new(place, code, expected, came)
}

fn of_state(check: &Check, game: &Game) -> Vec<Found> {
    match check {
        Check::State(expect) => told(expect.state_differences(game)),
        Check::ByKind(rows) => {
            let kinds = &game.catalog().score_kinds;
            let wrong = |(kind, wanted): (&String, &Vec<i32>)| match kinds.find(kind) {
                None => Some(("unknown_kind", format!("points for `{kind}`"), "no such source of points".to_owned())),
                Some(id) if wanted != game.booked(id) => Some((
                    "by_kind_differs",
                    format!("points for `{kind}` {wanted:?}"),
                    format!("{:?}", game.booked(id)),
                )),
                Some(_) => None,
            };
            rows.iter().filter_map(wrong).collect()
        }
        Check::Winners(wanted) => {
            let came: Vec<u8> = game.winners().iter().map(|seat| seat.0).collect();
            match game.stage() == Stage::Over {
                false => vec![("winners_differ", format!("{wanted:?} to win"), "the game is not over".into())],
                true if *wanted == came => Vec::new(),
                true => vec![("winners_differ", format!("{wanted:?} to win"), format!("{came:?}"))],
            }
        }
        Check::SetAside(wanted) => {
            let came: Vec<String> = game.set_aside().iter().map(|&k| game.catalog().kinds.key(k)).collect();
            if *wanted == came {
                Vec::new()
            } else {
                vec![("set_aside_differs", format!("{wanted:?} to be set aside"), format!("{came:?}"))]
            }
        }
        Check::InPlay(wanted) => {
            let kind = game.turn_part().and_then(|part| part.kind);
            let came = kind.map(|kind| game.catalog().kinds.key(kind)).unwrap_or_default();
            let told = |kind: &str| if kind.is_empty() { "no tile in play".into() } else { format!("{kind} in play") };
            if *wanted == came { Vec::new() } else { vec![("in_play_differs", told(wanted), told(&came))] }
        }
        Check::DrawnSecretly(wanted) => {
            let events = game.journal().map_or(&[][..], |journal| &journal.events);
            let secretly = events.iter().filter(|e| e.kind == EventKind::Drawn && e.seen_by != u8::MAX);
            let came: Vec<String> =
                secretly.filter_map(|e| e.subject.kind).map(|kind| game.catalog().kinds.key(kind)).collect();
            let told = |kinds: &[String]| match kinds {
                [] => "nothing drawn secretly".to_owned(),
                kinds => format!("{} drawn secretly", kinds.join(", ")),
            };
            if *wanted == came { Vec::new() } else { vec![("drawn_secretly_differs", told(wanted), told(&came))] }
        }
        Check::Tokens(wanted) => wanted.iter().filter_map(|(name, at)| token_is(game, name, at).err()).collect(),
        _ => Vec::new(),
    }
}

fn told(all: Vec<Mismatch>) -> Vec<Found> {
    all.into_iter().map(|m| (m.code, m.expected, m.came)).collect()
}

/// Whether a token is at a place: on any segment of the feature that the place means, or off the board.
fn token_is(game: &Game, name: &str, at: &str) -> Result<(), Found> {
    let tokens = &game.catalog().tokens;
    let Some(token) = tokens.find(name) else {
        return Err(("unknown_token", format!("a token `{name}`"), "no such token".into()));
    };
    let came = game.token(token);
    let wanted = match at {
        "" => None,
        at => Some(keys::place(game, at).map_err(|(code, message)| (code, message, String::new()))?),
    };
    let features = game.board().features();
    let same = match (wanted, came) {
        (Some(Place::Segment(a)), Some(Place::Segment(b))) => features.root(a) == features.root(b),
        (a, b) => a == b,
    };
    let told = |place: Option<Place>| match place {
        None => "off the board".to_owned(),
        Some(Place::Segment(s)) => game.board().place_key(game.catalog(), s),
        Some(Place::Cell(cell)) => cell.to_string(),
        Some(Place::Zone(zone, slot)) => format!("{}/{slot}", game.catalog().zones.key(zone)),
    };
    if same { Ok(()) } else { Err(("token_differs", format!("{name} at {}", told(wanted)), told(came))) }
}

fn of_session(check: &Check, session: &mut Session) -> Vec<Found> {
    let game = session.game();
    match check {
        Check::Decision(expect) => {
            // Shortened keys stand for the whole ones.
            let full = |k: &String| keys::option(game, k).unwrap_or_else(|_| k.clone());
            let options = expect.options.as_ref().map(|keys| keys.iter().map(full).collect());
            let expect = Expect { options, ..expect.clone() };
            told(expect.decision_differences(session))
        }
        Check::Has(wanted) => {
            let missing = |key: &String| {
                let (code, came) = keys::option(game, key).err()?;
                Some((code, format!("the option `{key}`"), came))
            };
            wanted.iter().filter_map(missing).collect()
        }
        Check::Lacks(unwanted) => {
            let there = |key: &String| match keys::option(game, key) {
                Err(("nothing_asked", came)) => Some(("nothing_asked", "a decision".to_owned(), came)),
                Err(("not_an_option", _)) => None,
                Ok(came) | Err((_, came)) => Some(("is_an_option", format!("no option `{key}`"), came)),
            };
            unwanted.iter().filter_map(there).collect()
        }
        Check::Secret(secret) => {
            let came = game.decision().is_some_and(|d| d.secret);
            let told = |secret: bool| if secret { "a secret decision" } else { "an open decision" }.to_owned();
            if came == *secret { Vec::new() } else { vec![("secret_differs", told(*secret), told(came))] }
        }
        Check::Why(why) => {
            let sheets = game.journal().map_or(&[][..], |j| &j.sheets);
            if sheets.iter().any(|sheet| is_reason(session, why, sheet)) {
                return Vec::new();
            }
            let shown: Vec<String> = sheets.iter().map(|sheet| describe(session, sheet)).collect();
            let came = if shown.is_empty() { "nothing was scored".to_owned() } else { listed(&shown) };
            vec![("no_such_item", why.told(), came)]
        }
        Check::Worth(worth) => of_worth(worth, session),
        _ => Vec::new(),
    }
}

fn of_worth(worth: &Worth, session: &mut Session) -> Vec<Found> {
    let segment = match keys::segment(session.game(), &worth.at) {
        Ok(segment) => segment,
        Err((code, came)) => return vec![(code, format!("a feature at `{}`", worth.at), came)],
    };
    let seats = session.game().seat_count();
    let mut found = Vec::new();
    for (wanted, last) in [(&worth.now, false), (&worth.at_end, true)] {
        let Some(wanted) = wanted else { continue };
        let when = if last { "at the end" } else { "now" };
        let expected = format!("`{}` to be worth {wanted:?} {when}", worth.at);
        let (machine, game) = session.appraiser();
        let sheets = match machine.appraise(game, segment, last) {
            Ok(sheets) => sheets,
            Err(fault) => {
                found.push(("fault", expected, fault.to_string()));
                continue;
            }
        };
        let mut came = vec![0i32; seats];
        for (_, points) in &sheets {
            came.iter_mut().zip(points).for_each(|(sum, n)| *sum = sum.saturating_add(*n));
        }
        if *wanted != came {
            found.push(("worth_differs", expected, format!("{came:?}")));
        }
    }
    found
}

/// Whether a sheet that was paid is or holds what is asked for.
fn is_reason(session: &Session, why: &Why, scored: &ScoredSheet) -> bool {
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
        // A feature that is void pays nobody; it concerns those who claim it.
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

/// A sheet in a line: `1,0:road:E.W tile 3x1=3 [3, 0]`.
fn describe(session: &Session, scored: &ScoredSheet) -> String {
    let items = scored.sheet.items.iter().map(|i| {
        let seat = i.seat.map_or_else(String::new, |s| format!(" for seat {s}"));
        format!(" {} {}x{}={}{seat}", session.symbol(i.label), i.count, i.each, i.points)
    });
    let points = &scored.points[..session.game().seat_count()];
    format!("{}{} {points:?};", scored.place, items.collect::<String>())
}
