//! Recognises games that all seats win or lose together.

use tilewright_core::catalog::{Catalog, Wins};

/// Returns true if the packs have a result that all seats win together.
pub fn is_joint(catalog: &Catalog) -> bool {
    catalog.results.iter().any(|(_, result)| result.wins == Wins::All)
}

/// Numbers of games in which all, some or none of the seats won.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct WinnerCounts {
    all: u64,
    some: u64,
    none: u64,
}

impl WinnerCounts {
    /// Adds a game with `winners` winners among `seats` seats.
    pub(crate) fn add(&mut self, winners: usize, seats: usize) {
        // A single seat neither wins nor loses together with others.
        match winners {
            _ if seats < 2 => self.some += 1,
            0 => self.none += 1,
            all if all == seats => self.all += 1,
            _ => self.some += 1,
        }
    }

    /// Adds the counts of other games.
    pub(crate) fn merge(&mut self, other: WinnerCounts) {
        self.all += other.all;
        self.some += other.some;
        self.none += other.none;
    }

    /// Returns true if all seats won or lost every game together. The packs must have a result that all seats win
    /// (`is_joint`), or all seats must have lost at least one game; otherwise the games may be a series of ties.
    pub(crate) fn are_together(self, is_joint: bool) -> bool {
        self.some == 0 && self.all + self.none > 0 && (is_joint || self.none > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_no_games_that_all_win_together() {
        let of = |games: &[(usize, usize)]| {
            let mut winners = WinnerCounts::default();
            games.iter().for_each(|&(won, seats)| winners.add(won, seats));
            winners
        };
        assert!(!of(&[(2, 2), (2, 2)]).are_together(false), "two ties");
        assert!(of(&[(2, 2), (2, 2)]).are_together(true) && of(&[(2, 2), (0, 2)]).are_together(false));
        assert!(!of(&[(2, 2), (1, 2), (0, 2)]).are_together(true) && !of(&[(1, 1), (0, 1)]).are_together(true));
        assert!(!WinnerCounts::default().are_together(true));
    }
}
