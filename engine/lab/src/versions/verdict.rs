//! Decides from the blocks of two versions whether they differ, are the same, or need more games.
//!
//! - *Differs*: the mean of the block differences is not 0 by a t-test, corrected for the number of questions by
//!   Benjamini and Yekutieli (2001), and its estimate is at least the smallest change that matters.
//! - *Same*: two one-sided tests (Schuirmann 1987) show that the change is smaller than that.
//! - *Not known* otherwise.
//!
//! The number of blocks depends only on how much the differences vary, never on their mean. For means with a nearly
//! normal distribution this leaves the intervals valid (Stein 1945, Chow and Robbins 1965), without a correction for
//! the looks on the way.

use crate::stats::{
    CONFIDENCE, Tested, benjamini_yekutieli, compare_pairs, mean, mean_by, normal_quantile, power_factor,
};

/// Minimum number of blocks for a verdict.
pub(crate) const FEWEST: usize = 50;

/// Error of each verdict: of a difference by chance among all questions, and of each *same* that is wrong.
const ERROR: f64 = 0.05;

/// Answer to the question whether a number differs between two versions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum VersionVerdict {
    /// The versions differ by a change that matters.
    Differs,
    /// The versions do not differ by a change that matters.
    Same,
    /// The games are too few. Contains the number of further blocks that would probably suffice if the estimate does
    /// not change; `None` if that number cannot be estimated.
    Unknown(Option<u64>),
}

impl VersionVerdict {
    /// Returns the word for programs.
    pub fn word(self) -> &'static str {
        match self {
            VersionVerdict::Differs => "differs",
            VersionVerdict::Same => "same",
            VersionVerdict::Unknown(_) => "unknown",
        }
    }

    /// Returns the number of further blocks that would probably suffice; `None` if the answer is known, or if that
    /// number cannot be estimated.
    pub fn more_blocks(self) -> Option<u64> {
        match self {
            VersionVerdict::Unknown(more) => more,
            VersionVerdict::Differs | VersionVerdict::Same => None,
        }
    }
}

/// Values of one measure in both versions, block by block.
#[derive(Clone, Debug, Default)]
pub struct MeasuredBlocks {
    /// Values of the first version.
    pub before: Vec<f64>,
    /// Values of the second version.
    pub after: Vec<f64>,
    /// Smallest change that matters; must be positive.
    pub matters: f64,
}

/// Change of one measure from the first version to the second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeasuredChange {
    /// Mean of the first version.
    pub before: f64,
    /// Mean of the second version.
    pub after: f64,
    /// Mean difference with its t interval over blocks, and its p-value.
    pub difference: Tested,
    /// The p-value, corrected for the number of questions.
    pub corrected: f64,
    /// Smallest change that matters.
    pub matters: f64,
    /// Answer to the question.
    pub verdict: VersionVerdict,
}

impl MeasuredBlocks {
    /// True if the blocks are enough to find a change that matters, or to show that there is none, in 80 of 100 cases.
    pub(crate) fn are_enough(&self) -> bool {
        self.blocks_needed() <= self.before.len() as f64
    }

    /// Returns the number of blocks that are enough, from the variation so far.
    pub(crate) fn blocks_needed(&self) -> f64 {
        let deviation = deviation(&self.differences());
        (deviation * power_factor(ERROR) / self.matters).powi(2).max(FEWEST as f64)
    }

    fn differences(&self) -> Vec<f64> {
        self.after.iter().zip(&self.before).map(|(after, before)| after - before).collect()
    }
}

/// Answers all questions of a comparison together.
pub fn measured_changes(questions: &[MeasuredBlocks]) -> Vec<MeasuredChange> {
    let tested: Vec<Tested> =
        questions.iter().map(|blocks| compare_pairs(&blocks.after, &blocks.before, CONFIDENCE)).collect();
    let corrected = benjamini_yekutieli(&tested.iter().map(|tested| tested.p).collect::<Vec<f64>>());
    let change = |((blocks, difference), corrected): ((&MeasuredBlocks, Tested), f64)| MeasuredChange {
        before: mean(&blocks.before, CONFIDENCE).estimate,
        after: mean(&blocks.after, CONFIDENCE).estimate,
        difference,
        corrected,
        matters: blocks.matters,
        verdict: verdict(blocks, difference.interval.estimate, corrected, questions.len()),
    };
    questions.iter().zip(tested).zip(corrected).map(change).collect()
}

fn verdict(blocks: &MeasuredBlocks, estimate: f64, corrected: f64, questions: usize) -> VersionVerdict {
    let (count, size) = (blocks.before.len(), estimate.abs());
    let deviation = deviation(&blocks.differences());
    // The interval of two one-sided tests with an error of 5 % each has a confidence of 90 %.
    let both_sides = mean_by(estimate, deviation, count as f64, 1.0 - 2.0 * ERROR);
    if count >= FEWEST && corrected < ERROR && size >= blocks.matters {
        return VersionVerdict::Differs;
    }
    if count >= FEWEST && -blocks.matters < both_sides.low && both_sides.high < blocks.matters {
        return VersionVerdict::Same;
    }
    if count < 2 {
        return VersionVerdict::Unknown(None);
    }
    // The distance that a multiple of the standard error must not exceed.
    let (multiple, distance) = match size >= blocks.matters {
        true => {
            let harmonic: f64 = (1..=questions).map(|rank| 1.0 / rank as f64).sum();
            (normal_quantile(1.0 - ERROR / (2.0 * questions as f64 * harmonic)), size)
        }
        false => (normal_quantile(1.0 - ERROR), blocks.matters - size),
    };
    let needed = (multiple * deviation / distance).powi(2).ceil().max(FEWEST as f64);
    let more = (needed - count as f64).max(1.0);
    VersionVerdict::Unknown((more < 1e9).then_some(more as u64))
}

fn deviation(numbers: &[f64]) -> f64 {
    let mean = numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    if numbers.len() < 2 { f64::INFINITY } else { (squares / (numbers.len() - 1) as f64).sqrt() }
}

/// Agreement of several tables of players about one measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PanelVerdict {
    /// All tables show the change, in the same direction.
    Holds,
    /// Tables show changes in opposite directions.
    TurnsRound,
    /// Only some tables show the change.
    Partly,
    /// No table shows a change.
    NoChange,
}

impl PanelVerdict {
    /// Returns the word for programs.
    pub fn word(self) -> &'static str {
        match self {
            PanelVerdict::Holds => "holds",
            PanelVerdict::TurnsRound => "turns_round",
            PanelVerdict::Partly => "partly",
            PanelVerdict::NoChange => "no_change",
        }
    }
}

/// Compares the changes of one measure at several tables.
pub fn panel_verdict(changes: &[MeasuredChange]) -> PanelVerdict {
    let signs: Vec<bool> = changes
        .iter()
        .filter(|change| change.verdict == VersionVerdict::Differs)
        .map(|change| change.difference.interval.estimate > 0.0)
        .collect();
    match (signs.contains(&true), signs.contains(&false)) {
        (true, true) => PanelVerdict::TurnsRound,
        (false, false) => PanelVerdict::NoChange,
        _ if signs.len() == changes.len() => PanelVerdict::Holds,
        _ => PanelVerdict::Partly,
    }
}
