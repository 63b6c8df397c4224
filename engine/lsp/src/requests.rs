//! Lists the abilities of the server, and finds the answer to each request about a file.

use std::io::Write;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::features::RequestError;
use crate::features::place::{AskedPlace, PlaceFinder};
use crate::features::workspace_edit::with_versions;
use crate::features::{fixing, navigation, outline, renaming, typing};
use crate::positions::ColumnUnit;
use crate::protocol::request::{self, Request as _};
use crate::protocol::*;
use crate::server::{Server, error};
use crate::test_runs::RUN_TEST;

/// Returns the abilities of the server.
pub(crate) fn capabilities(unit: ColumnUnit) -> ServerCapabilities {
    let signs = |all: &[&str]| Some(all.iter().map(|sign| (*sign).to_owned()).collect());
    ServerCapabilities {
        position_encoding: Some(unit.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: signs(&[".", ":", "\"", "(", "[", "{"]),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: signs(&["(", ","]),
            ..SignatureHelpOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![RUN_TEST.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// Returns the request that makes a client report changes of files.
pub(crate) fn watched_files() -> RegistrationParams {
    let watched = ["**/*.ron", "**/*.lua"].map(|glob| serde_json::json!({ "globPattern": glob }));
    let registration = Registration {
        id: "files".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: Some(serde_json::json!({ "watchers": watched })),
    };
    RegistrationParams { registrations: vec![registration] }
}

impl<W: Write> Server<W> {
    /// Returns the answer to a request about a file; null if the file belongs to no pack.
    pub(crate) fn answer(&mut self, request: Request) -> Result<Value, ResponseError> {
        match &*request.method {
            request::Completion::METHOD => respond(request, |params: CompletionParams| {
                let asked = params.context.is_none_or(|context| context.trigger_kind == CompletionTriggerKind::INVOKED);
                Ok(self.while_typing(&params.text_document_position, |place, server| {
                    typing::completion(&place, asked, server.client, server.places.unit)
                }))
            }),
            request::HoverRequest::METHOD => respond(request, |params: HoverParams| {
                Ok(self.at(&params.text_document_position_params, |place, server| {
                    typing::hover(&place, server.client, server.places.unit)
                }))
            }),
            request::SignatureHelpRequest::METHOD => respond(request, |params: SignatureHelpParams| {
                Ok(self.at(&params.text_document_position_params, |place, server| {
                    typing::signature(&place, server.places.unit)
                }))
            }),
            request::GotoDefinition::METHOD => respond(request, |params: GotoDefinitionParams| {
                Ok(self.at(&params.text_document_position_params, |place, server| {
                    navigation::definition(&place, &server.places)
                }))
            }),
            request::References::METHOD => respond(request, |params: ReferenceParams| {
                Ok(self.at(&params.text_document_position, |place, server| {
                    navigation::references(&place, params.context.include_declaration, &server.places)
                }))
            }),
            request::PrepareRenameRequest::METHOD => respond(request, |params: TextDocumentPositionParams| {
                let range = self.at(&params, |place, server| {
                    let word = renaming::renamed_word(&place, &server.client.texts)?;
                    Ok(place.open.lines.range(&place.open.text, &word.range, server.places.unit))
                });
                range.transpose()
            }),
            request::Rename::METHOD => respond(request, |params: RenameParams| self.rename(&params)),
            request::CodeActionRequest::METHOD => respond(request, |params: CodeActionParams| {
                let (unit, client) = (self.unit, &self.client);
                let found = self.documents.find(&params.text_document.uri);
                Ok(found.map(|(open, pack)| {
                    fixing::fixes_in(open, pack, params.range, &params.context.diagnostics, client, unit)
                }))
            }),
            request::DocumentSymbolRequest::METHOD => respond(request, |params: DocumentSymbolParams| {
                let unit = self.unit;
                Ok(self.documents.find(&params.text_document.uri).map(|(open, _)| outline::outline(open, unit)))
            }),
            request::Formatting::METHOD => respond(request, |params: DocumentFormattingParams| {
                let unit = self.unit;
                Ok(self.documents.find(&params.text_document.uri).map(|(open, _)| outline::formatting(open, unit)))
            }),
            request::InlayHintRequest::METHOD => respond(request, |params: InlayHintParams| {
                let unit = self.unit;
                let found = self.documents.find(&params.text_document.uri);
                Ok(found.map(|(open, pack)| outline::inlay_hints(open, pack, params.range, unit)))
            }),
            request::CodeLensRequest::METHOD => respond(request, |params: CodeLensParams| {
                let (unit, client) = (self.unit, &self.client);
                let uri = &params.text_document.uri;
                Ok(self.documents.find(uri).map(|(open, _)| outline::lenses(open, uri, client, unit)))
            }),
            method => Err(error(ErrorCode::MethodNotFound, &format!("there is no method `{method}`"))),
        }
    }

    /// Returns the answer about a place; `None` if the file belongs to no pack.
    fn at<T>(
        &mut self,
        asked: &TextDocumentPositionParams,
        answer: impl FnOnce(AskedPlace<'_>, Surroundings<'_>) -> T,
    ) -> Option<T> {
        self.find(asked, false, answer)
    }

    /// Like `at`, for a request after each key.
    fn while_typing<T>(
        &mut self,
        asked: &TextDocumentPositionParams,
        answer: impl FnOnce(AskedPlace<'_>, Surroundings<'_>) -> T,
    ) -> Option<T> {
        self.find(asked, true, answer)
    }

    fn find<T>(
        &mut self,
        asked: &TextDocumentPositionParams,
        is_typing: bool,
        answer: impl FnOnce(AskedPlace<'_>, Surroundings<'_>) -> T,
    ) -> Option<T> {
        let unit = self.unit;
        let copies = self.settings().copies.clone();
        let client = &self.client;
        let uri = &asked.text_document.uri;
        let place = AskedPlace::find(&mut self.documents, uri, asked.position, unit, is_typing)?;
        Some(answer(place, Surroundings { client, places: PlaceFinder { unit, copies: &copies } }))
    }

    fn rename(&mut self, params: &RenameParams) -> Result<Option<WorkspaceEdit>, RequestError> {
        let renamed = self.at(&params.text_document_position, |place, server| {
            renaming::renaming(&place, &params.new_name, server.client, server.places.unit)
        });
        let Some(renamed) = renamed.transpose()? else { return Ok(None) };
        if let Some(message) = renamed.note {
            let note = ShowMessageParams { typ: MessageType::INFO, message };
            self.notify::<notification::ShowMessage>(note).map_err(|error| RequestError(error.to_string()))?;
        }
        Ok(Some(with_versions(renamed.edit, &self.documents)))
    }
}

/// Facts of the server for answers about a place.
struct Surroundings<'a> {
    client: &'a crate::features::ClientFacts,
    places: PlaceFinder<'a>,
}

/// Reads the parameters of a request, and converts its answer.
fn respond<P: DeserializeOwned, T: Serialize>(
    request: Request,
    answer: impl FnOnce(P) -> Result<T, RequestError>,
) -> Result<Value, ResponseError> {
    let params = serde_json::from_value(request.params);
    let params = params.map_err(|wrong| error(ErrorCode::InvalidParams, &wrong.to_string()))?;
    let result = answer(params).map_err(|failed| error(ErrorCode::RequestFailed, &failed.0))?;
    serde_json::to_value(result).map_err(|wrong| error(ErrorCode::InternalError, &wrong.to_string()))
}
