//! Modal dialogs: questions, the command palette and the list of shortcuts. A dialog returns the user's answer, and the
//! editor acts on it.

mod command_lists;
mod draw;
mod files;
mod games;
mod new_packs;
mod place;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Key, Modal, RichText, Ui};
use tilewright_editor_model::pack::analysis::Surroundings;
use tilewright_editor_model::pack::document::disk::{folder_name, shown_path};
use tilewright_editor_model::pack::document::{Document, Recovered};
use tilewright_editor_model::pack::file_actions::{NewRule, RenamedFile};
use tilewright_editor_model::pack::template::{Naming, NewPack};
use tilewright_editor_model::table::keeper::LeftGame;
use tilewright_editor_model::texts::Texts;

use crate::play::kept::Games;
use crate::ui::theme::Tokens;
use crate::ui::widgets;
use draw::Draw;
pub use draw::{Outcome, Purpose};

/// Preferred width of most dialogs, in points.
const WIDTH: f32 = 520.0;

/// A dialog that is open.
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

impl Dialog {
    fn from_kind(kind: Kind) -> Dialog {
        Dialog { kind, fresh: true }
    }

    /// Returns a dialog that asks for a folder to open.
    pub fn open() -> Dialog {
        Dialog::from_kind(Kind::Open { folder: String::new() })
    }

    /// Returns a dialog that asks which pack to create.
    pub fn new_pack(packs: &Path, surroundings: &Surroundings) -> Dialog {
        Dialog::from_kind(Kind::New(NewPack::in_folder(packs, surroundings)))
    }

    /// Returns a dialog that asks for a new rule.
    pub fn new_rule() -> Dialog {
        Dialog::from_kind(Kind::NewRule(NewRule::default()))
    }

    /// Returns a dialog that asks for the path of a new file.
    pub fn new_file() -> Dialog {
        Dialog::from_kind(Kind::NewFile { path: String::new() })
    }

    /// Returns a dialog that asks for a new path of a file.
    pub fn rename(path: Arc<str>) -> Dialog {
        Dialog::from_kind(Kind::Rename(RenamedFile { to: path.to_string(), path }))
    }

    /// Returns a dialog that asks about unsaved changes before `then`.
    pub fn ask_about_unsaved(then: Outcome) -> Dialog {
        Dialog::from_kind(Kind::Unsaved(Box::new(then)))
    }

    /// Returns a dialog that asks for the name and folder of a changed copy of the open pack.
    pub fn keep_copy(naming: Naming, then: Outcome) -> Dialog {
        Dialog::from_kind(Kind::KeepCopy { naming, then: Box::new(then) })
    }

    /// Returns a dialog that offers text recovered after a crash.
    pub fn recover(left: Recovered) -> Dialog {
        Dialog::from_kind(Kind::Recover(Box::new(left)))
    }

    /// Returns a dialog that offers to resume an unfinished game.
    pub fn left_game(game: LeftGame) -> Dialog {
        Dialog::from_kind(Kind::LeftGame(Box::new(game)))
    }

    /// Returns a dialog that lists the kept games.
    pub fn games() -> Dialog {
        Dialog::from_kind(Kind::Games(games::List::default()))
    }

    /// Returns a dialog that asks for the path of a file.
    pub(super) fn place(proposed: &Path, purpose: Purpose) -> Dialog {
        Dialog::from_kind(Kind::Place { path: proposed.display().to_string(), purpose })
    }

    /// True if the dialog lists kept games.
    pub fn shows_games(&self) -> bool {
        matches!(self.kind, Kind::Games(_))
    }

    /// Returns a dialog that asks which version of conflicting files to keep.
    pub fn conflict(paths: Vec<Arc<str>>) -> Dialog {
        Dialog::from_kind(Kind::Conflict(paths))
    }

    /// Returns the command palette, which lists all commands.
    pub fn palette() -> Dialog {
        Dialog::from_kind(Kind::Palette { text: String::new(), at: 0 })
    }

    /// Returns a dialog that lists all keyboard shortcuts.
    pub fn shortcuts() -> Dialog {
        Dialog::from_kind(Kind::Shortcuts)
    }

    /// Returns a dialog that explains the code of a finding.
    pub fn explanation(code: &'static str) -> Dialog {
        Dialog::from_kind(Kind::Explanation(code))
    }

    /// Takes the folder that the system's dialog returned.
    pub fn accept_folder(&mut self, picked: PathBuf) {
        match &mut self.kind {
            Kind::Open { folder } => *folder = picked.display().to_string(),
            Kind::New(NewPack { naming, .. }) | Kind::KeepCopy { naming, .. } => {
                naming.parent = picked.display().to_string();
                naming.follow();
            }
            _ => {}
        }
    }

    /// Draws the dialog; returns an outcome once the user has answered.
    pub fn show(&mut self, ctx: &egui::Context, given: &Given<'_>) -> Option<Outcome> {
        let fresh = std::mem::take(&mut self.fresh);
        // The key is consumed first: a text field would only use it to give up the keyboard.
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
                Kind::Unsaved(then) => d.draw_unsaved(ui, then),
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
        // Recovered text and conflicts stay until the user decides about them.
        if outcome.is_none()
            && (escaped || modal.should_close())
            && !matches!(self.kind, Kind::Recover(_) | Kind::Conflict(_))
        {
            outcome = Some(Outcome::Cancel);
        }
        outcome
    }
}

/// Borrowed state that dialogs draw with.
pub struct Given<'a> {
    /// Texts of the interface in the chosen language.
    pub texts: &'a Texts,
    /// Colours of the current theme.
    pub tokens: &'static Tokens,
    /// Packs that are installed or known.
    pub surroundings: &'a Surroundings,
    /// Open pack; `None` if no pack is open.
    pub document: Option<&'a Document>,
    /// Games that the editor has kept.
    pub games: &'a Games,
    /// True if the system offers a dialog that picks a folder.
    pub can_browse: bool,
}

impl Draw<'_> {
    fn open(&self, ui: &mut Ui, folder: &mut String) -> Option<Outcome> {
        ui.heading(self.t("command-open"));
        ui.label(self.t("open-about"));
        let (field, browse) =
            widgets::form(ui, "open", |ui| widgets::path_line(ui, &self.t("open-folder"), folder, self.browse()));
        self.first(&field);
        let path = PathBuf::from(folder.trim());
        let is_pack = path.join("pack.ron").is_file();
        // The line is always present, so that the layout does not jump.
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

    fn draw_unsaved(&self, ui: &mut Ui, then: &mut Box<Outcome>) -> Option<Outcome> {
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
        ui.label(self.texts.with_name("recover-about", &shown_path(&left.folder)));
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
        let (title, text, example) = tilewright_editor_model::language::help::explanation(code)?;
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
                && ui.button(self.texts.with_name("explain-handbook", &topic.title)).clicked()
            {
                outcome = Some(Outcome::Read(topic.slug.into()));
            }
            if let Some(spot) = tilewright_editor_model::language::reference::of_finding(code)
                && ui.button(self.t("explain-reference")).clicked()
            {
                outcome = Some(Outcome::Read(spot.key));
            }
        });
        outcome
    }
}
