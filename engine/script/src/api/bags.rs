//! Provides functions for bags, stacks, hands and dice.

use mlua::{FromLua, Lua, LuaString, Table, Value};
use tilewright_core::catalog::BagOwner;
use tilewright_core::catalog::id::{BagId, TileKindId};
use tilewright_core::catalog::seat::{Seat, SeatSet};
use tilewright_core::state::effect::Effect;

use super::effects::apply;
use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::seats::check_seat;
use super::settings::SettingsTable;
use crate::host::handle::{Int, SeatArg};
use crate::host::text::{ScriptName, Text};
use crate::host::{Host, text};
use crate::vm::trouble::misuse;

const ON: Receiver = Receiver::Global;
const IN: Allowed = Allowed::Effects;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        IN,
        "draw(bag: bag, settings: {seat: seat, as: text, secret: boolean, unseen: boolean}?) -> kind?",
        "Draws a tile from a bag or the top of a stack. Returns its kind; nil if the bag is empty.\n- `seat`: the \
         seat that draws, from its own bag if each seat has one. Without it, the active seat.\n- `as`: the name for \
         the source in records.\n- `secret`: true: only that seat sees the tile.\n- `unseen`: true: no seat sees the \
         tile, for example because it is placed face down.",
        "local kind = draw(\"messages\", { as = \"removed\" })",
        bind!(text draw),
    ),
    entry(
        ON,
        IN,
        "deal(from: bag, counts: any)",
        "Deals the tiles of a bag out at random. `counts` is a table with the number of tiles for each bag or stack.",
        "deal(\"discards\", { hidden_1 = 4, hidden_2 = 3 })",
        bind!(deal),
    ),
    entry(
        ON,
        Allowed::Rules,
        "bag_of(bag: bag, seat: seat) -> bag",
        "Returns the full name of a seat's own bag, for a bag that each seat has, in the form that events and other \
         functions use. The plain name of such a bag means the active seat's bag.",
        "put_back(bag_of(\"stack\", seat), kind)",
        bind!(text bag_of),
    ),
    entry(ON, IN, "shuffle(bag: bag)", "Shuffles a stack.", "shuffle(\"hidden_1\")", bind!(shuffle)),
    entry(
        ON,
        IN,
        "put_back(bag: bag, kind: kind)",
        "Puts a tile into a bag, or at the bottom of a stack.",
        "put_back(\"bag\", \"T01\")",
        bind!(put_back),
    ),
    entry(
        ON,
        IN,
        "take_out(bag: bag, kind: kind)",
        "Takes a tile out of a bag without drawing it. From a stack, takes the topmost tile of the kind.",
        "take_out(\"bag\", \"T01\")",
        bind!(take_out),
    ),
    entry(
        ON,
        IN,
        "pour(from: bag, into: bag, kinds: kind[]?) -> integer",
        "Moves all tiles of a bag, or all tiles of some kinds, into another bag or to the bottom of a stack, kind by \
         kind in order, without drawing them. Returns the number of tiles.",
        "pour(\"pile\", \"bag\")",
        bind!(pour),
    ),
    entry(
        ON,
        Allowed::Rules,
        "bag_order(stack: bag) -> kind[]",
        "Returns the tiles of a stack from the bottom to the top; an empty list for a bag that is not a stack.",
        "bag_order(\"discards\")[1]",
        bind!(making bag_order),
    ),
    entry(
        ON,
        IN,
        "to_hand(seat: seat, kind: kind)",
        "Puts a tile into a seat's hand.",
        "to_hand(seat, draw(\"bag\"))",
        bind!(to_hand),
    ),
    entry(
        ON,
        IN,
        "from_hand(seat: seat, kind: kind)",
        "Takes a tile out of a seat's hand.",
        "from_hand(seat, hand(seat)[1])",
        bind!(from_hand),
    ),
    entry(
        ON,
        IN,
        "in_play(kind: kind?)",
        "Sets the tile that the running turn part plays from now on, for its `place` step. Without a kind, no tile is \
         in play.",
        "in_play(draw(\"bag\"))",
        bind!(in_play),
    ),
    entry(
        ON,
        IN,
        "roll(die: die, seat: seat?) -> any",
        "Rolls a die. Returns its face: a text, or a seat if its faces are the seats.",
        "begin_with(roll(\"first_player\"))",
        bind!(roll),
    ),
    entry(
        ON,
        IN,
        "chance(name: text, bound: integer) -> integer",
        "Returns a random whole number from 0 up to, but not including, a bound.",
        "chance(\"first_player\", seat_count())",
        bind!(chance),
    ),
];

fn acting(host: &Host, seat: Option<Seat>) -> mlua::Result<Seat> {
    seat.map_or_else(|| Ok(host.game()?.active_seat()), Ok)
}

fn draw(host: &Host, lua: &Lua, bag: Text, settings: Option<Table>) -> mlua::Result<Option<LuaString>> {
    let bag = host.declared_bag(&bag)?;
    let settings = SettingsTable::from_table(settings.as_ref());
    settings.only(&["seat", "as", "secret", "unseen"])?;
    let seat = acting(host, settings.seat(host, lua, "seat")?)?;
    let bag = host.bag_of_seat(bag, Some(seat))?;
    let name = settings.text("as")?.map(|name| text::key(&name)).transpose()?;
    let seen_by = match (settings.flag("secret")?, settings.flag("unseen")?) {
        (_, true) => SeatSet::default(),
        (true, false) => SeatSet::only(seat),
        (false, false) => SeatSet::EVERYBODY,
    };
    let kind = host.game_mut()?.draw_tile(bag, seat, seen_by, name.as_deref());
    kind.map(|k| host.word(lua, k)).transpose()
}

fn deal(host: &Host, lua: &Lua, from: Text, counts: Table) -> mlua::Result<()> {
    let from = host.bag(&from)?;
    let mut to: Vec<(BagId, u32)> = Vec::new();
    counts.for_each::<Value, Value>(|bag, count| {
        let name = Text::from_lua(bag, lua)?;
        let bag = host.bag(&name)?;
        let Int(count) = Int::from_lua(count, lua)?;
        to.push((bag, u32::try_from(count).map_err(|_| misuse("a number of tiles is not below 0"))?));
        Ok(())
    })?;
    // The iteration order of table keys is not defined, so they are sorted.
    to.sort_unstable();
    apply(host, Effect::Deal { from, to })
}

fn bag_of(host: &Host, lua: &Lua, bag: Text, seat: SeatArg) -> mlua::Result<LuaString> {
    let bag = host.declared_bag(&bag)?;
    let seat = check_seat(host, seat)?;
    if !matches!(host.catalog.bags[bag].owner, BagOwner::EachSeat { .. }) {
        let key = host.catalog.bags.key_str(bag);
        return Err(misuse(format!("the bag `{key}` does not exist for each seat: name it without `bag_of`")));
    }
    host.word(lua, host.bag_of_seat(bag, Some(seat))?)
}

fn shuffle(host: &Host, _: &Lua, bag: Text) -> mlua::Result<()> {
    apply(host, Effect::Shuffle { bag: host.bag(&bag)? })
}

fn put_back(host: &Host, _: &Lua, bag: Text, kind: Text) -> mlua::Result<()> {
    apply(host, Effect::PutBack { bag: host.bag(&bag)?, kind: host.kind(&kind)? })
}

fn take_out(host: &Host, _: &Lua, bag: Text, kind: Text) -> mlua::Result<()> {
    apply(host, Effect::Remove { bag: host.bag(&bag)?, kind: host.kind(&kind)? })
}

fn pour(host: &Host, _: &Lua, from: Text, into: Text, kinds: Option<Vec<LuaString>>) -> mlua::Result<u32> {
    let (from, into) = (host.bag(&from)?, host.bag(&into)?);
    let wanted: Vec<TileKindId> = match kinds {
        Some(names) => {
            names.iter().map(|name| Ok(host.catalog.front(host.kind(name)?))).collect::<mlua::Result<_>>()?
        }
        None => host.game()?.bag(from).kinds().collect(),
    };
    let mut poured = 0;
    for kind in wanted {
        let count = host.game()?.bag(from).count(kind);
        crate::vm::budget::charge(count as usize);
        for _ in 0..count {
            apply(host, Effect::Remove { bag: from, kind })?;
            apply(host, Effect::PutBack { bag: into, kind })?;
        }
        poured += count;
    }
    Ok(poured)
}

fn bag_order(host: &Host, lua: &Lua, stack: Text) -> mlua::Result<Table> {
    let stack = host.bag(&stack)?;
    let game = host.game()?;
    let order = game.bag(stack).order().iter().map(|&k| host.word(lua, k));
    lua.create_sequence_from(order.collect::<mlua::Result<Vec<_>>>()?)
}

fn to_hand(host: &Host, _: &Lua, seat: SeatArg, kind: Text) -> mlua::Result<()> {
    apply(host, Effect::ToHand { seat: check_seat(host, seat)?, kind: host.kind(&kind)? })
}

fn from_hand(host: &Host, _: &Lua, seat: SeatArg, kind: Text) -> mlua::Result<()> {
    apply(host, Effect::FromHand { seat: check_seat(host, seat)?, kind: host.kind(&kind)? })
}

fn in_play(host: &Host, _: &Lua, kind: Option<Text>) -> mlua::Result<()> {
    let kind = kind.map(|k| host.kind(&k)).transpose()?;
    apply(host, Effect::InPlay { kind })
}

fn roll(host: &Host, lua: &Lua, die: Text, seat: Option<SeatArg>) -> mlua::Result<Value> {
    let die = host.die(&die)?;
    let seat = acting(host, seat.map(|s| check_seat(host, s)).transpose()?)?;
    let face = host.game_mut()?.roll(die, seat);
    face_value(host, lua, die, face)
}

/// Converts a face of a die to a value for scripts.
pub(crate) fn face_value(
    host: &Host,
    lua: &Lua,
    die: tilewright_core::catalog::id::DieId,
    face: u16,
) -> mlua::Result<Value> {
    if host.catalog.dice[die].seats {
        return Ok(Value::Number(f64::from(face)));
    }
    Ok(Value::String(lua.create_string(host.catalog.face_name(die, face))?))
}

fn chance(host: &Host, lua: &Lua, name: Text, Int(bound): Int) -> mlua::Result<u32> {
    let bound = u32::try_from(bound).ok().filter(|&b| b > 0).ok_or_else(|| misuse("the bound must be above 0"))?;
    Ok(host.game_mut()?.pick_number(&text::key(&name.hold(lua)?)?, bound))
}
