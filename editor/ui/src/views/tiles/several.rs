//! The form for several selected tiles. Each action applies to all of them in a single undo step.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{RichText, ScrollArea, TextEdit, Ui, Vec2};
use tilewright_core::catalog::lattice::Turn;
use tilewright_editor_painter as painter;

use super::changes::{self, CountChange, EditedTiles};
use super::tile_cache::TileCache;
use crate::context::{EditorAction, Selection, ViewCx};
use crate::ui::pictures::Subject;
use crate::ui::theme::{Emphasis, GAP, GROUP_GAP};
use crate::ui::widgets;

/// Width of a tile's picture, in points.
const PICTURE: f32 = 56.0;

/// State of the form.
#[derive(Default)]
pub(super) struct SeveralTiles {
    /// Count that is typed but not confirmed yet.
    count: Option<String>,
    trouble: Option<String>,
    /// Tiles that were selected in the last frame.
    chosen: Vec<Arc<str>>,
}

/// A tag that some of the selected tiles have.
struct SharedTag {
    /// Name of the tag in the files.
    name: String,
    /// Number of selected tiles with the tag.
    tiles: usize,
}

impl SeveralTiles {
    /// Draws the form for the selected tiles.
    pub(super) fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, tiles_read: &TileCache, chosen: &[Arc<str>]) {
        if self.chosen != chosen {
            *self = SeveralTiles { chosen: chosen.to_vec(), ..SeveralTiles::default() };
        }
        ScrollArea::vertical().id_salt("several").auto_shrink(false).show(ui, |ui| {
            ui.label(RichText::new(cx.texts.count("tiles-several", chosen.len())).heading());
            ui.label(RichText::new(cx.t("tiles-several-about")).color(cx.tokens.weak));
            ui.add_space(GAP);
            let mut made: Option<(EditedTiles, &'static str)> = None;
            self.count(ui, cx, tiles_read, chosen, &mut made);
            ui.add_space(GAP);
            tags(ui, cx, tiles_read, chosen, &mut made);
            ui.add_space(GROUP_GAP);
            let files = cx.document.files();
            ui.horizontal_wrapped(|ui| {
                if ui.button(cx.texts.count("tiles-several-copy", chosen.len())).clicked() {
                    made = Some((changes::duplicate(tiles_read, files, chosen), "tiles-step-copy"));
                }
                if ui.button(cx.texts.count("tiles-several-remove", chosen.len())).clicked() {
                    made = Some((changes::remove(tiles_read, files, chosen), "tiles-step-remove"));
                }
            });
            if let Some((made, step)) = made {
                self.count = None;
                self.trouble = changes::finish(cx, chosen, made, step);
            }
            if let Some(trouble) = &self.trouble {
                ui.label(RichText::new(trouble).color(cx.tokens.error));
            }
            ui.add_space(GROUP_GAP);
            pictures(ui, cx, chosen);
        });
    }

    fn count(
        &mut self,
        ui: &mut Ui,
        cx: &ViewCx<'_>,
        tiles_read: &TileCache,
        chosen: &[Arc<str>],
        made: &mut Option<(EditedTiles, &'static str)>,
    ) {
        let nodes = || chosen.iter().filter_map(|id| Some(tiles_read.tile(id)?.1));
        let counts: Vec<i64> = nodes().filter_map(changes::written_count).collect();
        let (least, most) = (counts.iter().min().copied(), counts.iter().max().copied());
        let same = least.filter(|_| least == most).map_or_else(String::new, |n| n.to_string());
        let mut count = |how| {
            *made = Some((changes::count(tiles_read, cx.document.files(), chosen, how), "tiles-step-count"));
        };
        ui.horizontal_wrapped(|ui| {
            let name = cx.t("tiles-several-count");
            ui.label(&name);
            let mut text = self.count.clone().unwrap_or_else(|| same.clone());
            let hint = match (least, most) {
                (Some(least), Some(most)) if least < most => format!("{least} – {most}"),
                _ => String::new(),
            };
            let field = ui.add(TextEdit::singleline(&mut text).hint_text(&hint).desired_width(64.0));
            widgets::set_name(ui, &field, &name);
            if field.changed() {
                self.count = Some(text.clone());
            }
            if field.lost_focus() {
                self.count = None;
                let escaped = ui.input(|i| i.key_pressed(egui::Key::Escape));
                if let Ok(to) = text.trim().parse()
                    && !escaped
                    && text != same
                {
                    count(CountChange::To(to));
                }
            }
            for (key, by) in [("tiles-several-fewer", -1), ("tiles-several-more", 1)] {
                if ui.button(cx.t(key)).clicked() {
                    count(CountChange::By(by));
                }
            }
        });
        if let (Some(least), Some(most)) = (least, most)
            && least < most
        {
            let values = [("least", least.into()), ("most", most.into())];
            ui.label(RichText::new(cx.texts.with("tiles-several-differ", &values)).color(cx.tokens.weak));
        }
        let computed = chosen.len() - counts.len();
        if computed > 0 {
            ui.label(RichText::new(cx.texts.count("tiles-several-computed", computed)).color(cx.tokens.weak));
        }
    }
}

/// Draws the tags of the selected tiles with the number of tiles, and the tags that can be added.
fn tags(
    ui: &mut Ui,
    cx: &ViewCx<'_>,
    tiles_read: &TileCache,
    chosen: &[Arc<str>],
    made: &mut Option<(EditedTiles, &'static str)>,
) {
    let written: Vec<Vec<(String, i64)>> =
        chosen.iter().filter_map(|id| changes::written_tags(tiles_read.tile(id)?.1)).collect();
    let mut found: BTreeMap<&str, SharedTag> = BTreeMap::new();
    for (name, _) in written.iter().flatten() {
        found.entry(painter::bare(name)).or_insert_with(|| SharedTag { name: name.clone(), tiles: 0 }).tiles += 1;
    }
    let mut change = |tag: &str, on| {
        *made = Some((changes::tag(tiles_read, cx.document.files(), chosen, tag, on), "tiles-step-tags"));
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(cx.t("tiles-tags"));
        if found.is_empty() {
            ui.label(RichText::new(cx.t("tiles-several-no-tags")).color(cx.tokens.weak));
        }
        for tag in found.values() {
            ui.label(RichText::new(&tag.name).medium());
            if tag.tiles < written.len() {
                let values = [("n", tag.tiles.into()), ("all", written.len().into())];
                ui.label(RichText::new(cx.texts.with("tiles-several-some", &values)).color(cx.tokens.weak));
                let button = ui.small_button(cx.t("tiles-several-to-all"));
                widgets::set_name(ui, &button, &cx.texts.with_name("tiles-several-give", &tag.name));
                if button.clicked() {
                    change(&tag.name, true);
                }
            }
            let button = ui.small_button("×");
            let name = cx.texts.with_name("tiles-several-take", &tag.name);
            widgets::set_name(ui, &button, &name);
            if button.on_hover_text(name).clicked() {
                change(&tag.name, false);
            }
            ui.add_space(GAP);
        }
        let free = tiles_read.words.tags().iter().filter(|tag| !found.contains_key(painter::bare(tag)));
        let free: Vec<&String> = free.collect();
        if !free.is_empty() && !written.is_empty() {
            let menu = ui.menu_button(cx.t("tiles-tag-add-short"), |ui| {
                ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
                    for tag in free {
                        if ui.button(tag).clicked() {
                            change(tag, true);
                            ui.close();
                        }
                    }
                });
            });
            widgets::set_name(ui, &menu.response, &cx.t("tiles-several-add-tag"));
        }
    });
    let left = chosen.len() - written.len();
    if left > 0 {
        ui.label(RichText::new(cx.texts.count("tiles-several-tags-stay", left)).color(cx.tokens.weak));
    }
}

/// Draws pictures of the selected tiles; a click selects one alone.
fn pictures(ui: &mut Ui, cx: &mut ViewCx<'_>, chosen: &[Arc<str>]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(GAP);
        for id in chosen {
            let name = cx.texts.with_name("tiles-several-only", id);
            let shown = cx.pictures.get(&Subject::Tile(id.clone(), Turn::NONE), PICTURE);
            let button = match shown {
                Some(shown) => {
                    let size = shown.size * PICTURE;
                    ui.add(egui::Button::image(egui::load::SizedTexture::new(shown.texture, size)).frame(false))
                }
                None => ui.button(&**id),
            };
            widgets::set_name(ui, &button, &name);
            if button.on_hover_text(name).clicked() {
                cx.ask(EditorAction::Select(Selection::Tiles(vec![id.clone()])));
            }
        }
    });
}
