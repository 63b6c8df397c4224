//! Computes completions for a place in a file.

use std::ops::Range;
use std::sync::Arc;

use tilewright_core::catalog::Value;
use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_pack::schema::{Kind as Of, StepSchema};
use tilewright_script::{
    GLOBALS, Header, HostFunction, LIBRARIES, Param, ParamType, Receiver, describe_allowed, entries,
};

use super::grammar::{self, ExpectedSyntax, ExpectedValue};
use super::names::{FileName, MentionIndex};
use super::rules;
use super::scan::{TextContext, TokenKind};
use crate::code::{CodeLanguage, LUA_WORDS};
use crate::schema::WordForm as Way;
use crate::texts::LanguageTexts;
use crate::word_kind::WordKind;

/// Entry of the list of completions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrance {
    /// Label in the list.
    pub label: String,
    /// Short description; a key of the interface's texts if it starts with `sort-`.
    pub detail: String,
    /// Longer description; may be empty.
    pub about: String,
    /// Text that the entry inserts.
    pub insert: String,
    /// Number of inserted characters that come after the cursor.
    pub behind: usize,
}

impl Entrance {
    fn new(label: &str, detail: impl Into<String>) -> Entrance {
        let (label, insert) = (label.to_owned(), label.to_owned());
        Entrance { label, detail: detail.into(), about: String::new(), insert, behind: 0 }
    }

    fn about(mut self, about: impl Into<String>) -> Entrance {
        self.about = about.into();
        self
    }

    fn insert(mut self, insert: impl Into<String>, behind: usize) -> Entrance {
        (self.insert, self.behind) = (insert.into(), behind);
        self
    }
}

/// Completions for a place in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completions {
    /// Range of the word that an entry replaces, in bytes.
    pub range: Range<usize>,
    /// Entries with the best match first.
    pub entries: Vec<Entrance>,
}

/// Maximum number of entries in a list.
const MOST: usize = 200;

/// Returns the completions at offset `at` of a file; `None` if there are none. Unless the user has `asked` for the
/// list, names that do not start with the typed text are offered only if it has at least three bytes.
pub fn offer(
    index: &MentionIndex,
    file: &FileName,
    text: &str,
    at: usize,
    asked: bool,
    texts: &dyn LanguageTexts,
) -> Option<Completions> {
    let language = CodeLanguage::from_path(&file.path);
    let at = crate::place::on_boundaries(text, at..at).start;
    let mut spot = TextContext::find_at(text, language, at);
    if spot.word.start == at && !spot.in_text {
        spot.word.end = at;
    }
    if spot.in_comment {
        return None;
    }
    let all = match language {
        CodeLanguage::Ron => of_data(index, file, text, &spot, texts),
        CodeLanguage::Lua => of_rules(index, file, text, &spot),
        CodeLanguage::Plain => Vec::new(),
    };
    let typed = text.get(spot.word.start..at.clamp(spot.word.start, spot.word.end)).unwrap_or_default();
    // In front of a word, an entry is inserted; after its first letter, an entry replaces it.
    let mut range = if typed.is_empty() && !spot.in_text { at..at } else { spot.word.clone() };
    let mut entries = best(all, typed, asked || typed.len() > 2);
    if language == CodeLanguage::Lua
        && let Some(dot) = dot_for_colon(text, &spot)
    {
        range.start = dot;
        entries.iter_mut().for_each(|entry| entry.insert.insert(0, ':'));
    }
    (!entries.is_empty()).then_some(Completions { range, entries })
}

/// Returns the offset of a dot if only methods can follow it. Methods are called with a colon, which replaces the dot.
fn dot_for_colon(text: &str, spot: &TextContext) -> Option<usize> {
    let (TokenKind::Mark(b'.'), dot) = spot.before.as_ref().filter(|_| !spot.in_text)? else { return None };
    (!rules::methods_of(rules::kind_of(text, dot.start, &spot.levels, 0)?).is_empty()).then_some(dot.start)
}

/// Returns the matching entries: first entries that start with the typed text, then entries that have its letters in this
/// order.
fn best(all: Vec<Entrance>, typed: &str, far: bool) -> Vec<Entrance> {
    let wanted = typed.to_lowercase();
    let mut found: Vec<(usize, usize, Entrance)> = all
        .into_iter()
        .enumerate()
        .filter_map(|(order, entry)| {
            let label = entry.label.to_lowercase();
            let rank = if label.starts_with(&wanted) {
                0
            } else if !far {
                return None;
            } else if label.contains(&wanted) {
                1
            } else {
                let mut letters = label.chars();
                if !wanted.chars().all(|c| letters.any(|l| l == c)) {
                    return None;
                }
                2
            };
            Some((rank, order, entry))
        })
        .collect();
    found.sort_by_key(|(rank, order, _)| (*rank, *order));
    found.truncate(MOST);
    let mut entries: Vec<Entrance> = found.into_iter().map(|(.., entry)| entry).collect();
    entries.dedup_by(|a, b| a.label == b.label && a.detail == b.detail);
    // A single entry that is already typed is not offered.
    if let [only] = &entries[..]
        && only.insert == typed
    {
        entries.clear();
    }
    entries
}

fn names(index: &MentionIndex, file: &FileName, sort: WordKind, quoted: bool) -> Vec<Entrance> {
    let list = index.names(sort);
    let entry = |(name, from): (Arc<str>, FileName)| {
        let about = match sort {
            WordKind::Module => index.header(&file.pack, &name).map(|(_, h)| h.doc).unwrap_or_default(),
            _ => from.short_path(&file.pack),
        };
        let insert = if quoted && sort.is_quoted() { format!("\"{name}\"") } else { name.to_string() };
        Entrance::new(&name, sort.text()).about(about).insert(insert, 0)
    };
    let mut found: Vec<Entrance> = list.into_iter().map(entry).collect();
    if sort == WordKind::Pack {
        found.clear();
    }
    found
}

fn words(words: &[&str]) -> Vec<Entrance> {
    words.iter().map(|w| Entrance::new(w, "")).collect()
}

fn of_data(
    index: &MentionIndex,
    file: &FileName,
    text: &str,
    spot: &TextContext,
    texts: &dyn LanguageTexts,
) -> Vec<Entrance> {
    match grammar::find_expected_syntax(text, &spot.levels) {
        ExpectedSyntax::Field(form) => fields(index, file, text, spot, form, texts),
        ExpectedSyntax::Parameter => parameter_values(index, file, text, spot),
        ExpectedSyntax::Value(form) => of_form(index, file, text, spot, form),
    }
}

/// Returns values for a place that expects this form.
fn of_form(
    index: &MentionIndex,
    file: &FileName,
    text: &str,
    spot: &TextContext,
    form: ExpectedValue,
) -> Vec<Entrance> {
    let quoted = !spot.in_text;
    let brackets = |label, insert, behind| vec![Entrance::new(label, "").insert(insert, behind)];
    match form {
        ExpectedValue::File => grammar::file_words()
            .map(|word| {
                let list = word.ends_with('s') && !matches!(word, "Texts") || word == "Dice";
                let (insert, behind) = match word {
                    "Texts" => ("Texts(\"en\", {\n})".to_owned(), 3),
                    _ if list => (format!("{word}([\n])"), 3),
                    _ => (format!("{word}()"), 1),
                };
                Entrance::new(word, "").insert(insert, behind)
            })
            .collect(),
        ExpectedValue::Declares(WordKind::Text) => {
            let language = spot.levels.first().and_then(|l| text.get(l.first_text.clone()?)).unwrap_or("en");
            let entry = |key: String| {
                let insert = if quoted { format!("\"{key}\": \"\",") } else { key.clone() };
                Entrance::new(&key, "sort-text").insert(insert, if quoted { 2 } else { 0 })
            };
            index.missing_texts(language).into_iter().map(entry).collect()
        }
        ExpectedValue::Either(_) => {
            let mut found = of_form(index, file, text, spot, form.as_name());
            if !spot.in_text
                && matches!(form.item(), ExpectedValue::Name(_) | ExpectedValue::PartName(_) | ExpectedValue::Words(_))
            {
                found.extend(brackets("[ … ]", "[]", 1));
            }
            found
        }
        ExpectedValue::Name(sort) => names(index, file, sort, quoted),
        ExpectedValue::NameOr(sort, word) => [names(index, file, sort, quoted), words(&[word])].concat(),
        ExpectedValue::PartName(list) => {
            [names(index, file, WordKind::Declared(DeclaredKind::Terrain), quoted), words(list)].concat()
        }
        ExpectedValue::Declares(_)
        | ExpectedValue::Any
        | ExpectedValue::Text
        | ExpectedValue::Number
        | ExpectedValue::Texts
        | ExpectedValue::When => Vec::new(),
        _ if spot.in_text => Vec::new(),
        ExpectedValue::Flag => words(&["true", "false"]),
        ExpectedValue::Words(list) => list.iter().map(|w| Entrance::new(w, "")).collect(),
        ExpectedValue::Ways(ways) => {
            let entry = |way: &Way| match way.values.is_empty() {
                true => Entrance::new(way.name, ""),
                false => Entrance::new(way.name, "").insert(format!("{}()", way.name), 1),
            };
            ways.iter().map(entry).collect()
        }
        ExpectedValue::Step => {
            let entry = |step: &StepSchema| {
                let word = step.word.text();
                // The first required field is inserted as well. The steps of a loop count as required, since they can
                // be left out only if the loop is wrapped around existing steps.
                let first = step.of.fields.iter().find(|field| field.needed || field.kind == Of::List(&Of::Step));
                let (insert, behind) = match first.map(|field| (field.name, field.kind)) {
                    None => (word.to_owned(), 0),
                    Some((name, Of::Text)) => (format!("{word}({name}: \"\")"), 2),
                    Some((name, Of::List(_))) => (format!("{word}({name}: [])"), 2),
                    Some((name, _)) => (format!("{word}({name}: )"), 1),
                };
                Entrance::new(word, "").insert(insert, behind)
            };
            tilewright_pack::schema::STEPS.iter().map(entry).collect()
        }
        ExpectedValue::Part => {
            let mut found = names(index, file, WordKind::Declared(DeclaredKind::Terrain), quoted);
            for entry in &mut found {
                entry.insert = format!("{}(at: [])", entry.label);
                entry.behind = 2;
            }
            found
        }
        form if form.is_rule() => brackets("( … )", "(use: \"\")", 2),
        ExpectedValue::Item(section) if section.sort.is_some() => brackets("( … )", "(id: )", 1),
        ExpectedValue::Item(_) | ExpectedValue::Fields(_) | ExpectedValue::Pack => brackets("( … )", "()", 1),
        ExpectedValue::List(_) => brackets("[ … ]", "[]", 1),
        ExpectedValue::Map(..) => brackets("{ … }", "{}", 1),
    }
}

fn fields(
    index: &MentionIndex,
    file: &FileName,
    text: &str,
    spot: &TextContext,
    form: ExpectedValue,
    texts: &dyn LanguageTexts,
) -> Vec<Entrance> {
    let given: Vec<&str> =
        spot.levels.last().map(|l| l.fields.iter().filter_map(|r| text.get(r.clone())).collect()).unwrap_or_default();
    let mut found: Vec<Entrance> = Vec::new();
    if form.is_rule()
        && let Some(module) = module_at(text, spot)
        && let Some((_, header)) = index.header(&file.pack, module)
    {
        found.extend(
            header.params.iter().filter(|p| !given.contains(&&*p.name)).map(|p| {
                Entrance::new(&p.name, format_type(p)).about(p.doc.clone()).insert(format!("{}: ", p.name), 0)
            }),
        );
    }
    for field in form.fields().iter().filter(|f| !given.contains(&&*f.name)) {
        let name = &*field.name;
        if found.iter().any(|f| f.label == name) {
            continue;
        }
        let (insert, behind) = match form.field(name) {
            ExpectedValue::List(_) => (format!("{name}: []"), 1),
            ExpectedValue::Either(_)
                if matches!(form.field(name).item(), ExpectedValue::Name(_) | ExpectedValue::PartName(_)) =>
            {
                (format!("{name}: []"), 1)
            }
            ExpectedValue::Map(..) | ExpectedValue::When => (format!("{name}: {{}}"), 1),
            ExpectedValue::Fields(_) | ExpectedValue::Item(_) => (format!("{name}: ()"), 1),
            ExpectedValue::Text | ExpectedValue::Name(WordKind::Module) => (format!("{name}: \"\""), 1),
            ExpectedValue::Flag => (format!("{name}: true"), 0),
            _ => (format!("{name}: "), 0),
        };
        found.push(Entrance::new(name, "").about(field.help.text_in(texts)).insert(insert, behind));
    }
    // An existing colon is not inserted again.
    if text.get(spot.word.end..).is_some_and(|rest| rest.trim_start().starts_with(':')) {
        for entry in &mut found {
            (entry.insert, entry.behind) = (entry.label.clone(), 0);
        }
    }
    found
}

/// Returns the module that is named by the rule entry around a place.
pub(super) fn module_at<'a>(text: &'a str, spot: &TextContext) -> Option<&'a str> {
    let level = spot.levels.iter().rev().find(|l| l.open == b'(')?;
    let named = level.fields.iter().find(|f| text.get((*f).clone()) == Some("use"))?;
    let rest = text.get(named.end..)?.trim_start().strip_prefix(':')?.trim_start();
    let rest = rest.strip_prefix('"').unwrap_or(rest);
    rest.get(..rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?)
}

/// Returns the parameter whose value contains a place.
pub(super) fn parameter_at(index: &MentionIndex, file: &FileName, text: &str, spot: &TextContext) -> Option<Param> {
    let level = spot.levels.iter().rev().find(|l| l.open == b'(' && l.field.is_some())?;
    let name = text.get(level.field.clone()?)?;
    let module = module_at(text, spot)?;
    index.header(&file.pack, module)?.1.param(name).cloned()
}

fn parameter_values(index: &MentionIndex, file: &FileName, text: &str, spot: &TextContext) -> Vec<Entrance> {
    let Some(param) = parameter_at(index, file, text, spot) else { return Vec::new() };
    values(index, file, &param.kind, !spot.in_text)
}

fn values(index: &MentionIndex, file: &FileName, kind: &ParamType, quoted: bool) -> Vec<Entrance> {
    match kind {
        ParamType::Boolean => words(&["true", "false"]),
        ParamType::Id(sort) => names(index, file, WordKind::in_rules(*sort), quoted),
        ParamType::Words(list) => list
            .iter()
            .map(|w| Entrance::new(w, "").insert(if quoted { format!("\"{w}\"") } else { w.to_string() }, 0))
            .collect(),
        ParamType::List(item) => values(index, file, item, quoted),
        ParamType::Integer | ParamType::Text | ParamType::Any => Vec::new(),
    }
}

/// Formats the type of a parameter as in module headers.
pub fn kind_word(kind: &ParamType) -> String {
    match kind {
        ParamType::Boolean => "boolean".to_owned(),
        ParamType::Integer => "integer".to_owned(),
        ParamType::Text => "text".to_owned(),
        ParamType::Any => "any".to_owned(),
        ParamType::Id(sort) => sort.word().to_owned(),
        ParamType::Words(words) => words.join("|"),
        ParamType::List(item) => format!("{}[]", kind_word(item)),
    }
}

/// Formats the type and the default of a parameter as in module headers.
pub fn format_type(param: &Param) -> String {
    let mark = if param.optional { "?" } else { "" };
    let default = match &param.default {
        Some(Value::Text(text)) => format!(" = \"{text}\""),
        Some(value) => format!(" = {value}"),
        None => String::new(),
    };
    format!("{}{mark}{default}", kind_word(&param.kind))
}

fn function(entry: &'static HostFunction) -> Entrance {
    let signature = entry.parse_signature();
    let detail = match entry.on {
        Receiver::Global => signature.returns.to_owned(),
        on => rules::receiver_word(on).to_owned(),
    };
    let about = format!("{}\n{}\n({})", entry.signature, entry.doc, describe_allowed(entry.allowed));
    let behind = usize::from(!signature.arguments.is_empty());
    Entrance::new(signature.name, detail).about(about).insert(format!("{}()", signature.name), behind)
}

fn of_rules(index: &MentionIndex, file: &FileName, text: &str, spot: &TextContext) -> Vec<Entrance> {
    if spot.in_text {
        let inside = spot.levels.last().and_then(|l| text.get(l.head.clone()?));
        if inside == Some("require") {
            return names(index, file, WordKind::Module, false);
        }
        let Some(kind) = rules::kind_at(text, &spot.levels) else { return Vec::new() };
        let words = rules::words_of(kind);
        if !words.is_empty() {
            return words.iter().map(|w| Entrance::new(w, kind).about(event_about(w))).collect();
        }
        return rules::sort_of(kind).map(|sort| names(index, file, sort, false)).unwrap_or_default();
    }
    match &spot.before {
        Some((TokenKind::Mark(b'.'), dot)) => after_dot(text, spot, dot.start),
        Some((TokenKind::Mark(b':'), colon)) => {
            let kind = rules::kind_of(text, colon.start, &spot.levels, 0);
            rules::methods(kind).into_iter().map(function).collect()
        }
        _ => {
            if let Some(options) = rules::options_at(text, &spot.levels) {
                return rules::options(options)
                    .map(|(name, kind)| Entrance::new(name, kind).insert(format!("{name} = "), 0))
                    .collect();
            }
            anything(text, spot)
        }
    }
}

/// Returns the description of an event or effect; empty if it is unknown.
pub(super) fn event_about(name: &str) -> String {
    let mut told = tilewright_script::EVENTS.iter().chain(tilewright_script::EFFECTS.iter());
    told.find(|told| told.name == name).map_or_else(String::new, |told| told.doc.to_owned())
}

fn after_dot(text: &str, spot: &TextContext, dot: usize) -> Vec<Entrance> {
    let owner = TextContext::find_at(text, CodeLanguage::Lua, dot).word;
    let owner = text.get(owner).unwrap_or_default();
    if owner == "param" {
        let entry = |p: &Param| Entrance::new(&p.name, format_type(p)).about(p.doc.clone());
        return Header::parse(text).0.params.iter().map(entry).collect();
    }
    if let Some((_, names)) = LIBRARIES.iter().find(|(library, _)| *library == owner) {
        return names.iter().map(|n| Entrance::new(n, owner).insert(format!("{n}()"), 1)).collect();
    }
    if rules::subject(text, &spot.levels) == Some(owner)
        && let Some(event) = rules::event_around(text, &spot.levels)
    {
        let fields = event.fields.iter().map(|field| Entrance::new(field.name, field.kind).about(field.doc.to_owned()));
        return std::iter::once(Entrance::new("name", "text")).chain(fields).collect();
    }
    // A game object has no fields, so its methods are offered.
    let kind = rules::kind_of(text, dot, &spot.levels, 0);
    kind.map(rules::methods_of).unwrap_or_default().into_iter().map(function).collect()
}

fn anything(text: &str, spot: &TextContext) -> Vec<Entrance> {
    // No completions are offered for a new name.
    let before = spot.before.as_ref().and_then(|(_, range)| text.get(range.clone()));
    if matches!(before, Some("local" | "function" | "for")) {
        return Vec::new();
    }
    let mut found: Vec<Entrance> = rules::locals(text, spot.word.start)
        .into_iter()
        .map(|range| Entrance::new(&text[range], "sort-local"))
        .collect();
    found.reverse();
    if text.contains("@param") {
        found.push(Entrance::new("param", "").insert("param.", 0));
    }
    found.extend(entries().filter(|e| e.on == Receiver::Global).map(function));
    found.extend(LUA_WORDS.iter().map(|w| Entrance::new(w, "Lua")));
    found.extend(GLOBALS.iter().map(|w| Entrance::new(w, "Lua").insert(format!("{w}()"), 1)));
    found.extend(LIBRARIES.iter().map(|(w, _)| Entrance::new(w, "Lua").insert(format!("{w}."), 0)));
    found
}
