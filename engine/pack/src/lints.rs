//! What is not wrong, but probably not meant.

use tilewright_core::catalog::Catalog;
use tilewright_core::id::Id;

use crate::build::{Cx, Lists};
use crate::codes;
use crate::report::Report;
use crate::world::World;

/// Looks for names that nothing uses and edges that nothing meets.
pub(crate) fn check(catalog: &Catalog, cx: &Cx<'_>, lists: &Lists, world: &World, report: &Report) {
    unused(cx, world, report);
    unused_rules(cx, world, report);
    lonely_edges(catalog, lists, report);
}

fn unused(cx: &Cx<'_>, world: &World, report: &Report) {
    let terrains = cx.terrains.unused().map(|found| (cx.terrains.what(), found));
    let edges = cx.edges.unused().map(|found| (cx.edges.what(), found));
    let tags = cx.tags.unused().map(|found| (cx.tags.what(), found));
    for (what, (name, span)) in terrains.chain(edges).chain(tags) {
        // A rule of the pack's own may name it in its text.
        let quoted = [format!("\"{}\"", name.local), format!("'{}'", name.local)];
        let files = world.packs.get(&name.pack).into_iter().flatten();
        let mut own = files.filter(|(path, _)| path.ends_with(".lua")).map(|(_, text)| text);
        if own.any(|text| quoted.iter().any(|q| text.contains(&**q))) {
            continue;
        }
        report.add(codes::UNUSED.at(span, format!("nothing uses the {what} `{}`", name.local)));
    }
}

/// Rule files of a pack that no pack switches on and no other rule file mentions.
fn unused_rules(cx: &Cx<'_>, world: &World, report: &Report) {
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
                let mut finding =
                    codes::UNUSED.anywhere(format!("nothing uses the rule module `{}/rules/{name}.lua`", pack.id()));
                finding.span = pack.span;
                report.add(finding.hint(format!("switch it on with `rules: [(use: \"{name}\")]`")));
            }
        }
    }
}

/// Edge types of which a single side of a single tile is all that could ever lie against each other.
fn lonely_edges(catalog: &Catalog, lists: &Lists, report: &Report) {
    let mut sides = vec![0u64; catalog.edges.len()];
    let mut copies = vec![0u64; catalog.kinds.len()];
    for &(kind, count) in catalog.bags.iter().flat_map(|(_, bag)| &bag.contents) {
        copies[kind.index()] += u64::from(count);
    }
    for ((_, tile), copies) in catalog.kinds.iter().zip(copies) {
        for cell in &tile.cells {
            for side in 0..catalog.lattice.sides() {
                // Tiles outside bags are put there by rules, as often as those like.
                sides[cell.edges[side].index()] += if copies == 0 { 2 } else { copies };
            }
        }
    }
    for rim in &catalog.board.rim {
        sides[rim.edge.index()] += 2;
    }
    let declared = lists.edges.iter().filter(|d| !d.node.off);
    for ((edge, _), declared) in catalog.edges.iter().zip(declared) {
        let own = sides[edge.index()];
        let meeting: u64 = catalog.edges.ids().filter(|&o| catalog.meet(edge, o)).map(|o| sides[o.index()]).sum();
        let name = &declared.name.local;
        if own == 1 && meeting == 1 {
            let message = format!("only one side of one tile has the edge `{name}`");
            report.add(codes::EDGE_ALONE.at(declared.span, message));
        } else if own > 0 && meeting == 0 {
            // Ports that differ from left to right: it takes an edge that is its mirror.
            let message = format!("no edge of any tile meets the edge `{name}`, not even its own kind");
            let hint =
                format!("its ports are not the same from both ends: declare the mirrored edge with `meets: [{name}]`");
            report.add(codes::EDGE_ALONE.at(declared.span, message).hint(hint));
        }
    }
}
