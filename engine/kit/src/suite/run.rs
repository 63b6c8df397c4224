//! Finds the tests of a pack, loads what each needs, and runs them.

use std::rc::Rc;
use std::sync::Arc;

use ron::value::RawValue;
use tilewright_core::catalog::Value;
use tilewright_core::diag::SourceMap;
use tilewright_core::machine::Machine;
use tilewright_core::session::Session;
use tilewright_core::session::record::Move;

use super::arrange::arrange;
use super::equal;
use super::examples;
use super::expectation::Expectation;
use super::format::{RawTest, Text};
use super::runner::{Item, Step, play};
use super::{TestFailure, TestResult};
use crate::error::KitError;
use crate::games::replay::Replayer;
use crate::packs::find::{Finder, Found};
use crate::packs::load::{Loaded, Request, load};
use crate::records::json::read_records;

/// Runs all tests of a pack whose names contain `filter`: files in its folder `tests/`.
///
/// # Errors
/// The pack is not found, or a file cannot be read.
pub fn run_tests(finder: &Finder, pack: &str, filter: &str) -> Result<Vec<TestResult>, KitError> {
    let mut results = Vec::new();
    each_file(finder, pack, filter, |runner, path, text| {
        if path.ends_with(".ron") {
            runner.file(path, text, &mut results);
        } else {
            runner.records(path, text, &mut results);
        }
    })?;
    Ok(results)
}

/// Plays the tests of a pack whose names contain `filter`, and hands over the game that each comes to, for those who
/// want to look at it. There is none where a test fails before it begins or expects that nothing can be played.
///
/// # Errors
/// The pack is not found, or a file cannot be read.
pub fn play_tests(
    finder: &Finder,
    pack: &str,
    filter: &str,
    mut look: impl FnMut(&TestResult, Option<Session>),
) -> Result<(), KitError> {
    each_file(finder, pack, filter, |runner, path, text| {
        if path.ends_with(".ron") {
            runner.each_test(path, text, |result, session| look(&result, session));
        }
    })
}

/// A test that was not run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// `path:line:column` where it begins.
    pub place: String,
    /// The packs that it is played with.
    pub packs: Vec<String>,
    /// The options that it sets, as they are written there.
    pub options: Vec<String>,
}

/// The tests of a pack whose names contain `filter`, without running them. What cannot be read is left out;
/// [`run_tests`] says what is wrong with it.
///
/// # Errors
/// The pack is not found, or a file cannot be read.
pub fn list_tests(finder: &Finder, pack: &str, filter: &str) -> Result<Vec<Listed>, KitError> {
    let mut listed = Vec::new();
    each_file(finder, pack, filter, |runner, path, text| {
        if path.ends_with(".ron") {
            runner.names(path, text, &mut listed);
        } else {
            listed.extend(read_records(text).into_iter().enumerate().filter_map(|(number, record)| {
                let record = record.ok()?;
                let packs = record.packs.iter().map(|p| p.split(['@', '#']).next().unwrap_or_default().to_owned());
                Some(Listed {
                    packs: packs.collect(),
                    options: record.options.into_iter().map(|(name, _)| name).collect(),
                    name: record.id,
                    place: format!("{path}:{}:1", number + 1),
                })
            }));
        }
    })?;
    listed.retain(|test| test.name.contains(filter));
    Ok(listed)
}

/// Shows every file of tests to a function, in the order of their names.
fn each_file(
    finder: &Finder,
    pack: &str,
    filter: &str,
    mut look: impl FnMut(&mut Runner<'_>, &str, &str),
) -> Result<(), KitError> {
    let found = finder.find(pack)?;
    let mut runner = Runner { finder: &finder.of_pack(&found), own: &found.id, filter, loaded: Vec::new() };
    for (path, text) in test_files(&found)? {
        look(&mut runner, &path, &text);
    }
    Ok(())
}

/// Whether a file holds no tests but a list of something about them.
pub(super) fn is_list(text: &Text<'_>) -> bool {
    text.is(examples::WORD) || text.is(equal::WORD)
}

/// The files of a pack that hold its tests or lists about them: their paths as people are shown them, and their texts.
pub(super) fn test_files(found: &Found) -> Result<Vec<(String, Arc<str>)>, KitError> {
    let files = found.read()?.into_iter();
    let tests = files.filter(|(path, _)| {
        path.starts_with("tests/") && [".ron", ".json", ".jsonl"].iter().any(|end| path.ends_with(end))
    });
    Ok(tests.map(|(path, text)| (format!("{}/{path}", found.shown()), text)).collect())
}

/// What is wrong with how the tests of a pack are written.
pub(super) fn misread(found: &Found, sources: &mut SourceMap) -> Result<Vec<TestFailure>, KitError> {
    let files = test_files(found)?.into_iter().filter(|(path, _)| path.ends_with(".ron"));
    let files: Vec<_> = files.map(|(path, text)| (sources.add(&path, &text), text)).collect();
    let mut failures = Vec::new();
    for (file, text) in &files {
        let text = Text { sources, file: *file, text };
        if is_list(&text) {
            continue;
        }
        match text.tests() {
            Err(failure) => failures.push(failure),
            Ok(tests) => failures.extend(tests.into_iter().filter_map(|raw| {
                let test = text.read::<RawTest<'_>>(raw);
                test.and_then(|test| name_of(&text, raw, &test).and(steps(&text, &test))).err()
            })),
        }
    }
    Ok(failures)
}

/// The name of a test.
fn name_of<'a>(text: &Text<'a>, whole: &RawValue, test: &RawTest<'a>) -> Result<String, TestFailure> {
    text.maybe(test.name)?.ok_or_else(|| text.failure(text.span(whole), "bad_test", "a test needs a `name`"))
}

struct Runner<'f> {
    finder: &'f Finder,
    own: &'f str,
    filter: &'f str,
    loaded: Vec<(Request, Rc<Loaded>)>,
}

impl Runner<'_> {
    fn file(&mut self, path: &str, text: &str, results: &mut Vec<TestResult>) {
        self.each_test(path, text, |result, _| results.push(result));
    }

    fn each_test(&mut self, path: &str, text: &str, mut look: impl FnMut(TestResult, Option<Session>)) {
        let mut sources = SourceMap::default();
        let file = sources.add(path, text);
        let text = Text { sources: &sources, file, text };
        if is_list(&text) {
            return;
        }
        match text.tests() {
            Ok(tests) => {
                for raw in tests {
                    if let Some((result, session)) = self.test(&text, raw) {
                        look(result, session);
                    }
                }
            }
            Err(failure) => {
                let (name, place) = (path.to_owned(), failure.place.clone());
                let result = TestResult { name, place, failure: Some(failure), ..TestResult::default() };
                look(result, None);
            }
        }
    }

    fn names(&self, path: &str, text: &str, listed: &mut Vec<Listed>) {
        let mut sources = SourceMap::default();
        let file = sources.add(path, text);
        let text = Text { sources: &sources, file, text };
        if is_list(&text) {
            return;
        }
        let own = || vec![self.own.to_owned()];
        listed.extend(text.tests().unwrap_or_default().into_iter().filter_map(|raw| {
            let test: RawTest<'_> = text.read(raw).ok()?;
            let options = text.options(test.options).unwrap_or_default();
            Some(Listed {
                name: text.maybe(test.name).ok()??,
                place: sources_place(&text, raw),
                packs: text.maybe(test.packs).ok()?.unwrap_or_else(own),
                options: options.into_iter().map(|(name, _)| name).collect(),
            })
        }));
    }

    fn test<'a>(&mut self, text: &Text<'a>, raw: &'a RawValue) -> Option<(TestResult, Option<Session>)> {
        let place = sources_place(text, raw);
        let mut played = None;
        let mut result = TestResult { name: place.clone(), place, ..TestResult::default() };
        let read = text.read::<RawTest<'a>>(raw).and_then(|test| name_of(text, raw, &test).map(|name| (test, name)));
        match read {
            Err(failure) => result.failure = Some(failure),
            Ok((_, name)) if !name.contains(self.filter) => return None,
            Ok((test, name)) => {
                result.name = name;
                result.expects_nothing = expects_nothing(text, &test);
                result.failure = self.run(text, raw, &test, &mut result.options, &mut played).err();
                if let (Some(_), Some(session)) = (&result.failure, &played) {
                    result.notes = session.notes().map(|note| note.text.to_string()).collect();
                }
            }
        }
        Some((result, played))
    }

    fn run<'a>(
        &mut self,
        text: &Text<'a>,
        whole: &RawValue,
        test: &RawTest<'a>,
        tested: &mut Vec<String>,
        played: &mut Option<Session>,
    ) -> Result<(), TestFailure> {
        let packs: Vec<String> = text.maybe(test.packs)?.unwrap_or_else(|| vec![self.own.to_owned()]);
        let options = text.options(test.options)?;
        let named = options.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        let place = test.options.or(test.packs).unwrap_or(whole);
        let loaded = self
            .load(packs, options)
            .map_err(|error| text.failure(text.span(place), error.code(), error.to_string()))?;
        tested.extend(named.into_iter().map(|name| {
            let full = loaded.options.iter().find(|o| *o.name == *name).map(|o| o.full_name());
            if name.contains(':') { name } else { full.unwrap_or(name) }
        }));
        if let Some(code) = test.unplayable {
            let wanted: String = text.read(code)?;
            let found: Vec<&str> = loaded.errors().map(|d| d.code).collect();
            if found.contains(&&*wanted) {
                return Ok(());
            }
            let place = text.sources.place(text.span(code));
            let came = if found.is_empty() { "no error".to_owned() } else { found.join(", ") };
            return Err(TestFailure::new(place, "playable", format!("the error {wanted}"), came));
        }
        stage(text, (whole, place), test, &loaded, loaded.machine(), played)
    }

    fn load(&mut self, packs: Vec<String>, options: Vec<(String, Value)>) -> Result<Rc<Loaded>, KitError> {
        let request = Request { options, lints: false, ..Request::new(packs) };
        if let Some((_, loaded)) = self.loaded.iter().find(|(old, _)| *old == request) {
            return Ok(Rc::clone(loaded));
        }
        let loaded = Rc::new(load(self.finder, &request)?);
        self.loaded.push((request, Rc::clone(&loaded)));
        Ok(loaded)
    }

    fn records(&mut self, path: &str, text: &str, results: &mut Vec<TestResult>) {
        // What is tested is the pack as it is.
        let mut replayer = Replayer::new(self.finder).by_current();
        for (number, record) in read_records(text).into_iter().enumerate() {
            let place = format!("{path}:{}:1", number + 1);
            let failed = |code, expected: String| Some(TestFailure::new(&*place, code, expected, ""));
            let (name, options, failure) = match record {
                Err(error) => (place.clone(), Vec::new(), failed(error.code, error.to_string())),
                Ok(record) => {
                    let options = record.options.iter().map(|(name, _)| name.clone()).collect();
                    let outcome =
                        if record.id.contains(self.filter) { replayer.replay(&record).err() } else { continue };
                    let failure = outcome.and_then(|f| failed(f.code(), f.to_string()));
                    (record.id, options, failure)
                }
            };
            results.push(TestResult { name, place: place.clone(), failure, options, ..TestResult::default() });
        }
    }
}

/// Plays a test with packs that are loaded, and hands over the game that it comes to.
pub(super) fn play_one(text: &str, loaded: &Loaded) -> Result<Session, TestFailure> {
    let mut sources = SourceMap::default();
    let file = sources.add("test", text);
    let text = Text { sources: &sources, file, text };
    let whole = text.document()?;
    let mut played = None;
    let machine = loaded.machine();
    stage(&text, (whole, whole), &text.read::<RawTest<'_>>(whole)?, loaded, machine, &mut played)?;
    played.ok_or_else(|| text.failure(text.whole(), "bad_test", "nothing is played"))
}

/// Sets a test up with its packs, and plays it. `place`: what says which packs.
pub(super) fn stage<'a>(
    text: &Text<'a>,
    (whole, place): (&RawValue, &RawValue),
    test: &RawTest<'a>,
    loaded: &Loaded,
    machine: Result<Machine, KitError>,
    played: &mut Option<Session>,
) -> Result<(), TestFailure> {
    let machine = machine.map_err(|error| {
        let first = loaded.errors().next().map(|d| format!("{} [{}]", d.message, d.code));
        text.failure(text.span(place), error.code(), first.unwrap_or_else(|| error.to_string()))
    })?;
    let catalog = &loaded.catalog().map(Arc::clone).unwrap_or_default();
    let most = catalog.seats.1.min(tilewright_core::catalog::MAX_SEATS as u8);
    // Two, or as many as come nearest to that.
    let seats: u8 = text.maybe(test.seats)?.unwrap_or_else(|| 2u8.min(most).max(catalog.seats.0));
    if seats < catalog.seats.0 || seats > most {
        let span = test.seats.map_or_else(|| text.span(whole), |raw| text.span(raw));
        let message = format!("the packs are for {} to {most} seats, not {seats}", catalog.seats.0);
        return Err(text.failure(span, "wrong_seats", message));
    }
    let mut session = Session::new(machine, seats, text.maybe(test.seed)?.unwrap_or(0));
    let steps = steps(text, test)?;
    let at_once = matches!(steps.first(), Some(Step { item: Item::End, .. }));
    session.arrange(|game| arrange(text, test, game, at_once))?;
    play(played.insert(session), steps)
}

fn sources_place(text: &Text<'_>, raw: &RawValue) -> String {
    text.sources.place(text.span(raw))
}

/// Whether a test says nothing of what must come: neither at its end nor in between nor by what is refused.
fn expects_nothing<'a>(text: &Text<'a>, test: &RawTest<'a>) -> bool {
    let silent = |raw: &'a RawValue| {
        let written = &text.text[text.span(raw).start as usize..];
        match written.strip_prefix('"') {
            Some(words) => !words.trim_start().starts_with("refuse "),
            None => Expectation::read(text, raw).is_ok_and(|expectation| expectation.is_empty()),
        }
    };
    let steps = text.items(test.steps).unwrap_or_default();
    test.unplayable.is_none() && steps.into_iter().chain(test.expect).all(silent)
}

/// The steps of a test, with its end and its expectation as the last ones.
fn steps<'a>(text: &Text<'a>, test: &RawTest<'a>) -> Result<Vec<Step>, TestFailure> {
    let mut steps = Vec::new();
    for raw in text.items(test.steps)? {
        let place = sources_place(text, raw);
        let written = &text.text[text.span(raw).start as usize..];
        let item = if written.starts_with('"') {
            let words = text.words(raw)?;
            let words: Vec<&str> = words.iter().map(|w| &*w.text).collect();
            command(&words).ok_or_else(|| {
                let known = "write `draw KIND`, `DECISION OPTION`, `refuse DECISION OPTION`, `undo`, `end`, `roll FACE`, \
                             `number NAME N` or `shuffle BAG KIND…`";
                text.failure(text.span(raw), "bad_step", format!("this is no step: {known}"))
            })?
        } else {
            Item::Expect(Expectation::read(text, raw)?)
        };
        steps.push(Step { place, item, last: false });
    }
    if let Some(raw) = test.end_game
        && text.read::<bool>(raw)?
    {
        steps.push(Step { place: sources_place(text, raw), item: Item::End, last: true });
    }
    if let Some(raw) = test.expect {
        let item = Item::Expect(Expectation::read(text, raw)?);
        steps.push(Step { place: sources_place(text, raw), item, last: true });
    }
    Ok(steps)
}

/// What the words of a step mean.
fn command(words: &[&str]) -> Option<Item> {
    let own = |text: &str| text.to_owned();
    Some(match *words {
        ["undo"] => Item::Undo,
        ["end"] => Item::End,
        ["draw", kind] => Item::Chance(Move::Draw { kind: own(kind), from: None }),
        ["draw", kind, "from", bag] => Item::Chance(Move::Draw { kind: own(kind), from: Some(own(bag)) }),
        ["roll", face] => Item::Chance(Move::Roll { face: own(face), die: None }),
        ["roll", face, "of", die] => Item::Chance(Move::Roll { face: own(face), die: Some(own(die)) }),
        ["number", name, n] => Item::Chance(Move::Number { name: own(name), number: n.parse().ok()? }),
        ["shuffle", bag, ref kinds @ ..] => {
            Item::Chance(Move::Shuffle { bag: own(bag), order: kinds.iter().map(|k| own(k)).collect() })
        }
        ["refuse", ask, key] => Item::Refuse(own(ask), own(key)),
        [seat, ask, key] => Item::Answer(Some(seat.strip_suffix(':')?.parse().ok()?), own(ask), own(key)),
        [ask, key] => Item::Answer(None, own(ask), own(key)),
        _ => return None,
    })
}
