//! Provides queries for the game as a whole.

use mlua::{Lua, LuaString, MultiValue, Table, Value};
use tilewright_core::catalog::id::{CounterId, FigureId, Id, TerrainId, TileKindId};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::limits::NOTE_BYTES;
use tilewright_core::state::effect::{CounterKey, Place};
use tilewright_core::state::feature_set::{FeatureSet, Which};
use tilewright_core::state::{Figure as FigureState, Game, Stage};
use tilewright_core::unseen::escape_line;

use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::feature_set::parse_which;
use super::lookup::{place_value, segment_of};
use super::planes;
use super::seats::check_seat;
use crate::host::Host;
use crate::host::handle::{Feature, Figure, Handle, HandleKind, Int, Kind, SeatArg, Tile, describe_in_game};
use crate::host::text::{ScriptName, Text};
use crate::schema::counters::needed_key;
use crate::vm::trouble::misuse;

const ON: Receiver = Receiver::Global;
const IN: Allowed = Allowed::Rules;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        IN,
        "active_seat() -> seat",
        "Returns the seat whose turn part is running.",
        "active_seat()",
        bind!(active_seat),
    ),
    entry(
        ON,
        IN,
        "seats(first: seat?) -> seat[]",
        "Returns all seats in turn order, from 0 or from a given seat. The starting player does not change this \
         order; `seats(first_seat())` begins with that seat.",
        "for _, seat in seats(active_seat()) do … end",
        bind!(making seats),
    ),
    entry(
        ON,
        IN,
        "first_seat() -> seat",
        "Returns the seat that took the first turn of the game, or that is to take it.",
        "for _, seat in seats(first_seat()) do … end",
        bind!(first_seat),
    ),
    entry(
        ON,
        IN,
        "note(first: any, ...: any?)",
        "Writes a line for the author of the rule: texts, numbers, true or false, nil and game objects, separated by \
            blanks. Failing tests and `play` show it, as do the editor's list of events and the replay of a \
         game that a script has stopped. A note has no effect on the game, takes no time if no journal is kept, and \
         is cut off after 500 letters.",
        "note(\"walks to\", cell, \"in step\", counter(\"steps\"))",
        bind!(note),
    ),
    entry(ON, IN, "seat_count() -> integer", "Returns the number of seats.", "seat_count()", bind!(seat_count)),
    entry(
        ON,
        IN,
        "turn_number() -> integer",
        "Returns the number of ordinary turns that have begun.",
        "turn_number()",
        bind!(turn_number),
    ),
    entry(
        ON,
        IN,
        "finishing() -> boolean",
        "Returns true once the last turn is over.",
        "if finishing() then … end",
        bind!(finishing),
    ),
    entry(
        ON,
        IN,
        "points(seat: seat, book: book?) -> integer",
        "Returns a seat's score, or its points in one book.",
        "points(seat)",
        bind!(points),
    ),
    entry(
        ON,
        IN,
        "supply(kind: figure_kind, seat: seat) -> integer",
        "Returns the number of a seat's figures of a kind in supply.",
        "supply(\"follower\", seat)",
        bind!(supply),
    ),
    entry(
        ON,
        IN,
        "counter(name: counter, key: any?) -> integer",
        "Returns the value of a counter: of the game, of a seat, of a key (a number or a cell), or of a feature.",
        "counter(\"gold\", seat)",
        bind!(counter),
    ),
    entry(
        ON,
        IN,
        "counter_keys(name: counter) -> integer[]",
        "Returns the keys of a keyed counter that were ever set, in order. `cell(key)` converts the key of a cell \
         back to the cell.",
        "counter_keys(\"seen\")",
        bind!(making counter_keys),
    ),
    entry(
        ON,
        IN,
        "bag_size(bag: bag, kind: kind?) -> integer",
        "Returns the number of tiles in a bag; with a kind, only tiles of that kind.",
        "bag_size(\"bag\")",
        bind!(bag_size),
    ),
    entry(
        ON,
        IN,
        "bag_kinds(bag: bag, tag: tag?, number: integer?) -> kind[]",
        "Returns the names of the kinds in a bag, each once, in order. With `tag`, only kinds whose tag has `number`, \
         or 1 without it.",
        "bag_kinds(\"bag\")",
        bind!(making bag_kinds),
    ),
    entry(
        ON,
        IN,
        "hand(seat: seat) -> kind[]",
        "Returns the names of the kinds in a seat's hand, in the order they were added.",
        "#hand(seat)",
        bind!(making hand),
    ),
    entry(
        ON,
        IN,
        "set_aside() -> kind[]",
        "Returns the names of the kinds that were set aside because they had no legal place.",
        "#set_aside()",
        bind!(making set_aside),
    ),
    entry(
        ON,
        IN,
        "kind_in_play() -> kind?",
        "Returns the name of the kind of the tile in play; nil if there is none.",
        "kind_in_play()",
        bind!(kind_in_play),
    ),
    entry(
        ON,
        IN,
        "placed_tile() -> tile?",
        "Returns the tile that the running turn part has placed; nil if there is none.",
        "placed_tile():segments()",
        bind!(placed_tile),
    ),
    entry(
        ON,
        IN,
        "kind(name: kind) -> tile_kind",
        "Returns the kind of tile with a name, for its methods such as `tag`.",
        "kind(\"T01\")",
        bind!(kind),
    ),
    entry(
        ON,
        IN,
        "cell(x: integer, y: integer?, plane: plane?, seat: seat?) -> cell",
        "Returns the cell at a column and a row, on the first plane or a named one. If each seat has a plane of that \
         name, `seat` selects it; without it, the active seat. With one number alone, returns the cell for that key \
         of a counter.",
        "cell(0, 0):tile()",
        bind!(cell),
    ),
    entry(
        ON,
        IN,
        "tiles_on_board(plane: plane?, seat: seat?) -> tile[]",
        "Returns all placed tiles in the order of placement; with `plane`, only those on that plane.",
        "#tiles_on_board()",
        bind!(making tiles_on_board),
    ),
    entry(
        ON,
        IN,
        "features(terrain: terrain, which: text?) -> feature[]",
        "Returns the features of a terrain in board order. With `which`, only `open`, `finished`, `unfinished` or \
         `claimed` ones.",
        "for _, road in features(\"road\", \"unfinished\") do … end",
        bind!(making features),
    ),
    entry(
        ON,
        IN,
        "figures_on_board(seat: seat?, kind: figure_kind?) -> figure[]",
        "Returns the figures on the board, sorted by place. `seat` and `kind` limit the result to one seat and one \
         kind.",
        "figures_on_board(seat)",
        bind!(making figures_on_board),
    ),
    entry(
        ON,
        IN,
        "claiming_figures(seat: seat?, terrain: terrain?) -> figure[]",
        "Returns the figures with a weight that are on segments, sorted by place. `seat` and `terrain` limit the \
         result to one seat and one terrain.",
        "for _, figure in claiming_figures(seat) do … end",
        bind!(making claiming_figures),
    ),
    entry(
        ON,
        IN,
        "zone_figures(zone: zone, slot: integer?, seat: seat?) -> figure[]",
        "Returns the figures in a zone in the order of its slots. `slot` and `seat` limit the result to one slot and \
         one seat.",
        "zone_figures(\"castle\", nil, seat)",
        bind!(making zone_figures),
    ),
    entry(
        ON,
        IN,
        "token(name: token) -> any",
        "Returns the place of a token: a segment, a cell, a corner or seam, or the name of a zone; nil if it is off \
         the board.",
        "token(\"ship\")",
        bind!(token),
    ),
];

fn active_seat(host: &Host, _: &Lua) -> mlua::Result<u8> {
    Ok(host.game()?.active_seat().0)
}

fn seats(host: &Host, lua: &Lua, first: Option<SeatArg>) -> mlua::Result<Table> {
    let first = first.map_or(Seat(0), |SeatArg(s)| s);
    lua.create_sequence_from(host.game()?.seats_from(first).map(|s| s.0))
}

fn first_seat(host: &Host, _: &Lua) -> mlua::Result<u8> {
    Ok(host.game()?.first_seat().0)
}

fn seat_count(host: &Host, _: &Lua) -> mlua::Result<usize> {
    Ok(host.game()?.seat_count())
}

fn turn_number(host: &Host, _: &Lua) -> mlua::Result<u32> {
    Ok(host.game()?.turns())
}

fn finishing(host: &Host, _: &Lua) -> mlua::Result<bool> {
    Ok(host.game()?.stage() >= Stage::Finish)
}

fn points(host: &Host, _: &Lua, seat: SeatArg, book: Option<Text>) -> mlua::Result<i32> {
    let seat = check_seat(host, seat)?;
    let game = host.game()?;
    Ok(match book {
        None => game.scores()[seat.index()],
        Some(book) => game.book_points(host.book(&book)?)[seat.index()],
    })
}

fn supply(host: &Host, _: &Lua, figure: Text, seat: SeatArg) -> mlua::Result<u16> {
    let seat = check_seat(host, seat)?;
    Ok(host.game()?.supply(host.figure(&figure)?, seat))
}

fn note(host: &Host, lua: &Lua, values: MultiValue) -> mlua::Result<()> {
    if host.game()?.journal().is_none() {
        return Ok(());
    }
    let mut text = String::new();
    for value in values {
        if !text.is_empty() {
            text.push(' ');
        }
        match &value {
            Value::Nil => text.push_str("nil"),
            Value::Boolean(b) => text.push_str(&b.to_string()),
            Value::Integer(n) => text.push_str(&n.to_string()),
            Value::Number(n) => text.push_str(&n.to_string()),
            Value::String(words) => text.push_str(&escape_line(&words.to_string_lossy(), NOTE_BYTES)),
            Value::LightUserData(data) => {
                let place = Handle::unpack(*data).and_then(|handle| match handle.sort {
                    HandleKind::Segment => Some(("segment", handle.segment())),
                    HandleKind::Feature => Some(("feature", handle.segment())),
                    _ => None,
                });
                match place.and_then(|(what, segment)| Some((what, segment, host.feature(segment).ok()?))) {
                    Some((what, segment, game)) => {
                        text.push_str(&format!("the {what} {}", game.board().place_key(segment)));
                    }
                    None => text.push_str(&describe_in_game(&value, lua)),
                }
            }
            other => text.push_str(&describe_in_game(other, lua)),
        }
        if text.len() > NOTE_BYTES {
            let cut = text.floor_char_boundary(NOTE_BYTES);
            text.truncate(cut);
            text.push('…');
            break;
        }
    }
    let origin = super::caller::find_caller(lua, host);
    // Functions that cannot change the game may still add notes, because a note is not part of the state.
    host.game_for_notes().note(&text, origin);
    Ok(())
}

/// Converts a key of a counter to its number: a whole number, or the number of a cell or another handle.
fn key_number(key: Value, lua: &Lua) -> mlua::Result<i64> {
    use mlua::FromLua;
    Ok(match key {
        Value::LightUserData(data) => Handle::unpack(data).map_or(0, |h| i64::from(h.index)),
        // The numbers of cells exceed the range of rule numbers.
        Value::Integer(n) if u32::try_from(n).is_ok() => n,
        Value::Number(n) if n.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&n) => n as i64,
        other => i64::from(Int::from_lua(other, lua)?.0),
    })
}

/// Converts a script's key to the key of a counter, according to its scope.
pub(super) fn counter_key(host: &Host, counter: CounterId, key: Value, lua: &Lua) -> mlua::Result<CounterKey> {
    use mlua::FromLua;
    use tilewright_core::catalog::Scope;
    let scope = host.catalog.counters[counter].scope;
    if key.is_nil()
        && let Some((needs, _)) = needed_key(scope)
    {
        return Err(misuse(format!("the counter `{}` {needs}", host.catalog.counters.key(counter))));
    }
    Ok(match scope {
        Scope::Game => match key {
            Value::Nil => CounterKey::Game,
            _ => {
                let name = host.catalog.counters.key(counter);
                return Err(misuse(format!("the counter `{name}` belongs to the game and takes no key")));
            }
        },
        Scope::Seat => CounterKey::Seat(check_seat(host, SeatArg::from_lua(key, lua)?)?),
        Scope::Keyed => CounterKey::Key(key_number(key, lua)?),
        Scope::SeatKeyed => {
            let pair = Table::from_lua(key, lua)?;
            let (seat, number): (SeatArg, Value) = (pair.raw_get(1)?, pair.raw_get(2)?);
            CounterKey::SeatKey(check_seat(host, seat)?, key_number(number, lua)?)
        }
        Scope::Feature(_) => {
            let handle = Handle::from_lua(key, lua)?;
            let segment = segment_of(host, handle)?;
            CounterKey::Feature(segment.ok_or_else(|| misuse("this figure is on no feature"))?)
        }
    })
}

fn counter(host: &Host, lua: &Lua, name: Text, key: Value) -> mlua::Result<i32> {
    let counter = host.counter(&name)?;
    let key = counter_key(host, counter, key, lua)?;
    Ok(host.game()?.counter(counter, key))
}

fn counter_keys(host: &Host, lua: &Lua, name: Text) -> mlua::Result<Table> {
    let counter = host.counter(&name)?;
    let game = host.game()?;
    let keys = game.counter_keys(counter).filter_map(|(key, _)| match key {
        CounterKey::Key(n) => Some(n),
        _ => None,
    });
    lua.create_sequence_from(keys)
}

fn bag_size(host: &Host, _: &Lua, bag: Text, kind: Option<Text>) -> mlua::Result<u32> {
    let game = host.game()?;
    let bag = game.bag(host.bag(&bag)?);
    Ok(match kind {
        None => bag.total(),
        Some(kind) => bag.count(host.catalog.front(host.kind(&kind)?)),
    })
}

fn bag_kinds(host: &Host, lua: &Lua, bag: Text, tag: Option<Text>, number: Option<Int>) -> mlua::Result<Table> {
    let bag = host.bag(&bag)?;
    let tag = tag.map(|tag| host.tag(&tag)).transpose()?;
    let number = number.map_or(1, |Int(n)| n);
    let game = host.game()?;
    let wanted = |&k: &TileKindId| tag.is_none_or(|tag| i32::from(host.catalog.kinds[k].tag(tag)) == number);
    let kinds = game.bag(bag).kinds().filter(wanted).map(|k| host.word(lua, k));
    lua.create_sequence_from(kinds.collect::<mlua::Result<Vec<_>>>()?)
}

fn hand(host: &Host, lua: &Lua, seat: SeatArg) -> mlua::Result<Table> {
    let seat = check_seat(host, seat)?;
    let game = host.game()?;
    let kinds = game.hand(seat).map(|k| host.word(lua, k));
    lua.create_sequence_from(kinds.collect::<mlua::Result<Vec<_>>>()?)
}

fn set_aside(host: &Host, lua: &Lua) -> mlua::Result<Table> {
    let game = host.game()?;
    let kinds = game.set_aside().iter().map(|&k| host.word(lua, k));
    lua.create_sequence_from(kinds.collect::<mlua::Result<Vec<_>>>()?)
}

fn kind_in_play(host: &Host, lua: &Lua) -> mlua::Result<Option<LuaString>> {
    let kind = host.game()?.turn_part().and_then(|p| p.kind);
    kind.map(|kind| host.word(lua, kind)).transpose()
}

fn placed_tile(host: &Host, _: &Lua) -> mlua::Result<Option<Tile>> {
    Ok(host.game()?.turn_part().and_then(|p| p.tile).map(Tile))
}

fn kind(host: &Host, _: &Lua, name: Text) -> mlua::Result<Kind> {
    Ok(Kind(host.kind(&name)?.index() as u32))
}

fn cell(
    host: &Host,
    lua: &Lua,
    x: Value,
    y: Option<Int>,
    plane: Option<Text>,
    seat: Option<SeatArg>,
) -> mlua::Result<Handle> {
    use mlua::FromLua;
    let Some(Int(y)) = y else {
        let cell = u32::try_from(key_number(x, lua)?).ok().map(Cell::of_number).filter(|cell| cell.in_reach());
        return cell.map(Handle::of_cell).ok_or_else(|| misuse("this is the number of no cell"));
    };
    let Int(x) = Int::from_lua(x, lua)?;
    let plane = planes::one(host, plane, seat)?;
    let cell = i16::try_from(x).ok().zip(i16::try_from(y).ok()).and_then(|(x, y)| Cell::new_on(plane, x, y));
    cell.map(Handle::of_cell).ok_or_else(|| misuse(format!("the cell {x},{y} is out of reach")))
}

fn tiles_on_board(host: &Host, lua: &Lua, plane: Option<Text>, seat: Option<SeatArg>) -> mlua::Result<Table> {
    let plane = plane.map(|plane| planes::find_plane(host, &plane, seat)).transpose()?;
    let game = host.game()?;
    let tiles = game.board().numbered_tiles();
    let meant = tiles.filter(|(_, tile)| plane.is_none_or(|plane| tile.cell.plane() == plane));
    let meant: Vec<Tile> = meant.map(|(number, _)| Tile(number)).collect();
    lua.create_sequence_from(meant)
}

fn features(host: &Host, lua: &Lua, terrain: Text, which: Option<Text>) -> mlua::Result<Table> {
    let terrains = vec![host.terrain(&terrain)?];
    let which = which.map_or(Ok(Which::All), |which| parse_which(&which.hold(lua)?))?;
    let set = FeatureSet { terrains, which, except: Vec::new() };
    let roots = set.find(&*host.game()?).list();
    lua.create_sequence_from(roots.into_iter().map(Feature::from))
}

fn figures_on_board(host: &Host, lua: &Lua, seat: Option<SeatArg>, kind: Option<Text>) -> mlua::Result<Table> {
    let kind = kind.map(|k| host.figure(&k)).transpose()?;
    let game = host.game()?;
    let is_meant = |f: &FigureState| seat.is_none_or(|SeatArg(s)| s == f.seat) && kind.is_none_or(|k| k == f.kind);
    listed_by_place(lua, &game, is_meant)
}

fn claiming_figures(host: &Host, lua: &Lua, seat: Option<SeatArg>, terrain: Option<Text>) -> mlua::Result<Table> {
    let terrain = terrain.map(|t| host.terrain(&t)).transpose()?;
    let game = host.game()?;
    listed_by_place(lua, &game, |f| seat.is_none_or(|SeatArg(s)| s == f.seat) && claims(host, &game, f, terrain))
}

/// True if a figure has a weight and is on a segment; with a terrain, only on a segment of it.
pub(super) fn claims(host: &Host, game: &Game, figure: &FigureState, terrain: Option<TerrainId>) -> bool {
    let catalog = &host.catalog;
    let on = |segment| terrain.is_none_or(|t| catalog.counts_as(game.board().terrain(segment), t));
    catalog.figures[figure.kind].weight > 0 && matches!(figure.place, Some(Place::Segment(segment)) if on(segment))
}

/// Returns some figures on the board as a list, sorted by place.
fn listed_by_place(lua: &Lua, game: &Game, is_meant: impl Fn(&FigureState) -> bool) -> mlua::Result<Table> {
    lua.create_sequence_from(by_place(game, is_meant).into_iter().map(|(_, number)| Figure(number)))
}

/// Returns some figures on the board, sorted by place: a number for the place, and the figure.
pub(super) fn by_place(game: &Game, is_meant: impl Fn(&FigureState) -> bool) -> Vec<(u64, FigureId)> {
    /// Greater than the index of any segment of a tile.
    const LAST: u64 = 0xff;
    /// Sorts after all places in the cell.
    const BETWEEN: u64 = 0x100;
    let board = game.board();
    let mut found: Vec<(u64, FigureId)> = Vec::with_capacity(16);
    for (number, figure) in game.figures() {
        if !is_meant(figure) {
            continue;
        }
        let (cell, local) = match figure.place {
            Some(Place::Segment(s)) => (board.cell_of(s), board.features().local_of(s) as u64),
            Some(Place::Cell(cell)) => (cell, LAST),
            Some(Place::Joint(joint)) => (joint.cell(), BETWEEN | u64::from(joint.number() & 0xf)),
            Some(Place::Zone(..)) | None => continue,
        };
        found.push((u64::from(cell.sort_key()) << 9 | local, number));
    }
    found.sort_unstable();
    found
}

fn zone_figures(host: &Host, lua: &Lua, zone: Text, slot: Option<Int>, seat: Option<SeatArg>) -> mlua::Result<Table> {
    let zone = host.zone(&zone)?;
    let game = host.game()?;
    let mut found: Vec<(u16, FigureId)> = Vec::new();
    for (number, figure) in game.figures().filter(|(_, f)| seat.is_none_or(|SeatArg(own)| own == f.seat)) {
        if let Some(Place::Zone(z, s)) = figure.place
            && z == zone
            && slot.is_none_or(|Int(n)| n == i32::from(s))
        {
            found.push((s, number));
        }
    }
    found.sort_unstable();
    lua.create_sequence_from(found.into_iter().map(|(_, number)| Figure(number)))
}

fn token(host: &Host, lua: &Lua, name: Text) -> mlua::Result<Value> {
    let token = host.token(&name)?;
    let place = host.game()?.token(token);
    place.map_or(Ok(Value::Nil), |place| place_value(host, lua, place))
}
