//! Names the kinds of work in blocks.

/// Kind of work in a folder of blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkKind {
    /// Simulated games.
    Games,
    /// Games of two versions on the same seeds.
    Comparison,
}

impl WorkKind {
    /// Returns the name in plan files.
    pub fn name(self) -> &'static str {
        match self {
            WorkKind::Games => "games",
            WorkKind::Comparison => "comparison",
        }
    }

    /// Returns the plural noun for the contents of a block.
    pub(crate) fn unit(self) -> &'static str {
        match self {
            WorkKind::Games => "games",
            WorkKind::Comparison => "seeds",
        }
    }
}
