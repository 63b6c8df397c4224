//! Kept games in lists: the board, the title, the scores or winners, and the time of the last move.

use std::time::SystemTime;

use egui::{Label, Rect, RichText, Sense, Stroke, Ui, Vec2};
use tilewright_core::catalog::seat::Seat;
use tilewright_editor_model::texts::UiTexts;
use tilewright_kit::games::running::FinalScores;

use crate::play::kept::ListedGame;
use crate::ui::theme::{Emphasis, Tokens, of_seat};

/// Returns the title that the user gave to a game, or the title of its pack.
pub fn title(kept: &ListedGame) -> String {
    match kept.game.title() {
        "" => kept.titles.first().cloned().unwrap_or_default(),
        title => title.to_owned(),
    }
}

/// Returns the packs of a game that its title does not show.
pub fn packs(kept: &ListedGame) -> String {
    let named = !kept.game.title().is_empty();
    kept.titles.get(usize::from(!named)..).unwrap_or_default().join(", ")
}

/// Returns a sentence with the winners of a game.
pub fn winners_text(texts: &UiTexts, kept: &ListedGame, over: &FinalScores) -> String {
    let called = |seat: &Seat| texts.seat_called(seat.index(), kept.seating.name(seat.index()));
    let names: Vec<String> = over.winners.iter().map(called).collect();
    let key = match names.len() {
        0 => "games-unwon",
        1 => "games-won",
        _ => "games-shared",
    };
    texts.with_name(key, &names.join(", "))
}

/// Returns the number of answers and branches, and the age of the last answer.
pub fn progress_text(texts: &UiTexts, kept: &ListedGame) -> String {
    let left = &kept.game.left;
    let answers = texts.count("games-answers", kept.answers);
    let branches = (left.courses.len() > 1).then(|| texts.count("games-branches", left.courses.len()));
    [Some(answers), branches, Some(age_text(texts, left.when))].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Returns the age of a point in time.
pub fn age_text(texts: &UiTexts, then: SystemTime) -> String {
    let minutes = SystemTime::now().duration_since(then).unwrap_or_default().as_secs() / 60;
    match minutes {
        0 => texts.get("games-now"),
        1..60 => texts.count("games-minutes", minutes as usize),
        60..1440 => texts.count("games-hours", (minutes / 60) as usize),
        _ => texts.count("games-days", (minutes / 1440) as usize),
    }
}

/// Draws the board of a game on a cloth of this size.
pub fn picture(ui: &mut Ui, tokens: &Tokens, kept: &ListedGame, size: Vec2) {
    let (place, _) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().rect_filled(place, 6.0, tokens.cloth);
    if let Some(picture) = kept.seen.as_ref().and_then(|seen| seen.picture.as_ref()) {
        let whole = picture.size_vec2();
        let scale = (size.x / whole.x).min(size.y / whole.y).min(1.0);
        let at = Rect::from_center_size(place.center(), whole * scale);
        egui::Image::new(egui::load::SizedTexture::new(picture.id(), at.size())).corner_radius(6).paint_at(ui, at);
    }
}

/// Draws the seats in a row, each with its colour and points.
pub fn seats(ui: &mut Ui, texts: &UiTexts, tokens: &Tokens, kept: &ListedGame) {
    let seating = &kept.seating;
    let scores = kept.seen.as_ref().map(|seen| &*seen.scores).unwrap_or_default();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for number in 0..usize::from(kept.game.left.record.seats) {
            let (dot, _) = ui.allocate_exact_size(Vec2::splat(12.0), Sense::hover());
            ui.painter().circle(
                dot.center(),
                4.5,
                of_seat(seating.colours().default_seat(Seat(number as u8))),
                Stroke::new(1.0, tokens.text),
            );
            ui.add(Label::new(texts.seat_called(number, seating.name(number))).selectable(false));
            if let Some(points) = scores.get(number) {
                ui.add(Label::new(RichText::new(points.to_string()).medium()).selectable(false));
            }
            ui.add_space(6.0);
        }
    });
}
