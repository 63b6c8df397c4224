//! What stands before everything else until it is answered: questions, the palette, the list of shortcuts.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Key, Modal, RichText, Ui};

use crate::app::outside_files::Purpose;
use crate::app::{command_lists, games};
use crate::context::Action;
use crate::context::command::Command;
use crate::pack::analysis::Surroundings;
use crate::pack::document::disk::{folder_name, shown_path};
use crate::pack::document::{Change, Document, Recovered};
use crate::pack::file_actions::{NewRule, RenamedFile};
use crate::pack::template::{Naming, NewPack};
use crate::play::kept::Games;
use crate::play::table::keeper::LeftGame;
use crate::ui::texts::Texts;
use crate::ui::theme::Tokens;
use crate::ui::widgets;

/// Width of most dialogs, in points, where there is room.
const WIDTH: f32 = 520.0;

/// Width of fields, in points.
pub(super) const FIELD: f32 = 420.0;

/// An open dialog.
pub struct Dialog {
    kind: Kind,
    fresh: bool,
}

enum Kind {
    Open { folder: String },
    New(NewPack),
    NewRule(NewRule),
    NewFile { path: String },
    Rename(RenamedFile),
    Unsaved(Box<Outcome>),
    KeepCopy { naming: Naming, then: Box<Outcome> },
    Recover(Box<Recovered>),
    LeftGame(Box<LeftGame>),
    Games(games::List),
    Place { path: String, purpose: Purpose },
    Conflict(Vec<Arc<str>>),
    Palette { text: String, at: usize },
    Shortcuts,
    Explanation(&'static str),
}

/// How a dialog was answered.
pub enum Outcome {
    /// Not at all.
    Cancel,
    /// The system's dialog is wanted.
    Browse,
    /// A folder is to be opened.
    Open(PathBuf),
    /// The pack is to be closed as it is, and the one in a folder opened.
    Instead(PathBuf),
    /// The pack is to be closed as it is, and its changed copy opened; its own folder goes out of the way if the pack hides
    /// another one.
    OpenCopy {
        /// The folder that goes out of the way.
        aside: Option<PathBuf>,
    },
    /// The pack is to be closed as it is.
    Close,
    /// The program is to end.
    Quit,
    /// First saved, then the other.
    SaveThen(Box<Outcome>),
    /// Where a copy is to be kept is to be asked, then the other.
    AskCopy(Box<Outcome>),
    /// A copy with everything that is not saved is to be kept, then the other.
    KeepCopy(Naming, Box<Outcome>),
    /// Files are to change, one of which is to be shown.
    Change {
        /// What undo calls it.
        label: String,
        /// The changes.
        changes: Vec<Change>,
        /// The file.
        show: Arc<str>,
    },
    /// A page of the handbook is to be read.
    Read(Arc<str>),
    /// It cannot be done, for this reason.
    Tell(String),
    /// A path was typed.
    Place(PathBuf, Purpose),
    /// A command was chosen.
    Command(Command),
    /// What a crash left is wanted.
    Recover(Box<Recovered>),
    /// What a crash left is not wanted.
    Discard(Box<Recovered>),
    /// Something is to be done, and the dialog stays.
    Stay(Action),
    /// A game that was left in the middle is wanted.
    GoOn(Box<LeftGame>),
    /// It is not wanted any more.
    Forget(Box<LeftGame>),
    /// The texts of the disk are wanted.
    TakeDisk(Vec<Arc<str>>),
}

impl Dialog {
    fn of(kind: Kind) -> Dialog {
        Dialog { kind, fresh: true }
    }

    /// Asks for a folder to open.
    pub fn open() -> Dialog {
        Dialog::of(Kind::Open { folder: String::new() })
    }

    /// Asks what pack to make.
    pub fn new_pack(packs: &Path, surroundings: &Surroundings) -> Dialog {
        Dialog::of(Kind::New(NewPack::in_folder(packs, surroundings)))
    }

    /// Asks for a new rule.
    pub fn new_rule() -> Dialog {
        Dialog::of(Kind::NewRule(NewRule::default()))
    }

    /// Asks for the path of a new file.
    pub fn new_file() -> Dialog {
        Dialog::of(Kind::NewFile { path: String::new() })
    }

    /// Asks for another path of a file.
    pub fn rename(path: Arc<str>) -> Dialog {
        Dialog::of(Kind::Rename(RenamedFile { to: path.to_string(), path }))
    }

    /// Asks what to do with what is not saved.
    pub fn unsaved(then: Outcome) -> Dialog {
        Dialog::of(Kind::Unsaved(Box::new(then)))
    }

    /// Asks what a changed copy of the open pack is called and where it goes.
    pub fn keep_copy(naming: Naming, then: Outcome) -> Dialog {
        Dialog::of(Kind::KeepCopy { naming, then: Box::new(then) })
    }

    /// Offers what a crash left.
    pub fn recover(left: Recovered) -> Dialog {
        Dialog::of(Kind::Recover(Box::new(left)))
    }

    /// Offers a game that was left in the middle.
    pub fn left_game(game: LeftGame) -> Dialog {
        Dialog::of(Kind::LeftGame(Box::new(game)))
    }

    /// All games that were left in the middle.
    pub fn games() -> Dialog {
        Dialog::of(Kind::Games(games::List::default()))
    }

    /// Asks for the path of a file.
    pub(super) fn place(proposed: &Path, purpose: Purpose) -> Dialog {
        Dialog::of(Kind::Place { path: proposed.display().to_string(), purpose })
    }

    /// Whether it shows games that were left in the middle.
    pub fn shows_games(&self) -> bool {
        matches!(self.kind, Kind::Games(_))
    }

    /// Asks which side to take.
    pub fn conflict(paths: Vec<Arc<str>>) -> Dialog {
        Dialog::of(Kind::Conflict(paths))
    }

    /// All commands.
    pub fn palette() -> Dialog {
        Dialog::of(Kind::Palette { text: String::new(), at: 0 })
    }

    /// All shortcuts.
    pub fn shortcuts() -> Dialog {
        Dialog::of(Kind::Shortcuts)
    }

    /// What the code of a finding means.
    pub fn explanation(code: &'static str) -> Dialog {
        Dialog::of(Kind::Explanation(code))
    }

    /// The system's dialog gave a folder.
    pub fn picked(&mut self, picked: PathBuf) {
        match &mut self.kind {
            Kind::Open { folder } => *folder = picked.display().to_string(),
            Kind::New(NewPack { naming, .. }) | Kind::KeepCopy { naming, .. } => {
                naming.parent = picked.display().to_string();
                naming.follow();
            }
            _ => {}
        }
    }

    /// Draws it; an outcome when it is answered.
    pub fn show(&mut self, ctx: &egui::Context, given: &Given<'_>) -> Option<Outcome> {
        let fresh = std::mem::take(&mut self.fresh);
        // A field would use the key up by letting go of the keyboard only.
        let mut escaped = ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape));
        if escaped && let Kind::Games(list) = &mut self.kind {
            escaped = !list.stop_naming();
        }
        let width = match self.kind {
            Kind::Games(_) => games::WIDTH,
            Kind::Shortcuts => command_lists::KEYS_WIDTH,
            _ => WIDTH,
        };
        let mut outcome = None;
        let frame = egui::Frame::popup(&ctx.style_of(ctx.theme())).inner_margin(16);
        let modal = Modal::new(egui::Id::unique("dialog")).frame(frame).show(ctx, |ui| {
            ui.set_width(width.min(ctx.content_rect().width() - 60.0));
            let &Given { texts, tokens, surroundings, document, games, can_browse } = given;
            let d = Draw { texts, tokens, surroundings, document, fresh, can_browse };
            outcome = match &mut self.kind {
                Kind::Open { folder } => d.open(ui, folder),
                Kind::New(new) => d.new_pack(ui, new),
                Kind::NewRule(rule) => d.new_rule(ui, rule),
                Kind::NewFile { path } => d.new_file(ui, path),
                Kind::Rename(file) => d.rename(ui, file),
                Kind::Unsaved(then) => d.unsaved(ui, then),
                Kind::KeepCopy { naming, then } => d.keep_copy(ui, naming, then),
                Kind::Recover(left) => d.recover(ui, left),
                Kind::LeftGame(game) => d.left_game(ui, game),
                Kind::Games(list) => d.games(ui, list, games),
                Kind::Place { path, purpose } => d.place(ui, path, purpose),
                Kind::Conflict(paths) => d.conflict(ui, paths),
                Kind::Palette { text, at } => d.palette(ui, text, at),
                Kind::Shortcuts => d.shortcuts(ui),
                Kind::Explanation(code) => d.explanation(ui, code),
            };
        });
        // What a crash left stays until somebody decides about it.
        if outcome.is_none()
            && (escaped || modal.should_close())
            && !matches!(self.kind, Kind::Recover(_) | Kind::Conflict(_))
        {
            outcome = Some(Outcome::Cancel);
        }
        outcome
    }
}

/// What dialogs are given.
pub struct Given<'a> {
    /// The words of the interface.
    pub texts: &'a Texts,
    /// Its colours.
    pub tokens: &'static Tokens,
    /// The packs that there are.
    pub surroundings: &'a Surroundings,
    /// The open pack.
    pub document: Option<&'a Document>,
    /// The games that were left in the middle.
    pub games: &'a Games,
    /// Whether the system has a dialog that asks for a folder.
    pub can_browse: bool,
}

/// What dialogs are drawn with.
pub(super) struct Draw<'a> {
    pub(super) texts: &'a Texts,
    pub(super) tokens: &'static Tokens,
    pub(super) surroundings: &'a Surroundings,
    pub(super) document: Option<&'a Document>,
    pub(super) fresh: bool,
    pub(super) can_browse: bool,
}

impl Draw<'_> {
    pub(super) fn t(&self, key: &str) -> String {
        self.texts.get(key)
    }

    pub(super) fn first(&self, field: &egui::Response) {
        if self.fresh {
            field.request_focus();
        }
    }

    /// The button that asks the system for a folder, where it can be asked.
    pub(super) fn browse(&self) -> Option<(String, bool)> {
        self.can_browse.then(|| (self.t("browse"), true))
    }

    pub(super) fn main_button(&self, ui: &mut Ui, enabled: bool, key: &str) -> bool {
        widgets::main_button(ui, self.tokens, enabled, self.t(key))
    }

    fn open(&self, ui: &mut Ui, folder: &mut String) -> Option<Outcome> {
        ui.heading(self.t("command-open"));
        ui.label(self.t("open-about"));
        let (field, browse) =
            widgets::form(ui, "open", |ui| widgets::path_line(ui, &self.t("open-folder"), folder, self.browse()));
        self.first(&field);
        let path = PathBuf::from(folder.trim());
        let is_pack = path.join("pack.ron").is_file();
        // The line is there in any case, so that nothing jumps.
        let wrong = !folder.trim().is_empty() && !is_pack;
        let told = if wrong { self.t("open-no-pack") } else { String::new() };
        ui.label(RichText::new(told).color(self.tokens.warning));
        let enter = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        let mut outcome = (enter && is_pack).then(|| Outcome::Open(path.clone()));
        if browse {
            outcome = Some(Outcome::Browse);
        }
        ui.horizontal(|ui| {
            if self.main_button(ui, is_pack, "open") {
                outcome = Some(Outcome::Open(path));
            }
            if ui.button(self.t("cancel")).clicked() {
                outcome = Some(Outcome::Cancel);
            }
        });
        outcome
    }

    fn unsaved(&self, ui: &mut Ui, then: &mut Box<Outcome>) -> Option<Outcome> {
        ui.heading(self.t("unsaved-title"));
        ui.label(self.t("unsaved-about"));
        let take = |then: &mut Box<Outcome>| std::mem::replace(then, Box::new(Outcome::Cancel));
        let mut outcome = None;
        ui.horizontal(|ui| {
            if self.main_button(ui, true, "command-save") {
                outcome = Some(Outcome::SaveThen(take(then)));
            }
            if ui.button(self.t("unsaved-discard")).clicked() {
                outcome = Some(*take(then));
            }
            if ui.button(self.t("command-keep-copy")).clicked() {
                outcome = Some(Outcome::AskCopy(take(then)));
            }
            if ui.button(self.t("cancel")).clicked() {
                outcome = Some(Outcome::Cancel);
            }
        });
        outcome
    }

    fn recover(&self, ui: &mut Ui, left: &Recovered) -> Option<Outcome> {
        ui.heading(self.t("recover-title"));
        ui.label(self.texts.named("recover-about", &shown_path(&left.folder)));
        for (path, _) in &left.files {
            ui.label(format!("  {}", shown_path(Path::new(&**path))));
        }
        let mut outcome = None;
        ui.horizontal(|ui| {
            if self.main_button(ui, true, "recover-yes") {
                outcome = Some(Outcome::Recover(Box::new(left.clone())));
            }
            if ui.button(self.t("recover-no")).clicked() {
                outcome = Some(Outcome::Discard(Box::new(left.clone())));
            }
        });
        outcome
    }

    fn left_game(&self, ui: &mut Ui, game: &LeftGame) -> Option<Outcome> {
        ui.heading(self.t("left-game-title"));
        let pack = shown_path(Path::new(&folder_name(&game.folder)));
        ui.label(self.texts.with("left-game-about", &[("name", pack.into()), ("n", game.left.answers().into())]));
        let mut outcome = None;
        ui.horizontal(|ui| {
            if self.main_button(ui, true, "left-game-yes") {
                outcome = Some(Outcome::GoOn(Box::new(game.clone())));
            }
            if ui.button(self.t("left-game-later")).clicked() {
                outcome = Some(Outcome::Cancel);
            }
            if ui.button(self.t("left-game-no")).clicked() {
                outcome = Some(Outcome::Forget(Box::new(game.clone())));
            }
        });
        outcome
    }

    fn conflict(&self, ui: &mut Ui, paths: &[Arc<str>]) -> Option<Outcome> {
        ui.heading(self.t("conflict-title"));
        ui.label(self.t("conflict-about"));
        for path in paths {
            ui.label(format!("  {}", shown_path(Path::new(&**path))));
        }
        let mut outcome = None;
        ui.horizontal(|ui| {
            if self.main_button(ui, true, "conflict-mine") {
                outcome = Some(Outcome::Cancel);
            }
            if ui.button(self.t("conflict-theirs")).clicked() {
                outcome = Some(Outcome::TakeDisk(paths.to_vec()));
            }
        });
        outcome
    }

    fn explanation(&self, ui: &mut Ui, code: &str) -> Option<Outcome> {
        let (title, text, example) = crate::language::help::explanation(code)?;
        ui.heading(format!("{code}: {title}"));
        ui.label(text);
        if let Some(example) = example {
            ui.add_space(crate::ui::theme::GAP);
            ui.label(RichText::new(self.t("explain-example")).color(self.tokens.weak));
            egui::ScrollArea::both().max_height(260.0).show(ui, |ui| {
                ui.add(egui::Label::new(RichText::new(example).monospace()).extend());
            });
        }
        let mut outcome = None;
        ui.horizontal(|ui| {
            let button = ui.button(self.t("close"));
            self.first(&button);
            if button.clicked() {
                outcome = Some(Outcome::Cancel);
            }
            if let Some(topic) = tilewright_handbook::topic_for(code)
                && ui.button(self.texts.named("explain-handbook", &topic.title)).clicked()
            {
                outcome = Some(Outcome::Read(topic.slug.into()));
            }
            if let Some(spot) = crate::language::reference::of_finding(code)
                && ui.button(self.t("explain-reference")).clicked()
            {
                outcome = Some(Outcome::Read(spot.key));
            }
        });
        outcome
    }
}
