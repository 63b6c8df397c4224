//! Reads sets of features that a rule describes without listing them.

use mlua::{Lua, LuaString, Table, Value};
use tilewright_core::catalog::id::SegmentId;
use tilewright_core::limits;
use tilewright_core::state::feature_set::{FeatureSet, Which};

use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use crate::host::Host;
use crate::host::handle::{Feature, Handle, HandleKind, describe};
use crate::vm::trouble::misuse;

pub(super) const ENTRIES: &[HostFunction] = &[entry(
    Receiver::Global,
    Allowed::Rules,
    "count_features(set: {of: terrain[], which: text?, except: feature[]?}, most: integer?) -> integer",
    "Returns the number of features in a set, which `ask` also accepts as `each`. Counting does not build a list, and \
     stops at `most`.\n- `of`: the terrains of the features.\n- `which`: `open`, `finished`, `unfinished` or \
     `claimed` features only.\n- `except`: features to leave out.",
    "local free = { of = { \"road\" }, which = \"open\" } if count_features(free, 1) == 0 then return end",
    bind!(making count_features),
)];

/// Converts a word to the condition on the features of a terrain.
pub(super) fn parse_which(text: &LuaString) -> mlua::Result<Which> {
    Ok(match &*text.as_bytes() {
        b"open" => Which::Open,
        b"finished" => Which::Finished,
        b"unfinished" => Which::Unfinished,
        b"claimed" => Which::Claimed,
        _ => {
            let other = text.to_string_lossy();
            return Err(misuse(format!("features are open, finished, unfinished or claimed, not `{other}`")));
        }
    })
}

/// Returns the set that a table describes; `None` for a table without the field `of`.
pub(super) fn set_in(host: &Host, lua: &Lua, table: &Table) -> mlua::Result<Option<FeatureSet>> {
    let fields = host.field_names(lua)?;
    let of = match table.raw_get(&fields.of)? {
        Value::Nil => return Ok(None),
        Value::Table(of) => of,
        other => return Err(misuse(format!("`of` is a list of terrains, not {}", describe(&other)))),
    };
    let mut set = FeatureSet::default();
    check_length(&of)?.for_each_value(|terrain: Value| {
        let Value::String(terrain) = terrain else {
            return Err(misuse(format!("`of` is a list of terrains, and {} is none", describe(&terrain))));
        };
        let terrain = host.terrain(&terrain)?;
        if !set.terrains.contains(&terrain) {
            set.terrains.push(terrain);
        }
        Ok(())
    })?;
    set.which = match table.raw_get(&fields.which)? {
        Value::Nil => Which::All,
        Value::String(which) => parse_which(&which)?,
        other => return Err(misuse(format!("`which` is a text, not {}", describe(&other)))),
    };
    match table.raw_get(&fields.except)? {
        Value::Nil => {}
        Value::Table(except) => check_length(&except)?.for_each_value(|feature: Value| {
            set.except.push(segment_in(host, &feature)?);
            Ok(())
        })?,
        other => return Err(misuse(format!("`except` is a list of features, not {}", describe(&other)))),
    }
    Ok(Some(set))
}

fn check_length(list: &Table) -> mlua::Result<&Table> {
    if list.raw_len() > limits::OPTIONS {
        return Err(misuse(format!("a list of a set of features has at most {} entries", limits::OPTIONS)));
    }
    Ok(list)
}

fn segment_in(host: &Host, value: &Value) -> mlua::Result<SegmentId> {
    if let Value::LightUserData(data) = value
        && let Some(handle) = Handle::unpack(*data)
        && matches!(handle.sort, HandleKind::Feature | HandleKind::Segment)
    {
        let segment = handle.segment();
        return host.feature(segment).map(|_| segment);
    }
    Err(misuse(format!("`except` is a list of features, and {} is none", describe(value))))
}

/// Reads a table that must describe a set.
fn read(host: &Host, lua: &Lua, table: &Table) -> mlua::Result<FeatureSet> {
    set_in(host, lua, table)?.ok_or_else(|| misuse("a set of features says `of` which terrains they are"))
}

pub(super) fn count_features(host: &Host, lua: &Lua, table: Table, most: Option<u32>) -> mlua::Result<usize> {
    let most = most.map_or(usize::MAX, |most| most as usize);
    Ok(read(host, lua, &table)?.count_up_to(&*host.game()?, most))
}

/// Returns the feature with this number in the set, counted from 0.
pub(super) fn feature_at(host: &Host, lua: &Lua, table: Table, number: usize) -> mlua::Result<Option<Feature>> {
    Ok(read(host, lua, &table)?.find(&*host.game()?).get(number).map(Feature::from))
}
