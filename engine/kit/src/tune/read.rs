//! Reads a file of targets with the reader of packs, and reports all mistakes at once, each with its place.

use std::ops::RangeInclusive;
use std::sync::Arc;

use tilewright_core::catalog::{Catalog, Value};
use tilewright_core::diag::{Diagnostic, FileId, SourceMap, Span, Spanned};
use tilewright_core::unseen::without_byte_order_mark;
use tilewright_pack::ADJUSTMENTS;
use tilewright_pack::findings::{Findings, codes};
use tilewright_pack::read::{self, Fields};
use tilewright_pack::schema::TARGETS;
use tilewright_pack::syntax::{Node, NodeShape, parse};

use super::{TargetMeasure, TargetRange, TargetsFile, VariedNumber};
use crate::limits::{PANEL_BOTS, TARGETS as MOST_TARGETS, TUNED_NUMBERS, TUNED_VALUES};
use crate::packs::load::{Loaded, Reading, Request};

/// Word that begins a file of targets.
const WORD: &str = "Targets";

/// Result of reading a file of targets.
#[derive(Debug)]
pub struct TargetsReading {
    /// Readable content of the file; `None` if the file is not valid or lacks a required field.
    pub file: Option<TargetsFile>,
    /// Mistakes in the file.
    pub findings: Vec<Diagnostic>,
    /// File that the findings point into.
    pub sources: SourceMap,
}

impl TargetsReading {
    /// Adds findings about the file, and sorts all by their places.
    pub fn add(&mut self, findings: Vec<Diagnostic>) {
        self.findings.extend(findings);
        self.findings.sort_by_key(|finding| finding.span.map(|span| (span.start, span.end)));
    }
}

/// Reads the text of a file of targets. `path` is shown in findings. `mistake_in_bot` returns the mistake in the name
/// of a bot, if there is one.
pub fn read_targets(path: &str, text: &str, mistake_in_bot: &dyn Fn(&str) -> Option<String>) -> TargetsReading {
    let text: Arc<str> = without_byte_order_mark(text).into();
    let (mut sources, report) = (SourceMap::default(), Findings::default());
    let file = sources.add(path, &text);
    let reader = Reader { file, text: &text, report: &report, mistake_in_bot };
    let file = parse(file, &text, &report).and_then(|tree| reader.read(&tree));
    let mut reading = TargetsReading { file, findings: Vec::new(), sources };
    reading.add(report.into_vec());
    reading
}

struct Reader<'r> {
    file: FileId,
    text: &'r str,
    report: &'r Findings,
    mistake_in_bot: &'r dyn Fn(&str) -> Option<String>,
}

impl Reader<'_> {
    fn read(&self, tree: &Node) -> Option<TargetsFile> {
        if let Some(head) = tree.head().filter(|head| *head.value != *WORD) {
            let message = format!("`{}` does not begin a file of targets", head.value);
            self.report.add(codes::UNKNOWN_FILE.finding(head.span, message).with_hint("write `Targets(…)`"));
            return None;
        }
        let fields = Fields::from_node(tree, &TARGETS, self.report)?;
        fields.finish();
        let packs: Vec<Spanned<String>> = self.some(fields.need("packs")).iter().filter_map(|n| self.word(n)).collect();
        let numbers = self.numbers(self.some(fields.need("vary")));
        let targets = self.targets(self.some(fields.need("targets")));
        let panel = match fields.get("panel") {
            Some(node) => self.bots(self.some(Some(node))),
            None => vec!["greedy".to_owned()],
        };
        let confirm = fields.get("confirm").and_then(|node| self.bot(node));
        let seat = fields.get("seats").map(|node| node.span).zip(fields.int("seats"));
        let seats = seat.and_then(|(span, seats)| Some(Spanned { value: u8::try_from(seats).ok()?, span }));
        let games = fields.int("games").and_then(|games| u64::try_from(games).ok()).unwrap_or_default();
        Some(TargetsFile { packs, seats, numbers, targets, panel, confirm, games })
    }

    /// Returns the items of a required list; reports an empty one.
    fn some<'n>(&self, node: Option<&'n Node>) -> &'n [Node] {
        let Some(node) = node else { return &[] };
        let items = read::list(node, self.report).unwrap_or(&[]);
        if items.is_empty() && matches!(node.shape, NodeShape::List(_)) {
            read::wrong(node, "a list that is not empty", self.report);
        }
        items
    }

    fn word(&self, node: &Node) -> Option<Spanned<String>> {
        let word = read::word(node, self.report)?;
        Some(Spanned { value: word.value.to_string(), span: word.span })
    }

    fn bot(&self, node: &Node) -> Option<String> {
        let name = self.word(node)?.value;
        let mistake = (self.mistake_in_bot)(&name);
        if let Some(mistake) = &mistake {
            self.report.add(codes::UNKNOWN_WORD.finding(node.span, mistake));
        }
        mistake.is_none().then_some(name)
    }

    fn bots(&self, nodes: &[Node]) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for node in read::at_most(nodes, PANEL_BOTS, self.report) {
            let Some(bot) = self.bot(node) else { continue };
            if all.contains(&bot) {
                self.report.add(codes::DECLARED_TWICE.finding(node.span, format!("`{bot}` is already in the panel")));
            } else {
                all.push(bot);
            }
        }
        all
    }

    fn numbers(&self, nodes: &[Node]) -> Vec<VariedNumber> {
        let mut all: Vec<VariedNumber> = Vec::new();
        for node in read::at_most(nodes, TUNED_NUMBERS, self.report) {
            let Some(number) = self.number(node) else { continue };
            match all.iter().find(|other| other.path == number.path) {
                Some(first) => self.twice(&number.path, number.span, first.span),
                None => all.push(number),
            }
        }
        all
    }

    fn twice(&self, name: &str, span: Span, first: Span) {
        let finding = codes::DECLARED_TWICE.finding(span, format!("`{name}` is given twice"));
        self.report.add(finding.with_related(first, "first given here"));
    }

    fn number(&self, node: &Node) -> Option<VariedNumber> {
        let (path, low, high, step) = match &node.shape {
            NodeShape::Tuple(None, items) => match &items[..] {
                [path, low, high] => (path, low, high, None),
                [path, low, high, step] => (path, low, high, Some(step)),
                _ => return self.wrong(node, "a path and two or three numbers, such as (\"tiles.T1.count\", 2, 6)"),
            },
            _ => return self.wrong(node, "a path and two or three numbers, such as (\"tiles.T1.count\", 2, 6)"),
        };
        const ANY: RangeInclusive<i64> = i32::MIN as i64..=i32::MAX as i64;
        let (name, first) = (self.word(path), read::int(low, ANY, self.report));
        let last = read::int(high, ANY, self.report);
        let step = step.map_or(Some(1), |step| read::int(step, 1..=i64::from(i32::MAX), self.report));
        let (name, first, last, step) = (name?, first?, last?, step?);
        if !name.value.contains('.') || name.value.starts_with("option:") {
            let message = format!("`{}` is not the path of a number in a pack", name.value);
            let hint = "write SECTION.NAME.FIELD, such as `tiles.T1.count`; `tilewright show PACK --paths` lists paths";
            self.report.add(codes::NOT_SETTABLE.finding(name.span, message).with_hint(hint));
            return None;
        }
        if first >= last {
            return self.reversed(high);
        }
        let count = (last - first) / step + 1;
        if count > TUNED_VALUES as i64 {
            let message = format!("these are {count} values; at most {TUNED_VALUES} are allowed");
            let hint = "give the step between the values as a fourth number";
            self.report.add(codes::TOO_LARGE.finding(node.span, message).with_hint(hint));
            return None;
        }
        let values = (0..count).map(|place| first + place * step).collect();
        Some(VariedNumber { path: name.value, values, span: name.span })
    }

    fn wrong<T>(&self, node: &Node, expected: &str) -> Option<T> {
        read::wrong(node, expected, self.report);
        None
    }

    fn reversed<T>(&self, high: &Node) -> Option<T> {
        let message = "the second number must be greater than the first";
        self.report.add(codes::OUT_OF_RANGE.finding(high.span, message));
        None
    }

    fn targets(&self, nodes: &[Node]) -> Vec<TargetRange> {
        let mut all: Vec<TargetRange> = Vec::new();
        for node in read::at_most(nodes, MOST_TARGETS, self.report) {
            let Some(target) = self.target(node) else { continue };
            match all.iter().find(|other| other.measure == target.measure) {
                Some(first) => self.twice(&target.measure.to_string(), target.span, first.span),
                None => all.push(target),
            }
        }
        all
    }

    fn target(&self, node: &Node) -> Option<TargetRange> {
        let (name, low, high) = match &node.shape {
            NodeShape::Tuple(None, items) if items.len() == 3 => (&items[0], &items[1], &items[2]),
            _ => return self.wrong(node, "a measure and two numbers, such as (\"turns\", 60, 75)"),
        };
        let (word, from, to) = (self.word(name), self.decimal(low), self.decimal(high));
        let word = word?;
        let Some(measure) = TargetMeasure::parse(&word.value) else {
            let mut finding = codes::UNKNOWN_WORD.finding(word.span, format!("there is no measure `{}`", word.value));
            self.report.suggest(&mut finding, &word.value, TargetMeasure::NAMES);
            self.report.add(finding);
            return None;
        };
        let (from, to) = (from?, to?);
        for (node, number) in [(low, from), (high, to)] {
            if measure.is_share() && !(0.0..=1.0).contains(&number) {
                let message = format!("`{}` is a share, and {number} is not from 0 to 1", word.value);
                let finding = codes::OUT_OF_RANGE.finding(node.span, message);
                self.report.add(finding.with_hint("write 0.25 for 25 %"));
                return None;
            }
        }
        match from < to {
            true => Some(TargetRange { measure, low: from, high: to, span: word.span }),
            false => self.reversed(high),
        }
    }

    /// Reads a number that may have decimals.
    fn decimal(&self, node: &Node) -> Option<f64> {
        let number = match node.shape {
            NodeShape::Int(number) => Some(number as f64),
            NodeShape::Other(_) if node.span.file == self.file => {
                self.text.get(node.range()).and_then(|text| text.parse::<f64>().ok())
            }
            _ => None,
        };
        match number.filter(|number| number.abs() < 1e9) {
            Some(number) => Some(number),
            None => self.wrong(node, "a number such as 60 or 0.25"),
        }
    }
}

/// Checks the numbers and books of a file of targets with the packs that it names. `base` has the packs and the options
/// that apply to all games.
pub fn check_targets(file: &TargetsFile, reading: &Reading, base: &Request, catalog: &Catalog) -> Vec<Diagnostic> {
    let report = Findings::default();
    for number in &file.numbers {
        let ends = [number.values.first(), number.values.last()];
        if let Some(finding) = ends.into_iter().flatten().find_map(|value| mistake(number, *value, reading, base)) {
            report.add(finding);
        }
    }
    for target in &file.targets {
        match &target.measure {
            TargetMeasure::Share(book) if catalog.books.find(book).is_none() => {
                let mut finding = codes::UNKNOWN_WORD.finding(target.span, format!("there is no book `{book}`"));
                report.suggest(&mut finding, book, catalog.books.known_names());
                report.add(finding);
            }
            TargetMeasure::Seat(seat) => {
                let seats = file.seats.as_ref().map_or(catalog.seats.0, |seats| seats.value);
                if seat.0 >= seats {
                    let message = format!("there is no seat {seat} in games of {seats} seats");
                    report.add(codes::OUT_OF_RANGE.finding(target.span, message));
                }
            }
            _ => {}
        }
    }
    if let Some(seats) = &file.seats {
        let (fewest, most) = catalog.seats;
        if !(fewest..=most).contains(&seats.value) {
            let message = format!("{} seats cannot play; the packs are for {fewest} to {most}", seats.value);
            report.add(codes::OUT_OF_RANGE.finding(seats.span, message));
        }
    }
    report.into_vec()
}

/// Returns the first mistake of packs in which a number has a value; `None` if the packs can be played.
fn mistake(number: &VariedNumber, value: i64, reading: &Reading, base: &Request) -> Option<Diagnostic> {
    let loaded: Loaded = reading.load(&base.clone().with_option(&number.path, Value::Int(value)));
    let finding = loaded.errors().next()?;
    let is_own = finding.span.and_then(|span| loaded.sources.get(span.file)).is_some_and(|f| *f.path == *ADJUSTMENTS);
    let message = match is_own {
        true => finding.message.clone(),
        false => format!("with {value}, the packs cannot be played: {}", finding.message),
    };
    let own = Diagnostic::error(finding.code, message).with_span(number.span);
    Some(match &finding.hint {
        Some(hint) => own.with_hint(hint),
        None => own,
    })
}
