//! Provides queries for the worth of features, and functions that pay points with a sheet.

use mlua::{Function, Lua, Value};
use tilewright_core::catalog::id::{BookId, SegmentId};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::sheet::{ItemKind, Sheet};

use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::seats::check_seat;
use super::settings::{SettingsArg, SettingsTable};
use crate::host::handle::{Feature, SeatArg, describe};
use crate::host::{Host, evaluate};
use crate::vm::trouble::misuse;

const ON: Receiver = Receiver::Global;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        Allowed::Rules,
        "value(feature: feature, final: boolean?) -> integer",
        "Returns the points of a feature for a seat that would receive all of them: now, or with `final` as at the end \
         of the game. Includes all rules that use the book of its terrain, even rules that score it through a \
         neighbouring feature.",
        "value(road, true)",
        bind!(value),
    ),
    entry(
        ON,
        Allowed::Rules,
        "share_of(feature: feature, seat: seat, final: boolean?) -> integer",
        "Returns the points that a seat would receive for a feature: now, or with `final` as at the end of the game.",
        "if share_of(road, seat, true) > 0 then … end",
        bind!(share_of),
    ),
    entry(
        ON,
        Allowed::Effects,
        "pay_sheet(feature: feature?, settings: {seat: seat, final: boolean, book: book, share: text, bonuses: boolean}?, \
         fill: function?) -> integer",
        "Awards points by a sheet, which explains them. Returns the points that were awarded, or that will be \
            awarded if rules replace awards. For a feature, the rules fill the sheet as they do when the feature is \
            scored. With \
         a function, or without a feature, the function fills a free sheet, on which no seat has a claim at first: \
         `sheet:claim(feature)` adds the claims on a feature, `sheet:claim_seat(seat)` a claim of a seat. If several rules give a seat points for one feature, the points are a single award.\n- `seat`: the only seat that receives points. \
         Without it, all seats with a share.\n- `final`: true: the rules fill the sheet as at the end of the game.\n- \
         `book`: the book in which the points are entered; required for a free sheet.\n- `share`: the distribution of \
         the points, such as `each`.\n- `bonuses`: false: items for single seats are left out.",
        "pay_sheet(road, { seat = seat, final = true, book = \"message\" }) \
         pay_sheet(nil, { book = \"aim\" }, function(sheet) sheet:claim_seat(seat) sheet:per(\"card\", 3, 2) end)",
        bind!(pay_sheet),
    ),
];

fn value(host: &Host, _: &Lua, Feature(f): Feature, last: Option<bool>) -> mlua::Result<i32> {
    host.feature(f)?;
    evaluate::total(host, f, last.unwrap_or(false))
}

fn share_of(host: &Host, _: &Lua, Feature(f): Feature, seat: SeatArg, last: Option<bool>) -> mlua::Result<i32> {
    let seat = check_seat(host, seat)?;
    host.feature(f)?;
    Ok(evaluate::shares(host, f, last.unwrap_or(false))?[seat.index()])
}

fn pay_sheet(
    host: &Host,
    lua: &Lua,
    feature: Option<Feature>,
    settings: SettingsArg,
    fill: Option<Function>,
) -> mlua::Result<i32> {
    let (read, fill) = match (settings, fill) {
        (SettingsArg::Nil, fill) => (None, fill),
        (SettingsArg::Table(read), fill) => (Some(read), fill),
        (SettingsArg::Function(fill), None) => (None, Some(fill)),
        (SettingsArg::Function(other), Some(_)) => {
            let got = describe(&Value::Function(other));
            return Err(misuse(format!("expected a table of settings, got {got}")));
        }
        (SettingsArg::Other(other), _) => {
            return Err(misuse(format!("expected a table of settings, got {}", describe(&other))));
        }
    };
    let settings = SettingsTable::read(read);
    settings.only(&["seat", "final", "book", "share", "bonuses"])?;
    let (only, book, share) = (settings.seat(host, lua, "seat")?, settings.book(host)?, settings.share()?);
    let bonuses = settings.value("bonuses")? != Value::Boolean(false);
    let (explain, first) = {
        let game = host.game_mut()?;
        (game.journal().is_some(), game.active_seat())
    };
    let segment = feature.map(|Feature(f)| host.feature(f).map(|_| f)).transpose()?;
    let free = fill.is_some();
    let sheet = match (fill, segment) {
        (Some(fill), _) => {
            let book = match (book, segment) {
                (None, Some(segment)) => Some(own_book(host, segment)?),
                _ => book,
            };
            let book = book.ok_or_else(|| misuse("a free sheet needs a `book`: what its points are booked under"))?;
            let mut start = Sheet::default();
            (start.book, start.share, start.explain) = (book, share.unwrap_or_default(), explain);
            evaluate::free_sheet(host, start, &fill)?
        }
        (None, Some(segment)) => {
            let mut sheets = evaluate::sheets(host, segment, settings.flag("final")?, explain)?;
            for sheet in &mut sheets {
                sheet.share = share.unwrap_or(sheet.share);
                sheet.items.retain(|item| bonuses || item.seat.is_none());
            }
            let seats: Vec<Seat> = host.game()?.seats_from(Seat(0)).collect();
            let under = if let [one] = &sheets[..] { one.book } else { own_book(host, segment)? };
            let mut sheet = merge_sheets(&seats, sheets);
            sheet.book = book.unwrap_or(under);
            sheet
        }
        (None, None) => return Err(misuse("without a feature a function must fill the sheet")),
    };
    let mut game = host.game_mut()?;
    let given = sum_points(&game, &sheet, only);
    // A free sheet has no claims unless its function adds them, which authors often forget.
    if free && sheet.total() != 0 && sheet.claims.iter().all(|&claim| claim == 0) {
        let text = format!("pay_sheet: the sheet totals {}, but no seat has a claim on it", sheet.total());
        game.note(&text, super::caller::find_caller(lua, host));
    }
    game.pay_sheet(&sheet, segment, first, only).map_err(|e| misuse(e.message))?;
    Ok(given)
}

fn own_book(host: &Host, segment: SegmentId) -> mlua::Result<BookId> {
    Ok(host.catalog.book_of(host.game()?.board().terrain(segment)))
}

/// Merges several sheets into one, with each seat's points from each of them.
fn merge_sheets(seats: &[Seat], mut sheets: Vec<Sheet>) -> Sheet {
    if sheets.len() <= 1 {
        return sheets.pop().unwrap_or_default();
    }
    let mut all = Sheet::default();
    for sheet in sheets {
        let Some(first) = sheet.items.first().copied() else { continue };
        let points = sheet.shares();
        for &seat in seats.iter().filter(|s| points[s.index()] != 0) {
            all.for_seat(seat, first.label, 1, points[seat.index()], true, first.origin);
        }
        all.items.extend(sheet.items.into_iter().filter(|item| item.kind == ItemKind::Apart));
    }
    all
}

/// Returns the points that a sheet gives to all seats, or to one.
fn sum_points(game: &Game, sheet: &Sheet, only: Option<Seat>) -> i32 {
    let shares = sheet.shares();
    let to = |seat: Seat| only.is_none_or(|o| o == seat);
    let all = game.seats_from(Seat(0)).filter(|&s| to(s)).map(|s| shares[s.index()]);
    let apart = sheet.parts_apart().filter(|(seat, ..)| to(*seat)).map(|(_, _, points)| points);
    all.chain(apart).fold(0, i32::saturating_add)
}
