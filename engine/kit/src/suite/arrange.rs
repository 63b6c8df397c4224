//! Sets up the position that a test begins with.

use std::collections::BTreeMap;

use ron::value::RawValue;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;

use super::TestFailure;
use super::format::{RawTest, Text, Word};
use super::keys::{self, Wrong};

/// Fails with the place of a word.
fn at<'a>(text: &Text<'a>, word: &Word) -> impl Fn(Wrong) -> TestFailure {
    let place = text.sources.place(word.span);
    move |(code, message)| TestFailure::new(&*place, code, message, "")
}

/// Builds the position that a test begins with.
pub(super) fn arrange<'a>(
    text: &Text<'a>,
    test: &RawTest<'a>,
    game: &mut Game,
    at_once: bool,
) -> Result<(), TestFailure> {
    let catalog = std::sync::Arc::clone(game.catalog());
    for word in text.all_words(test.board)? {
        let (kind, cell, turn) = keys::placed_tile(&catalog, &word.text).map_err(at(text, &word))?;
        game.arrange_tile(kind, cell, turn).map_err(|r| at(text, &word)((r.code, r.message)))?;
    }
    for raw in text.items(test.figures)? {
        let words = text.words(raw)?;
        let whole = Word { text: String::new(), span: text.span(raw) };
        let parts: Vec<&str> = words.iter().map(|w| &*w.text).collect();
        let (seat, figure, place) = keys::placed_figure(game, &parts).map_err(at(text, &whole))?;
        game.arrange_figure(seat, figure, place).map_err(|r| at(text, &whole)((r.code, r.message)))?;
    }
    for word in text.all_words(test.tokens)? {
        let (token, place) = keys::placed_token(game, &word.text).map_err(at(text, &word))?;
        game.arrange_token(token, place).map_err(|r| at(text, &word)((r.code, r.message)))?;
    }
    if let Some(raw) = test.scores {
        for (seat, score) in (0..).zip(text.read::<Vec<i32>>(raw)?) {
            let wrong = |message: String| text.failure(text.span(raw), "no_such_seat", message);
            game.arrange_score(Seat(seat), score).map_err(|r| wrong(r.message))?;
        }
    }
    if let Some(raw) = test.counters {
        for (name, span, values) in text.numbers(raw)? {
            let wrong = |code, message: String| text.failure(span, code, message);
            match name.split_once('@') {
                None => game.arrange_counter(&name, &values).map_err(|r| wrong(r.code, r.message))?,
                Some((name, at)) => {
                    let segment = keys::segment(game, at).map_err(|(code, message)| wrong(code, message))?;
                    let [value] = values[..] else {
                        return Err(wrong("wrong_scope", format!("`{name}` takes one number for a feature")));
                    };
                    game.arrange_feature_counter(name, segment, value).map_err(|r| wrong(r.code, r.message))?;
                }
            }
        }
    }
    if let Some(raw) = test.by_kind {
        for (kind, span, points) in text.numbers(raw)? {
            game.arrange_booked(&kind, &points).map_err(|r| text.failure(span, r.code, r.message))?;
        }
    }
    if let Some(raw) = test.first {
        let seat = Seat(text.read(raw)?);
        game.arrange_first(seat).map_err(|r| text.failure(text.span(raw), r.code, r.message))?;
    }
    let bags: Option<BTreeMap<String, &'a RawValue>> = text.maybe(test.bags)?;
    let first = catalog.bags.ids().next().zip(test.bag);
    let mut given: Vec<_> = first.into_iter().collect();
    for (name, raw) in bags.unwrap_or_default() {
        let bag = keys::bag(&catalog, &name).map_err(|(code, told)| text.failure(text.span(raw), code, told))?;
        given.push((bag, raw));
    }
    for (bag, raw) in given {
        let tiles = tiles(text, &catalog, Some(raw))?;
        game.arrange_bag(bag, &tiles);
    }
    for (seat, raw) in (0..).zip(text.items(test.hands)?) {
        if seat >= game.seat_count() {
            return Err(text.failure(text.span(raw), "no_such_seat", format!("there is no seat {seat}")));
        }
        let tiles = tiles(text, &catalog, Some(raw))?;
        game.arrange_hand(Seat(seat as u8), &tiles);
    }
    if test.set_aside.is_some() {
        let tiles = tiles(text, &catalog, test.set_aside)?;
        game.arrange_set_aside(&tiles);
    }
    if let Some(number) = text.maybe(test.turn)? {
        game.arrange_turn(number);
    }
    if at_once {
        game.arrange_play();
    }
    Ok(())
}

/// Tiles as they are listed: `T1 T2*3`.
fn tiles<'a>(text: &Text<'a>, catalog: &Catalog, raw: Option<&'a RawValue>) -> Result<Vec<TileKindId>, TestFailure> {
    let mut tiles = Vec::new();
    for word in text.all_words(raw)? {
        let (kind, count) = keys::counted_kind(catalog, &word.text).map_err(at(text, &word))?;
        tiles.extend(std::iter::repeat_n(kind, count));
    }
    Ok(tiles)
}
