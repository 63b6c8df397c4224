//! Tests reloads: other rules for a game in progress, and catalogs with other declarations.

use tilewright_core::catalog::flow::StepKind;
use tilewright_core::catalog::id::{BagId, CounterId, DieId, FigureKindId, Name, TagId, TerrainId};
use tilewright_core::catalog::lattice::{Cell, Lattice};
use tilewright_core::catalog::tile::{Completion, Tag};
use tilewright_core::catalog::{Catalog, Extent, ModuleUse, Origin, Token, Value, Zone};
use tilewright_core::fixture::rulebook::{Rulebook, ask, finish};
use tilewright_core::fixture::samples::{PATH, STALL, fair, heath};
use tilewright_core::fixture::{Sample, answer, answers, step};
use tilewright_core::machine::Stop;
use tilewright_core::session::Session;
use tilewright_core::session::reload::ContinuationError;
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::event::EventKind;
use tilewright_core::state::schedule::Timing;
use tilewright_core::state::sheet::Sheet;

use crate::undone::PositionSnapshot;

#[test]
fn the_same_rules_change_nothing() {
    let sample = fair();
    for seed in 0..8 {
        let (mut session, mut twin) = (sample.session(2, seed), sample.session(2, seed));
        let mut chance = Generator::new(seed);
        let mut seen = vec![PositionSnapshot::from_session(&session)];
        let mut reloads = 0;
        loop {
            if chance.below(9) == 0 && reloads < 12 {
                let stop = session.reload(sample.machine()).unwrap();
                assert_eq!(stop == Stop::Decision, session.decision().is_some());
                reloads += 1;
                assert_eq!(
                    &PositionSnapshot::from_session(&session),
                    &seen[seen.len() - 1],
                    "seed {seed}: reload {reloads}"
                );
                assert!(session.reloads() <= reloads);
            }
            let mut other = chance;
            let more = answer(&mut session, &mut chance);
            assert_eq!(answer(&mut twin, &mut other), more);
            assert_eq!(PositionSnapshot::from_session(&session), PositionSnapshot::from_session(&twin), "seed {seed}");
            if !more {
                break;
            }
            seen.push(PositionSnapshot::from_session(&session));
        }
        assert!(reloads > 5, "{reloads}");
        // Every answer can be undone. Answers from before a reload are undone under the rules of that time.
        while seen.len() > 1 {
            seen.pop();
            assert!(session.undo(), "seed {seed}");
            assert_eq!(PositionSnapshot::from_session(&session), seen[seen.len() - 1], "seed {seed}");
        }
    }
}

/// Returns the game with a path worth `each` points for each tile.
fn paths_worth(sample: &Sample, each: i32) -> Sample {
    let mut rules = sample.rules.clone();
    let unit = rules.name("tile");
    let handler = rules
        .score(PATH, move |game, path, _, sheet| {
            sheet.per(unit, game.board().features().tiles(path) as i32, each, None);
        })
        .handler;
    let hooks = rules.hooks_mut();
    hooks.score.pop();
    hooks.score[0].handler = handler;
    Sample { catalog: sample.catalog.clone(), rules }
}

#[test]
fn a_changed_number_counts_from_then_on() {
    let sample = heath();
    let dear = paths_worth(&sample, 7);
    let mut changed = 0;
    for seed in 0..10 {
        let mut session = sample.session(2, seed);
        let mut chance = Generator::new(seed);
        let mut seen = vec![PositionSnapshot::from_session(&session)];
        for _ in 0..40 {
            answer(&mut session, &mut chance);
            seen.push(PositionSnapshot::from_session(&session));
        }
        let old = session.game().journal().unwrap().sheets.clone();
        session.reload(dear.machine()).unwrap();
        assert_eq!(session.reloads(), 1);
        assert_eq!(&PositionSnapshot::from_session(&session), &seen[seen.len() - 1]);
        while answer(&mut session, &mut chance) {}
        let sheets = &session.game().journal().unwrap().sheets;
        assert_eq!(sheets[..old.len()], old, "seed {seed}: paid sheets stay");
        for (number, sheet) in sheets.iter().enumerate() {
            let segment = sheet.segment.unwrap();
            if session.game().board().terrain(segment) == PATH {
                let each = if number < old.len() { 1 } else { 7 };
                assert!(sheet.sheet.items.iter().all(|item| item.each == each), "seed {seed}: {}", sheet.place);
                changed += usize::from(each == 7);
            }
        }
        // An undo past the reload restores the exact position; the new rules continue from there.
        assert!(session.undo_to(20));
        let there = seen.iter().find(|p| p.answers == 20).unwrap();
        assert_eq!(&PositionSnapshot::from_session(&session), there, "seed {seed}");
        let before = session.game().journal().unwrap().sheets.len();
        while answer(&mut session, &mut chance) {}
        let sheets = &session.game().journal().unwrap().sheets[before..];
        let game = session.game();
        let paths = sheets.iter().filter(|s| game.board().terrain(s.segment.unwrap()) == PATH);
        assert!(paths.flat_map(|s| &s.sheet.items).all(|item| item.each == 7), "seed {seed}");
    }
    assert!(changed > 10, "{changed}");
}

#[test]
fn what_explains_points_names_its_module_by_the_rules_in_force() {
    // Two modules are switched on in different orders.
    let modules = |paths: [&str; 2]| {
        let sample = heath().with(|catalog| {
            catalog.modules.clear();
            for path in paths {
                let (pack, path, source) = ("base".into(), path.into(), "".into());
                let (id, file, params, span) = (None, None, Vec::new(), None);
                let param_spans = Vec::new();
                catalog.modules.push(ModuleUse { pack, id, path, source, file, params, param_spans, span });
            }
        });
        let mut rules = sample.rules.clone();
        let unit = rules.name("tile");
        let module = paths.iter().position(|path| *path == "paths.lua").unwrap() as u16;
        let origin = Some(Origin { module, line: 3 });
        let score = move |game: &Game, path, _, sheet: &mut Sheet| {
            sheet.per(unit, game.board().features().tiles(path) as i32, 1, origin);
        };
        let handler = rules.score(PATH, score).handler;
        let hooks = rules.hooks_mut();
        hooks.score.pop();
        hooks.score[0].handler = handler;
        Sample { catalog: sample.catalog.clone(), rules }
    };
    let (first, second) = (modules(["paths.lua", "other.lua"]), modules(["other.lua", "paths.lua"]));
    let told = |session: &Session| {
        let modules = &session.game().catalog().modules;
        let items = session.game().journal().unwrap().sheets.iter().flat_map(|sheet| &sheet.sheet.items);
        let origins = items.filter_map(|item| item.origin);
        origins.map(|origin| modules[usize::from(origin.module)].path.to_string()).collect::<Vec<_>>()
    };
    let mut explained = 0;
    for seed in 0..12 {
        let mut session = first.session(2, seed);
        let mut chance = Generator::new(seed);
        let mut seen = vec![PositionSnapshot::from_session(&session)];
        while seen.len() < 70 && answer(&mut session, &mut chance) {
            seen.push(PositionSnapshot::from_session(&session));
        }
        let before = told(&session);
        session.reload(second.machine()).unwrap();
        assert_eq!(told(&session), before);
        while answer(&mut session, &mut chance) {}
        explained += told(&session).len();
        assert!(told(&session).iter().all(|path| path == "paths.lua"), "seed {seed}");
        // After an undo past the reload, the newer rules continue from there.
        let there = &seen[seen.len() / 2];
        assert!(session.undo_to(there.answers), "seed {seed}");
        assert!(told(&session).iter().all(|path| path == "paths.lua"), "seed {seed}");
        session.reload(first.machine()).unwrap();
        assert_eq!(&PositionSnapshot::from_session(&session), there, "seed {seed}");
    }
    assert!(explained > 20, "{explained}");
}

#[test]
fn rules_that_are_too_old_are_not_gone_back_to() {
    let sample = heath();
    let mut session = sample.session(2, 1);
    let mut chance = Generator::new(1);
    let mut seen = Vec::new();
    for _ in 0..20 {
        answer(&mut session, &mut chance);
        answer(&mut session, &mut chance);
        session.reload(sample.machine()).unwrap();
        seen.push(PositionSnapshot::from_session(&session));
    }
    assert_eq!(session.reloads(), 16);
    assert!(!session.undo_to(1), "answers under the oldest rules stay");
    assert_eq!(&PositionSnapshot::from_session(&session), &seen[19]);
    assert!(session.take_back(seen[8].log));
    assert_eq!(&PositionSnapshot::from_session(&session), &seen[8]);
}

#[test]
fn a_catalog_that_declares_something_else_is_refused() {
    type CatalogChange = (&'static str, fn(&mut Catalog));
    let changes: [CatalogChange; 16] = [
        ("packs", |c| c.packs[0].id = "other".into()),
        ("cells", |c| c.lattice = Lattice::Hex),
        ("options", |c| {
            let (pack, name) = ("base".into(), "size".into());
            c.options.push(tilewright_core::catalog::ChosenOption { pack, name, value: Value::Int(1), default: true });
        }),
        ("terrains", |c| c.terrains.get_mut(TerrainId(1)).unwrap().completion = Completion::Never),
        ("edges", |c| c.edges.get_mut(c.edges.find("path").unwrap()).unwrap().wildcard = true),
        ("tags", |c| {
            c.tags.add(Name::new("base", "more"), Tag::default()).unwrap();
        }),
        ("tiles", |c| c.kinds.get_mut(c.kinds.find("gate").unwrap()).unwrap().tags.push((TagId(0), 1))),
        ("figures", |c| c.figures.get_mut(FigureKindId(0)).unwrap().supply += 1),
        ("bags", |c| c.bags.get_mut(BagId(0)).unwrap().contents[0].1 += 1),
        ("zones", |c| *c.zones.get_mut(STALL).unwrap() = Zone::default()),
        ("counters", |c| c.counters.get_mut(CounterId(0)).unwrap().start += 1),
        ("dice", |c| c.dice.get_mut(DieId(0)).unwrap().faces.push("more".into())),
        ("tokens", |c| {
            c.tokens.add(Name::new("base", "more"), Token::default()).unwrap();
        }),
        ("books", |c| {
            c.books.add(Name::new("base", "more"), ()).unwrap();
        }),
        ("boards", |c| c.board.extent = Extent::Bounded { min: Cell::new(-9, -9), max: Cell::new(9, 9) }),
        ("steps", |c| c.flow.turn.truncate(4)),
    ];
    let sample = fair();
    let mut session = sample.session(2, 4);
    let mut chance = Generator::new(4);
    answers(&mut session, &mut chance, 25);
    let here = PositionSnapshot::from_session(&session);
    for (part, change) in changes {
        let other = sample.with(change);
        assert_eq!(session.reload(other.machine()), Err(ContinuationError::Catalog(part)));
        assert_eq!(PositionSnapshot::from_session(&session), here, "{part}");
        assert_eq!(session.reloads(), 0);
    }
    // Texts for players are not part of the state.
    let told = sample.with(|catalog| catalog.texts.set("en", "tile.bend", "Bend"));
    session.reload(told.machine()).unwrap();
    assert_eq!(PositionSnapshot::from_session(&session), here);
    assert!(std::sync::Arc::ptr_eq(session.game().catalog(), &told.catalog));
}

/// Returns a game whose turn begins with a step that asks, implemented by `rule`.
fn asking(rule: impl Fn(&mut Rulebook)) -> Sample {
    let sample = heath().with(|catalog| catalog.flow.turn.insert(0, step("probe", StepKind::Script)));
    sample.with_rules(|rules| rule(rules))
}

/// Returns a session at the second question of a step, after more than eight turns.
fn at_question(sample: &Sample) -> Session {
    let mut session = sample.session(2, 1);
    let mut chance = Generator::new(1);
    while session.decision().is_some_and(|d| &*d.ask != "probe.second" || session.game().turns() < 9) {
        answer(&mut session, &mut chance);
    }
    session
}

#[test]
fn the_step_that_is_going_on_is_repeated_by_the_new_rules() {
    let two = |second: &'static str, keys: &'static [&'static str]| {
        asking(move |rules| {
            rules.step("probe", move |_, seat, came| match came {
                [] => ask(seat, "probe.first", &["a", "b"]),
                [_] => ask(seat, second, keys),
                _ => finish(),
            });
        })
    };
    let old = two("probe.second", &["x", "y"]);
    let mut session = at_question(&old);
    let here = PositionSnapshot::from_session(&session);
    // The reload adds an option to the question that waits.
    session.reload(two("probe.second", &["x", "y", "z"]).machine()).unwrap();
    let keys = PositionSnapshot::from_session(&session);
    assert_ne!(keys, here);
    session.answer_key("z").unwrap();
    assert!(session.undo());
    // The first question has other options now, so the answer to it does not fit.
    let other = asking(|rules| {
        rules.step("probe", |_, seat, came| match came {
            [] => ask(seat, "probe.first", &["c", "d"]),
            _ => finish(),
        })
    });
    assert!(matches!(session.reload(other.machine()), Err(ContinuationError::Course { .. })));
    assert_eq!(PositionSnapshot::from_session(&session), keys);
    session.answer_key("x").unwrap();
    assert!(session.undo() && session.undo());
    assert_eq!(&*session.decision().unwrap().ask, "probe.first");
}

#[test]
fn a_function_that_is_about_to_be_called_has_to_be_there() {
    // A reaction schedules a part that asks; the next reaction waits for that part.
    let asks = |more: bool| {
        heath().with_rules(|rules| {
            let extra = rules.name("extra");
            rules.react(EventKind::Placed, move |game, _, _| {
                if game.turn_part().is_some_and(|part| part.reason.is_none()) {
                    game.schedule(game.active_seat(), &["draw", "place"], Timing::Now, 0, Some(extra))?;
                }
                finish()
            });
            if more {
                rules.react(EventKind::Placed, |_, _, _| finish());
            }
        })
    };
    let mut session = asks(true).session(2, 1);
    let mut chance = Generator::new(1);
    answers(&mut session, &mut chance, 8);
    let mut refused = 0;
    for _ in 0..20 {
        let here = PositionSnapshot::from_session(&session);
        let waits = session.game().agenda().len() > 1;
        match session.reload(asks(false).machine()) {
            Err(why) => {
                assert!(waits && why == ContinuationError::Functions, "{why:?}");
                refused += 1;
                assert_eq!(PositionSnapshot::from_session(&session), here);
            }
            Ok(_) => session.reload(asks(true).machine()).map(drop).unwrap(),
        }
        answer(&mut session, &mut chance);
    }
    assert!(refused > 2, "{refused}");
}
