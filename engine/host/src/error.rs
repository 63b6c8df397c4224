//! Errors of a host.

use std::fmt;
use std::net::SocketAddr;

use tilewright_kit::error::KitError;
use tilewright_table::TableError;

/// Reason why a host cannot serve.
#[derive(Debug)]
pub enum HostError {
    /// The address is in use, or is not an address of this machine.
    Address(SocketAddr, std::io::Error),
    /// The system gives no threads or no random numbers.
    System(String),
    /// A table cannot be created or opened.
    Table(TableError),
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HostError::Address(address, error) => write!(f, "cannot listen on {address}: {error}"),
            HostError::System(why) => f.write_str(why),
            HostError::Table(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for HostError {}

impl From<TableError> for HostError {
    fn from(error: TableError) -> HostError {
        HostError::Table(error)
    }
}

impl From<KitError> for HostError {
    fn from(error: KitError) -> HostError {
        HostError::Table(TableError::Kit(error))
    }
}
