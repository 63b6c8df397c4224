//! Measures the cost of empty rule functions: plays games of a built-in pack with and without one kind of function. The
//! games are otherwise the same, so the difference is the cost of the function.

use tilewright_core::catalog::Value;
use tilewright_kit::packs::load::{Loaded, Request, library, load_from};

use super::error::{BenchError, fault_in_game};
use super::{functions, measure_time, nanos};
use crate::bot::Random;
use crate::play::GameTable;
use crate::seeds;
use crate::simulate::{GamePlan, simulate_with};
use crate::stats::MeasurementSpread;

/// Files of the built-in pack.
const FILES: [(&str, &str); 6] = [
    ("pack.ron", include_str!("probe/pack.ron")),
    ("tiles.ron", include_str!("probe/tiles.ron")),
    ("rules/offers.lua", include_str!("probe/rules/offers.lua")),
    ("rules/reacts.lua", include_str!("probe/rules/reacts.lua")),
    ("rules/steps.lua", include_str!("probe/rules/steps.lua")),
    ("rules/asks.lua", include_str!("probe/rules/asks.lua")),
];

/// Number of options that the variant `many` has in addition to those of `few`.
const FURTHER_OPTIONS: f64 = 20.0;

/// Cost of empty functions, in nanoseconds of CPU time.
#[derive(Clone, Debug, Default)]
pub struct Empty {
    /// Cost of an `offer` for a placement that examines no option.
    pub offer: MeasurementSpread,
    /// Average number of options at that placement.
    pub options: f64,
    /// Cost of an `on` for a placed tile.
    pub on: MeasurementSpread,
    /// Cost of a step that starts and ends.
    pub step: MeasurementSpread,
    /// Cost of one option of a question: a rule adds a number to a list and asks for one of the numbers.
    pub option: MeasurementSpread,
}

/// The pack with one kind of function.
struct Variant {
    table: GameTable,
    /// Average number of entries into its functions per game.
    entered: f64,
}

/// Measures the cost of empty functions.
///
/// # Errors
/// The built-in pack fails, which the packs of a user cannot cause.
pub fn empty(games: u64, runs: usize, seed: u64) -> Result<Empty, BenchError> {
    let [mut nothing, mut offers, mut reacts, mut steps, mut few, mut many] = [
        variant("nothing", seed)?,
        variant("offers", seed)?,
        variant("reacts", seed)?,
        variant("steps", seed)?,
        variant("asks_few", seed)?,
        variant("asks_many", seed)?,
    ];
    let mut all: [Vec<f64>; 4] = Default::default();
    // The first run fills the caches and is not counted.
    for run in 0..=runs.max(1) {
        let without = nothing.run(games, seed)?;
        let of = [&mut offers, &mut reacts, &mut steps].map(|with| {
            let time = with.run(games, seed)?;
            Ok::<f64, BenchError>((time - without) / with.entered)
        });
        let asked = (many.run(games, seed)? - few.run(games, seed)?) / few.questions() / FURTHER_OPTIONS;
        if run > 0 {
            let [offer, on, step] = of;
            for (all, one) in all.iter_mut().zip([offer?, on?, step?, asked]) {
                all.push(one);
            }
        }
    }
    let [offer, on, step, option] = all.map(MeasurementSpread::from_values);
    let one = GamePlan { games: 20, seats: 2, seed, threads: 1 };
    let options = simulate_with(&|| probe("nothing").machine(), &one, &|_| {})?.placements_per_turn();
    Ok(Empty { offer, options, on, step, option })
}

impl Variant {
    /// Plays games and returns the time of one in nanoseconds.
    fn run(&mut self, games: u64, seed: u64) -> Result<f64, BenchError> {
        let (time, done) = measure_time(|| {
            (0..games).try_for_each(|game| {
                let own = seeds::of_game(seed, game);
                self.table.play(own, &mut Random).map(drop).map_err(fault_in_game(game, own))
            })
        });
        done?;
        Ok(nanos(time, games))
    }

    /// Returns the number of questions in a game. A step that asks is entered at its beginning and again with the
    /// answer.
    fn questions(&self) -> f64 {
        self.entered / 2.0
    }
}

fn variant(hook: &str, seed: u64) -> Result<Variant, BenchError> {
    let loaded = probe(hook);
    let costs = functions(&loaded, 2, 20, seed)?;
    let entered = costs.iter().map(|cost| cost.entered).sum();
    Ok(Variant { table: GameTable::new(loaded.machine()?, 2)?, entered })
}

fn probe(hook: &str) -> Loaded {
    let mut world = library();
    for (path, text) in FILES {
        world.add_file("probe", path, text);
    }
    load_from(&world, &Request::new(["probe"]).with_option("probe:hook", Value::text(hook)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_is_entered_as_often_as_a_tile_is_placed() {
        let entered = |hook| variant(hook, 1).unwrap().entered;
        assert_eq!(entered("nothing"), 0.0);
        for hook in ["offers", "reacts", "steps"] {
            assert_eq!(entered(hook), 71.0, "{hook}");
        }
        for hook in ["asks_few", "asks_many"] {
            assert_eq!(entered(hook), 2.0 * 71.0, "{hook}: at the beginning and with the answer");
        }
    }

    #[test]
    fn functions_that_do_nothing_change_no_game() {
        let played = |hook| {
            let plan = GamePlan { games: 3, seats: 2, seed: 1, threads: 1 };
            let summary = simulate_with(&|| probe(hook).machine(), &plan, &|_| {}).unwrap();
            (summary.placements_per_turn().to_bits(), summary.turns.sum)
        };
        for hook in ["offers", "reacts", "steps"] {
            assert_eq!(played(hook), played("nothing"), "{hook}");
        }
        assert_eq!(played("asks_few"), played("asks_many"));
    }
}
