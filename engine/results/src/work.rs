//! Divides work into numbered blocks that any number of programs may make in any order.

use std::fmt;
use std::iter::StepBy;
use std::ops::Range;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tilewright_kit::files;

use crate::error::ResultsError;
use crate::format::Format;
use crate::kind::WorkKind;

/// Name of the file that describes the work of a folder of blocks.
pub(crate) const PLAN_FILE: &str = "plan.json";

/// Version of the layout of folders and rows.
pub(crate) const LAYOUT: u32 = 2;

/// Maximum size in bytes of a plan or of the totals of a block.
pub(crate) const MOST_BYTES: u64 = 64 << 20;

/// Name of the field of a plan file with the kind of work.
const KIND: &str = "kind";

/// Description of work in blocks. All runs that contribute to a result share one plan.
pub trait WorkPlan: Clone + Serialize + DeserializeOwned {
    /// Kind of work, as plan files name it.
    const KIND: WorkKind;

    /// Totals of a block.
    type Totals: BlockTotals;

    /// Returns the version of the layout of folders and rows.
    fn layout(&self) -> u32;

    /// Returns the number of blocks.
    fn blocks(&self) -> u64;

    /// Returns the number of games, or of seeds of a comparison, in a block that is not the last one.
    fn block_size(&self) -> u64;

    /// Returns the range of games, or of seeds of a comparison, in a block; empty for a block past the end.
    fn games_of(&self, block: u64) -> Range<u64>;

    /// Returns the format of the rows.
    fn format(&self) -> Format;

    /// Returns the origin of the rows for the key-value metadata of a file: names with a prefix, lists as JSON.
    fn provenance(&self) -> Vec<(String, String)>;

    /// Returns the fields that must be equal in all runs that contribute to a result.
    fn identity(&self) -> Map<String, Value> {
        fields_of(self)
    }

    /// Lists the fields that differ in another plan: name, value there, value here.
    fn differences(&self, other: &Self) -> Vec<(String, String, String)> {
        let (mine, theirs) = (self.identity(), other.identity());
        let differing = mine.iter().filter(|(name, value)| theirs.get(*name) != Some(value));
        let text = |value: Option<&Value>| value.map(ToString::to_string).unwrap_or_default();
        differing.map(|(name, value)| (name.clone(), text(theirs.get(name)), value.to_string())).collect()
    }

    /// Returns the content of the plan file.
    fn text(&self) -> String {
        let mut fields = Map::from_iter([(KIND.to_owned(), Value::from(Self::KIND.name()))]);
        fields.extend(fields_of(self));
        format!("{:#}\n", Value::Object(fields))
    }

    /// Reads the plan of a folder; `None` if the folder has no plan.
    ///
    /// # Errors
    /// The plan cannot be read, or is of another kind of work.
    fn read(folder: &Path) -> Result<Option<Self>, ResultsError> {
        let Some((kind, fields)) = read_fields(folder)? else { return Ok(None) };
        if kind != Self::KIND {
            return Err(ResultsError::OtherKind { folder: folder.to_owned(), there: kind, here: Self::KIND });
        }
        let path = folder.join(PLAN_FILE);
        let plan: Self = serde_json::from_value(fields)
            .map_err(|error| ResultsError::Damaged { path: path.clone(), why: error.to_string() })?;
        if plan.block_size() == 0 || plan.layout() > LAYOUT {
            let why = format!("its layout {} is not one that this program knows", plan.layout());
            return Err(ResultsError::Damaged { path, why });
        }
        Ok(Some(plan))
    }
}

/// Returns the fields of a plan.
pub(crate) fn fields_of(plan: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(plan) {
        Ok(Value::Object(fields)) => fields,
        // Serialising a plan cannot fail, because it has only texts and numbers.
        _ => Map::new(),
    }
}

/// Returns a block of a range of games or seeds that begins at 0 and is divided into blocks of one size.
pub(crate) fn range_of(block: u64, size: u64, all: u64) -> Range<u64> {
    let begin = block.saturating_mul(size).min(all);
    begin..begin.saturating_add(size).min(all)
}

/// Returns the keys of the metadata of a file with their prefix.
pub(crate) fn with_prefix<const N: usize>(all: [(&str, String); N]) -> Vec<(String, String)> {
    all.into_iter().map(|(name, value)| (format!("tilewright.{name}"), value)).collect()
}

/// Totals of a block, which can be merged in the order of the blocks.
pub trait BlockTotals: Serialize + DeserializeOwned {
    /// Adds the totals of a later block.
    fn merge(&mut self, later: Self);
}

/// Reads the kind of work in a folder of blocks.
///
/// # Errors
/// The folder has no plan, or its plan cannot be read.
pub fn kind_of(folder: &Path) -> Result<WorkKind, ResultsError> {
    match read_fields(folder)? {
        Some((kind, _)) => Ok(kind),
        None => Err(ResultsError::NoPlan { folder: folder.to_owned() }),
    }
}

/// Reads the kind and the fields of the plan of a folder; `None` if the folder has no plan.
fn read_fields(folder: &Path) -> Result<Option<(WorkKind, Value)>, ResultsError> {
    let path = folder.join(PLAN_FILE);
    if !path.try_exists().unwrap_or(true) {
        return Ok(None);
    }
    let bytes = files::read(&path, MOST_BYTES)?;
    let fields: Value = serde_json::from_slice(&bytes)
        .map_err(|error| ResultsError::Damaged { path: path.clone(), why: error.to_string() })?;
    // Plans of the first layout are about games and do not name their kind.
    let kind = fields.get(KIND).map_or(Some(WorkKind::Games.name()), Value::as_str);
    let kind = [WorkKind::Games, WorkKind::Comparison].into_iter().find(|known| Some(known.name()) == kind);
    let why = || "its kind of work is not one that this program knows".to_owned();
    let kind = kind.ok_or_else(|| ResultsError::Damaged { path, why: why() })?;
    Ok(Some((kind, fields)))
}

/// Share of the blocks of a plan that one run makes: the blocks whose number modulo `of` is `part`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Remainder that selects the blocks, from 0.
    pub part: u64,
    /// Number of shards of the plan.
    pub of: u64,
}

impl Shard {
    /// Shard that has all blocks.
    pub const WHOLE: Shard = Shard { part: 0, of: 1 };

    /// True if the block belongs to this shard.
    pub(crate) fn has(self, block: u64) -> bool {
        block % self.of.max(1) == self.part
    }

    /// Returns the number of blocks in this shard.
    pub(crate) fn count(self, plan: &impl WorkPlan) -> u64 {
        plan.blocks().saturating_sub(self.part).div_ceil(self.of.max(1))
    }

    /// Returns the number of games in this shard.
    pub fn games(self, plan: &impl WorkPlan) -> u64 {
        let last = plan.blocks().saturating_sub(1);
        let of_last = plan.games_of(last).end - plan.games_of(last).start;
        match self.count(plan) {
            0 => 0,
            count if self.has(last) => (count - 1) * plan.block_size() + of_last,
            count => count * plan.block_size(),
        }
    }

    /// Returns the numbers of the blocks in this shard, in ascending order.
    pub fn blocks(self, plan: &impl WorkPlan) -> StepBy<Range<u64>> {
        (self.part..plan.blocks()).step_by(usize::try_from(self.of.max(1)).unwrap_or(usize::MAX))
    }
}

/// Error for a text that is not a shard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShardError;

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("write I/N, from 1/N to N/N")
    }
}

impl std::error::Error for ShardError {}

/// Parses a shard as users type it: `1/4` is the first of four.
impl std::str::FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let numbers = text.split_once('/').map(|(part, of)| (part.trim().parse::<u64>(), of.trim().parse::<u64>()));
        match numbers {
            Some((Ok(part), Ok(of))) if (1..=of).contains(&part) => Ok(Shard { part: part - 1, of }),
            _ => Err(ShardError),
        }
    }
}
