//! The words in which panes and the program speak with each other: what is shown, what is chosen, what is asked for. A pane
//! reads the document and what the engine says about it, and asks for actions; it never changes the document itself.

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
use tilewright_kit::games::places::with_places;
use tilewright_kit::games::save::{in_file, record_of};
use tilewright_kit::packs::find::Found;
use tilewright_kit::packs::load::Loaded;

use crate::pack::analysis::{Analysis, Sets, Surroundings};
use crate::pack::document::{Change, Document};
use crate::pack::pack_set::PackSet;
use crate::pack::problems::Problems;
use crate::pack::protection::Protection;
use crate::pack::source_place::Place;
use crate::pack::test_runs::TestRuns;
use crate::ui::notices::Weight;
use crate::ui::pictures::Pictures;
use crate::ui::texts::Texts;
use crate::ui::theme::Tokens;
pub use command::Command;
pub use host::{Host, Picker};
pub use pane::Pane;
pub use selection::Selection;

/// What is written into a file.
#[derive(Clone, Debug)]
pub enum Content {
    /// These bytes.
    Bytes(Arc<[u8]>),
    /// A game, and where its packs are: the file notes them as they are seen from it.
    Game(Box<Record>, BTreeMap<String, Found>),
}

impl Content {
    /// Returns a game that is played by some packs, as a record with an id.
    pub fn game(session: &Session, loaded: &Loaded, id: &str) -> Content {
        Content::Game(Box::new(record_of(session, id)), loaded.places.clone())
    }

    /// Returns the bytes of the file at a path.
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

/// What a view asks for.
#[derive(Clone, Debug)]
pub enum Action {
    /// A step that changes the document. The label is shown beside undo.
    Change(String, Vec<Change>),
    /// Typed text.
    Type(Change),
    /// Text typed into a field, as a step with a label; what is typed without a pause is one step.
    Fill(String, Change),
    /// A command.
    Command(Command),
    /// Chooses something.
    Select(Selection),
    /// Shows a place in the code.
    GoTo(Place),
    /// Asks for another path of a file.
    Rename(Arc<str>),
    /// Opens the handbook at a page, and at a heading of it.
    Read(Arc<str>, Option<String>),
    /// Explains the code of a finding.
    Explain(&'static str),
    /// Opens the folder of a pack.
    OpenFolder(PathBuf),
    /// Opens a pack that comes with the program, to play it as it is.
    OpenIncluded(Arc<str>),
    /// Opens the pack that an id means, to play it as it is unless it is one of the editor's own packs.
    OpenFound(Arc<str>),
    /// Looks into a packed pack.
    Import(PathBuf),
    /// Opens a packed pack to play it, without a folder of its own.
    Visit(Box<tilewright_kit::packs::archive::Archive>),
    /// Asks for a name for a changed copy of the open pack, to make it one's own.
    Keep,
    /// Looks which packs there are now.
    LookAround,
    /// Closes what shows shelves.
    CloseSharing,
    /// Runs the tests of these names; all of them where nothing is named.
    RunTests(Option<Vec<String>>),
    /// Stops running tests.
    StopTests,
    /// Puts the game that a test comes to on the table.
    ShowTest(String),
    /// Goes to the room for playing.
    Play,
    /// Takes a folder off the list of those that were open; nothing happens to the folder.
    Forget(PathBuf),
    /// Writes a file: where the system's dialog says, which begins at this path, or else there.
    Write(PathBuf, Content),
    /// Goes on with the saved game of a file.
    OpenGame(PathBuf),
    /// Goes on with a game that was left in the middle, of this file.
    GoOnWith(PathBuf),
    /// Calls it something.
    NameGame(PathBuf, String),
    /// Writes it where somebody says.
    SaveKept(PathBuf),
    /// Puts it aside.
    RemoveGame(PathBuf),
    /// Takes it back; the path that it has aside.
    TakeGameBack(PathBuf),
    /// Tells people something.
    Notify(Weight, String),
}

/// What a view is given.
pub struct Cx<'a> {
    /// The open pack.
    pub document: &'a Document,
    /// What the engine says about it, perhaps about a state shortly before.
    pub analysis: Option<&'a Analysis>,
    /// The last analysis that had a catalog: while something is half typed, pictures stay.
    pub good: Option<&'a Analysis>,
    /// The pack together with others, as it is played at the table.
    pub sets: &'a Sets,
    /// Pictures of tiles and figures.
    pub pictures: &'a mut Pictures,
    /// The same of the packs at the table, where they are others.
    pub at_table: &'a mut Pictures,
    /// Whether [`Cx::analysis`] is about the newest state.
    pub current: bool,
    /// The findings, with places in the newest texts.
    pub problems: &'a Problems,
    /// How the tests came out, as far as they were run.
    pub tests: &'a TestRuns,
    /// Which lines of the rules the tests protect, as far as it is known.
    pub protection: &'a Protection,
    /// The other packs and the rule library.
    pub surroundings: &'a Surroundings,
    /// What the window offers.
    pub host: &'a Host,
    /// The words of the interface.
    pub texts: &'a Texts,
    /// Its colours.
    pub tokens: &'static Tokens,
    /// What is chosen.
    pub selection: &'a Selection,
    /// What is asked for.
    pub actions: &'a mut Vec<Action>,
}

impl<'a> Cx<'a> {
    /// A text of the interface.
    pub fn t(&self, key: &str) -> String {
        self.texts.get(key)
    }

    /// Asks for something.
    pub fn ask(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Asks for a step that changes the document.
    pub fn change(&mut self, label: String, changes: Vec<Change>) {
        self.actions.push(Action::Change(label, changes));
    }

    /// The newest state that had a catalog, with the packs and options of a pack_set.
    pub fn rules(&self, pack_set: &PackSet) -> Option<&'a Analysis> {
        if pack_set.is_plain() { self.good } else { self.sets.good(pack_set) }
    }

    /// The catalog of the newest state that had no errors in it.
    pub fn catalog(&self) -> Option<&'_ Arc<Catalog>> {
        self.good.and_then(|a| a.loaded.catalog())
    }
}
