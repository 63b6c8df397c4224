//! The notes of the players of a hosted table, above the answers of the timeline.

use egui::{Button, CollapsingHeader, ComboBox, RichText, ScrollArea, Ui};
use tilewright_core::catalog::seat::Seat;
use tilewright_editor_model::table::{GameNote, TableGame};
use tilewright_table::{NoteMood, TableNote};

use crate::context::ViewCx;
use crate::play::PlayState;
use crate::play::command::PlayCommand;
use crate::play::highlight::{Highlight, Highlighted};
use crate::ui::widgets;

/// Maximum part of the height of the view that the notes take.
const PART: f32 = 0.45;

/// Draws the notes, and the choice of the seat whose knowledge is shown. Returns the requested changes; draws nothing
/// for a game without notes.
pub(super) fn show(ui: &mut Ui, cx: &ViewCx<'_>, table: &TableGame, play: &PlayState) -> Vec<PlayCommand> {
    let mut wanted = Vec::new();
    let notes = table.notes();
    if notes.is_empty() {
        return wanted;
    }
    let history = table.history();
    let chosen = play.note.filter(|number| {
        let at = notes.get(*number).map(|note| (note.branch, table.position_of(note)));
        at == Some((history.current(), history.now()))
    });
    let most = ui.available_height() * PART;
    let title = cx.texts.count("notes-title", notes.len());
    CollapsingHeader::new(title).id_salt("notes").default_open(true).show(ui, |ui| {
        look_as(ui, cx, table, play, &mut wanted);
        ScrollArea::vertical().id_salt("notes").max_height(most).auto_shrink([false, true]).show(ui, |ui| {
            for (number, note) in notes.iter().enumerate() {
                let text = note_text(cx, table, note);
                let row = ui.add(Button::selectable(chosen == Some(number), text).wrap());
                if row.clicked() {
                    wanted.push(PlayCommand::ShowNote(number));
                }
            }
        });
    });
    let note = chosen.map(|number| &notes[number].note);
    if let Some((note, cell)) = note.and_then(|note| Some((note, note.cell()?))) {
        let caption = Some(author(cx, note));
        wanted.push(PlayCommand::Highlight(Highlight { on: Highlighted::Cell(cell), row: 1, caption }));
    }
    ui.separator();
    wanted
}

/// Draws the choice of the seat whose knowledge is shown.
pub(super) fn look_as(
    ui: &mut Ui,
    cx: &ViewCx<'_>,
    table: &TableGame,
    play: &PlayState,
    wanted: &mut Vec<PlayCommand>,
) {
    let own = if table.people().next().is_some() { "notes-look-own" } else { "notes-look-everyone" };
    let name = |seat: Option<Seat>| seat.map_or_else(|| cx.t(own), |seat| cx.texts.seat(seat.index()));
    ui.horizontal(|ui| {
        let label = ui.label(cx.t("notes-look-as"));
        let list = ComboBox::from_id_salt("look as").selected_text(name(play.looks_as)).show_ui(ui, |ui| {
            let seats = (0..table.game().seat_count() as u8).map(|seat| Some(Seat(seat)));
            for seat in std::iter::once(None).chain(seats) {
                if ui.selectable_label(seat == play.looks_as, name(seat)).clicked() {
                    wanted.push(PlayCommand::LookAs(seat));
                }
            }
        });
        list.response.clone().labelled_by(label.id);
        widgets::set_name(ui, &list.response, &cx.t("notes-look-as"));
    });
}

/// Returns the author of a note.
fn author(cx: &ViewCx<'_>, note: &TableNote) -> String {
    note.seat.map_or_else(|| cx.t("notes-onlooker"), |seat| cx.texts.seat(seat.index()))
}

/// Describes a note: its author, mood and place, its text, and its number of moves before.
fn note_text(cx: &ViewCx<'_>, table: &TableGame, placed: &GameNote) -> RichText {
    let note = &placed.note;
    let mood = note.mood.map(|mood| {
        cx.t(match mood {
            NoteMood::Stuck => "notes-stuck",
            NoteMood::Unclear => "notes-unclear",
            NoteMood::Unfair => "notes-unfair",
            NoteMood::Fun => "notes-fun",
        })
    });
    let place = note.cell().map(|cell| cx.texts.with_name("notes-place", &cell.to_string()));
    let at = match note.answers {
        Some(_) => cx.texts.count("notes-at", table.position_of(placed)),
        None => cx.t("notes-end"),
    };
    let about = [Some(author(cx, note)), mood, place, Some(at)].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let value = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let form = note.form.iter().map(|(question, answer)| format!("{question}: {}", value(answer)));
    let text = Some(note.text.clone()).filter(|text| !text.is_empty()).into_iter().chain(form).collect::<Vec<_>>();
    RichText::new(format!("{about}\n{}", text.join(", ")))
}
