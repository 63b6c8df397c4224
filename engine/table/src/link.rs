//! Links to a table: each is a capability for some seats, or for watching.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tilewright_core::catalog::seat::Seat;

/// Number of random bytes in a link.
pub(crate) const TOKEN_BYTES: usize = 16;

/// Rights of a link.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Role {
    /// Seats that the link plays, by number from 0; a link without seats sees what onlookers see.
    pub seats: Vec<u8>,
    /// True if the link may replace players by bots and renew links.
    pub host: bool,
}

impl Role {
    /// Role of the player of a seat.
    pub fn of_seat(seat: u8) -> Role {
        Role { seats: vec![seat], host: false }
    }

    /// True if the link plays a seat.
    pub(crate) fn plays(&self, seat: Seat) -> bool {
        self.seats.contains(&seat.0)
    }
}

/// Link to a table. The token itself is not stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredLink {
    pub(crate) role: Role,
    /// Hash of the token, in hexadecimal digits.
    hash: String,
}

impl StoredLink {
    /// Creates a link for a role and a token.
    pub(crate) fn new(role: Role, token: &str) -> StoredLink {
        StoredLink { role, hash: hash_of(token) }
    }

    /// True if the token belongs to the link. The time does not depend on the first wrong digit.
    pub(crate) fn opens(&self, token: &str) -> bool {
        let given = hash_of(token);
        let differing = given.bytes().zip(self.hash.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
        given.len() == self.hash.len() && differing == 0
    }

    /// Replaces the token.
    pub(crate) fn renew(&mut self, token: &str) {
        self.hash = hash_of(token);
    }
}

fn hash_of(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        // Writing to a string cannot fail.
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// Writes random bytes as the token of a link.
pub fn token_of(random: [u8; TOKEN_BYTES]) -> String {
    hex(&random)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_token_opens_a_link() {
        let token = token_of([7; TOKEN_BYTES]);
        assert_eq!(token, "07".repeat(16));
        let mut link = StoredLink::new(Role::of_seat(1), &token);
        assert!(link.opens(&token) && !link.opens("") && !link.opens(&token[1..]) && !link.hash.contains(&token));
        let newer = token_of([8; TOKEN_BYTES]);
        link.renew(&newer);
        assert!(link.opens(&newer) && !link.opens(&token));
    }
}
