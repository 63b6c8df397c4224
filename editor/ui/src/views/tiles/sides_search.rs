//! Search for tiles by their sides: the user paints requirements on the sides of an outlined cell. A side without a
//! requirement matches anything, and tiles may be turned.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Color32, Id, Pos2, Rect, RichText, Sense, Shape, Stroke, Ui, Vec2};
use tilewright_art::outline::{cell_size, center, on_side};
use tilewright_core::catalog::lattice::{Lattice, Side};
use tilewright_core::catalog::tile::TileCell;
use tilewright_pack::Vocabulary;

use super::tile_cache::TileCache;
use super::words;
use crate::context::ViewCx;
use crate::ui::theme::GAP;
use crate::ui::widgets::{self, swatch};

/// Width of the outline, in points.
const OUTLINE: f32 = 104.0;
/// Width of a side's target for the keyboard and screen readers, in points.
const HANDLE: f32 = 26.0;

/// Requirement on a side. It is named, not numbered, because a change of the pack may change the numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
enum SideRequirement {
    /// An edge of the type with this name.
    Edge(String),
    /// A port of the terrain with this name.
    Terrain(String),
}

impl SideRequirement {
    fn name(&self) -> &str {
        match self {
            SideRequirement::Edge(name) | SideRequirement::Terrain(name) => name,
        }
    }
}

/// A tile kind: its pack and its id there.
type TileKey = (Arc<str>, Arc<str>);

/// State of the search.
#[derive(Default)]
pub(super) struct SidesSearch {
    is_open: bool,
    /// Requirements on the sides, clockwise from north.
    sides: Vec<Option<SideRequirement>>,
    brush: Option<SideRequirement>,
    /// Cells of all variants of tiles, for one state of the packs.
    cells: BTreeMap<TileKey, Vec<Vec<TileCell>>>,
    read_at: (u64, u64),
}

impl SidesSearch {
    /// True if any side has a requirement.
    pub(super) fn is_active(&self) -> bool {
        self.sides.iter().any(Option::is_some)
    }

    /// Draws the button that opens and closes the search; closing it clears the requirements.
    pub(super) fn button(&mut self, ui: &mut Ui, cx: &ViewCx<'_>) {
        let name = cx.t("tiles-by-sides");
        let sign = RichText::new(crate::ui::icons::EDGE).size(16.0);
        let button = ui.selectable_label(self.is_open, sign).on_hover_text(cx.t("tiles-by-sides-about"));
        widgets::set_name(ui, &button, &name);
        if button.clicked() {
            self.is_open = !self.is_open;
            self.sides.clear();
        }
    }

    /// Draws the outline and the available requirements if the search is open.
    pub(super) fn show(&mut self, ui: &mut Ui, cx: &ViewCx<'_>, tiles_read: &TileCache) {
        let vocabulary = &tiles_read.words;
        if !self.is_open || vocabulary.edges.is_empty() {
            return;
        }
        self.sides.resize(vocabulary.lattice.side_count(), None);
        // Requirements that the pack no longer declares are removed.
        let is_there = |wanted: &SideRequirement| match wanted {
            SideRequirement::Edge(name) => vocabulary.edge(name).is_some(),
            SideRequirement::Terrain(name) => vocabulary.terrain(name).is_some(),
        };
        for side in self.sides.iter_mut().chain([&mut self.brush]) {
            side.take_if(|wanted| !is_there(wanted));
        }
        let all = choices(vocabulary);
        if self.brush.is_none() {
            self.brush = all.first().cloned();
        }
        ui.horizontal_top(|ui| {
            self.outline(ui, cx, tiles_read);
            ui.vertical(|ui| {
                ui.label(RichText::new(cx.t("tiles-by-sides-paint")).color(cx.tokens.weak));
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = Vec2::splat(3.0);
                    for wanted in all {
                        let (key, colour) = match &wanted {
                            SideRequirement::Edge(name) => ("tiles-by-edge", edge_colour(cx, vocabulary, name)),
                            SideRequirement::Terrain(name) => {
                                ("tiles-by-terrain", terrain_colour(cx, vocabulary, name))
                            }
                        };
                        let name = cx.texts.with_name(key, wanted.name());
                        let shown = match &wanted {
                            SideRequirement::Edge(name) => name.clone(),
                            SideRequirement::Terrain(name) => format!("… {name} …"),
                        };
                        let is_brush = self.brush.as_ref() == Some(&wanted);
                        let button = swatch::choice(ui, is_brush, &shown, cx.tokens.text, colour);
                        widgets::set_name(ui, &button, &name);
                        if button.on_hover_text(&name).clicked() {
                            self.brush = Some(wanted);
                        }
                    }
                });
                // The button is always present, so that the layout does not jump.
                let clear = egui::Button::new(cx.t("tiles-by-sides-clear"));
                if ui.add_enabled(self.is_active(), clear).clicked() {
                    self.sides.clear();
                }
            });
        });
        ui.add_space(GAP);
    }

    fn outline(&mut self, ui: &mut Ui, cx: &ViewCx<'_>, tiles_read: &TileCache) {
        let vocabulary = &tiles_read.words;
        let lattice = vocabulary.lattice;
        let (width, height) = cell_size(lattice);
        let scale = OUTLINE / width.max(height);
        let (rect, whole) = ui.allocate_exact_size(Vec2::new(width, height) * scale, Sense::click());
        widgets::set_name(ui, &whole, &cx.t("tiles-by-sides"));
        let at = |point: tilewright_art::geometry::Point| rect.min + Vec2::new(point.x, point.y) * scale;
        let middle = at(center(lattice));
        let mut painted: Option<Side> = None;
        if whole.clicked()
            && let Some(pointer) = whole.interact_pointer_pos()
        {
            painted = nearest(lattice, |side| at(on_side(lattice, side, 0.5)), pointer);
        }
        let painter = ui.painter_at(rect.expand(2.0));
        for side in lattice.sides_at((0, 0)) {
            let wanted = self.sides.get(side.index()).cloned().flatten();
            let (from, to) = (at(on_side(lattice, side, 0.0)), at(on_side(lattice, side, 1.0)));
            let pieces = colours(cx, vocabulary, wanted.as_ref());
            let along = |n: usize| at(on_side(lattice, side, n as f32 / pieces.len() as f32));
            for (number, &colour) in pieces.iter().enumerate() {
                let piece = vec![middle, along(number), along(number + 1)];
                painter.add(Shape::convex_polygon(piece, colour, Stroke::NONE));
            }
            painter.line_segment([from, to], Stroke::new(1.5, cx.tokens.weak));
            painter.line_segment([middle, from], Stroke::new(1.0, cx.tokens.line));
            let on = middle + (at(on_side(lattice, side, 0.5)) - middle) * 0.72;
            let handle = Rect::from_center_size(on, Vec2::splat(HANDLE));
            let response = ui.interact(handle, Id::unique(("searched side", side.0)), Sense::click());
            let shows = wanted.as_ref().map_or_else(|| cx.t("tiles-by-sides-any"), |w| w.name().to_owned());
            let name = cx.texts.with(
                "tiles-by-side",
                &[("name", words::side(cx, tiles_read, side).into()), ("shows", shows.clone().into())],
            );
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
            widgets::set_name(ui, &response, &name);
            if response.has_focus() {
                painter.rect_stroke(
                    handle.shrink(3.0),
                    4.0,
                    Stroke::new(2.0, cx.tokens.focus),
                    egui::StrokeKind::Inside,
                );
            }
            if response.clicked() {
                painted = Some(side);
            }
            if wanted.is_none() {
                let any = egui::FontId::proportional(13.0);
                painter.text(on, egui::Align2::CENTER_CENTER, "?", any, cx.tokens.weak);
            }
            response.on_hover_text(name);
        }
        if let Some(side) = painted
            && let Some(slot) = self.sides.get_mut(side.index())
        {
            // Painting the same requirement again removes it.
            *slot = if *slot == self.brush { None } else { self.brush.clone() };
        }
    }

    /// True if a tile of a pack meets the requirements with one of its cells, at some turn. Sides between two cells of
    /// the same tile match no requirement.
    pub(super) fn finds(&mut self, tiles_read: &TileCache, pack: &Arc<str>, id: &Arc<str>, revision: u64) -> bool {
        if !self.is_active() {
            return true;
        }
        let state = (revision, tiles_read.words_of);
        if self.read_at != state {
            self.read_at = state;
            self.cells.clear();
        }
        let cells = self.cells.entry((pack.clone(), id.clone())).or_insert_with(|| tiles_read.cells_of(pack, id));
        let vocabulary = &tiles_read.words;
        cells.iter().any(|cells| shows(cells, &self.sides, vocabulary))
    }
}

/// Returns all requirements: the edge types, and the terrains that several edge types show.
fn choices(vocabulary: &Vocabulary) -> Vec<SideRequirement> {
    let edges = vocabulary.edges.ids().map(|id| SideRequirement::Edge(vocabulary.edge_name(id).to_owned()));
    let terrains = vocabulary
        .terrains
        .ids()
        .filter(|terrain| vocabulary.edges.as_slice().iter().filter(|edge| edge.ports.contains(terrain)).count() > 1);
    edges.chain(terrains.map(|id| SideRequirement::Terrain(vocabulary.terrain_name(id).to_owned()))).collect()
}

/// True if one of these cells of a tile meets the requirements at some turn.
fn shows(cells: &[TileCell], sides: &[Option<SideRequirement>], vocabulary: &Vocabulary) -> bool {
    let lattice = vocabulary.lattice;
    let fits = |cell: &TileCell, side: Side, wanted: &SideRequirement| {
        if !lattice.has_side_at(cell.offset, side) {
            return false;
        }
        let (x, y) = lattice.steps()[side.index()];
        if cells.iter().any(|other| other.offset == (cell.offset.0 + x, cell.offset.1 + y)) {
            return false;
        }
        let edge = cell.edge(side);
        match wanted {
            SideRequirement::Edge(name) => vocabulary.edge(name) == Some(edge),
            SideRequirement::Terrain(name) => vocabulary
                .terrain(name)
                .zip(vocabulary.edges.get(edge))
                .is_some_and(|(terrain, edge)| edge.ports.contains(&terrain)),
        }
    };
    cells.iter().any(|cell| {
        lattice.turns().any(|turn| {
            lattice.sides().zip(sides).all(|(side, wanted)| {
                wanted.as_ref().is_none_or(|wanted| fits(cell, lattice.side_before(side, turn), wanted))
            })
        })
    })
}

/// Returns the side whose centre is nearest to a point.
fn nearest(lattice: Lattice, at: impl Fn(Side) -> Pos2, point: Pos2) -> Option<Side> {
    lattice.sides_at((0, 0)).min_by(|a, b| at(*a).distance(point).total_cmp(&at(*b).distance(point)))
}

/// Returns the colours along a side with a requirement.
fn colours(cx: &ViewCx<'_>, vocabulary: &Vocabulary, wanted: Option<&SideRequirement>) -> Vec<Color32> {
    let named = |name: &str| terrain_colour(cx, vocabulary, name).unwrap_or(cx.tokens.chosen);
    match wanted {
        None => vec![cx.tokens.panel],
        Some(SideRequirement::Edge(name)) => {
            let ports = vocabulary.edge(name).map(|id| &vocabulary.edges[id].ports);
            ports.into_iter().flatten().map(|&t| named(vocabulary.terrain_name(t))).collect()
        }
        Some(SideRequirement::Terrain(name)) => vec![cx.tokens.panel, named(name), cx.tokens.panel],
    }
}

fn terrain_colour(cx: &ViewCx<'_>, vocabulary: &Vocabulary, name: &str) -> Option<Color32> {
    let full = vocabulary.terrains.name(vocabulary.terrain(name)?).to_string();
    swatch::of_name(cx.catalog()?, &full)
}

fn edge_colour(cx: &ViewCx<'_>, vocabulary: &Vocabulary, name: &str) -> Option<Color32> {
    let full = vocabulary.edges.name(vocabulary.edge(name)?).to_string();
    swatch::of_edge_name(cx.catalog()?, &full)
}
