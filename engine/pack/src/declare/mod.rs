//! Combines the declarations of packs: their order, the options, the overrides, and the meaning of names.

pub(crate) mod adjust;
pub(crate) mod declared;
pub(crate) mod names;
pub(crate) mod options;
pub(crate) mod order;
pub(crate) mod overrides;
pub(crate) mod resolve;
pub(crate) mod targets;
