//! Lists the fields in the order in which they are written: their order in the grammar. New fields are inserted in this
//! order; existing fields are not moved.

use crate::schema::{self, Struct};

/// Returns the names of the fields of a struct.
const fn names<const N: usize>(of: &Struct) -> [&'static str; N] {
    let mut all = [""; N];
    let mut i = 0;
    while i < N {
        all[i] = of.fields[i].name;
        i += 1;
    }
    all
}

/// Declares a constant with the order of fields for each of these structs.
macro_rules! orders {
    ($($(#[$doc:meta])+ $name:ident,)+) => {
        $($(#[$doc])+ pub const $name: &[&str] = &names::<{ schema::$name.fields.len() }>(&schema::$name);)+
    };
}

orders! {
    /// Order of the fields of `Pack(...)`.
    PACK,
    /// Order of the fields of a tile.
    TILE,
    /// Order of the fields of a cell of a tile.
    CELL,
    /// Order of the fields of a part of a tile.
    PART,
    /// Order of the fields of the flow.
    FLOW,
    /// Order of the fields of a test.
    TEST,
    /// Order of the fields of an expectation in a test.
    EXPECTED,
    /// Order of the fields of `Art(...)`.
    ART,
    /// Order of the fields of a picture.
    PICTURE_ENTRY,
    /// Order of the fields of a look.
    LOOK_ENTRY,
    /// Order of the fields of the art of a tile.
    TILE_ART,
}
