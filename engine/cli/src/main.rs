//! The `tilewright` command.
mod board_text;
fn main() {}
