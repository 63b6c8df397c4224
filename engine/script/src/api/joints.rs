//! Provides functions for corners and seams, the places between cells: their tiles and their figures.

use mlua::{Lua, Table};
use tilewright_core::catalog::joint::{Corner, JointAt};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::state::effect::Place;

use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::lookup::side_of;
use crate::host::Host;
use crate::host::handle::{CellArg, Figure, Handle, Int, JointArg, SeatArg, Segment, Tile};
use crate::host::text::Text;
use crate::vm::budget;
use crate::vm::trouble::misuse;

const IN: Allowed = Allowed::Rules;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        Receiver::Cell,
        IN,
        "corner(number: integer) -> joint",
        "Returns the corner at the clockwise end of a side, counted from 0 in the north: corner 0 of a square is in \
         the north-east. It is the same corner from each of the four squares, three hexes or six triangles that meet \
         there.",
        "cell:corner(1) == cell:beside(1):corner(2)",
        bind!(corner),
    ),
    entry(
        Receiver::Cell,
        IN,
        "corners() -> joint[]",
        "Returns its corners, clockwise from the corner at the end of its northern side.",
        "for _, corner in tile:cell():corners() do … end",
        bind!(making corners),
    ),
    entry(
        Receiver::Cell,
        IN,
        "seam(side: integer) -> joint",
        "Returns the seam between this cell and the cell across a side, counted clockwise from 0 in the north. It is \
            the \
         same seam from both cells. `edge` returns the edge that a tile shows there.",
        "cell:seam(1) == cell:beside(1):seam(3)",
        bind!(seam),
    ),
    entry(
        Receiver::Cell,
        IN,
        "seams() -> joint[]",
        "Returns its seams, clockwise from the north.",
        "#cell:seams()",
        bind!(making seams),
    ),
    entry(
        Receiver::Joint,
        IN,
        "is_corner() -> boolean",
        "Returns true if it is a corner, false if it is a seam.",
        "joint:is_corner()",
        bind!(is_corner),
    ),
    entry(
        Receiver::Joint,
        IN,
        "cells_there() -> cell[]",
        "Returns the cells that meet there, with or without tiles, clockwise from the first of them in board order: \
         four squares, three hexes or six triangles at a corner, two at a seam; fewer only at the limits of all \
         boards.",
        "for _, cell in corner:cells_there() do … end",
        bind!(making cells_there),
    ),
    entry(
        Receiver::Joint,
        IN,
        "tiles_there() -> tile[]",
        "Returns the tiles that meet there, each once, in the order of `cells_there`.",
        "#corner:tiles_there() == 4",
        bind!(making tiles_there),
    ),
    entry(
        Receiver::Joint,
        IN,
        "segments_there(terrain: terrain?) -> segment[]",
        "Returns the segments that reach it, each once, in the order of `cells_there`; with a terrain, only segments \
         of that terrain. A segment reaches a seam with a port on it, from either side, and a corner with the port \
         next to the corner on a side that ends there.",
        "#corner:segments_there(\"field\") > 0",
        bind!(making segments_there),
    ),
    entry(
        Receiver::Joint,
        IN,
        "figures_there(seat: seat?) -> figure[]",
        "Returns the figures on it, in the order of their numbers; with a seat, only figures of that seat.",
        "#corner:figures_there() == 0",
        bind!(making figures_there),
    ),
    entry(
        Receiver::Joint,
        IN,
        "adjoining() -> joint[]",
        "Returns the seams that end at a corner, or the two corners at the ends of a seam, in board order.",
        "for _, seam in corner:adjoining() do … end",
        bind!(making adjoining),
    ),
    entry(
        Receiver::Figure,
        IN,
        "stands_at() -> joint?",
        "Returns the corner or seam that it is on; nil if it is on neither.",
        "local at = figure:stands_at() if at then … end",
        bind!(stands_at),
    ),
];

fn find_joint(host: &Host, cell: Cell, at: JointAt) -> mlua::Result<Handle> {
    let joint = host.catalog.lattice.joint(cell, at);
    joint.map(Handle::of_joint).ok_or_else(|| misuse(format!("there is no such corner or side of a cell {cell}")))
}

fn corner(host: &Host, _: &Lua, CellArg(cell): CellArg, Int(number): Int) -> mlua::Result<Handle> {
    let count = host.catalog.lattice.side_count();
    let corner = u8::try_from(number).ok().filter(|&number| usize::from(number) < count).map(Corner);
    let corner = corner.ok_or_else(|| misuse(format!("a corner is a number from 0 to {}", count - 1)))?;
    find_joint(host, cell, JointAt::Corner(corner))
}

fn corners(host: &Host, lua: &Lua, CellArg(cell): CellArg) -> mlua::Result<Table> {
    let all = host.catalog.lattice.corners_of(cell).map(|corner| find_joint(host, cell, JointAt::Corner(corner)));
    lua.create_sequence_from(all.collect::<mlua::Result<Vec<_>>>()?)
}

fn seam(host: &Host, _: &Lua, CellArg(cell): CellArg, Int(side): Int) -> mlua::Result<Handle> {
    find_joint(host, cell, JointAt::Seam(side_of(host, side)?))
}

fn seams(host: &Host, lua: &Lua, CellArg(cell): CellArg) -> mlua::Result<Table> {
    let all = host.catalog.lattice.sides_of(cell).map(|side| find_joint(host, cell, JointAt::Seam(side)));
    lua.create_sequence_from(all.collect::<mlua::Result<Vec<_>>>()?)
}

fn is_corner(_: &Host, _: &Lua, JointArg(joint): JointArg) -> mlua::Result<bool> {
    Ok(joint.is_corner())
}

fn cells_there(host: &Host, lua: &Lua, JointArg(joint): JointArg) -> mlua::Result<Table> {
    lua.create_sequence_from(host.catalog.lattice.cells_at(joint).into_iter().map(|(cell, _)| Handle::of_cell(cell)))
}

fn tiles_there(host: &Host, lua: &Lua, JointArg(joint): JointArg) -> mlua::Result<Table> {
    lua.create_sequence_from(host.game()?.board().tiles_at_joint(joint).into_iter().map(Tile))
}

fn segments_there(host: &Host, lua: &Lua, JointArg(joint): JointArg, terrain: Option<Text>) -> mlua::Result<Table> {
    let terrain = terrain.map(|name| host.terrain(&name)).transpose()?;
    let game = host.game()?;
    let board = game.board();
    let is_meant = |segment| terrain.is_none_or(|terrain| host.catalog.counts_as(board.terrain(segment), terrain));
    let found = board.segments_at_joint(joint).into_iter().filter(|&segment| is_meant(segment));
    lua.create_sequence_from(found.map(Segment))
}

fn figures_there(host: &Host, lua: &Lua, JointArg(joint): JointArg, seat: Option<SeatArg>) -> mlua::Result<Table> {
    let game = host.game()?;
    let is_own = |of| seat.is_none_or(|SeatArg(seat)| seat == of);
    let here = game.figures().filter(|(_, figure)| figure.place == Some(Place::Joint(joint)) && is_own(figure.seat));
    budget::charge(game.figures().count() / 32);
    lua.create_sequence_from(here.map(|(number, _)| Figure(number)))
}

fn adjoining(host: &Host, lua: &Lua, JointArg(joint): JointArg) -> mlua::Result<Table> {
    lua.create_sequence_from(host.catalog.lattice.joints_beside(joint).into_iter().map(Handle::of_joint))
}

fn stands_at(host: &Host, _: &Lua, Figure(figure): Figure) -> mlua::Result<Option<Handle>> {
    Ok(match host.game()?.figure(figure).and_then(|figure| figure.place) {
        Some(Place::Joint(joint)) => Some(Handle::of_joint(joint)),
        _ => None,
    })
}
