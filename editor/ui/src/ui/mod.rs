//! Parts of the interface that know no packs: texts, colours, widgets, notices, pictures and background jobs.

pub mod icons;
pub mod job;
pub mod notices;
pub mod pictures;
pub mod texts;
pub mod theme;
pub mod widgets;
