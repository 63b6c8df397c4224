//! Looks up the planes that scripts name.

use tilewright_core::catalog::lattice::{Plane, Planes};

use super::seats::check_seat;
use crate::host::Host;
use crate::host::handle::SeatArg;
use crate::host::text::{ScriptName, Text};
use crate::vm::trouble::misuse;

/// Returns the plane with a name; if every seat has such a plane, the plane of the given or active seat.
pub(super) fn find_plane(host: &Host, name: &impl ScriptName, seat: Option<SeatArg>) -> mlua::Result<Plane> {
    let of = host.plane(name)?;
    let seat = match (host.catalog.planes[of].each_seat, seat) {
        (false, None) => None,
        (false, Some(_)) => {
            let key = host.catalog.planes.key(of);
            return Err(misuse(format!("the plane `{key}` belongs to no seat: leave the seat out")));
        }
        (true, Some(seat)) => Some(check_seat(host, seat)?),
        (true, None) => Some(host.game()?.active_seat()),
    };
    host.catalog.board.plane(of, seat).ok_or_else(|| misuse("there is no such plane"))
}

/// Returns the plane with a name, or the first plane if no name is given.
pub(super) fn one(host: &Host, name: Option<Text>, seat: Option<SeatArg>) -> mlua::Result<Plane> {
    name.map_or(Ok(Plane::FIRST), |name| find_plane(host, &name, seat))
}

/// Returns the plane with a name, or all planes where the active seat may place tiles.
pub(super) fn open(host: &Host, name: Option<impl ScriptName>, seat: Option<SeatArg>) -> mlua::Result<Planes> {
    match name {
        Some(name) => find_plane(host, &name, seat).map(Planes::only),
        None => Ok(host.catalog.board.open_to(host.game()?.active_seat())),
    }
}
