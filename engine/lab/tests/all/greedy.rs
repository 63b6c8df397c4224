//! Tests bots that look ahead: by searching their own turn, and by playouts.

use tilewright_core::catalog::Value;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::Machine;
use tilewright_core::session::{Entry, Session};
use tilewright_core::state::chance::{ChanceResult, Decided};
use tilewright_core::state::view::VisibleTiles;
use tilewright_core::state::{Game, Stage};
use tilewright_kit::files::write_with_folders;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_lab::bot::{Bot, Random};
use tilewright_lab::bots::parse_bot;
use tilewright_lab::greedy::Greedy;
use tilewright_lab::judge::Manner;
use tilewright_lab::mcts::{Budget, Mcts, MctsSettings};
use tilewright_lab::seeds::{Choices, of_next_choice};
use tilewright_lab::stats::{CONFIDENCE, mean};

use crate::amount;
use crate::known_answers::pack_with;
use crate::{FaultyPackFolder, base, content};

/// Plays a game to its end, or up to `most` answers.
fn play(loaded: &Loaded, seed: u64, bots: &mut [Box<dyn Bot>], most: usize) -> Session {
    let mut session = Session::new(loaded.machine().unwrap(), bots.len() as u8, seed).unwrap();
    session.start().unwrap();
    while let Some(decision) = session.decision().filter(|_| session.answers() < most) {
        let seat = decision.seat.index();
        let number = bots[seat].choose_in(&session, &mut of_next_choice(&session)).unwrap();
        let pick = session.decision().unwrap().options.get(session.game(), number).unwrap();
        session.answer(pick).unwrap();
    }
    session
}

fn greedy(loaded: &Loaded) -> Box<dyn Bot> {
    Box::new(Greedy::new(loaded).unwrap())
}

fn mcts(loaded: &Loaded, playouts: u32) -> Box<dyn Bot> {
    Box::new(Mcts::new(loaded, Budget::Playouts(playouts)).unwrap())
}

/// A window lets the bot think in slices and undoes what the bot has shown; the choice stays the same.
#[test]
fn thinking_in_slices_comes_to_the_same_choice() {
    let mut waited = 0;
    for id in ["carcassonne", "messages", "entdecker"] {
        let loaded = load(&content(), &Request { lints: false, ..Request::new([id]) }).unwrap();
        let mut random: [Box<dyn Bot>; 2] = [Box::new(Random), Box::new(Random)];
        for most in [0, 7, 20, 33] {
            let session = play(&loaded, 4, &mut random, most);
            let whole = mcts(&loaded, 60).choose_in(&session, &mut of_next_choice(&session));
            let mut bot = mcts(&loaded, 60);
            let mut chosen = bot.begin(&session, &mut of_next_choice(&session));
            while chosen.is_none() {
                waited += 1;
                chosen = bot.go_on(std::time::Duration::ZERO);
            }
            assert_eq!(chosen, whole, "{id}, after {most} answers");
            let Some(considered) = bot.opinion() else { continue };
            assert_eq!(considered.options[0].number, whole.unwrap(), "the first listed option is chosen");
            let visits: u32 = considered.options.iter().map(|option| option.visits).sum();
            assert_eq!(visits, considered.playouts);
        }
    }
    assert!(waited > 12, "{waited}");
}

#[test]
fn playing_on_beats_chance_clearly() {
    let loaded = base();
    let mut won = 0;
    for game in 0..6u64 {
        let own = (game % 2) as usize;
        let mut bots: Vec<Box<dyn Bot>> = vec![Box::new(Random), Box::new(Random)];
        bots[own] = mcts(&loaded, 50);
        let session = play(&loaded, game, &mut bots, usize::MAX);
        let scores = session.game().scores();
        won += usize::from(scores[own] > scores[1 - own]);
    }
    assert_eq!(won, 6);
}

/// A bot that avoids a pack has all figures of the pack in its supply at the end; other bots do not.
#[test]
fn a_pack_that_is_left_alone_is_left_alone() {
    let loaded = load(&content(), &Request { lints: false, ..Request::new(["inns_cathedrals"]) }).unwrap();
    let figures: Vec<_> = {
        let catalog = loaded.catalog().unwrap();
        catalog.figures.ids().filter(|&id| &*catalog.figures.name(id).pack == "inns_cathedrals").collect()
    };
    assert!(!figures.is_empty());
    let bot = |word: &str| parse_bot(word).unwrap().make(&loaded).unwrap();
    let mut used = [0, 0];
    for seed in 0..3 {
        let session = play(&loaded, seed, &mut [bot("greedy-never-inns_cathedrals"), bot("greedy")], usize::MAX);
        for entry in session.log() {
            let Entry::Answer(answer) = entry else { continue };
            if let tilewright_core::state::decision::Pick::Deploy { figure, .. } = answer.pick {
                used[answer.seat.index()] += u32::from(figures.contains(&figure));
            }
        }
    }
    assert!(used[0] == 0 && used[1] > 0, "{used:?}");
}

#[test]
fn a_pack_to_leave_alone_has_to_be_there() {
    let loaded = load(&content(), &Request { lints: false, ..Request::new(["inns_cathedrals"]) }).unwrap();
    let refused = |word: &str| parse_bot(word).unwrap().make(&loaded).map(|_| ()).map_err(|error| error.to_string());
    let why = "there is no pack `ins_cathedrals`; did you mean `inns_cathedrals`?";
    assert_eq!(refused("greedy-never-ins_cathedrals"), Err(why.to_owned()));
    assert_eq!(refused("mcts-never-ins_cathedrals"), Err(why.to_owned()));
    assert_eq!(refused("mcts-never-inns_cathedrals"), Ok(()));
}

/// A straight tile is worth 2 points, and a turned one a throw of the die, 2.5 on average. Knowing the die gains half a
/// point per tile.
const GAMBLE: &str = r#"--- Points for tiles that lie straight, or for luck.
--- @param start integer = 2  What a straight tile is worth.

step("begin", function() end)

on("placed", function(ev)
    local points = if ev.tile:turn() == 0 then param.start else tonumber(roll("die", ev.seat))
    if points > 0 then award(ev.seat, points, "gift") end
end)
"#;

/// A fair bot imagines hidden information; a bot that peeks at it scores more points.
#[test]
fn whoever_looks_at_what_is_hidden_is_stronger() {
    let (_folder, loaded) = pack_with("gamble", 2, GAMBLE);
    let with = |peeks| -> Box<dyn Bot> {
        let settings = MctsSettings { peeks, ..MctsSettings::default() };
        Box::new(Mcts::with(&loaded, Budget::Playouts(100), Manner::Plain, &[], settings).unwrap())
    };
    let lead = |peeks: bool| {
        let leads: Vec<f64> = (0..30)
            .map(|seed| {
                let lead = |own: usize| {
                    let mut bots = [with(peeks && own == 0), with(peeks && own == 1)];
                    let session = play(&loaded, seed, &mut bots, usize::MAX);
                    let scores = session.game().scores();
                    f64::from(scores[own] - scores[1 - own])
                };
                // The same game is played from both seats.
                (lead(0) + lead(1)) / 2.0
            })
            .collect();
        mean(&leads, CONFIDENCE)
    };
    let (fair, knowing) = (lead(false), lead(true));
    assert!(fair.low <= 0.0 && fair.high >= 0.0, "{fair:?}");
    assert!(knowing.low > 0.0, "{knowing:?}");
}

#[test]
fn looking_ahead_beats_chance_clearly() {
    let loaded = base();
    let (mut won, mut points) = (0, [0, 0]);
    let mut bot = greedy(&loaded);
    for game in 0..20u64 {
        // Each bot starts half of the games.
        let own = (game % 2) as usize;
        let random: Box<dyn Bot> = Box::new(Random);
        let mut bots = if own == 0 { vec![bot, random] } else { vec![random, bot] };
        let session = play(&loaded, game, &mut bots, usize::MAX);
        let scores = session.game().scores();
        won += usize::from(scores[own] > scores[1 - own]);
        points = [points[0] + scores[own], points[1] + scores[1 - own]];
        bot = bots.swap_remove(own);
    }
    assert!(won >= 19, "{won} of 20 games, points {points:?}");
    assert!(points[0] > 2 * points[1], "{points:?}");
}

/// Plays every pack with greedy bots: by day 100 answers, so that slow packs do not delay the tests, and at night whole
/// games.
#[test]
fn every_pack_is_played_to_the_end_and_the_seed_says_how() {
    let most = amount(50, usize::MAX);
    for found in content().list().unwrap() {
        let loaded = load(&content(), &Request { lints: false, ..Request::new([&*found.id]) }).unwrap();
        let seats = loaded.catalog().unwrap().seats.0.max(1);
        let game = |most| {
            let mut bots: Vec<_> = (0..seats).map(|_| greedy(&loaded)).collect();
            play(&loaded, 3, &mut bots, most)
        };
        let whole = game(most);
        assert!(whole.game().stage() == Stage::Over || whole.answers() >= most, "{}", found.id);
        let again = game(40);
        assert_eq!(again.log(), &whole.log()[..again.log().len()], "{}", found.id);
    }
}

/// Loads games with hidden information.
fn secret_games() -> Vec<Loaded> {
    let requests = [
        Request::new(["entdecker"]).with_option("entdecker:top_scout", Value::Bool(true)),
        Request::new(["carcassonne"]).with_option("carcassonne:hand_size", Value::Int(3)),
        Request::new(["discovery"]),
        Request::new(["leipzig"]),
    ];
    let mut games: Vec<Loaded> = requests.map(|r| load(&content(), &Request { lints: false, ..r }).unwrap()).into();
    // In this game tiles are face down.
    let probes = Finder::nowhere().with_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../kit/tests/probes"));
    games.push(load(&probes, &Request { lints: false, ..Request::new(["three_goals"]) }).unwrap());
    // In this game each seat draws from a separate closed stack.
    games.push(load(&probes, &Request { lints: false, ..Request::new(["own_stacks"]) }).unwrap());
    games
}

/// Replaces the tiles in bags and hands that a seat does not see, the face-down tiles that it has not looked at, and
/// the numbers of future chance.
fn exchange(game: &mut Game, seat: Seat) -> bool {
    let catalog = game.catalog().clone();
    let before = game.fingerprint();
    for bag in catalog.bags.ids() {
        if let (VisibleTiles::Count(count), None) = (game.view(Some(seat)).bag(bag), catalog.bags[bag].back) {
            let kinds = &catalog.bags[bag].contents;
            let any = |n: usize| kinds.get(n % kinds.len().max(1)).map_or(TileKindId(0), |(kind, _)| *kind);
            let tiles: Vec<TileKindId> = (0..count).map(any).collect();
            game.arrange_bag(bag, &tiles);
        }
    }
    for holder in game.seats_from(seat).skip(1) {
        if let VisibleTiles::Count(count) = game.view(Some(seat)).hand(holder) {
            game.arrange_hand(holder, &vec![TileKindId(0); count]);
        }
    }
    for hidden in game.all_face_down().to_vec() {
        let other =
            |&kind: &TileKindId| kind != hidden.kind && catalog.kinds[kind].back == catalog.kinds[hidden.kind].back;
        if !hidden.known_by.contains(seat)
            && let Some(kind) = catalog.kinds.ids().find(other)
        {
            game.arrange_hidden_kind(hidden.tile, kind).unwrap();
        }
    }
    game.arrange_chance(99);
    game.fingerprint() != before
}

#[test]
fn what_a_seat_may_not_know_does_not_change_what_is_imagined() {
    let mut compared = 0;
    for loaded in secret_games() {
        let random = || -> [Box<dyn Bot>; 2] { [Box::new(Random), Box::new(Random)] };
        let whole = play(&loaded, 8, &mut random(), usize::MAX);
        let answers = whole.answers();
        for most in (0..answers).step_by(9) {
            let mut session = play(&loaded, 8, &mut random(), most);
            let Some(seat) = session.decision().map(|d| d.seat) else { continue };
            let choose = |session: &Session| {
                let mut bots = [greedy(&loaded), mcts(&loaded, 40)];
                bots.each_mut().map(|bot| bot.choose_in(session, &mut Choices::from_seed(5).after(0)))
            };
            let first = choose(&session);
            if !session.game().is_self_contained() {
                continue;
            }
            let mut exchanged = false;
            let arranged = session.arrange(|game| {
                exchanged = exchange(game, seat);
                Ok::<(), ()>(())
            });
            assert_eq!(arranged, Ok(()));
            if exchanged {
                assert_eq!(choose(&session), first);
                compared += 1;
            }
        }
    }
    assert!(compared >= 20, "{compared}");
}

/// Tests positions in the middle of a rule, after another seat has taken one of some secret options, and later ones.
#[test]
fn which_secret_option_another_has_taken_does_not_change_what_is_chosen() {
    let probes = Finder::nowhere().with_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../kit/tests/probes"));
    let loaded = load(&probes, &Request { lints: false, ..Request::new(["masks"]) }).unwrap();
    let mut compared = [0, 0];
    for (seed, most) in (3..9).flat_map(|seed| (0..24).map(move |most| (seed, most))) {
        let before = play(&loaded, seed, &mut [Box::new(Random), Box::new(Random)], most);
        let Some(decision) = before.decision() else { continue };
        let keys: Vec<String> =
            decision.options.secrets().map(|pick| decision.options.key(before.game(), pick)).collect();
        if keys.len() < 2 {
            continue;
        }
        let (hider, mut chosen, mut prints) = (decision.seat, Vec::new(), Vec::new());
        for key in keys {
            let mut session = play(&loaded, seed, &mut [Box::new(Random), Box::new(Random)], most);
            session.answer_key(&key).unwrap();
            let choose = |session: &Session| {
                let mut bots = [greedy(&loaded), mcts(&loaded, 40)];
                bots.each_mut().map(|bot| bot.choose_in(session, &mut Choices::from_seed(5).after(0)).unwrap())
            };
            assert!(!session.game().is_self_contained(), "the rule waits for the guess");
            let guess = choose(&session);
            session.answer_key("grin").unwrap();
            // A seat that holds nothing is skipped, and the seat that hid one knows its choice.
            let is_other = session.decision().is_some_and(|decision| decision.seat != hider);
            chosen.push((guess, is_other.then(|| choose(&session))));
            prints.push(session.game().fingerprint());
        }
        assert_eq!(chosen[0], chosen[1], "after {most} answers");
        compared[0] += 1;
        compared[1] += usize::from(prints[0] != prints[1]);
    }
    assert!(compared[0] >= 4 && compared[1] == compared[0], "{compared:?}");
}

/// All seats show a number of fingers at the same time, limited by the cards in their hands.
const FINGERS: &str = r#"Pack(
    id: "fingers", version: "1.0.0", format: 1, title: "Fingers", authors: ["A"], licence: "MIT", seats: (3, 3),
    terrains: [(id: grass, ground: true)],
    edges: [(id: grass, ports: [grass])],
    bags: [tiles, cards],
    tiles: [(id: "Plain", count: 4, edges: (n: grass, e: grass, s: grass, w: grass))],
    chips: [(id: "One", bag: cards, count: 2), (id: "Two", bag: cards, count: 2), (id: "Three", bag: cards, count: 2)],
    board: (presets: [(tile: "Plain", at: (0, 0))]),
    books: [fingers],
    flow: (setup: [script(name: "deal", each_seat: true)], turn: [script(name: "show")]),
    rules: [(use: "fingers")],
)"#;

const SHOWN: &str = r#"--- Whoever puts down what the others have put down gets points.

step("deal", function(seat)
    for _ = 1, 2 do to_hand(seat, draw("cards", { seat = seat, secret = true })) end
end)

step("show", function(seat)
    local shown = ask_all("show", function(who)
        local cards = {}
        for at, kind in hand(who) do cards[at] = { key = { at, ":", kind } } end
        return cards
    end)
    for _, who in { 0, 1, 2 } do
        local alike = 0
        for _, other in { 0, 1, 2 } do
            if other ~= who and shown[other].key[3] == shown[who].key[3] then alike += 1 end
        end
        award(who, 3 * alike, "fingers")
    end
    end_game()
end)
"#;

/// While all seats are asked at the same time, bots know neither the choices nor the hands of others.
#[test]
fn bots_that_are_asked_at_the_same_time_know_neither_choices_nor_hands() {
    let folder = FaultyPackFolder(std::env::temp_dir().join(format!("tilewright-fingers-{}", std::process::id())));
    let write =
        |file: &str, text: &str| write_with_folders(&folder.0.join("fingers").join(file), text.as_bytes()).unwrap();
    write("pack.ron", FINGERS);
    write("rules/fingers.lua", SHOWN);
    let loaded = load(&Finder::nowhere().with_folder(&folder.0), &Request::new(["fingers"])).unwrap();
    assert!(loaded.is_playable(), "{:?}", loaded.errors().map(|d| d.message.clone()).collect::<Vec<_>>());
    let begin = |seed| {
        let mut session = Session::new(loaded.machine().unwrap(), 3, seed).unwrap();
        session.start().unwrap();
        session
    };
    let keys = |session: &Session| -> Vec<String> {
        let decision = session.decision().unwrap();
        decision.options.iter(session.game()).map(|pick| decision.options.key(session.game(), pick)).collect()
    };
    let choose = |session: &Session| {
        let mut bots = [greedy(&loaded), mcts(&loaded, 40)];
        bots.each_mut().map(|bot| bot.choose_in(session, &mut Choices::from_seed(5).after(0)).unwrap())
    };
    // The map has the choices of the last seat by its own hand, over all hands and choices of the others.
    let mut by_hand: std::collections::BTreeMap<Vec<String>, Vec<[u32; 2]>> = std::collections::BTreeMap::new();
    let mut positions = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let first = keys(&begin(seed));
        for key in &first {
            let mut session = begin(seed);
            session.answer_key(key).unwrap();
            for key in keys(&session) {
                let mut session = session.fork(loaded.machine().unwrap());
                session.answer_key(&key).unwrap();
                positions.insert(session.game().fingerprint());
                by_hand.entry(keys(&session)).or_default().push(choose(&session));
            }
        }
    }
    assert!(by_hand.len() >= 6 && positions.len() > 5 * by_hand.len(), "{} of {}", by_hand.len(), positions.len());
    for (hand, chosen) in by_hand {
        assert!(chosen.iter().all(|all| *all == chosen[0]), "with {hand:?}: {chosen:?}");
    }
}

/// Each seat is dealt a card with the worth of its tiles at the end: of the straight ones, or of the others.
const AIMS: &str = r#"Pack(
    id: "aims", version: "1.0.0", format: 1, title: "Aims", authors: ["A"], licence: "MIT", seats: (2, 2),
    terrains: [(id: grass, ground: true)],
    edges: [(id: grass, ports: [grass])],
    bags: [tiles, aims],
    tiles: [
        (id: "Plain", count: 13, edges: (n: grass, e: grass, s: grass, w: grass)),
    ],
    board: (presets: [(tile: "Plain", at: (0, 0))]),
    counters: [(id: straight, scope: seat), (id: turned, scope: seat)],
    books: [aim],
    flow: (
        setup: [script(name: "deal", each_seat: true)],
        turn: [draw(from: tiles), place],
        finish: [script(name: "aims", each_seat: true), script(name: "boast", each_seat: true)],
    ),
    rules: [(use: "aims")],
)"#;

const DEALT: &str = r#"--- Points at the end by a card that nobody else has seen.

local laid = { Straight = "straight", Turned = "turned" }

step("deal", function(seat)
    to_hand(seat, draw("aims", { seat = seat, secret = true }))
end)

on("placed", function(ev)
    count(if ev.tile:turn() == 0 then "straight" else "turned", 1, ev.seat)
    if counter("straight", 0) + counter("turned", 0) + counter("straight", 1) + counter("turned", 1) == 12 then end_game() end
end)

-- A hand that holds anything but a card is a fault.
step("aims", function(seat)
    award(seat, 2 * counter(laid[hand(seat)[1]], seat), "aim")
end)

-- What was given before somebody is asked is known.
step("boast", function(seat)
    ask(seat, "boast", { "aloud", "silently" })
end)
"#;

/// A bot that looks ahead knows the points of the final steps, and imagines hands of cards from the right bag.
#[test]
fn points_of_the_end_are_foreseen_by_what_hands_can_hold() {
    let folder = FaultyPackFolder(std::env::temp_dir().join(format!("tilewright-aims-{}", std::process::id())));
    let write =
        |file: &str, text: &str| write_with_folders(&folder.0.join("aims").join(file), text.as_bytes()).unwrap();
    write("pack.ron", AIMS);
    write("cards.ron", r#"Chips([(id: "Straight", bag: aims, count: 2), (id: "Turned", bag: aims, count: 2)])"#);
    write("rules/aims.lua", DEALT);
    let loaded = load(&Finder::nowhere().with_folder(&folder.0), &Request::new(["aims"])).unwrap();
    assert!(loaded.is_playable(), "{:?}", loaded.errors().map(|d| d.message.clone()).collect::<Vec<_>>());
    for seed in 0..4 {
        for mut bots in [[greedy(&loaded), greedy(&loaded)], [mcts(&loaded, 100), mcts(&loaded, 100)]] {
            let session = play(&loaded, seed, &mut bots, usize::MAX);
            assert_eq!(session.game().scores(), [12, 12], "game {seed}: all tiles follow the card");
        }
    }
}

/// Returns the kind of the tile that was drawn last.
fn last_drawn_kind(session: &Session) -> Option<String> {
    let last = session.log().iter().rev().find_map(|entry| match entry {
        Entry::Chance(ChanceResult { what: Decided::Draw { kind, .. }, .. }) => Some(kind),
        _ => None,
    });
    let kind = last?;
    Some(session.game().catalog().kinds.key(*kind))
}

/// Returns the lead of a seat over its opponent after an answer.
fn ahead(loaded: &Loaded, session: &Session, seat: Seat, key: &str) -> i32 {
    let (catalog, script) = loaded.script_after(&session.symbols()).unwrap();
    let mut fork = session.fork(Machine::new(catalog, Box::new(script)));
    fork.answer_key(key).unwrap();
    // The figure that the points move must be chosen before they are given.
    while fork.decision().is_some_and(|d| &*d.ask == "messages.figure") {
        let first = fork.decision().unwrap().options.get(fork.game(), 0).unwrap();
        fork.answer(first).unwrap();
    }
    let scores = fork.game().scores();
    scores[seat.index()] - scores[1 - seat.index()]
}

/// The choice to follow a message or to take two points is made in the middle of the rule that drew the message. The
/// points of messages that count open information are certain.
#[test]
fn in_the_middle_of_a_rule_it_takes_what_is_worth_more() {
    let loaded = load(&content(), &Request { lints: false, ..Request::new(["messages"]) }).unwrap();
    let mut bot = Greedy::new(&loaded).unwrap();
    let mut done = 0;
    for seed in 0..4000 {
        // Following the message is rarely worth more.
        if done >= 6 {
            break;
        }
        let mut session = Session::new(loaded.machine().unwrap(), 2, seed).unwrap();
        session.start().unwrap();
        while let Some(decision) = session.decision() {
            let (seat, counts) =
                (decision.seat, last_drawn_kind(&session).is_some_and(|kind| ["M5", "M6", "M7"].contains(&&*kind)));
            if &*decision.ask == "messages.take" && counts {
                assert!(!session.game().is_self_contained(), "the rule waits for the answer");
                let [to_do, two] = ["do", "two"].map(|key| ahead(&loaded, &session, seat, key));
                let chosen = bot.choose_in(&session, &mut of_next_choice(&session)).unwrap();
                let options = &session.decision().unwrap().options;
                let chosen = options.key(session.game(), options.get(session.game(), chosen).unwrap());
                match to_do.cmp(&two) {
                    std::cmp::Ordering::Greater => assert_eq!(chosen, "do", "{to_do} and {two}"),
                    std::cmp::Ordering::Less => assert_eq!(chosen, "two", "{to_do} and {two}"),
                    std::cmp::Ordering::Equal => {}
                }
                done += usize::from(to_do > two);
            }
            let number = Random.choose_in(&session, &mut of_next_choice(&session)).unwrap();
            let pick = session.decision().unwrap().options.get(session.game(), number).unwrap();
            session.answer(pick).unwrap();
        }
    }
    assert!(done >= 6, "{done}");
}
