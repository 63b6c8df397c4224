//! The commands, a file each.

pub(crate) mod about;
pub(crate) mod api;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod compat;
pub(crate) mod completions;
pub(crate) mod format;
pub(crate) mod handbook;
pub(crate) mod install;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod new;
pub(crate) mod pack;
pub(crate) mod pages;
pub(crate) mod play;
pub(crate) mod print;
pub(crate) mod protect;
pub(crate) mod publish;
pub(crate) mod render;
pub(crate) mod replay;
pub(crate) mod shelf;
pub(crate) mod show;
pub(crate) mod sim;
pub(crate) mod test;
pub(crate) mod verify;
pub(crate) mod version;
