//! Holds the written content of a tile.

use std::ops::Range;

use tilewright_core::catalog::id::EdgeTypeId;
use tilewright_core::catalog::lattice::{Lattice, Side};
use tilewright_core::catalog::tile::{MAX_SEGMENTS, MAX_TILE_CELLS, Port};
use tilewright_pack::Vocabulary;
use tilewright_pack::syntax::{Node, NodeShape};

use super::refer;

/// Id of a part within one drawing. When a tile is read, its parts are numbered in the order of the text, cell by cell.
/// A painted part gets a new number, so ids stay valid until the tile is read again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PartId(pub u32);

/// Tile as written in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnTile {
    /// Id of the tile.
    pub id: String,
    /// Number of copies, as written.
    pub count: TileCount,
    /// Tags of the tile as a whole.
    pub tags: Vec<(String, i64)>,
    /// True if ground is derived from the other parts.
    pub derive: bool,
    /// Cells of the tile, the first at `(0, 0)`.
    pub cells: Vec<DrawnCell>,
    /// True if the text has the field `cells`.
    pub(super) listed: bool,
    /// Id of the next part that is painted.
    pub(super) next: u32,
}

/// Number of copies of a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TileCount {
    /// Missing field, which means one copy.
    Unsaid,
    /// Literal number of copies.
    Number(i64),
    /// Expression that depends on options, as written.
    Computed(String),
}

/// Cell of a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnCell {
    /// Offset from the first cell.
    pub at: (i16, i16),
    /// Names of the edge types, clockwise from north.
    pub edges: Vec<String>,
    /// Parts of the cell. Their order also decides the order of simultaneous events.
    pub parts: Vec<DrawnPart>,
    /// Index of the cell in the text; `None` for a new cell.
    pub(super) origin: Option<usize>,
}

/// Part of a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnPart {
    /// Id within the drawing.
    pub id: PartId,
    /// Name of its terrain.
    pub terrain: String,
    /// Ports on the rim in ascending order; empty for sites.
    pub ports: Vec<Port>,
    /// Target that the part runs into; `None` if it has no target.
    pub into: Option<PathTarget>,
    /// Name given by the author; `None` for unnamed parts.
    pub name: Option<String>,
    /// Tags of the part.
    pub tags: Vec<(String, i64)>,
    /// Parts that it touches as written; `None` if they are derived.
    pub touches: Option<Vec<PartId>>,
    /// Index of the part in the text of its cell; `None` for a new part.
    pub(super) origin: Option<usize>,
}

/// Target of a path that ends on the tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathTarget {
    /// Other part of the cell.
    Part(PartId),
    /// Crossing by number, from 0 to 9.
    Crossing(u8),
    /// Dead end inside the cell, `end`.
    End,
}

/// Reason why a tile cannot be painted. It can still be changed as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TilePaintError {
    /// The tile overrides a tile of another pack.
    Override,
    /// The tile has no cells.
    Chip,
    /// Options choose between parts. The variants hold each appearance of the tile with its condition.
    Alternatives(Vec<DrawnVariant>),
    /// The value in this range depends on options.
    Computed(Range<usize>),
    /// The text in this range is not valid, for the given reason.
    Unreadable(Range<usize>, String),
}

/// Appearance of a tile under one condition, for display only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnVariant {
    /// Condition as written, such as `when: {"option": true}`.
    pub condition: String,
    /// Cells with the parts that have this condition or no condition.
    pub cells: Vec<DrawnCell>,
}

type ReadResult<T> = Result<T, TilePaintError>;

impl DrawnTile {
    /// Reads a tile from its syntax node.
    ///
    /// # Errors
    /// The tile cannot be painted, for the given reason.
    pub fn read(node: &Node, text: &str, words: &Vocabulary) -> ReadResult<DrawnTile> {
        let fields = node.fields().ok_or_else(|| unreadable(node, "this is not a tile"))?;
        if node.is_on("override") {
            return Err(TilePaintError::Override);
        }
        if node.is_on("chip") || (node.field("cells").is_none() && node.field("edges").is_none()) {
            return Err(TilePaintError::Chip);
        }
        for (i, (name, value)) in fields.iter().enumerate() {
            if fields[..i].iter().any(|(n, _)| n.value == name.value) {
                return Err(unreadable(value, "a field is given twice"));
            }
        }
        let conditions = conditions(node, text);
        if !conditions.is_empty() {
            let variants = conditions.into_iter().map(|condition| {
                let cells = DrawnTile::read_as(node, text, words, Some(&condition))?.cells;
                Ok(DrawnVariant { condition, cells })
            });
            return Err(TilePaintError::Alternatives(variants.collect::<ReadResult<_>>()?));
        }
        DrawnTile::read_as(node, text, words, None)
    }

    /// Reads the tile with the parts that have the condition, and those without a condition.
    pub(super) fn read_as(
        node: &Node,
        text: &str,
        words: &Vocabulary,
        condition: Option<&str>,
    ) -> ReadResult<DrawnTile> {
        let id = node.field("id").and_then(Node::as_word).ok_or_else(|| unreadable(node, "the tile has no id"))?;
        let count = match node.field("count") {
            None => TileCount::Unsaid,
            Some(n) => match n.shape {
                NodeShape::Int(number) => TileCount::Number(number),
                _ => TileCount::Computed(text.get(n.range()).unwrap_or_default().to_owned()),
            },
        };
        let derive = match node.field("derive") {
            None => true,
            Some(n) => match n.shape {
                NodeShape::Bool(flag) => flag,
                _ => return Err(reject_computed(n)),
            },
        };
        if let Some(tags) = node.field("part_tags") {
            return Err(unreadable(
                tags,
                "tags that are given by the names of parts would not follow a change of parts",
            ));
        }
        let mut drawing = DrawnTile {
            id: id.value.to_string(),
            count,
            tags: read_tags(node.field("tags"))?,
            derive,
            cells: Vec::new(),
            listed: false,
            next: 0,
        };
        match node.field("cells") {
            Some(cells) => {
                drawing.listed = true;
                let items = list(cells)?;
                if items.is_empty() || items.len() > MAX_TILE_CELLS {
                    return Err(unreadable(cells, "a tile has one to eight cells"));
                }
                for (i, cell) in items.iter().enumerate() {
                    let at = cell.field("at").ok_or_else(|| unreadable(cell, "the cell lacks its place"))?;
                    drawing.read_cell(cell, read_pair(at)?, i, text, words, condition)?;
                }
            }
            None => drawing.read_cell(node, (0, 0), 0, text, words, condition)?,
        }
        Ok(drawing)
    }

    fn read_cell(
        &mut self,
        node: &Node,
        at: (i16, i16),
        origin: usize,
        text: &str,
        words: &Vocabulary,
        condition: Option<&str>,
    ) -> ReadResult<()> {
        let edges = node.field("edges").ok_or_else(|| unreadable(node, "the cell has no edges"))?;
        let mut cell = DrawnCell { at, edges: Vec::new(), parts: Vec::new(), origin: Some(origin) };
        for (side, field) in words.lattice.sides().zip(side_fields(words.lattice)) {
            if !words.lattice.has_side_at(at, side) {
                cell.edges.push(String::new());
                continue;
            }
            let edge = edges.field(field).ok_or_else(|| unreadable(edges, "a side has no edge"))?;
            let word = edge.as_word().ok_or_else(|| reject_computed(edge))?;
            if words.edge(&word.value).is_none() {
                return Err(unreadable(edge, "there is no such edge type"));
            }
            cell.edges.push(word.value.to_string());
        }
        let nodes = node.field("parts").map(list).transpose()?.unwrap_or_default();
        if nodes.len() > MAX_SEGMENTS {
            return Err(unreadable(node, "the tile has too many parts"));
        }
        let meant = |n: &&(usize, &Node)| condition_of(n.1, text).is_none_or(|c| Some(&*c) == condition);
        let nodes: Vec<(usize, &Node)> = nodes.iter().enumerate().collect();
        let nodes: Vec<(usize, &Node)> = nodes.iter().filter(meant).copied().collect();
        for &(origin, part) in &nodes {
            let read = self.read_part(part, origin, &cell, words)?;
            cell.parts.push(read);
        }
        for (i, (_, node)) in nodes.iter().enumerate() {
            let find = |word: &Node| {
                let name = word.as_word().ok_or_else(|| reject_computed(word))?;
                let found = refer::find(&cell, &name.value, Some(cell.parts[i].id), words);
                found.ok_or_else(|| unreadable(word, "it is not clear which part this is"))
            };
            let into = node.field("into").map(|n| match crossing(n) {
                Some(target) => Ok(target),
                None => find(n).map(PathTarget::Part),
            });
            let touches = node.field("touches").map(|n| match &n.shape {
                NodeShape::List(items) => items.iter().map(find).collect::<ReadResult<Vec<_>>>(),
                _ => find(n).map(|part| vec![part]),
            });
            let (into, touches) = (into.transpose()?, touches.transpose()?);
            (cell.parts[i].into, cell.parts[i].touches) = (into, touches);
        }
        self.cells.push(cell);
        Ok(())
    }

    fn read_part(&mut self, node: &Node, origin: usize, cell: &DrawnCell, words: &Vocabulary) -> ReadResult<DrawnPart> {
        let head = match &node.shape {
            NodeShape::Word(word) | NodeShape::Text(word) => word.clone(),
            NodeShape::Struct(Some(word), _) => word.value.clone(),
            NodeShape::Tuple(Some(word), _) if matches!(&*word.value, "if" | "option") => {
                return Err(reject_computed(node));
            }
            _ => return Err(unreadable(node, "this is not a part")),
        };
        if words.terrain(&head).is_none() {
            return Err(unreadable(node, "there is no such terrain"));
        }
        let mut part = DrawnPart {
            id: self.new_id(),
            terrain: head.to_string(),
            ports: Vec::new(),
            into: None,
            name: None,
            tags: read_tags(node.field("tags"))?,
            touches: None,
            origin: Some(origin),
        };
        if let Some(name) = node.field("name") {
            part.name = Some(name.as_word().ok_or_else(|| reject_computed(name))?.value.to_string());
        }
        if let Some(at) = node.field("at") {
            let names = match &at.shape {
                NodeShape::List(items) => &items[..],
                _ => std::slice::from_ref(at),
            };
            for name in names {
                let word = name.as_word().ok_or_else(|| reject_computed(name))?;
                let ports = refer::ports_named(cell, &word.value, &part.terrain, words);
                part.ports.extend(ports.ok_or_else(|| unreadable(name, "a part cannot be placed here"))?);
            }
            part.ports.sort_unstable();
            part.ports.dedup();
            if cell.parts.iter().any(|other| other.ports.iter().any(|p| part.ports.contains(p))) {
                return Err(unreadable(at, "two parts are placed here"));
            }
        }
        Ok(part)
    }

    /// Returns a tile of one cell that shows ground on all sides, or the first edge type if there is no ground.
    pub fn blank(id: &str, words: &Vocabulary) -> DrawnTile {
        let cell = DrawnCell::blank((0, 0), words);
        DrawnTile {
            id: id.to_owned(),
            count: TileCount::Unsaid,
            tags: Vec::new(),
            derive: true,
            cells: vec![cell],
            listed: false,
            next: 0,
        }
    }

    pub(super) fn new_id(&mut self) -> PartId {
        self.next += 1;
        PartId(self.next - 1)
    }

    /// Returns the index of the cell that contains a part, and the index of the part in it.
    pub fn find(&self, part: PartId) -> Option<(usize, usize)> {
        let place = |cell: &DrawnCell| cell.parts.iter().position(|p| p.id == part);
        self.cells.iter().enumerate().find_map(|(i, cell)| Some((i, place(cell)?)))
    }

    /// Returns the part with an id.
    pub fn part(&self, part: PartId) -> Option<&DrawnPart> {
        self.find(part).map(|(cell, place)| &self.cells[cell].parts[place])
    }

    pub(super) fn part_mut(&mut self, part: PartId) -> Option<&mut DrawnPart> {
        self.find(part).map(|(cell, place)| &mut self.cells[cell].parts[place])
    }
}

impl DrawnCell {
    pub(super) fn blank(at: (i16, i16), words: &Vocabulary) -> DrawnCell {
        let bare = |id: &EdgeTypeId| words.edges[*id].ports.iter().all(|&t| words.terrains[t].ground);
        let edge = words.edges.ids().find(bare).or_else(|| words.edges.ids().next());
        let edge = edge.map_or("", |id| words.edge_name(id)).to_owned();
        let edges = words.lattice.sides().map(|side| match words.lattice.has_side_at(at, side) {
            true => edge.clone(),
            false => String::new(),
        });
        DrawnCell { at, edges: edges.collect(), parts: Vec::new(), origin: None }
    }

    /// Returns the terrains of the ports of a side, clockwise.
    pub fn side<'a>(&self, side: Side, words: &'a Vocabulary) -> Vec<&'a str> {
        let edge = self.edges.get(side.index()).and_then(|name| words.edge(name));
        edge.map_or_else(Vec::new, |id| words.edges[id].ports.iter().map(|&t| words.terrain_name(t)).collect())
    }

    /// Returns the part that covers a port.
    pub fn part_at(&self, port: Port) -> Option<&DrawnPart> {
        self.parts.iter().find(|part| part.ports.contains(&port))
    }

    /// Returns the part of this cell with an id.
    pub fn part(&self, id: PartId) -> Option<&DrawnPart> {
        self.parts.iter().find(|part| part.id == id)
    }
}

/// Returns the fields of `edges` for the sides, clockwise from north.
pub(super) fn side_fields(lattice: Lattice) -> &'static [&'static str] {
    match lattice {
        Lattice::Square => &["n", "e", "s", "w"],
        Lattice::Hex | Lattice::Triangle => &["n", "ne", "se", "s", "sw", "nw"],
    }
}

fn unreadable(node: &Node, why: &str) -> TilePaintError {
    TilePaintError::Unreadable(node.range(), why.to_owned())
}

fn reject_computed(node: &Node) -> TilePaintError {
    TilePaintError::Computed(node.range())
}

fn list(node: &Node) -> ReadResult<&[Node]> {
    match &node.shape {
        NodeShape::List(items) => Ok(items),
        _ => Err(reject_computed(node)),
    }
}

fn read_pair(node: &Node) -> ReadResult<(i16, i16)> {
    let number = |n: &Node| match n.shape {
        NodeShape::Int(n) if (-100..=100).contains(&n) => Some(n as i16),
        _ => None,
    };
    match &node.shape {
        NodeShape::Tuple(None, items) => match &items[..] {
            [x, y] => Ok((number(x).ok_or_else(|| reject_computed(x))?, number(y).ok_or_else(|| reject_computed(y))?)),
            _ => Err(unreadable(node, "a place is two numbers")),
        },
        _ => Err(reject_computed(node)),
    }
}

/// Returns the written tags of a tile or a part; `None` if they depend on options.
pub fn tags_of(node: &Node) -> Option<Vec<(String, i64)>> {
    read_tags(node.field("tags")).ok()
}

/// Returns a tag without the prefix of its pack.
pub fn bare(tag: &str) -> &str {
    tag.rsplit(':').next().unwrap_or_default()
}

fn read_tags(node: Option<&Node>) -> ReadResult<Vec<(String, i64)>> {
    let Some(node) = node else { return Ok(Vec::new()) };
    let word = |n: &Node| n.as_word().map(|w| w.value.to_string()).ok_or_else(|| reject_computed(n));
    match &node.shape {
        NodeShape::Map(entries) => entries
            .iter()
            .map(|(key, value)| match value.shape {
                NodeShape::Int(n) => Ok((word(key)?, n)),
                _ => Err(reject_computed(value)),
            })
            .collect(),
        NodeShape::List(items) => items.iter().map(|n| Ok((word(n)?, 1))).collect(),
        _ => Ok(vec![(word(node)?, 1)]),
    }
}

/// Parses the target of a path if it is a crossing or a dead end; `None` if it names a part.
fn crossing(node: &Node) -> Option<PathTarget> {
    match &node.shape {
        NodeShape::Tuple(Some(name), items) if *name.value == *"crossing" => match items.first().map(|n| &n.shape) {
            Some(NodeShape::Int(n)) if items.len() == 1 && (0..=9).contains(n) => Some(PathTarget::Crossing(*n as u8)),
            _ => None,
        },
        _ => match &*node.as_word()?.value {
            "crossing" => Some(PathTarget::Crossing(0)),
            "end" => Some(PathTarget::End),
            _ => None,
        },
    }
}

/// Returns the condition of an item as written; `None` if it is unconditional.
pub fn condition_of(node: &Node, text: &str) -> Option<String> {
    let given = node.fields()?.iter().filter(|(name, _)| matches!(&*name.value, "when" | "unless"));
    let parts: Vec<String> =
        given.map(|(name, value)| format!("{}: {}", name.value, text.get(value.range()).unwrap_or_default())).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Returns all conditions of parts and cells in order, each once.
pub(super) fn conditions(node: &Node, text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let cells = node.field("cells").and_then(Node::items).unwrap_or(std::slice::from_ref(node));
    for part in cells.iter().filter_map(|cell| cell.field("parts")?.items()).flatten() {
        found.extend(condition_of(part, text));
    }
    let mut seen = Vec::new();
    found.retain(|condition| {
        let new = !seen.contains(condition);
        seen.push(condition.clone());
        new
    });
    found
}
