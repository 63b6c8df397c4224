//! Where the views stand: people can move, split and close them, and put them back.

use egui_tiles::{Container, Linear, LinearDir, SimplificationOptions, Tile, TileId, Tiles, Tree};

use crate::context::{Cx, Pane};
use crate::views::Views;

/// The arrangement as it is at first.
pub fn standard() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let main: Vec<TileId> = [Pane::Tiles, Pane::Distribution, Pane::Data, Pane::Flow, Pane::Code, Pane::Pictures]
        .map(|p| tiles.insert_pane(p))
        .into();
    let main = tiles.insert_tab_tile(main);
    let table = tiles.insert_pane(Pane::Table);
    let table = tiles.insert_tab_tile(vec![table]);
    let mut upper = Linear::new(LinearDir::Horizontal, vec![main, table]);
    upper.shares.set_share(table, 0.42);
    let upper = tiles.insert_container(Container::Linear(upper));
    let below = [Pane::Problems, Pane::Timeline, Pane::Scores, Pane::Inspector, Pane::Holes, Pane::Report];
    let below = below.map(|p| tiles.insert_pane(p)).into();
    let problems = tiles.insert_tab_tile(below);
    let mut all = Linear::new(LinearDir::Vertical, vec![upper, problems]);
    all.shares.set_share(problems, 0.24);
    let root = tiles.insert_container(Container::Linear(all));
    Tree::new(egui::Id::unique("views"), root, tiles)
}

/// The arrangement for a game: a large table, what is told about its game beside it, and the pack below that.
pub fn playing() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let table = tiles.insert_pane(Pane::Table);
    let table = tiles.insert_tab_tile(vec![table]);
    let told = [Pane::Scores, Pane::Timeline, Pane::Inspector, Pane::Holes, Pane::Report];
    let told = told.map(|p| tiles.insert_pane(p)).into();
    let told = tiles.insert_tab_tile(told);
    let pack = [Pane::Code, Pane::Tiles, Pane::Distribution, Pane::Data, Pane::Flow, Pane::Pictures, Pane::Problems];
    let pack = pack.map(|p| tiles.insert_pane(p)).into();
    let pack = tiles.insert_tab_tile(pack);
    let mut beside = Linear::new(LinearDir::Vertical, vec![told, pack]);
    beside.shares.set_share(told, 1.2);
    let beside = tiles.insert_container(Container::Linear(beside));
    let mut all = Linear::new(LinearDir::Horizontal, vec![table, beside]);
    all.shares.set_share(table, 1.6);
    let root = tiles.insert_container(Container::Linear(all));
    Tree::new(egui::Id::unique("views"), root, tiles)
}

/// Brings a view to the front; one that was closed comes back.
pub fn bring(tree: &mut Tree<Pane>, pane: Pane) {
    let is_it = |tile: &Tile<Pane>| matches!(tile, Tile::Pane(p) if *p == pane);
    let found = tree.tiles.iter().find(|(_, tile)| is_it(tile)).map(|(id, _)| *id);
    match found {
        Some(id) => {
            tree.set_visible(id, true);
            tree.make_active(|at, _| at == id);
        }
        None => *tree = standard(),
    }
}

/// Draws the views into their places.
pub struct Places<'a, 'b> {
    /// The state of all views.
    pub views: &'a mut Views,
    /// What they are given.
    pub cx: &'a mut Cx<'b>,
}

impl egui_tiles::Behavior<Pane> for Places<'_, '_> {
    fn pane_ui(&mut self, ui: &mut egui::Ui, _id: TileId, pane: &mut Pane) -> egui_tiles::UiResponse {
        egui::Frame::new().inner_margin(8).show(ui, |ui| self.views.show(*pane, ui, self.cx));
        egui_tiles::UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        let title = self.cx.t(pane.text());
        match (*pane, self.cx.problems.all.len()) {
            (Pane::Problems, count) if count > 0 => format!("{title} ({count})").into(),
            _ => title.into(),
        }
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn tab_bar_color(&self, _visuals: &egui::Visuals) -> egui::Color32 {
        self.cx.tokens.ground
    }

    fn tab_text_color(
        &self,
        _visuals: &egui::Visuals,
        _tiles: &Tiles<Pane>,
        _id: TileId,
        state: &egui_tiles::TabState,
    ) -> egui::Color32 {
        if state.active { self.cx.tokens.text } else { self.cx.tokens.weak }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pane_stands_in_both_arrangements_once() {
        for tree in [standard(), playing()] {
            for pane in Pane::ALL {
                let there = tree.tiles.iter().filter(|(_, tile)| matches!(tile, Tile::Pane(p) if *p == pane));
                assert_eq!(there.count(), 1, "{pane:?}");
            }
        }
    }
}
