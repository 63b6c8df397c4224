//! Provides functions that change the state, and the functions that ask.

use mlua::{Lua, Table, Value};
use tilewright_core::state::effect::{Effect, Place, Purse};

use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::game::counter_key;
use super::lookup::segment_of;
use super::seats::check_seat;
use super::settings::SettingsTable;
use crate::host::Host;
use crate::host::handle::{Figure, Handle, HandleKind, Int, SeatArg, describe};
use crate::host::text::Text;
use crate::vm::trouble::misuse;

const ON: Receiver = Receiver::Global;
const IN: Allowed = Allowed::Effects;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        IN,
        "award(seat: seat, points: integer, book: book, feature: feature?, reason: text?)",
        "Awards points to a seat, entered in a book. `feature` and `reason` explain the award.",
        "award(seat, 2, \"message\")",
        bind!(award),
    ),
    entry(
        ON,
        IN,
        "count(name: counter, amount: integer, key: any?)",
        "Changes a counter by an amount, within its bounds. `key`: the seat, feature, cell or number that the counter \
         needs.",
        "count(\"gold\", 3, seat)",
        bind!(count),
    ),
    entry(
        ON,
        IN,
        "set_counter(name: counter, value: integer, key: any?)",
        "Sets a counter to a value, within its bounds. `key`: the seat, feature, cell or number that the counter \
         needs.",
        "set_counter(\"laps\", 0, seat)",
        bind!(set_counter),
    ),
    entry(
        ON,
        IN,
        "pay(name: counter, from: seat?, to: seat?, amount: integer)",
        "Moves an amount of a counter from one seat to another; nil is the bank.",
        "pay(\"gold\", seat, nil, 2)",
        bind!(pay),
    ),
    entry(
        ON,
        IN,
        "deploy(kind: figure_kind, seat: seat, place: any, slot: integer?) -> figure?",
        "Deploys a figure from its supply. Returns the figure; nil if a rule acted instead. `place` is a segment, a \
         feature (its first segment, which its `key()` names), a cell, a corner or seam next to a tile, another figure \
         (its place), or the name of a zone, with `slot` for its slot. The rule is responsible for the place: the \
         function checks neither `on` and `claim` of the figure, which limit only the step `deploy`, nor that the cell \
         has a tile.",
        "deploy(\"scout\", seat, path)",
        bind!(deploy),
    ),
    entry(
        ON,
        IN,
        "move(figure: figure, place: any, slot: integer?)",
        "Moves a figure to another place, or to the same one again. `place` and `slot` have the same forms as in \
            `deploy`, and are checked as little. `deployed` is reported each time, with `from`.",
        "move(figure, \"castle\")",
        bind!(move_figure),
    ),
    entry(
        ON,
        IN,
        "take_home(figure: figure, settings: {reason: text}?)",
        "Returns a figure to its supply.\n- `reason`: the reason in the event `took_home`.",
        "take_home(figure, { reason = \"eaten\" })",
        bind!(take_home),
    ),
    entry(
        ON,
        IN,
        "move_token(token: token, place: any)",
        "Puts a token on a segment, a feature (its first segment), a cell, a corner or seam next to a tile, or a \
         zone; with nil, takes it off the board.",
        "move_token(\"ship\", tile:cell())",
        bind!(move_token),
    ),
];

pub(super) fn apply(host: &Host, effect: Effect) -> mlua::Result<()> {
    host.game_mut()?.effect(effect).map_err(|e| misuse(e.message))
}

fn award(
    host: &Host,
    lua: &Lua,
    seat: SeatArg,
    Int(points): Int,
    name: Text,
    feature: Option<Handle>,
    reason: Option<Text>,
) -> mlua::Result<()> {
    let (seat, book) = (check_seat(host, seat)?, host.book(&name)?);
    let segment = feature.map_or(Ok(None), |f| segment_of(host, f))?;
    let told = host.symbol(reason.as_ref().unwrap_or(&name))?;
    let reason = reason.map(|_| told);
    if points != 0 && host.game()?.journal().is_some() {
        let origin = super::caller::find_caller(lua, host);
        host.game_mut()?.explain_award(seat, points, book, segment, told, origin);
    }
    apply(host, Effect::Award { seat, points, book, segment, reason })
}

fn count(host: &Host, lua: &Lua, name: Text, Int(amount): Int, key: Value) -> mlua::Result<()> {
    let counter = host.counter(&name)?;
    let key = counter_key(host, counter, key, lua)?;
    apply(host, Effect::Count { counter, key, amount })
}

fn set_counter(host: &Host, lua: &Lua, name: Text, Int(value): Int, key: Value) -> mlua::Result<()> {
    let counter = host.counter(&name)?;
    let key = counter_key(host, counter, key, lua)?;
    let now = host.game()?.counter(counter, key);
    apply(host, Effect::Count { counter, key, amount: value.saturating_sub(now) })
}

fn pay(
    host: &Host,
    _: &Lua,
    name: Text,
    from: Option<SeatArg>,
    to: Option<SeatArg>,
    Int(amount): Int,
) -> mlua::Result<()> {
    let counter = host.counter(&name)?;
    if amount < 0 {
        return Err(misuse("a payment is not below 0"));
    }
    let purse = |seat: Option<SeatArg>| seat.map_or(Ok(Purse::Bank), |s| check_seat(host, s).map(Purse::Seat));
    apply(host, Effect::Pay { counter, from: purse(from)?, to: purse(to)?, amount })
}

/// Converts a value to a place: a handle on the board, or the name of a zone with a slot.
fn place_of(host: &Host, value: Value, slot: Option<Int>) -> mlua::Result<Place> {
    match &value {
        Value::String(name) => {
            let zone = host.zone(name).map_err(|error| {
                let text = crate::vm::trouble::ScriptError::from_error(&error).message;
                misuse(format!(
                    "{text}; a text names a zone: for a cell or something on the board give the thing itself"
                ))
            })?;
            let slot = u16::try_from(slot.map_or(0, |Int(n)| n)).map_err(|_| misuse("there is no such slot"))?;
            Ok(Place::Zone(zone, slot))
        }
        Value::LightUserData(data) => match Handle::unpack(*data) {
            Some(h) => match h.sort {
                HandleKind::Cell => Ok(Place::Cell(h.cell())),
                HandleKind::Joint => Ok(Place::Joint(h.joint())),
                // The root segment depends on the order of placement, so the first segment is used.
                HandleKind::Feature => {
                    Ok(Place::Segment(host.feature(h.segment())?.board().first_segment(h.segment())))
                }
                HandleKind::Segment | HandleKind::Figure => {
                    segment_of(host, h)?.map(Place::Segment).ok_or_else(|| misuse("this figure is on no feature"))
                }
                other => Err(misuse(format!(
                    "{} is not a place: a place is a segment, a feature, a cell, a corner, a seam, a figure on a \
                     segment, or the name of a zone",
                    other.with_article()
                ))),
            },
            None => Err(misuse("this is not a place")),
        },
        other => Err(misuse(format!("expected a place, got {}", describe(other)))),
    }
}

fn deploy(
    host: &Host,
    _: &Lua,
    figure: Text,
    seat: SeatArg,
    place: Value,
    slot: Option<Int>,
) -> mlua::Result<Option<Figure>> {
    let (figure, seat) = (host.figure(&figure)?, check_seat(host, seat)?);
    let place = place_of(host, place, slot)?;
    host.game_mut()?.forget_put();
    apply(host, Effect::Deploy { seat, figure, place })?;
    Ok(host.game()?.last_put().map(Figure))
}

/// Returns the figure that was deployed last.
pub(super) fn last_deployed(host: &Host, _: &Lua) -> mlua::Result<Option<Figure>> {
    Ok(host.game()?.last_put().map(Figure))
}

fn move_figure(host: &Host, _: &Lua, Figure(figure): Figure, place: Value, slot: Option<Int>) -> mlua::Result<()> {
    let place = place_of(host, place, slot)?;
    apply(host, Effect::MoveFigure { figure, place })
}

fn take_home(host: &Host, _: &Lua, Figure(figure): Figure, settings: Option<Table>) -> mlua::Result<()> {
    let settings = SettingsTable::from_table(settings.as_ref());
    settings.only(&["reason"])?;
    let reason = settings.text("reason")?.map(|text| host.symbol(&text)).transpose()?;
    apply(host, Effect::TakeHome { figure, reason })
}

fn move_token(host: &Host, _: &Lua, name: Text, place: Value) -> mlua::Result<()> {
    let token = host.token(&name)?;
    let place = if place.is_nil() { None } else { Some(place_of(host, place, None)?) };
    apply(host, Effect::MoveToken { token, place })
}
