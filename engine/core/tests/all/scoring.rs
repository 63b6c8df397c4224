//! Tests the completion of features: which features are complete, which seats are paid, which figures return, and the
//! order.

use std::collections::BTreeSet;

use tilewright_core::catalog::MAX_SEATS;
use tilewright_core::catalog::id::SegmentId;
use tilewright_core::catalog::lattice::Side;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::tile::Completion;
use tilewright_core::fixture::rulebook::finish;
use tilewright_core::fixture::samples::{HEARTH, HEATH, PATH, ROLLS, fair, heath, hexes};
use tilewright_core::fixture::{Sample, answer, lay};
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Pick;
use tilewright_core::state::effect::{CounterKey, Effect, Place};
use tilewright_core::state::event::{Event, EventKind};
use tilewright_core::state::happening::Happening;
use tilewright_core::state::sheet::Share;
use tilewright_core::state::{Game, Stage};

use crate::boards::all;
use crate::sheets::naive_shares;

/// Returns true if a feature is complete, by examining every side and every cell around it, without stored data.
fn is_complete(game: &Game, segment: SegmentId) -> bool {
    let (catalog, board) = (game.catalog(), game.board());
    let features = board.features();
    let lattice = catalog.lattice;
    let covered = |cell| board.tile_at(cell).is_some() || catalog.board.rim_closes && !board.exists(cell);
    match catalog.terrains[board.terrain(segment)].completion {
        Completion::Never => false,
        Completion::Closed => features.members(segment).all(|member| {
            let turn = board.tile_under(member).turn;
            let ports = board.segment(member).ports.iter();
            let cell = board.cell_of(member);
            let mut sides = ports.map(|port| Side((port.side.0 + turn.0) % lattice.side_count() as u8));
            sides.all(|side| covered(lattice.neighbour(cell, side)))
        }),
        Completion::Surrounded => {
            let cell = board.cell_of(segment);
            lattice.ring(cell).iter().all(|&(dx, dy)| covered(cell.plus(dx, dy)))
        }
        Completion::NeighboursComplete => {
            let of = |s: &SegmentId| catalog.terrains[board.terrain(*s)].completion;
            let met: Vec<SegmentId> = board.touching(segment).collect();
            let met: Vec<SegmentId> = met.into_iter().filter(|s| of(s) != Completion::Never).collect();
            !met.is_empty() && met.into_iter().all(|s| is_complete(game, s))
        }
    }
}

fn complete(game: &Game) -> BTreeSet<SegmentId> {
    let roots = game.board().features().roots();
    roots.map(|root| root.segment()).filter(|&segment| is_complete(game, segment)).collect()
}

/// Returns the smallest segment number of a feature, which still identifies it after it has joined another feature.
fn least(game: &Game, segment: SegmentId) -> SegmentId {
    game.board().features().members(segment).min().unwrap()
}

fn events(game: &Game, from: usize) -> Vec<Event> {
    game.journal().unwrap().events[from..].to_vec()
}

#[test]
fn a_tile_completes_what_nothing_keeps_open_any_more() {
    let mut by_terrain = [0; 5];
    for (name, sample) in all() {
        for seed in 0..12 {
            let mut session = sample.session(2, seed);
            session.put_single_options(true);
            let mut chance = Generator::new(seed);
            loop {
                let before = session.game().clone();
                let known: BTreeSet<SegmentId> = complete(&before).iter().map(|&s| least(&before, s)).collect();
                let seen = before.journal().unwrap().events.len();
                if !answer(&mut session, &mut chance) {
                    break;
                }
                let game = session.game();
                let placed: Vec<_> = events(game, seen)
                    .iter()
                    .filter_map(|e| if let Happening::Placed { tile, .. } = e.what { Some(tile) } else { None })
                    .collect();
                let told: Vec<SegmentId> = events(game, seen)
                    .iter()
                    .filter_map(
                        |e| if let Happening::Completed { segment, .. } = e.what { Some(segment) } else { None },
                    )
                    .collect();
                assert!(placed.len() <= 1, "{name}: one tile at a time");
                // A complete feature that was only joined to another does not become complete again.
                let now = complete(game);
                let fresh: BTreeSet<SegmentId> = now.iter().map(|&s| least(game, s)).collect();
                let fresh: BTreeSet<SegmentId> = fresh.difference(&known).copied().collect();
                let listed: BTreeSet<SegmentId> = told.iter().map(|&s| least(game, s)).collect();
                let missing: Vec<_> = fresh.difference(&listed).collect();
                assert_eq!(listed.len(), told.len(), "{name}, seed {seed}: each is listed once");
                assert!(listed.iter().all(|s| now.iter().any(|&n| least(game, n) == *s)), "{name}: all are complete");
                assert_eq!(missing, Vec::<&SegmentId>::new(), "{name}, seed {seed}: none is missing");
                for &segment in &told {
                    by_terrain[usize::from(game.board().terrain(segment).0)] += 1;
                }
                let order = |&s: &SegmentId| {
                    let features = game.board().features();
                    let own = Some(&features.tile_of(s)) == placed.first();
                    (!own, if own { features.local_of(s) as u32 } else { features.first_key(s) })
                };
                assert!(told.windows(2).all(|w| order(&w[0]) < order(&w[1])), "{name}, seed {seed}: in order");
                for root in game.board().features().roots() {
                    let segment = root.segment();
                    let came = game.board().is_complete(segment);
                    assert_eq!(came, now.contains(&segment), "{name}: {}", game.board().place_key(segment));
                }
            }
        }
    }
    assert_eq!(by_terrain[usize::from(HEATH.0)], 0);
    assert!(by_terrain[1..].iter().all(|&n| n > 10), "each sort is completed often: {by_terrain:?}");
}

/// Returns the weights of the figures on some segments, by seat.
fn weights(game: &Game, members: &[SegmentId], also: Option<(Seat, SegmentId)>) -> Vec<i32> {
    let mut weights = vec![0; MAX_SEATS];
    for (_, figure) in game.figures() {
        if let Some(Place::Segment(segment)) = figure.place
            && members.contains(&segment)
        {
            weights[figure.seat.index()] += i32::from(game.catalog().figures[figure.kind].weight);
        }
    }
    // These games have one kind of figure, with weight 1.
    if let Some((seat, _)) = also.filter(|(_, segment)| members.contains(segment)) {
        weights[seat.index()] += 1;
    }
    weights
}

fn majority_is_paid(sample: &Sample, seats: u8, seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut paid, mut shared) = (0, 0);
    for seed in seeds {
        let mut session = sample.session(seats, seed);
        session.put_single_options(true);
        let mut chance = Generator::new(seed);
        loop {
            let before = session.game().clone();
            let Some(decision) = before.decision() else { break };
            let seat = decision.seat;
            let number = chance.below(decision.options.count());
            let pick = decision.options.get(&before, number).unwrap();
            session.answer(pick).unwrap();
            let game = session.game();
            let put = if let Pick::Deploy { segment, .. } = pick { Some((seat, segment)) } else { None };
            let journals = [&before, game].map(|game| game.journal().unwrap());
            let last = game.stage() == Stage::Over;
            for sheet in &journals[1].sheets[journals[0].sheets.len()..] {
                let claims = weights(&before, &sheet.members, put);
                let shares = naive_shares(sheet.sheet.share, sheet.sheet.total(), &claims);
                assert_eq!(sheet.points.as_slice(), shares, "seed {seed}: {}", sheet.place);
                paid += 1;
                shared += usize::from(shares.iter().filter(|&&points| points > 0).count() > 1);
                let home = |s: &SegmentId| !game.figures().any(|(_, f)| f.place == Some(Place::Segment(*s)));
                let at_end = last && sheet.members.iter().any(|m| !home(m));
                assert!(at_end || sheet.members.iter().all(home), "seed {seed}: figures go home from {}", sheet.place);
            }
            let given = |game: &Game| game.scores().iter().sum::<i32>();
            let sheets = &journals[1].sheets[journals[0].sheets.len()..];
            let wanted: i32 = sheets.iter().flat_map(|sheet| sheet.points).sum();
            assert_eq!(given(game) - given(&before), wanted, "seed {seed}: points come from sheets");
        }
        // Every feature that is still claimed is paid at the end, exactly once.
        let game = session.game();
        let claimed: BTreeSet<_> = game
            .figures()
            .filter_map(|(_, f)| if let Some(Place::Segment(s)) = f.place { Some(least(game, s)) } else { None })
            .collect();
        let journal = game.journal().unwrap();
        let ending = journal.events.iter().position(|e| matches!(e.what, Happening::Ending { .. })).unwrap();
        let rest = journal.sheets.iter().filter(|sheet| sheet.event > ending);
        let rest: Vec<SegmentId> = rest.map(|sheet| sheet.members[0]).collect();
        assert_eq!(rest.iter().copied().collect::<BTreeSet<_>>(), claimed, "seed {seed}: the rest is scored");
        assert_eq!(rest.len(), claimed.len(), "seed {seed}: each once");
        let keys: Vec<u32> = rest.iter().map(|&s| game.board().features().first_key(s)).collect();
        assert!(keys.is_sorted(), "seed {seed}: in the order of first segments");
    }
    (paid, shared)
}

#[test]
fn the_greatest_claim_is_paid_and_figures_go_home() {
    let (paid, shared) = majority_is_paid(&heath(), 2, 0..60);
    assert!(paid > 400 && shared > 5, "{paid} sheets, {shared} shared");
    let (paid, _) = majority_is_paid(&heath(), 4, 30..45);
    assert!(paid > 100, "{paid}");
    let (paid, _) = majority_is_paid(&hexes(), 3, 0..20);
    assert!(paid > 100, "{paid}");
}

#[test]
fn a_sheet_says_how_it_is_shared() {
    let mut session = heath().session(2, 3);
    let mut chance = Generator::new(3);
    while answer(&mut session, &mut chance) {}
    let game = session.game();
    for sheet in &game.journal().unwrap().sheets {
        let terrain = game.board().terrain(sheet.members[0]);
        let share = match terrain {
            HEATH => Share::Ranks,
            HEARTH => Share::Each,
            _ => Share::Majority,
        };
        assert_eq!((sheet.sheet.share, sheet.sheet.book), (share, game.catalog().book_of(terrain)));
    }
}

#[test]
fn a_loop_that_a_tile_closes_with_two_of_its_parts_is_completed_once() {
    let mut game = heath().with(|catalog| catalog.board.presets.clear()).game(2);
    game.keep_journal(true);
    // The bend joins S and W. The fork's paths to the east and the south are connected around the corner.
    lay(&mut game, &[("bend", 1, 0, 0), ("bend", 1, 1, 1), ("bend", 0, 1, 2), ("fork", 0, 0, 0)]);
    let at =
        |e: &Event| matches!(e.what, Happening::Completed { segment, .. } if game.board().terrain(segment) == PATH);
    assert_eq!(events(&game, 0).iter().filter(|e| at(e)).count(), 1);
}

#[test]
fn what_came_up_before_a_replaced_effect_is_not_forgotten() {
    let sample = fair().with_rules(|rules| {
        rules.react(EventKind::Scored, |game, _, _| {
            let key = CounterKey::Key(99);
            game.effect(Effect::Count { counter: ROLLS, key, amount: 1 })?;
            finish()
        });
    });
    for seed in 0..6 {
        let mut session = sample.session(2, seed);
        let mut chance = Generator::new(seed);
        while answer(&mut session, &mut chance) {}
        let game = session.game();
        let scored = events(game, 0).iter().filter(|e| matches!(e.what, Happening::Scored { .. })).count();
        assert_eq!(game.counter(ROLLS, CounterKey::Key(99)), scored as i32, "seed {seed}");
    }
}
