//! The log of events, as far as the seat that looks may know them, and of what rules have noted, with a filter.

use egui::{RichText, ScrollArea, Ui};
use tilewright_core::catalog::id::{BagId, CounterId, DieId, Id, TokenId};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::event::{Event, EventKind, Note};

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
            let segment = event.subject.segment.map(Highlighted::Segment);
            segment.or(event.subject.cell.map(Highlighted::Cell))
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
    let (catalog, what) = (game.catalog(), &event.subject);
    let mut facts = Vec::new();
    if let Some(seat) = what.seat {
        facts.push(told::seat(cx, seat));
    }
    if let Some(kind) = what.kind {
        facts.push(catalog.kinds.key(kind));
    }
    if let Some(segment) = what.segment {
        facts.push(told::feature(game, language, segment));
    }
    if let Some(cell) = what.cell {
        facts.push(cell.to_string());
    }
    if let Some(book) = what.book {
        facts.push(told::book(catalog, language, book));
    }
    if let Some(index) = what.index.map(usize::from) {
        let named = |sort: &str, key: String| words::name(catalog, language, sort, &key);
        let thing = match event.kind {
            EventKind::Drawn | EventKind::BagChanged | EventKind::Unplayable => catalog
                .bags
                .get(BagId::from_index(index))
                .map(|_| named("bag", catalog.bags.key(Id::from_index(index)))),
            EventKind::Counted => catalog
                .counters
                .get(CounterId::from_index(index))
                .map(|_| named("counter", catalog.counters.key(Id::from_index(index)))),
            EventKind::Rolled => catalog
                .dice
                .get(DieId::from_index(index))
                .map(|_| named("die", catalog.dice.key(Id::from_index(index)))),
            EventKind::TokenMoved => catalog
                .tokens
                .get(TokenId::from_index(index))
                .map(|_| named("token", catalog.tokens.key(Id::from_index(index)))),
            _ => None,
        };
        facts.extend(thing);
    }
    if matches!(event.kind, EventKind::Awarded | EventKind::Counted) {
        facts.push(format!("{:+}", what.amount));
    }
    if let Some(reason) = what.reason {
        facts.push(format!("“{}”", table.session().symbol(reason)));
    }
    format!("{}  {}", event.kind.name(), facts.join(", "))
}
