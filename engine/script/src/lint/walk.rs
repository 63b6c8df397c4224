//! A walk over a syntax tree that knows which names are local: unknown names, forbidden constructs, hidden state.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use full_moon::ast::{
    Assignment, BinOp, Block, Call, CompoundAssignment, Expression, Field, FunctionBody, FunctionCall,
    FunctionDeclaration, GenericFor, Index, LocalAssignment, LocalFunction, NumericFor, Parameter, Prefix, Suffix,
    TableConstructor, Var, VarExpression,
};
use full_moon::node::Node;
use full_moon::tokenizer::{Token, TokenReference, TokenType};
use full_moon::visitors::Visitor;
use tilewright_core::catalog::{Catalog, ModuleUse, Value};
use tilewright_core::diag::{Diagnostic, Span};
use tilewright_core::limits::FINDINGS;

use super::across::Groups;
use super::types::{self, Kind};
use super::{calls, place, worded};
use crate::api::{self, Of, Receiver};
use crate::schema::events::{EventSchema, NAME};
use crate::schema::header::Header;
use crate::schema::suggest::{meant, or_near, suggestion};
use crate::vm::{GLOBALS, LIBRARIES};

/// What authors look for, and what there is instead. The page about the format tells more of it.
const WISHES: &[(&[&str], &str)] = &[
    (
        &["print", "log", "debug_print", "trace", "warn", "message", "say"],
        "scripts have no output: `note(…)` is shown by failing tests, by `play` and in the editor",
    ),
    (
        &["remove_tile", "lift_tile", "delete_tile", "take_tile", "pick_up", "take_away"],
        "`take_up(tile)` takes a tile off the board, into a bag or a hand if you like",
    ),
    (
        &["turn_tile", "rotate_tile", "slide_tile", "shift_tile"],
        "`move_tile(tile, cell, turn)` moves a tile, or turns it where it lies",
    ),
    (&["swap_tile", "exchange_tile", "flip_tile"], "`replace_tile(tile, kind, turn)` lays another tile where one lies"),
    (
        &["eliminate", "retire", "kick", "drop_out"],
        "every seat plays to the end: remember in a counter who is out, and call `leave()` in its turn",
    ),
    (
        &["next_seat", "next_player", "end_turn", "skip_turn", "pass_turn"],
        "the flow says who is next: `leave()` ends a turn part, `schedule(seat, …)` adds one",
    ),
    (
        &["set_tag", "add_tag", "remove_tag"],
        "tags are printed on tiles and do not change: keep it in a counter, of a feature or with a key, or with a token",
    ),
    (
        &["set_score", "add_score", "add_points", "give_points", "score_points"],
        "points are given by `award(seat, points, book)`, or by a sheet with `pay_sheet`",
    ),
    (
        &["random", "rand", "math_random", "dice", "roll_die"],
        "chance comes from the game: `roll(die)`, or `chance(name, bound)` for a number",
    ),
    (
        &["game_over", "win", "lose", "finish_game", "set_winner"],
        "`end_game()` ends the game; the most points win, `tie_breaks` of the flow come next, unless it names the `winners` \
         or a `result`",
    ),
    (
        &["eliminate", "eliminate_seat", "eliminate_player", "drop_out", "resign", "knock_out"],
        "`retire(seat)` takes a seat out of the turn order; `in_game(seat)` tells whether it still plays",
    ),
    (
        &["current_seat", "current_player", "player", "active_player"],
        "`active_seat()` tells whose turn part is running",
    ),
    (&["players", "all_seats", "player_count"], "`seats()` lists the seats, `seat_count()` tells how many there are"),
    (
        &["neighbours", "neighbors", "adjacent"],
        "`cell:beside(side)` is the cell across a side, `feature:neighbours(terrain)` tells what a feature touches",
    ),
    (
        &["place", "lay", "put_tile"],
        "`place_tile(kind, cell, turn)` lays a tile; `deploy(kind, seat, place)` puts a figure down",
    ),
    (&["remove_figure", "return_figure", "send_home"], "`take_home(figure)` sends a figure back to its supply"),
    (
        &["set_timer", "sleep", "delay", "timer"],
        "games have no clock; `wait()` lets everything on the agenda happen first",
    ),
];

/// A name that is declared in a file.
struct Local {
    name: String,
    /// Number of functions around its declaration.
    depth: usize,
    /// It is a table with names as keys.
    keyed: bool,
    /// It is what a hook is told.
    told: Option<&'static EventSchema>,
    /// What it is, if the text tells.
    kind: Option<Kind>,
}

/// The walk over one module.
pub(super) struct Walk<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) module: &'a ModuleUse,
    header: &'a Header,
    locals: Vec<Local>,
    /// Number of locals where each block began.
    blocks: Vec<usize>,
    /// Number of functions around.
    depth: usize,
    /// Where names are written to, by their first byte.
    targets: BTreeSet<usize>,
    /// What functions are told, by the first byte of their bodies.
    told: BTreeMap<usize, &'static EventSchema>,
    /// What the parameters of functions are, by the first byte of their bodies.
    parameters: BTreeMap<usize, &'static [Kind]>,
    /// Names that functions and fields of the module's own tables have.
    pub(super) members: BTreeSet<String>,
    /// Groups of options.
    pub(super) groups: Groups,
    /// Texts in the order they are written.
    pub(super) words: Vec<Arc<str>>,
    pub(super) found: Vec<Diagnostic>,
    /// What loops go through that may be anything, from one byte to another.
    pub(super) loops: Vec<(usize, usize)>,
}

/// The name that a token is.
pub(super) fn name_of(token: &TokenReference) -> Option<&str> {
    match token.token().token_type() {
        TokenType::Identifier { identifier } => Some(identifier.as_str()),
        _ => None,
    }
}

/// The text that an expression is, if it is a plain literal.
pub(super) fn text_of(expression: &Expression) -> Option<&str> {
    match expression {
        Expression::String(token) => literal(token.token()),
        _ => None,
    }
}

/// From where to where a part of the tree stands.
pub(super) fn bytes(node: &impl Node) -> (usize, usize) {
    let at = |position: Option<full_moon::tokenizer::Position>| position.map_or(0, |p| p.bytes());
    (at(node.start_position()), at(node.end_position()))
}

fn literal(token: &Token) -> Option<&str> {
    match token.token_type() {
        TokenType::StringLiteral { literal, .. } if !literal.contains('\\') => Some(literal.as_str()),
        _ => None,
    }
}

impl<'a> Walk<'a> {
    pub(super) fn new(catalog: &'a Catalog, module: &'a ModuleUse, header: &'a Header) -> Walk<'a> {
        Walk {
            catalog,
            module,
            header,
            locals: Vec::new(),
            blocks: Vec::new(),
            depth: 0,
            targets: BTreeSet::new(),
            told: BTreeMap::new(),
            parameters: BTreeMap::new(),
            members: BTreeSet::new(),
            groups: Groups::default(),
            words: Vec::new(),
            found: Vec::new(),
            loops: Vec::new(),
        }
    }

    /// Notes a finding at a part of the tree.
    pub(super) fn say(&mut self, diagnostic: Diagnostic, node: &impl Node) {
        self.say_at(diagnostic, bytes(node));
    }

    /// Whether more was found than is told.
    fn is_full(&self) -> bool {
        self.found.len() > FINDINGS
    }

    /// Notes a finding from one byte to another.
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

    /// The text that `param.name` stands for, if it is one.
    pub(super) fn parameter(&self, entry: &VarExpression) -> Option<String> {
        let (Prefix::Name(token), Some(Suffix::Index(Index::Dot { name, .. }))) =
            (entry.prefix(), entry.suffixes().next())
        else {
            return None;
        };
        let name = name_of(name).filter(|_| name_of(token) == Some("param") && entry.suffixes().count() == 1)?;
        let given = self.module.params.iter().find(|(own, _)| **own == *name).map(|(_, value)| value);
        match given.or_else(|| self.header.param(name)?.default.as_ref())? {
            Value::Text(text) => Some(text.to_string()),
            _ => None,
        }
    }

    fn declare(&mut self, token: &TokenReference, keyed: bool) {
        if let Some(name) = name_of(token) {
            self.locals.push(Local { name: name.to_owned(), depth: self.depth, keyed, told: None, kind: None });
        }
    }

    /// What a local is, if the text tells.
    pub(super) fn kind_of(&self, name: &str) -> Option<Kind> {
        self.local(name)?.kind
    }

    /// What a local is told, if it is the table that a hook gets.
    pub(super) fn told_of(&self, name: &str) -> Option<&'static EventSchema> {
        self.local(name)?.told
    }

    /// Says of the local that was declared last what it is.
    fn last_is(&mut self, kind: Option<Kind>) {
        if let Some(local) = self.locals.last_mut() {
            local.kind = kind;
        }
    }

    fn local(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|l| l.name == name)
    }

    /// The name of the host function whose result an expression is.
    fn called<'e>(&self, expression: &'e Expression) -> Option<&'e str> {
        let Expression::FunctionCall(call) = expression else { return None };
        let (Prefix::Name(token), 1) = (call.prefix(), call.suffixes().count()) else { return None };
        name_of(token).filter(|name| self.is_global(name))
    }

    /// Whether a name is that of a host function or library, not of a local.
    pub(super) fn is_global(&self, name: &str) -> bool {
        self.local(name).is_none()
    }

    fn read(&mut self, token: &TokenReference) {
        let Some(name) = name_of(token).filter(|_| !self.is_full()) else { return };
        if self.targets.contains(&token.token().start_position().bytes()) || self.local(name).is_some() {
            return;
        }
        let known = api::entries().filter(|e| e.on == Receiver::Global).map(api::HostFunction::name);
        let known = known.chain(GLOBALS).chain(LIBRARIES.map(|(l, _)| l)).chain(["param", "tostring", "error"]);
        let known: Vec<&str> = known.collect();
        if known.contains(&name) {
            return;
        }
        if let Some(new) = api::renamed(Of::Function, name) {
            let is_safe = self.local(new).is_none();
            self.say(calls::former(name, new, is_safe), token);
            return;
        }
        let diagnostic = Diagnostic::error("S0120", format!("there is nothing of the name `{name}`"));
        let hint: Option<String> = match name {
            "pairs" | "next" => {
                Some("go through lists with `for _, item in list do`; names have no fixed order".into())
            }
            "pcall" | "xpcall" => Some("a rule that fails stops the game, and nothing may hide that".into()),
            "os" | "io" | "debug" | "package" | "loadstring" | "load" | "dofile" => {
                Some("scripts cannot reach the machine that they run on".into())
            }
            "coroutine" => Some("functions that may ask are run as coroutines by themselves".into()),
            "setmetatable" | "getmetatable" | "rawset" | "rawget" => Some("scripts have no metatables".into()),
            _ => WISHES.iter().find(|(names, _)| names.contains(&name)).map(|(_, hint)| (*hint).to_owned()),
        };
        let diagnostic = match hint {
            Some(hint) => diagnostic.hint(hint),
            None => or_near(diagnostic, name, suggestion(name, known.iter().copied())),
        };
        self.say(diagnostic, token);
    }

    /// A write to a name, or into the table that a name holds.
    fn write(&mut self, name: &TokenReference, into: bool) {
        let Some(text) = name_of(name) else { return };
        match self.local(text) {
            Some(local) if local.depth == 0 && self.depth > 0 => {
                let message = format!("`{text}` would keep something from call to call");
                let hint = "keep it in a counter or a tag of the game; here it is lost when a game is restored";
                self.say(Diagnostic::error("S0131", message).hint(hint), name);
            }
            Some(_) => {}
            None if into => {}
            None => {
                let diagnostic = Diagnostic::error("S0132", format!("`{text}` is not declared"));
                self.say(diagnostic.hint(format!("write `local {text}`")), name);
            }
        }
    }

    fn target(&mut self, var: &Var) {
        match var {
            Var::Name(token) => {
                self.targets.insert(token.token().start_position().bytes());
                self.write(token, false);
                // From here on it is something else.
                if let Some(local) = name_of(token).and_then(|n| self.locals.iter_mut().rev().find(|l| l.name == n)) {
                    local.kind = None;
                }
            }
            Var::Expression(expression) => {
                if let Some(Suffix::Index(Index::Dot { name, .. })) = expression.suffixes().last() {
                    self.members.extend(name_of(name).map(str::to_owned));
                }
                if let Prefix::Name(token) = expression.prefix() {
                    self.write(token, true);
                }
            }
            _ => {}
        }
    }

    /// `name.entry`: a parameter, or something of a library.
    fn entry<'s>(&mut self, prefix: &Prefix, mut suffixes: impl Iterator<Item = &'s Suffix>) {
        let Prefix::Name(token) = prefix else { return };
        let Some(Suffix::Index(Index::Dot { name: entry, .. })) = suffixes.next() else { return };
        let (Some(name), Some(wanted)) = (name_of(token), name_of(entry)) else { return };
        if let Some(local) = self.local(name) {
            if let Some(told) = local.told {
                self.field(told, wanted, entry);
            }
            return;
        }
        if name == "param" {
            // What is wrong with the line of a parameter is told already.
            if self.header.param(wanted).is_none() && !self.header.unread.iter().any(|name| **name == *wanted) {
                let known: Vec<&str> = self.header.params.iter().map(|p| &*p.name).collect();
                let diagnostic = Diagnostic::error("S0114", format!("the head declares no parameter `{wanted}`"));
                let diagnostic = match suggestion(wanted, known) {
                    Some(near) => diagnostic.did_you_mean(wanted, near),
                    None => {
                        diagnostic.hint(format!("add a line `--- @param {wanted} integer  What it is for.` at the top"))
                    }
                };
                self.say(diagnostic, entry);
            }
        } else if let Some((_, entries)) = LIBRARIES.iter().find(|(library, _)| *library == name) {
            let replaced = name == "string" && matches!(wanted, "format" | "rep");
            if !replaced && !entries.contains(&wanted) {
                let diagnostic = Diagnostic::error("S0120", format!("there is no `{name}.{wanted}`"));
                let hint = match wanted {
                    "random" | "randomseed" => Some("chance comes from the game: use `chance` or `roll`".to_owned()),
                    "pow" | "sqrt" | "huge" => Some("scripts count in whole numbers".to_owned()),
                    _ => None,
                };
                let diagnostic = match hint {
                    Some(hint) => diagnostic.hint(hint),
                    None => or_near(diagnostic, wanted, suggestion(wanted, entries.iter().copied())),
                };
                self.say(diagnostic, entry);
            }
        }
    }
}

impl Walk<'_> {
    /// A field of what a hook is told.
    fn field(&mut self, told: &EventSchema, wanted: &str, token: &TokenReference) {
        let known = || told.fields.iter().map(|field| field.name).chain([NAME]);
        if !known().any(|name| name == wanted) {
            let message = format!("`{}` comes without a field `{wanted}`", told.name);
            let diagnostic = Diagnostic::error("S0126", message);
            let diagnostic = match suggestion(wanted, known()) {
                Some(near) => diagnostic.did_you_mean(wanted, near),
                None => diagnostic.hint(meant(wanted, known())),
            };
            self.say(diagnostic, token);
        }
    }
}

fn is_keyed(expression: &Expression) -> bool {
    let Expression::TableConstructor(table) = expression else { return false };
    table.fields().iter().any(|f| matches!(f, Field::NameKey { .. } | Field::ExpressionKey { .. }))
}

impl Visitor for Walk<'_> {
    fn visit_block(&mut self, _: &Block) {
        self.blocks.push(self.locals.len());
    }

    fn visit_block_end(&mut self, _: &Block) {
        let count = self.blocks.pop().unwrap_or(0);
        self.locals.truncate(count);
    }

    fn visit_function_body(&mut self, body: &FunctionBody) {
        self.depth += 1;
        self.blocks.push(self.locals.len());
        let first = self.locals.len();
        for parameter in body.parameters() {
            if let Parameter::Name(token) = parameter {
                self.declare(token, false);
            }
        }
        let start = body.start_position().map(|start| start.bytes());
        let told = start.and_then(|start| self.told.remove(&start));
        let kinds = start.and_then(|start| self.parameters.remove(&start)).unwrap_or_default();
        for (parameter, &kind) in self.locals[first..].iter_mut().zip(kinds) {
            parameter.kind = Some(kind);
        }
        if let Some(parameter) = self.locals.get_mut(first) {
            parameter.told = told;
        }
    }

    fn visit_function_body_end(&mut self, _: &FunctionBody) {
        self.depth -= 1;
        let count = self.blocks.pop().unwrap_or(0);
        self.locals.truncate(count);
    }

    fn visit_local_assignment_end(&mut self, node: &LocalAssignment) {
        let values: Vec<&Expression> = node.expressions().iter().collect();
        let kinds: Vec<Option<Kind>> = values.iter().map(|value| types::of(self, value)).collect();
        for (i, token) in node.names().iter().enumerate() {
            self.declare(token, values.get(i).is_some_and(|v| is_keyed(v)));
            self.last_is(kinds.get(i).copied().flatten());
        }
    }

    fn visit_local_function(&mut self, node: &LocalFunction) {
        self.declare(node.name(), false);
    }

    fn visit_generic_for(&mut self, node: &GenericFor) {
        for expression in node.expressions() {
            let keyed = match expression {
                Expression::Var(Var::Name(token)) => {
                    name_of(token).and_then(|n| self.local(n)).is_some_and(|l| l.keyed)
                }
                other => is_keyed(other),
            };
            if keyed {
                let message = "names of a table have no fixed order, so going through them may differ between machines";
                self.say(Diagnostic::error("S0134", message).hint("use a list of pairs"), expression);
            }
        }
        // A list that is gone through gives its items second.
        let items = node.expressions().iter().next().and_then(|list| types::of(self, list)).and_then(types::item);
        let listed = node.expressions().iter().next().and_then(|list| self.called(list));
        if !listed.is_some_and(|name| name == "ipairs" || items.is_some()) {
            self.loops.push(bytes(node.expressions()));
        }
        self.blocks.push(self.locals.len());
        for (i, token) in node.names().iter().enumerate() {
            self.declare(token, false);
            self.last_is(items.filter(|_| i == 1));
        }
    }

    fn visit_generic_for_end(&mut self, _: &GenericFor) {
        let count = self.blocks.pop().unwrap_or(0);
        self.locals.truncate(count);
    }

    fn visit_numeric_for(&mut self, node: &NumericFor) {
        self.blocks.push(self.locals.len());
        self.declare(node.index_variable(), false);
    }

    fn visit_numeric_for_end(&mut self, _: &NumericFor) {
        let count = self.blocks.pop().unwrap_or(0);
        self.locals.truncate(count);
    }

    fn visit_assignment(&mut self, node: &Assignment) {
        for var in node.variables() {
            self.target(var);
        }
    }

    fn visit_compound_assignment(&mut self, node: &CompoundAssignment) {
        self.target(node.lhs());
    }

    fn visit_function_declaration(&mut self, node: &FunctionDeclaration) {
        let names = node.name().names();
        let members = names.iter().skip(1).chain(node.name().method_name());
        self.members.extend(members.filter_map(name_of).map(str::to_owned));
        if let Some(first) = names.iter().next() {
            self.write(first, names.len() > 1);
        }
    }

    fn visit_var(&mut self, node: &Var) {
        if let Var::Name(token) = node {
            self.read(token);
        }
    }

    fn visit_prefix(&mut self, node: &Prefix) {
        if let Prefix::Name(token) = node {
            self.read(token);
        }
    }

    fn visit_var_expression(&mut self, node: &VarExpression) {
        self.entry(node.prefix(), node.suffixes());
        types::check(self, node.prefix(), node.suffixes());
    }

    fn visit_function_call(&mut self, node: &FunctionCall) {
        self.entry(node.prefix(), node.suffixes());
        types::check(self, node.prefix(), node.suffixes());
        let mut suffixes = node.suffixes();
        if let (Prefix::Name(token), Some(Suffix::Call(Call::AnonymousCall(args)))) = (node.prefix(), suffixes.next())
            && let Some(name) = name_of(token)
            && self.is_global(name)
        {
            self.told.extend(calls::told(name, args));
            self.parameters.extend(calls::parameters(name, args));
            if name == "chosen" {
                self.groups.follow(args);
            }
            calls::global(self, token, name, args);
            match name {
                "leave" => calls::leave(self, args),
                "ask" => worded::asked(self, args, 1),
                "ask_all" => worded::asked(self, args, 0),
                _ => {}
            }
        }
        if let (Prefix::Name(token), Some(Suffix::Index(Index::Dot { name, .. }))) =
            (node.prefix(), node.suffixes().next())
            && name_of(token) == Some("table")
            && matches!(name_of(name), Some("insert" | "remove" | "clear" | "sort"))
            && let Some(Suffix::Call(Call::AnonymousCall(args))) = node.suffixes().nth(1)
            && let Some(Expression::Var(Var::Name(list))) = calls::arguments(args).first()
        {
            self.write(list, true);
        }
        if let (
            Prefix::Name(token),
            [Suffix::Index(Index::Dot { name: field, .. }), Suffix::Call(Call::MethodCall(call)), ..],
        ) = (node.prefix(), &node.suffixes().collect::<Vec<_>>()[..])
            && name_of(field) == Some("figure")
            && let Some(told) = name_of(token).and_then(|name| self.local(name)).and_then(|local| local.told)
            && told.name == "took_home"
            && let Some(name) = name_of(call.name())
        {
            calls::home_figure(self, call.name(), name);
        }
        for (before, suffix) in node.suffixes().enumerate() {
            if let Suffix::Call(Call::MethodCall(call)) = suffix
                && let Some(name) = name_of(call.name())
            {
                if name == "add" || name == "add_each" {
                    self.groups.add(call.args());
                    worded::offered(self, call.args());
                }
                calls::method(self, (node, before), call.name(), name, call.args());
            }
        }
    }

    fn visit_expression(&mut self, node: &Expression) {
        if let Expression::BinaryOperator { binop: BinOp::Caret(token), .. } = node {
            let diagnostic = Diagnostic::error("S0130", "powers may differ between machines");
            self.say(diagnostic.hint("multiply"), token);
        }
        if let Expression::BinaryOperator { lhs, binop: BinOp::TwoEqual(_) | BinOp::TildeEqual(_), rhs } = node {
            calls::compared(self, lhs);
            calls::compared(self, rhs);
        }
    }

    fn visit_table_constructor(&mut self, node: &TableConstructor) {
        for field in node.fields() {
            if let Field::NameKey { key, .. } = field {
                self.members.extend(name_of(key).map(str::to_owned));
            }
            if let Field::ExpressionKey { key, .. } = field
                && matches!(&**key, Expression::TableConstructor(_) | Expression::Function(_))
            {
                let message = "tables and functions as keys have no order that is the same everywhere";
                self.say(Diagnostic::error("S0133", message).hint("use a text or a number as the key"), &**key);
            }
        }
    }

    fn visit_string_literal(&mut self, token: &Token) {
        if let Some(text) = literal(token)
            && !text.is_empty()
            && text.len() <= 64
        {
            self.words.push(text.into());
        }
    }
}
