//! What has come of the answers so far: a tree of answers, whatever chance gave between them.

use std::hash::{DefaultHasher, Hash, Hasher};

use tilewright_core::catalog::seat::{PerSeat, Seat};
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Pick};
use tilewright_core::state::key::OptionKey;

/// The number of a node.
pub(super) type NodeId = u32;

/// An answer to a decision.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    /// What is answered and by whom, the same in all positions.
    key: u64,
    /// How often it was answered.
    pub(super) visits: u32,
    /// How often it could have been.
    available: u32,
    /// Sum of what came of it for the seat that answered, in hundredths of points.
    pub(super) sum: f64,
    /// What comes after it.
    pub(super) next: Option<NodeId>,
}

/// What was answered so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) edges: Vec<Edge>,
    visits: u32,
    sum: f64,
    /// What comes after a secret answer, whichever it was: whoever answers next does not know.
    after_secret: Option<NodeId>,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// Room to list what can be answered: number of the edge, number of the option.
    listed: Vec<(u32, u32)>,
    /// Logarithms of whole numbers.
    logs: Vec<f64>,
}

/// How a node is left.
pub(super) struct Chosen {
    /// The number of its edge.
    pub(super) edge: u32,
    /// The number of the option in the position.
    pub(super) number: u32,
}

/// By what a node is left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Balance {
    /// How much what was seldom tried is preferred, in hundredths of points.
    pub(super) curiosity: f64,
    /// From so many options on only some are tried, the more the more often the node is met.
    pub(super) wide: usize,
}

impl Tree {
    /// A tree of one node in which nothing was answered.
    pub(super) fn new() -> Tree {
        Tree { nodes: vec![Node::default()], ..Tree::default() }
    }

    /// Chooses an answer: what has done well, and what was tried seldom for how often it could have been. `expected` says
    /// what an option promises that was never tried, beyond the mean of the node. `first` is the place in the list from
    /// which on they are looked at.
    pub(super) fn choose(
        &mut self,
        at: NodeId,
        game: &Game,
        decision: &Decision,
        allowed: Option<&[u32]>,
        (balance, first): (Balance, u32),
        expected: impl Fn(u32) -> f64,
    ) -> Option<Chosen> {
        self.list(at, game, decision, allowed);
        let Tree { nodes, listed, logs } = self;
        let node = nodes.get_mut(at as usize)?;
        let mean = if node.visits > 0 { node.sum / f64::from(node.visits) } else { 0.0 };
        let tried = listed.iter().filter(|(edge, _)| node.edges[*edge as usize].visits > 0).count();
        let may_be_new = listed.len() < balance.wide || (tried as f64) < (2.0 * f64::from(node.visits).sqrt()).max(4.0);
        let mut best: Option<(f64, Chosen)> = None;
        let count = listed.len();
        for n in 0..count {
            // From another one each time, so that equal ones come in turn.
            let (at, number) = listed[(n + first as usize) % count];
            let edge = &mut node.edges[at as usize];
            edge.available += 1;
            if edge.visits == 0 && !may_be_new && tried > 0 {
                continue;
            }
            let log = log(logs, edge.available + 1);
            let value = match edge.visits {
                0 => mean + expected(number) + balance.curiosity * log.sqrt(),
                visits => {
                    let visits = f64::from(visits);
                    edge.sum / visits + balance.curiosity * (log / visits).sqrt()
                }
            };
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, Chosen { edge: at, number }));
            }
        }
        best.map(|(_, chosen)| chosen)
    }

    /// Lists what can be answered in a position, with the edges of a node; new ones are made.
    fn list(&mut self, at: NodeId, game: &Game, decision: &Decision, allowed: Option<&[u32]>) {
        let edges = &mut self.nodes[at as usize].edges;
        let listed = &mut self.listed;
        listed.clear();
        let mut hint = 0;
        let mut add = |number: u32| {
            let Some(pick) = decision.options.get(game, number) else { return };
            let key = key(game, decision, pick);
            // Mostly they come in the same order as before.
            let found = match edges.get(hint) {
                Some(edge) if edge.key == key => Some(hint),
                _ => edges.iter().position(|edge| edge.key == key),
            };
            let edge = found.unwrap_or_else(|| {
                edges.push(Edge { key, visits: 0, available: 0, sum: 0.0, next: None });
                edges.len() - 1
            });
            hint = edge + 1;
            listed.push((edge as u32, number));
        };
        match allowed {
            Some(allowed) => allowed.iter().copied().for_each(&mut add),
            None => (0..decision.options.count()).for_each(&mut add),
        }
    }

    /// The node after an answer, and whether it was there before.
    pub(super) fn follow(&mut self, at: NodeId, edge: u32, secret: bool) -> (NodeId, bool) {
        let made = self.nodes.len() as NodeId;
        let Node { edges, after_secret, .. } = &mut self.nodes[at as usize];
        let next = if secret { after_secret } else { &mut edges[edge as usize].next };
        let (found, was_there) = match *next {
            Some(found) => (found, true),
            None => (*next.insert(made), false),
        };
        if !was_there {
            self.nodes.push(Node::default());
        }
        (found, was_there)
    }

    /// Notes what has come of the answers on a path.
    pub(super) fn note(&mut self, path: &[(NodeId, u32, Seat)], leads: &PerSeat<f64>) {
        for &(at, edge, seat) in path {
            let node = &mut self.nodes[at as usize];
            let lead = leads[seat.index()];
            node.visits += 1;
            node.sum += lead;
            let edge = &mut node.edges[edge as usize];
            edge.visits += 1;
            edge.sum += lead;
        }
    }

    /// The edge of an option of the first decision.
    pub(super) fn first(&self, game: &Game, decision: &Decision, pick: Pick) -> Option<(u32, &Edge)> {
        let key = key(game, decision, pick);
        let at = self.nodes[0].edges.iter().position(|edge| edge.key == key)?;
        Some((at as u32, &self.nodes[0].edges[at]))
    }

    /// The answer of a decision that was given most often at a node.
    pub(super) fn usual(&self, at: NodeId, game: &Game, decision: &Decision) -> Option<(Pick, &Edge)> {
        let edges = &self.nodes[at as usize].edges;
        let seen = decision.options.iter(game).filter_map(|pick| {
            let key = key(game, decision, pick);
            edges.iter().find(|edge| edge.key == key && edge.visits > 0).map(|edge| (pick, edge))
        });
        seen.max_by_key(|(_, edge)| edge.visits)
    }
}

/// The logarithm of a whole number, from the table.
fn log(logs: &mut Vec<f64>, number: u32) -> f64 {
    while logs.len() <= number as usize {
        logs.push(libm::log((logs.len() as f64).max(1.0)));
    }
    logs[number as usize]
}

/// What is answered and by whom, as a number: the same in all positions that come after the same answers.
fn key(game: &Game, decision: &Decision, pick: Pick) -> u64 {
    let mut hasher = DefaultHasher::new();
    decision.seat.0.hash(&mut hasher);
    match pick {
        Pick::Listed(_) => match decision.options.listed(game, pick).as_deref().map(|listed| &listed.key) {
            Some(OptionKey::Pick(pick)) => hash_pick(*pick, &mut hasher),
            Some(OptionKey::Text(text)) => text.hash(&mut hasher),
            Some(OptionKey::Thing(text, target)) => (text, target).hash(&mut hasher),
            None => {}
        },
        pick => hash_pick(pick, &mut hasher),
    }
    hasher.finish()
}

fn hash_pick(pick: Pick, hasher: &mut DefaultHasher) {
    match pick {
        Pick::Placement { cell, turn } => (0u8, cell.x, cell.y, turn.0).hash(hasher),
        Pick::Deploy { figure, segment } => (1u8, figure.0, segment.0).hash(hasher),
        Pick::Pass => 2u8.hash(hasher),
        Pick::Kind(kind) => (3u8, kind.0).hash(hasher),
        Pick::Face(kind) => (6u8, kind.0).hash(hasher),
        Pick::Listed(number) => (4u8, number).hash(hasher),
    }
}
