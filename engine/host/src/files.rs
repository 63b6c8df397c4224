//! Finds the folders of tables.

pub(crate) use tilewright_table::is_table_id;
pub use tilewright_table::{TableFiles, table_folders};
