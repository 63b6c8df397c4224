//! Which plane of the board a script means.

use tilewright_core::catalog::lattice::{Plane, Planes};

use super::game::seated;
use crate::host::Host;
use crate::host::handle::SeatArg;
use crate::host::text::{Called, Text};
use crate::vm::trouble::misuse;

/// The plane of a name; of those of seats that of a seat, or of the active one.
pub(super) fn named(host: &Host, name: &impl Called, seat: Option<SeatArg>) -> mlua::Result<Plane> {
    let of = host.plane(name)?;
    let seat = match (host.catalog.planes[of].each_seat, seat) {
        (false, None) => None,
        (false, Some(_)) => {
            let key = host.catalog.planes.key(of);
            return Err(misuse(format!("the plane `{key}` belongs to no seat: leave the seat out")));
        }
        (true, Some(seat)) => Some(seated(host, seat)?),
        (true, None) => Some(host.game()?.active_seat()),
    };
    host.catalog.board.plane(of, seat).ok_or_else(|| misuse("there is no such plane"))
}

/// The plane of a name, or the first where none is named.
pub(super) fn one(host: &Host, name: Option<Text>, seat: Option<SeatArg>) -> mlua::Result<Plane> {
    name.map_or(Ok(Plane::FIRST), |name| named(host, &name, seat))
}

/// The plane of a name, or those on which steps let the active seat place tiles.
pub(super) fn open(host: &Host, name: Option<impl Called>, seat: Option<SeatArg>) -> mlua::Result<Planes> {
    match name {
        Some(name) => named(host, &name, seat).map(Planes::only),
        None => Ok(host.catalog.board.open_to(host.game()?.active_seat())),
    }
}
