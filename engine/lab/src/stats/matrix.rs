//! Solves symmetric systems of a few dozen unknowns. A linear algebra crate would be the largest dependency of the
//! program for these few lines.

/// Returns the lower Cholesky factor of a symmetric matrix, row by row; `None` if the matrix is not positive definite
/// within floating-point precision.
pub(super) fn cholesky(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let mut lower = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
            let left = matrix[i][j] - known;
            if i == j {
                if left <= 1e-10 * matrix[i][i].abs() {
                    return None;
                }
                lower[i][i] = left.sqrt();
            } else {
                lower[i][j] = left / lower[j][j];
            }
        }
    }
    Some(lower)
}

/// Solves the system of a factored matrix for a right-hand side.
pub(super) fn solve(lower: &[Vec<f64>], numbers: &[f64]) -> Vec<f64> {
    let n = lower.len();
    let mut found = numbers.to_vec();
    for i in 0..n {
        let known: f64 = (0..i).map(|k| lower[i][k] * found[k]).sum();
        found[i] = (found[i] - known) / lower[i][i];
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| lower[k][i] * found[k]).sum();
        found[i] = (found[i] - known) / lower[i][i];
    }
    found
}

/// Returns the dot product.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_are_solved_or_known_to_have_no_one_answer() {
        let matrix = vec![vec![4.0, 2.0, 0.6], vec![2.0, 5.0, 1.0], vec![0.6, 1.0, 3.0]];
        let wanted = [1.0, -2.0, 0.5];
        let numbers: Vec<f64> = matrix.iter().map(|row| dot(row, &wanted)).collect();
        let found = solve(&cholesky(&matrix).unwrap_or_default(), &numbers);
        assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        assert!(cholesky(&[vec![1.0, 1.0], vec![1.0, 1.0]]).is_none());
    }
}
