//! Asking a seat to choose, in functions that run as coroutines.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;
use tilewright_core::catalog::id::FigureId;

use mlua::{Lua, Table, Value};
use tilewright_core::limits;
use tilewright_core::state::question::{Listed, Meaning, Question, Target};
use tilewright_core::state::trail::OnTrail;

use super::game::seated;
use super::offer::target_of;
use super::things::{figure_of, key_of};
use super::{Allowed, Bind, HostFunction, Receiver, bind, entry};
use crate::host::handle::{Handle, SeatArg, Sort, TextArg, described};
use crate::host::{Host, Mode, text};
use crate::vm::budget;
use crate::vm::trouble::{forbidden, misuse};

const ON: Receiver = Receiver::Global;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        Allowed::Ask,
        "ask(seat: seat, name: text, options: any[], settings: {none: any, auto: boolean, secret: boolean}?) -> any",
        "Asks a seat to choose and returns what it has chosen: a text, a number, something of the game, or a table \
         with its own `key`, and perhaps a `target` for pictures: something of the game, or the name of a bag. Things on the \
         board are told by their places, figures that share one by seat and kind besides. \
         `none = true`, or a key, adds the option of choosing nothing, for which nil is returned whatever its key; with \
         `auto` a single option is taken without asking; `secret` hides the question from others.",
        "local path = ask(seat, \"jungle\", paths, { none = \"stay\" }) if path == nil then return end",
        None,
    ),
    entry(
        ON,
        Allowed::Ask,
        "wait()",
        "Waits until everything that was put on the agenda is over.",
        "schedule(…) wait()",
        None,
    ),
];

/// What the prelude, which is Lua, needs of the host.
pub(super) const PRIVATE: &[(&str, Option<Bind>)] = &[
    ("prepare", bind!(making prepare)),
    ("may_wait", bind!(may_wait)),
    ("holds", bind!(holds)),
    ("last_deployed", bind!(super::effects::last_deployed)),
    ("placements_at", bind!(making super::place::placements_at)),
];

/// Whether the running function has called for effects that rules may replace; then it has to yield.
fn holds(host: &Host, _: &Lua, (): ()) -> mlua::Result<bool> {
    let holds = host.game()?.holds_effects();
    host.holding.set(holds);
    Ok(holds)
}

fn may_wait(host: &Host, _: &Lua, (): ()) -> mlua::Result<()> {
    may_ask(host)
}

fn may_ask(host: &Host) -> mlua::Result<()> {
    if host.mode.get() == Mode::Ask {
        Ok(())
    } else {
        Err(forbidden("only steps, and hooks registered with `asks = true`, may ask or wait"))
    }
}

/// What a question leads to: what each option stands for, whether the question can be left out, and which option was
/// chosen when it was asked before.
type Prepared = (Table, bool, Option<u32>);

/// Notes the question that the running script asks.
fn prepare(
    host: &Host,
    lua: &Lua,
    (seat, name, options, settings): (SeatArg, TextArg, Table, Option<Table>),
) -> mlua::Result<Prepared> {
    may_ask(host)?;
    let seat = seated(host, seat)?;
    let setting = |key: &str| settings.as_ref().map_or(Ok(Value::Nil), |t| t.raw_get::<Value>(key));
    let name = text::key(&name)?;
    if host.game()?.is_led() {
        let alone = options.raw_len() == 1 && is_off(&setting("none")?) && setting("auto")? == Value::Boolean(true);
        match if alone { OnTrail::Free } else { host.game.borrow_mut().next_on_trail() } {
            OnTrail::Free => {}
            OnTrail::Goes(number) => {
                begin_again(host);
                return Ok((options, false, Some(number + 1)));
            }
            OnTrail::End => {
                let secret = setting("secret")? == Value::Boolean(true);
                *host.question.borrow_mut() = Some(Question { seat, ask: name, options: Vec::new(), secret });
                return Ok((options, false, None));
            }
        }
    }
    let (mut asked, mut figures, answers) = (Vec::new(), Vec::new(), lua.create_table()?);
    let numbered = |key, target, number: usize| Listed { key, target, meaning: Meaning::Script(number as u32) };
    let (count, most) = (options.raw_len(), limits::OPTIONS);
    if count > most {
        return Err(misuse(format!("the question `{name}` has {count} options: {most} are the most")));
    }
    budget::charge(count);
    for item in options.sequence_values::<Value>().take(count) {
        let item = item?;
        let (key, target) = option_of(host, &item)?;
        answers.raw_push(&item)?;
        figures.push(figure_in(&item));
        asked.push(numbered(key, target, asked.len()));
    }
    tell_apart(host, &mut asked, &figures)?;
    match setting("none")? {
        off if is_off(&off) => {}
        Value::String(key) => {
            asked.push(numbered(text::key(&key)?, Target::None, asked.len()));
        }
        _ => asked.push(numbered("none".into(), Target::None, asked.len())),
    }
    if asked.is_empty() {
        return Err(misuse(format!("the question `{name}` has no option")));
    }
    if let Some(key) = twice(&asked) {
        return Err(misuse(format!("the question `{name}` has two options `{key}`")));
    }
    let alone = asked.len() == 1 && setting("auto")? == Value::Boolean(true);
    if !alone {
        let secret = setting("secret")? == Value::Boolean(true);
        *host.question.borrow_mut() = Some(Question { seat, ask: name, options: asked, secret });
    }
    Ok((answers, alone, None))
}

/// Whether a setting says no.
fn is_off(setting: &Value) -> bool {
    matches!(setting, Value::Nil | Value::Boolean(false))
}

/// An answer was given here before: from here to the next one rules may do what they may after an answer.
fn begin_again(host: &Host) {
    host.changes_left.set(limits::CALL_CHANGES);
    host.run_changes_left.set(limits::RUN_CHANGES);
    budget::begin_run(limits::RUN_STEPS, false);
}

/// A key that two options have. Few are compared with each other, many are remembered.
fn twice(options: &[Listed]) -> Option<&str> {
    if options.len() <= 12 {
        let same = |(i, option): &(usize, &Listed)| options[..*i].iter().any(|other| other.key == option.key);
        return options.iter().enumerate().find(same).map(|(_, option)| &*option.key);
    }
    let mut keys = HashSet::with_capacity(options.len());
    options.iter().map(|option| &*option.key).find(|key| !keys.insert(*key))
}

/// The figure that an option is.
fn figure_in(item: &Value) -> Option<FigureId> {
    let Value::LightUserData(data) = item else { return None };
    Handle::unpack(*data).filter(|handle| handle.sort == Sort::Figure).map(Handle::figure)
}

/// Figures are told by their places. Those that share one are told by their seats and kinds besides, and those that
/// have these in common by numbers from the second on, in the order of their own numbers.
fn tell_apart(host: &Host, asked: &mut [Listed], figures: &[Option<FigureId>]) -> mlua::Result<()> {
    if figures.iter().flatten().nth(1).is_none() {
        return Ok(());
    }
    let places: Vec<Arc<str>> = asked.iter().map(|option| Arc::clone(&option.key)).collect();
    let mut here: BTreeMap<&Arc<str>, BTreeSet<FigureId>> = BTreeMap::new();
    for (place, figure) in places.iter().zip(figures).filter_map(|(place, figure)| Some((place, (*figure)?))) {
        here.entry(place).or_default().insert(figure);
    }
    for ((option, place), figure) in asked.iter_mut().zip(&places).zip(figures) {
        let (Some(figure), Some(all)) = (*figure, here.get(place).filter(|all| all.len() > 1)) else { continue };
        let game = host.game()?;
        let own = figure_of(&game, figure)?;
        let alike = all
            .range(..figure)
            .filter(|&&other| game.figure(other).is_some_and(|f| (f.seat, f.kind) == (own.seat, own.kind)));
        let number = alike.count() + 1;
        let key = format!("{place}:seat{}:{}", own.seat.0, host.catalog.figures.key(own.kind));
        option.key = if number > 1 { format!("{key}:{number}").into() } else { key.into() };
    }
    Ok(())
}

/// Key and target of an option.
fn option_of(host: &Host, item: &Value) -> mlua::Result<(Arc<str>, Target)> {
    match item {
        Value::String(text) => Ok((text::key(text)?, Target::None)),
        Value::Integer(n) => Ok((n.to_string().into(), Target::Number(*n as i32))),
        Value::Number(n) if n.fract() == 0.0 && n.abs() < 2e9 => {
            Ok((format!("{n:.0}").into(), Target::Number(*n as i32)))
        }
        Value::LightUserData(data) => match Handle::unpack(*data) {
            Some(handle) => Ok((key_of(host, handle)?.into(), target_of(handle))),
            None => Err(misuse("an option must be a text, a number, something of the game, or a table with a `key`")),
        },
        Value::Table(table) => {
            let key: Value = table.raw_get("key")?;
            let Value::String(key) = key else {
                return Err(misuse("an option that is a table needs a text as its `key`"));
            };
            let target: Value = table.raw_get("target")?;
            let target = match target {
                Value::LightUserData(data) => Handle::unpack(data).map_or(Target::None, target_of),
                Value::String(bag) => Target::Bag(host.bag(&bag)?),
                _ => Target::None,
            };
            Ok((text::key(&key)?, target))
        }
        other => Err(misuse(format!("an option cannot be {}", described(other)))),
    }
}
