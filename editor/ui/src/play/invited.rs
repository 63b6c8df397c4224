//! The game at the table while guests play it over the network.

use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::decision::Pick;
use tilewright_editor_model::table::invitation::InvitationEvent;

use super::PlayState;
use super::begin::complaint;
use crate::context::{EditorAction, ViewCx};
use crate::ui::notices::NoticeWeight;

impl PlayState {
    /// Gives an answer to the game, or sends it to the hosted table that runs the game.
    pub(crate) fn answer(&mut self, cx: &mut ViewCx<'_>, pick: Pick) {
        let Some(table) = &mut self.table else { return };
        match &mut self.invitation {
            None => table.answer(pick),
            Some(invitation) => {
                if !invitation.answer(table, pick) {
                    cx.ask(EditorAction::Notify(NoticeWeight::Note, cx.t("invite-elsewhere")));
                }
            }
        }
    }

    /// Takes the answers and the notes of guests.
    pub(crate) fn take_invitation_news(&mut self, cx: &mut ViewCx<'_>) {
        let (Some(table), Some(invitation)) = (&mut self.table, &mut self.invitation) else { return };
        for event in invitation.take_news(table) {
            let (weight, text) = match event {
                InvitationEvent::Noted => (NoticeWeight::Note, cx.t("invite-noted")),
                InvitationEvent::Refused(why) => (NoticeWeight::Failed, cx.texts.with_name("invite-refused", &why)),
                InvitationEvent::Paused(why) => (NoticeWeight::Failed, cx.texts.with_name("invite-paused", &why)),
                InvitationEvent::Reloaded { kept, of } => {
                    let counts = [("kept", kept.into()), ("of", of.into())];
                    (NoticeWeight::Done, cx.texts.with("invite-reloaded", &counts))
                }
                InvitationEvent::Differs => (NoticeWeight::Failed, cx.t("invite-differs")),
            };
            cx.ask(EditorAction::Notify(weight, text));
        }
    }

    /// Takes the last answer of the user's seat back, if guests play. Returns false without guests.
    pub(crate) fn take_back_hosted(&self) -> bool {
        let (Some(table), Some(invitation)) = (&self.table, &self.invitation) else { return false };
        let own = |seat: &Seat| table.people().any(|person| person == *seat);
        if let Some(seat) = self.viewpoint.filter(own).or_else(|| table.people().next()) {
            invitation.take_back(table, seat);
        }
        true
    }

    /// Shows the view of a seat. Guests get a notice.
    pub(super) fn look_as(&mut self, seat: Option<Seat>) {
        self.looks_as = seat;
        if let Some(invitation) = &self.invitation {
            invitation.look_as(seat);
        }
    }

    pub(super) fn agree(&mut self, yes: bool) {
        let (Some(table), Some(invitation)) = (&self.table, &mut self.invitation) else { return };
        if let Some((_, own)) = invitation.wish(table) {
            invitation.agree(own, yes);
        }
    }

    /// Gives the guests of the game the current packs, unless they have errors.
    pub(super) fn reload_guests(&mut self, cx: &mut ViewCx<'_>) {
        let (Some(table), Some(invitation)) = (&self.table, &mut self.invitation) else { return };
        match cx.rules(&table.setup().pack_set).filter(|_| complaint(cx, &table.setup().pack_set).is_none()) {
            Some(rules) => invitation.reload(table, &rules.loaded),
            None => cx.ask(EditorAction::Notify(NoticeWeight::Failed, cx.t("invite-reload-errors"))),
        }
    }

    /// Closes the table of the guests. The game continues here. Returns false without guests.
    pub(crate) fn close_invitation(&mut self) -> bool {
        let Some(invitation) = self.invitation.take() else { return false };
        if let Some(table) = &mut self.table {
            invitation.close(table);
        }
        self.looks_as = None;
        // An outdated revision makes the next frame apply changes of the packs.
        self.revision = u64::MAX;
        true
    }
}
