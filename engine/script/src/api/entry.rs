//! Describes host functions, and converts Rust functions to host functions.

use std::marker::PhantomData;
use std::rc::Rc;

use mlua::{FromLuaMulti, Function, IntoLua, IntoLuaMulti, Lua};

use crate::host::Host;
use crate::schema::signature::Signature;

/// Kind of object on which a host function is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Receiver {
    /// No object: `name(…)`.
    Global,
    /// Feature, or a segment that represents its feature: `feature:name(…)`.
    Feature,
    /// Segment on the board.
    Segment,
    /// Tile on the board.
    Tile,
    /// Figure of any seat.
    Figure,
    /// Kind of tile, on the board or not.
    Kind,
    /// Cell of the board.
    Cell,
    /// Sheet that a score rule fills.
    Sheet,
    /// Options that an offer amends.
    Options,
    /// Slot of a zone that holds tiles.
    Slot,
    /// Corner or seam between cells.
    Joint,
}

/// Returns the receivers whose methods a value has, by its type in signatures, such as `feature`; empty for other
/// types.
pub fn receivers(kind: &str) -> &'static [Receiver] {
    match kind {
        "feature" => &[Receiver::Feature],
        // A segment also represents its feature.
        "segment" => &[Receiver::Segment, Receiver::Feature],
        "tile" => &[Receiver::Tile],
        "figure" => &[Receiver::Figure],
        "tile_kind" => &[Receiver::Kind],
        "cell" => &[Receiver::Cell],
        "sheet" => &[Receiver::Sheet],
        "options" => &[Receiver::Options],
        "slot" => &[Receiver::Slot],
        "joint" => &[Receiver::Joint],
        _ => &[],
    }
}

/// Context in which a host function may be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowed {
    /// Only while a module loads.
    Load,
    /// In every context, including loading.
    Anywhere,
    /// In all rules; such functions only read the game.
    Rules,
    /// Only in score rules, which fill sheets.
    Score,
    /// Only in offers, which amend options.
    Offer,
    /// In steps, reactions, replacements and functions that follow a choice.
    Effects,
    /// In steps, and in reactions and replacements that are registered with `asks`.
    Ask,
}

/// Constructor of a host function.
#[derive(Clone, Copy)]
pub(crate) struct Bind {
    pub(crate) make: fn(&Lua, &Rc<Host>) -> mlua::Result<Function>,
    /// Path of the Rust function.
    pub(crate) path: &'static str,
}

/// Host function with its description.
pub struct HostFunction {
    /// Kind of object on which it is called.
    pub on: Receiver,
    /// Signature in the form `name(argument: type, …) -> type`.
    pub signature: &'static str,
    /// Description for the reference.
    pub doc: &'static str,
    /// Line of Lua that uses it.
    pub example: &'static str,
    /// Version of the interface that introduced it.
    pub since: &'static str,
    /// Context in which it may be called.
    pub allowed: Allowed,
    /// Constructor; `None` for functions that the host's prelude defines in Lua.
    pub(crate) bind: Option<Bind>,
}

impl HostFunction {
    /// Returns the name of the function.
    pub fn name(&self) -> &'static str {
        self.signature.split('(').next().unwrap_or(self.signature)
    }

    /// Returns the parsed signature.
    pub fn parse_signature(&self) -> Signature {
        Signature::parse(self.signature).unwrap_or(Signature { name: self.name(), arguments: Vec::new(), returns: "" })
    }
}

/// Version of the interface for scripts.
pub const VERSION: &str = "1";

/// Rust function for scripts, which receives the host, the machine and the arguments of the script.
pub(super) trait HostCall<Arguments> {
    type Output;

    fn call(&self, host: &Host, lua: &Lua, arguments: Arguments) -> mlua::Result<Self::Output>;
}

/// Method of an object without data, such as the sheet, which the Rust function does not receive.
pub(super) struct MethodOf<Object, F>(F, PhantomData<fn(Object)>);

impl<Object, F> MethodOf<Object, F> {
    pub(super) fn new(function: F) -> MethodOf<Object, F> {
        MethodOf(function, PhantomData)
    }
}

macro_rules! host_calls {
    ($(($($argument:ident $value:ident),*))+) => {$(
        impl<F, Output, $($argument),*> HostCall<($($argument,)*)> for F
        where
            F: Fn(&Host, &Lua, $($argument),*) -> mlua::Result<Output>,
        {
            type Output = Output;

            fn call(&self, host: &Host, lua: &Lua, ($($value,)*): ($($argument,)*)) -> mlua::Result<Output> {
                self(host, lua, $($value),*)
            }
        }

        impl<Object, F, Output, $($argument),*> HostCall<(Object, $($argument,)*)> for MethodOf<Object, F>
        where
            F: Fn(&Host, &Lua, $($argument),*) -> mlua::Result<Output>,
        {
            type Output = Output;

            fn call(&self, host: &Host, lua: &Lua, arguments: (Object, $($argument,)*)) -> mlua::Result<Output> {
                let (_, $($value,)*) = arguments;
                self.0(host, lua, $($value),*)
            }
        }
    )+};
}

host_calls! { () (A a) (A a, B b) (A a, B b, C c) (A a, B b, C c, D d) (A a, B b, C c, D d, E e) }

/// Creates the function for scripts of a Rust function.
pub(super) fn create_function<F, Arguments>(lua: &Lua, host: &Rc<Host>, function: F) -> mlua::Result<Function>
where
    F: HostCall<Arguments, Output: IntoLuaMulti> + 'static,
    Arguments: FromLuaMulti,
{
    let host = Rc::clone(host);
    lua.create_function(move |lua, arguments| function.call(&host, lua, arguments))
}

/// Like [`create_function`], for a function that creates tables: see [`Host::making`].
pub(super) fn create_making_function<F, Arguments>(lua: &Lua, host: &Rc<Host>, function: F) -> mlua::Result<Function>
where
    F: HostCall<Arguments, Output: IntoLuaMulti> + 'static,
    Arguments: FromLuaMulti,
{
    let host = Rc::clone(host);
    lua.create_function(move |lua, arguments| host.making(lua, || function.call(&host, lua, arguments)))
}

/// Like [`create_making_function`], for a function that returns a text.
pub(super) fn create_text_function<F, Arguments>(lua: &Lua, host: &Rc<Host>, function: F) -> mlua::Result<Function>
where
    F: HostCall<Arguments, Output: IntoLua> + 'static,
    Arguments: FromLuaMulti,
{
    let host = Rc::clone(host);
    lua.create_function(move |lua, arguments| host.making(lua, || function.call(&host, lua, arguments)?.into_lua(lua)))
}

/// Creates a binder for a function `fn(&Host, &Lua, arguments…) -> mlua::Result<results>`. `making` is for functions that
/// create tables, `text` for functions that return a text: see [`Host::making`]. They must not call functions of
/// scripts. With `of`, the function is a method of an object that it does not receive.
macro_rules! bind {
    (making of $object:ident, $f:path) => { bind!(@ create_making_function, $f, $crate::api::entry::MethodOf::<$object, _>::new($f)) };
    (of $object:ident, $f:path) => { bind!(@ create_function, $f, $crate::api::entry::MethodOf::<$object, _>::new($f)) };
    (making $f:path) => { bind!(@ create_making_function, $f, $f) };
    (text $f:path) => { bind!(@ create_text_function, $f, $f) };
    ($f:path) => { bind!(@ create_function, $f, $f) };
    (@ $create:ident, $f:path, $call:expr) => {
        Some($crate::api::entry::Bind {
            make: |lua, host| $crate::api::entry::$create(lua, host, $call),
            path: concat!(module_path!(), "::", stringify!($f)),
        })
    };
}
pub(super) use bind;

/// Shortens the rows of the table.
pub(super) const fn entry(
    on: Receiver,
    allowed: Allowed,
    signature: &'static str,
    doc: &'static str,
    example: &'static str,
    bind: Option<Bind>,
) -> HostFunction {
    HostFunction { on, signature, doc, example, since: "1", allowed, bind }
}
