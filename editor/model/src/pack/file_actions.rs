//! Computes the changes to the document that create, rename and copy files.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_kit::packs::template::{self, RuleKind};
use tilewright_pack::edit::{EditError, TextEdit, Written};
use tilewright_script::Header;

use crate::pack::document::{FileChange, FileTexts};
use crate::pack::forms::field_edit::fresh;
use tilewright_language::inventory::PackInventory;
use tilewright_language::rename::references;
use tilewright_language::schema::{WordKind, kind_of_param};
use tilewright_language::title_id::id_of;

/// Maximum depth of nested folders in a pack.
const DEEPEST: usize = 4;

/// Input of the dialog for a new rule.
#[derive(Clone, Debug, Default)]
pub struct NewRule {
    /// Name as typed by the user, from which the file name is derived.
    pub name: String,
    /// Kind of rule that its template is for.
    pub kind: RuleKind,
}

/// Input of the dialog that changes the path of a file.
#[derive(Clone, Debug)]
pub struct RenamedFile {
    /// Current path within the pack.
    pub path: Arc<str>,
    /// New path within the pack.
    pub to: String,
}

impl NewRule {
    /// Returns the name by which packs use the rule: the typed name if it is a valid id, otherwise one derived from it.
    pub fn id(&self) -> String {
        let typed = self.name.trim();
        if template::is_id(typed) { typed.to_owned() } else { id_of(typed) }
    }

    /// Returns the path of the new file.
    pub fn path(&self) -> Arc<str> {
        format!("rules/{}.lua", self.id()).into()
    }

    /// Returns the key of the text that explains why the rule cannot be created; `None` if it can.
    pub fn refusal(&self, files: &FileTexts) -> Option<&'static str> {
        if self.name.trim().is_empty() {
            Some("new-needs-name")
        } else if !template::is_id(&self.id()) {
            Some("new-bad-name")
        } else {
            files.contains_key(&self.path()).then_some("new-is-there")
        }
    }

    /// Returns the changes that add the file and an entry in `rules` that uses it.
    ///
    /// # Errors
    /// The file with the pack's `rules` is not valid RON.
    pub fn changes(&self, files: &FileTexts, inventory: &PackInventory) -> Result<Vec<FileChange>, EditError> {
        let id = self.id();
        let text = template::rule(self.kind, &id);
        let (path, edits) = inventory.own.append(files, "rules", &use_of(inventory, &id, &text))?;
        Ok(vec![FileChange::Write { path: self.path(), text: text.into() }, FileChange::Edit { path, edits }])
    }
}

/// Returns the entry of `rules` that uses a module, with a value for each required parameter.
pub fn use_of(inventory: &PackInventory, name: &str, text: &str) -> Written {
    let mut fields = vec![("use".to_owned(), Written::text(name))];
    let needed = Header::parse(text).0.params.into_iter().filter(|p| p.default.is_none() && !p.optional);
    fields.extend(needed.map(|p| (p.name.to_string(), fresh(inventory, &kind_of_param(&p.kind)))));
    Written::Struct(None, fields)
}

/// Returns the key of the text that explains why a pack cannot have a new file at `path`; `None` if it can.
pub fn refusal(files: &FileTexts, path: &str) -> Option<&'static str> {
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
        // Some file systems ignore case.
        files.keys().any(|other| other.eq_ignore_ascii_case(path)).then_some("file-is-there")
    }
}

impl RenamedFile {
    /// Returns the key of the text that explains why the new path is not allowed; `None` if it is.
    pub fn refusal(&self, files: &FileTexts) -> Option<&'static str> {
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

    /// Returns the changes that move the file; for a rule, they also rename it in all places that use it.
    pub fn changes(&self, files: &FileTexts, inventory: &PackInventory) -> Vec<FileChange> {
        let Some(text) = files.get(&self.path).filter(|_| *self.to != *self.path) else { return Vec::new() };
        let mut changes = vec![
            FileChange::Write { path: self.to.as_str().into(), text: text.clone() },
            FileChange::Remove { path: self.path.clone() },
        ];
        if let (Some(old), Some(new)) = (module(&self.path), module(&self.to)) {
            let mut edits: BTreeMap<Arc<str>, Vec<TextEdit>> = BTreeMap::new();
            let uses = references(inventory).into_iter().filter(|r| r.sort == WordKind::Module && *r.word == *old);
            for one in uses {
                edits.entry(one.file).or_default().push(TextEdit::new(one.range, format!("\"{new}\"")));
            }
            changes.extend(edits.into_iter().map(|(path, edits)| FileChange::Edit { path, edits }));
        }
        changes
    }
}

/// Returns the name of the rule in a file; `None` if the path is not in `rules`.
fn module(path: &str) -> Option<&str> {
    path.strip_prefix("rules/")?.strip_suffix(".lua")
}

/// Returns a free path for a copy of a file.
pub fn copy_path(files: &FileTexts, path: &str) -> String {
    let (name, end) = path.rsplit_once('.').unwrap_or((path, ""));
    let mut names = (2..).map(|n| format!("{name}_{n}.{end}"));
    names.find(|path| !files.contains_key(&**path)).unwrap_or_else(|| unreachable!("there are names without end"))
}
