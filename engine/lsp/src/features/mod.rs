//! Answers to requests about open files.
//!
//! - `place`: places in files as locations, and the place of a request.
//! - `typing`: completion, hover and signatures.
//! - `navigation`: definitions and references.
//! - `renaming`: new names in all files of a pack.
//! - `fixing`: fixes of findings.
//! - `outline`: symbols, formatting, hints and lenses.
//! - `workspace_edit`: changes of files.

pub(crate) mod fixing;
pub(crate) mod navigation;
pub(crate) mod outline;
pub(crate) mod place;
pub(crate) mod renaming;
pub(crate) mod typing;
pub(crate) mod workspace_edit;

use std::fmt;

use tilewright_language::texts::BuiltInTexts;

use crate::protocol::ClientCapabilities;

/// Reason why a request has no answer, as a sentence for the user.
#[derive(Debug)]
pub(crate) struct RequestError(pub(crate) String);

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RequestError {}

/// Language and abilities of the client.
pub(crate) struct ClientFacts {
    pub(crate) texts: BuiltInTexts,
    /// True if completions may place the cursor within the inserted text.
    pub(crate) has_snippets: bool,
    /// True if edits may create, rename and remove files.
    pub(crate) has_file_operations: bool,
    /// True if edits may name the versions of files.
    pub(crate) has_document_changes: bool,
    /// True if the client asks for lenses again on request.
    pub(crate) refreshes_lenses: bool,
    /// True if the client can watch files for the server.
    pub(crate) watches_files: bool,
}

impl ClientFacts {
    /// Reads the facts from the capabilities and the language of a client.
    pub(crate) fn new(client: &ClientCapabilities, locale: Option<&str>) -> ClientFacts {
        let workspace = client.workspace.as_ref();
        let document = client.text_document.as_ref();
        let edit = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let completion = document.and_then(|document| document.completion.as_ref()?.completion_item.as_ref());
        let lenses = workspace.and_then(|workspace| workspace.code_lens.as_ref());
        let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
        ClientFacts {
            texts: BuiltInTexts::new(locale.unwrap_or("en")),
            has_snippets: completion.is_some_and(|item| item.snippet_support == Some(true)),
            has_file_operations: edit
                .is_some_and(|edit| edit.resource_operations.as_ref().is_some_and(|o| o.len() > 2)),
            has_document_changes: edit.is_some_and(|edit| edit.document_changes == Some(true)),
            refreshes_lenses: lenses.is_some_and(|lenses| lenses.refresh_support == Some(true)),
            watches_files: watched.is_some_and(|watched| watched.dynamic_registration == Some(true)),
        }
    }
}
