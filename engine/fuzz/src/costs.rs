//! Enlarges inputs, so that excessive costs of processing them become visible.

use tilewright_core::limits::MODULE_BYTES;
use tilewright_core::state::chance::Generator;

/// Maximum size of an input in bytes, which is that of a file in a pack.
pub const INPUT_BYTES: usize = 1 << 20;

/// Characters that are expensive for text processing: invisible ones, combining marks, brackets, escape characters.
const RUNS: [&str; 18] = [
    "\0", "\u{200b}", "\u{202e}", "\u{feff}", "a\u{301}", "\u{301}", "(", "[", "{", "\"", "\\", "\n", "/*", "//", ",",
    "9", " ", "x",
];

/// Tiny tokens: a file that repeats one of them has the maximum number of values, brackets or lines.
pub const TOKENS: [&str; 19] = [
    "(", "[", "{", ",", ":", ";", "a,", "a ", "\"\",", "1,", "()", "[],", "a:1,", "a=a\n", "//\n", "aaaa,", "\"abc\",",
    "f{}", "f\"\" ",
];

/// Starts and ends of inputs, with their target: a repeated token between them is in a particular place of the format.
const FRAMES: [(&str, &str, &str); 21] = [
    ("pack", "//// pack.ron\n", ""),
    ("pack", "//// pack.ron\nPack(", ")"),
    ("pack", "//// pack.ron\nPack(id: \"it\", tiles: [", "])"),
    ("pack", "//// pack.ron\nPack(id: \"it\", options: [(id: \"a\", type: one_of([", "]))])"),
    ("pack", "//// pack.ron\nPack(id: \"it\")\n//// tiles.ron\nTiles([", "])"),
    ("pack", "//// pack.ron\nPack(id: \"it\")\n//// texts.ron\nTexts(\"en\", {", "})"),
    ("script", "", ""),
    ("script", "local t = {", "}"),
    ("tests", "", ""),
    ("tests", "Tests([", "])"),
    ("tests", "Tests([(name: \"a\", steps: [", "])])"),
    ("targets", "", ""),
    ("targets", "Targets(packs: [den], vary: [", "])"),
    ("record", "", ""),
    ("record", "[", "]"),
    ("record", "{\"version\": 1, \"moves\": [", "]}"),
    ("save", "", ""),
    ("manifest", "", ""),
    ("index", "", ""),
    ("index", "{\"format\": 1, \"name\": \"a\", \"parts\": [", "]}"),
    ("index", "{\"format\": 1, \"packs\": {", "}}"),
];

/// Returns inputs that consist of a repeated token in a frame, with the name of their target. Each has [`INPUT_BYTES`],
/// or the maximum size of a module.
pub fn repeated_inputs() -> impl Iterator<Item = (&'static str, &'static str, String)> {
    FRAMES.into_iter().flat_map(|(target, before, after)| {
        TOKENS.into_iter().map(move |token| {
            let last = before.rfind("\n").map_or(0, |at| at + 1);
            let most = if target == "script" { MODULE_BYTES } else { INPUT_BYTES };
            let room = most - (before.len() - last) - after.len();
            (target, token, [before, &token.repeat(room / token.len()), after].concat())
        })
    })
}

/// Returns a valid input with one to three changes, most of which repeat something. The size is at most about
/// [`INPUT_BYTES`].
pub fn grow_input(valid: &[u8], chance: &mut Generator) -> Vec<u8> {
    let mut text = String::from_utf8_lossy(valid).into_owned();
    for _ in 0..=chance.below(3) {
        let most = 1usize << (6 + chance.below(15));
        let room = INPUT_BYTES.saturating_sub(text.len()).min(most);
        match chance.below(5) {
            0 => repeat_item(&mut text, room, chance),
            1 => insert_run(&mut text, room, chance),
            2 => lengthen_number(&mut text, chance),
            3 => nest(&mut text, room, chance),
            _ => cut(&mut text, chance),
        }
    }
    text.into_bytes()
}

/// Returns a random offset between two characters.
fn place(text: &str, chance: &mut Generator) -> usize {
    let mut at = chance.below(text.len() as u32 + 1) as usize;
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Repeats the text between two commas or lines. In half of the cases, each copy gets a distinct prefix in its first
/// quoted text.
fn repeat_item(text: &mut String, room: usize, chance: &mut Generator) {
    let ends: Vec<usize> = text.match_indices([',', '\n']).map(|(at, _)| at + 1).collect();
    if ends.len() < 2 {
        return;
    }
    let first = chance.below(ends.len() as u32 - 1) as usize;
    let last = (first + 1 + chance.below(4) as usize).min(ends.len() - 1);
    let item = text[ends[first]..ends[last]].to_owned();
    let is_numbered = chance.below(2) == 0;
    let mut copies = String::new();
    for number in 0..room / item.len().max(1) {
        match item.find('"').filter(|_| is_numbered) {
            Some(quote) => {
                copies.push_str(&item[..=quote]);
                copies.push_str(&format!("n{number}"));
                copies.push_str(&item[quote + 1..]);
            }
            None => copies.push_str(&item),
        }
        if copies.len() >= room {
            break;
        }
    }
    text.insert_str(ends[first], &copies);
}

fn insert_run(text: &mut String, room: usize, chance: &mut Generator) {
    let run = RUNS[chance.below(RUNS.len() as u32) as usize];
    text.insert_str(place(text, chance), &run.repeat(room / run.len()));
}

fn lengthen_number(text: &mut String, chance: &mut Generator) {
    let digits: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
    if !digits.is_empty() {
        let large = ["9", "99999", "2147483647", "9223372036854775807", "1e308", "-1"];
        let at = digits[chance.below(digits.len() as u32) as usize];
        text.replace_range(at..=at, large[chance.below(large.len() as u32) as usize]);
    }
}

fn nest(text: &mut String, room: usize, chance: &mut Generator) {
    let (open, close) = [("(", ")"), ("[", "]"), ("{", "}")][chance.below(3) as usize];
    let depth = (room / 2).min(1 << (1 + chance.below(16)));
    text.insert_str(place(text, chance), &(open.repeat(depth) + &close.repeat(depth)));
}

fn cut(text: &mut String, chance: &mut Generator) {
    let (one, other) = (place(text, chance), place(text, chance));
    let (from, to) = (one.min(other), one.max(other));
    if to - from < text.len() / 4 {
        text.replace_range(from..to, "");
    }
}
