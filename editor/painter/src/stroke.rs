//! Draws paths, areas and sites, and combines them with the parts that they meet.

use tilewright_core::catalog::lattice::Side;
use tilewright_core::catalog::tile::Port;

use super::brush::{PaintAnswer, PaintNotice, PaintRefusal, PaintResult, Painting, PathEnd, QuestionSubject, refuse};
use super::drawing::{DrawnPart, PartId, PathTarget};
use super::ground::{PartHub, find_crossed, is_path, regions};
use super::sides::Want;

/// Position at which an end of a path arrives.
enum StrokeEnd {
    /// Side that only ground reaches.
    New(Side),
    /// Port of a part of the same terrain.
    Own(PartId, Port),
    Part(PartId),
    Crossing,
    Nowhere,
}

impl Painting<'_> {
    pub(super) fn path(&mut self, cell: usize, terrain: &str, from: PathEnd, to: PathEnd) -> PaintResult {
        self.terrain(terrain)?;
        if self.words.is_ground(terrain) {
            return refuse(PaintRefusal::WrongTerrain(terrain.to_owned()));
        }
        let (a, b) = (self.reach(cell, terrain, from)?, self.reach(cell, terrain, to)?);
        use StrokeEnd::{Crossing, New, Nowhere, Own, Part};
        match (a, b) {
            (New(a), New(b)) if a == b => refuse(PaintRefusal::NothingToDraw),
            (New(a), New(b)) => self.through(cell, terrain, a, b),
            (New(side), Own(part, _)) | (Own(part, _), New(side)) => self.branch(cell, terrain, side, part),
            (Own(a, _), Own(b, _)) => self.connect(cell, a, b),
            (New(side), Part(part)) | (Part(part), New(side)) => {
                if self.is_path_of(cell, part, terrain) {
                    return self.branch(cell, terrain, side, part);
                }
                self.arm(cell, terrain, side, PathTarget::Part(part))
            }
            (Own(own, port), Part(part)) | (Part(part), Own(own, port)) => {
                if self.is_path_of(cell, part, terrain) {
                    return self.connect(cell, own, part);
                }
                self.lead(own, port, PathTarget::Part(part))
            }
            (New(side), Crossing) | (Crossing, New(side)) => self.meet_in_the_middle(cell, terrain, side),
            (Own(own, _), Crossing) | (Crossing, Own(own, _)) => {
                let number = self.crossing_of(cell, &[])?;
                self.split(cell, own, PathTarget::Crossing(number))
            }
            (New(side), Nowhere) | (Nowhere, New(side)) => self.arm(cell, terrain, side, PathTarget::End),
            (Own(..), Nowhere) | (Nowhere, Own(..)) => Ok(()),
            (Part(_) | Crossing | Nowhere, Part(_) | Crossing | Nowhere) => refuse(PaintRefusal::NothingToDraw),
        }
    }

    fn reach(&self, cell: usize, terrain: &str, end: PathEnd) -> PaintResult<StrokeEnd> {
        let drawn = self.cell(cell)?;
        let on_side = |side: Side| {
            let on =
                |part: &&DrawnPart| !self.words.is_ground(&part.terrain) && part.ports.iter().any(|p| p.side == side);
            let own = drawn.parts.iter().find(|p| on(p) && p.terrain == terrain);
            let port = |part: &DrawnPart| part.ports.iter().copied().find(|p| p.side == side);
            match own.or_else(|| drawn.parts.iter().find(on)) {
                Some(part) if part.terrain == terrain => {
                    port(part).map_or(StrokeEnd::Part(part.id), |port| StrokeEnd::Own(part.id, port))
                }
                Some(part) => StrokeEnd::Part(part.id),
                None => StrokeEnd::New(side),
            }
        };
        match end {
            PathEnd::Side(side) => {
                self.side_of(cell, side)?;
                Ok(on_side(side))
            }
            PathEnd::Port(port) => {
                let side = port.side;
                self.side_of(cell, side)?;
                match drawn.part_at(port) {
                    Some(part) if part.terrain == terrain => Ok(StrokeEnd::Own(part.id, port)),
                    Some(part) if !self.words.is_ground(&part.terrain) => Ok(StrokeEnd::Part(part.id)),
                    _ => Ok(on_side(side)),
                }
            }
            PathEnd::Part(part) => match drawn.part(part) {
                Some(found) if !self.words.is_ground(&found.terrain) => Ok(StrokeEnd::Part(part)),
                _ => refuse(PaintRefusal::NoPart(part)),
            },
            PathEnd::Crossing => Ok(StrokeEnd::Crossing),
            PathEnd::Nowhere => Ok(StrokeEnd::Nowhere),
        }
    }

    fn is_path_of(&self, cell: usize, part: PartId, terrain: &str) -> bool {
        let drawn = &self.drawing.cells[cell];
        drawn.part(part).is_some_and(|p| p.terrain == terrain && is_path(drawn, p, self.words))
    }

    /// Draws a path from side to side.
    fn through(&mut self, cell: usize, terrain: &str, a: Side, b: Side) -> PaintResult {
        let mut ports = vec![self.reach_side(cell, a, terrain)?, self.reach_side(cell, b, terrain)?];
        ports.sort_unstable();
        let met = find_crossed(&self.drawing.cells[cell], &ports, self.words);
        let Some(first) = met.first() else {
            self.add(cell, terrain, ports, None);
            return Ok(());
        };
        let drawn = &self.drawing.cells[cell];
        let center = |hub: &PartHub| hub.center.and_then(|c| drawn.part(c)).cloned();
        let bare = |hub: &PartHub| center(hub).is_none_or(|part| is_path(drawn, &part, self.words));
        let mut choices = Vec::new();
        if met.iter().all(bare) {
            choices.push(PaintAnswer::Crossing);
        } else if met.len() == 1 {
            choices.push(PaintAnswer::Into);
        }
        let one = center(first).filter(|part| met.len() == 1 && bare(first) && part.terrain == terrain);
        if one.is_some() {
            choices.push(PaintAnswer::Joined);
        }
        choices.push(PaintAnswer::Bridge);
        let members: Vec<PartId> = met.iter().flat_map(|hub| hub.members.clone()).collect();
        let about = center(first).map_or(first.members[0], |part| part.id);
        match self.ask(QuestionSubject::Meeting(about), choices)? {
            PaintAnswer::Crossing => {
                let number = self.crossing_of(cell, &members)?;
                for part in met.iter().filter_map(|hub| hub.center) {
                    self.split(cell, part, PathTarget::Crossing(number))?;
                }
                for part in members {
                    // If the path meets two crossings, they become one.
                    let part = self.part(part)?;
                    if matches!(part.into, Some(PathTarget::Crossing(_))) {
                        part.into = Some(PathTarget::Crossing(number));
                    }
                }
                ports
                    .into_iter()
                    .for_each(|port| self.add(cell, terrain, vec![port], Some(PathTarget::Crossing(number))));
            }
            PaintAnswer::Into => {
                ports.into_iter().for_each(|port| self.add(cell, terrain, vec![port], Some(PathTarget::Part(about))));
            }
            PaintAnswer::Joined => {
                let part = self.part(about)?;
                part.ports.extend(ports);
                part.ports.sort_unstable();
            }
            _ => self.add(cell, terrain, ports, None),
        }
        Ok(())
    }

    /// Draws a path from a side into an existing path.
    fn branch(&mut self, cell: usize, terrain: &str, side: Side, part: PartId) -> PaintResult {
        let into = self.part(part)?.into;
        match into {
            Some(target @ (PathTarget::Crossing(_) | PathTarget::Part(_))) => self.arm(cell, terrain, side, target),
            Some(PathTarget::End) if self.part(part)?.ports.len() == 1 => {
                let port = self.reach_side(cell, side, terrain)?;
                let part = self.part(part)?;
                part.into = None;
                part.ports.push(port);
                part.ports.sort_unstable();
                Ok(())
            }
            _ => match self.ask(QuestionSubject::Meeting(part), vec![PaintAnswer::Crossing, PaintAnswer::Joined])? {
                PaintAnswer::Crossing => {
                    let number = self.crossing_of(cell, &[part])?;
                    self.split(cell, part, PathTarget::Crossing(number))?;
                    self.arm(cell, terrain, side, PathTarget::Crossing(number))
                }
                _ => {
                    let port = self.reach_side(cell, side, terrain)?;
                    let part = self.part(part)?;
                    part.ports.push(port);
                    part.ports.sort_unstable();
                    Ok(())
                }
            },
        }
    }

    /// Joins two paths of one terrain.
    fn connect(&mut self, cell: usize, a: PartId, b: PartId) -> PaintResult {
        if a == b {
            return Ok(());
        }
        let (into_a, into_b) = (self.part(a)?.into, self.part(b)?.into);
        let meets = |into: Option<PathTarget>| into.filter(|t| *t != PathTarget::End);
        match (into_a, into_b) {
            (Some(PathTarget::End), Some(PathTarget::End)) => return self.merge(&[a, b], None),
            (Some(PathTarget::End), other) if meets(other).is_some() => {
                self.part(a)?.into = other;
                return Ok(());
            }
            (other, Some(PathTarget::End)) if meets(other).is_some() => {
                self.part(b)?.into = other;
                return Ok(());
            }
            (Some(x), Some(y)) if x == y => return Ok(()),
            (Some(PathTarget::Part(to)), _) if to == b => return Ok(()),
            (_, Some(PathTarget::Part(to))) if to == a => return Ok(()),
            _ => {}
        }
        match self.ask(QuestionSubject::Meeting(b), vec![PaintAnswer::Crossing, PaintAnswer::Joined])? {
            PaintAnswer::Crossing => {
                let number = self.crossing_of(cell, &[a, b])?;
                self.split(cell, a, PathTarget::Crossing(number))?;
                self.split(cell, b, PathTarget::Crossing(number))
            }
            _ => self.merge(&[a, b], None),
        }
    }

    /// Continues an existing path to a target.
    fn lead(&mut self, own: PartId, port: Port, target: PathTarget) -> PaintResult {
        let (cell, _) = self.place(own)?;
        if target == PathTarget::Part(own) {
            return refuse(PaintRefusal::NothingToDraw);
        }
        if self.part(own)?.ports.len() == 1 {
            self.part(own)?.into = Some(target);
            return Ok(());
        }
        match self.ask(QuestionSubject::Meeting(own), vec![PaintAnswer::OnlyThis, PaintAnswer::All])? {
            PaintAnswer::OnlyThis => {
                let part = self.part(own)?;
                part.ports.retain(|p| *p != port);
                if part.ports.len() == 1 && part.into.is_none() {
                    part.into = Some(PathTarget::End);
                    self.notices.push(PaintNotice::Ends(vec![own]));
                }
                let terrain = self.part(own)?.terrain.clone();
                self.add_behind(own, &terrain, vec![port], Some(target));
                Ok(())
            }
            _ => self.split(cell, own, target),
        }
    }

    /// Draws a path from a side to the crossing in the middle.
    fn meet_in_the_middle(&mut self, cell: usize, terrain: &str, side: Side) -> PaintResult {
        let drawn = self.cell(cell)?;
        let exists = drawn.parts.iter().any(|p| matches!(p.into, Some(PathTarget::Crossing(_))));
        let through: Vec<PartId> = drawn
            .parts
            .iter()
            .filter(|p| p.terrain == terrain && p.into.is_none() && p.ports.len() > 1 && is_path(drawn, p, self.words))
            .map(|p| p.id)
            .collect();
        if let ([only], false) = (&through[..], exists)
            && self.ask(QuestionSubject::Meeting(*only), vec![PaintAnswer::Crossing, PaintAnswer::OnlyThis])?
                == PaintAnswer::Crossing
        {
            let number = self.crossing_of(cell, &[])?;
            self.split(cell, *only, PathTarget::Crossing(number))?;
        }
        let number = self.crossing_of(cell, &[])?;
        self.arm(cell, terrain, side, PathTarget::Crossing(number))
    }

    fn arm(&mut self, cell: usize, terrain: &str, side: Side, target: PathTarget) -> PaintResult {
        let port = self.reach_side(cell, side, terrain)?;
        self.add(cell, terrain, vec![port], Some(target));
        Ok(())
    }

    /// Returns the number of the crossing in which some parts meet, of any crossing of the cell if `parts` is empty, or
    /// else a free number.
    fn crossing_of(&self, cell: usize, parts: &[PartId]) -> PaintResult<u8> {
        let number = |p: &DrawnPart| if let Some(PathTarget::Crossing(n)) = p.into { Some(n) } else { None };
        let all = &self.cell(cell)?.parts;
        let among = all.iter().filter(|p| parts.is_empty() || parts.contains(&p.id)).find_map(number);
        let free = || (0..=9).find(|n| !all.iter().any(|p| number(p) == Some(*n)));
        among.or_else(free).ok_or(super::PaintStop::Refused(PaintRefusal::TooMany))
    }

    /// Splits a part into one part for each port. All of them run into `target`; the first keeps its id.
    fn split(&mut self, cell: usize, id: PartId, target: PathTarget) -> PaintResult {
        let part = self.part(id)?;
        part.into = Some(target);
        let ports = part.ports.split_off(1.min(part.ports.len()));
        let (terrain, tags) = (part.terrain.clone(), part.tags.clone());
        let (_, place) = self.place(id)?;
        for (i, port) in ports.into_iter().enumerate() {
            let new = DrawnPart { tags: tags.clone(), ..self.new_part(&terrain, vec![port], Some(target)) };
            self.drawing.cells[cell].parts.insert(place + 1 + i, new);
        }
        Ok(())
    }

    /// Merges parts into the first of them, which then runs into `into`.
    fn merge(&mut self, parts: &[PartId], into: Option<PathTarget>) -> PaintResult {
        let Some((&first, others)) = parts.split_first() else { return Ok(()) };
        for &other in others {
            let gone = self.part(other)?.clone();
            let (cell, place) = self.place(other)?;
            self.drawing.cells[cell].parts.remove(place);
            let part = self.part(first)?;
            part.ports.extend(gone.ports);
            part.ports.sort_unstable();
            for tag in gone.tags {
                if !part.tags.iter().any(|(t, _)| *t == tag.0) {
                    part.tags.push(tag);
                }
            }
            if let Some(more) = gone.touches {
                let touches = part.touches.get_or_insert_default();
                more.into_iter().filter(|t| *t != first).for_each(|t| {
                    if !touches.contains(&t) {
                        touches.push(t);
                    }
                });
            }
            // Parts that ran into the merged part or touched it now refer to the first part.
            for part in &mut self.drawing.cells[cell].parts {
                if part.into == Some(PathTarget::Part(other)) {
                    part.into = if part.id == first { None } else { Some(PathTarget::Part(first)) };
                }
                if let Some(touches) = &mut part.touches {
                    touches.iter_mut().filter(|t| **t == other).for_each(|t| *t = first);
                    let mut seen = Vec::new();
                    let own = part.id;
                    touches.retain(|t| {
                        let new = *t != own && !seen.contains(t);
                        seen.push(*t);
                        new
                    });
                }
            }
        }
        self.part(first)?.into = into;
        Ok(())
    }

    pub(super) fn join(&mut self, parts: &[PartId]) -> PaintResult {
        let mut all: Vec<PartId> = Vec::new();
        for &part in parts {
            if !all.contains(&part) {
                all.push(part);
            }
        }
        let Some(&first) = all.first() else { return refuse(PaintRefusal::NothingToDraw) };
        let (cell, _) = self.place(first)?;
        let terrain = self.part(first)?.terrain.clone();
        for &part in &all {
            if self.place(part)?.0 != cell {
                return refuse(PaintRefusal::NoPart(part));
            }
            if self.part(part)?.terrain != terrain {
                return refuse(PaintRefusal::DifferentTerrains);
            }
        }
        if all.len() < 2 {
            return refuse(PaintRefusal::NothingToDraw);
        }
        all.sort_by_key(|part| self.drawing.find(*part));
        self.merge(&all, None)
    }

    pub(super) fn cut(&mut self, id: PartId, sides: &[Side]) -> PaintResult {
        let part = self.part(id)?;
        let on = |p: &Port| sides.contains(&p.side);
        let (new, kept): (Vec<Port>, Vec<Port>) = part.ports.iter().copied().partition(on);
        if new.is_empty() || kept.is_empty() {
            return refuse(PaintRefusal::NothingToCut);
        }
        let terrain = part.terrain.clone();
        part.ports = kept;
        let (cell, _) = self.place(id)?;
        let into = self.part(id)?.into;
        let second = self.add_behind(id, &terrain, new, into);
        let drawn = &self.drawing.cells[cell];
        let ends = |id: PartId| {
            drawn.part(id).is_some_and(|p| p.into.is_none() && p.ports.len() == 1 && is_path(drawn, p, self.words))
        };
        let ended: Vec<PartId> = [id, second].into_iter().filter(|id| ends(*id)).collect();
        for &id in &ended {
            self.part(id)?.into = Some(PathTarget::End);
        }
        if !ended.is_empty() {
            self.notices.push(PaintNotice::Ends(ended));
        }
        Ok(())
    }

    pub(super) fn area(&mut self, cell: usize, terrain: &str, sides: &[Side]) -> PaintResult {
        self.terrain(terrain)?;
        self.cell(cell)?;
        let mut sides = sides.to_vec();
        sides.sort_unstable();
        sides.dedup();
        sides.iter().try_for_each(|&side| self.side_of(cell, side))?;
        if sides.is_empty() {
            return refuse(PaintRefusal::NothingToDraw);
        }
        if self.words.is_ground(terrain) {
            return sides.into_iter().try_for_each(|side| self.clear(cell, side));
        }
        let mut ports = Vec::new();
        for &side in &sides {
            self.set_side(cell, side, &Want::Area(terrain))?;
            let shown = self.drawing.cells[cell].side(side, self.words);
            let own = shown.iter().enumerate().filter(|(_, t)| **t == terrain);
            ports.extend(own.map(|(i, _)| Port { side, index: i as u8 }));
        }
        let touched = |p: &&DrawnPart| p.terrain == terrain && p.ports.iter().any(|port| ports.contains(port));
        let there: Vec<PartId> = self.drawing.cells[cell].parts.iter().filter(touched).map(|p| p.id).collect();
        let id = match there.first() {
            Some(&first) => {
                self.merge(&there, None)?;
                let part = self.part(first)?;
                part.ports.extend(ports);
                part.ports.sort_unstable();
                part.ports.dedup();
                first
            }
            None => {
                self.add(cell, terrain, ports, None);
                self.drawing.cells[cell].parts[self.drawing.cells[cell].parts.len() - 1].id
            }
        };
        let ports = self.part(id)?.ports.clone();
        for hub in find_crossed(&self.drawing.cells[cell], &ports, self.words) {
            let drawn = &self.drawing.cells[cell];
            let path = hub.center.filter(|&c| drawn.part(c).is_some_and(|p| is_path(drawn, p, self.words)));
            if let Some(path) = path
                && path != id
                && self.ask(QuestionSubject::Meeting(path), vec![PaintAnswer::Into, PaintAnswer::Bridge])?
                    == PaintAnswer::Into
            {
                self.split(cell, path, PathTarget::Part(id))?;
            }
        }
        Ok(())
    }

    pub(super) fn site(&mut self, cell: usize, terrain: &str) -> PaintResult {
        self.terrain(terrain)?;
        self.cell(cell)?;
        if self.words.is_ground(terrain) {
            return refuse(PaintRefusal::WrongTerrain(terrain.to_owned()));
        }
        let pieces = regions(&self.drawing.cells[cell], self.words);
        let by_hand = |part: &DrawnPart| self.words.is_ground(&part.terrain) && !part.ports.is_empty();
        let written = self.drawing.cells[cell].parts.iter().any(by_hand);
        let place = match &pieces[..] {
            [] => None,
            [only] => written.then(|| only.ports.clone()),
            _ => {
                let choices =
                    pieces.iter().map(|piece| PaintAnswer::Within(piece.ports.clone())).chain([PaintAnswer::Open]);
                match self.ask(QuestionSubject::Place(cell), choices.collect())? {
                    PaintAnswer::Within(ports) => Some(ports),
                    _ => None,
                }
            }
        };
        self.add(cell, terrain, Vec::new(), None);
        let parts = &self.drawing.cells[cell].parts;
        let site = parts[parts.len() - 1].id;
        if let Some(ports) = place {
            if !written {
                self.write_ground(cell, true);
                self.notices.push(PaintNotice::GroundWritten(cell));
            }
            let ground = self.drawing.cells[cell].parts.iter_mut().find(|p| p.ports == ports);
            if let Some(touches) = ground.and_then(|p| p.touches.as_mut()) {
                touches.push(site);
            }
        }
        Ok(())
    }

    pub(super) fn ground(&mut self, cell: usize, terrain: &str, ports: &[Port], touches: &[PartId]) -> PaintResult {
        self.terrain(terrain)?;
        let drawn = self.cell(cell)?;
        if !self.words.is_ground(terrain) {
            return refuse(PaintRefusal::WrongTerrain(terrain.to_owned()));
        }
        if let Some(&lost) = touches.iter().find(|t| drawn.part(**t).is_none()) {
            return refuse(PaintRefusal::NoPart(lost));
        }
        let mut ports = ports.to_vec();
        ports.sort_unstable();
        ports.dedup();
        let shows = |p: &Port| {
            drawn.side(p.side, self.words).get(usize::from(p.index)) == Some(&terrain) && drawn.part_at(*p).is_none()
        };
        if !ports.iter().all(shows) {
            return refuse(PaintRefusal::NoSide);
        }
        let part = DrawnPart { touches: Some(touches.to_vec()), ..self.new_part(terrain, ports, None) };
        self.drawing.cells[cell].parts.push(part);
        Ok(())
    }

    pub(super) fn new_part(&mut self, terrain: &str, ports: Vec<Port>, into: Option<PathTarget>) -> DrawnPart {
        DrawnPart {
            id: self.drawing.new_id(),
            terrain: terrain.to_owned(),
            ports,
            into,
            name: None,
            tags: Vec::new(),
            touches: None,
            origin: None,
        }
    }

    /// Adds a part after all others.
    pub(super) fn add(&mut self, cell: usize, terrain: &str, ports: Vec<Port>, into: Option<PathTarget>) {
        let part = self.new_part(terrain, ports, into);
        self.drawing.cells[cell].parts.push(part);
    }

    fn add_behind(&mut self, before: PartId, terrain: &str, ports: Vec<Port>, into: Option<PathTarget>) -> PartId {
        let part = self.new_part(terrain, ports, into);
        let id = part.id;
        if let Some((cell, place)) = self.drawing.find(before) {
            self.drawing.cells[cell].parts.insert(place + 1, part);
        }
        id
    }
}
