//! Reads the notation of tests with the reader of packs, and reports all mistakes at once, each with its place.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_core::catalog::Value;
use tilewright_core::diag::{Diagnostic, FileId, SourceMap, Span, Spanned};
use tilewright_core::limits::FINDINGS;
use tilewright_core::session::record::Move;
use tilewright_pack::findings::{Findings, codes};
use tilewright_pack::read::{self, Fields};
use tilewright_pack::schema;
use tilewright_pack::syntax::{Node, NodeShape, parse};

use super::TestFailure;
use super::expectation::Expectation;
use super::runner::TestItem;
use crate::limits::{TEST_STEPS, TESTS};

/// Word with its place in the file.
pub(super) type TestWord = Spanned<String>;

/// Names with numbers, one number or one for each seat. The place is that of the numbers.
pub(super) type Numbers = Vec<(String, Spanned<Vec<i32>>)>;

/// Texts that the places in tests refer to.
#[derive(Clone)]
pub(super) struct Places(Arc<SourceMap>);

impl Places {
    /// Shows a place as `path:line:column`.
    pub(super) fn place_of(&self, span: Span) -> String {
        self.0.place(span)
    }

    /// Builds a failure for a mistake at a place in a file.
    pub(super) fn failure(&self, span: Span, code: &'static str, what: impl Into<String>) -> TestFailure {
        self.to_failure(Diagnostic::error(code, what).with_span(span))
    }

    /// Converts a finding about the notation of a test to a failure.
    fn to_failure(&self, finding: Diagnostic) -> TestFailure {
        let hint = finding.hint.as_ref().map_or_else(String::new, |hint| format!("; {hint}"));
        let place = finding.span.map(|span| self.place_of(span)).unwrap_or_default();
        let told = TestFailure::new(place, finding.code, format!("{}{hint}", finding.message), "");
        TestFailure { finding: Some(Box::new(finding)), ..told }
    }

    /// Combines findings into one failure; `None` if there are no findings.
    fn failures(&self, found: Findings) -> Option<TestFailure> {
        let mut all = found.into_vec().into_iter().map(|finding| self.to_failure(finding));
        let first = all.next()?;
        Some(TestFailure { more: all.collect(), ..first })
    }
}

/// Test, read from its file but not yet played.
#[derive(Clone)]
pub(super) struct TestSource {
    pub(super) places: Places,
    /// Place of the test.
    pub(super) span: Span,
    /// Text of the test.
    pub(super) text: String,
    /// Name of the test; empty if the name is missing, which is reported.
    pub(super) name: String,
    pub(super) packs: Option<Spanned<Vec<String>>>,
    pub(super) options: Option<Spanned<Vec<(String, Value)>>>,
    pub(super) seats: Option<Spanned<u8>>,
    pub(super) seed: u64,
    pub(super) first: Option<Spanned<u8>>,
    pub(super) board: Vec<TestWord>,
    /// Figures, each as the words that place it.
    pub(super) figures: Vec<Spanned<Vec<String>>>,
    pub(super) tokens: Vec<TestWord>,
    pub(super) scores: Option<Spanned<Vec<i32>>>,
    pub(super) counters: Numbers,
    pub(super) by_kind: Numbers,
    pub(super) bag: Option<Vec<TestWord>>,
    pub(super) bags: Vec<(TestWord, Vec<TestWord>)>,
    pub(super) rows: Vec<(TestWord, Vec<TestWord>)>,
    pub(super) hands: Vec<Spanned<Vec<TestWord>>>,
    pub(super) set_aside: Option<Vec<TestWord>>,
    pub(super) retired: Option<Spanned<Vec<i32>>>,
    pub(super) turn: Option<u32>,
    pub(super) steps: Vec<Spanned<TestItem>>,
    /// Place of the entry that ends the game after the steps.
    pub(super) end_game: Option<Span>,
    pub(super) unplayable: Option<Spanned<String>>,
    pub(super) expect: Option<Spanned<Expectation>>,
    /// Mistakes in the notation of the test.
    pub(super) wrong: Option<TestFailure>,
}

impl TestSource {
    /// Builds a failure for a mistake at a place in the test.
    pub(super) fn failure(&self, span: Span, code: &'static str, what: impl Into<String>) -> TestFailure {
        self.places.failure(span, code, what)
    }

    /// True if the test states no expectation: neither at its end, nor between steps, nor with refused answers.
    pub(super) fn expects_nothing(&self) -> bool {
        let silent = |item: &TestItem| match item {
            TestItem::Expect(expectation) => expectation.is_empty(),
            other => !matches!(other, TestItem::Refuse(..)),
        };
        self.unplayable.is_none()
            && self.steps.iter().all(|step| silent(&step.value))
            && self.expect.as_ref().is_none_or(|expect| expect.value.is_empty())
    }
}

/// Content of a file in the folder of tests.
pub(super) enum TestFile {
    Tests(Vec<TestSource>),
    /// List about tests, with its first word.
    List(String),
    /// File that cannot be read.
    Broken(TestFailure),
}

/// Reader of one file of tests.
pub(super) struct Reader<'r> {
    pub(super) places: Places,
    pub(super) file: FileId,
    pub(super) text: &'r str,
    pub(super) report: Findings,
}

impl<'r> Reader<'r> {
    /// Creates a reader of a single file; places are shown with `path`.
    pub(super) fn new(path: &str, text: &'r str) -> Reader<'r> {
        let mut sources = SourceMap::default();
        let file = sources.add(path, text);
        Reader::with_sources(Arc::new(sources), file, text)
    }

    /// Creates a reader of a file that is already in `sources`.
    pub(super) fn with_sources(sources: Arc<SourceMap>, file: FileId, text: &'r str) -> Reader<'r> {
        Reader { places: Places(sources), file, text, report: Findings::default() }
    }

    /// Parses the file as a tree.
    ///
    /// # Errors
    /// The file is not valid RON.
    pub(super) fn tree(&self) -> Result<Node, TestFailure> {
        let report = Findings::default();
        let tree = parse(self.file, self.text, &report);
        match (tree, self.places.failures(report)) {
            (Some(tree), None) => Ok(tree),
            (_, Some(failure)) => Err(failure),
            (None, None) => {
                Err(self.places.failure(Span::new(self.file, 0, 0), codes::SYNTAX.id, "this is not valid RON"))
            }
        }
    }

    /// Returns the mistakes that were found since the last call.
    pub(super) fn wrong(&mut self) -> Option<TestFailure> {
        self.places.failures(std::mem::take(&mut self.report))
    }

    /// Returns the source text of a node.
    fn source_text(&self, node: &Node) -> &'r str {
        self.text.get(node.range()).unwrap_or_default()
    }

    /// Splits a text into words, each with its place.
    fn words(&self, node: &Node) -> Vec<TestWord> {
        let Some(text) = read::word(node, &self.report) else { return Vec::new() };
        // Without escapes, the letters appear unchanged in the file after the quotation mark.
        let written = self.source_text(node);
        let begin = usize::from(written.starts_with('"'));
        let plain = written.get(begin..begin + text.value.len()) == Some(&*text.value);
        let word = |word: &str| {
            let at = node.range().start + begin + (word.as_ptr() as usize - text.value.as_ptr() as usize);
            let own = Span::new(self.file, at, at + word.len());
            Spanned { value: word.to_owned(), span: if plain { own } else { node.span } }
        };
        text.value.split_whitespace().map(word).collect()
    }

    /// Returns the words of a text, or of a list of texts.
    pub(super) fn all_words(&self, node: &Node) -> Vec<TestWord> {
        read::list_or_one(node).iter().flat_map(|node| self.words(node)).collect()
    }

    /// Reads a single text.
    pub(super) fn line(&self, node: &Node) -> Option<String> {
        Some(read::word(node, &self.report)?.value.to_string())
    }

    /// Reads a list of texts.
    pub(super) fn lines(&self, node: &Node) -> Vec<String> {
        self.list(node).iter().filter_map(|node| self.line(node)).collect()
    }

    pub(super) fn list<'n>(&self, node: &'n Node) -> &'n [Node] {
        read::list(node, &self.report).unwrap_or(&[])
    }

    /// Reads texts by their names.
    pub(super) fn texts(&self, node: &Node) -> BTreeMap<String, String> {
        let entries = read::map(node, &self.report).iter();
        entries.filter_map(|(name, text)| Some((self.line(name)?, self.line(text)?))).collect()
    }

    /// Reads a number, such as a number of points.
    fn number(&self, node: &Node) -> Option<i32> {
        let number = read::int(node, i64::from(i32::MIN)..=i64::from(i32::MAX), &self.report)?;
        i32::try_from(number).ok()
    }

    /// Reads a list of numbers.
    pub(super) fn all_numbers(&self, node: &Node) -> Vec<i32> {
        self.list(node).iter().filter_map(|node| self.number(node)).collect()
    }

    /// Reads numbers of figures by their names.
    pub(super) fn counts(&self, node: &Node) -> BTreeMap<String, i64> {
        let entries = read::map(node, &self.report).iter();
        entries.filter_map(|(name, n)| Some((self.line(name)?, self.number(n)?.into()))).collect()
    }

    /// Reads numbers by their names.
    pub(super) fn numbers(&self, node: &Node) -> Numbers {
        let entries = read::map(node, &self.report).iter();
        let mut all: Numbers = entries
            .filter_map(|(name, numbers)| {
                let values = read::list_or_one(numbers).iter().filter_map(|node| self.number(node)).collect();
                Some((self.line(name)?, Spanned { value: values, span: numbers.span }))
            })
            .collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    }

    /// Reads options with values as designers write them: `true`, `3`, `name`, `fixed(9, 9)`, with or without quotation
    /// marks.
    fn options(&self, node: &Node) -> Vec<(String, Value)> {
        let value = |node: &Node| match &node.shape {
            NodeShape::Text(text) => tilewright_pack::parse_value(text),
            _ => tilewright_pack::parse_value(self.source_text(node)),
        };
        let entries = read::map(node, &self.report).iter();
        let mut all: Vec<(String, Value)> =
            entries.filter_map(|(name, node)| Some((self.line(name)?, value(node)))).collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    }

    /// Reads tiles by bag or by zone.
    pub(super) fn tiles_by_name(&self, node: &Node) -> Vec<(TestWord, Vec<TestWord>)> {
        let entries = read::map(node, &self.report).iter();
        let mut all: Vec<(TestWord, Vec<TestWord>)> = entries
            .filter_map(|(name, tiles)| {
                Some((Spanned { value: self.line(name)?, span: tiles.span }, self.all_words(tiles)))
            })
            .collect();
        all.sort_by(|a, b| a.0.value.cmp(&b.0.value));
        all
    }

    /// Reads the whole file.
    pub(super) fn file(mut self) -> TestFile {
        let tree = match self.tree() {
            Ok(tree) => tree,
            Err(failure) => return TestFile::Broken(failure),
        };
        let head = tree.head().map(|head| head.value.to_string()).unwrap_or_default();
        match &*head {
            "Examples" | "EqualChanges" => TestFile::List(head),
            "Tests" => match tree.items() {
                Some([list]) if matches!(list.shape, NodeShape::List(_)) => {
                    TestFile::Tests(self.tests(self.list(list)))
                }
                _ => {
                    read::wrong(&tree, "Tests([...])", &self.report);
                    self.wrong().map_or_else(|| TestFile::Tests(Vec::new()), TestFile::Broken)
                }
            },
            _ => TestFile::Tests(vec![self.test(&tree)]),
        }
    }

    /// Reads tests, up to the limit for one file. Reading stops after very many mistakes.
    fn tests(&mut self, nodes: &[Node]) -> Vec<TestSource> {
        let (mut tests, mut mistakes) = (Vec::new(), 0);
        for node in nodes {
            let end = if tests.len() == TESTS {
                let message = format!("the file has {} tests; at most {TESTS} are allowed", nodes.len());
                Some(codes::TOO_LARGE.finding(node.span, message).with_hint("divide it into several files"))
            } else {
                let message = "the tests from here on are not read: correct those before them first";
                (mistakes >= FINDINGS).then(|| codes::TOO_LARGE.finding(node.span, message))
            };
            let is_last = end.is_some();
            end.into_iter().for_each(|finding| self.report.add(finding));
            let test = self.test(node);
            mistakes += test.wrong.as_ref().map_or(0, |wrong| wrong.all().count());
            tests.push(test);
            if is_last {
                break;
            }
        }
        tests
    }

    pub(super) fn test(&mut self, node: &Node) -> TestSource {
        let mut test = TestSource {
            places: self.places.clone(),
            span: node.span,
            text: self.source_text(node).to_owned(),
            name: String::new(),
            packs: None,
            options: None,
            seats: None,
            seed: 0,
            first: None,
            board: Vec::new(),
            figures: Vec::new(),
            tokens: Vec::new(),
            scores: None,
            counters: Vec::new(),
            by_kind: Vec::new(),
            bag: None,
            bags: Vec::new(),
            rows: Vec::new(),
            hands: Vec::new(),
            set_aside: None,
            retired: None,
            turn: None,
            steps: Vec::new(),
            end_game: None,
            unplayable: None,
            expect: None,
            wrong: None,
        };
        if let Some(fields) = Fields::from_node(node, &schema::TEST, &self.report) {
            if let Some(head) = node.head().filter(|head| *head.value != *"Test") {
                let message = format!("`{}` is not a test: tests are written Test(…)", head.value);
                self.report.add(codes::UNKNOWN_FILE.finding(head.span, message));
            }
            fields.finish();
            self.fields(&fields, &mut test);
        }
        test.wrong = self.wrong();
        test
    }

    fn fields(&self, fields: &Fields<'_>, test: &mut TestSource) {
        fn with_span<T>(node: &Node, value: T) -> Spanned<T> {
            Spanned { value, span: node.span }
        }
        let seat = |name| Some(with_span(fields.get(name)?, u8::try_from(fields.int(name)?).ok()?));
        let words = |name| fields.get(name).map(|node| self.all_words(node));
        let numbers = |name| fields.get(name).map(|node| self.numbers(node)).unwrap_or_default();
        test.name = fields.need("name").and_then(|node| self.line(node)).unwrap_or_default();
        test.packs = fields.get("packs").map(|node| with_span(node, self.lines(node)));
        test.options = fields.get("options").map(|node| with_span(node, self.options(node)));
        test.seats = seat("seats");
        test.first = seat("first");
        // Seeds exceed the range of other numbers.
        test.seed = fields.get("seed").map_or(0, |node| match self.source_text(node).parse() {
            Ok(seed) => seed,
            Err(_) => {
                read::wrong(node, "a whole number that is not below 0", &self.report);
                0
            }
        });
        test.board = words("board").unwrap_or_default();
        let figure = |node: &Node| {
            let words = self.words(node).into_iter().map(|word| word.value);
            with_span(node, words.collect())
        };
        test.figures = fields.list("figures").iter().map(figure).collect();
        test.tokens = words("tokens").unwrap_or_default();
        test.scores = fields.get("scores").map(|node| with_span(node, self.all_numbers(node)));
        test.counters = numbers("counters");
        test.by_kind = numbers("by_kind");
        test.bag = words("bag");
        test.bags = fields.get("bags").map(|node| self.tiles_by_name(node)).unwrap_or_default();
        test.rows = fields.get("rows").map(|node| self.tiles_by_name(node)).unwrap_or_default();
        test.hands = fields.list("hands").iter().map(|node| with_span(node, self.all_words(node))).collect();
        test.set_aside = words("set_aside");
        test.retired = fields.get("retired").map(|node| with_span(node, self.all_numbers(node)));
        test.turn = fields.int("turn").and_then(|turn| u32::try_from(turn).ok());
        let steps = fields.list("steps");
        if let Some(first) = steps.get(TEST_STEPS) {
            let message = format!("there are {} steps; at most {TEST_STEPS} are allowed", steps.len());
            self.report.add(codes::TOO_LARGE.finding(first.span, message).with_hint("divide it into several tests"));
        }
        let steps = steps.iter().take(TEST_STEPS);
        test.steps = steps.filter_map(|node| Some(with_span(node, self.step(node)?))).collect();
        test.end_game = fields.get("end_game").filter(|_| fields.flag("end_game")).map(|node| node.span);
        test.unplayable = fields.get("unplayable").and_then(|node| Some(with_span(node, self.line(node)?)));
        test.expect = fields.get("expect").and_then(|node| Some(with_span(node, Expectation::read(self, node)?)));
    }

    fn step(&self, node: &Node) -> Option<TestItem> {
        if !matches!(node.shape, NodeShape::Word(_) | NodeShape::Text(_)) {
            return Expectation::read(self, node).map(TestItem::Expect);
        }
        let words = self.words(node);
        let words: Vec<&str> = words.iter().map(|word| &*word.value).collect();
        let item = command(&words);
        if item.is_none() {
            let known = "write `draw KIND`, `DECISION OPTION`, `refuse DECISION OPTION`, `undo`, `end`, `roll FACE`, \
                         `number NAME N` or `shuffle BAG KIND…`";
            self.report.add(codes::TEST_STEP.finding(node.span, "this is not a step of a test").with_hint(known));
        }
        item
    }
}

/// Interprets the words of a step; `None` if they are not a step.
fn command(words: &[&str]) -> Option<TestItem> {
    let own = |text: &str| text.to_owned();
    Some(match *words {
        ["undo"] => TestItem::Undo,
        ["end"] => TestItem::End,
        ["draw", kind] => TestItem::Chance(Move::Draw { kind: own(kind), from: None }),
        ["draw", kind, "from", bag] => TestItem::Chance(Move::Draw { kind: own(kind), from: Some(own(bag)) }),
        ["roll", face] => TestItem::Chance(Move::Roll { face: own(face), die: None }),
        ["roll", face, "of", die] => TestItem::Chance(Move::Roll { face: own(face), die: Some(own(die)) }),
        ["number", name, n] => TestItem::Chance(Move::Number { name: own(name), number: n.parse().ok()? }),
        ["shuffle", bag, ref kinds @ ..] => {
            TestItem::Chance(Move::Shuffle { bag: own(bag), order: kinds.iter().map(|k| own(k)).collect() })
        }
        ["refuse", ask, key] => TestItem::Refuse(own(ask), own(key)),
        [seat, ask, key] => TestItem::Answer(Some(seat.strip_suffix(':')?.parse().ok()?), own(ask), own(key)),
        [ask, key] => TestItem::Answer(None, own(ask), own(key)),
        _ => return None,
    })
}
