//! Provides queries across features: reachable segments, the cheapest route, and possible payments.

use std::cell::RefCell;
use std::collections::BTreeMap;
use tilewright_core::catalog::id::SegmentId;

use mlua::{FromLua, Function, Lua, LuaString, MultiValue, Table, Value};
use tilewright_core::board::graph::Through;
use tilewright_core::board::payments::{Price, Route};

use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::settings::SettingsTable;
use crate::host::Host;
use crate::host::handle::{CellArg, Feature, Handle, Int, Segment, describe};
use crate::host::text::Text;
use crate::vm::budget;
use crate::vm::trouble::misuse;

const IN: Allowed = Allowed::Rules;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        Receiver::Segment,
        IN,
        "reach(through: {terrains: terrain[], without: tag[], touching: boolean}?) -> segment[]",
        "Returns the segments that can be reached from this one, including itself, in order.\n- `terrains`: the \
         terrains that the way may use. Without it, all.\n- `without`: the way avoids segments with one of these \
         tags.\n- `touching`: true: the way also crosses borders within a tile.",
        "segment:reach({ terrains = { \"sea\" } })",
        bind!(making reach),
    ),
    entry(
        Receiver::Segment,
        IN,
        "cheapest(goals: segment[], cost: function, through: {terrains: terrain[], without: tag[], touching: boolean}?) -> any",
        "Returns the cost of the cheapest way to one of the goals and the segments on it; nil if there is no way. \
         `cost` receives a segment and returns the cost of entering it, or nil to forbid it.\n- `terrains`: the \
         terrains that the way may use. Without it, all.\n- `without`: the way avoids segments with one of these \
         tags.\n- `touching`: true: the way also crosses borders within a tile.",
        "local price, way = segment:cheapest(harbours, function(s) return s:tag(\"fee\") end)",
        bind!(cheapest),
    ),
    entry(
        Receiver::Segment,
        IN,
        "routes(goals: any, settings: {terrains: terrain[], without: tag[], touching: boolean, price: any}?) -> any[]",
        "Returns the payments for ways from a segment to a goal, the cheapest first. A payment is left out if another \
         one gives no receiver more and some receiver less. Each is a table: `total`, `bank`, `seats` (the amount for \
         each seat, in turn order), `way` (segments) and `key`, such as `free` or `bank=1,seat2=4`. `goals` is one \
         of:\n- a list of segments;\n- a function that receives a segment and returns true, or the price of ending \
         there, in the form of `price`; nothing or false means that the segment is not a goal;\n- a table from \
         segments to true, to the bank's amount for ending there, or to a list of receivers and amounts;\n- a tag of \
         rim cells: ways may end on segments that reach the rim, and the bank receives the number of the tag on the \
         rim cell.\n\nSettings:\n- `price`: a function that receives each segment, including the first, and returns \
         the price of using it: nothing, or a receiver and an amount, or several such pairs; a receiver is a seat or \
         `bank`; false forbids the segment. A table from segments to the bank's amount, or to a list of receivers and \
         amounts, is faster if there are many ways.\n- `terrains`: the terrains that the way may use. Without it, \
         all.\n- `without`: the way avoids segments with one of these tags.\n- `touching`: true: the way also crosses \
         borders within a tile.",
        "local ways = sea:routes(harbours, { price = function(s) if s:tag(\"toll\") > 0 then return \"bank\", 2 end end })",
        bind!(routes),
    ),
    entry(
        Receiver::Global,
        IN,
        "affordable(from: segment[], most: integer, goals: any, settings: {terrains: terrain[], without: tag[], touching: boolean, price: any}?) -> segment[]",
        "Returns the segments of `from` that have a way to a goal for at most `most` in total, in the same order. \
         Goals and settings have the same forms as in `routes`, which returns the payments of a single segment; this \
         function needs only one search for all of them.",
        "for _, sea in affordable(open_segments(\"sea\"), counter(\"gold\", seat), \"fee\") do … end",
        bind!(affordable),
    ),
    entry(
        Receiver::Global,
        IN,
        "open_segments(terrain: terrain) -> segment[]",
        "Returns the segments of a terrain that reach a side next to an existing cell without a tile, in the order of \
         placement.",
        "for _, sea in open_segments(\"sea\") do … end",
        bind!(making open_segments),
    ),
    entry(
        Receiver::Cell,
        IN,
        "ways(over: terrain?) -> cell[]",
        "Returns the neighbouring cells that exist and have no tile, by side. With a terrain, and a tile on this \
         cell, only across sides that a segment of the terrain reaches.",
        "for _, cell in tile:cell():ways(\"sea\") do … end",
        bind!(making ways),
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

fn reach(host: &Host, lua: &Lua, Feature(from): Feature, settings: Option<Table>) -> mlua::Result<Table> {
    let through = through(host, settings.as_ref())?;
    let found = host.feature(from)?.board().reach(from, &through);
    budget::charge(found.len());
    lua.create_sequence_from(found.into_iter().map(Segment))
}

fn cheapest(
    host: &Host,
    lua: &Lua,
    Feature(from): Feature,
    goals: Vec<Feature>,
    cost: Function,
    settings: Option<Table>,
) -> mlua::Result<(Option<u32>, Option<Table>)> {
    let through = through(host, settings.as_ref())?;
    let mut failure = None;
    // The game is borrowed for reading, so the function may not change it.
    let game = host.feature(from)?;
    let look = host.frames.enter_look();
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
    drop(look);
    if let Some(error) = failure {
        return Err(error);
    }
    Ok(match found {
        None => (None, None),
        Some((price, way)) => (Some(price), Some(lua.create_sequence_from(way.into_iter().map(Segment))?)),
    })
}

/// Reads pairs of receiver and amount; `None` if the segment is forbidden, or is not a goal.
fn pairs(host: &Host, lua: &Lua, values: MultiValue) -> mlua::Result<Option<Price>> {
    let mut price = Price::default();
    let seats = host.game()?.seat_count();
    let mut values = values.into_iter();
    while let Some(receiver) = values.next() {
        let at = match &receiver {
            Value::Boolean(false) => return Ok(None),
            Value::Boolean(true) | Value::Nil => continue,
            Value::String(text) if text.to_string_lossy() == "bank" => 0,
            Value::Number(_) | Value::Integer(_) => {
                let seat = Int::from_lua(receiver.clone(), lua)?.0;
                usize::try_from(seat).ok().filter(|&s| s < seats).map_or(usize::MAX, |s| s + 1)
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

/// Prices of segments, or the set of goals, as given by a script.
enum Prices {
    /// Function that is called for each segment.
    Asked(Function),
    /// Table that is read once.
    Known(BTreeMap<SegmentId, Option<Price>>),
    /// Goals at the rim: the fee to the bank for each segment, in order.
    Fees(Vec<(SegmentId, u32)>),
}

/// Returns the segments that reach the rim, with the fee given by a tag of rim cells. A segment at a corner occurs more
/// than once.
fn rim_fees(host: &Host, tag: &LuaString, through: &Through) -> mlua::Result<Vec<(SegmentId, u32)>> {
    let (tag, game) = (host.tag(tag)?, host.game()?);
    let ends = game.board().rim_segments(through);
    budget::charge(ends.len());
    let fee = |number: usize| -> i32 {
        let tags = host.catalog.board.rim[number].tags.iter();
        tags.filter(|(other, _)| *other == tag).map(|&(_, n)| i32::from(n)).sum()
    };
    let priced = |(segment, number)| {
        let fee = u32::try_from(fee(number)).map_err(|_| misuse("a price is not below 0"))?;
        Ok((segment, fee))
    };
    ends.into_iter().map(priced).collect()
}

impl Prices {
    /// Reads the goals: as prices, or as a tag of rim cells.
    fn goals(host: &Host, lua: &Lua, said: &Value, through: &Through) -> mlua::Result<Prices> {
        let Value::String(tag) = said else { return Prices::read(host, lua, said) };
        let mut fees = rim_fees(host, tag, through)?;
        // If a segment reaches several cells of the rim, the lowest fee counts.
        fees.sort_unstable();
        fees.dedup_by_key(|(segment, _)| *segment);
        Ok(Prices::Fees(fees))
    }

    fn read(host: &Host, lua: &Lua, said: &Value) -> mlua::Result<Prices> {
        let table = match said {
            Value::Function(function) => return Ok(Prices::Asked(function.clone())),
            Value::Table(table) => table,
            other => {
                let expected = "expected a list of segments, a table by segments or a function";
                return Err(misuse(format!("{expected}, got {}", describe(other))));
            }
        };
        let mut known = BTreeMap::new();
        for entry in table.pairs::<Value, Value>() {
            let (key, value) = entry?;
            let (segment, values) = match (key, value) {
                // A list contains only segments.
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

    /// Returns the price of being on a segment; `None` if it is forbidden.
    fn price(&self, host: &Host, lua: &Lua, segment: SegmentId) -> mlua::Result<Option<Price>> {
        match self {
            Prices::Asked(function) => pairs(host, lua, function.call(Segment(segment))?),
            Prices::Known(known) => Ok(known.get(&segment).copied().unwrap_or(Some(Price::default()))),
            // Fees apply only to goals.
            Prices::Fees(_) => Ok(Some(Price::default())),
        }
    }

    /// Returns the price of ending on a segment; `None` if it is not a goal.
    fn goal(&self, host: &Host, lua: &Lua, segment: SegmentId) -> mlua::Result<Option<Price>> {
        match self {
            Prices::Asked(function) => {
                let values: MultiValue = function.call(Segment(segment))?;
                if values.front().is_none_or(Value::is_nil) { Ok(None) } else { pairs(host, lua, values) }
            }
            Prices::Known(known) => Ok(known.get(&segment).copied().flatten()),
            Prices::Fees(fees) => {
                let at = fees.binary_search_by_key(&segment, |(goal, _)| *goal).ok();
                Ok(at.map(|at| {
                    let mut price = Price::default();
                    price[0] = fees[at].1;
                    price
                }))
            }
        }
    }
}

/// Reads the terrains that a search passes through, and the prices on the way.
fn ways_and_prices(host: &Host, lua: &Lua, settings: Option<&Table>) -> mlua::Result<(Through, Option<Prices>)> {
    SettingsTable::from_table(settings).only(&["terrains", "without", "touching", "price"])?;
    let price: Option<Value> = settings.map_or(Ok(None), |t| t.raw_get("price"))?;
    Ok((through(host, settings)?, price.map(|said| Prices::read(host, lua, &said)).transpose()?))
}

fn routes(
    host: &Host,
    lua: &Lua,
    Feature(from): Feature,
    goals: Value,
    settings: Option<Table>,
) -> mlua::Result<Table> {
    let (through, price) = host.making(lua, || ways_and_prices(host, lua, settings.as_ref()))?;
    let goals = Prices::goals(host, lua, &goals, &through)?;
    let failure = RefCell::new(None);
    let fail = |error: mlua::Error| {
        failure.borrow_mut().get_or_insert(error);
        None
    };
    // The game is borrowed for reading, so the functions may not change it.
    let game = host.feature(from)?;
    let look = host.frames.enter_look();
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
    drop(look);
    if let Some(error) = failure.into_inner() {
        return Err(error);
    }
    let seats = game.seat_count();
    budget::charge(found.iter().map(|route| route.way.len()).sum());
    host.making(lua, || {
        let list = lua.create_table_with_capacity(found.len(), 0)?;
        for route in &found {
            list.raw_push(payment(lua, route, seats)?)?;
        }
        Ok(list)
    })
}

/// Converts a payment to a table.
fn payment(lua: &Lua, route: &Route, seats: usize) -> mlua::Result<Table> {
    let total = route.price.iter().fold(0u32, |n, &more| n.saturating_add(more));
    let names = std::iter::once("bank".to_owned()).chain((0..seats).map(|s| format!("seat{s}")));
    let parts = names.zip(route.price).filter(|(_, n)| *n > 0).map(|(name, n)| format!("{name}={n}"));
    let key = parts.collect::<Vec<String>>().join(",");
    let table = lua.create_table_with_capacity(0, 5)?;
    table.raw_set("key", if key.is_empty() { "free" } else { &key })?;
    table.raw_set("total", total)?;
    table.raw_set("bank", route.price[0])?;
    table.raw_set("seats", lua.create_sequence_from(route.price[1..=seats].iter().copied())?)?;
    table.raw_set("way", lua.create_sequence_from(route.way.iter().copied().map(Segment))?)?;
    Ok(table)
}

fn affordable(
    host: &Host,
    lua: &Lua,
    from: Vec<Feature>,
    Int(most): Int,
    goals: Value,
    settings: Option<Table>,
) -> mlua::Result<Table> {
    let (through, price) = host.making(lua, || ways_and_prices(host, lua, settings.as_ref()))?;
    from.iter().try_for_each(|&Feature(segment)| host.feature(segment).map(|_| ()))?;
    let in_all = |price: Price| price.iter().map(|&n| u64::from(n)).sum::<u64>();
    let mut failure = None;
    let mut noted = |price: mlua::Result<Option<Price>>| match price {
        Ok(price) => price.map(in_all),
        Err(error) => {
            failure.get_or_insert(error);
            None
        }
    };
    let game = host.game()?;
    let goals = match &goals {
        Value::String(tag) => Prices::Fees(rim_fees(host, tag, &through)?),
        said => Prices::read(host, lua, said)?,
    };
    // The game is borrowed for reading, so the functions may not change it.
    let look = host.frames.enter_look();
    let ends: Vec<(SegmentId, u64)> = match &goals {
        Prices::Known(known) => known.iter().filter_map(|(&goal, price)| Some((goal, in_all((*price)?)))).collect(),
        Prices::Fees(fees) => fees.iter().map(|&(segment, fee)| (segment, u64::from(fee))).collect(),
        asked @ Prices::Asked(_) => {
            let all = game.board().features().segments();
            budget::charge(game.board().features().segment_bound());
            all.filter_map(|segment| Some((segment, noted(asked.goal(host, lua, segment))?))).collect()
        }
    };
    let totals = game.board().least_totals(&through, &ends, |segment| {
        budget::charge(1);
        price.as_ref().map_or(Some(0), |price| noted(price.price(host, lua, segment)))
    });
    drop(look);
    if let Some(error) = failure {
        return Err(error);
    }
    let most = u64::try_from(most).ok();
    let can = |&Feature(segment): &Feature| {
        totals[segment.index()].is_some_and(|total| most.is_some_and(|most| total <= most))
    };
    // The segments are collected first, so that the table is created with its final size.
    let found: Vec<Segment> = from.into_iter().filter(can).map(|Feature(segment)| Segment(segment)).collect();
    host.making(lua, || lua.create_sequence_from(found))
}

fn open_segments(host: &Host, lua: &Lua, terrain: Text) -> mlua::Result<Table> {
    let terrain = host.terrain(&terrain)?;
    let game = host.game()?;
    budget::charge(game.board().tiles().len());
    lua.create_sequence_from(game.board().open_segments(terrain).into_iter().map(Segment))
}

fn ways(host: &Host, lua: &Lua, CellArg(cell): CellArg, over: Option<Text>) -> mlua::Result<Table> {
    let over = over.map(|over| host.terrain(&over)).transpose()?;
    lua.create_sequence_from(host.game()?.board().ways(cell, over).into_iter().map(Handle::of_cell))
}
