//! Explains a game for the page of a table.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value as Json, json};
use tilewright_art::geometry::Point;
use tilewright_art::outline::cell_size;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::catalog::seat::Seat;
use tilewright_wording::how_to::{RulesEntry, RulesTopic, explain_game};

use super::LiveSource;
use crate::html::foreign;
use crate::readme::read_me;
use crate::sprites::{Sprites, alone};

/// Explanation of a game, and the numbers of the drawings that it uses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LiveRules {
    /// Sections, each with its topic (`pack`, `turn`, `figures`, `tiles` or `examples`), the title of the pack or null,
    /// and its text as HTML.
    pub sections: Json,
    /// Numbers of the drawings.
    pub drawings: BTreeSet<u64>,
}

/// Explains a game. `read_me_of` returns the read-me of a pack, and `examples` are its worked examples in words.
pub fn live_rules(
    catalog: &Catalog,
    language: &str,
    read_me_of: &dyn Fn(&str) -> Option<Arc<str>>,
    examples: &[String],
    source: LiveSource<'_>,
) -> LiveRules {
    let mut writer = Writer {
        catalog,
        sprites: Sprites::continued(catalog, source.art, source.drawings.take()),
        drawings: BTreeSet::new(),
    };
    let mut sections: Vec<Json> = Vec::new();
    for section in explain_game(catalog, language, read_me_of) {
        let html: String = section.entries.iter().map(|entry| writer.entry(entry)).collect();
        let html = if section.topic == RulesTopic::Turn { format!("<ol>{html}</ol>") } else { html };
        let title = match &section.topic {
            RulesTopic::Pack(id) => catalog.packs.iter().find(|pack| pack.id == *id).map(|pack| pack.title.to_string()),
            _ => None,
        };
        sections.push(json!({"of": name(&section.topic), "title": title, "html": html}));
    }
    if !examples.is_empty() {
        let items: String = examples.iter().map(|example| format!("<li>{}</li>", foreign(example))).collect();
        sections.push(json!({"of": name(&RulesTopic::Examples), "title": null, "html": format!("<ul>{items}</ul>")}));
    }
    source.drawings.put(writer.sprites.into_store());
    LiveRules { sections: sections.into(), drawings: writer.drawings }
}

fn name(topic: &RulesTopic) -> &'static str {
    match topic {
        RulesTopic::Pack(_) => "pack",
        RulesTopic::Turn | RulesTopic::Step(_) => "turn",
        RulesTopic::Figures => "figures",
        RulesTopic::Tiles => "tiles",
        RulesTopic::Examples => "examples",
    }
}

struct Writer<'c> {
    catalog: &'c Catalog,
    sprites: Sprites<'c>,
    drawings: BTreeSet<u64>,
}

impl Writer<'_> {
    fn entry(&mut self, entry: &RulesEntry) -> String {
        match entry {
            RulesEntry::Text(text) => format!("<p>{}</p>", foreign(text)),
            RulesEntry::ReadMe(text) => read_me(text),
            RulesEntry::Step(_, text) => format!("<li>{}</li>", foreign(text)),
            RulesEntry::Figure(kind, text) => {
                let number = self.sprites.figure(*kind, Some(Seat(0)), false);
                let half = self.sprites.artist().figure_width(*kind) * 0.75;
                let picture =
                    self.picture(number, "piece", Point::new(-half, -half), Point::new(2.0 * half, 2.0 * half));
                format!("<p class=\"pictured\">{picture}<span>{}</span></p>", foreign(text))
            }
            RulesEntry::Tile(kind, called, help) => {
                let number = self.sprites.tile(*kind, Turn::NONE);
                let (width, height) = cell_size(self.catalog.lattice);
                let (corner, size) =
                    self.sprites.large(*kind, Turn::NONE).unwrap_or((Point::default(), Point::new(width, height)));
                let picture = self.picture(number, "tile", corner, size);
                format!("<p class=\"pictured\">{picture}<span><b>{}</b> {}</span></p>", foreign(called), foreign(help))
            }
        }
    }

    fn picture(&mut self, number: usize, class: &str, corner: Point, size: Point) -> String {
        self.drawings.insert(number as u64);
        alone(number, class, corner, size)
    }
}
