//! Provides functions for bags, stacks, hands and dice.

use mlua::{FromLua, Lua, LuaString, Table, Value};
use tilewright_core::catalog::BagOwner;
use tilewright_core::catalog::id::{BagId, TileKindId};
use tilewright_core::catalog::seat::{Seat, SeatSet};
use tilewright_core::state::effect::Effect;

use super::effects::apply;
use super::game::seated;
use super::settings::Settings;
use super::{Allowed, HostFunction, Receiver, bind, entry};
use crate::host::handle::{Int, SeatArg};
use crate::host::text::{Called, Text};
use crate::host::{Host, text};
use crate::vm::trouble::misuse;

const ON: Receiver = Receiver::Global;
const IN: Allowed = Allowed::Effects;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        IN,
        "draw(bag: bag, settings: {seat: seat, as: text, secret: boolean, unseen: boolean}?) -> kind?",
        "Draws a tile out of a bag or off a stack and tells its kind; nothing when it is empty. `seat`: who draws, else \
         the active seat, out of its own bag where each has one; `as`: what records call the place it was drawn from; `secret`: only that seat sees it; `unseen`: nobody does, as of a tile that is laid \
         face down.",
        "local kind = draw(\"messages\", { as = \"removed\" })",
        bind!(text draw),
    ),
    entry(
        ON,
        IN,
        "deal(from: bag, counts: any)",
        "Deals the tiles of a bag out at random: so many to each bag or stack that the table names.",
        "deal(\"discards\", { hidden_1 = 4, hidden_2 = 3 })",
        bind!(deal),
    ),
    entry(
        ON,
        Allowed::Rules,
        "bag_of(bag: bag, seat: seat) -> bag",
        "The name of the bag that a seat has of those that each seat has, as events and other functions have it. Where the \
         bag is named without a seat, that of the active seat is meant.",
        "put_back(bag_of(\"stack\", seat), kind)",
        bind!(text bag_of),
    ),
    entry(ON, IN, "shuffle(bag: bag)", "Shuffles a stack.", "shuffle(\"hidden_1\")", bind!(shuffle)),
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
        "A tile leaves a bag without being drawn; of a stack the topmost of that kind.",
        "take_out(\"bag\", \"T01\")",
        bind!(take_out),
    ),
    entry(
        ON,
        IN,
        "pour(from: bag, into: bag, kinds: kind[]?) -> integer",
        "All tiles of a bag, or all of some kinds, leave it without being drawn and go into another one, or under a \
         stack: kind by kind, in order. Returns their number.",
        "pour(\"pile\", \"bag\")",
        bind!(pour),
    ),
    entry(
        ON,
        Allowed::Rules,
        "bag_order(stack: bag) -> kind[]",
        "The tiles of a stack from the bottom to the top; nothing for bags.",
        "bag_order(\"discards\")[1]",
        bind!(making bag_order),
    ),
    entry(
        ON,
        IN,
        "to_hand(seat: seat, kind: kind)",
        "A tile goes into a seat's hand.",
        "to_hand(seat, draw(\"bag\"))",
        bind!(to_hand),
    ),
    entry(
        ON,
        IN,
        "from_hand(seat: seat, kind: kind)",
        "A tile leaves a seat's hand.",
        "from_hand(seat, hand(seat)[1])",
        bind!(from_hand),
    ),
    entry(
        ON,
        IN,
        "in_play(kind: kind?)",
        "The tile that the running turn part plays from now on, for its `place` step; nothing for none.",
        "in_play(draw(\"bag\"))",
        bind!(in_play),
    ),
    entry(
        ON,
        IN,
        "roll(die: die, seat: seat?) -> any",
        "Rolls a die and tells its face: a text, or a seat if its faces are the seats.",
        "begin_with(roll(\"first_player\"))",
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
];

fn acting(host: &Host, seat: Option<Seat>) -> mlua::Result<Seat> {
    seat.map_or_else(|| Ok(host.game()?.active_seat()), Ok)
}

fn draw(host: &Host, lua: &Lua, (bag, settings): (Text, Option<Table>)) -> mlua::Result<Option<LuaString>> {
    let bag = host.declared_bag(&bag)?;
    let settings = Settings::of(settings.as_ref());
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

fn deal(host: &Host, lua: &Lua, (from, counts): (Text, Table)) -> mlua::Result<()> {
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

fn bag_of(host: &Host, lua: &Lua, (bag, seat): (Text, SeatArg)) -> mlua::Result<LuaString> {
    let bag = host.declared_bag(&bag)?;
    let seat = seated(host, seat)?;
    if !matches!(host.catalog.bags[bag].owner, BagOwner::EachSeat { .. }) {
        let key = host.catalog.bags.key_str(bag);
        return Err(misuse(format!("no seat has a bag `{key}` of its own: name it without `bag_of`")));
    }
    host.word(lua, host.bag_of_seat(bag, Some(seat))?)
}

fn shuffle(host: &Host, _: &Lua, bag: Text) -> mlua::Result<()> {
    apply(host, Effect::Shuffle { bag: host.bag(&bag)? })
}

fn put_back(host: &Host, _: &Lua, (bag, kind): (Text, Text)) -> mlua::Result<()> {
    apply(host, Effect::PutBack { bag: host.bag(&bag)?, kind: host.kind(&kind)? })
}

fn take_out(host: &Host, _: &Lua, (bag, kind): (Text, Text)) -> mlua::Result<()> {
    apply(host, Effect::Remove { bag: host.bag(&bag)?, kind: host.kind(&kind)? })
}

fn pour(host: &Host, _: &Lua, (from, into, kinds): (Text, Text, Option<Vec<LuaString>>)) -> mlua::Result<u32> {
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

fn to_hand(host: &Host, _: &Lua, (seat, kind): (SeatArg, Text)) -> mlua::Result<()> {
    apply(host, Effect::ToHand { seat: seated(host, seat)?, kind: host.kind(&kind)? })
}

fn from_hand(host: &Host, _: &Lua, (seat, kind): (SeatArg, Text)) -> mlua::Result<()> {
    apply(host, Effect::FromHand { seat: seated(host, seat)?, kind: host.kind(&kind)? })
}

fn in_play(host: &Host, _: &Lua, kind: Option<Text>) -> mlua::Result<()> {
    let kind = kind.map(|k| host.kind(&k)).transpose()?;
    apply(host, Effect::InPlay { kind })
}

fn roll(host: &Host, lua: &Lua, (die, seat): (Text, Option<SeatArg>)) -> mlua::Result<Value> {
    let die = host.die(&die)?;
    let seat = acting(host, seat.map(|s| seated(host, s)).transpose()?)?;
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

fn chance(host: &Host, lua: &Lua, (name, Int(bound)): (Text, Int)) -> mlua::Result<u32> {
    let bound = u32::try_from(bound).ok().filter(|&b| b > 0).ok_or_else(|| misuse("the bound must be above 0"))?;
    Ok(host.game_mut()?.pick_number(&text::key(&name.hold(lua)?)?, bound))
}
