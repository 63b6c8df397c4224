//! The window around the views.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use egui::Context;
use tilewright_editor_model::job::Job;
use tilewright_editor_model::pack::home::Home;
use tilewright_editor_model::texts::UiTexts;
use tilewright_language::place::FilePlace;

use super::dialogs::{Dialog, Purpose};
use super::focus::{AltKey, FocusStop};
use super::rooms::Rooms;
use super::settings::EditorSettings;
use crate::context::{EditorAction, EditorCommand, Pane, SettingChange, WindowHost};
use crate::ui::notices::{NoticeWeight, Notices};
use crate::ui::theme;
use crate::views::Views;
use crate::views::guide::Guide;
use crate::views::handbook::Handbook;
use crate::views::play::how_to::HowToPlay;
use crate::views::play::invite::InviteWindow;
use crate::views::sharing::Sharing;
use crate::views::sheet::SheetDialog;

/// An open file dialog of the system.
pub(super) struct PendingFileDialog {
    pub(super) purpose: Purpose,
    pub(super) proposed: PathBuf,
    pub(super) since: Instant,
    pub(super) job: Job<Option<PathBuf>>,
}

/// The window around the views: settings, texts, notices, dialogs, the arrangement of the views, and the keyboard.
pub(super) struct Shell {
    pub(super) host: WindowHost,
    pub(super) settings: EditorSettings,
    pub(super) texts: UiTexts,
    pub(super) notices: Notices,
    /// Actions that notices offer, by the number of the offer.
    pub(super) offers: BTreeMap<u64, EditorAction>,
    pub(super) dialog: Option<Dialog>,
    /// Channel for the folder from the system's dialog.
    pub(super) picked: (Sender<PathBuf>, Receiver<PathBuf>),
    /// Open file dialogs of the system.
    pub(super) asked_places: Vec<PendingFileDialog>,
    pub(super) views: Views,
    pub(super) rooms: Rooms,
    /// Part of the window that gets the keyboard next.
    pub(super) focus: Option<FocusStop>,
    pub(super) alt: AltKey,
    /// Area in which the list of files was last drawn.
    pub(super) files: egui::Rect,
    pub(super) guide: Option<Guide>,
    pub(super) handbook: Handbook,
    pub(super) how_to_play: HowToPlay,
    pub(super) invite: InviteWindow,
    pub(super) sharing: Sharing,
    /// Dialog for a sheet that is cut.
    pub(super) sheet: Option<SheetDialog>,
    /// True if the window is too narrow for the table next to the views that make a pack.
    pub(super) is_small: bool,
    pub(super) quitting: bool,
    styled: bool,
}

impl Shell {
    /// Returns a shell with the settings of this home.
    pub(super) fn new(home: &Home, host: WindowHost) -> Shell {
        let settings = EditorSettings::read(home);
        let mut texts = UiTexts::default();
        let mut notices = Notices::default();
        for problem in texts.add_folder(&home.languages()) {
            notices.tell(NoticeWeight::Failed, problem);
        }
        let spoken = settings.language.clone().or_else(sys_locale::get_locale);
        texts.speak(spoken.as_deref().unwrap_or("en"));
        let mut shell = Shell {
            host,
            rooms: Rooms::new(&settings.arrangements),
            settings,
            texts,
            notices,
            offers: BTreeMap::new(),
            dialog: None,
            picked: channel(),
            asked_places: Vec::new(),
            views: Views::default(),
            focus: None,
            alt: AltKey::default(),
            files: egui::Rect::NOTHING,
            guide: None,
            handbook: Handbook::default(),
            how_to_play: HowToPlay::default(),
            invite: InviteWindow::default(),
            sharing: Sharing::default(),
            sheet: None,
            is_small: false,
            quitting: false,
            styled: false,
        };
        shell.reset_views();
        shell
    }

    /// Resets the state of all views.
    pub(super) fn reset_views(&mut self) {
        self.views = Views::default();
        self.views.table.set_speed(self.settings.speed);
    }

    /// Installs fonts, colours and the user's settings in the first frame.
    pub(super) fn install_style(&mut self, ctx: &Context) {
        if !self.styled {
            theme::install(ctx);
            self.apply_settings(ctx);
            self.styled = true;
        }
    }

    fn apply_settings(&self, ctx: &Context) {
        ctx.set_theme(match self.settings.dark {
            None => egui::ThemePreference::System,
            Some(true) => egui::ThemePreference::Dark,
            Some(false) => egui::ThemePreference::Light,
        });
        // The light theme is the default if the system states no preference.
        ctx.options_mut(|o| o.fallback_theme = egui::Theme::Light);
        ctx.set_zoom_factor(self.settings.zoom.clamp(0.5, 3.0));
        ctx.options_mut(|o| o.zoom_with_keyboard = false);
        let usual = egui::Style::default();
        let (time, scroll) = match self.settings.motion {
            true => (usual.animation_time, usual.scroll_animation),
            false => (0.0, egui::style::ScrollAnimation::none()),
        };
        ctx.all_styles_mut(|style| (style.animation_time, style.scroll_animation) = (time, scroll));
    }

    /// Returns the change of a setting that a command makes; `None` for other commands.
    fn setting_change(&self, ctx: &Context, command: EditorCommand) -> Option<SettingChange> {
        let zoom_by = |step: f32| SettingChange::Zoom(((self.settings.zoom + step) * 10.0).round() / 10.0);
        Some(match command {
            EditorCommand::Theme => SettingChange::Dark(Some(ctx.theme() != egui::Theme::Dark)),
            EditorCommand::Motion => SettingChange::Motion(!self.settings.motion),
            EditorCommand::Language => {
                let all = self.texts.languages();
                let at = all.iter().position(|(code, _)| code == self.texts.code()).unwrap_or(0);
                SettingChange::Language(all[(at + 1) % all.len()].0.clone())
            }
            EditorCommand::ZoomIn => zoom_by(0.1),
            EditorCommand::ZoomOut => zoom_by(-0.1),
            EditorCommand::ZoomReset => SettingChange::Zoom(1.0),
            _ => return None,
        })
    }

    /// Runs a command that changes a setting.
    pub(super) fn change_setting(&mut self, ctx: &Context, home: &Home, command: EditorCommand) {
        let Some(change) = self.setting_change(ctx, command) else { return };
        if let SettingChange::Motion(motion) = change {
            let told = if motion { "motion-full" } else { "motion-reduced" };
            self.notices.tell(NoticeWeight::Note, self.texts.get(told));
        }
        self.set(ctx, home, change);
    }

    /// Changes a setting.
    pub(super) fn set(&mut self, ctx: &Context, home: &Home, change: SettingChange) {
        match change {
            SettingChange::Language(code) => {
                self.texts.speak(&code);
                self.settings.language = Some(code);
            }
            SettingChange::Dark(dark) => self.settings.dark = dark,
            SettingChange::Zoom(zoom) => self.settings.zoom = zoom.clamp(0.5, 3.0),
            SettingChange::Speed(speed) => {
                self.views.table.set_speed(speed);
                self.settings.speed = self.views.table.speed();
            }
            SettingChange::Motion(motion) => self.settings.motion = motion,
        }
        self.apply_settings(ctx);
        self.keep_settings(home);
    }

    /// Saves the settings to their file.
    pub(super) fn keep_settings(&mut self, home: &Home) {
        if let Err(error) = self.settings.write(home) {
            self.notices.tell(NoticeWeight::Failed, error.to_string());
        }
    }

    /// Saves the arrangements when they have changed. The size of the window is saved along with them and when the
    /// program ends, because it changes in every frame while the user resizes the window.
    pub(super) fn keep_arrangements(&mut self, ctx: &Context, home: &Home) {
        let arrangements = self.rooms.arrangements();
        let zoom = ctx.zoom_factor();
        let size = ctx.input(|i| i.viewport().inner_rect).map(|rect| [rect.width() * zoom, rect.height() * zoom]);
        self.settings.window = size.or(self.settings.window);
        let speed = self.views.table.speed();
        if self.settings.arrangements != arrangements || self.settings.speed != speed {
            (self.settings.arrangements, self.settings.speed) = (arrangements, speed);
            self.keep_settings(home);
        }
    }

    /// Shows a notice with a button for an action.
    pub(super) fn offer(&mut self, weight: NoticeWeight, text: String, button: &str, action: EditorAction) {
        let number = self.notices.offer(weight, text, self.texts.get(button));
        self.offers.insert(number, action);
    }

    /// Shows a place in the code pane.
    pub(super) fn go_to(&mut self, place: &FilePlace) {
        self.rooms.bring(Pane::Code);
        self.views.code.go_to(place);
    }

    /// Runs a command of the code pane.
    pub(super) fn edit_code(&mut self, command: EditorCommand) {
        self.rooms.bring(Pane::Code);
        match command {
            EditorCommand::Find => self.views.code.find(false),
            EditorCommand::Replace => self.views.code.find(true),
            EditorCommand::FindEverywhere => self.views.code.find_everywhere(),
            command => self.views.code.command(command),
        }
    }

    /// Walks through the rules of the last move.
    pub(super) fn walk_trace(&mut self, command: EditorCommand) {
        self.rooms.bring(Pane::Trace);
        self.views.trace.command(command);
    }

    /// Runs a command of the table.
    pub(super) fn command_table(&mut self, command: EditorCommand) {
        self.rooms.bring(Pane::Table);
        self.views.table.command(command);
    }
}
