//! Calls restrictions to find the placements that the rules allow.

use std::sync::Arc;

use mlua::{Lua, Value};
use tilewright_core::catalog::pose::Pose;
use tilewright_core::machine::restrict::{PlacementQuery, Ruling};

use crate::host::frame::Frame;
use crate::host::handle::{Handle, describe_in_game};
use crate::host::rule_set::RuleSet;
use crate::host::{Host, text};
use crate::vm::trouble::misuse;

/// Removes placements that restrictions do not allow, for a function of a script. Calls functions of scripts, so it
/// must not run inside [`Host::making`].
pub(crate) fn keep_allowed(host: &Host, lua: &Lua, asked: PlacementQuery<'_>) -> mlua::Result<()> {
    let Some(rules) = host.rules.get() else { return Ok(()) };
    let concerns = concerns(host, rules, &asked)?;
    if !concerns.contains(&true) {
        return Ok(());
    }
    if host.frames.is_restricting() {
        let message = "a restriction decides where tiles may be placed, so it cannot query that: \
                       `if_placed` returns the result of a placement";
        return Err(misuse(message));
    }
    let _entered = host.frames.enter(Frame::Restrict(0));
    judge(host, lua, rules, asked, &concerns)
}

/// Like [`keep_allowed`], for the machine, which has begun the activity [`Frame::Restrict`].
pub(crate) fn keep_allowed_for_machine(host: &Host, lua: &Lua, asked: PlacementQuery<'_>) -> mlua::Result<()> {
    let Some(rules) = host.rules.get() else { return Ok(()) };
    let concerns = concerns(host, rules, &asked)?;
    if concerns.contains(&true) { judge(host, lua, rules, asked, &concerns) } else { Ok(()) }
}

/// Returns for each restriction whether it concerns the placements.
fn concerns(host: &Host, rules: &RuleSet, asked: &PlacementQuery<'_>) -> mlua::Result<Vec<bool>> {
    let game = host.game()?;
    Ok(rules.hooks.restrictions.iter().map(|rule| rule.concerns(&game, asked.kind, asked.seat)).collect())
}

/// Applies the restrictions that concern the placements. Requires a game in the host.
fn judge(host: &Host, lua: &Lua, rules: &RuleSet, asked: PlacementQuery<'_>, concerns: &[bool]) -> mlua::Result<()> {
    let (kind, seat) = (asked.kind, asked.seat);
    let word = host.word(lua, kind)?;
    let says_why = asked.withheld.is_some();
    let restrictions = &rules.hooks.restrictions;
    asked.keep_allowed(restrictions, |number, (cell, turn)| {
        let is_asked = concerns[number] && {
            let game = host.game()?;
            restrictions[number].meets(&game, kind, Pose { cell, turn })
        };
        if !is_asked {
            return Ok(Ruling::Allowed);
        }
        if !restrictions[number].asks {
            return Ok(Ruling::Refused(restrictions[number].reason.clone().filter(|_| says_why)));
        }
        host.frames.set_restriction(number);
        match rules.restrictions[number].call((&word, Handle::of_cell(cell), turn.0, seat.0))? {
            // A function that returns a condition and a reason may also give the reason when the condition is true.
            (Value::Nil | Value::Boolean(true), Value::Nil) | (Value::Boolean(true), Value::String(_)) => {
                Ok(Ruling::Allowed)
            }
            (Value::Boolean(false), why) => Ok(Ruling::Refused(reason(lua, &why, says_why)?)),
            (other, _) => {
                let origin = restrictions[number].origin;
                let module = host.catalog.modules.get(usize::from(origin.module)).map_or("", |module| &*module.path);
                Err(misuse(format!(
                    "the restriction at {module}:{} must return true, or false with an optional text as the reason, \
                        not {}",
                    origin.line,
                    describe_in_game(&other, lua)
                )))
            }
        }
    })
}

/// Returns the reason that a restriction gives; `None` if it gives none or must not.
fn reason(lua: &Lua, value: &Value, says_why: bool) -> mlua::Result<Option<Arc<str>>> {
    match value {
        Value::Nil => Ok(None),
        Value::String(_) if !says_why => Ok(None),
        Value::String(said) => text::name(said).map(Some),
        other => Err(misuse(format!(
            "after false, a restriction returns a text as the reason, or nothing, not {}",
            describe_in_game(other, lua)
        ))),
    }
}
