//! The notation of tests, read so that every value keeps its place.

use std::collections::BTreeMap;

use ron::value::RawValue;
use serde::Deserialize;
use tilewright_core::catalog::Value;
use tilewright_core::diag::{FileId, SourceMap, Span};
use tilewright_pack::syntax::{Unfit, unfit};

use super::TestFailure;
use tilewright_core::diag::nearest;

/// A value as it stands in the file.
pub(super) type Raw<'a> = Option<&'a RawValue>;

/// A test as written. The names of the fields are the notation.
#[derive(Deserialize, Default)]
#[serde(rename = "Test", default, deny_unknown_fields)]
pub(super) struct RawTest<'a> {
    #[serde(borrow)]
    pub(super) name: Raw<'a>,
    #[serde(borrow)]
    pub(super) packs: Raw<'a>,
    #[serde(borrow)]
    pub(super) options: Raw<'a>,
    #[serde(borrow)]
    pub(super) seats: Raw<'a>,
    #[serde(borrow)]
    pub(super) seed: Raw<'a>,
    #[serde(borrow)]
    pub(super) first: Raw<'a>,
    #[serde(borrow)]
    pub(super) board: Raw<'a>,
    #[serde(borrow)]
    pub(super) figures: Raw<'a>,
    #[serde(borrow)]
    pub(super) tokens: Raw<'a>,
    #[serde(borrow)]
    pub(super) scores: Raw<'a>,
    #[serde(borrow)]
    pub(super) counters: Raw<'a>,
    #[serde(borrow)]
    pub(super) bag: Raw<'a>,
    #[serde(borrow)]
    pub(super) bags: Raw<'a>,
    #[serde(borrow)]
    pub(super) hands: Raw<'a>,
    #[serde(borrow)]
    pub(super) set_aside: Raw<'a>,
    #[serde(borrow)]
    pub(super) by_kind: Raw<'a>,
    #[serde(borrow)]
    pub(super) turn: Raw<'a>,
    #[serde(borrow)]
    pub(super) steps: Raw<'a>,
    #[serde(borrow)]
    pub(super) end_game: Raw<'a>,
    #[serde(borrow)]
    pub(super) unplayable: Raw<'a>,
    #[serde(borrow)]
    pub(super) expect: Raw<'a>,
}

/// An expectation as written.
#[derive(Deserialize, Default)]
#[serde(rename = "Expect", default, deny_unknown_fields)]
pub(super) struct RawExpect<'a> {
    #[serde(borrow)]
    pub(super) seat: Raw<'a>,
    #[serde(borrow)]
    pub(super) ask: Raw<'a>,
    #[serde(borrow)]
    pub(super) options: Raw<'a>,
    #[serde(borrow)]
    pub(super) has: Raw<'a>,
    #[serde(borrow)]
    pub(super) lacks: Raw<'a>,
    #[serde(borrow)]
    pub(super) secret: Raw<'a>,
    #[serde(borrow)]
    pub(super) not_asked: Raw<'a>,
    #[serde(borrow)]
    pub(super) figures: Raw<'a>,
    #[serde(borrow)]
    pub(super) scores: Raw<'a>,
    #[serde(borrow)]
    pub(super) by_kind: Raw<'a>,
    #[serde(borrow)]
    pub(super) supply: Raw<'a>,
    #[serde(borrow)]
    pub(super) counters: Raw<'a>,
    #[serde(borrow)]
    pub(super) over: Raw<'a>,
    #[serde(borrow)]
    pub(super) winners: Raw<'a>,
    #[serde(borrow)]
    pub(super) bag: Raw<'a>,
    #[serde(borrow)]
    pub(super) bags: Raw<'a>,
    #[serde(borrow)]
    pub(super) hands: Raw<'a>,
    #[serde(borrow)]
    pub(super) set_aside: Raw<'a>,
    #[serde(borrow)]
    pub(super) in_play: Raw<'a>,
    #[serde(borrow)]
    pub(super) tokens: Raw<'a>,
    #[serde(borrow)]
    pub(super) seen_by: Raw<'a>,
    #[serde(borrow)]
    pub(super) why: Raw<'a>,
    #[serde(borrow)]
    pub(super) worth: Raw<'a>,
}

/// What must be among the items of the sheets that were paid. What is absent is not looked at.
#[derive(Deserialize, Default, Clone, Debug)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Why {
    /// The sheet gave this seat points, or the item is for it alone.
    pub(super) seat: Option<u8>,
    /// The sheet is for the feature here.
    pub(super) at: Option<String>,
    /// Units that are counted.
    pub(super) per: Option<String>,
    /// Reason of raising each unit.
    pub(super) raise: Option<String>,
    /// Reason of voiding.
    pub(super) void: Option<String>,
    /// Reason of multiplying.
    pub(super) scale: Option<String>,
    /// Unit or reason of points for one seat.
    pub(super) bonus: Option<String>,
    /// Number of units.
    pub(super) count: Option<i32>,
    /// Points for each.
    pub(super) each: Option<i32>,
    /// Points of the item; without an item, points that the seat received from the sheet.
    pub(super) points: Option<i32>,
}

impl Why {
    /// In words: what stands there, and nothing of what is absent.
    pub(super) fn told(&self) -> String {
        let text = |name: &str, value: &Option<String>| value.as_ref().map(|value| format!("{name} `{value}`"));
        let number = |name: &str, value: Option<i32>| value.map(|value| format!("{name} {value}"));
        let all = [
            self.seat.map(|seat| format!("for seat {seat}")),
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

/// What a feature must be worth to each seat.
#[derive(Deserialize, Default, Clone, Debug)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Worth {
    /// The feature.
    pub(super) at: String,
    /// If it is scored during play.
    pub(super) now: Option<Vec<i32>>,
    /// If it is scored at the end.
    pub(super) at_end: Option<Vec<i32>>,
}

/// The file that a test stands in.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) sources: &'a SourceMap,
    pub(super) file: FileId,
    pub(super) text: &'a str,
}

/// A word with its place.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) span: Span,
}

impl<'a> Text<'a> {
    /// What is wrong at a place of the file.
    pub(super) fn failure(&self, span: Span, code: &'static str, what: impl Into<String>) -> TestFailure {
        TestFailure { span: Some(Box::new(span)), ..TestFailure::new(self.sources.place(span), code, what, "") }
    }

    /// What must not stand in a file of a pack, in one of tests no more than elsewhere.
    fn fit(&self) -> Result<(), TestFailure> {
        match unfit(self.text).into_iter().next() {
            Some(Unfit { range, message, .. }) => {
                Err(self.failure(Span::new(self.file, range.start, range.end), "bad_test", message))
            }
            None => Ok(()),
        }
    }

    /// The tests of the file.
    pub(super) fn tests(&self) -> Result<Vec<&'a RawValue>, TestFailure> {
        self.fit()?;
        let start = self.text.len() - skip_blank(self.text).len();
        let body = &self.text[start..];
        if body.starts_with("Tests") {
            #[derive(Deserialize)]
            struct Tests<'a>(#[serde(borrow)] Vec<&'a RawValue>);
            return notation()
                .from_str::<Tests<'_>>(body)
                .map(|tests| tests.0)
                .map_err(|e| self.syntax(start, body, &e));
        }
        self.document().map(|test| vec![test])
    }

    /// The one value of the file.
    pub(super) fn document(&self) -> Result<&'a RawValue, TestFailure> {
        self.fit()?;
        let start = self.text.len() - skip_blank(self.text).len();
        let body = &self.text[start..];
        notation().from_str::<&RawValue>(body).map_err(|e| self.syntax(start, body, &e))
    }

    /// Whether the file holds a document of this name.
    pub(super) fn is(&self, word: &str) -> bool {
        let rest = skip_blank(self.text).strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    }

    /// The whole file.
    pub(super) fn whole(&self) -> Span {
        Span::new(self.file, 0, self.text.len())
    }

    /// Where a value stands, without the blanks and comments before it.
    pub(super) fn span(&self, raw: &RawValue) -> Span {
        let value = skip_blank(raw.get_ron()).trim_end();
        let start = value.as_ptr() as usize - self.text.as_ptr() as usize;
        Span::new(self.file, start, start + value.len())
    }

    /// Reads a value.
    pub(super) fn read<T: Deserialize<'a>>(&self, raw: &'a RawValue) -> Result<T, TestFailure> {
        let value = skip_blank(raw.get_ron()).trim_end();
        let start = self.span(raw).start as usize;
        notation().from_str(value).map_err(|e| self.syntax(start, value, &e))
    }

    /// Reads a value that may be absent.
    pub(super) fn maybe<T: Deserialize<'a>>(&self, raw: Raw<'a>) -> Result<Option<T>, TestFailure> {
        raw.map(|raw| self.read(raw)).transpose()
    }

    /// The items of a list that may be absent.
    pub(super) fn items(&self, raw: Raw<'a>) -> Result<Vec<&'a RawValue>, TestFailure> {
        Ok(self.maybe(raw)?.unwrap_or_default())
    }

    /// The words of a text, each with its place.
    pub(super) fn words(&self, raw: &'a RawValue) -> Result<Vec<Word>, TestFailure> {
        let span = self.span(raw);
        let text: String = self.read(raw)?;
        // Without escapes the letters stand in the file as they are, after the quotation mark.
        let inner = &self.text[span.start as usize..span.end as usize];
        let plain = inner.len() == text.len() + 2 && inner.get(1..inner.len() - 1) == Some(&*text);
        let words = text.split_whitespace().map(|word| {
            let at = word.as_ptr() as usize - text.as_ptr() as usize;
            let start = span.start as usize + 1 + at;
            let own = Span::new(self.file, start, start + word.len());
            Word { text: word.to_owned(), span: if plain { own } else { span } }
        });
        Ok(words.collect())
    }

    /// The words of a text or of a list of texts that may be absent.
    pub(super) fn all_words(&self, raw: Raw<'a>) -> Result<Vec<Word>, TestFailure> {
        let Some(raw) = raw else { return Ok(Vec::new()) };
        if !skip_blank(raw.get_ron()).starts_with('[') {
            return self.words(raw);
        }
        let mut all = Vec::new();
        for item in self.items(Some(raw))? {
            all.extend(self.words(item)?);
        }
        Ok(all)
    }

    /// Whether a value is written as a map.
    pub(super) fn is_map(&self, raw: &RawValue) -> bool {
        skip_blank(raw.get_ron()).starts_with('{')
    }

    /// A text, or a list of texts, that may be absent.
    pub(super) fn texts(&self, raw: Raw<'a>) -> Result<Vec<String>, TestFailure> {
        match raw {
            Some(one) if skip_blank(one.get_ron()).starts_with('"') => Ok(vec![self.read(one)?]),
            several => Ok(self.maybe(several)?.unwrap_or_default()),
        }
    }

    /// Names with numbers, each with its place: a list of them, or one number alone.
    pub(super) fn numbers(&self, raw: &'a RawValue) -> Result<Vec<(String, Span, Vec<i32>)>, TestFailure> {
        let given: BTreeMap<String, &'a RawValue> = self.read(raw)?;
        let read = |(name, raw): (String, &'a RawValue)| {
            let numbers = if skip_blank(raw.get_ron()).starts_with('[') {
                self.read(raw)?
            } else {
                let wanted = "a whole number is wanted here, or a list of them, such as 5 or [5, 0]";
                vec![self.read(raw).map_err(|_| self.failure(self.span(raw), "bad_test", wanted))?]
            };
            Ok((name, self.span(raw), numbers))
        };
        given.into_iter().map(read).collect()
    }

    /// Options with values as designers write them: `true`, `3`, `name`, `fixed(9, 9)`, with or without quotation marks.
    pub(super) fn options(&self, raw: Raw<'a>) -> Result<Vec<(String, Value)>, TestFailure> {
        let given: Option<BTreeMap<String, &'a RawValue>> = self.maybe(raw)?;
        let mut options = Vec::new();
        for (name, value) in given.unwrap_or_default() {
            let text = skip_blank(value.get_ron()).trim_end();
            let text = if text.starts_with('"') { self.read(value)? } else { text.to_owned() };
            options.push((name, tilewright_pack::parse_value(&text)));
        }
        Ok(options)
    }

    fn syntax(&self, start: usize, text: &str, error: &ron::error::SpannedError) -> TestFailure {
        let at = |p: ron::error::Position| {
            let before: usize = text.split_inclusive('\n').take(p.line.saturating_sub(1)).map(str::len).sum();
            let line = &text[before.min(text.len())..];
            let inside = line.char_indices().nth(p.col.saturating_sub(1)).map_or(line.len(), |(i, _)| i);
            start + before + inside
        };
        let span = Span::new(self.file, at(error.span.start), at(error.span.end));
        self.failure(span, "bad_test", told(&error.code))
    }
}

/// What is wrong, and what there is instead, as a sentence that stands alone.
fn told(error: &ron::error::Error) -> String {
    match error {
        ron::error::Error::NoSuchStructField { expected, found, .. } => {
            let near = nearest(found, expected.iter().copied());
            let hint =
                near.map_or_else(|| format!("there is {}", expected.join(", ")), |n| format!("did you mean `{n}`?"));
            format!("there is no field `{found}` here: {hint}")
        }
        ron::error::Error::ExpectedArray => "a list is wanted here, such as [5]".to_owned(),
        ron::error::Error::ExpectedMap => "a map is wanted here, such as {\"name\": …}".to_owned(),
        ron::error::Error::ExpectedInteger => "a whole number is wanted here".to_owned(),
        ron::error::Error::ExpectedString => "a text in quotation marks is wanted here".to_owned(),
        ron::error::Error::ExpectedBoolean => "true or false is wanted here".to_owned(),
        ron::error::Error::ExpectedStructLike => {
            "fields in parentheses are wanted here, such as (scores: [1, 0])".to_owned()
        }
        other => other.to_string(),
    }
}

/// RON in which a value stands for itself where it may be left out.
fn notation() -> ron::Options {
    ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
}

/// The text after blanks and comments.
fn skip_blank(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        if text.starts_with("//") {
            text = text.find('\n').map_or("", |end| &text[end..]);
        } else if text.starts_with("/*") {
            text = text.find("*/").map_or("", |end| &text[end + 2..]);
        } else {
            return text;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the fields of a notation, from the error about one that it does not have.
    fn fields<'a, T: Deserialize<'a>>() -> &'static [&'static str] {
        match notation().from_str::<T>("(not_a_field: 1)").err().map(|e| e.code) {
            Some(ron::error::Error::NoSuchStructField { expected, .. }) => expected,
            _ => &[],
        }
    }

    #[test]
    fn the_page_about_the_format_tells_every_field() {
        let page = include_str!("../../../pack/FORMAT.md");
        let (_, section) = page.split_once("## Tests").expect("there is a section about tests");
        let all = [fields::<RawTest<'_>>(), fields::<RawExpect<'_>>(), fields::<Why>(), fields::<Worth>()];
        for field in all.concat() {
            let told = [format!("`{field}`"), format!("{field}: ")].iter().any(|text| section.contains(text));
            assert!(told, "`{field}` is not told");
        }
        assert!(all.iter().all(|fields| fields.len() >= 3));
    }
}
