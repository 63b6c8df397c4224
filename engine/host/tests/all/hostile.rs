//! Clients that break the rules of a host.

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;
use tungstenite::Message;

use crate::{Client, TestHost, parts};

#[test]
fn only_its_own_pages_connect() {
    let test = TestHost::new("origins");
    let links = test.create("carcassonne", &[None, None]);
    let (table, _) = parts(&links[0]);
    let address = test.host.address();
    let own = format!("http://{address}");
    let host = address.to_string();
    for (origin, host, status) in [
        ("http://evil.example", &*host, 403),
        ("null", &*host, 403),
        ("https://evil.example", "evil.example", 403),
        (&*own, "evil.example", 403),
        ("http://127.0.0.1", &*host, 403),
    ] {
        assert_eq!(Client::open_from(address, &table, origin, host).err(), Some(status), "{origin} {host}");
    }
    assert_eq!(Client::open_from(address, "..", &own, &host).err(), Some(404));
    assert_eq!(Client::open_from(address, "A-B", &own, &host).err(), Some(404));
    let get = |path: &str, host: &str| {
        test.request(&format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"))
    };
    let page = get(&format!("/t/{table}"), &host);
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let head = page.split("\r\n\r\n").next().unwrap().to_lowercase();
    for part in ["script-src 'self'", "frame-ancestors 'none'", "nosniff", "no-referrer", "no-store"] {
        assert!(head.contains(part), "{part} in {head}");
    }
    assert!(!page.contains(&table), "the page does not depend on the table");
    assert!(get(&format!("/t/{table}"), "evil.example").starts_with("HTTP/1.1 421"));
    for path in ["/", "/t/", "/t/../x", "/etc/passwd", "/t/abc/ws", "/t/%2e%2e", "/live.css/x"] {
        let answer = get(path, &host);
        assert!(answer.starts_with("HTTP/1.1 4"), "{path}: {answer}");
    }
    assert!(get("/live.js", &host).contains("tilewright.1") && get("/live.css", &host).contains("#board"));
}

#[test]
fn a_client_needs_the_link_of_the_table() {
    let test = TestHost::new("links");
    let (mine, other) = (test.create("carcassonne", &[None, None]), test.create("carcassonne", &[None, None]));
    let (table, token) = parts(&mine[0]);
    let (_, foreign) = parts(&other[0]);
    let open = || Client::open(test.host.address(), &table);
    for wrong in [String::new(), foreign, token.to_uppercase(), format!("{token} "), token[1..].to_owned()] {
        let mut client = open();
        client.send(&json!({"t": "hello", "v": 1, "token": wrong}));
        assert_eq!(client.refusal(), "wrong_link", "{wrong:?}");
        assert!(client.is_closed());
    }
    for first in [json!({"t": "answer", "s": 0, "n": 0, "key": "x"}), json!([]), json!("hello"), json!(null)] {
        let mut client = open();
        client.send(&first);
        assert_eq!(client.refusal(), "no_hello");
    }
    let mut client = open();
    client.send(&json!({"t": "hello", "v": 2, "token": token}));
    assert_eq!(client.refusal(), "version");
    let begin = Instant::now();
    let mut silent = open();
    assert_eq!(silent.refusal(), "no_hello");
    assert!(begin.elapsed() > Duration::from_secs(1));
    // After ten wrong links, the address has to wait.
    for _ in 0..5 {
        let mut client = open();
        client.send(&json!({"t": "hello", "v": 1, "token": "?"}));
        client.refusal();
    }
    let mut client = open();
    client.send(&json!({"t": "hello", "v": 1, "token": token}));
    assert_eq!(client.refusal(), "busy");
}

#[test]
fn floods_and_strange_frames_end_a_connection_and_nothing_else() {
    let test = TestHost::new("floods");
    let links = test.create("carcassonne", &[None, None]);
    let mut good = test.visit(&links[0]);
    good.wait_for("view");
    let mut flood = test.visit(&links[1]);
    flood.wait_for("view");
    for _ in 0..40 {
        // The host may have closed the connection already.
        drop(flood.socket.send(Message::text("{\"t\":\"view\"}")));
    }
    while flood.next().is_some() {}
    let strange: [Message; 5] = [
        Message::text("x".repeat(5000)),
        Message::binary(vec![0; 100]),
        Message::binary(vec![0; 100_000]),
        Message::text(format!("{}{}", "[".repeat(2000), "]".repeat(2000))),
        Message::text("{\"t\":\"view\",\"t\":\"say\"}"),
    ];
    for (number, message) in strange.into_iter().enumerate() {
        let mut client = test.visit(&links[1]);
        client.wait_for("people");
        drop(client.socket.send(message));
        if number < 3 {
            while client.next().is_some() {}
        } else {
            assert_eq!(client.refusal(), "not_a_message");
        }
    }
    // Raw bytes that are not a frame.
    let mut broken = test.visit(&links[1]);
    broken.wait_for("people");
    broken.socket.get_mut().write_all(&[0xff; 64]).unwrap();
    while broken.next().is_some() {}
    let begin = Instant::now();
    good.send(&json!({"t": "say", "text": "still here"}));
    assert_eq!(good.wait_for("said")["text"], "still here");
    assert!(begin.elapsed() < Duration::from_secs(5));
}

#[test]
fn slow_headers_end_a_connection() {
    let test = TestHost::new("slow-headers");
    let mut stream = TcpStream::connect(test.host.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(b"GET /live.js HTTP/1.1\r\nhost: 127.0.0.1\r\n").unwrap();
    let begin = Instant::now();
    let mut bytes = Vec::new();
    drop(std::io::Read::read_to_end(&mut stream, &mut bytes));
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}
