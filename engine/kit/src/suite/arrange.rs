//! Sets up the starting position of a test.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::diag::Span;
use tilewright_core::state::Game;

use super::TestFailure;
use super::keys::{self, KeyError};
use super::notation::{TestSource, TestWord};

/// Builds the starting position of a test.
pub(super) fn arrange(test: &TestSource, game: &mut Game, at_once: bool) -> Result<(), TestFailure> {
    let catalog = std::sync::Arc::clone(game.catalog());
    let at = |span: Span| move |(code, message): KeyError| test.failure(span, code, message);
    for word in &test.board {
        let keys::LaidTile { kind, at: place, over, face_down } =
            keys::placed_tile(&catalog, &word.value).map_err(at(word.span))?;
        let laid = match face_down {
            None => game.arrange_tile(kind, place, over),
            Some(known_by) => game.arrange_face_down(kind, place, over, known_by),
        };
        laid.map_err(|r| at(word.span)((r.code, r.message)))?;
    }
    for words in &test.figures {
        let parts: Vec<&str> = words.value.iter().map(|word| &**word).collect();
        let (seat, figure, place) = keys::placed_figure(game, &parts).map_err(at(words.span))?;
        game.arrange_figure(seat, figure, place).map_err(|r| at(words.span)((r.code, r.message)))?;
    }
    for word in &test.tokens {
        let (token, place) = keys::placed_token(game, &word.value).map_err(at(word.span))?;
        game.arrange_token(token, place).map_err(|r| at(word.span)((r.code, r.message)))?;
    }
    if let Some(scores) = &test.scores {
        for (seat, score) in (0..).zip(&scores.value) {
            let wrong = |message: String| test.failure(scores.span, "no_such_seat", message);
            game.arrange_score(Seat(seat), *score).map_err(|r| wrong(r.message))?;
        }
    }
    for (name, values) in &test.counters {
        let wrong = |code, message: String| test.failure(values.span, code, message);
        match name.split_once('@') {
            None => game.arrange_counter(name, &values.value).map_err(|r| wrong(r.code, r.message))?,
            Some((name, at)) => {
                let segment = keys::segment(game, at).map_err(|(code, message)| wrong(code, message))?;
                let [value] = values.value[..] else {
                    return Err(wrong("wrong_scope", format!("`{name}` takes one number for a feature")));
                };
                game.arrange_feature_counter(name, segment, value).map_err(|r| wrong(r.code, r.message))?;
            }
        }
    }
    for (kind, points) in &test.by_kind {
        game.arrange_booked(kind, &points.value).map_err(|r| test.failure(points.span, r.code, r.message))?;
    }
    if let Some(first) = &test.first {
        game.arrange_first(Seat(first.value)).map_err(|r| test.failure(first.span, r.code, r.message))?;
    }
    let first = game.bags().next().zip(test.bag.as_ref());
    let mut given: Vec<_> = first.into_iter().collect();
    for (name, words) in &test.bags {
        given.push((keys::bag(game, &name.value).map_err(at(name.span))?, words));
    }
    for (bag, words) in given {
        game.arrange_bag(bag, &tiles(test, &catalog, words)?);
    }
    for (name, words) in &test.rows {
        let zone = keys::row(game, &name.value).map_err(at(name.span))?;
        if words.len() > usize::from(catalog.zones[zone].slots) {
            let message = format!("`{}` has {} slots", name.value, catalog.zones[zone].slots);
            return Err(test.failure(name.span, "no_such_slot", message));
        }
        let mut tiles = Vec::new();
        for word in words {
            tiles.push(keys::in_slot(&catalog, &word.value).map_err(at(word.span))?);
        }
        game.arrange_row(zone, &tiles);
    }
    for (seat, words) in (0..u8::MAX).zip(&test.hands) {
        let seat = Seat(seat);
        game.check_seat(seat).map_err(|r| test.failure(words.span, r.code, r.message))?;
        game.arrange_hand(seat, &tiles(test, &catalog, &words.value)?);
    }
    if let Some(words) = &test.set_aside {
        game.arrange_set_aside(&tiles(test, &catalog, words)?);
    }
    if let Some(seats) = &test.retired {
        for &seat in &seats.value {
            let seat = u8::try_from(seat).map(Seat).unwrap_or(Seat(u8::MAX));
            game.arrange_retired(seat).map_err(|r| test.failure(seats.span, r.code, r.message))?;
        }
    }
    if let Some(number) = test.turn {
        game.arrange_turn(number);
    }
    if at_once {
        game.arrange_play();
    }
    Ok(())
}

/// Reads a list of tiles: `T1 T2*3`.
fn tiles(test: &TestSource, catalog: &Catalog, words: &[TestWord]) -> Result<Vec<TileKindId>, TestFailure> {
    let mut tiles = Vec::new();
    for word in words {
        let wrong = |(code, message): KeyError| test.failure(word.span, code, message);
        let (kind, count) = keys::counted_kind(catalog, &word.value).map_err(wrong)?;
        tiles.extend(std::iter::repeat_n(kind, count));
    }
    Ok(tiles)
}
