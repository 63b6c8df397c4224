//! "Did you mean": the nearest known word.

/// The known word nearest to an unknown one, if one is near.
pub(crate) fn suggestion<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    known.map(|k| (distance(word, k), k)).filter(|&(d, _)| d <= limit).min().map(|(_, k)| k)
}

fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let cost = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::suggestion;

    #[test]
    fn near_words_are_found() {
        assert_eq!(suggestion("tils", ["tile", "tiles", "sum"].into_iter()), Some("tile"));
        assert_eq!(suggestion("neighbors", ["neighbours", "tiles"].into_iter()), Some("neighbours"));
        assert_eq!(suggestion("xyz", ["tiles"].into_iter()), None);
    }
}
