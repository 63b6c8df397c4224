//! Re-exports the types of the Language Server Protocol, so that no other file depends on the crates that define them.

pub(crate) use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
pub(crate) use lsp_types::*;
