//! The panes of the window, in one list. A new pane is a row here, one in `views/mod.rs`, and a place in each arrangement of
//! `app/layout.rs`.

use egui::{Key, Modifiers};

/// What a pane is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum About {
    /// The open pack.
    Pack,
    /// The game at the table.
    Game,
}

/// The panes, in the order of their keys: each with the key of its title and what it is about.
macro_rules! panes {
    ($($(#[$doc:meta])* $name:ident: $text:literal, $about:ident;)*) => {
        /// A view that stands in the middle of the window.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum Pane {
            $($(#[$doc])* $name,)*
        }

        impl Pane {
            /// All of them, in the order of their keys.
            pub const ALL: [Pane; [$(Pane::$name),*].len()] = [$(Pane::$name),*];

            /// The key of its title.
            pub fn text(self) -> &'static str {
                match self {
                    $(Pane::$name => $text,)*
                }
            }

            fn about(self) -> About {
                match self {
                    $(Pane::$name => About::$about,)*
                }
            }
        }
    };
}

panes! {
    /// All tiles, and the painter for the chosen one.
    Tiles: "pane-tiles", Pack;
    /// How many there are of what.
    Distribution: "pane-distribution", Pack;
    /// Terrains, edges, figures and everything else that is data, as forms.
    Data: "pane-data", Pack;
    /// The steps of a turn.
    Flow: "pane-flow", Pack;
    /// The files as text.
    Code: "pane-code", Pack;
    /// Pictures and sheets to print.
    Pictures: "pane-pictures", Pack;
    /// Findings about the whole pack.
    Problems: "pane-problems", Pack;
    /// How the tests of the pack came out.
    Tests: "pane-tests", Pack;
    /// The table at which the pack is played.
    Table: "pane-table", Game;
    /// What was answered, and where one can go back to.
    Timeline: "pane-timeline", Game;
    /// Why there were points.
    Scores: "pane-scores", Game;
    /// What the game is made of now.
    Inspector: "pane-inspector", Game;
    /// What can still come to lie in the open cells.
    Holes: "pane-holes", Game;
    /// Saving, telling and keeping a game.
    Report: "pane-report", Game;
    /// What many games of bots show. Last, so that the keys of the others stay.
    Balance: "pane-balance", Pack;
}

impl Pane {
    /// Whether it shows the game at the table.
    pub fn is_about_the_game(self) -> bool {
        self.about() == About::Game
    }

    /// The key that shows it: together with Ctrl, those about the game at the table with Alt.
    pub fn key(self) -> Option<(Modifiers, Key)> {
        const NUMBERS: [Key; 9] =
            [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
        let first = NUMBERS.map(|key| (Modifiers::COMMAND, key)).into_iter();
        let keys = first.chain(NUMBERS.map(|key| (Modifiers::ALT, key)));
        Pane::ALL.iter().zip(keys).find(|(pane, _)| **pane == self).map(|(_, key)| key)
    }
}
