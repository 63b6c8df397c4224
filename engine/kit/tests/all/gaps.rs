//! Tests former mistakes of the engine, one test each: leaving a loop from a reaction, edges that are not their own
//! mirror, offers that leave no option, questions that cannot be copied, events before a question.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use tilewright_core::machine::Machine;
use tilewright_core::machine::fault::Fault;
use tilewright_core::machine::layer::RulesLayer;
use tilewright_core::machine::rules::{Progress, Rules};
use tilewright_core::session::replay::replay;
use tilewright_core::session::{Refusal, Session};
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::happening::Occasion;
use tilewright_core::state::question::{Handler, RunId};
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::load::{Loaded, Request, load, load_from};
use tilewright_script::Script;

use crate::pond::{errors, head, load_bad, session, world};

/// Loads the pond with a rule module and changed steps.
fn with_steps(lua: &str, steps: &str) -> Loaded {
    let mut world = world();
    world.add_file("bad", "pack.ron", &head("bad", &format!("steps: [{steps}], rules: [(use: \"bad\")]")));
    world.add_file("bad", "rules/bad.lua", lua);
    let loaded = load_from(&world, &Request::new(["bad"]));
    assert!(loaded.is_playable(), "{:?}", errors(&loaded));
    loaded
}

/// Answers with the first option until a question is reached.
fn answer_until(session: &mut Session, ask: &str) {
    for _ in 0..50 {
        let decision = session.decision().unwrap();
        if *decision.ask == *ask {
            return;
        }
        let pick = decision.options.get(session.game(), 0).unwrap();
        session.answer(pick).unwrap();
    }
    panic!("`{ask}` was never asked");
}

#[test]
fn leaving_a_loop_from_a_reaction_does_not_touch_the_step_that_comes_next() {
    let lua = "step(\"round\", function(seat) count(\"laps\", 1, seat) end)\n\
               on(\"counted\", function(ev) if counter(\"laps\", ev.seat) == 3 then leave(\"loop\") end end)\n\
               step(\"next\", function(seat) award(seat, counter(\"laps\", seat), \"bonus\") end)\n\
               step(\"then\", function(seat) ask(seat, \"done\", { \"yes\", \"no\" }) set_counter(\"laps\", 0, seat) end)\n";
    let steps = "(after: \"deploy\", step: repeat(name: \"loop\", steps: [script(name: \"round\")])), \
                 (after: \"loop\", step: script(name: \"next\")), (after: \"next\", step: script(name: \"then\"))";
    let loaded = with_steps(lua, steps);
    let mut session = session(&loaded);
    for turn in 1..=4 {
        answer_until(&mut session, "done");
        let laps = session.game().catalog().sources_points(&session);
        assert_eq!(laps, turn * 3, "every turn goes round three times, and the next step sees it");
        session.answer_key("yes").unwrap();
    }
}

/// Extension that sums the points of all seats under `bonus`.
trait BonusPoints {
    fn sources_points(&self, session: &Session) -> i32;
}

impl BonusPoints for tilewright_core::catalog::Catalog {
    fn sources_points(&self, session: &Session) -> i32 {
        let bonus = self.books.find("bonus").unwrap();
        session.game().book_points(bonus).iter().sum()
    }
}

#[test]
fn an_offer_that_removes_the_last_option_is_a_fault_that_names_it() {
    let empty = "offer(\"ASK\", function(options, seat)\n    if #tiles_on_board() < 4 then return end\n\
                 \x20   for _, key in options:keys() do options:remove(key) end\nend)\n";
    let again = "on(\"deployed\", { asks = true }, function(ev) ask(ev.seat, \"more\", { \"a\", \"b\" }) end)\n";
    // The question comes from a script or from the engine.
    for (ask, more) in [("more", again), ("place", "")] {
        let loaded = load_bad(&format!("{}{more}", empty.replace("ASK", ask)), false);
        let mut session = session(&loaded);
        let mut fault = None;
        for _ in 0..40 {
            let decision = session.decision().unwrap();
            let first = decision.options.get(session.game(), 0).unwrap();
            let before = session.game().fingerprint();
            if let Err(refusal) = session.answer(first) {
                assert_eq!(session.game().fingerprint(), before);
                fault = Some(refusal);
                break;
            }
        }
        let Some(Refusal::Fault(fault)) = fault else { panic!("{ask}: no fault") };
        assert_eq!((fault.code, &*fault.pack, &*fault.hook), ("S0411", "bad", &*format!("offer {ask}")), "{fault}");
        assert!(fault.place.ends_with("rules/bad.lua:1"), "{fault}");
    }
}

#[test]
fn edges_that_are_not_their_own_mirror_meet_their_mirror_only() {
    let pack = |edges: &str, tiles: &str| {
        let mut world = world();
        let head = head("shore", "").replace("needs: [\"pond\"], )", "");
        world.add_file(
            "shore",
            "pack.ron",
            &format!(
                "{head} seats: (1, 2), terrains: [(id: land), (id: sea, complete: closed)], edges: [{edges}], bags: [tiles], \
                 board: (presets: [(tile: \"A\", at: (0, 0), from: tiles)]), \
                 flow: (turn: [draw(from: tiles), place], ends_with: [tiles]), tiles: [{tiles}])"
            ),
        );
        load_from(&world, &Request::new(["shore"]))
    };
    let land = "(id: land, ports: [land])";
    let left = "(id: left, ports: [land, sea])";
    let right = "(id: right, ports: [sea, land], meets: [left])";
    let tile = |id: &str, n: &str, parts: &str| {
        format!("(id: \"{id}\", count: 4, edges: (n: {n}, e: land, s: land, w: land), parts: [{parts}])")
    };
    let coast =
        |id: &str, side: &str, l: &str, s: &str| tile(id, side, &format!("land(at: [{l}, E, S, W]), sea(at: [{s}])"));
    let alone = pack(&format!("{land}, {left}"), &coast("A", "left", "NL", "NR"));
    assert!(alone.diagnostics.iter().any(|d| d.code == "P0312"), "a finding about an edge that nothing meets");
    let both = pack(
        &format!("{land}, {left}, {right}"),
        &format!("{}, {}", coast("A", "left", "NL", "NR"), coast("B", "right", "NR", "NL")),
    );
    assert!(both.is_playable(), "{:?}", errors(&both));
    assert!(!both.diagnostics.iter().any(|d| d.code == "P0312"));
    let catalog = both.catalog().unwrap();
    let (a, b) = (catalog.edges.find("left").unwrap(), catalog.edges.find("right").unwrap());
    assert!(!catalog.meet(a, a) && !catalog.meet(b, b) && catalog.meet(a, b) && catalog.meet(b, a));
    for seed in 0..20 {
        let mut machine = both.machine().unwrap();
        let mut game = machine.new_game(2, seed).unwrap();
        let mut random = Generator::new(seed);
        while machine.run(&mut game).unwrap() == tilewright_core::machine::Stop::Decision {
            tilewright_core::verify::position(&game).unwrap();
            let options = &game.decision().unwrap().options;
            let pick = options.get(&game, random.below(options.count())).unwrap();
            machine.answer(&mut game, pick).unwrap();
        }
        tilewright_core::verify::position(&game).unwrap();
        // No feature may have two terrains.
        let board = game.board();
        for root in board.features().roots() {
            let terrain = board.terrain(root.segment());
            assert!(board.features().members(root.segment()).all(|s| board.terrain(s) == terrain));
        }
    }
}

#[test]
fn what_comes_up_before_a_question_does_not_come_between_it_and_its_answer() {
    let lua = "on(\"deployed\", { asks = true }, function(ev)\n    count(\"laps\", 1, ev.seat)\n\
               \x20   local one = ask(ev.seat, \"one\", { \"a\", \"b\" })\n    count(\"laps\", 1, ev.seat)\n\
               \x20   local two = ask(ev.seat, \"two\", { \"a\", \"b\" })\n    if one == \"b\" and two == \"a\" then award(ev.seat, 10, \"bonus\") end\nend)\n\
               on(\"counted\", function(ev) award(ev.seat, 1, \"bonus\") end)\n";
    let mut session = session(&load_bad(lua, false));
    answer_until(&mut session, "one");
    session.answer_key("b").unwrap();
    assert_eq!(&*session.decision().unwrap().ask, "two");
    session.answer_key("a").unwrap();
    assert_eq!(session.game().scores()[0], 10 + 2 + 1, "both reactions and the lamp came after");
}

#[test]
fn a_board_does_not_grow_over_its_rim() {
    let lua = "on(\"deployed\", function(ev)\n    grow_board(\"east\", 1)\n    grow_board(\"west\", 1)\nend)\n";
    let mut world = world();
    let board = "board: (extent: bounded((-5, -5), (5, 5)), rim: [(side: W, edge: grass, name: \"W\")]), ";
    world.add_file("bad", "pack.ron", &head("bad", &format!("{board} rules: [(use: \"bad\")]")));
    world.add_file("bad", "rules/bad.lua", lua);
    let mut session = session(&load_from(&world, &Request::new(["bad"])));
    answer_until(&mut session, "deploy");
    let first = session.decision().unwrap().options.get(session.game(), 0).unwrap();
    let Err(Refusal::Fault(fault)) = session.answer(first) else { panic!("it has grown") };
    assert!(fault.place.ends_with("rules/bad.lua:3") && fault.message.contains("its rim at -6,-5"), "{fault}");
}

#[test]
fn a_roll_of_a_die_of_seats_is_told() {
    let mut world = world();
    let more = "dice: [(id: who, faces: seats)], rules: [(use: \"bad\")]";
    world.add_file("bad", "pack.ron", &head("bad", more));
    world.add_file("bad", "rules/bad.lua", "on(\"placed\", function(ev) roll(\"who\", ev.seat) end)\n");
    let loaded = load_from(&world, &Request::new(["bad"]));
    assert!(loaded.is_playable(), "{:?}", errors(&loaded));
    let mut session = session(&loaded);
    answer_until(&mut session, "deploy");
    let lines = tilewright_wording::log::lines(session.game(), "en");
    let seats = session.game().seat_count();
    let rolled = lines.iter().find_map(|line| match &line.told {
        tilewright_wording::narration::Narration::Rolled { die, face, .. } => {
            Some((die.id.clone(), face.parse::<usize>()))
        }
        _ => None,
    });
    let (die, face) = rolled.expect("the roll is narrated");
    assert!(die == "who" && face.is_ok_and(|face| face < seats));
}

/// Script that counts its calls and fails on request.
struct Counting {
    script: Script,
    calls: Rc<Cell<usize>>,
    fails: Rc<RefCell<Option<Box<Fault>>>>,
}

impl RulesLayer for Counting {
    fn inner(&self) -> &dyn Rules {
        &self.script
    }

    fn inner_mut(&mut self) -> &mut dyn Rules {
        self.calls.set(self.calls.get() + 1);
        &mut self.script
    }

    fn start(
        &mut self,
        game: &mut Box<Game>,
        handler: Handler,
        occasion: &Occasion,
    ) -> Result<(RunId, Progress), Box<Fault>> {
        if let Some(fault) = &*self.fails.borrow() {
            return Err(fault.clone());
        }
        self.inner_mut().start(game, handler, occasion)
    }
}

/// Returns a machine and the switch that makes its steps fail.
fn failing(loaded: &Loaded) -> (Machine, Rc<RefCell<Option<Box<Fault>>>>) {
    let (catalog, script) = loaded.script().unwrap();
    let fails = Rc::new(RefCell::new(None));
    let counting = Counting { script, calls: Rc::default(), fails: Rc::clone(&fails) };
    (Machine::new(catalog, Box::new(counting)), fails)
}

/// Gives `answers` random answers.
fn play(session: &mut Session, random: &mut Generator, answers: u32) {
    for _ in 0..answers {
        let decision = session.decision().unwrap();
        let pick = decision.options.get(session.game(), random.below(decision.options.count())).unwrap();
        session.answer(pick).unwrap();
    }
}

#[test]
fn a_mistake_of_the_engine_breaks_the_session_wherever_it_comes_up() {
    let loaded = load(&crate::packs(), &Request::new(["everything"])).unwrap();
    let mistake = || Some(Fault::internal("a mistake of the engine"));
    // The mistake occurs when the game begins.
    let (machine, fails) = failing(&loaded);
    let mut session = Session::new(machine, 2, 4).unwrap();
    fails.replace(mistake());
    session.start().unwrap_err();
    fails.replace(None);
    assert!(session.engine_fault().is_some_and(Fault::is_internal));
    let again = session.start().expect_err("a broken game does not begin");
    assert!(again.message.starts_with("a mistake of the engine"), "{again}");
    // The mistake occurs when the game is ended, after a fault of a script, which does no damage.
    let (machine, fails) = failing(&loaded);
    let mut session = Session::new(machine, 2, 4).unwrap();
    let ours = mistake().unwrap();
    fails.replace(Some(Box::new(Fault { code: "S0402", ..*ours.clone() })));
    session.start().unwrap_err();
    assert_eq!(session.engine_fault(), None);
    fails.replace(None);
    let mut session = Session::new(session.into_machine(), 2, 4).unwrap();
    session.start().unwrap();
    play(&mut session, &mut Generator::new(8), 20);
    fails.replace(Some(ours));
    session.end_here().unwrap_err();
    fails.replace(None);
    let print = session.game().fingerprint();
    assert!(session.engine_fault().is_some() && session.end_here().is_err() && !session.undo());
    assert_eq!(session.game().fingerprint(), print, "it continues from a position that may be wrong");
}

#[test]
fn a_mistake_of_the_engine_has_a_code_of_its_own_in_replays() {
    let loaded = load(&crate::packs(), &Request::new(["everything"])).unwrap();
    let (machine, _) = failing(&loaded);
    let mut session = Session::new(machine, 2, 4).unwrap();
    session.start().unwrap();
    play(&mut session, &mut Generator::new(8), 20);
    let record = record_of(&session, "");
    let ours = Fault::internal("a mistake of the engine");
    let theirs = Box::new(Fault { code: "S0402", ..*ours.clone() });
    for (fault, code) in [(ours, Fault::INTERNAL), (theirs, "fault")] {
        let (machine, fails) = failing(&loaded);
        fails.replace(Some(fault));
        let difference = replay(machine, &record).err().unwrap();
        assert_eq!(
            (difference.code, difference.actual.contains("a mistake of the engine")),
            (code, true),
            "{difference}"
        );
    }
}

#[test]
fn a_mistake_with_other_rules_does_not_break_the_game_that_had_its_own() {
    let loaded = load(&crate::packs(), &Request::new(["everything"])).unwrap();
    let (machine, _) = failing(&loaded);
    let mut session = Session::new(machine, 2, 4).unwrap();
    session.start().unwrap();
    let mut random = Generator::new(8);
    let mut refused = 0;
    for _ in 0..30 {
        play(&mut session, &mut random, 2);
        let machine = |fails: Option<Box<Fault>>| {
            let (catalog, script) = loaded.script_after(&session.symbols()).unwrap();
            let fails = Rc::new(RefCell::new(fails));
            Machine::new(catalog, Box::new(Counting { script, calls: Rc::default(), fails }))
        };
        let mut fork = session.fork(machine(None));
        // A reload repeats a step only where a script waits.
        if fork.reload(machine(Some(Fault::internal("a mistake of the engine")))).is_err() {
            refused += 1;
            assert_eq!((fork.engine_fault(), fork.game().fingerprint()), (None, session.game().fingerprint()));
            assert!(fork.undo());
        }
    }
    assert!(refused > 3, "{refused}");
}

#[test]
fn an_answer_that_cannot_be_repeated_is_loud() {
    let loaded = load(&crate::packs(), &Request::new(["everything"])).unwrap();
    let (machine, fails) = failing(&loaded);
    let mut session = Session::new(machine, 2, 4).unwrap();
    session.start().unwrap();
    // The game stops in the middle of a script's step, where undo must repeat the step.
    play(&mut session, &mut Generator::new(8), 60);
    fails.replace(Some(Box::new(Fault {
        code: "S0402",
        pack: "slow".into(),
        place: String::new(),
        hook: String::new(),
        message: "out of time".to_owned(),
        traceback: Vec::new(),
    })));
    let mut undone = 0;
    while session.undo() {
        undone += 1;
    }
    let broken = session.engine_fault().expect("a step that fails when it is repeated is not passed over");
    assert!(broken.is_internal() && broken.message.contains("out of time"), "{broken}");
    assert!(undone < 60, "{undone} answers were taken back before");
    // A position that may be wrong must not be continued.
    fails.replace(None);
    let message = broken.message.clone();
    if session.decision().is_some() {
        let Err(Refusal::Fault(fault)) = session.take_only().or_else(|_| {
            let pick = session.decision().unwrap().options.get(session.game(), 0).unwrap();
            session.answer(pick)
        }) else {
            panic!("a broken game continues")
        };
        assert_eq!(fault.message, message);
    }
    assert!(!session.undo());
}

#[test]
fn taking_back_at_a_question_of_a_script_does_not_repeat_the_game() {
    let loaded = load(&crate::packs(), &Request::new(["everything"])).unwrap();
    let (catalog, script) = loaded.script().unwrap();
    let calls = Rc::new(Cell::new(0));
    let counting = Counting { script, calls: Rc::clone(&calls), fails: Rc::default() };
    let mut session = Session::new(Machine::new(catalog, Box::new(counting)), 2, 4).unwrap();
    session.start().unwrap();
    let mut random = Generator::new(8);
    let (mut worst, mut undone) = (0, 0);
    for number in 0..400 {
        let Some(decision) = session.decision() else { break };
        let pick = decision.options.get(session.game(), random.below(decision.options.count())).unwrap();
        session.answer(pick).unwrap();
        if number % 5 == 4 {
            let (before, all) = (calls.get(), session.answers());
            let print = session.game().fingerprint();
            assert!(session.undo());
            let steps = calls.get() - before;
            worst = worst.max(steps);
            undone += 1;
            // The same answer must lead to the same position again.
            let again = session.answer(pick);
            if again.is_ok() && session.answers() == all {
                assert_eq!(session.game().fingerprint(), print);
            }
        }
    }
    assert!(undone > 15 && calls.get() > 700, "{undone} times, {} calls", calls.get());
    assert!(worst < 100, "{worst} calls to take one answer back");
}
