//! Checks seats from scripts.

use tilewright_core::catalog::seat::Seat;

use crate::host::Host;
use crate::host::handle::SeatArg;
use crate::vm::trouble::misuse;

/// Returns the seat; an error if it does not play.
pub(super) fn check_seat(host: &Host, SeatArg(seat): SeatArg) -> mlua::Result<Seat> {
    match host.game()?.seat_count() {
        seats if seat.index() < seats => Ok(seat),
        seats => {
            let last = seats.saturating_sub(1);
            Err(misuse(format!("`{}` is not a seat of this game: rules count seats from 0 to {last}", seat.0)))
        }
    }
}
