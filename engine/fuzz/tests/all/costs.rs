//! Measures the costs of large variants of valid inputs: processor time, memory, and size of the findings.
//!
//! `TILEWRIGHT_COSTS=2000` sets the number of inputs for each target, `TILEWRIGHT_SEED=7` the seed. Time is measured if
//! the system reports the processor time of a thread.
#![allow(unsafe_code, reason = "only an allocator can measure memory")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use tilewright_core::state::chance::Generator;
use tilewright_fuzz::costs::{grow_input, repeated_inputs};
use tilewright_fuzz::games::den;
use tilewright_fuzz::targets::{FuzzTarget, TARGETS, told_bytes};

/// Allocator that counts the bytes held by each thread. Bytes freed for another thread count as negative.
struct Scale;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST_HELD: Cell<isize> = const { Cell::new(0) };
}

fn add(bytes: isize) {
    let held = HELD.get() + bytes;
    HELD.set(held);
    MOST_HELD.set(MOST_HELD.get().max(held));
}

/// Converts the size of a layout, which is at most `isize::MAX` bytes.
fn to_signed(bytes: usize) -> isize {
    isize::try_from(bytes).unwrap_or(isize::MAX)
}

// SAFETY: all calls are passed to the system's allocator; counting only changes thread-local numbers without
// destructors.
unsafe impl GlobalAlloc for Scale {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(to_signed(layout.size()));
        // SAFETY: the caller guarantees the requirements of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        add(-to_signed(layout.size()));
        // SAFETY: the caller guarantees the requirements of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        add(to_signed(size));
        add(-to_signed(layout.size()));
        // SAFETY: the caller guarantees the requirements of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static SCALE: Scale = Scale;

/// Limit of processor time for one input. An unoptimized build is several times slower.
const TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 8 } else { 2 });
const MEMORY: usize = 256 << 20;
const TOLD: usize = 1 << 20;

/// Returns the processor time of this thread; `None` if the system does not report it.
fn time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(stat.split_whitespace().next()?.parse().ok()?))
}

/// Costs of processing one input.
#[derive(Clone, Copy, Debug, Default)]
struct Costs {
    time: Duration,
    memory: usize,
    told: usize,
}

fn costs((name, run): FuzzTarget, input: &[u8]) -> Costs {
    let (begun, held) = (time(), HELD.get());
    MOST_HELD.set(held);
    run(input);
    let time = time().zip(begun).map_or(Duration::ZERO, |(end, begun)| end - begun);
    let memory = usize::try_from(MOST_HELD.get() - held).unwrap();
    Costs { time, memory, told: if name == "pack" { told_bytes(input) } else { 0 } }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn no_input_costs_more_than_it_may() {
    let rounds = number("TILEWRIGHT_COSTS").unwrap_or(12);
    for target in TARGETS.into_iter().filter(|(name, _)| !["script", "capsule", "archive", "picture"].contains(name)) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.0);
        let mut inputs: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        inputs.sort();
        let mut chance = Generator::new(number("TILEWRIGHT_SEED").unwrap_or(1));
        let (mut worst, mut slowest) = (Costs::default(), String::new());
        for round in 0..rounds {
            let path = &inputs[chance.below(inputs.len() as u32) as usize];
            let input = grow_input(&std::fs::read(path).unwrap(), &mut chance);
            let costs = costs(target, &input);
            let shown = || format!("round {round}, {} bytes of {}", input.len(), path.display());
            if costs.time > TIME || costs.memory > MEMORY || costs.told > TOLD {
                let kept = std::env::temp_dir().join(format!("tilewright-cost-{}-{round}", target.0));
                std::fs::write(&kept, &input).unwrap();
                let Costs { time, memory, told } = costs;
                panic!("{}: {time:?}, {memory} bytes held, {told} told; {}: {}", target.0, shown(), kept.display());
            }
            if costs.time > worst.time {
                slowest = shown();
            }
            worst.time = worst.time.max(costs.time);
            worst.memory = worst.memory.max(costs.memory);
            worst.told = worst.told.max(costs.told);
        }
        let Costs { time, memory, told } = worst;
        println!("{}: at most {time:?} ({slowest}), {memory} bytes held, {told} told", target.0);
    }
}

#[test]
fn tiny_tokens_cost_no_more_than_they_may() {
    let mut worst: BTreeMap<&str, Costs> = BTreeMap::new();
    let mut over = Vec::new();
    for (name, token, input) in repeated_inputs() {
        // The target `script` generates its own modules, so rules are loaded directly.
        let rules: FuzzTarget = ("script", |source| drop(den(std::str::from_utf8(source).unwrap())));
        let target = TARGETS.into_iter().find(|(target, _)| *target == name && name != "script").unwrap_or(rules);
        let costs = costs(target, input.as_bytes());
        if costs.time > TIME || costs.memory > MEMORY || costs.told > TOLD {
            over.push(format!("{name} {:?} {token:?}: {costs:?}", &input[..input.len().min(60)]));
        }
        let worst = worst.entry(name).or_default();
        worst.time = worst.time.max(costs.time);
        worst.memory = worst.memory.max(costs.memory);
        worst.told = worst.told.max(costs.told);
    }
    for (name, Costs { time, memory, told }) in worst {
        println!("{name}: at most {time:?}, {memory} bytes held, {told} told");
    }
    assert!(over.is_empty(), "{}", over.join("\n"));
}
