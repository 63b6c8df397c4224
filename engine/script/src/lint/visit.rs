//! Visits the syntax tree of a module: finds unknown names, forbidden constructs, and hidden state.

use std::collections::BTreeSet;
use std::ptr;

use full_moon::ast::luau::{ConstAssignment, ConstFunction, TypeFunction, TypeInfo};
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{
    Assignment, Ast, BinOp, Block, Call, CompoundAssignment, CompoundOp, Expression, Field, FunctionBody, FunctionCall,
    FunctionDeclaration, GenericFor, Index, LocalAssignment, LocalFunction, NumericFor, Parameter, Prefix, Repeat,
    Suffix, TableConstructor, Var, VarExpression, While,
};
use full_moon::tokenizer::{Token, TokenReference};
use full_moon::visitors::Visitor;
use tilewright_core::catalog::{Catalog, ModuleUse};
use tilewright_core::diag::Diagnostic;

use super::scopes::{Local, Survey};
use super::span::bytes;
use super::syntax::{SignatureType, arguments, body_of, id_of, literal, name_of, text_of};
use super::walk::Walk;
use super::{calls, hooks, types, wishes, worded};
use crate::api::{self, Receiver};
use crate::schema::events::{EventSchema, NAME};
use crate::schema::header::Header;
use crate::schema::suggest::{or_near, suggestion, suggestion_for};
use crate::vm::{GLOBALS, LIBRARIES};

/// Global names of modules that are neither host functions nor remaining names of Lua.
pub(crate) const OTHERS: [&str; 3] = ["param", "tostring", "error"];

impl<'a> Walk<'a> {
    /// Walks over a module without adding findings. Returns the assignments to its locals, and the names of the fields
    /// and methods of its tables.
    pub(super) fn survey(
        catalog: &'a Catalog,
        module: &'a ModuleUse,
        header: &'a Header,
        ast: &Ast,
    ) -> (Survey, BTreeSet<String>) {
        static NONE: BTreeSet<String> = BTreeSet::new();
        let mut walk = Walk { surveys: true, ..Walk::new(catalog, module, header, &NONE) };
        walk.visit_ast(ast);
        (walk.scopes.survey, walk.members)
    }

    /// Walks over a module with a known survey; `fields` has the names of the fields and methods of the tables of all
    /// modules.
    pub(super) fn check_module(
        catalog: &'a Catalog,
        module: &'a ModuleUse,
        header: &'a Header,
        ast: &Ast,
        survey: Survey,
        fields: &'a BTreeSet<String>,
    ) -> Walk<'a> {
        let mut walk = Walk::new(catalog, module, header, fields);
        walk.scopes.survey = survey;
        walk.visit_ast(ast);
        hooks::check(&mut walk);
        walk
    }

    /// Makes the names of a `local` or `const` statement visible, with the types of their values.
    fn declare(&mut self, names: &Punctuated<TokenReference>, values: &Punctuated<Expression>) {
        let values: Vec<&Expression> = values.iter().collect();
        let kinds: Vec<Option<SignatureType>> =
            values.iter().map(|value| types::kind_of_expression(self, value)).collect();
        for (i, token) in names.iter().enumerate() {
            let value = values.get(i).copied();
            let mut local = self.scopes.local_of(token);
            local.keyed = value.is_some_and(is_keyed);
            local.kind = kinds.get(i).copied().flatten();
            local.function = value.and_then(body_of);
            if let Some(Expression::TableConstructor(table)) = value {
                self.calls.note_fields(local.at, table);
            }
            self.scopes.declare(local);
        }
    }

    fn read(&mut self, token: &TokenReference) {
        let Some(name) = name_of(token).filter(|_| !self.is_full()) else { return };
        if self.targets.contains(&token.token().start_position().bytes()) || self.local(name).is_some() {
            return;
        }
        if api::find(name).any(|e| e.on == Receiver::Global) || OTHERS.contains(&name) {
            return;
        }
        let known = || GLOBALS.into_iter().chain(LIBRARIES.map(|(library, _)| library));
        if known().any(|other| other == name) {
            return;
        }
        let diagnostic = Diagnostic::error("S0120", format!("`{name}` is not defined"));
        let diagnostic = match wishes::hint(name) {
            Some(hint) => diagnostic.with_hint(hint),
            None => {
                let diagnostic =
                    diagnostic.with_hint("`tilewright api` lists the functions; the module's own begin with `local`");
                let entries = api::entries().filter(|e| e.on == Receiver::Global).map(api::HostFunction::name);
                or_near(diagnostic, name, suggestion(name, entries.chain(known()).chain(OTHERS)))
            }
        };
        self.say(diagnostic, token);
    }

    /// Records an assignment to a name, or into the table that a name holds.
    fn write(&mut self, name: &TokenReference, into: bool) {
        let Some(text) = name_of(name) else { return };
        match self.local(text) {
            Some(local) if local.depth == 0 && self.scopes.depth > 0 => {
                let message = format!("`{text}` would keep a value between calls");
                let hint = "keep it in a counter or a tag of the game; here it is lost when a game is restored";
                self.say(Diagnostic::error("S0131", message).with_hint(hint), name);
            }
            Some(_) => {}
            // Reading the name is already reported.
            None if into => {}
            None => {
                let diagnostic = Diagnostic::error("S0132", format!("`{text}` is not declared"));
                self.say(diagnostic.with_hint(format!("write `local {text}`")), name);
            }
        }
    }

    fn target(&mut self, var: &Var) {
        match var {
            Var::Name(token) => {
                self.targets.insert(token.token().start_position().bytes());
                self.write(token, false);
                if let Some(name) = name_of(token) {
                    self.scopes.assign(name);
                }
            }
            Var::Expression(expression) => {
                let field = match expression.suffixes().last() {
                    Some(Suffix::Index(Index::Dot { name, .. })) => name_of(name),
                    Some(Suffix::Index(Index::Brackets { expression, .. })) => text_of(expression),
                    _ => None,
                };
                self.members.extend(field.map(str::to_owned));
                if let Prefix::Name(token) = expression.prefix() {
                    self.write(token, true);
                }
            }
            _ => {}
        }
    }

    /// Checks `name.entry`: a parameter, or a member of a library.
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
            // The mistake in the parameter's line is already reported.
            if self.header.param(wanted).is_none() && !self.header.unread.iter().any(|name| **name == *wanted) {
                let known: Vec<&str> = self.header.params.iter().map(|p| &*p.name).collect();
                let diagnostic = Diagnostic::error("S0114", format!("the head declares no parameter `{wanted}`"));
                let diagnostic = match suggestion(wanted, known) {
                    Some(near) => diagnostic.did_you_mean(wanted, near),
                    None => diagnostic
                        .with_hint(format!("add a line `--- @param {wanted} integer  What it is for.` at the top")),
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
                    Some(hint) => diagnostic.with_hint(hint),
                    None => or_near(diagnostic, wanted, suggestion(wanted, entries.iter().copied())),
                };
                self.say(diagnostic, entry);
            }
        }
    }

    fn powers(&mut self, token: &TokenReference) {
        let diagnostic = Diagnostic::error("S0130", "powers may differ between machines");
        self.say(diagnostic.with_hint("multiply"), token);
    }

    /// Checks a field of an event or effect that a hook receives.
    fn field(&mut self, told: &EventSchema, wanted: &str, token: &TokenReference) {
        let known = || told.fields.iter().map(|field| field.name).chain([NAME]);
        if !known().any(|name| name == wanted) {
            let message = format!("`{}` has no field `{wanted}`", told.name);
            let diagnostic = Diagnostic::error("S0126", message);
            let diagnostic = match suggestion(wanted, known()) {
                Some(near) => diagnostic.did_you_mean(wanted, near),
                None => diagnostic.with_hint(suggestion_for(wanted, known())),
            };
            self.say(diagnostic, token);
        }
    }

    /// Returns the name of the host function whose result an expression is.
    fn called_function<'e>(&self, expression: &'e Expression) -> Option<&'e str> {
        let Expression::FunctionCall(call) = expression else { return None };
        let (Prefix::Name(token), 1) = (call.prefix(), call.suffixes().count()) else { return None };
        name_of(token).filter(|name| self.is_global(name))
    }
}

fn is_keyed(expression: &Expression) -> bool {
    let Expression::TableConstructor(table) = expression else { return false };
    table.fields().iter().any(|f| matches!(f, Field::NameKey { .. } | Field::ExpressionKey { .. }))
}

impl Visitor for Walk<'_> {
    fn visit_block(&mut self, block: &Block) {
        self.scopes.enter_block(block);
    }

    fn visit_block_end(&mut self, block: &Block) {
        self.scopes.leave_block(block);
    }

    fn visit_repeat(&mut self, node: &Repeat) {
        self.scopes.loops += 1;
        self.scopes.enter_repeat(node.block());
    }

    fn visit_repeat_end(&mut self, _: &Repeat) {
        self.scopes.loops -= 1;
        self.scopes.leave_repeat();
    }

    fn visit_while(&mut self, _: &While) {
        self.scopes.loops += 1;
    }

    fn visit_while_end(&mut self, _: &While) {
        self.scopes.loops -= 1;
    }

    // Types are not evaluated, and their functions know other names than rules.
    fn visit_type_info(&mut self, node: &TypeInfo) {
        self.types += usize::from(matches!(node, TypeInfo::Typeof { .. }));
    }

    fn visit_type_info_end(&mut self, node: &TypeInfo) {
        self.types -= usize::from(matches!(node, TypeInfo::Typeof { .. }));
    }

    fn visit_type_function(&mut self, _: &TypeFunction) {
        self.types += 1;
    }

    fn visit_type_function_end(&mut self, _: &TypeFunction) {
        self.types -= 1;
    }

    fn visit_function_body(&mut self, body: &FunctionBody) {
        self.scopes.depth += 1;
        let start = id_of(body);
        self.calls.enter(start);
        let (mut told, kinds) = (self.told.remove(&start), self.parameters.remove(&start).unwrap_or_default());
        let mut locals = Vec::new();
        if self.methods.pop_if(|of| ptr::eq(*of, body)).is_some() {
            locals.push(self.scopes.receiver(start));
        }
        let mut kinds = kinds.iter();
        for parameter in body.parameters() {
            if let Parameter::Name(token) = parameter {
                let (told, kind) = (told.take(), kinds.next().copied());
                locals.push(Local { told, kind, ..self.scopes.local_of(token) });
            }
        }
        self.scopes.declare_in(body.block(), locals);
    }

    fn visit_function_body_end(&mut self, _: &FunctionBody) {
        self.scopes.depth -= 1;
        self.calls.leave();
    }

    fn visit_local_assignment_end(&mut self, node: &LocalAssignment) {
        self.declare(node.names(), node.expressions());
    }

    fn visit_const_assignment_end(&mut self, node: &ConstAssignment) {
        self.declare(node.names(), node.expressions());
    }

    fn visit_local_function(&mut self, node: &LocalFunction) {
        let local = self.scopes.local_of(node.name());
        self.scopes.declare(Local { function: Some(id_of(node.body())), ..local });
    }

    fn visit_const_function(&mut self, node: &ConstFunction) {
        let local = self.scopes.local_of(node.name());
        self.scopes.declare(Local { function: Some(id_of(node.body())), ..local });
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
                let message = "names of a table have no fixed order, so the order of iteration may differ between \
                    machines";
                self.say(Diagnostic::error("S0134", message).with_hint("use a list of pairs"), expression);
            }
        }
        // In a loop over a list, the second variable holds the items.
        let items = node
            .expressions()
            .iter()
            .next()
            .and_then(|list| types::kind_of_expression(self, list))
            .and_then(types::item);
        let listed = node.expressions().iter().next().and_then(|list| self.called_function(list));
        if !listed.is_some_and(|name| name == "ipairs" || items.is_some()) {
            self.loops.push(bytes(node.expressions()));
        }
        self.scopes.loops += 1;
        let variables = node.names().iter().enumerate();
        let variables = variables
            .map(|(i, token)| Local { kind: items.filter(|_| i == 1), ..self.scopes.local_of(token) })
            .collect();
        self.scopes.declare_in(node.block(), variables);
    }

    fn visit_generic_for_end(&mut self, _: &GenericFor) {
        self.scopes.loops -= 1;
    }

    fn visit_numeric_for(&mut self, node: &NumericFor) {
        self.scopes.loops += 1;
        let variable = self.scopes.local_of(node.index_variable());
        self.scopes.declare_in(node.block(), vec![variable]);
    }

    fn visit_numeric_for_end(&mut self, _: &NumericFor) {
        self.scopes.loops -= 1;
    }

    fn visit_assignment(&mut self, node: &Assignment) {
        for var in node.variables() {
            self.target(var);
        }
    }

    fn visit_compound_assignment(&mut self, node: &CompoundAssignment) {
        if let CompoundOp::CaretEqual(token) = node.compound_operator() {
            self.powers(token);
        }
        self.target(node.lhs());
    }

    fn visit_function_declaration(&mut self, node: &FunctionDeclaration) {
        let names = node.name().names();
        let members = names.iter().skip(1).chain(node.name().method_name());
        self.members.extend(members.filter_map(name_of).map(str::to_owned));
        let Some(first) = names.iter().next() else { return };
        let is_field = names.len() > 1 || node.name().method_name().is_some();
        self.write(first, is_field);
        if !is_field {
            name_of(first).into_iter().for_each(|name| self.scopes.assign(name));
            return;
        }
        self.read(first);
        if node.name().method_name().is_some() {
            self.methods.push(ptr::from_ref(node.body()));
        }
        let field = node.name().method_name().or_else(|| names.iter().nth(1)).filter(|_| names.len() < 3);
        if let (Some(local), Some(field)) = (name_of(first).and_then(|name| self.local(name)), field.and_then(name_of))
        {
            self.calls.note_field(local.at, field, id_of(node.body()));
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
        hooks::note(self, node);
        let mut suffixes = node.suffixes();
        if let (Prefix::Name(token), Some(Suffix::Call(Call::AnonymousCall(args)))) = (node.prefix(), suffixes.next())
            && let Some(name) = name_of(token)
            && self.is_global(name)
        {
            self.told.extend(calls::find_schema(name, args));
            self.parameters.extend(calls::parameters(name, args));
            if name == "chosen" {
                self.groups.follow(args);
            }
            calls::global(self, token, name, args);
            match name {
                "leave" => calls::leave(self, args),
                "ask" => worded::check_question(self, args, 1),
                "ask_all" => worded::check_question(self, args, 0),
                "ask_place" => worded::check_place_question(self, token, args),
                _ => {}
            }
        }
        if let (Prefix::Name(token), Some(Suffix::Index(Index::Dot { name, .. }))) =
            (node.prefix(), node.suffixes().next())
            && name_of(token) == Some("table")
            && self.is_global("table")
            && matches!(name_of(name), Some("insert" | "remove" | "clear" | "sort"))
            && let Some(Suffix::Call(Call::AnonymousCall(args))) = node.suffixes().nth(1)
            && let Some(Expression::Var(Var::Name(list))) = arguments(args).first()
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
                    match types::kind_of(self, node.prefix(), node.suffixes().take(before)) {
                        Some(kind) if kind != "options" => {}
                        // A table of a module may also have a method of that name.
                        None if self.fields.contains(name) => self.groups.may_add(),
                        _ => {
                            self.groups.add(call.args());
                            worded::check_offered_group(self, call.args());
                        }
                    }
                }
                calls::method(self, node, before, call.name(), name, call.args());
            }
        }
    }

    fn visit_expression(&mut self, node: &Expression) {
        if let Expression::BinaryOperator { binop: BinOp::Caret(token), .. } = node {
            self.powers(token);
        }
        if let Expression::BinaryOperator { lhs, binop: BinOp::TwoEqual(_) | BinOp::TildeEqual(_), rhs } = node {
            calls::check_comparison(self, lhs);
            calls::check_comparison(self, rhs);
        }
    }

    fn visit_table_constructor(&mut self, node: &TableConstructor) {
        for field in node.fields() {
            match field {
                Field::NameKey { key, .. } => self.members.extend(name_of(key).map(str::to_owned)),
                Field::ExpressionKey { key, .. } => self.members.extend(text_of(key).map(str::to_owned)),
                _ => {}
            }
            if let Field::ExpressionKey { key, .. } = field
                && matches!(&**key, Expression::TableConstructor(_) | Expression::Function(_))
            {
                let message = "tables and functions as keys have no fixed order";
                self.say(Diagnostic::error("S0133", message).with_hint("use a text or a number as the key"), &**key);
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
