//! Wraps rules in a layer that changes some of their methods.

use std::sync::Arc;

use crate::catalog::Origin;
use crate::catalog::id::{SegmentId, Symbol};
use crate::catalog::seat::Seat;
use crate::machine::fault::Fault;
use crate::machine::restrict::PlacementQuery;
use crate::machine::rules::{Hooks, LineCount, PickedOption, Progress, Rules, ScoreRuleId};
use crate::state::Game;
use crate::state::decision::Amended;
use crate::state::happening::Occasion;
use crate::state::question::{Handler, RunId};
use crate::state::sheet::Sheet;

/// Declares the trait [`RulesLayer`], whose methods forward to the wrapped rules, and implements [`Rules`] with them.
macro_rules! forward {
    (
        read { $(fn $read:ident($($r:ident: $read_type:ty),*) $(-> $read_result:ty)?;)+ }
        change { $(fn $change:ident($($c:ident: $change_type:ty),*) $(-> $change_result:ty)?;)+ }
    ) => {
        /// Rules that wrap other rules. Every method of [`Rules`] forwards to the wrapped rules unless the layer
        /// overrides it.
        pub trait RulesLayer {
            /// Returns the wrapped rules.
            fn inner(&self) -> &dyn Rules;

            /// Returns the wrapped rules for changes.
            fn inner_mut(&mut self) -> &mut dyn Rules;

            $(
                #[doc = concat!("Replaces [`Rules::", stringify!($read), "`].")]
                fn $read(&self, $($r: $read_type),*) $(-> $read_result)? {
                    self.inner().$read($($r),*)
                }
            )+

            $(
                #[doc = concat!("Replaces [`Rules::", stringify!($change), "`].")]
                fn $change(&mut self, $($c: $change_type),*) $(-> $change_result)? {
                    self.inner_mut().$change($($c),*)
                }
            )+
        }

        impl<L: RulesLayer> Rules for L {
            $(
                fn $read(&self, $($r: $read_type),*) $(-> $read_result)? {
                    RulesLayer::$read(self, $($r),*)
                }
            )+

            $(
                fn $change(&mut self, $($c: $change_type),*) $(-> $change_result)? {
                    RulesLayer::$change(self, $($c),*)
                }
            )+
        }
    };
}

forward! {
    read {
        fn hooks() -> &Hooks;
        fn registration(handler: Handler) -> Option<(Origin, String)>;
        fn symbol(symbol: Symbol) -> &str;
        fn symbols() -> Vec<Arc<str>>;
        fn waits(run: RunId) -> bool;
        fn remembers() -> Option<Box<Fault>>;
        fn lines() -> Option<Vec<LineCount>>;
        fn ticks() -> u64;
    }
    change {
        fn score(
            game: &mut Box<Game>,
            rule: ScoreRuleId,
            segment: SegmentId,
            last: bool,
            sheet: &mut Sheet
        ) -> Result<(), Box<Fault>>;
        fn offer(
            game: &mut Box<Game>,
            handler: Handler,
            seat: Seat,
            options: &mut Amended
        ) -> Result<(), Box<Fault>>;
        fn restrict(game: &mut Box<Game>, asked: PlacementQuery<'_>) -> Result<(), Box<Fault>>;
        fn call(game: &mut Box<Game>, handler: Handler, occasion: &Occasion) -> Result<bool, Box<Fault>>;
        fn start(
            game: &mut Box<Game>,
            handler: Handler,
            occasion: &Occasion
        ) -> Result<(RunId, Progress), Box<Fault>>;
        fn resume(
            game: &mut Box<Game>,
            run: RunId,
            choice: Option<PickedOption>
        ) -> Result<(RunId, Progress), Box<Fault>>;
        fn reset();
        fn begin_game();
        fn begin_run(timed: bool);
        fn count_lines() -> bool;
    }
}
