//! Everything that can be done to a drawing, as data, so that menus, keys, the pointer and tests do it the same way.

use tilewright_core::catalog::lattice::{Cell, Side, Turn};
use tilewright_core::catalog::tile::{MAX_SEGMENTS, MAX_TILE_CELLS, Port};
use tilewright_pack::Vocabulary;

use super::drawing::{Count, Drawing, DrawnCell, DrawnPart, PartId, Target, bare};

/// What is done to a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Brush {
    /// A path from one end to another; at least one of them lies on the rim.
    Path {
        /// Number of the cell.
        cell: usize,
        /// What it is made of.
        terrain: String,
        /// One end.
        from: End,
        /// The other.
        to: End,
    },
    /// An area over whole sides, as one part; areas of the terrain that are there already join it. Ground clears.
    Area {
        /// Number of the cell.
        cell: usize,
        /// What it is made of.
        terrain: String,
        /// The sides, in any order.
        sides: Vec<Side>,
    },
    /// These sides of a part become a part of their own.
    Cut {
        /// The part.
        part: PartId,
        /// The sides, in any order.
        sides: Vec<Side>,
    },
    /// Parts of one cell and one terrain become one, the first of them.
    Join(Vec<PartId>),
    /// A part that does not reach the rim.
    Site {
        /// Number of the cell.
        cell: usize,
        /// What it is made of.
        terrain: String,
    },
    /// A part goes, and its sides show ground.
    Erase(PartId),
    /// Nothing but ground reaches a side any more.
    Clear {
        /// Number of the cell.
        cell: usize,
        /// The side.
        side: Side,
    },
    /// A side shows another edge type; parts stay where that shows their terrain.
    Edge {
        /// Number of the cell.
        cell: usize,
        /// The side.
        side: Side,
        /// The edge type.
        edge: String,
    },
    /// Ground that is written by hand; `touches` in place of what would follow.
    Ground {
        /// Number of the cell.
        cell: usize,
        /// What it is made of.
        terrain: String,
        /// Its ports; none for ground that is shut in.
        ports: Vec<Port>,
        /// What it touches.
        touches: Vec<PartId>,
    },
    /// What a part runs into.
    Into(PartId, Option<Target>),
    /// What a part is said to touch; nothing says what follows by itself.
    Touches(PartId, Option<Vec<PartId>>),
    /// The name of a part.
    Name(PartId, Option<String>),
    /// The tags of a part.
    PartTags(PartId, Vec<(String, i64)>),
    /// A part comes to stand at this place among those of its cell.
    Order(PartId, usize),
    /// The id of the tile.
    Id(String),
    /// The count of the tile.
    Count(Count),
    /// The tags of the tile as a whole.
    Tags(Vec<(String, i64)>),
    /// Whether ground follows from the other parts.
    Derive(bool),
    /// The tile is turned clockwise by so many steps.
    Turn(Turn),
    /// The tile is mirrored, left and right change places.
    Mirror,
    /// A cell is added beside another one.
    AddCell((i16, i16)),
    /// A cell goes, with its parts; the first of the others lies at `(0, 0)` then.
    RemoveCell(usize),
}

/// An end of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A side; what reaches it already is taken up.
    Side(Side),
    /// A port that the side shows already.
    Port(Port),
    /// A part of the cell, such as a site or an area.
    Part(PartId),
    /// A crossing in the middle of the cell.
    Crossing,
    /// Nothing: the path ends.
    Nowhere,
}

/// What a brush asks before it paints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// What it is about.
    pub about: About,
    /// What can be answered; each is another drawing.
    pub choices: Vec<Choice>,
}

/// What a question is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum About {
    /// What is painted meets this part.
    Meeting(PartId),
    /// Several edge types fit a side of a cell.
    Side(usize, Side),
    /// In which piece of ground the site of this cell lies.
    Place(usize),
}

/// An answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The paths meet in a crossing and end there.
    Crossing,
    /// One passes over the other; neither touches the other.
    Bridge,
    /// They become one part.
    Joined,
    /// The path ends where it meets the other part.
    Into,
    /// Only the end that was pointed at.
    OnlyThis,
    /// All ends of the part.
    All,
    /// This edge type, for a side of a cell.
    Edge(usize, Side, String),
    /// In the ground that has these ports.
    Within(Vec<Port>),
    /// That stays open; the tile has a finding until it is said.
    Open,
}

/// Why a brush cannot paint. The drawing is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is no such cell.
    NoCell(usize),
    /// The cell has no such side or port.
    NoSide,
    /// There is no such part, or it lies in another cell.
    NoPart(PartId),
    /// No terrain has this name.
    UnknownTerrain(String),
    /// No edge type has this name.
    UnknownEdge(String),
    /// No tag has this name.
    UnknownTag(String),
    /// This is not a name for a part or a tile.
    BadName(String),
    /// The number of copies is out of range.
    BadCount(i64),
    /// No edge type shows this terrain (ground alone, if nothing) on the side of the cell.
    NoEdge(usize, Side, Option<String>),
    /// The ends are the same, or none of them lies on the rim.
    NothingToDraw,
    /// Ground follows from other parts and cannot be painted this way, or only ground can.
    WrongTerrain(String),
    /// The parts are of several terrains.
    DifferentTerrains,
    /// The part has no other side.
    NothingToCut,
    /// The tile would have more parts or cells than are allowed.
    TooMany,
    /// A cell lies there already, or it would lie beside no other.
    BadPlace((i16, i16)),
    /// A tile has a cell.
    LastCell,
}

/// Something that a brush changed besides what it was pointed at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The ground of this cell was written by hand, which no longer held: it follows from the other parts again.
    GroundFollows(usize),
    /// The ground of this cell does not follow from the other parts: it was written out.
    GroundWritten(usize),
    /// Parts that were painted over are gone: their terrains.
    Gone(Vec<String>),
    /// These paths have lost what they ran into or led on to, and end now.
    Ends(Vec<PartId>),
    /// What these parts were said to touch is gone in part.
    TouchesLess(Vec<PartId>),
    /// No edge type shows ground alone: the side of the cell stays as it was, and nothing covers it.
    Uncovered(usize, Side),
}

/// What came of a brush.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Painted {
    /// The new drawing.
    pub drawing: Drawing,
    /// What else has changed.
    pub notices: Vec<Notice>,
}

/// Why there is no new drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// It is not clear what is meant: paint again with one of the choices among the answers.
    Asks(Question),
    /// It cannot be done.
    Refused(Refusal),
}

pub(super) type Done<T = ()> = Result<T, Stop>;

/// A drawing while it is painted on.
pub(super) struct Painting<'a> {
    pub(super) before: &'a Drawing,
    pub(super) drawing: Drawing,
    pub(super) words: &'a Vocabulary,
    pub(super) notices: Vec<Notice>,
    pub(super) answers: &'a [Choice],
    /// Whether the tile was turned or mirrored: everything is where it was, seen from the tile.
    pub(super) turned: bool,
}

impl Drawing {
    /// This drawing after a brush. `answers` hold what was chosen for the questions that the brush has asked so far;
    /// others among them do not matter.
    ///
    /// # Errors
    /// A question, or why it cannot be done.
    pub fn paint(&self, brush: &Brush, answers: &[Choice], words: &Vocabulary) -> Result<Painted, Stop> {
        let mut painting =
            Painting { before: self, drawing: self.clone(), words, notices: Vec::new(), answers, turned: false };
        painting.brush(brush)?;
        painting.finish()?;
        Ok(Painted { drawing: painting.drawing, notices: painting.notices })
    }
}

pub(super) fn refused<T>(refusal: Refusal) -> Done<T> {
    Err(Stop::Refused(refusal))
}

impl Painting<'_> {
    fn brush(&mut self, brush: &Brush) -> Done {
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
                        return refused(Refusal::NoPart(*to));
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
                    return refused(Refusal::BadName(id.clone()));
                }
                self.drawing.id.clone_from(id);
                Ok(())
            }
            Brush::Count(count) => match count {
                Count::Number(n) if !(0..=100_000).contains(n) => refused(Refusal::BadCount(*n)),
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

    /// The answer to a question, if it was given; of a single choice it is clear.
    pub(super) fn ask(&self, about: About, choices: Vec<Choice>) -> Done<Choice> {
        if let [only] = &choices[..] {
            return Ok(only.clone());
        }
        match self.answers.iter().find(|answer| choices.contains(answer)) {
            Some(answer) => Ok(answer.clone()),
            None => Err(Stop::Asks(Question { about, choices })),
        }
    }

    pub(super) fn cell(&self, cell: usize) -> Done<&DrawnCell> {
        self.drawing.cells.get(cell).ok_or(Stop::Refused(Refusal::NoCell(cell)))
    }

    pub(super) fn place(&self, part: PartId) -> Done<(usize, usize)> {
        self.drawing.find(part).ok_or(Stop::Refused(Refusal::NoPart(part)))
    }

    pub(super) fn part(&mut self, part: PartId) -> Done<&mut DrawnPart> {
        self.drawing.part_mut(part).ok_or(Stop::Refused(Refusal::NoPart(part)))
    }

    pub(super) fn terrain(&self, terrain: &str) -> Done {
        match self.words.terrain(terrain) {
            Some(_) if !terrain.contains(':') => Ok(()),
            _ => refused(Refusal::UnknownTerrain(terrain.to_owned())),
        }
    }

    /// Whether a cell of the tile has a side.
    pub(super) fn side_of(&self, cell: usize, side: Side) -> Done {
        let at = self.cell(cell)?.at;
        if self.words.lattice.has_side_at(at, side) { Ok(()) } else { refused(Refusal::NoSide) }
    }

    fn check_tags(&self, tags: &[(String, i64)]) -> Done {
        let known = self.words.tags();
        match tags.iter().find(|(tag, _)| !known.iter().any(|k| k == tag || bare(k) == bare(tag))) {
            Some((tag, _)) => refused(Refusal::UnknownTag(tag.clone())),
            None => Ok(()),
        }
    }

    fn name(&mut self, part: PartId, name: Option<&str>) -> Done {
        let (cell, _) = self.place(part)?;
        if let Some(name) = name {
            let mut bytes = name.bytes();
            let fine = bytes.next().is_some_and(|b| b.is_ascii_lowercase())
                && bytes.all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
                && !matches!(name, "crossing" | "end" | "true" | "false" | "inf");
            let taken = self.drawing.cells[cell].parts.iter().any(|p| p.id != part && p.name.as_deref() == Some(name));
            // Names that are terrains would hide the parts of that terrain.
            if !fine || taken || self.words.terrain(name).is_some() {
                return refused(Refusal::BadName(name.to_owned()));
            }
        }
        self.part(part)?.name = name.map(str::to_owned);
        Ok(())
    }

    fn into(&mut self, part: PartId, target: Option<Target>) -> Done {
        let (cell, _) = self.place(part)?;
        match target {
            Some(Target::Part(to)) if to == part || self.place(to)?.0 != cell => refused(Refusal::NoPart(to)),
            Some(Target::Crossing(n)) if n > 9 => refused(Refusal::TooMany),
            target => {
                self.part(part)?.into = target;
                Ok(())
            }
        }
    }

    fn add_cell(&mut self, at: (i16, i16)) -> Done {
        let cells = &self.drawing.cells;
        let beside = |cell: &DrawnCell| {
            let steps = self.words.lattice.steps().iter();
            steps.map(|(dx, dy)| (cell.at.0 + dx, cell.at.1 + dy)).any(|near| near == at)
        };
        let near = at.0.unsigned_abs() <= 100 && at.1.unsigned_abs() <= 100;
        let is_place = near && self.words.lattice.has_place(at);
        if !is_place || cells.iter().any(|cell| cell.at == at) || !cells.iter().any(beside) {
            return refused(Refusal::BadPlace(at));
        }
        if cells.len() >= MAX_TILE_CELLS {
            return refused(Refusal::TooMany);
        }
        self.drawing.cells.push(DrawnCell::blank(at, self.words));
        self.drawing.listed = true;
        Ok(())
    }

    fn remove_cell(&mut self, cell: usize) -> Done {
        self.cell(cell)?;
        if self.drawing.cells.len() == 1 {
            return refused(Refusal::LastCell);
        }
        self.drawing.cells.remove(cell);
        // The first cell of a tile of triangles points down.
        if self.words.lattice.points_up(Cell::new(self.drawing.cells[0].at.0, self.drawing.cells[0].at.1)) {
            self.rotate(Turn(3));
        }
        let first = self.drawing.cells[0].at;
        for cell in &mut self.drawing.cells {
            cell.at = (cell.at.0 - first.0, cell.at.1 - first.1);
        }
        Ok(())
    }

    /// Puts right what follows from the change.
    fn finish(&mut self) -> Done {
        self.drop_lost();
        for cell in 0..self.drawing.cells.len() {
            self.settle_ground(cell);
        }
        self.drop_lost();
        self.tell_what_is_there();
        let parts: usize = self.drawing.cells.iter().map(|cell| cell.parts.len()).sum();
        if parts > MAX_SEGMENTS { refused(Refusal::TooMany) } else { Ok(()) }
    }

    /// Notices are about parts that are still there, and ground that is written anew needs no other.
    fn tell_what_is_there(&mut self) {
        let drawing = &self.drawing;
        let anew: Vec<usize> = self
            .notices
            .iter()
            .filter_map(|n| if let Notice::GroundWritten(c) | Notice::GroundFollows(c) = n { Some(*c) } else { None })
            .collect();
        let there = |id: &PartId| drawing.find(*id);
        self.notices.retain_mut(|notice| match notice {
            Notice::Ends(parts) => {
                parts.retain(|id| there(id).is_some());
                !parts.is_empty()
            }
            Notice::TouchesLess(parts) => {
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

    /// Nothing runs into a part that is gone, and nothing touches it.
    fn drop_lost(&mut self) {
        let (mut ends, mut less) = (Vec::new(), Vec::new());
        for cell in &mut self.drawing.cells {
            let there: Vec<PartId> = cell.parts.iter().map(|p| p.id).collect();
            for part in &mut cell.parts {
                if let Some(Target::Part(to)) = part.into
                    && !there.contains(&to)
                {
                    part.into = if part.ports.is_empty() { None } else { Some(Target::End) };
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
            self.notices.push(Notice::Ends(ends));
        }
        if !less.is_empty() {
            self.notices.push(Notice::TouchesLess(less));
        }
    }
}
