//! Declares the places where tiles may be placed other than next to other tiles.

use std::ops::BitOr;

/// Permissions of a placed tile beyond an empty cell on the ground next to other tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct PlacementPermissions {
    /// True if the tile may be placed without a neighbour. It must still match any neighbours it has.
    pub free: bool,
    /// True if the tile may be placed on other tiles, if all its cells are at the same height. It must match the edges
    /// that it touches, seen from above.
    pub over: bool,
}

impl PlacementPermissions {
    /// Permission to be placed on the ground without a neighbour.
    pub const FREE: PlacementPermissions = PlacementPermissions { free: true, over: false };

    /// Returns true if neither permission is set.
    #[inline]
    pub const fn is_plain(self) -> bool {
        !self.free && !self.over
    }
}

impl BitOr for PlacementPermissions {
    type Output = PlacementPermissions;
    fn bitor(self, other: PlacementPermissions) -> PlacementPermissions {
        PlacementPermissions { free: self.free || other.free, over: self.over || other.over }
    }
}
