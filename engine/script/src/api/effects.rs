//! Changing the state, and asking.

use mlua::{Lua, LuaString, Value};
use tilewright_core::Timing;
use tilewright_core::effect::{Effect, Place, Purse};

use super::game::{counter_key, seated};
use super::things::segment_of;
use super::{Allowed, Entry, Receiver, bind, entry};
use crate::evaluate;
use crate::handle::{Feature, Figure, Handle, Int, SeatArg, Sort, described};
use crate::host::Host;
use crate::trouble::misuse;

const ON: Receiver = Receiver::Global;
const IN: Allowed = Allowed::Effects;

pub(super) const ENTRIES: &[Entry] = &[
    entry(
        ON,
        IN,
        "award(seat: seat, points: integer, book: book, feature: feature?, reason: text?)",
        "A seat receives points, booked under a kind of score.",
        "award(seat, 2, \"message\")",
        bind!(award),
    ),
    entry(
        ON,
        IN,
        "count(name: counter, amount: integer, key: any?)",
        "Changes a counter by an amount, within its bounds.",
        "count(\"gold\", 3, seat)",
        bind!(count),
    ),
    entry(
        ON,
        IN,
        "set_counter(name: counter, value: integer, key: any?)",
        "Sets a counter, within its bounds.",
        "set_counter(\"laps\", 0, seat)",
        bind!(set_counter),
    ),
    entry(
        ON,
        IN,
        "pay(name: counter, from: seat?, to: seat?, amount: integer)",
        "Moves something counted from one seat to another; nil stands for the bank.",
        "pay(\"gold\", seat, nil, 2)",
        bind!(pay),
    ),
    entry(
        ON,
        IN,
        "put(kind: figure_kind, seat: seat, place: any, slot: integer?)",
        "A figure goes from its supply to a segment, a feature, a cell, or the slot of a zone.",
        "put(\"scout\", seat, path)",
        bind!(put),
    ),
    entry(
        ON,
        IN,
        "move(figure: figure, place: any, slot: integer?)",
        "A figure goes to another place.",
        "move(figure, \"castle\")",
        bind!(move_figure),
    ),
    entry(
        ON,
        IN,
        "take_home(figure: figure)",
        "A figure goes back to its supply.",
        "take_home(figure)",
        bind!(take_home),
    ),
    entry(
        ON,
        IN,
        "place_tile(kind: kind, cell: cell, turn: integer, free: boolean?)",
        "Lays a tile where it fits, or, if free, where nothing touches it too.",
        "place_tile(\"T01\", cell(0, 1), 0)",
        bind!(place_tile),
    ),
    entry(
        ON,
        IN,
        "move_token(token: token, place: any)",
        "Puts a token on a segment, a feature or a cell, or takes it off with nil.",
        "move_token(\"ship\", tile:cell())",
        bind!(move_token),
    ),
    entry(
        ON,
        IN,
        "put_back(bag: bag, kind: kind)",
        "A tile goes into a bag, or under a stack.",
        "put_back(\"bag\", \"T01\")",
        bind!(put_back),
    ),
    entry(
        ON,
        IN,
        "take_out(bag: bag, kind: kind)",
        "A tile leaves a bag without being drawn.",
        "take_out(\"bag\", \"T01\")",
        bind!(take_out),
    ),
    entry(
        ON,
        IN,
        "draw(bag: bag, seat: seat?, secret: boolean?) -> kind?",
        "Draws a tile out of a bag or off a stack, for the active seat or another one, and tells its kind; nothing when \
         it is empty. With `secret` only that seat sees it.",
        "local kind = draw(\"messages\")",
        bind!(draw),
    ),
    entry(ON, IN, "shuffle(bag: bag)", "Shuffles a stack.", "shuffle(\"hidden_1\")", bind!(shuffle)),
    entry(
        ON,
        IN,
        "roll(die: die, seat: seat?) -> text",
        "Rolls a die and tells its face.",
        "roll(\"income\")",
        bind!(roll),
    ),
    entry(
        ON,
        IN,
        "chance(name: text, bound: integer) -> integer",
        "A random number from 0 to below a bound.",
        "chance(\"first_player\", seat_count())",
        bind!(chance),
    ),
    entry(ON, IN, "end_game()", "The game ends after this part.", "end_game()", bind!(end_game)),
    entry(
        ON,
        IN,
        "leave(step: text?)",
        "Ends the loop of that name, or the running turn part, once this step is over.",
        "leave(\"sail\")",
        bind!(leave),
    ),
    entry(
        ON,
        IN,
        "schedule(seat: seat, steps: text[], when: text, reason: text?)",
        "Puts a turn part on the agenda: `now`, or `after` the running one.",
        "schedule(seat, { \"draw\", \"place\", \"deploy\", \"score\" }, \"after\", \"builder\")",
        bind!(schedule),
    ),
    entry(
        ON,
        Allowed::Rules,
        "value(feature: feature, last: boolean?) -> integer",
        "What a feature is worth to a seat that gets all of it: now, or as at the end.",
        "value(road, true)",
        bind!(value),
    ),
    entry(
        ON,
        Allowed::Rules,
        "share_of(feature: feature, seat: seat, last: boolean?) -> integer",
        "What a seat would get for a feature: now, or as at the end.",
        "award(seat, share_of(road, seat, true), \"road\")",
        bind!(share_of),
    ),
];

fn apply(host: &Host, effect: Effect) -> mlua::Result<()> {
    host.game_mut()?.effect(effect).map_err(|e| misuse(e.message))
}

fn award(
    host: &Host,
    _: &Lua,
    (seat, Int(points), book, feature, reason): (SeatArg, Int, LuaString, Option<Handle>, Option<LuaString>),
) -> mlua::Result<()> {
    let (seat, book) = (seated(host, seat)?, host.book(&book)?);
    let segment = feature.map_or(Ok(None), |f| segment_of(host, f))?;
    let reason = reason.map(|r| host.symbol(&r)).transpose()?;
    apply(host, Effect::Award { seat, points, book, segment, reason })
}

fn count(host: &Host, lua: &Lua, (name, Int(amount), key): (LuaString, Int, Value)) -> mlua::Result<()> {
    let counter = host.counter(&name)?;
    let key = counter_key(host, counter, key, lua)?;
    apply(host, Effect::Count { counter, key, amount })
}

fn set_counter(host: &Host, lua: &Lua, (name, Int(value), key): (LuaString, Int, Value)) -> mlua::Result<()> {
    let counter = host.counter(&name)?;
    let key = counter_key(host, counter, key, lua)?;
    let now = host.game()?.counter(counter, key);
    apply(host, Effect::Count { counter, key, amount: value.saturating_sub(now) })
}

fn pay(
    host: &Host,
    _: &Lua,
    (name, from, to, Int(amount)): (LuaString, Option<SeatArg>, Option<SeatArg>, Int),
) -> mlua::Result<()> {
    let counter = host.counter(&name)?;
    if amount < 0 {
        return Err(misuse("a payment is not below 0"));
    }
    let purse = |seat: Option<SeatArg>| seat.map_or(Ok(Purse::Bank), |s| seated(host, s).map(Purse::Seat));
    apply(host, Effect::Pay { counter, from: purse(from)?, to: purse(to)?, amount })
}

/// The place that a script means: something on the board, or the name of a zone with a slot.
fn place_of(host: &Host, value: Value, slot: Option<Int>) -> mlua::Result<Place> {
    match &value {
        Value::String(name) => {
            let slot = u16::try_from(slot.map_or(0, |Int(n)| n)).map_err(|_| misuse("there is no such slot"))?;
            Ok(Place::Zone(host.zone(name)?, slot))
        }
        Value::LightUserData(data) => match Handle::unpack(*data) {
            Some(h) if h.sort == Sort::Cell => Ok(Place::Cell(h.cell())),
            Some(h) => {
                segment_of(host, h)?.map(Place::Segment).ok_or_else(|| misuse("this figure stands on no feature"))
            }
            None => Err(misuse("this is no place")),
        },
        other => Err(misuse(format!("expected a place, got {}", described(other)))),
    }
}

fn put(
    host: &Host,
    _: &Lua,
    (figure, seat, place, slot): (LuaString, SeatArg, Value, Option<Int>),
) -> mlua::Result<()> {
    let (figure, seat) = (host.figure(&figure)?, seated(host, seat)?);
    let place = place_of(host, place, slot)?;
    apply(host, Effect::Deploy { seat, figure, place })
}

fn move_figure(host: &Host, _: &Lua, (Figure(figure), place, slot): (Figure, Value, Option<Int>)) -> mlua::Result<()> {
    let place = place_of(host, place, slot)?;
    apply(host, Effect::MoveFigure { figure, place })
}

fn take_home(host: &Host, _: &Lua, Figure(figure): Figure) -> mlua::Result<()> {
    apply(host, Effect::TakeHome { figure })
}

fn place_tile(
    host: &Host,
    _: &Lua,
    (kind, at, Int(turn), free): (LuaString, Handle, Int, Option<bool>),
) -> mlua::Result<()> {
    let kind = host.kind(&kind)?;
    if at.sort != Sort::Cell {
        return Err(misuse(format!("expected a cell, got {}", at.sort.described())));
    }
    let turn = u8::try_from(turn).map_err(|_| misuse("a turn is not below 0"))?;
    let seat = host.game()?.active_seat();
    apply(host, Effect::PlaceTile { seat, kind, cell: at.cell(), turn, free: free.unwrap_or(false) })
}

fn move_token(host: &Host, _: &Lua, (name, place): (LuaString, Value)) -> mlua::Result<()> {
    let token = host.token(&name)?;
    let place = if place.is_nil() { None } else { Some(place_of(host, place, None)?) };
    apply(host, Effect::MoveToken { token, place })
}

fn put_back(host: &Host, _: &Lua, (bag, kind): (LuaString, LuaString)) -> mlua::Result<()> {
    apply(host, Effect::PutBack { bag: host.bag(&bag)?, kind: host.kind(&kind)? })
}

fn take_out(host: &Host, _: &Lua, (bag, kind): (LuaString, LuaString)) -> mlua::Result<()> {
    apply(host, Effect::Remove { bag: host.bag(&bag)?, kind: host.kind(&kind)? })
}

fn draw(
    host: &Host,
    _: &Lua,
    (bag, seat, secret): (LuaString, Option<SeatArg>, Option<bool>),
) -> mlua::Result<Option<String>> {
    let bag = host.bag(&bag)?;
    let seat = match seat {
        Some(seat) => seated(host, seat)?,
        None => host.game()?.active_seat(),
    };
    let kind = host.game_mut()?.draw_tile(bag, seat, secret.unwrap_or(false), None);
    Ok(kind.map(|k| host.catalog.kinds.key(k)))
}

fn shuffle(host: &Host, _: &Lua, bag: LuaString) -> mlua::Result<()> {
    apply(host, Effect::Shuffle { bag: host.bag(&bag)? })
}

fn roll(host: &Host, _: &Lua, (die, seat): (LuaString, Option<SeatArg>)) -> mlua::Result<String> {
    let die = host.die(&die)?;
    let seat = match seat {
        Some(seat) => seated(host, seat)?,
        None => host.game()?.active_seat(),
    };
    let face = host.game_mut()?.roll(die, seat);
    Ok(host.catalog.dice[die].faces.get(usize::from(face)).map_or_else(String::new, |f| f.to_string()))
}

fn chance(host: &Host, _: &Lua, (name, Int(bound)): (LuaString, Int)) -> mlua::Result<u32> {
    let bound = u32::try_from(bound).ok().filter(|&b| b > 0).ok_or_else(|| misuse("the bound must be above 0"))?;
    Ok(host.game_mut()?.pick_number(&name.to_string_lossy(), bound))
}

fn end_game(host: &Host, _: &Lua, (): ()) -> mlua::Result<()> {
    apply(host, Effect::EndGame)
}

fn leave(host: &Host, _: &Lua, step: Option<LuaString>) -> mlua::Result<()> {
    host.game_mut()?.leave(step.map(|s| s.to_string_lossy()).as_deref());
    Ok(())
}

fn schedule(
    host: &Host,
    _: &Lua,
    (seat, steps, when, reason): (SeatArg, Vec<String>, LuaString, Option<LuaString>),
) -> mlua::Result<()> {
    let seat = seated(host, seat)?;
    let timing = match &*when.to_string_lossy() {
        "now" => Timing::Now,
        "after" => Timing::After,
        _ => return Err(misuse("a part takes place `now` or `after` the running one")),
    };
    let reason = reason.map(|r| host.symbol(&r)).transpose()?;
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    host.game_mut()?.schedule(seat, &steps, timing, 0, reason).map_err(|e| misuse(e.message))
}

fn value(host: &Host, lua: &Lua, (Feature(f), last): (Feature, Option<bool>)) -> mlua::Result<i32> {
    host.feature(f)?;
    evaluate::total(host, lua, f, last.unwrap_or(false))
}

fn share_of(host: &Host, lua: &Lua, (Feature(f), seat, last): (Feature, SeatArg, Option<bool>)) -> mlua::Result<i32> {
    let seat = seated(host, seat)?;
    host.feature(f)?;
    Ok(evaluate::shares(host, lua, f, last.unwrap_or(false))?[seat.index()])
}
