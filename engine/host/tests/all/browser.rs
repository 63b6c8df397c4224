//! Plays in real browsers, by mouse, by keyboard, on a small touch screen, and through lost connections. If no browser
//! is installed, the tests report that.
//!
//! A normal run plays some turns. `TILEWRIGHT_NIGHTLY=1 cargo test --locked -p tilewright-host browser` plays whole
//! games of four packs. `AXE` names the file `axe.min.js` of axe-core, which then examines each page, and `SCREENS` a
//! folder for pictures of the pages.

use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use tilewright_core::catalog::lattice::Cell;
use tilewright_host::TableLink;
use tilewright_kit::games::replay::replay_by;
use tilewright_kit::records::json::read_records;
use tungstenite::{Message, WebSocket};

use crate::{TestHost, content, parts};

/// Maximum time of a step of a test.
const PATIENCE: Duration = Duration::from_secs(30);

/// Browser that is controlled over its protocol for developers.
pub(crate) struct Browser {
    process: Child,
    socket: WebSocket<TcpStream>,
    profile: PathBuf,
    next: u64,
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser may have ended by itself.
        drop(self.process.kill());
        drop(self.process.wait());
        drop(fs::remove_dir_all(&self.profile));
    }
}

/// Returns the path of the first installed program among some names.
pub(crate) fn find_program(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    names.iter().flat_map(|name| folders.iter().map(move |f| f.join(name))).find(|path| path.is_file())
}

impl Browser {
    /// Starts a browser; `None` if none is installed.
    ///
    /// # Panics
    /// There is no browser although the variable `CI` is set: a complete run must not skip anything.
    #[expect(clippy::print_stderr, reason = "tests report missing tools")]
    pub(crate) fn start(name: &str) -> Option<Browser> {
        let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
        let Some(browser) = find_program(&names) else {
            assert!(std::env::var_os("CI").is_none(), "Chromium is missing: install it, for example as `chromium`");
            eprintln!("skipped: no Chromium was found, so no game was played in a browser");
            return None;
        };
        let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("browser-{name}-{}", std::process::id()));
        drop(fs::remove_dir_all(&profile));
        let process = Command::new(browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-extensions", "--disable-component-update"])
            // Web servers of tests make their own certificates.
            .args(["--remote-debugging-port=0", "--ignore-certificate-errors"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let file = profile.join("DevToolsActivePort");
        let begin = Instant::now();
        let address = loop {
            let text = fs::read_to_string(&file).unwrap_or_default();
            if let Some((port, path)) = text.trim().split_once('\n') {
                break (port.to_owned(), path.to_owned());
            }
            assert!(begin.elapsed() < PATIENCE, "the browser does not start");
            std::thread::sleep(Duration::from_millis(20));
        };
        let stream = TcpStream::connect(format!("127.0.0.1:{}", address.0)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) =
            tungstenite::client::client(format!("ws://127.0.0.1:{}{}", address.0, address.1), stream).unwrap();
        Some(Browser { process, socket, profile, next: 1 })
    }

    /// Calls a method and returns its result.
    fn call(&mut self, session: Option<&str>, method: &str, params: &Json) -> Json {
        let id = self.next;
        self.next += 1;
        let mut call = json!({"id": id, "method": method, "params": params});
        if let Some(session) = session {
            call["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(call.to_string())).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let answer: Json = serde_json::from_str(&text).unwrap();
            if answer["id"] == id {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    /// Opens a page in a separate context, like a different person.
    pub(crate) fn open(&mut self, url: &str, size: (u32, u32), is_touch: bool) -> String {
        let context = self.call(None, "Target.createBrowserContext", &json!({}));
        let context = context["browserContextId"].clone();
        let target = json!({"url": "about:blank", "browserContextId": context});
        let target = self.call(None, "Target.createTarget", &target)["targetId"].clone();
        let attached = self.call(None, "Target.attachToTarget", &json!({"targetId": target, "flatten": true}));
        let session = attached["sessionId"].as_str().unwrap().to_owned();
        let metrics = json!({"width": size.0, "height": size.1, "deviceScaleFactor": 1, "mobile": is_touch});
        self.call(Some(&session), "Emulation.setDeviceMetricsOverride", &metrics);
        self.call(Some(&session), "Emulation.setTouchEmulationEnabled", &json!({"enabled": is_touch}));
        self.call(Some(&session), "Page.enable", &json!({}));
        self.call(Some(&session), "Page.navigate", &json!({"url": url}));
        session
    }

    /// Evaluates an expression in a page.
    pub(crate) fn eval(&mut self, session: &str, expression: &str) -> Json {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let result = self.call(Some(session), "Runtime.evaluate", &params);
        assert!(result.get("exceptionDetails").is_none(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait_for(&mut self, session: &str, expression: &str) {
        let begin = Instant::now();
        // A page that is being loaded has no body yet.
        let expression = &format!("document.body !== null && {expression}");
        while self.eval(session, expression) != json!(true) {
            if begin.elapsed() > PATIENCE {
                let shown = self.eval(session, "document.body.innerText");
                panic!("never true: {expression}\n{shown}");
            }
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// Returns the middle of the element that an expression selects, scrolled into view.
    fn middle(&mut self, session: &str, element: &str) -> (f64, f64) {
        let place = self.eval(
            session,
            &format!(
                "(() => {{ const e = {element}; e.scrollIntoView({{block: 'center', inline: 'center'}}); \
                 const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
            ),
        );
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    }

    pub(crate) fn click(&mut self, session: &str, element: &str) {
        let (x, y) = self.middle(session, element);
        self.press(session, x, y);
    }

    /// Clicks an element at a distance from its upper left corner, in pixels.
    fn click_at(&mut self, session: &str, element: &str, inset: f64) {
        let corner = self
            .eval(session, &format!("(() => {{ const b = {element}.getBoundingClientRect(); return [b.x, b.y]; }})()"));
        let at = |axis: usize| corner[axis].as_f64().unwrap() + inset;
        self.press(session, at(0), at(1));
    }

    fn press(&mut self, session: &str, x: f64, y: f64) {
        let event = |kind: &str| json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
        self.call(Some(session), "Input.dispatchMouseEvent", &json!({"type": "mouseMoved", "x": x, "y": y}));
        self.call(Some(session), "Input.dispatchMouseEvent", &event("mousePressed"));
        self.call(Some(session), "Input.dispatchMouseEvent", &event("mouseReleased"));
    }

    fn tap(&mut self, session: &str, element: &str) {
        let (x, y) = self.middle(session, element);
        let touch = json!({"type": "touchStart", "touchPoints": [{"x": x, "y": y}]});
        self.call(Some(session), "Input.dispatchTouchEvent", &touch);
        self.call(Some(session), "Input.dispatchTouchEvent", &json!({"type": "touchEnd", "touchPoints": []}));
    }

    /// Checks a page with the script that `AXE` names, if it is set.
    fn check_access(&mut self, page: &str, manner: Manner) {
        let Ok(axe) = std::env::var("AXE") else { return };
        self.eval(page, &fs::read_to_string(axe).unwrap());
        let serious = "axe.run().then(({violations}) => violations.filter(({impact}) => \
            ['serious', 'critical'].includes(impact)).map(({id, nodes}) => `${id}: ${nodes[0].html}`))";
        assert_eq!(self.eval(page, serious), json!([]), "{manner:?}");
    }

    /// Writes a picture of a page in base 64 to the folder that `SCREENS` names, if it is set.
    fn keep_picture(&mut self, page: &str, name: &str) {
        let Ok(folder) = std::env::var("SCREENS") else { return };
        let picture = self.call(Some(page), "Page.captureScreenshot", &json!({"format": "png"}));
        fs::write(Path::new(&folder).join(format!("{name}.b64")), picture["data"].as_str().unwrap()).unwrap();
    }

    fn key(&mut self, session: &str, key: &str, code: u32) {
        let text = if key == "Enter" { json!("\r") } else { json!("") };
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            if kind == "keyDown" && key == "Enter" {
                event["text"] = text.clone();
            }
            self.call(Some(session), "Input.dispatchKeyEvent", &event);
        }
    }
}

/// Way in which a person uses the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    Mouse,
    Keyboard,
    Touch,
    /// Mouse, with a new load of the page before each turn.
    Reload,
}

/// Last of the places or options; the last option of a list often passes, so that games move on.
const SPOT: &str = "[...document.querySelectorAll('.spot')].at(-1)";
const OPTION: &str = "[...document.querySelectorAll('.option')].at(0)";

/// True once the person is asked and the page shows it.
pub(crate) const ASKED: &str = "document.getElementById('asked').classList.contains('mine')";

impl Manner {
    /// Answers the question that the page shows.
    pub(crate) fn answer(self, browser: &mut Browser, page: &str) {
        let has_spots = browser.eval(page, "document.querySelector('.spot') !== null") == json!(true);
        match (self, has_spots) {
            (Manner::Mouse | Manner::Reload, true) => browser.click(page, SPOT),
            (Manner::Mouse | Manner::Reload, false) => browser.click(page, OPTION),
            (Manner::Touch, true) => {
                let number = browser.eval(page, "document.body.dataset.n");
                browser.tap(page, SPOT);
                browser.wait_for(page, "!document.getElementById('put').disabled");
                assert_eq!(browser.eval(page, "document.body.dataset.n"), number, "one tap does not place");
                browser.tap(page, "document.getElementById('put')");
            }
            (Manner::Touch, false) => browser.tap(page, OPTION),
            (Manner::Keyboard, _) => {
                let wanted = if has_spots { "spot" } else { "option" };
                let reached = format!("document.activeElement.classList.contains('{wanted}')");
                for _ in 0..80 {
                    if browser.eval(page, &reached) == json!(true) {
                        break;
                    }
                    browser.key(page, "Tab", 9);
                }
                if has_spots {
                    browser.key(page, "r", 82);
                    browser.key(page, "ArrowRight", 39);
                }
                browser.wait_for(page, &reached);
                browser.key(page, "Enter", 13);
            }
        }
    }
}

/// Lets four persons play a game of a pack, or some turns of it, and compares the final scores.
fn play(browser: &mut Browser, test: &TestHost, pack: &str, links: &[TableLink], most: usize) -> usize {
    let manners = [Manner::Mouse, Manner::Keyboard, Manner::Touch, Manner::Reload];
    let pages: Vec<(Manner, String)> = links
        .iter()
        .zip(manners)
        .take(links.len() - 2)
        .map(|(link, manner)| {
            let size = if manner == Manner::Touch { (360, 640) } else { (1280, 900) };
            let page = browser.open(&link.url, size, manner == Manner::Touch);
            browser.wait_for(&page, "document.body.dataset.link === 'open' && document.body.dataset.n !== undefined");
            // Each person first agrees that moves and times are stored.
            match manner {
                Manner::Touch => browser.tap(&page, "document.getElementById('join')"),
                Manner::Keyboard => browser.key(&page, "Enter", 13),
                Manner::Mouse | Manner::Reload => browser.click(&page, "document.getElementById('join')"),
            }
            browser.wait_for(&page, "!document.getElementById('consent').open");
            (manner, page)
        })
        .collect();
    let mut turns = 0;
    while turns < most {
        let begin = Instant::now();
        let asked = loop {
            let asked = pages.iter().find(|(_, page)| browser.eval(page, ASKED) == json!(true));
            if asked.is_some() {
                break asked;
            }
            let over = "!document.getElementById('result').hidden";
            if pages.iter().all(|(_, page)| browser.eval(page, over) == json!(true)) {
                break None;
            }
            assert!(begin.elapsed() < PATIENCE, "no seat is asked");
        };
        let Some((manner, page)) = asked else { break };
        if *manner == Manner::Reload {
            browser.call(Some(page), "Page.reload", &json!({}));
            browser.wait_for(page, &format!("document.body.dataset.n !== undefined && {ASKED}"));
        }
        if *manner == Manner::Mouse && turns == 4 {
            // The connection is lost for a while.
            let offline =
                |is: bool| json!({"offline": is, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
            browser.call(Some(page), "Network.enable", &json!({}));
            browser.call(Some(page), "Network.emulateNetworkConditions", &offline(true));
            std::thread::sleep(Duration::from_secs(if most == usize::MAX { 30 } else { 1 }));
            browser.call(Some(page), "Network.emulateNetworkConditions", &offline(false));
            browser.wait_for(page, "document.body.dataset.link === 'open'");
        }
        if turns == 2 && browser.eval(page, "document.querySelector('.spot') !== null") == json!(true) {
            // The corner of the board is empty, and no tile fits there.
            browser.click_at(page, "document.getElementById('board')", 6.0);
            browser.wait_for(page, "document.getElementById('status').textContent.includes('does not fit')");
        }
        let number = browser.eval(page, "Number(document.body.dataset.n)").as_u64().unwrap();
        manner.answer(browser, page);
        browser.wait_for(page, &format!("Number(document.body.dataset.n) > {number}"));
        turns += 1;
    }
    for (manner, page) in &pages {
        browser.check_access(page, *manner);
        browser.eval(page, "document.getElementById('open-rules').click()");
        browser.wait_for(page, "document.querySelectorAll('#explained section').length >= 2");
        browser.check_access(page, *manner);
        browser.keep_picture(page, &format!("rules-{manner:?}-{most}"));
        browser.key(page, "Escape", 27);
        browser.wait_for(page, "!document.getElementById('rules').open");
    }
    write_note(browser, &pages[0].1);
    let shown = |browser: &mut Browser, page: &str| {
        browser.eval(page, "[...document.querySelectorAll('.seat')].map((seat) => Number(seat.dataset.score))")
    };
    let first = shown(browser, &pages[0].1);
    for (manner, page) in &pages {
        assert_eq!(shown(browser, page), first, "{manner:?}");
        assert_eq!(
            browser.eval(page, "document.documentElement.scrollWidth <= window.innerWidth"),
            json!(true),
            "{manner:?}"
        );
    }
    if turns < most {
        let page = &pages[0].1;
        browser.click(page, "document.getElementById('open-form')");
        for (question, value) in [("length", "3"), ("clear", "2"), ("fair", "4"), ("again", "maybe")] {
            browser.click(page, &format!("document.querySelector('[data-id={question}] input[value=\"{value}\"]')"));
        }
        browser.eval(page, "document.querySelector('[data-id=change] textarea').value = 'More tiles'");
        browser.click(page, "document.querySelector('#form .main')");
        browser.wait_for(page, "document.getElementById('status').textContent.includes('stored')");
    }
    for (manner, page) in &pages {
        browser.keep_picture(page, &format!("host-{manner:?}-{most}"));
    }
    let (table, _) = parts(&links[0]);
    let to = test.folder.join("findings");
    tilewright_host::export_tables(&test.folder, &to).unwrap();
    let records = fs::read_to_string(to.join("records.jsonl")).unwrap();
    let record = read_records(&records).into_iter().map(Result::unwrap).find(|record| record.id == table).unwrap();
    let notes = fs::read_to_string(to.join("notes.jsonl")).unwrap();
    if turns < most {
        let form: Json = serde_json::from_str(notes.lines().last().unwrap()).unwrap();
        let answers = json!({"length": 3, "clear": 2, "fair": 4, "again": "maybe", "change": "More tiles"});
        assert_eq!(form["form"], answers);
    }
    let note: Json = serde_json::from_str(notes.lines().next().unwrap()).unwrap();
    assert_eq!((&note["text"], &note["mood"]), (&json!("Why here?"), &json!("unclear")));
    assert!(Cell::read(note["place"].as_str().unwrap()).is_some(), "{note}");
    let replayed = replay_by(&content(pack), &record).unwrap();
    assert_eq!(json!(replayed.game().scores()), first, "the record leads to the scores on the pages");
    turns
}

/// Writes a note about a tile that is chosen on the board. The click does not answer the question.
fn write_note(browser: &mut Browser, page: &str) {
    let number = browser.eval(page, "document.body.dataset.n");
    browser.click(page, "document.getElementById('open-note')");
    browser.click(page, "document.querySelector('#note [value=unclear]')");
    browser.eval(page, "document.getElementById('note-text').value = 'Why here?'");
    browser.click(page, "document.getElementById('pick')");
    browser.wait_for(page, "!document.getElementById('note').open");
    browser.eval(page, "document.getElementById('fit').click()");
    browser.click(page, "document.querySelector('#tiles use')");
    browser
        .wait_for(page, "document.getElementById('note').open && document.getElementById('note-place').value !== ''");
    browser.click(page, "document.querySelector('#note .main')");
    browser.wait_for(page, "document.getElementById('status').textContent.includes('stored')");
    assert_eq!(browser.eval(page, "document.body.dataset.n"), number);
}

#[test]
fn a_host_gives_a_running_game_the_changed_pack() {
    let Some(mut browser) = Browser::start("reload") else { return };
    let test = TestHost::new("browser-reload");
    let links = test.create("carcassonne", &[None, None]);
    let pages: Vec<String> = [0, 3].iter().map(|at| browser.open(&links[*at].url, (1280, 900), false)).collect();
    let [player, host] = &pages[..] else { unreachable!("two pages") };
    for page in [player, host] {
        browser.wait_for(page, "document.body.dataset.n !== undefined");
    }
    browser.click(player, "document.getElementById('join')");
    browser.wait_for(player, &format!("!document.getElementById('consent').open && {ASKED}"));
    Manner::Mouse.answer(&mut browser, player);
    browser.wait_for(host, "Number(document.body.dataset.n) === 1");
    browser.wait_for(player, "document.getElementById('reload').hidden");
    browser.click(host, "document.getElementById('reload')");
    for page in [player, host] {
        browser.wait_for(page, "document.getElementById('status').textContent.includes('after move 1 of 1')");
        browser.wait_for(page, "Number(document.body.dataset.n) === 2");
    }
    browser.wait_for(player, ASKED);
    Manner::Mouse.answer(&mut browser, player);
    browser.wait_for(host, "Number(document.body.dataset.n) === 3");
    let lacking =
        "[...document.querySelectorAll('use')].filter((use) => !document.querySelector(use.getAttribute('href')))";
    for page in [player, host] {
        assert_eq!(browser.eval(page, &format!("{lacking}.length")), json!(0), "every drawing is there again");
    }
}

#[test]
fn persons_play_by_mouse_keyboard_touch_and_through_reloads() {
    let Some(mut browser) = Browser::start("manners") else { return };
    let is_nightly = std::env::var_os("TILEWRIGHT_NIGHTLY").is_some();
    let packs: &[&str] =
        if is_nightly { &["carcassonne", "bellhollow", "honeyplot", "glowmoor"] } else { &["carcassonne"] };
    for pack in packs {
        let test = TestHost::new(&format!("browser-{pack}"));
        let most = content(pack).catalog().unwrap().seats.1;
        let links = test.create(pack, &vec![None; usize::from(most.min(4))]);
        let turns = play(&mut browser, &test, pack, &links, if is_nightly { usize::MAX } else { 12 });
        assert!(turns >= 12, "{pack}: {turns}");
    }
}
