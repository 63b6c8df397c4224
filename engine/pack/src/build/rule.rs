//! Builds the list of rule modules that packs switch on.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::id::Name;
use tilewright_core::catalog::{ModuleUse, ParamSpans, Value};
use tilewright_core::diag::{FileId, Fix, SourceMap};
use tilewright_core::limits::RULE_NUMBER;
use tilewright_core::unseen::without_byte_order_mark;

use super::Cx;
use crate::declare::declared::Declared;
use crate::declare::overrides::merge;
use crate::findings::codes;
use crate::read::source::PackSource;
use crate::read::syntax::{LARGE_NUMBER, Node, NodeShape, Word};
use crate::read::world::{ParamKind, ReadHead, World};
use crate::read::{self, Fields};
use crate::{limits, schema};

/// Returns the modules in the order in which they take effect: by pack, then as written. A use that another pack
/// overrides keeps its position.
pub(super) fn modules(cx: &Cx<'_>, world: &World, head: Option<ReadHead>, sources: &mut SourceMap) -> Vec<ModuleUse> {
    let mut modules = Vec::new();
    let mut files: BTreeMap<Arc<str>, FileId> = BTreeMap::new();
    for declared in uses(cx) {
        let pack = cx.pack(&declared);
        let Some(fields) = Fields::from_node(&declared.node, &schema::RULE, cx.report) else { continue };
        let switched_off = fields.flag("off");
        let Some(name) = fields.need("use").and_then(|n| read::word(n, cx.report)) else { continue };
        let writer = cx.writers.pack_at(name.span).unwrap_or(pack);
        let Some((path, text)) = find(cx, world, writer, &name) else { continue };
        // A byte order mark is replaced by blanks, which keeps the positions of findings right.
        let source: Arc<str> = match without_byte_order_mark(text) {
            Cow::Borrowed(_) => text.clone(),
            Cow::Owned(source) => source.into(),
        };
        let heads = head.map(|head| head(&source)).unwrap_or_default();
        let param_spans =
            fields.further().map(|(name, node)| ParamSpans { name: name.span, value: node.span }).collect();
        let params: Vec<(Arc<str>, Value)> = fields
            .further()
            .map(|(name, node)| {
                let head = heads.iter().find(|head| head.name == name.value);
                (name.value.clone(), value(cx, pack, node, head.map_or(ParamKind::Any, |head| head.kind)))
            })
            .collect();
        if declared.node.off || switched_off {
            continue;
        }
        let file = *files.entry(path.clone()).or_insert_with(|| sources.add(&path, text));
        modules.push(ModuleUse {
            pack: writer.id().clone(),
            id: Some(&declared.name).filter(|name| !name.local.is_empty()).map(|name| name.to_string().into()),
            path,
            source,
            file: Some(file),
            params,
            param_spans,
            span: Some(declared.node.span),
        });
    }
    modules
}

/// Returns the uses of all packs, with overrides applied.
fn uses(cx: &Cx<'_>) -> Vec<Declared> {
    const WHAT: &str = "the rule";
    let mut all: Vec<Declared> = Vec::new();
    let mut by_name: BTreeMap<(Arc<str>, Arc<str>), usize> = BTreeMap::new();
    // A pack may change a use of a later pack.
    let mut overrides: Vec<(usize, &Node)> = Vec::new();
    for (number, pack) in cx.packs.iter().enumerate() {
        if let Some(node) = pack.section("rules").get(limits::RULES) {
            cx.report.add(codes::TOO_LARGE.finding(node.span, "the pack switches on too many rules"));
        }
        for node in pack.section("rules").iter().take(limits::RULES) {
            let id = node.field("id").and_then(|n| read::word(n, cx.report));
            let marked = node.is_on("override");
            let (owner, local) = match id.as_ref().map(|word| (word, word.value.split_once(':'))) {
                Some((_, Some((owner, local)))) => (Some(Arc::from(owner)), Arc::from(local)),
                Some((word, None)) => (None, word.value.clone()),
                None => (None, Arc::from("")),
            };
            if let Some(word) = id.as_ref().filter(|_| !read::is_id(&local)) {
                read::bad_id(word, false, cx.report);
                continue;
            }
            if marked || owner.as_ref().is_some_and(|owner| owner != pack.id()) {
                overrides.push((number, node));
                continue;
            }
            if let Some(word) = &id {
                match by_name.get(&(pack.id().clone(), local.clone())).copied() {
                    // Conditions may choose one of several uses of the same name.
                    Some(first) if all[first].node.off => {
                        all[first].node = node.clone();
                        continue;
                    }
                    Some(_) if node.off => continue,
                    Some(first) => {
                        let message = format!("{WHAT} `{local}` is declared twice");
                        let finding = codes::DECLARED_TWICE.finding(word.span, message);
                        cx.report.add(finding.with_related(all[first].span, "first declared here"));
                        continue;
                    }
                    None => {
                        by_name.insert((pack.id().clone(), local.clone()), all.len());
                    }
                }
            }
            all.push(Declared {
                name: Name::new(pack.id(), &local),
                span: node.span,
                node: node.clone(),
                pack: number,
                changes: Vec::new(),
                instead: Vec::new(),
            });
        }
    }
    // A use without an id has the name of its module, if the pack uses the module only once.
    let mut by_module: BTreeMap<(Arc<str>, Arc<str>), Vec<usize>> = BTreeMap::new();
    for (at, declared) in all.iter().enumerate().filter(|(_, d)| d.name.local.is_empty() && !d.node.off) {
        let module = module_of(&declared.node);
        module.into_iter().for_each(|name| by_module.entry((declared.name.pack.clone(), name)).or_default().push(at));
    }
    for (name, uses) in by_module {
        if let [only] = uses[..] {
            by_name.entry(name).or_insert(only);
        }
    }
    for (number, node) in overrides {
        let id = node.field("id").and_then(Node::as_word).map_or_else(|| "".into(), |word| word.value);
        let (owner, local) = id.split_once(':').map_or((None, &*id), |(owner, local)| (Some(Arc::from(owner)), local));
        let owners = owner.iter().chain(cx.packs[number].all_needs.iter().filter(|_| owner.is_none()));
        let target = owners.into_iter().find_map(|o| by_name.get(&(o.clone(), Arc::from(local))).copied());
        change(cx, &mut all, target, number, node, node.is_on("override"));
    }
    all
}

/// Returns the name that other packs use to change a rule: its id, or the name of its module.
fn name_of(declared: &Declared) -> Option<Arc<str>> {
    Some(declared.name.local.clone()).filter(|id| !id.is_empty()).or_else(|| module_of(&declared.node))
}

/// Returns the name of the module of a use; `None` if it is missing.
fn module_of(node: &Node) -> Option<Arc<str>> {
    Some(node.field("use")?.as_word()?.value)
}

/// Applies an override of a use.
fn change(cx: &Cx<'_>, all: &mut [Declared], target: Option<usize>, number: usize, node: &Node, marked: bool) {
    let span = node.field("id").map_or(node.span, |n| n.span);
    match target {
        Some(target) if marked => {
            if !node.off {
                merge(&mut all[target], number, cx.packs, node, "the rule", cx.report);
            }
        }
        Some(target) => {
            let finding = codes::OVERRIDE_UNMARKED.finding(span, "the rule belongs to another pack");
            let finding = finding.with_related(all[target].span, "declared here");
            cx.report.add(finding.with_hint("write `override: true` to change it, or choose another id"));
        }
        // An override that is off may name packs that are not loaded.
        None if node.off => {}
        None => {
            let name = node.field("id").and_then(Node::as_word).map_or_else(|| "".into(), |w| w.value);
            let local = name.rsplit(':').next().unwrap_or_default();
            let mut finding = codes::OVERRIDE_OF_NOTHING.finding(span, format!("no needed pack has a rule `{name}`"));
            let known: Vec<Arc<str>> = all.iter().filter_map(name_of).collect();
            cx.report.suggest(&mut finding, local, known.iter().map(|name| &**name));
            cx.report.add(finding);
        }
    }
}

/// Returns the path and text of a module: from the pack's own rules, otherwise from the library, which the pack may
/// include.
fn find<'a>(cx: &Cx<'_>, world: &'a World, pack: &PackSource, name: &Word) -> Option<(Arc<str>, &'a Arc<str>)> {
    let own = format!("rules/{}.lua", name.value);
    let own_text = world.packs.get(pack.id()).and_then(|files| files.get(own.as_str()));
    if let Some(text) = own_text {
        return Some((format!("{}/{own}", pack.id()).into(), text));
    }
    if let Some(found) = world.module(pack.id(), &name.value) {
        return Some(found);
    }
    let shown: String = name.value.chars().take(80).collect();
    let mut finding =
        codes::UNKNOWN_MODULE.finding(name.span, format!("there is no rule module `{}`", shown.escape_debug()));
    let own = world.packs.get(pack.id()).into_iter().flat_map(|files| files.keys());
    let own = own.filter_map(|path| path.strip_prefix("rules/")?.strip_suffix(".lua"));
    cx.report.suggest(&mut finding, &name.value, own.chain(world.library.keys().map(|k| &**k)));
    if finding.fix.is_none() && read::is_id(&name.value) {
        finding.fix = Some(Fix::NewRule { pack: pack.id().clone(), name: name.value.clone() });
    }
    cx.report.add(finding);
    None
}

/// Reads the value of a parameter. Marks the names in it as used, and completes a name if the bare name means the entry
/// of another pack.
fn value(cx: &Cx<'_>, pack: &PackSource, node: &Node, kind: ParamKind) -> Value {
    let inner = |node: &Node| value(cx, pack, node, kind);
    match &node.shape {
        NodeShape::Word(text) | NodeShape::Text(text) => {
            let pack = cx.writers.pack_at(node.span).unwrap_or(pack);
            full_name(cx, pack, text, kind).map_or_else(|| Value::Text(text.clone()), |full| Value::text(&full))
        }
        NodeShape::List(items) | NodeShape::Tuple(None, items) => Value::List(items.iter().map(inner).collect()),
        NodeShape::Map(items) => {
            Value::Map(items.iter().map(|(k, v)| (inner(k).to_string().into(), inner(v))).collect())
        }
        NodeShape::Struct(_, fields) => Value::Map(fields.iter().map(|(k, v)| (k.value.clone(), inner(v))).collect()),
        NodeShape::Other(LARGE_NUMBER) => {
            read::out_of_range(node, "this number", -RULE_NUMBER..=RULE_NUMBER, cx.report);
            node.to_value()
        }
        _ => node.to_value(),
    }
}

/// Returns the full name for a name in a parameter, if it needs one. Scripts look up zones, dice, tokens and books by
/// bare names.
fn full_name(cx: &Cx<'_>, pack: &PackSource, text: &str, kind: ParamKind) -> Option<String> {
    let terrain = || {
        cx.terrains.touch(pack, text);
        cx.terrains.full(pack, text)
    };
    let tag = || {
        cx.tags.touch(pack, text);
        cx.tags.full(pack, text)
    };
    match kind {
        ParamKind::Name(DeclaredKind::Terrain) | ParamKind::Book => terrain(),
        ParamKind::Name(DeclaredKind::Tag) => tag(),
        ParamKind::Name(DeclaredKind::Figure) => cx.figures.full(pack, text),
        ParamKind::Name(DeclaredKind::Bag) => cx.bags.full(pack, text),
        ParamKind::Name(DeclaredKind::Tile) => cx.kinds.full(pack, text),
        ParamKind::Name(DeclaredKind::Counter) => cx.counters.full(pack, text),
        ParamKind::Name(_) | ParamKind::Word => None,
        ParamKind::Any => {
            // A terrain and a tag may have the same name; both then count as used.
            let (terrain, tag) = (terrain(), tag());
            let others = || cx.figures.full(pack, text).or_else(|| cx.bags.full(pack, text));
            let pieces = || cx.kinds.full(pack, text).or_else(|| cx.counters.full(pack, text));
            terrain.or(tag).or_else(others).or_else(pieces)
        }
    }
}
