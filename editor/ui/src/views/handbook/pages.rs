//! The pages of the handbook window: its own topics, the read-mes of the open pack and of the packs that it needs, and
//! the reference.

use std::sync::Arc;

use tilewright_editor_model::pack::analysis::PackSurroundings;
use tilewright_editor_model::pack::document::{FileTexts, PackDocument};
use tilewright_handbook::{Hit, Topic, TopicKind, read, topic, topics};
use tilewright_language::inventory::NeededPack;
use tilewright_language::reference::{self, ReferencePart};
use tilewright_pack::edit::Items;

/// Path of the read-me within a pack.
const READ_ME: &str = "README.md";

/// Maximum number of search results.
const MOST: usize = 80;

/// The read-me of a pack.
struct ReadMe {
    key: Arc<str>,
    topic: Topic,
}

/// All pages that the window can show.
#[derive(Default)]
pub(super) struct Pages {
    read_mes: Vec<ReadMe>,
    /// Id and revision of the open pack, and number of the surroundings, from which the read-mes were read.
    read_at: Option<(Arc<str>, u64, u64)>,
}

/// A page in the list.
pub(super) struct PageRow<'a> {
    pub(super) key: &'a str,
    pub(super) topic: &'a Topic,
}

impl Pages {
    /// Reads the read-mes again if packs have changed; returns true if it did.
    pub(super) fn renew(&mut self, document: Option<&PackDocument>, surroundings: &PackSurroundings) -> bool {
        let state = document.map(|d| (d.id().clone(), d.revision(), surroundings.number()));
        if self.read_at == state {
            return false;
        }
        self.read_at = state;
        self.read_mes = document.map_or_else(Vec::new, |document| read_mes(document, surroundings));
        true
    }

    /// Returns the groups of the list, each with the text key of its name.
    pub(super) fn groups(&self) -> Vec<(&'static str, Vec<PageRow<'_>>)> {
        let own =
            |sort| topics().iter().filter(move |t| t.sort == sort).map(|t| PageRow { key: t.slug, topic: t }).collect();
        let part = |part| {
            let pages = reference::pages().iter().filter(move |page| page.part == part);
            pages.map(|page| PageRow { key: &page.key, topic: &page.topic }).collect()
        };
        let read_mes = self.read_mes.iter().map(|page| PageRow { key: &page.key, topic: &page.topic }).collect();
        let groups = vec![
            ("handbook-read-mes", read_mes),
            ("handbook-chapters", own(TopicKind::Chapter)),
            ("handbook-recipes", own(TopicKind::Recipe)),
            ("handbook-rules", part(ReferencePart::Rules)),
            ("handbook-format", part(ReferencePart::Format)),
        ];
        groups.into_iter().filter(|(_, rows): &(_, Vec<PageRow<'_>>)| !rows.is_empty()).collect()
    }

    /// Returns a page by its key.
    pub(super) fn page(&self, key: &str) -> Option<&Topic> {
        let own = self.read_mes.iter().find(|page| *page.key == *key).map(|page| &page.topic);
        own.or_else(|| topic(key)).or_else(|| reference::page(key).map(|page| &page.topic))
    }

    /// Returns the sections that contain all words, best match first, each with the key of its page.
    pub(super) fn search(&self, words: &str) -> Vec<(Arc<str>, Hit)> {
        let rows = self.groups().into_iter().flat_map(|(_, rows)| rows);
        let mut found: Vec<(Arc<str>, Hit)> =
            rows.flat_map(|row| row.topic.search(words).into_iter().map(move |hit| (row.key.into(), hit))).collect();
        found.sort_by_key(|(_, hit)| std::cmp::Reverse(hit.weight));
        found.truncate(MOST);
        found
    }
}

fn read_mes(document: &PackDocument, surroundings: &PackSurroundings) -> Vec<ReadMe> {
    let needed = NeededPack::list_for(&Items::read(document.files()), surroundings);
    let others = needed.iter().rev().filter_map(|pack| Some((&pack.id, surroundings.files(&pack.id)?)));
    let all = std::iter::once((document.id(), document.files())).chain(others);
    let page = |(id, files): (&Arc<str>, &FileTexts)| {
        let text = files.get(READ_ME)?;
        Some(ReadMe { key: format!("read-me/{id}").into(), topic: read(text, id) })
    };
    all.filter_map(page).collect()
}
