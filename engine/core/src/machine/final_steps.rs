//! Properties of the steps at the end of a game.

use crate::catalog::flow::{Flow, Step, StepKind};

/// Properties of the steps at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Ending {
    /// True if a step is a rule of the packs, which may award further points.
    pub(super) by_rules: bool,
    /// True if a step scores all features with figures.
    pub(super) scores_rest: bool,
}

impl Ending {
    pub(super) fn from_flow(flow: &Flow) -> Ending {
        fn any(steps: &[Step], is: fn(&StepKind) -> bool) -> bool {
            steps.iter().any(|step| is(&step.kind) || matches!(&step.kind, StepKind::Repeat(inner) if any(inner, is)))
        }
        Ending {
            by_rules: any(&flow.finish, |kind| matches!(kind, StepKind::Script)),
            scores_rest: any(&flow.finish, |kind| matches!(kind, StepKind::ScoreRest)),
        }
    }
}
