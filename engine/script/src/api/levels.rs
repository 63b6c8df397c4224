//! Provides functions for tiles on other tiles: their levels, and the tiles below.

use mlua::{Lua, Table};

use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::lookup::find_tile;
use crate::host::Host;
use crate::host::handle::{CellArg, Tile};

const IN: Allowed = Allowed::Rules;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        Receiver::Tile,
        IN,
        "level() -> integer",
        "Returns the number of tiles under it: 0 on the ground. `over` of `place_tile` allows a tile to be placed on \
         others.",
        "for _, tile in tiles_on_board() do sheet:per(\"height\", tile:level(), 1) end",
        bind!(level),
    ),
    entry(
        Receiver::Tile,
        IN,
        "covered() -> boolean",
        "Returns true if another tile covers it, fully or in part. The covered part belongs to no feature; the other \
         parts count as before. A covered tile cannot be taken up, moved or replaced.",
        "if not tile:covered() then take_up(tile) end",
        bind!(is_covered),
    ),
    entry(
        Receiver::Tile,
        IN,
        "tiles_under() -> tile[]",
        "Returns the tiles directly under it, each once, in the order of placement; an empty list on the ground.",
        "#tile:tiles_under() >= 2",
        bind!(making tiles_under),
    ),
    entry(
        Receiver::Cell,
        IN,
        "height() -> integer",
        "Returns the number of tiles in its pile: 0 without a tile.",
        "cell:height() > 1",
        bind!(height),
    ),
    entry(
        Receiver::Cell,
        IN,
        "pile() -> tile[]",
        "Returns the tiles of its pile, from the ground upwards; `tile` is the last of them.",
        "for _, tile in cell:pile() do … end",
        bind!(making pile),
    ),
];

fn level(host: &Host, _: &Lua, Tile(tile): Tile) -> mlua::Result<u32> {
    let game = host.game()?;
    find_tile(&game, tile)?;
    Ok(game.board().level(tile))
}

fn is_covered(host: &Host, _: &Lua, Tile(tile): Tile) -> mlua::Result<bool> {
    let game = host.game()?;
    find_tile(&game, tile)?;
    Ok(game.board().is_covered(tile))
}

fn tiles_under(host: &Host, lua: &Lua, Tile(tile): Tile) -> mlua::Result<Table> {
    let game = host.game()?;
    find_tile(&game, tile)?;
    lua.create_sequence_from(game.board().tiles_under(tile).into_iter().map(Tile))
}

fn height(host: &Host, _: &Lua, CellArg(cell): CellArg) -> mlua::Result<u32> {
    Ok(host.game()?.board().height(cell))
}

fn pile(host: &Host, lua: &Lua, CellArg(cell): CellArg) -> mlua::Result<Table> {
    let game = host.game()?;
    let board = game.board();
    let tiles = board.covered_tiles(cell).map(|(tile, _)| tile).chain(board.tile_at(cell).map(|(tile, _)| tile));
    lua.create_sequence_from(tiles.map(Tile).collect::<Vec<_>>())
}
