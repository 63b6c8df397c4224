//! Colour swatches next to names of terrains, and small pictures of the edges around a cell.

use egui::{Button, Color32, Pos2, Rect, Response, RichText, Sense, Shape, Stroke, StrokeKind, Ui, Vec2};
use tilewright_art::look::terrain_color;
use tilewright_art::outline::{cell_size, center, on_side};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{EdgeTypeId, TerrainId};

use crate::ui::theme::of_picture;
use crate::ui::widgets;

/// Width and height of a swatch, in points.
const SWATCH: f32 = 14.0;

/// Returns the colour of a terrain.
pub fn colour(catalog: &Catalog, terrain: TerrainId) -> Color32 {
    of_picture(terrain_color(catalog, terrain))
}

/// Returns the colour of the terrain with this name; `None` if no terrain has it.
pub fn of_name(catalog: &Catalog, name: &str) -> Option<Color32> {
    Some(colour(catalog, catalog.terrains.find(name)?))
}

/// Returns the main colour of an edge, from the terrain at its middle port.
pub fn of_edge(catalog: &Catalog, edge: EdgeTypeId) -> Option<Color32> {
    let ports = &catalog.edges[edge].ports;
    ports.get(ports.len() / 2).map(|terrain| colour(catalog, *terrain))
}

/// Returns the main colour of the edge type with this name; `None` if no edge type has it.
pub fn of_edge_name(catalog: &Catalog, name: &str) -> Option<Color32> {
    of_edge(catalog, catalog.edges.find(name)?)
}

/// Draws a selectable button with a swatch before its name, which has its own text colour.
pub fn choice(ui: &mut Ui, chosen: bool, name: &str, letters: Color32, colour: Option<Color32>) -> Response {
    let Some(colour) = colour else {
        return ui.add(Button::selectable(chosen, RichText::new(name).color(letters)));
    };
    // The leading spaces reserve the area of the swatch.
    let text = RichText::new(format!("      {name}")).color(letters);
    let response = ui.add(Button::selectable(chosen, text));
    widgets::set_name(ui, &response, name);
    let at = Pos2::new(response.rect.left() + ui.spacing().button_padding.x, response.rect.center().y - SWATCH / 2.0);
    square(ui, Rect::from_min_size(at, Vec2::splat(SWATCH)), colour);
    response
}

/// Draws a single swatch.
pub fn swatch(ui: &mut Ui, colour: Color32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SWATCH), Sense::hover());
    square(ui, rect, colour);
    response
}

fn square(ui: &Ui, rect: Rect, colour: Color32) {
    let line = Stroke::new(1.0, ui.visuals().weak_text_color());
    ui.painter().rect(rect, 3.0, colour, line, StrokeKind::Inside);
}

/// Draws the edges around a cell, clockwise from the first side: the cell is divided like a pie, and each side has the
/// colours of its ports.
pub fn edges(ui: &mut Ui, catalog: &Catalog, edges: &[EdgeTypeId], width: f32) -> Response {
    let lattice = catalog.lattice;
    let (whole, height) = cell_size(lattice);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(whole, height) * width, Sense::hover());
    let at = |point: tilewright_art::geometry::Point| rect.min + Vec2::new(point.x, point.y) * width;
    let middle = at(center(lattice));
    let line = Stroke::new(1.0, ui.visuals().weak_text_color());
    for (side, edge) in lattice.sides_at((0, 0)).zip(edges) {
        let ports = &catalog.edges[*edge].ports;
        for (number, terrain) in ports.iter().enumerate() {
            let along = |n: usize| at(on_side(lattice, side, n as f32 / ports.len() as f32));
            let piece = vec![middle, along(number), along(number + 1)];
            ui.painter().add(Shape::convex_polygon(piece, colour(catalog, *terrain), Stroke::NONE));
        }
        let (from, to) = (at(on_side(lattice, side, 0.0)), at(on_side(lattice, side, 1.0)));
        ui.painter().line_segment([from, to], line);
        ui.painter().line_segment([middle, from], line);
    }
    response
}
