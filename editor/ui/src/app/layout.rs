//! Arrangements of the views: the default ones, and changes to an arrangement.

use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};

use crate::context::Pane;

/// Views about the game at the table.
pub(super) const GAME: [Pane; 6] =
    [Pane::Scores, Pane::Timeline, Pane::Inspector, Pane::Trace, Pane::Holes, Pane::Report];

/// Returns the arrangement for making a pack. It shows the table of the game; the other views of the game stay hidden
/// until they are requested.
pub fn standard() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let main: Vec<TileId> =
        [Pane::Tiles, Pane::Distribution, Pane::Data, Pane::Flow, Pane::Code, Pane::Pictures, Pane::Balance]
            .map(|p| tiles.insert_pane(p))
            .into();
    let main = tiles.insert_tab_tile(main);
    let table = tiles.insert_pane(Pane::Table);
    let table = tiles.insert_tab_tile(vec![table]);
    let mut upper = Linear::new(LinearDir::Horizontal, vec![main, table]);
    upper.shares.set_share(table, 0.42);
    let upper = tiles.insert_container(Container::Linear(upper));
    let game = GAME.map(|p| tiles.insert_pane(p));
    game.into_iter().for_each(|view| tiles.set_visible(view, false));
    let mut below = vec![tiles.insert_pane(Pane::Problems), tiles.insert_pane(Pane::Tests)];
    below.extend(game);
    let problems = tiles.insert_tab_tile(below);
    let mut all = Linear::new(LinearDir::Vertical, vec![upper, problems]);
    all.shares.set_share(problems, 0.28);
    let root = tiles.insert_container(Container::Linear(all));
    Tree::new(egui::Id::unique("views"), root, tiles)
}

/// Returns the arrangement for playing. The table fills the window; the views of the game are in a drawer next to it,
/// which is initially closed.
pub fn playing() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let table = tiles.insert_pane(Pane::Table);
    let told = GAME.map(|p| tiles.insert_pane(p)).into();
    let told = tiles.insert_tab_tile(told);
    tiles.set_visible(told, false);
    let mut all = Linear::new(LinearDir::Horizontal, vec![table, told]);
    all.shares.set_share(table, 2.2);
    let root = tiles.insert_container(Container::Linear(all));
    Tree::new(egui::Id::unique("views of a game"), root, tiles)
}

/// Returns the tabs with views of the game; `None` if the user has moved all of them out of tabs.
pub fn drawer(tree: &Tree<Pane>) -> Option<TileId> {
    let told = |id: &TileId| matches!(tree.tiles.get(*id), Some(Tile::Pane(pane)) if GAME.contains(pane));
    tree.tiles.iter().find_map(|(id, tile)| match tile {
        Tile::Container(Container::Tabs(tabs)) if tabs.children.iter().any(told) => Some(*id),
        _ => None,
    })
}

fn tile_of(tree: &Tree<Pane>, pane: Pane) -> Option<TileId> {
    let is_it = |tile: &Tile<Pane>| matches!(tile, Tile::Pane(p) if *p == pane);
    tree.tiles.iter().find(|(_, tile)| is_it(tile)).map(|(id, _)| *id)
}

/// Gives a view at least half of the row or column that it shares with other visible views.
pub fn enlarge(tree: &mut Tree<Pane>, pane: Pane) {
    let mut child = tile_of(tree, pane);
    while let Some(at) = child {
        let parent = tree.tiles.parent_of(at);
        if let Some(Tile::Container(Container::Linear(linear))) = parent.and_then(|id| tree.tiles.get(id)) {
            let visible = |id: &&TileId| **id != at && tree.is_visible(**id);
            let others: f32 = linear.children.iter().filter(visible).map(|id| linear.shares[*id]).sum();
            let is_small = linear.shares[at] < others;
            if is_small
                && let Some(Tile::Container(Container::Linear(linear))) = parent.and_then(|id| tree.tiles.get_mut(id))
            {
                linear.shares.set_share(at, others);
            }
            if others > 0.0 {
                return;
            }
        }
        child = parent;
    }
}

/// Brings a view to the front; shows it again if it was closed.
pub fn bring(tree: &mut Tree<Pane>, pane: Pane) {
    if let Some(id) = tile_of(tree, pane) {
        let mut shown = Some(id);
        while let Some(at) = shown {
            tree.set_visible(at, true);
            shown = tree.tiles.parent_of(at);
        }
        tree.make_active(|at, _| at == id);
    }
}

/// Hides a view, and the groups of views that show nothing else. Returns the parts that were visible before.
pub fn hide(tree: &mut Tree<Pane>, pane: Pane) -> Vec<TileId> {
    let mut hidden = Vec::new();
    let mut next = tile_of(tree, pane);
    while let Some(at) = next {
        if tree.is_visible(at) {
            tree.set_visible(at, false);
            hidden.push(at);
        }
        let is_empty = |parent: &TileId| match tree.tiles.get(*parent) {
            Some(Tile::Container(container)) => container.children().all(|child| !tree.is_visible(*child)),
            _ => false,
        };
        next = tree.tiles.parent_of(at).filter(is_empty);
    }
    hidden
}

/// Returns the visible views in reading order, with their last drawn areas.
pub fn in_sight(tree: &Tree<Pane>) -> Vec<(Pane, egui::Rect)> {
    let mut found = Vec::new();
    if let Some(root) = tree.root() {
        gather(tree, root, &mut found);
    }
    found
}

fn gather(tree: &Tree<Pane>, id: TileId, found: &mut Vec<(Pane, egui::Rect)>) {
    match tree.tiles.get(id).filter(|_| tree.is_visible(id)) {
        Some(Tile::Pane(pane)) => found.extend(tree.tiles.rect(id).map(|rect| (*pane, rect))),
        Some(Tile::Container(Container::Tabs(tabs))) => tabs.active.into_iter().for_each(|id| gather(tree, id, found)),
        Some(Tile::Container(container)) => container.children().for_each(|id| gather(tree, *id, found)),
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_gets_half_of_the_room() {
        let mut tree = playing();
        bring(&mut tree, Pane::Timeline);
        enlarge(&mut tree, Pane::Timeline);
        let Some(Tile::Container(Container::Linear(all))) = tree.root().and_then(|root| tree.tiles.get(root)) else {
            panic!("the root is a row")
        };
        let shares: Vec<f32> = all.children.iter().map(|id| all.shares[*id]).collect();
        assert_eq!(shares, [2.2, 2.2]);
        let before = shares;
        enlarge(&mut tree, Pane::Scores);
        let Some(Tile::Container(Container::Linear(all))) = tree.root().and_then(|root| tree.tiles.get(root)) else {
            panic!("the root is a row")
        };
        assert_eq!(all.children.iter().map(|id| all.shares[*id]).collect::<Vec<f32>>(), before);
    }

    #[test]
    fn a_view_is_hidden_with_the_tabs_that_hold_it_alone() {
        let mut tree = standard();
        let hidden = hide(&mut tree, Pane::Table);
        assert_eq!(hidden.len(), 2, "the view and its tabs");
        let shown = |tree: &Tree<Pane>| hidden.iter().all(|id| tree.is_visible(*id));
        assert!(!shown(&tree) && hide(&mut tree, Pane::Table).is_empty());
        hidden.iter().for_each(|id| tree.set_visible(*id, true));
        assert!(shown(&tree));
        // Tabs with other views stay.
        assert_eq!(hide(&mut tree, Pane::Data).len(), 1);
    }

    #[test]
    fn every_pane_stands_once_where_it_is_wanted() {
        for (tree, is_for) in [(standard(), [true, true]), (playing(), [false, true])] {
            for pane in Pane::ALL.into_iter().filter(|pane| is_for[usize::from(pane.is_about_the_game())]) {
                let there = tree.tiles.iter().filter(|(_, tile)| matches!(tile, Tile::Pane(p) if *p == pane));
                assert_eq!(there.count(), 1, "{pane:?}");
            }
        }
    }
}
