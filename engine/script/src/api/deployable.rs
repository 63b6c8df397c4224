//! Lists the places where figures may be deployed by their own rules, as the step `deploy` does.

use mlua::{Lua, LuaString, Table};
use tilewright_core::catalog::id::FigureKindId;

use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::seats::check_seat;
use crate::host::Host;
use crate::host::handle::{SeatArg, Segment, Tile};
use crate::vm::budget;
use crate::vm::trouble::misuse;

const IN: Allowed = Allowed::Rules;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        Receiver::Global,
        IN,
        "deployable(tile: tile, seat: seat, kinds: figure_kind[]?) -> any[]",
        "Returns the figures that the step `deploy` would offer a seat on a tile, before rules change the offer: \
         tables with `kind`, the kind of figure, and `segment`, ordered by figure. Checks `on`, `claim` and \
         `unfinished` of the figures and the seat's supply. `kinds` limits the result to some kinds of figure; \
         without it, all kinds that may be on a terrain. The list is empty for a tile that another one covers.",
        "for _, way in deployable(tile, seat, { \"scout\" }) do deploy(way.kind, seat, way.segment) break end",
        bind!(making deployable),
    ),
    entry(
        Receiver::Segment,
        IN,
        "deployable(seat: seat, kinds: figure_kind[]?) -> figure_kind[]",
        "Returns the kinds of figure that a seat could deploy on this segment. Checks `on`, `claim` and `unfinished` \
         of the figures and the seat's supply. `kinds` limits the result to some kinds of figure.",
        "if #segment:deployable(seat) > 0 then note(\"there is room\") end",
        bind!(making deployable_here),
    ),
];

/// Returns the named kinds, each once, or all kinds that may be deployed on any terrain.
fn find_kinds(host: &Host, names: Option<Vec<LuaString>>) -> mlua::Result<Vec<FigureKindId>> {
    let Some(names) = names else {
        let all = host.catalog.figures.iter();
        return Ok(all.filter(|(_, figure)| !figure.on.is_empty()).map(|(kind, _)| kind).collect());
    };
    let mut kinds: Vec<FigureKindId> = Vec::with_capacity(names.len());
    for name in names {
        let kind = host.figure(&name)?;
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    Ok(kinds)
}

fn deployable(
    host: &Host,
    lua: &Lua,
    Tile(tile): Tile,
    seat: SeatArg,
    kinds: Option<Vec<LuaString>>,
) -> mlua::Result<Table> {
    let (seat, kinds) = (check_seat(host, seat)?, find_kinds(host, kinds)?);
    let game = host.game()?;
    let board = game.board();
    let Some(placed) = board.tile(tile) else { return Err(misuse("the tile is no longer on the board")) };
    budget::charge(kinds.len() * (1 + board.catalog().kinds[placed.kind].segments.len()));
    let list = lua.create_table()?;
    for choice in game.deployable(tile, &kinds, seat) {
        let name = host.word(lua, choice.figure)?;
        for local in (0..u32::BITS).filter(|local| choice.segments >> local & 1 == 1) {
            let segment = placed.first_segment.plus(local);
            // A covered segment belongs to no feature.
            if board.features().is_there(segment) {
                let way = lua.create_table_with_capacity(0, 2)?;
                way.raw_set("kind", &name)?;
                way.raw_set("segment", Segment(segment))?;
                list.raw_push(way)?;
            }
        }
    }
    Ok(list)
}

fn deployable_here(
    host: &Host,
    lua: &Lua,
    Segment(segment): Segment,
    seat: SeatArg,
    kinds: Option<Vec<LuaString>>,
) -> mlua::Result<Table> {
    let (seat, kinds) = (check_seat(host, seat)?, find_kinds(host, kinds)?);
    budget::charge(1 + kinds.len());
    let game = host.feature(segment)?;
    let may = kinds.into_iter().filter(|&kind| game.may_deploy(kind, segment, seat));
    let names: mlua::Result<Vec<LuaString>> = may.map(|kind| host.word(lua, kind)).collect();
    lua.create_sequence_from(names?)
}
