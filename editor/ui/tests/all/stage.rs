//! An editor in a window that is not there.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use egui::accesskit::Role;
use egui::{Key, Modifiers, TexturesDelta, Vec2};
use egui_kittest::kittest::{By, NodeT, Queryable};
use egui_kittest::{Harness, TestRenderer};
use tilewright_editor::context::Action;
use tilewright_editor::pack::document::Change;
use tilewright_editor::pack::document::disk::write_whole;
use tilewright_editor::pack::home::Home;
use tilewright_editor::{Editor, Host};
use tilewright_kit::files::write_folder;
use tilewright_kit::packs::find::Finder;

use crate::paint::{Picture, Textures, draw};

/// The editor and the folder it lives in.
pub(crate) struct Stage {
    pub(crate) harness: Harness<'static, Option<Editor>>,
    pub(crate) home: PathBuf,
    textures: Rc<RefCell<Textures>>,
}

struct Keeper(Rc<RefCell<Textures>>);

impl TestRenderer for Keeper {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        self.0.borrow_mut().update(delta);
        delta.clear();
    }
}

/// How the window is.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) size: Vec2,
    pub(crate) scale: f32,
    pub(crate) dark: bool,
    pub(crate) language: &'static str,
}

impl Default for Look {
    fn default() -> Look {
        Look { size: Vec2::new(1280.0, 800.0), scale: 1.0, dark: false, language: "en" }
    }
}

impl Stage {
    /// An editor with an empty home.
    pub(crate) fn new(name: &str) -> Stage {
        Stage::with_look(name, Look::default())
    }

    pub(crate) fn with_look(name: &str, look: Look) -> Stage {
        let home = std::env::temp_dir().join(format!("tilewright-editor-{}-{name}", std::process::id()));
        drop(std::fs::remove_dir_all(&home));
        Stage::in_home(home, look)
    }

    /// An editor that finds what another one left in a home, its settings included.
    pub(crate) fn in_home(home: PathBuf, look: Look) -> Stage {
        Stage::with_host(home, look, Host::default())
    }

    /// The same in a window that offers more.
    pub(crate) fn with_host(home: PathBuf, look: Look, host: Host) -> Stage {
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
            .renderer(Keeper(Rc::clone(&textures)))
            .build_ui_state(
                move |ui, editor: &mut Option<Editor>| {
                    let ctx = ui.ctx().clone();
                    editor.get_or_insert_with(|| Editor::new(&ctx, Home::at(&place), host.clone())).show(ui);
                },
                None,
            );
        Stage { harness, home, textures }
    }

    pub(crate) fn editor(&mut self) -> &mut Editor {
        self.harness.state_mut().as_mut().unwrap()
    }

    /// Opens a folder with the files of a pack that comes along, under its own id: what its author works on.
    pub(crate) fn open_copy(&mut self, pack: &str) -> &mut Stage {
        let folder = self.home.join("packs").join(pack);
        if !folder.exists() {
            let files = Finder::bundled().find(pack).unwrap().read().unwrap();
            write_folder(&folder, files.iter().map(|(path, text)| (&**path, &**text))).unwrap();
        }
        self.act(Action::OpenFolder(folder))
    }

    /// Does what a view asks for, and waits for what comes of it.
    pub(crate) fn act(&mut self, action: Action) -> &mut Stage {
        let ctx = self.harness.ctx.clone();
        self.harness.step();
        self.editor().act(&ctx, action);
        self.settle()
    }

    /// Waits for the cards of the welcome page.
    pub(crate) fn all_cards(&mut self) -> &mut Stage {
        let ctx = self.harness.ctx.clone();
        self.editor().wait_for_cards(&ctx);
        self
    }

    /// Draws until the engine has looked at everything and nothing moves.
    pub(crate) fn settle(&mut self) -> &mut Stage {
        self.harness.step();
        self.editor().settle();
        self.harness.run_ok();
        self
    }

    /// Clicks on what has a label.
    pub(crate) fn click(&mut self, label: &str) -> &mut Stage {
        self.harness.get_by_label(label).click();
        self.harness.run_ok();
        self
    }

    /// Clicks on the button that has a label.
    pub(crate) fn press(&mut self, label: &str) -> &mut Stage {
        self.harness.get_by_role_and_label(Role::Button, label).click();
        self.harness.run_ok();
        self
    }

    /// Takes a tool of the table, from the menu at the end of the row where it has no room in the row.
    pub(crate) fn tool(&mut self, label: &str) -> &mut Stage {
        if !self.has(label) {
            self.press("More");
        }
        self.click(label)
    }

    /// Opens the box with a name, and chooses an entry of it.
    pub(crate) fn choose(&mut self, name: &str, entry: &str) -> &mut Stage {
        self.harness.get_by_role_and_label(Role::ComboBox, name).click();
        self.harness.run_ok();
        // The last one is that of the list: it lies on top.
        self.harness.query_all_by_label(entry).last().unwrap().click();
        self.harness.run_ok();
        self
    }

    /// Opens the box with a name, and chooses the entry that begins with something.
    pub(crate) fn choose_containing(&mut self, name: &str, entry: &str) -> &mut Stage {
        self.harness.get_by_role_and_label(Role::ComboBox, name).click();
        self.harness.run_ok();
        self.harness.query_all_by_label_contains(entry).last().unwrap().click();
        self.harness.run_ok();
        self
    }

    /// Types into the field with a label, instead of what is in it, and presses Enter.
    pub(crate) fn retype(&mut self, label: &str, text: &str) -> &mut Stage {
        self.field(label).focus();
        self.harness.run_ok();
        self.key(Modifiers::COMMAND, Key::A);
        self.field(label).type_text(text);
        self.harness.run_ok();
        self.key(Modifiers::NONE, Key::Enter)
    }

    /// Types key by key into the field with a label, a frame each.
    pub(crate) fn type_quickly(&mut self, label: &str, keys: &[&str]) -> &mut Stage {
        self.field(label).focus();
        self.harness.run_ok();
        for key in keys {
            self.field(label).type_text(key);
            self.harness.step();
        }
        self.harness.run_ok();
        self
    }

    fn field<'a>(&'a self, label: &'a str) -> egui_kittest::Node<'a> {
        self.harness.get_by(|node| node.label().as_deref() == Some(label) && is_field(node.role()))
    }

    /// What stands in the field with a label.
    pub(crate) fn value_of(&self, label: &str) -> String {
        self.field(label).value().unwrap_or_default()
    }

    /// Presses keys.
    pub(crate) fn key(&mut self, modifiers: Modifiers, key: Key) -> &mut Stage {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_ok();
        self
    }

    /// Types into the field with a label.
    pub(crate) fn type_into(&mut self, label: &str, text: &str) -> &mut Stage {
        let field = self.harness.get_by(|node| node.label().as_deref() == Some(label) && is_field(node.role()));
        field.focus();
        self.harness.run_ok();
        let field = self.harness.get_by(|node| node.label().as_deref() == Some(label) && is_field(node.role()));
        field.type_text(text);
        self.harness.run_ok();
        self
    }

    /// Whether something with a label is on the screen.
    pub(crate) fn has(&self, label: &str) -> bool {
        self.harness.query_all_by_label(label).next().is_some()
    }

    /// Whether something whose label contains a text is on the screen.
    pub(crate) fn mentions(&self, text: &str) -> bool {
        self.harness.query_all_by_label_contains(text).next().is_some()
    }

    /// All labels that begin with a text, in order.
    pub(crate) fn labels(&self, begin: &str) -> Vec<String> {
        let nodes = self
            .harness
            .query_all(By::new().predicate(move |node| node.label().is_some_and(|label| label.starts_with(begin))));
        nodes.filter_map(|node| node.accesskit_node().label()).collect()
    }

    /// Draws so many frames.
    pub(crate) fn steps(&mut self, count: usize) -> &mut Stage {
        self.harness.run_steps(count);
        self
    }

    /// Gives a file another text, as a view does that patches it.
    pub(crate) fn write(&mut self, path: &str, text: &str) -> &mut Stage {
        let ctx = self.harness.ctx.clone();
        let change = Change::Write { path: path.into(), text: text.into() };
        self.editor().act(&ctx, Action::Change("a test".to_owned(), vec![change]));
        self
    }

    /// The text of a file of the open pack.
    /// The file of the tile that was placed last, with another name for it; and the name that it has.
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

    /// What is on the screen.
    pub(crate) fn drawn(&mut self) -> Picture {
        draw(&self.harness.ctx, self.harness.output(), &self.textures.borrow())
    }

    /// Saves a picture when a folder for pictures is given in the variable `SCREENS`.
    pub(crate) fn picture(&mut self, name: &str) -> &mut Stage {
        if let Some(folder) = std::env::var_os("SCREENS") {
            self.drawn().save(&Path::new(&folder).join(format!("{name}.png")));
        }
        self
    }
}

fn is_field(role: Role) -> bool {
    matches!(role, Role::TextInput | Role::MultilineTextInput)
}
