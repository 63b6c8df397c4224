//! Suggests the nearest known word for an unknown one.

pub(crate) use tilewright_core::diag::nearest as suggestion;
use tilewright_core::diag::{Diagnostic, one_of};

/// Returns the known word for an unknown one: the nearest, or one that shares a part between underscores.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let shares = |other: &&&str| other.split('_').any(|part| part.len() > 3 && word.split('_').any(|own| own == part));
    suggestion(word, known.iter().copied()).or_else(|| known.iter().find(shares).copied())
}

/// Returns a hint for an unknown word: the likely word, or else all known words.
pub(crate) fn suggestion_for<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    match nearest(word, &known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => one_of(&known),
    }
}

/// Adds a suggestion to a finding about a word, if there is a similar one.
pub(crate) fn or_near(finding: Diagnostic, word: &str, near: Option<&str>) -> Diagnostic {
    match near {
        Some(near) => finding.did_you_mean(word, near),
        None => finding,
    }
}

#[cfg(test)]
mod tests {
    use super::{suggestion, suggestion_for};

    #[test]
    fn near_words_are_found() {
        assert_eq!(suggestion("scroe", ["step", "score"]), Some("score"));
        assert_eq!(suggestion("tils", ["tile", "tiles", "sum"]), Some("tile"));
        assert_eq!(suggestion("neighbors", ["neighbours", "tiles"]), Some("neighbours"));
        assert_eq!(suggestion("xyz", ["tiles"]), None);
        assert_eq!(suggestion_for("tile_placed", ["drawn", "placed"].into_iter()), "did you mean `placed`?");
        assert_eq!(suggestion_for("xyz", ["drawn", "placed"].into_iter()), "expected one of drawn, placed");
    }
}
