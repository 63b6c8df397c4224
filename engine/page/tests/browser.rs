//! Opens pages in a browser. If none is installed, the tests report that and check only the text.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests may panic and print missing tools")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::{Entry, Session};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load, load_from};
use tilewright_kit::packs::template;
use tilewright_pack::World;
use tilewright_page::{
    Card, CertificateClaim, GamePage, OnShelf, PackPage, Readers, ShelfPage, Version, game_page, pack_page, shelf_page,
};

#[path = "../../wording/fixture/mod.rs"]
mod fixture;

fn content() -> Finder {
    Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"))
}

/// Plays a game in which every choice follows from the seed.
fn play_game(loaded: &Loaded, seed: u64, most: usize) -> Session {
    let seats = loaded.catalog().unwrap().seats.0;
    let mut session = Session::new(loaded.machine().unwrap(), seats, seed).unwrap();
    session.start().unwrap();
    let mut state = seed;
    while let Some(decision) = session.decision().filter(|_| session.answers() < most) {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = ((state >> 33) % u64::from(decision.options.count())) as u32;
        let pick = decision.options.get(session.game(), number).unwrap();
        session.answer(pick).unwrap();
    }
    session
}

/// Returns the number of answers of all seats, except answers with only one option.
fn answers(session: &Session) -> usize {
    session.log().iter().filter(|entry| matches!(entry, Entry::Answer(answer) if !answer.forced)).count()
}

fn page_of(session: &mut Session, seen_by: Option<u8>) -> String {
    page_for(session, seen_by.map_or(Readers::Everybody, |seat| Readers::Seat(Seat(seat))))
}

fn page_for(session: &mut Session, readers: Readers) -> String {
    game_page(session, &GamePage { id: "a game", language: "en", readers, art: None }).unwrap()
}

/// PNG picture of one pixel.
const PIXEL: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\
    \0\0\0\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\0\x05\0\x01\xff\x89\x99=\x1d\0\0\0\0IEND\xaeB`\x82";

/// Result of opening a page: the final document, and the messages on its console.
struct OpenedPage {
    dom: String,
    console: Vec<String>,
}

impl OpenedPage {
    /// Returns the whole number after the first occurrence of a name.
    fn number(&self, name: &str) -> i64 {
        let rest = self.dom.split_once(name).unwrap_or_else(|| panic!("no {name} in {}", self.dom)).1;
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap();
        rest[..end].parse().unwrap()
    }

    /// Returns the scores that are shown for the step.
    fn scores(&self) -> Vec<i64> {
        let rest = self.dom.split("data-score=\"").skip(1);
        rest.map(|rest| rest.split('"').next().unwrap().parse().unwrap()).collect()
    }

    /// Counts the elements by name.
    fn elements(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        // The content of a script or style is not markup.
        let mut rest = &*self.dom;
        while let Some((_, after)) = rest.split_once('<') {
            let name: String = after.chars().take_while(char::is_ascii_alphanumeric).collect();
            rest = after;
            if ["script", "style"].contains(&&*name) {
                rest = after.split_once(&format!("</{name}>")).unwrap().1;
            }
            if !name.is_empty() {
                *counts.entry(name).or_default() += 1;
            }
        }
        counts
    }
}

/// Returns the path of the browser; `None` if none is installed.
fn browser() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    names.iter().flat_map(|name| folders.iter().map(move |f| f.join(name))).find(|path| path.is_file())
}

/// Opens a page in the browser at a fragment of its address; `None` if there is no browser.
///
/// # Panics
///
/// There is no browser although the variable `CI` is set: a complete run must not skip anything.
fn open(page: &str, place: &str) -> Option<OpenedPage> {
    let Some(browser) = browser() else {
        assert!(std::env::var_os("CI").is_none(), "Chromium is missing: install it, for example as `chromium`");
        eprintln!("skipped in part: no Chromium was found, so the page was not opened in a browser");
        return None;
    };
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pages-{}-{number}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("page.html");
    fs::write(&file, page).unwrap();
    // The page of a shelf refers to this picture.
    fs::create_dir_all(folder.join("pages")).unwrap();
    fs::write(folder.join("pages/ponds.png"), PIXEL).unwrap();
    let mut command = Command::new(browser);
    command
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-extensions", "--disable-component-update"])
        .args(["--virtual-time-budget=5000", "--enable-logging=stderr", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}{place}", file.display()));
    let mut running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Each pipe has its own reading thread, so that neither fills up.
    let mut pipes = (running.stdout.take().unwrap(), running.stderr.take().unwrap());
    let dom = std::thread::spawn(move || {
        let mut text = String::new();
        pipes.0.read_to_string(&mut text).map(|_| text).unwrap()
    });
    let errors = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipes.1.read_to_end(&mut bytes).map(|_| String::from_utf8_lossy(&bytes).into_owned()).unwrap()
    });
    let start = Instant::now();
    while running.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_secs(120) {
            running.kill().unwrap();
            panic!("the browser did not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let (dom, errors) = (dom.join().unwrap(), errors.join().unwrap());
    fs::remove_dir_all(&folder).unwrap();
    let console = errors.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect();
    Some(OpenedPage { dom, console })
}

/// Checks that a page loads nothing from elsewhere and runs only its own script.
#[track_caller]
fn is_closed(page: &str) {
    assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\""));
    let head = page.split_once("<head>\n").unwrap().1;
    let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src ";
    let pictures = head.strip_prefix(policy).unwrap().split_once("; style-src 'sha256-").unwrap().0;
    assert!(["data:", "'self' file:"].contains(&pictures), "{pictures}");
    for (what, times) in [("<script>", 1), ("<style>", 1), ("<script", 2), ("</script", 2), ("<meta", 6)] {
        assert!(page.matches(what).count() <= times, "{what}");
    }
    let body = page.split_once("<body>").unwrap().1.split_once("<script").unwrap().0;
    for tag in body.split('<').skip(1).map(|rest| rest.split('>').next().unwrap()) {
        // Only names are outside of quotes.
        let names: String = tag.split('"').step_by(2).collect();
        assert!(!names.contains(" on") && !names.contains(" style="), "{tag}");
        // Links lead to the page itself or to files next to it on the shelf.
        for link in tag.split("href=\"").skip(1).chain(tag.split("src=\"").skip(1)) {
            let begins = ["#", "pages/ponds.", "../index.html\"", "../files/ponds-1.0.0-0123456789ab.tilepack\""];
            assert!(begins.iter().any(|begin| link.starts_with(begin)), "{tag}");
        }
    }
}

#[test]
fn every_shipped_pack_has_games_that_can_be_stepped_through() {
    let mut lattices = Vec::new();
    for found in content().list().unwrap() {
        let request = Request { lints: false, ..Request::new([&*found.id]) };
        let loaded = load(&content(), &request).unwrap();
        let lattice = loaded.catalog().unwrap().lattice;
        // One game of each lattice is opened at its end and in its middle; for the others only the text is checked.
        let opened = !lattices.contains(&lattice);
        lattices.extend(opened.then_some(lattice));
        let mut session = play_game(&loaded, 7, if opened { usize::MAX } else { 60 });
        let (fingerprint, answers) = (session.game().fingerprint(), answers(&session));
        let page = page_of(&mut session, None);
        assert_eq!(session.game().fingerprint(), fingerprint, "{}: the position is unchanged", found.id);
        is_closed(&page);
        let steps = page.matches("<li data-at=").count();
        assert!(steps > answers, "{}: {steps} entries, {answers} answers", found.id);
        if !opened {
            continue;
        }
        for (place, step) in [("", answers), ("#step=5", 5), ("#end", answers)] {
            let Some(shown) = open(&page, place) else { break };
            assert_eq!(shown.console, Vec::<String>::new(), "{}", found.id);
            assert_eq!(shown.number("data-ready=\""), answers as i64, "{}", found.id);
            assert!(shown.dom.contains(&format!("Step {step} of {answers}")), "{}{place}", found.id);
            if step == answers {
                let scores: Vec<i64> = session.game().scores().iter().map(|score| i64::from(*score)).collect();
                assert_eq!(shown.scores(), scores, "{}", found.id);
            }
            // The number of tiles is that of the position.
            let tiles = shown.dom.split_once("<g id=\"tiles\">").unwrap().1.split_once("</g>").unwrap().0;
            let tiles = tiles.matches("<use").count();
            let label = format!("Board after step {step}: {tiles} tiles");
            assert!(tiles > 1 && shown.dom.contains(&label), "{}{place}: {tiles} tiles", found.id);
            let most = session.game().board().tiles().len();
            assert!(if step == answers { tiles == most } else { tiles < most }, "{}{place}: {tiles}", found.id);
        }
    }
    assert_eq!(lattices.len(), 2, "both lattices were opened");
}

/// Returns the pack of the template, with some of its texts replaced.
fn world(changes: &[(&str, &str, &str)]) -> World {
    let mut files = template::game("ponds");
    for (file, from, to) in changes {
        let text = files.get(*file).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        let text: Arc<str> = text.replace(from, to).into();
        files.insert((*file).into(), text);
    }
    let mut world = World::default();
    for (name, text) in tilewright_script::library() {
        world.add_module(name, text);
    }
    world.packs.insert("ponds".into(), files);
    world
}

fn load_ponds(world: &World) -> Loaded {
    let loaded = load_from(world, &Request { lints: false, ..Request::new(["ponds"]) });
    assert!(loaded.is_playable(), "{:?}", loaded.diagnostics);
    loaded
}

/// Returns three pages for the pack of a world: of a game, of the pack on a shelf, and of the shelf.
fn pages(world: &World, id: &str) -> [String; 3] {
    let said = || id.to_owned();
    let version = Version {
        number: "1.0.0".to_owned(),
        file: "../files/ponds-1.0.0-0123456789ab.tilepack".to_owned(),
        bytes: 12_345,
        needs: vec![said()],
        key: Some(said()),
        withdrawn: Some(said()),
    };
    let claim = CertificateClaim { packs: vec![said(), said()], tests: 3, games: 300, sets: 4 };
    let card = Card {
        id: "ponds".to_owned(),
        title: said(),
        summary: said(),
        version: "1.0.0".to_owned(),
        authors: vec![said()],
        licence: said(),
        picture: Some("pages/ponds.png".to_owned()),
        page: Some("pages/ponds.html".to_owned()),
        withdrawn: Some(said()),
    };
    let cards = [card, Card { id: "reeds".to_owned(), title: said(), ..Card::default() }];
    let loaded = load_ponds(world);
    let catalog = loaded.catalog().unwrap();
    let (mut first, mut second) = (play_game(&loaded, 3, usize::MAX), play_game(&loaded, 3, usize::MAX));
    let page = GamePage { id, language: "en", readers: Readers::Everybody, art: None };
    let read_me = world.packs["ponds"].get("README.md").cloned();
    let pack = PackPage {
        loaded: &loaded,
        catalog,
        packs: &["ponds".to_owned()],
        read_me: read_me.as_deref(),
        language: "en",
        game: Some(&mut second),
        shelf: Some(OnShelf { home: "../index.html", title: id, versions: &[version], claims: &[claim] }),
        art: None,
    };
    let shelf = ShelfPage { title: id, cards: &cards, language: "en" };
    [game_page(&mut first, &page).unwrap(), pack_page(pack).unwrap(), shelf_page(shelf)]
}

#[test]
fn what_a_pack_or_a_record_says_is_never_markup() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    // This text does not end a text in RON or Lua.
    let evil = format!(
        "x'><b class=y></script></style></title><script>document.documentElement.setAttribute(`data-ran`,1)</script>\
         <img src=http://{address}/a onerror=alert(1)><svg onload=alert(1)><!--<a href=javascript:alert(1)>&lt;&#60;]]>{{}}{{0}}\
         <meta http-equiv=refresh content=0;url=http://{address}/b><link rel=stylesheet href=//{address}/c>אב"
    );
    // Titles and names have a limited length.
    let name = format!("x'></title></script><img src=http://{address}/d onerror=alert(1)><!--אב");
    let plain = world(&[]);
    let mut hostile = world(&[
        ("pack.ron", "title: \"Ponds\"", &format!("title: \"{name}\"")),
        ("pack.ron", "[\"Somebody\"]", &format!("[\"{name}\"]")),
        ("rules/ponds.lua", "\"lily\"", &format!("\"{name}\"")),
        ("rules/ponds.lua", "\"unfinished\"", &format!("\"{name}\"")),
        ("rules/ponds.lua", "--- A finished", &format!("--- {evil} A finished")),
        ("rules/ponds.lua", "The tag that", &format!("{evil} The tag that")),
    ]);
    let files = hostile.packs.get_mut("ponds").unwrap();
    let texts = files["texts/en.ron"].lines().map(|line| match line.split_once("\": \"") {
        Some((key, text)) => format!("{key}\": \"{evil}{text}"),
        None => line.to_owned(),
    });
    let texts = texts.collect::<Vec<_>>().join("\n");
    assert_eq!(texts.matches(&evil).count(), 9, "{texts}");
    files.insert("texts/en.ron".into(), texts.into());
    let about: Arc<str> = format!("{}\n\n{evil}\n\n`{evil}`\n\n    {evil}\n\n<p>{evil}", files["README.md"]).into();
    files.insert("README.md".into(), about);
    let mut counted = Vec::new();
    for (world, id) in [(&plain, "a game"), (&hostile, &*evil)] {
        let pages = pages(world, id);
        pages.iter().for_each(|page| is_closed(page));
        for (number, page) in pages.iter().enumerate() {
            let Some(shown) = open(page, "#end") else { return };
            assert_eq!(shown.console, Vec::<String>::new());
            assert!(!shown.dom.contains("<html lang=\"en\" data-ran"));
            match number {
                2 => assert!(shown.number("data-cards=\"") == 2 && shown.dom.contains("2 of 2 packs")),
                _ => assert!(shown.number("data-ready=\"") > 20),
            }
            let mut elements = shown.elements();
            // These elements mark text that may run from right to left, and additional text of the read-me.
            let more = ["bdi", "p", "code", "pre"].map(|name| elements.remove(name).unwrap_or(0));
            assert!(world.packs["ponds"].len() > 5 && (more[0] > 4) == (id != "a game"), "{more:?}");
            counted.push((number, elements, shown.scores()));
        }
    }
    assert_eq!(counted[0], counted[3], "the page of the game");
    assert_eq!(counted[1], counted[4], "the page of the pack");
    assert_eq!(counted[2], counted[5], "the page of the shelf");
    let called = listener.accept();
    assert!(called.is_err_and(|e| e.kind() == std::io::ErrorKind::WouldBlock), "a page asked for something");
}

/// Returns a pack in which every seat gets a hidden token at the beginning and is asked about it, with these options
/// and settings.
fn secretive(options: &str) -> World {
    let mut world = world(&[
        ("pack.ron", "bags: [tiles]", "bags: [tiles, tokens]"),
        (
            "pack.ron",
            "turn: [draw",
            "setup: [refill(from: tokens, size: 1, each_seat: true), script(name: \"think\", each_seat: true)],\n        turn: [draw",
        ),
        ("pack.ron", "rules: [", "rules: [\n        (use: \"think\"),"),
    ]);
    let files = world.packs.get_mut("ponds").unwrap();
    let chips = "Chips([(id: \"Pearl\", count: 9, bag: tokens), (id: \"Pebble\", count: 9, bag: tokens)])\n";
    files.insert("tokens.ron".into(), chips.into());
    let rule = "--- Each seat says what it thinks.\n--- @source Invented here.\n\n\
                step(\"think\", function(seat)\n    ask(seat, \"mood\", OPTIONS)\nend)\n";
    files.insert("rules/think.lua".into(), rule.replace("OPTIONS", options).into());
    world
}

/// Plays a game of this pack. `held` are the tokens of seats 0 and 1, and `thought` are their answers; all later moves
/// are the same in all games.
fn secret_game(loaded: &Loaded, held: [&str; 2], thought: [&str; 2]) -> Session {
    use tilewright_core::session::record::{Move, Record};
    let mut moves: Vec<Move> = Vec::new();
    moves.extend(held.map(|kind| Move::Draw { kind: kind.to_owned(), from: Some("tokens".to_owned()) }));
    for (seat, pick) in (0..).zip(thought) {
        moves.push(Move::Answer { seat, ask: "mood".to_owned(), pick: pick.to_owned() });
    }
    for (seat, kind, pick) in [(0, "Straight", "1,0,0"), (1, "Straight", "2,0,0")] {
        moves.push(Move::Draw { kind: kind.to_owned(), from: None });
        moves.push(Move::Answer { seat, ask: "place".to_owned(), pick: pick.to_owned() });
        moves.push(Move::Answer { seat, ask: "deploy".to_owned(), pick: "pass".to_owned() });
    }
    let record = Record { packs: vec!["ponds".to_owned()], seats: 2, moves, ..Record::default() };
    tilewright_kit::games::replay::replay_by(loaded, &record).unwrap()
}

#[test]
fn the_page_for_a_seat_does_not_depend_on_what_is_hidden_from_it() {
    let world = secretive("{ \"gladly\", \"sadly\" }, { secret = true }");
    let loaded = load_ponds(&world);
    let game = |held, thought| {
        let mut session = secret_game(&loaded, held, thought);
        [None, Some(0), Some(1)].map(|seat| page_of(&mut session, seat))
    };
    let [all, first, second] = game(["Pearl", "Pearl"], ["gladly", "gladly"]);
    let [other_all, other_first, other_second] = game(["Pearl", "Pebble"], ["gladly", "sadly"]);
    assert_eq!(first, other_first, "seat 0 does not see the hand and answers of seat 1");
    assert!(second != other_second && all != other_all);
    assert!(!other_first.contains("Pebble") && !other_first.contains("sadly"));
    assert!(other_second.contains("Pebble") && other_second.contains("sadly"));
    // Secret questions to other seats are hidden, so seat 0 sees only its own of the two answers.
    let entries = |page: &str| page.matches("<li data-at=").count();
    assert_eq!(entries(&other_first), 1 + 5);
    let Some(shown) = open(&other_all, "#end") else { return };
    assert_eq!((shown.console.len(), shown.number("data-ready=\"")), (0, 6));
    assert_eq!(shown.dom.matches("<option value=").count(), 4);
}

#[test]
fn the_page_for_onlookers_holds_nothing_that_only_seats_have_seen() {
    let world = secretive("{ \"gladly\", \"sadly\" }, { secret = true }");
    let loaded = load_ponds(&world);
    let open = |held, thought| page_for(&mut secret_game(&loaded, held, thought), Readers::Onlookers);
    let page = open(["Pearl", "Pearl"], ["gladly", "gladly"]);
    assert_eq!(page, open(["Pebble", "Pebble"], ["sadly", "sadly"]));
    assert!(page.contains("This page shows the game as seen by an onlooker."));
    assert!(!page.contains("Pebble") && !page.contains("sadly") && !page.contains("gladly"));
    // Both secret answers are left out.
    assert_eq!(page.matches("<li data-at=").count(), 1 + 4);
}

#[test]
fn the_page_for_a_seat_tells_that_another_has_chosen_in_secret_and_not_what() {
    let secret = |key: &str| format!("{{ key = \"{key}\", secret = true }}");
    let world = secretive(&format!("{{ \"gladly\", {}, {} }}", secret("sadly"), secret("madly")));
    let loaded = load_ponds(&world);
    let game = |thought| {
        let mut session = secret_game(&loaded, ["Pearl", "Pearl"], thought);
        [None, Some(0), Some(1)].map(|seat| page_of(&mut session, seat))
    };
    let [all, first, second] = game(["sadly", "sadly"]);
    let [other_all, other_first, other_second] = game(["sadly", "madly"]);
    assert_eq!(first, other_first, "seat 0 sees no difference in which secret option seat 1 has taken");
    assert!(second != other_second && all != other_all);
    assert!(other_first.contains("sadly") && !other_first.contains("madly") && other_second.contains("madly"));
    // Here the question is public, so the other seat sees one more entry than for a secret question.
    assert_eq!(other_first.matches("<li data-at=").count(), 1 + 6);
    let [_, gladly, _] = game(["sadly", "gladly"]);
    assert!(gladly != first && gladly.contains("gladly") && !first.contains("gladly"));
}

#[test]
fn a_game_has_the_sentences_of_all_interfaces() {
    for (language, sentences) in fixture::SENTENCES {
        let about = GamePage { id: "a game", language, readers: Readers::Everybody, art: None };
        let page = game_page(&mut fixture::play_game(), &about).unwrap();
        // Tags separate sentences, and words within a sentence have none.
        let text: String = page.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect();
        for sentence in ["events", "points", "end"].iter().flat_map(|name| fixture::section(sentences, name)) {
            assert!(text.contains(sentence), "{language}: {sentence}");
        }
    }
}
