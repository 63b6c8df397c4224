//! Defines the types that panes and the program exchange: shown panes, selections and actions. A pane reads the
//! document and its analysis, and requests actions; it never changes the document itself.

pub mod command;
mod host;
mod pane;
mod selection;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tilewright_core::catalog::Catalog;
use tilewright_core::session::Session;
use tilewright_core::session::record::Record;
use tilewright_editor_model::pack::analysis::{Analysis, PackSurroundings, SetAnalyses};
use tilewright_editor_model::pack::document::{FileChange, PackDocument};
use tilewright_editor_model::pack::pack_set::PackSet;
use tilewright_editor_model::pack::protection::RuleProtection;
use tilewright_editor_model::pack::test_runs::TestRuns;
use tilewright_editor_model::table::invitation::InvitationPlan;
use tilewright_editor_model::texts::UiTexts;
use tilewright_kit::games::places::with_places;
use tilewright_kit::games::save::{in_file, record_of};
use tilewright_kit::packs::find::FoundPack;
use tilewright_kit::packs::load::Loaded;
use tilewright_language::place::FilePlace;
use tilewright_language::problems::Problems;
use tilewright_table::TableFindings;

use crate::ui::notices::NoticeWeight;
use crate::ui::pictures::PictureCache;
use crate::ui::theme::Tokens;
pub use command::EditorCommand;
pub use host::{Picker, WindowHost};
pub use pane::Pane;
pub use selection::Selection;

/// Content of a file to be written.
#[derive(Clone, Debug)]
pub enum Content {
    /// Bytes that are written unchanged.
    Bytes(Arc<[u8]>),
    /// Game with the places of its packs, which the file stores relative to itself.
    Game(Box<Record>, BTreeMap<String, FoundPack>),
}

impl Content {
    /// Returns the record of a session with the given id, together with the places of its packs.
    pub fn game(session: &Session, loaded: &Loaded, id: &str) -> Content {
        Content::Game(Box::new(record_of(session, id)), loaded.places.clone())
    }

    /// Returns the bytes for a file at `path`; a game stores the places of its packs relative to it.
    pub fn bytes_at(&self, path: &Path) -> Arc<[u8]> {
        match self {
            Content::Bytes(bytes) => Arc::clone(bytes),
            Content::Game(record, packs) => in_file(&with_places((**record).clone(), path, packs)).into_bytes().into(),
        }
    }
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Content {
        Content::Bytes(bytes.into())
    }
}

/// Tiles that can take a dropped picture. The names of further pictures decide.
#[derive(Clone, Debug, Default)]
pub struct PictureTarget {
    /// Tile under the pointer, which takes the first picture.
    pub pointed: Option<Arc<str>>,
    /// Tile in the painter, which takes a single picture whose name means no tile.
    pub painted: Option<Arc<str>>,
}

/// New value of a setting.
#[derive(Clone, PartialEq, Debug)]
pub enum SettingChange {
    /// Code of the interface language.
    Language(String),
    /// True for the dark theme; `None` follows the system.
    Dark(Option<bool>),
    /// Zoom factor of the interface; 1 is the designed size.
    Zoom(f32),
    /// Speed of bots, as an index into the speeds on offer.
    Speed(usize),
    /// True if animations are enabled.
    Motion(bool),
}

/// Action that a view requests.
#[derive(Clone, Debug)]
pub enum EditorAction {
    /// Changes the document in one step; the label is shown next to Undo.
    Change(String, Vec<FileChange>),
    /// Changes the document by typed text.
    Type(FileChange),
    /// Changes the document by text typed into a field, with a label for Undo. Typing without a pause is one step.
    Fill(String, FileChange),
    /// Runs a command of the menus.
    Command(EditorCommand),
    /// Selects something in the pack.
    Select(Selection),
    /// Shows a place in the code pane.
    GoTo(FilePlace),
    /// Opens the dialog for changing the path of a file.
    Rename(Arc<str>),
    /// Opens the handbook at a page, and at a heading of it if one is given.
    Read(Arc<str>, Option<String>),
    /// Explains the finding with this code.
    Explain(&'static str),
    /// Opens the folder of a pack.
    OpenFolder(PathBuf),
    /// Opens a bundled pack to play it unchanged.
    OpenIncluded(Arc<str>),
    /// Opens the pack with this id. Packs that the editor does not own are opened for playing only.
    OpenFound(Arc<str>),
    /// Opens an archive of a pack for inspection.
    Import(PathBuf),
    /// Opens an archive for playing, without a folder for its content.
    Visit(Box<tilewright_kit::packs::archive::Archive>),
    /// Opens the dialog for naming the user's own copy of the open pack.
    Keep,
    /// Looks for installed packs again.
    LookAround,
    /// Closes the view of shelves.
    CloseSharing,
    /// Runs the tests with these names; `None` runs all tests.
    RunTests(Option<Vec<String>>),
    /// Stops running tests, and keeps their results.
    StopTests,
    /// Loads the final position of the test with this name at the table.
    ShowTest(String),
    /// Switches to the workspace for playing.
    Play,
    /// Removes a folder from the list of recent folders, without touching the folder.
    Forget(PathBuf),
    /// Writes a file to the path chosen in the system's dialog, which starts at this path; without a dialog, to this
    /// path.
    Write(PathBuf, Content),
    /// Resumes the saved game of a file.
    OpenGame(PathBuf),
    /// Opens a game of a hosted table with the notes of its players.
    OpenHosted(Box<TableFindings>),
    /// Lists the games in a folder with the files of a hosted table, and opens the only one.
    ListHosted(PathBuf),
    /// Invites players at other machines to the game at the table.
    Invite(Box<InvitationPlan>),
    /// Closes the table of the invited players.
    CloseInvitation,
    /// Resumes the unfinished game of a file.
    GoOnWith(PathBuf),
    /// Shows a view, with at least half of the space that it shares with its neighbours.
    ShowLarge(Pane),
    /// Gives an unfinished game a name.
    NameGame(PathBuf, String),
    /// Saves an unfinished game to a file that the user chooses.
    SaveKept(PathBuf),
    /// Moves an unfinished game out of the list; [`EditorAction::TakeGameBack`] restores it.
    RemoveGame(PathBuf),
    /// Restores a removed game, given the path that it was moved to.
    TakeGameBack(PathBuf),
    /// Takes picture files into the pack, to show them on tiles.
    TakePictures(Vec<PathBuf>, PictureTarget),
    /// Shows the look of own art with this name.
    ChooseLook(String),
    /// Changes a setting.
    Set(SettingChange),
    /// Shows a notice to the user.
    Notify(NoticeWeight, String),
}

/// State that views receive for drawing.
pub struct ViewCx<'a> {
    /// Open pack with its unsaved changes.
    pub document: &'a PackDocument,
    /// Latest analysis by the engine, which may be about a slightly older revision; `None` before the first one.
    pub analysis: Option<&'a Analysis>,
    /// Latest analysis with a catalog, which keeps pictures visible while half-typed text has errors.
    pub good: Option<&'a Analysis>,
    /// Analyses of the open pack together with other packs, as played at the table.
    pub sets: &'a SetAnalyses,
    /// Pictures of tiles and figures.
    pub pictures: &'a mut PictureCache,
    /// Pictures of the packs at the table, if these differ from the open pack.
    pub at_table: &'a mut PictureCache,
    /// True if [`ViewCx::analysis`] is about the newest revision.
    pub current: bool,
    /// The findings, with places in the newest texts.
    pub problems: &'a Problems,
    /// Results of the tests that were run.
    pub tests: &'a TestRuns,
    /// Known lines of the rules that tests do or do not protect.
    pub protection: &'a RuleProtection,
    /// Other packs, and the rule library.
    pub surroundings: &'a PackSurroundings,
    /// Services that the window offers.
    pub host: &'a WindowHost,
    /// Texts of the interface in its language.
    pub texts: &'a UiTexts,
    /// Colours of the interface.
    pub tokens: &'static Tokens,
    /// Selection that all views show.
    pub selection: &'a Selection,
    /// Actions that views have requested in this frame.
    pub actions: &'a mut Vec<EditorAction>,
}

impl<'a> ViewCx<'a> {
    /// Returns the text of the interface with this key.
    pub fn t(&self, key: &str) -> String {
        self.texts.get(key)
    }

    /// Requests an action, which runs after the views are drawn.
    pub fn ask(&mut self, action: EditorAction) {
        self.actions.push(action);
    }

    /// Requests a step that changes the document.
    pub fn change(&mut self, label: String, changes: Vec<FileChange>) {
        self.actions.push(EditorAction::Change(label, changes));
    }

    /// Returns the latest analysis with a catalog, for the packs and options of `pack_set`.
    pub fn rules(&self, pack_set: &PackSet) -> Option<&'a Analysis> {
        if pack_set.is_plain() { self.good } else { self.sets.good(pack_set) }
    }

    /// Returns the catalog of the latest analysis that had one.
    pub fn catalog(&self) -> Option<&'_ Arc<Catalog>> {
        self.good.and_then(|a| a.loaded.catalog())
    }
}
