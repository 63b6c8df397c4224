//! Checks calls of host functions: the number of arguments, and the names in them.

use full_moon::ast::{Expression, Field, FunctionArgs, FunctionCall, TableConstructor, Var};
use full_moon::tokenizer::TokenReference;
use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::flow::{Step, StepKind};
use tilewright_core::diag::{Diagnostic, one_of};

use super::counters;
use super::syntax::SignatureType;
use super::syntax::{arguments, count_arguments, id_of, is_of_texts, name_of, text_of};
use super::types;
use super::walk::Walk;
use crate::api::{self, HostFunction, Receiver, receivers};
use crate::schema::events::{self, EFFECTS, EVENTS, EventSchema};
use crate::schema::header::{names, qualified_name, wrong_kind_message};
use crate::schema::signature::Signature;
use crate::schema::suggest::{nearest, or_near, suggestion, suggestion_for};

/// Checks a call of `name(…)` if the name is not a local.
pub(super) fn global(walk: &mut Walk, token: &TokenReference, name: &str, args: &FunctionArgs) {
    if let Some(entry) = api::find(name).find(|e| e.on == Receiver::Global) {
        check(walk, token, &[entry.parse_signature()], args);
        counters::check(walk, &entry.parse_signature(), args);
    }
}

/// Checks `leave(…)`: the loop must be in the flow, by a literal or by the module's parameter.
pub(super) fn leave(walk: &mut Walk, args: &FunctionArgs) {
    let Some(&expression) = arguments(args).first() else { return };
    let name: Option<String> = match expression {
        Expression::Var(Var::Expression(entry)) => walk.parameter(entry),
        other => text_of(other).map(str::to_owned),
    };
    let Some(name) = name else { return };
    let mut loops: Vec<&str> = Vec::new();
    let flow = &walk.catalog.flow;
    let lists = [&flow.setup, &flow.turn, &flow.closing, &flow.finish];
    for steps in lists.into_iter().chain(flow.parts.iter().map(|(_, steps)| steps)) {
        loops_of(steps, &mut loops);
    }
    if !loops.contains(&&*name) {
        let diagnostic = Diagnostic::warning("S0142", format!("there is no loop `{name}` that could be left"));
        let finding = match suggestion(&name, loops.iter().copied()) {
            Some(near) => diagnostic.did_you_mean(&name, near),
            None if loops.is_empty() => diagnostic.with_hint("the steps of the game have no `repeat`"),
            None => diagnostic.with_hint(suggestion_for(&name, loops.into_iter())),
        };
        walk.say(finding, expression);
    }
}

fn loops_of<'a>(steps: &'a [Step], found: &mut Vec<&'a str>) {
    for step in steps {
        if let StepKind::Repeat(body) = &step.kind {
            found.push(&step.name);
            loops_of(body, found);
        }
    }
}

/// Reports `ev.figure:name()` for a figure that has returned to the supply, where these methods no longer work.
pub(super) fn home_figure(walk: &mut Walk, token: &TokenReference, name: &str) {
    let instead = match name {
        "kind" => "its kind is `ev.figure_kind`",
        "owner" => "its owner is `ev.seat`",
        "key" => "its former segment is `ev.segment`",
        "weight" => "its weight follows from its kind, `ev.figure_kind`",
        "cell" | "tile" | "segment" => "the segment that it left is `ev.segment`",
        _ => return,
    };
    let message = format!("the figure of `took_home` is home: `{name}` has no value");
    walk.say(Diagnostic::warning("S0141", message).with_hint(instead), token);
}

/// Reports a comparison with a text that names an entry in another form than functions return, so that it is never
/// equal.
pub(super) fn check_comparison(walk: &mut Walk, expression: &Expression) {
    let Some(text) = text_of(expression) else { return };
    let catalog = walk.catalog;
    let told = DeclaredKind::all_in_rules().find_map(|kind| match kind.key(catalog, text) {
        // The same text may be the returned name of an entry of another kind.
        Some(key) if key == text => qualified_name(kind, catalog, &walk.module.pack, text),
        other => other,
    });
    let is_told = |kind: DeclaredKind| {
        kind.key(catalog, text).is_some_and(|key| key == text)
            && qualified_name(kind, catalog, &walk.module.pack, text).is_none()
    };
    if let Some(told) = told
        && !DeclaredKind::all_in_rules().any(is_told)
    {
        let message = format!("functions return this name as `{told}`, which is not equal to `{text}`");
        walk.say(Diagnostic::warning("S0143", message).did_you_mean(text, told), expression);
    }
}

/// Checks a call of `object:name(…)`, where the object is `whole` up to `before` suffixes.
pub(super) fn method(
    walk: &mut Walk,
    whole: &FunctionCall,
    before: usize,
    token: &TokenReference,
    name: &str,
    args: &FunctionArgs,
) {
    let kind = types::kind_of(walk, whole.prefix(), whole.suffixes().take(before));
    if kind.is_none() && walk.fields.contains(name) {
        // The method may belong to a module's own table, so it is not checked.
        return;
    }
    let own = kind.map_or(&[][..], receivers);
    let signatures = |name: &str| -> Vec<Signature> {
        let methods = api::find(name).filter(|e| e.on != Receiver::Global);
        methods.filter(|e| own.is_empty() || own.contains(&e.on)).map(HostFunction::parse_signature).collect()
    };
    if api::find(name).any(|e| e.on != Receiver::Global) {
        // A method of other types is reported together with the type of the object.
        check(walk, token, &signatures(name), args);
        return;
    }
    if is_of_texts(name) {
        return;
    }
    let known = types::methods(walk, whole.prefix(), whole.suffixes().take(before));
    let diagnostic = Diagnostic::error("S0121", format!("no type has a method `{name}`"));
    walk.say(or_near(diagnostic, name, suggestion(name, known)), token);
}

fn check(walk: &mut Walk, token: &TokenReference, signatures: &[Signature], args: &FunctionArgs) {
    // Without a signature, another finding reports the mistake.
    let Some(signature) = signatures.first() else { return };
    let given = arguments(args);
    if let Some(n) = count_arguments(args)
        && !signatures.iter().any(|s| {
            let (least, most) = s.arity();
            (least..=most).contains(&n) || shift(s, n) > 0
        })
    {
        let written: Vec<String> = signatures.iter().map(format_signature).collect();
        let diagnostic = Diagnostic::error(
            "S0122",
            match n {
                0 => "arguments are missing".to_owned(),
                1 => "one argument does not fit".to_owned(),
                _ => format!("{n} arguments do not fit"),
            },
        );
        walk.say(diagnostic.with_hint(written.join(" or ")), token);
        return;
    }
    // With several receivers, an argument is checked only if all signatures agree on it.
    let skipped = shift(signature, given.len());
    for (i, expression) in given.into_iter().enumerate() {
        // An argument that is not a table shows that an optional table before it is left out.
        let is_table = matches!(expression, Expression::TableConstructor(_))
            && signature.arguments.get(i).is_some_and(|argument| argument.kind.starts_with('{'));
        let at = if i >= 1 && !is_table { i + skipped } else { i };
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

/// Returns the number of arguments that are left out before the last one: an optional table before a function.
fn shift(signature: &Signature, given: usize) -> usize {
    let last_two = signature.arguments.len().checked_sub(2).and_then(|i| signature.arguments.get(i));
    let fits = last_two.is_some_and(|a| a.optional && a.kind.starts_with('{'));
    usize::from(fits && given + 1 == signature.arguments.len())
}

/// Formats a signature without types.
fn format_signature(signature: &Signature) -> String {
    let names: Vec<String> = signature
        .arguments
        .iter()
        .map(|a| if a.optional { format!("[{}]", a.name) } else { a.name.to_owned() })
        .collect();
    format!("{}({})", signature.name, names.join(", "))
}

/// Checks a literal against the type of its parameter.
fn value(walk: &mut Walk, expression: &Expression, kind: &str) {
    let Some(text) = text_of(expression) else { return };
    if kind == "terrain_or_all" && text == api::EVERY {
        return;
    }
    let catalog = walk.catalog;
    let kind = if kind == "terrain_or_all" { DeclaredKind::Terrain.rule_word() } else { kind };
    let (known, hint): (bool, String) = match kind {
        "event" => (events::event(text).is_some(), suggestion_for(text, EVENTS.iter().map(|told| told.name))),
        "effect" => {
            let of_event = EFFECTS.iter().find(|told| told.event.name() == text);
            let hint = match of_event {
                Some(told) => format!("did you mean `{}`?", told.name),
                None => suggestion_for(text, EFFECTS.iter().map(|told| told.name)),
            };
            (events::effect(text).is_some(), hint)
        }
        "option" => {
            let known = catalog.option(text, Some(&walk.module.pack)).or_else(|| catalog.option(text, None)).is_some();
            (known, short(text, catalog.options.iter().map(|o| &*o.name)))
        }
        "integer" | "seat" | "feature" | "segment" | "cell" | "boolean" | "function" => {
            walk.say(Diagnostic::error("S0124", format!("expected a value of type {kind}, got a text")), expression);
            return;
        }
        _ => match DeclaredKind::of_rule_word(kind) {
            None => return,
            Some(kind) => (kind.is_known(catalog, text), short(text, names(kind, catalog))),
        },
    };
    if !known {
        let declared = DeclaredKind::of_rule_word(kind);
        let noun = declared.map_or(kind, |declared| declared.rule_noun());
        let diagnostic = Diagnostic::error("S0123", format!("there is no {noun} `{text}`"));
        if let Some(hint) = declared.and_then(|declared| wrong_kind_message(declared, catalog, text)) {
            walk.say(diagnostic.with_hint(hint), expression);
            return;
        }
        // A suggested name can replace the text as a fix.
        let near = hint.strip_prefix("did you mean `").and_then(|rest| rest.strip_suffix("`?"));
        let finding = match near {
            Some(near) => diagnostic.did_you_mean(text, near),
            None if hint.is_empty() => diagnostic,
            None => diagnostic.with_hint(hint.as_str()),
        };
        walk.say(finding, expression);
    }
}

/// Maximum number of letters of a hint that lists all names.
const SHORT: usize = 100;

/// Returns a hint for the unknown name of an entry; empty if there are too many names to list.
fn short<'a>(text: &str, known: impl Iterator<Item = &'a str>) -> String {
    let mut known: Vec<&str> = known.collect();
    known.sort_unstable();
    known.dedup();
    if nearest(text, &known).is_none() && (known.is_empty() || known.iter().map(|k| k.len() + 2).sum::<usize>() > SHORT)
    {
        return String::new();
    }
    suggestion_for(text, known.into_iter())
}

/// Returns the types of the parameters of a registered function, with the first byte of its body.
pub(super) fn parameters(name: &str, args: &FunctionArgs) -> Option<(usize, &'static [SignatureType])> {
    let kinds = types::of_parameters(name);
    let given = arguments(args);
    let Some(Expression::Function(function)) = given.last() else { return None };
    Some((id_of(function.body()), kinds)).filter(|_| !kinds.is_empty())
}

/// Returns the schema of the event or effect that the function in `on` or `replace` receives, with the first byte of
/// its body; the first argument is the name.
pub(super) fn find_schema(name: &str, args: &FunctionArgs) -> Option<(usize, &'static EventSchema)> {
    let given = arguments(args);
    let (first, last) = (given.first()?, given.last()?);
    let Expression::Function(function) = last else { return None };
    let told = match name {
        "on" => events::event(text_of(first)?)?,
        "replace" => events::effect(text_of(first)?)?,
        _ => return None,
    };
    Some((id_of(function.body()), told))
}

/// Checks a table of settings against its type `{name: type, …}`.
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
                let diagnostic = match suggestion(name, names.iter().copied()) {
                    Some(near) => diagnostic.did_you_mean(name, near),
                    None => diagnostic.with_hint(one_of(&names)),
                };
                walk.say(diagnostic, key);
            }
        }
    }
}
