//! Lists the panes of the window in one table. A new pane needs a row here, a row in `views/mod.rs`, and a place in
//! each layout of `app/layout.rs`.

use egui::{Key, Modifiers};

/// Subject of a pane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PaneSubject {
    Pack,
    Game,
}

/// Declares the panes in the order of their shortcuts, each with the text key of its title and its subject.
macro_rules! panes {
    ($($(#[$doc:meta])* $name:ident: $text:literal, $about:ident;)*) => {
        /// View in the main area of the window.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum Pane {
            $($(#[$doc])* $name,)*
        }

        impl Pane {
            /// All panes, in the order of their shortcuts.
            pub const ALL: [Pane; [$(Pane::$name),*].len()] = [$(Pane::$name),*];

            /// Returns the text key of the pane's title.
            pub fn text(self) -> &'static str {
                match self {
                    $(Pane::$name => $text,)*
                }
            }

            fn about(self) -> PaneSubject {
                match self {
                    $(Pane::$name => PaneSubject::$about,)*
                }
            }
        }
    };
}

panes! {
    /// All tiles, and the painter for the chosen one.
    Tiles: "pane-tiles", Pack;
    /// Number of copies of each kind of tile.
    Distribution: "pane-distribution", Pack;
    /// Forms for terrains, edges, figures and all other data.
    Data: "pane-data", Pack;
    /// Steps of a turn, as a list to edit.
    Flow: "pane-flow", Pack;
    /// Files of the pack as text.
    Code: "pane-code", Pack;
    /// Pictures and print sheets of the pack.
    Pictures: "pane-pictures", Pack;
    /// Findings about the whole pack.
    Problems: "pane-problems", Pack;
    /// Results of the pack's tests.
    Tests: "pane-tests", Pack;
    /// Table for playing the pack.
    Table: "pane-table", Game;
    /// Answers of the game, each a point to return to.
    Timeline: "pane-timeline", Game;
    /// Reasons for the points of each seat.
    Scores: "pane-scores", Game;
    /// Current state of the game.
    Inspector: "pane-inspector", Game;
    /// Kinds of tile that can still fill the open cells.
    Holes: "pane-holes", Game;
    /// Saving, narrating and exporting a game.
    Report: "pane-report", Game;
    /// Statistics of many games of bots.
    Balance: "pane-balance", Pack;
    /// Rules of the last move, line by line.
    Trace: "pane-trace", Game;
}

impl Pane {
    /// Returns true if the pane shows the game at the table.
    pub fn is_about_the_game(self) -> bool {
        self.about() == PaneSubject::Game
    }

    /// Returns the shortcut of the pane: Ctrl with a digit for the first nine panes, Alt with a digit for the others.
    pub fn key(self) -> Option<(Modifiers, Key)> {
        const NUMBERS: [Key; 9] =
            [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
        let first = NUMBERS.map(|key| (Modifiers::COMMAND, key)).into_iter();
        let keys = first.chain(NUMBERS.map(|key| (Modifiers::ALT, key)));
        Pane::ALL.iter().zip(keys).find(|(pane, _)| **pane == self).map(|(_, key)| key)
    }
}
