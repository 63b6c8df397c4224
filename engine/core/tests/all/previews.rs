//! Tests that the preview of a placement matches its result.

use std::collections::BTreeSet;

use tilewright_core::board::preview::PreviewedFeature;
use tilewright_core::catalog::id::SegmentId;
use tilewright_core::catalog::lattice::Planes;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::tile::Completion;
use tilewright_core::state::Game;
use tilewright_core::state::effect::Effect;

use crate::boards::{all, at_each_tile};

/// Returns one segment of each complete feature, among the segments that existed before.
fn complete(game: &Game, of: Completion, below: usize) -> BTreeSet<SegmentId> {
    let (catalog, board) = (game.catalog(), game.board());
    let roots = board.features().roots().map(|root| root.segment());
    let found = roots.filter(|&s| catalog.terrains[board.terrain(s)].completion == of);
    let found = found.filter(|&s| board.is_complete(s));
    found.filter_map(|s| board.features().members(s).filter(|m| m.index() < below).min()).collect()
}

#[test]
fn what_a_placement_would_do_is_what_it_does() {
    let (mut completes, mut surrounds, mut closes) = (0, 0, 0);
    for (name, sample) in all() {
        for seed in 0..3 {
            at_each_tile(&sample, seed, |game| {
                let (catalog, board) = (game.catalog(), game.board());
                let kind = catalog.kinds.ids().nth(board.tiles().len() % catalog.kinds.len()).unwrap();
                let count = board.count_placements(kind, Planes::ALL);
                let below = board.features().segment_bound();
                for number in (0..count).step_by(1 + count as usize / 6) {
                    let (cell, turn) = board.get_placement(kind, Planes::ALL, number).unwrap();
                    // There is no preview for a tile that covers others.
                    let would = board.if_placed(kind, cell, turn);
                    assert_eq!(would.is_none(), board.height(cell) > 0);
                    let Some(would) = would else { continue };
                    let mut after = game.clone();
                    let seat = Seat(0);
                    after
                        .effect(Effect::PlaceTile { seat, kind, cell, turn, footing: Default::default(), reason: None })
                        .unwrap();
                    let now = after.board();
                    let first = now.tiles().next_back().unwrap().first_segment;
                    let what = format!("{name}, seed {seed}: {} at {cell},{turn}", catalog.kinds.key(kind));
                    let locals: usize = would.features.iter().map(|f| f.segments.len()).sum();
                    assert_eq!(locals, catalog.kinds[kind].segments.len(), "{what}: each segment once");
                    for PreviewedFeature { segments, joins, open_sides, tiles, complete } in &would.features {
                        let one = first.plus(segments[0] as u32);
                        assert_eq!(now.features().open_sides(one), *open_sides, "{what}: open sides");
                        assert_eq!(now.features().tiles(one), *tiles, "{what}: tiles");
                        let members: BTreeSet<SegmentId> = now.features().members(one).collect();
                        assert!(segments.iter().all(|&s| members.contains(&first.plus(s as u32))), "{what}");
                        let old: usize = joins.iter().map(|root| board.features().size(root.segment()) as usize).sum();
                        assert_eq!(members.len(), old + segments.len(), "{what}: joined features");
                        assert!(joins.iter().all(|root| members.contains(&root.segment())), "{what}: joined features");
                        let by_neighbours = Completion::NeighboursComplete;
                        if catalog.terrains[now.terrain(one)].completion != by_neighbours {
                            assert_eq!(now.is_complete(one), *complete, "{what}: complete");
                            completes += usize::from(*complete);
                        }
                    }
                    let fresh = |of| {
                        let before = complete(game, of, below);
                        complete(&after, of, below).difference(&before).copied().collect::<BTreeSet<SegmentId>>()
                    };
                    // Wells reach no side, so each is a separate feature.
                    let surrounded: BTreeSet<SegmentId> = would.surrounds.iter().copied().collect();
                    let single = |s: &SegmentId| board.features().size(*s) == 1;
                    let wanted: BTreeSet<_> = fresh(Completion::Surrounded).into_iter().filter(single).collect();
                    assert!(surrounded.is_superset(&wanted), "{what}: {surrounded:?}, not {wanted:?}");
                    surrounds += surrounded.len();
                    let apart = |s: &SegmentId| now.features().members(*s).all(|m| m.index() < below);
                    let closed: BTreeSet<_> = fresh(Completion::Closed).into_iter().filter(apart).collect();
                    let told: BTreeSet<SegmentId> =
                        would.closes.iter().map(|r| board.features().members(r.segment()).min().unwrap()).collect();
                    assert_eq!(told, closed, "{what}: features closed across a side");
                    closes += told.len();
                    let open = |game: &Game| game.board().open_cells().map(|(c, _)| c).collect::<BTreeSet<_>>();
                    let (had, has) = (open(game), open(&after));
                    let opens: BTreeSet<_> = would.opens.iter().copied().collect();
                    assert!(has.difference(&had).all(|cell| opens.contains(cell)), "{what}: opened cells");
                }
            });
        }
    }
    assert!(completes > 100 && surrounds > 1 && closes > 10, "{completes} {surrounds} {closes}");
}
