//! Calls of host functions: how many arguments, and whether names in them exist.

use full_moon::ast::{Expression, Field, FunctionArgs, TableConstructor};
use full_moon::tokenizer::TokenReference;
use tilewright_core::diag::Diagnostic;
use tilewright_core::event::EventKind;

use super::walk::{Walk, name_of, text_of};
use crate::api::{self, EFFECTS, Receiver};
use crate::header::IdSort;
use crate::signature::Signature;
use crate::suggest::suggestion;
use crate::vm::LIBRARIES;

/// The arguments of a call as expressions.
pub(super) fn arguments(args: &FunctionArgs) -> Vec<&Expression> {
    match args {
        FunctionArgs::Parentheses { arguments, .. } => arguments.iter().collect(),
        _ => Vec::new(),
    }
}

/// Number of arguments, if the text tells.
fn count(args: &FunctionArgs) -> Option<usize> {
    let FunctionArgs::Parentheses { arguments, .. } = args else { return Some(1) };
    match arguments.iter().last() {
        Some(Expression::FunctionCall(_)) => None,
        Some(Expression::Symbol(token)) if token.token().to_string() == "..." => None,
        _ => Some(arguments.len()),
    }
}

/// A call of `name(…)` where the name is no local.
pub(super) fn global(walk: &mut Walk, token: &TokenReference, name: &str, args: &FunctionArgs) {
    if let Some(entry) = api::find(name).find(|e| e.on == Receiver::Global) {
        check(walk, token, &[entry.parsed()], args);
    }
}

/// A call of `something:name(…)`.
pub(super) fn method(walk: &mut Walk, token: &TokenReference, name: &str, args: &FunctionArgs) {
    let found: Vec<Signature> = api::find(name).filter(|e| e.on != Receiver::Global).map(api::Entry::parsed).collect();
    if !found.is_empty() {
        check(walk, token, &found, args);
        return;
    }
    let of_texts = LIBRARIES.iter().find(|(l, _)| *l == "string").map_or(&[][..], |(_, names)| names);
    if of_texts.contains(&name) || matches!(name, "format" | "rep") {
        return;
    }
    let known = api::entries().filter(|e| e.on != Receiver::Global).map(api::Entry::name);
    let diagnostic = Diagnostic::error("S0121", format!("nothing has a method `{name}`"));
    let hint = suggestion(name, known).map(|near| format!("did you mean `{near}`?"));
    walk.say(if let Some(hint) = hint { diagnostic.hint(hint) } else { diagnostic }, token);
}

fn check(walk: &mut Walk, token: &TokenReference, signatures: &[Signature], args: &FunctionArgs) {
    let given = arguments(args);
    if let Some(n) = count(args)
        && !signatures.iter().any(|s| {
            let (least, most) = s.arity();
            (least..=most).contains(&n) || shift(s, n) > 0
        })
    {
        let written: Vec<String> = signatures.iter().map(written).collect();
        let diagnostic = Diagnostic::error(
            "S0122",
            match n {
                0 => "arguments are missing".to_owned(),
                1 => "one argument does not fit".to_owned(),
                _ => format!("{n} arguments do not fit"),
            },
        );
        walk.say(diagnostic.hint(written.join(" or ")), token);
        return;
    }
    // With several receivers an argument is judged only where all agree on it.
    let Some(signature) = signatures.first() else { return };
    let skipped = shift(signature, given.len());
    for (i, expression) in given.into_iter().enumerate() {
        let at = if i >= 1 { i + skipped } else { i };
        let Some(argument) = signature.arguments.get(at) else { continue };
        if signatures.iter().any(|s| s.arguments.get(at).map(|a| a.kind) != Some(argument.kind)) {
            continue;
        }
        value(walk, expression, argument.kind);
        if let Expression::TableConstructor(table) = expression
            && argument.kind.starts_with('{')
        {
            fields(walk, table, argument.kind);
        }
    }
}

/// How many arguments are left out in the middle: a table of options before a function may be.
fn shift(signature: &Signature, given: usize) -> usize {
    let last_two = signature.arguments.len().checked_sub(2).and_then(|i| signature.arguments.get(i));
    let fits = last_two.is_some_and(|a| a.optional && a.kind.starts_with('{'));
    usize::from(fits && given + 1 == signature.arguments.len())
}

/// A signature without types.
fn written(signature: &Signature) -> String {
    let names: Vec<String> = signature
        .arguments
        .iter()
        .map(|a| if a.optional { format!("[{}]", a.name) } else { a.name.to_owned() })
        .collect();
    format!("{}({})", signature.name, names.join(", "))
}

/// Checks a literal against the type that it is given for.
fn value(walk: &mut Walk, expression: &Expression, kind: &str) {
    let Some(text) = text_of(expression) else { return };
    let catalog = walk.catalog;
    let (known, near): (bool, Option<String>) = match kind {
        "event" => {
            let names = EventKind::ALL.iter().map(|k| k.name());
            (EventKind::from_name(text).is_some(), suggestion(text, names).map(str::to_owned))
        }
        "effect" => {
            let names = EFFECTS.iter().map(|(n, _)| *n);
            (EFFECTS.iter().any(|(n, _)| *n == text), suggestion(text, names).map(str::to_owned))
        }
        "option" => {
            let known = catalog.option(text, Some(&walk.module.pack)).or_else(|| catalog.option(text, None)).is_some();
            (known, suggestion(text, catalog.options.iter().map(|o| &*o.name)).map(str::to_owned))
        }
        "integer" | "seat" | "feature" | "segment" | "cell" | "boolean" | "function" => {
            walk.say(Diagnostic::error("S0124", format!("a text stands where a {kind} is wanted")), expression);
            return;
        }
        _ => match IdSort::ALL.into_iter().find(|s| s.word() == kind) {
            None => return,
            Some(sort) => {
                let near = suggestion(text, sort.names(catalog).into_iter()).map(str::to_owned);
                (sort.known(catalog, text), near)
            }
        },
    };
    if !known {
        let diagnostic = Diagnostic::error("S0123", format!("there is no {kind} `{text}`"));
        let hint = near.map(|n| format!("did you mean `{n}`?"));
        walk.say(if let Some(hint) = hint { diagnostic.hint(hint) } else { diagnostic }, expression);
    }
}

/// Checks a table of options against `{name: type, …}`.
fn fields(walk: &mut Walk, table: &TableConstructor, kind: &str) {
    let inner = kind.trim_start_matches('{').trim_end_matches('}');
    let known: Vec<(&str, &str)> =
        inner.split(',').filter_map(|p| p.split_once(':')).map(|(n, k)| (n.trim(), k.trim())).collect();
    for field in table.fields() {
        let Field::NameKey { key, value: given, .. } = field else { continue };
        let Some(name) = name_of(key) else { continue };
        match known.iter().find(|(n, _)| *n == name) {
            Some((_, kind)) => value(walk, given, kind),
            None => {
                let diagnostic = Diagnostic::error("S0125", format!("there is no option `{name}` here"));
                let names: Vec<&str> = known.iter().map(|(n, _)| *n).collect();
                let hint = match suggestion(name, names.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are {}", names.join(", ")),
                };
                walk.say(diagnostic.hint(hint), key);
            }
        }
    }
}
