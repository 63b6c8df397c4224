//! Chooses the edge types of sides from the parts that reach them, and updates the old parts on them.

use tilewright_core::catalog::id::TerrainId;
use tilewright_core::catalog::lattice::Side;
use tilewright_core::catalog::tile::Port;

use super::brush::{PaintAnswer, PaintNotice, PaintRefusal, PaintResult, Painting, QuestionSubject, refuse};
use super::drawing::{DrawnPart, PartId, PathTarget};
use super::ground::is_path;

/// Content that a side must show.
pub(super) enum Want<'a> {
    Path(&'a str),
    Area(&'a str),
    Ground,
}

impl Painting<'_> {
    pub(super) fn erase(&mut self, id: PartId) -> PaintResult {
        let (cell, place) = self.place(id)?;
        let part = self.drawing.cells[cell].parts.remove(place);
        if self.words.is_ground(&part.terrain) {
            return Ok(());
        }
        let mut sides: Vec<Side> = part.ports.iter().map(|p| p.side).collect();
        sides.dedup();
        for side in sides {
            let others = self.drawing.cells[cell].parts.iter();
            let held =
                others.filter(|p| !self.words.is_ground(&p.terrain)).any(|p| p.ports.iter().any(|p| p.side == side));
            if held {
                continue;
            }
            match self.set_side(cell, side, &Want::Ground) {
                Err(super::PaintStop::Refused(PaintRefusal::NoEdge(..))) => {
                    self.notices.push(PaintNotice::Uncovered(cell, side))
                }
                result => result?,
            }
        }
        Ok(())
    }

    pub(super) fn clear(&mut self, cell: usize, side: Side) -> PaintResult {
        self.cell(cell)?;
        self.side_of(cell, side)?;
        self.set_side(cell, side, &Want::Ground)
    }

    pub(super) fn edge(&mut self, cell: usize, side: Side, edge: &str) -> PaintResult {
        self.cell(cell)?;
        self.side_of(cell, side)?;
        if self.words.edge(edge).is_none() {
            return refuse(PaintRefusal::UnknownEdge(edge.to_owned()));
        }
        let on = |p: &Port| p.side == side;
        let held: Vec<(PartId, String)> = self.drawing.cells[cell]
            .parts
            .iter()
            .filter(|p| !self.words.is_ground(&p.terrain) && p.ports.iter().any(on))
            .map(|p| (p.id, p.terrain.clone()))
            .collect();
        self.drawing.cells[cell].edges[side.index()] = edge.to_owned();
        let shown: Vec<String> =
            self.drawing.cells[cell].side(side, self.words).into_iter().map(str::to_owned).collect();
        let mut free: Vec<bool> = vec![true; shown.len()];
        let mut kept = Vec::new();
        for (id, terrain) in held {
            let own: Vec<usize> = (0..shown.len()).filter(|&i| free[i] && shown[i] == terrain).collect();
            own.iter().for_each(|&i| free[i] = false);
            kept.push((id, own));
        }
        // Ports of kept parts are added back after the ports of the old edge have been removed.
        for (id, own) in &kept {
            let part = self.part(*id)?;
            part.ports.extend(own.iter().map(|&i| Port { side: Side(u8::MAX), index: i as u8 }));
        }
        self.leave_side(cell, side);
        for (id, own) in kept {
            if let Some(part) = self.drawing.part_mut(id) {
                part.ports.retain(|p| p.side != Side(u8::MAX));
                part.ports.extend(own.iter().map(|&i| Port { side, index: i as u8 }));
                part.ports.sort_unstable();
            }
        }
        Ok(())
    }

    /// Makes a side show a path, and returns a free port for it.
    pub(super) fn reach_side(&mut self, cell: usize, side: Side, terrain: &str) -> PaintResult<Port> {
        self.set_side(cell, side, &Want::Path(terrain))?;
        let drawn = &self.drawing.cells[cell];
        let shown = drawn.side(side, self.words);
        let ports = shown.iter().enumerate().filter(|(_, t)| **t == terrain);
        let mut ports = ports.map(|(i, _)| Port { side, index: i as u8 });
        let free = ports.find(|p| drawn.part_at(*p).is_none());
        free.ok_or(super::PaintStop::Refused(PaintRefusal::NoEdge(cell, side, Some(terrain.to_owned()))))
    }

    /// Gives a side an edge type that shows `want`, and removes from it the parts that do not match.
    pub(super) fn set_side(&mut self, cell: usize, side: Side, want: &Want<'_>) -> PaintResult {
        let current = self.cell(cell)?.edges[side.index()].clone();
        let edge = self.edge_for(cell, side, &current, want)?;
        let keeps = |part: &DrawnPart| match want {
            Want::Area(terrain) | Want::Path(terrain) => part.terrain == **terrain && edge == current,
            Want::Ground => false,
        };
        let stays = self.drawing.cells[cell].parts.iter().all(|part| {
            keeps(part) || self.words.is_ground(&part.terrain) || part.ports.iter().all(|p| p.side != side)
        });
        if edge == current && stays {
            return Ok(());
        }
        // Existing areas of the terrain join the new part.
        let own: Vec<PartId> = match want {
            Want::Area(terrain) => {
                let on = |p: &&DrawnPart| p.terrain == **terrain && p.ports.iter().any(|port| port.side == side);
                self.drawing.cells[cell].parts.iter().filter(on).map(|p| p.id).collect()
            }
            _ => Vec::new(),
        };
        self.drawing.cells[cell].edges[side.index()] = edge;
        for id in &own {
            self.part(*id)?.ports.push(Port { side: Side(u8::MAX), index: 0 });
        }
        self.leave_side(cell, side);
        let shown = self.drawing.cells[cell].side(side, self.words);
        let ports: Vec<Port> = match want {
            Want::Area(terrain) => {
                (0..shown.len()).filter(|&i| shown[i] == *terrain).map(|i| Port { side, index: i as u8 }).collect()
            }
            _ => Vec::new(),
        };
        for (i, id) in own.iter().enumerate() {
            let part = self.part(*id)?;
            part.ports.retain(|p| p.side != Side(u8::MAX));
            if i == 0 {
                part.ports.extend(ports.iter().copied());
                part.ports.sort_unstable();
            }
        }
        Ok(())
    }

    /// Removes all parts from a side. Parts without any other port are removed; paths that continued on them become
    /// dead ends.
    fn leave_side(&mut self, cell: usize, side: Side) {
        let (mut gone, mut ends) = (Vec::new(), Vec::new());
        let words = self.words;
        let drawn = &mut self.drawing.cells[cell];
        let mut was = drawn.clone();
        // Whether a part is a path depends on the edge that the side showed before; the other sides are unchanged.
        was.edges.clone_from(&self.before.cells.get(cell).map_or_else(|| drawn.edges.clone(), |c| c.edges.clone()));
        drawn.parts.retain_mut(|part| {
            let count = part.ports.len();
            let path = !words.is_ground(&part.terrain) && was.part(part.id).is_some_and(|p| is_path(&was, p, words));
            part.ports.retain(|p| p.side != side);
            if part.ports.len() < count && part.ports.is_empty() {
                if !words.is_ground(&part.terrain) {
                    gone.push(part.terrain.clone());
                }
                return false;
            }
            if part.ports.len() < count && part.ports.len() == 1 && part.into.is_none() && path {
                part.into = Some(PathTarget::End);
                ends.push(part.id);
            }
            true
        });
        if !gone.is_empty() {
            self.notices.push(PaintNotice::Gone(gone));
        }
        if !ends.is_empty() {
            self.notices.push(PaintNotice::Ends(ends));
        }
    }

    /// Returns an edge type that shows `want`, preferring `current` if it does.
    fn edge_for(&self, cell: usize, side: Side, current: &str, want: &Want<'_>) -> PaintResult<String> {
        let terrain = match want {
            Want::Path(terrain) | Want::Area(terrain) => Some(*terrain),
            Want::Ground => None,
        };
        let fits = |ports: &[TerrainId], strict: bool| {
            let own = ports.iter().filter(|&&t| Some(self.words.terrain_name(t)) == terrain).count();
            let ground = ports.iter().filter(|&&t| self.words.terrains[t].ground).count();
            own + ground == ports.len()
                && match want {
                    Want::Path(_) => own == 1 && (ground > 0 || !strict),
                    Want::Area(_) => own > 0 && (ground == 0 || !strict),
                    Want::Ground => own == 0,
                }
        };
        // A path prefers edges with ground next to it, and an area prefers edges without ground; other edges come
        // second.
        for strict in [true, false] {
            let fitting: Vec<String> = self
                .words
                .edges
                .iter()
                .filter(|(_, edge)| fits(&edge.ports, strict))
                .map(|(id, _)| self.words.edge_name(id).to_owned())
                .collect();
            let same = |name: &&String| self.words.edge(name) == self.words.edge(current);
            if fitting.iter().any(|name| same(&name)) {
                return Ok(current.to_owned());
            }
            if !fitting.is_empty() {
                let choices = fitting.into_iter().map(|name| PaintAnswer::Edge(cell, side, name)).collect();
                return match self.ask(QuestionSubject::Side(cell, side), choices)? {
                    PaintAnswer::Edge(.., name) => Ok(name),
                    _ => refuse(PaintRefusal::NoSide),
                };
            }
        }
        refuse(PaintRefusal::NoEdge(cell, side, terrain.map(str::to_owned)))
    }
}
