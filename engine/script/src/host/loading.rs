//! Stores the functions that modules register while they load.

use std::sync::Arc;

use mlua::Function;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{BookId, TerrainId};
use tilewright_core::machine::restrict::NeighbourFilter;
use tilewright_core::machine::rules::{Among, When};
use tilewright_core::state::event::{EventKind, Filter};
use tilewright_core::state::sheet::{STAGES, Share};

use crate::host::rule_set::Condition;

/// Purpose for which a module registers a function.
#[derive(Clone, Debug)]
pub(crate) enum HookPurpose {
    Score {
        terrain: TerrainId,
        when: When,
        among: Among,
        share: Share,
        book: BookId,
        own_claims: bool,
    },
    /// `terrain` is `None` for all terrains; `book` is the book of the rules that it changes, `None` for the terrain's
    /// own.
    Amend {
        terrain: Option<TerrainId>,
        book: Option<BookId>,
        stage: String,
        condition: Condition,
    },
    AmendClaims {
        terrain: TerrainId,
    },
    Step {
        name: String,
        filter: Filter,
    },
    Offer {
        ask: String,
        filter: Filter,
    },
    /// With `asks` false, placements that the function would be called for are refused without a call, for this reason.
    Restrict {
        filter: Filter,
        beside: NeighbourFilter,
        asks: bool,
        reason: Option<Arc<str>>,
    },
    Chosen {
        group: String,
    },
    On {
        event: EventKind,
        filter: Filter,
        asks: bool,
    },
    Replace {
        event: EventKind,
        filter: Filter,
        asks: bool,
    },
}

impl HookPurpose {
    /// True if it changes the sheet of a rule that scores a terrain and books under a name.
    pub(crate) fn amends(&self, catalog: &Catalog, scored: TerrainId, booked: BookId) -> bool {
        let HookPurpose::Amend { terrain, book, .. } = self else { return false };
        terrain.is_none_or(|terrain| catalog.counts_as(scored, terrain))
            && booked == book.unwrap_or_else(|| catalog.book_of(scored))
    }
}

/// Function that a module registered, with its place.
pub(crate) struct Registered {
    pub(crate) module: usize,
    pub(crate) line: u32,
    pub(crate) what: HookPurpose,
    pub(crate) function: Function,
}

/// State while modules load.
pub(crate) struct Loading {
    /// Index of the module that is loading.
    pub(crate) module: usize,
    pub(crate) registered: Vec<Registered>,
    /// Names of the stages in order.
    pub(crate) stages: Vec<Arc<str>>,
}

impl Default for Loading {
    fn default() -> Loading {
        let stages = STAGES.iter().map(|&s| s.into()).collect();
        Loading { module: 0, registered: Vec::new(), stages }
    }
}
