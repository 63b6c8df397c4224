//! Names the entries of packs in the sentences of a report.

use tilewright_core::catalog::Catalog;
use tilewright_wording::words::Words;

use crate::choice_kind::{CELL_WITH, ON};
use crate::report::told::{ChartForm, Insert, ReportSection, Statement};

/// Kind of entry that a report mentions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntrySort {
    /// Tile kind.
    Tile,
    /// Book that points are entered in.
    Book,
    /// Figure kind.
    Figure,
    /// Terrain.
    Terrain,
    /// Result of a game.
    Result,
    /// Counter that gives a seat its role.
    Role,
    /// Decision: the name of a step, or `module.question`.
    Question,
    /// Kind of option at a decision.
    Answer,
}

/// NamedEntry of the packs in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedEntry {
    /// Kind of the entry.
    pub sort: EntrySort,
    /// Id of the entry. For an answer, the kind of option.
    pub id: String,
    /// Name in the texts of the packs; `None` before [`name_entries`], which leaves the id of an entry without a text.
    pub name: Option<String>,
}

impl NamedEntry {
    /// Returns the name. An id without a name is in backquotes, and words that may be a sentence are in quotation marks.
    pub(super) fn text(&self) -> String {
        match (&self.name, self.sort) {
            (None, _) => format!("`{}`", self.id),
            (Some(name), EntrySort::Question | EntrySort::Answer | EntrySort::Result) => format!("“{name}”"),
            (Some(name), _) => name.clone(),
        }
    }
}

/// Creates the value for an entry without a name.
pub(crate) fn entry(sort: EntrySort, id: &str) -> Insert {
    Insert::Entry(NamedEntry { sort, id: id.to_owned(), name: None })
}

/// Names all entries in sections of a report, with the texts of the packs in a language.
pub fn name_entries(sections: &mut [ReportSection], catalog: &Catalog, language: &str) {
    let names = Names { catalog, language, words: Words::with_numbers(catalog, language) };
    for section in sections {
        section.sentences.iter_mut().for_each(|sentence| names.name_in(sentence));
        for chart in &mut section.charts {
            match &mut chart.form {
                ChartForm::Bars(bars) => bars.iter_mut().for_each(|bar| names.name_in(&mut bar.name)),
                ChartForm::Stacks { stacks, .. } => stacks.iter_mut().for_each(|stack| names.name_in(&mut stack.name)),
                ChartForm::Histogram { .. } | ChartForm::Lines(_) => {}
            }
        }
    }
}

/// Names of entries in a language.
struct Names<'a> {
    catalog: &'a Catalog,
    language: &'a str,
    words: Words<'a>,
}

impl Names<'_> {
    fn name_in(&self, statement: &mut Statement) {
        let ask = statement.values.iter().find_map(|(_, value)| match value {
            Insert::Entry(NamedEntry { sort: EntrySort::Question, id, .. }) => Some(id.clone()),
            _ => None,
        });
        let ask = ask.unwrap_or_default();
        for (_, value) in &mut statement.values {
            match value {
                Insert::Entry(entry) => entry.name = Some(self.name(entry, &ask)),
                Insert::Entries(entries) => {
                    entries.iter_mut().for_each(|entry| entry.name = Some(self.name(entry, &ask)));
                }
                _ => {}
            }
        }
    }

    /// Returns the name of an entry, or its id. An answer belongs to the question `ask`.
    fn name(&self, entry: &NamedEntry, ask: &str) -> String {
        let id = &*entry.id;
        match entry.sort {
            EntrySort::Tile => self.tile(id),
            EntrySort::Book => self.catalog.books.find(id).map_or_else(|| id.to_owned(), |id| self.words.book(id).name),
            EntrySort::Figure => self.words.name("figure", id),
            EntrySort::Terrain => self.words.name("terrain", id),
            EntrySort::Result => self.words.name("result", id),
            EntrySort::Role => self.words.name("counter", id),
            EntrySort::Question => self.words.question(None, id),
            EntrySort::Answer => self.answer(id, ask),
        }
    }

    fn tile(&self, id: &str) -> String {
        self.catalog.kinds.find(id).map_or_else(|| id.to_owned(), |kind| self.words.tile(kind).name)
    }

    /// Names a kind of option: by the text of the answer or of the offer, or by its target.
    fn answer(&self, id: &str, ask: &str) -> String {
        let figure = || {
            let (figure, terrain) = id.split_once(ON)?;
            let (kind, on) = (self.catalog.figures.find(figure)?, self.catalog.terrains.find(terrain)?);
            let (usual, there) = (self.words.figure(kind).name, self.words.figure_on(kind, on).name);
            Some(if there == usual { format!("{usual} ({})", self.words.terrain(on).name) } else { there })
        };
        let said = || self.words.answer(None, ask, id);
        let offered = || self.catalog.texts.get(self.language, &format!("offer.{id}")).map(str::to_owned);
        let target = || {
            let named = ["tile", "figure", "terrain", "bag"].map(|sort| self.words.name(sort, id));
            named.into_iter().find(|name| name != id)
        };
        if let Some(kind) = id.strip_prefix(CELL_WITH) {
            return format!("{CELL_WITH}{}", self.tile(kind));
        }
        figure().or_else(said).or_else(offered).or_else(target).unwrap_or_else(|| id.to_owned())
    }
}
