//! What scripts hold of the game: plain numbers dressed as light userdata, never looked behind.
//!
//! The low four bits say what it is, the rest which one. Equal things are equal values, they cost no
//! allocation, and a single metatable gives all of them their methods.

use mlua::{FromLua, IntoLua, LightUserData, Lua, Value};
use tilewright_core::lattice::Cell;

use crate::trouble::misuse;

const BITS: u32 = 4;
const _: () = assert!(usize::BITS == 64, "cells need 36 bits of a pointer");

/// What a handle stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sort {
    /// A feature, by one of its segments.
    Feature = 1,
    /// A segment on the board.
    Segment = 2,
    /// A tile on the board.
    Tile = 3,
    /// A figure.
    Figure = 4,
    /// A kind of tile.
    Kind = 5,
    /// A cell.
    Cell = 6,
    /// The sheet that is being written.
    Sheet = 7,
    /// The options that are being amended.
    Options = 8,
}

impl Sort {
    pub(crate) const ALL: [Sort; 8] =
        [Sort::Feature, Sort::Segment, Sort::Tile, Sort::Figure, Sort::Kind, Sort::Cell, Sort::Sheet, Sort::Options];

    /// With its article, for messages.
    pub(crate) fn described(self) -> &'static str {
        match self {
            Sort::Feature => "a feature",
            Sort::Segment => "a segment",
            Sort::Tile => "a tile",
            Sort::Figure => "a figure",
            Sort::Kind => "a kind of tile",
            Sort::Cell => "a cell",
            Sort::Sheet => "a sheet",
            Sort::Options => "a list of options",
        }
    }
}

/// A handle as it crosses the border.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Handle {
    pub(crate) sort: Sort,
    pub(crate) index: u32,
}

impl Handle {
    #[inline]
    pub(crate) fn new(sort: Sort, index: u32) -> Handle {
        Handle { sort, index }
    }

    #[inline]
    fn pack(self) -> LightUserData {
        let bits = ((self.index as usize) << BITS) | self.sort as usize;
        LightUserData(std::ptr::without_provenance_mut(bits))
    }

    #[inline]
    pub(crate) fn unpack(value: LightUserData) -> Option<Handle> {
        let bits = value.0.addr();
        let sort = *Sort::ALL.get((bits & ((1 << BITS) - 1)).checked_sub(1)?)?;
        Some(Handle { sort, index: u32::try_from(bits >> BITS).ok()? })
    }

    /// The handle of a cell.
    pub(crate) fn of_cell(cell: Cell) -> Handle {
        Handle::new(Sort::Cell, (u32::from(cell.x as u16) << 16) | u32::from(cell.y as u16))
    }

    /// The cell that a handle of a cell stands for.
    pub(crate) fn cell(self) -> Cell {
        Cell { x: (self.index >> 16) as u16 as i16, y: self.index as u16 as i16 }
    }
}

impl std::fmt::Display for Handle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.sort {
            Sort::Cell => write!(f, "cell {},{}", self.cell().x, self.cell().y),
            sort => write!(f, "{} {}", sort.described().trim_start_matches("a "), self.index),
        }
    }
}

impl IntoLua for Handle {
    #[inline]
    fn into_lua(self, _: &Lua) -> mlua::Result<Value> {
        Ok(Value::LightUserData(self.pack()))
    }
}

impl FromLua for Handle {
    #[inline]
    fn from_lua(value: Value, _: &Lua) -> mlua::Result<Handle> {
        match &value {
            Value::LightUserData(data) => Handle::unpack(*data).ok_or_else(|| misuse("this is nothing of the game")),
            other => Err(misuse(format!("expected something of the game, got {}", described(other)))),
        }
    }
}

/// What a value is, for messages.
pub(crate) fn described(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".to_owned(),
        Value::Boolean(b) => format!("{b}"),
        Value::Integer(n) => format!("the number {n}"),
        Value::Number(n) => format!("the number {n}"),
        Value::String(text) => format!("the text \"{}\"", text.to_string_lossy()),
        Value::LightUserData(data) => Handle::unpack(*data).map_or("a strange value".to_owned(), |h| h.to_string()),
        other => format!("a {}", other.type_name()),
    }
}

macro_rules! typed_handles {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub(crate) struct $name(pub(crate) u32);

        impl FromLua for $name {
            #[inline]
            fn from_lua(value: Value, _: &Lua) -> mlua::Result<$name> {
                if let Value::LightUserData(data) = &value
                    && let Some(Handle { sort: Sort::$name, index }) = Handle::unpack(*data)
                {
                    return Ok($name(index));
                }
                Err(wrong(Sort::$name, &value))
            }
        }

        impl IntoLua for $name {
            #[inline]
            fn into_lua(self, _: &Lua) -> mlua::Result<Value> {
                Ok(Value::LightUserData(Handle::new(Sort::$name, self.0).pack()))
            }
        }
    )+};
}

typed_handles! {
    /// A segment.
    Segment,
    /// A tile on the board.
    Tile,
    /// A figure.
    Figure,
    /// A kind of tile.
    Kind,
    /// The sheet.
    Sheet,
    /// The options.
    Options,
}

/// A feature, from a script also a segment that stands for its feature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Feature(pub(crate) u32);

impl FromLua for Feature {
    #[inline]
    fn from_lua(value: Value, _: &Lua) -> mlua::Result<Feature> {
        if let Value::LightUserData(data) = &value
            && let Some(Handle { sort: Sort::Feature | Sort::Segment, index }) = Handle::unpack(*data)
        {
            return Ok(Feature(index));
        }
        Err(wrong(Sort::Feature, &value))
    }
}

impl IntoLua for Feature {
    #[inline]
    fn into_lua(self, _: &Lua) -> mlua::Result<Value> {
        Ok(Value::LightUserData(Handle::new(Sort::Feature, self.0).pack()))
    }
}

#[cold]
fn wrong(sort: Sort, value: &Value) -> mlua::Error {
    misuse(format!("expected {}, got {}", sort.described(), described(value)))
}

/// A whole number from a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Int(pub(crate) i32);

impl FromLua for Int {
    #[inline]
    fn from_lua(value: Value, _: &Lua) -> mlua::Result<Int> {
        match value {
            Value::Integer(n) => i32::try_from(n).map(Int).map_err(|_| misuse(format!("the number {n} is too large"))),
            Value::Number(n) if n.fract() == 0.0 && n.abs() <= f64::from(i32::MAX) => Ok(Int(n as i32)),
            other => Err(misuse(format!("expected a whole number, got {}", described(&other)))),
        }
    }
}

/// A cell from a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CellArg(pub(crate) Cell);

impl FromLua for CellArg {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<CellArg> {
        match Handle::from_lua(value.clone(), lua) {
            Ok(handle) if handle.sort == Sort::Cell => Ok(CellArg(handle.cell())),
            _ => Err(wrong(Sort::Cell, &value)),
        }
    }
}

/// A seat from a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SeatArg(pub(crate) tilewright_core::sheet::Seat);

impl FromLua for SeatArg {
    #[inline]
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<SeatArg> {
        let Int(n) = Int::from_lua(value, lua)?;
        match u8::try_from(n) {
            Ok(seat) if usize::from(seat) < tilewright_core::catalog::MAX_SEATS => {
                Ok(SeatArg(tilewright_core::sheet::Seat(seat)))
            }
            _ => Err(misuse(format!("there is no seat {n}"))),
        }
    }
}
