//! A table for players at other machines: seats, links, views and messages, without a network.
//!
//! Invariants: Rules run only here. A connection gets only what its seats may know, and every message to it depends only
//! on that, including its number and its time. An answer counts only with the number of the last change that its sender
//! has seen. Every acknowledged answer is in a file. Deliberately absent: sockets, threads, clocks and random numbers,
//! which callers provide.

mod error;
mod file;
mod findings;
mod folders;
mod link;
mod message;
mod packs;
mod substitute;
mod table;

pub use error::TableError;
pub use findings::{
    AnswerEntry, CourseAnswer, FINDINGS, TableFindings, TableNote, has_findings, read_findings, read_game,
};
pub use folders::{TableFiles, is_table_id, table_folders};
pub use link::{Role, token_of};
pub use message::{ClientMessage, NoteMood};
pub use packs::{PackCache, TablePacks};
pub use substitute::Substitute;
pub use table::{
    ConnectionId, FollowerMessage, FollowerNews, HostedTable, MAX_CONNECTIONS, NewTable, Outgoing, PROTOCOL, ReloadEnd,
    SeatPlan, TurnCall,
};
