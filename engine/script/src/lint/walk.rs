//! Holds the state of a walk over the syntax tree of a module, which all checks share.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use full_moon::ast::{FunctionBody, Index, Prefix, Suffix, VarExpression};
use full_moon::node::Node;
use tilewright_core::catalog::{Catalog, ModuleUse, Value};
use tilewright_core::diag::{Diagnostic, Span};
use tilewright_core::limits::FINDINGS;

use super::call_graph::Calls;
use super::groups::OptionGroups;
use super::scopes::{Local, Scopes};
use super::span::{bytes, place};
use super::syntax::{SignatureType, name_of};
use crate::schema::events::EventSchema;
use crate::schema::header::Header;

/// Walk over one module.
pub(super) struct Walk<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) module: &'a ModuleUse,
    pub(super) header: &'a Header,
    pub(super) scopes: Scopes,
    /// Names of fields and methods of the tables of all modules.
    pub(super) fields: &'a BTreeSet<String>,
    /// True during the first walk, which only gathers names and adds no findings.
    pub(super) surveys: bool,
    /// Number of enclosing types, which are not evaluated when the module runs.
    pub(super) types: usize,
    /// Bodies of functions that are declared with a colon.
    pub(super) methods: Vec<*const FunctionBody>,
    /// Positions where names are assigned, as first bytes.
    pub(super) targets: BTreeSet<usize>,
    /// Schemas of the events and effects that functions receive, by the first byte of their bodies.
    pub(super) told: BTreeMap<usize, &'static EventSchema>,
    /// Types of the parameters of functions, by the first byte of their bodies.
    pub(super) parameters: BTreeMap<usize, &'static [SignatureType]>,
    /// Names of functions and fields of the module's own tables.
    pub(super) members: BTreeSet<String>,
    /// Functions of the module, and the calls that they make.
    pub(super) calls: Calls,
    /// Groups of options in the module.
    pub(super) groups: OptionGroups,
    /// Texts in the order in which they are written.
    pub(super) words: Vec<Arc<str>>,
    pub(super) found: Vec<Diagnostic>,
    /// Byte ranges of the expressions in loops that may have any value.
    pub(super) loops: Vec<(usize, usize)>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        catalog: &'a Catalog,
        module: &'a ModuleUse,
        header: &'a Header,
        fields: &'a BTreeSet<String>,
    ) -> Walk<'a> {
        Walk {
            catalog,
            module,
            header,
            scopes: Scopes::default(),
            fields,
            surveys: false,
            types: 0,
            methods: Vec::new(),
            targets: BTreeSet::new(),
            told: BTreeMap::new(),
            parameters: BTreeMap::new(),
            members: BTreeSet::new(),
            calls: Calls::default(),
            groups: OptionGroups::default(),
            words: Vec::new(),
            found: Vec::new(),
            loops: Vec::new(),
        }
    }

    /// Adds a finding about a part of the tree.
    pub(super) fn say(&mut self, diagnostic: Diagnostic, node: &impl Node) {
        self.say_at(diagnostic, bytes(node));
    }

    /// True if no further findings are added.
    pub(super) fn is_full(&self) -> bool {
        self.surveys || self.types > 0 || self.found.len() > FINDINGS
    }

    /// Adds a finding about a byte range.
    pub(super) fn say_at(&mut self, diagnostic: Diagnostic, (start, end): (usize, usize)) {
        if self.is_full() {
            return;
        }
        let span = self.module.file.map(|file| Span::new(file, start, end));
        let mut diagnostic = place(diagnostic, self.module, span);
        if span.is_none() && diagnostic.span.is_none() {
            let line = 1 + self.module.source.bytes().take(start).filter(|&byte| byte == b'\n').count();
            diagnostic.message = format!("{}:{line}: {}", self.module.path, diagnostic.message);
        }
        self.found.push(diagnostic);
    }

    /// Returns the text that `param.name` has as its value, if it has one.
    pub(super) fn parameter(&self, entry: &VarExpression) -> Option<String> {
        let (Prefix::Name(token), Some(Suffix::Index(Index::Dot { name, .. }))) =
            (entry.prefix(), entry.suffixes().next())
        else {
            return None;
        };
        let name = name_of(name)
            .filter(|_| name_of(token) == Some("param") && self.is_global("param") && entry.suffixes().count() == 1)?;
        let given = self.module.params.iter().find(|(own, _)| **own == *name).map(|(_, value)| value);
        match given.or_else(|| self.header.param(name)?.default.as_ref())? {
            Value::Text(text) => Some(text.to_string()),
            _ => None,
        }
    }

    /// Returns the type of a local, if the text shows it.
    pub(super) fn kind_of(&self, name: &str) -> Option<SignatureType> {
        self.local(name)?.kind
    }

    /// Returns the event or effect whose fields a local has, as the parameter of a hook.
    pub(super) fn schema_of(&self, name: &str) -> Option<&'static EventSchema> {
        self.local(name)?.told
    }

    pub(super) fn local(&self, name: &str) -> Option<&Local> {
        self.scopes.find(name)
    }

    /// True if a name is not a local, so that it means a host function or a library.
    pub(super) fn is_global(&self, name: &str) -> bool {
        self.local(name).is_none()
    }
}

impl Walk<'_> {}
