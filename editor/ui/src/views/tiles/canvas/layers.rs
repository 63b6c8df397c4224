//! Layers over the picture: ports, numbered segments, and links between segments that touch.

use egui::{Align2, FontId, Rect, Stroke, StrokeKind, Vec2};
use tilewright_core::catalog::tile::{Port, port_name};

use super::frame::TileFrame;
use crate::context::ViewCx;
use crate::views::tiles::live::colours;
use crate::views::tiles::tools::PainterTool;

/// Draws all ports, so that the terrains of each side are visible; with their names if `named`.
pub(super) fn ports(painter: &egui::Painter, cx: &ViewCx<'_>, frame: &TileFrame<'_>, tool: PainterTool, named: bool) {
    let tokens = cx.tokens;
    let handles = matches!(tool, PainterTool::Path | PainterTool::Erase);
    if !handles && !named {
        return;
    }
    for (number, cell) in frame.drawing.cells.iter().enumerate() {
        for side in frame.lattice.sides() {
            let terrains = cell.side(side, &frame.tiles_read.words);
            for (index, terrain) in terrains.iter().enumerate() {
                let port = Port { side, index: index as u8 };
                let out = frame.handle_offset(number, side);
                let at = frame.port(number, port);
                let covered = cell.part_at(port).is_some_and(|p| !frame.tiles_read.words.is_ground(&p.terrain));
                if handles {
                    // Ground is a hollow circle, other terrain a square that is filled once a part reaches it.
                    if frame.tiles_read.words.is_ground(terrain) {
                        painter.circle(at, 5.5, tokens.panel, Stroke::new(1.5, tokens.weak));
                    } else {
                        let fill = if covered { tokens.accent } else { tokens.panel };
                        let rect = Rect::from_center_size(at, Vec2::splat(13.0));
                        painter.rect(rect, 2.0, fill, Stroke::new(1.5, tokens.text), StrokeKind::Inside);
                    }
                }
                if named {
                    let name = port_name(frame.lattice, side, index, terrains.len());
                    let by = if handles { 1.05 } else { 0.2 };
                    let text = at + out * by;
                    let galley = painter.layout_no_wrap(name, FontId::proportional(11.5), tokens.text);
                    let rect = Rect::from_center_size(text, galley.size() + Vec2::new(4.0, 0.0));
                    painter.rect_filled(rect, 2.0, tokens.panel);
                    painter.galley(text - galley.size() / 2.0, galley, tokens.text);
                }
            }
        }
    }
}

/// Draws lines between segments that touch.
pub(super) fn touching(painter: &egui::Painter, cx: &ViewCx<'_>, frame: &TileFrame<'_>) {
    for (number, segment) in frame.live.overlay.segments.iter().enumerate() {
        for other in segment.touches.iter().filter(|o| **o > number) {
            if let (Some(a), Some(b)) = (frame.segment(number), frame.segment(*other)) {
                painter.line_segment([a, b], Stroke::new(5.0, cx.tokens.panel));
                painter.extend(egui::Shape::dashed_line(&[a, b], Stroke::new(2.0, cx.tokens.text), 6.0, 4.0));
            }
        }
    }
}

/// Draws the numbers of segments, in their colours.
pub(super) fn numbers(painter: &egui::Painter, cx: &ViewCx<'_>, frame: &TileFrame<'_>, all: bool) {
    let colours = colours();
    for (number, segment) in frame.live.overlay.segments.iter().enumerate() {
        if !all && !frame.tiles_read.words.is_ground(&segment.terrain) {
            continue;
        }
        let Some(at) = frame.segment(number) else { continue };
        let at = at + Vec2::new(0.0, -17.0);
        painter.circle(at, 10.0, cx.tokens.panel, Stroke::new(2.0, colours[number % colours.len()]));
        painter.text(at, Align2::CENTER_CENTER, number + 1, FontId::proportional(12.5), cx.tokens.text);
    }
}
