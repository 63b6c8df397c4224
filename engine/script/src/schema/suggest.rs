//! "Did you mean": the nearest known word.

pub(crate) use tilewright_core::diag::nearest as suggestion;
use tilewright_core::diag::{Diagnostic, one_of};

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
        None => one_of(&known),
    }
}

/// A finding about a word, with the near one if there is any.
pub(crate) fn or_near(finding: Diagnostic, word: &str, near: Option<&str>) -> Diagnostic {
    match near {
        Some(near) => finding.did_you_mean(word, near),
        None => finding,
    }
}

#[cfg(test)]
mod tests {
    use super::{meant, suggestion};

    #[test]
    fn near_words_are_found() {
        assert_eq!(suggestion("scroe", ["step", "score"]), Some("score"));
        assert_eq!(suggestion("tils", ["tile", "tiles", "sum"]), Some("tile"));
        assert_eq!(suggestion("neighbors", ["neighbours", "tiles"]), Some("neighbours"));
        assert_eq!(suggestion("xyz", ["tiles"]), None);
        assert_eq!(meant("tile_placed", ["drawn", "placed"].into_iter()), "did you mean `placed`?");
        assert_eq!(meant("xyz", ["drawn", "placed"].into_iter()), "expected one of drawn, placed");
    }
}
