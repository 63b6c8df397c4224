//! Messages that no client should send.

use serde_json::json;
use tilewright_lsp::{FrameError, ServerError};

use crate::client::{Client, uri};
use crate::pack::TestPack;

/// Comparison with the expected error.
type IsExpected = fn(&FrameError) -> bool;

#[test]
fn bad_frames_end_the_server_with_an_error() {
    let pack = TestPack::write(&[]);
    let frames: [(&[u8], IsExpected); 4] = [
        (b"Content-Length: 1073741824\r\n\r\n{", |error| matches!(error, FrameError::LongContent(_))),
        (b"Content-Length: 100\r\n\r\n{\"jsonrpc\"", |error| matches!(error, FrameError::Truncated)),
        (b"Content-Length: 3\r\n\r\n{a}", |error| matches!(error, FrameError::BadContent(_))),
        (b"nonsense\r\n\r\n", |error| matches!(error, FrameError::BadHeader)),
    ];
    for (bytes, is_right) in frames {
        let mut client = Client::start(&pack);
        client.send_bytes(bytes);
        match client.end() {
            Err(ServerError::Frame(error)) => assert!(is_right(&error), "{error}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn requests_out_of_turn_are_refused() {
    let pack = TestPack::write(&[]);
    let mut client = Client::connect(&pack);
    assert_eq!(client.refusal("textDocument/hover", json!({}))["code"], -32002);
    assert_eq!(client.refusal("initialize", json!({ "capabilities": 3 }))["code"], -32602);
    let mut client = Client::start(&pack);
    assert_eq!(client.refusal("initialize", json!({ "capabilities": {} }))["code"], -32600);
    assert_eq!(client.refusal("textDocument/hover", json!({ "position": -1 }))["code"], -32602);
    assert_eq!(client.refusal("no/such/method", json!({}))["code"], -32601);
    assert_eq!(client.refusal("workspace/executeCommand", json!({ "command": "x" }))["code"], -32602);
    client.notify("textDocument/didChange", json!({ "nonsense": true }));
    client.notify("no/such/notification", json!(null));
    client.request("shutdown", json!(null));
    assert_eq!(client.refusal("textDocument/hover", json!({}))["code"], -32600);
    client.notify("exit", json!(null));
    assert!(client.end().is_ok());
    assert!(matches!(Client::start(&pack).end(), Err(ServerError::NoShutdown)));
}

#[test]
fn positions_outside_of_a_file_are_harmless() {
    let pack = TestPack::write(&[]);
    let mut client = Client::start(&pack);
    client.open(&pack, "pack.ron");
    client.open(&pack, "rules/toll.lua");
    let far = json!({ "line": 4_000_000_000u32, "character": 4_000_000_000u32 });
    for path in ["pack.ron", "rules/toll.lua"] {
        let document = json!({ "uri": uri(&pack.path(path)) });
        for (method, context) in [
            ("completion", json!({ "triggerKind": 1 })),
            ("hover", json!(null)),
            ("signatureHelp", json!(null)),
            ("definition", json!(null)),
            ("references", json!({ "includeDeclaration": true })),
        ] {
            client.request(
                &format!("textDocument/{method}"),
                json!({ "textDocument": document, "position": far, "context": context }),
            );
        }
        let range = json!({ "start": far, "end": { "line": 0, "character": 0 } });
        client.request("textDocument/inlayHint", json!({ "textDocument": document, "range": range }));
        let context = json!({ "diagnostics": [] });
        client.request(
            "textDocument/codeAction",
            json!({ "textDocument": document, "range": range, "context": context }),
        );
    }
    client.leave();
}

#[test]
fn a_request_that_was_cancelled_is_not_answered() {
    let pack = TestPack::write(&[]);
    let mut client = Client::start(&pack);
    client.open(&pack, "tests/brooks.ron");
    // The messages arrive together, behind requests that take a while.
    let document = json!({ "uri": uri(&pack.path("tests/brooks.ron")) });
    let request = |id: i32| {
        let params = json!({ "textDocument": document });
        json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/documentSymbol", "params": params })
    };
    let cancel = json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 77 } });
    let frame = |message: &serde_json::Value| {
        let text = message.to_string();
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    };
    let before: String = (100..150).map(|id| frame(&request(id))).collect();
    client.send_bytes(format!("{before}{}{}", frame(&request(77)), frame(&cancel)).as_bytes());
    assert!(client.answer(149)["result"].is_array());
    assert_eq!(client.answer(77)["error"]["code"], -32800);
    client.leave();
}
