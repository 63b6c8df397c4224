//! The list of packs in the game setup. Rows keep their order while packs are chosen and loaded, so that no row moves
//! away from the pointer.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Checkbox, RichText, Ui};
use tilewright_editor_model::pack::pack_set::PackSet;
use tilewright_kit::packs::load::Loaded;

use crate::context::ViewCx;
use crate::ui::theme::Emphasis;

/// Group of separate games, which is collapsed: there may be many, and none is compatible with the other packs.
const APART: u8 = 2;

/// Packs that were found since the list was opened.
#[derive(Default)]
pub(super) struct PackList {
    rows: BTreeMap<Arc<str>, PackRow>,
}

#[derive(Clone, Default)]
struct PackRow {
    title: Arc<str>,
    /// Group: 0 for packs that the open pack requires, 1 for compatible packs, [`APART`] for separate games.
    group: u8,
    on: bool,
    can_change: bool,
    told: String,
    /// Tooltip with details for authors.
    detail: String,
}

impl PackList {
    /// Draws the list, and applies changes to the pack set.
    pub(super) fn show(&mut self, ui: &mut Ui, cx: &ViewCx<'_>, pack_set: &mut PackSet, loaded: &Loaded) {
        let is_known = self.look(cx, pack_set, loaded);
        ui.horizontal(|ui| {
            ui.label(RichText::new(cx.t("setup-packs")).medium());
            if !is_known {
                ui.spinner();
                ui.label(RichText::new(cx.t("setup-looking")).color(cx.tokens.weak));
            }
        });
        let mut rows: Vec<(&Arc<str>, &PackRow)> = self.rows.iter().collect();
        rows.sort_by_key(|(_, row)| (row.group, row.title.to_lowercase()));
        let apart = rows.partition_point(|(_, row)| row.group < APART);
        let apart = rows.split_off(apart);
        let mut list = |ui: &mut Ui, rows: &[(&Arc<str>, &PackRow)]| {
            rows.iter().for_each(|(id, row)| PackList::row(ui, cx, pack_set, loaded, id, row));
        };
        list(ui, &rows);
        if !apart.is_empty() {
            let title = cx.texts.count("setup-not-with", apart.len());
            egui::CollapsingHeader::new(title).id_salt("apart").show(ui, |ui| list(ui, &apart));
        }
    }

    fn row(ui: &mut Ui, cx: &ViewCx<'_>, pack_set: &mut PackSet, loaded: &Loaded, id: &Arc<str>, row: &PackRow) {
        let mut on = row.on;
        ui.horizontal_wrapped(|ui| {
            ui.add_enabled(row.can_change, Checkbox::new(&mut on, &*row.title));
            let told = ui.label(RichText::new(&row.told).color(cx.tokens.weak));
            if !row.detail.is_empty() {
                told.on_hover_text(&row.detail);
            }
        });
        if on && !row.on {
            pack_set.packs.insert(id.clone());
        } else if row.on && !on {
            pack_set.leave_out(id, cx.document.id(), loaded);
        }
    }

    /// Updates the rows from the loaded packs; returns true if all packs are known.
    fn look(&mut self, cx: &ViewCx<'_>, pack_set: &PackSet, loaded: &Loaded) -> bool {
        // A pack that was removed and is not analysed yet can be added again.
        for (id, row) in &mut self.rows {
            (row.on, row.can_change) = (pack_set.packs.contains(id), true);
            row.told.clear();
        }
        let base = cx.good.map(|good| &good.loaded.packs);
        for pack in &loaded.packs {
            let needing = loaded.packs.iter().filter(|p| p.needs.iter().any(|(id, _)| *id == pack.id));
            let needed: Vec<&str> = needing.map(|p| &*p.title).collect();
            let told = if pack.id == *cx.document.id() {
                cx.t("setup-open")
            } else if needed.is_empty() {
                String::new()
            } else {
                cx.texts.with_name("setup-needed", &needed.join(", "))
            };
            let chosen = pack_set.packs.contains(&pack.id);
            let fixed = base.is_some_and(|base| base.iter().any(|p| p.id == pack.id));
            // A pack that was just removed may still be among the loaded packs.
            let on = chosen || fixed || !needed.is_empty();
            let title = if pack.title.is_empty() { pack.id.clone() } else { pack.title.clone() };
            let can_change = !fixed && (!on || chosen && needed.is_empty());
            let row = PackRow { title, group: if fixed { 0 } else { 1 }, on, can_change, told, ..PackRow::default() };
            self.rows.insert(pack.id.clone(), row);
        }
        let additions = cx.sets.additions(&pack_set.packs);
        for addition in additions.map_or(&[][..], |additions| &additions.all) {
            let told = match &addition.refused {
                Some(_) if addition.apart => cx.t("setup-apart"),
                Some(why) => cx.texts.with_name("setup-refused", &cx.t(why.text())),
                None if addition.brings.is_empty() => String::new(),
                None => cx.texts.with_name("setup-brings", &addition.brings.join(", ")),
            };
            let detail = addition.refused.as_ref().map(|why| why.message.clone()).unwrap_or_default();
            let (title, group) = (addition.title.clone(), if addition.apart { APART } else { 1 });
            let row = PackRow { title, group, on: false, can_change: addition.refused.is_none(), told, detail };
            self.rows.insert(addition.id.clone(), row);
        }
        // A chosen pack that cannot be found can at least be removed.
        for id in &pack_set.packs {
            let lost = || PackRow { title: id.clone(), group: 1, on: true, can_change: true, ..PackRow::default() };
            self.rows.entry(id.clone()).or_insert_with(lost);
        }
        additions.is_some()
    }
}
