//! Stores results by answers: a tree of answers that ignores the chance between them.

use std::hash::{DefaultHasher, Hash, Hasher};

use tilewright_core::catalog::seat::{PerSeat, Seat};
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Pick};
use tilewright_core::state::key::OptionKey;

/// Index of a node in the tree.
pub(super) type AnswerNodeId = u32;

/// An answer to a decision, as an edge of the tree.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    /// Hash of the answer and its seat, which is the same in all positions.
    key: u64,
    /// Number of times that the answer was given.
    pub(super) visits: u32,
    /// Number of times that the answer was available.
    available: u32,
    /// Sum of the results for the seat that answered, in hundredths of points.
    pub(super) sum: f64,
    /// Node after the answer, once it exists.
    pub(super) next: Option<AnswerNodeId>,
}

/// A sequence of answers, as a node of the tree.
#[derive(Clone, Debug, Default)]
pub(super) struct AnswerNode {
    pub(super) edges: Vec<Edge>,
    visits: u32,
    sum: f64,
    /// Shared node after any secret answer, because the next seat does not know which it was.
    after_secret: Option<AnswerNodeId>,
}

impl AnswerNode {
    /// Adds the results of the same node in another tree. Returns the index of the own edge for each edge of that node.
    pub(super) fn add(&mut self, other: &AnswerNode) -> Vec<usize> {
        self.visits += other.visits;
        self.sum += other.sum;
        let mut places = Vec::with_capacity(other.edges.len());
        for edge in &other.edges {
            let at = self.edges.iter().position(|own| own.key == edge.key).unwrap_or_else(|| {
                self.edges.push(Edge { visits: 0, available: 0, sum: 0.0, next: None, ..edge.clone() });
                self.edges.len() - 1
            });
            let own = &mut self.edges[at];
            own.visits += edge.visits;
            own.available += edge.available;
            own.sum += edge.sum;
            places.push(at);
        }
        places
    }
}

/// Tree of answers; see the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<AnswerNode>,
    /// Reused list of available answers: index of the edge, number of the option.
    listed: Vec<(u32, u32)>,
    /// Table of logarithms of whole numbers.
    logs: Vec<f64>,
}

/// Answer that was chosen at a node.
pub(super) struct NodeAnswer {
    /// Index of the edge.
    pub(super) edge: u32,
    /// Number of the option in the current position.
    pub(super) number: u32,
}

/// Parameters for the choice at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Balance {
    /// Preference for rarely tried answers, in hundredths of points.
    pub(super) curiosity: f64,
    /// Number of options from which only some are tried; more are added as the node is visited more often.
    pub(super) wide: usize,
}

impl Tree {
    /// Creates a tree with only the root node.
    pub(super) fn new() -> Tree {
        Tree { nodes: vec![AnswerNode::default()], ..Tree::default() }
    }

    /// Chooses an answer to the waiting decision with good results or few tries relative to its availability. `expected` returns the expected
    /// value of an untried option relative to the mean of the node. `first` is the index in the list at which the
    /// comparison starts.
    pub(super) fn choose(
        &mut self,
        at: AnswerNodeId,
        game: &Game,
        allowed: Option<&[u32]>,
        balance: Balance,
        first: u32,
        expected: impl Fn(u32) -> f64,
    ) -> Option<NodeAnswer> {
        let decision = game.decision()?;
        self.list(at, game, decision, allowed);
        let Tree { nodes, listed, logs } = self;
        let node = nodes.get_mut(at as usize)?;
        let mean = if node.visits > 0 { node.sum / f64::from(node.visits) } else { 0.0 };
        let tried = listed.iter().filter(|(edge, _)| node.edges[*edge as usize].visits > 0).count();
        let may_be_new = listed.len() < balance.wide || (tried as f64) < (2.0 * f64::from(node.visits).sqrt()).max(4.0);
        let mut best: Option<(f64, NodeAnswer)> = None;
        let count = listed.len();
        for n in 0..count {
            // The start varies, so that equal options are chosen in turn.
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
                best = Some((value, NodeAnswer { edge: at, number }));
            }
        }
        best.map(|(_, chosen)| chosen)
    }

    /// Lists the answers that are available in a position with the edges of a node, and adds missing edges.
    fn list(&mut self, at: AnswerNodeId, game: &Game, decision: &Decision, allowed: Option<&[u32]>) {
        let edges = &mut self.nodes[at as usize].edges;
        let listed = &mut self.listed;
        listed.clear();
        let mut hint = 0;
        let mut add = |number: u32| {
            let Some(pick) = decision.options.get(game, number) else { return };
            let key = key(game, decision, pick);
            // Options usually come in the same order as before.
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

    /// Returns the node after an answer, and true if it existed before.
    pub(super) fn follow(&mut self, at: AnswerNodeId, edge: u32, secret: bool) -> (AnswerNodeId, bool) {
        let made = self.nodes.len() as AnswerNodeId;
        let AnswerNode { edges, after_secret, .. } = &mut self.nodes[at as usize];
        let next = if secret { after_secret } else { &mut edges[edge as usize].next };
        let (found, was_there) = match *next {
            Some(found) => (found, true),
            None => (*next.insert(made), false),
        };
        if !was_there {
            self.nodes.push(AnswerNode::default());
        }
        (found, was_there)
    }

    /// Adds a result to all answers on a path.
    pub(super) fn note(&mut self, path: &[(AnswerNodeId, u32, Seat)], leads: &PerSeat<f64>) {
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

    /// Returns the edge of an option of the first decision.
    pub(super) fn first(&self, game: &Game, decision: &Decision, pick: Pick) -> Option<(u32, &Edge)> {
        let key = key(game, decision, pick);
        let at = self.nodes[0].edges.iter().position(|edge| edge.key == key)?;
        Some((at as u32, &self.nodes[0].edges[at]))
    }

    /// Returns the most frequent answer to a decision at a node.
    pub(super) fn usual(&self, at: AnswerNodeId, game: &Game, decision: &Decision) -> Option<(Pick, &Edge)> {
        let edges = &self.nodes[at as usize].edges;
        let seen = decision.options.iter(game).filter_map(|pick| {
            let key = key(game, decision, pick);
            edges.iter().find(|edge| edge.key == key && edge.visits > 0).map(|edge| (pick, edge))
        });
        seen.max_by_key(|(_, edge)| edge.visits)
    }
}

/// Returns the logarithm of a whole number, from the table.
fn log(logs: &mut Vec<f64>, number: u32) -> f64 {
    while logs.len() <= number as usize {
        logs.push(libm::log((logs.len() as f64).max(1.0)));
    }
    logs[number as usize]
}

/// Hashes an answer with its seat; the hash is the same in all positions after the same answers.
fn key(game: &Game, decision: &Decision, pick: Pick) -> u64 {
    let mut hasher = DefaultHasher::new();
    decision.seat.0.hash(&mut hasher);
    match pick {
        Pick::Listed(_) => match decision.options.list_entry(game, pick).as_deref().map(|listed| &listed.key) {
            Some(OptionKey::Pick(pick)) => pick.hash(&mut hasher),
            Some(OptionKey::Text(text)) => text.hash(&mut hasher),
            Some(OptionKey::Thing(text, target)) => (text, target).hash(&mut hasher),
            None => {}
        },
        pick => pick.hash(&mut hasher),
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_two_trees_add_up_by_answer() {
        let edge = |key, visits, sum, next| Edge { key, visits, available: 2 * visits, sum, next };
        let node = |edges: Vec<Edge>, visits, sum| AnswerNode { edges, visits, sum, after_secret: None };
        let mut own = node(vec![edge(7, 3, 30.0, Some(1)), edge(8, 1, -5.0, None)], 4, 25.0);
        let other = node(vec![edge(9, 2, 8.0, Some(4)), edge(7, 5, 10.0, Some(2))], 7, 18.0);
        assert_eq!(own.add(&other), [2, 0]);
        assert_eq!((own.visits, own.sum), (11, 43.0));
        let expected = [(7, 8, 16, 40.0, Some(1)), (8, 1, 2, -5.0, None), (9, 2, 4, 8.0, None)];
        let edges: Vec<_> = own.edges.iter().map(|e| (e.key, e.visits, e.available, e.sum, e.next)).collect();
        assert_eq!(edges, expected);
    }
}
