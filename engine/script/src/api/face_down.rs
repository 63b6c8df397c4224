//! Provides functions for face-down tiles: the seats that have seen them, and turning them up.

use mlua::{Lua, LuaString, Table};
use tilewright_core::state::effect::Effect;

use super::effects::apply;
use super::game::seated;
use super::settings::Settings;
use super::take_up::{by_whom, turn_of};
use super::things::placed;
use super::{Allowed, HostFunction, Receiver, bind, entry};
use crate::host::Host;
use crate::host::handle::{Int, SeatArg, Tile};
use crate::vm::trouble::misuse;

const ON: Receiver = Receiver::Global;
const IN: Allowed = Allowed::Effects;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        IN,
        "look_under(seat: seat, tile: tile) -> kind",
        "A seat looks at a tile that lies face down, and knows from then on what it is; returns its kind. The others see that it \
         has looked.",
        "look_under(seat, chosen)",
        bind!(text look_under),
    ),
    entry(
        ON,
        IN,
        "turn_up(tile: tile, turn: integer, settings: {seat: seat, reason: text}?)",
        "Turns up a tile that lies face down: it takes the place of its back, whether or not it meets what lies around at that \
         turn; `fits_if_turned_up` says at which it does. Figures on segments of the back go home first. It has a number of its \
         own then, so `cell:tile()` finds it. `seat` is who does it, if not the active seat; `reason` is told by the events \
         `placed` and `turned_up`. What it completes is scored by the next `score` step of the running part.",
        "turn_up(tile, fits_if_turned_up(tile)[1] or tile:turn())",
        bind!(turn_up),
    ),
    entry(
        ON,
        IN,
        "turn_down(tile: tile, settings: {turn: integer, known_to: seat[], seat: seat, reason: text}?)",
        "Turns a tile face down in the same way: its back takes its place, at `turn`, or else at the first turn at which it \
         meets what lies around. The seats in `known_to` know what it is from then on, and nobody else, though all have seen \
         it. `seat` is who does it, if not the active seat; `reason` is told by the events `placed`, of the back, and \
         `turned_down`.",
        "turn_down(tile, { known_to = { seat } })",
        bind!(turn_down),
    ),
    entry(
        ON,
        Allowed::Rules,
        "fits_if_turned_up(tile: tile) -> integer[]",
        "The turns at which a tile that lies face down would meet what lies around. Who is told them may guess what it is.",
        "#fits_if_turned_up(tile) > 0",
        bind!(making fits_if_turned_up),
    ),
    entry(
        Receiver::Tile,
        Allowed::Rules,
        "face_down() -> boolean",
        "Whether it lies face down. Then `kind` is its back.",
        "if tile:face_down() then look_under(seat, tile) end",
        bind!(face_down),
    ),
    entry(
        Receiver::Tile,
        Allowed::Rules,
        "hidden_kind() -> kind?",
        "The kind of a tile that lies face down; nothing for any other. Rules always know it: what they ask or tell must not \
         give it away.",
        "tile:hidden_kind() == \"Treasure\"",
        bind!(text hidden_kind),
    ),
    entry(
        Receiver::Tile,
        Allowed::Rules,
        "known_by(seat: seat) -> boolean",
        "Whether a seat has seen a tile that lies face down; true for any other tile.",
        "if not tile:known_by(seat) then look_under(seat, tile) end",
        bind!(known_by),
    ),
];

fn look_under(host: &Host, lua: &Lua, (seat, Tile(tile)): (SeatArg, Tile)) -> mlua::Result<Option<LuaString>> {
    let seat = seated(host, seat)?;
    placed(&*host.game()?, tile)?;
    apply(host, Effect::Look { seat, tile })?;
    let hidden = host.game()?.face_down(tile);
    hidden.map(|hidden| host.word(lua, hidden.kind)).transpose()
}

fn turn_up(host: &Host, lua: &Lua, (Tile(tile), turn, settings): (Tile, Int, Option<Table>)) -> mlua::Result<()> {
    let turn = turn_of(turn)?;
    let settings = Settings::of(settings.as_ref());
    settings.only(&["seat", "reason"])?;
    let (seat, reason) = by_whom(host, lua, &settings)?;
    placed(&*host.game()?, tile)?;
    apply(host, Effect::TurnUp { seat, tile, turn, reason })
}

fn turn_down(host: &Host, lua: &Lua, (Tile(tile), settings): (Tile, Option<Table>)) -> mlua::Result<()> {
    let settings = Settings::of(settings.as_ref());
    settings.only(&["turn", "known_to", "seat", "reason"])?;
    let (seat, reason) = by_whom(host, lua, &settings)?;
    let known_to = settings.seats(host, "known_to")?.unwrap_or_default();
    placed(&*host.game()?, tile)?;
    let turn = match settings.number(lua, "turn")? {
        Some(turn) => turn_of(Int(turn))?,
        None => host.game()?.first_turn_down(tile),
    };
    apply(host, Effect::TurnDown { seat, tile, turn, known_to, reason })
}

fn fits_if_turned_up(host: &Host, lua: &Lua, (Tile(tile),): (Tile,)) -> mlua::Result<Table> {
    let game = host.game()?;
    placed(&game, tile)?;
    if game.face_down(tile).is_none() {
        return Err(misuse("this tile does not lie face down"));
    }
    lua.create_sequence_from(game.turns_if_turned_up(tile).into_iter().map(|turn| turn.0))
}

fn face_down(host: &Host, _: &Lua, (Tile(tile),): (Tile,)) -> mlua::Result<bool> {
    let game = host.game()?;
    placed(&game, tile)?;
    Ok(game.face_down(tile).is_some())
}

fn hidden_kind(host: &Host, lua: &Lua, (Tile(tile),): (Tile,)) -> mlua::Result<Option<LuaString>> {
    let hidden = {
        let game = host.game()?;
        placed(&game, tile)?;
        game.face_down(tile)
    };
    hidden.map(|hidden| host.word(lua, hidden.kind)).transpose()
}

fn known_by(host: &Host, _: &Lua, (Tile(tile), seat): (Tile, SeatArg)) -> mlua::Result<bool> {
    let seat = seated(host, seat)?;
    let game = host.game()?;
    placed(&game, tile)?;
    Ok(game.face_down(tile).is_none_or(|hidden| hidden.known_by.contains(seat)))
}
