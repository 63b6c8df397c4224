//! Describes the key that a counter needs because of its scope.

use tilewright_core::catalog::Scope;

/// Returns the key that a counter of a scope needs, in words and as an argument; `None` for a counter of the game,
/// which takes no key.
pub(crate) fn needed_key(scope: Scope) -> Option<(&'static str, &'static str)> {
    match scope {
        Scope::Game => None,
        Scope::Seat => Some(("belongs to seats: give a seat", "seat")),
        Scope::Keyed => Some(("has keys: give a number, a cell or another game object", "key")),
        Scope::SeatKeyed => Some(("has keys for each seat: give a seat and a key", "{ seat, key }")),
        Scope::Feature(_) => Some(("belongs to features: give a feature or a segment", "feature")),
    }
}
