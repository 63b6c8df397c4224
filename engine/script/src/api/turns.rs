//! Provides functions for turn parts, rounds, and events that packs define.

use mlua::{Lua, LuaString, Table, Value};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::limits;
use tilewright_core::state::effect::Effect;
use tilewright_core::state::ending::Conclusion;
use tilewright_core::state::happening::Happening;
use tilewright_core::state::schedule::Timing;

use super::effects::apply;
use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::lookup::segment_of;
use super::seats::check_seat;
use super::settings::SettingsTable;
use crate::host::Host;
use crate::host::handle::{Handle, HandleKind, SeatArg, describe};
use crate::host::text::Text;
use crate::vm::trouble::misuse;

const ON: Receiver = Receiver::Global;
const IN: Allowed = Allowed::Effects;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        IN,
        "schedule(seat: seat, steps: any, when: text, settings: {reason: text, rank: integer}?)",
        "Schedules a turn part, `now` or `after` the running one: a named part, a list of steps, or a whole turn \
         (`{}`).\n- `reason`: the reason of the part, which `part_reason` returns.\n- `rank`: the order among parts \
         that follow the same part, from 0 to 255; parts with lower ranks run first. Without it, 0.",
        "schedule(seat, \"extra_tile\", \"after\", { reason = \"builder\", rank = 20 })",
        bind!(schedule),
    ),
    entry(
        ON,
        Allowed::Rules,
        "part_reason() -> text?",
        "Returns the reason of the running turn part; nil if it has no reason, as in ordinary turns.",
        "if part_reason() ~= \"builder\" then … end",
        bind!(part_reason),
    ),
    entry(
        ON,
        IN,
        "begin_with(seat: seat)",
        "Sets the seat that takes the next ordinary turn; the seats after it follow in turn order. If the seat has \
         retired, the next seat that has not retired takes the turn.",
        "begin_with(roll(\"first_player\"))",
        bind!(begin_with),
    ),
    entry(
        ON,
        IN,
        "hand_over(seat: seat)",
        "Makes another seat the active one; it continues the running turn part. The seat must not have retired.",
        "hand_over(buyer)",
        bind!(hand_over),
    ),
    entry(
        ON,
        IN,
        "begin_round(seat: seat?)",
        "Reports that a scoring round begins, as the `score` step does, for the active seat or another one. Call \
         `wait()` afterwards to let reactions run before points are paid.",
        "begin_round()",
        bind!(begin_round),
    ),
    entry(
        ON,
        IN,
        "end_round(seat: seat?)",
        "Reports that a scoring round is over, as the `score` step does, for the active seat or another one.",
        "end_round()",
        bind!(end_round),
    ),
    entry(
        ON,
        IN,
        "raise(name: text, settings: {seat: seat, tile: tile, feature: feature, cell: cell, figure: figure, amount: integer}?)",
        "Reports a custom event: rules react to it with `on(\"raised\", { reason = name })`. The settings \
         become the fields of the event.",
        "raise(\"landed\", { seat = seat, cell = cell, amount = 2 })",
        bind!(making raise),
    ),
    entry(
        ON,
        IN,
        "retire(seat: seat, reason: text?)",
        "Retires a seat: it takes no further turns, its scheduled parts are dropped, steps for each seat skip it, and \
         its own running part ends with this step. Its pieces stay. It ranks behind all seats that have not retired; \
         once all have retired, the game ends. Retiring a seat again has no effect.",
        "if #figures_on_board(seat, \"walker\") == 0 then retire(seat) end",
        bind!(retire),
    ),
    entry(
        ON,
        Allowed::Rules,
        "in_game(seat: seat) -> boolean",
        "Returns true if a seat has not retired.",
        "for _, other in seats() do if in_game(other) then … end end",
        bind!(in_game),
    ),
    entry(
        ON,
        IN,
        "end_game(settings: {winners: seat[], result: result, reason: text}?)",
        "Ends the game after this part; the steps of `finish` follow. A step of `finish` may also call it; a later \
         call overrides an earlier one. Without winners and a result, points and tie breaks decide.\n- `winners`: the seats that win equally, regardless of points; with `{}`, no seat wins.\n- `result`: the result of \
         the game, one of the pack's `results`.\n- `reason`: the reason in the event `ending`.",
        "end_game({ winners = { seat }, result = \"home\", reason = \"all_home\" })",
        bind!(end_game),
    ),
    entry(
        ON,
        IN,
        "leave(loop: text?)",
        "Ends the running loop with this name once this step is over; without a name, the running turn part.",
        "leave(\"sail\")",
        bind!(leave),
    ),
];

fn schedule(host: &Host, lua: &Lua, seat: SeatArg, steps: Value, when: Text, settings: Value) -> mlua::Result<()> {
    let seat = check_seat(host, seat)?;
    let steps: Vec<String> = match &steps {
        Value::String(part) => vec![part.to_string_lossy()],
        // One step more than the limit is enough to reject the list.
        Value::Table(list) => list.sequence_values().take(limits::PART_STEPS + 1).collect::<mlua::Result<_>>()?,
        other => {
            return Err(misuse(format!("expected the name of a part or a list of steps, got {}", describe(other))));
        }
    };
    let timing = match &*when.read(lua)? {
        "now" => Timing::Now,
        "after" => Timing::After,
        _ => return Err(misuse("a part takes place `now` or `after` the running one")),
    };
    let (reason, rank) = match &settings {
        Value::Nil => (None, 0),
        // A text is only the reason.
        Value::String(reason) => (Some(reason.clone()), 0),
        Value::Table(table) => {
            let settings = SettingsTable::from_table(Some(table));
            settings.only(&["reason", "rank"])?;
            (settings.text("reason")?, settings.number(lua, "rank")?.unwrap_or(0))
        }
        other => return Err(misuse(format!("expected a table of settings, got {}", describe(other)))),
    };
    let rank = u8::try_from(rank).map_err(|_| misuse("a rank is a number from 0 to 255"))?;
    let reason = reason.map(|r| host.symbol(&r)).transpose()?;
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    host.game_mut()?.schedule(seat, &steps, timing, rank, reason).map_err(|e| misuse(e.message))
}

fn part_reason(host: &Host, lua: &Lua) -> mlua::Result<Option<LuaString>> {
    let reason = host.game()?.turn_part().and_then(|p| p.reason);
    reason.map(|reason| host.names.borrow_mut().word(lua, reason)).transpose()
}

fn begin_with(host: &Host, _: &Lua, seat: SeatArg) -> mlua::Result<()> {
    apply(host, Effect::NextSeat { seat: check_seat(host, seat)? })
}

fn hand_over(host: &Host, _: &Lua, seat: SeatArg) -> mlua::Result<()> {
    apply(host, Effect::HandOver { seat: check_seat(host, seat)? })
}

fn begin_round(host: &Host, _: &Lua, seat: Option<SeatArg>) -> mlua::Result<()> {
    let seat = active_or(host, seat)?;
    host.game_mut()?.begin_round(seat);
    Ok(())
}

fn end_round(host: &Host, _: &Lua, seat: Option<SeatArg>) -> mlua::Result<()> {
    let seat = active_or(host, seat)?;
    host.game_mut()?.end_round(seat);
    Ok(())
}

/// Returns the given seat, or the active one.
fn active_or(host: &Host, seat: Option<SeatArg>) -> mlua::Result<Seat> {
    seat.map_or_else(|| host.game().map(|game| game.active_seat()), |seat| check_seat(host, seat))
}

fn raise(host: &Host, lua: &Lua, name: Text, settings: Option<Table>) -> mlua::Result<()> {
    let settings = SettingsTable::from_table(settings.as_ref());
    settings.only(&["seat", "tile", "feature", "cell", "figure", "amount"])?;
    let handle = |key: &str| match settings.value(key)? {
        Value::Nil => Ok(None),
        Value::LightUserData(data) => Ok(Handle::unpack(data)),
        other => Err(misuse(format!("`{key}` cannot be {}", describe(&other)))),
    };
    let of = |key: &str, sort: HandleKind| match handle(key)? {
        Some(h) if h.sort != sort => Err(misuse(format!("`{key}` cannot be {}", h.sort.with_article()))),
        found => Ok(found),
    };
    let raised = Happening::Raised {
        seat: settings.seat(host, lua, "seat")?,
        tile: of("tile", HandleKind::Tile)?.map(Handle::tile),
        segment: handle("feature")?.map_or(Ok(None), |h| segment_of(host, h))?,
        cell: of("cell", HandleKind::Cell)?.map(Handle::cell),
        figure: of("figure", HandleKind::Figure)?.map(Handle::figure),
        amount: settings.number(lua, "amount")?.unwrap_or(0),
        reason: host.symbol(&name)?,
    };
    host.game_mut()?.raise(raised);
    Ok(())
}

fn retire(host: &Host, _: &Lua, seat: SeatArg, reason: Option<Text>) -> mlua::Result<()> {
    let seat = check_seat(host, seat)?;
    if !host.game()?.in_game(seat) {
        return Ok(());
    }
    let reason = reason.map(|reason| host.symbol(&reason)).transpose()?;
    apply(host, Effect::Retire { seat, reason })
}

fn in_game(host: &Host, _: &Lua, seat: SeatArg) -> mlua::Result<bool> {
    let seat = check_seat(host, seat)?;
    Ok(host.game()?.in_game(seat))
}

fn end_game(host: &Host, _: &Lua, settings: Option<Table>) -> mlua::Result<()> {
    let settings = SettingsTable::from_table(settings.as_ref());
    settings.only(&["winners", "result", "reason"])?;
    let winners = settings.seats(host, "winners")?;
    let result = settings.text("result")?.map(|name| host.result(&name)).transpose()?;
    let reason = settings.text("reason")?.map(|reason| host.symbol(&reason)).transpose()?;
    apply(host, Effect::EndGame { conclusion: Conclusion { winners, result, reason } })
}

fn leave(host: &Host, lua: &Lua, step: Option<Text>) -> mlua::Result<()> {
    host.game_mut()?.leave(step.map(|s| s.read(lua)).transpose()?.as_deref()).map_err(|e| misuse(e.message))
}
