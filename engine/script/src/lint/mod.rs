//! Findings about rule modules that need no game.

use std::sync::Arc;

use tilewright_core::catalog::{Catalog, ModuleUse, Value};
use tilewright_core::diag::Diagnostic;

use crate::header::Header;
use crate::load::place;
use crate::suggest::suggestion;

/// The parameters of a module with defaults filled in; complains about those that do not fit its head.
pub(crate) fn params(
    catalog: &Catalog,
    module: &ModuleUse,
    header: &Header,
    found: &mut Vec<Diagnostic>,
) -> Vec<(Arc<str>, Value)> {
    let mut params: Vec<(Arc<str>, Value)> = Vec::new();
    let mut say = |d: Diagnostic| {
        let mut d = place(d, module, None);
        if d.span.is_none() {
            d.message = format!("{}: {}", module.path, d.message);
        }
        found.push(d);
    };
    for (name, value) in &module.params {
        match header.param(name) {
            None => {
                let d = Diagnostic::error("S0111", format!("{} has no parameter `{name}`", module.path));
                let known: Vec<&str> = header.params.iter().map(|p| &*p.name).collect();
                say(match suggestion(name, known.iter().copied()) {
                    Some(near) => d.hint(format!("did you mean `{near}`?")),
                    None if known.is_empty() => d.hint("it takes none"),
                    None => d.hint(format!("it takes {}", known.join(", "))),
                });
            }
            Some(param) => {
                if let Some(problem) = param.kind.problem(value, catalog) {
                    say(Diagnostic::error("S0113", format!("the parameter `{name}`: {problem}")));
                }
                params.push((name.clone(), value.clone()));
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
                    say(Diagnostic::error("S0113", message));
                }
                params.push((param.name.clone(), value.clone()));
            }
            None if param.optional => {}
            None => {
                let message = format!("{} needs the parameter `{}`", module.path, param.name);
                say(Diagnostic::error("S0112", message).hint(format!("{} ({})", param.doc, param.kind.described())));
            }
        }
    }
    params
}

/// Looks at the syntax trees of all modules: findings, and the texts that they write, in order.
pub(crate) fn modules(_catalog: &Catalog) -> (Vec<Arc<str>>, Vec<Diagnostic>) {
    (Vec::new(), Vec::new())
}
