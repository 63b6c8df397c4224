//! Reads keys of options from scripts: a text, a number, a handle, or a list of these.

use std::sync::Arc;

use mlua::{Table, Value};
use tilewright_core::state::Game;
use tilewright_core::state::key::OptionKey;
use tilewright_core::state::question::Target;

use super::lookup::{figure_of, find_tile, kind_id};
use crate::host::handle::{Handle, HandleKind, describe};
use crate::host::list::{ListItem, whole};
use crate::host::{Host, stale, taken_up_error, text};
use crate::vm::trouble::misuse;

/// Maximum number of pieces of a key.
const MOST_PIECES: usize = 8;

/// Returns the target of an option for a handle.
pub(super) fn target_of(handle: Handle) -> Target {
    match handle.sort {
        HandleKind::Feature | HandleKind::Segment => Target::Segment(handle.segment()),
        HandleKind::Figure => Target::Figure(handle.figure()),
        HandleKind::Cell => Target::Cell(handle.cell()),
        HandleKind::Joint => Target::Joint(handle.joint()),
        HandleKind::Kind => Target::Kind(kind_id(handle.index)),
        HandleKind::Slot => Target::Slot(handle.slot().0, handle.slot().1),
        HandleKind::Tile | HandleKind::Sheet | HandleKind::Options => Target::None,
    }
}

/// Returns the name of a handle in keys. It is formatted only when the key is read.
pub(super) fn name_in_keys(game: &Game, handle: Handle) -> mlua::Result<Target> {
    let known = |target| {
        let segment = handle.segment();
        if game.board().features().is_there(segment) {
            return Ok(target);
        }
        Err(if game.board().was_taken_up(segment) { taken_up_error() } else { stale() })
    };
    match handle.sort {
        HandleKind::Segment => known(Target::Segment(handle.segment())),
        HandleKind::Feature => {
            known(Target::None)?;
            Ok(Target::Segment(game.board().first_segment(handle.segment())))
        }
        HandleKind::Figure => figure_of(game, handle.figure()).map(|_| Target::Figure(handle.figure())),
        HandleKind::Tile => Ok(Target::Cell(find_tile(game, handle.tile())?.cell)),
        HandleKind::Cell | HandleKind::Joint | HandleKind::Kind | HandleKind::Slot => Ok(target_of(handle)),
        HandleKind::Sheet | HandleKind::Options => Err(misuse(format!("{} has no `key`", handle.sort.with_article()))),
    }
}

/// Returns the name of a handle or a number in keys, and its target.
#[inline]
pub(super) fn thing_of(game: &Game, item: ListItem) -> mlua::Result<(Target, Target)> {
    match item {
        ListItem::Number(number) => Ok((Target::Number(number), Target::Number(number))),
        ListItem::Thing(handle) => Ok((name_in_keys(game, handle)?, target_of(handle))),
    }
}

/// Returns the name of a handle or a number in keys, and its target; `None` for other values.
#[inline]
pub(super) fn thing_in(game: &Game, value: &Value) -> mlua::Result<Option<(Target, Target)>> {
    let item = match value {
        Value::LightUserData(data) => {
            ListItem::Thing(Handle::unpack(*data).ok_or_else(|| misuse("this is not part of the game"))?)
        }
        other => match whole(other) {
            Some(number) => ListItem::Number(number),
            None => return Ok(None),
        },
    };
    thing_of(game, item).map(Some)
}

/// Reads the key from a script: a text, a number, a handle, or a list of these.
pub(super) fn key_in(host: &Host, value: &Value) -> mlua::Result<OptionKey> {
    match value {
        Value::String(text) => Ok(OptionKey::Text(text::key(text)?)),
        Value::Table(pieces) => join_pieces(host, pieces),
        other => match thing_in(&*host.game()?, other)? {
            Some((thing, _)) => Ok(OptionKey::Thing(None, thing)),
            None => Err(misuse(format!("a key cannot be {}", describe(other)))),
        },
    }
}

/// Joins the pieces of a key. A text followed by one handle is stored without formatting.
fn join_pieces(host: &Host, pieces: &Table) -> mlua::Result<OptionKey> {
    let count = pieces.raw_len();
    if count == 0 || count > MOST_PIECES {
        return Err(misuse(format!("a key has 1 to {MOST_PIECES} pieces, and this one has {count}")));
    }
    let first: Value = pieces.raw_get(1)?;
    let first = match &first {
        // Modules use most of these texts repeatedly, so they are cached.
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

/// Returns the texts, numbers and handles of a list, each as a separate key.
///
/// # Errors
/// The list is too long, or one of its items has another type.
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
