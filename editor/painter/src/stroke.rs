//! Draws paths, areas and sites, and combines them with the parts that they meet.

use tilewright_core::catalog::lattice::Side;
use tilewright_core::catalog::tile::Port;

use super::brush::{About, Choice, Done, End, Notice, Painting, Refusal, refuse};
use super::drawing::{DrawnPart, PartId, Target};
use super::ground::{Hub, find_crossed, is_path, regions};
use super::sides::Want;

/// Position at which an end of a path arrives.
enum Reach {
    /// Side that only ground reaches.
    New(Side),
    /// Port of a part of the same terrain.
    Own(PartId, Port),
    Part(PartId),
    Crossing,
    Nowhere,
}

impl Painting<'_> {
    pub(super) fn path(&mut self, cell: usize, terrain: &str, from: End, to: End) -> Done {
        self.terrain(terrain)?;
        if self.words.is_ground(terrain) {
            return refuse(Refusal::WrongTerrain(terrain.to_owned()));
        }
        let (a, b) = (self.reach(cell, terrain, from)?, self.reach(cell, terrain, to)?);
        use Reach::{Crossing, New, Nowhere, Own, Part};
        match (a, b) {
            (New(a), New(b)) if a == b => refuse(Refusal::NothingToDraw),
            (New(a), New(b)) => self.through(cell, terrain, a, b),
            (New(side), Own(part, _)) | (Own(part, _), New(side)) => self.branch(cell, terrain, side, part),
            (Own(a, _), Own(b, _)) => self.connect(cell, a, b),
            (New(side), Part(part)) | (Part(part), New(side)) => {
                if self.is_path_of(cell, part, terrain) {
                    return self.branch(cell, terrain, side, part);
                }
                self.arm(cell, terrain, side, Target::Part(part))
            }
            (Own(own, port), Part(part)) | (Part(part), Own(own, port)) => {
                if self.is_path_of(cell, part, terrain) {
                    return self.connect(cell, own, part);
                }
                self.lead(own, port, Target::Part(part))
            }
            (New(side), Crossing) | (Crossing, New(side)) => self.meet_in_the_middle(cell, terrain, side),
            (Own(own, _), Crossing) | (Crossing, Own(own, _)) => {
                let number = self.crossing_of(cell, &[])?;
                self.split(cell, own, Target::Crossing(number))
            }
            (New(side), Nowhere) | (Nowhere, New(side)) => self.arm(cell, terrain, side, Target::End),
            (Own(..), Nowhere) | (Nowhere, Own(..)) => Ok(()),
            (Part(_) | Crossing | Nowhere, Part(_) | Crossing | Nowhere) => refuse(Refusal::NothingToDraw),
        }
    }

    fn reach(&self, cell: usize, terrain: &str, end: End) -> Done<Reach> {
        let drawn = self.cell(cell)?;
        let on_side = |side: Side| {
            let on =
                |part: &&DrawnPart| !self.words.is_ground(&part.terrain) && part.ports.iter().any(|p| p.side == side);
            let own = drawn.parts.iter().find(|p| on(p) && p.terrain == terrain);
            let port = |part: &DrawnPart| part.ports.iter().copied().find(|p| p.side == side);
            match own.or_else(|| drawn.parts.iter().find(on)) {
                Some(part) if part.terrain == terrain => {
                    port(part).map_or(Reach::Part(part.id), |port| Reach::Own(part.id, port))
                }
                Some(part) => Reach::Part(part.id),
                None => Reach::New(side),
            }
        };
        match end {
            End::Side(side) => {
                self.side_of(cell, side)?;
                Ok(on_side(side))
            }
            End::Port(port) => {
                let side = port.side;
                self.side_of(cell, side)?;
                match drawn.part_at(port) {
                    Some(part) if part.terrain == terrain => Ok(Reach::Own(part.id, port)),
                    Some(part) if !self.words.is_ground(&part.terrain) => Ok(Reach::Part(part.id)),
                    _ => Ok(on_side(side)),
                }
            }
            End::Part(part) => match drawn.part(part) {
                Some(found) if !self.words.is_ground(&found.terrain) => Ok(Reach::Part(part)),
                _ => refuse(Refusal::NoPart(part)),
            },
            End::Crossing => Ok(Reach::Crossing),
            End::Nowhere => Ok(Reach::Nowhere),
        }
    }

    fn is_path_of(&self, cell: usize, part: PartId, terrain: &str) -> bool {
        let drawn = &self.drawing.cells[cell];
        drawn.part(part).is_some_and(|p| p.terrain == terrain && is_path(drawn, p, self.words))
    }

    /// Draws a path from side to side.
    fn through(&mut self, cell: usize, terrain: &str, a: Side, b: Side) -> Done {
        let mut ports = vec![self.reach_side(cell, a, terrain)?, self.reach_side(cell, b, terrain)?];
        ports.sort_unstable();
        let met = find_crossed(&self.drawing.cells[cell], &ports, self.words);
        let Some(first) = met.first() else {
            self.add(cell, terrain, ports, None);
            return Ok(());
        };
        let drawn = &self.drawing.cells[cell];
        let center = |hub: &Hub| hub.center.and_then(|c| drawn.part(c)).cloned();
        let bare = |hub: &Hub| center(hub).is_none_or(|part| is_path(drawn, &part, self.words));
        let mut choices = Vec::new();
        if met.iter().all(bare) {
            choices.push(Choice::Crossing);
        } else if met.len() == 1 {
            choices.push(Choice::Into);
        }
        let one = center(first).filter(|part| met.len() == 1 && bare(first) && part.terrain == terrain);
        if one.is_some() {
            choices.push(Choice::Joined);
        }
        choices.push(Choice::Bridge);
        let members: Vec<PartId> = met.iter().flat_map(|hub| hub.members.clone()).collect();
        let about = center(first).map_or(first.members[0], |part| part.id);
        match self.ask(About::Meeting(about), choices)? {
            Choice::Crossing => {
                let number = self.crossing_of(cell, &members)?;
                for part in met.iter().filter_map(|hub| hub.center) {
                    self.split(cell, part, Target::Crossing(number))?;
                }
                for part in members {
                    // If the path meets two crossings, they become one.
                    let part = self.part(part)?;
                    if matches!(part.into, Some(Target::Crossing(_))) {
                        part.into = Some(Target::Crossing(number));
                    }
                }
                ports.into_iter().for_each(|port| self.add(cell, terrain, vec![port], Some(Target::Crossing(number))));
            }
            Choice::Into => {
                ports.into_iter().for_each(|port| self.add(cell, terrain, vec![port], Some(Target::Part(about))));
            }
            Choice::Joined => {
                let part = self.part(about)?;
                part.ports.extend(ports);
                part.ports.sort_unstable();
            }
            _ => self.add(cell, terrain, ports, None),
        }
        Ok(())
    }

    /// Draws a path from a side into an existing path.
    fn branch(&mut self, cell: usize, terrain: &str, side: Side, part: PartId) -> Done {
        let into = self.part(part)?.into;
        match into {
            Some(target @ (Target::Crossing(_) | Target::Part(_))) => self.arm(cell, terrain, side, target),
            Some(Target::End) if self.part(part)?.ports.len() == 1 => {
                let port = self.reach_side(cell, side, terrain)?;
                let part = self.part(part)?;
                part.into = None;
                part.ports.push(port);
                part.ports.sort_unstable();
                Ok(())
            }
            _ => match self.ask(About::Meeting(part), vec![Choice::Crossing, Choice::Joined])? {
                Choice::Crossing => {
                    let number = self.crossing_of(cell, &[part])?;
                    self.split(cell, part, Target::Crossing(number))?;
                    self.arm(cell, terrain, side, Target::Crossing(number))
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
    fn connect(&mut self, cell: usize, a: PartId, b: PartId) -> Done {
        if a == b {
            return Ok(());
        }
        let (into_a, into_b) = (self.part(a)?.into, self.part(b)?.into);
        let meets = |into: Option<Target>| into.filter(|t| *t != Target::End);
        match (into_a, into_b) {
            (Some(Target::End), Some(Target::End)) => return self.merge(&[a, b], None),
            (Some(Target::End), other) if meets(other).is_some() => {
                self.part(a)?.into = other;
                return Ok(());
            }
            (other, Some(Target::End)) if meets(other).is_some() => {
                self.part(b)?.into = other;
                return Ok(());
            }
            (Some(x), Some(y)) if x == y => return Ok(()),
            (Some(Target::Part(to)), _) if to == b => return Ok(()),
            (_, Some(Target::Part(to))) if to == a => return Ok(()),
            _ => {}
        }
        match self.ask(About::Meeting(b), vec![Choice::Crossing, Choice::Joined])? {
            Choice::Crossing => {
                let number = self.crossing_of(cell, &[a, b])?;
                self.split(cell, a, Target::Crossing(number))?;
                self.split(cell, b, Target::Crossing(number))
            }
            _ => self.merge(&[a, b], None),
        }
    }

    /// Continues an existing path to a target.
    fn lead(&mut self, own: PartId, port: Port, target: Target) -> Done {
        let (cell, _) = self.place(own)?;
        if target == Target::Part(own) {
            return refuse(Refusal::NothingToDraw);
        }
        if self.part(own)?.ports.len() == 1 {
            self.part(own)?.into = Some(target);
            return Ok(());
        }
        match self.ask(About::Meeting(own), vec![Choice::OnlyThis, Choice::All])? {
            Choice::OnlyThis => {
                let part = self.part(own)?;
                part.ports.retain(|p| *p != port);
                if part.ports.len() == 1 && part.into.is_none() {
                    part.into = Some(Target::End);
                    self.notices.push(Notice::Ends(vec![own]));
                }
                let terrain = self.part(own)?.terrain.clone();
                self.add_behind(own, &terrain, vec![port], Some(target));
                Ok(())
            }
            _ => self.split(cell, own, target),
        }
    }

    /// Draws a path from a side to the crossing in the middle.
    fn meet_in_the_middle(&mut self, cell: usize, terrain: &str, side: Side) -> Done {
        let drawn = self.cell(cell)?;
        let exists = drawn.parts.iter().any(|p| matches!(p.into, Some(Target::Crossing(_))));
        let through: Vec<PartId> = drawn
            .parts
            .iter()
            .filter(|p| p.terrain == terrain && p.into.is_none() && p.ports.len() > 1 && is_path(drawn, p, self.words))
            .map(|p| p.id)
            .collect();
        if let ([only], false) = (&through[..], exists)
            && self.ask(About::Meeting(*only), vec![Choice::Crossing, Choice::OnlyThis])? == Choice::Crossing
        {
            let number = self.crossing_of(cell, &[])?;
            self.split(cell, *only, Target::Crossing(number))?;
        }
        let number = self.crossing_of(cell, &[])?;
        self.arm(cell, terrain, side, Target::Crossing(number))
    }

    fn arm(&mut self, cell: usize, terrain: &str, side: Side, target: Target) -> Done {
        let port = self.reach_side(cell, side, terrain)?;
        self.add(cell, terrain, vec![port], Some(target));
        Ok(())
    }

    /// Returns the number of the crossing in which some parts meet, of any crossing of the cell if `parts` is empty, or
    /// else a free number.
    fn crossing_of(&self, cell: usize, parts: &[PartId]) -> Done<u8> {
        let number = |p: &DrawnPart| if let Some(Target::Crossing(n)) = p.into { Some(n) } else { None };
        let all = &self.cell(cell)?.parts;
        let among = all.iter().filter(|p| parts.is_empty() || parts.contains(&p.id)).find_map(number);
        let free = || (0..=9).find(|n| !all.iter().any(|p| number(p) == Some(*n)));
        among.or_else(free).ok_or(super::Stop::Refused(Refusal::TooMany))
    }

    /// Splits a part into one part for each port. All of them run into `target`; the first keeps its id.
    fn split(&mut self, cell: usize, id: PartId, target: Target) -> Done {
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
    fn merge(&mut self, parts: &[PartId], into: Option<Target>) -> Done {
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
                if part.into == Some(Target::Part(other)) {
                    part.into = if part.id == first { None } else { Some(Target::Part(first)) };
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

    pub(super) fn join(&mut self, parts: &[PartId]) -> Done {
        let mut all: Vec<PartId> = Vec::new();
        for &part in parts {
            if !all.contains(&part) {
                all.push(part);
            }
        }
        let Some(&first) = all.first() else { return refuse(Refusal::NothingToDraw) };
        let (cell, _) = self.place(first)?;
        let terrain = self.part(first)?.terrain.clone();
        for &part in &all {
            if self.place(part)?.0 != cell {
                return refuse(Refusal::NoPart(part));
            }
            if self.part(part)?.terrain != terrain {
                return refuse(Refusal::DifferentTerrains);
            }
        }
        if all.len() < 2 {
            return refuse(Refusal::NothingToDraw);
        }
        all.sort_by_key(|part| self.drawing.find(*part));
        self.merge(&all, None)
    }

    pub(super) fn cut(&mut self, id: PartId, sides: &[Side]) -> Done {
        let part = self.part(id)?;
        let on = |p: &Port| sides.contains(&p.side);
        let (new, kept): (Vec<Port>, Vec<Port>) = part.ports.iter().copied().partition(on);
        if new.is_empty() || kept.is_empty() {
            return refuse(Refusal::NothingToCut);
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
            self.part(id)?.into = Some(Target::End);
        }
        if !ended.is_empty() {
            self.notices.push(Notice::Ends(ended));
        }
        Ok(())
    }

    pub(super) fn area(&mut self, cell: usize, terrain: &str, sides: &[Side]) -> Done {
        self.terrain(terrain)?;
        self.cell(cell)?;
        let mut sides = sides.to_vec();
        sides.sort_unstable();
        sides.dedup();
        sides.iter().try_for_each(|&side| self.side_of(cell, side))?;
        if sides.is_empty() {
            return refuse(Refusal::NothingToDraw);
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
                && self.ask(About::Meeting(path), vec![Choice::Into, Choice::Bridge])? == Choice::Into
            {
                self.split(cell, path, Target::Part(id))?;
            }
        }
        Ok(())
    }

    pub(super) fn site(&mut self, cell: usize, terrain: &str) -> Done {
        self.terrain(terrain)?;
        self.cell(cell)?;
        if self.words.is_ground(terrain) {
            return refuse(Refusal::WrongTerrain(terrain.to_owned()));
        }
        let pieces = regions(&self.drawing.cells[cell], self.words);
        let by_hand = |part: &DrawnPart| self.words.is_ground(&part.terrain) && !part.ports.is_empty();
        let written = self.drawing.cells[cell].parts.iter().any(by_hand);
        let place = match &pieces[..] {
            [] => None,
            [only] => written.then(|| only.ports.clone()),
            _ => {
                let choices = pieces.iter().map(|piece| Choice::Within(piece.ports.clone())).chain([Choice::Open]);
                match self.ask(About::Place(cell), choices.collect())? {
                    Choice::Within(ports) => Some(ports),
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
                self.notices.push(Notice::GroundWritten(cell));
            }
            let ground = self.drawing.cells[cell].parts.iter_mut().find(|p| p.ports == ports);
            if let Some(touches) = ground.and_then(|p| p.touches.as_mut()) {
                touches.push(site);
            }
        }
        Ok(())
    }

    pub(super) fn ground(&mut self, cell: usize, terrain: &str, ports: &[Port], touches: &[PartId]) -> Done {
        self.terrain(terrain)?;
        let drawn = self.cell(cell)?;
        if !self.words.is_ground(terrain) {
            return refuse(Refusal::WrongTerrain(terrain.to_owned()));
        }
        if let Some(&lost) = touches.iter().find(|t| drawn.part(**t).is_none()) {
            return refuse(Refusal::NoPart(lost));
        }
        let mut ports = ports.to_vec();
        ports.sort_unstable();
        ports.dedup();
        let shows = |p: &Port| {
            drawn.side(p.side, self.words).get(usize::from(p.index)) == Some(&terrain) && drawn.part_at(*p).is_none()
        };
        if !ports.iter().all(shows) {
            return refuse(Refusal::NoSide);
        }
        let part = DrawnPart { touches: Some(touches.to_vec()), ..self.new_part(terrain, ports, None) };
        self.drawing.cells[cell].parts.push(part);
        Ok(())
    }

    pub(super) fn new_part(&mut self, terrain: &str, ports: Vec<Port>, into: Option<Target>) -> DrawnPart {
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
    pub(super) fn add(&mut self, cell: usize, terrain: &str, ports: Vec<Port>, into: Option<Target>) {
        let part = self.new_part(terrain, ports, into);
        self.drawing.cells[cell].parts.push(part);
    }

    fn add_behind(&mut self, before: PartId, terrain: &str, ports: Vec<Port>, into: Option<Target>) -> PartId {
        let part = self.new_part(terrain, ports, into);
        let id = part.id;
        if let Some((cell, place)) = self.drawing.find(before) {
            self.drawing.cells[cell].parts.insert(place + 1, part);
        }
        id
    }
}
