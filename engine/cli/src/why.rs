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
    for (number, event) in journal.events.iter().enumerate() {
        while let Some(sheet) = sheets.next_if(|s| s.event <= number) {
            reasons.push(Reason::Sheet(sheet));
        }
        if event.kind == EventKind::Awarded && !is_of_sheet(event) {
            reasons.push(Reason::Award(event));
        }
    }
    reasons.extend(sheets.map(Reason::Sheet));
    reasons
}

/// Points of sheets are awarded for a feature and without a reason of their own.
fn is_of_sheet(award: &Event) -> bool {
    award.subject.segment.is_some() && award.subject.reason.is_none()
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
                text.push_str(&format!("  {FAINT}{}{FAINT:#}\n", scored.place));
                text.push_str(&sheet_lines(scored, session));
                text.push_str(&format!("   {}: {}\n", share_text(scored, seats), self.shares(seats)));
            }
        }
        text
    }
}

fn sheet_lines(scored: &ScoredSheet, session: &Session) -> String {
    let catalog = session.game().catalog();
    let rows: Vec<(String, String)> = scored
        .sheet
        .items
        .iter()
        .map(|item| {
            (item_text(item, session.symbol(item.label)), item.origin.map_or(String::new(), |o| origin(catalog, o)))
        })
        .collect();
    let wide = rows.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0).max(16);
    let mut text = String::new();
    for (what, line) in &rows {
        text.push_str(&format!("   {what:<wide$}  {FAINT}{line}{FAINT:#}\n"));
    }
    if rows.len() != 1 {
        text.push_str(&format!("   worth {}\n", scored.sheet.total()));
    }
    text
}

fn item_text(item: &Item, label: &str) -> String {
    let Item { count, each, points, .. } = *item;
    let seat = item.seat.map_or(String::new(), |s| format!(" for seat {s}"));
    match item.kind {
        ItemKind::Per => format!("{label} {count} x {each} = {points}"),
        ItemKind::Raise => format!("{label}: {count} x {each:+} more = {points:+}"),
        ItemKind::Void => format!("{label}: all of it is void = {points:+}"),
        ItemKind::Scale if each == 1 => format!("{label}: all of it x {count} = {points:+}"),
        ItemKind::Scale => format!("{label}: all of it x {count}/{each}, rounded up = {points:+}"),
        ItemKind::Seat => format!("{label} {count} x {each} = {points}{seat}, if it has a share"),
        ItemKind::Always => format!("{label} {count} x {each} = {points}{seat}"),
        ItemKind::Apart => format!("{label} {count} x {each} = {points}{seat}, given apart"),
    }
}

/// `path:line` of a rule.
fn origin(catalog: &Catalog, origin: Origin) -> String {
    let path = catalog.modules.get(usize::from(origin.module)).map_or("?", |m| &*m.path);
    if origin.line == 0 { path.to_owned() } else { format!("{path}:{}", origin.line) }
}

fn share_text(scored: &ScoredSheet, seats: usize) -> String {
    let claims = &scored.sheet.claims[..seats];
    let shown: Vec<String> = claims
        .iter()
        .enumerate()
        .filter(|(_, claim)| **claim != 0)
        .map(|(seat, claim)| format!("seat {seat} has {claim}"))
        .collect();
    let rule = match scored.sheet.share {
        Share::Majority => "the greatest claim gets it",
        Share::Each => "everybody with a claim gets it",
        Share::PerClaim => "everybody gets it as often as the claim says",
        Share::Ranks => "the greatest claim gets it, each lower rank half of the one before",
    };
    if shown.is_empty() { format!("{rule} (no claims)") } else { format!("{rule} ({})", shown.join(", ")) }
}
