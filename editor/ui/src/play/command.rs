//! Changes to the game at the table that panes request. Panes read the game while they draw, and return commands.

use tilewright_core::catalog::seat::Seat;
use tilewright_editor_model::table::SeatChooser;
use tilewright_editor_model::table::seating::Seating;

use crate::context::{EditorAction, Pane, ViewCx};
use crate::play::PlayState;
use crate::play::highlight::Highlight;
use crate::play::wanted::NextGame;
use crate::ui::notices::NoticeWeight;

/// Change to the game at the table, or to its presentation, that a pane requests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayCommand {
    /// Highlights a part of the board in the next frame.
    Highlight(Highlight),
    /// Jumps to a position.
    Jump {
        /// Number of the branch.
        branch: usize,
        /// Number of answers before the position.
        answers: usize,
    },
    /// Repeats the answer that was undone last.
    Redo,
    /// Goes to the position of a note of a hosted table, and shows the view of its author.
    ShowNote(usize),
    /// Agrees that a guest takes an answer back, or refuses.
    Agree(bool),
    /// Gives the guests of the game the current packs.
    ReloadGuests,
    /// Continues the guests' game after the moves that changed packs allow, or keeps its rules.
    DecideReload(bool),
    /// Shows the view of a seat; `None` for the user's own seat.
    LookAs(Option<Seat>),
    /// Gives the current branch a name.
    NameBranch(String),
    /// Compares the current branch with another one; `None` ends the comparison.
    Compare(Option<usize>),
    /// Gives a seat to a player or a bot.
    Seat {
        /// Number of the seat.
        seat: usize,
        /// Player or bot that chooses for the seat from now on.
        chooser: SeatChooser,
    },
    /// Changes the names and colours of the seats, in this game and the next one.
    SetSeating(Seating),
    /// Removes the report about changed packs.
    ClearNews,
    /// Continues the game with the rules from before the last change of the packs.
    KeepOldRules,
    /// Compares the game with its branch from before the last change of the packs.
    CompareOldRules,
    /// Lets changes of the packs affect the game again.
    Release,
    /// Changes the settings for the next game.
    SetNextGame(NextGame),
    /// Closes the setup of the next game.
    CloseSetup,
    /// Starts a new game with the settings for the next game.
    Begin,
}

impl PlayState {
    /// Performs the commands of a pane, in order.
    pub fn perform(&mut self, commands: Vec<PlayCommand>, cx: &mut ViewCx<'_>) {
        for command in commands {
            match command {
                PlayCommand::Highlight(highlight) => self.highlight(highlight),
                PlayCommand::Jump { branch, answers } => self.jump(cx, branch, answers),
                PlayCommand::Redo => self.redo(cx),
                PlayCommand::ShowNote(number) => self.show_note(cx, number),
                PlayCommand::LookAs(seat) => self.look_as(seat),
                PlayCommand::Agree(yes) => self.agree(yes),
                PlayCommand::ReloadGuests => self.reload_guests(cx),
                PlayCommand::DecideReload(takes) => {
                    if let Some(invitation) = &mut self.invitation {
                        invitation.decide(takes);
                    }
                }
                PlayCommand::NameBranch(name) => {
                    if let Some(table) = &mut self.table {
                        let current = table.history().current();
                        table.history_mut().rename(current, &name);
                    }
                }
                PlayCommand::Compare(branch) => self.beside = branch,
                PlayCommand::SetNextGame(wanted) => self.wanted = wanted,
                PlayCommand::CloseSetup => self.setting_up = false,
                PlayCommand::Begin => self.begin(),
                PlayCommand::Seat { .. }
                | PlayCommand::SetSeating(_)
                | PlayCommand::ClearNews
                | PlayCommand::KeepOldRules
                | PlayCommand::CompareOldRules
                | PlayCommand::Release => self.change_table(command, cx),
            }
        }
    }

    /// Performs a command that changes the game at the table; does nothing without a game.
    fn change_table(&mut self, command: PlayCommand, cx: &mut ViewCx<'_>) {
        let Some(table) = &mut self.table else { return };
        match command {
            // A hosted table decides who plays.
            PlayCommand::Seat { .. } if table.is_hosted() => {}
            PlayCommand::Seat { seat, chooser } => table.seat(seat, chooser),
            PlayCommand::SetSeating(seating) => {
                table.set_seating(seating.clone());
                self.wanted.seating = seating;
            }
            PlayCommand::ClearNews => table.clear_news(),
            PlayCommand::KeepOldRules => {
                let has_old_rules = table.keep_old_rules();
                if !has_old_rules {
                    cx.ask(EditorAction::Notify(NoticeWeight::Failed, cx.t("news-no-old")));
                }
            }
            PlayCommand::CompareOldRules => {
                self.beside = table.news().map(|news| news.old.0);
                table.clear_news();
                cx.ask(EditorAction::ShowLarge(Pane::Timeline));
            }
            PlayCommand::Release => {
                table.release();
                // An outdated revision makes the next frame apply the change.
                self.revision = u64::MAX;
            }
            _ => {}
        }
    }

    fn jump(&mut self, cx: &mut ViewCx<'_>, branch: usize, answers: usize) {
        if self.table.as_mut().is_some_and(|table| !table.jump_to(branch, answers)) {
            cx.ask(EditorAction::Notify(NoticeWeight::Failed, cx.t("timeline-gone")));
        }
    }

    pub(super) fn show_note(&mut self, cx: &mut ViewCx<'_>, number: usize) {
        let Some(table) = &self.table else { return };
        let Some(note) = table.notes().get(number) else { return };
        let (branch, answers, seat) = (note.branch, table.position_of(note), note.note.seat);
        self.note = Some(number);
        // At a hosted table, guests have to know about a look at their hidden cards.
        if !table.is_hosted() {
            self.looks_as = seat;
        }
        self.jump(cx, branch, answers);
    }

    fn redo(&mut self, cx: &mut ViewCx<'_>) {
        let Some(table) = &mut self.table else { return };
        if let Err(error) = table.redo() {
            let why = if table.keeps_secrets() { cx.t("play-secret") } else { error.to_string() };
            cx.ask(EditorAction::Notify(NoticeWeight::Note, cx.texts.with_name("timeline-stops", &why)));
        }
    }
}
