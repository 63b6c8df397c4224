//! Why points were given: a score sheet item by item, each with the script line that put it there.

use tilewright_core::catalog::{Catalog, MAX_SEATS};
use tilewright_core::event::{Event, EventKind, Journal, ScoredSheet};
use tilewright_core::session::Session;
use tilewright_core::sheet::{Item, ItemKind, Origin, Seat, Share};

use crate::out::{FAINT, STRONG};

/// Something that seats received points for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reason<'a> {
    /// A sheet was paid out.
    Sheet(&'a ScoredSheet),
    /// A rule gave points for something else.
    Award(&'a Event),
}

/// Everything that seats received points for, in order.
pub(crate) fn reasons(journal: &Journal) -> Vec<Reason<'_>> {
    let mut sheets = journal.sheets.iter().peekable();
    let mut reasons = Vec::new();
    // Rules may let other things happen between a sheet and its awards.
    let mut awaited = Vec::new();
    for (number, event) in journal.events.iter().enumerate() {
        while let Some(sheet) = sheets.next_if(|s| s.event <= number) {
            awaited.extend(awards(sheet));
            reasons.push(Reason::Sheet(sheet));
        }
        if event.kind == EventKind::Awarded {
            let what = &event.subject;
            let award = (what.seat, what.amount, what.segment);
            match awaited.iter().position(|a| *a == award) {
                Some(at) => {
                    awaited.remove(at);
                }
                None => reasons.push(Reason::Award(event)),
            }
        }
    }
    reasons.extend(sheets.map(Reason::Sheet));
    reasons
}

/// Seat, points and feature of an award.
type Award = (Option<Seat>, i32, Option<u32>);

/// The awards that follow from a sheet: what each seat receives in all, but for what is given apart.
fn awards(scored: &ScoredSheet) -> Vec<Award> {
    let mut awards = Vec::new();
    for seat in (0..MAX_SEATS as u8).map(Seat) {
        let mut left = scored.points[seat.index()];
        if left != 0 {
            for (_, _, points) in scored.sheet.parts_apart().filter(|(to, ..)| *to == seat) {
                awards.push((Some(seat), points, scored.segment));
                left -= points;
            }
        }
        awards.push((Some(seat), left, scored.segment));
    }
    awards.retain(|(_, points, _)| *points != 0);
    awards
}

impl Reason<'_> {
    /// What a seat received.
    pub(crate) fn points(&self, seat: Seat) -> i32 {
        match self {
            Reason::Sheet(sheet) => sheet.points[seat.index()],
            Reason::Award(event) if event.subject.seat == Some(seat) => event.subject.amount,
            Reason::Award(_) => 0,
        }
    }

    /// Whether any seat received something, or lost it.
    pub(crate) fn gives_anything(&self) -> bool {
        (0..MAX_SEATS as u8).any(|s| self.points(Seat(s)) != 0)
    }

    /// What it was for, in a few words.
    pub(crate) fn title(&self, session: &Session) -> String {
        let catalog = session.game().catalog();
        match self {
            Reason::Sheet(sheet) => {
                let kind = catalog.score_kinds.key(sheet.sheet.book);
                if sheet.place.is_empty() {
                    return kind;
                }
                let place = sheet.place.split(':').next().unwrap_or_default();
                let what = sheet.place.split(':').nth(1).unwrap_or_default();
                // Most points are booked under the terrain that the place names anyway.
                if kind == what { format!("{kind} at {place}") } else { format!("{kind}, {what} at {place}") }
            }
            Reason::Award(event) => {
                let book = event.subject.book.map(|b| catalog.score_kinds.key(b)).unwrap_or_default();
                match event.subject.reason {
                    Some(reason) if session.symbol(reason) != book => format!("{book}: {}", session.symbol(reason)),
                    _ => book,
                }
            }
        }
    }

    /// Who received what.
    pub(crate) fn shares(&self, seats: usize) -> String {
        let got = (0..seats as u8).map(Seat).filter(|&s| self.points(s) != 0);
        let got: Vec<String> = got.map(|s| format!("seat {s} {:+}", self.points(s))).collect();
        if got.is_empty() { "nobody gets anything".to_owned() } else { got.join(", ") }
    }

    /// The whole explanation, each line ended by a line feed.
    pub(crate) fn unfolded(&self, number: usize, session: &Session) -> String {
        let seats = session.game().seat_count();
        let mut text = format!("{STRONG}{number}  {}{STRONG:#}", self.title(session));
        match self {
            Reason::Award(_) => text.push_str(&format!(": {}\n", self.shares(seats))),
            Reason::Sheet(scored) => {
                if !scored.place.is_empty() {
                    text.push_str(&format!("  {FAINT}{}{FAINT:#}", scored.place));
                }
                text.push('\n');
                text.push_str(&sheet_lines(scored, session));
                let shares = self.shares(seats);
                match share_text(scored, seats) {
                    Some(rule) => text.push_str(&format!("   {rule}: {shares}\n")),
                    None => text.push_str(&format!("   {shares}\n")),
                }
            }
        }
        text
    }
}

fn sheet_lines(scored: &ScoredSheet, session: &Session) -> String {
    let catalog = session.game().catalog();
    let (mut rows, mut so_far) = (Vec::new(), 0i32);
    for item in &scored.sheet.items {
        let line = item.origin.map_or(String::new(), |o| origin(catalog, o));
        rows.push((item_text(item, so_far, session), line));
        if item.seat.is_none() {
            so_far = so_far.saturating_add(item.points);
        }
    }
    let wide = rows.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0).max(16);
    let mut text = String::new();
    for (what, line) in &rows {
        text.push_str(&format!("   {what:<wide$}  {FAINT}{line}{FAINT:#}\n"));
    }
    if rows.len() != 1 && !is_for_seats(scored) {
        text.push_str(&format!("   worth {}\n", scored.sheet.total()));
    }
    text
}

/// Whether a sheet has nothing but points for single seats.
fn is_for_seats(scored: &ScoredSheet) -> bool {
    let items = &scored.sheet.items;
    !items.is_empty() && items.iter().all(|item| item.seat.is_some())
}

/// A line of a sheet; `so_far` is what the sheet came to before it.
fn item_text(item: &Item, so_far: i32, session: &Session) -> String {
    let Item { count, each, points, .. } = *item;
    let label = session.symbol(item.label);
    let seat = item.seat.map_or(String::new(), |s| format!(" for seat {s}"));
    let then = so_far.saturating_add(points);
    match item.kind {
        ItemKind::Per => format!("{label} {count} x {each} = {points}"),
        ItemKind::Raise => {
            let unit = item.raised.map_or("", |unit| session.symbol(unit));
            format!("{label}: {unit} {count} x {each:+} = {points:+}")
        }
        ItemKind::Void => format!("{label}: void, {so_far} becomes {then}"),
        ItemKind::Scale if each == 1 => format!("{label}: {so_far} x {count} = {then}"),
        ItemKind::Scale => format!("{label}: {so_far} x {count}/{each}, rounded up = {then}"),
        ItemKind::Seat => format!("{label} {count} x {each} = {points}{seat}, if it has a share"),
        ItemKind::Always => format!("{label} {count} x {each} = {points}{seat}"),
        ItemKind::Apart => format!("{label} {count} x {each} = {points}{seat}, given apart"),
    }
}

/// `path:line` of a rule, with the pack that uses it where there are several.
fn origin(catalog: &Catalog, origin: Origin) -> String {
    let Some(module) = catalog.modules.get(usize::from(origin.module)) else { return "?".to_owned() };
    let line = if origin.line == 0 { String::new() } else { format!(":{}", origin.line) };
    let own = module.path.split('/').any(|part| *part == *module.pack);
    let pack = if catalog.packs.len() > 1 && !own { format!(" ({})", module.pack) } else { String::new() };
    format!("{}{line}{pack}", module.path)
}

/// By which rule it is divided, and among whom; nothing where only single seats have points.
fn share_text(scored: &ScoredSheet, seats: usize) -> Option<String> {
    if is_for_seats(scored) {
        return None;
    }
    let mut claims: Vec<(usize, i32)> = scored.sheet.claims[..seats].iter().copied().enumerate().collect();
    claims.retain(|(_, claim)| *claim != 0);
    if claims.is_empty() {
        return Some("nobody has a claim".to_owned());
    }
    let shown = |claims: &[(usize, i32)]| {
        claims.iter().map(|(seat, claim)| format!("seat {seat} has {claim}")).collect::<Vec<_>>().join(", ")
    };
    Some(match scored.sheet.share {
        Share::Majority => format!("the greatest claim gets it ({})", shown(&claims)),
        Share::Each => {
            let seats: Vec<String> = claims.iter().map(|(seat, _)| format!("seat {seat}")).collect();
            format!("everybody with a claim gets it ({})", seats.join(", "))
        }
        Share::PerClaim => format!("everybody gets it as often as the claim says ({})", shown(&claims)),
        Share::Ranks => {
            // What a claim amounts to only says who comes before whom.
            claims.sort_by_key(|&(seat, claim)| (std::cmp::Reverse(claim), seat));
            let mut text = String::new();
            let mut before = None;
            for (seat, claim) in claims {
                text.push_str(match before {
                    None => "",
                    Some(same) if same == claim => " and ",
                    Some(_) => ", then ",
                });
                text.push_str(&format!("seat {seat}"));
                before = Some(claim);
            }
            format!("by rank, each half of the one before, rounded up ({text})")
        }
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use expect_test::{Expect, expect};
    use tilewright_kit::find::Finder;
    use tilewright_kit::tests::play_tests;

    use super::Reason;
    use super::{reasons, sheet_lines};

    /// Plays a test of a pack and compares what is said of all points in it. A bar before each line keeps blanks there.
    fn check(pack: &str, test: &str, expected: Expect) {
        let finder = Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"));
        let mut texts = Vec::new();
        play_tests(&finder, pack, test, |result, session| {
            assert!(result.passed(), "{result:?}");
            let session = session.expect("the test plays a game");
            let journal = session.game().journal().expect("sessions keep one");
            let all = reasons(journal);
            let told = (1..).zip(&all).map(|(number, reason)| reason.unfolded(number, &session));
            texts.push(told.collect::<String>());
            // Each line of a sheet names its rule.
            for reason in &all {
                if let Reason::Sheet(sheet) = reason {
                    assert!(
                        sheet.sheet.items.iter().all(|item| item.origin.is_some()),
                        "{}",
                        sheet_lines(sheet, &session)
                    );
                }
            }
        })
        .expect("the pack is there");
        assert_eq!(texts.len(), 1, "one test of {pack} is named `{test}…`");
        let plain = anstream::adapter::strip_str(&texts[0]).to_string();
        expected.assert_eq(&plain.lines().map(|line| format!("|{line}\n")).collect::<String>());
    }

    #[test]
    fn the_witch_halves_what_a_cathedral_has_raised() {
        check(
            "mage_witch",
            "digest/02e",
            expect![[r#"
                |1  city at -2,-4  -2,-4:city:W
                |   tile 4 x 2 = 8                   scripts/areas.lua:12 (carcassonne)
                |   pennant 1 x 2 = 2                scripts/areas.lua:14 (carcassonne)
                |   cathedral: tile 4 x +1 = +4      scripts/raise_tagged.lua:11 (inns_cathedrals)
                |   cathedral: pennant 1 x +1 = +1   scripts/raise_tagged.lua:11 (inns_cathedrals)
                |   witch: 15 x 1/2, rounded up = 8  scripts/token_scales.lua:15 (mage_witch)
                |   worth 8
                |   the greatest claim gets it (seat 0 has 1): seat 0 +8
            "#]],
        );
    }

    #[test]
    fn an_inn_raises() {
        check(
            "inns_cathedrals",
            "digest/07",
            expect![[r#"
                |1  road at 2,0  2,0:road:W
                |   tile 4 x 1 = 4         scripts/paths.lua:10 (carcassonne)
                |   inn: tile 4 x +1 = +4  scripts/raise_tagged.lua:11 (inns_cathedrals)
                |   worth 8
                |   the greatest claim gets it (seat 0 has 1): seat 0 +8
            "#]],
        );
    }

    #[test]
    fn what_is_unfinished_is_void_with_an_inn() {
        check(
            "inns_cathedrals",
            "digest/08",
            expect![[r#"
                |1  road at 1,0  1,0:road:E.W
                |   tile 2 x 1 = 2          scripts/paths.lua:10 (carcassonne)
                |   inn: void, 2 becomes 0  scripts/raise_tagged.lua:16 (inns_cathedrals)
                |   worth 0
                |   the greatest claim gets it (seat 0 has 1): nobody gets anything
                |2  road at 5,5  5,5:road:E.W
                |   tile 1 x 1 = 1    scripts/paths.lua:10 (carcassonne)
                |   the greatest claim gets it (seat 1 has 1): seat 1 +1
            "#]],
        );
    }

    #[test]
    fn a_tie() {
        check(
            "carcassonne",
            "scores/a tie",
            expect![[r#"
            |1  road at 1,0  1,0:road:W
            |   tile 3 x 1 = 3    scripts/paths.lua:10
            |   the greatest claim gets it (seat 0 has 1, seat 1 has 1): seat 0 +3, seat 1 +3
        "#]],
        );
    }

    #[test]
    fn a_farm() {
        check(
            "carcassonne",
            "digest/07",
            expect![[r#"
                |1  field at 0,5  0,5:field:NL.NR.SL.SR.WL.WR
                |   city 1 x 3 = 3    scripts/fields_beside_areas.lua:16
                |   the greatest claim gets it (seat 0 has 1): seat 0 +3
                |2  field at 1,5  1,5:field:NL.NR.EL.ER.SL.SR
                |   city 1 x 3 = 3    scripts/fields_beside_areas.lua:16
                |   the greatest claim gets it (seat 1 has 1): seat 1 +3
            "#]],
        );
    }

    #[test]
    fn a_farm_counted_by_city() {
        check(
            "carcassonne",
            "digest/08",
            expect![[r#"
                |1  field, city at 1,5  1,5:city:W
                |   city 1 x 4 = 4    scripts/fields_beside_areas.lua:23
                |   the greatest claim gets it (seat 0 has 1, seat 1 has 1): seat 0 +4, seat 1 +4
            "#]],
        );
    }

    #[test]
    fn features_that_are_unfinished_at_the_end() {
        check(
            "carcassonne",
            "scores/unfinished",
            expect![[r#"
            |1  road at 0,0  0,0:road:E.W
            |   tile 1 x 1 = 1    scripts/paths.lua:10
            |   the greatest claim gets it (seat 0 has 1): seat 0 +1
            |2  field at 0,0  0,0:field:ER.SL.SR.WL
            |   worth 0
            |   the greatest claim gets it (seat 1 has 1): nobody gets anything
            |3  city at 5,5  5,5:city:E.W
            |   tile 1 x 1 = 1     scripts/areas.lua:12
            |   pennant 1 x 1 = 1  scripts/areas.lua:14
            |   worth 2
            |   the greatest claim gets it (seat 0 has 1): seat 0 +2
            |4  cloister at 9,9  9,9:cloister
            |   tile 1 x 1 = 1    scripts/surrounded.lua:7
            |   the greatest claim gets it (seat 1 has 1): seat 1 +1
        "#]],
        );
    }

    #[test]
    fn a_majority_of_goods() {
        check(
            "traders_builders",
            "digest/05",
            expect![[r#"
                |1  goods
                |   wine 1 x 10 = 10  scripts/most_of_each.lua:15 (traders_builders)
                |   the greatest claim gets it (seat 0 has 1): seat 0 +10
                |2  goods
                |   wheat 1 x 10 = 10  scripts/most_of_each.lua:15 (traders_builders)
                |   nobody has a claim: nobody gets anything
                |3  goods
                |   cloth 1 x 10 = 10  scripts/most_of_each.lua:15 (traders_builders)
                |   the greatest claim gets it (seat 0 has 1): seat 0 +10
            "#]],
        );
    }

    #[test]
    fn a_labyrinth_with_everything() {
        check(
            "labyrinth",
            "digest/15",
            expect![[r#"
                |1  road at 5,2  5,2:road:S
                |   tile 7 x 1 = 7                  scripts/paths.lua:10 (carcassonne)
                |   at_cathedral: tile 7 x +1 = +7  scripts/ways_at_sites.lua:15 (german_cathedrals)
                |   inn: tile 7 x +1 = +7           scripts/raise_tagged.lua:11 (inns_cathedrals)
                |   figure 3 x 2 = 6                scripts/per_figure.lua:9 (labyrinth)
                |   worth 27
                |   the greatest claim gets it (seat 0 has 2, seat 1 has 1): seat 0 +27
            "#]],
        );
    }

    #[test]
    fn an_island_by_ranks() {
        check(
            "entdecker",
            "digest/10",
            expect![[r#"
                |1  island, land at 9,5  9,5:land:E.S.W
                |   tile 9 x 1 = 9    scripts/ranked_areas.lua:11
                |   by rank, each half of the one before, rounded up (seat 2, then seat 0 and seat 1, then seat 3): seat 0 +5, seat 1 +5, seat 2 +9, seat 3 +3
            "#]],
        );
    }

    #[test]
    fn tokens_of_the_jungle() {
        check(
            "entdecker",
            "digest/13",
            expect![[r#"
                |1  jungle
                |   token 1 x 10 = 10  scripts/hut_paths.lua:102
                |   everybody with a claim gets it (seat 3): seat 3 +10
            "#]],
        );
    }

    #[test]
    fn a_message_worth_nothing() {
        check(
            "messages",
            "messages/what is worth nothing",
            expect![[r#"
                |1  road at 6,5  6,5:road:W
                |   tile 2 x 1 = 2    scripts/paths.lua:10 (carcassonne)
                |   the greatest claim gets it (seat 0 has 1): seat 0 +2
                |2  message, road at 0,0  0,0:road:E.W
                |   tile 1 x 1 = 1                 scripts/paths.lua:10 (carcassonne)
                |   unfinished: void, 1 becomes 0  scripts/unfinished_scores_nothing.lua:7 (carcassonne)
                |   worth 0
                |   everybody with a claim gets it (seat 0): nobody gets anything
            "#]],
        );
    }

    #[test]
    fn a_message_turned_into_points() {
        check(
            "messages",
            "messages/taking 2",
            expect![[r#"
                |1  road at 6,5  6,5:road:W
                |   tile 2 x 1 = 2    scripts/paths.lua:10 (carcassonne)
                |   the greatest claim gets it (seat 0 has 1): seat 0 +2
                |2  message
                |   two 1 x 2 = 2     scripts/event_stack.lua:25 (messages)
                |   the greatest claim gets it (seat 0 has 1): seat 0 +2
            "#]],
        );
    }

    #[test]
    fn the_quarters_of_a_town() {
        check(
            "leipzig",
            "digest/06e",
            expect![[r#"
                |1  road at -5,0  -5,0:road:E
                |   tile 7 x 1 = 7                                 scripts/paths.lua:10 (carcassonne)
                |   mage 7 x 1 = 7                                 scripts/token_adds.lua:10 (mage_witch)
                |   wainwrights 7 x 1 = 7 for seat 0, given apart  scripts/zone_bonus.lua:38 (leipzig)
                |   figure 3 x 2 = 6                               scripts/per_figure.lua:9 (labyrinth)
                |   worth 20
                |   the greatest claim gets it (seat 0 has 2, seat 1 has 1): seat 0 +27
            "#]],
        );
    }

    #[test]
    fn a_bid() {
        check(
            "carcassonne",
            "bid_for_closer/the highest",
            expect![[r#"
                |1  bid
                |   bid 3 x -1 = -3 for seat 2  scripts/bid_for_closer.lua:45
                |   bid 3 x 1 = 3 for seat 0    scripts/bid_for_closer.lua:46
                |   seat 0 +3, seat 2 -3
                |2  road at 1,0  1,0:road:W
                |   tile 3 x 1 = 3    scripts/paths.lua:10
                |   the greatest claim gets it (seat 2 has 1): seat 2 +3
            "#]],
        );
    }
}
