//! Provides functions that write a sheet.

use mlua::Lua;
use tilewright_core::catalog::Origin;
use tilewright_core::limits;
use tilewright_core::state::sheet::Sheet as Data;

use super::caller::find_caller;
use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::feature::claims_on;
use super::seats::check_seat;
use super::settings::share_of;
use crate::host::Host;
use crate::host::handle::{Feature, Int, SeatArg, Sheet};
use crate::host::text::Text;
use crate::vm::trouble::misuse;

const ON: Receiver = Receiver::Sheet;
const IN: Allowed = Allowed::Score;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        IN,
        "per(unit: text, count: integer, each: integer)",
        "Adds an item: a number of units, with the points for each. Zero units add no item.",
        "sheet:per(\"tile\", road:tiles(), 1)",
        bind!(of Sheet, per),
    ),
    entry(
        ON,
        IN,
        "raise(unit: text, by: integer, reason: text)",
        "Changes the points of every unit of this name that is already on the sheet; `by` may be negative.",
        "sheet:raise(\"tile\", 1, \"inn\")",
        bind!(of Sheet, raise),
    ),
    entry(
        ON,
        IN,
        "void(reason: text)",
        "Makes all items already on the sheet worth 0 points.",
        "sheet:void(\"inn\")",
        bind!(of Sheet, void),
    ),
    entry(
        ON,
        IN,
        "scale(numerator: integer, denominator: integer, reason: text)",
        "Multiplies the current total of the sheet by a fraction and rounds up.",
        "sheet:scale(1, 2, \"witch\")",
        bind!(of Sheet, scale),
    ),
    entry(
        ON,
        IN,
        "flat(reason: text, points: integer)",
        "Adds a fixed number of points.",
        "sheet:flat(\"bonus\", 5)",
        bind!(of Sheet, flat),
    ),
    entry(
        ON,
        IN,
        "for_seat(seat: seat, unit: text, count: integer, each: integer, always: boolean?)",
        "Adds an item for one seat, which is paid together with the other items. Without `always`, the seat receives \
            it only if it has a share in the sheet.",
        "sheet:for_seat(seat, \"pig\", field:count_beside(\"city\", true), 1)",
        bind!(of Sheet, for_seat),
    ),
    entry(
        ON,
        IN,
        "apart(seat: seat, unit: text, count: integer, each: integer)",
        "Adds points for one seat as a separate award, with the unit as its reason. The seat receives them with or \
         without a share in the sheet.",
        "if sheet:has_share(seat) then sheet:apart(seat, \"wainwrights\", road:tiles(), 1) end",
        bind!(of Sheet, add_apart),
    ),
    entry(
        ON,
        IN,
        "claim(feature: feature)",
        "Adds the claims of all seats on another feature to the claims on the sheet.",
        "for _, field in city:neighbours(\"field\") do sheet:claim(field) end",
        bind!(of Sheet, claim),
    ),
    entry(
        ON,
        IN,
        "claim_seat(seat: seat, weight: integer?)",
        "Adds a weight to the claim of one seat; 1 without `weight`, which may be negative.",
        "sheet:claim_seat(seat)",
        bind!(of Sheet, claim_seat),
    ),
    entry(
        ON,
        IN,
        "has_share(seat: seat) -> boolean",
        "Returns true if a seat would have a share in the sheet with its current claims.",
        "if sheet:has_share(seat) then … end",
        bind!(of Sheet, has_share),
    ),
    entry(
        ON,
        IN,
        "share(name: text)",
        "Sets the distribution of the points: `majority`, `each`, `per_claim`, `ranks` or `owner`.",
        "sheet:share(\"ranks\")",
        bind!(of Sheet, share),
    ),
    entry(
        ON,
        IN,
        "total() -> integer",
        "Returns the current total of the sheet, without items for single seats.",
        "if sheet:total() > 20 then … end",
        bind!(of Sheet, total),
    ),
];

/// Writes to the sheet, with the position of the calling script if the sheet records it.
///
/// # Errors
/// There is no sheet, or it exceeds the limits on points.
#[inline]
fn write(host: &Host, lua: &Lua, write: impl FnOnce(&mut Data, Option<Origin>)) -> mlua::Result<()> {
    let origin = if host.sheet()?.explain { find_caller(lua, host) } else { None };
    let mut sheet = host.sheet()?;
    write(&mut sheet, origin);
    within(&sheet)
}

/// Returns an error if a sheet exceeds the limits on points. Sums saturate, so an overflow is also detected here.
#[inline]
fn within(sheet: &Data) -> mlua::Result<()> {
    let fits = |points: i32| (-limits::AWARD..=limits::AWARD).contains(&points);
    let last = sheet.items.last().is_none_or(|item| fits(item.points));
    let claims = sheet.claims.iter().all(|&claim| fits(claim));
    if last && claims && fits(sheet.total()) && sheet.items.len() <= limits::ITEMS {
        return Ok(());
    }
    Err(out_of_range())
}

#[cold]
fn out_of_range() -> mlua::Error {
    let (most, items) = (limits::AWARD, limits::ITEMS);
    misuse(format!("a sheet is worth at most {most} points, so is a claim on it, and it has at most {items} lines"))
}

fn per(host: &Host, lua: &Lua, unit: Text, Int(count): Int, Int(each): Int) -> mlua::Result<()> {
    let unit = host.symbol(&unit)?;
    write(host, lua, |sheet, origin| {
        if count != 0 {
            sheet.per(unit, count, each, origin);
        }
    })
}

fn raise(host: &Host, lua: &Lua, unit: Text, Int(by): Int, reason: Text) -> mlua::Result<()> {
    let (unit, reason) = (host.symbol(&unit)?, host.symbol(&reason)?);
    write(host, lua, |sheet, origin| sheet.raise(unit, by, reason, origin))
}

fn void(host: &Host, lua: &Lua, reason: Text) -> mlua::Result<()> {
    let reason = host.symbol(&reason)?;
    write(host, lua, |sheet, origin| sheet.void(reason, origin))
}

fn scale(host: &Host, lua: &Lua, Int(numerator): Int, Int(denominator): Int, reason: Text) -> mlua::Result<()> {
    if denominator <= 0 {
        return Err(misuse("the denominator must be above 0"));
    }
    let reason = host.symbol(&reason)?;
    write(host, lua, |sheet, origin| sheet.scale(numerator, denominator, reason, origin))
}

fn flat(host: &Host, lua: &Lua, reason: Text, Int(points): Int) -> mlua::Result<()> {
    let reason = host.symbol(&reason)?;
    write(host, lua, |sheet, origin| sheet.per(reason, 1, points, origin))
}

fn for_seat(
    host: &Host,
    lua: &Lua,
    seat: SeatArg,
    unit: Text,
    Int(count): Int,
    Int(each): Int,
    always: Option<bool>,
) -> mlua::Result<()> {
    let seat = check_seat(host, seat)?;
    let unit = host.symbol(&unit)?;
    write(host, lua, |sheet, origin| sheet.for_seat(seat, unit, count, each, always.unwrap_or(false), origin))
}

fn add_apart(host: &Host, lua: &Lua, seat: SeatArg, unit: Text, Int(count): Int, Int(each): Int) -> mlua::Result<()> {
    let seat = check_seat(host, seat)?;
    let unit = host.symbol(&unit)?;
    write(host, lua, |sheet, origin| {
        if count != 0 && each != 0 {
            sheet.award_separately(seat, unit, count, each, origin);
        }
    })
}

fn claim(host: &Host, _: &Lua, Feature(feature): Feature) -> mlua::Result<()> {
    let claims = claims_on(host, feature)?;
    let mut sheet = host.sheet()?;
    for (seat, weight) in claims.into_iter().enumerate() {
        sheet.claim(tilewright_core::catalog::seat::Seat(seat as u8), weight);
    }
    within(&sheet)
}

fn claim_seat(host: &Host, _: &Lua, seat: SeatArg, weight: Option<Int>) -> mlua::Result<()> {
    let seat = check_seat(host, seat)?;
    let mut sheet = host.sheet()?;
    sheet.claim(seat, weight.map_or(1, |Int(n)| n));
    within(&sheet)
}

/// Returns the weight of a seat's claim.
pub(super) fn weight_of(host: &Host, SeatArg(seat): SeatArg) -> mlua::Result<i32> {
    Ok(host.sheet()?.claims[seat.index()])
}

fn has_share(host: &Host, _: &Lua, SeatArg(seat): SeatArg) -> mlua::Result<bool> {
    Ok(host.sheet()?.has_share(seat))
}

fn share(host: &Host, lua: &Lua, name: Text) -> mlua::Result<()> {
    let share = share_of(&name.read(lua)?)
        .ok_or_else(|| misuse("a share is `majority`, `each`, `per_claim`, `ranks` or `owner`"))?;
    host.sheet()?.share = share;
    Ok(())
}

fn total(host: &Host, _: &Lua) -> mlua::Result<i32> {
    Ok(host.sheet()?.total())
}
