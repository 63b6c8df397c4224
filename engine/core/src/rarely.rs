//! Keeps the code of an ordinary turn contiguous in memory.
//!
//! The instruction cache of a processor is small, often 32 KiB, and a turn runs nearly that much code. Code for rare
//! cases between the instructions of a turn would be fetched with them.

/// Returns the condition, and makes the compiler move the code for the true case away from the code for the false case.
#[inline(always)]
pub(crate) fn rarely(holds: bool) -> bool {
    if holds {
        std::hint::cold_path();
    }
    holds
}
