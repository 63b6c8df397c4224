//! What has nothing to do with packs: texts, colours, fields, notices, pictures, work in the background.

pub mod icons;
pub mod job;
pub mod notices;
pub mod pictures;
pub mod texts;
pub mod theme;
pub mod widgets;
