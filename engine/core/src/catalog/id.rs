//! Defines small integer handles for everything that a catalog names, and the tables that they index.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Index;
use std::sync::Arc;

/// A handle that indexes a [`Table`].
pub trait Id: Copy + Eq + Ord + fmt::Debug {
    /// Returns the position in its table.
    fn index(self) -> usize;
    /// Returns the handle of a position.
    ///
    /// # Panics
    /// The position exceeds the range of the handle's integer.
    fn from_index(index: usize) -> Self;
}

macro_rules! define_id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub u16);
        impl Id for $name {
            #[inline]
            fn index(self) -> usize {
                usize::from(self.0)
            }
            #[inline]
            fn from_index(index: usize) -> Self {
                $name(u16::try_from(index).expect("a table holds at most 65,535 entries"))
            }
        }
    )+};
}

define_id! {
    /// A terrain, which a segment consists of.
    TerrainId,
    /// An edge type, which a side of a tile shows.
    EdgeTypeId,
    /// A kind of tile; all its copies are equal.
    TileKindId,
    /// A part that rules add to placed tiles.
    AddedPartId,
    /// A tag on segments or tiles, with a number.
    TagId,
    /// A kind of figure that packs declare.
    FigureKindId,
    /// A bag or a stack from which tiles are drawn.
    BagId,
    /// A zone off the board, which holds figures or tiles.
    ZoneId,
    /// A plane: one of several boards, or a board that each seat has a copy of.
    PlaneId,
    /// A number that rules maintain, for the game or for each seat.
    CounterId,
    /// A die that packs declare.
    DieId,
    /// A token, on or off the board, that no seat owns.
    TokenId,
    /// A book for points: a terrain or a named source.
    BookId,
    /// An outcome of a game beyond the ranking: a shared loss, a grade.
    ResultId,
    /// A text that rules use for a unit, a reason or a question.
    Symbol,
    /// A picture of an art plan, which is not part of the catalog.
    PictureId,
}

macro_rules! define_number {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub u32);
        impl $name {
            /// Returns the number as an index.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
            /// Returns the number for a position in a list; a board has far fewer than 2^32 of anything.
            #[inline]
            pub const fn from_index(index: usize) -> Self {
                $name(index as u32)
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

define_number! {
    /// A tile on the board, by order of placement.
    TileId,
    /// A segment on the board, by order of placement; it represents its feature where a feature is required.
    SegmentId,
    /// A figure outside its supply. Numbers are reused.
    FigureId,
}

impl SegmentId {
    /// Returns the segment whose number on the same tile is higher by `further`.
    #[inline]
    #[must_use]
    pub const fn plus(self, further: u32) -> SegmentId {
        SegmentId(self.0 + further)
    }

    /// Returns the number of segments from `first` to this one; `None` if this one comes earlier.
    #[inline]
    pub const fn offset_from(self, first: SegmentId) -> Option<u32> {
        self.0.checked_sub(first.0)
    }
}

/// The segment that currently represents a whole feature. It changes when features merge, so keep a [`SegmentId`] and
/// call [`root`](crate::board::features::Features::root) again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Root(pub(crate) SegmentId);

impl Root {
    /// Returns the root as a segment of the feature.
    #[inline]
    pub const fn segment(self) -> SegmentId {
        self.0
    }

    /// Returns the number of the segment as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.index()
    }
}

/// The full name of something a pack declares.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name {
    /// Id of the pack that declares it.
    pub pack: Arc<str>,
    /// Name within that pack.
    pub local: Arc<str>,
}

impl Name {
    /// Creates a name from its two halves.
    pub fn new(pack: &str, local: &str) -> Name {
        Name { pack: pack.into(), local: local.into() }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.pack, self.local)
    }
}

/// Declarations of one kind in a catalog, in order, with lookup by handle or name.
#[derive(Clone, Debug)]
pub struct Table<I, T> {
    items: Vec<T>,
    names: Vec<Name>,
    /// Names of the entries in keys.
    keys: Vec<Arc<str>>,
    by_name: BTreeMap<Arc<str>, usize>,
    id: PhantomData<I>,
}

impl<I, T> Default for Table<I, T> {
    fn default() -> Self {
        Table { items: Vec::new(), names: Vec::new(), keys: Vec::new(), by_name: BTreeMap::new(), id: PhantomData }
    }
}

impl<I: Id, T> Table<I, T> {
    /// Adds an entry, which is found by `pack:name`, and by its bare name unless an earlier entry has that name.
    ///
    /// # Errors
    /// Another entry has the full name; the error is that entry.
    pub fn add(&mut self, name: Name, item: T) -> Result<I, I> {
        let full: Arc<str> = name.to_string().into();
        if let Some(&old) = self.by_name.get(&full) {
            return Err(I::from_index(old));
        }
        let index = self.items.len();
        let id = I::from_index(index);
        let is_first = *self.by_name.entry(name.local.clone()).or_insert(index) == index;
        self.keys.push(if is_first { name.local.clone() } else { full.clone() });
        self.by_name.insert(full, index);
        self.items.push(item);
        self.names.push(name);
        Ok(id)
    }

    /// Finds an entry by `pack:name` or by its bare name.
    pub fn find(&self, name: &str) -> Option<I> {
        self.by_name.get(name).map(|&i| I::from_index(i))
    }

    /// Returns the full name of an entry.
    pub fn name(&self, id: I) -> &Name {
        &self.names[id.index()]
    }

    /// Returns the name used in keys, records and scripts: the bare name if it finds the entry, else the full name.
    pub fn key(&self, id: I) -> String {
        self.key_str(id).to_owned()
    }

    /// Like [`Table::key`], but borrows the name.
    #[inline]
    pub fn key_str(&self, id: I) -> &str {
        &self.keys[id.index()]
    }

    /// Returns the entry; `None` if the handle belongs to another catalog.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// Returns the entry for changes while the catalog is built.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns true if the table has no entries.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns all entries in order of declaration.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (I, &T)> + DoubleEndedIterator {
        self.items.iter().enumerate().map(|(i, item)| (I::from_index(i), item))
    }

    /// Returns all handles in order of declaration.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// Returns the entries as a slice, indexed by their handles.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    /// Returns the bare names of all entries, for suggestions.
    pub fn known_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|n| &*n.local)
    }
}

impl<I: Id, T> Index<I> for Table<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}
