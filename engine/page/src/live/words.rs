//! Defines the words of the page of a table in English and Dutch.

use serde_json::{Map, Value as Json};

/// Returns the words of the page in a language: Dutch if the packs' texts are Dutch, else English.
pub(super) fn words(language: &str) -> Json {
    let words = WORDS.iter().map(|(key, english, dutch)| {
        let text = if language == "nl" { dutch } else { english };
        ((*key).to_owned(), Json::from(*text))
    });
    Json::Object(words.collect::<Map<String, Json>>())
}

/// Keys with their English and Dutch words; the script of the page replaces each `{}` by the next value.
#[rustfmt::skip] // one row per line
const WORDS: &[(&str, &str, &str)] = &[
    ("welcome", "You play {}.", "Jij speelt {}."),
    ("onlooker", "You are watching.", "Je kijkt toe."),
    ("onlookers", "Onlookers: {}", "Toeschouwers: {}"),
    ("lost", "The connection is lost. Trying again…", "De verbinding is weg. Nieuwe poging…"),
    ("wrong-link", "This link does not open the table. Ask for a new one.", "Deze link opent de tafel niet. Vraag om een nieuwe."),
    ("renewed", "This link was replaced by a new one.", "Deze link is vervangen door een nieuwe."),
    ("closed", "The host has closed this table.", "De gastheer heeft deze tafel gesloten."),
    ("host-looks", "The host sees the hidden cards of {}.", "De gastheer ziet de verborgen kaarten van {}."),
    ("host-looks-away", "The host no longer sees hidden cards.", "De gastheer ziet geen verborgen kaarten meer."),
    ("full", "The table is full.", "De tafel is vol."),
    ("other-version", "The table runs another version of the program. Reload the page.", "De tafel gebruikt een andere versie van het programma. Laad de pagina opnieuw."),
    ("paused", "The game is paused: {}", "Het spel staat stil: {}"),
    ("away", "away", "weg"),
    ("substitute", "away, {} plays", "weg, {} speelt"),
    ("tile", "{} at {}: {}", "{} op {}: {}"),
    ("board", "Board after {} moves: {} tiles, {} figures and tokens.", "Bord na {} zetten: {} tegels, {} figuren en tokens."),
    ("board-name", "Board", "Bord"),
    ("seats-name", "Players", "Spelers"),
    ("log-name", "Moves", "Zetten"),
    ("talk", "Talk", "Praten"),
    ("send", "Send", "Versturen"),
    ("cancel", "Cancel", "Annuleren"),
    ("zoom-in", "Enlarge", "Groter"),
    ("zoom-out", "Shrink", "Kleiner"),
    ("zoom-fit", "Whole board", "Hele bord"),
    ("place-at", "Place the tile at {}", "Leg de tegel op {}"),
    ("turned", "Cell {}, turn {}; turns that fit: {}. R turns the tile.", "Vak {}, draai {}; draaien die passen: {}. R draait de tegel."),
    ("turn-tile", "Turn", "Draaien"),
    ("put-tile", "Place", "Leggen"),
    ("undo", "Take back", "Terugnemen"),
    ("wish", "{} wants to take a move back.", "{} wil een zet terugnemen."),
    ("agree", "Agree", "Goed"),
    ("refuse", "Refuse", "Weigeren"),
    ("rules", "How to play", "Spelregels"),
    ("rules-turn", "A turn", "Een beurt"),
    ("rules-figures", "Pieces of the players", "Stukken van de spelers"),
    ("rules-tiles", "Tiles with an effect", "Tegels met een werking"),
    ("rules-examples", "Examples", "Voorbeelden"),
    ("close", "Close", "Sluiten"),
    ("note", "Note", "Notitie"),
    ("note-about", "What do you want to tell the designers about this moment of the game?", "Wat wil je de makers over dit moment van het spel vertellen?"),
    ("note-place", "About", "Over"),
    ("note-whole", "the whole board", "het hele bord"),
    ("note-pick", "Choose a tile on the board", "Kies een tegel op het bord"),
    ("note-picking", "Choose the tile of the note on the board. Escape goes back.", "Kies de tegel van de notitie op het bord. Escape gaat terug."),
    ("noted", "The note is stored.", "De notitie is bewaard."),
    ("mood", "It is about", "Het gaat over"),
    ("mood-stuck", "being stuck", "vastzitten"),
    ("mood-unclear", "something unclear", "iets onduidelijks"),
    ("mood-unfair", "something unfair", "iets oneerlijks"),
    ("mood-fun", "something fun", "iets leuks"),
    ("join", "Join", "Meedoen"),
    ("consent", "The designers of this game get your moves, the time that you think, and your notes. Your name is shown at the table only.", "De makers van dit spel krijgen je zetten, je bedenktijd en je notities. Je naam is alleen aan de tafel te zien."),
    ("feedback", "Give feedback", "Geef je mening"),
    ("my-name", "My name", "Mijn naam"),
    ("notify", "Tell me when it is my turn", "Meld als ik aan de beurt ben"),
    ("onlooker-says", "Onlooker:", "Toeschouwer:"),
    ("player-again", "Player again", "Weer de speler"),
    ("let-bot", "Let a bot play", "Laat een bot spelen"),
    ("new-link", "New link", "Nieuwe link"),
    ("reload", "Play with the changed pack", "Speel met het gewijzigde pakket"),
    ("reload-part", "The changed rules allow {} of {} moves: {}", "De gewijzigde regels staan {} van {} zetten toe: {}"),
    ("reload-anyway", "Continue after these moves", "Ga na deze zetten verder"),
    ("reloaded", "The host has changed the game. It continues after move {} of {}.", "De gastheer heeft het spel gewijzigd. Het gaat verder na zet {} van {}."),
    ("link-of", "The new link of {}:", "De nieuwe link van {}:"),
    ("refused-stale", "The game has changed. Look again.", "Het spel is veranderd. Kijk opnieuw."),
    ("refused-not_asked", "You are not asked now.", "Je bent nu niet aan de beurt."),
    ("refused-no_answer", "You have no move to take back.", "Je hebt geen zet om terug te nemen."),
    ("refused-secret", "A secret move cannot be taken back.", "Een geheime zet kan niet worden teruggenomen."),
    ("refused-no_text", "The text is empty.", "De tekst is leeg."),
    ("refused-too_long", "The text is too long.", "De tekst is te lang."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_say_the_same_and_the_page_says_everything() {
        let (script, page) = (include_str!("../../assets/live.js"), include_str!("../../assets/live.html"));
        for (key, english, dutch) in WORDS {
            assert_eq!(WORDS.iter().filter(|row| row.0 == *key).count(), 1, "{key}");
            assert_eq!(english.matches("{}").count(), dutch.matches("{}").count(), "{key}");
            let is_used = script.contains(&format!("\"{key}\"")) || page.contains(&format!("=\"{key}\""));
            assert!(is_used, "nothing says `{key}`");
        }
        let quoted = |text: &str, begin: &str| -> Vec<String> {
            text.split(begin).skip(1).map(|rest| rest.split('"').next().unwrap_or_default().to_owned()).collect()
        };
        let asked = [quoted(script, "say(\""), quoted(page, "data-words=\""), quoted(page, "data-label=\"")].concat();
        assert!(asked.len() > 45, "{}", asked.len());
        for key in asked {
            assert!(WORDS.iter().any(|row| row.0 == key), "there are no words for `{key}`");
        }
    }
}
