//! Tests that SVG files are read strictly.

use std::fmt::Write;
use std::time::{Duration, Instant};

use tilewright_pictures::{MAX_SVG_BYTES, MAX_SVG_SIDE, PictureFileError, PictureFileFormat, decode, read_header};

use crate::files::read;

/// Wraps the content of a picture of 40 x 20 units.
fn svg(content: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\">{content}</svg>")
}

fn refusal(content: &str) -> String {
    let begun = Instant::now();
    let error = read(svg(content).as_bytes()).unwrap_err().to_string();
    assert!(begun.elapsed() < Duration::from_secs(8), "{error}");
    error
}

#[test]
fn shapes_are_drawn_in_the_wanted_size() {
    let text =
        svg("<rect width=\"20\" height=\"20\" fill=\"#f00\"/><circle cx=\"30\" cy=\"10\" r=\"5\" opacity=\".5\"/>");
    let text = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- drawn -->\n{text}");
    let header = read_header(text.as_bytes()).unwrap();
    assert_eq!((header.format, header.width, header.height), (PictureFileFormat::Svg, 4096, 2048));
    assert!(!header.has_text);
    let drawn = decode(text.as_bytes(), 80).unwrap();
    assert_eq!((drawn.width, drawn.height), (80, 40));
    let pixel = |x: usize, y: usize| &drawn.rgba[(y * 80 + x) * 4..][..4];
    assert_eq!((pixel(10, 30), pixel(60, 20), pixel(79, 0)), (&[255, 0, 0, 255][..], &[0, 0, 0, 128][..], &[0; 4][..]));
    assert_eq!(decode(text.as_bytes(), u32::MAX).unwrap().width, MAX_SVG_SIDE);
}

#[test]
fn text_is_reported_and_left_out() {
    let text = svg("<text y=\"20\" font-size=\"20\">Bay</text>");
    assert!(read_header(text.as_bytes()).unwrap().has_text);
    assert!(read(text.as_bytes()).unwrap().rgba.iter().all(|&byte| byte == 0));
}

#[test]
fn data_of_programs_and_references_within_the_file_are_allowed() {
    let text =
        svg("<metadata><x xmlns=\"urn:program\" href=\"C:\\a@b\"/></metadata><style>.a { fill: url(#g) }</style>\
         <defs><linearGradient id=\"g\"><stop stop-color=\"#0f0\"/></linearGradient><g id=\"s\"><rect class=\"a\" \
         width=\"10\" height=\"10\"/></g></defs><use href=\"#s\" x=\"5\"/>");
    let drawn = read(text.as_bytes()).unwrap();
    assert_eq!(drawn.rgba[(4 * 64 + 12) * 4..][..4], [0, 255, 0, 255]);
}

#[test]
fn nothing_outside_of_the_file_is_read() {
    let other = "SVG with a reference to another file is not supported";
    for content in [
        "<use href=\"file:///etc/passwd\"/>",
        "<use href=\"other.svg#a\"/>",
        "<use xmlns:xlink=\"http://www.w3.org/1999/xlink\" xlink:href=\"http://localhost/a.svg\"/>",
        "<rect fill=\"url(http://localhost/a)\"/>",
        "<rect style=\"fill:url( 'a.svg#b')\"/>",
        "<style>@import \"a.css\";</style>",
        "<style>rect { fill: u\\72l(a.svg) }</style>",
    ] {
        assert_eq!(refusal(content), other, "{content}");
    }
    for (content, what) in [
        ("<image href=\"#a\"/>", "a picture inside"),
        ("<filter id=\"f\"/>", "a filter"),
        ("<pattern id=\"p\"/>", "a marker or a pattern"),
        ("<script>alert(1)</script>", "scripts, animations or foreign content"),
        ("<foreignObject/>", "scripts, animations or foreign content"),
        ("<?php ?>", "a processing instruction"),
        ("<!DOCTYPE a>", "a DOCTYPE"),
    ] {
        assert_eq!(refusal(content), format!("SVG with {what} is not supported"), "{content}");
    }
    let entities =
        "<!DOCTYPE svg [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    assert_eq!(read(entities.as_bytes()).unwrap_err().to_string(), "SVG with a DOCTYPE is not supported");
    assert_eq!(refusal("&unknown;"), "the file is damaged");
}

#[test]
fn documents_that_expand_are_refused() {
    let complex = "the SVG picture is too complex to draw";
    // Each group uses the next one ten times.
    let mut laughs = "<rect id=\"g0\" width=\"1\" height=\"1\"/>".to_owned();
    for level in 1..9 {
        let uses = format!("<use href=\"#g{}\"/>", level - 1).repeat(10);
        write!(laughs, "<g id=\"g{level}\">{uses}</g>").unwrap();
    }
    assert_eq!(refusal(&laughs), complex);
    assert_eq!(refusal("<g id=\"a\"><use href=\"#b\"/></g><g id=\"b\"><use href=\"#a\"/></g>"), complex);
    assert_eq!(refusal(&("<g>".repeat(100) + &"</g>".repeat(100))), complex);
    assert_eq!(refusal(&"<g/>".repeat(20_001)), complex);
    let chain: String = (0..100).map(|n| format!("<g id=\"c{n}\"><use href=\"#c{}\"/></g>", n + 1)).collect();
    assert_eq!(refusal(&chain), complex);
    let attributes: String = (0..300).map(|n| format!(" a{n}=\"\"")).collect();
    assert_eq!(refusal(&format!("<g{attributes}/>")), complex);
    assert_eq!(refusal(&format!("<style>{}</style>{}", "a{}".repeat(2_000), "<g/>".repeat(2_000))), complex);
    let large = " ".repeat(MAX_SVG_BYTES);
    assert_eq!(
        read(svg(&large).as_bytes()).unwrap_err().to_string(),
        "the file has 513 KiB, but at most 512 KiB are allowed"
    );
}

#[test]
fn drawings_that_take_long_are_refused() {
    let complex = Err(PictureFileError::SvgTooComplex);
    let drawn = |content: &str| decode(svg(content).as_bytes(), 2048).map(|picture| picture.width);
    let whole = "<rect width=\"40\" height=\"20\" opacity=\".5\"/>";
    assert_eq!(drawn(whole), Ok(2048));
    assert_eq!(drawn(&whole.repeat(5_000)), complex);
    let nested = format!("{}{whole}{}", "<g opacity=\".5\">".repeat(30), "</g>".repeat(30));
    assert_eq!(drawn(&nested), complex);
    let dashes = "<path d=\"M0 0H1e6\" stroke=\"#000\" stroke-dasharray=\"1e-4\"/>";
    assert_eq!(drawn(dashes), complex);
    let huge = "<g opacity=\".5\"><rect x=\"-1e6\" y=\"-1e6\" width=\"2e6\" height=\"2e6\"/></g>";
    assert_eq!(drawn(huge), complex);
}

#[test]
fn changed_bytes_never_panic() {
    let whole = svg("<defs><path id=\"p\" d=\"M0 0L9 9Z\"/></defs><use href=\"#p\"/><g mask=\"url(#p)\"/>");
    for at in 0..whole.len() {
        for value in [b'<', b'>', b'"', b'/', b'0', 0xff] {
            let mut bytes = whole.clone().into_bytes();
            bytes[at] = value;
            let _ = (read_header(&bytes), read(&bytes));
        }
    }
}
