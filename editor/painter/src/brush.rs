//! Defines all changes to a drawing as data, so that menus, keys, the pointer and tests share one implementation.

use tilewright_core::catalog::lattice::{Cell, Side, Turn};
use tilewright_core::catalog::tile::{MAX_SEGMENTS, MAX_TILE_CELLS, Port};
use tilewright_pack::Vocabulary;

use super::drawing::{DrawnCell, DrawnPart, DrawnTile, PartId, PathTarget, TileCount, bare};

/// Change to a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Brush {
    /// Draws a path from one end to another, with at least one end on the rim.
    Path {
        /// Number of the cell.
        cell: usize,
        /// Name of the terrain.
        terrain: String,
        /// Start of the path.
        from: PathEnd,
        /// End of the path.
        to: PathEnd,
    },
    /// Draws an area over whole sides as one part, which existing areas of the terrain join. Ground clears the sides.
    Area {
        /// Number of the cell.
        cell: usize,
        /// Name of the terrain.
        terrain: String,
        /// Sides in any order.
        sides: Vec<Side>,
    },
    /// Splits these sides of a part off as a separate part.
    Cut {
        /// Part that is split in two.
        part: PartId,
        /// Sides in any order.
        sides: Vec<Side>,
    },
    /// Merges parts of one cell and one terrain into the first of them.
    Join(Vec<PartId>),
    /// Draws a site, which does not reach the rim.
    Site {
        /// Number of the cell.
        cell: usize,
        /// Name of the terrain.
        terrain: String,
    },
    /// Removes a part, so that its sides show ground.
    Erase(PartId),
    /// Removes all parts except ground from a side.
    Clear {
        /// Number of the cell.
        cell: usize,
        /// Side that only ground will reach.
        side: Side,
    },
    /// Changes the edge type of a side. Parts on the side remain if the new type shows their terrain.
    Edge {
        /// Number of the cell.
        cell: usize,
        /// Side with the new edge type.
        side: Side,
        /// Name of the edge type.
        edge: String,
    },
    /// Writes a piece of ground by hand, with `touches` in place of the derived value.
    Ground {
        /// Number of the cell.
        cell: usize,
        /// Name of the terrain.
        terrain: String,
        /// Ports; empty for enclosed ground.
        ports: Vec<Port>,
        /// Parts that it touches.
        touches: Vec<PartId>,
    },
    /// Sets the target that a part runs into; `None` removes it.
    Into(PartId, Option<PathTarget>),
    /// Sets the parts that a part touches; `None` lets the engine derive them.
    Touches(PartId, Option<Vec<PartId>>),
    /// Sets the name of a part; `None` removes it.
    Name(PartId, Option<String>),
    /// Sets the tags of a part.
    PartTags(PartId, Vec<(String, i64)>),
    /// Moves a part to this index among the parts of its cell.
    Order(PartId, usize),
    /// Sets the id of the tile.
    Id(String),
    /// Sets the count of the tile.
    Count(TileCount),
    /// Sets the tags of the tile as a whole.
    Tags(Vec<(String, i64)>),
    /// Turns the derivation of ground from the other parts on or off.
    Derive(bool),
    /// Turns the tile clockwise by a number of steps.
    Turn(Turn),
    /// Mirrors the tile, so that left and right are swapped.
    Mirror,
    /// Adds a cell next to an existing one.
    AddCell((i16, i16)),
    /// Removes a cell with its parts. The first remaining cell moves to `(0, 0)`.
    RemoveCell(usize),
}

/// End of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathEnd {
    /// Side; a path that already reaches it is continued.
    Side(Side),
    /// Port that the side already shows.
    Port(Port),
    /// Part of the cell, such as a site or an area.
    Part(PartId),
    /// Crossing in the middle of the cell.
    Crossing,
    /// Dead end inside the cell.
    Nowhere,
}

/// Question that a brush asks before it paints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaintQuestion {
    /// Subject of the question.
    pub about: QuestionSubject,
    /// Possible answers; each leads to another drawing.
    pub choices: Vec<PaintAnswer>,
}

/// Subject of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QuestionSubject {
    /// New path or area that meets this part.
    Meeting(PartId),
    /// Side of a cell that several edge types fit.
    Side(usize, Side),
    /// Piece of ground that contains the site of this cell.
    Place(usize),
}

/// Answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PaintAnswer {
    /// Paths meet in a crossing and end there.
    Crossing,
    /// Bridge: the paths cross without touching each other.
    Bridge,
    /// Paths become one part.
    Joined,
    /// The new path ends where it meets the other part.
    Into,
    /// Change of the selected end only.
    OnlyThis,
    /// Change of all ends of the part.
    All,
    /// Edge type for a side of a cell.
    Edge(usize, Side, String),
    /// Ground that has these ports.
    Within(Vec<Port>),
    /// No decision. The tile has a finding until the ground is specified.
    Open,
}

/// Reason why a brush cannot paint. The drawing is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PaintRefusal {
    /// The tile has no cell with this number.
    NoCell(usize),
    /// The cell does not have this side or port.
    NoSide,
    /// The part does not exist, or it is in another cell.
    NoPart(PartId),
    /// The vocabulary has no terrain with this name.
    UnknownTerrain(String),
    /// The vocabulary has no edge type with this name.
    UnknownEdge(String),
    /// The vocabulary has no tag with this name.
    UnknownTag(String),
    /// The name is not valid for a part or a tile.
    BadName(String),
    /// The number of copies is out of range.
    BadCount(i64),
    /// No edge type shows this terrain on the side of the cell; `None` means ground alone.
    NoEdge(usize, Side, Option<String>),
    /// Both ends are equal, or neither is on the rim.
    NothingToDraw,
    /// Ground is derived and cannot be painted this way, or the brush accepts ground only.
    WrongTerrain(String),
    /// The parts have different terrains.
    DifferentTerrains,
    /// The part has no other side.
    NothingToCut,
    /// The tile would exceed the limit of parts or cells.
    TooMany,
    /// The position has a cell already, or it is not next to a cell.
    BadPlace((i16, i16)),
    /// The last cell of a tile cannot be removed.
    LastCell,
}

/// Side effect of a brush on something other than its target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PaintNotice {
    /// The handwritten ground of this cell was out of date, and is derived from the other parts again.
    GroundFollows(usize),
    /// The ground of this cell cannot be derived from the other parts, and was written out.
    GroundWritten(usize),
    /// Parts that were painted over were removed; the names are their terrains.
    Gone(Vec<String>),
    /// Paths that lost the part that they ran into or continued on, and are now dead ends.
    Ends(Vec<PartId>),
    /// Parts that lost some of the parts that they touch.
    TouchesLess(Vec<PartId>),
    /// No edge type shows ground alone, so the side of the cell is unchanged and no part covers it.
    Uncovered(usize, Side),
}

/// Result of a brush.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Painted {
    /// Drawing after the brush.
    pub drawing: DrawnTile,
    /// Side effects of the brush.
    pub notices: Vec<PaintNotice>,
}

/// Reason why a brush returns no drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PaintStop {
    /// The brush needs a decision: paint again with one of the choices in `answers`.
    Asks(PaintQuestion),
    /// The brush cannot paint.
    Refused(PaintRefusal),
}

pub(super) type PaintResult<T = ()> = Result<T, PaintStop>;

/// Drawing that a brush is changing.
pub(super) struct Painting<'a> {
    pub(super) before: &'a DrawnTile,
    pub(super) drawing: DrawnTile,
    pub(super) words: &'a Vocabulary,
    pub(super) notices: Vec<PaintNotice>,
    pub(super) answers: &'a [PaintAnswer],
    /// True if the tile was turned or mirrored, which does not change the arrangement of parts within the tile.
    pub(super) turned: bool,
}

impl DrawnTile {
    /// Applies a brush to this drawing. `answers` holds the choices for all questions that the brush has asked so far;
    /// other answers are ignored.
    ///
    /// # Errors
    /// The brush asks a question, or it cannot paint.
    pub fn paint(&self, brush: &Brush, answers: &[PaintAnswer], words: &Vocabulary) -> Result<Painted, PaintStop> {
        let mut painting =
            Painting { before: self, drawing: self.clone(), words, notices: Vec::new(), answers, turned: false };
        painting.brush(brush)?;
        painting.finish()?;
        Ok(Painted { drawing: painting.drawing, notices: painting.notices })
    }
}

pub(super) fn refuse<T>(refusal: PaintRefusal) -> PaintResult<T> {
    Err(PaintStop::Refused(refusal))
}

impl Painting<'_> {
    fn brush(&mut self, brush: &Brush) -> PaintResult {
        match brush {
            Brush::Path { cell, terrain, from, to } => self.path(*cell, terrain, *from, *to),
            Brush::Area { cell, terrain, sides } => self.area(*cell, terrain, sides),
            Brush::Cut { part, sides } => self.cut(*part, sides),
            Brush::Join(parts) => self.join(parts),
            Brush::Site { cell, terrain } => self.site(*cell, terrain),
            Brush::Erase(part) => self.erase(*part),
            Brush::Clear { cell, side } => self.clear(*cell, *side),
            Brush::Edge { cell, side, edge } => self.edge(*cell, *side, edge),
            Brush::Ground { cell, terrain, ports, touches } => self.ground(*cell, terrain, ports, touches),
            Brush::Into(part, target) => self.into(*part, *target),
            Brush::Touches(part, touches) => {
                let (cell, _) = self.place(*part)?;
                for to in touches.iter().flatten() {
                    if self.place(*to)?.0 != cell || to == part {
                        return refuse(PaintRefusal::NoPart(*to));
                    }
                }
                self.part(*part)?.touches = touches.clone();
                Ok(())
            }
            Brush::Name(part, name) => self.name(*part, name.as_deref()),
            Brush::PartTags(part, tags) => {
                self.check_tags(tags)?;
                self.part(*part)?.tags = tags.clone();
                Ok(())
            }
            Brush::Order(part, to) => {
                let (cell, place) = self.place(*part)?;
                let parts = &mut self.drawing.cells[cell].parts;
                let moved = parts.remove(place);
                parts.insert((*to).min(parts.len()), moved);
                Ok(())
            }
            Brush::Id(id) => {
                let fine =
                    !id.is_empty() && id.len() <= 64 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
                if !fine {
                    return refuse(PaintRefusal::BadName(id.clone()));
                }
                self.drawing.id.clone_from(id);
                Ok(())
            }
            Brush::Count(count) => match count {
                TileCount::Number(n) if !(0..=100_000).contains(n) => refuse(PaintRefusal::BadCount(*n)),
                count => {
                    self.drawing.count = count.clone();
                    Ok(())
                }
            },
            Brush::Tags(tags) => {
                self.check_tags(tags)?;
                self.drawing.tags.clone_from(tags);
                Ok(())
            }
            Brush::Derive(derive) => {
                self.drawing.derive = *derive;
                Ok(())
            }
            Brush::Turn(turn) => {
                self.turn(*turn);
                Ok(())
            }
            Brush::Mirror => self.mirror(),
            Brush::AddCell(at) => self.add_cell(*at),
            Brush::RemoveCell(cell) => self.remove_cell(*cell),
        }
    }

    /// Returns the answer to a question, or its only choice; without an answer, it stops with the question.
    pub(super) fn ask(&self, about: QuestionSubject, choices: Vec<PaintAnswer>) -> PaintResult<PaintAnswer> {
        if let [only] = &choices[..] {
            return Ok(only.clone());
        }
        match self.answers.iter().find(|answer| choices.contains(answer)) {
            Some(answer) => Ok(answer.clone()),
            None => Err(PaintStop::Asks(PaintQuestion { about, choices })),
        }
    }

    pub(super) fn cell(&self, cell: usize) -> PaintResult<&DrawnCell> {
        self.drawing.cells.get(cell).ok_or(PaintStop::Refused(PaintRefusal::NoCell(cell)))
    }

    pub(super) fn place(&self, part: PartId) -> PaintResult<(usize, usize)> {
        self.drawing.find(part).ok_or(PaintStop::Refused(PaintRefusal::NoPart(part)))
    }

    pub(super) fn part(&mut self, part: PartId) -> PaintResult<&mut DrawnPart> {
        self.drawing.part_mut(part).ok_or(PaintStop::Refused(PaintRefusal::NoPart(part)))
    }

    pub(super) fn terrain(&self, terrain: &str) -> PaintResult {
        match self.words.terrain(terrain) {
            Some(_) if !terrain.contains(':') => Ok(()),
            _ => refuse(PaintRefusal::UnknownTerrain(terrain.to_owned())),
        }
    }

    /// Checks that a cell has a side.
    pub(super) fn side_of(&self, cell: usize, side: Side) -> PaintResult {
        let at = self.cell(cell)?.at;
        if self.words.lattice.has_side_at(at, side) { Ok(()) } else { refuse(PaintRefusal::NoSide) }
    }

    fn check_tags(&self, tags: &[(String, i64)]) -> PaintResult {
        let known = self.words.tags();
        match tags.iter().find(|(tag, _)| !known.iter().any(|k| k == tag || bare(k) == bare(tag))) {
            Some((tag, _)) => refuse(PaintRefusal::UnknownTag(tag.clone())),
            None => Ok(()),
        }
    }

    fn name(&mut self, part: PartId, name: Option<&str>) -> PaintResult {
        let (cell, _) = self.place(part)?;
        if let Some(name) = name {
            let mut bytes = name.bytes();
            let fine = bytes.next().is_some_and(|b| b.is_ascii_lowercase())
                && bytes.all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
                && !matches!(name, "crossing" | "end" | "true" | "false" | "inf");
            let taken = self.drawing.cells[cell].parts.iter().any(|p| p.id != part && p.name.as_deref() == Some(name));
            // A part with the name of a terrain would hide the parts of that terrain.
            if !fine || taken || self.words.terrain(name).is_some() {
                return refuse(PaintRefusal::BadName(name.to_owned()));
            }
        }
        self.part(part)?.name = name.map(str::to_owned);
        Ok(())
    }

    fn into(&mut self, part: PartId, target: Option<PathTarget>) -> PaintResult {
        let (cell, _) = self.place(part)?;
        match target {
            Some(PathTarget::Part(to)) if to == part || self.place(to)?.0 != cell => refuse(PaintRefusal::NoPart(to)),
            Some(PathTarget::Crossing(n)) if n > 9 => refuse(PaintRefusal::TooMany),
            target => {
                self.part(part)?.into = target;
                Ok(())
            }
        }
    }

    fn add_cell(&mut self, at: (i16, i16)) -> PaintResult {
        let cells = &self.drawing.cells;
        let beside = |cell: &DrawnCell| {
            let steps = self.words.lattice.steps().iter();
            steps.map(|(dx, dy)| (cell.at.0 + dx, cell.at.1 + dy)).any(|near| near == at)
        };
        let near = at.0.unsigned_abs() <= 100 && at.1.unsigned_abs() <= 100;
        let is_place = near && self.words.lattice.has_place(at);
        if !is_place || cells.iter().any(|cell| cell.at == at) || !cells.iter().any(beside) {
            return refuse(PaintRefusal::BadPlace(at));
        }
        if cells.len() >= MAX_TILE_CELLS {
            return refuse(PaintRefusal::TooMany);
        }
        self.drawing.cells.push(DrawnCell::blank(at, self.words));
        self.drawing.listed = true;
        Ok(())
    }

    fn remove_cell(&mut self, cell: usize) -> PaintResult {
        self.cell(cell)?;
        if self.drawing.cells.len() == 1 {
            return refuse(PaintRefusal::LastCell);
        }
        self.drawing.cells.remove(cell);
        // The first cell of a triangular tile must point down.
        if self.words.lattice.points_up(Cell::new(self.drawing.cells[0].at.0, self.drawing.cells[0].at.1)) {
            self.rotate(Turn(3));
        }
        let first = self.drawing.cells[0].at;
        for cell in &mut self.drawing.cells {
            cell.at = (cell.at.0 - first.0, cell.at.1 - first.1);
        }
        Ok(())
    }

    /// Updates everything that depends on the changed parts.
    fn finish(&mut self) -> PaintResult {
        self.drop_lost();
        for cell in 0..self.drawing.cells.len() {
            self.settle_ground(cell);
        }
        self.drop_lost();
        self.tell_what_is_there();
        let parts: usize = self.drawing.cells.iter().map(|cell| cell.parts.len()).sum();
        if parts > MAX_SEGMENTS { refuse(PaintRefusal::TooMany) } else { Ok(()) }
    }

    /// Limits notices to parts that still exist. A notice about new ground of a cell replaces other notices about its
    /// ground.
    fn tell_what_is_there(&mut self) {
        let drawing = &self.drawing;
        let anew: Vec<usize> = self
            .notices
            .iter()
            .filter_map(|n| {
                if let PaintNotice::GroundWritten(c) | PaintNotice::GroundFollows(c) = n { Some(*c) } else { None }
            })
            .collect();
        let there = |id: &PartId| drawing.find(*id);
        self.notices.retain_mut(|notice| match notice {
            PaintNotice::Ends(parts) => {
                parts.retain(|id| there(id).is_some());
                !parts.is_empty()
            }
            PaintNotice::TouchesLess(parts) => {
                parts.retain(|id| {
                    let part = drawing.part(*id);
                    let ground = part.is_some_and(|p| self.words.is_ground(&p.terrain) && !p.ports.is_empty());
                    there(id).is_some_and(|(cell, _)| !(ground && anew.contains(&cell)))
                });
                !parts.is_empty()
            }
            _ => true,
        });
    }

    /// Removes references to parts that no longer exist.
    fn drop_lost(&mut self) {
        let (mut ends, mut less) = (Vec::new(), Vec::new());
        for cell in &mut self.drawing.cells {
            let there: Vec<PartId> = cell.parts.iter().map(|p| p.id).collect();
            for part in &mut cell.parts {
                if let Some(PathTarget::Part(to)) = part.into
                    && !there.contains(&to)
                {
                    part.into = if part.ports.is_empty() { None } else { Some(PathTarget::End) };
                    ends.push(part.id);
                }
                if let Some(touches) = &mut part.touches {
                    let count = touches.len();
                    touches.retain(|to| there.contains(to));
                    if touches.len() < count {
                        less.push(part.id);
                    }
                }
            }
        }
        if !ends.is_empty() {
            self.notices.push(PaintNotice::Ends(ends));
        }
        if !less.is_empty() {
            self.notices.push(PaintNotice::TouchesLess(less));
        }
    }
}
