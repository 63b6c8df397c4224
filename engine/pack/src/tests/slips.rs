//! Checks that a mistake in the head of a pack is one finding, and that its consequences are not reported.

use expect_test::expect;
use tilewright_core::diag::Diagnostic;

use super::{load_demo, render_findings};
use crate::read::syntax::{NodeShape, read};
use crate::{LoadOptions, World, partial_manifest};

/// Head of a pack that needs another, with a field of every kind.
const HEAD: &str = r#"Pack(
    id: "more", version: "1.0.0", format: 1, title: "More", authors: ["A"], licence: "MIT", needs: ["demo ^1"],
    options: [(id: deep, default: false)],
    terrains: [(id: bog, complete: closed)],
    tags: [wet],
    edges: [(id: bog, ports: [bog])],
    figures: [(id: frog, supply: 2, on: [bog])],
    bags: [pouch],
    tokens: [heron],
    counters: [(id: reeds)],
    tiles: [(id: "B", edges: (n: bog, e: bog, s: bog, w: bog), parts: [bog(at: [N, E, S, W])], tags: [wet], bag: pouch)],
    steps: [(before: "place", step: place(name: "wade"))],
    rules: [(use: "nothing", on: bog, when: {"deep": true})],
)"#;

const TEXTS: &str = r#"Texts("en", {
    "option.deep": "Deep", "terrain.bog": "Bog", "figure.frog": "Frog", "bag.pouch": "Pouch", "token.heron": "Heron",
    "counter.reeds": "Reeds", "step.wade": "Wade", "tag.wet": "Wet",
})"#;

fn errors(head: &str) -> Vec<Diagnostic> {
    let world = format!("//- more/pack.ron\n{head}\n//- more/texts/en.ron\n{TEXTS}");
    let loaded = load_demo(&world, &LoadOptions::default());
    loaded.diagnostics.into_iter().filter(Diagnostic::is_error).collect()
}

#[test]
fn each_slip_in_a_head_is_one_error() {
    assert_eq!(errors(HEAD), []);
    let tree = read(HEAD).tree.unwrap();
    let mut wrong = Vec::new();
    for (name, value) in tree.fields().unwrap() {
        let (at, end) = (name.span.start as usize, value.range().end);
        let (field, written) = (&*name.value, &HEAD[value.range()]);
        let mistyped = format!("{}x{}", &field[..2], &field[2..]);
        let other_shape = match value.shape {
            NodeShape::List(_) => "(id: 5)",
            _ => "[5]",
        };
        for slip in [
            format!("{mistyped}: {written}"),
            format!("{field}: {written}, {field}: {written}"),
            format!("{field}: {other_shape}"),
        ] {
            let found = errors(&format!("{}{slip}{}", &HEAD[..at], &HEAD[end..]));
            if found.len() != 1 {
                let messages: Vec<&str> = found.iter().map(|finding| &*finding.message).collect();
                wrong.push(format!("{slip}: {messages:#?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_a_pack_needs_is_known_in_spite_of_a_slip() {
    let needs = |text: &str| {
        let mut world = World::default();
        world.add_file("more", "pack.ron", text);
        let (manifest, wrong) = partial_manifest(&world, "more");
        assert!(wrong.is_some(), "{text}");
        manifest.needs.iter().map(|(id, _)| id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(needs(&HEAD.replace("authors:", "author:")), ["demo"]);
    assert_eq!(needs(&HEAD.replace("tags: [wet]", "tags: (id: wet)")), ["demo"]);
    assert_eq!(needs(&HEAD.replace("title: \"More\"", "title: \"More\", title: \"More\"")), ["demo"]);
    assert_eq!(needs(&HEAD.replace("needs: [\"demo ^1\"]", "needs: [\"demo ^1\", 5]")), ["demo"]);
}

#[test]
fn numbers_that_are_too_large_are_whole_all_the_same() {
    let figure = |supply: &str| format!("Figures([(id: crowd, supply: {supply}, on: [path])])\n");
    for number in ["9223372036854775807", "-9223372036854775809", "1_000_000_000_000_000_000_000"] {
        let loaded = load_demo(&figure(number), &LoadOptions::default());
        let found = loaded.diagnostics.iter().find(|finding| finding.code == "P0109").map(|finding| &*finding.message);
        assert!(
            found.is_some_and(|message| message.contains("is out of range; it may be 0 to")),
            "{number}: {found:?}"
        );
    }
    let fraction = load_demo(&figure("1.5"), &LoadOptions::default());
    let found = fraction.diagnostics.iter().find(|finding| finding.is_error()).map(|finding| &*finding.message);
    assert_eq!(found, Some("expected a whole number, found a number that is not whole"));
}

#[test]
fn a_byte_order_mark_is_no_damage() {
    let marked = format!("\u{feff}{}", HEAD.replace("supply: 2", "suply: 2"));
    let world = format!("//- more/pack.ron\n{marked}\n//- more/texts/en.ron\n\u{feff}{TEXTS}");
    let loaded = load_demo(&world, &LoadOptions::default());
    let found: Vec<_> = loaded.diagnostics.iter().filter(|finding| finding.is_error()).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(loaded.sources.place(found[0].span.unwrap()), "more/pack.ron:7:26");
    // Columns in the first line are counted without the byte order mark.
    let one_line = load_demo("\u{feff}Tags([a, B])\n", &LoadOptions::default());
    let bad = one_line.diagnostics.iter().find(|finding| finding.code == "P0108").unwrap();
    assert_eq!(one_line.sources.place(bad.span.unwrap()), "demo/extra.ron:1:10");
}

#[test]
fn placeholders_that_stand_for_nothing_are_pointed_out_in_every_language() {
    let world = "//- demo/rules/toll.lua\nstep(\"toll\", function(seat) ask(seat, \"pay\", { \"to:0\", \"keep\" }) \
                 end)\n\
                 //- demo/texts/more.ron\nTexts(\"en\", {\n    \"ask.pay\": \"Pay {1} to {2}?\",\n    \
                 \"ask.pay.to\": \"Give {1}\",\n    \"ask.pay.keep\": \"Keep {x} and {\",\n    \"tile.P1\": \"Path \
                 {7}\",\n    \
                 \"demo.own\": \"{1} of this pack\",\n    \"pack.about\": \"A {curly} pack.\",\n})\n\
                 //- demo/texts/nl.ron\nTexts(\"nl\", {\n    \"ask.pay.to\": \"Geef {2}\",\n    \"demo.own\": \"{1} \
                 van ons\",\n})";
    let loaded = load_demo(world, &LoadOptions::default());
    let found: Vec<Diagnostic> = loaded.diagnostics.into_iter().filter(|finding| finding.code == "P0507").collect();
    expect![[r#"
        demo/texts/more.ron:2:16: warning P0507: players see `{1}` and `{2}` in the text `ask.pay`: nothing replaces it
            hint: only texts of options have placeholders: in `ask.QUESTION.KEY`, {1} is the second part of the key
        demo/texts/more.ron:4:21: warning P0507: players see `{x}` in the text `ask.pay.keep`: it is not a placeholder
            hint: placeholders are `{1}`, `{2}` and so on: a number between curly brackets
        demo/texts/more.ron:5:16: warning P0507: players see `{7}` in the text `tile.P1`: nothing replaces it
            hint: only texts of options have placeholders: in `ask.QUESTION.KEY`, {1} is the second part of the key
        demo/texts/nl.ron:2:19: warning P0507: the text `ask.pay.to` has `{2}` in `nl`, and `{1}` in `en`
    "#]]
    .assert_eq(&render_findings(&found, &loaded.sources));
}

#[test]
fn an_ending_in_capital_letters_is_reported() {
    let loaded =
        load_demo("//- demo/texts/NL.RON\nTexts(\"nl\", {})\n//- demo/README.MD\nDemo\n", &LoadOptions::default());
    let found: Vec<&str> = loaded.diagnostics.iter().map(|finding| &*finding.message).collect();
    assert_eq!(found, ["`demo/texts/NL.RON` is not read: its name must end in `.ron`, in lowercase letters"]);
}
