//! Tests games that guests play over the network: a guest uses a real socket, like a browser.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use serde_json::{Value as Json, json};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_editor::context::{EditorAction, EditorCommand};
use tilewright_editor_model::table::{SeatChooser, TableGame};
use tilewright_editor_model::texts::UiTexts;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_table::read_game;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use crate::stage::{StageLook, TestStage};
use crate::table::current_question;

/// Maximum time to wait for the network.
const PATIENCE: Duration = Duration::from_secs(30);

/// Guest with the newest number and question of the seat.
struct Guest {
    socket: WebSocket<TcpStream>,
    seat: u8,
    n: u64,
    ask: Json,
    got: Vec<Json>,
}

impl Guest {
    /// Visits a link. Returns the guest after its first view.
    fn visit(url: &str, seat: u8) -> Guest {
        let (address, token) = url.split_once('#').unwrap();
        let rest = address.strip_prefix("http://").unwrap();
        let (authority, _) = rest.split_once('/').unwrap();
        let stream = TcpStream::connect(authority).unwrap();
        let mut request = format!("ws://{rest}/ws").into_client_request().unwrap();
        request.headers_mut().insert("origin", format!("http://{authority}").parse().unwrap());
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) = tungstenite::client::client(request, stream).unwrap();
        socket.get_ref().set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        let mut guest = Guest { socket, seat, n: 0, ask: Json::Null, got: Vec::new() };
        guest.send(&json!({"t": "hello", "v": 1, "token": token}));
        guest
    }

    fn send(&mut self, message: &Json) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// Takes the messages that have arrived. Returns false once the host has closed the connection.
    fn look(&mut self) -> bool {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let message: Json = serde_json::from_str(&text).unwrap();
                    if message["t"] == "view" || message["t"] == "change" {
                        (self.n, self.ask) = (message["n"].as_u64().unwrap(), message["a"].clone());
                    }
                    self.got.push(message);
                }
                Ok(Message::Close(_)) => return false,
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) => {
                    return matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut);
                }
                Err(_) => return false,
            }
        }
    }

    fn got(&self, kind: &str) -> Vec<&Json> {
        self.got.iter().filter(|message| message["t"] == kind).collect()
    }

    /// Chooses the first option of the question.
    fn answer(&mut self) {
        let cell = &self.ask["cells"][0];
        let key = match cell[0].as_str() {
            Some(name) => format!("{name},{}", cell[3][0]),
            None => self.ask["options"][0][0].as_str().unwrap().to_owned(),
        };
        let (seat, n) = (self.seat, self.n);
        self.send(&json!({"t": "answer", "s": seat, "n": n, "key": key}));
    }
}

/// Draws frames until the condition holds.
fn wait(stage: &mut TestStage, guest: &mut Guest, why: &str, done: impl Fn(&mut TestStage, &Guest) -> bool) {
    let start = Instant::now();
    while !done(stage, guest) {
        assert!(start.elapsed() < PATIENCE, "{why}: {:?}", guest.got.last());
        guest.look();
        stage.settle();
    }
}

fn answers(stage: &mut TestStage) -> usize {
    stage.editor().table().unwrap().session().chosen_count()
}

fn asked(stage: &mut TestStage) -> Option<Seat> {
    stage.editor().table().unwrap().session().decision().map(|decision| decision.seat)
}

/// Answers the question of the user with its first place, or else with its first option.
fn answer_here(stage: &mut TestStage) {
    let asked = current_question(stage).unwrap();
    let name = match (asked.spots.first(), asked.menu.first()) {
        (Some(spot), _) => spot.name.clone(),
        (None, Some(option)) => option.text.clone(),
        (None, None) => panic!("{asked:?}"),
    };
    stage.harness.query_all_by_label(&name).last().unwrap().click();
    stage.harness.run_ok();
}

/// Returns the game of the hosted table in the home.
fn hosted(stage: &TestStage) -> Session {
    let table = std::fs::read_dir(stage.home.join("tables")).unwrap().next().unwrap().unwrap().path();
    let record = read_game(&table).unwrap().unwrap().record;
    let loaded = load(&Finder::only_bundled(), &Request::new(["carcassonne"])).unwrap();
    tilewright_kit::games::opening::open_loaded(loaded, &record).unwrap().session
}

/// Opens the window for an invitation by the tool of the table, which is in the menu of a narrow row.
fn ask_to_invite(stage: &mut TestStage, texts: &UiTexts) {
    let tool = texts.get("command-invite");
    if !stage.has(&tool) {
        stage.press(&texts.get("try-other"));
    }
    stage.click(&tool);
}

/// Returns a stage with an invited guest at the second seat, and the link.
fn invited(name: &str, look: StageLook) -> (TestStage, String) {
    let mut texts = UiTexts::default();
    texts.speak(look.language);
    let mut stage = TestStage::with_look(name, look);
    stage.open_copy("carcassonne").settle();
    stage.key(egui::Modifiers::NONE, egui::Key::F5).settle();
    let loaded = std::sync::Arc::clone(stage.editor().table().unwrap().rules().0);
    let seats = vec![SeatChooser::Person, SeatChooser::RANDOM];
    let setup = tilewright_editor_model::table::Setup { seats, seed: 4, pack_set: Default::default() };
    crate::left::put(&mut stage, TableGame::begin(&loaded, setup).unwrap());
    ask_to_invite(&mut stage, &texts);
    stage.picture(&format!("invite_{}", look.language));
    stage.press(&texts.get("invite-begin")).settle();
    assert!(stage.editor().table().unwrap().is_hosted(), "{:?}", stage.labels("The "));
    let second = texts.with_name("invite-copy-of", &texts.seat_called(1, ""));
    stage.harness.get_by_role_and_label(Role::Button, &second).click();
    stage.harness.step();
    let copied = stage.harness.output().platform_output.commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    stage.harness.run_ok();
    (stage, copied.unwrap())
}

#[test]
fn a_designer_and_a_guest_play_the_same_game() {
    let (mut stage, link) = invited("invite_play", StageLook::default());
    assert!(stage.mentions("Seat 2: away") && stage.has("Guests: 0 of 1 here"));
    let mut guest = Guest::visit(&link, 1);
    wait(&mut stage, &mut guest, "the guest is here", |stage, guest| {
        stage.mentions("Seat 2: here") && !guest.got("view").is_empty()
    });
    stage.picture("invite_links");
    for _ in 0..12 {
        let before = answers(&mut stage);
        if asked(&mut stage) == Some(Seat(0)) {
            answer_here(&mut stage);
        } else {
            assert!(!stage.editor().table().unwrap().asks_person());
            wait(&mut stage, &mut guest, "the guest is asked", |_, guest| !guest.ask.is_null());
            guest.answer();
        }
        let changes = guest.got("change").len();
        wait(&mut stage, &mut guest, "an answer", |stage, guest| {
            answers(stage) == before + 1 && guest.got("change").len() > changes
        });
    }
    let fingerprint = stage.editor().table().unwrap().game().fingerprint();
    assert_eq!(hosted(&stage).game().fingerprint(), fingerprint, "the file of the table has the same game");
    // A note of the guest is in the timeline at once.
    guest.send(&json!({"t": "note", "text": "Why this?", "mood": "unclear"}));
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::ShowLarge(tilewright_editor::context::Pane::Timeline));
    wait(&mut stage, &mut guest, "the note", |stage, _| stage.mentions("Why this?"));
    // Closing the table closes the link, and the game continues here.
    stage.press("Close the table").settle();
    let start = Instant::now();
    while guest.look() {
        assert!(start.elapsed() < PATIENCE);
    }
    assert_eq!(guest.got("closing").len(), 1);
    let table = stage.editor().table().unwrap();
    assert!(!table.is_hosted() && table.game().fingerprint() == fingerprint);
    assert_eq!(table.setup().seats, [SeatChooser::Person, SeatChooser::RANDOM]);
    let authority = link.strip_prefix("http://").unwrap().split('/').next().unwrap().to_owned();
    while TcpStream::connect(&authority).is_ok() {
        assert!(start.elapsed() < PATIENCE, "the address is free again");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_designer_looks_back_while_guests_play_on() {
    let (mut stage, link) = invited("invite_back", StageLook::default());
    let mut guest = Guest::visit(&link, 1);
    wait(&mut stage, &mut guest, "a view", |_, guest| !guest.got("view").is_empty());
    while asked(&mut stage) == Some(Seat(0)) {
        let before = answers(&mut stage);
        answer_here(&mut stage);
        wait(&mut stage, &mut guest, "an answer", |stage, _| answers(stage) == before + 1);
    }
    let end = answers(&mut stage);
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::StepBack));
    stage.settle();
    assert_eq!(answers(&mut stage), end - 1);
    wait(&mut stage, &mut guest, "the question", |_, guest| !guest.ask.is_null());
    guest.answer();
    wait(&mut stage, &mut guest, "the news", |stage, _| stage.mentions("One new move was made."));
    assert_eq!(answers(&mut stage), end - 1, "the earlier position stays");
    // An answer at the earlier position is not given.
    let places = stage.labels("Place the tile at ");
    if let Some(place) = places.first() {
        let place = place.clone();
        stage.click(&place);
        assert!(stage.mentions("You can move only at the last position"));
    }
    stage.press("Return to the game").settle();
    assert_eq!(answers(&mut stage), end + 1);
    assert_eq!(hosted(&stage).game().fingerprint(), stage.editor().table().unwrap().game().fingerprint());
}

#[test]
fn guests_know_when_the_designer_looks_at_hidden_cards() {
    let (mut stage, link) = invited("invite_looks", StageLook::default());
    let mut guest = Guest::visit(&link, 1);
    wait(&mut stage, &mut guest, "a view", |_, guest| !guest.got("view").is_empty());
    assert_eq!(stage.editor().play().viewpoint, Some(Seat(0)));
    stage.choose("Show the view of", "Seat 2");
    wait(&mut stage, &mut guest, "the notice", |_, guest| guest.got("looks").len() == 1);
    assert_eq!(guest.got("looks")[0]["seat"], 1);
    assert_eq!(stage.editor().play().viewpoint, Some(Seat(1)));
    // The designer cannot answer for the guest.
    assert!(stage.labels("Place the tile at ").is_empty());
    stage.choose("Show the view of", "me");
    wait(&mut stage, &mut guest, "the end of it", |_, guest| guest.got("looks").len() == 2);
}

#[test]
fn a_new_game_and_a_changed_rule_leave_the_guests_alone() {
    let (mut stage, link) = invited("invite_rules", StageLook { language: "nl", ..StageLook::default() });
    let mut guest = Guest::visit(&link, 1);
    wait(&mut stage, &mut guest, "a view", |_, guest| !guest.got("view").is_empty());
    let rules = stage.editor().table().unwrap().rules().1;
    let text = stage.text("pack.ron").replacen("per_tile: 1", "per_tile: 2", 1);
    stage.write("pack.ron", &text).settle();
    std::thread::sleep(Duration::from_millis(50));
    let mut texts = UiTexts::default();
    texts.speak("nl");
    wait(&mut stage, &mut guest, "the line about rules", |stage, _| {
        stage.harness.ctx.request_repaint();
        stage.harness.query_all_by_label(&texts.get("invite-rules")).count() > 1
    });
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::NewGame));
    stage.settle();
    let table = stage.editor().table().unwrap();
    assert!(table.is_hosted() && table.rules().1 == rules);
    // Another game at the table closes the links.
    let loaded = std::sync::Arc::clone(stage.editor().table().unwrap().rules().0);
    let setup = stage.editor().table().unwrap().setup().clone();
    let setup = tilewright_editor_model::table::Setup { seats: vec![SeatChooser::Person; 2], ..setup };
    crate::left::put(&mut stage, TableGame::begin(&loaded, setup).unwrap());
    let start = Instant::now();
    while guest.look() {
        assert!(start.elapsed() < PATIENCE);
    }
}

/// Plays until the seat is asked, at least `least` answers after the beginning.
fn play_until(stage: &mut TestStage, guest: &mut Guest, seat: Seat, least: usize) {
    while asked(stage) != Some(seat) || answers(stage) < least {
        let before = answers(stage);
        if asked(stage) == Some(Seat(0)) {
            answer_here(stage);
        } else {
            wait(stage, guest, "the guest is asked", |_, guest| !guest.ask.is_null());
            guest.answer();
        }
        wait(stage, guest, "an answer", |stage, _| answers(stage) == before + 1);
    }
}

#[test]
fn moves_are_taken_back_with_consent() {
    let (mut stage, link) = invited("invite_undo", StageLook::default());
    let mut guest = Guest::visit(&link, 1);
    wait(&mut stage, &mut guest, "a view", |_, guest| !guest.got("view").is_empty());
    play_until(&mut stage, &mut guest, Seat(1), 5);
    // The next tile was drawn, so that the guest must agree.
    let before = answers(&mut stage);
    stage.press("Take back");
    wait(&mut stage, &mut guest, "the wish", |stage, guest| {
        stage.mentions("The other players decide") && guest.got("wish").len() == 1
    });
    guest.send(&json!({"t": "agree", "s": 1, "yes": true}));
    wait(&mut stage, &mut guest, "the earlier position", |stage, _| answers(stage) < before);
    assert_eq!(hosted(&stage).game().fingerprint(), stage.editor().table().unwrap().game().fingerprint());
    assert!(!stage.has("Return to the game"), "this is the position of the hosted game");
    // The game continues from there, and the guest takes a move back.
    play_until(&mut stage, &mut guest, Seat(0), before + 2);
    let before = answers(&mut stage);
    guest.look();
    let n = guest.n;
    guest.send(&json!({"t": "undo", "s": 1, "n": n}));
    wait(&mut stage, &mut guest, "the wish of the guest", |stage, _| stage.has("Seat 2 wants to take a move back."));
    stage.press("Agree");
    wait(&mut stage, &mut guest, "the position before", |stage, _| answers(stage) < before);
    play_until(&mut stage, &mut guest, Seat(0), before);
    assert_eq!(hosted(&stage).game().fingerprint(), stage.editor().table().unwrap().game().fingerprint());
}

#[test]
fn guests_play_included_packs_as_well() {
    let mut stage = TestStage::new("invite_included");
    stage.act(EditorAction::OpenIncluded("carcassonne".into()));
    ask_to_invite(&mut stage, &UiTexts::default());
    stage.press("Invite").settle();
    assert!(stage.editor().table().unwrap().is_hosted());
    // The end of the program ends the links.
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::Close));
    stage.settle();
    assert!(stage.editor().table().is_none());
}

#[test]
fn a_game_with_older_rules_has_no_guests() {
    let mut stage = TestStage::new("invite_older");
    stage.open_copy("carcassonne").settle();
    stage.key(egui::Modifiers::NONE, egui::Key::F5).settle();
    let ctx = stage.harness.ctx.clone();
    let text = stage.text("pack.ron");
    let points = |number: u32| text.replacen("per_tile: 1", &format!("per_tile: {number}"), 1);
    stage.write("pack.ron", &points(7)).settle();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::Save));
    let loaded =
        load(&Finder::nowhere().with_folder(stage.home.join("packs")), &Request::new(["carcassonne"])).unwrap();
    let setup = tilewright_editor_model::table::Setup {
        seats: vec![SeatChooser::Person, SeatChooser::RANDOM],
        seed: 4,
        pack_set: Default::default(),
    };
    let mut table = TableGame::begin(&std::sync::Arc::new(loaded), setup).unwrap();
    table.stay_apart(Vec::new());
    crate::left::put(&mut stage, table);
    stage.write("pack.ron", &points(9)).settle();
    ask_to_invite(&mut stage, &UiTexts::default());
    stage.press("Invite").settle();
    assert!(!stage.editor().table().unwrap().is_hosted());
    assert!(stage.mentions("The saved pack and the rules of this game differ."));
    assert!(!stage.home.join("tables").exists(), "no table is left");
    // A wrong address has a reason at once.
    stage.harness.get_by_role_and_label(Role::DisclosureTriangle, "More").click();
    stage.harness.run_ok();
    stage.type_into("Address in the network", "home");
    assert!(stage.mentions("The address is not valid."));
}

#[test]
fn guests_get_the_changed_pack_when_the_designer_gives_it() {
    let (mut stage, link) = invited("invite_reload", StageLook::default());
    let mut guest = Guest::visit(&link, 1);
    wait(&mut stage, &mut guest, "a view", |_, guest| !guest.got("view").is_empty());
    play_until(&mut stage, &mut guest, Seat(0), 8);
    let text = stage.text("pack.ron").replacen("per_tile: 1", "per_tile: 3", 1);
    stage.write("pack.ron", &text).settle();
    let moves = answers(&mut stage);
    let rules = stage.editor().table().unwrap().rules().1;
    wait(&mut stage, &mut guest, "the table has the changed pack", |stage, guest| {
        stage.harness.ctx.request_repaint();
        if guest.got("reloaded").is_empty() && stage.has("Give guests the changed pack") {
            stage.press("Give guests the changed pack");
        }
        !guest.got("reloaded").is_empty() && stage.editor().table().unwrap().rules().1 != rules
    });
    assert_eq!((answers(&mut stage), &guest.got("reloaded")[0]["kept"]), (moves, &json!(moves)));
    assert!(stage.mentions(&format!("Moves that remain: {moves} of {moves}")), "{:?}", stage.labels("Guests"));
    // Both play the new rules from here on.
    play_until(&mut stage, &mut guest, Seat(1), moves + 2);
    play_until(&mut stage, &mut guest, Seat(0), moves + 3);
    let table = std::fs::read_dir(stage.home.join("tables")).unwrap().next().unwrap().unwrap().path();
    let record = read_game(&table).unwrap().unwrap().record;
    let played = stage.editor().table().unwrap();
    assert_eq!(record.packs, played.game().catalog().exact_packs());
    let again = tilewright_kit::games::opening::open_loaded((**played.rules().0).clone(), &record).unwrap();
    assert_eq!(again.session.game().fingerprint(), played.game().fingerprint());
}
