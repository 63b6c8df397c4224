//! Serves tables to browsers: pages, sockets, limits and threads.
//!
//! Each table belongs to one worker thread, which runs its rules; sockets are served by other threads and pass whole
//! messages. A client must show a link within two seconds, and every client is limited in connections, messages and
//! sizes, so that one cannot disturb the others. The server listens to other machines only at an address for them.

mod compress;
mod error;
mod export;
mod files;
mod limits;
mod origin;
mod server;
mod socket;
mod worker;

pub use error::HostError;
pub use export::{Exported, export_tables};
pub use server::{AdoptedGame, FollowedTable, Host, HostPlan, TableLink, TablePlan};
pub use worker::TableCall;
