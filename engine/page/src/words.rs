//! Defines the page's own words in English and Dutch. Names of things come from the packs.

use tilewright_core::catalog::seat::Seat;
use tilewright_wording::sentences::{PlainStyle, Sentences};

use crate::html::{foreign, isolate};

/// Words of a page in one language.
#[derive(Clone, Copy)]
pub(crate) struct Own {
    dutch: bool,
}

impl Own {
    /// Selects the language of the words: Dutch if the packs' texts are Dutch, else English.
    pub(crate) fn new(language: &str) -> Own {
        Own { dutch: language == "nl" }
    }

    /// Returns the language code of the words.
    pub(crate) fn language(self) -> &'static str {
        if self.dutch { "nl" } else { "en" }
    }

    /// Returns the words of a key without replacing placeholders.
    pub(crate) fn get(self, key: &'static str) -> &'static str {
        // A test ensures that every key in the sources has words. If a key is missing, the page shows the key.
        WORDS.iter().find(|row| row.0 == key).map_or(key, |row| if self.dutch { row.2 } else { row.1 })
    }

    /// Returns a sentence as HTML. Each `{}` is replaced by the next value; the values are plain text.
    pub(crate) fn html(self, key: &'static str, values: &[&str]) -> String {
        let values: Vec<String> = values.iter().map(|value| foreign(value)).collect();
        fill_placeholders(self.get(key), &values)
    }

    /// Returns a sentence as plain text.
    pub(crate) fn text(self, key: &'static str, values: &[&str]) -> String {
        let values: Vec<String> = values.iter().map(|value| isolate(value)).collect();
        fill_placeholders(self.get(key), &values)
    }

    /// Returns a sentence whose values are already HTML.
    pub(crate) fn text_with_html(self, key: &'static str, values: &[String]) -> String {
        fill_placeholders(self.get(key), values)
    }

    /// Returns the name of a seat.
    pub(crate) fn seat(self, seat: Seat) -> String {
        self.sentences().seat(seat)
    }

    /// Joins several texts, the last with "and".
    pub(crate) fn list(self, all: &[String]) -> String {
        self.sentences().list(all)
    }

    fn sentences(self) -> Sentences<'static> {
        Sentences::new(self.language(), &PlainStyle)
    }

    /// Returns the words that the script of a page needs.
    pub(crate) fn of_script(self) -> serde_json::Value {
        let keys = WORDS.iter().filter_map(|row| Some((row.0, row.0.strip_prefix("js-")?)));
        let words = keys.map(|(key, short)| (short.to_owned(), self.get(key).into()));
        serde_json::Value::Object(words.collect())
    }
}

fn fill_placeholders(text: &str, values: &[String]) -> String {
    let mut parts = text.split("{}");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for (number, part) in parts.enumerate() {
        out.push_str(values.get(number).map_or("", String::as_str));
        out.push_str(part);
    }
    out
}

/// Keys with their English and Dutch words. Keys of the page's script start with `js-`; the script replaces
/// placeholders in the same way.
#[rustfmt::skip] // one row per line
const WORDS: &[(&str, &str, &str)] = &[
    ("nothing", "nothing", "niets"),
    ("js-step", "Step {} of {}", "Stap {} van {}"),
    ("js-play", "Play", "Afspelen"),
    ("js-stop", "Stop", "Stoppen"),
    ("js-board", "Board after step {}: {} tiles, {} figures and tokens.", "Bord na stap {}: {} tegels, {} figuren en tokens."),
    ("js-row", "Row {}", "Rij {}"),
    ("js-standing", "On the board", "Op het bord"),
    ("js-tile", "{} at {}: {}", "{} op {}: {}"),
    ("first", "First step", "Eerste stap"),
    ("back", "One step back", "Een stap terug"),
    ("on", "One step on", "Een stap verder"),
    ("last", "Last step", "Laatste stap"),
    ("position", "Step", "Stap"),
    ("keys", "Arrow keys go a step back or on, Home and End to the beginning and the end. A click on a line of the log goes there.", "Pijltjestoetsen gaan een stap terug of verder, Home en End naar het begin en het einde. Een klik op een regel van het verslag gaat daarheen."),
    ("controls", "Steps of the game", "Stappen van het spel"),
    ("eyes", "Seen by", "Gezien door"),
    ("eyes-e", "a person who sees all cards", "iemand die alle kaarten ziet"),
    ("eyes-o", "everyone", "iedereen"),
    ("board", "Board", "Bord"),
    ("board-words", "The board in words", "Het bord in woorden"),
    ("board-end", "The board at the end of the record: {} tiles.", "Het bord aan het einde van de partij: {} tegels."),
    ("scores", "Scores", "Scores"),
    ("log", "Log", "Verslag"),
    ("result", "Result", "Uitslag"),
    ("book", "Points for", "Punten voor"),
    ("total", "All", "Totaal"),
    ("table", "Off the board", "Naast het bord"),
    ("rules-behind", "Lines of the rules behind the points", "Regels code achter de punten"),
    ("standing-of", "In the game", "Doet mee"),
    ("retired", "no, retired", "nee, niet meer"),
    ("number-at", "{} at {}: {}", "{} op {}: {}"),
    ("height-at", "Tiles one on the other at {}: {}", "Tegels op elkaar op {}: {}"),
    ("under-way", "The record ends before the game is over.", "De partij is niet uitgespeeld."),
    ("begins", "The game begins.", "Het spel begint."),
    ("answers", "{}: {} – {}", "{}: {} – {}"),
    ("secret", "secret", "geheim"),
    ("asked", "{} is asked: {}", "{} moet kiezen: {}"),
    ("of", "{}: {}", "{}: {}"),
    ("on-place", "{}: {}, {}", "{}: {}, {}"),
    ("with", "with {}", "met {}"),
    ("now", "Now {}", "Nu {}"),
    ("supply", "{} left", "nog {}"),
    ("face-down", "Face down, seen", "Gedekt, gezien"),
    ("hand", "Hand", "Hand"),
    ("hidden", "{} not seen", "{} niet gezien"),
    ("tiles", "{} tiles", "{} tegels"),
    ("aside", "Set aside", "Weggelegd"),
    ("played", "A game of {} seats", "Een spel met {} spelers"),
    ("packs", "Packs", "Pakketten"),
    ("options", "Options", "Opties"),
    ("option", "Option", "Optie"),
    ("seen-only", "This page shows the game as seen by {}.", "Deze pagina bevat alleen wat {} heeft gezien."),
    ("seen-openly", "This page shows the game as seen by an onlooker.", "Deze pagina bevat alleen wat een toeschouwer heeft gezien."),
    ("made-by", "Made by tilewright. Everything is in this file; it asks for nothing from elsewhere.", "Gemaakt door tilewright. Alles zit in dit bestand; het vraagt niets van elders."),
    ("no-script", "Your browser does not run the script of this page: it shows the board at the end, and the log.", "Je browser voert het script van deze pagina niet uit: je ziet het bord aan het einde, en het verslag."),
    ("version", "Version", "Versie"),
    ("authors", "Authors", "Makers"),
    ("changed-from", "Changed from", "Gewijzigd vanaf"),
    ("licence", "Licence", "Licentie"),
    ("needs", "Needs", "Heeft nodig"),
    ("seats", "Seats", "Spelers"),
    ("seat-range", "{} to {}", "{} tot {}"),
    ("needs-of", "{} {}", "{} {}"),
    ("tile-kinds", "Tiles", "Tegels"),
    ("kinds-count", "{} kinds, {} tiles in all", "{} soorten, {} tegels in totaal"),
    ("in-bag", "{} × in {}", "{} × in {}"),
    ("on-board", "on the board at the start", "ligt bij het begin op het bord"),
    ("in-no-bag", "in no bag", "in geen zak"),
    ("mirror-image", "{} the other way up", "{} andersom"),
    ("pieces", "Pieces", "Stukken"),
    ("for-each", "{} for each seat", "{} voor elke speler"),
    ("for-seats", "{} for each of {} seats", "{} voor elk van {} spelers"),
    ("weighs", "counts {} for a majority", "telt {} voor een meerderheid"),
    ("stands-on", "can be placed on {}", "staat op {}"),
    ("token", "Token", "Token"),
    ("can-be", "Can be", "Kan zijn"),
    ("default", "default", "standaard"),
    ("yes", "yes", "ja"),
    ("no", "no", "nee"),
    ("numbers", "{} to {}", "{} tot {}"),
    ("rules", "Rules", "Regels"),
    ("from-pack", "from the pack", "uit het pakket"),
    ("from-library", "from the library", "uit de bibliotheek"),
    ("read-me", "About this pack", "Over dit pakket"),
    ("a-game", "A game to step through", "Een spel om te doorlopen"),
    ("by-chance", "All choices were made by chance, with the seed {}.", "Alle keuzes zijn door toeval gemaakt, met startwaarde {}."),
    ("versions", "Versions", "Versies"),
    ("size", "Size", "Grootte"),
    ("kilobytes", "{} kB", "{} kB"),
    ("signed-by", "Signed with", "Ondertekend met"),
    ("unsigned", "not signed", "niet ondertekend"),
    ("withdrawn", "Withdrawn: {}", "Teruggetrokken: {}"),
    ("certificates", "Tried together", "Samen geprobeerd"),
    ("claimed", "Stated by the author; `tilewright compat --again FILE` plays the same games here.", "De maker zegt dit; `tilewright compat --again BESTAND` speelt dezelfde spellen hier."),
    ("claim", "{}: {} verified games and {} tests hold, with {} sets of options", "{}: {} gecontroleerde spellen en {} tests kloppen, met {} combinaties van opties"),
    ("shelf-about", "Tile games and expansions for Tilewright.", "Legspellen en uitbreidingen voor Tilewright."),
    ("search", "Search", "Zoeken"),
    ("found", "{} of {} packs", "{} van {} pakketten"),
    ("how-to-add", "To install from here, give the address of this page to {}.", "Om hiervan te installeren geef je het adres van deze pagina aan {}."),
    ("made-by-shelf", "Made by tilewright. Nothing on this page comes from elsewhere.", "Gemaakt door tilewright. Niets op deze pagina komt van elders."),
    ("contents", "On this page", "Op deze pagina"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_in_the_sources_has_words_and_all_words_are_used() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let files = entries.filter(|path| path.is_file());
        let text = |path| std::fs::read_to_string(path).unwrap();
        let sources: String = files.filter(|path| !path.ends_with("words.rs")).map(text).collect();
        let mut asked = 0;
        for call in [".get(\"", ".html(\"", ".text(\"", ".around(\""] {
            // Calls for texts of packs look similar, but have keys with a dot or a kind of thing.
            for (at, _) in sources.match_indices(call).filter(|(at, _)| sources[..*at].ends_with("own")) {
                let key = sources[at + call.len()..].split('"').next().unwrap();
                assert!(WORDS.iter().any(|row| row.0 == key), "there are no words for `{key}`");
                asked += 1;
            }
        }
        assert!(asked > 60, "{asked}");
        let script = include_str!("../assets/page.js");
        for (key, ..) in WORDS {
            let used = match key.strip_prefix("js-") {
                Some(short) => script.contains(&format!("\"{short}\"")) || script.contains(&format!(".{short}")),
                None => sources.contains(&format!("\"{key}\"")),
            };
            assert!(used, "nothing says `{key}`");
        }
    }

    #[test]
    fn both_languages_say_the_same() {
        for (key, english, dutch) in WORDS {
            assert_eq!(WORDS.iter().filter(|row| row.0 == *key).count(), 1, "{key}");
            assert_eq!(english.matches("{}").count(), dutch.matches("{}").count(), "{key}");
            assert!(!english.contains(['<', '&', '"']) && !dutch.contains(['<', '&', '"']), "{key}");
        }
        let (english, dutch) = (Own::new("en"), Own::new("nl"));
        assert_eq!(english.html("of", &["<a>", "א"]), "&lt;a&gt;: <bdi>א</bdi>");
        assert_eq!(dutch.text("of", &["<a>", "א"]), "<a>: \u{2068}א\u{2069}");
        let seats: Vec<String> = (0..3).map(|seat| dutch.seat(Seat(seat))).collect();
        assert_eq!(dutch.list(&seats), "Speler 1, Speler 2 en Speler 3");
    }
}
