//! Texts that scripts use for units, reasons and things of the catalog, turned into small numbers.
//!
//! A text is looked up once; afterwards the address of Lua's interned copy leads straight to its number. The
//! copies in that cache are held, so that an address never comes to mean another text.

use std::collections::BTreeMap;
use std::sync::Arc;

use mlua::{Lua, LuaString};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::declared::{DECLARED, DeclaredKind, DeclaredRow};
use tilewright_core::catalog::id::{Id, Symbol};
use tilewright_core::diag::what_there_is;
use tilewright_core::limits;

use crate::host::Runner;
use crate::host::text::Called;
use crate::schema::header;
use crate::vm::trouble::misuse;

const SLOTS: usize = 256;

/// What a text means in a catalog: for each kind, the position of what bears that name.
type NameMeaning = [Option<u16>; DECLARED.len()];

struct Slot {
    address: usize,
    symbol: Symbol,
    /// Keeps the address taken.
    _text: LuaString,
}

/// All texts seen so far.
pub(crate) struct Names {
    catalog: Arc<Catalog>,
    texts: Vec<Arc<str>>,
    meanings: Vec<NameMeaning>,
    by_text: BTreeMap<Arc<str>, Symbol>,
    /// What texts mean that games before have made up: the next one mostly makes up the same.
    before: BTreeMap<Arc<str>, NameMeaning>,
    slots: Vec<Option<Slot>>,
    /// Those that were filled since names were forgotten, as long as that is shorter than all of them.
    filled: Vec<usize>,
    /// The texts as scripts get them, by number, as far as they were asked for.
    words: Vec<Option<LuaString>>,
}

impl Names {
    /// With these texts as the first ones, so that their numbers do not depend on what is called first.
    pub(crate) fn new(catalog: Arc<Catalog>, first: &[Arc<str>]) -> Names {
        let mut names = Names {
            catalog,
            texts: Vec::new(),
            meanings: Vec::new(),
            by_text: BTreeMap::new(),
            before: BTreeMap::new(),
            slots: std::iter::repeat_with(|| None).take(SLOTS).collect(),
            filled: Vec::new(),
            words: Vec::new(),
        };
        for text in first {
            names.intern(text);
        }
        names
    }

    /// The texts by number.
    pub(crate) fn texts(&self) -> &[Arc<str>] {
        &self.texts
    }

    /// Forgets all but the first ones: what another game has made up.
    pub(crate) fn forget(&mut self, first: usize) {
        if self.texts.len() <= first {
            return;
        }
        self.words.truncate(first);
        if self.before.len() > limits::NAMES {
            self.before.clear();
        }
        for (text, meaning) in self.texts.drain(first..).zip(self.meanings.drain(first..)) {
            self.by_text.remove(&text);
            self.before.insert(text, meaning);
        }
        if self.filled.len() == SLOTS {
            self.filled = (0..SLOTS).collect();
        }
        for slot in self.filled.drain(..) {
            if self.slots[slot].as_ref().is_some_and(|slot| usize::from(slot.symbol.0) >= first) {
                self.slots[slot] = None;
            }
        }
    }

    /// The number of a text.
    pub(crate) fn intern(&mut self, text: &str) -> Option<Symbol> {
        if let Some(&symbol) = self.by_text.get(text) {
            return Some(symbol);
        }
        let symbol = Symbol(u16::try_from(self.texts.len()).ok().filter(|&n| usize::from(n) < limits::NAMES)?);
        let (text, meaning) = match self.before.get_key_value(text) {
            Some((text, meaning)) => (text.clone(), *meaning),
            None => (text.into(), self.meaning_of(text)),
        };
        self.meanings.push(meaning);
        self.by_text.insert(text.clone(), symbol);
        self.texts.push(text);
        Some(symbol)
    }

    /// Looks up what a text means in the catalog.
    fn meaning_of(&self, text: &str) -> NameMeaning {
        let position = |row: &DeclaredRow| row.kind.position(&self.catalog, text);
        DECLARED.each_ref().map(|row| position(row).and_then(|position| u16::try_from(position).ok()))
    }

    /// The number of a script's text.
    #[inline]
    pub(crate) fn symbol(&mut self, text: &impl Called, runner: &Runner) -> mlua::Result<Symbol> {
        let address = text.address();
        let slot = (address >> 4 ^ address >> 12) % SLOTS;
        match &self.slots[slot] {
            Some(found) if found.address == address => Ok(found.symbol),
            _ => self.look_up(text, runner, slot),
        }
    }

    #[cold]
    fn look_up(&mut self, text: &impl Called, runner: &Runner, slot: usize) -> mlua::Result<Symbol> {
        let held = text.hold(&runner.lua()?)?;
        let plain = crate::host::text::name(&held)?;
        let symbol = self
            .intern(&plain)
            .ok_or_else(|| misuse(format!("rules use at most {} different names in a game", limits::NAMES)))?;
        self.slots[slot] = Some(Slot { address: text.address(), symbol, _text: held });
        if self.filled.len() < SLOTS {
            self.filled.push(slot);
        }
        Ok(symbol)
    }

    /// Returns what a text names among the things of a kind.
    #[inline]
    pub(crate) fn find<I: Id>(&self, symbol: Symbol, kind: DeclaredKind) -> Option<I> {
        let position = self.meanings.get(usize::from(symbol.0))?[kind as usize]?;
        Some(I::from_index(usize::from(position)))
    }

    /// The text of a number.
    pub(crate) fn text(&self, symbol: Symbol) -> &Arc<str> {
        &self.texts[usize::from(symbol.0)]
    }

    /// The text of a number as scripts get it, made once.
    pub(crate) fn word(&mut self, lua: &Lua, symbol: Symbol) -> mlua::Result<LuaString> {
        let number = usize::from(symbol.0);
        if let Some(Some(word)) = self.words.get(number) {
            return Ok(word.clone());
        }
        let word = lua.create_string(&*self.texts[number])?;
        if self.words.len() <= number {
            self.words.resize(number + 1, None);
        }
        self.words[number] = Some(word.clone());
        Ok(word)
    }

    /// The error for a text that names nothing of a sort.
    #[cold]
    pub(crate) fn unknown(&self, symbol: Symbol, kind: DeclaredKind) -> mlua::Error {
        let name = self.text(symbol);
        let hint =
            what_there_is(name, header::names(kind, &self.catalog)).map_or(String::new(), |hint| format!("; {hint}"));
        misuse(format!("there is no {} `{name}`{hint}", kind.rule_word()))
    }
}
