//! Tests games that must go the same way: turned, with exchanged seats, with idle packs, and with everything renamed.

use std::sync::Arc;

use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::{Machine, Stop};
use tilewright_core::state::Game;
use tilewright_core::state::chance::{ChanceOrder, Generator, Seed};
use tilewright_core::state::decision::Pick;
use tilewright_kit::packs::load::{Loaded, Request, load_from};
use tilewright_pack::World;

use crate::content;

/// Returns the base pack with its texts changed by a function of path and text, possibly under another id.
fn world(id: &str, change: &dyn Fn(&str, &str) -> String) -> World {
    let mut world = World::default();
    for (name, text) in tilewright_script::library() {
        world.add_module(name, text);
    }
    for (path, text) in content().find("carcassonne").unwrap().read().unwrap() {
        world.add_file(id, &path, &change(&path, &text));
    }
    world
}

fn as_it_is(_: &str, text: &str) -> String {
    text.to_owned()
}

fn load_packs(world: &World, packs: &[&str]) -> Loaded {
    let loaded = load_from(world, &Request::new(packs.iter().copied()));
    let errors: Vec<String> = loaded.errors().map(|d| format!("{} {}", d.code, d.message)).collect();
    assert!(loaded.is_playable(), "{errors:?}");
    loaded
}

/// Plays two games in parallel: the first at random, the second with picks that a function derives from those. The
/// second game is arranged before it starts.
fn side_by_side(
    one: &Loaded,
    two: &Loaded,
    seats: u8,
    seed: u64,
    arrange: &dyn Fn(&mut Game),
    convert: &dyn Fn(&Game, &Game, Pick) -> Pick,
) -> (Box<Game>, Box<Game>) {
    let (mut machine, mut other): (Machine, Machine) = (one.machine().unwrap(), two.machine().unwrap());
    // The first order does not depend on names, which some twins change.
    let chance = Seed { number: seed, order: ChanceOrder::Sequence };
    let (mut game, mut twin) = (machine.new_game(seats, chance).unwrap(), other.new_game(seats, chance).unwrap());
    arrange(&mut twin);
    let mut random = Generator::new(seed ^ 0xabc);
    loop {
        let stop = machine.run(&mut game).unwrap();
        assert_eq!(other.run(&mut twin).unwrap(), stop, "seed {seed}");
        if stop == Stop::Over {
            return (game, twin);
        }
        let (decision, same) = (game.decision().unwrap(), twin.decision().unwrap());
        assert_eq!(decision.options.count(), same.options.count(), "seed {seed}");
        let pick = decision.options.get(&game, random.below(decision.options.count())).unwrap();
        let meant = convert(&game, &twin, pick);
        assert!(same.options.contains(&twin, meant), "seed {seed}: {meant:?} is not an option");
        machine.answer(&mut game, pick).unwrap();
        other.answer(&mut twin, meant).unwrap();
    }
}

fn same_pick(_: &Game, _: &Game, pick: Pick) -> Pick {
    pick
}

fn nothing(_: &mut Game) {}

#[test]
fn turning_the_whole_game_by_a_quarter_changes_no_score() {
    let straight = load_packs(&world("carcassonne", &as_it_is), &["carcassonne"]);
    let turned = world("carcassonne", &|path, text| {
        let mut text = text.to_owned();
        if path == "pack.ron" {
            let start = "(tile: \"D\", at: (0, 0), ";
            assert!(text.contains(start), "the start tile is written otherwise");
            text = text.replace(start, &format!("{start}turn: 1, "));
        }
        text
    });
    let turned = load_packs(&turned, &["carcassonne"]);
    let quarter = |_: &Game, _: &Game, pick| match pick {
        Pick::Placement { cell, turn } => {
            Pick::Placement { cell: Cell::new(-cell.y, cell.x), turn: Turn((turn.0 + 1) % 4) }
        }
        // Segments are numbered in the order of placement.
        other => other,
    };
    for seed in 0..100 {
        let (game, twin) = side_by_side(&straight, &turned, 2, seed, &nothing, &quarter);
        assert_eq!(game.scores(), twin.scores(), "seed {seed}");
    }
}

#[test]
fn exchanging_seats_exchanges_their_scores() {
    let base = load_packs(&world("carcassonne", &as_it_is), &["carcassonne"]);
    let later = |game: &mut Game| game.arrange_first(Seat(1)).unwrap();
    for seed in 0..100 {
        let seats = 2 + (seed % 4) as u8;
        let (game, twin) = side_by_side(&base, &base, seats, seed, &later, &same_pick);
        let mut scores = twin.scores().to_vec();
        scores.rotate_left(1);
        assert_eq!(game.scores(), scores, "seed {seed}");
    }
}

const IDLE: &str = r#"Pack(id: "ID", version: "1.0.0", format: 1, title: "ID", authors: ["A"], licence: "MIT", MORE)"#;

fn add(world: &mut World, id: &str, more: &str) {
    world.add_file(id, "pack.ron", &IDLE.replace("ID", id).replace("MORE", more));
}

#[test]
fn an_idle_pack_changes_nothing() {
    let mut world = world("carcassonne", &as_it_is);
    add(&mut world, "aaa", "");
    add(&mut world, "zzz", "needs: [\"carcassonne\"]");
    let alone = load_packs(&world, &["carcassonne"]);
    for packs in [&["aaa", "carcassonne"][..], &["carcassonne", "zzz"], &["zzz", "carcassonne", "aaa"]] {
        let more = load_packs(&world, packs);
        for seed in 0..20 {
            let (game, twin) = side_by_side(&alone, &more, 3, seed, &nothing, &same_pick);
            assert_eq!(game.fingerprint(), twin.fingerprint(), "{packs:?}, seed {seed}");
        }
    }
}

#[test]
fn packs_that_do_not_need_each_other_may_be_named_in_any_order() {
    let mut world = world("carcassonne", &as_it_is);
    let tiles = |id: &str| {
        format!(
            "Tiles([(id: \"{id}\", count: 3, edges: (n: road, e: road, s: field, w: field), parts: [road(at: [N, E])])])"
        )
    };
    for (pack, tile) in [("one_more", "OM"), ("two_more", "TM")] {
        add(&mut world, pack, "needs: [\"carcassonne\"]");
        world.add_file(pack, "tiles.ron", &tiles(tile));
    }
    let one = load_packs(&world, &["carcassonne", "one_more", "two_more"]);
    let two = load_packs(&world, &["two_more", "one_more"]);
    assert_eq!(one.catalog().unwrap().packs, two.catalog().unwrap().packs);
    for seed in 0..20 {
        let (game, twin) = side_by_side(&one, &two, 3, seed, &nothing, &same_pick);
        assert_eq!(game.board().tiles().len() + game.set_aside().len(), 78);
        assert_eq!(game.fingerprint(), twin.fingerprint(), "seed {seed}");
    }
}

/// Returns two independent packs with rules on the pond: one scores more, the other counts and asks.
fn strangers() -> World {
    let mut world = crate::pond::world();
    world.add_file("glow", "pack.ron", &crate::pond::head("glow", "books: [shine], rules: [(use: \"glow\")]"));
    world.add_file(
        "glow",
        "rules/glow.lua",
        "amend(\"lamp\", { tag = \"shade\", stage = \"raise\" }, function(sheet) sheet:raise(\"tile\", 2, \"glow\") end)\n\
         on(\"deployed\", function(ev) award(ev.seat, 1, \"shine\") end)\n",
    );
    let step = "steps: [(after: \"place\", step: script(name: \"swim\"))], rules: [(use: \"swim\")]";
    world.add_file("swim", "pack.ron", &crate::pond::head("swim", step));
    world.add_file(
        "swim",
        "rules/swim.lua",
        "step(\"swim\", function(seat)\n    count(\"laps\", ask(seat, \"laps\", { 1, 2, 3 }), seat)\nend)\n\
         on(\"counted\", function(ev) if ev.amount == 3 then award(ev.seat, 1, \"bonus\") end end)\n",
    );
    world
}

#[test]
fn packs_with_rules_that_do_not_know_each_other_may_be_named_in_any_order() {
    let world = strangers();
    let one = load_packs(&world, &["glow", "swim"]);
    for packs in [&["swim", "glow"][..], &["swim", "pond", "glow"], &["pond", "glow", "swim"]] {
        let other = load_packs(&world, packs);
        for seed in 0..20 {
            let (game, twin) = side_by_side(&one, &other, 3, seed, &nothing, &same_pick);
            assert_eq!(game.fingerprint(), twin.fingerprint(), "{packs:?}, seed {seed}");
            assert!(game.scores().iter().sum::<i32>() > 0);
        }
    }
    // Each pack alone has the same result as with the other: neither changes the points of the other.
    let glow = load_packs(&world, &["glow"]);
    assert_eq!(glow.catalog().unwrap().packs.len(), 2);
}

/// Replaces whole words, except for the names of fields.
fn rename(text: &str, names: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic()) {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let names_a_field = after.starts_with(':');
        let new = names.iter().find(|(old, _)| *old == word && !names_a_field).map_or(word, |(_, new)| new);
        out.push_str(new);
        rest = after;
    }
    out + rest
}

#[test]
fn a_copy_with_every_id_renamed_scores_the_same() {
    let base = load_packs(&world("carcassonne", &as_it_is), &["carcassonne"]);
    let kinds: Vec<String> =
        base.catalog().unwrap().kinds.ids().map(|k| base.catalog().unwrap().kinds.key(k)).collect();
    let other = world("copy", &|path, text| {
        if path.starts_with("texts/") {
            return String::from("Texts(\"en\", {})");
        }
        // One way of counting has the same name as a terrain.
        let mut text = text.replace("by: \"field\"", "by: \"BY\"").replace("per_farm: field", "per_farm: BY");
        for kind in &kinds {
            text = text.replace(&format!("\"{kind}\""), &format!("\"x{kind}\""));
        }
        let names = [
            ("carcassonne", "copy"),
            ("road", "track"),
            ("city", "reef"),
            ("cloister", "lamp"),
            ("field", "sand"),
            ("follower", "crab"),
            ("pennant", "pearl"),
            ("bushes", "weeds"),
        ];
        rename(&text, &names).replace("BY", "field")
    });
    let loaded_copy = load_from(&other, &Request { lints: false, ..Request::new(["copy"]) });
    let errors: Vec<String> = loaded_copy.errors().map(|d| format!("{} {}", d.code, d.message)).collect();
    assert!(loaded_copy.is_playable(), "{errors:?}");
    let catalog = Arc::clone(loaded_copy.catalog().unwrap());
    assert!(catalog.terrains.find("road").is_none() && catalog.kinds.find("D").is_none());
    for seed in 0..100 {
        let (game, twin) = side_by_side(&base, &loaded_copy, 2, seed, &nothing, &same_pick);
        assert_eq!(game.scores(), twin.scores(), "seed {seed}");
        assert_eq!(game.fingerprint(), twin.fingerprint(), "seed {seed}");
    }
}
