//! Turns and mirrors tiles.

use tilewright_core::catalog::lattice::{Side, Turn};
use tilewright_core::catalog::tile::Port;

use super::brush::{PaintAnswer, PaintRefusal, PaintResult, Painting, QuestionSubject, refuse};

impl Painting<'_> {
    /// Turns the tile clockwise. Parts keep their order. A triangle turns further until it points down again.
    pub(super) fn turn(&mut self, turn: Turn) {
        let lattice = self.words.lattice;
        let turn = Turn(turn.0 % lattice.side_count() as u8);
        let points_up = !lattice.is_even() && turn.0 % 2 == 1;
        let turn = if points_up { Turn((turn.0 + 1) % lattice.side_count() as u8) } else { turn };
        self.rotate(turn);
    }

    pub(super) fn rotate(&mut self, turn: Turn) {
        let lattice = self.words.lattice;
        self.turned = true;
        for cell in &mut self.drawing.cells {
            cell.at = lattice.turn_offset(cell.at, turn);
            cell.edges.rotate_right(turn.index());
            for part in &mut cell.parts {
                for port in &mut part.ports {
                    port.side = lattice.turn_side(port.side, turn);
                }
                part.ports.sort_unstable();
            }
        }
    }

    /// Mirrors the tile, so that left and right are swapped.
    pub(super) fn mirror(&mut self) -> PaintResult {
        let (lattice, words) = (self.words.lattice, self.words);
        let across = |side: Side| lattice.mirrored_side(side);
        self.turned = true;
        for number in 0..self.drawing.cells.len() {
            let cell = &self.drawing.cells[number];
            let mut edges = cell.edges.clone();
            for (side, name) in lattice.sides().zip(&cell.edges).filter(|(side, _)| lattice.has_side_at(cell.at, *side))
            {
                let to = across(side);
                let Some(edge) = words.edge(name) else { return refuse(PaintRefusal::UnknownEdge(name.clone())) };
                let wanted: Vec<_> = words.edges[edge].ports.iter().rev().collect();
                if wanted.iter().copied().eq(&words.edges[edge].ports) {
                    edges[to.index()].clone_from(name);
                    continue;
                }
                let fits = words.edges.iter().filter(|(_, e)| e.ports.iter().eq(wanted.iter().copied()));
                let choices: Vec<PaintAnswer> =
                    fits.map(|(id, _)| PaintAnswer::Edge(number, to, words.edge_name(id).to_owned())).collect();
                if choices.is_empty() {
                    return refuse(PaintRefusal::NoEdge(number, to, None));
                }
                if let PaintAnswer::Edge(.., found) = self.ask(QuestionSubject::Side(number, to), choices)? {
                    edges[to.index()] = found;
                }
            }
            let counts: Vec<usize> = lattice.sides().map(|side| cell.side(side, words).len()).collect();
            let cell = &mut self.drawing.cells[number];
            cell.edges = edges;
            cell.at = lattice.mirrored_offset(cell.at);
            for part in &mut cell.parts {
                for port in &mut part.ports {
                    let index = counts[port.side.index()].saturating_sub(1 + usize::from(port.index));
                    *port = Port { side: across(port.side), index: index as u8 };
                }
                part.ports.sort_unstable();
            }
        }
        Ok(())
    }
}
