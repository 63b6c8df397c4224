//! Defines how a command ends: exit codes, and errors with advice.

use std::io;

use tilewright_core::catalog::seat::WrongSeats;
use tilewright_kit::error::KitError;
use tilewright_results::ResultsError;
use tilewright_share::error::ShareError;

/// Description of the exit codes in the help and the manual.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0  fine
  1  something is wrong with the content: a finding that is an error, a failed test,
     a recorded game that goes another way
  2  wrong usage: an unknown command, flag, option or value
  3  the environment failed: a file was not found or could not be read or written
  4  a rule script failed while a game was played";

/// Result of a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exit {
    /// Success, without any problem.
    Fine,
    /// Error in the content, or a failed test or replay.
    Wrong,
    /// Invalid use of the command.
    Usage,
    /// Failure of the environment, such as a file that cannot be read.
    Environment,
    /// Failure of a script.
    Fault,
}

impl Exit {
    /// Returns the exit code for the operating system.
    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    /// Returns [`Exit::Wrong`] if `wrong`, else [`Exit::Fine`].
    pub(crate) fn wrong_if(wrong: bool) -> Exit {
        if wrong { Exit::Wrong } else { Exit::Fine }
    }
}

/// Error that ends a command, with advice for the user.
#[derive(Debug)]
pub(crate) struct Failure {
    /// Result of the command.
    pub(crate) exit: Exit,
    /// Error message, one sentence without a full stop; empty if everything was already reported.
    pub(crate) message: String,
    /// Advice on the next step; `None` if there is none.
    pub(crate) hint: Option<String>,
}

impl Failure {
    /// Creates a failure for an error in the content.
    pub(crate) fn wrong(message: impl Into<String>) -> Failure {
        Failure { exit: Exit::Wrong, message: message.into(), hint: None }
    }

    /// Creates a failure for invalid use of the command.
    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure { exit: Exit::Usage, ..Failure::wrong(message) }
    }

    /// Creates a failure of the environment.
    pub(crate) fn environment(message: impl Into<String>) -> Failure {
        Failure { exit: Exit::Environment, ..Failure::wrong(message) }
    }

    /// Creates a failure of a script.
    pub(crate) fn fault(message: impl Into<String>) -> Failure {
        Failure { exit: Exit::Fault, ..Failure::wrong(message) }
    }

    /// Creates a failure without a message, if everything was already reported.
    pub(crate) fn silent(exit: Exit) -> Failure {
        Failure { exit, ..Failure::wrong("") }
    }

    /// Sets the advice on the next step.
    pub(crate) fn hint(self, hint: impl Into<String>) -> Failure {
        Failure { hint: Some(hint.into()), ..self }
    }
}

/// A closed pipe is not a failure, since its reader has ended. All other output errors are failures of the environment.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::silent(Exit::Fine),
            _ => Failure::environment(format!("the output cannot be written: {error}")),
        }
    }
}

impl From<ShareError> for Failure {
    fn from(error: ShareError) -> Failure {
        let (message, hint) = (error.to_string(), error.hint());
        let failure = match error {
            ShareError::Kit(error) => return error.into(),
            ShareError::BadName { .. } | ShareError::NoShelf { .. } | ShareError::Several { .. } => {
                Failure::usage(message)
            }
            ShareError::Index { .. }
            | ShareError::WentBack { .. }
            | ShareError::Differs { .. }
            | ShareError::OtherContent { .. }
            | ShareError::Signature { .. }
            | ShareError::OtherKey { .. }
            | ShareError::Conflict(_)
            | ShareError::Unsolved { .. }
            | ShareError::Version { .. } => Failure::wrong(message),
            _ => Failure::environment(message),
        };
        Failure { hint, ..failure }
    }
}

impl From<WrongSeats> for Failure {
    fn from(wrong: WrongSeats) -> Failure {
        Failure::usage(wrong.to_string()).hint("`tilewright show PACK` shows the number of players")
    }
}

impl From<KitError> for Failure {
    fn from(error: KitError) -> Failure {
        let (message, hint) = (error.to_string(), error.hint());
        if let Some(hint) = hint {
            let failure = match error {
                KitError::Archive { .. } => Failure::wrong(message),
                _ => Failure::environment(message),
            };
            return failure.hint(hint);
        }
        match error {
            KitError::NoPack { meant, .. } => Failure::usage(message).hint(match meant {
                Some(meant) => format!("try `{meant}`, or name the folder that holds the pack with `--packs FOLDER`"),
                None => "`tilewright show` lists the packs that are found; give the path of another's folder, or name \
                         the folder that holds it with `--packs FOLDER`"
                    .to_owned(),
            }),
            KitError::NoPart { .. } => Failure::usage(message).hint("`tilewright show PACK` lists the parts of a pack"),
            KitError::Seats(wrong) => wrong.into(),
            KitError::NoVersion { id, .. } => Failure::usage(message)
                .hint(format!("`tilewright show {id}@VERSION` shows one; `tilewright install` gets others")),
            KitError::NoRange { .. } => Failure::usage(message).hint("write ID@1.2.0, or a range such as ID@^1.2"),
            KitError::Refused(refusal) => Failure { hint: refusal.hint(), ..Failure::wrong(message) },
            KitError::Head { .. } => Failure::wrong(message),
            KitError::Lock { .. } => Failure::wrong(message).hint("`tilewright lock` writes it again"),
            KitError::NoPackFile { .. } => Failure::environment(message)
                .hint("give the folder that holds `pack.ron`, or make a pack with `tilewright new NAME`"),
            KitError::Unplayable { packs, .. } => {
                Failure::wrong(message).hint(format!("`tilewright check {}` shows them", packs.join(" ")))
            }
            KitError::Write { .. } => {
                Failure::environment(message).hint("check the path and whether you may write there")
            }
            KitError::Archive { .. } | KitError::Record { .. } => Failure::wrong(message),
            KitError::Capsule { .. } => Failure::environment(message)
                .hint("check that the capsule is complete; the editor exports capsules at the table, under Export"),
            KitError::Scripts { .. } => Failure::fault(message),
            // All other errors are about files that cannot be read.
            _ => Failure::environment(message),
        }
    }
}

impl From<ResultsError> for Failure {
    fn from(error: ResultsError) -> Failure {
        let message = error.to_string();
        match error {
            ResultsError::Kit(error) => error.into(),
            ResultsError::OtherPlan { .. } => Failure::wrong(message).hint(
                "use another folder for other games, or remove this one; all parts of a file come from the same \
                 command, except for `--shard`",
            ),
            ResultsError::OtherKind { .. } => {
                Failure::wrong(message).hint("use another folder; all parts of a file come from the same command")
            }
            ResultsError::NoPlan { .. } => Failure::environment(message)
                .hint("give the folders that `tilewright sim` or `tilewright compare` has written with `--out FOLDER`"),
            ResultsError::NoNumber => Failure::usage(message).hint("give the number with `--games`, and no `--time`"),
            ResultsError::Damaged { .. } => Failure::wrong(message),
            ResultsError::Missing { .. } => {
                Failure::wrong(message).hint("give all parts; to resume a part that was stopped, run its command again")
            }
            ResultsError::Double { .. } => Failure::wrong(message).hint("give each part once"),
            ResultsError::Format { ending, .. } => {
                Failure::usage(message).hint(format!("name a file that ends in `.{ending}`"))
            }
            ResultsError::Remembers(fault) => Failure::fault(message)
                .hint(format!("keep it in counters or tags ({}); no row was written", fault.place)),
            _ => Failure::environment(message),
        }
    }
}
