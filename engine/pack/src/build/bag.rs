//! Builds the bags, with the number of copies of each tile.

use std::collections::BTreeMap;

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::id::{BagId, Id, Table, TileKindId};
use tilewright_core::catalog::{Bag, BagOwner, Catalog};

use super::tile::grammar_of;
use super::{Cx, Lists};
use crate::declare::declared::Declared;
use crate::declare::names::fill;
use crate::findings::codes;
use crate::read::source::PackSource;
use crate::read::syntax::{Node, Word};
use crate::read::{self, Fields};
use crate::{limits, schema};

type Counts = BTreeMap<(BagId, TileKindId), u64>;

/// Reads the bags of all packs into the catalog, and adds one bag per seat for a bag that every seat has.
pub(super) fn bags(catalog: &mut Catalog, lists: &Lists, cx: &Cx<'_>, copies: u32) {
    let mut counts = Counts::new();
    for tile in &lists[DeclaredKind::Tile] {
        count_tile(tile, cx, &mut counts);
    }
    let mut table: Table<BagId, Bag> = fill(&lists[DeclaredKind::Bag], |declared| bag(declared, cx, &mut counts));
    for (&(bag, kind), &count) in &counts {
        if let Some(bag) = table.get_mut(bag) {
            let count = count.saturating_mul(u64::from(copies.max(1))).min(u64::from(u32::MAX));
            bag.contents.push((kind, count as u32));
        }
    }
    for ((_, bag), declared) in table.iter().zip(lists[DeclaredKind::Bag].iter().filter(|d| !d.node.off)) {
        if bag.total() > limits::BAG {
            let message = format!(
                "the bag `{}` holds {} tiles; the maximum is {}",
                declared.name.local,
                bag.total(),
                limits::BAG
            );
            cx.report.add(codes::BAD_COUNT.finding(declared.span, message));
        }
    }
    catalog.bags = table;
    for bag in catalog.bags.ids() {
        if matches!(catalog.bags[bag].owner, BagOwner::EachSeat { .. }) {
            catalog.give_each_seat(bag);
        }
    }
    check_keys(catalog, lists, cx);
}

/// Reads the fields `count` and `bag`, or `bags`, of a tile.
fn count_tile(tile: &Declared, cx: &Cx<'_>, counts: &mut Counts) {
    let pack = cx.pack(tile);
    let of = grammar_of(&tile.node);
    let field = |name| of.field_value(&tile.node, name);
    let kind = cx.kinds.find(pack, &Word { value: tile.name.local.clone(), span: tile.span }, true, cx.report);
    let mut add = |bag: Option<BagId>, count: Option<u64>| {
        if let (Some(bag), Some(count), Some(kind)) = (bag, count, kind)
            && count > 0
        {
            *counts.entry((bag, kind)).or_default() += count;
        }
    };
    if let Some(bags) = field("bags") {
        for (bag, number) in read::map(bags, cx.report) {
            add(cx.bags.find_node(pack, bag, cx.report), count(number, cx));
        }
        if let Some(extra) = field("count").or(field("bag")) {
            cx.report.add(codes::BAD_COUNT.finding(extra.span, "`bags` cannot be combined with `count` or `bag`"));
        }
        return;
    }
    let bag = field("bag");
    if bag.and_then(Node::as_word).is_some_and(|w| &*w.value == "none") {
        if let Some(number) = field("count").filter(|n| !matches!(n.shape, crate::read::syntax::NodeShape::Int(0))) {
            let finding = codes::BAD_COUNT.finding(number.span, "a tile that is in no bag has no count");
            cx.report.add(finding.with_hint("leave out `count`, or name the bag of the tile"));
        }
        return;
    }
    let number = match field("count") {
        Some(number) => count(number, cx),
        None => Some(1),
    };
    let bag = match bag {
        Some(bag) => cx.bags.find_node(pack, bag, cx.report),
        None => {
            let found = default_bag(pack, cx);
            if found.is_none() && !tile.node.off {
                let message = format!("there is no bag for the tile `{}`", tile.name.local);
                cx.report.add(codes::NO_BAG.finding(tile.span, message).with_hint("declare one with `bags: [tiles]`"));
            }
            found
        }
    };
    add(bag, number);
}

fn count(node: &Node, cx: &Cx<'_>) -> Option<u64> {
    let number = read::int(node, i64::MIN..=i64::MAX, cx.report)?;
    let least = if node.chosen { 0 } else { 1 };
    if number < least || number > limits::BAG as i64 {
        let message = format!("{number} copies are not possible; the number may be {least} to {}", limits::BAG);
        let finding = codes::BAD_COUNT.finding(node.span, message);
        // A count of 0 is probably meant for a tile that is on the board at the start, or that a rule brings in.
        cx.report.add(if number == 0 {
            finding.with_hint("a tile that is never drawn has `bag: none`")
        } else {
            finding
        });
        return None;
    }
    Some(number as u64)
}

/// Returns the first bag of the packs that this one needs, otherwise its own first bag, so that tiles of expansions go
/// into the game's bag. `None` if there is no bag.
fn default_bag(pack: &PackSource, cx: &Cx<'_>) -> Option<BagId> {
    pack.all_needs.iter().chain([pack.id()]).find_map(|id| cx.bags.first_of(id))
}

fn bag(declared: &Declared, cx: &Cx<'_>, counts: &mut Counts) -> Bag {
    let pack = cx.pack(declared);
    let Some(fields) = Fields::from_node(&declared.node, &schema::BAG, cx.report) else { return Bag::default() };
    let bag = Bag {
        stacked: fields.flag("stacked"),
        open: fields.flag("open"),
        contents: Vec::new(),
        key: fields.word("key").filter(|word| is_key(word, cx)).map(|word| word.value),
        pool: fields.word("pool").filter(|word| is_pool(word, cx)).map(|word| word.value),
        back: fields.get("back").and_then(|n| cx.tags.find_node(pack, n, cx.report)),
        // Bags of seats are added after all declared bags.
        owner: match fields.flag("each_seat") {
            true => BagOwner::EachSeat { first: BagId::default(), count: 0 },
            false => BagOwner::Table,
        },
    };
    if let Some(node) = fields.get("back").filter(|_| !bag.stacked) {
        let message = "a back is seen on the top of a stack, and this bag has no top";
        cx.report.add(codes::BAD_BAG.finding(node.span, message).with_hint("write `stacked: true`"));
    }
    if let Some(node) = fields.get("contents") {
        let word = Word { value: declared.name.local.clone(), span: declared.span };
        let own = cx.bags.find(pack, &word, true, cx.report);
        for (kind, number) in read::map(node, cx.report) {
            let kind = cx.kinds.find_node(pack, kind, cx.report);
            if let (Some(own), Some(kind), Some(number)) = (own, kind, count(number, cx)) {
                *counts.entry((own, kind)).or_default() += number;
            }
        }
    }
    fields.finish();
    bag
}

/// True if a word can be the name of a bag in records: short and without blanks. Reports a wrong name.
fn is_key(word: &Word, cx: &Cx<'_>) -> bool {
    let text = &word.value;
    let right = !text.is_empty() && text.len() <= limits::ID_LETTERS && text.bytes().all(|b| b.is_ascii_graphic());
    if !right {
        let message = "the name of a bag in records is 1 to 64 letters, digits and signs, without blanks";
        cx.report.add(codes::BAD_BAG.finding(word.span, message));
    }
    right
}

fn is_pool(word: &Word, cx: &Cx<'_>) -> bool {
    let right = read::is_id(&word.value);
    if !right {
        read::bad_id(word, false, cx.report);
    }
    right
}

fn check_keys(catalog: &Catalog, lists: &Lists, cx: &Cx<'_>) {
    let name = |bag: BagId| catalog.bag_key(bag);
    let mut seen: BTreeMap<String, BagId> = BTreeMap::new();
    let lists: Vec<&Declared> = lists[DeclaredKind::Bag].iter().filter(|d| !d.node.off).collect();
    for bag in catalog.bags.ids() {
        let Some(declared) = lists.get(catalog.declared_bag(bag).index()) else { continue };
        if let Some(other) = seen.insert(name(bag), bag) {
            let other = catalog.bags.key(other);
            let message = format!("records cannot distinguish this bag from `{other}`: both are `{}`", name(bag));
            let span = schema::BAG.field_value(&declared.node, "key").map_or(declared.span, |n| n.span);
            cx.report.add(codes::BAD_BAG.finding(span, message));
        }
    }
}
