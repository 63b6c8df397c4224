//! The tools of the painter: the spots that each can use, and the brushes that result.

use std::collections::BTreeMap;

use egui::Key;
use tilewright_core::catalog::lattice::Side;
use tilewright_core::catalog::tile::Port;
use tilewright_editor_painter::{Brush, DrawnTile, PartId, PathEnd};

use super::live::Live;
use super::tile_cache::TileCache;
use crate::ui::icons;

/// A tool of the painter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) enum PainterTool {
    /// Inspects parts and changes their tags.
    #[default]
    Look,
    /// Draws paths between spots.
    Path,
    /// Fills sides with an area.
    Area,
    /// Splits sides off an area.
    Cut,
    /// Joins two parts into one.
    Join,
    /// Adds a site within a cell.
    Site,
    /// Removes parts of the tile.
    Erase,
    /// Chooses the edge type of a side.
    Edge,
    /// Adds and removes cells.
    Cells,
}

impl PainterTool {
    /// All tools, in the order of the toolbar.
    pub(super) const ALL: [PainterTool; 9] = [
        PainterTool::Look,
        PainterTool::Path,
        PainterTool::Area,
        PainterTool::Cut,
        PainterTool::Join,
        PainterTool::Site,
        PainterTool::Erase,
        PainterTool::Edge,
        PainterTool::Cells,
    ];

    /// Returns the text key of the name.
    pub(super) fn text(self) -> &'static str {
        match self {
            PainterTool::Look => "tiles-tool-look",
            PainterTool::Path => "tiles-tool-path",
            PainterTool::Area => "tiles-tool-area",
            PainterTool::Cut => "tiles-tool-cut",
            PainterTool::Join => "tiles-tool-join",
            PainterTool::Site => "tiles-tool-site",
            PainterTool::Erase => "tiles-tool-erase",
            PainterTool::Edge => "tiles-tool-edge",
            PainterTool::Cells => "tiles-tool-cells",
        }
    }

    /// Returns the icon for the toolbar.
    pub(super) fn icon(self) -> &'static str {
        match self {
            PainterTool::Look => icons::LOOK,
            PainterTool::Path => icons::PATH,
            PainterTool::Area => icons::AREA,
            PainterTool::Cut => icons::CUT,
            PainterTool::Join => icons::JOIN,
            PainterTool::Site => icons::SITE,
            PainterTool::Erase => icons::ERASE,
            PainterTool::Edge => icons::EDGE,
            PainterTool::Cells => icons::CELLS,
        }
    }

    /// Returns the text key of the instructions.
    pub(super) fn hint(self) -> &'static str {
        match self {
            PainterTool::Look => "tiles-hint-look",
            PainterTool::Path => "tiles-hint-path",
            PainterTool::Area => "tiles-hint-area",
            PainterTool::Cut => "tiles-hint-cut",
            PainterTool::Join => "tiles-hint-join",
            PainterTool::Site => "tiles-hint-site",
            PainterTool::Erase => "tiles-hint-erase",
            PainterTool::Edge => "tiles-hint-edge",
            PainterTool::Cells => "tiles-hint-cells",
        }
    }

    /// Returns the text key of the undo step.
    pub(super) fn step(self) -> &'static str {
        match self {
            PainterTool::Look => "tiles-step-tags",
            PainterTool::Path => "tiles-step-path",
            PainterTool::Area => "tiles-step-area",
            PainterTool::Cut => "tiles-step-cut",
            PainterTool::Join => "tiles-step-join",
            PainterTool::Site => "tiles-step-site",
            PainterTool::Erase => "tiles-step-erase",
            PainterTool::Edge => "tiles-step-edge",
            PainterTool::Cells => "tiles-step-cells",
        }
    }

    /// Returns the keyboard shortcut: a digit, which is the same in every language.
    pub(super) fn key(self) -> (Key, char) {
        match self {
            PainterTool::Look => (Key::Num1, '1'),
            PainterTool::Path => (Key::Num2, '2'),
            PainterTool::Area => (Key::Num3, '3'),
            PainterTool::Cut => (Key::Num4, '4'),
            PainterTool::Join => (Key::Num5, '5'),
            PainterTool::Site => (Key::Num6, '6'),
            PainterTool::Erase => (Key::Num7, '7'),
            PainterTool::Edge => (Key::Num8, '8'),
            PainterTool::Cells => (Key::Num9, '9'),
        }
    }

    /// True if the tool collects sides and paints them together.
    pub(super) fn gathers(self) -> bool {
        matches!(self, PainterTool::Area | PainterTool::Cut)
    }

    /// True if the tool needs two spots, one after the other.
    pub(super) fn needs_two(self) -> bool {
        matches!(self, PainterTool::Path | PainterTool::Join)
    }

    /// Returns the text key of the message about a drag from an unsuitable place.
    pub(super) fn miss_key(self) -> &'static str {
        if self == PainterTool::Join { "tiles-drag-no-part" } else { "tiles-drag-no-end" }
    }

    /// True if the tool paints with a terrain.
    pub(super) fn has_terrain(self) -> bool {
        matches!(self, PainterTool::Path | PainterTool::Area | PainterTool::Site)
    }

    /// Returns the terrains that the tool can paint with, and the most likely one. The order is the same for all tools,
    /// with ground last.
    pub(super) fn terrains(self, tiles_read: &TileCache) -> (Vec<String>, String) {
        let words = &tiles_read.words;
        let mut ranks: BTreeMap<usize, u8> = words.terrains.ids().enumerate().map(|(n, _)| (n, 2)).collect();
        for (n, id) in words.terrains.ids().enumerate() {
            let on = |whole: bool| {
                words.edges.iter().any(|(_, e)| e.ports.contains(&id) && whole == e.ports.iter().all(|t| *t == id))
            };
            let (beside, alone) = (on(false), on(true));
            let rank = match self {
                // A terrain that shares sides with ground is a path, one that fills sides is an area, others are sites.
                PainterTool::Path => (beside, alone) != (false, false) && !words.terrains[id].ground,
                PainterTool::Area => alone || beside,
                _ => !words.terrains[id].ground,
            };
            let first = match self {
                PainterTool::Path => beside,
                PainterTool::Area => alone && !words.terrains[id].ground,
                _ => !beside && !alone,
            };
            ranks.insert(n, if !rank { 9 } else { u8::from(!first) + u8::from(words.terrains[id].ground) });
        }
        let mut found: Vec<(u8, String)> = words
            .terrains
            .ids()
            .enumerate()
            .filter_map(|(n, id)| Some((*ranks.get(&n)?, words.terrain_name(id).to_owned())))
            .filter(|(rank, name)| *rank < 9 && !name.contains(':'))
            .collect();
        // If the game has terrains without sides, only these are offered for sites.
        if self == PainterTool::Site && found.iter().any(|(rank, _)| *rank == 0) {
            found.retain(|(rank, _)| *rank == 0);
        }
        let likeliest = found.iter().min_by_key(|(rank, _)| *rank).map(|(_, name)| name.clone()).unwrap_or_default();
        let mut names: Vec<String> = found.into_iter().map(|(_, name)| name).collect();
        names.sort_by_key(|name| words.is_ground(name));
        (names, likeliest)
    }
}

/// A place on the canvas that a tool can use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum CanvasSpot {
    /// A port of a cell.
    Port(usize, Port),
    /// A side of a cell.
    Side(usize, Side),
    /// A segment of the tile, by its number.
    Segment(usize),
    /// The centre of a cell.
    Middle(usize),
    /// A free place for another cell.
    Place((i16, i16)),
}

/// Returns the spots that a tool can use.
pub(super) fn spots(tool: PainterTool, tiles_read: &TileCache, drawing: &DrawnTile, live: &Live) -> Vec<CanvasSpot> {
    let sides = |cell: usize| tiles_read.words.lattice.sides_at(drawing.cells[cell].at);
    let cells = || 0..drawing.cells.len();
    let ports = || {
        cells().flat_map(move |cell| {
            sides(cell).flat_map(move |side| {
                let count = drawing.cells[cell].side(side, &tiles_read.words).len();
                (0..count).map(move |i| CanvasSpot::Port(cell, Port { side, index: i as u8 }))
            })
        })
    };
    let whole_sides = || cells().flat_map(move |cell| sides(cell).map(move |side| CanvasSpot::Side(cell, side)));
    let segments = |ground: bool| {
        let all = live.overlay.segments.iter().enumerate();
        all.filter(move |(_, s)| ground || !tiles_read.words.is_ground(&s.terrain)).map(|(n, _)| CanvasSpot::Segment(n))
    };
    match tool {
        PainterTool::Look => segments(true).collect(),
        // Sides come first: a whole side is clickable, and its ports are drawn on it.
        PainterTool::Path => {
            whole_sides().chain(ports()).chain(segments(false)).chain(cells().map(CanvasSpot::Middle)).collect()
        }
        PainterTool::Area | PainterTool::Cut | PainterTool::Edge => whole_sides().collect(),
        PainterTool::Join => segments(false).collect(),
        PainterTool::Site => cells().map(CanvasSpot::Middle).collect(),
        PainterTool::Erase => ports().chain(segments(false)).collect(),
        PainterTool::Cells => {
            let mut found: Vec<CanvasSpot> = cells().map(CanvasSpot::Middle).collect();
            for cell in &drawing.cells {
                for (dx, dy) in tiles_read.words.lattice.steps() {
                    let at = (cell.at.0 + dx, cell.at.1 + dy);
                    let spot = CanvasSpot::Place(at);
                    let is_place = tiles_read.words.lattice.has_place(at);
                    if is_place && !drawing.cells.iter().any(|c| c.at == at) && !found.contains(&spot) {
                        found.push(spot);
                    }
                }
            }
            found
        }
    }
}

/// Returns the cell of a spot; `None` for a free place.
pub(super) fn cell_of(live: &Live, spot: CanvasSpot) -> Option<usize> {
    match spot {
        CanvasSpot::Port(cell, _) | CanvasSpot::Side(cell, _) | CanvasSpot::Middle(cell) => Some(cell),
        CanvasSpot::Segment(number) => live.overlay.segments.get(number).map(|s| s.cell),
        CanvasSpot::Place(_) => None,
    }
}

/// Returns the part at a spot; `None` if there is no part.
pub(super) fn part_of(drawing: &DrawnTile, live: &Live, spot: CanvasSpot) -> Option<PartId> {
    match spot {
        CanvasSpot::Segment(number) => live.overlay.segments.get(number)?.part,
        CanvasSpot::Port(cell, port) => drawing.cells.get(cell)?.part_at(port).map(|part| part.id),
        _ => None,
    }
}

/// Returns the end of a path at a spot.
fn end(tiles_read: &TileCache, drawing: &DrawnTile, live: &Live, spot: CanvasSpot) -> Option<PathEnd> {
    Some(match spot {
        CanvasSpot::Port(cell, port) => {
            let part = drawing.cells.get(cell)?.part_at(port);
            if part.is_some_and(|p| !tiles_read.words.is_ground(&p.terrain)) {
                PathEnd::Port(port)
            } else {
                PathEnd::Side(port.side)
            }
        }
        CanvasSpot::Side(_, side) => PathEnd::Side(side),
        CanvasSpot::Segment(_) => part_of(drawing, live, spot).map_or(PathEnd::Nowhere, PathEnd::Part),
        CanvasSpot::Middle(_) => PathEnd::Crossing,
        CanvasSpot::Place(_) => return None,
    })
}

/// Returns the brush of a stroke; `None` as its second spot ends a path within the cell.
pub(super) fn stroke(
    tool: PainterTool,
    terrain: &str,
    tiles_read: &TileCache,
    drawing: &DrawnTile,
    live: &Live,
    from: CanvasSpot,
    to: Option<CanvasSpot>,
) -> Option<Brush> {
    match tool {
        PainterTool::Path => {
            let cell = match (from, to) {
                (CanvasSpot::Segment(_), Some(to)) => cell_of(live, to)?,
                _ => cell_of(live, from)?,
            };
            let (a, b) = (
                end(tiles_read, drawing, live, from)?,
                match to {
                    // A stroke back to its start ends within the tile.
                    Some(to) if to == from => PathEnd::Nowhere,
                    Some(to) => end(tiles_read, drawing, live, to)?,
                    None => PathEnd::Nowhere,
                },
            );
            Some(Brush::Path { cell, terrain: terrain.to_owned(), from: a, to: b })
        }
        PainterTool::Join => {
            let (a, b) = (part_of(drawing, live, from)?, part_of(drawing, live, to?)?);
            (a != b).then(|| Brush::Join(vec![a, b]))
        }
        _ => None,
    }
}

/// Returns the brush of a click on a single spot.
pub(super) fn touch(
    tool: PainterTool,
    terrain: &str,
    drawing: &DrawnTile,
    live: &Live,
    spot: CanvasSpot,
) -> Option<Brush> {
    match (tool, spot) {
        (PainterTool::Site, spot) => Some(Brush::Site { cell: cell_of(live, spot)?, terrain: terrain.to_owned() }),
        (PainterTool::Erase, CanvasSpot::Segment(_)) => part_of(drawing, live, spot).map(Brush::Erase),
        (PainterTool::Erase, CanvasSpot::Port(cell, port)) => Some(Brush::Clear { cell, side: port.side }),
        (PainterTool::Cells, CanvasSpot::Place(at)) => Some(Brush::AddCell(at)),
        (PainterTool::Cells, CanvasSpot::Middle(cell)) => Some(Brush::RemoveCell(cell)),
        _ => None,
    }
}

/// Returns the brush for sides that were collected.
pub(super) fn sides(
    tool: PainterTool,
    terrain: &str,
    tiles_read: &TileCache,
    drawing: &DrawnTile,
    gathered: &[(usize, Side)],
) -> Option<Brush> {
    let (cell, first) = *gathered.first()?;
    let sides: Vec<Side> = gathered.iter().filter(|(c, _)| *c == cell).map(|(_, side)| *side).collect();
    match tool {
        PainterTool::Area => Some(Brush::Area { cell, terrain: terrain.to_owned(), sides }),
        PainterTool::Cut => {
            let on = |ports: &[Port]| ports.iter().any(|p| p.side == first);
            let parts = &drawing.cells.get(cell)?.parts;
            let part = parts.iter().find(|p| on(&p.ports) && !tiles_read.words.is_ground(&p.terrain))?;
            Some(Brush::Cut { part: part.id, sides })
        }
        _ => None,
    }
}
