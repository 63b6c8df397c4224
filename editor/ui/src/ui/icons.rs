//! The fonts, and signs for tools from one of them: Phosphor, of which only these are in `fonts/icons.ttf`.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily};

/// A new thing.
pub const NEW: &str = "\u{e3d6}";
/// One step on.
pub const STEP: &str = "\u{e5a6}";
/// Begins or goes on.
pub const PLAY: &str = "\u{e3d0}";
/// Pauses.
pub const PAUSE: &str = "\u{e39e}";
/// Takes back.
pub const BACK: &str = "\u{e08a}";
/// Begins again.
pub const AGAIN: &str = "\u{e038}";
/// Settings.
pub const SETUP: &str = "\u{e272}";
/// Shows everything.
pub const FIT: &str = "\u{e0a2}";
/// A test.
pub const TEST: &str = "\u{e79e}";
/// Holds.
pub const HOLD: &str = "\u{e57e}";
/// Turns.
pub const TURN: &str = "\u{e036}";
/// Writes and draws.
pub const PENCIL: &str = "\u{e3b4}";
/// Games from before.
pub const GAMES: &str = "\u{e19a}";
/// What lies at the side.
pub const SIDEBAR: &str = "\u{ec24}";

/// Looks at parts of a tile.
pub const LOOK: &str = "\u{e1dc}";
/// Draws paths.
pub const PATH: &str = "\u{e39c}";
/// Fills areas.
pub const AREA: &str = "\u{e6d0}";
/// Cuts.
pub const CUT: &str = "\u{eae0}";
/// Joins.
pub const JOIN: &str = "\u{ed3e}";
/// Puts a place.
pub const SITE: &str = "\u{e316}";
/// Erases.
pub const ERASE: &str = "\u{e21e}";
/// What a side shows.
pub const EDGE: &str = "\u{e6d4}";
/// Cells.
pub const CELLS: &str = "\u{e296}";
/// Mirrors.
pub const MIRROR: &str = "\u{ed6a}";
/// Takes everything away.
pub const CLEAR: &str = "\u{e4a6}";

/// All signs.
#[cfg(test)]
const ALL: [&str; 25] = [
    NEW, STEP, PLAY, PAUSE, BACK, AGAIN, SETUP, FIT, TEST, HOLD, TURN, PENCIL, SIDEBAR, LOOK, PATH, AREA, CUT, JOIN,
    SITE, ERASE, EDGE, CELLS, MIRROR, CLEAR, GAMES,
];

/// The family of what stands out: names, headings, scores.
pub fn medium() -> FontFamily {
    FontFamily::Name("medium".into())
}

/// The fonts: one for text in two weights, whose figures are of one width, a drawn one for code, one with the signs, and
/// those of the library for letters that these lack.
pub fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let mut add = |name: &str, bytes: &'static [u8], to: &[(FontFamily, usize)]| {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
        for (family, at) in to {
            let all = fonts.families.entry(family.clone()).or_default();
            all.insert((*at).min(all.len()), name.to_owned());
        }
    };
    // Before the fonts for pictures, which have something else at some of its places.
    let icons: &[(FontFamily, usize)] = &[(FontFamily::Proportional, 1), (FontFamily::Monospace, 1)];
    add("icons", include_bytes!("../../fonts/icons.ttf"), icons);
    add("mono", include_bytes!("../../fonts/mono.ttf"), &[(FontFamily::Monospace, 0)]);
    add("text", include_bytes!("../../fonts/text.otf"), &[(FontFamily::Proportional, 0)]);
    let others = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    fonts.families.insert(medium(), others);
    let bytes = include_bytes!("../../fonts/text-medium.otf");
    fonts.font_data.insert("medium".to_owned(), Arc::new(FontData::from_static(bytes)));
    fonts.families.entry(medium()).or_default().insert(0, "medium".to_owned());
    fonts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_is_drawn() {
        let ctx = egui::Context::default();
        ctx.set_fonts(fonts());
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let font = egui::FontId::proportional(14.0);
            for sign in ALL {
                assert!(ui.fonts_mut(|f| f.has_glyphs(&font, sign)), "{sign:?}");
            }
        });
        output.textures_delta.clear();
    }
}
