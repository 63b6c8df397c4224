//! Holds the shared state of host functions: the game and the activity while a script runs, the registered functions,
//! and names.

// Conversion between Rust and Lua.
pub(crate) mod handle;
pub(crate) mod keys;
pub(crate) mod list;
pub(crate) mod names;
pub(crate) mod reads;
pub(crate) mod runner;
pub(crate) mod text;
// Functions that modules have registered, and the activities in which they run.
pub(crate) mod evaluate;
pub(crate) mod frame;
pub(crate) mod loading;
pub(crate) mod register;
pub(crate) mod restrict;
pub(crate) mod rule_set;
pub(crate) mod trace;

use std::cell::{Cell, OnceCell, Ref, RefCell, RefMut};
use std::rc::Rc;
use std::sync::Arc;
use tilewright_core::board::Board;
use tilewright_core::catalog::declared::{DECLARED, DeclaredKind};
use tilewright_core::catalog::id::{BagId, Id, SegmentId, Symbol, ZoneId};

use mlua::{Lua, LuaString, Table, Value};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{BagOwner, Catalog, ZoneOwner};
use tilewright_core::limits;
use tilewright_core::state::Game;
use tilewright_core::state::sheet::Sheet;

use crate::host::frame::Frames;
use crate::host::keys::Keys;
use crate::host::names::ScriptTexts;
use crate::host::reads::NotedReads;
use crate::host::rule_set::{Amendment, RuleSet};
use crate::host::runner::Runner;
use crate::host::text::ScriptName;
use crate::host::trace::Tracer;
use crate::vm::GARBAGE;
use crate::vm::trouble::{misuse, too_much};

/// Game that the machine lends to the host while a script runs.
struct LentGame {
    /// Game of the machine; a placeholder while no game is lent.
    game: Box<Game>,
    /// True if the machine has lent its game to the host.
    is_lent: bool,
}

/// State that all host functions of a machine share.
pub(crate) struct Host {
    pub(crate) catalog: Arc<Catalog>,
    lent: RefCell<LentGame>,
    pub(crate) frames: Frames,
    /// Registered functions; empty while modules load.
    pub(crate) rules: OnceCell<RuleSet>,
    /// Return value of each loaded module.
    pub(crate) exports: RefCell<Vec<Value>>,
    pub(crate) names: RefCell<ScriptTexts>,
    /// Memory limit of scripts in bytes; 0 before it is set.
    pub(crate) memory: Cell<usize>,
    /// Number of changes that all functions together may still make until the next question.
    pub(crate) run_changes_left: Cell<u32>,
    /// Rim cells as tables for scripts, built on first use.
    pub(crate) rim: OnceCell<Vec<Table>>,
    /// Parts of the game that a score rule reads.
    pub(crate) reads: NotedReads,
    /// Recorder of the calls, if the modules report their lines.
    pub(crate) tracer: OnceCell<Rc<Tracer>>,
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
            names: RefCell::new(ScriptTexts::new(Arc::clone(&catalog), symbols)),
            catalog,
            lent: RefCell::new(LentGame { game: spare, is_lent: false }),
            frames: Frames::new(),
            rules: OnceCell::new(),
            exports: RefCell::default(),
            memory: Cell::new(0),
            run_changes_left: Cell::new(limits::RUN_CHANGES),
            rim: OnceCell::new(),
            reads: NotedReads::default(),
            tracer: OnceCell::new(),
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

    /// Records that an amendment, given by its index, writes the sheet from now on.
    #[inline]
    pub(crate) fn begin_amendment(&self, index: usize) -> mlua::Result<()> {
        if let Some(amendment) = self.rules.get().and_then(|rules| rules.amendments.get(index)) {
            let mut scoring = self.frames.scoring()?;
            scoring.sheet.stage = amendment.stage;
            scoring.amendment = Some(index);
        }
        Ok(())
    }

    /// Returns the amendment with this index.
    pub(crate) fn amendment(&self, index: Option<usize>) -> Option<Amendment> {
        self.rules.get()?.amendments.get(index?).copied()
    }

    /// Exchanges the game for the placeholder, or back; with `lends`, scripts can use the game from now on.
    pub(crate) fn exchange_game(&self, game: &mut Box<Game>, lends: bool) {
        let mut lent = self.lent.borrow_mut();
        std::mem::swap(&mut lent.game, game);
        lent.is_lent = lends;
    }

    /// Returns the game for reading.
    #[inline]
    pub(crate) fn game(&self) -> mlua::Result<Ref<'_, Game>> {
        self.reads.note_game();
        self.unnoted_game()
    }

    /// Returns the game for reading, by a caller that notes its reads itself.
    #[inline]
    pub(crate) fn unnoted_game(&self) -> mlua::Result<Ref<'_, Game>> {
        let lent = self.lent.borrow();
        if lent.is_lent { Ok(Ref::map(lent, |lent| &*lent.game)) } else { Err(no_game()) }
    }

    /// Returns the game for changes.
    pub(crate) fn game_mut(&self) -> mlua::Result<RefMut<'_, Box<Game>>> {
        let mut action = self.frames.action().or_else(|only_looks| self.game().and(Err(only_looks)))?;
        let run_changes_left = self.run_changes_left.get();
        if action.changes_left == 0 || run_changes_left == 0 {
            return Err(too_many_changes(action.changes_left == 0));
        }
        action.changes_left -= 1;
        self.run_changes_left.set(run_changes_left - 1);
        Ok(RefMut::map(self.lent.borrow_mut(), |lent| &mut lent.game))
    }

    /// Returns the game for notes, which are not changes of the position.
    pub(crate) fn game_for_notes(&self) -> RefMut<'_, Game> {
        RefMut::map(self.lent.borrow_mut(), |lent| &mut *lent.game)
    }

    /// Returns the game, if it has this feature.
    #[inline]
    pub(crate) fn feature(&self, segment: SegmentId) -> mlua::Result<Ref<'_, Game>> {
        self.reads.note_game();
        self.unnoted_feature(segment)
    }

    /// Returns the board, if it has this feature, for reading only the tiles, open sides and claims of the feature.
    #[inline]
    pub(crate) fn feature_alone(&self, segment: SegmentId) -> mlua::Result<Ref<'_, Board>> {
        let game = self.unnoted_feature(segment)?;
        self.reads.note_feature(game.board(), segment);
        Ok(Ref::map(game, Game::board))
    }

    fn unnoted_feature(&self, segment: SegmentId) -> mlua::Result<Ref<'_, Game>> {
        let game = self.unnoted_game()?;
        if game.board().features().is_there(segment) {
            return Ok(game);
        }
        Err(if game.board().was_taken_up(segment) { taken_up_error() } else { stale() })
    }

    /// Returns the sheet for writing.
    #[inline]
    pub(crate) fn sheet(&self) -> mlua::Result<RefMut<'_, Sheet>> {
        Ok(RefMut::map(self.frames.scoring()?, |scoring| &mut scoring.sheet))
    }

    /// Returns the symbol of a text.
    #[inline]
    pub(crate) fn symbol(&self, text: &impl ScriptName) -> mlua::Result<Symbol> {
        self.names.borrow_mut().symbol(text, &self.runner)
    }

    /// Returns a text that a module uses repeatedly as a piece of a key.
    ///
    /// # Errors
    /// The text is not valid as a key, see [`text::key`].
    #[inline]
    pub(crate) fn key(&self, text: &impl ScriptName) -> mlua::Result<Arc<str>> {
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
    pub(crate) fn word<W: NamedId>(&self, lua: &Lua, thing: W) -> mlua::Result<LuaString> {
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
    fn look_up<I: Id>(&self, text: &impl ScriptName, kind: DeclaredKind) -> mlua::Result<I> {
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
                pub(crate) fn $name(&self, text: &impl ScriptName) -> mlua::Result<tilewright_core::catalog::id::$id> {
                    self.look_up(text, DeclaredKind::$kind)
                }
            )+
        }
    };
}

impl Host {
    /// Returns the declared bag with this name.
    pub(crate) fn declared_bag(&self, text: &impl ScriptName) -> mlua::Result<BagId> {
        self.look_up(text, DeclaredKind::Bag)
    }

    /// Returns the bag with this name in the running game; for a bag that every seat has, the active seat's bag.
    #[inline]
    pub(crate) fn bag(&self, text: &impl ScriptName) -> mlua::Result<BagId> {
        let bag = self.declared_bag(text)?;
        if self.catalog.bags[bag].owner == BagOwner::Table { Ok(bag) } else { self.bag_of_seat(bag, None) }
    }

    /// Returns the declared zone with this name.
    pub(crate) fn declared_zone(&self, text: &impl ScriptName) -> mlua::Result<ZoneId> {
        self.look_up(text, DeclaredKind::Zone)
    }

    /// Returns the zone with this name in the running game; for a zone that every seat has, the active seat's zone.
    #[inline]
    pub(crate) fn zone(&self, text: &impl ScriptName) -> mlua::Result<ZoneId> {
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
pub(crate) trait NamedId: Id {
    /// Kind of the entry.
    const KIND: DeclaredKind;

    /// Returns its name in the catalog.
    fn text(self, catalog: &Catalog) -> &str;
}

macro_rules! worded {
    ($($kind:ident $id:ident $table:ident;)+) => {
        $(
            impl NamedId for tilewright_core::catalog::id::$id {
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
    misuse("there is no game yet: call this inside a rule's function")
}

/// Returns the error for a handle that is not valid in this game.
#[cold]
pub(crate) fn stale() -> mlua::Error {
    misuse("this belongs to another game: scripts cannot keep values between calls")
}

#[cold]
pub(crate) fn taken_up_error() -> mlua::Error {
    misuse("its tile was taken up or is covered: check `tile:on_board()` and `tile:covered()`")
}
