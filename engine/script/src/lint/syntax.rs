//! Reads names, texts, arguments and functions from a syntax tree.

use full_moon::ast::{Expression, FunctionArgs, FunctionBody};
use full_moon::node::Node;
use full_moon::tokenizer::{Token, TokenReference, TokenType};

use crate::vm::LIBRARIES;

/// Type in the notation of signatures, such as `feature` or `cell[]`.
pub(super) type SignatureType = &'static str;

/// Returns the name in a token; `None` for other tokens.
pub(crate) fn name_of(token: &TokenReference) -> Option<&str> {
    match token.token().token_type() {
        TokenType::Identifier { identifier } => Some(identifier.as_str()),
        _ => None,
    }
}

/// Returns the text of a plain literal; `None` for other expressions.
pub(super) fn text_of(expression: &Expression) -> Option<&str> {
    match expression {
        Expression::String(token) => literal(token.token()),
        _ => None,
    }
}

pub(super) fn literal(token: &Token) -> Option<&str> {
    match token.token_type() {
        TokenType::StringLiteral { literal, .. } if !literal.contains('\\') => Some(literal.as_str()),
        _ => None,
    }
}

/// Returns the arguments of a call as expressions.
pub(super) fn arguments(args: &FunctionArgs) -> Vec<&Expression> {
    match args {
        FunctionArgs::Parentheses { arguments, .. } => arguments.iter().collect(),
        _ => Vec::new(),
    }
}

/// Returns the number of arguments; `None` if the last one may have several values.
pub(super) fn count_arguments(args: &FunctionArgs) -> Option<usize> {
    let FunctionArgs::Parentheses { arguments, .. } = args else { return Some(1) };
    match arguments.iter().last() {
        Some(Expression::FunctionCall(_)) => None,
        Some(Expression::Symbol(token)) if token.token().to_string() == "..." => None,
        _ => Some(arguments.len()),
    }
}

/// True if texts have a method with this name.
pub(super) fn is_of_texts(name: &str) -> bool {
    let kept = LIBRARIES.iter().find(|(library, _)| *library == "string").map_or(&[][..], |(_, names)| names);
    kept.contains(&name) || matches!(name, "format" | "rep")
}

/// Returns the first byte of a function's body, which identifies the function.
pub(crate) fn id_of(body: &FunctionBody) -> usize {
    body.start_position().map_or(0, |start| start.bytes())
}

/// Returns the identity of a function literal; `None` for other expressions.
pub(super) fn body_of(expression: &Expression) -> Option<usize> {
    match expression {
        Expression::Function(function) => Some(id_of(function.body())),
        Expression::Parentheses { expression, .. } => body_of(expression),
        _ => None,
    }
}
