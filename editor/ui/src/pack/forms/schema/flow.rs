//! The flow of a game: its steps, and the changes of steps.

use std::sync::LazyLock;

use super::make::{field, list, map, or, single, with_conditions, words};
use super::table::help_of;
use super::{Field, Kind, Section, Sort};

/// The kinds of steps, each with its fields.
pub static STEPS: LazyLock<Vec<(&'static str, Vec<Field>)>> = LazyLock::new(|| {
    fn fields(own: Vec<Field>) -> Vec<Field> {
        let mut all = vec![field("name", Kind::Text, "help-step-name")];
        all.extend(own);
        all.push(field("each_seat", Kind::Flag, "help-step-each-seat"));
        with_conditions(all)
    }
    let from = || field("from", Kind::Name(Sort::Bag), "help-step-from");
    let unplayable = || or("set_aside", field("unplayable", words(&["set_aside", "return"]), "help-step-unplayable"));
    vec![
        ("draw", fields(vec![from(), unplayable()])),
        ("refill", fields(vec![from(), field("size", Kind::Int, "help-step-size")])),
        ("choose", fields(vec![from(), unplayable()])),
        ("lay", fields(vec![from()])),
        ("place", fields(vec![])),
        ("deploy", fields(vec![field("figures", list(Kind::Name(Sort::Figure)), "help-step-figures")])),
        ("score", fields(vec![])),
        ("score_rest", fields(vec![])),
        ("script", fields(vec![])),
        ("repeat", fields(vec![field("steps", list(Kind::Step), "help-step-steps")])),
    ]
});

pub(super) fn flow() -> [Section; 2] {
    let steps = || list(Kind::Step);
    let flow = vec![
        field("override", Kind::Flag, "help-override"),
        field("setup", steps(), "help-flow-setup"),
        field("turn", steps(), "help-flow-turn"),
        field("closing", steps(), "help-flow-closing"),
        field("finish", steps(), "help-flow-finish"),
        field("parts", map(Kind::Text, steps()), "help-flow-parts"),
        field("tie_breaks", list(Kind::Name(Sort::Counter)), "help-flow-tie-breaks"),
        field("ends_with", list(Kind::Name(Sort::Bag)), "help-flow-ends-with"),
        field("score_track", Kind::Int, "help-flow-score-track"),
        field("open_hands", Kind::Flag, "help-flow-open-hands"),
        field("max_steps", Kind::Int, "help-flow-max-steps"),
    ];
    let whole = single("flow", "pane-flow", false, flow);
    let target = || Kind::Either(vec![("form-either-one", Kind::Text), ("form-either-names", list(Kind::Text))]);
    let change = with_conditions(vec![
        field("before", target(), "help-change-before"),
        field("after", target(), "help-change-after"),
        field("replace", target(), "help-change-replace"),
        field("remove", target(), "help-change-remove"),
        field("wrap", target(), "help-change-wrap"),
        field("append", Kind::Text, "help-change-append"),
        field("prepend", Kind::Text, "help-change-prepend"),
        field("step", Kind::Step, "help-change-step"),
    ]);
    [whole.clone(), Section { name: "steps", help: help_of("steps"), single: false, fields: change, ..whole }]
}
