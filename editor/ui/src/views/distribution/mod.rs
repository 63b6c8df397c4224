//! Statistics of a pack: counts of tiles, edges by side, missing and frequent arrangements of edges, and the chance
//! that a hole is filled.

mod arrangements;
mod counts;
mod edges;
mod holes;

use std::sync::Arc;

use egui::{ComboBox, RichText, ScrollArea, Ui};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::id::BagId;
use tilewright_editor_model::pack::document::FileChange;
use tilewright_editor_model::pack::odds::{self, Hole, Likeness, Supply};
use tilewright_language::inventory::PackInventory;
use tilewright_language::schema::WordKind;

use crate::context::{EditorAction, Selection, ViewCx};
use crate::ui::notices::NoticeWeight;
use crate::ui::widgets::entry::FieldTexts;
use crate::ui::widgets::set_name;

/// Maximum number of arrangements that are enumerated.
const ARRANGEMENTS: usize = 200_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum DistributionPage {
    #[default]
    Counts,
    Edges,
    Arrangements,
    Holes,
}

const PAGES: [(DistributionPage, &str); 4] = [
    (DistributionPage::Counts, "dist-counts"),
    (DistributionPage::Edges, "dist-edges"),
    (DistributionPage::Arrangements, "dist-arrangements"),
    (DistributionPage::Holes, "dist-holes"),
];

/// Statistics of a state of the pack and a bag.
struct DistributionSums {
    catalog: Arc<Catalog>,
    bag: Option<Arc<str>>,
    supply: Supply,
    by_side: Vec<Vec<u64>>,
    by_terrain: Vec<u64>,
    likenesses: Option<Vec<Likeness>>,
}

/// The view of statistics.
#[derive(Default)]
pub struct DistributionView {
    page: DistributionPage,
    filter: String,
    bag: Option<Arc<str>>,
    entries: FieldTexts,
    inventory: Option<(u64, Arc<PackInventory>)>,
    sums: Option<DistributionSums>,
    /// Names of the edges around the hole; `None` for any edge.
    hole: [Option<String>; 6],
    coming: Option<u64>,
}

impl DistributionView {
    /// Draws the chosen page.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>) {
        let revision = cx.document.revision();
        if self.inventory.as_ref().is_none_or(|(at, _)| *at != revision) {
            let inventory = PackInventory::read(cx.document.files(), cx.surroundings);
            self.inventory = Some((revision, Arc::new(inventory)));
        }
        let Some(inventory) = self.inventory.as_ref().map(|(_, inventory)| Arc::clone(inventory)) else { return };
        ui.horizontal_wrapped(|ui| {
            for (page, key) in PAGES {
                ui.selectable_value(&mut self.page, page, cx.t(key));
            }
            self.bag_box(ui, cx, &inventory);
        });
        ui.separator();
        self.sum_up(cx);
        if self.page == DistributionPage::Counts {
            return self.counts(ui, cx, &inventory);
        }
        if self.sums.is_none() {
            ui.label(RichText::new(cx.t("dist-not-yet")).color(cx.tokens.weak));
            return;
        }
        if cx.catalog().is_none() {
            ui.label(RichText::new(cx.t("dist-old")).color(cx.tokens.warning));
        }
        ScrollArea::vertical().id_salt(("page", self.page as u8)).auto_shrink(false).show(ui, |ui| match self.page {
            DistributionPage::Counts => {}
            DistributionPage::Edges => self.edges(ui, cx),
            DistributionPage::Arrangements => self.arrangements(ui, cx, &inventory),
            DistributionPage::Holes => self.holes(ui, cx, &inventory),
        });
    }

    fn bag_box(&mut self, ui: &mut Ui, cx: &ViewCx<'_>, inventory: &PackInventory) {
        let all = cx.t("dist-all-bags");
        let shown = self.bag.as_ref().map_or_else(|| all.clone(), ToString::to_string);
        let combo = ComboBox::from_id_salt("bag").selected_text(shown).show_ui(ui, |ui| {
            ui.selectable_value(&mut self.bag, None, &all);
            for bag in inventory.names(WordKind::Declared(DeclaredKind::Bag)) {
                ui.selectable_value(&mut self.bag, Some(bag.clone()), &*bag);
            }
        });
        set_name(ui, &combo.response, &cx.t("dist-bag"));
    }

    fn sum_up(&mut self, cx: &ViewCx<'_>) {
        let Some(catalog) = cx.catalog() else { return };
        let same = |s: &DistributionSums| Arc::ptr_eq(&s.catalog, catalog) && s.bag == self.bag;
        if self.sums.as_ref().is_some_and(same) {
            return;
        }
        let bag: Option<BagId> = self.bag.as_ref().and_then(|name| catalog.bags.find(name));
        // A bag that options switch off is empty.
        let supply = if self.bag.is_some() && bag.is_none() { Vec::new() } else { odds::supply(catalog, bag) };
        self.sums = Some(DistributionSums {
            by_side: odds::by_side(catalog, &supply),
            by_terrain: odds::by_terrain(catalog, &supply),
            likenesses: odds::likenesses(catalog, &supply, ARRANGEMENTS),
            bag: self.bag.clone(),
            supply,
            catalog: Arc::clone(catalog),
        });
    }
}

/// Adds a tile that fits the hole, and selects it.
fn make(cx: &mut ViewCx<'_>, inventory: &PackInventory, catalog: &Catalog, hole: &Hole) {
    let id = inventory.free_name(WordKind::Declared(DeclaredKind::Tile), "N1");
    let Some(tile) = odds::made_tile(catalog, hole, &id) else {
        cx.ask(EditorAction::Notify(NoticeWeight::Failed, cx.t("dist-no-edges")));
        return;
    };
    match inventory.own.append(cx.document.files(), "tiles", &tile) {
        Ok((path, edits)) => {
            cx.change(cx.texts.with_name("step-added", &id), vec![FileChange::Edit { path, edits }]);
            cx.ask(EditorAction::Notify(NoticeWeight::Done, cx.texts.with_name("dist-made", &id)));
            cx.ask(EditorAction::Select(Selection::Tiles(vec![id.into()])));
        }
        Err(error) => cx.ask(EditorAction::Notify(NoticeWeight::Failed, error.to_string())),
    }
}
