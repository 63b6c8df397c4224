//! Draws a frame: menus, the views of the open pack or the welcome page, dialogs and notices.

use egui::{CentralPanel, Context, Panel as SidePanel, Ui};

use super::Editor;
use super::dialogs::{self, Dialog};
use super::faults;
use super::focus::{self, FocusStop};
use super::layout;
use super::look_choice::LookChoice;
use super::places::PaneLayout;
use super::rooms::Room;
use crate::context::command::{self, EditorCommand};
use crate::context::{EditorAction, Pane, ViewCx};
use crate::ui::notices::NoticeWeight;
use crate::ui::theme::{self, Tokens};
use crate::ui::waker;
use crate::views::{sharing, welcome};

/// Width of a window, in points, below which the workspace for making a pack does not show the table.
const SMALL: f32 = 760.0;

impl Editor {
    /// Draws everything onto a window cleared with [`theme::background`], and performs the requested actions.
    pub fn show(&mut self, ui: &mut Ui) {
        // Scroll areas fade out into the background colour, so they need to know it.
        let cleared = egui::Frame::new().fill(theme::background(ui.ctx()));
        let below = egui::UiStackInfo::default().with_frame(cleared);
        ui.scope_builder(egui::UiBuilder::new().ui_stack_info(below), |ui| self.draw(ui));
    }

    fn draw(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.shell.install_style(&ctx);
        let mut actions = Vec::new();
        // Keys are read before any text field sees them, since undo belongs to the editor.
        let asks = self.shell.dialog.is_some()
            || self.shell.sheet.is_some()
            || self.shell.sharing.is_open()
            || self.play_room.play.setting_up;
        let mut pressed = if asks { Vec::new() } else { command::take_pressed(&ctx) };
        // Text fields lose the keyboard, so that the text being typed reaches the document before it is saved or
        // closed.
        let leaves = |c: &EditorCommand| matches!(c, EditorCommand::Save | EditorCommand::Close | EditorCommand::Quit);
        let leaving = pressed.split_off(pressed.iter().position(leaves).unwrap_or(pressed.len()));
        if !leaving.is_empty() {
            ctx.memory_mut(|m| m.focused().into_iter().for_each(|id| m.surrender_focus(id)));
        }
        actions.extend(pressed.into_iter().map(EditorAction::Command));
        self.receive_updates(&ctx);
        let tokens = Tokens::for_mode(ctx.theme() == egui::Theme::Dark);
        let by_alt = !asks && self.shell.alt.is_given(&ctx);
        SidePanel::top("menus").show(ui, |ui| self.menus(ui, by_alt, &mut actions));
        self.take_dropped(&ctx);
        if self.workspace.visit.is_some() {
            SidePanel::top("visit").show(ui, |ui| self.visiting(ui, tokens, &mut actions));
        }
        SidePanel::bottom("status").show(ui, |ui| self.status(ui, tokens, &mut actions));
        if self.workspace.document.is_some() {
            self.draw_views(ui, tokens, &mut actions);
        } else {
            self.draw_welcome(ui, tokens, &mut actions);
        }
        self.draw_dialog(&ctx, tokens, &mut actions);
        self.draw_sheet(&ctx, tokens);
        self.draw_sharing(&ctx, tokens, &mut actions);
        let document = self.workspace.document.as_ref();
        self.shell.handbook.show(&ctx, &self.shell.texts, tokens, document, &self.library.surroundings);
        actions.extend(leaving.into_iter().map(EditorAction::Command));
        for action in actions {
            self.act(&ctx, action);
        }
        self.shell.hand_focus_on();
        self.save_progress(&ctx);
        if self.shell.notices.has_new() {
            ctx.request_repaint();
        }
    }

    /// Takes the results of background work and of dialogs of the system.
    fn receive_updates(&mut self, ctx: &Context) {
        self.look_outside();
        self.look_at_places(ctx);
        self.look_at_packs();
        self.look_at_choice();
        self.look_at_theme();
        self.look_at_tests();
        self.look_at_protection();
        self.look_at_intakes(ctx);
    }

    /// Draws the views of the open pack.
    fn draw_views(&mut self, ui: &mut Ui, tokens: &'static Tokens, actions: &mut Vec<EditorAction>) {
        let ctx = ui.ctx().clone();
        let Editor { workspace, play_room, library, shell } = self;
        let current = workspace.request_analysis(library, &play_room.play.requests());
        let analysis = workspace.analyst.latest().cloned();
        if let Some(why) = workspace.analyst.take_failure() {
            shell.notices.tell(NoticeWeight::Failed, shell.texts.with_name("notice-checker-failed", &why));
        }
        let good = workspace.analyst.good().cloned();
        let stopped_at = faults::failed_position(&play_room.play);
        workspace.update_problems(analysis.as_ref(), &play_room.play, &shell.texts);
        let Some(document) = &workspace.document else { return };
        let choice = LookChoice::of_pack(&shell.settings, document.folder(), document.id());
        let (look, decoded) = (&mut workspace.look, &mut workspace.decoded);
        decoded.renew();
        let source = good.as_ref().and_then(|good| choice.source(&good.loaded, good.revision, look, decoded));
        workspace.pictures.begin_frame(&ctx, source);
        workspace.checker.renew(good.as_ref(), look, waker(&ctx));
        // Texts and colours of seats in the views follow the seating at the table.
        shell.texts.call_seats(play_room.seating().names());
        workspace.pictures.colour_seats(play_room.seating().colours().all());
        play_room.update_pictures(&ctx, workspace.analyst.sets(), choice, decoded);
        play_room.play.rescore(&ctx);
        if play_room.play.begin_frame() {
            ctx.request_repaint();
        }
        let mut cx = ViewCx {
            document,
            analysis: analysis.as_ref(),
            good: good.as_ref(),
            sets: workspace.analyst.sets(),
            pictures: &mut workspace.pictures,
            at_table: &mut play_room.pictures,
            current,
            problems: &workspace.problems,
            tests: &workspace.tests,
            protection: &workspace.protection,
            surroundings: &library.surroundings,
            host: &shell.host,
            texts: &shell.texts,
            tokens,
            selection: &workspace.selection,
            actions,
        };
        if let Some(record) = play_room.next_record.take_if(|_| cx.current && cx.good.is_some()) {
            play_room.play.resume(cx.good, record);
            cx.actions.push(EditorAction::Play);
        }
        if let Some(found) = play_room.next_hosted.take_if(|_| cx.current && cx.good.is_some()) {
            play_room.play.review(cx.good, found);
            cx.actions.push(EditorAction::Play);
        }
        play_room.play.take_invitation_news(&mut cx);
        play_room.play.go_on(&ctx, &mut cx);
        if faults::failed_position(&play_room.play) != stopped_at {
            ctx.request_repaint();
        }
        if let Some(guide) = &mut shell.guide {
            guide.look(&cx, play_room.play.table.as_ref());
            SidePanel::right("guide").resizable(false).exact_size(250.0).show(ui, |ui| {
                egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| guide.show(ui, &mut cx));
            });
        }
        let (room, focus) = (shell.rooms.room, shell.focus.take());
        shell.is_small = ctx.content_rect().width() < SMALL;
        if room == Room::Author {
            let files = SidePanel::left("navigator").default_size(if shell.is_small { 100.0 } else { 190.0 });
            let files = files.size_range(100.0..=420.0);
            let files = files.show(ui, |ui| {
                let wanted = focus == Some(FocusStop::Files);
                focus::landmark(ui, FocusStop::Files, || cx.t("navigator"), wanted, tokens);
                shell.views.navigator.show(ui, &mut cx);
            });
            shell.files = files.response.rect;
        }
        CentralPanel::default().frame(egui::Frame::NONE).show(ui, |ui| {
            let (views, play) = (&mut shell.views, &mut play_room.play);
            let mut places = PaneLayout { views, play, cx: &mut cx, room, focus };
            let tree = shell.rooms.tree_mut();
            // A small window leaves its width to the painter and the texts; the table has the other workspace.
            let is_narrowed = room == Room::Author && shell.is_small;
            let hidden = if is_narrowed { layout::hide(tree, Pane::Table) } else { Vec::new() };
            tree.ui(&mut places, ui);
            hidden.into_iter().for_each(|id| tree.set_visible(id, true));
        });
        let commands = shell.invite.show(&ctx, &mut cx, &play_room.play);
        play_room.play.perform(commands, &mut cx);
        shell.how_to_play.show(&ctx, &mut cx, play_room.play.table.as_ref());
    }

    /// Draws the welcome page, which is shown without an open pack.
    fn draw_welcome(&mut self, ui: &mut Ui, tokens: &'static Tokens, actions: &mut Vec<EditorAction>) {
        let (ctx, recent) = (ui.ctx().clone(), &*self.shell.settings.recent);
        self.library.update_packs(&ctx);
        self.library.update_cards(&ctx, &self.shell.settings);
        self.library.games.look(&ctx, &self.library.home);
        let Some(cards) = &self.library.cards else { return };
        let given = welcome::WelcomeContext {
            cards,
            games: self.library.games.all(),
            recent,
            texts: &self.shell.texts,
            tokens,
        };
        CentralPanel::default().frame(egui::Frame::NONE).show(ui, |ui| {
            self.shell.views.welcome.show(ui, &given, actions);
        });
    }

    /// Draws the open dialog, or opens the dialog about leftovers of earlier work.
    fn draw_dialog(&mut self, ctx: &Context, tokens: &'static Tokens, actions: &mut Vec<EditorAction>) {
        if self.shell.dialog.is_none()
            && let Some(left) = self.workspace.recovered.pop()
        {
            self.shell.dialog = Some(Dialog::recover(left));
        }
        if self.shell.dialog.is_none()
            && let Some(game) = self.play_room.left_game.take()
        {
            self.play_room.asked_games.push(game.left.path.clone());
            self.shell.dialog = Some(Dialog::left_game(game));
        }
        let Some(dialog) = &mut self.shell.dialog else { return };
        if dialog.shows_games() {
            self.library.games.look(ctx, &self.library.home);
        }
        let given = dialogs::DialogContext {
            texts: &self.shell.texts,
            tokens,
            surroundings: &self.library.surroundings,
            document: self.workspace.document.as_ref(),
            games: &self.library.games,
            settings: &self.shell.settings,
            can_browse: self.shell.host.pick_folder.is_some(),
        };
        let outcome = dialog.show(ctx, &given);
        self.after_dialog(ctx, outcome, actions);
    }

    /// Draws the shelves, an import or an export, if one is open.
    fn draw_sharing(&mut self, ctx: &Context, tokens: &'static Tokens, actions: &mut Vec<EditorAction>) {
        if !self.shell.sharing.is_open() {
            return;
        }
        self.library.update_cards(ctx, &self.shell.settings);
        let Some(cards) = &self.library.cards else { return };
        let (texts, home, host) = (&self.shell.texts, &self.library.home, &self.shell.host);
        let mut given = sharing::SharingContext { texts, tokens, home, host, cards, actions };
        self.shell.sharing.show(ctx, &mut given);
    }

    /// Saves the game at the table, and settings that have changed.
    fn save_progress(&mut self, ctx: &Context) {
        if !self.workspace.is_played_once() {
            let folder = self.workspace.document.as_ref().map(|document| document.folder());
            self.play_room.keep_game(folder, &mut self.library, &mut self.shell);
        }
        // Settings are not saved at each step of a value that the user is dragging.
        if !ctx.input(|i| i.pointer.any_down()) {
            self.keep_played();
            self.shell.keep_arrangements(ctx, &self.library.home);
        }
    }
}
