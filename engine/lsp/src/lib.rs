//! Language server for packs, over any pair of streams. It offers the features of the project's code editor to other
//! editors: findings while typing, completion, help, navigation, renaming, fixes, outlines and tests.
//!
//! - `frames`, `protocol`: messages of the protocol.
//! - `positions`, `uris`: lines and columns, addresses of files.
//! - `server`: the loop that handles events in order; `events`: everything that it waits for.
//! - `requests`: abilities of the server, and the answer to each request.
//! - `documents`, `open_pack`: open files, and the packs around them.
//! - `checker`, `test_runs`: background threads that check packs and run tests.
//! - `publish`: findings for the client.
//! - `features`: answers to requests.

mod checker;
mod documents;
mod events;
mod features;
mod frames;
mod open_pack;
mod positions;
mod protocol;
mod publish;
mod requests;
mod server;
mod test_runs;
mod uris;

pub use frames::{CONTENT_BYTES, FrameError, HEADER_BYTES};
pub use positions::ColumnUnit;
pub use server::{ServerError, ServerSettings, serve};
