//! Assigns rows to columns at the least total cost (the Hungarian method).

/// Returns the column of each row, so that no column is used twice and the sum of the costs is the least possible. If
/// there are fewer columns than rows, as many rows as columns have one, and the others have `None`. All rows have the
/// same number of costs.
pub(crate) fn cheapest(costs: &[Vec<f64>]) -> Vec<Option<usize>> {
    let (rows, columns) = (costs.len(), costs.first().map_or(0, Vec::len));
    if rows > columns {
        let turned: Vec<Vec<f64>> = (0..columns).map(|column| costs.iter().map(|row| row[column]).collect()).collect();
        let mut found = vec![None; rows];
        for (column, row) in cheapest(&turned).into_iter().enumerate() {
            if let Some(row) = row {
                found[row] = Some(column);
            }
        }
        return found;
    }
    // Rows and columns count from 1; 0 is the row that is being added.
    let (mut of_row, mut of_column) = (vec![0.0; rows + 1], vec![0.0; columns + 1]);
    let mut taken = vec![0; columns + 1];
    for row in 1..=rows {
        taken[0] = row;
        let (mut at, mut least) = (0, vec![f64::INFINITY; columns + 1]);
        let (mut before, mut is_seen) = (vec![0; columns + 1], vec![false; columns + 1]);
        while taken[at] != 0 {
            is_seen[at] = true;
            let (from, mut step, mut next) = (taken[at], f64::INFINITY, 0);
            for column in (1..=columns).filter(|&column| !is_seen[column]) {
                let reduced = costs[from - 1][column - 1] - of_row[from] - of_column[column];
                if reduced < least[column] {
                    (least[column], before[column]) = (reduced, at);
                }
                if least[column] < step {
                    (step, next) = (least[column], column);
                }
            }
            for column in 0..=columns {
                if is_seen[column] {
                    of_row[taken[column]] += step;
                    of_column[column] -= step;
                } else {
                    least[column] -= step;
                }
            }
            at = next;
        }
        while at != 0 {
            taken[at] = taken[before[at]];
            at = before[at];
        }
    }
    let mut found = vec![None; rows];
    for (column, row) in taken.into_iter().enumerate().skip(1).filter(|(_, row)| *row > 0) {
        found[row - 1] = Some(column - 1);
    }
    found
}
