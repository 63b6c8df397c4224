//! Computes the lead of a seat.

/// Returns the points of a seat minus the points of its best opponent; for a seat alone, its points.
pub(crate) fn lead(points: &[i32], seat: usize) -> i32 {
    let others = points.iter().enumerate().filter(|(other, _)| *other != seat);
    points[seat].saturating_sub(others.map(|(_, points)| *points).max().unwrap_or(0))
}
