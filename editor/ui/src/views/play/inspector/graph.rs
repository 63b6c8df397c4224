//! The features as a graph: each node is at its feature's place on the board, and linked features touch on a tile.

use egui::{Align2, FontId, Pos2, Rect, Sense, Stroke, Ui, Vec2};
use tilewright_core::catalog::id::Root;
use tilewright_core::state::Game;

use crate::context::ViewCx;
use crate::play::command::PlayCommand;
use crate::play::{PlayState, highlight};
use crate::ui::widgets::set_name;
use crate::views::play::inspector::features::{self, FeaturesView};
use crate::views::play::told;

/// State of the graph view.
#[derive(Default)]
pub struct Graph {
    /// True if ground is left out, because it touches almost every other feature.
    no_ground: bool,
}

/// A feature in the graph.
struct GraphNode {
    number: usize,
    root: Root,
    /// Place on the board, in cells.
    at: Vec2,
}

impl Graph {
    /// Draws the graph; a click chooses a feature. Returns the requested highlights.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        play: &PlayState,
        chosen: &mut FeaturesView,
    ) -> Vec<PlayCommand> {
        let Some(game) = play.table.as_ref().map(|t| t.game()) else { return Vec::new() };
        ui.checkbox(&mut self.no_ground, cx.t("inside-no-ground"));
        let nodes = self.nodes(game);
        let links = links(game, &nodes);
        let values = [("nodes", nodes.len().into()), ("links", links.len().into())];
        ui.label(egui::RichText::new(cx.texts.with("inside-graph-is", &values)).small().color(cx.tokens.weak));
        let (area, _) = ui.allocate_exact_size(ui.available_size().max(Vec2::splat(120.0)), Sense::hover());
        let painter = ui.painter_at(area);
        painter.rect_filled(area, 0.0, cx.tokens.ground);
        let around = Rect::from_points(&nodes.iter().map(|n| n.at.to_pos2()).collect::<Vec<_>>());
        let around = if around.is_finite() { around } else { Rect::from_min_size(Pos2::ZERO, Vec2::splat(1.0)) };
        let inner = area.shrink(22.0);
        let size = around.size().max(Vec2::splat(0.5));
        let scale = (inner.width() / size.x).min(inner.height() / size.y).min(140.0);
        let mut on: Vec<Pos2> =
            nodes.iter().map(|n| inner.center() + (n.at - around.center().to_vec2()) * scale).collect();
        spread(&mut on, inner);
        let is_chosen = |n: usize| chosen.chosen == Some(nodes[n].root.segment());
        for &(a, b) in &links {
            let strong = is_chosen(a) || is_chosen(b);
            let stroke = if strong { Stroke::new(2.5, cx.tokens.accent) } else { Stroke::new(1.0, cx.tokens.line) };
            painter.line_segment([on[a], on[b]], stroke);
        }
        let language = cx.texts.code().to_owned();
        let mut highlighted = None;
        let mut clicked = None;
        for (n, node) in nodes.iter().enumerate() {
            let middle = on[n];
            let box_ = Rect::from_center_size(middle, Vec2::splat(20.0));
            let name = format!("{} {}", node.number, told::feature(game, &language, node.root.segment()));
            let response = ui.interact(box_, ui.scope_id().with(("node", node.root)), Sense::click());
            response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_chosen(n), &name));
            set_name(ui, &response, &name);
            let response = response.on_hover_text(&name);
            painter.circle(middle, 9.0, cx.tokens.panel, Stroke::new(2.5, highlight::colour(node.number)));
            let font = FontId::proportional(10.0);
            painter.text(middle, Align2::CENTER_CENTER, node.number.to_string(), font, cx.tokens.text);
            if is_chosen(n) || response.has_focus() {
                painter.circle_stroke(middle, 12.5, Stroke::new(2.0, cx.tokens.focus));
            }
            if response.clicked() {
                clicked = Some(if is_chosen(n) { None } else { Some(node.root.segment()) });
            }
            if is_chosen(n) || response.hovered() {
                highlighted = Some((node.number, node.root));
            }
        }
        if let Some(now) = clicked {
            chosen.chosen = now;
        }
        let highlights = highlighted.map(|(number, root)| features::highlights_of(game, number, root));
        highlights.into_iter().flatten().map(PlayCommand::Highlight).collect()
    }

    fn nodes(&self, game: &Game) -> Vec<GraphNode> {
        let (board, catalog) = (game.board(), game.catalog());
        let artist = tilewright_art::tile::Artist::new(catalog, tilewright_art::tile::Style::default());
        let spread = tilewright_art::spread::Spread::from_game(game, &[]);
        let middle = |root: Root| {
            let mut sum = (Vec2::ZERO, 0.0);
            for segment in board.features().members(root.segment()) {
                let tile = board.tile_under(segment);
                let on = artist.figure_place(tile.kind, board.features().local_of(segment), tile.turn);
                let cell = spread.place(board.cell_of(segment));
                sum = (sum.0 + Vec2::new(cell.x + on.x, cell.y + on.y), sum.1 + 1.0);
            }
            sum.0 / f32::max(sum.1, 1.0)
        };
        let ground = |root: &Root| catalog.terrains[board.terrain((*root).segment())].ground;
        let all = features::all(game).into_iter().enumerate().filter(|(_, root)| !self.no_ground || !ground(root));
        all.map(|(number, root)| GraphNode { number, root, at: middle(root) }).collect()
    }
}

/// Pushes overlapping nodes apart, within the available room.
fn spread(places: &mut [Pos2], room: Rect) {
    const APART: f32 = 22.0;
    for _ in 0..if places.len() > 150 { 6 } else { 40 } {
        for a in 1..places.len() {
            for b in 0..a {
                let between = places[a] - places[b];
                let length = between.length();
                if length < APART {
                    // Nodes at the same spot are pushed in different directions.
                    let along = if length > 0.1 { between / length } else { Vec2::angled(a as f32) };
                    let by = along * ((APART - length) / 2.0);
                    places[a] = room.clamp(places[a] + by);
                    places[b] = room.clamp(places[b] - by);
                }
            }
        }
    }
}

/// Returns the pairs of nodes that touch, each pair once.
fn links(game: &Game, nodes: &[GraphNode]) -> Vec<(usize, usize)> {
    let mut links = Vec::new();
    for (a, node) in nodes.iter().enumerate() {
        let beside = features::list_adjacent(game, node.root);
        links.extend((a + 1..nodes.len()).filter(|b| beside.contains(&nodes[*b].root)).map(|b| (a, b)));
    }
    links
}
