//! Two rooms in which one pack stands: one to make it, one to play it. Each keeps its arrangement of views, also from one
//! run of the program to the next.

use egui_tiles::{Container, ContainerKind, Linear, LinearDir, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};

use super::layout;
use crate::context::Pane;

/// What one is in the middle of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Room {
    /// Making a pack.
    #[default]
    Author,
    /// Playing it.
    Play,
}

/// The rooms and how they are arranged.
pub struct Rooms {
    /// The room one is in.
    pub room: Room,
    author: Tree<Pane>,
    play: Tree<Pane>,
}

/// Arrangements as they are kept.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Arrangements {
    author: Option<Part>,
    play: Option<Part>,
}

/// A part of an arrangement: a view or several.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Part {
    what: What,
    /// How much room it gets beside others.
    share: f32,
    hidden: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum What {
    View(Pane),
    /// Views that lie on each other, and the number of the one on top.
    Tabs(Vec<Part>, usize),
    Row(Vec<Part>),
    Column(Vec<Part>),
}

impl Rooms {
    /// The rooms as they were left; an arrangement that lacks a view is as at first.
    pub fn new(kept: &Arrangements) -> Rooms {
        let author = kept.author.as_ref().and_then(|part| arranged(part, &layout::standard()));
        let play = kept.play.as_ref().and_then(|part| arranged(part, &layout::playing()));
        Rooms {
            room: Room::Author,
            author: author.unwrap_or_else(layout::standard),
            play: play.unwrap_or_else(layout::playing),
        }
    }

    /// The arrangement of the room one is in.
    pub fn tree_mut(&mut self) -> &mut Tree<Pane> {
        match self.room {
            Room::Author => &mut self.author,
            Room::Play => &mut self.play,
        }
    }

    /// Goes through the door.
    pub fn other(&mut self) {
        self.room = match self.room {
            Room::Author => Room::Play,
            Room::Play => Room::Author,
        };
    }

    /// Puts the views of this room where they were at first.
    pub fn reset(&mut self) {
        match self.room {
            Room::Author => self.author = layout::standard(),
            Room::Play => self.play = layout::playing(),
        }
    }

    /// Brings a view to the front, in the room where it stands.
    pub fn bring(&mut self, pane: Pane) {
        if !pane.is_about_the_game() {
            self.room = Room::Author;
        }
        layout::bring(self.tree_mut(), pane);
    }

    /// Whether what is told about the game lies open beside the board.
    pub fn drawer_is_open(&self) -> bool {
        layout::drawer(&self.play).is_some_and(|id| self.play.is_visible(id))
    }

    /// Opens or closes it.
    pub fn open_drawer(&mut self, open: bool) {
        if let Some(id) = layout::drawer(&self.play) {
            self.play.set_visible(id, open);
        }
    }

    /// What is kept of them.
    pub fn arrangements(&self) -> Arrangements {
        Arrangements { author: part_of(&self.author), play: part_of(&self.play) }
    }
}

fn part_of(tree: &Tree<Pane>) -> Option<Part> {
    let root = tree.root()?;
    part(tree, root, 1.0)
}

fn part(tree: &Tree<Pane>, id: TileId, share: f32) -> Option<Part> {
    let all = |ids: &[TileId], share: &dyn Fn(TileId) -> f32| -> Vec<Part> {
        ids.iter().filter_map(|id| part(tree, *id, share(*id))).collect()
    };
    let what = match tree.tiles.get(id)? {
        Tile::Pane(pane) => What::View(*pane),
        Tile::Container(Container::Tabs(tabs)) => {
            let on_top = tabs.children.iter().position(|child| Some(*child) == tabs.active);
            What::Tabs(all(&tabs.children, &|_| 1.0), on_top.unwrap_or(0))
        }
        Tile::Container(Container::Linear(linear)) => {
            let parts = all(&linear.children, &|child| linear.shares[child]);
            if linear.dir == LinearDir::Horizontal { What::Row(parts) } else { What::Column(parts) }
        }
        Tile::Container(Container::Grid(grid)) => {
            let children: Vec<TileId> = grid.children().copied().collect();
            What::Row(all(&children, &|_| 1.0))
        }
    };
    Some(Part { what, share, hidden: !tree.is_visible(id) })
}

/// The tree of a kept arrangement, if it has the views of another one, each once.
fn arranged(kept: &Part, like: &Tree<Pane>) -> Option<Tree<Pane>> {
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

fn build(part: &Part, tiles: &mut Tiles<Pane>) -> TileId {
    let id = match &part.what {
        What::View(pane) => tiles.insert_pane(*pane),
        What::Tabs(parts, on_top) => {
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
        What::Row(parts) | What::Column(parts) => {
            let children: Vec<TileId> = parts.iter().map(|part| build(part, tiles)).collect();
            let is_row = matches!(part.what, What::Row(_));
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
        let lacking = Part { what: What::View(Pane::Table), share: 1.0, hidden: false };
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
