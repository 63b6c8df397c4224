//! Tests which ports join where edges of different types meet.

use std::sync::Arc;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{EdgeTypeId, Name, TerrainId};
use tilewright_core::catalog::lattice::{Cell, MAX_SIDES, Side};
use tilewright_core::catalog::tile::{EdgeType, Port, Segment, Terrain, TileCell, TileKind};
use tilewright_core::fixture::lay;
use tilewright_core::state::Game;
use tilewright_core::state::event::Listeners;

fn name(local: &str) -> Name {
    Name::new("base", local)
}

/// Returns a game with tiles whose four sides all show one edge, with one segment for each terrain. The edges are
/// `wide` (pasture three times), `lane` (pasture, a lane, pasture), `one` (pasture once) and `rock` (rock three times).
/// All edges meet each other.
fn game(tiles: &[(&str, i16, i16, u8)]) -> Game {
    let mut catalog = Catalog { seats: (2, 2), ..Catalog::default() };
    let [pasture, lane, rock] =
        ["pasture", "lane", "rock"].map(|local| catalog.terrains.add(name(local), Terrain::default()).unwrap());
    let shown: [(&str, &[TerrainId]); 4] = [
        ("wide", &[pasture, pasture, pasture]),
        ("lane", &[pasture, lane, pasture]),
        ("one", &[pasture]),
        ("rock", &[rock, rock, rock]),
    ];
    for (local, ports) in shown {
        let meets = (0..shown.len() as u16).map(EdgeTypeId).collect();
        let edge = catalog.edges.add(name(local), EdgeType { ports: ports.to_vec(), meets, ..EdgeType::default() });
        let cell = TileCell { offset: (0, 0), edges: [edge.unwrap(); MAX_SIDES] };
        let segment = |terrain: TerrainId| {
            let all = (0..4).flat_map(|side| (0..ports.len()).map(move |index| (Side(side), index)));
            let own = all.filter(|&(_, index)| ports[index] == terrain);
            let ports = own.map(|(side, index)| Port { side, index: index as u8 }).collect();
            Segment { terrain, ports, ..Segment::default() }
        };
        let segments: Vec<Segment> =
            [pasture, lane, rock].into_iter().map(segment).filter(|s| !s.ports.is_empty()).collect();
        catalog.kinds.add(name(local), TileKind { cells: vec![cell], segments, ..TileKind::default() }).unwrap();
    }
    catalog.finish();
    let mut game = Game::new(Arc::new(catalog), 2, 1, Listeners::default()).unwrap();
    lay(&mut game, tiles);
    game
}

/// Returns the number of tiles and of open sides of the feature of a terrain on the first tile.
fn feature(game: &Game, terrain: &str) -> (u32, u32) {
    let (tile, _) = game.board().tile_at(Cell::ORIGIN).unwrap();
    let (catalog, placed) = (game.catalog(), game.board().tile(tile).unwrap());
    let terrain = catalog.terrains.find(&format!("base:{terrain}")).unwrap();
    let own = catalog.kinds[placed.kind].segments.iter().position(|segment| segment.terrain == terrain);
    let segment = placed.first_segment.plus(own.unwrap() as u32);
    let features = game.board().features();
    (features.tiles(segment), features.open_sides(segment))
}

#[test]
fn ports_of_one_terrain_join_one_by_one_where_both_sides_have_as_many() {
    // The pasture continues next to the lane, whose end at the pasture counts as closed.
    let lane = game(&[("lane", 0, 0, 0), ("wide", 1, 0, 0)]);
    assert_eq!(feature(&lane, "pasture"), (2, 6));
    assert_eq!(feature(&lane, "lane"), (1, 3));
    // Two edges of the same type join all their ports.
    let lanes = game(&[("lane", 0, 0, 0), ("lane", 1, 0, 0)]);
    assert_eq!((feature(&lanes, "pasture"), feature(&lanes, "lane")), ((2, 6), (2, 6)));
}

#[test]
fn ports_end_where_the_other_side_has_another_number_or_terrain() {
    for other in ["one", "rock"] {
        let parted = game(&[("lane", 0, 0, 0), (other, 1, 0, 0)]);
        assert_eq!((feature(&parted, "pasture"), feature(&parted, "lane")), ((1, 3), (1, 3)), "{other}");
    }
    assert_eq!(feature(&game(&[("one", 0, 0, 0), ("wide", 1, 0, 0)]), "pasture"), (1, 3));
    assert_eq!(feature(&game(&[("one", 0, 0, 0), ("one", 1, 0, 0)]), "pasture"), (2, 6));
}
