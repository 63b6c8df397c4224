//! The panes of the window.

use egui::{Key, Modifiers};

/// A view that stands in the middle of the window.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub enum Pane {
    /// All tiles, and the painter for the chosen one.
    Tiles,
    /// How many there are of what.
    Distribution,
    /// Terrains, edges, figures and everything else that is data, as forms.
    Data,
    /// The steps of a turn.
    Flow,
    /// The files as text.
    Code,
    /// Pictures and sheets to print.
    Pictures,
    /// Findings about the whole pack.
    Problems,
    /// The table at which the pack is played.
    Table,
    /// What was answered, and where one can go back to.
    Timeline,
    /// Why there were points.
    Scores,
    /// What the game is made of now.
    Inspector,
    /// What can still come to lie in the open cells.
    Holes,
    /// Saving, telling and keeping a game.
    Report,
}

impl Pane {
    /// All of them, in the order of their keys.
    pub const ALL: [Pane; 13] = [
        Pane::Tiles,
        Pane::Distribution,
        Pane::Data,
        Pane::Flow,
        Pane::Code,
        Pane::Pictures,
        Pane::Problems,
        Pane::Table,
        Pane::Timeline,
        Pane::Scores,
        Pane::Inspector,
        Pane::Holes,
        Pane::Report,
    ];

    /// The key of its title.
    pub fn text(self) -> &'static str {
        match self {
            Pane::Tiles => "pane-tiles",
            Pane::Distribution => "pane-distribution",
            Pane::Data => "pane-data",
            Pane::Flow => "pane-flow",
            Pane::Code => "pane-code",
            Pane::Pictures => "pane-pictures",
            Pane::Problems => "pane-problems",
            Pane::Table => "pane-table",
            Pane::Timeline => "pane-timeline",
            Pane::Scores => "pane-scores",
            Pane::Inspector => "pane-inspector",
            Pane::Holes => "pane-holes",
            Pane::Report => "pane-report",
        }
    }

    /// Whether it shows the game at the table.
    pub fn is_about_the_game(self) -> bool {
        matches!(self, Pane::Table | Pane::Timeline | Pane::Scores | Pane::Inspector | Pane::Holes | Pane::Report)
    }

    /// The key that shows it: together with Ctrl, those about the game at the table with Alt.
    pub fn key(self) -> Option<(Modifiers, Key)> {
        const NUMBERS: [Key; 8] =
            [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8];
        let first = NUMBERS.map(|key| (Modifiers::COMMAND, key)).into_iter();
        let keys = first.chain(NUMBERS.map(|key| (Modifiers::ALT, key)));
        Pane::ALL.iter().zip(keys).find(|(pane, _)| **pane == self).map(|(_, key)| key)
    }
}
