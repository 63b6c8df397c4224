//! Provides functions that amend the options of a decision.

use std::cell::{OnceCell, RefMut};
use std::sync::Arc;

use mlua::{FromLua, IntoLua, Lua, Table, Value};
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::limits;
use tilewright_core::state::decision::Pick;
use tilewright_core::state::key::{Identity, OptionKey};
use tilewright_core::state::question::{Carried, CarriedValue, Listed, Meaning, Target};
use tilewright_core::state::{Figure, Game};

use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::game::{by_place, claims};

use super::keys::{key_in, target_of, thing_in, thing_of};
use super::settings::SettingsTable;
use crate::host::Host;
use crate::host::handle::{CellArg, Handle, HandleKind, Int, Options, SeatArg, describe, describe_in_game};
use crate::host::list::{ListArgument, whole};
use crate::host::text::Text;
use crate::vm::budget;
use crate::vm::trouble::misuse;

const ON: Receiver = Receiver::Options;
const IN: Allowed = Allowed::Offer;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        IN,
        "add(key: any, group: text, target: any?, settings: {secret: boolean}?)",
        "Adds an option. `key` is a text, a number, a game object, or a list of these, which are joined. The \
         group names the function registered with `chosen` that receives the target if the option is chosen. `target` \
         is something of the game, a number, or a table of these and of texts. For a table, pictures show its field \
         `target`, or else the first thing of the game in its list.\n- `secret`: true: other seats do not see the \
         option, and if it is chosen, only that it was a secret one.",
        "options:add(\"portal:\" .. cell:key(), \"portal\", { \"mayor\", cell })",
        bind!(of Options, add),
    ),
    entry(
        ON,
        IN,
        "add_each(before: text, group: text, things: any[], except: any?, settings: {secret: boolean}?)",
        "Adds an option for each of a list of things or numbers. The key of each is the text `before` and the key of \
         the thing, and its target is the thing. A thing is left out if its key already exists, such as a second \
         figure in one place, or if the key equals the key of `except`.\n- `secret`: true: other seats do not see \
         the options, and if one is chosen, only that it was a secret one.",
        "options:add_each(\"call:\", \"call\", { 2, 3, 4 })",
        bind!(of Options, add_each),
    ),
    entry(
        ON,
        IN,
        "add_figures(before: text, group: text, seat: seat, kind: figure_kind?, except: any?)",
        "Adds an option for each figure of `figures_on_board(seat, kind)`, like `add_each`, without building a list.",
        "options:add_figures(\"recall:\", \"recall\", seat)",
        bind!(of Options, add_figures),
    ),
    entry(
        ON,
        IN,
        "add_claiming_figures(before: text, group: text, seat: seat, terrain: terrain?, except: any?)",
        "Adds an option for each figure of `claiming_figures(seat, terrain)`, like `add_each`, without building a \
         list.",
        "options:add_claiming_figures(\"guard:\", \"guard\", seat)",
        bind!(of Options, add_claiming_figures),
    ),
    entry(
        ON,
        IN,
        "remove(key: any) -> boolean",
        "Removes an option by its key, or by a table from `placements`. Returns true if the option existed.",
        "options:remove(\"pass\")",
        bind!(of Options, remove),
    ),
    entry(
        ON,
        IN,
        "has(key: any) -> boolean",
        "Returns true if an option has this key.",
        "options:has(\"pass\")",
        bind!(of Options, has),
    ),
    entry(
        ON,
        IN,
        "count() -> integer",
        "Returns the current number of options.",
        "options:count()",
        bind!(of Options, count),
    ),
    entry(
        ON,
        IN,
        "only_at(cells: cell[])",
        "Removes all placements of a step that places a tile, except those on the given cells.",
        "options:only_at({ here })",
        bind!(of Options, only_at),
    ),
    entry(
        ON,
        IN,
        "placements() -> any[]",
        "Returns the options of a step that places a tile, in order: tables with `cell` and `turn`, which `remove` \
         accepts.",
        "for _, at in options:placements() do if at.cell == here then options:remove(at) end end",
        bind!(making of Options, placements),
    ),
    entry(
        ON,
        IN,
        "keys() -> text[]",
        "Returns the keys of all options in order.",
        "for _, key in options:keys() do … end",
        bind!(making of Options, keys),
    ),
];

/// Returns the current options, converted to a list.
fn list_options(host: &Host) -> mlua::Result<RefMut<'_, Vec<Listed>>> {
    let game = host.game()?;
    Ok(RefMut::map(host.frames.options()?, |amended| amended.list(&game)))
}

/// Checks that `more` options are within the limit.
fn room_for(options: &[Listed], more: usize) -> mlua::Result<()> {
    // Every added option is compared with all existing ones.
    budget::charge(options.len() / 32);
    if options.iter().filter(|option| option.meaning.group().is_some()).count() + more > limits::OPTIONS {
        return Err(misuse(format!("rules add at most {} options to a question", limits::OPTIONS)));
    }
    Ok(())
}

fn add(host: &Host, lua: &Lua, key: Value, group: Text, target: Value, settings: Option<Table>) -> mlua::Result<()> {
    let secret = is_secret(settings.as_ref())?;
    let (key, group) = (key_in(host, &key)?, host.key(&group)?);
    let mut options = list_options(host)?;
    room_for(&options, 1)?;
    let game = host.game()?;
    if options.iter().any(|option| option.key.same(&key, &game)) {
        return Err(misuse(format!("there is already an option `{}`", key.text(&game))));
    }
    let (target, table) = match target {
        Value::Nil => (Target::None, None),
        Value::Number(_) | Value::Integer(_) => (Target::Number(Int::from_lua(target, lua)?.0), None),
        Value::Table(table) => {
            let carried = read_carried(lua, &table)?;
            let named = carried.named.iter().find(|(name, _)| **name == *"target").map(|(_, value)| value);
            let thing = |value: &CarriedValue| match value {
                CarriedValue::Thing(number) => Handle::of_number(*number).map(target_of),
                _ => None,
            };
            let shown = named.into_iter().chain(&carried.list).find_map(thing).unwrap_or_default();
            (shown, Some(Arc::new(carried)))
        }
        other => (target_of(Handle::from_lua(other, lua)?), None),
    };
    options.push(Listed { key, target, meaning: Meaning::Added { group, table }, secret, wording: None });
    Ok(())
}

/// True if the settings of added options make them secret.
fn is_secret(settings: Option<&Table>) -> mlua::Result<bool> {
    let settings = SettingsTable::from_table(settings);
    settings.only(&["secret"])?;
    settings.flag("secret")
}

fn add_each(
    host: &Host,
    _: &Lua,
    before: Text,
    group: Text,
    things: ListArgument,
    except: Value,
    settings: Option<Table>,
) -> mlua::Result<()> {
    let secret = is_secret(settings.as_ref())?;
    let adding = Adding { before: host.key(&before)?, group: host.key(&group)?, except, are_distinct: false, secret };
    let game = host.game()?;
    let items = things.items.into_iter().map(|item| thing_of(&game, item));
    adding.add(host, &game, things.count, items)?;
    match things.wrong {
        None => Ok(()),
        Some(wrong) => Err(misuse(format!("options are added for things or numbers, not for {wrong}"))),
    }
}

fn add_figures(
    host: &Host,
    _: &Lua,
    before: Text,
    group: Text,
    SeatArg(seat): SeatArg,
    kind: Option<Text>,
    except: Value,
) -> mlua::Result<()> {
    let adding =
        Adding { before: host.key(&before)?, group: host.key(&group)?, except, are_distinct: true, secret: false };
    let kind = kind.map(|kind| host.figure(&kind)).transpose()?;
    let game = host.game()?;
    adding.add_figures(host, &game, |figure| figure.seat == seat && kind.is_none_or(|kind| kind == figure.kind))
}

fn add_claiming_figures(
    host: &Host,
    _: &Lua,
    before: Text,
    group: Text,
    SeatArg(seat): SeatArg,
    terrain: Option<Text>,
    except: Value,
) -> mlua::Result<()> {
    let adding =
        Adding { before: host.key(&before)?, group: host.key(&group)?, except, are_distinct: true, secret: false };
    let terrain = terrain.map(|terrain| host.terrain(&terrain)).transpose()?;
    let game = host.game()?;
    adding.add_figures(host, &game, |figure| figure.seat == seat && claims(host, &game, figure, terrain))
}

/// Options to add for several things, all with the same text in the key.
struct Adding {
    before: Arc<str>,
    group: Arc<str>,
    /// Thing without an option, or nil.
    except: Value,
    /// True if all things have different names.
    are_distinct: bool,
    /// True if other seats do not see the options.
    secret: bool,
}

impl Adding {
    /// Adds options for figures by their places; if several share a place, only for the first.
    fn add_figures(self, host: &Host, game: &Game, is_meant: impl Fn(&Figure) -> bool) -> mlua::Result<()> {
        let mut figures = by_place(game, is_meant);
        figures.dedup_by_key(|(place, _)| *place);
        let things = figures.into_iter().map(|(_, figure)| Target::Figure(figure));
        self.add(host, game, things.len(), things.map(|thing| Ok((thing, thing))))
    }

    /// Adds options for `count` things: the name in the key and the target of each.
    fn add(
        self,
        host: &Host,
        game: &Game,
        count: usize,
        things: impl Iterator<Item = mlua::Result<(Target, Target)>>,
    ) -> mlua::Result<()> {
        let Adding { before, group, except, are_distinct, secret } = self;
        let mut options = list_options(host)?;
        room_for(&options, count)?;
        // Only keys with an equal beginning can be equal.
        let alike: Vec<OptionKey> =
            options.iter().map(|o| &o.key).filter(|key| key.begins(game, &before)).cloned().collect();
        budget::charge(count * (1 + (alike.len() + count) / 32));
        options.reserve(count);
        let except = match &except {
            Value::Nil => None,
            except => Some(thing_in(game, except)?.ok_or_else(|| {
                misuse(format!("options are left out for a thing or a number, not for {}", describe(except)))
            })?),
        };
        let except =
            except.map(|(thing, _)| (game.identity_of(thing), OptionKey::Thing(Some(Arc::clone(&before)), thing)));
        let mut added: Vec<(Identity, usize)> = Vec::with_capacity(if are_distinct { 0 } else { count });
        for thing in things {
            let (thing, target) = thing?;
            let key = OptionKey::Thing(Some(Arc::clone(&before)), thing);
            let identity = game.identity_of(thing);
            let same = |other: Identity, other_key: &OptionKey| match identity.same(other) {
                Some(same) => same,
                None => other_key.same(&key, game),
            };
            if added.iter().any(|(other, at)| same(*other, &options[*at].key))
                || except.as_ref().is_some_and(|(other, other_key)| same(*other, other_key))
                || alike.iter().any(|other| other.same(&key, game))
            {
                continue;
            }
            if !are_distinct {
                added.push((identity, options.len()));
            }
            let meaning = Meaning::Added { group: Arc::clone(&group), table: None };
            options.push(Listed { key, target, meaning, secret, wording: None });
        }
        Ok(())
    }
}

/// Maximum number of entries of a table that an option carries.
const MOST: usize = 32;

/// Converts a table to plain data, because Lua values are not kept until the option is chosen.
fn read_carried(lua: &Lua, table: &Table) -> mlua::Result<Carried> {
    let mut carried = Carried::default();
    let length = table.raw_len();
    for index in 1..=length.min(MOST) {
        carried.list.push(carried_value(lua, table.raw_get(index)?)?);
    }
    let mut named: Vec<(Arc<str>, CarriedValue)> = Vec::new();
    let mut total = length;
    table.for_each::<Value, Value>(|key, value| {
        if let Value::String(name) = key {
            total += 1;
            named.push((name.to_string_lossy().into(), carried_value(lua, value)?));
        }
        Ok(())
    })?;
    if total > MOST {
        return Err(misuse(format!("the table of an option has at most {MOST} entries")));
    }
    named.sort_by(|a, b| a.0.cmp(&b.0));
    carried.named = named;
    Ok(carried)
}

fn carried_value(lua: &Lua, value: Value) -> mlua::Result<CarriedValue> {
    Ok(match value {
        Value::String(text) => CarriedValue::Text(text.to_string_lossy().into()),
        Value::Boolean(flag) => CarriedValue::Flag(flag),
        Value::Number(_) | Value::Integer(_) => CarriedValue::Number(Int::from_lua(value, lua)?.0),
        Value::LightUserData(_) => CarriedValue::Thing(Handle::from_lua(value, lua)?.number()),
        other => {
            let what = describe_in_game(&other, lua);
            return Err(misuse(format!("the table of an option holds texts, numbers and game objects, not {what}")));
        }
    })
}

/// Converts the data of an option to the table for the function that follows the choice.
pub(crate) fn carried_table(lua: &Lua, carried: &Carried) -> mlua::Result<Value> {
    let of = |value: &CarriedValue| -> mlua::Result<Value> {
        Ok(match value {
            CarriedValue::Text(text) => Value::String(lua.create_string(&**text)?),
            CarriedValue::Number(number) => Value::Number(f64::from(*number)),
            CarriedValue::Flag(flag) => Value::Boolean(*flag),
            CarriedValue::Thing(number) => Handle::of_number(*number).map_or(Ok(Value::Nil), |h| h.into_lua(lua))?,
        })
    };
    let table = lua.create_table()?;
    for value in &carried.list {
        table.raw_push(of(value)?)?;
    }
    for (name, value) in &carried.named {
        table.raw_set(&**name, of(value)?)?;
    }
    Ok(Value::Table(table))
}

/// Key to compare with others. It is formatted at most once.
struct Sought {
    key: OptionKey,
    identity: OnceCell<Identity>,
    text: OnceCell<String>,
}

impl Sought {
    fn new(key: OptionKey) -> Sought {
        Sought { key, identity: OnceCell::new(), text: OnceCell::new() }
    }

    /// True if another key has the same text.
    fn is(&self, other: &OptionKey, game: &Game) -> bool {
        if let (OptionKey::Thing(before, thing), OptionKey::Thing(other_before, other_thing)) = (&self.key, other)
            && before == other_before
            && let Some(same) =
                self.identity.get_or_init(|| game.identity_of(*thing)).same(game.identity_of(*other_thing))
        {
            return same;
        }
        other.is(game, self.text.get_or_init(|| self.key.text(game).into_owned()))
    }
}

fn remove(host: &Host, lua: &Lua, key: Value) -> mlua::Result<bool> {
    let mut options = list_options(host)?;
    budget::charge(options.len() / 32);
    let before = options.len();
    if let Some(pick) = placement_in(host, lua, &key)? {
        options.retain(|option| option.meaning != Meaning::Step(pick));
    } else {
        let (sought, game) = (Sought::new(key_in(host, &key)?), host.game()?);
        options.retain(|option| !sought.is(&option.key, &game));
    }
    Ok(options.len() < before)
}

fn only_at(host: &Host, _: &Lua, cells: Vec<CellArg>) -> mlua::Result<()> {
    let game = host.game()?;
    let mut amended = host.frames.options()?;
    let count = amended.count(&game);
    budget::charge(count * cells.len().max(1) / 32);
    let cells: Vec<Cell> = cells.into_iter().map(|CellArg(cell)| cell).collect();
    amended.only_at(&game, &cells);
    Ok(())
}

/// Returns the placement for a table of `placements`; `None` for other values.
fn placement_in(host: &Host, lua: &Lua, value: &Value) -> mlua::Result<Option<Pick>> {
    let Value::Table(table) = value else { return Ok(None) };
    // A list is a key of several pieces.
    if table.raw_len() > 0 {
        return Ok(None);
    }
    let names = host.field_names(lua)?;
    match (table.raw_get(&names.cell)?, table.raw_get(&names.turn)?) {
        (Value::LightUserData(data), turn) => {
            let cell = Handle::unpack(data).filter(|handle| handle.sort == HandleKind::Cell).map(Handle::cell);
            let turn = whole(&turn).and_then(|turn| u8::try_from(turn).ok()).map(Turn);
            Ok(cell.zip(turn).map(|(cell, turn)| Pick::Placement { cell, turn }))
        }
        _ => Ok(None),
    }
}

fn has(host: &Host, _: &Lua, key: Value) -> mlua::Result<bool> {
    let sought = Sought::new(key_in(host, &key)?);
    let options = list_options(host)?;
    budget::charge(options.len() / 32);
    let game = host.game()?;
    Ok(options.iter().any(|option| sought.is(&option.key, &game)))
}

fn count(host: &Host, _: &Lua) -> mlua::Result<usize> {
    Ok(list_options(host)?.len())
}

fn keys(host: &Host, lua: &Lua) -> mlua::Result<Table> {
    let options = list_options(host)?;
    let game = host.game()?;
    lua.create_sequence_from(options.iter().map(|option| option.key.text(&game)))
}

fn placements(host: &Host, lua: &Lua) -> mlua::Result<Table> {
    let options = list_options(host)?;
    budget::charge(options.len());
    let (list, names) = (lua.create_table()?, host.field_names(lua)?);
    for option in options.iter() {
        if let Some(Pick::Placement { cell, turn }) = option.meaning.of_step() {
            let table = lua.create_table_with_capacity(0, 2)?;
            table.raw_set(&names.cell, Handle::of_cell(cell))?;
            table.raw_set(&names.turn, turn.0)?;
            list.raw_push(table)?;
        }
    }
    Ok(list)
}
