//! Modal dialogs: questions, the command palette and the list of shortcuts. A dialog returns the user's answer, and the
//! editor acts on it.

mod command_lists;
mod draw;
mod files;
mod games;
mod hosted;
mod new_packs;
mod place;
mod settings;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Key, Modal, RichText, Ui};
use tilewright_editor_model::pack::analysis::PackSurroundings;
use tilewright_editor_model::pack::document::disk::{folder_name, shown_path};
use tilewright_editor_model::pack::document::{PackDocument, Recovered};
use tilewright_editor_model::pack::file_actions::{NewRule, RenamedFile};
use tilewright_editor_model::pack::template::{NewPack, PackNaming};
use tilewright_editor_model::table::keeper::LeftGame;
use tilewright_editor_model::texts::UiTexts;
use tilewright_table::has_findings;

use super::settings::EditorSettings;
use crate::play::kept::GameList;
use crate::ui::theme::Tokens;
use crate::ui::widgets;
use draw::Draw;
pub use draw::{DialogOutcome, Purpose};
pub(super) use hosted::HostedList;

/// Preferred width of most dialogs, in points.
const WIDTH: f32 = 520.0;

/// A dialog that is open.
pub struct Dialog {
    kind: DialogKind,
    fresh: bool,
}

enum DialogKind {
    Open { folder: String },
    New(NewPack),
    NewRule(NewRule),
    NewFile { path: String },
    Rename(RenamedFile),
    Unsaved(Box<DialogOutcome>),
    KeepCopy { naming: PackNaming, then: Box<DialogOutcome> },
    Recover(Box<Recovered>),
    LeftGame(Box<LeftGame>),
    Games(games::GameListView),
    Hosted(Box<HostedList>),
    Place { path: String, purpose: Purpose },
    Conflict(Vec<Arc<str>>),
    Palette { text: String, at: usize },
    Settings,
    Shortcuts,
    Explanation(&'static str),
}

impl Dialog {
    fn from_kind(kind: DialogKind) -> Dialog {
        Dialog { kind, fresh: true }
    }

    /// Returns a dialog that asks for a folder to open.
    pub fn open() -> Dialog {
        Dialog::from_kind(DialogKind::Open { folder: String::new() })
    }

    /// Returns a dialog that asks which pack to create.
    pub fn new_pack(packs: &Path, surroundings: &PackSurroundings) -> Dialog {
        Dialog::from_kind(DialogKind::New(NewPack::in_folder(packs, surroundings)))
    }

    /// Returns a dialog that asks for a new rule.
    pub fn new_rule() -> Dialog {
        Dialog::from_kind(DialogKind::NewRule(NewRule::default()))
    }

    /// Returns a dialog that asks for the path of a new file.
    pub fn new_file() -> Dialog {
        Dialog::from_kind(DialogKind::NewFile { path: String::new() })
    }

    /// Returns a dialog that asks for a new path of a file.
    pub fn rename(path: Arc<str>) -> Dialog {
        Dialog::from_kind(DialogKind::Rename(RenamedFile { to: path.to_string(), path }))
    }

    /// Returns a dialog that asks about unsaved changes before `then`.
    pub fn ask_about_unsaved(then: DialogOutcome) -> Dialog {
        Dialog::from_kind(DialogKind::Unsaved(Box::new(then)))
    }

    /// Returns a dialog that asks for the name and folder of a changed copy of the open pack.
    pub fn keep_copy(naming: PackNaming, then: DialogOutcome) -> Dialog {
        Dialog::from_kind(DialogKind::KeepCopy { naming, then: Box::new(then) })
    }

    /// Returns a dialog that offers text recovered after a crash.
    pub fn recover(left: Recovered) -> Dialog {
        Dialog::from_kind(DialogKind::Recover(Box::new(left)))
    }

    /// Returns a dialog that offers to resume an unfinished game.
    pub fn left_game(game: LeftGame) -> Dialog {
        Dialog::from_kind(DialogKind::LeftGame(Box::new(game)))
    }

    /// Returns a dialog that lists the kept games.
    pub fn games() -> Dialog {
        Dialog::from_kind(DialogKind::Games(games::GameListView::default()))
    }

    /// Returns a dialog that lists the games of hosted tables.
    pub(super) fn hosted(list: HostedList) -> Dialog {
        Dialog::from_kind(DialogKind::Hosted(Box::new(list)))
    }

    /// Returns a dialog that asks for the path of a file.
    pub(super) fn place(proposed: &Path, purpose: Purpose) -> Dialog {
        Dialog::from_kind(DialogKind::Place { path: proposed.display().to_string(), purpose })
    }

    /// True if the dialog lists kept games.
    pub fn shows_games(&self) -> bool {
        matches!(self.kind, DialogKind::Games(_))
    }

    /// Returns a dialog that asks which version of conflicting files to keep.
    pub fn conflict(paths: Vec<Arc<str>>) -> Dialog {
        Dialog::from_kind(DialogKind::Conflict(paths))
    }

    /// Returns the command palette, which lists all commands.
    pub fn palette() -> Dialog {
        Dialog::from_kind(DialogKind::Palette { text: String::new(), at: 0 })
    }

    /// Returns the dialog of the user's settings.
    pub fn settings() -> Dialog {
        Dialog::from_kind(DialogKind::Settings)
    }

    /// Returns a dialog that lists all keyboard shortcuts.
    pub fn shortcuts() -> Dialog {
        Dialog::from_kind(DialogKind::Shortcuts)
    }

    /// Returns a dialog that explains the code of a finding.
    pub fn explanation(code: &'static str) -> Dialog {
        Dialog::from_kind(DialogKind::Explanation(code))
    }

    /// Takes the folder that the system's dialog returned.
    pub fn accept_folder(&mut self, picked: PathBuf) {
        match &mut self.kind {
            DialogKind::Open { folder } => *folder = picked.display().to_string(),
            DialogKind::Hosted(list) => list.folder = picked.display().to_string(),
            DialogKind::New(NewPack { naming, .. }) | DialogKind::KeepCopy { naming, .. } => {
                naming.parent = picked.display().to_string();
                naming.follow();
            }
            _ => {}
        }
    }

    /// Draws the dialog; returns an outcome once the user has answered.
    pub fn show(&mut self, ctx: &egui::Context, given: &DialogContext<'_>) -> Option<DialogOutcome> {
        let fresh = std::mem::take(&mut self.fresh);
        // The key is consumed first: a text field would only use it to give up the keyboard.
        let mut escaped = ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape));
        if escaped && let DialogKind::Games(list) = &mut self.kind {
            escaped = !list.stop_naming();
        }
        let width = match self.kind {
            DialogKind::Games(_) | DialogKind::Hosted(_) => games::WIDTH,
            DialogKind::Shortcuts => command_lists::KEYS_WIDTH,
            _ => WIDTH,
        };
        let mut outcome = None;
        let frame = egui::Frame::popup(&ctx.style_of(ctx.theme())).inner_margin(16);
        let modal = Modal::new(egui::Id::unique("dialog")).frame(frame).show(ctx, |ui| {
            ui.set_width(width.min(ctx.content_rect().width() - 60.0));
            let &DialogContext { texts, tokens, surroundings, document, games, settings, can_browse } = given;
            let is_free = ui.memory(|memory| memory.focused().is_none());
            let enter = is_free && ui.input(|input| input.key_pressed(Key::Enter));
            let d = Draw { texts, tokens, surroundings, document, fresh, can_browse, enter };
            outcome = match &mut self.kind {
                DialogKind::Open { folder } => d.open(ui, folder),
                DialogKind::New(new) => d.new_pack(ui, new),
                DialogKind::NewRule(rule) => d.new_rule(ui, rule),
                DialogKind::NewFile { path } => d.new_file(ui, path),
                DialogKind::Rename(file) => d.rename(ui, file),
                DialogKind::Unsaved(then) => d.draw_unsaved(ui, then),
                DialogKind::KeepCopy { naming, then } => d.keep_copy(ui, naming, then),
                DialogKind::Recover(left) => d.recover(ui, left),
                DialogKind::LeftGame(game) => d.left_game(ui, game),
                DialogKind::Games(list) => d.games(ui, list, games),
                DialogKind::Hosted(list) => d.hosted(ui, list),
                DialogKind::Place { path, purpose } => d.place(ui, path, purpose),
                DialogKind::Conflict(paths) => d.conflict(ui, paths),
                DialogKind::Palette { text, at } => d.palette(ui, text, at),
                DialogKind::Settings => d.settings(ui, settings),
                DialogKind::Shortcuts => d.shortcuts(ui),
                DialogKind::Explanation(code) => d.explanation(ui, code),
            };
        });
        // Recovered text and conflicts stay until the user decides about them.
        if outcome.is_none()
            && (escaped || modal.should_close())
            && !matches!(self.kind, DialogKind::Recover(_) | DialogKind::Conflict(_))
        {
            outcome = Some(DialogOutcome::Cancel);
        }
        outcome
    }
}

/// Borrowed state that dialogs draw with.
pub struct DialogContext<'a> {
    /// Texts of the interface in the chosen language.
    pub texts: &'a UiTexts,
    /// Colours of the current theme.
    pub tokens: &'static Tokens,
    /// Packs that are installed or known.
    pub surroundings: &'a PackSurroundings,
    /// Open pack; `None` if no pack is open.
    pub document: Option<&'a PackDocument>,
    /// Games that the editor has kept.
    pub games: &'a GameList,
    /// Settings of the user.
    pub settings: &'a EditorSettings,
    /// True if the system offers a dialog that picks a folder.
    pub can_browse: bool,
}

impl Draw<'_> {
    fn open(&self, ui: &mut Ui, folder: &mut String) -> Option<DialogOutcome> {
        ui.heading(self.t("command-open"));
        ui.label(self.t("open-about"));
        let (field, browse) =
            widgets::form(ui, "open", |ui| widgets::path_line(ui, &self.t("open-folder"), folder, self.browse()));
        self.first(&field);
        let path = PathBuf::from(folder.trim());
        let is_pack = path.join("pack.ron").is_file() || has_findings(&path);
        // The line is always present, so that the layout does not jump.
        let wrong = !folder.trim().is_empty() && !is_pack;
        let told = if wrong { self.t("open-no-pack") } else { String::new() };
        ui.label(RichText::new(told).color(self.tokens.warning));
        let enter = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        let mut outcome = (enter && is_pack).then(|| DialogOutcome::Open(path.clone()));
        if browse {
            outcome = Some(DialogOutcome::Browse);
        }
        ui.horizontal(|ui| {
            if self.main_button(ui, is_pack, "open") {
                outcome = Some(DialogOutcome::Open(path));
            }
            if ui.button(self.t("cancel")).clicked() {
                outcome = Some(DialogOutcome::Cancel);
            }
        });
        outcome
    }

    fn draw_unsaved(&self, ui: &mut Ui, then: &mut Box<DialogOutcome>) -> Option<DialogOutcome> {
        ui.heading(self.t("unsaved-title"));
        ui.label(self.t("unsaved-about"));
        let take = |then: &mut Box<DialogOutcome>| std::mem::replace(then, Box::new(DialogOutcome::Cancel));
        let mut outcome = None;
        ui.horizontal(|ui| {
            if self.main_button(ui, true, "command-save") {
                outcome = Some(DialogOutcome::SaveThen(take(then)));
            }
            if ui.button(self.t("unsaved-discard")).clicked() {
                outcome = Some(*take(then));
            }
            if ui.button(self.t("command-keep-copy")).clicked() {
                outcome = Some(DialogOutcome::AskCopy(take(then)));
            }
            if ui.button(self.t("cancel")).clicked() {
                outcome = Some(DialogOutcome::Cancel);
            }
        });
        outcome
    }

    fn recover(&self, ui: &mut Ui, left: &Recovered) -> Option<DialogOutcome> {
        ui.heading(self.t("recover-title"));
        ui.label(self.texts.with_name("recover-about", &shown_path(&left.folder)));
        for (path, _) in &left.files {
            ui.label(format!("  {}", shown_path(Path::new(&**path))));
        }
        let mut outcome = None;
        ui.horizontal(|ui| {
            if self.main_button(ui, true, "recover-yes") {
                outcome = Some(DialogOutcome::Recover(Box::new(left.clone())));
            }
            if ui.button(self.t("recover-no")).clicked() {
                outcome = Some(DialogOutcome::Discard(Box::new(left.clone())));
            }
        });
        outcome
    }

    fn left_game(&self, ui: &mut Ui, game: &LeftGame) -> Option<DialogOutcome> {
        ui.heading(self.t("left-game-title"));
        let pack = shown_path(Path::new(&folder_name(&game.folder)));
        ui.label(self.texts.with("left-game-about", &[("name", pack.into()), ("n", game.left.answers().into())]));
        let mut outcome = None;
        ui.horizontal(|ui| {
            if self.main_button(ui, true, "left-game-yes") {
                outcome = Some(DialogOutcome::GoOn(Box::new(game.clone())));
            }
            if ui.button(self.t("left-game-later")).clicked() {
                outcome = Some(DialogOutcome::Cancel);
            }
            if ui.button(self.t("left-game-no")).clicked() {
                outcome = Some(DialogOutcome::Forget(Box::new(game.clone())));
            }
        });
        outcome
    }

    fn conflict(&self, ui: &mut Ui, paths: &[Arc<str>]) -> Option<DialogOutcome> {
        ui.heading(self.t("conflict-title"));
        ui.label(self.t("conflict-about"));
        for path in paths {
            ui.label(format!("  {}", shown_path(Path::new(&**path))));
        }
        let mut outcome = None;
        ui.horizontal(|ui| {
            if self.main_button(ui, true, "conflict-mine") {
                outcome = Some(DialogOutcome::Cancel);
            }
            if ui.button(self.t("conflict-theirs")).clicked() {
                outcome = Some(DialogOutcome::TakeDisk(paths.to_vec()));
            }
        });
        outcome
    }

    fn explanation(&self, ui: &mut Ui, code: &str) -> Option<DialogOutcome> {
        let (title, text, example) = tilewright_language::help::explanation(code)?;
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
                outcome = Some(DialogOutcome::Cancel);
            }
            if let Some(topic) = tilewright_handbook::topic_for(code)
                && ui.button(self.texts.with_name("explain-handbook", &topic.title)).clicked()
            {
                outcome = Some(DialogOutcome::Read(topic.slug.into()));
            }
            if let Some(spot) = tilewright_language::reference::of_finding(code)
                && ui.button(self.t("explain-reference")).clicked()
            {
                outcome = Some(DialogOutcome::Read(spot.key));
            }
        });
        outcome
    }
}
