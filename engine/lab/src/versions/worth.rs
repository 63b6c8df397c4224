//! Measures the worth of the parts of a game: rules, tiles, figures and switches. Each part is compared with the same
//! game without it, on the same seeds.

use tilewright_core::catalog::{Catalog, Value};

use crate::versions::{Measure, measured_changes};
use crate::versions::{MeasuredBlocks, MeasuredChange, VersionBlock, VersionComparison, VersionPlan, VersionVerdict};

/// Kind of a part of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PartKind {
    /// Rule that a pack switches on.
    Rule,
    /// Kind of figure.
    Figure,
    /// Kind of tile.
    Tile,
    /// Option with the values `true` and `false`, which gets its other value.
    Option,
}

impl PartKind {
    /// All kinds, in the order in which they are listed.
    pub const ALL: [PartKind; 4] = [PartKind::Rule, PartKind::Figure, PartKind::Tile, PartKind::Option];

    /// Returns the name that users give, such as `rules`.
    pub fn name(self) -> &'static str {
        match self {
            PartKind::Rule => "rules",
            PartKind::Figure => "figures",
            PartKind::Tile => "tiles",
            PartKind::Option => "options",
        }
    }
}

/// Part of a game that can be left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamePart {
    /// Kind of the part.
    pub kind: PartKind,
    /// Name of the part, `pack:name`.
    pub name: String,
    /// Value that leaves the part out, in the notation of `--set`.
    pub without: String,
}

/// Lists the parts of a game that can be left out, by kind and then in the order of the packs.
pub fn game_parts(catalog: &Catalog) -> Vec<GamePart> {
    let part = |kind, name: String, without: String| GamePart { kind, name, without };
    let path = |section: &str, pack: &str, local: &str, value: &str| format!("{pack}:{section}.{local}{value}");
    // Modules that no file switches on belong to the program.
    let rules = catalog.modules.iter().filter(|module| module.span.is_some()).filter_map(|module| {
        let name = module.name();
        let (pack, local) = name.split_once(':')?;
        let without = path("rules", pack, local, "=off");
        Some(part(PartKind::Rule, name.clone(), without))
    });
    let figures = catalog.figures.ids().map(|figure| {
        let name = catalog.figures.name(figure);
        part(PartKind::Figure, name.to_string(), path("figures", &name.pack, &name.local, ".supply=0"))
    });
    let in_bags =
        |kind| catalog.bags.iter().any(|(_, bag)| bag.contents.iter().any(|&(held, count)| held == kind && count > 0));
    let tiles = catalog.kinds.ids().filter(|&kind| in_bags(kind)).map(|kind| {
        let name = catalog.kinds.name(kind);
        part(PartKind::Tile, name.to_string(), path("tiles", &name.pack, &name.local, ".count=0"))
    });
    let switches = catalog.options.iter().filter_map(|option| match option.value {
        Value::Bool(now) if !option.name.contains('.') => {
            let name = format!("{}:{}", option.pack, option.name);
            Some(part(PartKind::Option, name, format!("option:{}:{}={}", option.pack, option.name, !now)))
        }
        _ => None,
    });
    let mut all: Vec<GamePart> = rules.chain(figures).chain(tiles).chain(switches).collect();
    // Rules of the same module need ids to have names.
    let names: Vec<(PartKind, String)> = all.iter().map(|part| (part.kind, part.name.clone())).collect();
    all.retain(|part| names.iter().filter(|(kind, name)| (*kind, name) == (part.kind, &part.name)).count() == 1);
    all.sort_by_key(|part| part.kind);
    all
}

/// Judgement of a part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorthVerdict {
    /// The game cannot be played without it, or rules stop games without it.
    Needed,
    /// The game changes without it, and players do not score more.
    Useful,
    /// Players score more without it, by a change that matters.
    Tax,
    /// The game without it is the same, by each measure.
    Dead,
    /// More games are needed.
    Unknown,
}

impl WorthVerdict {
    /// Returns the word for users and programs.
    pub fn word(self) -> &'static str {
        match self {
            WorthVerdict::Needed => "needed",
            WorthVerdict::Useful => "useful",
            WorthVerdict::Tax => "tax",
            WorthVerdict::Dead => "dead",
            WorthVerdict::Unknown => "not known",
        }
    }
}

/// Number of seeds that show the change.
const SHOWN: usize = 3;

/// Worth of a part: the change of the game without it.
#[derive(Clone, PartialEq, Debug)]
pub struct PartWorth {
    /// Judgement.
    pub verdict: WorthVerdict,
    /// Change of each measure when the part is left out, corrected for all questions about all parts; empty if the game
    /// cannot be played without it.
    pub changes: Vec<(Measure, MeasuredChange)>,
    /// Number of seeds that both games finished.
    pub blocks: usize,
    /// Number of seeds that end with another result without the part.
    pub differing: usize,
    /// Seeds of the games that differ most in the points of a player, at most three.
    pub seeds: Vec<u64>,
}

impl PartWorth {
    /// Worth of a part without which the game cannot be played.
    fn needed() -> PartWorth {
        PartWorth { verdict: WorthVerdict::Needed, changes: Vec::new(), blocks: 0, differing: 0, seeds: Vec::new() }
    }
}

/// Judges all parts together. `compared` has a comparison of the game with the game without the part, by one table of
/// players; `None` if the game cannot be played without it.
pub fn part_worths(compared: &[Option<VersionComparison>], plan: &VersionPlan) -> Vec<PartWorth> {
    let blocks = |found: &VersionComparison| found.tables.first().map_or(&[][..], |table| &table.blocks).to_vec();
    let questions: Vec<MeasuredBlocks> = compared
        .iter()
        .flatten()
        .flat_map(|found| {
            let blocks = blocks(found);
            let of = |(at, measure): (usize, &Measure)| MeasuredBlocks {
                before: blocks.iter().map(|block: &VersionBlock| block.before[at]).collect(),
                after: blocks.iter().map(|block| block.after[at]).collect(),
                matters: plan.matters.of(measure),
            };
            found.measures.iter().enumerate().map(of).collect::<Vec<_>>()
        })
        .collect();
    let mut changes = measured_changes(&questions).into_iter();
    let worth = |found: &Option<VersionComparison>| {
        let Some(found) = found else { return PartWorth::needed() };
        let changes: Vec<(Measure, MeasuredChange)> =
            found.measures.iter().cloned().zip(changes.by_ref().take(found.measures.len())).collect();
        let stops = |version| found.tables.iter().flat_map(|table| &table.faults).any(|(of, _)| *of == version);
        let mut differing: Vec<VersionBlock> = blocks(found);
        let count = differing.len();
        differing.retain(|block| block.before != block.after);
        let points = |block: &VersionBlock| (block.after[0] - block.before[0]).abs();
        let total = differing.len();
        // The sort is stable, so of equal games the first is shown.
        differing.sort_by(|a, b| points(b).total_cmp(&points(a)));
        let seeds = differing.iter().take(SHOWN).map(|block| plan.seed_of(block.number)).collect();
        let verdict = if stops(1) && !stops(0) { WorthVerdict::Needed } else { judge(&changes) };
        PartWorth { verdict, changes, blocks: count, differing: total, seeds }
    };
    compared.iter().map(worth).collect()
}

/// Judges a part by the changes without it.
fn judge(changes: &[(Measure, MeasuredChange)]) -> WorthVerdict {
    let differs = |change: &MeasuredChange| change.verdict == VersionVerdict::Differs;
    let is_tax = |(measure, change): &(Measure, MeasuredChange)| {
        *measure == Measure::Points && differs(change) && change.difference.interval.estimate > 0.0
    };
    match () {
        () if changes.iter().any(is_tax) => WorthVerdict::Tax,
        () if changes.iter().any(|(_, change)| differs(change)) => WorthVerdict::Useful,
        () if !changes.is_empty() && changes.iter().all(|(_, change)| change.verdict == VersionVerdict::Same) => {
            WorthVerdict::Dead
        }
        () => WorthVerdict::Unknown,
    }
}
