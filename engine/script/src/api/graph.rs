//! Questions that go beyond one feature: what can be reached, the cheapest way, and for what payments.

use std::cell::RefCell;
use std::collections::BTreeMap;
use tilewright_core::catalog::id::SegmentId;

use mlua::{FromLua, Function, Lua, LuaString, MultiValue, Table, Value};
use tilewright_core::board::graph::Through;
use tilewright_core::board::payments::Price;

use super::settings::Settings;
use super::{Allowed, HostFunction, Receiver, bind, entry};
use crate::host::handle::{Feature, Int, Segment, described};
use crate::host::{Host, Mode};
use crate::vm::budget;
use crate::vm::trouble::misuse;

const IN: Allowed = Allowed::Rules;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        Receiver::Segment,
        IN,
        "reach(through: {terrains: terrain[], without: tag[], touching: boolean}?) -> segment[]",
        "The segments that can be reached from this one, itself included, in order: over segments of some terrains \
         (else of all), not over those with some tags, and with `touching` also across borders within a tile.",
        "segment:reach({ terrains = { \"sea\" } })",
        bind!(making reach),
    ),
    entry(
        Receiver::Segment,
        IN,
        "cheapest(goals: segment[], cost: function, through: {terrains: terrain[], without: tag[], touching: boolean}?) -> any",
        "The cost of the cheapest way to one of some segments, and the segments on it; nothing if there is none. The \
         function gets a segment and returns what entering it costs, or nil where one may not go.",
        "local price, way = segment:cheapest(harbours, function(s) return s:tag(\"fee\") end)",
        bind!(cheapest),
    ),
    entry(
        Receiver::Segment,
        IN,
        "routes(goals: any, settings: {terrains: terrain[], without: tag[], touching: boolean, price: any}?) -> any[]",
        "The payments for which one can get from a segment to a goal, the cheapest first; none of them gives nobody \
         more and somebody less than another. Each is a table: `total`, `bank`, `seats` (what each seat gets, seat 0 \
         first), `way` (segments) and `key`, such as `free` or `bank=1,seat2=4`. `goals` is a list of segments, or a \
         function that gets a segment and returns true, or what ending there costs. `price` gets each segment, the \
         first included, and returns what being there costs: nothing, or a receiver and an amount, or several such \
         pairs; a receiver is a seat or `bank`; false forbids the segment. Both may be tables as well, from segments \
         to true, to what the bank gets, or to a list of such pairs; with many ways to be priced that is faster.",
        "local ways = sea:routes(harbours, { price = function(s) if s:tag(\"toll\") > 0 then return \"bank\", 2 end end })",
        bind!(routes),
    ),
];

fn names(settings: Option<&Table>, key: &str) -> mlua::Result<Vec<LuaString>> {
    let list: Option<Vec<LuaString>> = settings.map_or(Ok(None), |t| t.raw_get(key))?;
    Ok(list.unwrap_or_default())
}

fn through(host: &Host, settings: Option<&Table>) -> mlua::Result<Through> {
    Ok(Through {
        terrains: names(settings, "terrains")?.iter().map(|t| host.terrain(t)).collect::<mlua::Result<_>>()?,
        without: names(settings, "without")?.iter().map(|t| host.tag(t)).collect::<mlua::Result<_>>()?,
        touching: settings.map_or(Ok(None), |t| t.raw_get("touching"))?.unwrap_or(false),
    })
}

fn reach(host: &Host, lua: &Lua, (Feature(from), settings): (Feature, Option<Table>)) -> mlua::Result<Table> {
    let through = through(host, settings.as_ref())?;
    let found = host.feature(from)?.board().reach(from, &through);
    budget::charge(found.len());
    lua.create_sequence_from(found.into_iter().map(Segment))
}

fn cheapest(
    host: &Host,
    lua: &Lua,
    (Feature(from), goals, cost, settings): (Feature, Vec<Feature>, Function, Option<Table>),
) -> mlua::Result<(Option<u32>, Option<Table>)> {
    let through = through(host, settings.as_ref())?;
    let mut failure = None;
    // The game is being read: the function may only look at it.
    let game = host.feature(from)?;
    let mode = host.mode.replace(Mode::Pure);
    let found = game.board().cheapest(
        from,
        |segment| goals.contains(&Feature(segment)),
        &through,
        |segment| {
            budget::charge(1);
            match cost.call::<Option<Int>>(Segment(segment)) {
                Ok(Some(Int(n))) if n >= 0 => u32::try_from(n).ok(),
                Ok(Some(_)) => {
                    failure.get_or_insert_with(|| misuse("a cost is not below 0"));
                    None
                }
                Ok(None) => None,
                Err(error) => {
                    failure.get_or_insert(error);
                    None
                }
            }
        },
    );
    host.mode.set(mode);
    if let Some(error) = failure {
        return Err(error);
    }
    Ok(match found {
        None => (None, None),
        Some((price, way)) => (Some(price), Some(lua.create_sequence_from(way.into_iter().map(Segment))?)),
    })
}

/// Reads pairs of receiver and amount; nothing when the segment is forbidden, or is not a goal.
fn pairs(host: &Host, lua: &Lua, values: MultiValue) -> mlua::Result<Option<Price>> {
    let mut price = Price::default();
    let mut values = values.into_iter();
    while let Some(receiver) = values.next() {
        let at = match &receiver {
            Value::Boolean(false) => return Ok(None),
            Value::Boolean(true) | Value::Nil => continue,
            Value::String(text) if text.to_string_lossy() == "bank" => 0,
            Value::Number(_) | Value::Integer(_) => {
                let seat = Int::from_lua(receiver.clone(), lua)?.0;
                usize::try_from(seat)
                    .ok()
                    .filter(|&s| s < host.game.borrow().seat_count())
                    .map_or(usize::MAX, |s| s + 1)
            }
            _ => usize::MAX,
        };
        let amount = values.next().map_or(Ok(0), |v| Int::from_lua(v, lua).map(|Int(n)| n))?;
        let amount = u32::try_from(amount).map_err(|_| misuse("a price is not below 0"))?;
        let slot = price.get_mut(at).ok_or_else(|| misuse("a price goes to a seat, or to `bank`"))?;
        *slot = slot.saturating_add(amount);
    }
    Ok(Some(price))
}

/// What segments cost, or which of them are goals, as a script says it.
enum Prices {
    /// By a function that is asked for each segment.
    Asked(Function),
    /// By a table, read once.
    Known(BTreeMap<SegmentId, Option<Price>>),
}

impl Prices {
    fn read(host: &Host, lua: &Lua, said: &Value) -> mlua::Result<Prices> {
        let table = match said {
            Value::Function(function) => return Ok(Prices::Asked(function.clone())),
            Value::Table(table) => table,
            other => {
                let expected = "expected a list of segments, a table by segments or a function";
                return Err(misuse(format!("{expected}, got {}", described(other))));
            }
        };
        let mut known = BTreeMap::new();
        for entry in table.pairs::<Value, Value>() {
            let (key, value) = entry?;
            let (segment, values) = match (key, value) {
                // A list of segments.
                (Value::Integer(_) | Value::Number(_), segment) => {
                    (Feature::from_lua(segment, lua)?.0, MultiValue::new())
                }
                (key, amount @ (Value::Integer(_) | Value::Number(_))) => {
                    let bank = Value::String(lua.create_string("bank")?);
                    (Feature::from_lua(key, lua)?.0, MultiValue::from_iter([bank, amount]))
                }
                (key, Value::Table(list)) => {
                    let values = list.sequence_values::<Value>().collect::<mlua::Result<Vec<Value>>>()?;
                    (Feature::from_lua(key, lua)?.0, values.into())
                }
                (key, value) => (Feature::from_lua(key, lua)?.0, MultiValue::from_iter([value])),
            };
            budget::charge(1);
            known.insert(segment, pairs(host, lua, values)?);
        }
        Ok(Prices::Known(known))
    }

    /// What being on a segment costs; nothing where it is forbidden.
    fn price(&self, host: &Host, lua: &Lua, segment: SegmentId) -> mlua::Result<Option<Price>> {
        match self {
            Prices::Asked(function) => pairs(host, lua, function.call(Segment(segment))?),
            Prices::Known(known) => Ok(known.get(&segment).copied().unwrap_or(Some(Price::default()))),
        }
    }

    /// What ending on a segment costs; nothing where one may not.
    fn goal(&self, host: &Host, lua: &Lua, segment: SegmentId) -> mlua::Result<Option<Price>> {
        match self {
            Prices::Asked(function) => {
                let values: MultiValue = function.call(Segment(segment))?;
                if values.front().is_none_or(Value::is_nil) { Ok(None) } else { pairs(host, lua, values) }
            }
            Prices::Known(known) => Ok(known.get(&segment).copied().flatten()),
        }
    }
}

fn routes(
    host: &Host,
    lua: &Lua,
    (Feature(from), goals, settings): (Feature, Value, Option<Table>),
) -> mlua::Result<Table> {
    Settings::of("routes", settings.as_ref()).only(&["terrains", "without", "touching", "price"])?;
    let through = through(host, settings.as_ref())?;
    let price: Option<Value> = settings.as_ref().map_or(Ok(None), |t| t.raw_get("price"))?;
    let price = price.map(|said| Prices::read(host, lua, &said)).transpose()?;
    let goals = Prices::read(host, lua, &goals)?;
    let failure = RefCell::new(None);
    let fail = |error: mlua::Error| {
        failure.borrow_mut().get_or_insert(error);
        None
    };
    // The game is being read: the functions may only look at it.
    let game = host.feature(from)?;
    let mode = host.mode.replace(Mode::Pure);
    let found = game.board().payments(
        from,
        &through,
        |segment| {
            budget::charge(1);
            let Some(price) = &price else { return Some(Price::default()) };
            price.price(host, lua, segment).unwrap_or_else(fail)
        },
        |segment| goals.goal(host, lua, segment).unwrap_or_else(fail),
    );
    host.mode.set(mode);
    if let Some(error) = failure.into_inner() {
        return Err(error);
    }
    let seats = game.seat_count();
    let list = lua.create_table()?;
    for route in found {
        budget::charge(route.way.len());
        let total = route.price.iter().fold(0u32, |n, &more| n.saturating_add(more));
        let names = std::iter::once("bank".to_owned()).chain((0..seats).map(|s| format!("seat{s}")));
        let parts = names.zip(route.price).filter(|(_, n)| *n > 0).map(|(name, n)| format!("{name}={n}"));
        let key = parts.collect::<Vec<String>>().join(",");
        let table = lua.create_table()?;
        table.raw_set("key", if key.is_empty() { "free" } else { &key })?;
        table.raw_set("total", total)?;
        table.raw_set("bank", route.price[0])?;
        table.raw_set("seats", lua.create_sequence_from(route.price[1..=seats].iter().copied())?)?;
        table.raw_set("way", lua.create_sequence_from(route.way.into_iter().map(Segment))?)?;
        list.raw_push(table)?;
    }
    Ok(list)
}
