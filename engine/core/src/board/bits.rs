//! Sets of small numbers, stored as the bits of a word.

/// Returns the numbers of the bits that are set, in ascending order.
#[inline]
pub(super) fn ones(mut left: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let bit = left.trailing_zeros();
            left &= left - 1;
            bit as usize
        })
    })
}
