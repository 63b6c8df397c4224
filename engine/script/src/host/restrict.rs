//! Calls restrictions to find the placements that the rules allow.

use std::sync::Arc;

use mlua::{Function, Lua, Value};
use tilewright_core::machine::restrict::{Asked, Restriction, Ruling};

use crate::host::handle::{Handle, told};
use crate::host::{Host, Mode, text};
use crate::vm::trouble::misuse;

/// Restrictions of all modules in order, with their functions.
#[derive(Default)]
pub(crate) struct Restrictions {
    pub(crate) rules: Vec<Restriction>,
    pub(crate) functions: Vec<Function>,
}

/// Removes placements that restrictions do not allow. Requires a game in the host. Calls functions of scripts, so it
/// must not run inside [`Host::making`].
pub(crate) fn keep_allowed(host: &Host, lua: &Lua, asked: Asked<'_>) -> mlua::Result<()> {
    let (kind, seat) = (asked.kind, asked.seat);
    let Some(Restrictions { rules, functions }) = host.restrictions.get() else { return Ok(()) };
    let concerns: Vec<bool> = {
        let game = host.game()?;
        rules.iter().map(|rule| rule.concerns(&game, kind, seat)).collect()
    };
    if !concerns.contains(&true) {
        return Ok(());
    }
    if host.judging.get().is_some() {
        let message = "a restriction decides where tiles may be placed, so it cannot query that: \
                       `if_placed` returns the result of a placement";
        return Err(misuse(message));
    }
    let word = host.word(lua, kind)?;
    let says_why = asked.withheld.is_some();
    let (mode, scoring) = (host.mode.replace(Mode::Pure), host.scoring.replace(false));
    let judged = asked.keep_allowed(rules, |number, (cell, turn)| {
        let is_asked = concerns[number] && {
            let game = host.game()?;
            rules[number].meets(&game, kind, (cell, turn))
        };
        if !is_asked {
            return Ok(Ruling::Allowed);
        }
        if !rules[number].asks {
            return Ok(Ruling::Refused(rules[number].reason.clone().filter(|_| says_why)));
        }
        host.judging.set(Some(number));
        match functions[number].call((&word, Handle::of_cell(cell), turn.0, seat.0))? {
            // A function that returns a condition and a reason may also give the reason when the condition is true.
            (Value::Nil | Value::Boolean(true), Value::Nil) | (Value::Boolean(true), Value::String(_)) => {
                Ok(Ruling::Allowed)
            }
            (Value::Boolean(false), why) => Ok(Ruling::Refused(reason(lua, &why, says_why)?)),
            (other, _) => {
                let origin = rules[number].origin;
                let module = host.catalog.modules.get(usize::from(origin.module)).map_or("", |module| &*module.path);
                Err(misuse(format!(
                    "the restriction at {module}:{} has to return true, or false and perhaps a text that says why, and not {}",
                    origin.line,
                    told(&other, lua)
                )))
            }
        }
    });
    // After an error, `judging` still shows the restriction that caused it.
    if judged.is_ok() {
        host.judging.set(None);
    }
    host.mode.set(mode);
    host.scoring.set(scoring);
    judged
}

/// Returns the reason that a restriction gives; `None` if it gives none or must not.
fn reason(lua: &Lua, value: &Value, says_why: bool) -> mlua::Result<Option<Arc<str>>> {
    match value {
        Value::Nil => Ok(None),
        Value::String(_) if !says_why => Ok(None),
        Value::String(said) => text::name(said).map(Some),
        other => Err(misuse(format!(
            "after false a restriction returns a text that says why, or nothing, and not {}",
            told(other, lua)
        ))),
    }
}
