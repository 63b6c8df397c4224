//! Records that are wrong are refused with a reason; nothing panics.

use tilewright_kit::json::{read_records, write_record};

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
        assert_eq!(codes(&GAME[..end]), ["bad_json"], "{end}");
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
