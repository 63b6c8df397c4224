//! Where tiles may lie besides beside others.

use std::ops::BitOr;

/// What a tile that is laid may do besides lying beside others on the ground.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Footing {
    /// It may lie where nothing touches it; it has to meet what does.
    pub free: bool,
    /// It may lie on other tiles, all its cells equally high; it has to meet what it touches, seen from above.
    pub over: bool,
}

impl Footing {
    /// It need not touch anything, but lies on the ground.
    pub const FREE: Footing = Footing { free: true, over: false };

    /// Whether it may do nothing of this.
    #[inline]
    pub const fn is_plain(self) -> bool {
        !self.free && !self.over
    }
}

impl BitOr for Footing {
    type Output = Footing;
    fn bitor(self, other: Footing) -> Footing {
        Footing { free: self.free || other.free, over: self.over || other.over }
    }
}
