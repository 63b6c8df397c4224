//! Reads the looks of terrains, tags, figures and tokens. Every field is optional, and every mistake is reported.

use tilewright_core::catalog::look::{BORDERS, Layer, Look, OWN, PATTERNS, PICTURES, Picture, parse_path};
use tilewright_core::diag::one_of;

use super::Cx;
use crate::declare::declared::Declared;
use crate::findings::codes;
use crate::read::syntax::{Node, NodeShape, Word};
use crate::read::{self, Fields};
use crate::schema;

/// Maximum number of layers of a drawn picture, and of entries of a scatter.
const MOST: usize = 64;

/// Reads the field `look`: fields in parentheses, or a text as the short form for a picture, a disc of a colour, or a
/// letter.
pub(super) fn look(fields: &Fields<'_>, declared: &Declared, cx: &Cx<'_>) -> Option<Look> {
    let node = fields.get("look")?;
    let Some(word) = node.as_word() else { return full(node, declared, cx) };
    let mut look = Look::default();
    let mut letters = word.value.chars();
    match (letters.next(), letters.next()) {
        (Some('#'), _) => {
            look.fill = colour(&word, false, cx);
            look.picture = Some(Picture::Named("disc".to_owned()));
        }
        (Some(letter), None) if !letter.is_control() => look.letter = Some(letter),
        _ => look.picture = read_known_name(&word, PICTURES, cx).map(Picture::Named),
    }
    Some(look)
}

fn full(node: &Node, declared: &Declared, cx: &Cx<'_>) -> Option<Look> {
    let fields = Fields::from_node(node, &schema::LOOK, cx.report)?;
    let colour = |name| fields.word(name).and_then(|word| colour(&word, false, cx));
    let name = |field, known| fields.word(field).and_then(|word| read_known_name(&word, known, cx));
    let picture = |field| fields.get(field).and_then(|node| picture(node, cx));
    let look = Look {
        fill: colour("fill"),
        ink: colour("ink"),
        pattern: name("pattern", PATTERNS),
        border: name("border", BORDERS),
        width: fields.int("width").map(|n| n as u8),
        scatter: fields.get("scatter").map(|node| scatter(node, cx)).unwrap_or_default(),
        picture: picture("picture"),
        crossing: picture("crossing"),
        size: fields.int("size").map(|n| n as u8),
        middle: fields.flag("middle"),
        letter: fields.word("letter").and_then(|word| {
            let mut letters = word.value.chars();
            let letter = letters.next().filter(|c| !c.is_control());
            if letter.is_none() || letters.next().is_some() {
                cx.report.add(codes::WRONG_VALUE.finding(word.span, "expected one letter"));
            }
            letter
        }),
        number: fields.get("number").and_then(|node| cx.counters.find_node(cx.pack(declared), node, cx.report)),
    };
    fields.finish();
    Some(look)
}

fn colour(word: &Word, own: bool, cx: &Cx<'_>) -> Option<String> {
    let digits = word.value.strip_prefix('#').unwrap_or_default();
    let good = digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()) || own && *word.value == *OWN;
    if !good {
        let or = if own { ", or own for the colour of the thing itself" } else { "" };
        cx.report.add(codes::WRONG_VALUE.finding(word.span, format!("a colour is written as \"#rrggbb\"{or}")));
    }
    good.then(|| word.value.to_string())
}

/// Returns a name if it is in `known`; otherwise reports it and returns `None`.
fn read_known_name(word: &Word, known: &[&str], cx: &Cx<'_>) -> Option<String> {
    if known.contains(&&*word.value) {
        return Some(word.value.to_string());
    }
    let mut finding =
        codes::UNKNOWN_LOOK.finding(word.span, format!("no picture, pattern or border is named `{}`", word.value));
    cx.report.suggest(&mut finding, &word.value, known.iter().copied());
    finding.hint.get_or_insert_with(|| one_of(known));
    cx.report.add(finding);
    None
}

/// Reads a picture: a name, or a list of layers.
fn picture(node: &Node, cx: &Cx<'_>) -> Option<Picture> {
    let NodeShape::List(layers) = &node.shape else {
        return read_known_name(&read::word(node, cx.report)?, PICTURES, cx).map(Picture::Named);
    };
    most(node, layers.len(), cx);
    Some(Picture::Drawn(layers.iter().take(MOST).filter_map(|node| layer(node, cx)).collect()))
}

fn layer(node: &Node, cx: &Cx<'_>) -> Option<Layer> {
    let fields = Fields::from_node(node, &schema::LAYER, cx.report)?;
    let colour = |name| fields.word(name).and_then(|word| colour(&word, true, cx));
    let (fill, line) = (colour("fill"), colour("line"));
    let width = fields.int("width").unwrap_or_default() as u8;
    let path = fields.need("path").and_then(|node| read::word(node, cx.report));
    fields.finish();
    let path = path?;
    match parse_path(&path.value) {
        Ok(path) => Some(Layer { path, fill, line, width }),
        Err(why) => {
            cx.report.add(codes::BAD_PATH.finding(path.span, why));
            None
        }
    }
}

/// Reads a scatter such as `{"trees": 4, "tuft": 6}`.
fn scatter(node: &Node, cx: &Cx<'_>) -> Vec<(Picture, u8)> {
    let items = read::map(node, cx.report);
    most(node, items.len(), cx);
    let read = |(name, count): &(Node, Node)| {
        let name = read_known_name(&read::word(name, cx.report)?, PICTURES, cx)?;
        Some((Picture::Named(name), read::int(count, 0..=60, cx.report)? as u8))
    };
    items.iter().take(MOST).filter_map(read).collect()
}

fn most(node: &Node, count: usize, cx: &Cx<'_>) {
    if count > MOST {
        cx.report.add(codes::OUT_OF_RANGE.finding(node.span, format!("{count} are too many; the maximum is {MOST}")));
    }
}
