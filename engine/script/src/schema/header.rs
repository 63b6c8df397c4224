//! Parses the head of a rule module: its description and its parameters.
//!
//! ```lua
//! --- A path scores points for each of its tiles.
//! --- @param on terrain  The terrain of the path.
//! --- @param per_tile integer = 1  Points for each tile.
//! --- @source Where the rule comes from.
//! ```
//! A type is `boolean`, `integer`, `text`, `any`, a kind of id (`terrain`, `tag`, …), `a|b` for a choice of words, `[]`
//! after it for a list, and `?` at its end if the parameter may be absent. A default follows `=`.

use std::fmt;
use std::sync::Arc;

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::{Catalog, Value};
use tilewright_core::limits::RULE_NUMBER;

use crate::schema::suggest::suggestion;

/// Type of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParamType {
    /// Either `true` or `false`.
    Boolean,
    /// Whole number within the range for rules.
    Integer,
    /// Text of any form.
    Text,
    /// Value of any type.
    Any,
    /// Name of a declared entry of this kind.
    Id(DeclaredKind),
    /// Word from this list.
    Words(Vec<Arc<str>>),
    /// List of values of this type.
    List(Box<ParamType>),
}

/// Returns a message if a name belongs to an entry of another kind; `None` otherwise.
pub(crate) fn wrong_kind_message(kind: DeclaredKind, catalog: &Catalog, name: &str) -> Option<String> {
    let other = DeclaredKind::all_in_rules().find(|&other| other != kind && other.is_known(catalog, name))?;
    Some(format!("`{name}` is a {}; here a {} is wanted", other.rule_noun(), kind.rule_noun()))
}

/// Returns the full name of a pack's own entry, if the bare name would mean an entry of another pack.
pub(crate) fn qualified_name<'c>(kind: DeclaredKind, catalog: &'c Catalog, pack: &str, name: &str) -> Option<&'c str> {
    kind.key(catalog, &format!("{pack}:{name}")).filter(|own| *own != name)
}

/// Returns the names of a kind, for suggestions.
pub(crate) fn names(kind: DeclaredKind, catalog: &Catalog) -> impl Iterator<Item = &str> + Clone {
    kind.names(catalog).into_iter().map(|name| &*name.local)
}

/// Parameter that a module declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Name of the parameter.
    pub name: Arc<str>,
    /// Type of its values.
    pub kind: ParamType,
    /// True if it may be absent although it has no default.
    pub optional: bool,
    /// Default value; `None` if there is none.
    pub default: Option<Value>,
    /// Purpose of the parameter, for the reference.
    pub doc: String,
}

/// Head of a rule module.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// Description of the rule.
    pub doc: String,
    /// Parameters in the order of their lines.
    pub params: Vec<Param>,
    /// Source of the rules, such as a rule book.
    pub source: String,
    /// Parameters whose lines could not be read.
    pub unread: Vec<Arc<str>>,
}

/// Mistake in a line of a head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeaderError {
    /// Position of the first byte of the line.
    pub start: usize,
    /// Position after the last byte of the line.
    pub end: usize,
    /// Description of the mistake.
    pub message: String,
    /// Values that may be written instead; `None` if there is no list of them.
    pub hint: Option<String>,
}

/// Mistake in a line whose position is not known yet.
#[derive(Debug)]
struct LineError {
    message: String,
    hint: Option<String>,
}

impl From<String> for LineError {
    fn from(message: String) -> LineError {
        LineError { message, hint: None }
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LineError {}

impl Header {
    /// Reads the lines that begin with `---` at the top of a module.
    pub fn parse(source: &str) -> (Header, Vec<HeaderError>) {
        let mut header = Header::default();
        let mut errors = Vec::new();
        let mut start = 0;
        for line in source.split_inclusive('\n') {
            let end = start + line.trim_end().len();
            if let Some(text) = line.trim().strip_prefix("---") {
                if let Err(LineError { message, hint }) = header.line(text.trim()) {
                    errors.push(HeaderError { start, end, message, hint });
                }
            } else if !line.trim().is_empty() {
                break;
            }
            start += line.len();
        }
        (header, errors)
    }

    fn line(&mut self, text: &str) -> Result<(), LineError> {
        if let Some(rest) = text.strip_prefix("@param") {
            let param = Param::parse(rest.trim()).inspect_err(|_| self.unread.push(split_word(rest).0.into()))?;
            if self.params.iter().any(|p| p.name == param.name) {
                return Err(format!("the parameter `{}` is declared twice", param.name).into());
            }
            self.params.push(param);
            return Ok(());
        }
        if text.starts_with('@') && !text.starts_with("@source") {
            let word = text.split_whitespace().next().unwrap_or(text);
            return Err(format!("`{word}` is not known here: use `@param` or `@source`").into());
        }
        let (into, text) = match text.strip_prefix("@source") {
            Some(rest) => (&mut self.source, rest.trim()),
            None if !self.source.is_empty() => (&mut self.source, text),
            None => match self.params.last_mut() {
                Some(param) => (&mut param.doc, text),
                None => (&mut self.doc, text),
            },
        };
        if !into.is_empty() && !text.is_empty() {
            into.push(' ');
        }
        into.push_str(text);
        Ok(())
    }

    /// Returns the parameter with this name.
    pub fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|p| &*p.name == name)
    }
}

impl Param {
    fn parse(text: &str) -> Result<Param, LineError> {
        let (name, rest) = split_word(text);
        let (kind, rest) = split_word(rest);
        if name.is_empty() || kind.is_empty() {
            return Err("write `@param name type`, then optionally `= default`, then its meaning".to_owned().into());
        }
        let optional = kind.ends_with('?');
        let kind = parse_type(kind.trim_end_matches('?'))?;
        let (default, doc) = match rest.strip_prefix('=') {
            Some(rest) => {
                let (literal, doc) = split_literal(rest.trim_start());
                (Some(parse_literal(literal)?), doc)
            }
            None => (None, rest),
        };
        if let Some(value) = &default
            && !kind.shape_fits(value)
        {
            return Err(format!("the default of `{name}` is not {}", kind.describe()).into());
        }
        Ok(Param { name: name.into(), kind, optional, default, doc: doc.to_owned() })
    }
}

/// Default in the head of a module, with its position.
pub(crate) struct DefaultText<'s> {
    /// Name of the parameter.
    pub(crate) param: &'s str,
    /// Position of the first byte of the value.
    pub(crate) start: usize,
    /// Position after the last byte of the value.
    pub(crate) end: usize,
}

/// Returns the defaults in the head of a module, in order.
pub(crate) fn defaults(source: &str) -> Vec<DefaultText<'_>> {
    let head = source.lines().take_while(|line| line.trim().is_empty() || line.trim().starts_with("---"));
    head.filter_map(|line| {
        let (param, rest) = split_word(line.trim().strip_prefix("---")?.trim().strip_prefix("@param")?);
        let (literal, _) = split_literal(split_word(rest).1.strip_prefix('=')?.trim_start());
        let start = literal.as_ptr() as usize - source.as_ptr() as usize;
        Some(DefaultText { param, start, end: start + literal.len() })
    })
    .collect()
}

fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

fn split_literal(text: &str) -> (&str, &str) {
    match text.strip_prefix('"').and_then(|rest| rest.find('"')) {
        Some(end) => (&text[..end + 2], text[end + 2..].trim_start()),
        None => split_word(text),
    }
}

/// Returns a sentence with all types that a parameter may have.
fn types() -> String {
    let ids = DeclaredKind::all_in_rules().map(|kind| format!("`{}`", kind.rule_word())).collect::<Vec<_>>().join(", ");
    format!(
        "types are `boolean`, `integer`, `text`, `any`, {ids}, and words with `|` between them; `[]` after a type makes \
         a list of it, such as `tag[]`, and `?` at the end makes it optional"
    )
}

fn parse_type(text: &str) -> Result<ParamType, LineError> {
    if let Some(item) = text.strip_suffix("[]") {
        return Ok(ParamType::List(Box::new(parse_type(item)?)));
    }
    if text.contains('|') {
        return Ok(ParamType::Words(text.split('|').map(Into::into).collect()));
    }
    Ok(match text {
        "boolean" => ParamType::Boolean,
        "integer" => ParamType::Integer,
        "text" => ParamType::Text,
        "any" => ParamType::Any,
        _ => match DeclaredKind::of_rule_word(text) {
            Some(kind) => ParamType::Id(kind),
            None => {
                let message = format!("`{text}` is not a type of parameter");
                return Err(LineError { message, hint: Some(types()) });
            }
        },
    })
}

fn parse_literal(text: &str) -> Result<Value, LineError> {
    match text {
        "true" => return Ok(Value::Bool(true)),
        "false" => return Ok(Value::Bool(false)),
        "[]" => return Ok(Value::List(Vec::new())),
        _ => {}
    }
    if let Some(inner) = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
        return Ok(Value::text(inner));
    }
    text.parse()
        .map(Value::Int)
        .map_err(|_| format!("`{text}` is not a default: write a number, true, false or \"text\"").into())
}

impl ParamType {
    /// Returns the type with its article, for messages.
    pub fn describe(&self) -> String {
        match self {
            ParamType::Boolean => "true or false".to_owned(),
            ParamType::Integer => "a whole number".to_owned(),
            ParamType::Text => "a text".to_owned(),
            ParamType::Any => "anything".to_owned(),
            ParamType::Id(kind) => format!("the name of a {}", kind.rule_word()),
            ParamType::Words(words) => format!("one of {}", words.join(", ")),
            ParamType::List(item) => format!("a list, each {}", item.describe()),
        }
    }

    /// Returns a shorter description of the type, for the line that describes the parameter.
    pub(crate) fn short(&self) -> String {
        match self {
            ParamType::Id(kind @ (DeclaredKind::Tile | DeclaredKind::Figure)) => format!("a {}", kind.rule_noun()),
            ParamType::Id(kind) => format!("a {}", kind.rule_word()),
            other => other.describe(),
        }
    }

    fn shape_fits(&self, value: &Value) -> bool {
        match (self, value) {
            (ParamType::Any, _) | (ParamType::Boolean, Value::Bool(_)) => true,
            (ParamType::Integer, Value::Int(n)) => n.unsigned_abs() <= RULE_NUMBER.unsigned_abs(),
            (ParamType::Text | ParamType::Id(_), Value::Text(_)) => true,
            (ParamType::Words(words), Value::Text(text)) => words.contains(text),
            (ParamType::List(item), Value::List(values)) => values.iter().all(|v| item.shape_fits(v)),
            _ => false,
        }
    }

    /// Returns the first whole number in a value that is out of range for rules.
    fn large_number(&self, value: &Value) -> Option<i64> {
        match (self, value) {
            (ParamType::Integer, Value::Int(n)) => (!self.shape_fits(value)).then_some(*n),
            (ParamType::List(item), Value::List(values)) => values.iter().find_map(|value| item.large_number(value)),
            _ => None,
        }
    }

    /// Returns the mistake in a value; `None` if it is valid.
    pub fn problem(&self, value: &Value, catalog: &Catalog) -> Option<String> {
        if let Some(n) = self.large_number(value) {
            return Some(format!("{n} is out of range; it may be -{RULE_NUMBER} to {RULE_NUMBER}"));
        }
        if !self.shape_fits(value) {
            return Some(format!("expected {}, got `{value}`", self.describe()));
        }
        match (self, value) {
            (ParamType::Id(sort), Value::Text(name)) if !sort.is_known(catalog, name) => {
                Some(format!("there is no {} `{name}`", sort.rule_word()))
            }
            (ParamType::List(item), Value::List(values)) => values.iter().find_map(|v| item.problem(v, catalog)),
            _ => None,
        }
    }

    /// Converts a value to the form for scripts: names of catalog entries become the names that functions return. A
    /// pack's own entry takes precedence over another pack's with that name.
    pub(crate) fn resolve_names(&self, value: &Value, catalog: &Catalog, pack: &str) -> Value {
        match (self, value) {
            (ParamType::Id(sort), Value::Text(name)) => {
                let key = qualified_name(*sort, catalog, pack, name).or_else(|| sort.key(catalog, name));
                key.map_or_else(|| value.clone(), Value::text)
            }
            (ParamType::List(item), Value::List(values)) => {
                Value::List(values.iter().map(|value| item.resolve_names(value, catalog, pack)).collect())
            }
            _ => value.clone(),
        }
    }

    /// Returns the unknown name in a value and a similar known name; `None` if there is no such pair.
    pub(crate) fn similar_name<'a>(&'a self, value: &'a Value, catalog: &'a Catalog) -> Option<(&'a str, &'a str)> {
        match (self, value) {
            (ParamType::Id(sort), Value::Text(name)) if !sort.is_known(catalog, name) => {
                suggestion(name, names(*sort, catalog)).map(|near| (&**name, near))
            }
            // A word of one or two letters resembles too many others.
            (ParamType::Words(words), Value::Text(name)) if name.len() > 2 && !words.contains(name) => {
                suggestion(name, words.iter().map(|w| &**w)).map(|near| (&**name, near))
            }
            (ParamType::List(item), Value::List(values)) => values.iter().find_map(|v| item.similar_name(v, catalog)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read() {
        let (header, errors) = Header::parse(
            "--- Scores a path.\n--- Twice.\n--- @param on terrain  Where.\n--- @param each integer = 1  Points\n\
             ---   for each.\n--- @param by field|area = \"field\"\n--- @param tags tag[]? Some.\n--- @source Somewhere.\nlocal x = 1\n",
        );
        assert_eq!(errors, []);
        assert_eq!(header.doc, "Scores a path. Twice.");
        assert_eq!(header.source, "Somewhere.");
        assert_eq!(header.params.len(), 4);
        assert_eq!(header.param("each").unwrap().default, Some(Value::Int(1)));
        assert_eq!(header.param("each").unwrap().doc, "Points for each.");
        assert!(header.param("tags").unwrap().optional);
        assert_eq!(header.param("by").unwrap().default, Some(Value::text("field")));
    }

    #[test]
    fn mistakes_are_told() {
        for (line, message) in [
            ("--- @param x", "write `@param name type`, then optionally `= default`, then its meaning"),
            ("--- @param x number", "`number` is not a type of parameter"),
            ("--- @param x integer = \"a\"", "the default of `x` is not a whole number"),
            ("--- @param x integer = many", "`many` is not a default: write a number, true, false or \"text\""),
            ("--- @parm x integer", "`@parm` is not known here: use `@param` or `@source`"),
        ] {
            assert_eq!(Header::parse(line).1[0].message, message);
        }
    }
}
