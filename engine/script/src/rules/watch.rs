//! Reads expressions that a person watches while walking through a trace.

use full_moon::ast::{FunctionBody, LastStmt, Prefix, Var};
use full_moon::node::Node;
use full_moon::tokenizer::{Token, TokenReference, TokenType};
use full_moon::visitors::Visitor;

use crate::api::{self, Receiver};
use crate::lint::OTHERS;
use crate::lint::syntax::name_of;
use crate::vm::{GLOBALS, LIBRARIES, compiler};

/// Maximum length of an expression in bytes.
const MAX_BYTES: usize = 500;

/// Expression of Lua that is computed at each moment of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WatchExpression {
    text: String,
    /// Names that the expression reads.
    names: Vec<String>,
}

/// Reason why a text cannot be watched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WatchError {
    /// Description of the mistake, in lower case.
    pub message: String,
}

impl std::fmt::Display for WatchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for WatchError {}

impl WatchExpression {
    /// Reads an expression.
    ///
    /// # Errors
    /// The text is not a single expression on one line, is too long, or contains a function or a comment.
    pub fn parse(text: &str) -> Result<WatchExpression, WatchError> {
        let error = |message: &str| WatchError { message: message.to_owned() };
        let text = text.trim();
        if text.len() > MAX_BYTES || text.lines().count() > 1 {
            return Err(error("a watched expression is one line of at most 500 bytes"));
        }
        let not_one = || error("this is not a single expression of Lua");
        let ast = full_moon::parse_fallible(&format!("return {text}"), full_moon::LuaVersion::luau()).into_result();
        let ast = ast.map_err(|_| not_one())?;
        let Some(LastStmt::Return(returned)) = ast.nodes().last_stmt() else { return Err(not_one()) };
        if returned.returns().len() != 1 || ast.nodes().stmts().next().is_some() || text.ends_with([';', ',']) {
            return Err(not_one());
        }
        let mut names = WatchedNames::default();
        names.visit_ast(&ast);
        let is_comment = |trivia: &Token| !matches!(trivia.token_type(), TokenType::Whitespace { .. });
        let tokens = ast.nodes().tokens().chain([ast.eof()]);
        let has_comment = tokens.flat_map(|t| t.leading_trivia().chain(t.trailing_trivia())).any(is_comment);
        if names.functions > 0 || has_comment {
            return Err(error("a watched expression contains no function and no comment"));
        }
        if compiler().compile(format!("local function watched() return ({text}) end")).is_err() {
            return Err(not_one());
        }
        Ok(WatchExpression { text: text.to_owned(), names: names.names })
    }

    /// Returns the text of the expression.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// True if the expression can be computed where `sees` returns true for the names of visible locals; `is_free`
    /// returns true for names that no local has.
    pub(crate) fn can_run(&self, sees: impl Fn(&str) -> bool, is_free: impl Fn(&str) -> bool) -> bool {
        self.names.iter().all(|name| sees(name) || (is_free(name) && is_global(name)))
    }
}

/// True if a name means something in every module.
fn is_global(name: &str) -> bool {
    let libraries = LIBRARIES.iter().map(|(library, _)| *library);
    GLOBALS.into_iter().chain(OTHERS).chain(libraries).any(|known| known == name)
        || api::find(name).any(|entry| entry.on == Receiver::Global)
}

#[derive(Default)]
struct WatchedNames {
    names: Vec<String>,
    functions: usize,
}

impl WatchedNames {
    fn read(&mut self, token: &TokenReference) {
        self.names.extend(name_of(token).map(str::to_owned));
    }
}

impl Visitor for WatchedNames {
    fn visit_function_body(&mut self, _: &FunctionBody) {
        self.functions += 1;
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
    use super::*;

    #[test]
    fn expressions_are_read() {
        for text in ["x", "a.b + #list * 2", "f(x)", " x == \"--\" ", "if a then 1 else 2", "{ a, b }", "`{x}`"] {
            assert_eq!(WatchExpression::parse(text).map(|watch| watch.text), Ok(text.trim().to_owned()));
        }
        assert_eq!(WatchExpression::parse("a.b + f(c)").unwrap().names, ["a", "f", "c"]);
    }

    #[test]
    fn other_texts_are_refused() {
        let long = "1 + ".repeat(200) + "1";
        for text in [
            "",
            "x, y",
            "x;",
            "x = 1",
            "x) end --",
            "1) or (2",
            "return 1",
            "x -- note",
            "x --[[ ]]",
            "function() end",
            "a\nb",
            "(function() x = 1 end)()",
            "...",
            &long,
            "x)",
            "end",
        ] {
            assert!(WatchExpression::parse(text).is_err(), "{text}");
        }
    }
}
