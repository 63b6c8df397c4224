//! Fonts and icons. The icons are from Phosphor; `fonts/icons.ttf` contains only these.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily};

/// Icon of commands that create something.
pub const NEW: &str = "\u{e3d6}";
/// Back to the first page.
pub const HOME: &str = "\u{e2c2}";
/// Icon of a single step forward.
pub const STEP: &str = "\u{e5a6}";
/// Icon that starts or resumes.
pub const PLAY: &str = "\u{e3d0}";
/// Icon that pauses bots.
pub const PAUSE: &str = "\u{e39e}";
/// Icon that takes an answer back.
pub const BACK: &str = "\u{e08a}";
/// Icon that starts again.
pub const AGAIN: &str = "\u{e038}";
/// Icon of the settings.
pub const SETUP: &str = "\u{e272}";
/// Icon that fits everything into view.
pub const FIT: &str = "\u{e0a2}";
/// Icon of a test.
pub const TEST: &str = "\u{e79e}";
/// Icon that holds a game.
pub const HOLD: &str = "\u{e57e}";
/// Icon that turns a tile.
pub const TURN: &str = "\u{e036}";
/// Icon of writing and drawing.
pub const PENCIL: &str = "\u{e3b4}";
/// Icon of the kept games.
pub const GAMES: &str = "\u{e19a}";
/// Icon of the invitation of players.
pub const INVITE: &str = "\u{e4d0}";
/// Icon of the drawer at the side.
pub const SIDEBAR: &str = "\u{ec24}";

/// Icon of the tool that inspects parts.
pub const LOOK: &str = "\u{e1dc}";
/// Icon of the tool that draws paths.
pub const PATH: &str = "\u{e39c}";
/// Icon of the tool that fills areas.
pub const AREA: &str = "\u{e6d0}";
/// Icon of the tool that cuts.
pub const CUT: &str = "\u{eae0}";
/// Icon of the tool that joins parts.
pub const JOIN: &str = "\u{ed3e}";
/// Icon of the tool that adds a site.
pub const SITE: &str = "\u{e316}";
/// Icon of the tool that erases.
pub const ERASE: &str = "\u{e21e}";
/// Icon of the tool for edges.
pub const EDGE: &str = "\u{e6d4}";
/// Icon of the tool for cells.
pub const CELLS: &str = "\u{e296}";
/// Icon that mirrors a tile.
pub const MIRROR: &str = "\u{ed6a}";
/// Icon that clears a tile.
pub const CLEAR: &str = "\u{e4a6}";

/// All icons, for a test of the font.
#[cfg(test)]
const ALL: [&str; 26] = [
    NEW, STEP, PLAY, PAUSE, BACK, AGAIN, SETUP, FIT, TEST, HOLD, TURN, PENCIL, SIDEBAR, LOOK, PATH, AREA, CUT, JOIN,
    SITE, ERASE, EDGE, CELLS, MIRROR, CLEAR, GAMES, INVITE,
];

/// Returns the font family of names, headings and scores.
pub fn medium() -> FontFamily {
    FontFamily::Name("medium".into())
}

/// Returns the fonts: a text font in two weights with figures of equal width, a font for code, the icons, and the fonts
/// of egui for missing characters.
pub fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let mut add = |name: &str, bytes: &'static [u8], to: &[(FontFamily, usize)]| {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
        for (family, at) in to {
            let all = fonts.families.entry(family.clone()).or_default();
            all.insert((*at).min(all.len()), name.to_owned());
        }
    };
    // The icons come before the emoji fonts, which have other glyphs at some of these code points.
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
