//! Plays behind the web servers that the handbook describes, with its own configurations. Without a web server, the tests
//! report that.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use tilewright_host::{Host, HostPlan, TablePlan};
use tilewright_table::SeatPlan;

use crate::browser::{ASKED, Browser, Manner, find_program};
use crate::{PATIENCE, content, finder};

/// Web server with a folder for its files.
struct WebServer {
    process: Child,
    folder: PathBuf,
}

impl Drop for WebServer {
    fn drop(&mut self) {
        // The server may have ended by itself.
        drop(self.process.kill());
        drop(self.process.wait());
        drop(fs::remove_dir_all(&self.folder));
    }
}

/// Returns the last block of the handbook that contains a text.
fn block(with: &str) -> String {
    let text = include_str!("../../../handbook/texts/host.md");
    let blocks = text.split("```conf\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.filter(|block| block.contains(with)).last().unwrap_or_else(|| panic!("{with}")).to_owned()
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Returns the path of a program; `None`, with a message, if it is not installed.
#[expect(clippy::print_stderr, reason = "tests report missing tools")]
fn find_server(name: &str) -> Option<PathBuf> {
    let found = find_program(&[name]);
    if found.is_none() {
        eprintln!("skipped: {name} was not found, so no game was played behind it");
    }
    found
}

/// Starts a web server in a new folder and waits until it accepts connections.
fn serve(name: &str, port: u16, files: &[(&str, String)], command: impl Fn(&Path) -> Command) -> WebServer {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{port}-{}", std::process::id()));
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).unwrap();
    for (file, text) in files {
        fs::write(folder.join(file), text).unwrap();
    }
    let process = command(&folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let server = WebServer { process, folder };
    let begin = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begin.elapsed() < PATIENCE, "{name} does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    server
}

fn serve_caddy(caddy: &Path, port: u16, configuration: &str) -> WebServer {
    // The certificate is the server's own, and it needs no rights of an administrator.
    let own = configuration.replacen('{', "{\n    tls internal", 1);
    let text = format!("{{\n    admin off\n    auto_https disable_redirects\n    skip_install_trust\n}}\n{own}");
    serve("caddy", port, &[("Caddyfile", text)], |folder| {
        let mut command = Command::new(caddy);
        command.args(["run", "--config", "Caddyfile", "--adapter", "caddyfile"]);
        command.current_dir(folder).env("XDG_DATA_HOME", folder).env("XDG_CONFIG_HOME", folder).env("HOME", folder);
        command
    })
}

/// Starts a host behind a web server at a port of this machine.
fn host_behind(port: u16, name: &str, prefix: &str) -> Host {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    drop(fs::remove_dir_all(&folder));
    let plan = HostPlan {
        public: Some(format!("https://localhost:{port}")),
        trusts_proxy: true,
        finder: finder(),
        prefix: prefix.to_owned(),
        ..HostPlan::new(([127, 0, 0, 1], 0).into(), folder)
    };
    Host::start(&plan).unwrap()
}

/// Lets a player open a link and answer once.
fn play_once(browser: &mut Browser, host: &Host, port: u16) {
    let seats = vec![SeatPlan::default(); 2];
    let plan = TablePlan { language: "en".to_owned(), seats, seed: Some(7), ..TablePlan::default() };
    let links = host.create_table(&content("carcassonne"), &plan).unwrap();
    assert!(links[0].url.starts_with(&format!("https://localhost:{port}/t/")), "{}", links[0].url);
    let page = browser.open(&links[0].url, (1280, 900), false);
    browser.wait_for(&page, "document.body.dataset.n !== undefined");
    browser.click(&page, "document.getElementById('join')");
    browser.wait_for(&page, &format!("!document.getElementById('consent').open && {ASKED}"));
    Manner::Mouse.answer(browser, &page);
    browser.wait_for(&page, "Number(document.body.dataset.n) === 1");
    assert_eq!(browser.eval(&page, "location.protocol"), json!("https:"));
}

#[test]
fn a_guest_plays_behind_caddy() {
    let (Some(caddy), Some(mut browser)) = (find_server("caddy"), Browser::start("caddy")) else { return };
    let port = free_port();
    let host = host_behind(port, "behind-caddy", "");
    let configuration = block("reverse_proxy 127.0.0.1:7412");
    let configuration = configuration.replace("play.example.org", &format!("https://localhost:{port}"));
    let configuration = configuration.replace("127.0.0.1:7412", &host.address().to_string());
    let _server = serve_caddy(&caddy, port, &configuration);
    play_once(&mut browser, &host, port);
}

#[test]
fn a_web_server_finds_the_machine_of_a_table() {
    let (Some(caddy), Some(mut browser)) = (find_server("caddy"), Browser::start("machines")) else { return };
    let port = free_port();
    let [first, second] = ["a", "b"].map(|prefix| host_behind(port, &format!("machine-{prefix}"), prefix));
    let configuration = block("@b path");
    let configuration = configuration.replace("play.example.org", &format!("https://localhost:{port}"));
    let configuration = configuration.replace("10.0.0.1:7412", &first.address().to_string());
    let configuration = configuration.replace("10.0.0.2:7412", &second.address().to_string());
    let _server = serve_caddy(&caddy, port, &configuration);
    for host in [&first, &second] {
        play_once(&mut browser, host, port);
    }
}

#[test]
fn a_guest_plays_behind_nginx() {
    let (Some(nginx), Some(openssl)) = (find_server("nginx"), find_server("openssl")) else { return };
    let Some(mut browser) = Browser::start("nginx") else { return };
    let port = free_port();
    let [first, second] = ["a", "b"].map(|prefix| host_behind(port, &format!("nginx-{prefix}"), prefix));
    let location = block("location / {").replace("http://127.0.0.1:7412", "http://$machine");
    let map = block("map $uri").replace("10.0.0.1:7412", &first.address().to_string());
    let map = map.replace("10.0.0.2:7412", &second.address().to_string());
    let text = format!(
        "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log errors.txt;\nevents {{}}\nhttp {{\naccess_log off;\n\
         client_body_temp_path a;\nproxy_temp_path b;\nfastcgi_temp_path c;\nuwsgi_temp_path d;\nscgi_temp_path e;\n\
         {map}\nserver {{\nlisten 127.0.0.1:{port} ssl;\nssl_certificate own.pem;\nssl_certificate_key key.pem;\n\
         {location}\n}}\n}}\n"
    );
    let _server = serve("nginx", port, &[("nginx.conf", text)], |folder| {
        let words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout key.pem -out own.pem";
        let made = Command::new(&openssl).args(words.split(' ')).current_dir(folder).stderr(Stdio::null()).status();
        assert!(made.unwrap().success());
        let mut command = Command::new(&nginx);
        command.arg("-p").arg(folder).args(["-c", "nginx.conf", "-e", "errors.txt"]);
        command
    });
    for host in [&first, &second] {
        play_once(&mut browser, host, port);
    }
}
