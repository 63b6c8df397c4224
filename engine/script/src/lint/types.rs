//! Infers types of values in a module where the text shows them: parameters of hooks, results of functions, fields of
//! events. With them, finds methods that a type does not have, and a dot in place of a colon.

use full_moon::ast::{Call, Expression, Index, Prefix, Suffix, Var};
use tilewright_core::diag::{Diagnostic, Fix};

use super::span::bytes;
use super::syntax::{SignatureType, is_of_texts, name_of};
use super::walk::Walk;
use crate::api::{self, HostFunction, Receiver, receivers};
use crate::schema::suggest::suggestion;

/// Returns the noun for a receiver, with its article.
fn noun_of(receiver: Receiver) -> &'static str {
    match receiver {
        Receiver::Global => "nothing",
        Receiver::Feature => "a feature",
        Receiver::Segment => "a segment",
        Receiver::Tile => "a tile",
        Receiver::Figure => "a figure",
        Receiver::Kind => "the result of `kind(…)`",
        Receiver::Cell => "a cell",
        Receiver::Sheet => "a sheet",
        Receiver::Options => "the options of a decision",
        Receiver::Slot => "a slot of a zone",
        Receiver::Joint => "a corner or a seam",
    }
}

/// True if values of a type are numbers or booleans in Lua, which have no methods.
fn is_number(kind: SignatureType) -> bool {
    matches!(kind, "seat" | "integer" | "boolean")
}

/// True if values of a type are texts in Lua, such as names of entries.
fn is_text(kind: SignatureType) -> bool {
    matches!(
        kind,
        "text"
            | "kind"
            | "terrain"
            | "tag"
            | "figure_kind"
            | "bag"
            | "zone"
            | "plane"
            | "counter"
            | "die"
            | "token"
            | "book"
            | "result"
    )
}

/// Returns a type without the mark for nil; `None` if the signature leaves the type open.
fn plain(kind: SignatureType) -> Option<SignatureType> {
    let kind = kind.trim_end_matches('?');
    (!kind.is_empty() && !kind.starts_with("any")).then_some(kind)
}

/// Returns the type of the items of a list.
pub(super) fn item(kind: SignatureType) -> Option<SignatureType> {
    kind.strip_suffix("[]")
}

/// Returns the types of the parameters of the last argument of a registering function.
pub(super) fn of_parameters(name: &str) -> &'static [SignatureType] {
    match name {
        "score" | "amend" => &["sheet", "feature", "boolean"],
        "amend_claims" => &["feature", "any"],
        "offer" => &["options", "seat"],
        "restrict" => &["text", "cell", "integer", "seat"],
        "step" | "chosen" => &["seat"],
        _ => &[],
    }
}

/// Returns the type of an expression; `None` if the text does not show it.
pub(super) fn kind_of_expression(walk: &Walk, expression: &Expression) -> Option<SignatureType> {
    match expression {
        Expression::Var(Var::Name(token)) => walk.kind_of(name_of(token)?),
        Expression::Var(Var::Expression(var)) => follow(walk, var.prefix(), var.suffixes()).0,
        Expression::FunctionCall(call) => follow(walk, call.prefix(), call.suffixes()).0,
        Expression::Parentheses { expression, .. } => kind_of_expression(walk, expression),
        _ => None,
    }
}

/// Reports the mistake in `object.name…` or `object:name(…)…`.
pub(super) fn check<'s>(walk: &mut Walk, prefix: &Prefix, suffixes: impl Iterator<Item = &'s Suffix>) {
    if let (_, Some((diagnostic, place))) = follow(walk, prefix, suffixes) {
        walk.say_at(diagnostic, place);
    }
}

/// Returns the type of a name or a value after its suffixes.
pub(super) fn kind_of<'s>(
    walk: &Walk,
    prefix: &Prefix,
    suffixes: impl Iterator<Item = &'s Suffix>,
) -> Option<SignatureType> {
    follow(walk, prefix, suffixes).0
}

/// Returns the names of the methods of an object; of all objects if its type is unknown.
pub(super) fn methods<'s>(
    walk: &Walk,
    prefix: &Prefix,
    suffixes: impl Iterator<Item = &'s Suffix>,
) -> impl Iterator<Item = &'static str> {
    let own = follow(walk, prefix, suffixes).0.map_or(&[][..], receivers);
    let has = move |on: Receiver| if own.is_empty() { on != Receiver::Global } else { own.contains(&on) };
    api::entries().filter(move |entry| has(entry.on)).map(HostFunction::name)
}

/// Finding about a call, with its byte range.
type CallFinding = (Diagnostic, (usize, usize));

/// Follows a name or a value through its suffixes: returns its final type, and the first mistake.
fn follow<'s>(
    walk: &Walk,
    prefix: &Prefix,
    suffixes: impl Iterator<Item = &'s Suffix>,
) -> (Option<SignatureType>, Option<CallFinding>) {
    let mut suffixes = suffixes.peekable();
    let mut now = match prefix {
        Prefix::Name(token) => {
            let Some(name) = name_of(token) else { return (None, None) };
            let mut now = walk.kind_of(name);
            if let Some(told) = walk.schema_of(name) {
                let Some(Suffix::Index(Index::Dot { name: field, .. })) = suffixes.next() else { return (None, None) };
                let found = told.fields.iter().find(|known| name_of(field) == Some(known.name));
                now = found.and_then(|known| plain(known.kind));
            } else if walk.is_global(name)
                && let Some(Suffix::Call(Call::AnonymousCall(_))) = suffixes.peek()
            {
                suffixes.next();
                now =
                    api::find(name).find(|e| e.on == Receiver::Global).and_then(|e| plain(e.parse_signature().returns));
            }
            now
        }
        Prefix::Expression(inner) => kind_of_expression(walk, inner),
        _ => return (None, None),
    };
    while let Some(suffix) = suffixes.next() {
        let Some(kind) = now else { return (None, None) };
        now = match suffix {
            Suffix::Call(Call::MethodCall(call)) => {
                let Some(name) = name_of(call.name()) else { return (None, None) };
                match method(kind, name) {
                    Ok(next) => next,
                    Err(wrong) => return (None, Some((*wrong, bytes(call.name())))),
                }
            }
            Suffix::Index(Index::Dot { name, .. }) if !receivers(kind).is_empty() => {
                let Some(name) = name_of(name) else { return (None, None) };
                let is_called = matches!(suffixes.peek(), Some(Suffix::Call(Call::AnonymousCall(_))));
                return (None, Some((describe_dot(kind, name, is_called), bytes(suffix))));
            }
            Suffix::Index(Index::Brackets { .. }) => item(kind),
            _ => None,
        };
    }
    (now, None)
}

/// Returns the result type of a method, or the finding about it. A name that is not a method of any type is reported
/// elsewhere.
fn method(kind: SignatureType, name: &str) -> Result<Option<SignatureType>, Box<Diagnostic>> {
    let having: Vec<&HostFunction> = api::find(name).filter(|e| e.on != Receiver::Global).collect();
    let own = receivers(kind);
    if let Some(entry) = having.iter().find(|e| own.contains(&e.on)) {
        return Ok(plain(entry.parse_signature().returns));
    }
    let may_have_any = own.is_empty() && !is_number(kind) && !is_text(kind);
    if having.is_empty() || is_of_texts(name) || may_have_any {
        return Ok(None);
    }
    if let (Some(&first), Some(near)) =
        (own.first(), suggestion(name, api::entries().filter(|e| own.contains(&e.on)).map(HostFunction::name)))
    {
        let message = format!("{} has no method `{name}`", noun_of(first));
        return Err(Box::new(Diagnostic::error("S0127", message).did_you_mean(name, near)));
    }
    let of: Vec<&str> = having.iter().map(|e| noun_of(e.on)).collect();
    let belongs = format!("`{name}` belongs to {}", of.join(" and "));
    let has = format!("{} has it", of.join(", or "));
    let (message, hint) = match own.first() {
        Some(&first) => {
            let instead = elsewhere(first, name).map(str::to_owned);
            let hint = instead.unwrap_or_else(|| format!("{}; {belongs}", list_methods(own)));
            (format!("{} has no method `{name}`", noun_of(first)), hint)
        }
        None if kind == "kind" => (
            format!("a kind of tile is a text here, so it has no method `{name}`"),
            format!("`kind(…)` returns the object: write `kind(name):{name}(…)`"),
        ),
        None if is_text(kind) => (format!("a {kind} is a text, so it has no method `{name}`"), has),
        None => (format!("a {kind} is not a game object, so it has no method `{name}`"), has),
    };
    Err(Box::new(Diagnostic::error("S0127", message).with_hint(hint)))
}

/// Maximum number of letters of the methods that a hint lists.
const LISTED: usize = 100;

/// Returns a sentence with the methods of an object, or with the first of them if there are many.
fn list_methods(own: &[Receiver]) -> String {
    let (mut names, mut letters) = (String::new(), 0);
    for entry in api::entries().filter(|entry| own.contains(&entry.on)) {
        letters += entry.name().len() + 2;
        if letters > LISTED {
            names.push_str(", …");
            break;
        }
        let comma = if names.is_empty() { "" } else { ", " };
        names.push_str(&format!("{comma}`{}`", entry.name()));
    }
    format!("{} has {names}", own.first().map_or("it", |&first| noun_of(first)))
}

/// Returns the alternative to a method that authors expect on an object; `None` if there is no such hint.
fn elsewhere(on: Receiver, name: &str) -> Option<&'static str> {
    match (on, name) {
        (Receiver::Cell, "neighbours") => Some(
            "`cell:sides()` lists the sides, `cell:beside(side)` is the cell across one, and `cell:tile()` its tile",
        ),
        _ => None,
    }
}

/// Returns the finding about a dot after an object of the game.
fn describe_dot(kind: SignatureType, name: &str, is_called: bool) -> Diagnostic {
    let own = receivers(kind);
    let known = || api::entries().filter(|e| own.contains(&e.on)).map(HostFunction::name);
    let what = own.first().map_or("it", |&own| noun_of(own));
    let diagnostic = Diagnostic::error("S0128", format!("{what} has no fields, so `.{name}` is always nil"));
    let meant = known().find(|method| *method == name).or_else(|| suggestion(name, known()));
    match meant {
        Some(method) => {
            let call = if is_called { "" } else { "()" };
            let (from, to) = (format!(".{name}"), format!(":{method}{call}"));
            let hint = format!("did you mean `{to}`? Methods are called with a colon");
            diagnostic.with_hint(hint).with_fix(Fix::Rename { from: from.into(), to: to.into() })
        }
        None => diagnostic.with_hint(format!("{}; methods are called with a colon", list_methods(own))),
    }
}
