//! Tests options of open questions that other seats do not see.

use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::view::VisibleDecision;

use super::{run_step, run_step_by};

/// Returns the secret options of the current decision, and the options that the other seat sees.
fn split(game: &Game) -> (String, String) {
    let decision = game.decision().unwrap();
    let secret: Vec<String> = decision.options.secrets().map(|pick| decision.options.key(game, pick)).collect();
    let open: Vec<String> = match game.view(Some(Seat(1 - decision.seat.0))).decision() {
        Some(VisibleDecision::Partly(part)) => part.keys().collect(),
        Some(VisibleDecision::Open(all)) => all.options.iter(game).map(|pick| all.options.key(game, pick)).collect(),
        _ => Vec::new(),
    };
    (secret.join(" "), open.join(" "))
}

/// Returns a step that asks with some options, and awards points by the chosen one.
fn asking(options: &str, settings: &str) -> String {
    format!(
        "step('probe', function(seat)
            local chosen, which = ask(seat, 'lay', {options}, {settings})
            award(seat, if chosen == nil then 1 elseif chosen == 'up' then 2 elseif type(which) == 'number' then 10 + which else 3, 'bonus')
        end)"
    )
}

#[test]
fn a_question_has_open_and_secret_options() {
    let options = "{ 'up', { key = 'down', secret = true }, { key = 'at:', each = { 4, 5 }, secret = true },
        { key = 'to:', each = { 6 }, secret = false } }";
    let module = asking(options, "{ none = 'pass' }");
    let modules = [("base/rules/p.lua", &*module)];
    let asked = run_step(&modules, |_| {});
    assert_eq!(split(&asked), ("down at:4 at:5".into(), "up to:6 pass".into()));
    let take = |key: &'static str| run_step_by(&modules, |_| {}, |ask| (ask == "lay").then_some(key)).scores()[0];
    assert_eq!(["pass", "up", "down", "at:5", "to:6"].map(take), [1, 2, 3, 15, 16]);
}

#[test]
fn a_secret_question_has_no_open_options() {
    let module = asking("{ 'up', { key = 'down', secret = true } }", "{ secret = true }");
    let asked = run_step(&[("base/rules/p.lua", &module)], |_| {});
    assert_eq!(split(&asked), ("down".into(), String::new()));
    let module = asking("{ 'up', { key = 'down' } }", "{}");
    let asked = run_step(&[("base/rules/p.lua", &module)], |_| {});
    assert_eq!(split(&asked), (String::new(), "up down".into()));
}

/// Checks that the features of a set are listed if some of its options are secret.
#[test]
fn features_of_a_set_can_be_secret_options() {
    let set = "each = { of = { 'town', 'field' }, which = 'unfinished' }";
    let with_set = |secret: &str| asking(&format!("{{ {{ key = 'by ', {set}{secret} }} }}"), "{}");
    let open = run_step(&[("base/rules/p.lua", &with_set(""))], |_| {});
    let hidden = run_step(&[("base/rules/p.lua", &with_set(", secret = true"))], |_| {});
    assert_eq!(split(&hidden), (split(&open).1, String::new()));
    assert!(split(&open).0.is_empty() && split(&open).1.contains("by "));
}

#[test]
fn rules_offer_secret_options() {
    let offer = "offer('place', function(options)
        options:add('down', 'lay', nil, { secret = true })
        options:add('up', 'lay', nil, { secret = false })
        options:add_each('at:', 'lay', { 4, 5 }, 4, { secret = true })
    end)
    chosen('lay', function(seat, n) award(seat, n or 1, 'bonus') end)";
    let asked = run_step(&[("base/rules/o.lua", offer), ("base/rules/p.lua", "step('probe', function() end)")], |_| {});
    let (secret, open) = split(&asked);
    assert_eq!(secret, "down at:5");
    assert!(open.ends_with(" up") && !open.contains("at:"), "{open}");
}
