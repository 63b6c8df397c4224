//! Tests the work of a game with counts that are the same on every machine: a game that has become much more expensive
//! is detected without a clock. Lower the bounds after an improvement.
#![allow(unsafe_code, reason = "only an allocator can count allocations")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use tilewright_core::limits::GAME_STEPS;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_lab::bot::Random;
use tilewright_lab::bots::parse_bot;
use tilewright_lab::games::Games;
use tilewright_lab::play::GameTable;
use tilewright_lab::seeds;

/// Allocator that counts the allocations of the current thread.
struct AllocationCounter;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: all calls are passed to the system's allocator; counting touches a thread-local number without a destructor.
unsafe impl GlobalAlloc for AllocationCounter {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller guarantees the requirements of this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller guarantees the requirements of this function.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller guarantees the requirements of this function.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTER: AllocationCounter = AllocationCounter;

/// Average work of a game.
#[derive(Debug)]
struct GameWork {
    /// Steps of scripts: their calls, including calls of engine functions, their returns and loops.
    ticks: f64,
    /// Decisions with more than one option.
    decisions: f64,
    /// Options of placements. They are counted without being listed, so they need no allocation.
    options: f64,
    /// Allocations of the engine. Scripts allocate inside their own virtual machine.
    allocations: f64,
}

/// Measures two-seat games of a pack, after the table has allocated its memory.
fn work(pack: &str) -> GameWork {
    const GAMES: u64 = 200;
    let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content");
    let loaded = load(&Finder::nowhere().with_folder(content), &Request::new([pack])).unwrap();
    let mut table = GameTable::new(loaded.machine().unwrap(), 2).unwrap();
    for game in 0..20 {
        table.play(seeds::of_game(7, game), &mut Random).unwrap();
    }
    let (allocations, ticks) = (ALLOCATIONS.get(), table.machine().rules().ticks());
    let (mut decisions, mut options) = (0, 0);
    for game in 0..GAMES {
        let counted = table.play(seeds::of_game(1, game), &mut Random).unwrap();
        decisions += counted.decisions;
        options += counted.placement_options;
    }
    let mean = |all: u64| all as f64 / GAMES as f64;
    let (allocated, ticked) = (ALLOCATIONS.get() - allocations, table.machine().rules().ticks() - ticks);
    GameWork { ticks: mean(ticked), decisions: mean(decisions), options: mean(options), allocations: mean(allocated) }
}

#[test]
fn games_of_all_packs_are_far_from_their_budget() {
    let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content");
    let finder = Finder::nowhere().with_folder(content);
    let mut largest = (0, String::new());
    for found in finder.list().unwrap() {
        let loaded = load(&finder, &Request { lints: false, ..Request::new([&*found.id]) }).unwrap();
        let (fewest, most) = loaded.catalog().unwrap().seats;
        for seats in [fewest.max(1), most] {
            let mut table = GameTable::new(loaded.machine_for(seats).unwrap(), seats).unwrap();
            for seed in 0..3 {
                table.play(seeds::of_game(7, seed), &mut Random).unwrap();
                largest = largest.max((table.steps(), format!("{} for {seats}", found.id)));
            }
        }
    }
    println!("the largest game takes {} of {GAME_STEPS} steps: {}", largest.0, largest.1);
    assert!(largest.0 < GAME_STEPS / 50, "{largest:?}");
}

#[test]
fn bots_are_far_from_the_budget_of_a_game() {
    let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content");
    let finder = Finder::nowhere().with_folder(content);
    // The second pack has the most expensive games, so it is played only by night.
    let games = [("labyrinth", "mcts:20"), ("entdecker", "greedy")];
    for (pack, word) in games.into_iter().take(crate::amount(1, 2)) {
        let loaded = load(&finder, &Request { lints: false, ..Request::new([pack]) }).unwrap();
        let seats = loaded.catalog().unwrap().seats.0.max(1);
        let mut table = Games::new(&loaded, seats, &[parse_bot(word).unwrap()], false).unwrap();
        let played = table.play(seeds::of_game(7, 0), &mut |_, _, _| {}).unwrap();
        println!("{pack}, {word}: {} of {GAME_STEPS} steps", played.steps);
        assert!(played.fault.is_none() && played.steps < GAME_STEPS / 10, "{pack}, {word}: {}", played.steps);
    }
}

#[test]
fn a_game_is_no_more_work_than_it_was() {
    let work = work("carcassonne");
    // Different games would be different work, so these bounds check that the games are the same.
    assert!((90.0..100.0).contains(&work.decisions), "{work:?}");
    assert!((2_200.0..2_500.0).contains(&work.options), "{work:?}");
    // These bounds limit the work itself.
    assert!(work.ticks < 62.0, "{work:?}");
    assert!(work.allocations < 9.0, "{work:?}");
}
