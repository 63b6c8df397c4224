//! Looks up the tiles, segments and figures that scripts refer to, and converts places to values for scripts.

use mlua::{IntoLua, Lua, Value};
use tilewright_core::board::PlacedTile;
use tilewright_core::catalog::id::{FigureId, SegmentId, TileId, TileKindId};
use tilewright_core::catalog::lattice::Side;
use tilewright_core::state::effect::Place;
use tilewright_core::state::{Figure, Game};

use crate::host::handle::{Handle, HandleKind, Segment};
use crate::host::{Host, stale, taken_up_error};
use crate::vm::trouble::misuse;

#[cold]
pub(super) fn unfit(handle: Handle, name: &str) -> mlua::Error {
    misuse(format!("{} has no `{name}`", handle.sort.with_article()))
}

pub(super) fn find_tile(game: &Game, tile: TileId) -> mlua::Result<PlacedTile> {
    match game.board().tile(tile) {
        Some(placed) => Ok(*placed),
        None if game.board().laid_tile(tile).is_some() => Err(taken_up_error()),
        None => Err(stale()),
    }
}

pub(super) fn figure_of(game: &Game, figure: FigureId) -> mlua::Result<Figure> {
    game.figure(figure).copied().ok_or_else(|| {
        misuse("this figure is home; `ev.figure_kind` and `ev.seat` of `took_home` are its kind and owner")
    })
}

/// Returns the place of a figure; `None` if it is in the supply.
pub(super) fn place_of_figure(game: &Game, figure: FigureId) -> Option<Place> {
    game.figure(figure).and_then(|figure| figure.place)
}

/// Returns the segment of a handle; `None` if it has no segment.
pub(super) fn segment_of(host: &Host, handle: Handle) -> mlua::Result<Option<SegmentId>> {
    match handle.sort {
        HandleKind::Feature | HandleKind::Segment => host.feature(handle.segment()).map(|_| Some(handle.segment())),
        HandleKind::Figure => match place_of_figure(&*host.game()?, handle.figure()) {
            Some(Place::Segment(segment)) => Ok(Some(segment)),
            _ => Ok(None),
        },
        _ => Err(misuse(format!("expected a feature, got {}", handle.sort.with_article()))),
    }
}

/// Returns the kind of tile for the number of a handle.
pub(super) fn kind_id(index: u32) -> TileKindId {
    TileKindId(index as u16)
}

/// Returns the side with a number; an error if the lattice has no such side.
pub(super) fn side_of(host: &Host, number: i32) -> mlua::Result<Side> {
    let lattice = host.catalog.lattice;
    let side = u8::try_from(number).ok().map(Side).filter(|&side| lattice.has_side(side));
    side.ok_or_else(|| misuse(format!("a side is a number from 0 to {}", lattice.side_count() - 1)))
}

/// Converts a place to a value for scripts.
pub(crate) fn place_value(host: &Host, lua: &Lua, place: Place) -> mlua::Result<Value> {
    match place {
        Place::Segment(segment) => Segment(segment).into_lua(lua),
        Place::Cell(cell) => Handle::of_cell(cell).into_lua(lua),
        Place::Joint(joint) => Handle::of_joint(joint).into_lua(lua),
        Place::Zone(zone, _) => host.word(lua, zone).map(Value::String),
    }
}
