//! Defines the handles with which scripts refer to the game: plain numbers as light userdata, which are never
//! dereferenced.
//!
//! The low four bits hold the kind, the other bits the number. Equal handles are equal values, need no allocation, and
//! share one metatable with all methods.
//!
//! Handles of one kind are read directly from the stack, because mlua would first make a value of each argument.
//! Without that, games take up to 3 % more instructions.

use std::rc::Rc;

use mlua::{FromLua, IntoLua, LightUserData, Lua, Value};
use tilewright_core::catalog::id::{FigureId, Root, SegmentId, TileId, ZoneId};
use tilewright_core::catalog::joint::{Corner, Joint, JointAt};
use tilewright_core::catalog::lattice::{Cell, Side};

use crate::vm::raw::{InPlace, StackPlace, read_in_place};
use crate::vm::trouble::misuse;
use crate::vm::unfit::unfit;

const BITS: u32 = 4;
const _: () = assert!(usize::BITS == 64, "cells need 36 bits of a pointer");

/// Kind of a handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HandleKind {
    /// Feature, by one of its segments.
    Feature = 1,
    /// Segment on the board.
    Segment = 2,
    /// Tile on the board.
    Tile = 3,
    Figure = 4,
    Kind = 5,
    Cell = 6,
    /// Sheet that is being written.
    Sheet = 7,
    /// Options that are being amended.
    Options = 8,
    /// Slot of a zone.
    Slot = 9,
    /// Corner or seam between cells.
    Joint = 10,
}

impl HandleKind {
    pub(crate) const ALL: [HandleKind; 10] = [
        HandleKind::Feature,
        HandleKind::Segment,
        HandleKind::Tile,
        HandleKind::Figure,
        HandleKind::Kind,
        HandleKind::Cell,
        HandleKind::Sheet,
        HandleKind::Options,
        HandleKind::Slot,
        HandleKind::Joint,
    ];

    /// Returns the kind with its article, for messages.
    pub(crate) fn with_article(self) -> &'static str {
        match self {
            HandleKind::Feature => "a feature",
            HandleKind::Segment => "a segment",
            HandleKind::Tile => "a tile",
            HandleKind::Figure => "a figure",
            HandleKind::Kind => "a kind of tile",
            HandleKind::Cell => "a cell",
            HandleKind::Sheet => "a sheet",
            HandleKind::Options => "a list of options",
            HandleKind::Slot => "a slot",
            HandleKind::Joint => "a joint",
        }
    }
}

/// Handle as it is passed between Rust and Lua.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Handle {
    pub(crate) sort: HandleKind,
    pub(crate) index: u32,
}

impl Handle {
    #[inline]
    pub(crate) fn new(sort: HandleKind, index: u32) -> Handle {
        Handle { sort, index }
    }

    #[inline]
    pub(crate) fn pack(self) -> LightUserData {
        let bits = ((self.index as usize) << BITS) | self.sort as usize;
        LightUserData(std::ptr::without_provenance_mut(bits))
    }

    #[inline]
    pub(crate) fn unpack(value: LightUserData) -> Option<Handle> {
        let bits = value.0.addr();
        let sort = *HandleKind::ALL.get((bits & ((1 << BITS) - 1)).checked_sub(1)?)?;
        Some(Handle { sort, index: u32::try_from(bits >> BITS).ok()? })
    }

    /// Returns the handle as a number that the game can store.
    pub(crate) fn number(self) -> u64 {
        u64::from(self.index) << BITS | self.sort as u64
    }

    /// Returns the handle for such a number; `None` if its kind is not valid.
    pub(crate) fn of_number(number: u64) -> Option<Handle> {
        Handle::unpack(LightUserData(std::ptr::without_provenance_mut(usize::try_from(number).ok()?)))
    }

    /// Returns the segment of a handle of a segment or a feature.
    pub(crate) fn segment(self) -> SegmentId {
        SegmentId(self.index)
    }

    /// Returns the tile of a handle of a tile.
    pub(crate) fn tile(self) -> TileId {
        TileId(self.index)
    }

    /// Returns the figure of a handle of a figure.
    pub(crate) fn figure(self) -> FigureId {
        FigureId(self.index)
    }

    /// Returns the handle of a cell.
    pub(crate) fn of_cell(cell: Cell) -> Handle {
        Handle::new(HandleKind::Cell, cell.number())
    }

    /// Returns the handle of a corner or a seam.
    pub(crate) fn of_joint(joint: Joint) -> Handle {
        Handle::new(HandleKind::Joint, joint.number())
    }

    /// Returns the corner or seam of a handle of one.
    pub(crate) fn joint(self) -> Joint {
        Joint::of_number(self.index)
    }

    /// Returns the handle of a slot of a zone.
    pub(crate) fn of_slot(zone: ZoneId, slot: u16) -> Handle {
        Handle::new(HandleKind::Slot, u32::from(zone.0) << 16 | u32::from(slot))
    }

    /// Returns the zone and the number of the slot of a handle of one.
    pub(crate) fn slot(self) -> (ZoneId, u16) {
        (ZoneId((self.index >> 16) as u16), self.index as u16)
    }

    /// Returns the cell of a handle of a cell.
    pub(crate) fn cell(self) -> Cell {
        Cell::of_number(self.index)
    }
}

impl std::fmt::Display for Handle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.sort {
            HandleKind::Cell => write!(f, "cell {}", self.cell()),
            HandleKind::Joint => match (self.joint().cell(), self.joint().position()) {
                (cell, JointAt::Corner(Corner(number))) => write!(f, "corner {number} of cell {cell}"),
                (cell, JointAt::Seam(Side(number))) => write!(f, "seam {number} of cell {cell}"),
            },
            sort => write!(f, "{} {}", sort.with_article().trim_start_matches("a "), self.index),
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
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<Handle> {
        match &value {
            Value::LightUserData(data) => Handle::unpack(*data).ok_or_else(|| misuse("this is not part of the game")),
            other => Err(unfit(lua, "something of the game", describe_in_game(other, lua), String::new())),
        }
    }
}

/// Describes a value for messages.
pub(crate) fn describe(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".to_owned(),
        Value::Boolean(b) => format!("{b}"),
        Value::Integer(n) => format!("the number {n}"),
        Value::Number(n) => format!("the number {n}"),
        Value::String(text) => format!("the text \"{}\"", text.to_string_lossy()),
        Value::LightUserData(data) => match Handle::unpack(*data) {
            Some(h) if matches!(h.sort, HandleKind::Cell | HandleKind::Joint) => format!("the {h}"),
            handle => handle.map_or("a strange value", |h| h.sort.with_article()).to_owned(),
        },
        other => format!("a {}", other.type_name()),
    }
}

/// Describes handles for messages; known to the virtual machine as its data of the type `Rc<dyn DescribeHandle>`.
pub(crate) trait DescribeHandle {
    /// Describes the handle in the running game by its kind and place; `None` outside a game.
    fn describe(&self, handle: Handle) -> Option<String>;

    /// Returns the kind of the handle with its key, such as `feature 0,-1:road:N`; `None` if it has no key.
    fn name(&self, handle: Handle) -> Option<String>;

    /// Returns the names of the methods of a kind of handle; `None` if there are too many for a message.
    fn list_methods(&self, sort: HandleKind) -> Option<String>;
}

/// Returns the description of handles of a machine; `None` before it is set.
fn describer(lua: &Lua) -> Option<Rc<dyn DescribeHandle>> {
    lua.app_data_ref::<Rc<dyn DescribeHandle>>().map(|describer| Rc::clone(&describer))
}

/// Describes a value for messages, with its name in the running game if it is a handle.
pub(crate) fn describe_in_game(value: &Value, lua: &Lua) -> String {
    let handle = match value {
        Value::LightUserData(data) => Handle::unpack(*data),
        _ => None,
    };
    let name = handle.and_then(|handle| describer(lua)?.describe(handle));
    name.unwrap_or_else(|| describe(value))
}

/// Returns the kind of a handle in the running game with its key, such as `feature 0,-1:road:N`.
pub(crate) fn name_in_game(handle: Handle, lua: &Lua) -> String {
    let name = describer(lua).and_then(|describer| describer.name(handle));
    name.unwrap_or_else(|| handle.sort.with_article().to_owned())
}

/// Type that the number of a handle encodes.
trait Numbered {
    fn from_number(number: u32) -> Self;
    fn number(self) -> u32;
}

impl Numbered for u32 {
    fn from_number(number: u32) -> u32 {
        number
    }
    fn number(self) -> u32 {
        self
    }
}

macro_rules! numbered {
    ($($id:ident),+) => {$(
        impl Numbered for $id {
            #[inline]
            fn from_number(number: u32) -> $id {
                $id(number)
            }
            #[inline]
            fn number(self) -> u32 {
                self.0
            }
        }
    )+};
}

numbered!(SegmentId, TileId, FigureId);

macro_rules! typed_handles {
    ($($(#[$doc:meta])* $name:ident($number:ty)),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub(crate) struct $name(pub(crate) $number);

        read_in_place!($name);

        impl InPlace for $name {
            #[inline]
            fn in_place(place: StackPlace<'_>) -> mlua::Result<Option<$name>> {
                Ok(match Handle::unpack(place.light()) {
                    Some(Handle { sort: HandleKind::$name, index }) => Some($name(Numbered::from_number(index))),
                    _ => None,
                })
            }

            #[inline]
            fn of_value(value: Value, lua: &Lua) -> mlua::Result<$name> {
                if let Value::LightUserData(data) = &value
                    && let Some(Handle { sort: HandleKind::$name, index }) = Handle::unpack(*data)
                {
                    return Ok($name(Numbered::from_number(index)));
                }
                Err(wrong(HandleKind::$name, &value, lua))
            }
        }

        impl From<$name> for Handle {
            #[inline]
            fn from(thing: $name) -> Handle {
                Handle::new(HandleKind::$name, thing.0.number())
            }
        }

        impl IntoLua for $name {
            #[inline]
            fn into_lua(self, _: &Lua) -> mlua::Result<Value> {
                Ok(Value::LightUserData(Handle::from(self).pack()))
            }
        }
    )+};
}

typed_handles! {
    /// Segment on the board.
    Segment(SegmentId),
    /// Tile on the board.
    Tile(TileId),
    /// Figure of a game.
    Figure(FigureId),
    /// Kind of tile, by its number in the catalog.
    Kind(u32),
    /// Sheet that is being written.
    Sheet(u32),
    /// Options that are being amended.
    Options(u32),
}

/// Feature from a script; a segment is accepted and represents its feature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Feature(pub(crate) SegmentId);

read_in_place!(Feature);

impl InPlace for Feature {
    #[inline]
    fn in_place(place: StackPlace<'_>) -> mlua::Result<Option<Feature>> {
        Ok(match Handle::unpack(place.light()) {
            Some(Handle { sort: HandleKind::Feature | HandleKind::Segment, index }) => Some(Feature(SegmentId(index))),
            _ => None,
        })
    }

    #[inline]
    fn of_value(value: Value, lua: &Lua) -> mlua::Result<Feature> {
        if let Value::LightUserData(data) = &value
            && let Some(Handle { sort: HandleKind::Feature | HandleKind::Segment, index }) = Handle::unpack(*data)
        {
            return Ok(Feature(SegmentId(index)));
        }
        Err(wrong(HandleKind::Feature, &value, lua))
    }
}

impl From<Root> for Feature {
    fn from(root: Root) -> Feature {
        Feature(root.segment())
    }
}

impl From<Feature> for Handle {
    #[inline]
    fn from(Feature(segment): Feature) -> Handle {
        Handle::new(HandleKind::Feature, segment.number())
    }
}

impl IntoLua for Feature {
    #[inline]
    fn into_lua(self, _: &Lua) -> mlua::Result<Value> {
        Ok(Value::LightUserData(Handle::from(self).pack()))
    }
}

#[cold]
fn wrong(sort: HandleKind, value: &Value, lua: &Lua) -> mlua::Error {
    let got = match value {
        Value::LightUserData(data) => Handle::unpack(*data).filter(|_| sort != HandleKind::Cell),
        _ => None,
    };
    // If a kind is used like a tile, the message lists the methods that kinds have.
    let has = got.and_then(|handle| {
        let methods = describer(lua)?.list_methods(handle.sort)?;
        Some(format!("; {} has {methods}", handle.sort.with_article()))
    });
    unfit(lua, sort.with_article(), describe_in_game(value, lua), has.unwrap_or_default())
}

/// Whole number from a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Int(pub(crate) i32);

impl FromLua for Int {
    #[inline]
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<Int> {
        match value {
            Value::Integer(n) => i32::try_from(n).map(Int).map_err(|_| misuse(format!("the number {n} is too large"))),
            Value::Number(n) if n.fract() == 0.0 && n.abs() <= f64::from(i32::MAX) => Ok(Int(n as i32)),
            other => Err(unfit(lua, "a whole number", describe_in_game(&other, lua), String::new())),
        }
    }
}

/// Cell from a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CellArg(pub(crate) Cell);

impl FromLua for CellArg {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<CellArg> {
        match Handle::from_lua(value.clone(), lua) {
            Ok(handle) if handle.sort == HandleKind::Cell => Ok(CellArg(handle.cell())),
            _ => Err(wrong(HandleKind::Cell, &value, lua)),
        }
    }
}

/// Corner or seam from a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct JointArg(pub(crate) Joint);

impl FromLua for JointArg {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<JointArg> {
        match &value {
            Value::LightUserData(data) => Handle::unpack(*data).filter(|handle| handle.sort == HandleKind::Joint),
            _ => None,
        }
        .map(|handle| JointArg(handle.joint()))
        .ok_or_else(|| wrong(HandleKind::Joint, &value, lua))
    }
}

/// Seat from a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SeatArg(pub(crate) tilewright_core::catalog::seat::Seat);

impl FromLua for SeatArg {
    #[inline]
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<SeatArg> {
        let Int(n) = Int::from_lua(value, lua)?;
        match u8::try_from(n) {
            Ok(seat) if usize::from(seat) < tilewright_core::catalog::MAX_SEATS => {
                Ok(SeatArg(tilewright_core::catalog::seat::Seat(seat)))
            }
            _ => Err(misuse(format!("`{n}` is not a seat: rules count seats from 0"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vm::raw::tests::compare;

    #[test]
    fn things_read_in_place_are_those_read_as_values() {
        compare::<Segment>(|read, _| format!("{read:?}"));
        compare::<Tile>(|read, _| format!("{read:?}"));
        compare::<Figure>(|read, _| format!("{read:?}"));
        compare::<Kind>(|read, _| format!("{read:?}"));
        compare::<Sheet>(|read, _| format!("{read:?}"));
        compare::<Options>(|read, _| format!("{read:?}"));
        compare::<Feature>(|read, _| format!("{read:?}"));
    }
}
