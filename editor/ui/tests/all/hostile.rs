//! Tests that no typed text causes a panic or loses content, and that undo restores every state.

use tilewright_editor_model::pack::analysis::{Analyst, PackSurroundings, analyse};
use tilewright_editor_model::pack::document::{FileChange, PackDocument};
use tilewright_editor_model::texts::UiTexts;
use tilewright_kit::packs::find::Finder;
use tilewright_language::code::{CodeLanguage, pieces};
use tilewright_language::names::{FileName, MentionIndex};
use tilewright_language::place::FilePlace;
use tilewright_language::{complete, help, rules, typing};

use crate::stage::TestStage;

/// Generator of pseudo-random numbers that are equal on all machines.
struct InputDice(u64);

impl InputDice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

const TYPED: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "\\",
    ",",
    ":",
    ".",
    "=",
    "\n",
    "é",
    "ß",
    "日本",
    "🙂",
    "--",
    "--[[",
    "]]",
    "//",
    "/*",
    "*/",
    "\u{0}",
    "\u{feff}",
    "\t",
    "param.",
    "ev.",
    "use: \"",
    "Tiles([",
    "function(",
    "local ",
    "0x",
    "1e9",
    "r#\"",
    "option(",
    "if(",
    "add([",
    "\r\n",
    "a\u{301}",
    "score(\"",
    "x:",
    "--- @param ",
    "Texts(\"en\", {\"",
];

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[test]
fn everything_that_looks_at_texts_bears_everything() {
    let surroundings = PackSurroundings::read(&Finder::only_bundled());
    let texts = UiTexts::default();
    let mut dice = InputDice(7);
    let mut packs = 0;
    for pack in surroundings.packs() {
        packs += 1;
        let files = surroundings.files(pack).unwrap().clone();
        let mut document = PackDocument::new(std::path::Path::new(&**pack), files.clone());
        let paths: Vec<_> = files.keys().cloned().collect();
        let mut index = MentionIndex::default();
        for step in 0..120 {
            let path = paths[dice.below(paths.len())].clone();
            let text = document.text(&path).unwrap().clone();
            let at = boundary(&text, dice.below(text.len() + 1));
            let gone = if dice.below(3) == 0 { boundary(&text, (at + dice.below(30)).min(text.len())) } else { at };
            let change = FileChange::edit(&path, at..gone.max(at), TYPED[dice.below(TYPED.len())]);
            document.apply("typed", &[change]).unwrap();
            let text = document.text(&path).unwrap().clone();
            let file = FileName::new(pack, &path);
            let language = CodeLanguage::from_path(&path);
            index.renew(document.texts(), &surroundings);
            for _ in 0..4 {
                let at = boundary(&text, dice.below(text.len() + 1));
                let to = boundary(&text, (at + dice.below(200)).min(text.len()));
                if let Some(offer) = complete::offer(&index, &file, &text, at, at.is_multiple_of(2), &texts) {
                    assert!(text.get(offer.range).is_some());
                }
                help::help(&index, &file, &text, at, &texts);
                help::calling(&file, &text, at);
                if let Some(mention) = index.mention_at(&file, at) {
                    assert!(text.get(mention.range.clone()).is_some(), "{mention:?}");
                    index.references(mention.sort, &mention.name);
                }
                rules::local_definition(&text, &(at..to));
                let typed = [
                    typing::indent(&text, &(at..to)),
                    typing::outdent(&text, &(at..to)),
                    typing::comment(&text, &(at..to), language),
                    Some(typing::duplicate(&text, &(at..to))),
                ];
                for typed in typed.into_iter().flatten() {
                    let new = tilewright_editor_model::pack::document::apply_edits(&text, &typed.edits).unwrap();
                    assert!(new.get(typed.chosen).is_some());
                }
                typing::brackets(&text, at, language);
                typing::enter(&text[..at], &text[at..], language);
            }
            assert_eq!(pieces(&text, language).last().map_or(0, |p| p.0), text.len());
            // Loading takes longer than all other calls, so only some steps do it.
            if step % 40 == 39 {
                let analysis = analyse(&surroundings, pack, document.files(), document.revision());
                let mut problems = tilewright_language::problems::Problems::default();
                problems.renew(document.texts(), Some(&analysis));
                for problem in &problems.all {
                    if let Some(FilePlace { path, range }) = &problem.place
                        && let Some(text) = document.text(path)
                    {
                        assert!(text.get(range.clone()).is_some());
                    }
                    tilewright_language::fixes::label(problem, document.texts(), &texts);
                    tilewright_language::fixes::changes(problem, document.texts());
                }
            }
        }
        while document.undo_label().is_some() {
            document.undo();
        }
        assert_eq!(*document.files(), files, "{pack}");
    }
    assert!(packs > 5, "the bundled packs are tested");
}

#[test]
fn typing_at_random_in_the_window_is_undone_completely() {
    let mut stage = TestStage::new("random");
    stage.open_copy("glowmoor");
    let before = stage.editor().document().unwrap().files().clone();
    let mut dice = InputDice(3);
    // The fonts of the tests have few letters, and a test fails if one is missing.
    let shown = |c: char| c == '\n' || c == 'é' || c == 'ß' || c.is_ascii_graphic() || c == ' ';
    let typed: Vec<&str> = TYPED.iter().copied().filter(|t| t.chars().all(shown)).collect();
    for path in before.keys().cloned().collect::<Vec<_>>() {
        let ctx = stage.harness.ctx.clone();
        let at = boundary(&before[&path], dice.below(before[&path].len()));
        let place = FilePlace { path: path.clone(), range: at..at };
        stage.editor().act(&ctx, tilewright_editor::context::EditorAction::GoTo(place));
        stage.harness.run_ok();
        for _ in 0..8 {
            stage.type_keys(typed[dice.below(typed.len())]);
            let keys =
                [egui::Key::Tab, egui::Key::Backspace, egui::Key::Delete, egui::Key::ArrowDown, egui::Key::Enter];
            let modifiers = [egui::Modifiers::NONE, egui::Modifiers::SHIFT][dice.below(2)];
            stage.key(modifiers, keys[dice.below(keys.len())]);
        }
        stage.settle();
    }
    let document = stage.editor().document().unwrap();
    assert_ne!(*document.files(), before);
    for _ in 0..1000 {
        if stage.editor().document().unwrap().undo_label().is_none() {
            break;
        }
        let ctx = stage.harness.ctx.clone();
        let undo =
            tilewright_editor::context::EditorAction::Command(tilewright_editor::context::command::EditorCommand::Undo);
        stage.editor().act(&ctx, undo);
    }
    stage.settle();
    assert_eq!(*stage.editor().document().unwrap().files(), before);
}

#[test]
fn a_very_long_line_can_be_typed_in() {
    let mut stage = TestStage::new("long_line");
    stage.open_copy("glowmoor");
    let ctx = stage.harness.ctx.clone();
    let long = format!("Tiles([{}])\n", "(id: \"é\"), ".repeat(3000));
    let write = FileChange::Write { path: "long.ron".into(), text: long.as_str().into() };
    stage.editor().act(&ctx, tilewright_editor::context::EditorAction::Change("long".into(), vec![write]));
    let place = FilePlace { path: "long.ron".into(), range: 7..7 };
    stage.editor().act(&ctx, tilewright_editor::context::EditorAction::GoTo(place));
    stage.settle().type_keys("(i").settle();
    assert!(stage.text("long.ron").starts_with("Tiles([(i"));
}

#[test]
fn a_checker_that_fails_is_told_and_the_next_state_is_looked_at() {
    let mut stage = TestStage::new("checker");
    stage.open_copy("glowmoor");
    let before = stage.text("pack.ron");
    let ctx = stage.harness.ctx.clone();
    let analyst = Analyst::start_with(
        |around, id, files, revision| {
            assert!(!files["pack.ron"].starts_with("// stop"), "it went wrong");
            analyse(around, id, files, revision)
        },
        move || ctx.request_repaint(),
    );
    stage.editor().look_with(analyst);
    stage.settle().write("pack.ron", &format!("// stop\n{before}")).settle();
    let told: Vec<String> = stage.editor().notices().texts().map(str::to_owned).collect();
    assert!(told.iter().any(|t| t.contains("it went wrong") && t.contains("Your text is safe")), "{told:?}");
    assert_eq!(stage.editor().problems().counts(), (1, 0));
    stage.picture("checker_failed");
    assert!(stage.mentions("the checker failed on this state: it went wrong"));
    stage.write("pack.ron", &before).settle();
    assert_eq!(stage.editor().problems().counts(), (0, 0));
}

#[test]
fn two_hundred_mistakes_are_listed_walked_through_and_taken_back() {
    let mut stage = TestStage::new("many_mistakes");
    stage.open_copy("glowmoor");
    let before = stage.text("tiles.ron");
    let bad: String = (0..200).map(|n| format!("    (id: \"Bad{n}\", edges: (n: nothing_{n})),\n")).collect();
    let text = before.replacen("Tiles([\n", &format!("Tiles([\n{bad}"), 1);
    assert_ne!(text, before);
    stage.write("tiles.ron", &text).settle();
    assert!(stage.editor().problems().counts().0 >= 200, "{:?}", stage.editor().problems().counts());
    stage.picture("many_mistakes");
    let ctx = stage.harness.ctx.clone();
    for _ in 0..5 {
        let next = tilewright_editor::context::command::EditorCommand::NextProblem;
        stage.editor().act(&ctx, tilewright_editor::context::EditorAction::Command(next));
        stage.harness.run_ok();
    }
    for pane in ["Tiles", "Distribution", "Data", "Turn", "Pictures"] {
        stage.click(pane).settle();
    }
    stage.key(egui::Modifiers::COMMAND, egui::Key::Z).settle();
    assert_eq!(stage.text("tiles.ron"), before);
    assert_eq!(stage.editor().problems().counts(), (0, 0));
}
