//! Texts and links that the views of the game share.

use std::sync::Arc;
use tilewright_core::catalog::id::{BookId, SegmentId};

use egui::{RichText, Ui};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::seat::{PerSeat, Seat};
use tilewright_core::state::Game;
use tilewright_core::state::sheet::{ItemKind, Share};
use tilewright_editor_model::pack::source_place::{Place, line_range};
use tilewright_editor_model::table::words;
use tilewright_wording::ending::{Winners, WonBy};
use tilewright_wording::why::{Division, Line, Rule, Unfolded};
use tilewright_wording::words::Words;

use crate::context::{Action, Cx};
use crate::ui::theme::Emphasis;
use crate::ui::widgets;
use crate::views::code;

/// Returns the name of a seat.
pub fn seat(cx: &Cx<'_>, seat: Seat) -> String {
    cx.texts.seat(seat.index())
}

/// Returns the name of a score book, from the texts of the pack.
pub fn book(catalog: &Catalog, language: &str, book: BookId) -> String {
    Words::new(catalog, language, &|_| String::new()).book(book).name
}

/// Returns the names of the planes of a board, with their owners.
pub fn plane_names(cx: &Cx<'_>, game: &Game) -> Vec<String> {
    let catalog = game.catalog();
    let there = catalog.board.planes.iter().zip(game.board().planes());
    there
        .map(|(laid, _)| {
            let name = words::name(catalog, cx.texts.code(), "plane", &catalog.planes.key(laid.of));
            laid.seat.map_or(name.clone(), |seat| format!("{name} · {}", self::seat(cx, seat)))
        })
        .collect()
}

/// Returns the terrain of a feature and the cell of its first segment.
pub fn feature(game: &Game, language: &str, segment: SegmentId) -> String {
    let board = game.board();
    let first = board.first_segment(segment);
    format!("{} {}", terrain(game, language, segment), board.cell_of(first))
}

/// Returns the terrain name of a feature.
pub fn terrain(game: &Game, language: &str, segment: SegmentId) -> String {
    let (board, catalog) = (game.board(), game.catalog());
    words::name(catalog, language, "terrain", &catalog.terrains.key(board.terrain(segment)))
}

/// Describes the result of a game, its winners and the tie-breakers.
pub fn outcome(cx: &Cx<'_>, outcome: &Winners) -> String {
    let who: Vec<String> = winners(cx, outcome).into_iter().chain(ties(cx, outcome)).collect();
    match result(cx, outcome) {
        None => who.join(" "),
        Some(result) if who.is_empty() => result,
        Some(result) => cx.texts.with("report-result-for", &[("name", result.into()), ("who", who.join(" ").into())]),
    }
}

/// Returns the result of a game beyond the ranking; `None` if there is no such result.
pub fn result(cx: &Cx<'_>, outcome: &Winners) -> Option<String> {
    outcome.result.as_ref().map(|result| cx.texts.named("report-result", &result.name))
}

/// Returns a sentence about the winners; `None` if the result of the only seat says enough.
pub fn winners(cx: &Cx<'_>, outcome: &Winners) -> Option<String> {
    let names: Vec<String> = outcome.winners.iter().map(|who| seat(cx, *who)).collect();
    let key = match outcome.won_by() {
        WonBy::Unsaid => return None,
        WonBy::Nobody => "report-nobody-wins",
        WonBy::One => "report-wins",
        WonBy::Several => "report-share-the-win",
        WonBy::All => "report-all-win",
    };
    Some(cx.texts.named(key, &names.join(", ")))
}

/// Returns a sentence for each counter that decided between equal points.
pub fn ties(cx: &Cx<'_>, outcome: &Winners) -> Vec<String> {
    let line = |(name, has): &(String, Vec<(Seat, i32)>)| {
        let has: Vec<String> = has.iter().map(|(who, n)| format!("{} {n}", seat(cx, *who))).collect();
        let values = [("name", name.as_str().into()), ("has", has.join(", ").into())];
        cx.texts.with("report-decided-by", &values)
    };
    outcome.decided_by.iter().map(line).collect()
}

/// Lists the points that each seat receives.
pub fn shares(cx: &Cx<'_>, points: &PerSeat<i32>, seats: usize) -> String {
    let got = (0..seats as u8).map(Seat).zip(points).filter(|(_, n)| **n != 0);
    let got: Vec<String> = got.map(|(who, n)| format!("{} {n:+}", seat(cx, who))).collect();
    if got.is_empty() { cx.t("why-nobody") } else { got.join(", ") }
}

/// Returns the place of a rule in the files of the code editor.
pub fn place(cx: &Cx<'_>, rule: &Rule) -> Option<Place> {
    let (folder, rest) = rule.path.split_once('/')?;
    let path: Arc<str> = if folder == "scripts" {
        format!(":{rest}").into()
    } else if *folder == **cx.document.id() {
        rest.into()
    } else {
        format!("{folder}:{rest}").into()
    };
    let text = code::text_of(cx, &path)?;
    let range = line_range(&text, rule.line as usize);
    Some(Place { path, range })
}

/// Draws `path:line` of a rule as a link to the line.
pub fn link(ui: &mut Ui, cx: &mut Cx<'_>, rule: &Rule) {
    let text = if rule.line == 0 { rule.path.to_string() } else { format!("{}:{}", rule.path, rule.line) };
    match place(cx, rule) {
        Some(place) => {
            let link = ui.link(&text).on_hover_text(cx.texts.named("why-of-pack", &rule.pack));
            if link.clicked() {
                cx.ask(Action::GoTo(place));
            }
        }
        None => {
            ui.label(RichText::new(text).color(cx.tokens.weak));
        }
    }
}

/// Formats a line of a sheet as a sum.
pub fn line(cx: &Cx<'_>, catalog: &Catalog, line: &Line) -> String {
    let unit = |key: &str| words::name(catalog, cx.texts.code(), "unit", key);
    let (key, count, each) = match line.kind {
        ItemKind::Per => ("why-per", line.count.to_string(), line.each.to_string()),
        ItemKind::Raise => ("why-raise", line.count.to_string(), format!("{:+}", line.each)),
        ItemKind::Void => ("why-void", String::new(), String::new()),
        ItemKind::Scale if line.each == 1 => ("why-times", line.count.to_string(), String::new()),
        ItemKind::Scale => ("why-scale", line.count.to_string(), line.each.to_string()),
        ItemKind::Seat => ("why-seat", line.count.to_string(), line.each.to_string()),
        ItemKind::Always => ("why-always", line.count.to_string(), line.each.to_string()),
        ItemKind::Apart => ("why-apart", line.count.to_string(), line.each.to_string()),
    };
    let values = [
        ("label", unit(&line.label).into()),
        ("raised", unit(&line.raised).into()),
        ("count", count.into()),
        ("each", each.into()),
        ("points", line.points.to_string().into()),
        ("before", line.before.to_string().into()),
        ("after", line.after().to_string().into()),
        ("seat", line.seat.map(|s| seat(cx, s)).unwrap_or_default().into()),
    ];
    cx.texts.with(key, &values)
}

/// Describes the rule for dividing points, and the seats that share them.
pub fn division(cx: &Cx<'_>, division: &Division) -> String {
    let claims = &division.claims;
    if claims.is_empty() {
        return cx.t("why-no-claim");
    }
    let shown: Vec<String> = match division.share {
        Share::Each | Share::Ranks | Share::Owner => claims.iter().map(|(who, _)| seat(cx, *who)).collect(),
        Share::Majority | Share::PerClaim => claims.iter().map(|(who, n)| format!("{}: {n}", seat(cx, *who))).collect(),
    };
    let key = match division.share {
        Share::Majority => "why-majority",
        Share::Each => "why-each",
        Share::PerClaim => "why-per-claim",
        Share::Ranks => "why-ranks",
        Share::Owner => "why-owner",
    };
    // Seats of equal rank are joined by an equals sign.
    let text = if division.share == Share::Ranks {
        let mut text = String::new();
        for (number, name) in shown.iter().enumerate() {
            let same = number > 0 && claims[number - 1].1 == claims[number].1;
            text.push_str(if number == 0 {
                ""
            } else if same {
                " = "
            } else {
                " > "
            });
            text.push_str(name);
        }
        text
    } else {
        shown.join(", ")
    };
    cx.texts.named(key, &text)
}

/// Draws a sheet line by line, each with a link to its rule.
pub fn sheet(ui: &mut Ui, cx: &mut Cx<'_>, game: &Game, unfolded: &Unfolded, points: &PerSeat<i32>) {
    for one in &unfolded.lines {
        ui.horizontal_wrapped(|ui| {
            ui.label(line(cx, game.catalog(), one));
            if let Some(rule) = &one.rule {
                link(ui, cx, rule);
            }
        });
    }
    if unfolded.lines.len() != 1 && unfolded.division.is_some() {
        ui.label(RichText::new(cx.texts.with("why-worth", &[("n", unfolded.total.into())])).medium());
    }
    let got = shares(cx, points, game.seat_count());
    let text = match &unfolded.division {
        Some(by) => format!("{} – {got}", division(cx, by)),
        None => got,
    };
    ui.label(RichText::new(text).medium());
}

/// Draws a selectable button of full width; returns whether it was clicked, and whether it is under the pointer or
/// focused.
pub fn row(ui: &mut Ui, chosen: bool, text: &str) -> (bool, bool) {
    let button = egui::Button::selectable(chosen, text).truncate().min_size(egui::Vec2::new(ui.available_width(), 0.0));
    let response = ui.add(button);
    widgets::named(ui, &response, text);
    (response.clicked(), response.hovered() || response.has_focus())
}
