//! Runs an editor without a window, for tests.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use egui::accesskit::Role;
use egui::{Key, Modifiers, TexturesDelta, Vec2};
use egui_kittest::kittest::{By, NodeT, Queryable};
use egui_kittest::{Harness, TestRenderer};
use tilewright_editor::context::EditorAction;
use tilewright_editor::{Editor, WindowHost};
use tilewright_editor_model::pack::document::FileChange;
use tilewright_editor_model::pack::document::disk::write_whole;
use tilewright_editor_model::pack::home::Home;
use tilewright_kit::files::write_folder;
use tilewright_kit::packs::find::Finder;

use crate::paint::{PaintedPicture, Textures, draw};

/// Editor with the folder of its files.
pub(crate) struct TestStage {
    pub(crate) harness: Harness<'static, Option<Editor>>,
    pub(crate) home: PathBuf,
    textures: Rc<RefCell<Textures>>,
}

struct TextureKeeper(Rc<RefCell<Textures>>);

impl TestRenderer for TextureKeeper {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        self.0.borrow_mut().update(delta);
        delta.clear();
    }
}

/// Properties of the simulated window.
#[derive(Clone, Copy)]
pub(crate) struct StageLook {
    pub(crate) size: Vec2,
    pub(crate) scale: f32,
    pub(crate) dark: bool,
    pub(crate) language: &'static str,
}

impl Default for StageLook {
    fn default() -> StageLook {
        StageLook { size: Vec2::new(1280.0, 800.0), scale: 1.0, dark: false, language: "en" }
    }
}

impl TestStage {
    /// Returns an editor with an empty home.
    pub(crate) fn new(name: &str) -> TestStage {
        TestStage::with_look(name, StageLook::default())
    }

    pub(crate) fn with_look(name: &str, look: StageLook) -> TestStage {
        let home = std::env::temp_dir().join(format!("tilewright-editor-{}-{name}", std::process::id()));
        drop(std::fs::remove_dir_all(&home));
        TestStage::in_home(home, look)
    }

    /// Returns an editor that starts in an existing home, including its settings.
    pub(crate) fn in_home(home: PathBuf, look: StageLook) -> TestStage {
        TestStage::with_host(home, look, WindowHost::default())
    }

    /// Like [`TestStage::in_home`], with a window that offers additional services.
    pub(crate) fn with_host(home: PathBuf, look: StageLook, host: WindowHost) -> TestStage {
        let settings =
            format!("{{\"language\":\"{}\",\"dark\":{},\"motion\":false,\"speed\":3}}", look.language, look.dark);
        if !home.join("settings.json").exists() {
            write_whole(&home.join("settings.json"), &settings).unwrap();
        }
        let textures = Rc::new(RefCell::new(Textures::default()));
        let place = home.clone();
        let harness = Harness::builder()
            .with_size(look.size)
            .with_pixels_per_point(look.scale)
            .with_max_steps(64)
            .renderer(TextureKeeper(Rc::clone(&textures)))
            .build_ui_state(
                move |ui, editor: &mut Option<Editor>| {
                    let ctx = ui.ctx().clone();
                    editor.get_or_insert_with(|| Editor::new(&ctx, Home::from_folder(&place), host.clone())).show(ui);
                },
                None,
            );
        TestStage { harness, home, textures }
    }

    pub(crate) fn editor(&mut self) -> &mut Editor {
        self.harness.state_mut().as_mut().unwrap()
    }

    /// Opens a folder with the files of a bundled pack, under its original id, like the author of the pack.
    pub(crate) fn open_copy(&mut self, pack: &str) -> &mut TestStage {
        let folder = self.home.join("packs").join(pack);
        if !folder.exists() {
            let files = Finder::only_bundled().find(pack).unwrap().read().unwrap();
            write_folder(&folder, files.iter().map(|(path, text)| (&**path, &**text))).unwrap();
        }
        self.act(EditorAction::OpenFolder(folder))
    }

    /// Performs an action, and waits for its effects.
    pub(crate) fn act(&mut self, action: EditorAction) -> &mut TestStage {
        let ctx = self.harness.ctx.clone();
        self.harness.step();
        self.editor().act(&ctx, action);
        self.settle()
    }

    /// Waits for the cards of the first page.
    pub(crate) fn all_cards(&mut self) -> &mut TestStage {
        let ctx = self.harness.ctx.clone();
        self.editor().wait_for_cards(&ctx);
        self
    }

    /// Draws frames until all analyses are finished and no animation runs.
    pub(crate) fn settle(&mut self) -> &mut TestStage {
        self.harness.step();
        self.editor().settle();
        self.harness.run_ok();
        self
    }

    /// Clicks the widget with a label.
    pub(crate) fn click(&mut self, label: &str) -> &mut TestStage {
        self.harness.get_by_label(label).click();
        self.harness.run_ok();
        self
    }

    /// Clicks the button with a label.
    pub(crate) fn press(&mut self, label: &str) -> &mut TestStage {
        self.harness.get_by_role_and_label(Role::Button, label).click();
        self.harness.run_ok();
        self
    }

    /// Uses a tool of the table, from the menu at the end of the row if it is not in the row.
    pub(crate) fn tool(&mut self, label: &str) -> &mut TestStage {
        if !self.has(label) {
            self.press("More");
        }
        self.click(label)
    }

    /// Opens the combo box with a name, and chooses an entry.
    pub(crate) fn choose(&mut self, name: &str, entry: &str) -> &mut TestStage {
        self.harness.get_by_role_and_label(Role::ComboBox, name).click();
        self.harness.run_ok();
        // The list is on top, so its label comes last.
        self.harness.query_all_by_label(entry).last().unwrap().click();
        self.harness.run_ok();
        self
    }

    /// Opens the combo box with a name, and chooses the entry that contains a text.
    pub(crate) fn choose_containing(&mut self, name: &str, entry: &str) -> &mut TestStage {
        self.harness.get_by_role_and_label(Role::ComboBox, name).click();
        self.harness.run_ok();
        self.harness.query_all_by_label_contains(entry).last().unwrap().click();
        self.harness.run_ok();
        self
    }

    /// Replaces the content of the field with a label, and presses Enter.
    pub(crate) fn retype(&mut self, label: &str, text: &str) -> &mut TestStage {
        self.field(label).focus();
        self.harness.run_ok();
        self.key(Modifiers::COMMAND, Key::A);
        self.field(label).type_text(text);
        self.harness.run_ok();
        self.key(Modifiers::NONE, Key::Enter)
    }

    /// Enters a number into the field with a label.
    pub(crate) fn enter_number(&mut self, label: &str, number: &str) -> &mut TestStage {
        self.harness.get_by_role_and_label(Role::SpinButton, label).focus();
        self.harness.run_ok();
        self.harness.event(egui::Event::Text(number.to_owned()));
        self.harness.run_ok();
        self.key(Modifiers::NONE, Key::Enter)
    }

    /// Types into the field with a label, one key per frame.
    pub(crate) fn type_quickly(&mut self, label: &str, keys: &[&str]) -> &mut TestStage {
        self.field(label).focus();
        self.harness.run_ok();
        for key in keys {
            self.field(label).type_text(key);
            self.harness.step();
        }
        self.harness.run_ok();
        self
    }

    pub(crate) fn field<'a>(&'a self, label: &'a str) -> egui_kittest::Node<'a> {
        self.harness.get_by(|node| node.label().as_deref() == Some(label) && is_field(node.role()))
    }

    /// Returns the content of the field with a label.
    pub(crate) fn value_of(&self, label: &str) -> String {
        self.field(label).value().unwrap_or_default()
    }

    /// Presses a key with modifiers.
    pub(crate) fn key(&mut self, modifiers: Modifiers, key: Key) -> &mut TestStage {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_ok();
        self
    }

    /// Types into the field with a label, after its current content.
    pub(crate) fn type_into(&mut self, label: &str, text: &str) -> &mut TestStage {
        let field = self.harness.get_by(|node| node.label().as_deref() == Some(label) && is_field(node.role()));
        field.focus();
        self.harness.run_ok();
        let field = self.harness.get_by(|node| node.label().as_deref() == Some(label) && is_field(node.role()));
        field.type_text(text);
        self.harness.run_ok();
        self
    }

    /// Returns true if a widget with this label is on the screen.
    pub(crate) fn has(&self, label: &str) -> bool {
        self.harness.query_all_by_label(label).next().is_some()
    }

    /// Returns true if a widget whose label contains the text is on the screen.
    pub(crate) fn mentions(&self, text: &str) -> bool {
        self.harness.query_all_by_label_contains(text).next().is_some()
    }

    /// Returns all labels that start with a text, in order.
    pub(crate) fn labels(&self, begin: &str) -> Vec<String> {
        let nodes = self
            .harness
            .query_all(By::new().predicate(move |node| node.label().is_some_and(|label| label.starts_with(begin))));
        nodes.filter_map(|node| node.accesskit_node().label()).collect()
    }

    /// Draws this number of frames.
    pub(crate) fn steps(&mut self, count: usize) -> &mut TestStage {
        self.harness.run_steps(count);
        self
    }

    /// Replaces the text of a file, like a view that edits it.
    pub(crate) fn write(&mut self, path: &str, text: &str) -> &mut TestStage {
        let ctx = self.harness.ctx.clone();
        let change = FileChange::Write { path: path.into(), text: text.into() };
        self.editor().act(&ctx, EditorAction::Change("a test".to_owned(), vec![change]));
        self
    }

    /// Returns the new name, the path and the text of the file with the last placed tile, after renaming that tile.
    pub(crate) fn last_tile_renamed(&mut self) -> (String, String, String) {
        let table = self.editor().table().unwrap();
        let kind = table.game().board().tiles().next_back().unwrap().kind;
        let kind = table.catalog().kinds.key(kind);
        let files = self.editor().document().unwrap().files().clone();
        let own = |text: &str| text.contains(&format!("id: \"{kind}\"")) || text.contains(&format!("id: {kind}"));
        let path = files.iter().find(|(path, text)| path.ends_with(".ron") && own(text)).unwrap().0.clone();
        let text = files[&path]
            .replace(&format!("\"{kind}\""), "\"other_tile\"")
            .replace(&format!("id: {kind}"), "id: other_tile");
        (kind, path.to_string(), text)
    }

    pub(crate) fn text(&mut self, path: &str) -> String {
        self.editor().document().unwrap().text(path).unwrap().to_string()
    }

    /// Returns a picture of the screen.
    pub(crate) fn draw_picture(&mut self) -> PaintedPicture {
        draw(&self.harness.ctx, self.harness.output(), &self.textures.borrow())
    }

    /// Saves a picture if the variable `SCREENS` names a folder.
    pub(crate) fn picture(&mut self, name: &str) -> &mut TestStage {
        if let Some(folder) = std::env::var_os("SCREENS") {
            self.draw_picture().save(&Path::new(&folder).join(format!("{name}.png")));
        }
        self
    }
}

fn is_field(role: Role) -> bool {
    matches!(role, Role::TextInput | Role::MultilineTextInput)
}
