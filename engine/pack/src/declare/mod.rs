//! What packs declare, put together: their order, the options, what overrides change, and what names mean.

pub(crate) mod declared;
pub(crate) mod names;
pub(crate) mod options;
pub(crate) mod order;
pub(crate) mod overrides;
pub(crate) mod resolve;
pub(crate) mod targets;
