//! Tests idle packs next to each shipped pack: one declines every effect, one performs it itself, one asks first, one
//! listens, one waits, one offers options. Only their own questions may change the game.
//!
//! The rules are generated from the tables of events and effects, so that new rows are tested at once. Every game is
//! played without the pack and then again with it, with the same answers: the questions, the events and their order
//! must match, and the end must have the same fingerprint.
//!
//! `TILEWRIGHT_GAMES=200` plays that many games of each pack instead of a few, and prints their number.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use tilewright_core::catalog::flow::{Step, StepKind};
use tilewright_core::machine::Stop;
use tilewright_core::session::Session;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::event::Event;
use tilewright_core::state::happening::FieldValue;
use tilewright_kit::packs::load::{Loaded, Request, load_from};
use tilewright_pack::World;
use tilewright_script::{EFFECTS, EVENTS, EventSchema};

use crate::content;

/// Returns a world with the library and all shipped packs.
fn shipped_world() -> World {
    let mut world = World::default();
    for (name, text) in tilewright_script::library() {
        world.add_module(name, text);
    }
    for found in content().list().unwrap() {
        world.packs.insert(found.id.as_str().into(), found.read().unwrap());
    }
    world
}

/// Beginning of the ids of all questions of the added pack.
const OWN: &str = "beside";

/// Returns Lua code that reads every field of an event.
fn reads(told: &EventSchema) -> String {
    told.fields.iter().map(|field| format!(" look(ev.{})", field.name)).collect()
}

/// Returns Lua code that repeats an effect from the fields of its event; `None` if they do not suffice.
fn repeating_code(effect: &str) -> Option<&'static str> {
    Some(match effect {
        "place" => "place_tile(ev.kind, ev.cell, ev.turn, { seat = ev.seat, free = true, reason = ev.reason })",
        "deploy" => {
            "local slot = if ev.zone then ev.slot else nil\n\
             local place = ev.segment or ev.cell or ev.zone\n\
             if ev.figure then move(ev.figure, place, slot) else deploy(ev.figure_kind, ev.seat, place, slot) end"
        }
        "take_home" => "take_home(ev.figure, { reason = ev.reason })",
        "award" => "award(ev.seat, ev.points, ev.book, ev.segment, ev.reason)",
        "move_token" => {
            "if not (ev.segment or ev.cell) then return false end\nmove_token(ev.token, ev.segment or ev.cell)"
        }
        "end_game" => "end_game({ winners = ev.winners, result = ev.result, reason = ev.reason })",
        "retire" => "retire(ev.seat, ev.reason)",
        "take_up" => {
            "local how = { bag = ev.bag, hand = ev.hand, seat = ev.seat, reason = ev.reason }\n\
             if ev.by then replace_tile(ev.tile, ev.by, ev.turn, how) else take_up(ev.tile, how) end"
        }
        "move_tile" => "move_tile(ev.tile, ev.cell, ev.turn, { free = true, seat = ev.seat, reason = ev.reason })",
        // The events do not fully identify the counter, or the change of a bag.
        "count" | "put_back" => return None,
        _ => panic!("how is `{effect}` done again?"),
    })
}

/// Returns the rules of each added pack: its name, the text of its module, and true if a step follows every step.
fn packs_beside(asked: &BTreeSet<String>) -> Vec<(&'static str, String, bool)> {
    let head = "--- Does nothing but be there.\n--- @source Invented.\n\
                local function look(value) return value == nil end\n";
    let with = |body: &dyn Fn(&EventSchema) -> String, of: &[EventSchema]| -> String {
        of.iter().fold(head.to_owned(), |text, told| text + &body(told) + "\n")
    };
    let replaces = |asks: bool, act: &dyn Fn(&EventSchema) -> String| {
        let options = if asks { "{ asks = true }, " } else { "" };
        with(&|t| format!("replace(\"{}\", {options}function(ev)\n{}\nend)", t.name, act(t)), &EFFECTS)
    };
    let question = |t: &EventSchema| {
        let seat = if t.fields.iter().any(|f| f.name == "seat") { "ev.seat or active_seat()" } else { "active_seat()" };
        format!("ask({seat}, \"{OWN} {}\", {{ \"on\", \"and on\" }})", t.name)
    };
    let twice = |t: &EventSchema| repeating_code(t.name).map_or("return false".to_owned(), str::to_owned);
    let mut offers = head.to_owned();
    let mut looks = head.to_owned();
    for ask in asked {
        let name = format!("{ask:?}");
        writeln!(
            offers,
            "offer({name}, function(options) options:add(\"beside\", \"beside\") options:remove(\"beside\") end)"
        )
        .unwrap();
        writeln!(looks, "offer({name}, function(options) if options:has(\"beside\") then options:remove(\"beside\") end look(options:count()) look(#options:keys()) end)").unwrap();
    }
    offers.push_str("chosen(\"beside\", function() end)\n");
    let waits = with(&|t| format!("on(\"{}\", {{ asks = true }}, function(ev) wait()\nend)", t.name), &EVENTS);
    vec![
        ("declines", replaces(false, &|_| "return false".to_owned()), false),
        ("reads and declines", replaces(true, &|t| reads(t) + " return false"), false),
        ("waits and declines", replaces(true, &|_| "wait() return false".to_owned()), false),
        ("asks and declines", replaces(true, &|t| question(t) + " return false"), false),
        ("does it itself", replaces(false, &twice), false),
        ("asks and does it itself", replaces(true, &|t| question(t) + " wait()\n" + &twice(t)), false),
        ("listens", with(&|t| format!("on(\"{}\", function(ev){} end)", t.name, reads(t)), &EVENTS), false),
        ("waits", waits, true),
        ("offers", offers, false),
        ("looks at options", looks, false),
    ]
}

/// Returns the steps of a game, by list and name.
fn steps_of(loaded: &Loaded) -> BTreeSet<(String, String)> {
    fn names(list: &str, steps: &[Step], found: &mut BTreeSet<(String, String)>) {
        for step in steps {
            found.insert((list.to_owned(), step.name.to_string()));
            if let StepKind::Repeat(body) = &step.kind {
                names(list, body, found);
            }
        }
    }
    let flow = &loaded.catalog().unwrap().flow;
    let mut found = BTreeSet::new();
    let lists = [("setup", &flow.setup), ("turn", &flow.turn), ("closing", &flow.closing), ("finish", &flow.finish)];
    let lists = lists.into_iter().map(|(name, steps)| (name.to_owned(), steps));
    for (name, steps) in lists.chain(flow.parts.iter().map(|(name, steps)| (format!("parts/{name}"), steps))) {
        names(&name, steps, &mut found);
    }
    found
}

/// Loads an added pack on top of another, with rules and possibly a step after every step.
fn load_added_pack(world: &World, pack: &str, rules: &str, after: &BTreeSet<(String, String)>) -> Loaded {
    let (mut steps, mut rules) = (String::new(), rules.to_owned());
    for (number, (list, name)) in after.iter().enumerate() {
        write!(steps, "(after: \"{list}/{name}\", step: script(name: \"{OWN}_{number}\")), ").unwrap();
        writeln!(rules, "step(\"{OWN}_{number}\", function() wait() wait() end)").unwrap();
    }
    let head = format!(
        "Pack(id: \"{OWN}\", version: \"1.0.0\", format: 1, title: \"Beside\", authors: [\"A\"], licence: \"MIT\", \
         needs: [\"{pack}\"], steps: [{steps}], rules: [(use: \"{OWN}\")])"
    );
    let mut world = world.clone();
    world.add_file(OWN, "pack.ron", &head);
    world.add_file(OWN, &format!("rules/{OWN}.lua"), &rules);
    let loaded = load_from(&world, &Request { lints: false, ..Request::new([OWN]) });
    let errors: Vec<String> =
        loaded.diagnostics.iter().filter(|d| d.is_error()).map(|d| format!("{} {}", d.code, d.message)).collect();
    assert!(loaded.is_playable(), "{pack}: {errors:#?}\n{rules}");
    loaded
}

/// Transcript of a played game: questions, answers, events, and the end.
#[derive(Default)]
struct GameTranscript {
    answers: Vec<(String, String)>,
    events: Vec<String>,
    scores: Vec<i32>,
    print: u64,
}

fn finish(session: &Session, played: &mut GameTranscript) {
    let game = session.game();
    // Numbers of texts depend on the texts of all packs.
    let told = |event: &Event| {
        let mut told = event.kind().name().to_owned();
        event.what.each_field(|name, value| match value {
            FieldValue::Reason(reason) => told.push_str(&format!(" {name} {}", session.symbol(reason))),
            value => told.push_str(&format!(" {name} {value:?}")),
        });
        told
    };
    played.events = game.journal().unwrap().events.iter().map(told).collect();
    played.scores = game.scores().to_vec();
    played.print = game.fingerprint();
}

/// Plays a game at random.
fn play(loaded: &Loaded, seats: u8, seed: u64) -> GameTranscript {
    let mut random = Generator::new(seed ^ 0xbe51de);
    let mut session = Session::new(loaded.machine_for(seats).unwrap(), seats, seed).unwrap();
    let mut stop = session.start().unwrap();
    let mut played = GameTranscript::default();
    while stop == Stop::Decision {
        let decision = session.decision().unwrap();
        let pick = decision.options.get(session.game(), random.below(decision.options.count())).unwrap();
        played.answers.push((decision.ask.to_string(), decision.options.key(session.game(), pick)));
        stop = session.answer(pick).unwrap();
    }
    finish(&session, &mut played);
    played
}

/// Plays with the answers of another game, and returns the first difference; ignores questions of the added pack.
fn follow(loaded: &Loaded, seats: u8, seed: u64, other: &GameTranscript) -> Result<(), String> {
    let mut session = Session::new(loaded.machine_for(seats).unwrap(), seats, seed).unwrap();
    let mut stop = session.start().map_err(|fault| fault.to_string())?;
    let mut left = other.answers.iter();
    let mut played = GameTranscript::default();
    while stop == Stop::Decision {
        let ask = session.decision().unwrap().ask.to_string();
        let key = if ask.starts_with(OWN) {
            "on"
        } else {
            match left.next() {
                Some((wanted, key)) if *wanted == ask => key,
                next => return Err(format!("asked `{ask}`, not {next:?}")),
            }
        };
        stop = session.answer_key(key).map_err(|refusal| format!("{ask}: {refusal}"))?;
    }
    if let Some(next) = left.next() {
        return Err(format!("over before {next:?}"));
    }
    finish(&session, &mut played);
    let (a, b) = (&other.events, &played.events);
    if let Some(at) = (0..a.len().max(b.len())).find(|&at| a.get(at) != b.get(at)) {
        return Err(format!("event {at}: {:?}, without it {:?}", b.get(at), a.get(at)));
    }
    if (&other.scores, other.print) != (&played.scores, played.print) {
        return Err(format!("the end differs: {:?}, without it {:?}", played.scores, other.scores));
    }
    Ok(())
}

/// Slow packs, with fewer games in this test.
const SLOW: [&str; 1] = ["entdecker"];

#[test]
fn packs_that_do_nothing_change_nothing() {
    let wanted: Option<u64> = std::env::var("TILEWRIGHT_GAMES").ok().and_then(|n| n.parse().ok());
    let only = std::env::var("TILEWRIGHT_PACKS").unwrap_or_default();
    let world = shipped_world();
    let mut wrong: Vec<String> = Vec::new();
    let mut count: BTreeMap<(String, &str), u64> = BTreeMap::new();
    for pack in world.packs.keys() {
        if !only.is_empty() && !only.split(',').any(|one| *one == **pack) {
            continue;
        }
        let base = load_from(&world, &Request { lints: false, ..Request::new([&**pack]) });
        let least = base.catalog().unwrap().seats.0.max(2);
        let games = wanted.unwrap_or(if SLOW.contains(&&**pack) { 1 } else { 2 });
        let played: Vec<(u8, GameTranscript)> = (0..games)
            .map(|seed| {
                let seats = (least + (seed % 2) as u8).min(base.catalog().unwrap().seats.1);
                (seats, play(&base, seats, seed))
            })
            .collect();
        let (steps, none) = (steps_of(&base), BTreeSet::new());
        let asked = played.iter().flat_map(|(_, p)| p.answers.iter().map(|(ask, _)| ask.clone()));
        let asked: BTreeSet<String> = asked.chain(steps.iter().map(|(_, name)| name.clone())).collect();
        for (name, rules, rests) in packs_beside(&asked) {
            let loaded = load_added_pack(&world, pack, &rules, if rests { &steps } else { &none });
            for (seed, (seats, other)) in (0..).zip(&played) {
                *count.entry((pack.to_string(), name)).or_default() += 1;
                if let Err(what) = follow(&loaded, *seats, seed, other) {
                    wrong.push(format!("{pack}, with a pack that {name}, seed {seed}: {what}"));
                    break;
                }
            }
        }
    }
    if wanted.is_some() {
        for ((pack, name), games) in &count {
            eprintln!("{pack}, with a pack that {name}: {games} games");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
