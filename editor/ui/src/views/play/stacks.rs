//! Bags and stacks next to the board, as backs of tiles with their counts.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::load::SizedTexture;
use egui::{Align2, FontId, Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui, Vec2};
use tilewright_core::catalog::id::{BagId, TileKindId};
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::state::view::{View, VisibleTiles};
use tilewright_editor_model::table::words::name;
use tilewright_wording::words::Words;

use super::told;
use crate::context::ViewCx;
use crate::ui::icons::medium;
use crate::ui::pictures::laid::WHOLE;
use crate::ui::pictures::{PictureTexture, Subject};

/// Width and height of a stack, in points.
const STACK: f32 = 36.0;
/// Width of the pictures in a tooltip, in points, and number of pictures in a row.
const LISTED: f32 = 40.0;
const ROW: usize = 6;
/// Maximum number of bags whose names are shown; otherwise names are in tooltips.
const NAMED: usize = 3;

/// Draws all bags of a game.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewCx<'_>, view: View<'_>) {
    let bags: Vec<BagId> = view.bags().collect();
    let is_named = bags.len() <= NAMED;
    if is_named {
        for bag in bags {
            ui.horizontal(|ui| stack(ui, cx, view, bag, true));
        }
    } else {
        ui.horizontal_wrapped(|ui| {
            for bag in bags {
                stack(ui, cx, view, bag, false);
            }
        });
    }
}

fn stack(ui: &mut Ui, cx: &mut ViewCx<'_>, view: View<'_>, bag: BagId, is_named: bool) {
    let catalog = view.catalog();
    let called = Words::new(catalog, cx.texts.code(), &|seat| told::seat(cx, seat)).bag(bag).name;
    let inside = view.bag(bag);
    let (count, single) = match &inside {
        VisibleTiles::Tiles(tiles) => (tiles.len(), single_kind(tiles)),
        VisibleTiles::Count(count) => (*count, None),
    };
    let shown = format!("{called}: {count}");
    let back = catalog.bags[bag].back.zip(view.has_tagged_back(bag)).map(|(tag, is_tagged)| {
        let tag = catalog.tags.key(tag);
        let key = if is_tagged { "try-back-shown" } else { "try-back-plain" };
        (cx.texts.with_name(key, &name(catalog, cx.texts.code(), "tag", &tag)), is_tagged.then_some(tag))
    });
    let face = match (single, &back) {
        (Some(kind), _) => Some(Subject::Tile(catalog.kinds.key(kind).into(), Turn::NONE)),
        (None, Some((_, Some(tag)))) => Some(Subject::Tag(tag.as_str().into())),
        _ if cx.pictures.has_look() => Some(Subject::Back(catalog.bags.key(bag).into())),
        _ => None,
    };
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(STACK), Sense::hover());
    if ui.is_rect_visible(rect) {
        let picture = face.filter(|_| count > 0).and_then(|face| cx.pictures.get(&face, STACK));
        paint_stack(ui, cx, rect, count, picture, single.is_some());
    }
    let told = back.map_or_else(|| shown.clone(), |(back, _)| format!("{shown}, {back}"));
    if is_named {
        ui.add(egui::Label::new(&shown).truncate());
    } else {
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &told));
    }
    about(&response, cx, view, &told, &inside);
}

/// Paints a back with a picture on it, or an empty place, and the number of tiles.
fn paint_stack(ui: &Ui, cx: &ViewCx<'_>, rect: Rect, count: usize, picture: Option<PictureTexture>, is_face: bool) {
    let (painter, tokens) = (ui.painter(), cx.tokens);
    let tile = rect.shrink(2.0);
    if count == 0 {
        painter.rect_stroke(tile, 4.0, Stroke::new(1.0, tokens.line), StrokeKind::Inside);
    } else {
        if count > 1 {
            let below = tile.translate(Vec2::splat(2.0));
            painter.rect(below, 4.0, tokens.raised, Stroke::new(1.0, tokens.edge), StrokeKind::Inside);
        }
        painter.rect(tile, 4.0, tokens.raised, Stroke::new(1.0, tokens.edge), StrokeKind::Inside);
        let inner = tile.shrink(if is_face { 1.0 } else { 5.0 });
        match picture {
            Some(shown) => {
                let size = shown.size * (inner.width() / shown.size.max_elem());
                let at = Rect::from_center_size(inner.center(), size);
                painter.image(shown.texture, at, WHOLE, egui::Color32::WHITE);
            }
            None => {
                painter.rect_stroke(inner, 2.0, Stroke::new(1.0, tokens.line), StrokeKind::Inside);
            }
        }
    }
    let font = FontId::new(12.0, medium());
    let number = painter.layout_no_wrap(count.to_string(), font, tokens.text);
    let plate = Align2::RIGHT_BOTTOM.anchor_size(rect.right_bottom(), number.size() + Vec2::new(6.0, 0.0));
    painter.rect_filled(plate, 3.0, tokens.panel);
    painter.galley(plate.min + Vec2::new(3.0, 0.0), number, tokens.text);
}

/// Shows the name of a bag and, if it is open, pictures of its tiles as a tooltip.
fn about(response: &Response, cx: &mut ViewCx<'_>, view: View<'_>, told: &str, inside: &VisibleTiles) {
    response.clone().on_hover_ui(|ui| {
        ui.label(told);
        let VisibleTiles::Tiles(tiles) = inside else { return };
        let mut counts: BTreeMap<TileKindId, usize> = BTreeMap::new();
        for kind in tiles {
            *counts.entry(*kind).or_default() += 1;
        }
        egui::Grid::new("tiles of the bag").show(ui, |ui| {
            for (number, (kind, count)) in counts.into_iter().enumerate() {
                if number > 0 && number % ROW == 0 {
                    ui.end_row();
                }
                ui.horizontal(|ui| listed(ui, cx, view, kind, count));
            }
        });
    });
}

fn listed(ui: &mut Ui, cx: &mut ViewCx<'_>, view: View<'_>, kind: TileKindId, count: usize) {
    let catalog = view.catalog();
    let key: Arc<str> = catalog.kinds.key(kind).into();
    match cx.pictures.get(&Subject::Tile(key.clone(), Turn::NONE), LISTED) {
        Some(shown) => drop(ui.image(SizedTexture::new(shown.texture, shown.size * LISTED / shown.size.max_elem()))),
        None => drop(ui.label(name(catalog, cx.texts.code(), "tile", &key))),
    }
    ui.label(RichText::new(format!("×{count}")).color(cx.tokens.weak));
}

/// Returns the kind of the tiles if all are of one kind.
fn single_kind(tiles: &[TileKindId]) -> Option<TileKindId> {
    let first = tiles.first()?;
    tiles.iter().all(|kind| kind == first).then_some(*first)
}
