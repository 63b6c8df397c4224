//! Tests that invalid records are refused with a reason, without a panic.

use tilewright_core::session::record::Record;
use tilewright_kit::records::json::{read_records, write_record};
use tilewright_kit::records::stream::{RECORD_BYTES, RECORD_MOVES};

const GAME: &str = r#"{"record":1,"id":"a","packs":["p@1.0.0#ab"],"options":{"p:z":true,"p:a":"fixed(9,9)","p:n":3},"seats":2,"seed":null,"moves":[{"draw":"F"},{"draw":"M3","from":"messages"},{"roll":"wheel","die":"income"},{"expect":{"seat":0,"ask":"place","options":["0,1,0"],"supply":[{"follower":6}],"over":false}},{"seat":0,"ask":"place","pick":"0,1,0"},{"shuffle":{"hidden:1":4,"hidden:2":3}}],"final":{"scores":[4,1],"by_kind":{"road":[4,1]}}}"#;

fn codes(text: &str) -> Vec<&'static str> {
    read_records(text).into_iter().map(|r| r.map_or_else(|e| e.code, |_| "ok")).collect()
}

#[test]
fn a_record_is_written_as_it_was_read() {
    let record = read_records(GAME).remove(0).unwrap();
    assert_eq!(record.options.iter().map(|(n, _)| n.as_str()).collect::<Vec<_>>(), ["p:z", "p:a", "p:n"]);
    assert_eq!(write_record(&record), GAME);
}

#[test]
fn one_object_an_array_and_lines_are_all_read() {
    let pretty = GAME.replace(",\"moves\"", ",\n\"moves\"");
    assert_eq!(codes(&pretty), ["ok"]);
    assert_eq!(codes(&format!("[{GAME},\n{GAME}]")), ["ok", "ok"]);
    assert_eq!(codes(&format!("{GAME}\n\n{GAME}\n")), ["ok", "ok"]);
    assert_eq!(codes(""), Vec::<&str>::new());
}

#[test]
fn a_wrong_line_does_not_hide_the_others() {
    let text = format!("{GAME}\n{}\n{GAME}", &GAME[..100]);
    assert_eq!(codes(&text), ["ok", "bad_json", "ok"]);
    let error = read_records(&text).remove(1).unwrap_err();
    assert_eq!(error.line, 2);
}

#[test]
fn every_truncation_is_an_error_and_no_panic() {
    for end in 1..GAME.len() {
        assert_eq!(codes(&GAME[..end]), ["cut_off"], "{end}");
        // Records before the broken line stay readable.
        assert_eq!(codes(&format!("{GAME}\n{}", &GAME[..end])), ["ok", "cut_off"], "{end}");
    }
}

#[test]
fn what_is_ill_typed_is_refused_with_its_place() {
    let cases = [
        ("\"seats\":2", "\"seats\":-1", "bad_record", "seats"),
        ("\"record\":1", "\"record\":7", "other_version", "record"),
        ("{\"draw\":\"F\"}", "{\"draw\":5}", "bad_move", "moves[0].draw"),
        ("{\"draw\":\"F\"}", "{\"drew\":\"F\"}", "bad_move", "moves[0].drew"),
        ("\"pick\":\"0,1,0\"", "\"pick\":null", "bad_move", "moves[4].pick"),
        ("\"over\":false", "\"ower\":false", "bad_expect", "moves[3].expect.ower"),
        ("\"over\":false", "\"over\":1", "bad_expect", "moves[3].expect.over"),
        ("\"scores\":[4,1]", "\"scores\":[4,\"x\"]", "bad_record", "final.scores[1]"),
        ("\"p:n\":3", "\"p:n\":[3]", "bad_record", "options.p:n"),
        ("\"seed\":null", "\"seed\":-4", "bad_record", "seed"),
        ("\"moves\":", "\"moves\":7,\"other\":", "bad_record", "moves"),
        ("\"id\":\"a\"", "\"id\":\"\\u001b[2J\"", "bad_record", "id"),
        ("\"p:z\"", "\"p:\\u202e\"", "bad_record", "options"),
        ("\"M3\"", "\"M\\u200b3\"", "bad_move", "moves[1]"),
        ("{\"draw\":\"F\"}", "{\"\\u001b]0;x\":\"F\"}", "bad_move", "moves[0]"),
        ("\"road\":[4,1]", "\"ro\\u0085ad\":[4,1]", "bad_record", "final"),
    ];
    for (old, new, code, part) in cases {
        assert!(GAME.contains(old), "{old}");
        let error = read_records(&GAME.replace(old, new)).remove(0).unwrap_err();
        assert_eq!((error.code, &*error.part), (code, part), "{error}");
    }
    assert_eq!(
        codes(&GAME.replace("\"seats\":2", "\"later\":{},\"seats\":2")),
        ["ok"],
        "later programs may add things"
    );
    let error = read_records(&GAME.replace("{\"draw\":\"F\"}", "{\"drow\":\"F\"}")).remove(0).unwrap_err();
    assert!(error.message.contains("did you mean `draw`?"), "{error}");
}

#[test]
fn deep_nesting_is_refused() {
    assert_eq!(codes(&"[".repeat(100_000)), ["bad_json"]);
    assert_eq!(codes(&"{\"a\":".repeat(100_000)), ["bad_json"]);
}

#[test]
fn packs_are_named_by_ids_and_never_by_paths() {
    let line = |pack: &str| write_record(&Record { packs: vec![pack.to_owned()], ..Record::default() });
    for pack in [
        "/any/folder",
        "../../x",
        "./x",
        ".",
        "\\\\server\\share\\x",
        "C:x",
        "x/y@1.0.0",
        "",
        "@1",
        "Pond",
        "a\u{202e}b",
    ] {
        let error = read_records(&line(pack)).remove(0).unwrap_err();
        assert_eq!((error.code, &*error.part), ("bad_record", "packs[0]"), "{pack}");
    }
    for pack in ["pond", "pond_2@1.0.0#abc", "pond#../x"] {
        assert_eq!(codes(&line(pack)), ["ok"], "{pack}");
    }
}

#[test]
fn records_are_of_bounded_size_and_the_line_is_told() {
    let game = |moves: &str| format!("{{\"record\":1,\"packs\":[\"pond\"],\"seats\":2,\"moves\":[{moves}]}}");
    let many = |count: usize, what: &str| vec![what; count].join(",");
    let draw = "{\"draw\":\"A\"}";
    let list = |count| format!("{{\"expect\":{{\"options\":[{}]}}}}", many(count, "\"a\""));
    let bad = [
        (game(&many(RECORD_MOVES + 1, draw)), "at most 100000 moves"),
        (game(&list(150_000)), "an entry has at most 150000 values"),
        (game(&many(8, &list(140_000))), "a record 1000000"),
        (format!("{{\"id\":\"{}\",{}", "x".repeat(RECORD_BYTES), &GAME[1..]), "at most 16777216 bytes"),
    ];
    assert_eq!(codes(&game(&many(RECORD_MOVES, draw))), ["ok"]);
    assert_eq!(codes(&game(&list(140_000))), ["ok"]);
    for (line, why) in bad {
        let read = read_records(&format!("{GAME}\n{line}\n{GAME}"));
        let error = read[1].as_ref().unwrap_err();
        assert_eq!((error.code, error.line, read.len()), ("too_large", 2, 3), "{error}");
        assert!(error.message.contains(why) && read[0].is_ok() && read[2].is_ok(), "{error}");
        for text in [line.clone(), format!("[{line},{GAME}]"), line.replace(",\"moves\"", ",\n\"moves\"")] {
            let error = read_records(&text).remove(0).unwrap_err();
            assert_eq!(error.code, "too_large", "{error}");
        }
    }
}

#[test]
fn a_list_goes_on_after_a_wrong_record_and_ends_at_wrong_json() {
    let wrong = GAME.replace("\"seats\":2", "\"seats\":-1");
    assert_eq!(codes(&format!("[{GAME},{wrong},7,{GAME}]")), ["ok", "bad_record", "bad_record", "ok"]);
    let error = read_records(&format!("[{GAME},\n{wrong}]")).remove(1).unwrap_err();
    assert_eq!(error.line, 2);
    assert_eq!(codes("[]"), Vec::<&str>::new());
    for text in [format!("[{GAME}{GAME}]"), format!("[{GAME},{GAME}] x"), format!("[{GAME},]")] {
        assert_eq!(codes(&text).last(), Some(&"bad_json"), "{text}");
    }
    for text in [format!("[{GAME},"), format!("[{GAME}"), format!("[{GAME},{{]")] {
        assert_eq!(codes(&text).last(), Some(&"cut_off"), "{text}");
    }
    assert_eq!(codes("nonsense"), ["bad_json"]);
    assert_eq!(codes("true"), ["bad_record"]);
}

#[test]
fn long_texts_are_refused_with_their_limit_and_not_repeated() {
    let long = "x".repeat(1 << 20);
    for (old, new) in [
        ("\"id\":\"a\"", format!("\"id\":\"{long}\"")),
        ("\"p@1.0.0#ab\"", format!("\"p@1.0.0#{long}\"")),
        ("\"p:z\"", format!("\"p:{long}\"")),
        ("{\"draw\":\"F\"}", format!("{{\"draw\":\"{long}\"}}")),
        ("{\"draw\":\"F\"}", format!("{{\"{long}\":\"F\"}}")),
        ("\"record\":1", format!("\"record\":1,\"{long}\":1")),
    ] {
        assert!(GAME.contains(old), "{old}");
        let error = read_records(&GAME.replace(old, &new)).remove(0).unwrap_err().to_string();
        assert!(error.contains("500 are allowed") && error.len() < 300, "{old}: {} bytes", error.len());
    }
}
