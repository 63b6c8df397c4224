//! What the host functions share: the game and the sheet while a script runs, names, and what is allowed now.

// What crosses the border.
pub(crate) mod handle;
pub(crate) mod keys;
pub(crate) mod list;
pub(crate) mod names;
pub(crate) mod text;
// What modules have registered, and sheets that are filled by it.
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

/// What a script may do now.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Mode {
    /// Register rules; there is no game.
    Load,
    /// Look.
    Pure,
    /// Change the state.
    Effects,
    /// Change the state and ask.
    Ask,
}

/// A chain of functions that fill a sheet: a rule and what amends it.
pub(crate) struct Chain {
    /// Without amendments.
    pub(crate) base: Function,
    /// The rule and its amendments in one function, told which of them apply.
    pub(crate) whole: Option<Function>,
    /// What each amendment asks for.
    pub(crate) conditions: Vec<Condition>,
    pub(crate) share: tilewright_core::state::sheet::Share,
    pub(crate) book: tilewright_core::catalog::id::BookId,
    /// Whether the claims of the feature itself count.
    pub(crate) own_claims: bool,
}

/// The functions that amend claims.
pub(crate) struct ClaimRules {
    /// Each with the terrain of the features that it is about, in order.
    pub(crate) rules: Vec<(TerrainId, Function)>,
    /// The machine that runs them.
    pub(crate) lua: WeakLua,
}

/// The virtual machine that runs the functions of a host; nothing until they are made.
#[derive(Default)]
pub(crate) struct Runner(OnceCell<WeakLua>);

impl Runner {
    /// Sets it.
    pub(crate) fn set(&self, lua: &Lua) {
        self.0.get_or_init(|| lua.weak());
    }

    /// The machine.
    ///
    /// # Errors
    /// It is gone, or not known yet.
    fn lua(&self) -> mlua::Result<Lua> {
        let lua = self.0.get().and_then(WeakLua::try_upgrade);
        lua.ok_or_else(|| mlua::Error::runtime("the virtual machine is gone"))
    }
}

/// An amendment as its chain enters it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entered {
    pub(crate) stage: u8,
    pub(crate) module: usize,
    pub(crate) line: u32,
}

/// When an amendment applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Condition {
    pub(crate) tag: Option<TagId>,
    pub(crate) with_token: Option<TokenId>,
    pub(crate) finished: Option<bool>,
    pub(crate) last: Option<bool>,
}

/// Shared by all host functions of a machine.
pub(crate) struct Host {
    pub(crate) catalog: Arc<Catalog>,
    /// The game that is played, while it is; else an empty one that keeps its place.
    pub(crate) game: RefCell<Box<Game>>,
    /// Whether there is a game.
    pub(crate) playing: Cell<bool>,
    pub(crate) sheet: RefCell<Sheet>,
    pub(crate) names: RefCell<Names>,
    pub(crate) mode: Cell<Mode>,
    /// What scripts may hold, in bytes; 0 before the limit is set.
    pub(crate) memory: Cell<usize>,
    /// Whether the sheet may be written.
    pub(crate) scoring: Cell<bool>,
    /// Number of sheets that are being filled because a rule asked for a value.
    pub(crate) nested: Cell<u8>,
    pub(crate) loading: RefCell<Loading>,
    pub(crate) chains: OnceCell<Vec<Chain>>,
    /// The score rules as the machine has them, numbered like the chains.
    pub(crate) scored: OnceCell<Hooks>,
    pub(crate) changes: OnceCell<Vec<Entered>>,
    /// The amendment that writes the sheet, by its number; nothing while the rule itself does.
    pub(crate) change: Cell<Option<usize>>,
    /// What amends claims, if anything does.
    pub(crate) claim_rules: OnceCell<ClaimRules>,
    /// True while claims are amended: until then rules see those of the figures.
    pub(crate) claiming: Cell<bool>,
    /// The restrictions on placing, if there are any.
    pub(crate) restrictions: OnceCell<Restrictions>,
    /// The number of the restriction that is asked.
    pub(crate) judging: Cell<Option<usize>>,
    /// The options that an offer amends.
    pub(crate) options: RefCell<Amended>,
    /// What the running coroutine asks.
    pub(crate) question: RefCell<Option<Question>>,
    /// Whether it waits for effects that rules may replace.
    pub(crate) holding: Cell<bool>,
    /// How often the running function may still change the game, and all of them until the next question.
    pub(crate) changes_left: Cell<u32>,
    pub(crate) run_changes_left: Cell<u32>,
    /// What scripts are told of the rim cells, once they have asked.
    pub(crate) rim: OnceCell<Vec<Table>>,
    /// The machine that calls what is here.
    pub(crate) runner: Runner,
    /// Texts that rules put into the keys of options, as far as they were used lately.
    keys: RefCell<Keys>,
    /// Names of fields that tables have again and again.
    field_names: OnceCell<FieldNames>,
    /// What things of the catalog are called, by sort and number, as far as scripts have asked.
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

    /// Makes something for a script. Under a limit of memory mlua guards every single step by a protected call, which
    /// costs several times the step; so the limit is lifted for as long as the host works, and what is held by then
    /// is compared with it. What the work itself makes has to be bounded, and it must not call functions of scripts.
    #[inline]
    pub(crate) fn making<R>(&self, lua: &Lua, work: impl FnOnce() -> mlua::Result<R>) -> mlua::Result<R> {
        let limit = self.memory.get();
        lua.set_memory_limit(0)?;
        let made = work();
        lua.set_memory_limit(if limit > 0 { limit + GARBAGE } else { 0 })?;
        // What nobody holds any more does not count.
        if limit > 0 && lua.used_memory() > limit && lua.gc_collect().is_ok() && lua.used_memory() > limit {
            return Err(mlua::Error::MemoryError("more than scripts may hold".to_owned()));
        }
        made
    }

    /// An amendment begins to write the sheet.
    #[inline]
    pub(crate) fn enter(&self, change: usize) {
        if let Some(entered) = self.changes.get().and_then(|all| all.get(change)) {
            self.sheet.borrow_mut().stage = entered.stage;
            self.change.set(Some(change));
        }
    }

    /// Where the amendment that writes the sheet was registered: module and line.
    pub(crate) fn entered(&self) -> Option<(usize, u32)> {
        let entered = self.changes.get()?.get(self.change.get()?)?;
        Some((entered.module, entered.line))
    }

    /// The game, to look at.
    #[inline]
    pub(crate) fn game(&self) -> mlua::Result<Ref<'_, Game>> {
        if self.playing.get() { Ok(Ref::map(self.game.borrow(), |game| &**game)) } else { Err(no_game()) }
    }

    /// The game, to change.
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

    /// The game and a feature of it.
    #[inline]
    pub(crate) fn feature(&self, segment: SegmentId) -> mlua::Result<Ref<'_, Game>> {
        let game = self.game()?;
        if game.board().features().is_there(segment) {
            return Ok(game);
        }
        Err(if game.board().was_taken_up(segment) { taken_up() } else { stale() })
    }

    /// The sheet, to write.
    #[inline]
    pub(crate) fn sheet(&self) -> mlua::Result<RefMut<'_, Sheet>> {
        if self.scoring.get() { Ok(self.sheet.borrow_mut()) } else { Err(no_sheet()) }
    }

    /// The number of a text.
    #[inline]
    pub(crate) fn symbol(&self, text: &impl Called) -> mlua::Result<Symbol> {
        self.names.borrow_mut().symbol(text, &self.runner)
    }

    /// A text that a module says again and again, as a piece of a key.
    ///
    /// # Errors
    /// It is no key, see [`text::key`].
    #[inline]
    pub(crate) fn key(&self, text: &impl Called) -> mlua::Result<Arc<str>> {
        self.keys.borrow_mut().get(text, &self.runner)
    }

    /// Names of fields that tables have again and again: made once.
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

    /// What something of the catalog is called, as scripts get it: made once.
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
                /// The thing of that name.
                #[inline]
                pub(crate) fn $name(&self, text: &impl Called) -> mlua::Result<tilewright_core::catalog::id::$id> {
                    self.named(text, DeclaredKind::$kind)
                }
            )+
        }
    };
}

impl Host {
    /// The bag of that name, as it is declared.
    pub(crate) fn declared_bag(&self, text: &impl Called) -> mlua::Result<BagId> {
        self.named(text, DeclaredKind::Bag)
    }

    /// The bag of that name in the running game; of those that each seat has that of the active one.
    #[inline]
    pub(crate) fn bag(&self, text: &impl Called) -> mlua::Result<BagId> {
        let bag = self.declared_bag(text)?;
        if self.catalog.bags[bag].owner == BagOwner::Table { Ok(bag) } else { self.bag_of_seat(bag, None) }
    }

    /// The zone of that name, as it is declared.
    pub(crate) fn declared_zone(&self, text: &impl Called) -> mlua::Result<ZoneId> {
        self.named(text, DeclaredKind::Zone)
    }

    /// The zone of that name in the running game; of those that each seat has that of the active one.
    #[inline]
    pub(crate) fn zone(&self, text: &impl Called) -> mlua::Result<ZoneId> {
        let zone = self.declared_zone(text)?;
        if self.catalog.zones[zone].owner == ZoneOwner::Table { Ok(zone) } else { self.zone_of_seat(zone, None) }
    }

    /// The zone that a seat, or the active one, has because of a declaration. That of a seat is meant by its own name, too.
    pub(crate) fn zone_of_seat(&self, zone: ZoneId, seat: Option<Seat>) -> mlua::Result<ZoneId> {
        let game = self.game()?;
        let own = self.catalog.zone_of(zone, seat.unwrap_or_else(|| game.active_seat()));
        if self.catalog.has_zone(own, game.seat_count() as u8) {
            return Ok(own);
        }
        let key = self.catalog.zones.key_str(own);
        Err(misuse(format!("the zone `{key}` is not in this game: nobody has that seat")))
    }

    /// The bag that a seat, or the active one, has because of a declaration. That of a seat is meant by its own name, too.
    pub(crate) fn bag_of_seat(&self, bag: BagId, seat: Option<Seat>) -> mlua::Result<BagId> {
        let game = self.game()?;
        let own = self.catalog.bag_of(bag, seat.unwrap_or_else(|| game.active_seat()));
        if self.catalog.has_bag(own, game.seat_count() as u8) {
            return Ok(own);
        }
        let key = self.catalog.bags.key_str(own);
        Err(misuse(format!("the bag `{key}` is not in this game: nobody has that seat")))
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

/// Names of fields that tables have again and again, as Lua has them.
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

/// What has a name in the catalog that scripts get as a text.
pub(crate) trait Worded: Id {
    /// Its kind.
    const KIND: DeclaredKind;

    /// The name.
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

/// The error for a handle that means nothing in this game.
#[cold]
pub(crate) fn stale() -> mlua::Error {
    misuse("this belongs to another game: scripts keep nothing from call to call")
}

#[cold]
pub(crate) fn taken_up() -> mlua::Error {
    misuse("its tile was taken up, or another one lies on it: `tile:on_board()` and `tile:covered()` tell")
}

#[cold]
fn no_sheet() -> mlua::Error {
    misuse("there is no sheet to write here")
}
