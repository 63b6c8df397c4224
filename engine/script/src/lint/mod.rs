//! Finds mistakes in rule modules without a game.

mod across;
mod call_graph;
mod calls;
mod counters;
mod groups;
mod hooks;
pub(crate) mod scopes;
pub(crate) mod span;
pub(crate) mod syntax;
#[cfg(test)]
mod tests;
mod types;
mod visit;
mod walk;
mod wishes;
mod worded;

use std::collections::BTreeSet;
use std::sync::Arc;

use full_moon::ast::Ast;
use tilewright_core::catalog::{Catalog, ModuleUse, Value};
use tilewright_core::diag::{Diagnostic, Span, what_there_is};
use tilewright_core::limits;

use self::scopes::Survey;
pub(crate) use self::span::place;
pub(crate) use self::visit::OTHERS;
use self::walk::Walk;
use crate::schema::header::{Header, ParamType, names, wrong_kind_message};
use crate::schema::suggest::suggestion;
use crate::vm::compiler;

/// Returns the parameters of a module with defaults filled in; reports parameters that do not match its head.
pub(crate) fn params(
    catalog: &Catalog,
    module: &ModuleUse,
    header: &Header,
    found: &mut Vec<Diagnostic>,
) -> Vec<(Arc<str>, Value)> {
    let mut params: Vec<(Arc<str>, Value)> = Vec::new();
    let mut say = |d: Diagnostic, span: Option<Span>| {
        let mut d = match span {
            Some(span) => d.with_span(span),
            None => place(d, module, None),
        };
        if d.span.is_none() && !d.message.contains(&*module.path) {
            d.message = format!("{}: {}", module.path, d.message);
        }
        found.push(d);
    };
    for (number, (name, value)) in module.params.iter().enumerate() {
        let spans = module.param_spans.get(number);
        match header.param(name) {
            // The mistake in its line is already reported.
            None if header.unread.contains(name) => {}
            None => {
                let d = Diagnostic::error("S0111", format!("{} has no parameter `{name}`", module.path));
                let known: Vec<&str> = header.params.iter().map(|p| &*p.name).collect();
                let d = match suggestion(name, known.iter().copied()) {
                    Some(near) => d.did_you_mean(name, near),
                    None if known.is_empty() => d.with_hint("it takes none"),
                    None => d.with_hint(format!("it takes {}", known.join(", "))),
                };
                say(d, spans.map(|spans| spans.name));
            }
            Some(param) => {
                if let Some(problem) = param.kind.problem(value, catalog) {
                    let d = Diagnostic::error("S0113", format!("the parameter `{name}`: {problem}"));
                    let d = match (param.kind.similar_name(value, catalog), &param.kind, value) {
                        (Some((from, to)), ..) => d.did_you_mean(from, to),
                        (None, ParamType::Id(kind), Value::Text(text)) => {
                            let hint = wrong_kind_message(*kind, catalog, text);
                            match hint.or_else(|| what_there_is(text, names(*kind, catalog))) {
                                Some(hint) => d.with_hint(hint),
                                None => d,
                            }
                        }
                        _ => d,
                    };
                    say(d, spans.map(|spans| spans.value));
                }
                params.push((name.clone(), param.kind.resolve_names(value, catalog, &module.pack)));
            }
        }
    }
    for param in &header.params {
        if params.iter().any(|(name, _)| *name == param.name) {
            continue;
        }
        match &param.default {
            Some(value) => {
                if let Some(problem) = param.kind.problem(value, catalog) {
                    let message = format!("the default of the parameter `{}`: {problem}", param.name);
                    say(Diagnostic::error("S0113", message), None);
                }
                params.push((param.name.clone(), param.kind.resolve_names(value, catalog, &module.pack)));
            }
            None if param.optional => {}
            None => {
                let message = format!("{} needs the parameter `{}`", module.path, param.name);
                let about = if param.doc.is_empty() { String::new() } else { format!(": {}", param.doc) };
                let hint = format!("`{}` ({}){about}", param.name, param.kind.short());
                say(Diagnostic::error("S0112", message).with_hint(hint), None);
            }
        }
    }
    params
}

/// Result of reading the syntax trees of all modules.
#[derive(Default)]
pub(crate) struct LintFacts {
    /// Texts in the modules, in order.
    pub(crate) words: Vec<Arc<str>>,
    pub(crate) found: Vec<Diagnostic>,
    /// Byte ranges of the expressions in loops of each module that may have any value.
    pub(crate) loops: Vec<Vec<(usize, usize)>>,
}

/// Checks the syntax trees of all modules.
pub(crate) fn modules(catalog: &Catalog) -> LintFacts {
    // The parser recurses deeply on nested brackets and needs more stack than a thread has by default.
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, || all_modules(catalog));
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(looked)) => looked,
            _ => {
                let found = vec![Diagnostic::error("S0104", "the rule modules could not be checked")];
                LintFacts { found, ..LintFacts::default() }
            }
        }
    })
}

/// Parsed module with its survey.
struct ParsedModule<'a> {
    /// Index of the module in the catalog.
    number: usize,
    module: &'a ModuleUse,
    header: Header,
    /// `None` if it is parsed again for the second walk: trees take a thousand times the memory of their texts.
    ast: Option<Ast>,
    survey: Survey,
}

/// Total size in bytes of the texts whose trees are kept between the two walks: more than most games have.
const KEPT_BYTES: usize = 32 << 10;

/// Returns for each module the reason why it is not read, if it alone or all modules up to it are too long.
pub(crate) fn too_long(catalog: &Catalog) -> Vec<Option<String>> {
    let (mut known, mut all) = (BTreeSet::new(), 0);
    let mut message = |path: &Arc<str>, source: &Arc<str>| {
        if source.len() > limits::MODULE_BYTES {
            let (size, most) = (source.len() / 1024, limits::MODULE_BYTES / 1024);
            return Some(format!("{path} is {size} KB long: at most {most} KB are read"));
        }
        if known.insert((path.clone(), source.clone())) {
            all += source.len();
        }
        let (size, most) = (all / 1024, limits::MODULES_BYTES / 1024);
        (all > limits::MODULES_BYTES)
            .then(|| format!("with {path} the rule modules are {size} KB long: at most {most} KB are read together"))
    };
    catalog.modules.iter().map(|module| message(&module.path, &module.source)).collect()
}

/// Parses the text of a module.
fn parse(module: &ModuleUse) -> Result<Ast, Vec<full_moon::Error>> {
    full_moon::parse_fallible(&module.source, full_moon::LuaVersion::luau()).into_result()
}

fn all_modules(catalog: &Catalog) -> LintFacts {
    let mut looked = LintFacts { loops: vec![Vec::new(); catalog.modules.len()], ..LintFacts::default() };
    let mut members = BTreeSet::new();
    let (mut parsed, mut kept) = (Vec::new(), 0);
    let first_use = |number: usize, module: &ModuleUse| {
        catalog.modules[..number].iter().position(|m| m.path == module.path && m.source == module.source)
    };
    for ((number, module), too_long) in catalog.modules.iter().enumerate().zip(too_long(catalog)) {
        let is_lua = || too_long.is_none() && compiler().compile(&*module.source).is_ok();
        if first_use(number, module).is_some() || !is_lua() {
            continue;
        }
        match parse(module) {
            Ok(ast) => {
                let (header, _) = Header::parse(&module.source);
                let (survey, mut own) = Walk::survey(catalog, module, &header, &ast);
                members.append(&mut own);
                kept += module.source.len();
                let ast = (kept <= KEPT_BYTES).then_some(ast);
                parsed.push(ParsedModule { number, module, header, ast, survey });
            }
            Err(errors) => looked.found.push(unread(module, &errors)),
        }
    }
    for ParsedModule { number, module, header, ast, survey } in parsed {
        // Further findings are not shown, and this many include an error.
        if looked.found.len() > limits::FINDINGS {
            break;
        }
        let Some(ast) = ast.or_else(|| parse(module).ok()) else { continue };
        let mut walk = Walk::check_module(catalog, module, &header, &ast, survey, &members);
        across::check(&mut walk);
        looked.words.append(&mut walk.words);
        looked.found.append(&mut walk.found);
        looked.loops[number] = walk.loops;
    }
    for (number, module) in catalog.modules.iter().enumerate() {
        if let Some(first) = first_use(number, module) {
            looked.loops[number] = looked.loops[first].clone();
        }
    }
    looked
}

/// Returns the finding about a module that Lua accepts and the parser does not.
fn unread(module: &ModuleUse, errors: &[full_moon::Error]) -> Diagnostic {
    let why = errors.first().map_or_else(String::new, |error| format!(": {error}"));
    let at = errors.first().map(full_moon::Error::range).map_or((0, 0), |(start, end)| (start.bytes(), end.bytes()));
    let message = format!("{} could not be checked for mistakes{why}", module.path);
    place(Diagnostic::error("S0104", message), module, module.file.map(|file| Span::new(file, at.0, at.1)))
}
