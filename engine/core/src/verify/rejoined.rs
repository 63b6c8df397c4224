//! Verifies boards from which tiles were taken up or on which tiles were moved. Such a board must equal a new one with
//! the same tiles: they are placed again on an empty board, and all derived data is compared.

use std::sync::Arc;

use crate::board::Board;
use crate::catalog::id::{SegmentId, TileId};
use crate::catalog::lattice::{Cell, Planes};
use crate::catalog::pose::Pose;
use crate::verify::need::need;

/// Returns the board with its tiles placed again one by one, and the old and new numbers of the tiles. Tiles on the
/// ground come first, then those on top of them, each group in the order of numbers.
fn rebuild_board(board: &Board) -> (Board, Vec<(TileId, TileId)>) {
    let catalog = Arc::clone(board.catalog());
    let mut fresh = board.cleared_copy();
    let mut numbers: Vec<(TileId, TileId)> = Vec::new();
    let mut tiles: Vec<_> = board.numbered_tiles().collect();
    tiles.sort_by_key(|&(tile, _)| board.level(tile));
    for (tile, placed) in tiles {
        let under = fresh.pieces_under(placed.kind, Pose::new(placed.cell, placed.turn));
        if !under.is_empty() {
            fresh.cover(&catalog, &under);
        }
        numbers.push((tile, fresh.place(&catalog, placed.kind, placed.cell, placed.turn, |_| {})));
    }
    let again = |segment: SegmentId| {
        let tile = board.features().tile_of(segment);
        let (_, new) = numbers.iter().find(|(old, _)| *old == tile)?;
        Some(fresh.tiles[new.index()].first_segment.plus(board.features().local_of(segment) as u32))
    };
    let joins = catalog.board.joins.iter();
    let both = joins.filter_map(|&(a, b)| Some((board.segment_of_preset(a)?, board.segment_of_preset(b)?)));
    let both: Vec<_> = both.filter_map(|(a, b)| Some((again(a)?, again(b)?))).collect();
    for (a, b) in both {
        fresh.join_explicitly(a, b);
    }
    (fresh, numbers)
}

/// Compares a board with one that is rebuilt from its tiles: features, open sides, completion, the frontier with its
/// demands, the bounds, and the number of placements of each kind.
///
/// # Errors
/// There are differences; the error describes them.
pub fn compare_with_rebuilt(board: &Board) -> Result<(), String> {
    let (fresh, numbers) = rebuild_board(board);
    let (now, then) = (board.features(), fresh.features());
    for plane in board.planes() {
        need(board.bounds(plane) == fresh.bounds(plane), || {
            format!("the bounds are {:?}, after rejoining {:?}", board.bounds(plane), fresh.bounds(plane))
        })?;
    }
    need(board.tiles().len() == fresh.tiles().len(), || "the number of tiles differs".to_owned())?;
    for (tile, new_tile) in numbers {
        let (placed, new) = (&board.tiles[tile.index()], &fresh.tiles[new_tile.index()]);
        for piece in board.pieces(tile) {
            let (top, anew) = (board.tile_at(piece.cell), fresh.tile_at(piece.cell));
            let alike = (top == Some((tile, piece.part))) == (anew == Some((new_tile, piece.part)));
            let is_there = top.is_some() && (board.has_levels() || top == Some((tile, piece.part)));
            need(alike && is_there, || format!("{tile:?} is not found at {}", piece.cell))?;
            need(board.height(piece.cell) == fresh.height(piece.cell), || format!("the height of {}", piece.cell))?;
        }
        let levels = (board.level(tile), fresh.level(new_tile));
        need(levels.0 == levels.1, || format!("{tile:?} is at level {}, after rejoining at {}", levels.0, levels.1))?;
        need(board.is_covered(tile) == fresh.is_covered(new_tile), || format!("whether {tile:?} is covered"))?;
        need(board.is_beside_watched(*placed) == fresh.is_beside_watched(*new), || {
            format!("whether a neighbour of {} is watched", placed.cell)
        })?;
        for (one, other) in board.segments_on(tile).zip(fresh.segments_on(new_tile)) {
            need(now.is_there(one) == then.is_there(other), || format!("whether {} is seen", board.place_key(one)))?;
            if !now.is_there(one) {
                continue;
            }
            let alike = now.first_key(one) == then.first_key(other)
                && now.open_sides(one) == then.open_sides(other)
                && now.size(one) == then.size(other)
                && now.tiles(one) == then.tiles(other)
                && board.surrounding(one) == fresh.surrounding(other)
                && board.is_complete(one) == fresh.is_complete(other);
            need(alike, || {
                let told = |board: &Board, s: SegmentId| {
                    let features = board.features();
                    let (open, size, tiles) = (features.open_sides(s), features.size(s), features.tiles(s));
                    format!("{open} open sides, {size} segments on {tiles} tiles, complete: {}", board.is_complete(s))
                };
                format!("{}: {}; after rejoining: {}", board.place_key(one), told(board, one), told(&fresh, other))
            })?;
            // Each feature has its own first segment, so features with equal first segments have equal members, and the
            // ring lists them all.
            let root = now.root(one);
            let ring = now.members(one).filter(|&member| now.root(member) == root).count();
            need(ring == now.size(one) as usize, || format!("{}: the ring of members", board.place_key(one)))?;
        }
    }
    need(now.segments().count() == then.segments().count(), || "the number of segments differs".to_owned())?;
    need(now.roots().count() == then.roots().count(), || "the number of features differs".to_owned())?;
    need(now.open_features().count() == then.open_features().count(), || {
        "the index of open features differs".to_owned()
    })?;
    frontier(board, &fresh)
}

fn frontier(board: &Board, fresh: &Board) -> Result<(), String> {
    let open = |board: &Board| {
        let mut cells: Vec<(Cell, _)> = board.open_cells().collect();
        cells.sort_unstable_by_key(|(cell, _)| *cell);
        cells
    };
    let (now, then) = (open(board), open(fresh));
    need(now == then, || format!("the frontier is {now:?}, after rejoining {then:?}"))?;
    need(now.iter().all(|&(cell, demand)| board.demand_at(cell) == Some(demand)), || {
        "the grid and the frontier differ".to_owned()
    })?;
    for kind in board.catalog().kinds.ids() {
        let (count, anew) = (board.count_placements(kind, Planes::ALL), fresh.count_placements(kind, Planes::ALL));
        need(count == anew, || {
            format!("{} has {count} places, after rejoining {anew}", board.catalog().kinds.key(kind))
        })?;
    }
    Ok(())
}
