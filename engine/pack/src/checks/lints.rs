//! Warns of valid content that its author probably did not intend.

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::flow::{Step, StepKind};
use tilewright_core::catalog::id::Id;
use tilewright_core::catalog::{Catalog, ModuleUse, Value};
use tilewright_core::diag::{Fix, Span};

use crate::build::{Cx, Lists};
use crate::findings::{Findings, codes};
use crate::read::syntax::{Node, NodeShape};
use crate::read::world::World;

/// Reports unused names and rules, edges without a match, endless repetitions, and terrains that look alike.
pub(crate) fn check(catalog: &Catalog, cx: &Cx<'_>, lists: &Lists, world: &World, report: &Findings) {
    report_unused(cx, world, report);
    unused_rules(cx, world, report);
    lonely_edges(catalog, lists, report);
    endless(catalog, cx, report);
    look_alikes(catalog, lists, report);
}

/// Reports repetitions without an end: no module in use leaves them, and none of their steps can end the turn part.
fn endless(catalog: &Catalog, cx: &Cx<'_>, report: &Findings) {
    for step in catalog.flow.all_steps() {
        let StepKind::Repeat(inner) = &step.kind else { continue };
        if step.once || ends_part(inner) || catalog.modules.iter().any(|module| may_leave(module, &step.name)) {
            continue;
        }
        let mut finding =
            codes::REPEAT_ENDLESS.finding_anywhere(format!("nothing leaves the repetition `{}`", step.name));
        let packs = cx.packs.iter().filter(|pack| *pack.id() == step.pack);
        let mut nodes = packs.flat_map(|pack| pack.section("flow").iter().chain(pack.section("steps")));
        finding.span = nodes.find_map(|node| repeat_of(node, &step.name));
        report.add(finding.with_hint(format!("a rule module ends it with `leave(\"{}\")`", step.name)));
    }
}

/// True if one of these steps, or a step in a repetition among them, can end the turn part.
fn ends_part(steps: &[Step]) -> bool {
    steps.iter().any(|step| match &step.kind {
        StepKind::Draw { .. } | StepKind::Choose { .. } | StepKind::Place { .. } => true,
        StepKind::Repeat(inner) => ends_part(inner),
        _ => false,
    })
}

/// True if the text of a module seems to call `leave` for this repetition: without a name, with this name, or with a
/// computed name, if the module mentions `name` anywhere.
fn may_leave(module: &ModuleUse, name: &str) -> bool {
    let named = || {
        let mentions = |value: &Value| matches!(value, Value::Text(text) if **text == *name);
        module.params.iter().any(|(_, value)| mentions(value)) || module.source.contains(name)
    };
    module.source.match_indices("leave").any(|(at, _)| {
        let rest = module.source[at + "leave".len()..].trim_start();
        let given = rest.strip_prefix('(').map_or(rest, str::trim_start);
        match given.chars().next() {
            Some(')') => true,
            Some(quote @ ('"' | '\'')) => given[1..].strip_prefix(name).is_some_and(|end| end.starts_with(quote)),
            // The argument is not a literal, or this is not a call.
            _ => rest.starts_with('(') && named(),
        }
    })
}

/// Returns the span of the repetition with this name within a node; `None` if the node does not contain it.
fn repeat_of(node: &Node, name: &str) -> Option<Span> {
    let own = || node.field("name").and_then(Node::as_word).map_or_else(|| "repeat".into(), |word| word.value);
    if node.head().is_some_and(|head| *head.value == *"repeat") && *own() == *name {
        return Some(node.span);
    }
    match &node.shape {
        NodeShape::List(items) | NodeShape::Tuple(_, items) => items.iter().find_map(|n| repeat_of(n, name)),
        NodeShape::Struct(_, fields) => fields.iter().find_map(|(_, n)| repeat_of(n, name)),
        NodeShape::Map(entries) => entries.iter().find_map(|(_, n)| repeat_of(n, name)),
        _ => None,
    }
}

fn report_unused(cx: &Cx<'_>, world: &World, report: &Findings) {
    let terrains = cx.terrains.unused_entries().map(|found| (cx.terrains.noun(), found));
    let edges = cx.edges.unused_entries().map(|found| (cx.edges.noun(), found));
    let tags = cx.tags.unused_entries().map(|found| (cx.tags.noun(), found));
    for (what, (name, span)) in terrains.chain(edges).chain(tags) {
        // Rules of the same pack may use the name in their text.
        let quoted = [format!("\"{}\"", name.local), format!("'{}'", name.local)];
        let files = world.packs.get(&name.pack).into_iter().flatten();
        let mut own = files.filter(|(path, _)| path.ends_with(".lua")).map(|(_, text)| text);
        if own.any(|text| quoted.iter().any(|q| text.contains(&**q))) {
            continue;
        }
        report.add(
            codes::UNUSED.finding(span, format!("nothing uses the {what} `{}`", name.local)).with_fix(Fix::Remove),
        );
    }
}

/// Rule files of a pack that no pack switches on and no other rule file mentions.
fn unused_rules(cx: &Cx<'_>, world: &World, report: &Findings) {
    for pack in cx.packs {
        let files = world.packs.get(pack.id()).into_iter().flatten();
        let rules: Vec<(&str, &str)> = files
            .filter_map(|(path, text)| Some((path.strip_prefix("rules/")?.strip_suffix(".lua")?, &**text)))
            .collect();
        for (name, _) in &rules {
            let used = pack
                .section("rules")
                .iter()
                .any(|n| n.field("use").and_then(|n| n.as_word()).is_some_and(|w| *w.value == **name));
            let mentioned = rules.iter().any(|(other, text)| other != name && text.contains(name));
            if !used && !mentioned {
                let mut finding = codes::UNUSED
                    .finding_anywhere(format!("nothing uses the rule module `{}/rules/{name}.lua`", pack.id()));
                finding.span = pack.span;
                report.add(finding.with_hint(format!("switch it on with `rules: [(use: \"{name}\")]`")));
            }
        }
    }
}

/// Reports edge types that no edge meets, or that occur on one side of one tile and meet only themselves.
fn lonely_edges(catalog: &Catalog, lists: &Lists, report: &Findings) {
    let mut sides = vec![0u64; catalog.edges.len()];
    let mut copies = vec![0u64; catalog.kinds.len()];
    for &(kind, count) in catalog.bags.iter().flat_map(|(_, bag)| &bag.contents) {
        copies[kind.index()] += u64::from(count);
    }
    for (kind, tile) in catalog.kinds.iter() {
        let copies = copies[catalog.front(kind).index()];
        for cell in &tile.cells {
            for side in catalog.lattice.sides_at(cell.offset) {
                // Rules may add any number of tiles that are in no bag, so such a tile counts twice.
                sides[cell.edge(side).index()] += if copies == 0 { 2 } else { copies };
            }
        }
    }
    for rim in &catalog.board.rim {
        sides[rim.edge.index()] += 2;
    }
    let declared = lists[DeclaredKind::Edge].iter().filter(|d| !d.node.off);
    for ((edge, _), declared) in catalog.edges.iter().zip(declared) {
        let own = sides[edge.index()];
        let meeting: u64 = catalog.edges.ids().filter(|&o| catalog.meet(edge, o)).map(|o| sides[o.index()]).sum();
        let name = &declared.name.local;
        if own == 1 && meeting == 1 {
            let message = format!("only one side of one tile has the edge `{name}`");
            report.add(codes::EDGE_ALONE.finding(declared.span, message));
        } else if own > 0 && meeting == 0 {
            // The ports differ from left to right, so only a mirrored edge can meet this one.
            let message = format!("no edge of any tile meets the edge `{name}`, not even its own kind");
            let hint = if catalog.edges[edge].avoids_itself {
                format!("declare the edges that fit `{name}` with `meets`")
            } else {
                format!("its ports are not the same from both ends: declare the mirrored edge with `meets: [{name}]`")
            };
            report.add(codes::EDGE_ALONE.finding(declared.span, message).with_hint(hint));
        }
    }
}

/// Reports terrains that occur side by side and whose colours are hard to distinguish.
fn look_alikes(catalog: &Catalog, lists: &Lists, report: &Findings) {
    let declared: Vec<_> = lists[DeclaredKind::Terrain].iter().filter(|d| !d.node.off).collect();
    for alike in crate::checks::colour::look_alikes(catalog) {
        let [a, b] = alike.terrains.map(|terrain| declared.get(terrain.index()));
        let (Some(a), Some(b)) = (a, b) else { continue };
        let message = format!(
            "`{}` and `{}` are hard to distinguish{}: their colours differ by {:.0}, but {:.0} is required",
            a.name.local,
            b.name.local,
            alike.sight.finding_suffix(),
            alike.difference,
            crate::checks::colour::ENOUGH,
        );
        let hint = "make one fill lighter or darker, or give them different patterns or borders";
        report
            .add(codes::LOOK_ALIKE.finding(b.span, message).with_related(a.span, "the other terrain").with_hint(hint));
    }
}
