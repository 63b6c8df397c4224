//! Checks the elements and references of an SVG file. An element that is referred to counts once for each reference,
//! because it is drawn each time.

use std::collections::BTreeMap;

use resvg::usvg::roxmltree::{Document, Node, NodeId};

use crate::error::PictureFileError;
use crate::svg::MAX_SVG_DEPTH;

/// Maximum number of elements that are drawn.
const MAX_EXPANDED: u64 = 100_000;
/// Maximum number of bytes of attributes of all elements that are drawn.
const MAX_EXPANDED_BYTES: u64 = 8 << 20;
/// Maximum product of the numbers of elements and of rules in style sheets, which are compared with each other.
const MAX_STYLE_TESTS: u64 = 2_000_000;

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// Error for a reference to something outside of the file.
const OTHER_FILE: PictureFileError = PictureFileError::Unsupported("SVG with a reference to another file");

/// Elements of drawings, and definitions for them.
const DRAWN: &[&str] = &[
    "a",
    "circle",
    "clipPath",
    "defs",
    "ellipse",
    "g",
    "line",
    "linearGradient",
    "mask",
    "path",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "svg",
    "switch",
    "symbol",
    "use",
];
/// Elements without effect on the picture.
const IGNORED: &[&str] = &["desc", "metadata", "title", "view"];
/// Elements that contain text.
const TEXTS: &[&str] = &["text", "textPath", "tref", "tspan"];

/// Size of an element with everything that it contains and refers to.
#[derive(Clone, Copy, Default)]
struct Expanded {
    elements: u64,
    bytes: u64,
    depth: usize,
}

/// Checks all elements of a document. Returns true if it contains text.
///
/// # Errors
/// An element or a reference is not allowed, references form a circle, or the expanded document exceeds a limit.
pub(super) fn check(document: &Document<'_>) -> Result<bool, PictureFileError> {
    let root = document.root_element().tag_name();
    if (root.namespace(), root.name()) != (Some(SVG), "svg") {
        return Err(PictureFileError::UnknownFormat);
    }
    let (mut has_text, mut rules, mut count) = (false, 0, 0);
    let mut ids: BTreeMap<&str, NodeId> = BTreeMap::new();
    for node in document.descendants().filter(|node| node.is_element()) {
        count += 1;
        if let Some(id) = node.attribute("id") {
            ids.entry(id).or_insert(node.id());
        }
        let name = node.tag_name();
        // Programs keep their own data in other namespaces.
        if name.namespace() != Some(SVG) {
            continue;
        }
        has_text |= TEXTS.contains(&name.name());
        let is_known = [DRAWN, IGNORED, TEXTS].iter().any(|list| list.contains(&name.name()));
        match name.name() {
            "style" => {
                let text: String = node.children().filter_map(|child| child.text()).collect();
                check_text(&text)?;
                rules += text.matches('{').count() as u64;
            }
            "filter" => return Err(PictureFileError::Unsupported("SVG with a filter")),
            "image" | "feImage" => return Err(PictureFileError::Unsupported("SVG with a picture inside")),
            "marker" | "pattern" => return Err(PictureFileError::Unsupported("SVG with a marker or a pattern")),
            _ if is_known => {}
            _ => return Err(PictureFileError::Unsupported("SVG with scripts, animations or foreign content")),
        }
    }
    if rules * count > MAX_STYLE_TESTS {
        return Err(PictureFileError::SvgTooComplex);
    }
    let mut walk = ElementWalk { document, ids, known: BTreeMap::new() };
    walk.expand(document.root_element(), 0)?;
    Ok(has_text)
}

/// Checks that a text of styles refers to nothing outside of the file.
///
/// # Errors
/// The text contains another reference than `url(#id)`, an import, or an escape that could hide one.
fn check_text(text: &str) -> Result<(), PictureFileError> {
    if text.contains(['\\', '@']) { Err(OTHER_FILE) } else { check_urls(text) }
}

/// Checks that the addresses in a text are ids of the file.
///
/// # Errors
/// The text contains another address.
fn check_urls(text: &str) -> Result<(), PictureFileError> {
    let lower = text.to_ascii_lowercase();
    let is_own = |rest: &str| rest.trim_start_matches([' ', '\'', '"']).starts_with('#');
    if lower.split("url(").skip(1).all(is_own) { Ok(()) } else { Err(OTHER_FILE) }
}

/// Returns the ids that a value refers to.
///
/// # Errors
/// The value refers to something outside of the file.
fn targets<'a>(name: &str, value: &'a str) -> Result<Vec<&'a str>, PictureFileError> {
    if name == "href" {
        return Ok(vec![value.trim().strip_prefix('#').ok_or(OTHER_FILE)?]);
    }
    if name == "style" {
        check_text(value)?
    } else {
        check_urls(value)?
    }
    let after_open = value.match_indices("url(").map(|(at, open)| &value[at + open.len()..]);
    let id = |rest: &'a str| {
        let rest = rest.trim_start_matches([' ', '\'', '"']).trim_start_matches('#');
        rest.split([')', '\'', '"', ' ']).next().unwrap_or_default()
    };
    Ok(after_open.map(id).collect())
}

/// A walk over all elements and their references.
struct ElementWalk<'a> {
    document: &'a Document<'a>,
    ids: BTreeMap<&'a str, NodeId>,
    /// Sizes of elements by the numbers of their nodes; `None` for an element that the walk has entered but not left.
    known: BTreeMap<u32, Option<Expanded>>,
}

impl ElementWalk<'_> {
    /// Returns the size of an element at a depth.
    ///
    /// # Errors
    /// A reference is not allowed, references form a circle, or the size exceeds a limit.
    fn expand(&mut self, node: Node<'_, '_>, depth: usize) -> Result<Expanded, PictureFileError> {
        match self.known.get(&node.id().get()) {
            Some(Some(own)) if depth + own.depth <= MAX_SVG_DEPTH => return Ok(*own),
            None if depth < MAX_SVG_DEPTH => {}
            _ => return Err(PictureFileError::SvgTooComplex),
        }
        self.known.insert(node.id().get(), None);
        let mut own = Expanded { elements: 1, bytes: 0, depth: 1 };
        let mut used: Vec<NodeId> =
            node.children().filter(|child| child.is_element()).map(|child| child.id()).collect();
        let is_drawn = node.tag_name().namespace() == Some(SVG);
        let is_read = |namespace: Option<&str>| is_drawn && namespace.is_none_or(|space| space == XLINK);
        for attribute in node.attributes().filter(|attribute| is_read(attribute.namespace())) {
            own.bytes += attribute.value().len() as u64;
            let ids = targets(attribute.name(), attribute.value())?;
            used.extend(ids.iter().filter_map(|id| self.ids.get(*id)));
        }
        for id in used {
            let Some(target) = self.document.get_node(id) else { continue };
            let part = self.expand(target, depth + 1)?;
            own.elements += part.elements;
            own.bytes += part.bytes;
            own.depth = own.depth.max(part.depth + 1);
        }
        if own.elements > MAX_EXPANDED || own.bytes > MAX_EXPANDED_BYTES {
            return Err(PictureFileError::SvgTooComplex);
        }
        self.known.insert(node.id().get(), Some(own));
        Ok(own)
    }
}
