//! Tests that the shipped packs have words for all options and events, in every language of the pack: no key, id or
//! port appears in texts for players.

use std::collections::BTreeSet;

use tilewright_core::catalog::id::TileKindId;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::{Decision, Pick};
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_wording::log::lines;
use tilewright_wording::narration::{Narration, Spot};
use tilewright_wording::words::{NamedItem, Words};

use crate::content;

/// Number of games for each pack.
const GAMES: u64 = 4;

/// True for a word that only rules know: a key with its parts, ports of a tile, an id of several words.
fn is_raw(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let inner = |sign: char| word.split(sign).count() > 1;
    let port = |part: &str| {
        !part.is_empty() && part.trim_end_matches(['L', 'R', '1', '2', '3']).chars().all(|c| "NESW".contains(c))
    };
    inner('_') || inner(':') || (inner('.') && word.split('.').all(port))
}

/// Returns the mistake in the wording of an option; `None` if it is correct.
fn option_fault(words: Words<'_>, game: &Game, decision: &Decision, pick: Pick) -> Option<String> {
    // The board itself shows placements, and each interface has its own words for passing.
    if let Some(Pick::Placement { .. } | Pick::Pass) = decision.options.of_step(pick) {
        return None;
    }
    let key = decision.options.key(game, pick);
    let text = words.in_full(game, decision, pick, |target, said| words.target(game, target, said));
    // Cells are always named by their coordinates.
    let is_plain = key.parse::<i64>().is_ok() || tilewright_core::catalog::lattice::Cell::read(&key).is_some();
    let is_key = text == key && !is_plain && words.option(game, decision, pick).is_none();
    (is_key || text.split_whitespace().any(is_raw)).then(|| format!("{}: the text of {key} is `{text}`", decision.ask))
}

/// Returns the declared things in a narrated event, except tiles, which are shown as pictures.
fn things(told: &Narration) -> Vec<&NamedItem> {
    fn things_at(place: &Spot) -> Vec<&NamedItem> {
        match place {
            Spot::Segment { terrain, .. } => vec![terrain],
            Spot::Zone { zone, .. } => vec![zone],
            Spot::Cell(_) | Spot::Joint(_) => Vec::new(),
        }
    }
    match told {
        Narration::Deployed { figure, place, from, .. } => {
            [figure].into_iter().chain(things_at(place)).chain(from.iter().flat_map(things_at)).collect()
        }
        Narration::TokenMoved { token, place } => [token].into_iter().chain(place.iter().flat_map(things_at)).collect(),
        Narration::Drawn { bag: thing, .. }
        | Narration::PutBack { bag: thing, .. }
        | Narration::TakenOut { bag: thing, .. } => {
            vec![thing]
        }
        Narration::Shuffled { bag: thing } | Narration::Rolled { die: thing, .. } => vec![thing],
        Narration::Points { book: thing, .. } | Narration::Counted { counter: thing, .. } => vec![thing],
        _ => Vec::new(),
    }
}

/// Plays a game at random, and collects everything that has no words, in each language.
fn play(loaded: &Loaded, seats: u8, seed: u64, faults: &mut BTreeSet<String>) {
    let seats = seats.max(loaded.catalog().unwrap().seats.0);
    let mut session = Session::new(loaded.machine_for(seats).unwrap(), seats, seed).unwrap();
    let languages: Vec<String> = session.game().catalog().texts.languages().map(str::to_owned).collect();
    assert!(languages.contains(&"en".to_owned()), "every pack speaks English");
    let mut random = Generator::new(seed);
    let seat = |seat: tilewright_core::catalog::seat::Seat| format!("player {}", seat.index() + 1);
    session.start().unwrap();
    while let Some(decision) = session.decision() {
        let game = session.game();
        for language in &languages {
            let words = Words::new(game.catalog(), language, &seat);
            if words.question(decision.pack.as_deref(), &decision.ask) == *decision.ask {
                faults.insert(format!("{language}: the question `{}` has no text", decision.ask));
            }
            let found = decision.options.iter(game).filter_map(|pick| option_fault(words, game, decision, pick));
            faults.extend(found.map(|fault| format!("{language}: {fault}")));
        }
        let pick = decision.options.get(game, random.below(decision.options.count())).unwrap();
        session.answer(pick).unwrap();
    }
    // Packs that name none of their tiles refer to them by letters, as on the tiles themselves.
    let catalog = session.game().catalog();
    let has_name = |kind: TileKindId| catalog.texts.get("en", &format!("tile.{}", catalog.kinds.key(kind))).is_some();
    let naming: BTreeSet<&str> =
        catalog.kinds.ids().filter(|kind| has_name(*kind)).map(|kind| &*catalog.kinds.name(kind).pack).collect();
    for language in &languages {
        let words = Words::new(catalog, language, &seat);
        for kind in catalog.kinds.ids().filter(|kind| naming.contains(&*catalog.kinds.name(*kind).pack)) {
            let NamedItem { id, name } = words.tile(kind);
            if !has_name(catalog.front(kind)) || is_raw(&name) {
                faults.insert(format!("{language}: the tile `{id}` is called `{name}`"));
            }
        }
        for line in lines(session.game(), language) {
            let nameless = things(&line.told).into_iter().filter(|thing| thing.name == thing.id);
            faults.extend(nameless.map(|thing| format!("{language}: `{}` has no name", thing.id)));
        }
    }
}

#[test]
fn every_answer_and_event_of_the_packs_is_said_in_words() {
    for found in content().list().unwrap() {
        let loaded = load(&content(), &Request::new([found.id.as_str()])).unwrap();
        let most = loaded.catalog().map_or(2, |catalog| catalog.seats.1);
        let mut faults = BTreeSet::new();
        for seed in 0..GAMES {
            play(&loaded, if seed % 2 == 0 { 2 } else { most }, seed, &mut faults);
        }
        let faults: Vec<String> = faults.into_iter().take(20).collect();
        assert!(faults.is_empty(), "{}:\n{}", found.id, faults.join("\n"));
    }
}

#[test]
fn keys_ids_and_ports_are_known_from_words() {
    for word in ["field:NR.EL", "EL.ER", "E.W", "hidden:1", "open_1", "(NE.SW)"] {
        assert!(is_raw(word), "{word}");
    }
    for word in ["Follower:", "north-east", "1,4", "(2)", "City.", "Seat", "E", "n.v.t."] {
        assert!(!is_raw(word), "{word}");
    }
}
