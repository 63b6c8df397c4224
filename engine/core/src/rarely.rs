//! What an ordinary turn runs through lies close together in memory.
//!
//! Processors keep little code at hand (often 32 KiB), and a turn goes through nearly as much of it. Code for what seldom
//! comes up, lying in between, would be fetched along with the rest.

/// Passes a condition on, and tells the compiler to put what follows from it out of the way of what follows otherwise.
#[inline(always)]
pub(crate) fn rarely(holds: bool) -> bool {
    if holds {
        std::hint::cold_path();
    }
    holds
}
