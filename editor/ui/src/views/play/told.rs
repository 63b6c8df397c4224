//! Texts and links that the views of the game share.

use std::sync::Arc;
use tilewright_core::catalog::id::{BookId, SegmentId};

use egui::{RichText, Ui};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::seat::{PerSeat, Seat};
use tilewright_core::state::Game;
use tilewright_editor_model::table::words;
use tilewright_language::place::{FilePlace, line_range};
use tilewright_wording::why::{Rule, Unfolded};
use tilewright_wording::words::Words;

use crate::context::{EditorAction, ViewCx};
use crate::ui::theme::Emphasis;
use crate::ui::widgets;
use crate::views::code;

/// Returns the name of a seat.
pub fn seat(cx: &ViewCx<'_>, seat: Seat) -> String {
    cx.texts.seat(seat.index())
}

/// Returns the name of a score book, from the texts of the pack.
pub fn book(catalog: &Catalog, language: &str, book: BookId) -> String {
    Words::new(catalog, language, &|_| String::new()).book(book).name
}

/// Returns the names of the planes of a board, with their owners.
pub fn plane_names(cx: &ViewCx<'_>, game: &Game) -> Vec<String> {
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

/// Returns the place of a rule in the files of the code editor.
pub fn place(cx: &ViewCx<'_>, rule: &Rule) -> Option<FilePlace> {
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
    Some(FilePlace { path, range })
}

/// Draws `path:line` of a rule as a link to the line.
pub fn link(ui: &mut Ui, cx: &mut ViewCx<'_>, rule: &Rule) {
    let text = if rule.line == 0 { rule.path.to_string() } else { format!("{}:{}", rule.path, rule.line) };
    match place(cx, rule) {
        Some(place) => {
            let link = ui.link(&text).on_hover_text(cx.texts.with_name("why-of-pack", &rule.pack));
            if link.clicked() {
                cx.ask(EditorAction::GoTo(place));
            }
        }
        None => {
            ui.label(RichText::new(text).color(cx.tokens.weak));
        }
    }
}

/// Draws a sheet line by line, each with a link to its rule.
pub fn sheet(ui: &mut Ui, cx: &mut ViewCx<'_>, game: &Game, unfolded: &Unfolded, points: &PerSeat<i32>) {
    for one in &unfolded.lines {
        ui.horizontal_wrapped(|ui| {
            ui.label(cx.texts.sentences().sheet_line(game.catalog(), one));
            if let Some(rule) = &one.rule {
                link(ui, cx, rule);
            }
        });
    }
    let sentences = cx.texts.sentences();
    if unfolded.lines.len() != 1 && unfolded.division.is_some() {
        ui.label(RichText::new(sentences.worth(unfolded.total)).medium());
    }
    let given = sentences.shares(points);
    let text = match &unfolded.division {
        Some(division) => format!("{} – {given}", sentences.division(division)),
        None => given,
    };
    ui.label(RichText::new(text).medium());
}

/// Draws a selectable button of full width; returns whether it was clicked, and whether it is under the pointer or
/// focused.
pub fn row(ui: &mut Ui, chosen: bool, text: &str) -> (bool, bool) {
    let button = egui::Button::selectable(chosen, text).truncate().min_size(egui::Vec2::new(ui.available_width(), 0.0));
    let response = ui.add(button);
    widgets::set_name(ui, &response, text);
    (response.clicked(), response.hovered() || response.has_focus())
}
