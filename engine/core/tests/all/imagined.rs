//! Tests sampled positions: the visible state is unchanged, and the samples reveal nothing about hidden state.

use tilewright_core::catalog::id::{BagId, TileKindId};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::fixture::samples::{CHEST, GOLD, MARKED, PURSE, fair};
use tilewright_core::fixture::{answer, play};
use tilewright_core::machine::Stop;
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::effect::CounterKey;
use tilewright_core::state::view::{VisibleDecision, VisibleTiles};
use tilewright_core::verify;

/// Describes everything that a seat sees of a position, except events.
fn describe_view(game: &Game, seat: Seat) -> String {
    let view = game.view(Some(seat));
    let public = view.public();
    let tiles: Vec<_> = public.board().tiles().map(|t| (t.kind, t.cell, t.turn)).collect();
    let figures: Vec<_> = public.figures().map(|(_, f)| (f.kind, f.seat, f.place)).collect();
    let seats = || game.seats_from(Seat(0));
    let hands: Vec<VisibleTiles> = seats().map(|holder| view.hand(holder)).collect();
    let bags: Vec<_> = [BagId(0), CHEST].map(|bag| (view.bag(bag), view.has_tagged_back(bag))).into();
    let counters = [GOLD, PURSE].map(|c| seats().map(|s| view.counter(c, CounterKey::Seat(s))).collect::<Vec<_>>());
    let asked = view.decision().map(|waiting| match waiting {
        VisibleDecision::Open(decision) => {
            let keys = (0..decision.options.count()).filter_map(|number| view.option_key(number));
            (decision.seat, Some((decision.ask.clone(), keys.collect::<Vec<_>>())))
        }
        VisibleDecision::Partly(part) => (part.seat(), Some((part.ask().clone(), part.keys().collect()))),
        VisibleDecision::Hidden(seat) => (seat, None),
    });
    let table = (public.scores(), public.set_aside(), public.tile_in_play(), public.stage(), public.active_seat());
    format!("{tiles:?} {figures:?} {hands:?} {bags:?} {counters:?} {asked:?} {table:?}")
}

/// Returns the same position with other hidden state from the view of a seat.
fn vary_hidden_state(game: &Game, seat: Seat, chance: &mut Generator) -> Game {
    let mut other = game.clone();
    // The hands of the other seats and the bag are dealt again.
    let holders: Vec<Seat> = game.seats_from(seat).skip(1).collect();
    let mut hidden: Vec<TileKindId> = holders.iter().flat_map(|&holder| game.hand(holder)).collect();
    let bag = game.bag(BagId(0));
    hidden.extend(bag.kinds().flat_map(|kind| std::iter::repeat_n(kind, bag.count(kind) as usize)));
    shuffle(&mut hidden, chance);
    for holder in holders {
        let hand: Vec<TileKindId> = hidden.drain(..game.hand(holder).count()).collect();
        other.arrange_hand(holder, &hand);
    }
    other.arrange_bag(BagId(0), &hidden);
    // The stack is shuffled, but the back on top stays the same.
    let mut order = game.bag(CHEST).order().to_vec();
    let back = |kind: TileKindId| game.catalog().kinds[kind].tag(MARKED) != 0;
    if let Some(&top) = order.last() {
        shuffle(&mut order, chance);
        let (at, last) = (order.iter().position(|&kind| back(kind) == back(top)).unwrap(), order.len() - 1);
        order.swap(at, last);
        other.arrange_bag(CHEST, &order);
    }
    let purses = game.seats_from(Seat(0)).map(|s| {
        let held = game.counter(PURSE, CounterKey::Seat(s));
        if s == seat { held } else { held + chance.below(9) as i32 }
    });
    other.arrange_counter("purse", &purses.collect::<Vec<_>>()).unwrap();
    other.arrange_chance(chance.next());
    other
}

fn shuffle(tiles: &mut [TileKindId], chance: &mut Generator) {
    for n in (1..tiles.len()).rev() {
        tiles.swap(n, chance.below(n as u32 + 1) as usize);
    }
}

#[test]
fn what_a_seat_sees_is_as_it_is() {
    let sample = fair();
    let (mut looked, mut differ) = (0, 0);
    for seed in 0..8 {
        let seats = 2 + (seed % 3) as u8;
        let mut session = sample.session(seats, seed);
        let mut generator = Generator::new(seed);
        play(&mut session, seed, |session| {
            let game = session.game();
            for seat in game.seats_from(Seat(0)) {
                let imagined = game.imagine(seat, &mut generator);
                assert_eq!(describe_view(&imagined, seat), describe_view(game, seat), "seed {seed}, seat {seat}");
                verify::tiles_are_conserved(&imagined).unwrap();
                looked += 1;
                differ += usize::from(imagined.fingerprint() != game.fingerprint());
            }
        });
    }
    assert!(looked > 1000 && differ == looked, "{looked} {differ}");
}

#[test]
fn what_is_hidden_from_a_seat_is_not_told_by_what_it_imagines() {
    let sample = fair();
    let (mut compared, mut differ) = (0, 0);
    for seed in 0..8 {
        let mut session = sample.session(3, seed);
        let mut chance = Generator::new(seed);
        play(&mut session, seed, |session| {
            let game = session.game();
            let seat = Seat((compared % 3) as u8);
            // Secret questions and options of other seats are part of the position itself; those of this seat are
            // visible to it.
            if game.decision().is_none_or(|d| d.has_secrets() && d.seat != seat) {
                return;
            }
            let other = vary_hidden_state(game, seat, &mut chance);
            assert_eq!(describe_view(&other, seat), describe_view(game, seat));
            differ += usize::from(other.fingerprint() != game.fingerprint());
            let generator = Generator::new(chance.next());
            let [one, two] = [game, &other].map(|game| game.imagine(seat, &mut generator.clone()).fingerprint());
            assert_eq!(one, two, "seed {seed}, seat {seat}");
            compared += 1;
        });
    }
    assert!(compared > 300 && differ > compared / 2, "{compared} {differ}");
}

#[test]
fn what_is_imagined_can_be_played_on_also_in_the_middle_of_a_step() {
    let sample = fair();
    let (mut reached, mut in_steps, mut lost) = (0, 0, 0);
    let mut machine = sample.machine();
    for seed in 0..6 {
        let mut session = sample.session(3, seed);
        let (mut chance, mut generator) = (Generator::new(seed), Generator::new(seed));
        loop {
            let game = session.game();
            let Some(decision) = game.decision() else { break };
            let seat = decision.seat;
            match session.resting(&mut machine).imagine(seat, &mut generator).reach(&mut machine) {
                Some(mut imagined) => {
                    reached += 1;
                    in_steps += usize::from(!game.is_self_contained());
                    let (came, wanted) = (describe_view(&imagined, seat), describe_view(game, seat));
                    let part = came.chars().zip(wanted.chars()).take_while(|(a, b)| a == b).count();
                    assert!(came == wanted, "seed {seed}: {}: {} is {}", decision.ask, &wanted[part..], &came[part..]);
                    let number = generator.below(decision.options.count());
                    let pick = imagined.decision().unwrap().options.get(&imagined, number).unwrap();
                    assert_eq!(decision.options.get(game, number), Some(pick));
                    machine.answer(&mut imagined, pick).unwrap();
                    for _ in 0..6 {
                        if machine.run(&mut imagined).unwrap() == Stop::Over {
                            break;
                        }
                        let options = &imagined.decision().unwrap().options;
                        let pick = options.get(&imagined, generator.below(options.count())).unwrap();
                        machine.answer(&mut imagined, pick).unwrap();
                    }
                }
                None => lost += 1,
            }
            answer(&mut session, &mut chance);
        }
    }
    assert!(reached > 200 && in_steps > 30 && lost * 10 < reached, "{reached} {in_steps} {lost}");
}
