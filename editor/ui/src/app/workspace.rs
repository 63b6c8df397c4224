//! The open pack.

use std::path::PathBuf;

use tilewright_editor_model::pack::analysis::{Analysis, Analyst, Requests};
use tilewright_editor_model::pack::document::{PackDocument, Recovered, left_behind};
use tilewright_editor_model::pack::home::Home;
use tilewright_editor_model::pack::own_art::checking::ArtChecker;
use tilewright_editor_model::pack::own_art::{DecodedPictures, LookView};
use tilewright_editor_model::pack::protection::RuleProtection;
use tilewright_editor_model::pack::test_runs::TestRuns;
use tilewright_editor_model::pack::watch::FolderWatch;
use tilewright_editor_model::texts::UiTexts;
use tilewright_kit::packs::archive::Archive;
use tilewright_language::problems::{ProblemStamp, Problems};

use super::faults;
use super::intake::PictureIntake;
use super::library::Library;
use crate::context::Selection;
use crate::play::PlayState;
use crate::ui::pictures::PictureCache;
use crate::ui::waker;

/// A pack that is played unmodified.
pub(super) struct Visit {
    pub(super) archive: Archive,
    /// True if the pack is found again by its id, so that its games are kept.
    pub(super) is_here: bool,
}

/// The open pack: its document, the analysis of its texts, its tests, and the selection in it.
pub(super) struct Workspace {
    /// Open pack; `None` while the welcome page is shown.
    pub(super) document: Option<PackDocument>,
    /// Visited pack; `None` if the open pack has its own folder.
    pub(super) visit: Option<Box<Visit>>,
    /// Watch on the folder of the open pack.
    pub(super) watch: Option<FolderWatch>,
    pub(super) analyst: Analyst,
    pub(super) problems: Problems,
    pub(super) tests: TestRuns,
    pub(super) protection: RuleProtection,
    /// Pictures of the tiles and figures of the open pack.
    pub(super) pictures: PictureCache,
    /// Decoded pictures of own art, for the open pack and for the table.
    pub(super) decoded: DecodedPictures,
    /// Look of own art that the pictures of the open pack show.
    pub(super) look: LookView,
    /// Comparison of the pictures with the edges of the tiles.
    pub(super) checker: ArtChecker,
    /// Dropped pictures that are being read.
    pub(super) intakes: Vec<PictureIntake>,
    pub(super) selection: Selection,
    /// Folder of the open pack, once the user was notified that it hides another pack.
    pub(super) reported_hidden: Option<PathBuf>,
    /// Unsaved texts that a crash left behind, until a dialog asks the user about them.
    pub(super) recovered: Vec<Recovered>,
}

impl Workspace {
    /// Returns a workspace without an open pack.
    pub(super) fn new(ctx: &egui::Context, home: &Home) -> Workspace {
        Workspace {
            document: None,
            visit: None,
            watch: None,
            analyst: Analyst::start(waker(ctx)),
            problems: Problems::default(),
            tests: TestRuns::default(),
            protection: RuleProtection::default(),
            pictures: PictureCache::default(),
            decoded: DecodedPictures::new(waker(ctx)),
            look: LookView::default(),
            checker: ArtChecker::default(),
            intakes: Vec::new(),
            selection: Selection::default(),
            reported_hidden: None,
            recovered: left_behind(&home.journals()),
        }
    }

    /// True if the open pack is visited and none of its games are kept.
    pub(super) fn is_played_once(&self) -> bool {
        self.visit.as_ref().is_some_and(|visit| !visit.is_here)
    }

    /// Requests the analysis of the newest texts; returns true if the latest analysis is about them.
    pub(super) fn request_analysis(&mut self, library: &Library, requests: &Requests) -> bool {
        let Some(document) = &self.document else { return false };
        // Until the packs are read, requirements would be reported as missing.
        if !library.is_reading() {
            self.analyst.ask(document, &library.surroundings, requests);
        }
        self.analyst.is_current(document)
    }

    /// Updates the findings from an analysis, the tests, and a rule that stopped the game.
    pub(super) fn update_problems(&mut self, analysis: Option<&Analysis>, play: &PlayState, texts: &UiTexts) {
        let (Some(document), tests, checker) = (&self.document, &self.tests, &self.checker) else { return };
        let stopped_at = faults::failed_position(play);
        self.problems.extra(ProblemStamp { tests: tests.changes(), stopped_at, art: checker.number() }, || {
            tests.findings().chain(faults::finding(play, document.id(), texts)).chain(checker.findings()).collect()
        });
        self.problems.renew(document.texts(), analysis);
    }

    /// Forgets everything about a pack whose document was taken, except unsaved texts.
    pub(super) fn clear(&mut self) {
        (self.visit, self.watch, self.reported_hidden) = (None, None, None);
        self.tests = TestRuns::default();
        self.protection = RuleProtection::default();
        self.pictures.clear();
        self.look = LookView::default();
        self.decoded.clear();
        self.checker = ArtChecker::default();
        self.intakes.clear();
        self.analyst.reset();
        self.problems = Problems::default();
        self.selection = Selection::default();
    }
}
