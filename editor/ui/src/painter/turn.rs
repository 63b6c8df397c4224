//! Turning and mirroring.

use tilewright_core::catalog::lattice::Lattice;
use tilewright_core::catalog::tile::Port;

use super::brush::{About, Choice, Done, Painting, Refusal, refused};

impl Painting<'_> {
    /// Turns the tile clockwise. Parts keep their order.
    pub(super) fn turn(&mut self, turn: usize) {
        let lattice = self.words.lattice;
        let turn = turn % lattice.sides();
        self.turned = true;
        for cell in &mut self.drawing.cells {
            cell.at = lattice.turn_offset(cell.at, turn);
            cell.edges.rotate_right(turn);
            for part in &mut cell.parts {
                for port in &mut part.ports {
                    port.side = lattice.turn_side(usize::from(port.side), turn) as u8;
                }
                part.ports.sort_unstable();
            }
        }
    }

    /// Mirrors the tile: left and right change places.
    pub(super) fn mirror(&mut self) -> Done {
        let (lattice, words) = (self.words.lattice, self.words);
        let sides = lattice.sides();
        let across = |side: usize| (sides - side) % sides;
        self.turned = true;
        for number in 0..self.drawing.cells.len() {
            let cell = &self.drawing.cells[number];
            let mut edges = cell.edges.clone();
            for (side, name) in cell.edges.iter().enumerate() {
                let to = across(side);
                let Some(edge) = words.edge(name) else { return refused(Refusal::UnknownEdge(name.clone())) };
                let wanted: Vec<_> = words.edges[edge].ports.iter().rev().collect();
                if wanted.iter().copied().eq(&words.edges[edge].ports) {
                    edges[to].clone_from(name);
                    continue;
                }
                let fits = words.edges.iter().filter(|(_, e)| e.ports.iter().eq(wanted.iter().copied()));
                let choices: Vec<Choice> =
                    fits.map(|(id, _)| Choice::Edge(number, to, words.edge_name(id).to_owned())).collect();
                if choices.is_empty() {
                    return refused(Refusal::NoEdge(number, to, None));
                }
                if let Choice::Edge(.., found) = self.ask(About::Side(number, to), choices)? {
                    edges[to] = found;
                }
            }
            let counts: Vec<usize> = (0..sides).map(|side| cell.side(side, words).len()).collect();
            let cell = &mut self.drawing.cells[number];
            cell.edges = edges;
            cell.at = match lattice {
                Lattice::Square => (-cell.at.0, cell.at.1),
                Lattice::Hex => (-cell.at.0, cell.at.0 + cell.at.1),
            };
            for part in &mut cell.parts {
                for port in &mut part.ports {
                    let side = usize::from(port.side);
                    let index = counts[side].saturating_sub(1 + usize::from(port.index));
                    *port = Port { side: across(side) as u8, index: index as u8 };
                }
                part.ports.sort_unstable();
            }
        }
        Ok(())
    }
}
