//! New files, new names for files, and files that go: the changes of the document that each of these is.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_kit::packs::template::{self, RuleKind};
use tilewright_pack::edit::{EditError, TextEdit, Written};
use tilewright_pack::schema::Section;
use tilewright_script::Header;

use crate::pack::document::{Change, Files};
use crate::pack::forms::field_edit::fresh;
use crate::pack::forms::inventory::Inventory;
use crate::pack::forms::rename::references;
use crate::pack::forms::schema::{Sort, kind_of_param};
use crate::pack::template::id_of;

/// Folders of a pack that lie in each other at most.
const DEEPEST: usize = 4;

/// A rule that is to be made.
#[derive(Clone, Debug, Default)]
pub struct NewRule {
    /// What it is called; the name of its file is made from that.
    pub name: String,
    /// What it begins as.
    pub kind: RuleKind,
}

/// A file that is to have another path.
#[derive(Clone, Debug)]
pub struct RenamedFile {
    /// Its path within the pack.
    pub path: Arc<str>,
    /// The path that it is to have.
    pub to: String,
}

impl NewRule {
    /// The name by which packs use it: what was typed where it can be one.
    pub fn id(&self) -> String {
        let typed = self.name.trim();
        if template::is_id(typed) { typed.to_owned() } else { id_of(typed) }
    }

    /// The file that it goes into.
    pub fn path(&self) -> Arc<str> {
        format!("rules/{}.lua", self.id()).into()
    }

    /// The key of the text that says why it cannot be made like this.
    pub fn refusal(&self, files: &Files) -> Option<&'static str> {
        if self.name.trim().is_empty() {
            Some("new-needs-name")
        } else if !template::is_id(&self.id()) {
            Some("new-bad-name")
        } else {
            files.contains_key(&self.path()).then_some("new-is-there")
        }
    }

    /// The file, and the item of the rules that uses it.
    ///
    /// # Errors
    /// The file that holds the rules of the pack is not valid RON.
    pub fn changes(&self, files: &Files, inventory: &Inventory) -> Result<Vec<Change>, EditError> {
        let id = self.id();
        let text = template::rule(self.kind, &id);
        let (path, edits) = inventory.own.append(files, "rules", &use_of(inventory, &id, &text))?;
        Ok(vec![Change::Write { path: self.path(), text: text.into() }, Change::Edit { path, edits }])
    }
}

/// The item of a pack's rules that uses a module, with everything that the module has to be given.
pub fn use_of(inventory: &Inventory, name: &str, text: &str) -> Written {
    let mut fields = vec![("use".to_owned(), Written::text(name))];
    let needed = Header::parse(text).0.params.into_iter().filter(|p| p.default.is_none() && !p.optional);
    fields.extend(needed.map(|p| (p.name.to_string(), fresh(inventory, &kind_of_param(&p.kind)))));
    Written::Struct(None, fields)
}

/// The key of the text that says why a pack cannot have a new file of a path.
pub fn refusal(files: &Files, path: &str) -> Option<&'static str> {
    let fits = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
            && !part.ends_with('.')
    };
    let known = [".ron", ".lua", ".md"].iter().any(|end| path.strip_suffix(end).is_some_and(|name| !name.is_empty()));
    if path.is_empty() {
        Some("new-needs-name")
    } else if !known || path.split('/').count() > DEEPEST || !path.split('/').all(fits) {
        Some("file-bad-name")
    } else {
        // Some systems do not tell small letters from capitals.
        files.keys().any(|other| other.eq_ignore_ascii_case(path)).then_some("file-is-there")
    }
}

/// What a new file begins with, by its path.
pub fn first_text(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((_, "lua")) => "--- Say here what this rule does.\n--- @source Invented here.\n".to_owned(),
        Some((language, "ron")) if path.starts_with("texts/") => format!("Texts(\"{language}\", {{\n}})\n"),
        Some((field, "ron")) => {
            let many = Section::by_field(field).and_then(|section| section.many);
            many.map_or_else(String::new, |many| format!("{many}([\n])\n"))
        }
        _ => String::new(),
    }
}

impl RenamedFile {
    /// The key of the text that says why it cannot be called so.
    pub fn refusal(&self, files: &Files) -> Option<&'static str> {
        let end = |path: &str| path.rsplit_once('.').map(|(_, end)| end.to_owned());
        if *self.to == *self.path {
            return None;
        }
        if end(&self.to) != end(&self.path) {
            return Some("file-other-end");
        }
        let mut others = files.clone();
        others.remove(&self.path);
        refusal(&others, &self.to)
    }

    /// The file under its new path; of a rule, the places that use it name it so.
    pub fn changes(&self, files: &Files, inventory: &Inventory) -> Vec<Change> {
        let Some(text) = files.get(&self.path).filter(|_| *self.to != *self.path) else { return Vec::new() };
        let mut changes = vec![
            Change::Write { path: self.to.as_str().into(), text: text.clone() },
            Change::Remove { path: self.path.clone() },
        ];
        if let (Some(old), Some(new)) = (module(&self.path), module(&self.to)) {
            let mut edits: BTreeMap<Arc<str>, Vec<TextEdit>> = BTreeMap::new();
            let uses = references(inventory).into_iter().filter(|r| r.sort == Sort::Module && *r.word == *old);
            for one in uses {
                edits.entry(one.file).or_default().push(TextEdit::new(one.range, format!("\"{new}\"")));
            }
            changes.extend(edits.into_iter().map(|(path, edits)| Change::Edit { path, edits }));
        }
        changes
    }
}

/// The name of the rule in a file.
fn module(path: &str) -> Option<&str> {
    path.strip_prefix("rules/")?.strip_suffix(".lua")
}

/// A path for a copy of a file that no other has.
pub fn copy_path(files: &Files, path: &str) -> String {
    let (name, end) = path.rsplit_once('.').unwrap_or((path, ""));
    let mut names = (2..).map(|n| format!("{name}_{n}.{end}"));
    names.find(|path| !files.contains_key(&**path)).unwrap_or_else(|| unreachable!("there are names without end"))
}
