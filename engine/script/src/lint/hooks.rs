//! Reports calls that hooks may not make: questions where no seat may be asked, and changes of the game in functions
//! that may only read it. Also follows the functions of the module that a hook calls, where the text identifies them.

use std::collections::BTreeSet;

use full_moon::ast::{
    Call, Expression, Field, FunctionArgs, FunctionCall, Index, Prefix, Suffix, TableConstructor, Var,
};
use full_moon::tokenizer::TokenReference;
use tilewright_core::diag::{Diagnostic, Span};

use super::call_graph::{CallTarget, HookFunction, Made, Mode};
use super::span::bytes;
use super::syntax::{arguments, body_of, name_of, text_of};
use super::walk::Walk;
use crate::api::{self, Allowed, Receiver};

/// Records the called function, and the functions that are passed as arguments.
pub(super) fn note(walk: &mut Walk, call: &FunctionCall) {
    let suffixes: Vec<&Suffix> = call.suffixes().collect();
    let called = find_callee(walk, call.prefix(), &suffixes);
    if let Some((label, at, callee)) = &called {
        walk.calls.add(label, *at, callee.clone());
    }
    for suffix in suffixes {
        let Suffix::Call(made) = suffix else { continue };
        let args = match made {
            Call::AnonymousCall(args) => args,
            Call::MethodCall(method) => method.args(),
            _ => continue,
        };
        for &argument in &arguments(args) {
            let (label, body) = match argument {
                Expression::Var(Var::Name(token)) => {
                    let name = name_of(token).unwrap_or_default();
                    (format!("`{name}`"), walk.local(name).and_then(|local| local.function))
                }
                other => (THIS.to_owned(), body_of(other)),
            };
            let Some(body) = body else { continue };
            match called {
                Some((_, _, CallTarget::Host(given_to, allowed))) if allowed != Allowed::Ask => {
                    let Some(mode) = mode(given_to, args) else { continue };
                    let subject = arguments(args).first().and_then(|first| text_of(first)).map(str::to_owned);
                    walk.calls.hooks.push(HookFunction { body, mode, given_to, subject });
                }
                _ => walk.calls.add(&label, bytes(argument), CallTarget::Own(body)),
            }
        }
    }
}

/// Name of a function without a name, for messages.
const THIS: &str = "this function";

/// Returns the called function with its name and position, if the text identifies it.
fn find_callee(walk: &Walk, prefix: &Prefix, suffixes: &[&Suffix]) -> Option<(String, (usize, usize), CallTarget)> {
    let field = |table: &TokenReference, field: &TokenReference| {
        let (local, name) = (walk.local(name_of(table)?)?, name_of(field)?);
        Some((format!("`{name}`"), bytes(field), CallTarget::Field(local.at, name.to_owned())))
    };
    match (prefix, suffixes) {
        (Prefix::Name(token), [Suffix::Call(Call::AnonymousCall(_)), ..]) => {
            let name = name_of(token)?;
            let callee = match walk.local(name) {
                Some(local) => CallTarget::Own(local.function?),
                None => {
                    let entry = api::find(name).find(|entry| entry.on == Receiver::Global)?;
                    CallTarget::Host(entry.name(), entry.allowed)
                }
            };
            Some((format!("`{name}`"), bytes(token), callee))
        }
        (Prefix::Name(table), [Suffix::Index(Index::Dot { name, .. }), Suffix::Call(Call::AnonymousCall(_)), ..]) => {
            field(table, name)
        }
        (Prefix::Name(table), [Suffix::Call(Call::MethodCall(method)), ..]) => field(table, method.name()),
        (Prefix::Expression(inner), [Suffix::Call(Call::AnonymousCall(_)), ..]) => {
            Some((THIS.to_owned(), bytes(&**inner), CallTarget::Own(body_of(inner)?)))
        }
        _ => None,
    }
}

/// Returns the permissions of a function that is passed to a host function; `None` if the text does not show them.
fn mode(given_to: &str, args: &FunctionArgs) -> Option<Mode> {
    match given_to {
        "step" | "chosen" => Some(Mode::Ask),
        "on" | "replace" => match &arguments(args)[..] {
            [_, _] => Some(Mode::Effects),
            [_, Expression::TableConstructor(options), _] => asks(options),
            _ => None,
        },
        _ => Some(Mode::Pure),
    }
}

fn asks(options: &TableConstructor) -> Option<Mode> {
    let mut mode = Mode::Effects;
    for field in options.fields() {
        let Field::NameKey { key, value, .. } = field else { return None };
        if name_of(key)? == "asks" {
            let Expression::Symbol(word) = &**value else { return None };
            mode = if word.token().to_string() == "true" { Mode::Ask } else { Mode::Effects };
        }
    }
    Some(mode)
}

fn is_allowed(mode: Mode, allowed: Allowed) -> bool {
    match allowed {
        Allowed::Load => false,
        Allowed::Effects => mode >= Mode::Effects,
        Allowed::Ask => mode == Mode::Ask,
        Allowed::Anywhere | Allowed::Rules | Allowed::Score | Allowed::Offer => true,
    }
}

/// Reports the calls that hooks may not make.
pub(super) fn check(walk: &mut Walk) {
    let calls = std::mem::take(&mut walk.calls);
    let mut reported = BTreeSet::new();
    for hook in &calls.hooks {
        let (mut seen, mut open) = (BTreeSet::new(), vec![(hook.body, None)]);
        while let Some((body, through)) = open.pop() {
            if !seen.insert(body) {
                continue;
            }
            for made in calls.made.get(&body).into_iter().flatten() {
                let next = match &made.callee {
                    CallTarget::Own(next) => Some(*next),
                    CallTarget::Field(table, name) => calls.fields.get(&(*table, name.clone())).copied().flatten(),
                    CallTarget::Host(name, allowed) => {
                        let first = through.unwrap_or(made);
                        if !is_allowed(hook.mode, *allowed) && reported.insert(first.at) {
                            report(walk, hook, name, *allowed, first, made);
                        }
                        None
                    }
                };
                open.extend(next.map(|next| (next, Some(through.unwrap_or(made)))));
            }
        }
    }
}

/// Reports a call; `first` is the call in the hook's own function that leads to it, or the call itself.
fn report(walk: &mut Walk, hook: &HookFunction, name: &str, allowed: Allowed, first: &Made, made: &Made) {
    let HookFunction { given_to, subject, .. } = hook;
    let subject = subject.as_ref().map_or("…".to_owned(), |subject| format!("\"{subject}\""));
    let (why, hint) = if allowed == Allowed::Load {
        ("rules are registered while their module loads".to_owned(), "call it outside of all functions".to_owned())
    } else {
        match *given_to {
            "on" | "replace" => (
                format!("`{given_to}({subject}, …)` is registered without `asks = true`"),
                format!("write `{given_to}({subject}, {{ asks = true }}, function(ev) … end)`"),
            ),
            "score" | "amend" => (
                format!("a function for `{given_to}` may only read the game"),
                "write points on the sheet, as with `sheet:per` and `sheet:flat`; a step or a reaction does the rest"
                    .to_owned(),
            ),
            "offer" => (
                "a function for `offer` may only read the game".to_owned(),
                "let `chosen(group, function(seat) … end)` do it when the option is chosen".to_owned(),
            ),
            "restrict" => (
                "a function for `restrict` may only read the game".to_owned(),
                "return false where the tile may not be placed; a step or a reaction does the rest".to_owned(),
            ),
            other => {
                let hint = format!("do it before or after the call of `{other}`");
                (format!("a function for `{other}` may only read the game"), hint)
            }
        }
    };
    // A function that several hooks share may make the call only for some of them.
    let finding = if std::ptr::eq(first, made) {
        Diagnostic::error("S0146", format!("`{name}` is refused here: {why}"))
    } else {
        let finding =
            Diagnostic::warning("S0146", format!("{} calls `{name}`, which is refused here: {why}", first.label));
        match walk.module.file {
            Some(file) => {
                finding.with_related(Span::new(file, made.at.0, made.at.1), format!("`{name}` is called here"))
            }
            None => finding,
        }
    };
    walk.say_at(finding.with_hint(hint), first.at);
}
