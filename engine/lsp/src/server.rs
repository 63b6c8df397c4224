//! Answers a client in the order of its messages. Checks and tests run on other threads, and their results arrive as
//! events.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};

use serde::de::DeserializeOwned;
use tilewright_kit::packs::find::Finder;
use tilewright_language::texts::LanguageTexts;

use crate::checker::{CheckJob, Checked, start_checker};
use crate::documents::Documents;
use crate::events::{ServerEvent, WAITING, read_messages};
use crate::features::ClientFacts;
use crate::features::place::PlaceFinder;
use crate::frames::FrameError;
use crate::positions::ColumnUnit;
use crate::protocol::notification::{self, Notification as _};
use crate::protocol::request::{self, Request as _};
use crate::protocol::{
    self, CancelParams, ClientCapabilities, ErrorCode, ExecuteCommandParams, InitializeParams, InitializeResult,
    Message, MessageType, Notification, Request, RequestId, Response, ResponseError, ServerInfo, ShowMessageParams,
};
use crate::publish;
use crate::test_runs::{RUN_TEST, TestsEnded, TestsJob, TestsRunning, start_tests};

/// Surroundings of the server.
#[derive(Clone)]
pub struct ServerSettings {
    /// Finder for the packs that open packs need.
    pub finder: Finder,
    /// Folder for copies of files that are part of the program or of an archive, which a client can open.
    pub copies: PathBuf,
}

/// Reason why the server ended before the client asked it to.
#[derive(Debug)]
pub enum ServerError {
    /// A message could not be read.
    Frame(FrameError),
    /// A message could not be written.
    Output(io::Error),
    /// The client left without `shutdown`.
    NoShutdown,
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerError::Frame(error) => error.fmt(f),
            ServerError::Output(error) => write!(f, "messages cannot be written: {error}"),
            ServerError::NoShutdown => f.write_str("the client left without the request `shutdown`"),
        }
    }
}

impl std::error::Error for ServerError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ServerError::Frame(error) => Some(error),
            ServerError::Output(error) => Some(error),
            ServerError::NoShutdown => None,
        }
    }
}

/// Serves a client until it leaves.
///
/// # Errors
/// A message cannot be read or written, or the client leaves without `shutdown`.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    settings: ServerSettings,
) -> Result<(), ServerError> {
    let (sender, events) = mpsc::sync_channel(WAITING);
    read_messages(input, sender.clone());
    let done = sender.clone();
    let checker = start_checker(move |checked| {
        // The server may have ended.
        let _ = done.send(ServerEvent::Checked(Box::new(checked)));
    });
    let client = ClientFacts::new(&ClientCapabilities::default(), None);
    let mut server = Server {
        output,
        settings,
        sender,
        checker,
        client,
        unit: ColumnUnit::default(),
        phase: Phase::New,
        documents: Documents::default(),
        running: BTreeMap::new(),
        asked: 0,
    };
    server.run(&events)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    New,
    Ready,
    ShutDown,
}

/// State of the server.
pub(crate) struct Server<W> {
    output: W,
    settings: ServerSettings,
    sender: SyncSender<ServerEvent>,
    checker: Sender<CheckJob>,
    pub(crate) client: ClientFacts,
    pub(crate) unit: ColumnUnit,
    phase: Phase,
    pub(crate) documents: Documents,
    /// Runs of tests by their requests.
    running: BTreeMap<RequestId, TestsRunning>,
    /// Number of requests to the client.
    asked: i32,
}

impl<W: Write> Server<W> {
    fn run(&mut self, events: &Receiver<ServerEvent>) -> Result<(), ServerError> {
        let mut waiting: VecDeque<ServerEvent> = VecDeque::new();
        loop {
            // Everything that has arrived is taken, so that a cancelled request is never begun.
            waiting.extend(events.try_iter());
            let event = match waiting.pop_front() {
                Some(event) => event,
                None => match events.recv() {
                    Ok(event) => event,
                    Err(_) => return Err(ServerError::NoShutdown),
                },
            };
            match event {
                ServerEvent::Message(Message::Request(request)) => {
                    if is_cancelled(&request.id, &waiting) {
                        self.fail(request.id, ErrorCode::RequestCanceled, "cancelled")?;
                    } else {
                        self.request(request)?;
                    }
                }
                ServerEvent::Message(Message::Notification(sent)) if sent.method == notification::Exit::METHOD => {
                    return if self.phase == Phase::ShutDown { Ok(()) } else { Err(ServerError::NoShutdown) };
                }
                ServerEvent::Message(Message::Notification(sent)) => self.notification(sent)?,
                // Requests to the client need no answer.
                ServerEvent::Message(Message::Response(_)) => {}
                ServerEvent::End(Some(error)) => return Err(ServerError::Frame(error)),
                ServerEvent::End(None) if self.phase == Phase::ShutDown => return Ok(()),
                ServerEvent::End(None) => return Err(ServerError::NoShutdown),
                ServerEvent::Checked(checked) => self.checked(*checked)?,
                ServerEvent::Tested(ended) => self.tested(ended)?,
            }
        }
    }

    fn request(&mut self, request: Request) -> Result<(), ServerError> {
        match (self.phase, &*request.method) {
            (Phase::New, request::Initialize::METHOD) => self.initialize(request),
            (Phase::New, _) => {
                self.fail(request.id, ErrorCode::ServerNotInitialized, "`initialize` must be the first request")
            }
            (_, request::Initialize::METHOD) => {
                self.fail(request.id, ErrorCode::InvalidRequest, "`initialize` was sent before")
            }
            (Phase::ShutDown, _) => self.fail(request.id, ErrorCode::InvalidRequest, "the server was shut down"),
            (Phase::Ready, request::Shutdown::METHOD) => {
                self.phase = Phase::ShutDown;
                self.running.clear();
                self.send(Response { id: request.id, response_result: Ok(serde_json::Value::Null) }.into())
            }
            (Phase::Ready, request::ExecuteCommand::METHOD) => self.execute(request),
            (Phase::Ready, _) => {
                let id = request.id.clone();
                // Unwind safety holds: answers read the state, and the next change renews their caches.
                let answered = catch_unwind(AssertUnwindSafe(|| self.answer(request)));
                let result = answered.unwrap_or_else(|_| {
                    Err(error(ErrorCode::InternalError, "the program itself failed on this request"))
                });
                self.send(Response { id, response_result: result }.into())
            }
        }
    }

    fn initialize(&mut self, request: Request) -> Result<(), ServerError> {
        let params: InitializeParams = match serde_json::from_value(request.params) {
            Ok(params) => params,
            Err(wrong) => return self.fail(request.id, ErrorCode::InvalidParams, &wrong.to_string()),
        };
        self.client = ClientFacts::new(&params.capabilities, params.locale.as_deref());
        let general = params.capabilities.general.as_ref();
        let offered = general.and_then(|general| general.position_encodings.as_deref()).unwrap_or_default();
        self.unit = ColumnUnit::choose(offered);
        self.phase = Phase::Ready;
        let result = InitializeResult {
            capabilities: crate::requests::capabilities(self.unit),
            server_info: Some(ServerInfo {
                name: "tilewright".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        };
        let result = serde_json::to_value(result).map_err(|error| ServerError::Output(error.into()))?;
        self.send(Response { id: request.id, response_result: Ok(result) }.into())
    }

    fn notification(&mut self, sent: Notification) -> Result<(), ServerError> {
        if self.phase != Phase::Ready {
            return Ok(());
        }
        match &*sent.method {
            notification::Initialized::METHOD if self.client.watches_files => {
                self.ask::<request::RegisterCapability>(crate::requests::watched_files())
            }
            notification::DidOpenTextDocument::METHOD => {
                let finder = self.settings.finder.clone();
                let folder = read(sent).and_then(|params| self.documents.open(params, &finder));
                self.check(folder)
            }
            notification::DidChangeTextDocument::METHOD => {
                let unit = self.unit;
                let folder = read(sent).and_then(|params| self.documents.change(params, unit));
                self.check(folder)
            }
            notification::DidCloseTextDocument::METHOD => {
                let uri = read(sent).map(|params: protocol::DidCloseTextDocumentParams| params.text_document.uri);
                let folder = uri.and_then(|uri| self.documents.close(&uri));
                self.closed(folder)
            }
            notification::DidSaveTextDocument::METHOD | notification::DidChangeWatchedFiles::METHOD => {
                self.documents.read_again(&self.settings.finder);
                self.documents.folders().into_iter().try_for_each(|folder| self.check(Some(folder)))
            }
            notification::Cancel::METHOD => {
                let id = read(sent).map(|params: CancelParams| match params.id {
                    protocol::NumberOrString::Number(id) => RequestId::from(id),
                    protocol::NumberOrString::String(id) => RequestId::from(id),
                });
                if let Some(running) = id.and_then(|id| self.running.get(&id)) {
                    running.stop();
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Begins a check of the pack in a folder.
    fn check(&mut self, folder: Option<PathBuf>) -> Result<(), ServerError> {
        if let Some(pack) = folder.and_then(|folder| self.documents.pack(&folder)) {
            // The checker only ends with the server.
            let _ = self.checker.send(pack.check_job(&self.settings.finder));
        }
        Ok(())
    }

    /// Removes the findings of a pack without open files; checks it otherwise.
    fn closed(&mut self, folder: Option<PathBuf>) -> Result<(), ServerError> {
        let Some(folder) = folder else { return Ok(()) };
        if self.documents.has_open_file(&folder) {
            return self.check(Some(folder));
        }
        let emptied = self.documents.forget(&folder).map(|pack| publish::no_findings(&pack)).unwrap_or_default();
        emptied.into_iter().try_for_each(|params| self.notify::<notification::PublishDiagnostics>(params))
    }

    fn checked(&mut self, checked: Checked) -> Result<(), ServerError> {
        let Some(pack) = self.documents.pack(&checked.folder) else { return Ok(()) };
        pack.take_check(checked.analysis, checked.misread);
        self.publish(&checked.folder)
    }

    fn publish(&mut self, folder: &std::path::Path) -> Result<(), ServerError> {
        let places = PlaceFinder { unit: self.unit, copies: &self.settings.copies };
        let Some(pack) = self.documents.pack(folder) else { return Ok(()) };
        let findings = publish::findings(pack, &places);
        findings.into_iter().try_for_each(|params| self.notify::<notification::PublishDiagnostics>(params))
    }

    /// Begins a run of tests; the request is answered at its end.
    fn execute(&mut self, request: Request) -> Result<(), ServerError> {
        let params: ExecuteCommandParams = match serde_json::from_value(request.params) {
            Ok(params) => params,
            Err(wrong) => return self.fail(request.id, ErrorCode::InvalidParams, &wrong.to_string()),
        };
        let argument = |number: usize| params.arguments.get(number).and_then(|value| value.as_str());
        let uri = argument(0).filter(|_| params.command == RUN_TEST).and_then(|uri| uri.parse().ok());
        let Some((_, pack)) = uri.and_then(|uri| self.documents.find(&uri)) else {
            let message = format!("the command is `{RUN_TEST}` with an open file of a pack and the name of a test");
            return self.fail(request.id, ErrorCode::InvalidParams, &message);
        };
        let job = TestsJob {
            request: request.id.clone(),
            folder: pack.folder.clone(),
            id: pack.id.clone(),
            files: pack.texts().files.clone(),
            finder: self.settings.finder.clone(),
            name: argument(1).map(str::to_owned),
        };
        self.running.insert(request.id, start_tests(job, self.sender.clone()));
        Ok(())
    }

    fn tested(&mut self, ended: TestsEnded) -> Result<(), ServerError> {
        if self.running.remove(&ended.request).is_none() {
            return Ok(());
        }
        let names: Vec<String> = ended.failed.iter().map(|(name, _)| name.clone()).collect();
        let texts = &self.client.texts;
        let (typ, message) = match (&ended.error, &ended.run[..], &names[..]) {
            (Some(error), ..) => (MessageType::ERROR, error.clone()),
            (None, [], _) => (MessageType::WARNING, texts.get("test-missing")),
            (None, [name], []) => (MessageType::INFO, texts.with_name("test-passed", name)),
            (None, [name], _) => (MessageType::WARNING, texts.with_name("test-failed", name)),
            (None, run, []) => (MessageType::INFO, texts.with_name("run-passed", &run.len().to_string())),
            (None, ..) => (MessageType::WARNING, texts.with_name("run-failed", &names.join(", "))),
        };
        self.notify::<notification::ShowMessage>(ShowMessageParams { typ, message })?;
        if let Some(pack) = self.documents.pack(&ended.folder) {
            pack.take_tests(&ended.run, ended.failed);
            self.publish(&ended.folder)?;
        }
        let result = serde_json::json!({ "run": ended.run.len(), "failed": names });
        self.send(Response { id: ended.request, response_result: Ok(result) }.into())?;
        if self.client.refreshes_lenses { self.ask::<request::CodeLensRefresh>(()) } else { Ok(()) }
    }

    /// Returns the converter from places to locations.
    pub(crate) fn settings(&self) -> &ServerSettings {
        &self.settings
    }

    /// Sends a request to the client, whose answer does not matter.
    fn ask<R: request::Request>(&mut self, params: R::Params) -> Result<(), ServerError> {
        self.asked += 1;
        let params = serde_json::to_value(params).map_err(|error| ServerError::Output(error.into()))?;
        self.send(Request { id: self.asked.into(), method: R::METHOD.to_owned(), params }.into())
    }

    /// Sends a notification.
    pub(crate) fn notify<N: notification::Notification>(&mut self, params: N::Params) -> Result<(), ServerError> {
        let params = serde_json::to_value(params).map_err(|error| ServerError::Output(error.into()))?;
        self.send(Notification { method: N::METHOD.to_owned(), params }.into())
    }

    fn fail(&mut self, id: RequestId, code: ErrorCode, message: &str) -> Result<(), ServerError> {
        self.send(Response { id, response_result: Err(error(code, message)) }.into())
    }

    fn send(&mut self, message: Message) -> Result<(), ServerError> {
        message.write(&mut self.output).map_err(ServerError::Output)
    }
}

/// Returns an error of the protocol.
pub(crate) fn error(code: ErrorCode, message: &str) -> ResponseError {
    ResponseError { code: code as i32, message: message.to_owned(), data: None }
}

/// Returns the parameters of a notification; `None` if they are not valid, since a notification has no answer.
fn read<T: DeserializeOwned>(sent: Notification) -> Option<T> {
    serde_json::from_value(sent.params).ok()
}

/// Returns true if a request was cancelled by one of the waiting events.
fn is_cancelled(id: &RequestId, waiting: &VecDeque<ServerEvent>) -> bool {
    waiting.iter().any(|event| match event {
        ServerEvent::Message(Message::Notification(sent)) if sent.method == notification::Cancel::METHOD => {
            sent.params.get("id").is_some_and(|cancelled| serde_json::to_value(id).is_ok_and(|id| id == *cancelled))
        }
        _ => false,
    })
}
