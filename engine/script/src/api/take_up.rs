//! Provides functions that take up tiles, move them, turn them, or replace them by another.

use mlua::{Lua, Table};
use tilewright_core::catalog::footing::PlacementPermissions;
use tilewright_core::catalog::id::Symbol;
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::catalog::pose::Pose;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::effect::{Effect, TileDestination};

use super::effects::apply;
use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::lookup::find_tile;
use super::settings::SettingsTable;
use crate::host::Host;
use crate::host::handle::{CellArg, Int, Tile};
use crate::host::text::Text;
use crate::vm::trouble::misuse;

const ON: Receiver = Receiver::Global;
const IN: Allowed = Allowed::Effects;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        IN,
        "take_up(tile: tile, settings: {bag: bag, hand: seat, seat: seat, reason: text}?)",
        "Takes a tile off the board: into a bag, into a hand, or out of the game to the tiles that are set aside. The \
         figures on its segments go home first, and so do those at corners and seams that no other tile touches. \
         Tokens on its segments leave the board. Figures and tokens on its cells remain, on bare ground. Features \
         that lose a segment may split: `parted` of a counter sets which part keeps its number, and a part that is no \
         longer finished is not scored.\n- `bag`: the bag that receives the tile; in a stack it becomes the lowest \
         tile.\n- `hand`: the seat whose hand receives the tile.\n- `seat`: the seat that takes it. Without it, the \
         active seat.\n- `reason`: the reason for the figures and the event `taken_up`.",
        "take_up(cell:tile(), { bag = \"tunnels\", reason = \"rockfall\" })",
        bind!(take_up),
    ),
    entry(
        ON,
        IN,
        "move_tile(tile: tile, cell: cell, turn: integer, settings: {free: boolean, over: boolean, seat: seat, reason: text}?)",
        "Moves a tile on the board to another cell, or turns it in place, if it fits there with its old position \
         cleared. It stays the same tile: pieces on its segments move with it, pieces on its cells stay. Figures at \
         corners and seams stay while a tile touches their place. Features that it completes are scored by the next \
         `score` step of the running part.\n- `free`: true: also to cells without neighbours.\n- `over`: true: also \
         on other tiles, if all its cells have the same height.\n- `seat`: the seat that moves it. Without it, the \
         active seat.\n- `reason`: the reason in the event `tile_moved`.",
        "move_tile(tile, tile:cell(), (tile:turn() + 2) % 4)",
        bind!(move_tile),
    ),
    entry(
        ON,
        IN,
        "replace_tile(tile: tile, kind: kind, turn: integer, settings: {bag: bag, hand: seat, seat: seat, reason: text}?)",
        "Takes a tile up, as `take_up` does, and places a tile of another kind in its cell; a kind of several cells \
         has its first cell there. The new tile must match the tiles around. `taken_up` and then `tile_replaced` \
         follow, but not `placed`; a feature that was complete before and continues through the new tile is not \
         completed again. Replacements of `take_up` are called, those of `place` are not. `add_part` keeps the tile \
         and adds a part to it.\n- `bag`: the bag that receives the old tile; in a stack it becomes the lowest \
         tile.\n- `hand`: the seat whose hand receives the old tile.\n- `seat`: the seat that replaces it. Without \
         it, the active seat.\n- `reason`: the reason in `taken_up` and `tile_replaced`.",
        "replace_tile(tile, \"rubble\", 0, { bag = \"tunnels\" })",
        bind!(replace_tile),
    ),
    entry(
        ON,
        Allowed::Rules,
        "fits_if_moved(tile: tile, cell: cell, settings: {free: boolean, over: boolean}?) -> integer[]",
        "Returns the turns at which `move_tile` can place a tile on a cell, which may be its own.\n- `free`: true: \
         also on cells without neighbours.\n- `over`: true: also on other tiles, if all its cells have the same \
         height.",
        "for _, turn in fits_if_moved(tile, tile:cell()) do … end",
        bind!(making fits_if_moved),
    ),
    entry(
        ON,
        Allowed::Rules,
        "fits_if_replaced(tile: tile, kind: kind) -> integer[]",
        "Returns the turns at which `replace_tile` can replace a tile by a kind; an empty list for a covered tile.",
        "local turn = fits_if_replaced(tile, \"rubble\")[1]",
        bind!(making fits_if_replaced),
    ),
];

/// Settings for taking up a tile: its destination, the seat and the reason.
struct Taking {
    seat: Seat,
    to: TileDestination,
    reason: Option<Symbol>,
}

impl Taking {
    fn read(host: &Host, lua: &Lua, table: Option<&Table>) -> mlua::Result<Taking> {
        let settings = SettingsTable::from_table(table);
        settings.only(&["bag", "hand", "seat", "reason"])?;
        let bag = settings.text("bag")?.map(|name| host.bag(&name)).transpose()?;
        let hand = settings.seat(host, lua, "hand")?;
        let to = match (bag, hand) {
            (None, None) => TileDestination::Aside,
            (Some(bag), None) => TileDestination::Bag(bag),
            (None, Some(seat)) => TileDestination::Hand(seat),
            (Some(_), Some(_)) => return Err(misuse("a tile goes into a bag or into a hand, not into both")),
        };
        let (seat, reason) = by_whom(host, lua, &settings)?;
        Ok(Taking { seat, to, reason })
    }
}

/// Reads the acting seat, by default the active one, and the reason.
pub(super) fn by_whom(host: &Host, lua: &Lua, settings: &SettingsTable<'_>) -> mlua::Result<(Seat, Option<Symbol>)> {
    let seat = settings.seat(host, lua, "seat")?;
    let seat = seat.map_or_else(|| host.game().map(|game| game.active_seat()), Ok)?;
    Ok((seat, settings.text("reason")?.map(|text| host.symbol(&text)).transpose()?))
}

/// Reads the flags that allow a tile without a neighbour, or over other tiles.
pub(super) fn footing(settings: &SettingsTable<'_>) -> mlua::Result<PlacementPermissions> {
    Ok(PlacementPermissions { free: settings.flag("free")?, over: settings.flag("over")? })
}

pub(super) fn turn_of(turn: Int) -> mlua::Result<Turn> {
    u8::try_from(turn.0).map(Turn).map_err(|_| misuse("a turn is not below 0"))
}

fn take_up(host: &Host, lua: &Lua, Tile(tile): Tile, settings: Option<Table>) -> mlua::Result<()> {
    let Taking { seat, to, reason } = Taking::read(host, lua, settings.as_ref())?;
    find_tile(&*host.game()?, tile)?;
    apply(host, Effect::TakeUp { seat, tile, to, reason })
}

fn replace_tile(
    host: &Host,
    lua: &Lua,
    Tile(tile): Tile,
    kind: Text,
    turn: Int,
    settings: Option<Table>,
) -> mlua::Result<()> {
    let (kind, turn) = (host.kind(&kind)?, turn_of(turn)?);
    let Taking { seat, to, reason } = Taking::read(host, lua, settings.as_ref())?;
    find_tile(&*host.game()?, tile)?;
    apply(host, Effect::ReplaceTile { seat, tile, kind, turn, to, reason })
}

fn move_tile(
    host: &Host,
    lua: &Lua,
    Tile(tile): Tile,
    CellArg(cell): CellArg,
    turn: Int,
    settings: Option<Table>,
) -> mlua::Result<()> {
    let turn = turn_of(turn)?;
    let settings = SettingsTable::from_table(settings.as_ref());
    settings.only(&["free", "over", "seat", "reason"])?;
    let footing = footing(&settings)?;
    let (seat, reason) = by_whom(host, lua, &settings)?;
    find_tile(&*host.game()?, tile)?;
    apply(host, Effect::MoveTile { seat, tile, cell, turn, footing, reason })
}

fn fits_if_moved(
    host: &Host,
    lua: &Lua,
    Tile(tile): Tile,
    CellArg(cell): CellArg,
    settings: Option<Table>,
) -> mlua::Result<Table> {
    let settings = SettingsTable::from_table(settings.as_ref());
    settings.only(&["free", "over"])?;
    let footing = footing(&settings)?;
    let game = host.game()?;
    let placed = find_tile(&game, tile)?;
    let board = game.board();
    let footing = board.footing_if_moved(tile, cell, footing);
    let turns = host.catalog.lattice.turns().filter(|_| !board.is_covered(tile));
    let fitting = turns.filter(|&turn| board.fits_without(Some(tile), placed.kind, Pose { cell, turn }, footing));
    lua.create_sequence_from(fitting.map(|turn| turn.0))
}

fn fits_if_replaced(host: &Host, lua: &Lua, Tile(tile): Tile, kind: Text) -> mlua::Result<Table> {
    let kind = host.kind(&kind)?;
    let game = host.game()?;
    find_tile(&game, tile)?;
    lua.create_sequence_from(game.turns_if_replaced(tile, kind).into_iter().map(|turn| turn.0))
}
