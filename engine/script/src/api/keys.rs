//! Keys of options as scripts give them: a text, a number, a thing, or some of these one after the other.

use std::sync::Arc;

use mlua::{Table, Value};
use tilewright_core::state::Game;
use tilewright_core::state::key::OptionKey;
use tilewright_core::state::question::Target;

use super::things::{figure_of, kind_id, placed};
use crate::host::handle::{Handle, Sort, described};
use crate::host::list::{ListItem, whole};
use crate::host::{Host, stale, taken_up, text};
use crate::vm::trouble::misuse;

/// Most things and texts that a key is put together of.
const MOST_PIECES: usize = 8;

/// What a value stands for in an option.
pub(super) fn target_of(handle: Handle) -> Target {
    match handle.sort {
        Sort::Feature | Sort::Segment => Target::Segment(handle.segment()),
        Sort::Figure => Target::Figure(handle.figure()),
        Sort::Cell => Target::Cell(handle.cell()),
        Sort::Joint => Target::Joint(handle.joint()),
        Sort::Kind => Target::Kind(kind_id(handle.index)),
        Sort::Slot => Target::Slot(handle.slot().0, handle.slot().1),
        Sort::Tile | Sort::Sheet | Sort::Options => Target::None,
    }
}

/// What a thing is called after in keys. Nothing of it is written before somebody reads the key.
pub(super) fn called(game: &Game, handle: Handle) -> mlua::Result<Target> {
    let known = |target| {
        let segment = handle.segment();
        if game.board().features().is_there(segment) {
            return Ok(target);
        }
        Err(if game.board().was_taken_up(segment) { taken_up() } else { stale() })
    };
    match handle.sort {
        Sort::Segment => known(Target::Segment(handle.segment())),
        Sort::Feature => {
            known(Target::None)?;
            Ok(Target::Segment(game.board().first_segment(handle.segment())))
        }
        Sort::Figure => figure_of(game, handle.figure()).map(|_| Target::Figure(handle.figure())),
        Sort::Tile => Ok(Target::Cell(placed(game, handle.tile())?.cell)),
        Sort::Cell | Sort::Joint | Sort::Kind | Sort::Slot => Ok(target_of(handle)),
        Sort::Sheet | Sort::Options => Err(misuse(format!("{} has no `key`", handle.sort.described()))),
    }
}

/// What a thing or a number is called after in keys, and what it stands for.
#[inline]
pub(super) fn thing_of(game: &Game, item: ListItem) -> mlua::Result<(Target, Target)> {
    match item {
        ListItem::Number(number) => Ok((Target::Number(number), Target::Number(number))),
        ListItem::Thing(handle) => Ok((called(game, handle)?, target_of(handle))),
    }
}

/// What a thing or a number is called after in keys, and what it stands for; nothing for what is neither.
#[inline]
pub(super) fn thing_in(game: &Game, value: &Value) -> mlua::Result<Option<(Target, Target)>> {
    let item = match value {
        Value::LightUserData(data) => {
            ListItem::Thing(Handle::unpack(*data).ok_or_else(|| misuse("this is nothing of the game"))?)
        }
        other => match whole(other) {
            Some(number) => ListItem::Number(number),
            None => return Ok(None),
        },
    };
    thing_of(game, item).map(Some)
}

/// The key that a script says: a text, a number, a thing, or a list of such.
pub(super) fn key_in(host: &Host, value: &Value) -> mlua::Result<OptionKey> {
    match value {
        Value::String(text) => Ok(OptionKey::Text(text::key(text)?)),
        Value::Table(pieces) => joined(host, pieces),
        other => match thing_in(&*host.game()?, other)? {
            Some((thing, _)) => Ok(OptionKey::Thing(None, thing)),
            None => Err(misuse(format!("a key cannot be {}", described(other)))),
        },
    }
}

/// A key of several pieces. A text and a thing after it are kept as they are.
fn joined(host: &Host, pieces: &Table) -> mlua::Result<OptionKey> {
    let count = pieces.raw_len();
    if count == 0 || count > MOST_PIECES {
        return Err(misuse(format!("a key has 1 to {MOST_PIECES} pieces, and this one has {count}")));
    }
    let first: Value = pieces.raw_get(1)?;
    let first = match &first {
        // Mostly one that the module says again and again.
        Value::String(text) => OptionKey::Text(host.key(text)?),
        other => simple(host, other)?,
    };
    if count == 1 {
        return Ok(first);
    }
    let second: Value = pieces.raw_get(2)?;
    let second = simple(host, &second)?;
    if let (2, OptionKey::Text(before), OptionKey::Thing(None, thing)) = (count, &first, &second) {
        return Ok(OptionKey::Thing(Some(Arc::clone(before)), *thing));
    }
    let mut keys = vec![first, second];
    for number in 3..=count {
        keys.push(simple(host, &pieces.raw_get::<Value>(number)?)?);
    }
    let game = host.game()?;
    let all: String = keys.iter().map(|key| key.text(&game)).collect();
    Ok(OptionKey::Text(text::key_of(&all)?))
}

/// Returns the texts, numbers and things of a list, each as a key of its own.
///
/// # Errors
/// The list is too long, or one of its items is none of these.
pub(super) fn pieces_in(host: &Host, list: &Table) -> mlua::Result<Vec<OptionKey>> {
    let count = list.raw_len();
    if count > MOST_PIECES {
        return Err(misuse(format!("a text has up to {MOST_PIECES} arguments, and this one has {count}")));
    }
    (1..=count).map(|number| simple(host, &list.raw_get::<Value>(number)?)).collect()
}

fn simple(host: &Host, piece: &Value) -> mlua::Result<OptionKey> {
    if matches!(piece, Value::Table(_)) {
        return Err(misuse("a piece of a key is a text, a number or something of the game, not a table"));
    }
    key_in(host, piece)
}
