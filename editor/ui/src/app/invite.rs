//! Invites players at other machines to the game at the table.

use egui::Context;
use tilewright_editor_model::table::invitation::{Invitation, InvitationPlaces, InvitationPlan};

use super::Editor;
use crate::ui::notices::NoticeWeight;
use crate::ui::waker;

impl Editor {
    /// Opens the window for an invitation. Guests play with the saved pack, so it is saved first.
    pub(super) fn show_invitation(&mut self) {
        let is_changed = self.document().is_some_and(|document| document.is_changed());
        let is_hosted = self.table().is_some_and(|table| table.is_hosted());
        if (is_hosted || !is_changed || self.save())
            && let Some(table) = &self.play_room.play.table
        {
            self.shell.invite.open(table);
        }
    }

    /// Starts to host the game at the table.
    pub(super) fn invite(&mut self, ctx: &Context, plan: &InvitationPlan) {
        let (Some(document), play) = (&self.workspace.document, &mut self.play_room.play) else { return };
        let Some(table) = play.table.as_mut().filter(|_| play.invitation.is_none()) else { return };
        let places = InvitationPlaces {
            finder: self.library.home.finder_beside(document.folder()),
            pack: document.folder().to_owned(),
            tables: self.library.home.hosted_tables(),
        };
        match Invitation::begin(table, plan, &places, waker(ctx)) {
            Ok(invitation) => (play.invitation, play.looks_as) = (Some(invitation), None),
            Err(error) => self.shell.invite.refuse(error),
        }
    }

    /// Closes the table of the guests.
    pub(super) fn close_invitation(&mut self) {
        if self.play_room.play.close_invitation() {
            self.shell.notices.tell(NoticeWeight::Done, self.shell.texts.get("invite-closed"));
        }
    }
}
