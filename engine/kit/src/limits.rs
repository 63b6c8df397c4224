//! Defines the limits for tests of packs. The limits for declarations of packs are next to their reader, and the limits
//! for games are in the engine core.

/// Maximum number of steps in one test of a pack, including the expectations between them.
pub const TEST_STEPS: usize = 10_000;
/// Maximum number of tests in one file of a pack.
pub const TESTS: usize = 10_000;
