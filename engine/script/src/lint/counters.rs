//! Checks that calls give a counter the key that its scope needs.

use full_moon::ast::{Expression, FunctionArgs};
use tilewright_core::diag::Diagnostic;

use super::syntax::{arguments, count_arguments, text_of};
use super::walk::Walk;
use crate::schema::counters::needed_key;
use crate::schema::signature::Signature;

/// Checks the key of a counter that is named by a literal, in a call of a function with parameters for both.
pub(super) fn check(walk: &mut Walk, signature: &Signature, args: &FunctionArgs) {
    let named = |name: &str| signature.arguments.iter().position(|argument| argument.name == name);
    let (Some(at), Some(key_at)) = (signature.arguments.iter().position(|a| a.kind == "counter"), named("key")) else {
        return;
    };
    let (given, catalog) = (arguments(args), walk.catalog);
    let Some((&expression, name)) = given.get(at).and_then(|given| Some((given, text_of(given)?))) else { return };
    let Some(counter) = catalog.counters.find(name) else { return };
    // If the last argument is a call, its results may include the key.
    let key = given.get(key_at).copied();
    if key.is_none() && count_arguments(args).is_none() {
        return;
    }
    let needed = needed_key(catalog.counters[counter].scope);
    match (needed, key.filter(|key| !is_nil(key))) {
        (Some((what, key)), None) => {
            let before: Vec<&str> = signature.arguments[..key_at].iter().map(|argument| argument.name).collect();
            let before: Vec<String> = before
                .iter()
                .enumerate()
                .map(|(i, a)| if i == at { format!("\"{name}\"") } else { (*a).to_owned() })
                .collect();
            let finding = Diagnostic::error("S0147", format!("the counter `{name}` {what}"));
            let hint = format!("write `{}({}, {key})`", signature.name, before.join(", "));
            walk.say(finding.with_hint(hint), expression);
        }
        (None, Some(key)) => {
            let finding =
                Diagnostic::error("S0147", format!("the counter `{name}` belongs to the game and takes no key"));
            walk.say(finding.with_hint("leave the key out, or declare the counter with another `scope`"), key);
        }
        _ => {}
    }
}

fn is_nil(expression: &Expression) -> bool {
    matches!(expression, Expression::Symbol(word) if word.token().to_string() == "nil")
}
