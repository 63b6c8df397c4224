#![doc = include_str!("../README.md")]
//!
//! # Overview
//! A game in play is a [`Session`]: it provides the waiting [`Decision`], accepts and undoes answers, and keeps a log.
//! The [`View`] of a seat is the part of the [`Game`] that the seat may know; [`seen`] has the types that it contains.
//! Everything else is in modules: [`packs`] loads packs, [`bots`] choose options, [`explain`] gives the reasons for
//! points and the words of packs, [`records`] saves games, [`simulate`] plays many games, [`compare`] compares versions, [`draw`] makes pictures.
//!
//! # Errors and threads
//! Mistakes in packs are findings ([`packs::Loaded::diagnostics`]). A refused answer is a [`Refusal`] and leaves the
//! game unchanged. A problem of the environment is a [`packs::KitError`] that names the path. A [`packs::Loaded`] can
//! be shared between threads; each thread creates its own [`Machine`]. The same packs, options, seed and answers give
//! the same game on every platform.
//!
//! Deliberately absent: code. Every item is re-exported from another crate.

#![warn(missing_docs)]

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

/// Types that a [`View`] contains, for code that shows or encodes all of it.
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
    pub use tilewright_core::state::view::{Public, VisibleDecision, VisibleTiles};
}

/// Finds and loads packs, by their names or the paths of their folders, and reports findings about them.
pub mod packs {
    #[doc(inline)]
    pub use tilewright_core::catalog::Value;
    #[doc(inline)]
    pub use tilewright_core::diag::{Diagnostic, Severity, SourceMap};
    #[doc(inline)]
    pub use tilewright_kit::error::KitError;
    #[doc(inline)]
    pub use tilewright_kit::packs::find::{Finder, FoundPack};
    #[doc(inline)]
    pub use tilewright_kit::packs::load::{DeclaredOption, Loaded, Manifest, OptionType, Request, load};
    #[doc(inline)]
    pub use tilewright_kit::packs::setting::{SettingError, parse_setting};
}

/// Bots: the built-in ones, the interface for other bots, and fast play of many games in sequence.
pub mod bots {
    #[doc(inline)]
    pub use tilewright_core::state::chance::Generator;
    #[doc(inline)]
    pub use tilewright_lab::bot::{Bot, Considered, Random, Weighed};
    #[doc(inline)]
    pub use tilewright_lab::bots::{BotKind, BotSpec, Bots, UnknownBot, of_seat, parse_bot};
    #[doc(inline)]
    pub use tilewright_lab::duel::{Duel, DuelOutcome, duel};
    #[doc(inline)]
    pub use tilewright_lab::greedy::Greedy;
    #[doc(inline)]
    pub use tilewright_lab::imagined::{copy_imagined, imagine};
    #[doc(inline)]
    pub use tilewright_lab::judge::Manner;
    #[doc(inline)]
    pub use tilewright_lab::mcts::{Budget, Mcts, MctsSettings};
    #[doc(inline)]
    pub use tilewright_lab::play::{DecisionCounts, GameTable};
    #[doc(inline)]
    pub use tilewright_lab::seeds;
}

/// Reasons for points, the outcome of a game, and the words of packs for its events.
pub mod explain {
    #[doc(inline)]
    pub use tilewright_wording::ending::{Winners, outcome};
    #[doc(inline)]
    pub use tilewright_wording::why::{
        Division, PointSource, PointsOccasion, Rule, SheetLine, Unfolded, reasons, unfold,
    };
    #[doc(inline)]
    pub use tilewright_wording::words::Words;
}

/// Records of games, which replay move by move: writing, reading, resuming.
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

/// Simulates many games of bots and computes their statistics.
pub mod simulate {
    #[doc(inline)]
    pub use tilewright_lab::simulate::{FaultyGame, GamePlan, Summary, simulate};
    #[doc(inline)]
    pub use tilewright_lab::stats::Sums;
}

/// Compares two versions of a game, which play the same seeds.
pub mod compare {
    #[doc(inline)]
    pub use tilewright_lab::versions::told::{self, ComparedVersion, VersionReport};
    #[doc(inline)]
    pub use tilewright_lab::versions::{
        GameBeside, Matters, Measure, MeasuredChange, PanelVerdict, PlayEnd, SideAnswer, TableComparison, VersionBlock,
        VersionComparison, VersionPlan, VersionVerdict, compare_versions, comparison_json, games_beside, most_changed,
    };
}

/// Describes many games of a pack in sentences, with intervals.
pub mod report {
    #[doc(inline)]
    pub use tilewright_lab::report::{Report, report, told};
}

/// Statistics with confidence intervals and tests, for the results of many games.
pub mod stats {
    #[doc(inline)]
    pub use tilewright_lab::stats::{
        CONFIDENCE, ComparisonVerdict, DRAWS, Interval, Logistic, Ratio, Sequential, Tested, Worth, Worths, at_most,
        benjamini_hochberg, benjamini_yekutieli, bootstrap, compare_pairs, mean, mean_of, seats_equal, share,
        sign_flips, worths,
    };
}

/// Draws tiles and boards as PNG, SVG or PDF.
pub mod draw {
    #[doc(inline)]
    pub use tilewright_art::board::{Extras, Mark, board_scene};
    #[doc(inline)]
    pub use tilewright_art::format::PictureFormat;
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
