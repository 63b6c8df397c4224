//! Converts texts that scripts use for units, reasons and catalog entries to small numbers.
//!
//! A text is looked up once; afterwards the address of Lua's interned copy leads directly to its number. The cache
//! keeps these copies alive, so that an address is never reused for another text.

use std::collections::BTreeMap;
use std::sync::Arc;

use mlua::{Lua, LuaString};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::declared::{DECLARED, DeclaredKind, DeclaredRow};
use tilewright_core::catalog::id::{Id, Symbol};
use tilewright_core::diag::what_there_is;
use tilewright_core::limits;

use crate::host::runner::Runner;
use crate::host::text::ScriptName;
use crate::schema::header;
use crate::vm::trouble::misuse;

const SLOTS: usize = 256;

/// Meaning of a text in a catalog: for each kind, the position of the entry with that name.
type NameMeaning = [Option<u16>; DECLARED.len()];

struct NameSlot {
    address: usize,
    symbol: Symbol,
    /// Keeps the text alive, so that its address is not reused.
    _text: LuaString,
}

/// Texts that scripts have used.
pub(crate) struct ScriptTexts {
    catalog: Arc<Catalog>,
    texts: Vec<Arc<str>>,
    meanings: Vec<NameMeaning>,
    by_text: BTreeMap<Arc<str>, Symbol>,
    /// Meanings of texts that earlier games have made up, since most games make up the same texts.
    before: BTreeMap<Arc<str>, NameMeaning>,
    slots: Vec<Option<NameSlot>>,
    /// Slots that were filled since the last [`ScriptTexts::forget`]; a full list means all slots.
    filled: Vec<usize>,
    /// Texts as Lua texts, by number, built on first use.
    words: Vec<Option<LuaString>>,
}

impl ScriptTexts {
    /// Creates the table with these texts as the first, so that their numbers do not depend on the order of calls.
    pub(crate) fn new(catalog: Arc<Catalog>, first: &[Arc<str>]) -> ScriptTexts {
        let mut names = ScriptTexts {
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

    /// Returns the texts, ordered by number.
    pub(crate) fn texts(&self) -> &[Arc<str>] {
        &self.texts
    }

    /// Removes all but the first texts, which another game has made up.
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

    /// Returns the number of a text; `None` if there are too many texts.
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

    /// Looks up the meaning of a text in the catalog.
    fn meaning_of(&self, text: &str) -> NameMeaning {
        let position = |row: &DeclaredRow| row.kind.position(&self.catalog, text);
        DECLARED.each_ref().map(|row| position(row).and_then(|position| u16::try_from(position).ok()))
    }

    /// Returns the number of a script's text.
    #[inline]
    pub(crate) fn symbol(&mut self, text: &impl ScriptName, runner: &Runner) -> mlua::Result<Symbol> {
        let address = text.address();
        let slot = (address >> 4 ^ address >> 12) % SLOTS;
        match &self.slots[slot] {
            Some(found) if found.address == address => Ok(found.symbol),
            _ => self.look_up(text, runner, slot),
        }
    }

    #[cold]
    fn look_up(&mut self, text: &impl ScriptName, runner: &Runner, slot: usize) -> mlua::Result<Symbol> {
        let held = text.hold(&runner.lua()?)?;
        let plain = crate::host::text::name(&held)?;
        let symbol = self
            .intern(&plain)
            .ok_or_else(|| misuse(format!("rules use at most {} different names in a game", limits::NAMES)))?;
        self.slots[slot] = Some(NameSlot { address: text.address(), symbol, _text: held });
        if self.filled.len() < SLOTS {
            self.filled.push(slot);
        }
        Ok(symbol)
    }

    /// Returns the entry of this kind that a text names.
    #[inline]
    pub(crate) fn find<I: Id>(&self, symbol: Symbol, kind: DeclaredKind) -> Option<I> {
        let position = self.meanings.get(usize::from(symbol.0))?[kind as usize]?;
        Some(I::from_index(usize::from(position)))
    }

    /// Returns the text for a number.
    pub(crate) fn text(&self, symbol: Symbol) -> &Arc<str> {
        &self.texts[usize::from(symbol.0)]
    }

    /// Returns the text for a number as a Lua text, built on first use.
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

    /// Returns the error for a text that names no entry of this kind.
    #[cold]
    pub(crate) fn unknown(&self, symbol: Symbol, kind: DeclaredKind) -> mlua::Error {
        let name = self.text(symbol);
        let hint =
            what_there_is(name, header::names(kind, &self.catalog)).map_or(String::new(), |hint| format!("; {hint}"));
        misuse(format!("there is no {} `{name}`{hint}", kind.rule_word()))
    }
}
