//! The log of events, as far as the seat that looks may know them, and of what rules have noted, with a filter.

use egui::{RichText, ScrollArea, Ui};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::effect::Place;
use tilewright_core::state::event::{Event, Note};
use tilewright_core::state::happening::{FieldValue, Left, Rolled};

use crate::context::Cx;
use crate::play::Play;
use crate::play::highlight::{Highlight, Highlighted};
use crate::play::table::{Table, words};
use crate::ui::widgets;
use crate::views::play::told;

/// What is searched for.
#[derive(Default)]
pub struct Events {
    filter: String,
}

impl Events {
    /// Draws it, the newest first.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, play: &mut Play) {
        let looking = play.viewpoint;
        let Some(table) = play.table.as_ref() else { return };
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
                Place::Zone(..) => return None,
            })
        });
        if let Some(on) = on {
            play.highlight(Highlight { on, row: 0, caption: None });
        }
    }
}

/// The events that may be known, each with its number, and the notes of rules among them.
fn lines<'t>(cx: &Cx<'_>, table: &'t Table, looking: Option<Seat>) -> Vec<(Option<&'t Event>, String)> {
    let game = table.game();
    let Some(journal) = game.journal() else { return Vec::new() };
    let noted = |note: &Note| {
        let module = note.origin.and_then(|o| Some((game.catalog().modules.get(usize::from(o.module))?, o.line)));
        let at = module.map_or_else(String::new, |(module, line)| format!("  {}:{line}", module.path));
        (None, format!("note  {}{at}", note.text))
    };
    let view = game.view(looking);
    let mut number = 0;
    // A note says whatever its rule knows, and nobody can tell who may know that.
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
            lines.push((Some(event), format!("{number}  {}", line(cx, table, &seen))));
        }
    }
    lines.extend(notes.chain(lost).map(noted));
    lines
}

/// An event in one line: its name as rules know it, and what it is about.
fn line(cx: &Cx<'_>, table: &Table, event: &Event) -> String {
    let (game, language) = (table.game(), cx.texts.code());
    let catalog = game.catalog();
    let named = |sort: &str, key: String| words::name(catalog, language, sort, &key);
    let place = |place: Place| match place {
        Place::Segment(segment) => told::feature(game, language, segment),
        Place::Cell(cell) => cell.to_string(),
        Place::Zone(zone, _) => named("zone", catalog.zones.key(zone)),
    };
    let mut facts = Vec::new();
    event.what.each_field(|_, value| {
        facts.push(match value {
            FieldValue::Seat(seat) => told::seat(cx, seat),
            FieldValue::Kind(kind) => catalog.kinds.key(kind),
            FieldValue::Segment(segment) => told::feature(game, language, segment),
            FieldValue::Cell(cell) => cell.to_string(),
            FieldValue::Place(to) => place(to),
            FieldValue::Left(Left(from)) => format!("← {}", place(from)),
            FieldValue::FigureKind(kind) => named("figure", catalog.figures.key(kind)),
            FieldValue::Book(book) => told::book(catalog, language, book),
            FieldValue::Bag(bag) => named("bag", catalog.bags.key(bag)),
            FieldValue::Counter(counter) => named("counter", catalog.counters.key(counter)),
            FieldValue::Token(token) => named("token", catalog.tokens.key(token)),
            FieldValue::Die(die) => named("die", catalog.dice.key(die)),
            FieldValue::Face(Rolled { die, face }) => catalog.face_name(die, face),
            FieldValue::Number(number) => format!("{number:+}"),
            FieldValue::Reason(reason) => format!("“{}”", table.session().symbol(reason)),
            // Their numbers say nothing to people, and what they are is told by the other fields.
            FieldValue::Tile(_) | FieldValue::Figure(_) => return,
        });
    });
    format!("{}  {}", event.kind().name(), facts.join(", "))
}
