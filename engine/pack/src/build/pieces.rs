//! Builds the figures, zones, counters, dice, tokens, tags, books and results.

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::id::{CounterId, ZoneId};
use tilewright_core::catalog::look::Look;
use tilewright_core::catalog::tile::Tag;
use tilewright_core::catalog::{
    Catalog, Counter, Die, EndResult, FigureKind, MAX_FIGURE_KINDS, MAX_SEATS, Scope, Token, Zone, ZoneOwner,
};

use super::look::look;
use super::{Cx, Lists};
use crate::declare::declared::Declared;
use crate::declare::overrides::apply_override;
use crate::findings::codes;
use crate::limits;
use crate::read::syntax::{Node, NodeShape, Word};
use crate::read::{self, Fields};
use crate::schema::{self, CLAIMS, GRADED_BY, MERGES, OF_FEATURE, PARTED, SCOPES, Struct, WINS};

/// Checks an entry that has no fields except its name.
pub(super) fn plain(declared: &Declared, of: &'static Struct, cx: &Cx<'_>) {
    if let Some(fields) = Fields::from_node(&declared.node, of, cx.report) {
        fields.finish();
    }
}

pub(super) fn tag(declared: &Declared, cx: &Cx<'_>) -> Tag {
    let Some(fields) = Fields::from_node(&declared.node, &schema::TAG, cx.report) else { return Tag::default() };
    let tag = Tag { look: look(&fields, declared, cx) };
    fields.finish();
    tag
}

pub(super) fn token(declared: &Declared, cx: &Cx<'_>) -> Token {
    let Some(fields) = Fields::from_node(&declared.node, &schema::TOKEN, cx.report) else { return Token::default() };
    let token = Token { look: look(&fields, declared, cx).unwrap_or_default() };
    fields.finish();
    token
}

pub(super) fn figure(declared: &Declared, all: &[Declared], cx: &Cx<'_>, seats: (u8, u8)) -> FigureKind {
    let pack = cx.pack(declared);
    let node = like(declared, all, cx);
    let Some(fields) = Fields::from_node(&node, &schema::FIGURE, cx.report) else { return FigureKind::default() };
    let (supply, supply_by_seats) = fields.get("supply").map_or_else(Default::default, |n| supply(n, seats, cx));
    let figure = FigureKind {
        supply,
        supply_by_seats,
        weight: fields.int("weight").unwrap_or_default() as u8,
        on: fields.list("on").iter().filter_map(|n| cx.terrains.find_node(pack, n, cx.report)).collect(),
        claim: fields.one_of("claim", &CLAIMS).unwrap_or_default(),
        unfinished: fields.flag("unfinished"),
        look: look(&fields, declared, cx).unwrap_or_default(),
    };
    fields.finish();
    figure
}

/// Reads a supply: a number, or a map with one for each number of seats.
fn supply(node: &Node, seats: (u8, u8), cx: &Cx<'_>) -> (u16, Vec<(u8, u16)>) {
    let number = |n: &Node| read::int(n, 0..=10_000, cx.report).map(|n| n as u16);
    let NodeShape::Map(cases) = &node.shape else { return (number(node).unwrap_or(0), Vec::new()) };
    let mut by_seats: Vec<(u8, u16)> = Vec::new();
    for (count, supply) in cases {
        let count = read::int(count, 1..=MAX_SEATS as i64, cx.report);
        by_seats.extend(count.zip(number(supply)).map(|(count, supply)| (count as u8, supply)));
    }
    let missing: Vec<String> =
        (seats.0..=seats.1).filter(|n| by_seats.iter().all(|(m, _)| m != n)).map(|n| n.to_string()).collect();
    if !missing.is_empty() && !node.off {
        let message = format!("no value for {} seats", missing.join(", "));
        cx.report.add(codes::SUPPLY_OPEN.finding(node.span, message));
    }
    (by_seats.iter().map(|s| s.1).max().unwrap_or(0), by_seats)
}

/// Returns a figure with the fields that it inherits from the figure in `like`, through a chain of up to 8 figures.
fn like(declared: &Declared, all: &[Declared], cx: &Cx<'_>) -> Node {
    let mut chain = vec![declared];
    while chain.len() < 8 {
        let current = chain[chain.len() - 1];
        let Some(word) = schema::FIGURE.field_value(&current.node, "like").and_then(|n| read::word(n, cx.report))
        else {
            break;
        };
        let Some(model) = cx.figures.entry(cx.pack(current), &word, current.node.off, cx.report) else { break };
        chain.push(&all[model]);
    }
    let mut fields: Vec<(Word, Node)> = Vec::new();
    for (step, figure) in chain.iter().enumerate().rev() {
        for (name, value) in figure.node.fields().unwrap_or(&[]) {
            if step > 0 && matches!(&*name.value, "id" | "override" | "like") {
                continue;
            }
            match fields.iter_mut().find(|(n, _)| n.value == name.value) {
                Some((_, old)) => *old = apply_override(Some(old), value, cx.packs, cx.report),
                None => fields.push((name.clone(), value.clone())),
            }
        }
    }
    let mut node = declared.node.clone();
    node.shape = NodeShape::Struct(node.head(), fields);
    node
}

/// Checks that the figures of a seat stay within the limit for counting in features.
pub(super) fn check_figures(catalog: &Catalog, declared: &[Declared], cx: &Cx<'_>) {
    let mut total = 0u64;
    let on = declared.iter().filter(|d| !d.node.off);
    for ((_, figure), declared) in catalog.figures.iter().zip(on) {
        let before = total;
        total += u64::from(figure.supply) * u64::from(figure.weight.max(1));
        if before <= limits::FIGURE_WEIGHT && total > limits::FIGURE_WEIGHT {
            let message = format!("the figures of a seat total {total}; the maximum is {}", limits::FIGURE_WEIGHT);
            cx.report.add(codes::TOO_MANY_FIGURES.finding(declared.span, message));
        }
    }
    let standing = catalog.figures.iter().filter(|(_, f)| !f.on.is_empty()).count();
    if standing > MAX_FIGURE_KINDS
        && let Some(last) = declared.last()
    {
        let message = format!("{standing} kinds of figure can be deployed; the maximum is {MAX_FIGURE_KINDS}");
        cx.report.add(codes::TOO_MANY_FIGURES.finding(last.span, message));
    }
}

/// Checks that the counter shown on a piece can have a value for its kind of piece, and that all seats may see it.
pub(super) fn check_numbers(catalog: &Catalog, lists: &Lists, cx: &Cx<'_>) {
    let written = |look: &Look| look.number;
    let of_tiles = catalog.kinds.iter().map(|(_, kind)| kind.number);
    let of_terrains = catalog.terrains.iter().map(|(_, terrain)| written(&terrain.look));
    let of_tags = catalog.tags.iter().map(|(_, tag)| tag.look.as_ref().and_then(written));
    let of_figures = catalog.figures.iter().map(|(_, figure)| written(&figure.look));
    let of_tokens = catalog.tokens.iter().map(|(_, token)| written(&token.look));
    let of_zones = catalog.zones.iter().map(|(_, zone)| zone.number);
    check_written(catalog, &lists[DeclaredKind::Figure], of_figures, &[Scope::Keyed, Scope::Seat], "a figure", cx);
    check_written(catalog, &lists[DeclaredKind::Token], of_tokens, &[Scope::Game], "a token", cx);
    check_written(catalog, &lists[DeclaredKind::Tile], of_tiles, &[Scope::Keyed], "a tile", cx);
    check_written(catalog, &lists[DeclaredKind::Zone], of_zones, &[Scope::Keyed], "a place of a zone", cx);
    check_written(catalog, &lists[DeclaredKind::Terrain], of_terrains, &[], "a terrain", cx);
    check_written(catalog, &lists[DeclaredKind::Tag], of_tags, &[], "a tag", cx);
}

fn check_written(
    catalog: &Catalog,
    declared: &[Declared],
    numbers: impl Iterator<Item = Option<CounterId>>,
    scopes: &[Scope],
    thing: &str,
    cx: &Cx<'_>,
) {
    let on = declared.iter().filter(|d| !d.node.off);
    for (declared, number) in on.zip(numbers) {
        let Some(counter) = number.and_then(|number| catalog.counters.get(number)) else { continue };
        let node = declared.node.field("look").and_then(|look| look.field("number")).or(declared.node.field("number"));
        let span = node.map_or(declared.span, |node| node.span);
        let words: Vec<String> = scopes.iter().map(|&scope| format!("`{}`", schema::scope_word(scope))).collect();
        if scopes.is_empty() {
            let finding = codes::WRONG_VALUE.finding(span, format!("no number is written on {thing}"));
            cx.report.add(
                finding.with_hint("figures and tokens have one in their look, tiles and zones have a field `number`"),
            );
        } else if !scopes.contains(&counter.scope) {
            let message = format!("the number that is written on {thing} is of another counter than this one");
            cx.report.add(
                codes::WRONG_VALUE.finding(span, message).with_hint(format!("its scope is {}", words.join(" or "))),
            );
        } else if counter.secret {
            let message = format!("all players see the number on {thing}, but this counter is secret");
            cx.report.add(codes::WRONG_VALUE.finding(span, message).with_hint("use a counter that is not"));
        }
    }
}

pub(super) fn zone(declared: &Declared, cx: &Cx<'_>) -> Zone {
    let Some(fields) = Fields::from_node(&declared.node, &schema::ZONE, cx.report) else { return Zone::default() };
    let slots = fields.int("slots").unwrap_or_default() as u16;
    let holds_tiles = fields.one_of("holds", &[("figures", false), ("tiles", true)]).unwrap_or_default();
    if holds_tiles && slots == 0 {
        let finding = codes::OUT_OF_RANGE.finding(declared.span, "a zone without slots cannot hold tiles");
        cx.report.add(finding.with_hint("set `slots` to the number of places"));
    }
    let owner = match fields.flag("each_seat") {
        true => ZoneOwner::EachSeat { first: ZoneId::default(), count: 0 },
        false => ZoneOwner::Table,
    };
    let number = fields.get("number").and_then(|node| cx.counters.find_node(cx.pack(declared), node, cx.report));
    let mut zone = Zone { slots, single: fields.flag("single"), holds_tiles, tags: Vec::new(), owner, number };
    if let Some(node) = fields.get("tags") {
        for (slot, tags) in read::map(node, cx.report) {
            let Some(slot) = read::int(slot, 1..=i64::from(slots), cx.report) else { continue };
            let tags = cx.tags_of(cx.pack(declared), Some(tags));
            zone.tags.extend(tags.into_iter().map(|(tag, n)| (slot as u16, tag, n)));
        }
    }
    fields.finish();
    zone
}

pub(super) fn counter(declared: &Declared, cx: &Cx<'_>) -> Counter {
    let Some(fields) = Fields::from_node(&declared.node, &schema::COUNTER, cx.report) else {
        return Counter::default();
    };
    let counter = Counter {
        scope: fields.get("scope").and_then(|n| scope(n, cx)).unwrap_or_default(),
        start: fields.int("start").unwrap_or_default() as i32,
        min: fields.int("min").map(|n| n as i32),
        max: fields.int("max").map(|n| n as i32),
        track: fields.int("track").map(|n| n as u32),
        parted: fields.get("parted").and_then(|n| read::one_of(n, &PARTED, cx.report)),
        secret: fields.flag("secret"),
        shown: fields.flag("shown"),
    };
    let low = counter.min.is_some_and(|min| counter.start < min);
    let high = counter.max.is_some_and(|max| counter.start > max);
    if low || high {
        let message = format!("the counter starts at {}, outside its own bounds", counter.start);
        cx.report.add(codes::OUT_OF_RANGE.finding(declared.span, message));
    }
    fields.finish();
    counter
}

/// Parses `game`, `seat`, `keyed`, `seat_keyed` or `feature(sum)`.
fn scope(node: &Node, cx: &Cx<'_>) -> Option<Scope> {
    if let NodeShape::Tuple(Some(name), items) = &node.shape {
        return match &items[..] {
            [merge] if *name.value == *OF_FEATURE => read::one_of(merge, &MERGES, cx.report).map(Scope::Feature),
            _ => {
                read::wrong(node, "game, seat, keyed, seat_keyed or feature(sum)", cx.report);
                None
            }
        };
    }
    read::one_of(node, &SCOPES, cx.report)
}

pub(super) fn end_result(declared: &Declared, cx: &Cx<'_>) -> EndResult {
    let Some(fields) = Fields::from_node(&declared.node, &schema::RESULT, cx.report) else {
        return EndResult::default();
    };
    let result = EndResult {
        at_least: fields.int("at_least").map(|n| n as i32),
        of: fields.one_of("of", &GRADED_BY).unwrap_or_default(),
        wins: fields.one_of("wins", &WINS).unwrap_or_default(),
    };
    fields.finish();
    result
}

pub(super) fn die(declared: &Declared, cx: &Cx<'_>) -> Die {
    let Some(fields) = Fields::from_node(&declared.node, &schema::DIE, cx.report) else { return Die::default() };
    let mut die = Die::default();
    if let Some(node) = fields.need("faces") {
        if matches!(&node.shape, NodeShape::Word(word) if &**word == "seats") {
            die.seats = true;
            fields.finish();
            return die;
        }
        for face in read::list(node, cx.report).unwrap_or(&[]) {
            match &face.shape {
                NodeShape::Int(n) => die.faces.push(n.to_string().into()),
                _ => die.faces.extend(read::name(face, cx.report).map(|w| w.value)),
            }
        }
        if die.faces.is_empty() || die.faces.len() > 1000 {
            cx.report.add(codes::OUT_OF_RANGE.finding(node.span, "a die has 1 to 1000 faces"));
        }
    }
    fields.finish();
    die
}
