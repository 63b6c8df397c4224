//! Tests that features are the connected areas of the board, found by the letters of the drawings and by a flood fill
//! over the ports.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_core::catalog::MAX_SEATS;
use tilewright_core::catalog::id::Root;
use tilewright_core::fixture::play;
use tilewright_core::state::Game;
use tilewright_core::state::effect::Place;
use tilewright_core::verify;

use crate::boards::{all, drawn_tiles, lettered_boards, players};
use crate::canvas::LetterCanvas;

/// Compares every feature with the letters of the canvas.
fn compare(game: &Game, canvas: &LetterCanvas, name: &str) {
    let (catalog, board) = (game.catalog(), game.board());
    let features = board.features();
    assert_eq!(features.roots().count(), canvas.count(), "{name}: number of features");
    let mut weights: BTreeMap<usize, Vec<i32>> = BTreeMap::new();
    for (_, figure) in game.figures() {
        if let Some(Place::Segment(segment)) = figure.place {
            let weights = weights.entry(canvas.feature_of(game, segment)).or_insert_with(|| vec![0; MAX_SEATS]);
            weights[figure.seat.index()] += i32::from(catalog.figures[figure.kind].weight);
        }
    }
    let closed = |cell| catalog.board.rim_closes && !board.exists(cell);
    for root in features.roots() {
        let one = root.segment();
        let at = board.place_key(one);
        let drawn = canvas.feature_of(game, one);
        let members: Vec<_> = features.members(one).collect();
        assert!(members.iter().all(|&m| canvas.feature_of(game, m) == drawn), "{name}: {at} holds too much");
        assert!(members.iter().all(|&m| features.root(m) == root), "{name}: {at} has one root");
        assert_eq!(members.iter().collect::<BTreeSet<_>>().len(), members.len(), "{name}: {at} lists each once");
        assert_eq!(members.len(), features.size(one) as usize, "{name}: size of {at}");
        let cells: BTreeSet<_> = members.iter().map(|&m| board.cell_of(m)).collect();
        assert_eq!(cells, canvas.cells_of(drawn), "{name}: cells of {at}");
        let tiles: BTreeSet<_> = members.iter().map(|&m| features.tile_of(m)).collect();
        assert_eq!(features.tiles(one) as usize, tiles.len(), "{name}: tiles of {at}");
        assert_eq!(features.open_sides(one) as usize, canvas.open_sides(drawn, closed), "{name}: open sides of {at}");
        let first = members.iter().map(|&m| (board.cell_of(m), features.local_of(m))).min().unwrap();
        let shown = board.first_segment(one);
        assert_eq!((board.cell_of(shown), features.local_of(shown)), first, "{name}: first of {at}");
        let nobody = vec![0; MAX_SEATS];
        let claims = weights.get(&drawn).unwrap_or(&nobody);
        assert_eq!(features.claims(one).as_slice(), claims, "{name}: claims on {at}");
        assert_eq!(features.is_claimed(one), claims != &nobody, "{name}: {at} is claimed");
    }
    let open: BTreeSet<_> = features.roots().filter(|root| features.open_sides(root.segment()) > 0).collect();
    assert_eq!(features.open_features().collect::<BTreeSet<_>>(), open, "{name}: open features");
    assert_eq!(features.open_features().count(), open.len(), "{name}: open features, each once");
}

#[test]
fn features_are_where_letters_lie_together() {
    let drawn = drawn_tiles();
    for (name, sample) in lettered_boards() {
        let (mut joined, mut further) = (0, 0);
        for seed in 0..12 {
            let mut session = sample.session(players(seed), seed);
            play(&mut session, seed, |session| {
                let game = session.game();
                compare(game, &LetterCanvas::from_game(game, &drawn), name);
                let features = game.board().features();
                let joined_ones = features.roots().map(Root::segment).filter(|&one| features.size(one) > 1);
                further += joined_ones.filter(|&one| features.claims(one)[8..] != [0; MAX_SEATS - 8]).count();
            });
            let features = session.game().board().features();
            joined += features.roots().filter(|root| features.size(root.segment()) > 3).count();
        }
        assert!(joined > 20, "{name}: features of some size come up");
        assert!(further > 20, "{name}: {further} features of several segments were claimed by a seat after the eighth");
    }
}

#[test]
fn every_position_is_as_the_plain_references_say() {
    for (name, sample) in all() {
        for seed in 0..25 {
            let mut session = sample.session(players(seed), seed);
            play(&mut session, seed, |session| {
                let game = session.game();
                if let Err(wrong) = verify::position(game) {
                    panic!("{name}, seed {seed}, {} tiles: {wrong}", game.board().tiles().len());
                }
            });
        }
    }
}
