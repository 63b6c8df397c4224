//! The order in which the fields of things are written, which is that of the grammar. New fields go where this order puts
//! them among those that are there; fields that are there stay where they are.

use crate::schema::{self, Struct};

/// The names of the fields of a struct.
const fn names<const N: usize>(of: &Struct) -> [&'static str; N] {
    let mut all = [""; N];
    let mut i = 0;
    while i < N {
        all[i] = of.fields[i].name;
        i += 1;
    }
    all
}

/// An order for each of these structs.
macro_rules! orders {
    ($($(#[$doc:meta])+ $name:ident,)+) => {
        $($(#[$doc])+ pub const $name: &[&str] = &names::<{ schema::$name.fields.len() }>(&schema::$name);)+
    };
}

orders! {
    /// `Pack(...)`.
    PACK,
    /// A tile.
    TILE,
    /// A cell of a tile.
    CELL,
    /// A part of a tile.
    PART,
    /// The flow.
    FLOW,
    /// A test.
    TEST,
    /// What a test expects.
    EXPECTED,
}
