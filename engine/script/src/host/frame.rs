//! Records the activity of the running script, which determines its permissions, with the data of the activity.

use std::cell::{RefCell, RefMut};

use tilewright_core::limits;
use tilewright_core::state::decision::Amended;
use tilewright_core::state::question::Question;
use tilewright_core::state::sheet::Sheet;

use crate::host::loading::Loading;
use crate::vm::trouble::{forbidden, misuse};

/// Activity of a running script.
pub(crate) enum Frame {
    /// No script runs.
    Idle,
    /// Modules load and register their rules; there is no game.
    Load(Loading),
    /// A function reads the game.
    Look,
    /// Functions amend the claims on a feature.
    AmendClaims,
    /// Restrictions decide about placements. The number is the index of the running restriction.
    Restrict(usize),
    /// A score rule and its amendments fill a sheet.
    Score(Scoring),
    /// A function amends the options of a decision.
    Offer(Amended),
    /// A function changes the game.
    Act(Action),
}

/// Data of a score rule that runs.
pub(crate) struct Scoring {
    /// Sheet that the rule fills.
    pub(crate) sheet: Sheet,
    /// Index of the amendment that writes the sheet; `None` while the rule itself does.
    pub(crate) amendment: Option<usize>,
}

/// Data of a function that changes the game.
pub(crate) struct Action {
    /// True if it may ask seats.
    pub(crate) may_ask: bool,
    /// Number of changes that it may still make.
    pub(crate) changes_left: u32,
    /// Question for which it is suspended.
    pub(crate) question: Option<Question>,
    /// True if it is suspended for effects that rules may replace.
    pub(crate) awaits_effects: bool,
}

impl Frame {
    /// Creates the frame of a function that changes the game.
    pub(crate) fn act(may_ask: bool) -> Frame {
        Frame::Act(Action { may_ask, changes_left: limits::CALL_CHANGES, question: None, awaits_effects: false })
    }
}

/// Activities that run within each other; the last one is the current one.
pub(crate) struct Frames(RefCell<Vec<Frame>>);

/// Guard that ends an activity, and so resumes the previous one, when it is dropped.
pub(crate) struct Entered<'a>(&'a Frames);

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.0.0.borrow_mut().pop();
    }
}

impl Entered<'_> {
    /// Ends the activity and returns its frame.
    pub(crate) fn leave(self) -> Frame {
        self.0.0.borrow_mut().last_mut().map_or(Frame::Idle, |frame| std::mem::replace(frame, Frame::Idle))
    }
}

/// Defines methods that return the data of the current activity.
macro_rules! data_of_activity {
    ($($(#[$doc:meta])* $name:ident: $frame:ident($data:ty), $missing:expr;)+) => {
        impl Frames {
            $(
                $(#[$doc])*
                #[inline]
                pub(crate) fn $name(&self) -> mlua::Result<RefMut<'_, $data>> {
                    RefMut::filter_map(self.0.borrow_mut(), |frames| match frames.last_mut() {
                        Some(Frame::$frame(data)) => Some(data),
                        _ => None,
                    })
                    .map_err(|_| $missing)
                }
            )+
        }
    };
}

data_of_activity! {
    /// Returns the state of the loading modules.
    ///
    /// # Errors
    /// All modules are loaded.
    loading: Load(Loading), forbidden("this is only possible while modules load");
    /// Returns the running score rule.
    ///
    /// # Errors
    /// No score rule runs.
    scoring: Score(Scoring), misuse("there is no sheet to write here");
    /// Returns the options that the running function amends.
    ///
    /// # Errors
    /// The running function amends no options.
    options: Offer(Amended), misuse("there are no options to amend here");
    /// Returns the running function that changes the game.
    ///
    /// # Errors
    /// The running function only reads the game.
    action: Act(Action), forbidden("a rule of this kind may only read the game, not change it");
}

impl Frames {
    /// Creates the frames of a host that runs nothing.
    pub(crate) fn new() -> Frames {
        Frames(RefCell::new(Vec::with_capacity(8)))
    }

    /// Begins an activity within the current one.
    #[inline]
    pub(crate) fn enter(&self, frame: Frame) -> Entered<'_> {
        self.0.borrow_mut().push(frame);
        Entered(self)
    }

    /// Begins an activity that cannot change the game; returns `None` if the current one cannot either.
    pub(crate) fn enter_look(&self) -> Option<Entered<'_>> {
        self.may_change().then(|| self.enter(Frame::Look))
    }

    /// True while modules load.
    pub(crate) fn is_loading(&self) -> bool {
        matches!(self.0.borrow().last(), Some(Frame::Load(_)))
    }

    /// True if the running function may change the game.
    pub(crate) fn may_change(&self) -> bool {
        matches!(self.0.borrow().last(), Some(Frame::Act(_)))
    }

    /// True if the running function may ask seats.
    pub(crate) fn may_ask(&self) -> bool {
        matches!(self.0.borrow().last(), Some(Frame::Act(Action { may_ask: true, .. })))
    }

    /// True if functions that amend claims run, perhaps with other activities within them.
    pub(crate) fn is_amending_claims(&self) -> bool {
        self.0.borrow().iter().any(|frame| matches!(frame, Frame::AmendClaims))
    }

    /// True if restrictions run, perhaps with other activities within them.
    pub(crate) fn is_restricting(&self) -> bool {
        self.0.borrow().iter().any(|frame| matches!(frame, Frame::Restrict(_)))
    }

    /// Records the index of the restriction that runs now.
    pub(crate) fn set_restriction(&self, index: usize) {
        if let Some(Frame::Restrict(running)) = self.0.borrow_mut().last_mut() {
            *running = index;
        }
    }

    /// Returns the number of sheets that are being filled for functions of scripts, not for the machine.
    pub(crate) fn nested_sheets(&self) -> usize {
        self.0.borrow().iter().skip(1).filter(|frame| matches!(frame, Frame::Score(_))).count()
    }

    /// Returns the index of the amendment that writes the sheet.
    pub(crate) fn amendment(&self) -> Option<usize> {
        match self.0.borrow().last() {
            Some(Frame::Score(scoring)) => scoring.amendment,
            _ => None,
        }
    }
}
