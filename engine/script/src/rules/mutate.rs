//! Makes small changes to a rule module, one at a time, that resemble mistakes. If no test notices one, no test
//! protects that line.
//!
//! The changes come from the syntax tree, so each result is valid Lua. Of two changes with the same effect, only one is
//! tried: comparisons with a number are not loosened, since the adjacent number is tried, and the only statement of an
//! `if` is not left out, since another change makes the condition false.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use full_moon::ast::luau::IfExpression;
use full_moon::ast::{
    BinOp, Block, Call, Expression, FunctionBody, FunctionCall, If, Index, LastStmt, Prefix, Repeat, Stmt, Suffix,
    UnOp, While,
};
use full_moon::node::Node;
use full_moon::tokenizer::{TokenReference, TokenType};
use full_moon::visitors::Visitor;

use crate::lint::span::span;
use crate::schema::header::defaults;

/// Effect of a change.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Change {
    /// Replacement of a number, an operator or a word.
    Becomes {
        /// Text that is replaced.
        from: String,
        /// Text that replaces it.
        to: String,
    },
    /// Condition that is replaced by `true` or `false`.
    Always {
        /// Text of the condition.
        condition: String,
        /// Value that replaces it.
        met: bool,
    },
    /// Negation of a condition.
    Turned {
        /// Text of the condition.
        condition: String,
    },
    /// Removal of a statement or a sign.
    LeftOut {
        /// Text of the removed part.
        what: String,
    },
    /// Different default of a parameter.
    Default {
        /// Name of the parameter.
        param: String,
        /// Default in the head of the module.
        from: String,
        /// Default that replaces it.
        to: String,
    },
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Becomes { from, to } => write!(f, "`{from}` becomes `{to}`"),
            Change::Always { condition, met: true } => write!(f, "`{condition}` always holds"),
            Change::Always { condition, met: false } => write!(f, "`{condition}` never holds"),
            Change::Turned { condition } => write!(f, "`{condition}` is turned round"),
            Change::LeftOut { what } => write!(f, "`{what}` is left out"),
            Change::Default { param, from, to } => {
                write!(f, "the default of `{param}` becomes `{to}` instead of `{from}`")
            }
        }
    }
}

/// Requirement for a change to take effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Needs {
    /// The statement that begins on this line runs, within this number of nested functions.
    Line {
        /// Line number, from 1.
        line: u32,
        /// Number of enclosing functions.
        depth: u32,
    },
    /// A pack uses the module without this parameter.
    Without(String),
}

/// Copy of a rule module with one small change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant {
    /// Position of the first byte that is replaced.
    pub start: usize,
    /// Position after the last byte that is replaced.
    pub end: usize,
    /// Text that replaces these bytes.
    pub with: String,
    /// Line of the first byte, from 1.
    pub line: u32,
    /// Text of that line, without surrounding blanks.
    pub text: String,
    /// Number of this line among lines with equal text, from 1.
    pub nth_line: u32,
    /// Effect of the change.
    pub change: Change,
    /// Number of this change among equal changes on the line, from 1.
    pub nth: u32,
    /// Requirement for the change to make a difference.
    pub needs: Needs,
}

impl Mutant {
    /// Returns the text of the module with the change.
    pub fn apply(&self, source: &str) -> String {
        [&source[..self.start], &self.with, &source[self.end..]].concat()
    }

    /// Describes the change; names its number among equal changes on the line.
    pub fn describe(&self) -> String {
        match self.nth {
            1 => self.change.to_string(),
            2 => format!("the second {}", self.change),
            3 => format!("the third {}", self.change),
            n => format!("number {n} of {}", self.change),
        }
    }
}

/// Returns all small changes to a module in the order of the text; empty if the text is not valid Lua.
pub fn mutants(source: &str) -> Vec<Mutant> {
    // As in the lints, the parser needs more stack than a thread has by default.
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, || all_mutants(source));
        thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_default()
    })
}

fn all_mutants(source: &str) -> Vec<Mutant> {
    let Ok(ast) = full_moon::parse_fallible(source, full_moon::LuaVersion::luau()).into_result() else {
        return Vec::new();
    };
    let mut walk = MutationWalk { source, ..MutationWalk::default() };
    for default in defaults(source) {
        let (start, from) = (default.start, &source[default.start..default.end]);
        let others = match from {
            "true" => vec!["false".to_owned()],
            "false" => vec!["true".to_owned()],
            _ => numbers_beside(from),
        };
        for to in others {
            let (param, from) = (default.param.to_owned(), from.to_owned());
            let needs = Needs::Without(param.clone());
            walk.note(start, default.end, &to.clone(), Change::Default { param, from, to }, needs);
        }
    }
    walk.visit_ast(&ast);
    number(source, walk.found)
}

/// Returns whole numbers near a whole number: the adjacent ones and 0.
fn numbers_beside(text: &str) -> Vec<String> {
    let Ok(number) = text.parse::<i64>() else { return Vec::new() };
    let mut others = vec![number.saturating_add(1), number.saturating_sub(1), 0];
    others.dedup();
    others.retain(|&other| other != number);
    others.into_iter().map(|n| n.to_string()).collect()
}

/// Sorts the changes, and numbers changes that look alike.
fn number(source: &str, mut found: Vec<Mutant>) -> Vec<Mutant> {
    found.sort_by_key(|m| (m.start, m.end));
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let mut seen: BTreeMap<(u32, Change), u32> = BTreeMap::new();
    for mutant in &mut found {
        let at = mutant.line as usize - 1;
        let text = lines.get(at).copied().unwrap_or_default();
        mutant.text = text.to_owned();
        mutant.nth_line = lines[..at.min(lines.len())].iter().filter(|line| **line == text).count() as u32 + 1;
        let nth = seen.entry((mutant.line, mutant.change.clone())).or_default();
        *nth += 1;
        mutant.nth = *nth;
    }
    found
}

#[derive(Default)]
struct MutationWalk<'s> {
    source: &'s str,
    /// First lines of the enclosing statements, with the number of functions around each.
    around: Vec<(u32, u32)>,
    /// Number of enclosing functions.
    depth: u32,
    /// Start positions of statements that are not left out.
    kept: BTreeSet<usize>,
    /// End positions of semicolons after statements, by the start of the statement.
    semicolons: BTreeMap<usize, usize>,
    /// End of the last call of `note`: such a call has no effect, so nothing within it is changed.
    noted: usize,
    found: Vec<Mutant>,
}

impl MutationWalk<'_> {
    fn note(&mut self, start: usize, end: usize, with: &str, change: Change, needs: Needs) {
        if start < self.noted {
            return;
        }
        let line = self.source[..start].matches('\n').count() as u32 + 1;
        let (text, nth_line, nth) = (String::new(), 1, 1);
        // Adjacent words would merge without a blank: `if(a)then`.
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let (before, after) = (&self.source[..start], &self.source[end..]);
        let first = if with.starts_with(is_word) && before.ends_with(is_word) { " " } else { "" };
        let last = if with.ends_with(is_word) && after.starts_with(is_word) { " " } else { "" };
        let with = format!("{first}{with}{last}");
        self.found.push(Mutant { start, end, with, line, text, nth_line, change, nth, needs });
    }

    fn needs(&self) -> Needs {
        let (line, depth) = self.around.last().copied().unwrap_or((1, 0));
        Needs::Line { line, depth }
    }

    /// Returns the text of a range on one line.
    fn words(&self, start: usize, end: usize) -> String {
        self.source[start..end].split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Records the replacement of a token.
    fn becomes(&mut self, token: &TokenReference, to: &str) {
        let Some((start, end)) = span(token) else { return };
        let change = Change::Becomes { from: self.words(start, end), to: to.to_owned() };
        // Two minus signs would begin a comment.
        let spaced = if self.source[end..].starts_with('-') { format!("{to} ") } else { to.to_owned() };
        let needs = self.needs();
        self.note(start, end, &spaced, change, needs);
    }

    fn left_out(&mut self, start: usize, end: usize, needs: Needs) {
        if !self.kept.contains(&start) {
            let text = &self.source[start..end];
            // A semicolon alone is not valid Lua.
            let end = self.semicolons.get(&start).copied().unwrap_or(end);
            let what = match text.split_once('\n') {
                Some((first, _)) => format!("{} …", shorten(first.trim())),
                None => shorten(text),
            };
            self.note(start, end, "", Change::LeftOut { what }, needs);
        }
    }

    /// Records the changes of a condition: always true, always false, and negated unless another change negates it.
    fn condition(&mut self, condition: &Expression, needs: Needs) {
        let Some((start, end)) = span(condition) else { return };
        if matches!(condition, Expression::Symbol(_)) {
            return;
        }
        let text = shorten(&self.words(start, end));
        for met in [true, false] {
            let change = Change::Always { condition: text.clone(), met };
            self.note(start, end, if met { "true" } else { "false" }, change, needs.clone());
        }
        let has_own = match condition {
            Expression::BinaryOperator { binop, .. } => !comparison(binop).is_empty(),
            Expression::UnaryOperator { unop, .. } => matches!(unop, UnOp::Not(_)),
            _ => false,
        };
        if !has_own {
            let with = format!("not ({})", &self.source[start..end]);
            self.note(start, end, &with, Change::Turned { condition: text }, needs);
        }
    }

    /// Keeps the only statement of a conditional block.
    fn keep_only(&mut self, block: &Block) {
        let only = match (block.stmts().count(), block.last_stmt()) {
            (1, None) => block.stmts().next().and_then(span),
            (0, Some(last)) => span(last),
            _ => None,
        };
        self.kept.extend(only.map(|(start, _)| start));
    }

    fn line_of(&self, node: &impl Node) -> Needs {
        let line = node.start_position().map_or(1, |p| p.line() as u32);
        Needs::Line { line, depth: self.depth }
    }

    fn enter(&mut self, node: &impl Node) {
        let line = node.start_position().map_or(1, |p| p.line() as u32);
        self.around.push((line, self.depth));
    }
}

/// Shortens a text for use in a sentence.
fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{} …", text[..at].trim_end()),
        None => text.to_owned(),
    }
}

/// Returns the replacements of a comparison: looser or stricter, and inverted.
fn comparison(binop: &BinOp) -> &'static [&'static str] {
    match binop {
        BinOp::LessThan(_) => &["<=", ">"],
        BinOp::LessThanEqual(_) => &["<", ">="],
        BinOp::GreaterThan(_) => &[">=", "<"],
        BinOp::GreaterThanEqual(_) => &[">", "<="],
        BinOp::TwoEqual(_) => &["~="],
        BinOp::TildeEqual(_) => &["=="],
        _ => &[],
    }
}

fn other_operator(binop: &BinOp) -> Option<&'static str> {
    Some(match binop {
        BinOp::Plus(_) => "-",
        BinOp::Minus(_) => "+",
        BinOp::Star(_) => "+",
        BinOp::Slash(_) | BinOp::DoubleSlash(_) | BinOp::Percent(_) => "*",
        BinOp::And(_) => "or",
        BinOp::Or(_) => "and",
        _ => return None,
    })
}

fn is_number(expression: &Expression) -> bool {
    match expression {
        Expression::Number(_) => true,
        Expression::UnaryOperator { unop: UnOp::Minus(_), expression } => is_number(expression),
        _ => false,
    }
}

impl Visitor for MutationWalk<'_> {
    fn visit_block(&mut self, block: &Block) {
        let stmts = block.stmts_with_semicolon().map(|(stmt, semicolon)| (span(stmt), semicolon.as_ref()));
        let last = block.last_stmt_with_semicolon().map(|(stmt, semicolon)| (span(stmt), semicolon.as_ref()));
        for (stmt, semicolon) in stmts.chain(last) {
            if let (Some((start, _)), Some((_, end))) = (stmt, semicolon.and_then(span)) {
                self.semicolons.insert(start, end);
            }
        }
    }

    fn visit_function_body(&mut self, body: &FunctionBody) {
        self.depth += 1;
        let last = body.block().last_stmt().and_then(span);
        self.kept.extend(last.map(|(start, _)| start));
    }

    fn visit_function_body_end(&mut self, _: &FunctionBody) {
        self.depth -= 1;
    }

    fn visit_stmt(&mut self, node: &Stmt) {
        self.enter(node);
        if let (Stmt::FunctionCall(call), Some((_, end))) = (node, span(node))
            && matches!(call.prefix(), Prefix::Name(name) if name.token().to_string() == "note")
        {
            self.noted = end;
        }
        if let (Stmt::FunctionCall(_) | Stmt::Assignment(_) | Stmt::CompoundAssignment(_), Some((start, end))) =
            (node, span(node))
        {
            let needs = self.needs();
            self.left_out(start, end, needs);
        }
        if let Stmt::CompoundAssignment(change) = node {
            let operator = change.compound_operator().token();
            let to = match operator.token().to_string().as_str() {
                "+=" => "-=",
                "-=" => "+=",
                "*=" => "+=",
                "/=" | "//=" | "%=" => "*=",
                _ => return,
            };
            self.becomes(operator, to);
        }
    }

    fn visit_stmt_end(&mut self, _: &Stmt) {
        self.around.pop();
    }

    fn visit_last_stmt(&mut self, node: &LastStmt) {
        self.enter(node);
        if let (true, Some((start, end))) = (self.depth > 0, span(node)) {
            let needs = self.needs();
            self.left_out(start, end, needs);
        }
    }

    fn visit_last_stmt_end(&mut self, _: &LastStmt) {
        self.around.pop();
    }

    fn visit_if(&mut self, node: &If) {
        let needs = self.needs();
        self.condition(node.condition(), needs);
        let others = node.else_if().map_or(&[][..], |others| others);
        if others.is_empty() && node.else_block().is_none() {
            self.keep_only(node.block());
        }
        for other in others {
            let needs = self.line_of(other);
            self.condition(other.condition(), needs);
        }
    }

    fn visit_if_expression(&mut self, node: &IfExpression) {
        let needs = self.needs();
        self.condition(node.condition(), needs.clone());
        for other in node.else_if_expressions().map_or(&[][..], |others| others) {
            self.condition(other.condition(), needs.clone());
        }
    }

    fn visit_while(&mut self, node: &While) {
        let needs = self.needs();
        self.condition(node.condition(), needs);
    }

    fn visit_repeat(&mut self, node: &Repeat) {
        let needs = self.needs();
        self.condition(node.until(), needs);
    }

    fn visit_expression(&mut self, node: &Expression) {
        match node {
            Expression::BinaryOperator { lhs, binop, rhs } => {
                let loosened = is_number(lhs) || is_number(rhs);
                let others = comparison(binop);
                for to in if loosened && others.len() > 1 { &others[1..] } else { others } {
                    self.becomes(binop.token(), to);
                }
                if let Some(to) = other_operator(binop) {
                    self.becomes(binop.token(), to);
                }
            }
            Expression::UnaryOperator { unop: UnOp::Not(token) | UnOp::Minus(token), .. } => {
                if let Some((start, end)) = span(token) {
                    let what = self.words(start, end);
                    let needs = self.needs();
                    self.note(start, end, "", Change::LeftOut { what }, needs);
                }
            }
            Expression::Number(token) => {
                if let TokenType::Number { text } = token.token().token_type() {
                    for to in numbers_beside(text.as_str()) {
                        let Some((start, end)) = span(token) else { return };
                        let from = text.as_str().to_owned();
                        // A minus sign after another would begin a comment.
                        let with = if to.starts_with('-') { format!("({to})") } else { to.clone() };
                        let needs = self.needs();
                        self.note(start, end, &with, Change::Becomes { from, to }, needs);
                    }
                }
            }
            Expression::Symbol(token) => match token.token().to_string().as_str() {
                "true" => self.becomes(token, "false"),
                "false" => self.becomes(token, "true"),
                _ => {}
            },
            _ => {}
        }
    }

    fn visit_function_call(&mut self, node: &FunctionCall) {
        let mut suffixes = node.suffixes();
        if let (
            Prefix::Name(library),
            Some(Suffix::Index(Index::Dot { name, .. })),
            Some(Suffix::Call(Call::AnonymousCall(_))),
        ) = (node.prefix(), suffixes.next(), suffixes.next())
            && library.token().to_string() == "math"
        {
            let to = match name.token().to_string().as_str() {
                "min" => "max",
                "max" => "min",
                "floor" => "ceil",
                "ceil" => "floor",
                _ => return,
            };
            self.becomes(name, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use expect_test::{Expect, expect};

    use super::*;

    /// Compares every change with the expectation: its line, its requirement, its description, and the changed lines.
    fn check(source: &str, expect: Expect) {
        let mut shown = String::new();
        for mutant in mutants(source) {
            let needs = match &mutant.needs {
                Needs::Line { line, depth } => format!("{line}.{depth}"),
                Needs::Without(param) => format!("-{param}"),
            };
            let changed = mutant.apply(source);
            let after = changed.lines().nth(mutant.line as usize - 1).unwrap_or_default().trim();
            writeln!(shown, "{} {needs} {} | {after}", mutant.line, mutant.describe()).unwrap();
        }
        expect.assert_eq(&shown);
    }

    #[test]
    fn numbers_operators_and_conditions() {
        check(
            "local x = 2 * y + #z\nif x > 0 and not y then\n    f(x)\nelseif a <= b then return end\n",
            expect![[r#"
                1 1.0 `2` becomes `3` | local x = 3 * y + #z
                1 1.0 `2` becomes `1` | local x = 1 * y + #z
                1 1.0 `2` becomes `0` | local x = 0 * y + #z
                1 1.0 `*` becomes `+` | local x = 2 + y + #z
                1 1.0 `+` becomes `-` | local x = 2 * y - #z
                2 2.0 `x > 0 and not y` always holds | if true then
                2 2.0 `x > 0 and not y` never holds | if false then
                2 2.0 `x > 0 and not y` is turned round | if not (x > 0 and not y) then
                2 2.0 `>` becomes `<` | if x < 0 and not y then
                2 2.0 `0` becomes `1` | if x > 1 and not y then
                2 2.0 `0` becomes `-1` | if x > (-1) and not y then
                2 2.0 `and` becomes `or` | if x > 0 or not y then
                2 2.0 `not` is left out | if x > 0 and  y then
                3 3.0 `f(x)` is left out | 
                4 4.0 `a <= b` always holds | elseif true then return end
                4 4.0 `a <= b` never holds | elseif false then return end
                4 2.0 `<=` becomes `<` | elseif a < b then return end
                4 2.0 `<=` becomes `>=` | elseif a >= b then return end
            "#]],
        );
    }

    #[test]
    fn what_is_left_out_and_what_not() {
        check(
            "on(\"placed\", function(ev)\n    if ev.seat then f() end\n    x += -1\n    for _ in list do\n        if a then\n\
             \x20           g()\n            break\n        end\n    end\n    return false\nend)\nreturn t\n",
            expect![[r#"
                1 1.0 `on("placed", function(ev) …` is left out | 
                2 2.1 `ev.seat` always holds | if true then f() end
                2 2.1 `ev.seat` never holds | if false then f() end
                2 2.1 `ev.seat` is turned round | if not (ev.seat) then f() end
                3 3.1 `x += -1` is left out | 
                3 3.1 `+=` becomes `-=` | x -= -1
                3 3.1 `-` is left out | x += 1
                3 3.1 `1` becomes `2` | x += -2
                3 3.1 `1` becomes `0` | x += -0
                5 5.1 `a` always holds | if true then
                5 5.1 `a` never holds | if false then
                5 5.1 `a` is turned round | if not (a) then
                6 6.1 `g()` is left out | 
                7 7.1 `break` is left out | 
                10 10.1 `false` becomes `true` | return true
            "#]],
        );
    }

    #[test]
    fn what_is_noted_is_left_alone() {
        check(
            "note(\"seat\", 1, if a then 2 else 3)\nif a then note(not b) end\nnotes(4)\n",
            expect![[r#"
                2 2.0 `a` always holds | if true then note(not b) end
                2 2.0 `a` never holds | if false then note(not b) end
                2 2.0 `a` is turned round | if not (a) then note(not b) end
                3 3.0 `notes(4)` is left out | 
                3 3.0 `4` becomes `5` | notes(5)
                3 3.0 `4` becomes `3` | notes(3)
                3 3.0 `4` becomes `0` | notes(0)
            "#]],
        );
    }

    #[test]
    fn defaults_in_the_head() {
        check(
            "--- Does something.\n--- @param each integer = 1  Points.\n--- @param wide boolean = false\n\
             --- @param on terrain = \"road\"\n--- @param of a|b = \"a\"\nlocal low = if param.wide then 0 else 1 - -each\n",
            expect![[r#"
                2 -each the default of `each` becomes `2` instead of `1` | --- @param each integer = 2  Points.
                2 -each the default of `each` becomes `0` instead of `1` | --- @param each integer = 0  Points.
                3 -wide the default of `wide` becomes `true` instead of `false` | --- @param wide boolean = true
                6 6.0 `param.wide` always holds | local low = if true then 0 else 1 - -each
                6 6.0 `param.wide` never holds | local low = if false then 0 else 1 - -each
                6 6.0 `param.wide` is turned round | local low = if not (param.wide) then 0 else 1 - -each
                6 6.0 `0` becomes `1` | local low = if param.wide then 1 else 1 - -each
                6 6.0 `0` becomes `-1` | local low = if param.wide then (-1) else 1 - -each
                6 6.0 `1` becomes `2` | local low = if param.wide then 0 else 2 - -each
                6 6.0 `1` becomes `0` | local low = if param.wide then 0 else 0 - -each
                6 6.0 `-` becomes `+` | local low = if param.wide then 0 else 1 + -each
                6 6.0 `-` is left out | local low = if param.wide then 0 else 1 - each
            "#]],
        );
    }

    #[test]
    fn places_that_look_alike_have_numbers() {
        let source = "f(1, 1)\nf(1, 1)\n";
        let told: Vec<_> = mutants(source).iter().map(|m| (m.line, m.nth_line, m.describe())).collect();
        assert!(told.contains(&(2, 2, "the second `1` becomes `2`".to_owned())), "{told:?}");
        assert!(told.contains(&(1, 1, "`1` becomes `0`".to_owned())), "{told:?}");
    }

    #[test]
    fn every_change_of_the_library_is_lua_again() {
        for (name, source) in crate::library() {
            let all = mutants(source);
            let mut keys = BTreeSet::new();
            for mutant in &all {
                let changed = mutant.apply(source);
                let compiled = crate::vm::compiler().compile(&*changed);
                assert!(compiled.is_ok(), "{name}.lua:{}: {}: {compiled:?}", mutant.line, mutant.describe());
                assert_ne!(changed, **source);
                assert!(
                    keys.insert((mutant.text.clone(), mutant.nth_line, mutant.describe())),
                    "{name}: {}",
                    mutant.describe()
                );
            }
        }
    }

    #[test]
    fn what_is_not_lua_has_no_changes() {
        assert_eq!(mutants("if then 1"), []);
        assert_eq!(mutants(""), []);
    }
}
