//! Writes the reasons for points as parts of a page, with the lines of the rules behind them.

use tilewright_core::catalog::seat::{PerSeat, Seat};
use tilewright_core::session::Session;
use tilewright_core::state::sheet::{ItemKind, Share};
use tilewright_wording::why::{Division, Line, Reason, Rule, Source};

use crate::html::{escaped, foreign};
use crate::naming::Naming;

/// Maximum length of a line of a rule that is shown, in characters.
const LONGEST: usize = 160;

/// Lines of rules to which a page refers.
#[derive(Default)]
pub(crate) struct RuleLines {
    lines: Vec<Rule>,
}

impl RuleLines {
    /// Returns a link to a line of a rule, and adds the line to the list if it is new.
    fn link(&mut self, rule: &Rule) -> String {
        let known = self.lines.iter().position(|other| other == rule);
        let number = known.unwrap_or_else(|| {
            self.lines.push(rule.clone());
            self.lines.len() - 1
        });
        let file = rule.path.rsplit('/').next().unwrap_or_default();
        format!(" <a class=\"rule\" href=\"#rule-{number}\">{}:{}</a>", foreign(file), rule.line)
    }

    /// Returns the list of the lines with their source text.
    pub(crate) fn list(&self, naming: Naming<'_>) -> String {
        let mut out = String::new();
        for (number, rule) in self.lines.iter().enumerate() {
            let module = naming.catalog.modules.iter().find(|m| m.path == rule.path && m.pack == rule.pack);
            let line = module.and_then(|m| m.source.lines().nth((rule.line as usize).checked_sub(1)?));
            let line: String = line.unwrap_or_default().trim().chars().take(LONGEST).collect();
            out.push_str(&format!(
                "<dt id=\"rule-{number}\" tabindex=\"-1\">{}:{} ({})</dt><dd><code>{}</code></dd>\n",
                foreign(&rule.path),
                rule.line,
                foreign(&rule.pack),
                escaped(&line)
            ));
        }
        out
    }
}

/// Returns the reason for points and the seats that received them, with the score sheet below.
pub(crate) fn reason(reason: &Reason, session: &Session, naming: Naming<'_>, rules: &mut RuleLines) -> String {
    let seats = session.game().seat_count();
    let own = naming.own;
    let head = own.html("of", &[&title(reason, naming), &shares(&reason.points, seats, naming)]);
    let mut items = String::new();
    if let Source::Sheet(sheet) = &reason.source {
        for item in &sheet.lines {
            let link = item.rule.as_ref().map_or_else(String::new, |rule| rules.link(rule));
            items.push_str(&format!("<li>{}{link}</li>", line(item, naming)));
        }
        if sheet.lines.len() != 1 && sheet.division.is_some() {
            items.push_str(&format!("<li>{}</li>", own.html("worth", &[&sheet.total.to_string()])));
        }
        if let Some(by) = &sheet.division {
            items.push_str(&format!("<li>{}</li>", division(by, naming)));
        }
    }
    let items = if items.is_empty() { items } else { format!("<ul class=\"sheet\">{items}</ul>") };
    format!("<b>{head}</b>{items}")
}

/// Returns the name of the book for points, and their place.
fn title(reason: &Reason, naming: Naming<'_>) -> String {
    let key = naming.catalog.books.key(reason.book);
    let book = naming.book(reason.book);
    match (&reason.source, reason.cell_and_terrain()) {
        (Source::Sheet(_), Some((cell, what))) if key == what => naming.own.text("at", &[&book, cell]),
        (Source::Sheet(_), Some((cell, what))) => {
            let what = naming.own.text("at", &[&naming.name("terrain", what), cell]);
            format!("{book}, {what}")
        }
        (Source::Award(Some(reason)), _) if *reason != key => format!("{book}, {reason}"),
        _ => book,
    }
}

/// Lists the points of each seat.
fn shares(points: &PerSeat<i32>, seats: usize, naming: Naming<'_>) -> String {
    let got = (0..seats as u8).map(Seat).zip(points).filter(|(_, points)| **points != 0);
    let got: Vec<String> = got.map(|(seat, points)| format!("{} {points:+}", naming.own.seat(seat))).collect();
    if got.is_empty() { naming.own.get("nobody").to_owned() } else { got.join(", ") }
}

fn line(line: &Line, naming: Naming<'_>) -> String {
    let (own, then) = (naming.own, line.after().to_string());
    let (label, raised) = (&*line.label, &*line.raised);
    let [count, each, points, before] = [line.count, line.each, line.points, line.before].map(|n| n.to_string());
    let (plus, more) = (format!("{:+}", line.each), format!("{:+}", line.points));
    let seat = line.seat.map_or_else(String::new, |seat| own.seat(seat));
    match line.kind {
        ItemKind::Per => own.html("per", &[label, &count, &each, &points]),
        ItemKind::Raise => own.html("raise", &[label, raised, &count, &plus, &more]),
        ItemKind::Void => own.html("void", &[label, &before, &then]),
        ItemKind::Scale if line.each == 1 => own.html("times", &[label, &before, &count, &then]),
        ItemKind::Scale => own.html("scale", &[label, &before, &count, &each, &then]),
        ItemKind::Seat => own.html("one-seat", &[label, &count, &each, &points, &seat]),
        ItemKind::Always => own.html("always", &[label, &count, &each, &points, &seat]),
        ItemKind::Apart => own.html("apart", &[label, &count, &each, &points, &seat]),
    }
}

/// Describes the rule that divides points, and the seats that share them.
fn division(division: &Division, naming: Naming<'_>) -> String {
    let own = naming.own;
    if division.claims.is_empty() {
        return own.get("no-claim").to_owned();
    }
    if division.share == Share::Owner {
        return own.html("owner", &[&own.seat(division.claims[0].0)]);
    }
    let claims: Vec<String> = division.claims.iter().map(|(seat, n)| format!("{} {n}", own.seat(*seat))).collect();
    let key = match division.share {
        Share::Majority => "majority",
        Share::Each => "each",
        Share::PerClaim => "per-claim",
        Share::Ranks => "ranks",
        Share::Owner => "owner",
    };
    own.html(key, &[&claims.join(", ")])
}
