//! Fills sheets: calls the rule of a terrain and its amendments in one call of Lua.

use mlua::Function;
use tilewright_core::board::Board;
use tilewright_core::catalog::id::{SegmentId, TerrainId};
use tilewright_core::catalog::seat::{PerSeat, Seat};
use tilewright_core::limits;
use tilewright_core::machine::rules::ScoreRuleId;
use tilewright_core::machine::scoring::{appraisals, prepare_sheet};
use tilewright_core::state::Game;
use tilewright_core::state::sheet::Sheet as Data;

use crate::host::Host;
use crate::host::frame::{Entered, Frame, Scoring};
use crate::host::handle::{Feature, Int, Sheet};
use crate::host::rule_set::{Chain, RuleSet};
use crate::vm::trouble::misuse;

/// Maximum depth of rules that query values from within values.
const MOST_NESTED: usize = 8;

/// Fills the sheet of the current activity, which is prepared for the rule. Requires a game in the host.
#[inline]
pub(crate) fn fill(
    host: &Host,
    rules: &RuleSet,
    rule: ScoreRuleId,
    segment: SegmentId,
    last: bool,
) -> mlua::Result<()> {
    let Some(chain) = rules.chains.get(rule.index()) else { return Ok(()) };
    if !rules.claims.is_empty() && rules.hooks.score_rule(rule).own_claims {
        let claims = claims(host, segment)?;
        host.sheet()?.claims = claims;
    }
    let (root, applies) = {
        let game = host.unnoted_game()?;
        host.reads.note_feature(game.board(), segment);
        let applies = if chain.whole.is_some() { applying(host, &game, chain, segment, last) } else { 0 };
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
    let game = host.unnoted_game()?;
    host.reads.note_feature(game.board(), segment);
    let claims = game.board().features().claims(segment);
    drop(game);
    match host.rules.get() {
        Some(rules) if !rules.claims.is_empty() && !host.frames.is_amending_claims() => {
            amended_claims(host, rules, segment, claims)
        }
        _ => Ok(claims),
    }
}

/// Runs the functions that amend the claims on features of the terrain. They cannot change the game, and they see the
/// unamended claims of the figures.
#[cold]
fn amended_claims(
    host: &Host,
    rules: &RuleSet,
    segment: SegmentId,
    mut claims: PerSeat<i32>,
) -> mlua::Result<PerSeat<i32>> {
    let (terrain, root, seats) = {
        let game = host.game()?;
        let board = game.board();
        (board.terrain(segment), board.features().root(segment), game.seat_count())
    };
    let meant = |named: TerrainId| host.catalog.counts_as(terrain, named);
    let lua = host.runner.lua()?;
    let _entered = host.frames.enter(Frame::AmendClaims);
    for amendment in rules.claims.iter().filter(|amendment| meant(amendment.terrain)) {
        let table = lua.create_table()?;
        for (seat, &claim) in claims.iter().enumerate().take(seats) {
            table.raw_set(seat, claim)?;
        }
        amendment.function.call::<()>((Feature::from(root), &table))?;
        for (seat, claim) in claims.iter_mut().enumerate().take(seats) {
            let Int(amended) = table.raw_get(seat)?;
            if amended.abs() > limits::AWARD {
                return Err(misuse(format!("a claim is at most {}", limits::AWARD)));
            }
            *claim = amended;
        }
    }
    Ok(claims)
}

/// Returns true if a feature is complete, and notes that this was read.
pub(crate) fn is_complete(host: &Host, board: &Board, segment: SegmentId) -> bool {
    host.reads.note_completion(board, segment);
    board.is_complete(segment)
}

/// Returns the set of changes that apply, as one bit for each.
fn applying(host: &Host, game: &Game, chain: &Chain, segment: SegmentId, last: bool) -> u64 {
    let board = game.board();
    let mut finished = None;
    let mut applies = 0;
    for (i, condition) in chain.conditions.iter().enumerate() {
        let fits = condition.last.is_none_or(|wanted| wanted == last)
            && condition
                .finished
                .is_none_or(|wanted| wanted == *finished.get_or_insert_with(|| is_complete(host, board, segment)))
            && condition.tag.is_none_or(|tag| board.tagged_segments(segment, tag) > 0)
            && condition.with_token.is_none_or(|token| {
                host.reads.note_game();
                game.lies_on_feature(token, segment)
            });
        applies |= u64::from(fits) << i;
    }
    applies
}

/// Begins to fill a separate sheet within the running function. The functions that fill it cannot change the game.
fn enter_sheet<'a>(host: &'a Host, scoring: Scoring) -> mlua::Result<Entered<'a>> {
    if host.frames.nested_sheets() >= MOST_NESTED {
        return Err(misuse("the value of a feature depends on a value that depends on a value, and so on"));
    }
    Ok(host.frames.enter(Frame::Score(scoring)))
}

/// Evaluates every rule for the worth of a feature and passes each sheet to `take`.
fn each_sheet(
    host: &Host,
    segment: SegmentId,
    last: bool,
    explain: bool,
    mut take: impl FnMut(&mut Data),
) -> mlua::Result<()> {
    let Some(rules) = host.rules.get() else { return Ok(()) };
    let due = appraisals(&*host.game()?, &rules.hooks, segment, last);
    let _entered = enter_sheet(host, Scoring { sheet: Data::default(), amendment: None })?;
    for (rule, about) in due {
        {
            let (game, mut scoring) = (host.game()?, host.frames.scoring()?);
            scoring.amendment = None;
            scoring.sheet.explain = explain;
            prepare_sheet(&mut scoring.sheet, &game, rules.hooks.score_rule(rule), about);
        }
        fill(host, rules, rule, about, last)?;
        take(&mut *host.sheet()?);
    }
    Ok(())
}

/// Returns the sheets of a feature, each as it would be paid.
pub(crate) fn sheets(host: &Host, segment: SegmentId, last: bool, explain: bool) -> mlua::Result<Vec<Data>> {
    let mut sheets = Vec::new();
    each_sheet(host, segment, last, explain, |sheet| sheets.push(std::mem::take(sheet)))?;
    Ok(sheets)
}

/// Returns a sheet that a function of a script fills, starting from `start`.
pub(crate) fn free_sheet(host: &Host, start: Data, function: &Function) -> mlua::Result<Data> {
    let _entered = enter_sheet(host, Scoring { sheet: start, amendment: host.frames.amendment() })?;
    function.call::<()>(Sheet(0))?;
    Ok(std::mem::take(&mut *host.sheet()?))
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
