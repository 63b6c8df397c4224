//! The window that invites players at other machines: the choice of seats, and the links while they play.

use egui::{CollapsingHeader, ComboBox, Context, Label, RichText, TextEdit, Ui, Window};
use tilewright_core::catalog::seat::Seat;
use tilewright_editor_model::table::invitation::{Invitation, InvitationError, InvitationPlan, PlanError};
use tilewright_editor_model::table::{SeatChooser, TableGame};

use super::notes;
use crate::context::command::EditorCommand;
use crate::context::{EditorAction, ViewCx};
use crate::play::PlayState;
use crate::play::command::PlayCommand;
use crate::ui::theme::GAP;
use crate::ui::widgets;

/// Width of the window, and of its text fields, in points.
const WIDTH: f32 = 440.0;
const FIELD: f32 = 240.0;

/// State of the window.
#[derive(Default)]
pub struct InviteWindow {
    is_open: bool,
    plan: InvitationPlan,
    /// Choosers of the seats when the window was opened; a bot can stay at its seat.
    before: Vec<SeatChooser>,
    refused: Option<InvitationError>,
}

impl InviteWindow {
    /// Opens the window. At first, the seats of a second person and further ones have guests, or else the seats of bots.
    pub(crate) fn open(&mut self, table: &TableGame) {
        self.is_open = true;
        if table.is_hosted() {
            return;
        }
        self.before.clone_from(&table.setup().seats);
        let first = table.people().next().map_or(0, Seat::index);
        let is_alone = table.people().count() < 2;
        let seats = self.before.iter().enumerate().map(|(number, chooser)| match chooser {
            _ if number == first => SeatChooser::Person,
            SeatChooser::Bot(_) if !is_alone => chooser.clone(),
            _ => SeatChooser::Guest,
        });
        self.plan.seats = seats.collect();
        self.refused = None;
    }

    /// Shows why the players cannot be invited.
    pub(crate) fn refuse(&mut self, error: InvitationError) {
        self.refused = Some(error);
    }

    /// Draws the window if it is open. Returns commands for the game.
    pub(crate) fn show(&mut self, ctx: &Context, cx: &mut ViewCx<'_>, play: &PlayState) -> Vec<PlayCommand> {
        let mut commands = Vec::new();
        let Some(table) = play.table.as_ref().filter(|_| self.is_open) else { return commands };
        let mut is_open = true;
        let title = cx.t("invite-title");
        let window = Window::new(title).id(egui::Id::unique("invite")).open(&mut is_open).collapsible(false);
        // The board stays visible next to the window.
        let at = [(ctx.content_rect().width() - WIDTH - 60.0).max(20.0), 60.0];
        window.default_width(WIDTH).default_pos(at).resizable(false).show(ctx, |ui| {
            ui.set_max_width(WIDTH);
            match &play.invitation {
                Some(invitation) => links(ui, cx, table, play, invitation, &mut commands),
                None => self.draw_plan(ui, cx, table),
            }
        });
        self.is_open = is_open;
        commands
    }

    /// Draws the choice of seats and addresses.
    fn draw_plan(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, table: &TableGame) {
        ui.label(cx.t("invite-about"));
        ui.add_space(GAP);
        widgets::form(ui, "seats of guests", |ui| {
            for (number, chooser) in self.plan.seats.iter_mut().enumerate() {
                ui.add(Label::new(cx.texts.seat(number)).truncate());
                let list = ComboBox::from_id_salt(("guest", number)).selected_text(cx.t(&chooser.text()));
                let list = list.show_ui(ui, |ui| {
                    let bot = self.before.get(number).filter(|before| matches!(before, SeatChooser::Bot(_))).cloned();
                    for one in [SeatChooser::Person, SeatChooser::Guest].into_iter().chain(bot) {
                        let text = cx.t(&one.text());
                        ui.selectable_value(chooser, one, text);
                    }
                });
                widgets::set_name(ui, &list.response, &cx.texts.about_seat("try-who", number));
                ui.end_row();
            }
        });
        ui.add_space(GAP);
        CollapsingHeader::new(cx.t("invite-more")).id_salt("invite more").show(ui, |ui| {
            ui.label(RichText::new(cx.t("invite-more-about")).color(cx.tokens.weak));
            widgets::form(ui, "invite", |ui| {
                let listen = TextEdit::singleline(&mut self.plan.listen).hint_text("192.168.1.5:7412");
                widgets::form_line(ui, &cx.t("invite-listen"), listen, FIELD);
                ui.end_row();
                let public = TextEdit::singleline(&mut self.plan.public).hint_text("https://play.example");
                widgets::form_line(ui, &cx.t("invite-public"), public, FIELD);
                ui.end_row();
            });
        });
        if self.plan.is_open() {
            ui.label(RichText::new(cx.t("invite-open")).color(cx.tokens.warning));
        }
        ui.label(RichText::new(cx.t("invite-consent")).color(cx.tokens.weak));
        if let Some(why) = self.refusal(cx) {
            ui.label(RichText::new(why).color(cx.tokens.error));
        }
        ui.add_space(GAP);
        let can = self.plan.check().is_ok();
        if widgets::main_button(ui, cx.tokens, can, cx.t("invite-begin")) {
            let names = (0..self.plan.seats.len()).map(|seat| table.seating().name(seat).to_owned());
            (self.plan.names, self.plan.language) = (names.collect(), cx.texts.code().to_owned());
            self.refused = None;
            cx.ask(EditorAction::Invite(Box::new(self.plan.clone())));
        }
    }

    /// Returns the reason why the players cannot be invited.
    fn refusal(&self, cx: &ViewCx<'_>) -> Option<String> {
        let error = self.plan.check().err().map(InvitationError::Plan);
        Some(match error.as_ref().or(self.refused.as_ref())? {
            InvitationError::Plan(PlanError::NoGuest) => cx.t("invite-no-guest"),
            InvitationError::Plan(PlanError::Listen) => cx.t("invite-bad-listen"),
            InvitationError::Plan(PlanError::Public) => cx.t("invite-bad-public"),
            InvitationError::OtherRules => cx.t("invite-other-rules"),
            InvitationError::Arranged => cx.t("invite-arranged"),
            InvitationError::Failed(why) => why.clone(),
        })
    }
}

/// Draws the links with the presence of their players, the choice of the view, and the button that closes the table.
fn links(
    ui: &mut Ui,
    cx: &mut ViewCx<'_>,
    table: &TableGame,
    play: &PlayState,
    invitation: &Invitation,
    commands: &mut Vec<PlayCommand>,
) {
    ui.label(cx.t("invite-links"));
    ui.add_space(GAP);
    for link in invitation.links() {
        let seat = link.role.seats.first().map(|seat| usize::from(*seat));
        let (who, state) = match seat {
            Some(seat) => {
                let key = if invitation.is_present(seat) { "invite-here" } else { "invite-away" };
                (cx.texts.seat(seat), cx.t(key))
            }
            None => (cx.t("invite-onlookers"), cx.texts.count("invite-onlooker-count", invitation.onlookers())),
        };
        ui.horizontal(|ui| {
            let button = ui.button(cx.t("invite-copy")).on_hover_text(&link.url);
            widgets::set_name(ui, &button, &cx.texts.with_name("invite-copy-of", &who));
            if button.clicked() {
                ui.copy_text(link.url.clone());
            }
            ui.label(format!("{who}: {state}"));
        });
    }
    ui.add_space(GAP);
    if invitation.is_open() {
        ui.label(RichText::new(cx.t("invite-open")).color(cx.tokens.warning));
    }
    ui.label(RichText::new(cx.t("invite-rules")).color(cx.tokens.weak));
    let reload = egui::Button::new(cx.t("invite-reload"));
    if ui.add_enabled(!invitation.is_reloading(), reload).clicked() {
        commands.push(PlayCommand::ReloadGuests);
    }
    ui.separator();
    notes::look_as(ui, cx, table, play, commands);
    ui.label(RichText::new(cx.t("invite-look-about")).color(cx.tokens.weak));
    ui.separator();
    if ui.button(cx.t("invite-close")).clicked() {
        cx.ask(EditorAction::CloseInvitation);
    }
}

/// Draws the number of guests who are present, as a button that opens the window; draws nothing without an invitation.
pub(super) fn presence(ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) {
    let Some(invitation) = &play.invitation else { return };
    let guests: Vec<usize> =
        invitation.links().filter_map(|link| link.role.seats.first()).map(|seat| usize::from(*seat)).collect();
    let here = guests.iter().filter(|seat| invitation.is_present(**seat)).count();
    ui.add_space(GAP);
    let text = cx.texts.with("invite-present", &[("here", here.into()), ("n", guests.len().into())]);
    if ui.button(text).clicked() {
        cx.ask(EditorAction::Command(EditorCommand::Invite));
    }
}

/// Draws a line about guests above the board: the wish to take an answer back, or that the hosted game is elsewhere.
pub(super) fn line(ui: &mut Ui, cx: &ViewCx<'_>, play: &PlayState) -> Vec<PlayCommand> {
    let mut commands = Vec::new();
    let (Some(table), Some(invitation)) = (&play.table, &play.invitation) else { return commands };
    if let Some((seat, _)) = invitation.wish(table) {
        ui.horizontal_wrapped(|ui| {
            ui.label(cx.texts.about_seat("invite-wish", seat.index()));
            for (key, yes) in [("invite-agree", true), ("invite-refuse", false)] {
                if ui.button(cx.t(key)).clicked() {
                    commands.push(PlayCommand::Agree(yes));
                }
            }
        });
    }
    if invitation.has_own_wish(table) {
        ui.label(RichText::new(cx.t("invite-wish-own")).color(cx.tokens.weak));
    }
    if let Some((kept, of, why)) = invitation.offer() {
        let why = why.to_owned();
        ui.horizontal_wrapped(|ui| {
            ui.label(cx.texts.with("invite-offer", &[("kept", kept.into()), ("of", of.into()), ("name", why.into())]));
            for (key, takes) in [("invite-offer-take", true), ("invite-offer-keep", false)] {
                if ui.button(cx.t(key)).clicked() {
                    commands.push(PlayCommand::DecideReload(takes));
                }
            }
        });
    }
    if let Some((branch, answers, new)) = invitation.position_elsewhere(table) {
        ui.horizontal_wrapped(|ui| {
            ui.label(cx.texts.count("invite-behind", new));
            if ui.button(cx.t("invite-return")).clicked() {
                commands.push(PlayCommand::Jump { branch, answers });
            }
        });
    }
    commands
}
