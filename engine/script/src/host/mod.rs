//! Holds the shared state of host functions: the game and the sheet while a script runs, names, and the current
//! permissions.

// Conversion between Rust and Lua.
pub(crate) mod handle;
pub(crate) mod keys;
pub(crate) mod list;
pub(crate) mod names;
pub(crate) mod text;
// Functions that modules have registered, and the sheets that they fill.
pub(crate) mod evaluate;
pub(crate) mod register;
pub(crate) mod restrict;

use std::cell::{Cell, OnceCell, Ref, RefCell, RefMut};
use std::sync::Arc;
use tilewright_core::catalog::declared::{DECLARED, DeclaredKind};
use tilewright_core::catalog::id::{BagId, Id, SegmentId, Symbol, TagId, TerrainId, TokenId, ZoneId};

use mlua::{Function, Lua, LuaString, Table, WeakLua};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{BagOwner, Catalog, ZoneOwner};
use tilewright_core::limits;
use tilewright_core::machine::rules::Hooks;
use tilewright_core::state::Game;
use tilewright_core::state::decision::Amended;
use tilewright_core::state::question::Question;
use tilewright_core::state::sheet::Sheet;

use crate::host::keys::Keys;
use crate::host::names::Names;
use crate::host::register::Loading;
use crate::host::restrict::Restrictions;
use crate::host::text::Called;
use crate::vm::GARBAGE;
use crate::vm::trouble::{forbidden, misuse, too_much};

/// Permissions of the running script.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Mode {
    /// May register rules; there is no game.
    Load,
    /// May read the game.
    Pure,
    /// May also change the game.
    Effects,
    /// May also ask seats.
    Ask,
}

/// Chain of functions that fill a sheet: a rule and its amendments.
pub(crate) struct Chain {
    pub(crate) base: Function,
    /// Rule and amendments in one function, which receives the set of applicable amendments; `None` without amendments.
    pub(crate) whole: Option<Function>,
    /// Condition of each amendment.
    pub(crate) conditions: Vec<Condition>,
    pub(crate) share: tilewright_core::state::sheet::Share,
    pub(crate) book: tilewright_core::catalog::id::BookId,
    /// True if the claims of the feature itself count.
    pub(crate) own_claims: bool,
}

/// Functions that amend claims.
pub(crate) struct ClaimRules {
    /// Functions in order, each with the terrain of the features that it concerns.
    pub(crate) rules: Vec<(TerrainId, Function)>,
    /// Virtual machine that runs them.
    pub(crate) lua: WeakLua,
}

/// Virtual machine that runs the functions of a host; empty until it is set.
#[derive(Default)]
pub(crate) struct Runner(OnceCell<WeakLua>);

impl Runner {
    /// Sets the machine; later calls have no effect.
    pub(crate) fn set(&self, lua: &Lua) {
        self.0.get_or_init(|| lua.weak());
    }

    /// Returns the machine.
    ///
    /// # Errors
    /// The machine no longer exists, or is not set.
    fn lua(&self) -> mlua::Result<Lua> {
        let lua = self.0.get().and_then(WeakLua::try_upgrade);
        lua.ok_or_else(|| mlua::Error::runtime("the virtual machine is gone"))
    }
}

/// Origin of an amendment in a chain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entered {
    pub(crate) stage: u8,
    pub(crate) module: usize,
    pub(crate) line: u32,
}

/// Condition under which an amendment applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Condition {
    pub(crate) tag: Option<TagId>,
    pub(crate) with_token: Option<TokenId>,
    pub(crate) finished: Option<bool>,
    pub(crate) last: Option<bool>,
}

/// State that all host functions of a machine share.
pub(crate) struct Host {
    pub(crate) catalog: Arc<Catalog>,
    /// Running game; a placeholder while none is running.
    pub(crate) game: RefCell<Box<Game>>,
    /// True while a game is running.
    pub(crate) playing: Cell<bool>,
    pub(crate) sheet: RefCell<Sheet>,
    pub(crate) names: RefCell<Names>,
    pub(crate) mode: Cell<Mode>,
    /// Memory limit of scripts in bytes; 0 before it is set.
    pub(crate) memory: Cell<usize>,
    /// True if the sheet may be written.
    pub(crate) scoring: Cell<bool>,
    /// Number of nested sheets that are being filled because a rule queried a value.
    pub(crate) nested: Cell<u8>,
    pub(crate) loading: RefCell<Loading>,
    pub(crate) chains: OnceCell<Vec<Chain>>,
    /// Score rules as the machine has them, numbered like the chains.
    pub(crate) scored: OnceCell<Hooks>,
    pub(crate) changes: OnceCell<Vec<Entered>>,
    /// Index of the amendment that writes the sheet; `None` while the rule itself does.
    pub(crate) change: Cell<Option<usize>>,
    /// Rules that amend claims; empty if there are none.
    pub(crate) claim_rules: OnceCell<ClaimRules>,
    /// True while claims are being amended; rules then see the claims of the figures.
    pub(crate) claiming: Cell<bool>,
    /// Restrictions on placing; empty if there are none.
    pub(crate) restrictions: OnceCell<Restrictions>,
    /// Index of the running restriction.
    pub(crate) judging: Cell<Option<usize>>,
    /// Options that an offer amends.
    pub(crate) options: RefCell<Amended>,
    /// Question of the running coroutine.
    pub(crate) question: RefCell<Option<Question>>,
    /// True if the coroutine waits for effects that rules may replace.
    pub(crate) holding: Cell<bool>,
    /// Number of changes that the running function may still make; `run_changes_left` is the number for all functions
    /// until the next question.
    pub(crate) changes_left: Cell<u32>,
    pub(crate) run_changes_left: Cell<u32>,
    /// Rim cells as tables for scripts, built on first use.
    pub(crate) rim: OnceCell<Vec<Table>>,
    /// Machine that calls these host functions.
    pub(crate) runner: Runner,
    /// Recently used texts in the keys of options.
    keys: RefCell<Keys>,
    /// Interned names of common fields.
    field_names: OnceCell<FieldNames>,
    /// Names of catalog entries as Lua texts, by kind and number, built on first use.
    words: RefCell<[Vec<Option<LuaString>>; DECLARED.len()]>,
}

impl Host {
    pub(crate) fn new(catalog: Arc<Catalog>, symbols: &[Arc<str>]) -> Host {
        let spare = Box::new(Game::placeholder(Arc::clone(&catalog)));
        Host {
            names: RefCell::new(Names::new(Arc::clone(&catalog), symbols)),
            catalog,
            game: RefCell::new(spare),
            playing: Cell::new(false),
            sheet: RefCell::new(Sheet::default()),
            mode: Cell::new(Mode::Load),
            memory: Cell::new(0),
            scoring: Cell::new(false),
            nested: Cell::new(0),
            loading: RefCell::new(Loading::default()),
            chains: OnceCell::new(),
            scored: OnceCell::new(),
            changes: OnceCell::new(),
            change: Cell::new(None),
            claim_rules: OnceCell::new(),
            claiming: Cell::new(false),
            restrictions: OnceCell::new(),
            judging: Cell::new(None),
            options: RefCell::default(),
            question: RefCell::new(None),
            holding: Cell::new(false),
            changes_left: Cell::new(limits::CALL_CHANGES),
            run_changes_left: Cell::new(limits::RUN_CHANGES),
            rim: OnceCell::new(),
            runner: Runner::default(),
            keys: RefCell::default(),
            field_names: OnceCell::new(),
            words: RefCell::default(),
        }
    }

    /// Creates values for a script. With a memory limit, mlua runs every step in a protected call, which costs several
    /// times the step. Therefore the limit is lifted during `work`, and the memory in use is checked afterwards. The
    /// memory for `work` itself must be bounded, and it must not call functions of scripts.
    #[inline]
    pub(crate) fn making<R>(&self, lua: &Lua, work: impl FnOnce() -> mlua::Result<R>) -> mlua::Result<R> {
        let limit = self.memory.get();
        lua.set_memory_limit(0)?;
        let made = work();
        lua.set_memory_limit(if limit > 0 { limit + GARBAGE } else { 0 })?;
        // Unreferenced memory does not count.
        if limit > 0 && lua.used_memory() > limit && lua.gc_collect().is_ok() && lua.used_memory() > limit {
            return Err(mlua::Error::MemoryError("more than scripts may hold".to_owned()));
        }
        made
    }

    /// Marks the start of an amendment that writes the sheet.
    #[inline]
    pub(crate) fn enter(&self, change: usize) {
        if let Some(entered) = self.changes.get().and_then(|all| all.get(change)) {
            self.sheet.borrow_mut().stage = entered.stage;
            self.change.set(Some(change));
        }
    }

    /// Returns the module and the line where the amendment that writes the sheet was registered.
    pub(crate) fn entered(&self) -> Option<(usize, u32)> {
        let entered = self.changes.get()?.get(self.change.get()?)?;
        Some((entered.module, entered.line))
    }

    /// Returns the game for reading.
    #[inline]
    pub(crate) fn game(&self) -> mlua::Result<Ref<'_, Game>> {
        if self.playing.get() { Ok(Ref::map(self.game.borrow(), |game| &**game)) } else { Err(no_game()) }
    }

    /// Returns the game for changes.
    pub(crate) fn game_mut(&self) -> mlua::Result<RefMut<'_, Box<Game>>> {
        if !self.playing.get() {
            return Err(no_game());
        }
        if self.mode.get() < Mode::Effects {
            return Err(forbidden("a rule of this kind only looks and counts, it cannot change the game"));
        }
        let (call, run) = (self.changes_left.get(), self.run_changes_left.get());
        if call == 0 || run == 0 {
            return Err(too_many_changes(call == 0));
        }
        self.changes_left.set(call - 1);
        self.run_changes_left.set(run - 1);
        Ok(self.game.borrow_mut())
    }

    /// Returns the game, if it has this feature.
    #[inline]
    pub(crate) fn feature(&self, segment: SegmentId) -> mlua::Result<Ref<'_, Game>> {
        let game = self.game()?;
        if game.board().features().is_there(segment) {
            return Ok(game);
        }
        Err(if game.board().was_taken_up(segment) { taken_up() } else { stale() })
    }

    /// Returns the sheet for writing.
    #[inline]
    pub(crate) fn sheet(&self) -> mlua::Result<RefMut<'_, Sheet>> {
        if self.scoring.get() { Ok(self.sheet.borrow_mut()) } else { Err(no_sheet()) }
    }

    /// Returns the symbol of a text.
    #[inline]
    pub(crate) fn symbol(&self, text: &impl Called) -> mlua::Result<Symbol> {
        self.names.borrow_mut().symbol(text, &self.runner)
    }

    /// Returns a text that a module uses repeatedly as a piece of a key.
    ///
    /// # Errors
    /// The text is not valid as a key, see [`text::key`].
    #[inline]
    pub(crate) fn key(&self, text: &impl Called) -> mlua::Result<Arc<str>> {
        self.keys.borrow_mut().get(text, &self.runner)
    }

    /// Returns the interned names of common fields, built on first use.
    pub(crate) fn field_names(&self, lua: &Lua) -> mlua::Result<&FieldNames> {
        if let Some(names) = self.field_names.get() {
            return Ok(names);
        }
        let text = |name| lua.create_string(name);
        let names = FieldNames {
            key: text("key")?,
            target: text("target")?,
            none: text("none")?,
            auto: text("auto")?,
            secret: text("secret")?,
            cell: text("cell")?,
            turn: text("turn")?,
            segment: text("segment")?,
            side: text("side")?,
            of: text("of")?,
            which: text("which")?,
            except: text("except")?,
        };
        Ok(self.field_names.get_or_init(|| names))
    }

    /// Returns the name of a catalog entry as a Lua text, built on first use.
    #[inline]
    pub(crate) fn word<W: Worded>(&self, lua: &Lua, thing: W) -> mlua::Result<LuaString> {
        if let Some(Some(word)) = self.words.borrow()[W::KIND as usize].get(thing.index()) {
            return Ok(word.clone());
        }
        let word = lua.create_string(thing.text(&self.catalog))?;
        let mut words = self.words.borrow_mut();
        let of_sort = &mut words[W::KIND as usize];
        if of_sort.len() <= thing.index() {
            of_sort.resize(thing.index() + 1, None);
        }
        of_sort[thing.index()] = Some(word.clone());
        Ok(word)
    }

    #[inline]
    fn named<I: Id>(&self, text: &impl Called, kind: DeclaredKind) -> mlua::Result<I> {
        let mut names = self.names.borrow_mut();
        let symbol = names.symbol(text, &self.runner)?;
        names.find(symbol, kind).ok_or_else(|| names.unknown(symbol, kind))
    }
}

macro_rules! lookups {
    ($($name:ident: $id:ident, $kind:ident;)+) => {
        impl Host {
            $(
                /// Looks up the entry with this name.
                #[inline]
                pub(crate) fn $name(&self, text: &impl Called) -> mlua::Result<tilewright_core::catalog::id::$id> {
                    self.named(text, DeclaredKind::$kind)
                }
            )+
        }
    };
}

impl Host {
    /// Returns the declared bag with this name.
    pub(crate) fn declared_bag(&self, text: &impl Called) -> mlua::Result<BagId> {
        self.named(text, DeclaredKind::Bag)
    }

    /// Returns the bag with this name in the running game; for a bag that every seat has, the active seat's bag.
    #[inline]
    pub(crate) fn bag(&self, text: &impl Called) -> mlua::Result<BagId> {
        let bag = self.declared_bag(text)?;
        if self.catalog.bags[bag].owner == BagOwner::Table { Ok(bag) } else { self.bag_of_seat(bag, None) }
    }

    /// Returns the declared zone with this name.
    pub(crate) fn declared_zone(&self, text: &impl Called) -> mlua::Result<ZoneId> {
        self.named(text, DeclaredKind::Zone)
    }

    /// Returns the zone with this name in the running game; for a zone that every seat has, the active seat's zone.
    #[inline]
    pub(crate) fn zone(&self, text: &impl Called) -> mlua::Result<ZoneId> {
        let zone = self.declared_zone(text)?;
        if self.catalog.zones[zone].owner == ZoneOwner::Table { Ok(zone) } else { self.zone_of_seat(zone, None) }
    }

    /// Returns the zone that a declaration creates for a seat, or for the active seat. Also accepts the zone of that
    /// seat.
    pub(crate) fn zone_of_seat(&self, zone: ZoneId, seat: Option<Seat>) -> mlua::Result<ZoneId> {
        let game = self.game()?;
        let own = self.catalog.zone_of(zone, seat.unwrap_or_else(|| game.active_seat()));
        if self.catalog.has_zone(own, game.seat_count() as u8) {
            return Ok(own);
        }
        let key = self.catalog.zones.key_str(own);
        Err(misuse(format!("the zone `{key}` is not in this game: it has no such seat")))
    }

    /// Returns the bag that a declaration creates for a seat, or for the active seat. Also accepts the bag of that
    /// seat.
    pub(crate) fn bag_of_seat(&self, bag: BagId, seat: Option<Seat>) -> mlua::Result<BagId> {
        let game = self.game()?;
        let own = self.catalog.bag_of(bag, seat.unwrap_or_else(|| game.active_seat()));
        if self.catalog.has_bag(own, game.seat_count() as u8) {
            return Ok(own);
        }
        let key = self.catalog.bags.key_str(own);
        Err(misuse(format!("the bag `{key}` is not in this game: it has no such seat")))
    }
}

lookups! {
    terrain: TerrainId, Terrain;
    tag: TagId, Tag;
    kind: TileKindId, Tile;
    figure: FigureKindId, Figure;
    plane: PlaneId, Plane;
    counter: CounterId, Counter;
    die: DieId, Die;
    token: TokenId, Token;
    book: BookId, Book;
    result: ResultId, Result;
}

/// Interned names of common fields, as Lua texts.
pub(crate) struct FieldNames {
    pub(crate) key: LuaString,
    pub(crate) target: LuaString,
    pub(crate) none: LuaString,
    pub(crate) auto: LuaString,
    pub(crate) secret: LuaString,
    pub(crate) cell: LuaString,
    pub(crate) turn: LuaString,
    pub(crate) segment: LuaString,
    pub(crate) side: LuaString,
    pub(crate) of: LuaString,
    pub(crate) which: LuaString,
    pub(crate) except: LuaString,
}

/// Catalog entry with a name that scripts receive as a text.
pub(crate) trait Worded: Id {
    /// Kind of the entry.
    const KIND: DeclaredKind;

    /// Returns its name in the catalog.
    fn text(self, catalog: &Catalog) -> &str;
}

macro_rules! worded {
    ($($kind:ident $id:ident $table:ident;)+) => {
        $(
            impl Worded for tilewright_core::catalog::id::$id {
                const KIND: DeclaredKind = DeclaredKind::$kind;

                fn text(self, catalog: &Catalog) -> &str {
                    catalog.$table.key_str(self)
                }
            }
        )+
    };
}

worded! {
    Terrain TerrainId terrains;
    Edge EdgeTypeId edges;
    Tag TagId tags;
    Tile TileKindId kinds;
    Figure FigureKindId figures;
    Bag BagId bags;
    Zone ZoneId zones;
    Counter CounterId counters;
    Die DieId dice;
    Token TokenId tokens;
    Book BookId books;
    Plane PlaneId planes;
    Result ResultId results;
}

#[cold]
fn too_many_changes(call: bool) -> mlua::Error {
    too_much(if call {
        format!("a function changes the game at most {} times in one call", limits::CALL_CHANGES)
    } else {
        format!("rules change the game at most {} times between two answers", limits::RUN_CHANGES)
    })
}

#[cold]
fn no_game() -> mlua::Error {
    misuse("there is no game yet: ask for this inside a rule's function")
}

/// Returns the error for a handle that is not valid in this game.
#[cold]
pub(crate) fn stale() -> mlua::Error {
    misuse("this belongs to another game: scripts keep nothing from call to call")
}

#[cold]
pub(crate) fn taken_up() -> mlua::Error {
    misuse("its tile was taken up or is covered: check `tile:on_board()` and `tile:covered()`")
}

#[cold]
fn no_sheet() -> mlua::Error {
    misuse("there is no sheet to write here")
}
