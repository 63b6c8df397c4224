//! Derives ids from display names.

/// Maximum length of an id that is derived from a title.
const LETTERS: usize = 32;

/// Derives an id from a title or another display name: letters transliterated to Latin ones, words joined by `_`.
pub fn id_of(title: &str) -> String {
    let plain = deunicode::deunicode(title).to_lowercase();
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut id = String::new();
    for word in words {
        // An id must start with a letter.
        let word = if id.is_empty() { word.trim_start_matches(|c: char| c.is_ascii_digit()) } else { word };
        let gap = usize::from(!id.is_empty() && !word.is_empty());
        if id.len() + gap + word.len() > LETTERS && !id.is_empty() {
            break;
        }
        id.extend(std::iter::repeat_n('_', gap).chain(word.chars().take(LETTERS)));
    }
    id
}

/// Turns typed text into the id of a tile: letters transliterated to Latin ones, words joined by `_`. Returns the text
/// itself if it is an id already, or if it contains no letter or digit.
pub fn tile_id_of(typed: &str) -> String {
    let typed = typed.trim();
    let plain = deunicode::deunicode(typed);
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words: Vec<&str> = plain.split(|c: char| !is_part(c)).filter(|word| !word.is_empty()).collect();
    if words.is_empty() { typed.to_owned() } else { words.join("_") }
}

#[cfg(test)]
mod tests {
    use tilewright_kit::packs::template;

    use super::*;

    #[test]
    fn an_id_is_made_from_any_title() {
        for (title, id) in [
            ("Mills and Moors", "mills_and_moors"),
            ("Étang d'été", "etang_d_ete"),
            ("  7 Ponds & 2 Mills ", "ponds_2_mills"),
            ("Мельницы", "mel_nitsy"),
            ("!?", ""),
            ("The very long title of a game that never ends", "the_very_long_title_of_a_game"),
        ] {
            assert_eq!(id_of(title), id);
            assert!(id.is_empty() || template::is_id(id), "{id}");
        }
    }
}
