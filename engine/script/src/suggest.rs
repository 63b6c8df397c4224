//! "Did you mean": the nearest known word.

use tilewright_core::diag::Diagnostic;

/// Letters of a word for which a near one is looked for.
const LONGEST: usize = 64;

/// The known word nearest to an unknown one, if one is near.
pub(crate) fn suggestion<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let limit = (word.chars().count() / 3).max(1);
    // The lengths alone tell of most that they are not near.
    let near = known.filter(|k| k.chars().count().abs_diff(word.chars().count()) <= limit);
    near.map(|k| (distance(word, k), k)).filter(|&(d, _)| d <= limit).min().map(|(_, k)| k)
}

/// The known word that was meant by an unknown one: the nearest, or one that shares a part between underscores.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let shares = |other: &&&str| other.split('_').any(|part| part.len() > 3 && word.split('_').any(|own| own == part));
    suggestion(word, known.iter().copied()).or_else(|| known.iter().find(shares).copied())
}

/// What to write instead of an unknown word: the one that was meant, or else all there are.
pub(crate) fn meant<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    match nearest(word, &known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there is {}", known.join(", ")),
    }
}

/// A finding about a word, with the near one if there is any.
pub(crate) fn or_near(finding: Diagnostic, word: &str, near: Option<&str>) -> Diagnostic {
    match near {
        Some(near) => finding.did_you_mean(word, near),
        None => finding,
    }
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
    use super::{meant, suggestion};

    #[test]
    fn near_words_are_found() {
        assert_eq!(suggestion("scroe", ["step", "score"].into_iter()), Some("score"));
        assert_eq!(suggestion("tils", ["tile", "tiles", "sum"].into_iter()), Some("tile"));
        assert_eq!(suggestion("neighbors", ["neighbours", "tiles"].into_iter()), Some("neighbours"));
        assert_eq!(suggestion("xyz", ["tiles"].into_iter()), None);
        assert_eq!(meant("tile_placed", ["drawn", "placed"].into_iter()), "did you mean `placed`?");
        assert_eq!(meant("xyz", ["drawn", "placed"].into_iter()), "there is drawn, placed");
    }
}
