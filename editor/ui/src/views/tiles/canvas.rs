//! The large picture of a tile: the spots that mouse and keyboard can reach, and the layers over the picture.

mod frame;
mod layers;
mod own_picture;

use egui::{Align2, Color32, FontId, Id, Key, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2};
use tilewright_art::outline::on_side;
use tilewright_core::catalog::lattice::Side;
use tilewright_editor_painter::DrawnTile;

use frame::TileFrame;
use layers::{numbers, ports, touching};
pub(super) use own_picture::OwnPictures;

use super::live::Live;
use super::tile_cache::TileCache;
use super::tools::{CanvasSpot, PainterTool, spots};
use super::words;
use crate::context::ViewCx;
use crate::ui::widgets;

/// Margin around the tile for the handles of ports, without and with their names, in points.
const MARGINS: (f32, f32) = (30.0, 46.0);

/// Width of a path that is being drawn, in cells.
const GHOST: f32 = 0.07;

/// Visibility of the layers over the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layers {
    /// True to show the names of all ports.
    pub(super) ports: bool,
    /// True to show all segments with their numbers.
    pub(super) segments: bool,
    /// True to show the pieces of ground with their numbers.
    pub(super) fields: bool,
    /// True to show the segments that touch.
    pub(super) touching: bool,
    /// True to show the own picture of the tile, with the cut.
    pub(super) picture: bool,
}

/// Settings of the canvas for one frame.
pub(super) struct CanvasSettings {
    /// Tool that the pointer uses.
    pub(super) tool: PainterTool,
    /// Layers over the picture of the tile.
    pub(super) layers: Layers,
    /// Spot that is highlighted.
    pub(super) chosen: Option<CanvasSpot>,
    /// Height in points.
    pub(super) height: f32,
    /// Own pictures of the tile; `None` if they are not shown.
    pub(super) own: Option<OwnPictures>,
    /// Colour of the preview of a path; `None` for the accent colour.
    pub(super) ghost: Option<Color32>,
}

/// Result of an action with the pointer or the keyboard.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum CanvasInput {
    /// A stroke from one spot to another; `None` for a place within the tile that is not a spot.
    Stroke(CanvasSpot, Option<CanvasSpot>),
    /// A click on a spot.
    Spot(CanvasSpot),
    /// Sides of one cell that were painted together.
    Sides(Vec<(usize, Side)>),
    /// A drag that painted nothing: the text key of the explanation.
    Missed(&'static str),
}

/// Interaction in progress on the canvas.
#[derive(Default)]
pub(super) struct TileCanvas {
    /// First of two spots; `None` if no stroke has begun.
    from: Option<CanvasSpot>,
    /// Sides that are being painted together.
    gathered: Vec<(usize, Side)>,
    /// Spot under the pointer or with the keyboard.
    pub(super) over: Option<CanvasSpot>,
    /// True if a spot has the keyboard.
    pub(super) has_keys: bool,
    /// Area of the canvas in the last frame; `None` before the first one.
    pub(super) area: Option<Rect>,
}

impl TileCanvas {
    /// Cancels the interaction in progress.
    pub(super) fn forget(&mut self) {
        self.from = None;
        self.gathered.clear();
    }

    /// Draws the tile; returns the result of an action, and its position on the screen.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        cx: &ViewCx<'_>,
        tiles_read: &TileCache,
        drawing: &DrawnTile,
        live: &mut Live,
        settings: CanvasSettings,
    ) -> Option<(CanvasInput, Pos2)> {
        let CanvasSettings { tool, layers, chosen, height, own, ghost } = settings;
        let (area, back) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::click_and_drag());
        back.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Image, true, cx.texts.with_name("tiles-canvas", &drawing.id))
        });
        widgets::set_name(ui, &back, &cx.texts.with_name("tiles-canvas", &drawing.id));
        self.area = Some(area);
        let painter = ui.painter_at(area);
        painter.rect_filled(area, 6.0, cx.tokens.ground);
        let sheets = if layers.segments || layers.fields {
            let is_ground: Vec<bool> =
                live.overlay.segments.iter().map(|s| tiles_read.words.is_ground(&s.terrain)).collect();
            let ground = |s: usize| is_ground.get(s).copied().unwrap_or(false);
            live.sheets(ui.ctx(), ground, layers.fields && !layers.segments).to_vec()
        } else {
            Vec::new()
        };
        let live = &*live;
        let frame =
            TileFrame::new(area, if layers.ports { MARGINS.1 } else { MARGINS.0 }, tiles_read, drawing, live, tool);
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        for (number, cell) in drawing.cells.iter().enumerate() {
            let rect = frame.box_of(cell.at);
            match live.pictures.get(number) {
                Some(picture) => {
                    painter.image(picture.id(), rect, whole, Color32::WHITE);
                }
                None => {
                    painter.add(egui::Shape::convex_polygon(
                        frame.outline(cell.at),
                        cx.tokens.raised,
                        Stroke::new(1.0, cx.tokens.line),
                    ));
                }
            }
            if let Some(sheet) = sheets.get(number) {
                painter.image(sheet.id(), rect, whole, Color32::WHITE);
            }
        }
        if let Some(own) = own {
            own.draw(&painter, &frame);
        }
        let shown = spots(tool, tiles_read, drawing, live);
        if layers.touching {
            touching(&painter, cx, &frame);
        }
        if layers.segments || layers.fields {
            numbers(&painter, cx, &frame, layers.segments);
        }
        ports(&painter, cx, &frame, tool, layers.ports);
        let touched = self.touch(ui, cx, &frame, tool, &shown, &back, live);
        self.marks(&painter, cx, &frame, &shown, chosen);
        if tool == PainterTool::Path {
            self.ghost(ui, &painter, &frame, &shown, ghost.unwrap_or(cx.tokens.accent));
        } else if let (Some(from), Some(pointer)) =
            (self.from.and_then(|s| frame.spot(s)), ui.input(|i| i.pointer.hover_pos()))
            && area.contains(pointer)
        {
            let line = egui::Shape::dashed_line(&[from, pointer], Stroke::new(3.0, cx.tokens.accent), 8.0, 5.0);
            painter.extend(line);
        }
        touched
    }

    /// Draws a preview of the path from the first spot to the pointer.
    fn ghost(&self, ui: &Ui, painter: &egui::Painter, frame: &TileFrame<'_>, shown: &[CanvasSpot], colour: Color32) {
        let (Some(first), Some(pointer)) = (self.from, ui.input(|i| i.pointer.hover_pos())) else { return };
        let Some(from) = frame.anchor(first).filter(|_| painter.clip_rect().contains(pointer)) else { return };
        let last = frame.spot_at(pointer, shown).filter(|spot| *spot != first);
        let to = last.and_then(|spot| frame.anchor(spot)).unwrap_or(pointer);
        // Paths leave a side at a right angle, so both ends bend towards the centre of the cell.
        let cell = frame.cell_at(from + (to - from) * 0.5).map_or(0, |(cell, _)| cell);
        let middle = frame.to_screen(cell, tilewright_art::outline::center(frame.lattice));
        let bend = |end: Pos2| end + (middle - end) * 0.6;
        let points = [from, bend(from), if last.is_some() { bend(to) } else { to }, to];
        let line = |width: f32, colour: Color32| {
            egui::epaint::CubicBezierShape::from_points_stroke(
                points,
                false,
                Color32::TRANSPARENT,
                Stroke::new(width, colour),
            )
        };
        let width = (frame.cell * GHOST).max(4.0);
        painter.add(line(width + 3.0, Color32::from_black_alpha(70)));
        painter.add(line(width, colour.gamma_multiply(0.75)));
    }

    /// Adds a widget for each spot, and returns the result of an action.
    #[allow(clippy::too_many_arguments, reason = "the pointer needs the whole frame")]
    fn touch(
        &mut self,
        ui: &mut Ui,
        cx: &ViewCx<'_>,
        frame: &TileFrame<'_>,
        tool: PainterTool,
        shown: &[CanvasSpot],
        back: &Response,
        live: &Live,
    ) -> Option<(CanvasInput, Pos2)> {
        let mut touched: Option<(CanvasInput, Pos2)> = None;
        let (mut over, mut clicked) = (None, None);
        let (mut started, mut dragged, mut stopped) = (back.drag_started(), back.dragged(), back.drag_stopped());
        self.has_keys = back.has_focus();
        for &spot in shown {
            let (Some(rect), Some(at)) = (frame.rect(spot), frame.spot(spot)) else { continue };
            let response = ui.interact(rect, Id::unique(("tile spot", spot)), Sense::click_and_drag());
            let name = words::spot(cx, frame.tiles_read, frame.drawing, live, spot);
            let picked = self.from == Some(spot)
                || matches!(spot, CanvasSpot::Side(cell, side) if self.gathered.contains(&(cell, side)));
            response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, picked, &name));
            widgets::set_name(ui, &response, &name);
            if response.has_focus() {
                self.has_keys = true;
                ui.painter().rect_stroke(rect.expand(1.0), 5.0, Stroke::new(2.5, cx.tokens.focus), StrokeKind::Outside);
                over = Some(spot);
            }
            if response.hovered() {
                over = Some(spot);
            }
            if response.clicked() {
                clicked = Some((spot, at));
            }
            started |= response.drag_started();
            dragged |= response.dragged();
            stopped |= response.drag_stopped();
        }
        let pointer = ui.input(|i| i.pointer.latest_pos());
        if over.is_none()
            && let Some(pos) = back.hover_pos()
        {
            over = frame.spot_at(pos, shown);
        }
        self.over = over;
        if back.clicked()
            && let Some(pos) = back.interact_pointer_pos()
        {
            clicked = frame.spot_at(pos, shown).map(|spot| (spot, pos));
            if clicked.is_none()
                && let Some(from) = self.from.take()
                && frame.cell_at(pos).is_some()
            {
                touched = Some((CanvasInput::Stroke(from, None), pos));
            }
        }
        if let Some((spot, at)) = clicked {
            touched = self.click(ui, tool, spot, at);
        }
        if started && let Some(pos) = ui.input(|i| i.pointer.press_origin()) {
            self.gathered.clear();
            self.from = if tool.needs_two() { frame.spot_at(pos, shown) } else { None };
            if tool.gathers() {
                self.gather(frame.side_at(pos));
            }
        }
        if dragged
            && tool.gathers()
            && let Some(pos) = pointer
        {
            self.gather(frame.side_at(pos));
        }
        if stopped {
            let gathered = std::mem::take(&mut self.gathered);
            let from = self.from.take();
            if let Some(pos) = pointer {
                if tool.gathers() && !gathered.is_empty() {
                    touched = Some((CanvasInput::Sides(gathered), pos));
                } else if let Some(from) = from {
                    match frame.spot_at(pos, shown) {
                        // The pointer was not moved: this is the first of two clicks.
                        Some(to) if to == from => self.from = Some(from),
                        to if to.is_some() || frame.cell_at(pos).is_some() => {
                            touched = Some((CanvasInput::Stroke(from, to), pos));
                        }
                        _ => touched = Some((CanvasInput::Missed("tiles-drag-outside"), pos)),
                    }
                } else if tool.needs_two() {
                    touched = Some((CanvasInput::Missed(tool.miss_key()), pos));
                }
            }
        }
        if (self.from.is_some() || !self.gathered.is_empty()) && ui.input(|i| i.key_pressed(Key::Escape)) {
            self.forget();
        }
        touched
    }

    fn gather(&mut self, side: Option<(usize, Side)>) {
        // All sides of a part are in one cell.
        let fits = |side: &(usize, Side)| self.gathered.first().is_none_or(|first| first.0 == side.0);
        if let Some(side) = side.filter(fits)
            && !self.gathered.contains(&side)
        {
            self.gathered.push(side);
        }
    }

    fn click(&mut self, ui: &Ui, tool: PainterTool, spot: CanvasSpot, at: Pos2) -> Option<(CanvasInput, Pos2)> {
        if tool.needs_two() {
            return match self.from.take() {
                None => {
                    self.from = Some(spot);
                    None
                }
                Some(from) => Some((CanvasInput::Stroke(from, Some(spot)), at)),
            };
        }
        let side = match spot {
            CanvasSpot::Side(cell, side) if tool.gathers() => (cell, side),
            _ => return Some((CanvasInput::Spot(spot), at)),
        };
        let more = ui.input(|i| i.key_pressed(Key::Space) || i.modifiers.shift);
        if more && self.gathered.contains(&side) {
            self.gathered.retain(|s| *s != side);
        } else {
            self.gather(Some(side));
        }
        (!more).then(|| (CanvasInput::Sides(std::mem::take(&mut self.gathered)), at))
    }

    /// Draws the handles of the tool, with the chosen spot and the spot under the pointer.
    fn marks(
        &self,
        painter: &egui::Painter,
        cx: &ViewCx<'_>,
        frame: &TileFrame<'_>,
        shown: &[CanvasSpot],
        chosen: Option<CanvasSpot>,
    ) {
        let tokens = cx.tokens;
        for &spot in shown {
            let Some(at) = frame.spot(spot) else { continue };
            let picked = self.from == Some(spot) || chosen == Some(spot);
            let highlighted = picked || self.over == Some(spot);
            match spot {
                // When drawing paths, ports are visible, and sides only under the pointer.
                CanvasSpot::Side(..) if frame.inside && !highlighted => {}
                CanvasSpot::Side(cell, side) => {
                    let picked = self.gathered.contains(&(cell, side));
                    let out = frame.handle_offset(cell, side);
                    let ends = [0.12, 0.88].map(|part| frame.to_screen(cell, on_side(frame.lattice, side, part)) + out);
                    let (width, colour) = match (picked, highlighted) {
                        (true, _) => (11.0, tokens.accent),
                        (_, true) => (9.0, tokens.accent),
                        _ => (6.0, tokens.weak),
                    };
                    painter.line_segment(ends, Stroke::new(width, colour));
                }
                CanvasSpot::Port(cell, port) => {
                    if highlighted {
                        let edge = at - frame.handle_offset(cell, port.side);
                        painter.line_segment([at, edge], Stroke::new(4.0, tokens.accent));
                        painter.circle_stroke(at, 12.0, Stroke::new(3.0, tokens.accent));
                    }
                }
                CanvasSpot::Segment(number) => {
                    let Some(segment) = frame.live.overlay.segments.get(number) else { continue };
                    if highlighted {
                        for port in &segment.ports {
                            let rim = frame.port(segment.cell, *port) - frame.handle_offset(segment.cell, port.side);
                            painter.line_segment([at, rim], Stroke::new(5.0, tokens.panel));
                            painter.line_segment([at, rim], Stroke::new(2.5, tokens.accent));
                        }
                        painter.circle(at, 10.0, tokens.panel, Stroke::new(3.0, tokens.accent));
                        painter.circle_filled(at, 4.0, tokens.accent);
                    } else {
                        painter.circle(at, 5.0, tokens.panel, Stroke::new(1.5, tokens.text));
                    }
                }
                CanvasSpot::Middle(_) => {
                    let colour = if highlighted { tokens.accent } else { tokens.text };
                    painter.circle(at, if highlighted { 10.0 } else { 8.0 }, tokens.panel, Stroke::new(2.0, colour));
                    for turn in [Vec2::new(4.5, 0.0), Vec2::new(0.0, 4.5)] {
                        painter.line_segment([at - turn, at + turn], Stroke::new(2.0, colour));
                    }
                }
                CanvasSpot::Place(place) => {
                    let colour = if highlighted { tokens.accent } else { tokens.weak };
                    let smaller = |p: Pos2| at + (p - at) * 0.93;
                    let mut outline: Vec<Pos2> = frame.outline(place).into_iter().map(smaller).collect();
                    outline.extend(outline.first().copied());
                    painter.extend(egui::Shape::dashed_line(&outline, Stroke::new(1.5, colour), 7.0, 6.0));
                    painter.text(at, Align2::CENTER_CENTER, "+", FontId::proportional(26.0), colour);
                }
            }
        }
    }
}
