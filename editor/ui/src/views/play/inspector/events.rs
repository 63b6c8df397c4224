//! The log of events that the viewing seat may know, and the notes of rules, with a filter.

use egui::{RichText, ScrollArea, Ui};
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::effect::Place;
use tilewright_core::state::event::{Event, Note};
use tilewright_editor_model::table::{TableGame, words};
use tilewright_wording::facts::{NarratedValue, facts};

use crate::context::ViewCx;
use crate::play::PlayState;
use crate::play::command::PlayCommand;
use crate::play::highlight::{Highlight, Highlighted};
use crate::ui::widgets;
use crate::views::play::told;

/// State of the event log view.
#[derive(Default)]
pub struct Events {
    filter: String,
}

impl Events {
    /// Draws the events and notes, newest first; returns the highlight of the event under the pointer.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) -> Vec<PlayCommand> {
        let looking = play.viewpoint;
        let Some(table) = play.table.as_ref() else { return Vec::new() };
        let wanted = self.filter.to_lowercase();
        let mut lines = lines(cx, table, looking);
        lines.retain(|(_, text)| text.to_lowercase().contains(&wanted));
        ui.horizontal_wrapped(|ui| {
            widgets::filter(ui, &mut self.filter, &cx.t("inside-filter-events"));
            ui.label(RichText::new(cx.texts.count("inside-events-are", lines.len())).color(cx.tokens.weak));
        });
        if lines.is_empty() {
            ui.label(RichText::new(cx.t("filter-nothing")).color(cx.tokens.weak));
        }
        let mut highlighted = None;
        let height = ui.spacing().interact_size.y;
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, lines.len(), |ui, rows| {
            for (event, text) in lines.iter().rev().skip(rows.start).take(rows.len()) {
                let (_, over) = told::row(ui, false, text);
                if over {
                    highlighted = *event;
                }
            }
        });
        let on = highlighted.and_then(|event| {
            Some(match event.what.place()? {
                Place::Segment(segment) => Highlighted::Segment(segment),
                Place::Cell(cell) => Highlighted::Cell(cell),
                Place::Joint(joint) => Highlighted::Joint(joint),
                Place::Zone(..) => return None,
            })
        });
        let highlight = on.map(|on| Highlight { on, row: 0, caption: None });
        highlight.into_iter().map(PlayCommand::Highlight).collect()
    }
}

/// Returns the events that the seat may know, each with its number, and the notes of rules between them.
fn lines<'t>(cx: &ViewCx<'_>, table: &'t TableGame, looking: Option<Seat>) -> Vec<(Option<&'t Event>, String)> {
    let game = table.game();
    let Some(journal) = game.journal() else { return Vec::new() };
    let noted = |note: &Note| {
        let module = note.origin.and_then(|o| Some((game.catalog().modules.get(usize::from(o.module))?, o.line)));
        let at = module.map_or_else(String::new, |(module, line)| format!("  {}:{line}", module.path));
        (None, format!("note  {}{at}", note.text))
    };
    let view = game.view(looking);
    let mut number = 0;
    // A note may contain any secret that its rule knows, so notes are hidden in games with secrets.
    let (notes, lost) =
        if table.keeps_secrets() { (&[][..], &[][..]) } else { (&*journal.notes, table.session().lost_notes()) };
    let mut notes = notes.iter().peekable();
    let mut lines = Vec::new();
    for (at, event) in journal.events.iter().enumerate() {
        while let Some(note) = notes.next_if(|note| note.event <= at) {
            lines.push(noted(note));
        }
        if let Some(seen) = view.event(event) {
            number += 1;
            lines.push((Some(event), format!("{number}  {}", line(cx, table.session(), &seen))));
        }
    }
    lines.extend(notes.chain(lost).map(noted));
    lines
}

/// Formats an event of a session on one line: its name in rules, and its values.
pub fn line(cx: &ViewCx<'_>, session: &Session, event: &Event) -> String {
    let facts = facts(session, cx.texts.code(), event);
    let said: Vec<String> = facts
        .into_iter()
        .filter(|fact| !fact.repeats)
        .map(|fact| format_value(cx, session.game(), fact.value))
        .collect();
    format!("{}  {}", event.kind().name(), said.join(", "))
}

fn format_value(cx: &ViewCx<'_>, game: &Game, value: NarratedValue) -> String {
    match value {
        NarratedValue::Seat(seat) => told::seat(cx, seat),
        NarratedValue::Seats(seats) => {
            seats.into_iter().map(|seat| told::seat(cx, seat)).collect::<Vec<_>>().join(", ")
        }
        NarratedValue::Tile { kind, cell, turn: Turn::NONE } => format!("{} {cell}", kind.id),
        NarratedValue::Tile { kind, cell, turn } => {
            format!("{} {cell} ({})", kind.id, words::turn(cx.texts, game.catalog().lattice, turn))
        }
        NarratedValue::Kind(kind) => kind.id,
        NarratedValue::Figure(figure) => format!("#{figure}"),
        NarratedValue::Thing(thing) => thing.name,
        NarratedValue::Reason(reason) => format!("“{reason}”"),
        NarratedValue::Cell(cell) => cell.to_string(),
        NarratedValue::Place(place) => place.name(),
        NarratedValue::Left(place) => format!("← {}", place.name()),
        NarratedValue::Number(number) => format!("{number:+}"),
        NarratedValue::Face(face) => face,
    }
}
