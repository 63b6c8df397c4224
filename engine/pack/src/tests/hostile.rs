//! Checks that no content of files causes a panic or a hang.

use std::time::{Duration, Instant};

use super::base::base_world;
use super::{demo_world, load_demo, set_option};
use crate::limits::VALUES;
use crate::syntax::{Node, read};
use crate::{LoadOptions, LoadedPacks, World, load};

/// Loads packs and checks the duration. The limit is generous, because the machine may be busy.
fn quick(world: &World, packs: &[&str], what: &str) -> LoadedPacks {
    let start = Instant::now();
    let loaded = load(world, packs, &LoadOptions::default());
    assert!(start.elapsed() < Duration::from_secs(20), "{what} took {:?}", start.elapsed());
    loaded
}

fn codes(loaded: &LoadedPacks) -> Vec<&'static str> {
    loaded.diagnostics.iter().map(|d| d.code).collect()
}

fn one_file(text: String) -> LoadedPacks {
    let mut world = demo_world("");
    world.add_file("demo", "extra.ron", &text);
    quick(&world, &["demo"], "one file")
}

#[test]
fn deep_nesting_is_a_finding() {
    for (open, close) in [("(", ")"), ("[", "]"), ("{1:", "}"), ("a(", ")"), ("Some(", ")"), ("/*", "*/")] {
        let text = format!("Tags([{}{}])", open.repeat(100_000), close.repeat(100_000));
        let loaded = one_file(text);
        assert!(open == "/*" || codes(&loaded).contains(&"P0102"), "{open}: {:?}", codes(&loaded));
        let unclosed = one_file(format!("Tags([{}", open.repeat(100_000)));
        assert!(!codes(&unclosed).is_empty());
    }
    // The nesting is as deep as allowed, many times in a row.
    let nest = format!("{}{},", "[".repeat(60), "]".repeat(60));
    one_file(format!("Tags([{}])", nest.repeat(8_000)));
    let nest = format!("{}{},", "a(b:".repeat(60).trim_end_matches("b:"), ")".repeat(60));
    one_file(format!("Tags([{}])", nest.repeat(3_000)));
}

#[test]
fn brackets_in_texts_and_comments_do_not_nest() {
    let brackets = "[".repeat(1000);
    let text = format!("Tokens([/* {brackets} /* {brackets} */ */ // {brackets}\n])");
    assert_eq!(codes(&one_file(text)), [""; 0]);
    let text = format!("Texts(\"en\", {{\"tag.x\": r#\"{brackets}\"#, \"tag.y\": \"\\\"{brackets}\"}})");
    assert_eq!(codes(&one_file(text)), ["P0503", "P0503"]);
}

#[test]
fn huge_numbers_are_findings() {
    let million =
        |count: &str| format!("Tiles([(id: \"Z\", count: {count}, edges: (n: grass, e: grass, s: grass, w: grass))])");
    for count in ["1000000", "-1", "99999999999999999999999999", "0", "1.5", "0x7fffffffffffffff", "inf"] {
        assert!(!one_file(million(count)).diagnostics.is_empty(), "{count}");
    }
    assert!(one_file(million("100000")).diagnostics.iter().any(|d| d.code == "P0314"));
    let many: String = (0..20_000).map(|i| format!("t{i},")).collect();
    assert!(codes(&one_file(format!("Tags([{many}])"))).contains(&"P0102"));
    let long = "a".repeat(100_000);
    assert_eq!(codes(&one_file(format!("Tags([{long}])"))), ["P0108"]);
    assert_eq!(codes(&one_file("x".repeat(2 << 20))), ["P0102"]);
}

#[test]
fn files_have_so_many_values_at_most() {
    // The list and the value around it also count.
    let text = |values: usize| format!("Tags([{}])", "1,".repeat(values - 2));
    let loaded = one_file(text(VALUES));
    assert!(!loaded.diagnostics.iter().any(|d| d.message.contains("more values")), "{:?}", codes(&loaded));
    for (text, place) in [(text(VALUES + 1), 6 + 2 * (VALUES - 2)), ("[".to_owned() + &",".repeat(1 << 19), 1)] {
        let reading = read(&text);
        let problem = reading.problems.first().and_then(|problem| problem.span).map(|span| span.start as usize);
        assert_eq!(problem, Some(place), "{:?}", reading.problems);
        // Editors receive the tree up to the limit.
        let items = reading.tree.as_ref().and_then(|tree| tree.items().map(<[Node]>::len));
        assert!(items.is_some_and(|items| items <= VALUES), "{items:?}");
        assert!(!one_file(text).diagnostics.is_empty());
    }
    let finding = read(&text(VALUES + 1)).problems.remove(0);
    assert_eq!((finding.code, &*finding.message), ("P0102", "a file cannot have more values than this"));
    assert_eq!(finding.hint.as_deref(), Some("divide it into several files"));
}

#[test]
fn many_mistakes_are_cut_off() {
    let wrong: String =
        (0..5000).map(|i| format!("(id: \"A{i}\", edges: (n: grsas, e: gr, s: x{i}, w: y)),")).collect();
    let loaded = one_file(format!("Tiles([{wrong}])"));
    assert_eq!(loaded.diagnostics.len(), tilewright_core::limits::FINDINGS + 1);
}

#[test]
fn long_lists_stay_quick() {
    let many = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<String>();
    for text in [
        format!("Rules([{}])", many(40_000, &|i| format!("(use: \"m{i}\"),"))),
        format!("Options([{}])", many(20_000, &|i| format!("(id: o{i}, default: true),"))),
        format!("Flow(override: true, turn: [{}])", many(100_000, &|_| "place,".into())),
        format!("Steps([{}])", many(20_000, &|i| format!("(before: \"place\", step: script(name: s{i})),"))),
        format!(
            "Board(extent: fixed(4000, 4000), rim: [{}])",
            many(20_000, &|_| "(side: N, edge: path, name: \"N\"),".into())
        ),
        format!("Board(presets: [{}])", many(20_000, &|_| "(tile: \"P1\"),".into())),
        format!("Tags([x({})])", many(100_000, &|i| format!("f{i}: 1,"))),
        format!("Tags([{}])", many(20_000, &|i| format!("(id: t, override: true, look: \"{i}\"),"))),
        format!("Texts(\"en\", {{{}}})", many(30_000, &|i| format!("\"demo:tile.k{i}\": \"\","))),
        format!(
            "Tiles([(id: A, edges: (n: path, e: path, s: path, w: path), parts: [{}])])",
            many(30_000, &|_| "path(into: path),".into())
        ),
        format!("Tiles([(id: A, tags: {{{}}}, edges: (n: 1))])", many(30_000, &|i| format!("t{i}: 1,"))),
        format!("Tokens([(id: a, when: {{{}}})])", many(30_000, &|i| format!("o{i}: 1,"))),
        format!("Bags([{}])", many(200, &|i| format!("(id: b{i}, contents: {{{}}}),", "\"P1\": 9, ".repeat(400)))),
    ] {
        assert!(!one_file(text.clone()).diagnostics.is_empty(), "{}", &text[..60]);
    }
}

#[test]
fn odd_files_are_findings() {
    for text in [
        "",
        " ",
        "\u{feff}",
        "Tags",
        "Tags()",
        "Tags(1, 2)",
        "Tags([a: 1])",
        "(a: 1)",
        "[",
        "\"",
        "'",
        "r#\"",
        "/*",
        "//",
        "#![enable(implicit_some)]\nTags([])",
        "Tags([r#type])",
        "Tags([b\"x\"])",
        "Tags([None, Some(a)])",
        "Pack(id: \"x\")",
        "Tags([\"\u{0}\"])",
        "Tags([ä])",
        "Tags(['a', 'ab'])",
        "Tiles([1, \"a\", (), (id: 1), (id: ()), x(id: y)])",
        "Board()",
        "Flow()",
        "Board(1)",
        "Flow(turn: 3)",
        "Texts(1, 2)",
        "Texts(\"en\", {1: 2})",
        "Tags([]) Tags([])",
        "Board(presets: [(tile: \"P1\", turn: 4)], joins: [1, (1, 2)], rim: [(), (side: N)])",
        "Flow(turn: [repeat, repeat(steps: []), repeat(steps: [repeat(steps: [place, place])]), 1, \"x\", draw(from: 1)])",
        "Flow(parts: {1: 2, \"a\": [place], \"a\": place, \"b\": {}}, tie_breaks: 3, closing: ())",
        "Steps([(before: \"*/\", step: place), (after: \"/place\", step: score), (append: \"parts/\", step: place), (wrap: [\"*/place\", \"*/deploy\"], step: repeat)])",
        "Figures([(id: a, like: a, on: add([path])), (id: b, on: remove(path), supply: {}), (id: c, supply: {\"x\": 1, 2: -1})])",
        "Rules([(id: 1), (id: x), (id: \":\", override: true), (id: \"x:\", use: \"nothing\"), (id: x, override: true, off: 3)])",
        "Bags([(id: b, key: \"\", pool: 1, back: [])])\nDice([(id: d, faces: \"seats\")])",
        "Tiles([(id: A, edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S])], part_tags: {\"path:N\": 1, 2: {}, \":\": [], \"path:Q\": {}})])",
        "Steps([(), (before: 1), (before: \"x\", after: \"y\"), (wrap: [], step: place), (remove: \"place\", step: score)])",
        "Zones([(id: z, slots: 3, tags: {9: {\"x\": 1}, \"a\": 1})])",
        "Rules([1, (), (use: 1), (use: \"../x\")])",
        "Options([1, (), (id: pack, default: 1), (id: a), (id: b, type: choice([]), default: x), (id: c, type: int(3, 1), default: 3)])",
        "Tags([option(), if(), option(\"none\"), if({}, a, b), option(\"size\", {1: a})])",
        "Figures([(id: a, like: a), (id: b, like: c), (id: c, like: b), (id: d, like: \"no:one\")])",
        "Tiles([(id: \"A\", edges: (n: path, e: path, s: grass, w: grass), parts: [path(at: [N], name: a, into: b), path(at: [E], name: b, into: a)])])",
    ] {
        one_file(text.to_owned());
        let mut world = demo_world("");
        world.add_file("demo", "pack.ron", text);
        quick(&world, &["demo"], text);
    }
    for id in ["", "..", "a/b", "\u{0}", "demo ", &"x".repeat(10_000)] {
        assert!(load(&demo_world(""), &[id], &LoadOptions::default()).catalog.is_none());
    }
}

/// Small random generator with a seed, which makes failing runs repeatable.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// Changes a text at a random place: a byte, a cut, a copy, or a word replaced by another.
fn mutate(text: &str, dice: &mut Dice) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.below(3) {
        let at = dice.below(bytes.len());
        let end = (at + dice.below(60)).min(bytes.len());
        match dice.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(7),
            1 => bytes.truncate(at),
            2 => {
                let piece = bytes[at..end].to_vec();
                let to = dice.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            3 => {
                bytes.drain(at..end);
            }
            4 => {
                let signs = b"()[]{},:\"'/*#-0129aNr ";
                let sign = signs[dice.below(signs.len())];
                bytes.insert(at, sign);
            }
            _ => {
                // Replaces a number or word by another.
                let words = [
                    "-1",
                    "99999999999",
                    "field",
                    "none",
                    "option(\"size\")",
                    "[]",
                    "()",
                    "{}",
                    "\"\"",
                    "D",
                    "override",
                ];
                let word = words[dice.below(words.len())];
                let end = bytes[at..].iter().position(|b| !b.is_ascii_alphanumeric()).map_or(bytes.len(), |n| at + n);
                bytes.splice(at..end, word.bytes());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn random_damage_never_panics_or_hangs() {
    let world = base_world();
    let paths: Vec<_> = world.packs["carcassonne"].keys().filter(|p| p.ends_with(".ron")).cloned().collect();
    let mut dice = Dice(7);
    let start = Instant::now();
    for round in 0..600 {
        let path = &paths[dice.below(paths.len())];
        let mut damaged = world.clone();
        let text = mutate(&world.packs["carcassonne"][path], &mut dice);
        damaged.add_file("carcassonne", path, &text);
        quick(&damaged, &["carcassonne"], &format!("round {round} of {path}"));
        if start.elapsed() > Duration::from_secs(60) {
            break;
        }
    }
}

#[test]
fn options_from_a_command_line_are_checked() {
    let mut choices = LoadOptions::default();
    for text in ["size=9", "demo:siez=1", "size=", "=1", "demo:size=true", "size=fixed(9, 9)"] {
        let mut choices = choices.clone();
        set_option(&mut choices, text);
        let loaded = load_demo("", &choices);
        assert!(loaded.catalog.is_none() && loaded.diagnostics.len() == 1, "{text}");
    }
    set_option(&mut choices, "demo:size = 3");
    assert!(load_demo("", &choices).is_clean());
}

#[test]
fn what_people_do_not_see_is_found_wherever_it_stands() {
    // Each character is tried unescaped and as an escape.
    for (text, code) in [
        ("Tags([a]) // \u{202e}evil", "P0113"),
        ("/* \u{1b}[2J */ Tags([a])", "P0113"),
        ("Tags([a,\rb])", "P0113"),
        ("Tags([\u{feff}a])", "P0113"),
        ("Texts(\"en\", {\"tag.inn\": \"an \u{200b}inn\"})", "P0113"),
        ("Texts(\"en\", {\"tag.inn\": \"an \\u{1b}]52;c;x\\u{7}inn\"})", "P0113"),
        ("Texts(\"en\", {\"tag.inn\": \"two\\nlines\"})", "P0113"),
        ("Texts(\"en\", {\"tag.inn\": \"two\nlines\"})", "P0113"),
        ("Texts(\"en\", {\"pack.about\": \"two\\r\\nlines\"})", "P0113"),
        ("Texts(\"en\", {\"tag.\\u{2066}inn\": \"an inn\"})", "P0113"),
        ("Texts(\"en\", {\"tag.inn\": r#\"a \u{ad}hyphen\"#})", "P0113"),
        ("Dice([(id: luck, faces: ['\\u{7f}'])])", "P0113"),
        ("Tags([\"in\u{200d}n\"])", "P0113"),
        // Look-alikes are Greek and Cyrillic letters in names.
        ("Tags([іnn])", "P0108"),
        ("Tags([\"inո\"])", "P0108"),
        ("Dice([(id: luck, faces: [\"ο\", \"o\"])])", "P0108"),
        ("Options([(id: mood, type: choice([calm, саlm]), default: calm)])", "P0108"),
        ("Options([(id: mood, type: choice([calm, саlm(w)]), default: calm)])", "P0108"),
        ("Board(rim: [(at: (9, 9), edge: grass, name: \"N\u{430}\")])", "P0108"),
        ("Tiles([(id: \"A\u{430}\", edges: (n: grass, e: grass, s: grass, w: grass))])", "P0108"),
        ("Steps([(append: \"finish\", step: script(name: \"рray\"))])", "P0108"),
    ] {
        let loaded = one_file(text.to_owned());
        assert!(codes(&loaded).contains(&code), "{text:?}: {:?}", codes(&loaded));
        assert!(loaded.catalog.is_none(), "{text:?}");
        for d in &loaded.diagnostics {
            let told = [&d.message].into_iter().chain(&d.hint).chain(d.related.iter().map(|(_, label)| label));
            assert!(told.clone().all(|t| !t.contains(tilewright_core::unseen::is_unseen)), "{text:?}: {:?}", d.message);
        }
    }
    // Line breaks and tabs are valid, and so are the letters of all languages.
    for text in [
        "Texts(\"en\", {\"pack.about\": \"two\\nlines\"})",
        "Texts(\"en\",\r\n\t{\"pack.about\": \"Ñandú, 森, ‹é›, Ωμέγα, עיר, ⚔\"})",
    ] {
        assert_eq!(codes(&one_file(text.to_owned())), [""; 0], "{text}");
    }
}

#[test]
fn long_texts_are_told_with_their_limit_and_cut() {
    let (long, longer) = ("x".repeat(150), "x".repeat(1 << 19));
    let head = |fields: &str| {
        format!(
            "//- long/pack.ron\nPack(id: \"long\", format: 1, {fields})\n//- long/texts/en.ron\nTexts(\"en\", {{}})"
        )
    };
    for (more, says) in [
        (head(&format!("title: \"{long}\", version: \"1.0.0\"")), "this has 150 letters; at most 100 are allowed here"),
        (
            head(&format!("title: \"L\", licence: \"{long}\", version: \"1.0.0\"")),
            "this has 150 letters; at most 100 are",
        ),
        (
            head(&format!("title: \"L\", authors: [\"{long}\"], version: \"1.0.0\"")),
            "this has 150 letters; at most 100 are",
        ),
        (
            head(&format!("title: \"L\", version: \"1.0.0-{long}\"")),
            "this has 156 letters; at most 64 are allowed here",
        ),
        (
            head(&format!("title: \"{longer}\", version: \"1.0.0\"")),
            "the text has 524288 letters; at most 4000 are allowed",
        ),
        (
            head(&format!("title: \"L\", version: \"1.0.0\", needs: [\"demo {}\"]", "^1.1.1,".repeat(25))),
            "letters; at most 129 are",
        ),
        (
            head(&format!("title: \"L\", version: \"1.0.0\", needs: [\"demo {}1\"]", "^1.1.1,".repeat(99_000))),
            "4000 are",
        ),
        (head(&format!("title: \"L\", version: \"1.0.0\", needs: [\"{longer}\"]")), "4000 are allowed"),
        (head(&format!("title: \"L\", version: \"1.0.0\", {longer}: 1")), "a pack has no field `xxx"),
        (
            format!("Texts(\"en\", {{\"pack.about\": \"{longer}\"}})"),
            "the text has 524288 letters; at most 4000 are allowed",
        ),
        (format!("Texts(\"en\", {{\"pack.{longer}\": \"x\"}})"), "4000 are allowed"),
    ] {
        let loaded = load_demo(&more, &LoadOptions::default());
        let told: Vec<&str> = loaded.diagnostics.iter().map(|d| &*d.message).collect();
        assert!(told.iter().any(|message| message.contains(says)), "{says}: {told:?}");
        assert!(loaded.catalog.is_none());
        for d in &loaded.diagnostics {
            let all = d.message.len() + d.hint.as_ref().map_or(0, String::len);
            assert!(all < 3 * tilewright_core::limits::MESSAGE_LETTERS, "{}", d.message);
        }
    }
}

#[test]
fn files_have_names_that_people_can_read() {
    let mut world = demo_world("");
    world.add_file("demo", "more\u{1b}]0;x\u{7}.ron", "Tags([a])");
    let loaded = quick(&world, &["demo"], "a name of a file");
    // Other systems also reject such a name.
    assert_eq!(codes(&loaded), ["P0112", "P0113"]);
    assert_eq!(
        loaded.diagnostics.iter().find(|d| d.code == "P0113").unwrap().message,
        "the name of the file `more\\u{1b}]0;x\\u{7}.ron` has the character U+001B"
    );
    assert!(loaded.sources.files().iter().all(|file| !file.path.contains('\u{1b}')));
}
