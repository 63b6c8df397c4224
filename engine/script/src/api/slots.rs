//! Provides functions for slots of zones that hold tiles: rows to choose from, markets, tiles in front of a seat.

use mlua::{Lua, LuaString, Table};
use tilewright_core::catalog::id::{TileKindId, ZoneId};
use tilewright_core::catalog::seat::SeatSet;
use tilewright_core::state::effect::Effect;

use super::effects::apply;
use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use crate::host::Host;
use crate::host::handle::{Handle, HandleKind, Int};
use crate::host::text::Text;
use crate::vm::trouble::misuse;

const ON: Receiver = Receiver::Global;
const LOOKS: Allowed = Allowed::Rules;
const IN: Allowed = Allowed::Effects;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        LOOKS,
        "slot(zone: zone, number: integer) -> slot",
        "Returns a slot of a zone that holds tiles, by its number from 1.",
        "slot(\"row\", 1):kind()",
        bind!(slot),
    ),
    entry(
        ON,
        LOOKS,
        "slots(zone: zone, which: text?) -> slot[]",
        "Returns the slots of a zone that holds tiles, in order; with `which`, only `filled` or `free` slots. The list \
         can be the options of `ask`.",
        "local taken = ask(seat, \"take\", slots(\"row\", \"filled\"))",
        bind!(making slots),
    ),
    entry(
        ON,
        IN,
        "to_slot(zone: zone, number: integer, kind: kind)",
        "Puts a tile into a free slot.",
        "to_slot(\"row\", 1, draw(\"tiles\"))",
        bind!(to_slot),
    ),
    entry(
        ON,
        IN,
        "from_slot(zone: zone, number: integer) -> kind",
        "Takes the tile out of a slot. Returns its kind.",
        "in_play(from_slot(\"row\", 2))",
        bind!(from_slot),
    ),
    entry(
        ON,
        IN,
        "fill_slots(zone: zone, bag: bag) -> integer",
        "Draws a tile from a bag for each free slot of a zone in order, until the bag is empty. Returns the number of \
         tiles drawn.",
        "fill_slots(\"row\", \"tiles\")",
        bind!(fill_slots),
    ),
    entry(
        Receiver::Slot,
        LOOKS,
        "number() -> integer",
        "Returns its number in the zone, from 1.",
        "from_slot(\"row\", taken:number())",
        bind!(number),
    ),
];

/// Checks that a zone holds tiles and has the slot.
fn check_slot(host: &Host, zone: &Text, Int(number): Int) -> mlua::Result<(ZoneId, u16)> {
    let zone = rows(host, zone)?;
    let slots = host.catalog.zones[zone].slots;
    let number = u16::try_from(number).ok().filter(|number| (1..=slots).contains(number));
    let key = || host.catalog.zones.key(zone);
    number
        .map(|number| (zone, number))
        .ok_or_else(|| misuse(format!("the zone `{}` has the slots 1 to {slots}", key())))
}

fn rows(host: &Host, zone: &Text) -> mlua::Result<ZoneId> {
    let zone = host.zone(zone)?;
    if host.catalog.zones[zone].holds_tiles {
        return Ok(zone);
    }
    let key = host.catalog.zones.key(zone);
    Err(misuse(format!("the zone `{key}` holds figures; one with `holds: tiles` has slots for tiles")))
}

/// Returns the tile in a slot, for the method `kind`.
pub(super) fn kind_in(host: &Host, handle: Handle) -> mlua::Result<Option<TileKindId>> {
    let (zone, slot) = handle.slot();
    Ok(host.game()?.slot_tile(zone, slot))
}

fn slot(host: &Host, _: &Lua, zone: Text, number: Int) -> mlua::Result<Handle> {
    check_slot(host, &zone, number).map(|(zone, slot)| Handle::of_slot(zone, slot))
}

fn slots(host: &Host, lua: &Lua, zone: Text, which: Option<Text>) -> mlua::Result<Table> {
    let zone = rows(host, &zone)?;
    let wanted = match which.map(|which| which.read(lua)).transpose()?.as_deref() {
        None => None,
        Some("filled") => Some(true),
        Some("free") => Some(false),
        Some(other) => return Err(misuse(format!("slots are `filled` or `free`, not `{other}`"))),
    };
    let game = host.game()?;
    let all = 1..=host.catalog.zones[zone].slots;
    let meant = all.filter(|&slot| wanted.is_none_or(|filled| game.slot_tile(zone, slot).is_some() == filled));
    let meant: Vec<Handle> = meant.map(|slot| Handle::of_slot(zone, slot)).collect();
    lua.create_sequence_from(meant)
}

fn to_slot(host: &Host, _: &Lua, zone: Text, number: Int, kind: Text) -> mlua::Result<()> {
    let (zone, slot) = check_slot(host, &zone, number)?;
    apply(host, Effect::ToSlot { zone, slot, kind: host.kind(&kind)? })
}

fn from_slot(host: &Host, lua: &Lua, zone: Text, number: Int) -> mlua::Result<LuaString> {
    let (zone, slot) = check_slot(host, &zone, number)?;
    let kind = host.game()?.slot_tile(zone, slot);
    apply(host, Effect::FromSlot { zone, slot })?;
    kind.map(|kind| host.word(lua, kind)).transpose()?.ok_or_else(|| misuse("this slot holds no tile"))
}

fn fill_slots(host: &Host, _: &Lua, zone: Text, bag: Text) -> mlua::Result<u32> {
    let (zone, bag) = (rows(host, &zone)?, host.bag(&bag)?);
    let mut came = 0;
    for slot in 1..=host.catalog.zones[zone].slots {
        if host.game()?.slot_tile(zone, slot).is_some() {
            continue;
        }
        let seat = host.game()?.active_seat();
        let Some(kind) = host.game_mut()?.draw_tile(bag, seat, SeatSet::EVERYBODY, None) else { break };
        apply(host, Effect::ToSlot { zone, slot, kind })?;
        came += 1;
    }
    Ok(came)
}

fn number(_: &Host, _: &Lua, h: Handle) -> mlua::Result<u16> {
    match h.sort {
        HandleKind::Slot => Ok(h.slot().1),
        _ => Err(misuse(format!("{} has no `number`", h.sort.with_article()))),
    }
}
