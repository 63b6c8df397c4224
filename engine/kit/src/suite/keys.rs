//! Reads the short forms in tests: tiles on a board, figures at places, segments, options.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{BagId, FigureKindId, SegmentId, TileKindId, TokenId, ZoneId};
use tilewright_core::catalog::joint::JointAt;
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::catalog::pose::Pose;
use tilewright_core::catalog::seat::{Seat, SeatSet};
use tilewright_core::state::Game;
use tilewright_core::state::effect::Place;

use tilewright_core::diag::what_there_is;

/// Code and message of a mistake in a word.
pub(super) type KeyError = (&'static str, String);

/// Returns the error for an unknown name, with a suggestion.
fn unknown<'a>(code: &'static str, what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> KeyError {
    let hint = what_there_is(name, known).map_or_else(String::new, |hint| format!("; {hint}"));
    (code, format!("there is no {what} `{name}`{hint}"))
}

/// Looks up a kind of tile by name.
pub(super) fn tile_kind(catalog: &Catalog, name: &str) -> Result<TileKindId, KeyError> {
    catalog.kinds.find(name).ok_or_else(|| unknown("unknown_tile", "tile", name, catalog.kinds.known_names()))
}

/// Tile as a test places it.
pub(super) struct LaidTile {
    pub(super) kind: TileKindId,
    pub(super) at: Pose,
    /// True if the tile is on top of other tiles.
    pub(super) over: bool,
    /// Seats that have looked at the tile, if it is face down.
    pub(super) face_down: Option<SeatSet>,
}

/// Reads a placed tile, `KIND@x,y` or `KIND@x,y/turn`. The suffix `:over` means a tile on top of others, and `:down` a
/// tile that is face down; the seats that have looked at it are added as in `:down+0+2`.
pub(super) fn placed_tile(catalog: &Catalog, word: &str) -> Result<LaidTile, KeyError> {
    let bad = || ("bad_tile", format!("`{word}` is not a tile on a board: write `KIND@x,y` or `KIND@x,y/turn`"));
    let (kind, place) = word.split_once('@').ok_or_else(bad)?;
    let (place, face_down) = match place.split_once(":down") {
        None => (place, None),
        Some((place, seats)) => {
            let seat = |seat: &str| seat.parse().map(Seat).map_err(|_| bad());
            let seats = seats.strip_prefix('+').map_or(Vec::new(), |seats| seats.split('+').collect());
            (place, Some(seats.into_iter().map(seat).collect::<Result<SeatSet, KeyError>>()?))
        }
    };
    let (place, over) = place.strip_suffix(":over").map_or((place, false), |place| (place, true));
    // The cell may begin with the number of its plane: `1/x,y`.
    let comma = place.find(',').ok_or_else(bad)?;
    let (at, turn) = place[comma..].split_once('/').map_or((place, "0"), |(y, turn)| (&place[..comma + y.len()], turn));
    let turn: u8 = turn.parse().map_err(|_| bad())?;
    let at = Cell::read(at).ok_or_else(bad)?;
    let kind = tile_kind(catalog, kind)?;
    if usize::from(turn) >= catalog.lattice.side_count() {
        return Err((
            "bad_tile",
            format!("a tile has the turns 0 to {}, not {turn}", catalog.lattice.side_count() - 1),
        ));
    }
    Ok(LaidTile { kind, at: Pose::new(at, Turn(turn)), over, face_down })
}

/// Looks up a bag of a game; the name of a seat's bag includes the seat.
pub(super) fn bag(game: &Game, name: &str) -> Result<BagId, KeyError> {
    let catalog = game.catalog();
    let keys: Vec<String> = game.bags().map(|bag| catalog.bag_key(bag)).collect();
    let found = catalog.find_bag(name).filter(|&bag| catalog.has_bag(bag, game.seat_count() as u8));
    found.ok_or_else(|| unknown("unknown_bag", "bag", name, keys.iter().map(|key| &**key)))
}

/// Looks up a zone whose slots hold tiles.
pub(super) fn row(game: &Game, name: &str) -> Result<ZoneId, KeyError> {
    let catalog = game.catalog();
    let rows = || game.zones().filter(|&zone| catalog.zones[zone].holds_tiles);
    let found = catalog.zones.find(name).filter(|&zone| rows().any(|row| row == zone));
    let keys: Vec<String> = rows().map(|zone| catalog.zones.key(zone)).collect();
    found.ok_or_else(|| unknown("unknown_zone", "zone that holds tiles", name, keys.iter().map(|key| &**key)))
}

/// Reads the content of a slot: `KIND`, or `-` for an empty slot.
pub(super) fn in_slot(catalog: &Catalog, word: &str) -> Result<Option<TileKindId>, KeyError> {
    if word == "-" { Ok(None) } else { tile_kind(catalog, word).map(Some) }
}

/// Reads a list of tiles, each written `KIND` or `KIND*count`.
pub(super) fn tiles<'w>(
    catalog: &Catalog,
    words: impl IntoIterator<Item = &'w str>,
) -> Result<Vec<TileKindId>, KeyError> {
    let mut tiles = Vec::new();
    for word in words {
        let (kind, count) = counted_kind(catalog, word)?;
        tiles.extend(std::iter::repeat_n(kind, count));
    }
    Ok(tiles)
}

/// Reads a kind with an optional count: `KIND` or `KIND*count`.
pub(super) fn counted_kind(catalog: &Catalog, word: &str) -> Result<(TileKindId, usize), KeyError> {
    let (kind, count) = word.split_once('*').unwrap_or((word, "1"));
    let count = count.parse().ok().filter(|&n| n <= 100_000);
    let count = count.ok_or_else(|| ("bad_tile", format!("`{word}` is not a number of tiles: write `KIND*3`")))?;
    Ok((tile_kind(catalog, kind)?, count))
}

/// Reads a seat and a figure at a place from two words.
pub(super) fn placed_figure(game: &Game, words: &[&str]) -> Result<(Seat, FigureKindId, Place), KeyError> {
    let bad = || ("bad_figure", "a figure is written `seat figure@x,y:segment`".to_owned());
    let [seat, figure] = words else { return Err(bad()) };
    let seat: u8 = seat.parse().map_err(|_| bad())?;
    let (name, at) = figure.split_once('@').ok_or_else(bad)?;
    let catalog = game.catalog();
    let known = catalog.figures.known_names();
    let figure = catalog.figures.find(name).ok_or_else(|| unknown("unknown_figure", "figure", name, known))?;
    Ok((Seat(seat), figure, place(game, at)?))
}

/// Reads a token at a place, such as `token@x,y:segment`.
pub(super) fn placed_token(game: &Game, word: &str) -> Result<(TokenId, Place), KeyError> {
    let bad = || ("bad_token", format!("`{word}` is not a token at a place: write `token@x,y:segment`"));
    let (name, at) = word.split_once('@').ok_or_else(bad)?;
    let tokens = &game.catalog().tokens;
    let token = tokens.find(name).ok_or_else(|| unknown("unknown_token", "token", name, tokens.known_names()))?;
    Ok((token, place(game, at)?))
}

/// Reads a place: `x,y:segment`, `x,y`, `x,y.SE`, `zone` or `zone/slot`.
pub(super) fn place(game: &Game, text: &str) -> Result<Place, KeyError> {
    if let Some((cell, name)) = text.split_once('.').filter(|(cell, _)| Cell::read(cell).is_some()) {
        let lattice = game.catalog().lattice;
        let names = || {
            let at = Cell::read(cell).unwrap_or_default();
            let corners = lattice.corners_of(at).map(|corner| lattice.joint_name(JointAt::Corner(corner)));
            let sides = lattice.sides_of(at).map(|side| lattice.side_name(side));
            corners.chain(sides).collect::<Vec<_>>().join(", ")
        };
        let joint = lattice.read_joint(text).ok_or_else(|| {
            ("bad_joint", format!("`{name}` is not a corner or side of {cell}; valid names are {}", names()))
        });
        return joint.map(Place::Joint);
    }
    let (first, rest) = text.split_once(':').map_or((text, None), |(first, rest)| (first, Some(rest)));
    match (Cell::read(first), rest) {
        (Some(_), Some(_)) => segment(game, text).map(Place::Segment),
        (Some(cell), None) => Ok(Place::Cell(cell)),
        (None, _) => {
            let catalog = game.catalog();
            let (name, slot) = text.split_once('/').unwrap_or((text, "0"));
            let zones = || game.zones();
            let keys: Vec<&str> = zones().map(|zone| catalog.zones.key_str(zone)).collect();
            let found = catalog.zones.find(name).filter(|&found| zones().any(|zone| zone == found));
            let zone = found.ok_or_else(|| unknown("unknown_zone", "zone", name, keys.iter().copied()))?;
            let slot = slot.parse().map_err(|_| ("bad_figure", format!("`{slot}` is not a slot of a zone")))?;
            Ok(Place::Zone(zone, slot))
        }
    }
}

/// Reads a segment, `x,y:segment`; its key may be shortened if only one segment matches.
pub(super) fn segment(game: &Game, text: &str) -> Result<SegmentId, KeyError> {
    let bad =
        || ("bad_segment", format!("`{text}` is not a segment on a board: write `x,y:terrain` or `x,y:terrain:PORTS`"));
    let (at, key) = text.split_once(':').ok_or_else(bad)?;
    let cell = Cell::read(at).ok_or_else(bad)?;
    let (catalog, board) = (game.catalog(), game.board());
    if let Some(found) = board.find_segment(cell, key) {
        return Ok(found);
    }
    let Some((tile, _)) = board.tile_at(cell) else {
        return Err(("no_tile", format!("there is no tile at {cell}")));
    };
    let Some(placed) = board.tile(tile) else { return Err(("no_tile", format!("there is no tile at {cell}"))) };
    let count = catalog.kinds[placed.kind].segments.len() as u32;
    let all: Vec<SegmentId> =
        (0..count).map(|local| placed.first_segment.plus(local)).filter(|&s| board.cell_of(s) == cell).collect();
    let keys: Vec<&str> = all.iter().map(|&s| board.segment_key(s)).collect();
    let meant: Vec<usize> = (0..keys.len()).filter(|&i| is_short_for(key, keys[i])).collect();
    match meant[..] {
        [one] => Ok(all[one]),
        [] => Err(("unknown_segment", format!("the tile at {cell} has no `{key}`; it has {}", keys.join(", ")))),
        _ => {
            let several: Vec<&str> = meant.iter().map(|&i| keys[i]).collect();
            Err(("ambiguous", format!("`{key}` may mean {}", several.join(" or "))))
        }
    }
}

/// True if `short` abbreviates `key`: words may be left out at the end, and ports of the last word.
fn is_short_for(short: &str, key: &str) -> bool {
    if key.strip_prefix(short).is_some_and(|rest| rest.starts_with([':', '.'])) {
        return true;
    }
    let (Some((head, ports)), Some((key_head, key_ports))) = (short.rsplit_once(':'), key.rsplit_once(':')) else {
        return false;
    };
    head == key_head && ports.split('.').all(|port| key_ports.split('.').any(|p| p == port))
}

/// Returns the full key of the option that a possibly shortened key means.
pub(super) fn option(game: &Game, text: &str) -> Result<String, KeyError> {
    let Some(decision) = game.decision() else {
        return Err(("nothing_asked", "no decision is open".to_owned()));
    };
    if decision.options.find(game, text).is_some() {
        return Ok(text.to_owned());
    }
    let keys: Vec<String> = decision.options.iter(game).map(|pick| decision.options.key(game, pick)).collect();
    let meant: Vec<&String> = keys.iter().filter(|key| is_short_for(text, key)).collect();
    match meant[..] {
        [one] => Ok(one.clone()),
        [] => Err(("not_an_option", list_keys(&keys))),
        _ => Err(("ambiguous", meant.iter().map(|k| k.as_str()).collect::<Vec<_>>().join(" or "))),
    }
}

/// Compares the secret options of the waiting decision with the expected keys, which may be shortened. The error holds
/// the code, the expected value and the actual value.
pub(super) fn secret_options(game: &Game, wanted: &[String]) -> Result<(), (&'static str, String, String)> {
    let full = |key: &String| option(game, key).map_err(|(code, actual)| (code, format!("the option `{key}`"), actual));
    let mut wanted = wanted.iter().map(full).collect::<Result<Vec<String>, _>>()?;
    let Some(decision) = game.decision() else {
        return Err(("nothing_asked", "a decision".to_owned(), "no decision is open".to_owned()));
    };
    let mut actual: Vec<String> = decision.options.secrets().map(|pick| decision.options.key(game, pick)).collect();
    wanted.sort_unstable();
    actual.sort_unstable();
    let told = |keys: &[String]| match keys {
        [] => "no secret options".to_owned(),
        keys => format!("the secret options {}", list_keys(keys)),
    };
    if wanted == actual { Ok(()) } else { Err(("secret_options_differ", told(&wanted), told(&actual))) }
}

/// Lists keys, cut off after a dozen.
pub(super) fn list_keys(keys: &[String]) -> String {
    const SHOWN: usize = 12;
    let more = if keys.len() > SHOWN { format!(" and {} more", keys.len() - SHOWN) } else { String::new() };
    format!("{}{more}", keys.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join("  "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_leave_out_words_at_the_end_or_ports() {
        assert!(is_short_for("follower:road", "follower:road:E.W"));
        assert!(is_short_for("road", "road:E.W"));
        assert!(is_short_for("field:NL", "field:NL.NR.EL"));
        assert!(is_short_for("follower:field:EL.NL", "follower:field:NL.NR.EL"));
        assert!(!is_short_for("road", "roads:E"));
        assert!(!is_short_for("field:SL", "field:NL.NR"));
        assert!(!is_short_for("city:N", "road:N"));
    }
}
