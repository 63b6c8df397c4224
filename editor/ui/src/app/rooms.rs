//! Two workspaces for the open pack: one for making it and one for playing it. Each keeps its own arrangement of views,
//! which is saved between runs of the program.

use egui_tiles::{Container, ContainerKind, Linear, LinearDir, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};

use super::layout;
use crate::context::Pane;

/// Workspace that the window shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Room {
    /// The workspace for making a pack.
    #[default]
    Author,
    /// The workspace for playing a pack.
    Play,
}

/// Both workspaces with their arrangements of views.
pub struct Rooms {
    /// Workspace that is shown.
    pub room: Room,
    author: Tree<Pane>,
    play: Tree<Pane>,
}

/// Arrangements of both workspaces in the settings file.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Arrangements {
    author: Option<SavedPart>,
    play: Option<SavedPart>,
}

/// A view or a group of views in an arrangement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct SavedPart {
    what: SavedContent,
    /// Share of the space, relative to its siblings.
    share: f32,
    hidden: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum SavedContent {
    View(Pane),
    /// Views on top of each other, and the index of the front view.
    Tabs(Vec<SavedPart>, usize),
    Row(Vec<SavedPart>),
    Column(Vec<SavedPart>),
}

impl Rooms {
    /// Restores the saved arrangements; an arrangement that lacks a view is replaced by the default.
    pub fn new(kept: &Arrangements) -> Rooms {
        let author = kept.author.as_ref().and_then(|part| rebuild_tree(part, &layout::standard()));
        let play = kept.play.as_ref().and_then(|part| rebuild_tree(part, &layout::playing()));
        Rooms {
            room: Room::Author,
            author: author.unwrap_or_else(layout::standard),
            play: play.unwrap_or_else(layout::playing),
        }
    }

    /// Returns the arrangement of the current workspace.
    pub fn tree_mut(&mut self) -> &mut Tree<Pane> {
        match self.room {
            Room::Author => &mut self.author,
            Room::Play => &mut self.play,
        }
    }

    /// Switches to the other workspace.
    pub fn other(&mut self) {
        self.room = match self.room {
            Room::Author => Room::Play,
            Room::Play => Room::Author,
        };
    }

    /// Resets the views of the current workspace to their default places.
    pub fn reset(&mut self) {
        match self.room {
            Room::Author => self.author = layout::standard(),
            Room::Play => self.play = layout::playing(),
        }
    }

    /// Brings a view to the front, switching to its workspace.
    pub fn bring(&mut self, pane: Pane) {
        if !pane.is_about_the_game() {
            self.room = Room::Author;
        }
        layout::bring(self.tree_mut(), pane);
    }

    /// Gives a view at least half of the space that it shares with its neighbours.
    pub fn enlarge(&mut self, pane: Pane) {
        layout::enlarge(self.tree_mut(), pane);
    }

    /// True if the drawer with views of the game is open.
    pub fn drawer_is_open(&self) -> bool {
        layout::drawer(&self.play).is_some_and(|id| self.play.is_visible(id))
    }

    /// Opens or closes the drawer.
    pub fn open_drawer(&mut self, open: bool) {
        if let Some(id) = layout::drawer(&self.play) {
            self.play.set_visible(id, open);
        }
    }

    /// Opens the drawer while playing, or closes it.
    pub fn toggle_drawer(&mut self) {
        let open = self.room == Room::Play && self.drawer_is_open();
        self.room = Room::Play;
        self.open_drawer(!open);
    }

    /// Returns the arrangements to save.
    pub fn arrangements(&self) -> Arrangements {
        Arrangements { author: part_of(&self.author), play: part_of(&self.play) }
    }
}

fn part_of(tree: &Tree<Pane>) -> Option<SavedPart> {
    let root = tree.root()?;
    part(tree, root, 1.0)
}

fn part(tree: &Tree<Pane>, id: TileId, share: f32) -> Option<SavedPart> {
    let all = |ids: &[TileId], share: &dyn Fn(TileId) -> f32| -> Vec<SavedPart> {
        ids.iter().filter_map(|id| part(tree, *id, share(*id))).collect()
    };
    let what = match tree.tiles.get(id)? {
        Tile::Pane(pane) => SavedContent::View(*pane),
        Tile::Container(Container::Tabs(tabs)) => {
            let on_top = tabs.children.iter().position(|child| Some(*child) == tabs.active);
            SavedContent::Tabs(all(&tabs.children, &|_| 1.0), on_top.unwrap_or(0))
        }
        Tile::Container(Container::Linear(linear)) => {
            let parts = all(&linear.children, &|child| linear.shares[child]);
            if linear.dir == LinearDir::Horizontal { SavedContent::Row(parts) } else { SavedContent::Column(parts) }
        }
        Tile::Container(Container::Grid(grid)) => {
            let children: Vec<TileId> = grid.children().copied().collect();
            SavedContent::Row(all(&children, &|_| 1.0))
        }
    };
    Some(SavedPart { what, share, hidden: !tree.is_visible(id) })
}

/// Rebuilds a saved arrangement; `None` unless it has exactly the views of `like`, each once.
fn rebuild_tree(kept: &SavedPart, like: &Tree<Pane>) -> Option<Tree<Pane>> {
    let mut tiles = Tiles::default();
    let root = build(kept, &mut tiles);
    let tree = Tree::new(like.id(), root, tiles);
    let panes = |tree: &Tree<Pane>| {
        let pane = |tile: &Tile<Pane>| if let Tile::Pane(pane) = tile { Some(*pane) } else { None };
        let mut all: Vec<Pane> = tree.tiles.tiles().filter_map(pane).collect();
        all.sort();
        all
    };
    (panes(&tree) == panes(like)).then_some(tree)
}

fn build(part: &SavedPart, tiles: &mut Tiles<Pane>) -> TileId {
    let id = match &part.what {
        SavedContent::View(pane) => tiles.insert_pane(*pane),
        SavedContent::Tabs(parts, on_top) => {
            let children: Vec<TileId> = parts.iter().map(|part| build(part, tiles)).collect();
            let on_top = children.get(*on_top).copied();
            let mut tabs = Container::new(ContainerKind::Tabs, children);
            if let Container::Tabs(tabs) = &mut tabs
                && let Some(on_top) = on_top
            {
                tabs.set_active(on_top);
            }
            tiles.insert_container(tabs)
        }
        SavedContent::Row(parts) | SavedContent::Column(parts) => {
            let children: Vec<TileId> = parts.iter().map(|part| build(part, tiles)).collect();
            let is_row = matches!(part.what, SavedContent::Row(_));
            let dir = if is_row { LinearDir::Horizontal } else { LinearDir::Vertical };
            let mut linear = Linear::new(dir, children.clone());
            for (child, part) in children.into_iter().zip(parts) {
                linear.shares.set_share(child, part.share.clamp(0.02, 50.0));
            }
            tiles.insert_container(Container::Linear(linear))
        }
    };
    tiles.set_visible(id, !part.hidden);
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_arranged_as_they_were_left() {
        let mut rooms = Rooms::new(&Arrangements::default());
        rooms.room = Room::Play;
        assert!(!rooms.drawer_is_open());
        rooms.bring(Pane::Timeline);
        assert!(rooms.drawer_is_open() && rooms.room == Room::Play);
        let kept = serde_json::to_string(&rooms.arrangements()).unwrap();
        let again = Rooms::new(&serde_json::from_str(&kept).unwrap());
        assert!(again.drawer_is_open());
        assert_eq!(again.arrangements(), rooms.arrangements());
        assert_eq!(again.room, Room::Author);
    }

    #[test]
    fn an_arrangement_that_lacks_a_view_is_as_at_first() {
        let lacking = SavedPart { what: SavedContent::View(Pane::Table), share: 1.0, hidden: false };
        let kept = Arrangements { author: Some(lacking.clone()), play: Some(lacking) };
        assert_eq!(Rooms::new(&kept).arrangements(), Rooms::new(&Arrangements::default()).arrangements());
    }

    #[test]
    fn a_view_of_the_pack_leads_to_the_room_where_it_is_made() {
        let mut rooms = Rooms::new(&Arrangements::default());
        rooms.other();
        rooms.bring(Pane::Code);
        assert_eq!(rooms.room, Room::Author);
        rooms.other();
        rooms.bring(Pane::Table);
        assert_eq!(rooms.room, Room::Play);
    }
}
