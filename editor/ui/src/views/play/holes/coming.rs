//! The tiles that may still be drawn, limited to the knowledge of a seat. The content of open bags is visible. For
//! closed bags, the initial content and the tiles seen since are known; the remaining tiles are in the bags and in
//! hidden hands.

use std::collections::BTreeMap;

use tilewright_core::board::Board;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{BagId, Id, TileKindId};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::view::VisibleTiles;
use tilewright_editor_model::pack::odds::{self, Supply};

/// Bags that the seen tiles cannot distinguish, and their possible content.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BagGroup {
    /// Unseen tiles, including chips, which are in the bags or in hidden hands.
    pub unseen: Supply,
    /// Number of tiles in the bags.
    pub left: u64,
}

/// Returns the tiles that may still be drawn; `None` if rules have put more tiles into bags than the seat can account
/// for.
pub fn coming(game: &Game, looking: Option<Seat>) -> Option<Vec<BagGroup>> {
    let catalog = game.catalog();
    let mut seen = count_visible(game, looking);
    let mut groups = Vec::new();
    let mut closed: Vec<(BagId, u64)> = Vec::new();
    let view = game.view(looking);
    for bag in game.bags() {
        match view.bag(bag) {
            VisibleTiles::Tiles(kinds) => {
                let now = count_kinds(&kinds);
                for &(kind, count) in &catalog.bags[bag].contents {
                    let gone = u64::from(count).saturating_sub(now.get(&kind).copied().unwrap_or(0));
                    seen[kind.index()] = seen[kind.index()].saturating_sub(gone);
                }
                groups.push(BagGroup { left: kinds.len() as u64, unseen: now.into_iter().collect() });
            }
            VisibleTiles::Count(left) => closed.push((bag, left as u64)),
        }
    }
    let apart = group_bags(catalog, &closed).into_iter().map(|bags| group(catalog, &bags, &seen)).collect::<Vec<_>>();
    let knows = |group: &BagGroup| odds::total(&group.unseen) >= group.left;
    if apart.iter().all(knows) {
        groups.extend(apart);
    } else {
        // Tiles have moved between bags, so only the joint content of all closed bags is known.
        groups.push(Some(group(catalog, &closed, &seen)).filter(knows)?);
    }
    groups.retain(|group| group.left > 0);
    Some(groups)
}

fn count_kinds(kinds: &[TileKindId]) -> BTreeMap<TileKindId, u64> {
    let mut counts = BTreeMap::new();
    kinds.iter().for_each(|kind| *counts.entry(*kind).or_default() += 1);
    counts
}

/// Counts the visible tiles of each kind that came out of bags.
fn count_visible(game: &Game, looking: Option<Seat>) -> Vec<u64> {
    let (catalog, view) = (game.catalog(), game.view(looking));
    let mut seen = vec![0u64; catalog.kinds.len()];
    let hands = game.seats_from(Seat(0)).filter_map(|seat| match view.hand(seat) {
        VisibleTiles::Tiles(kinds) => Some(kinds),
        VisibleTiles::Count(_) => None,
    });
    let in_play = game.turn_part().filter(|part| part.tile.is_none()).and_then(|part| part.kind);
    let laid = game.board().tiles().map(|tile| tile.kind);
    let hidden = view.known_hidden_tiles().map(|(_, kind)| kind);
    for kind in laid.chain(game.set_aside().iter().copied()).chain(in_play).chain(hands.flatten()).chain(hidden) {
        seen[catalog.front(kind).index()] += 1;
    }
    for preset in catalog.board.presets.iter().filter(|preset| preset.from.is_none()) {
        let at = preset.kind.index();
        seen[at] = seen[at].saturating_sub(1);
    }
    seen
}

/// Groups closed bags: two bags that started with the same kind of tile cannot be distinguished.
fn group_bags(catalog: &Catalog, closed: &[(BagId, u64)]) -> Vec<Vec<(BagId, u64)>> {
    let shares = |a: BagId, b: BagId| {
        let other = &catalog.bags[b].contents;
        catalog.bags[a].contents.iter().any(|(kind, _)| other.iter().any(|(k, _)| k == kind))
    };
    let mut groups: Vec<Vec<(BagId, u64)>> = Vec::new();
    for &bag in closed {
        let (mut joined, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.iter().any(|other| shares(bag.0, other.0)));
        joined.push(vec![bag]);
        groups = apart;
        groups.push(joined.concat());
    }
    groups
}

fn group(catalog: &Catalog, bags: &[(BagId, u64)], seen: &[u64]) -> BagGroup {
    let mut unseen: BTreeMap<TileKindId, u64> = BTreeMap::new();
    for (bag, _) in bags {
        for &(kind, count) in &catalog.bags[*bag].contents {
            *unseen.entry(kind).or_default() += u64::from(count);
        }
    }
    for (kind, count) in &mut unseen {
        *count = count.saturating_sub(seen[kind.index()]);
    }
    unseen.retain(|_, count| *count > 0);
    BagGroup { unseen: unseen.into_iter().collect(), left: bags.iter().map(|(_, left)| left).sum() }
}

/// Returns true if a tile fits on the board so that it covers a cell, with any turn and any of its cells.
pub fn covers(board: &Board, catalog: &Catalog, kind: TileKindId, cell: Cell) -> bool {
    catalog.lattice.turns().any(|turn| {
        catalog.faces(kind, turn).iter().any(|face| {
            let first = cell.plus(-face.offset.0, -face.offset.1);
            board.turns_at(kind, first).contains(turn)
        })
    })
}

/// An open cell, with the tiles that may fill it.
#[derive(Clone, PartialEq, Debug)]
pub struct FillableCell {
    /// Cell on the board.
    pub cell: Cell,
    /// Kinds of tile that fit now and may still be drawn, with their maximum numbers.
    pub fitting: Supply,
    /// Chance that the next tile fits; `None` if its bag is not known.
    pub next: Option<f64>,
    /// Chance that one of the seat's own draws fits, if seats take turns drawing the remaining tiles.
    pub own: Option<f64>,
    /// Chance that any remaining draw fits; `None` if it cannot be known.
    pub ever: Option<f64>,
}

/// Returns all open cells, those that are least likely to be filled first.
pub fn holes(game: &Game, looking: Option<Seat>) -> Vec<FillableCell> {
    let (board, catalog) = (game.board(), game.catalog());
    let groups = coming(game, looking);
    let seats = game.seat_count().max(1) as u64;
    let mut cells: Vec<Cell> = board.open_cells().map(|(cell, _)| cell).collect();
    cells.sort_unstable();
    let hole = |cell: Cell| {
        let Some(groups) = &groups else {
            return FillableCell { cell, fitting: Vec::new(), next: None, own: None, ever: None };
        };
        let mut fitting: BTreeMap<TileKindId, u64> = BTreeMap::new();
        let (mut not_own, mut never) = (1.0, 1.0);
        let mut next = Some(0.0);
        for group in groups {
            let fits = |kind: TileKindId| !catalog.kinds[kind].cells.is_empty() && covers(board, catalog, kind, cell);
            let here: Supply = group.unseen.iter().copied().filter(|(kind, _)| fits(*kind)).collect();
            let (all, fit) = (odds::total(&group.unseen), odds::total(&here));
            never *= 1.0 - odds::chance(all, fit, group.left);
            not_own *= 1.0 - odds::chance(all, fit, group.left.div_ceil(seats));
            next = (groups.len() == 1).then(|| odds::chance(all, fit, 1));
            here.into_iter().for_each(|(kind, count)| *fitting.entry(kind).or_default() += count);
        }
        FillableCell {
            cell,
            fitting: fitting.into_iter().collect(),
            next,
            own: Some(1.0 - not_own),
            ever: Some(1.0 - never),
        }
    };
    let mut found: Vec<FillableCell> = cells.into_iter().map(hole).collect();
    let order = |hole: &FillableCell| (hole.ever.unwrap_or(2.0), hole.own.unwrap_or(2.0));
    found.sort_by(|a, b| order(a).0.total_cmp(&order(b).0).then(order(a).1.total_cmp(&order(b).1)));
    found
}
