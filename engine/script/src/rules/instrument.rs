//! Inserts calls into the text of a module, so that it reports each statement before it runs, with the visible locals.
//!
//! The instrumented module acts like the original: lines keep their numbers, a call returns nothing, and it reads only
//! locals that the running function already holds. A call before a statement ends with a semicolon; a condition is
//! evaluated after a call in the same expression, as in `while (report(3, x) or (x > 0)) do`.

use std::collections::{BTreeMap, BTreeSet};
use std::ptr;
use std::sync::Arc;

use full_moon::ast::luau::{ConstAssignment, ConstFunction, TypeFunction, TypeInfo};
use full_moon::ast::{
    Block, ElseIf, Expression, FunctionBody, FunctionDeclaration, GenericFor, LastStmt, LocalAssignment, LocalFunction,
    NumericFor, Parameter, Prefix, Repeat, Stmt, Var, While,
};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visitor;

use crate::host::trace::TracePoint;
use crate::lint::scopes::{Local, Scopes};
use crate::lint::span::span;
use crate::lint::syntax::{id_of, name_of};
use crate::rules::ordered::unused_name;
use crate::rules::watch::WatchExpression;

/// Maximum number of locals that a trace point passes. A function of Lua has about 250 registers for its locals and the
/// arguments of a call together, and at most 200 locals.
const MAX_LOCALS: usize = 40;

/// Module whose statements are reported.
#[derive(Clone)]
pub(crate) struct InstrumentedModule {
    /// Text with the calls.
    pub(crate) text: String,
    /// Name of the function that receives the calls.
    pub(crate) name: String,
    /// Reported places of the text; a call passes the index of its point first.
    pub(crate) points: Arc<[TracePoint]>,
}

/// Instruments the functions of a module. At each point that sees all names of `watch`, a function that
/// computes it is the last argument. Returns `None` if the text cannot be parsed.
pub(crate) fn instrument(source: &str, watch: Option<&WatchExpression>) -> Option<InstrumentedModule> {
    // As in the lints, the parser needs more stack than a thread has by default.
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(64 << 20);
        thread.spawn_scoped(scope, || instrument_here(source, watch)).ok()?.join().ok()?
    })
}

fn instrument_here(source: &str, watch: Option<&WatchExpression>) -> Option<InstrumentedModule> {
    let ast = full_moon::parse_fallible(source, full_moon::LuaVersion::luau()).into_result().ok()?;
    let mut walk = InstrumentWalk { watch, ..InstrumentWalk::default() };
    walk.visit_ast(&ast);
    Some(walk.write(source))
}

/// Part of the text that a trace point precedes.
#[derive(Clone, Copy)]
enum ReportPlace {
    /// Statement, or the end of a function, by its first byte.
    Statement(usize),
    /// Condition, by its first byte and the byte after its last one.
    Condition(usize, usize),
}

/// Trace point with all visible locals, including locals that its function does not hold.
struct OpenPoint {
    place: ReportPlace,
    line: u32,
    /// Innermost function, by the first byte of its body.
    function: usize,
    depth: usize,
    /// Visible locals: name, first byte of the declaration, and depth.
    locals: Vec<(String, usize, usize)>,
    watched: bool,
}

/// Function around the current place.
struct OpenFunction {
    id: usize,
    /// Block of the body.
    block: *const Block,
    /// First byte and line of the word `end`.
    end: (usize, u32),
}

#[derive(Default)]
struct InstrumentWalk<'w> {
    watch: Option<&'w WatchExpression>,
    scopes: Scopes,
    functions: Vec<OpenFunction>,
    /// Names and first lines of functions, by the first byte of their bodies.
    names: BTreeMap<usize, (Arc<str>, u32)>,
    /// Bodies of functions that are declared with a colon.
    methods: Vec<*const FunctionBody>,
    /// First bytes of the declarations of outer locals that each function holds.
    held: BTreeMap<usize, BTreeSet<usize>>,
    points: Vec<OpenPoint>,
    /// Positions of `continue`, which may skip the declarations of locals.
    continues: Vec<usize>,
    /// Number of enclosing types, which do not run.
    types: usize,
}

fn line_of(node: &impl Node) -> u32 {
    node.start_position().map_or(1, |start| start.line() as u32)
}

impl InstrumentWalk<'_> {
    /// Adds a point with the locals that are visible here and fulfil `keep`.
    fn add(&mut self, place: ReportPlace, line: u32, keep: impl Fn(&Local) -> bool) {
        let Some(function) = self.functions.last().filter(|_| self.types == 0) else { return };
        let visible = self.scopes.visible();
        let visible: Vec<&Local> = visible.into_iter().filter(|local| keep(local)).collect();
        let sees = |name: &str| visible.iter().any(|local| local.name == name);
        let watched = self.watch.is_some_and(|watch| watch.can_run(sees, |name| self.scopes.find(name).is_none()));
        let locals = visible.into_iter().filter(|local| local.name != "_");
        self.points.push(OpenPoint {
            place,
            line,
            function: function.id,
            depth: self.scopes.depth,
            locals: locals.map(|local| (local.name.clone(), local.at, local.depth)).collect(),
            watched,
        });
    }

    fn add_statement(&mut self, node: &impl Node) {
        if let Some((start, _)) = span(node) {
            self.add(ReportPlace::Statement(start), line_of(node), |_| true);
        }
    }

    fn add_condition(&mut self, condition: &Expression, line: u32, keep: impl Fn(&Local) -> bool) {
        if let Some((start, end)) = span(condition) {
            self.add(ReportPlace::Condition(start, end), line, keep);
        }
    }

    /// Notes that the functions around this place hold the local that a name means.
    fn read(&mut self, token: &TokenReference) {
        let Some(local) = name_of(token).and_then(|name| self.scopes.find(name)) else { return };
        // The functions at depth 1 and more are open in this order.
        for function in self.functions.iter().skip(local.depth) {
            self.held.entry(function.id).or_default().insert(local.at);
        }
    }

    fn declare_names<'n>(&mut self, names: impl Iterator<Item = &'n TokenReference>) {
        for name in names {
            let local = self.scopes.local_of(name);
            self.scopes.declare(local);
        }
    }

    fn name_function(&mut self, body: &FunctionBody, name: &str) {
        self.names.insert(id_of(body), (name.into(), line_of(body)));
    }

    /// Writes the text with a call for each point.
    fn write(mut self, source: &str) -> InstrumentedModule {
        let name = unused_name(source, "report");
        let (mut points, mut marks) = (Vec::new(), Vec::new());
        for open in std::mem::take(&mut self.points) {
            let held = self.held.get(&open.function);
            let own = |&(_, at, depth): &(String, usize, usize)| {
                depth == open.depth || held.is_some_and(|held| held.contains(&at))
            };
            let mut locals: Vec<&str> = open.locals.iter().filter(|l| own(l)).map(|(name, ..)| &**name).collect();
            locals.drain(..locals.len().saturating_sub(MAX_LOCALS));
            let mut call = format!(" {name}({}", points.len());
            for local in &locals {
                call.push_str(", ");
                call.push_str(local);
            }
            if let Some(watch) = self.watch.filter(|_| open.watched) {
                call.push_str(&format!(", function() return ({}) end", watch.text()));
            }
            match open.place {
                ReportPlace::Statement(start) => marks.push((start, format!("{call}); "))),
                ReportPlace::Condition(start, end) => {
                    marks.push((start, format!(" ({call}) or (")));
                    marks.push((end, "))".to_owned()));
                }
            }
            let (function, begins) = self.names.get(&open.function).cloned().unwrap_or_else(|| ("".into(), open.line));
            let locals = locals.into_iter().map(Arc::from).collect();
            points.push(TracePoint { line: open.line, function, begins, locals, watched: open.watched });
        }
        // Marks at the same byte stay in the order in which they were added.
        marks.sort_by_key(|(at, _)| *at);
        let mut text = String::with_capacity(source.len() * 2);
        let mut done = 0;
        for (at, call) in marks {
            text.push_str(&source[done..at]);
            text.push_str(&call);
            done = at;
        }
        text.push_str(&source[done..]);
        InstrumentedModule { text, name, points: points.into() }
    }
}

impl Visitor for InstrumentWalk<'_> {
    fn visit_block(&mut self, block: &Block) {
        self.scopes.enter_block(block);
    }

    fn visit_block_end(&mut self, block: &Block) {
        let ended = self.functions.last().filter(|function| ptr::eq(function.block, block)).map(|f| f.end);
        if let Some((at, line)) = ended
            && block.last_stmt().is_none()
        {
            self.add(ReportPlace::Statement(at), line, |_| true);
        }
        self.scopes.leave_block(block);
    }

    fn visit_stmt(&mut self, node: &Stmt) {
        match node {
            // The condition reports itself each time.
            Stmt::While(_)
            // Types do not run.
            | Stmt::TypeDeclaration(_)
            | Stmt::ExportedTypeDeclaration(_)
            | Stmt::TypeFunction(_)
            | Stmt::ExportedTypeFunction(_) => {}
            _ => self.add_statement(node),
        }
    }

    fn visit_last_stmt(&mut self, node: &LastStmt) {
        self.add_statement(node);
        if let LastStmt::Continue(token) = node {
            self.continues.push(token.token().start_position().bytes());
        }
    }

    fn visit_while(&mut self, node: &While) {
        self.add_condition(node.condition(), line_of(node), |_| true);
    }

    fn visit_else_if(&mut self, node: &ElseIf) {
        self.add_condition(node.condition(), line_of(node), |_| true);
    }

    fn visit_repeat(&mut self, node: &Repeat) {
        self.scopes.enter_repeat(node.block());
    }

    fn visit_repeat_end(&mut self, node: &Repeat) {
        let (start, end) = span(node).unwrap_or_default();
        // Lua refuses to read a local after the loop if `continue` may skip its declaration.
        let may_skip = self.continues.iter().any(|at| (start..end).contains(at));
        self.add_condition(node.until(), line_of(node.until()), |local| !may_skip || local.at < start);
        self.scopes.leave_repeat();
    }

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
        let id = id_of(body);
        self.names.entry(id).or_insert_with(|| ("".into(), line_of(body)));
        let end = body.end_token().token().start_position();
        let end = (end.bytes(), end.line() as u32);
        self.functions.push(OpenFunction { id, block: ptr::from_ref(body.block()), end });
        let mut locals = Vec::new();
        if self.methods.pop_if(|of| ptr::eq(*of, body)).is_some() {
            locals.push(self.scopes.receiver(id));
        }
        for parameter in body.parameters() {
            if let Parameter::Name(token) = parameter {
                locals.push(self.scopes.local_of(token));
            }
        }
        self.scopes.declare_in(body.block(), locals);
    }

    fn visit_function_body_end(&mut self, _: &FunctionBody) {
        self.scopes.depth -= 1;
        self.functions.pop();
    }

    fn visit_local_assignment_end(&mut self, node: &LocalAssignment) {
        self.declare_names(node.names().iter());
    }

    fn visit_const_assignment_end(&mut self, node: &ConstAssignment) {
        self.declare_names(node.names().iter());
    }

    fn visit_local_function(&mut self, node: &LocalFunction) {
        self.declare_names(std::iter::once(node.name()));
        self.name_function(node.body(), name_of(node.name()).unwrap_or_default());
    }

    fn visit_const_function(&mut self, node: &ConstFunction) {
        self.declare_names(std::iter::once(node.name()));
        self.name_function(node.body(), name_of(node.name()).unwrap_or_default());
    }

    fn visit_function_declaration(&mut self, node: &FunctionDeclaration) {
        let names = node.name().names();
        if let Some(first) = names.iter().next() {
            self.read(first);
        }
        if node.name().method_name().is_some() {
            self.methods.push(ptr::from_ref(node.body()));
        }
        let last = node.name().method_name().or_else(|| names.iter().last()).and_then(name_of);
        self.name_function(node.body(), last.unwrap_or_default());
    }

    fn visit_generic_for(&mut self, node: &GenericFor) {
        let variables = node.names().iter().map(|token| self.scopes.local_of(token)).collect();
        self.scopes.declare_in(node.block(), variables);
    }

    fn visit_numeric_for(&mut self, node: &NumericFor) {
        let variable = self.scopes.local_of(node.index_variable());
        self.scopes.declare_in(node.block(), vec![variable]);
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
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(source: &str, watch: Option<&str>, expect: Expect) {
        let watch = watch.map(|text| WatchExpression::parse(text).unwrap());
        let done = instrument(source, watch.as_ref()).unwrap();
        assert_eq!(done.text.lines().count(), source.lines().count());
        assert!(crate::vm::compiler().compile(&done.text).is_ok(), "{}", done.text);
        let points = done
            .points
            .iter()
            .map(|point| format!("{}:{} {} ({})\n", point.line, point.begins, point.function, point.locals.join(" ")));
        expect.assert_eq(&format!("{}\n{}", done.text, points.collect::<String>()));
    }

    #[test]
    fn statements_and_conditions_report() {
        check(
            "local each, unused = 2, 3\nlocal function f(a)\n    local b = a + each\n    while b > 0 do b -= 1 end\n    \
             if a then return b elseif(b)then f(b) end\nend\non(\"placed\", function(ev) f(ev.seat) end)\n",
            None,
            expect![[r#"
                local each, unused = 2, 3
                local function f(a)
                     report_(0, each, f, a); local b = a + each
                    while  ( report_(1, each, f, a, b) or (b > 0)) do  report_(2, each, f, a, b); b -= 1 end
                     report_(3, each, f, a, b); if a then  report_(4, each, f, a, b); return b elseif ( report_(5, each, f, a, b) or ((b)))then  report_(6, each, f, a, b); f(b) end
                 report_(7, each, f, a, b); end
                on("placed", function(ev)  report_(8, f, ev); f(ev.seat)  report_(9, f, ev); end)

                3:2 f (each f a)
                4:2 f (each f a b)
                4:2 f (each f a b)
                5:2 f (each f a b)
                5:2 f (each f a b)
                5:2 f (each f a b)
                5:2 f (each f a b)
                6:2 f (each f a b)
                7:7  (f ev)
                7:7  (f ev)
            "#]],
        );
    }

    #[test]
    fn loops_and_shadowed_names() {
        check(
            "local function f(list)\n    for _, x in list do\n        local x = x.y\n        if x then continue end\n    \
             end\n    repeat\n        local z = g()\n        if z then continue end\n        local w = z\n    until q()\n    \
             repeat local v = h() until v\nend\n",
            None,
            expect![[r#"
                local function f(list)
                     report__(0, list); for _, x in list do
                         report__(1, list, x); local x = x.y
                         report__(2, list, x); if x then  report__(3, list, x); continue end
                    end
                     report__(4, list); repeat
                         report__(5, list); local z = g()
                         report__(6, list, z); if z then  report__(7, list, z); continue end
                         report__(8, list, z); local w = z
                    until  ( report__(9, list) or (q()))
                     report__(10, list); repeat  report__(11, list); local v = h() until  ( report__(12, list, v) or (v))
                 report__(13, list); end

                2:1 f (list)
                3:1 f (list x)
                4:1 f (list x)
                4:1 f (list x)
                6:1 f (list)
                7:1 f (list)
                8:1 f (list z)
                8:1 f (list z)
                9:1 f (list z)
                10:1 f (list)
                11:1 f (list)
                11:1 f (list)
                11:1 f (list v)
                12:1 f (list)
            "#]],
        );
    }

    #[test]
    fn a_watch_is_computed_where_its_names_are_known() {
        check(
            "local function f(a)\n    local b = a\n    return b\nend\n",
            Some("a + b * count(a)"),
            expect![[r#"
                local function f(a)
                     report_(0, a); local b = a
                     report_(1, a, b, function() return (a + b * count(a)) end); return b
                end

                2:1 f (a)
                3:1 f (a b)
            "#]],
        );
    }

    #[test]
    fn types_do_not_run() {
        check(
            "type T = { a: number }\nlocal function f(a: T): number\n    type U = T\n    return a.a\nend\n",
            None,
            expect![[r#"
            type T = { a: number }
            local function f(a: T): number
                type U = T
                 report_(0, a); return a.a
            end

            4:2 f (a)
        "#]],
        );
    }

    #[test]
    fn the_library_is_lua_again() {
        for (name, source) in crate::library() {
            let done = instrument(source, None).unwrap();
            let compiled = crate::vm::compiler().compile(&done.text);
            assert!(compiled.is_ok(), "{name}: {compiled:?}\n{}", done.text);
            assert!(!done.points.is_empty() || !source.contains("function"), "{name}");
        }
    }
}
