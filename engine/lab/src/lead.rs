//! How far a seat is ahead.

/// What a seat has, less what the best of the others has; of a seat alone, all that it has.
pub(crate) fn lead(points: &[i32], seat: usize) -> i32 {
    let others = points.iter().enumerate().filter(|(other, _)| *other != seat);
    points[seat].saturating_sub(others.map(|(_, points)| *points).max().unwrap_or(0))
}
