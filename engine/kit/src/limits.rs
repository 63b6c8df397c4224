//! How large what is told of packs may be: their tests. Limits of what packs themselves may write down stand with their
//! reader, those of games with the machine.

/// Steps of one test of a pack, expectations between them included.
pub const TEST_STEPS: usize = 10_000;
/// Tests of one file of a pack.
pub const TESTS: usize = 10_000;
