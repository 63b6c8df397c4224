//! Rule modules that packs switch on.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_core::catalog::{ModuleUse, Value};
use tilewright_core::diag::{FileId, SourceMap};

use super::Cx;
use crate::codes;
use crate::limits;
use crate::read::{self, Fields};
use crate::world::World;

/// The modules in the order in which they take effect: packs in their order, uses as written.
pub(super) fn modules(cx: &Cx<'_>, world: &World, sources: &mut SourceMap) -> Vec<ModuleUse> {
    let mut modules = Vec::new();
    let mut files: BTreeMap<Arc<str>, FileId> = BTreeMap::new();
    for pack in cx.packs {
        if let Some(node) = pack.section("rules").get(limits::RULES) {
            cx.report.add(codes::TOO_LARGE.at(node.span, "the pack switches on too many rules"));
        }
        for node in pack.section("rules").iter().take(limits::RULES) {
            let Some(fields) = Fields::of(node, "a rule", cx.report) else { continue };
            let Some(name) = fields.need("use").and_then(|n| read::word(n, cx.report)) else { continue };
            let own = format!("rules/{}.lua", name.value);
            let own_text = world.packs.get(pack.id()).and_then(|files| files.get(own.as_str()));
            let (path, text) = match (own_text, world.library.get(&name.value)) {
                (Some(text), _) => (format!("{}/{own}", pack.id()), text),
                (None, Some(text)) => (format!("scripts/{}.lua", name.value), text),
                (None, None) => {
                    let shown: String = name.value.chars().take(80).collect();
                    let message = format!("there is no rule module `{}`", shown.escape_debug());
                    let mut finding = codes::UNKNOWN_MODULE.at(name.span, message);
                    let own = world.packs.get(pack.id()).into_iter().flat_map(|files| files.keys());
                    let own = own.filter_map(|path| path.strip_prefix("rules/")?.strip_suffix(".lua"));
                    finding.hint = cx.report.suggest(&name.value, own.chain(world.library.keys().map(|k| &**k)));
                    cx.report.add(finding);
                    continue;
                }
            };
            let params: Vec<(Arc<str>, Value)> =
                fields.rest().map(|(name, value)| (name.value.clone(), value.to_value())).collect();
            for (_, value) in &params {
                mark_used(cx, pack, value);
            }
            if node.off {
                continue;
            }
            let path: Arc<str> = path.into();
            let file = *files.entry(path.clone()).or_insert_with(|| sources.add(&path, text));
            modules.push(ModuleUse {
                pack: pack.id().clone(),
                path,
                source: text.clone(),
                file: Some(file),
                params,
                span: Some(node.span),
            });
        }
    }
    modules
}

/// Terrains and tags that a parameter names are in use.
fn mark_used(cx: &Cx<'_>, pack: &crate::source::PackSource, value: &Value) {
    match value {
        Value::Text(text) => {
            cx.terrains.touch(pack, text);
            cx.tags.touch(pack, text);
        }
        Value::List(items) => items.iter().for_each(|v| mark_used(cx, pack, v)),
        Value::Map(items) => items.iter().for_each(|(_, v)| mark_used(cx, pack, v)),
        _ => {}
    }
}
