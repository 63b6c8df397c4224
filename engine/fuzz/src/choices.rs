//! Provides sources of choices: a generator with a seed, or the bytes of an input.

use tilewright_core::state::chance::Generator;

/// A source of choices.
pub trait ChoiceSource {
    /// Returns a number from 0 to `bound - 1`. `bound` is at least 1.
    fn below(&mut self, bound: u32) -> u32;
}

impl ChoiceSource for Generator {
    fn below(&mut self, bound: u32) -> u32 {
        Generator::below(self, bound)
    }
}

/// The bytes of an input as choices: one byte for a bound up to 256, else two. Zeros follow after the last byte.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u32 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        u32::from(first)
    }
}

impl ChoiceSource for Bytes<'_> {
    fn below(&mut self, bound: u32) -> u32 {
        let number = if bound <= 256 { self.next() } else { (self.next() << 8) | self.next() };
        number % bound.max(1)
    }
}
