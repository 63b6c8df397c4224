//! Changes to the game at the table that panes request. Panes read the game while they draw, and return commands.

use crate::context::{EditorAction, ViewCx};
use crate::play::PlayState;
use crate::play::highlight::Highlight;
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
    /// Gives the current branch a name.
    NameBranch(String),
    /// Compares the current branch with another one; `None` ends the comparison.
    Compare(Option<usize>),
}

impl PlayState {
    /// Performs the commands of a pane, in order.
    pub fn perform(&mut self, commands: Vec<PlayCommand>, cx: &mut ViewCx<'_>) {
        for command in commands {
            match command {
                PlayCommand::Highlight(highlight) => self.highlight(highlight),
                PlayCommand::Jump { branch, answers } => self.jump(cx, branch, answers),
                PlayCommand::Redo => self.redo(cx),
                PlayCommand::NameBranch(name) => {
                    if let Some(table) = &mut self.table {
                        let current = table.history().current();
                        table.history_mut().rename(current, &name);
                    }
                }
                PlayCommand::Compare(branch) => self.beside = branch,
            }
        }
    }

    fn jump(&mut self, cx: &mut ViewCx<'_>, branch: usize, answers: usize) {
        if self.table.as_mut().is_some_and(|table| !table.jump_to(branch, answers)) {
            cx.ask(EditorAction::Notify(NoticeWeight::Failed, cx.t("timeline-gone")));
        }
    }

    fn redo(&mut self, cx: &mut ViewCx<'_>) {
        let Some(table) = &mut self.table else { return };
        if let Err(error) = table.redo() {
            let why = if table.keeps_secrets() { cx.t("play-secret") } else { error.to_string() };
            cx.ask(EditorAction::Notify(NoticeWeight::Note, cx.texts.with_name("timeline-stops", &why)));
        }
    }
}
