#![doc = include_str!("../README.md")]
//!
//! # Where things are
//! A game in play is a [`Session`]: it has the [`Decision`] that waits, takes answers, takes them back, and keeps a log.
//! What a seat may know of the [`Game`] is its [`View`], and [`seen`] has what stands in one. Everything else is in
//! modules: [`packs`] loads, [`bots`] choose, [`explain`] tells why there were points and finds words, [`records`] keeps
//! games, [`simulate`] plays many, [`draw`] makes pictures.
//!
//! # Errors and threads
//! Mistakes in packs are findings ([`packs::Loaded::diagnostics`]), a refused answer is a [`Refusal`] that leaves the
//! game as it was, and what the environment refuses is a [`packs::KitError`] that names the path. A [`packs::Loaded`] can
//! be shared between threads; each makes a [`Machine`] of its own. The same packs, options, seed and answers give the
//! same game everywhere.
//!
//! Deliberately absent: code of its own. Each item is that of the crate which it comes from.

#[doc(inline)]
pub use tilewright_core::catalog::Catalog;
#[doc(inline)]
pub use tilewright_core::catalog::id::{FigureId, FigureKindId, Root, SegmentId, TileId, TileKindId};
#[doc(inline)]
pub use tilewright_core::catalog::lattice::{Cell, Lattice};
#[doc(inline)]
pub use tilewright_core::catalog::seat::{PerSeat, Seat};
#[doc(inline)]
pub use tilewright_core::machine::fault::Fault;
#[doc(inline)]
pub use tilewright_core::machine::{Machine, Stop};
#[doc(inline)]
pub use tilewright_core::session::{Answer, Entry, Refusal, Session};
#[doc(inline)]
pub use tilewright_core::state::decision::{Decision, Options, Pick};
#[doc(inline)]
pub use tilewright_core::state::effect::Rejected;
#[doc(inline)]
pub use tilewright_core::state::view::View;
#[doc(inline)]
pub use tilewright_core::state::{Game, Stage};

/// What stands in a [`View`], for those who show or encode all of it.
pub mod seen {
    #[doc(inline)]
    pub use tilewright_core::board::{Board, PlacedTile};
    #[doc(inline)]
    pub use tilewright_core::catalog::id::{BagId, CounterId, Id};
    #[doc(inline)]
    pub use tilewright_core::catalog::joint::Joint;
    #[doc(inline)]
    pub use tilewright_core::catalog::{BagOwner, Counter, Scope};
    #[doc(inline)]
    pub use tilewright_core::state::Figure;
    #[doc(inline)]
    pub use tilewright_core::state::effect::{CounterKey, Place};
    #[doc(inline)]
    pub use tilewright_core::state::question::Target;
    #[doc(inline)]
    pub use tilewright_core::state::secrecy::{OpenPart, Secrecy};
    #[doc(inline)]
    pub use tilewright_core::state::view::{Public, Seen, Waiting};
}

/// Finding and loading packs, by their names or the paths of their folders, and the findings about them.
pub mod packs {
    #[doc(inline)]
    pub use tilewright_core::catalog::Value;
    #[doc(inline)]
    pub use tilewright_core::diag::{Diagnostic, Severity, SourceMap};
    #[doc(inline)]
    pub use tilewright_kit::error::KitError;
    #[doc(inline)]
    pub use tilewright_kit::packs::find::{Finder, Found};
    #[doc(inline)]
    pub use tilewright_kit::packs::load::{DeclaredOption, Loaded, Manifest, OptionType, Request, load};
}

/// Who chooses: bots, those that there are and your own, and playing one game after another as fast as possible.
pub mod bots {
    #[doc(inline)]
    pub use tilewright_core::state::chance::Generator;
    #[doc(inline)]
    pub use tilewright_lab::bot::{Bot, Considered, Random, Weighed};
    #[doc(inline)]
    pub use tilewright_lab::bots::{BotSpec, Bots, Sort, UnknownBot, named, of_seat};
    #[doc(inline)]
    pub use tilewright_lab::duel::{Duel, duel};
    #[doc(inline)]
    pub use tilewright_lab::greedy::Greedy;
    #[doc(inline)]
    pub use tilewright_lab::judge::Manner;
    #[doc(inline)]
    pub use tilewright_lab::mcts::{Budget, Mcts, Settings};
    #[doc(inline)]
    pub use tilewright_lab::play::{Counted, GameTable};
    #[doc(inline)]
    pub use tilewright_lab::seeds;
}

/// Why there were points, how a game ended, and the words of packs for what happens in it.
pub mod explain {
    #[doc(inline)]
    pub use tilewright_kit::games::report::{Winners, outcome};
    #[doc(inline)]
    pub use tilewright_kit::games::why::{Division, Line, Reason, Rule, Source, Unfolded, reasons, unfold};
    #[doc(inline)]
    pub use tilewright_kit::games::words::Words;
}

/// Games as records, which come out the same again, move by move: writing, reading, going on.
pub mod records {
    #[doc(inline)]
    pub use tilewright_core::session::record::{Move, Record};
    #[doc(inline)]
    pub use tilewright_core::session::replay::{Difference, replay};
    #[doc(inline)]
    pub use tilewright_kit::games::save::{record_of, resume, write_file};
    #[doc(inline)]
    pub use tilewright_kit::records::json::{RecordError, read_records, write_record};
}

/// Many games of bots and the numbers about them.
pub mod simulate {
    #[doc(inline)]
    pub use tilewright_lab::simulate::{FaultyGame, Plan, Summary, simulate};
    #[doc(inline)]
    pub use tilewright_lab::stats::Sums;
}

/// How sure one can be of what many games show.
pub mod stats {
    #[doc(inline)]
    pub use tilewright_lab::stats::{
        CONFIDENCE, DRAWS, Interval, Logistic, Ratio, Sequential, Tested, Verdict, Worth, Worths, at_most,
        benjamini_hochberg, benjamini_yekutieli, bootstrap, mean, mean_of, paired, seats_equal, share, sign_flips,
        worths,
    };
}

/// Pictures of tiles and boards, as SVG text or PNG bytes.
pub mod draw {
    #[doc(inline)]
    pub use tilewright_art::board::{Extras, Mark, board_scene};
    #[doc(inline)]
    pub use tilewright_art::raster::{TooLarge, png};
    #[doc(inline)]
    pub use tilewright_art::scene::Scene;
    #[doc(inline)]
    pub use tilewright_art::spread::Spread;
    #[doc(inline)]
    pub use tilewright_art::svg::svg;
    #[doc(inline)]
    pub use tilewright_art::tile::{Artist, Style};
}
