//! "Did you mean": the nearest known word.

/// The known word nearest to an unknown one, if one is near.
pub(crate) fn suggestion<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    known.map(|k| (distance(word, k), k)).filter(|&(d, _)| d <= limit).min().map(|(_, k)| k)
}

/// Number of letters to change, add, leave out or swap.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let width = b.len() + 1;
    let mut cost: Vec<usize> = (0..width * (a.len() + 1)).map(|i| if i < width { i } else { i / width }).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let at = |i: usize, j: usize| i * width + j;
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best = cost[at(i - 1, j - 1)] + change;
            best = best.min(cost[at(i - 1, j)] + 1).min(cost[at(i, j - 1)] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(cost[at(i - 2, j - 2)] + 1);
            }
            cost[at(i, j)] = best;
        }
    }
    cost.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::suggestion;

    #[test]
    fn near_words_are_found() {
        assert_eq!(suggestion("scroe", ["step", "score"].into_iter()), Some("score"));
        assert_eq!(suggestion("tils", ["tile", "tiles", "sum"].into_iter()), Some("tile"));
        assert_eq!(suggestion("neighbors", ["neighbours", "tiles"].into_iter()), Some("neighbours"));
        assert_eq!(suggestion("xyz", ["tiles"].into_iter()), None);
    }
}
