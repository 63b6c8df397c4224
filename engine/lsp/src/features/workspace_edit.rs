//! Converts changes of a pack's files into edits of the protocol.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use tilewright_language::change::FileChange;

use super::ClientFacts;
use crate::documents::Documents;
use crate::open_pack::OpenPack;
use crate::positions::{ColumnUnit, LineStarts};
use crate::protocol::{
    CreateFile, DeleteFile, DocumentChangeOperation, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier,
    Range, RenameFile, ResourceOp, TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};
use crate::uris::uri_of;

/// Edits of the protocol for changes of one pack.
pub(crate) struct EditMaker<'a> {
    pub(crate) pack: &'a OpenPack,
    pub(crate) client: &'a ClientFacts,
    pub(crate) unit: ColumnUnit,
}

impl EditMaker<'_> {
    /// Returns the edit that makes some changes; `None` if the client cannot make them. `moved` is a file that gets a
    /// new path after the changes.
    pub(crate) fn edit(&self, changes: &[FileChange], moved: Option<(&str, &str)>) -> Option<WorkspaceEdit> {
        let mut operations: Vec<DocumentChangeOperation> = Vec::new();
        for change in changes {
            let uri = self.uri(change.path())?;
            match change {
                FileChange::Edit { path, edits } => {
                    let text = self.pack.texts().text(path)?;
                    let lines = LineStarts::new(text);
                    let edits = edits.iter().map(|edit| TextEdit {
                        range: lines.range(text, &edit.range, self.unit),
                        new_text: edit.text.clone(),
                    });
                    operations.push(edit_of(uri, edits.collect()));
                }
                FileChange::Write { path, text } => {
                    let old: Option<&Arc<str>> = self.pack.texts().text(path);
                    let range = old.map(|old| LineStarts::new(old).range(old, &(0..old.len()), self.unit));
                    if old.is_none() && self.client.has_file_operations {
                        let create = CreateFile { uri: uri.clone(), options: None, annotation_id: None };
                        operations.push(DocumentChangeOperation::Op(ResourceOp::Create(create)));
                    }
                    let edit = TextEdit { range: range.unwrap_or_default(), new_text: text.to_string() };
                    operations.push(edit_of(uri, vec![edit]));
                }
                FileChange::Remove { .. } => {
                    operations.push(DocumentChangeOperation::Op(ResourceOp::Delete(DeleteFile { uri, options: None })));
                }
                FileChange::AddPicture { .. } => return None,
            }
        }
        if let Some((from, to)) = moved {
            let (old_uri, new_uri) = (self.uri(from)?, self.uri(to)?);
            let rename = RenameFile { old_uri, new_uri, options: None, annotation_id: None };
            operations.push(DocumentChangeOperation::Op(ResourceOp::Rename(rename)));
        }
        self.as_client_wants(operations)
    }

    fn uri(&self, path: &str) -> Option<Uri> {
        uri_of(&self.pack.folder.join(Path::new(path)))
    }

    /// Returns the operations in the form that the client can use.
    fn as_client_wants(&self, operations: Vec<DocumentChangeOperation>) -> Option<WorkspaceEdit> {
        let has_files = operations.iter().any(|operation| matches!(operation, DocumentChangeOperation::Op(_)));
        if self.client.has_document_changes && (self.client.has_file_operations || !has_files) {
            let document_changes = Some(DocumentChanges::Operations(operations));
            return Some(WorkspaceEdit { document_changes, ..WorkspaceEdit::default() });
        }
        // The order of files does not matter, since each has its own edits.
        #[expect(clippy::mutable_key_type, reason = "the protocol's type for addresses, which never changes")]
        let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
        for operation in operations {
            let DocumentChangeOperation::Edit(edit) = operation else { return None };
            let edits = edit.edits.into_iter().map(|edit| match edit {
                OneOf::Left(edit) => edit,
                OneOf::Right(annotated) => annotated.text_edit,
            });
            changes.entry(edit.text_document.uri).or_default().extend(edits);
        }
        Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
    }
}

fn edit_of(uri: Uri, edits: Vec<TextEdit>) -> DocumentChangeOperation {
    let text_document = OptionalVersionedTextDocumentIdentifier { uri, version: None };
    DocumentChangeOperation::Edit(TextDocumentEdit {
        text_document,
        edits: edits.into_iter().map(OneOf::Left).collect(),
    })
}

/// Sets the versions of open files in an edit, so that a client refuses it after further changes.
pub(crate) fn with_versions(mut edit: WorkspaceEdit, documents: &Documents) -> WorkspaceEdit {
    if let Some(DocumentChanges::Operations(operations)) = &mut edit.document_changes {
        for operation in operations {
            if let DocumentChangeOperation::Edit(edit) = operation {
                edit.text_document.version = documents.version(&edit.text_document.uri);
            }
        }
    }
    edit
}

/// Returns true if two ranges touch.
pub(crate) fn touch(one: Range, other: Range) -> bool {
    one.start <= other.end && other.start <= one.end
}
