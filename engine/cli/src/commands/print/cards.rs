//! The reference card of a game: the steps of a turn, and the points of each rule with its values.

use std::collections::BTreeMap;

use tilewright_art::look::terrain_color;
use tilewright_art::print::card::{CardLine, CardSection, TextCard};
use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::id::TerrainId;
use tilewright_core::catalog::{Catalog, ModuleUse, Value};
use tilewright_script::{Header, Param, ParamType};
use tilewright_wording::words::Words;

/// Language of the texts, as the descriptions of rules have only one.
const LANGUAGE: &str = "en";

/// Returns a card with the steps of a turn, the end of the game, and the rules with their values.
pub(super) fn reference_card(catalog: &Catalog) -> TextCard {
    let titles: Vec<&str> = catalog.packs.iter().map(|pack| &*pack.title).collect();
    let card = CardMaker { catalog, words: Words::with_numbers(catalog, LANGUAGE) };
    let rules = catalog.modules.iter().map(|module| card.rule(module));
    let sections = std::iter::once(card.turn()).chain(rules).filter(|section| !section.lines.is_empty());
    TextCard { title: titles.join(" + "), sections: sections.collect() }
}

struct CardMaker<'a> {
    catalog: &'a Catalog,
    words: Words<'a>,
}

impl CardMaker<'_> {
    /// Returns the steps of a turn that have texts, numbered.
    fn turn(&self) -> CardSection {
        let flow = &self.catalog.flow;
        let steps = flow.turn.iter().chain(&flow.closing);
        let text = |step: &tilewright_core::catalog::flow::Step| {
            let text = self.words.question(Some(&step.pack), &step.name);
            (text != *step.name).then_some(text)
        };
        let lines = (1..).zip(steps.filter_map(text));
        let mut lines: Vec<CardLine> =
            lines.map(|(number, text): (u32, String)| CardLine { number: format!("{number}."), text }).collect();
        let bags: Vec<String> = flow.ends_with.iter().map(|&bag| self.words.bag(bag).name).collect();
        if !bags.is_empty() {
            let text = format!("The game ends when these are empty: {}.", bags.join(", "));
            lines.push(CardLine { text, ..CardLine::default() });
        }
        CardSection { heading: "Your turn".to_owned(), colors: Vec::new(), lines }
    }

    /// Returns a rule under the names of its terrains, figures and tiles, with the values that have descriptions.
    fn rule(&self, module: &ModuleUse) -> CardSection {
        let head = Header::parse(&module.source).0;
        let values: BTreeMap<&str, &Value> = module.params.iter().map(|(name, value)| (&**name, value)).collect();
        let (mut names, mut terrains, mut lines) = (Vec::new(), Vec::new(), Vec::new());
        let summary = head.doc.split("\n\n").next().unwrap_or_default();
        lines.extend((!summary.is_empty()).then(|| CardLine { text: summary.to_owned(), ..CardLine::default() }));
        for param in &head.params {
            let Some(value) = values.get(&*param.name) else { continue };
            self.add_things(&param.kind, value, &mut names, &mut terrains);
            lines.extend(line(param, value));
        }
        names.dedup();
        let file = module.path.rsplit('/').next().unwrap_or_default();
        let heading = if names.is_empty() { file.trim_end_matches(".lua").replace('_', " ") } else { names.join(", ") };
        let colors = terrains.into_iter().map(|terrain| terrain_color(self.catalog, terrain)).collect();
        CardSection { heading, colors, lines }
    }

    /// Adds the names of the terrains that a value of a parameter means.
    fn add_things(&self, kind: &ParamType, value: &Value, names: &mut Vec<String>, terrains: &mut Vec<TerrainId>) {
        match (kind, value) {
            (ParamType::List(kind), Value::List(values)) => {
                values.iter().for_each(|value| self.add_things(kind, value, names, terrains));
            }
            (ParamType::Id(DeclaredKind::Terrain), Value::Text(id)) => {
                let Some(terrain) = self.catalog.terrains.find(id) else { return };
                names.push(self.words.terrain(terrain).name);
                terrains.push(terrain);
            }
            _ => {}
        }
    }
}

/// Returns the line of a whole number with its description; `None` for other values.
fn line(param: &Param, value: &Value) -> Option<CardLine> {
    let Value::Int(number) = value else { return None };
    let is_told = param.kind == ParamType::Integer && !param.doc.is_empty();
    is_told.then(|| CardLine { number: number.to_string(), text: param.doc.clone() })
}
