//! Tests the code editor.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::stage::{StageLook, TestStage};

const RULES: &str = "Text of rules/drifting_light.lua";

/// Returns a stage with a copy of a pack, and the cursor at the end of a file.
fn at_end(name: &str, pack: &str, file: &str) -> TestStage {
    at_end_in(TestStage::new(name), pack, file)
}

fn at_end_in(mut stage: TestStage, pack: &str, file: &str) -> TestStage {
    stage.open_copy(pack).open_file(file);
    stage.focus(&format!("Text of {file}"));
    stage.key(Modifiers::COMMAND | Modifiers::CTRL, Key::End);
    stage
}

impl TestStage {
    /// Focuses the text area with a label.
    pub(crate) fn focus(&mut self, label: &str) -> &mut TestStage {
        self.harness.get_by_role_and_label(egui::accesskit::Role::MultilineTextInput, label).focus();
        self.harness.run_ok();
        self
    }

    /// Focuses the single-line field with a label.
    pub(crate) fn focus_field(&mut self, label: &str) -> &mut TestStage {
        self.harness.get_by_role_and_label(egui::accesskit::Role::TextInput, label).focus();
        self.harness.run_ok();
        self
    }

    /// Types a text key by key, like a user.
    pub(crate) fn type_keys(&mut self, text: &str) -> &mut TestStage {
        for c in text.chars() {
            if c == '\n' {
                self.key(Modifiers::NONE, Key::Enter);
            } else {
                self.harness.event(egui::Event::Text(c.to_string()));
                self.harness.run_ok();
            }
        }
        self
    }

    /// Shows a file in the code editor.
    fn open_file(&mut self, path: &str) -> &mut TestStage {
        let place = tilewright_language::place::FilePlace { path: path.into(), range: 0..0 };
        let ctx = self.harness.ctx.clone();
        self.editor().act(&ctx, tilewright_editor::context::EditorAction::GoTo(place));
        self.harness.run_ok();
        self
    }

    /// Finds a text in the open file, which selects it.
    fn seek(&mut self, text: &str) -> &mut TestStage {
        let path = self.editor().document().unwrap().files().keys().cloned().collect::<Vec<_>>();
        let open = path.iter().find(|p| self.has(&format!("Text of {p}"))).unwrap().clone();
        let at = self.text(&open).find(text).unwrap();
        let place = tilewright_language::place::FilePlace { path: open, range: at..at + text.len() };
        let ctx = self.harness.ctx.clone();
        self.editor().act(&ctx, tilewright_editor::context::EditorAction::GoTo(place));
        self.harness.run_ok();
        self
    }
}

#[test]
fn a_mistake_shows_while_typing_and_goes_with_undo() {
    let mut stage = TestStage::new("mistake");
    stage.open_copy("glowmoor").open_file("tiles.ron");
    let before = stage.text("tiles.ron");
    stage.type_into("Text of tiles.ron", "(").settle().picture("mistake");
    assert!(stage.editor().problems().counts().0 > 0, "a bracket too many is an error");
    assert!(stage.mentions("this is not RON"));
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!(stage.text("tiles.ron"), before);
    assert_eq!(stage.editor().problems().counts(), (0, 0));
}

#[test]
fn keys_lead_from_problem_to_problem() {
    let mut stage = TestStage::new("problems");
    stage.open_copy("glowmoor").open_file("pack.ron");
    stage.type_into("Text of pack.ron", "Nonsense ").settle();
    stage.open_file("tiles.ron");
    stage.key(Modifiers::NONE, Key::F8);
    assert!(stage.has("Text of pack.ron"));
}

#[test]
fn text_is_found_and_replaced() {
    let mut stage = TestStage::new("find");
    stage.open_copy("glowmoor").open_file("tiles.ron");
    let before = stage.text("tiles.ron");
    stage.key(Modifiers::COMMAND, Key::F).type_into("Find", "causeway").settle();
    assert!(stage.mentions(" places"));
    stage.press("Next").press("Next").press("Previous").picture("find");
    stage.click("Replace").type_into("Replace with", "way");
    let count = before.to_lowercase().matches("causeway").count();
    stage.press(&format!("Replace {count} places"));
    let after = stage.text("tiles.ron");
    assert!(!after.contains("causeway") && after.matches("way").count() >= count);
    stage.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(stage.text("tiles.ron"), before);
    stage.press("Close");
    assert!(!stage.has("Find"));
}

#[test]
fn rules_complete_themselves_by_keyboard() {
    let mut stage = at_end("complete", "glowmoor", "rules/drifting_light.lua");
    stage.type_keys("fini").picture("complete");
    assert!(stage.has("Completions"), "the list is named");
    assert!(stage.has("finishing"));
    stage.picture("complete");
    stage.key(Modifiers::NONE, Key::Enter);
    assert!(stage.text("rules/drifting_light.lua").ends_with("finishing()"));
    stage.key(Modifiers::COMMAND, Key::Z);
    // The list closes, and the text keeps the focus.
    stage.type_keys("\nparam.");
    assert!(stage.has("brightness"));
    stage.key(Modifiers::NONE, Key::ArrowDown).key(Modifiers::NONE, Key::Tab);
    assert!(stage.text("rules/drifting_light.lua").ends_with("param.brightness"));
    stage.type_keys("\non(\"comp").key(Modifiers::NONE, Key::Escape);
    assert!(!stage.has("Completions"));
    stage.key(Modifiers::COMMAND, Key::Space);
    assert!(stage.has("completed"));
    stage.key(Modifiers::NONE, Key::Enter).type_keys("\", function(ev) ev.");
    assert!(stage.has("feature") && stage.has("tile"));
    stage.type_keys("feature:fin");
    assert!(stage.has("finished"));
    stage.key(Modifiers::NONE, Key::Enter);
    assert!(stage.text("rules/drifting_light.lua").ends_with("on(\"completed\", function(ev) ev.feature:finished()"));
}

#[test]
fn what_a_thing_is_decides_what_is_offered_and_what_was_meant() {
    let rule = "rules/drifting_light.lua";
    let mut stage = at_end("receiver", "glowmoor", rule);
    stage.type_keys("\nscore(\"mere\", function(sheet, feature) feature.");
    assert!(stage.has("Completions") && stage.has("finished") && !stage.has("owner"), "methods of a feature alone");
    stage.type_keys("til").picture("receiver");
    assert!(stage.has("tiles"));
    stage.key(Modifiers::NONE, Key::Enter);
    assert!(stage.text(rule).ends_with("function(sheet, feature) feature:tiles()"), "{}", stage.text(rule));
    for (wrong, right) in [("feature:tilez()", "feature:tiles()"), ("feature.tilez", "feature:tiles()")] {
        let text = stage.text(rule);
        let text = &text[..text.rfind("\nscore(").unwrap()];
        let with = |call: &str| format!("{text}\nscore(\"mere\", function(sheet, feature) return {call} end)\n");
        stage.write(rule, &with(wrong)).settle();
        let name = if wrong.contains('.') { ":tiles()" } else { "tiles" };
        stage.press(&format!("Change to “{name}”")).settle();
        assert_eq!(stage.text(rule), with(right));
    }
}

#[test]
fn a_call_shows_its_arguments() {
    let mut stage = at_end("call", "glowmoor", "rules/drifting_light.lua");
    stage.type_keys("\ncount(\"");
    assert!(stage.mentions("count(name: counter, amount: integer, key: any?)"));
    assert!(stage.has("brightness"), "counters of the pack are offered");
    stage.picture("call");
    stage.key(Modifiers::NONE, Key::Enter);
    assert!(stage.text("rules/drifting_light.lua").ends_with("count(\"brightness"));
}

#[test]
fn data_completes_itself() {
    let mut stage = TestStage::new("data");
    stage.open_copy("glowmoor").open_file("pack.ron");
    // Parameters of a rule are listed with the types in its header.
    stage.seek("on: beacon").key(Modifiers::NONE, Key::ArrowLeft).type_keys("rea");
    assert!(!stage.has("reach"), "parameters that are set are not offered");
    for _ in 0..3 {
        stage.key(Modifiers::NONE, Key::Backspace);
    }
    stage.seek("reach: option(\"sight\"), ").key(Modifiers::NONE, Key::Delete);
    stage.key(Modifiers::COMMAND, Key::Space).picture("data");
    assert!(stage.has("reach") && stage.mentions("How many tiles a row has at most."));
    stage.picture("data");
    stage.key(Modifiers::NONE, Key::Enter);
    assert!(stage.text("pack.ron").contains("blocked_by: crag, reach: per_tile"));
    stage.type_keys("1, ");
    // Names of tags are completed.
    stage.seek("lily, per_tag").key(Modifiers::NONE, Key::Delete).type_keys("re");
    assert!(stage.has("reeds"));
    stage.key(Modifiers::NONE, Key::Tab).settle();
    assert!(stage.text("pack.ron").contains("tag: reeds: 3"));
}

#[test]
fn definitions_are_found_in_this_pack_and_in_others() {
    let mut stage = TestStage::new("definition");
    stage.open_copy("glowmoor").open_file("tiles.ron").seek("lily").key(Modifiers::NONE, Key::F12);
    assert!(stage.has("Text of pack.ron"), "the tag is declared there");
    stage.key(Modifiers::ALT, Key::ArrowLeft);
    assert!(stage.has("Text of tiles.ron"));
    stage.open_file("pack.ron").seek("sight_lines").key(Modifiers::NONE, Key::F12);
    assert!(stage.has("Text of rules/sight_lines.lua"));
    stage.seek("param.reach").key(Modifiers::NONE, Key::ArrowRight).key(Modifiers::NONE, Key::F12);
    stage.type_keys("x");
    assert!(stage.text("rules/sight_lines.lua").contains("--- @param x integer = 3"), "the parameter was chosen");
    stage.key(Modifiers::COMMAND, Key::Z);
    stage
        .open_file("pack.ron")
        .seek("use: \"areas")
        .key(Modifiers::NONE, Key::ArrowRight)
        .key(Modifiers::NONE, Key::F12);
    assert!(stage.has("Text of :areas.lua") && stage.has("scripts/areas.lua"), "the library is shown");
    let before = stage.text("pack.ron");
    stage.focus("Text of :areas.lua").type_keys("x").picture("library");
    assert_eq!(stage.text("pack.ron"), before);
    assert!(stage.has("All saved"), "files of other packs cannot be changed");
}

impl TestStage {
    /// Returns the position of a word on the screen, in the first line of the open file that contains it.
    fn place_of(&self, word: &str) -> egui::Pos2 {
        let run = self.harness.query_all(egui_kittest::kittest::By::new().predicate(|node| {
            node.role() == egui::accesskit::Role::TextRun && node.value().is_some_and(|value| value.contains(word))
        }));
        let run = run.into_iter().next().unwrap();
        let line = run.value().unwrap();
        let column = line[..line.find(word).unwrap()].chars().count() as f32 + 1.5;
        let rect = run.rect();
        let width = rect.width() / line.trim_end_matches('\n').chars().count() as f32;
        egui::Pos2::new(rect.min.x + column * width, rect.center().y)
    }

    fn click_at(&mut self, pos: egui::Pos2, modifiers: Modifiers) {
        self.harness.event(egui::Event::PointerMoved(pos));
        for pressed in [true, false] {
            let button = egui::PointerButton::Primary;
            self.harness.event(egui::Event::ModifiersChanged(modifiers));
            self.harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
            self.harness.step();
        }
        self.harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
        self.harness.run_ok();
    }
}

#[test]
fn a_click_with_control_leads_to_the_definition() {
    let mut stage = TestStage::new("control_click");
    stage.open_copy("glowmoor").open_file("tiles.ron");
    let place = stage.place_of("causeway, ne");
    stage.click_at(place, Modifiers::COMMAND | Modifiers::CTRL);
    assert!(stage.has("Text of pack.ron"));
}

#[test]
fn what_is_wrong_is_told_under_the_pointer() {
    let mut stage = TestStage::new("pointer");
    stage.open_copy("glowmoor").open_file("pack.ron");
    stage.seek("blocked_by: crag").key(Modifiers::NONE, Key::ArrowRight).type_keys("s").settle();
    let place = stage.place_of("crags");
    stage.harness.event(egui::Event::PointerMoved(place));
    stage.harness.run_ok();
    stage.picture("pointer");
    assert!(stage.mentions("did you mean `crag`?"));
    assert!(stage.mentions("Wrong parameter."), "the help for the code is shown");
    assert!(stage.mentions("Change to “crag”"));
    // In other places, the description of the word appears when the pointer rests on it.
    let place = stage.place_of("supply");
    stage.harness.event(egui::Event::PointerMoved(place));
    for _ in 0..4 {
        stage.harness.step();
    }
    assert!(stage.has("Number of figures for each player. Default: 0."));
    stage.picture("pointer_word");
}

#[test]
fn things_of_needed_packs_are_found_there() {
    let mut stage = TestStage::new("needed");
    stage.open_copy("inns_cathedrals").open_file("pack.ron").seek("like: follower");
    stage.key(Modifiers::NONE, Key::ArrowRight).key(Modifiers::NONE, Key::F12);
    assert!(stage.has("Text of carcassonne:pack.ron"));
}

#[test]
fn uses_are_listed() {
    let mut stage = TestStage::new("uses");
    stage
        .open_copy("glowmoor")
        .open_file("pack.ron")
        .seek("reeds, look")
        .key(Modifiers::NONE, Key::ArrowLeft)
        .key(Modifiers::SHIFT, Key::F12)
        .picture("uses");
    assert!(stage.mentions("reeds: "), "the list has a title");
    stage.picture("uses");
    stage.harness.get_by_label_contains("texts/en.ron:").click();
    stage.harness.run_ok();
    assert!(stage.has("Text of texts/en.ron"));
    stage.press("Close list");
}

#[test]
fn mistakes_are_mended_at_the_cursor_and_in_the_list() {
    let mut stage = TestStage::new("mend");
    stage.open_copy("glowmoor").open_file("pack.ron");
    let before = stage.text("pack.ron");
    stage.seek("tag: lily").key(Modifiers::NONE, Key::ArrowRight).type_keys("y").key(Modifiers::NONE, Key::Escape);
    stage.settle();
    assert!(stage.editor().problems().counts().0 > 0);
    stage.key(Modifiers::COMMAND, Key::Period).picture("mend");
    assert!(stage.has("Quick fixes"));
    stage.key(Modifiers::NONE, Key::Enter).settle();
    assert_eq!(stage.text("pack.ron"), before);
    assert_eq!(stage.editor().problems().counts(), (0, 0));
    // The list of problems offers to add a missing text.
    stage.open_file("texts/en.ron").seek("    \"tag.crag\": \"Crag\",\n").key(Modifiers::NONE, Key::Delete);
    stage.seek("    \"terrain.mere\": \"Mere\",\n").key(Modifiers::NONE, Key::Delete).settle();
    assert!(!stage.text("texts/en.ron").contains("terrain.mere"));
    stage.picture("mend_list");
    stage.press("Add the text terrain.mere (en)").settle();
    // The other language has a text for the tag, so it is missing here too.
    stage.press("Add the text tag.crag (en)").settle();
    assert!(stage.text("texts/en.ron").contains("\"terrain.mere\": \"Mere\""));
    assert_eq!(stage.editor().problems().counts(), (0, 0));
}

#[test]
fn what_is_unused_can_be_removed() {
    let mut stage = TestStage::new("unused");
    stage.open_copy("glowmoor").open_file("pack.ron");
    let before = stage.text("pack.ron");
    stage.seek("    tags: [").key(Modifiers::NONE, Key::ArrowRight).type_keys("\n(id: moss),").settle();
    assert_eq!(stage.editor().problems().counts(), (0, 1));
    stage.press("Remove it").settle();
    assert_eq!(stage.editor().problems().counts(), (0, 0));
    assert!(!stage.text("pack.ron").contains("moss"));
    stage.key(Modifiers::COMMAND, Key::Z).key(Modifiers::COMMAND, Key::Z);
    while stage.text("pack.ron") != before {
        stage.key(Modifiers::COMMAND, Key::Z);
    }
}

#[test]
fn codes_are_explained() {
    let mut stage = TestStage::new("explain");
    stage.open_copy("glowmoor").open_file("tiles.ron").type_into("Text of tiles.ron", "(").settle();
    stage.press("What does P0101 mean?");
    assert!(stage.mentions("An example of the mistake"));
    stage.picture("explain");
    stage.key(Modifiers::NONE, Key::Escape);
    assert!(!stage.mentions("An example of the mistake"));
}

#[test]
fn the_keyboard_indents_and_comments() {
    let mut stage = at_end("comfort", "glowmoor", "rules/drifting_light.lua");
    stage.type_keys("\nif x then\ny()");
    assert!(stage.text("rules/drifting_light.lua").ends_with("\nif x then\n    y()"));
    stage.key(Modifiers::SHIFT, Key::Tab);
    assert!(stage.text("rules/drifting_light.lua").ends_with("\nif x then\ny()"));
    stage.key(Modifiers::COMMAND, Key::Slash);
    assert!(stage.text("rules/drifting_light.lua").ends_with("\nif x then\n-- y()"));
    stage.key(Modifiers::COMMAND, Key::Slash).key(Modifiers::COMMAND | Modifiers::SHIFT, Key::D);
    assert!(stage.text("rules/drifting_light.lua").ends_with("\nif x then\ny()\ny()"));
    stage.key(Modifiers::NONE, Key::Tab).type_keys("q");
    assert!(stage.text("rules/drifting_light.lua").ends_with("y() q"), "Tab goes to the next stop");
    stage.type_keys("\nend");
    assert!(stage.text("rules/drifting_light.lua").ends_with("q\nend"));
    // Escape releases the focus, after which Tab does not change the text.
    let before = stage.text("rules/drifting_light.lua");
    stage.key(Modifiers::NONE, Key::Escape).key(Modifiers::NONE, Key::Escape).key(Modifiers::NONE, Key::Tab);
    assert_eq!(stage.text("rules/drifting_light.lua"), before);
}

#[test]
fn words_are_explained_at_the_cursor() {
    let mut stage = TestStage::new("describe");
    stage.open_copy("glowmoor").open_file("rules/drifting_light.lua").focus(RULES);
    stage.seek("move_token").key(Modifiers::COMMAND, Key::I);
    assert!(stage.mentions("move_token(token: token, place: any)"));
    stage.picture("describe");
    stage.seek("param.light").key(Modifiers::NONE, Key::ArrowRight).key(Modifiers::COMMAND, Key::I);
    assert!(stage.mentions("light: token") && stage.has("The light."));
    stage.open_file("pack.ron").seek("heath, ports").key(Modifiers::NONE, Key::ArrowLeft);
    stage.key(Modifiers::COMMAND, Key::I);
    assert!(stage.mentions("heath"));
}

#[test]
fn it_looks_right_in_dutch_and_dark() {
    let look = StageLook { language: "nl", dark: true, scale: 1.5, size: egui::Vec2::new(1000.0, 640.0) };
    let mut stage = TestStage::with_look("code_dutch", look);
    stage.open_copy("glowmoor").open_file("rules/drifting_light.lua");
    stage.harness.get_by_label("Tekst van rules/drifting_light.lua").focus();
    stage.harness.run_ok();
    stage.key(Modifiers::COMMAND | Modifiers::CTRL, Key::End).type_keys("mo").picture("code_dutch_list");
    assert!(stage.has("Aanvullingen"));
    stage.key(Modifiers::NONE, Key::Escape).key(Modifiers::COMMAND, Key::H).picture("code_dutch_find");
    stage.settle().picture("code_dutch_problems");
}

/// Tests slow frames, which receive several letters.
#[test]
fn letters_of_one_frame_open_the_list_and_indent_the_line() {
    let mut stage = at_end("code_one_frame", "glowmoor", "rules/drifting_light.lua");
    let before = stage.text("rules/drifting_light.lua");
    let type_at_once = |stage: &mut TestStage, letters: &str| {
        let events = letters.chars().map(|letter| match letter {
            '\n' => egui::Event::Key {
                key: Key::Enter,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: Modifiers::NONE,
            },
            letter => egui::Event::Text(letter.to_string()),
        });
        stage.harness.input_mut().events.extend(events);
        stage.harness.run_ok();
    };
    type_at_once(&mut stage, "\nif fini");
    assert!(stage.has("Completions"), "{:?}", stage.labels(""));
    type_at_once(&mut stage, " then");
    type_at_once(&mut stage, "\nx");
    assert_eq!(stage.text("rules/drifting_light.lua"), format!("{before}\nif fini then\n    x"));
}

/// Tests that the cursor stays in the line where the user types when another program changes the file.
#[test]
fn the_cursor_stays_when_another_program_changes_the_file() {
    let mut stage = TestStage::new("code_disk_cursor");
    stage.open_copy("glowmoor").open_file("pack.ron");
    stage.focus("Text of pack.ron");
    stage.key(Modifiers::COMMAND | Modifiers::CTRL, Key::Home);
    stage.type_keys("// mine\n");
    let file = stage.home.join("packs/glowmoor/pack.ron");
    let text = std::fs::read_to_string(&file).unwrap();
    let other = text.trim_end().to_owned() + "\n// theirs\n";
    std::fs::write(&file, &other).unwrap();
    let since = std::time::Instant::now();
    while !stage.text("pack.ron").contains("// theirs") && since.elapsed().as_secs() < 30 {
        std::thread::sleep(std::time::Duration::from_millis(20));
        stage.settle();
    }
    stage.type_keys("XX");
    assert_eq!(stage.text("pack.ron"), format!("// mine\nXX{other}"));
}
