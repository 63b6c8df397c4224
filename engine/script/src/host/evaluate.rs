//! Fills sheets: calls the rule of a terrain and its amendments in one call of Lua.

use mlua::Function;
use tilewright_core::catalog::id::{SegmentId, TerrainId};
use tilewright_core::catalog::seat::{PerSeat, Seat};
use tilewright_core::limits;
use tilewright_core::machine::scoring::appraisals;
use tilewright_core::state::Game;
use tilewright_core::state::sheet::Sheet as Data;

use crate::host::handle::{Feature, Int, Sheet};
use crate::host::{Chain, ClaimRules, Host, Mode};
use crate::vm::trouble::misuse;

/// Maximum number of changes to one rule; they are bits of a number that Lua holds exactly.
pub(crate) const MOST_CHANGES: usize = 50;

/// Maximum depth of rules that query values from within values.
const MOST_NESTED: u8 = 8;

/// Fills the sheet that the host holds. Requires a game in the host.
#[inline]
pub(crate) fn fill(host: &Host, chain: &Chain, segment: SegmentId, last: bool) -> mlua::Result<()> {
    host.change.set(None);
    let own_claims = if chain.own_claims { Some(claims(host, segment)?) } else { None };
    let (root, applies) = {
        let game = host.game.borrow();
        let mut sheet = host.sheet.borrow_mut();
        sheet.stage = 0;
        sheet.share = chain.share;
        sheet.book = chain.book;
        if let Some(claims) = own_claims {
            sheet.claims = claims;
        }
        let applies = if chain.whole.is_some() { applying(&game, chain, segment, last) } else { 0 };
        (game.board().features().root(segment), applies)
    };
    match &chain.whole {
        Some(whole) if applies != 0 => whole.call((Sheet(0), Feature(root.segment()), last, applies as f64)),
        _ => chain.base.call((Sheet(0), Feature(root.segment()), last)),
    }
}

/// Returns the claims of all seats on a feature: the claims of its figures, amended by rules.
#[inline]
pub(crate) fn claims(host: &Host, segment: SegmentId) -> mlua::Result<PerSeat<i32>> {
    let claims = host.game.borrow().board().features().claims(segment);
    match host.claim_rules.get() {
        Some(rules) if !host.claiming.get() => amended_claims(host, rules, segment, claims),
        _ => Ok(claims),
    }
}

/// Runs the functions that amend the claims on features of the terrain. They cannot change the game, and they see the
/// unamended claims of the figures.
#[cold]
fn amended_claims(
    host: &Host,
    ClaimRules { rules, lua }: &ClaimRules,
    segment: SegmentId,
    mut claims: PerSeat<i32>,
) -> mlua::Result<PerSeat<i32>> {
    let (terrain, root, seats) = {
        let game = host.game.borrow();
        let board = game.board();
        (board.terrain(segment), board.features().root(segment), game.seat_count())
    };
    let meant = |named: TerrainId| host.catalog.counts_as(terrain, named);
    if !rules.iter().any(|&(named, _)| meant(named)) {
        return Ok(claims);
    }
    let Some(lua) = lua.try_upgrade() else { return Ok(claims) };
    let (mode, scoring) = (host.mode.replace(Mode::Pure), host.scoring.replace(false));
    host.claiming.set(true);
    let mut amend = || {
        for (_, function) in rules.iter().filter(|&&(named, _)| meant(named)) {
            let table = lua.create_table()?;
            for (seat, &claim) in claims.iter().enumerate().take(seats) {
                table.raw_set(seat, claim)?;
            }
            function.call::<()>((Feature::from(root), &table))?;
            for (seat, claim) in claims.iter_mut().enumerate().take(seats) {
                let Int(amended) = table.raw_get(seat)?;
                if amended.abs() > limits::AWARD {
                    return Err(misuse(format!("a claim is at most {}", limits::AWARD)));
                }
                *claim = amended;
            }
        }
        Ok(())
    };
    let done = amend();
    host.claiming.set(false);
    host.mode.set(mode);
    host.scoring.set(scoring);
    done.map(|()| claims)
}

/// Returns the set of changes that apply, as one bit for each.
fn applying(game: &Game, chain: &Chain, segment: SegmentId, last: bool) -> u64 {
    let board = game.board();
    let mut finished = None;
    let mut applies = 0;
    for (i, condition) in chain.conditions.iter().enumerate() {
        let fits = condition.last.is_none_or(|wanted| wanted == last)
            && condition
                .finished
                .is_none_or(|wanted| wanted == *finished.get_or_insert_with(|| board.is_complete(segment)))
            && condition.tag.is_none_or(|tag| board.tagged_segments(segment, tag) > 0)
            && condition.with_token.is_none_or(|token| game.lies_on_feature(token, segment));
        applies |= u64::from(fits) << i;
    }
    applies
}

/// Runs code that fills sheets within the running function. That code uses a separate sheet and cannot change the game.
fn aside<R>(host: &Host, run: impl FnOnce() -> mlua::Result<R>) -> mlua::Result<R> {
    let depth = host.nested.get();
    if depth >= MOST_NESTED {
        return Err(misuse("the value of a feature asks for a value that asks for a value, and so on"));
    }
    host.nested.set(depth + 1);
    let (mode, scoring) = (host.mode.replace(Mode::Pure), host.scoring.replace(true));
    let (outer, change) = (host.sheet.take(), host.change.get());
    let result = run();
    *host.sheet.borrow_mut() = outer;
    if result.is_ok() {
        host.change.set(change);
    }
    host.nested.set(depth);
    host.mode.set(mode);
    host.scoring.set(scoring);
    result
}

/// Evaluates every rule for the worth of a feature and passes each sheet to `take`.
fn each_sheet(
    host: &Host,
    segment: SegmentId,
    last: bool,
    explain: bool,
    mut take: impl FnMut(&mut Data),
) -> mlua::Result<()> {
    let rules = match host.scored.get() {
        Some(hooks) => appraisals(&*host.game()?, hooks, segment, last),
        None => Vec::new(),
    };
    aside(host, || {
        for (rule, about) in rules {
            let Some(chain) = host.chains.get().and_then(|c| c.get(rule.index())) else { continue };
            {
                let mut sheet = host.sheet.borrow_mut();
                sheet.clear();
                sheet.explain = explain;
            }
            fill(host, chain, about, last)?;
            take(&mut host.sheet.borrow_mut());
        }
        Ok(())
    })
}

/// Returns the sheets of a feature, each as it would be paid.
pub(crate) fn sheets(host: &Host, segment: SegmentId, last: bool, explain: bool) -> mlua::Result<Vec<Data>> {
    let mut sheets = Vec::new();
    each_sheet(host, segment, last, explain, |sheet| sheets.push(sheet.clone()))?;
    Ok(sheets)
}

/// Returns a sheet that a function of a script fills, starting from `start`.
pub(crate) fn free_sheet(host: &Host, start: Data, function: &Function) -> mlua::Result<Data> {
    aside(host, || {
        *host.sheet.borrow_mut() = start;
        function.call::<()>(Sheet(0))?;
        Ok(host.sheet.take())
    })
}

/// Returns the worth of a feature for a seat that receives all of it.
pub(crate) fn total(host: &Host, segment: SegmentId, last: bool) -> mlua::Result<i32> {
    let mut total = 0i32;
    each_sheet(host, segment, last, false, |sheet| total = total.saturating_add(sheet.total()))?;
    Ok(total)
}

/// Returns the points that each seat would receive for a feature.
pub(crate) fn shares(host: &Host, segment: SegmentId, last: bool) -> mlua::Result<PerSeat<i32>> {
    let mut points = PerSeat::<i32>::default();
    each_sheet(host, segment, last, false, |sheet| {
        for (seat, more) in sheet.shares().into_iter().enumerate() {
            let own = &mut points[Seat(seat as u8).index()];
            *own = own.saturating_add(more);
        }
    })?;
    Ok(points)
}
