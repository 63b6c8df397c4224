//! Small integer handles for everything a catalog names, and the tables they index.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Index;
use std::sync::Arc;

/// A handle that indexes a [`Table`].
pub trait Id: Copy + Eq + Ord + fmt::Debug {
    /// The position in its table.
    fn index(self) -> usize;
    /// The handle of a position.
    ///
    /// # Panics
    /// When the position does not fit the handle's integer; tables refuse to grow that far.
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
    /// A terrain: what a segment is made of.
    TerrainId,
    /// An edge type: what a side of a tile shows.
    EdgeTypeId,
    /// A kind of tile; copies of a kind are alike.
    TileKindId,
    /// A part that rules add to placed tiles.
    AddedPartId,
    /// A tag on segments or tiles, with a number.
    TagId,
    /// A kind of figure.
    FigureKindId,
    /// A bag, a stack, or another place that tiles come from.
    BagId,
    /// A place off the board that holds figures.
    ZoneId,
    /// One of several boards, or one that every seat has of its own.
    PlaneId,
    /// A number that rules keep, for the game or for each seat.
    CounterId,
    /// A die.
    DieId,
    /// A token on the board or beside it that belongs to nobody.
    TokenId,
    /// What points are booked under: a terrain or a named source.
    BookId,
    /// What a game can come to: a loss that all share, a grade.
    ResultId,
    /// A text by which a rule names a unit, a reason or a question.
    Symbol,
}

macro_rules! define_number {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub u32);
        impl $name {
            /// As an index.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
            /// The one at a position of a list; a board has far fewer than 2^32 of anything.
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
    /// A segment on the board, by order of placement; it stands for its feature where a feature is asked for.
    SegmentId,
    /// A figure outside its supply. Numbers are used again.
    FigureId,
}

impl SegmentId {
    /// The segment so many further on the same tile.
    #[inline]
    #[must_use]
    pub const fn plus(self, further: u32) -> SegmentId {
        SegmentId(self.0 + further)
    }

    /// How many segments further on it lies than another; nothing if it comes before that.
    #[inline]
    pub const fn beyond(self, first: SegmentId) -> Option<u32> {
        self.0.checked_sub(first.0)
    }
}

/// The segment that stands for a whole feature at the moment; it changes when features merge, so keep a
/// [`SegmentId`] and ask [`root`](crate::board::features::Features::root) anew.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Root(pub(crate) SegmentId);

impl Root {
    /// As a segment of the feature.
    #[inline]
    pub const fn segment(self) -> SegmentId {
        self.0
    }

    /// As an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.index()
    }
}

/// The full name of something a pack declares.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name {
    /// The pack that declares it.
    pub pack: Arc<str>,
    /// Its name within that pack.
    pub local: Arc<str>,
}

impl Name {
    /// A name from its two halves.
    pub fn new(pack: &str, local: &str) -> Name {
        Name { pack: pack.into(), local: local.into() }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.pack, self.local)
    }
}

/// What a catalog declares of one sort, in order, found by handle or by name.
#[derive(Clone, Debug)]
pub struct Table<I, T> {
    items: Vec<T>,
    names: Vec<Name>,
    /// What each is called in keys.
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
    /// Adds an entry. It is found by `pack:name`, and by its bare name unless an earlier entry has that.
    ///
    /// # Errors
    /// The entry that already has the full name.
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

    /// The full name of an entry.
    pub fn name(&self, id: I) -> &Name {
        &self.names[id.index()]
    }

    /// The name used in keys, records and scripts: bare where that finds the entry, full elsewhere.
    pub fn key(&self, id: I) -> String {
        self.key_str(id).to_owned()
    }

    /// The same, to look at.
    #[inline]
    pub fn key_str(&self, id: I) -> &str {
        &self.keys[id.index()]
    }

    /// The entry, or nothing when the handle is of another catalog.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// The entry, to change while the catalog is built.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All entries in order of declaration.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (I, &T)> + DoubleEndedIterator {
        self.items.iter().enumerate().map(|(i, item)| (I::from_index(i), item))
    }

    /// All handles in order of declaration.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// The entries as a slice, indexed like their handles.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    /// All names by which an entry is found, for suggestions.
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
