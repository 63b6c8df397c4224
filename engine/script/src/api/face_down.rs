//! Provides functions for face-down tiles: the seats that have seen them, and turning them up.

use mlua::{Lua, LuaString, Table};
use tilewright_core::state::effect::Effect;

use super::effects::apply;
use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::lookup::find_tile;
use super::seats::check_seat;
use super::settings::SettingsTable;
use super::take_up::{by_whom, turn_of};
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
        "Shows a face-down tile to a seat, which knows its kind from then on. Returns the kind. The other seats see \
         that it looked.",
        "look_under(seat, chosen)",
        bind!(text look_under),
    ),
    entry(
        ON,
        IN,
        "turn_up(tile: tile, turn: integer, settings: {seat: seat, reason: text}?)",
        "Turns up a face-down tile: the tile replaces its back on the board, even if it does not match the tiles \
         around at that turn; `fits_if_turned_up` returns the turns that match. Figures on segments of the back go \
         home first. The tile receives its own number, so `cell:tile()` finds it. Features that it completes are \
         scored by the next `score` step of the running part.\n- `seat`: the seat that turns it up. Without it, the \
         active seat.\n- `reason`: the reason in the events `placed` and `turned_up`.",
        "turn_up(tile, fits_if_turned_up(tile)[1] or tile:turn())",
        bind!(turn_up),
    ),
    entry(
        ON,
        IN,
        "turn_down(tile: tile, settings: {turn: integer, known_to: seat[], seat: seat, reason: text}?)",
        "Turns a tile face down: its back replaces it on the board. Figures on its segments go home first.\n- `turn`: \
         the turn of the back. Without it, the first turn at which the back matches the tiles around.\n- `known_to`: \
         the seats that know the tile from then on. All other seats count as not knowing it, although they have seen it.\n- `seat`: \
         the seat that turns it down. Without it, the active seat.\n- `reason`: the reason in the events `placed`, \
         which reports the back, and `turned_down`.",
        "turn_down(tile, { known_to = { seat } })",
        bind!(turn_down),
    ),
    entry(
        ON,
        Allowed::Rules,
        "fits_if_turned_up(tile: tile) -> integer[]",
        "Returns the turns at which a face-down tile would match the tiles around. A seat that learns them may guess \
         the tile.",
        "#fits_if_turned_up(tile) > 0",
        bind!(making fits_if_turned_up),
    ),
    entry(
        Receiver::Tile,
        Allowed::Rules,
        "face_down() -> boolean",
        "Returns true if it is face down. `kind` is its back then.",
        "if tile:face_down() then look_under(seat, tile) end",
        bind!(face_down),
    ),
    entry(
        Receiver::Tile,
        Allowed::Rules,
        "hidden_kind() -> kind?",
        "Returns the kind of a face-down tile; nil for any other tile. Rules always know it, but their questions and \
         notes must not reveal it.",
        "tile:hidden_kind() == \"Treasure\"",
        bind!(text hidden_kind),
    ),
    entry(
        Receiver::Tile,
        Allowed::Rules,
        "known_by(seat: seat) -> boolean",
        "Returns true if a seat has seen a face-down tile; true for any other tile.",
        "if not tile:known_by(seat) then look_under(seat, tile) end",
        bind!(is_known_by),
    ),
];

fn look_under(host: &Host, lua: &Lua, seat: SeatArg, Tile(tile): Tile) -> mlua::Result<Option<LuaString>> {
    let seat = check_seat(host, seat)?;
    find_tile(&*host.game()?, tile)?;
    apply(host, Effect::Look { seat, tile })?;
    let hidden = host.game()?.face_down(tile);
    hidden.map(|hidden| host.word(lua, hidden.kind)).transpose()
}

fn turn_up(host: &Host, lua: &Lua, Tile(tile): Tile, turn: Int, settings: Option<Table>) -> mlua::Result<()> {
    let turn = turn_of(turn)?;
    let settings = SettingsTable::from_table(settings.as_ref());
    settings.only(&["seat", "reason"])?;
    let (seat, reason) = by_whom(host, lua, &settings)?;
    find_tile(&*host.game()?, tile)?;
    apply(host, Effect::TurnUp { seat, tile, turn, reason })
}

fn turn_down(host: &Host, lua: &Lua, Tile(tile): Tile, settings: Option<Table>) -> mlua::Result<()> {
    let settings = SettingsTable::from_table(settings.as_ref());
    settings.only(&["turn", "known_to", "seat", "reason"])?;
    let (seat, reason) = by_whom(host, lua, &settings)?;
    let known_to = settings.seats(host, "known_to")?.unwrap_or_default();
    find_tile(&*host.game()?, tile)?;
    let turn = match settings.number(lua, "turn")? {
        Some(turn) => turn_of(Int(turn))?,
        None => host.game()?.first_turn_down(tile),
    };
    apply(host, Effect::TurnDown { seat, tile, turn, known_to, reason })
}

fn fits_if_turned_up(host: &Host, lua: &Lua, Tile(tile): Tile) -> mlua::Result<Table> {
    let game = host.game()?;
    find_tile(&game, tile)?;
    if game.face_down(tile).is_none() {
        return Err(misuse("this tile is not face down"));
    }
    lua.create_sequence_from(game.turns_if_turned_up(tile).into_iter().map(|turn| turn.0))
}

fn face_down(host: &Host, _: &Lua, Tile(tile): Tile) -> mlua::Result<bool> {
    let game = host.game()?;
    find_tile(&game, tile)?;
    Ok(game.face_down(tile).is_some())
}

fn hidden_kind(host: &Host, lua: &Lua, Tile(tile): Tile) -> mlua::Result<Option<LuaString>> {
    let hidden = {
        let game = host.game()?;
        find_tile(&game, tile)?;
        game.face_down(tile)
    };
    hidden.map(|hidden| host.word(lua, hidden.kind)).transpose()
}

fn is_known_by(host: &Host, _: &Lua, Tile(tile): Tile, seat: SeatArg) -> mlua::Result<bool> {
    let seat = check_seat(host, seat)?;
    let game = host.game()?;
    find_tile(&game, tile)?;
    Ok(game.face_down(tile).is_none_or(|hidden| hidden.known_by.contains(seat)))
}
