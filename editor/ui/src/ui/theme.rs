//! Theme of the interface: all colours, sizes and distances, for light and dark mode.

use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Stroke, TextStyle, Vec2, Visuals};

use super::icons::medium;
use tilewright_core::catalog::seat::Seat;

/// Colours of one mode. Text has a contrast of at least 4.5 to 1 with its background, and the parts that identify a
/// control or its state at least 3 to 1; a test checks this.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tokens {
    /// Background of the window.
    pub ground: Color32,
    /// Background under the tiles on the table.
    pub cloth: Color32,
    /// Shadow around the tiles on the table.
    pub shadow: Color32,
    /// Background of panels and lists.
    pub panel: Color32,
    /// Background of text fields.
    pub field: Color32,
    /// Fill of a button at rest.
    pub raised: Color32,
    /// Fill of buttons under the pointer.
    pub hovered: Color32,
    /// Fill of the selected entry of a list.
    pub chosen: Color32,
    /// Lines that separate parts of the window.
    pub line: Color32,
    /// Borders of buttons and text fields.
    pub edge: Color32,
    /// Ring around the widget that has the keyboard.
    pub focus: Color32,
    /// Colour of ordinary text.
    pub text: Color32,
    /// Colour of text that matters less.
    pub weak: Color32,
    /// Colour of text on [`Tokens::accent`].
    pub on_accent: Color32,
    /// Fill of the main button, and other emphasis.
    pub accent: Color32,
    /// Colour of errors and failures.
    pub error: Color32,
    /// Colour of warnings in texts.
    pub warning: Color32,
    /// Colour of success and good values.
    pub good: Color32,
    /// Keywords in source code.
    pub keyword: Color32,
    /// String literals in source code.
    pub string: Color32,
    /// Number literals in source code.
    pub number: Color32,
    /// Comments in source code.
    pub comment: Color32,
    /// Names of fields and of interface functions in source code.
    pub name: Color32,
}

/// Emphasis by a heavier font weight.
pub trait Emphasis {
    /// Returns the text in medium weight.
    #[must_use]
    fn medium(self) -> Self;
}

impl Emphasis for egui::RichText {
    fn medium(self) -> Self {
        self.strong().family(medium())
    }
}

/// Converts a colour of pictures to a colour of the window.
pub fn of_picture(colour: tilewright_art::scene::Color) -> Color32 {
    let [red, green, blue] = colour.rgb;
    Color32::from_rgb(red, green, blue)
}

/// Returns the default colour of a seat.
pub fn of_seat(seat: Seat) -> Color32 {
    of_picture(tilewright_art::board::seat_color(seat))
}

/// Dark colour that contrasts with every bright background, for outlines and text.
pub const DARK_INK: Color32 = rgb(0x120D08);

/// Plate behind a number that is drawn on a piece.
pub const PLATE: Color32 = rgb(0xFBF3DF);
/// Colour of the number on a plate.
pub const PLATE_INK: Color32 = DARK_INK;

/// Edge of a tile that is not placed yet.
pub const GHOST_EDGE: Color32 = rgb(0xC2660F);

/// Returns the rim that sets a colour apart from any background: light around dark colours, dark around others.
pub fn rim_of(own: Color32) -> Color32 {
    if contrast(own, Color32::WHITE) >= 9.0 { PLATE } else { DARK_INK }
}

/// Returns white or dark ink, whichever has more contrast with `colour`.
pub fn ink_on(colour: Color32) -> Color32 {
    if contrast(colour, Color32::WHITE) >= contrast(colour, DARK_INK) { Color32::WHITE } else { DARK_INK }
}

/// Font size of a score, in points.
pub const SCORE: f32 = 26.0;

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

impl Tokens {
    /// Colours of light mode, like bright paper.
    pub const LIGHT: Tokens = Tokens {
        ground: rgb(0xF4F1EA),
        cloth: rgb(0xE8E4DA),
        shadow: Color32::from_black_alpha(56),
        panel: rgb(0xFBF9F4),
        field: rgb(0xFFFFFF),
        raised: rgb(0xE9E4D8),
        hovered: rgb(0xDED7C6),
        chosen: rgb(0xCFE3DA),
        line: rgb(0xC9C1B0),
        edge: rgb(0x8A826F),
        focus: rgb(0x0B6E5B),
        text: rgb(0x24211B),
        weak: rgb(0x5F594D),
        on_accent: rgb(0xFFFFFF),
        accent: rgb(0x0B6E5B),
        error: rgb(0xA8231A),
        warning: rgb(0x7D5200),
        good: rgb(0x1F6B36),
        keyword: rgb(0x7A2E8C),
        string: rgb(0x2B6A2F),
        number: rgb(0x9A3B12),
        comment: rgb(0x5F5A4E),
        name: rgb(0x1D4E89),
    };

    /// Colours of dark mode, like a dark table.
    pub const DARK: Tokens = Tokens {
        ground: rgb(0x1D1B18),
        cloth: rgb(0x2E2B26),
        shadow: Color32::from_black_alpha(180),
        panel: rgb(0x25231F),
        field: rgb(0x191714),
        raised: rgb(0x383430),
        hovered: rgb(0x423D37),
        chosen: rgb(0x1F4A41),
        line: rgb(0x4D4840),
        edge: rgb(0x8A8276),
        focus: rgb(0x6CD0B8),
        text: rgb(0xE9E6DF),
        weak: rgb(0xB4AFA5),
        on_accent: rgb(0x0E1B18),
        accent: rgb(0x6CD0B8),
        error: rgb(0xFF8F85),
        warning: rgb(0xF0BE63),
        good: rgb(0x86D79A),
        keyword: rgb(0xD8A3E8),
        string: rgb(0xA3D6A0),
        number: rgb(0xF2B08C),
        comment: rgb(0xB8B2A6),
        name: rgb(0x9CC4F5),
    };

    /// Returns the fill and the outline of a cell that accepts a piece.
    pub fn open_cell(&self) -> (Color32, Color32) {
        (self.accent.gamma_multiply(0.08), self.accent.gamma_multiply(0.8))
    }

    /// Returns the colour of a bar under a number, from a seat's colour: as strong as legibility allows.
    pub fn bar(&self, own: Color32, is_total: bool) -> Color32 {
        let strong = if is_total { 9 } else { 5 };
        let bars = (1..=strong).rev().map(|twentieth| own.gamma_multiply(twentieth as f32 * 0.05));
        let readable = |bar: &Color32| contrast(self.text, self.panel.blend(*bar)) >= 4.5;
        bars.into_iter().find(readable).unwrap_or(Color32::TRANSPARENT)
    }

    /// Returns the colours of dark or light mode.
    pub fn for_mode(dark: bool) -> &'static Tokens {
        if dark { &Tokens::DARK } else { &Tokens::LIGHT }
    }
}

/// Returns the colour for clearing a window before drawing.
pub fn background(ctx: &egui::Context) -> Color32 {
    Tokens::for_mode(ctx.theme() == egui::Theme::Dark).panel
}

/// Distance between related items, in points.
pub const GAP: f32 = 6.0;

/// Distance between groups of items, in points.
pub const GROUP_GAP: f32 = 14.0;

/// Sets the fonts, sizes and colours of both modes in a context.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(super::icons::fonts());
    for dark in [false, true] {
        let tokens = Tokens::for_mode(dark);
        let theme = if dark { egui::Theme::Dark } else { egui::Theme::Light };
        ctx.style_mut_of(theme, |style| {
            style.visuals = visuals(tokens, dark);
            style.spacing.item_spacing = Vec2::new(GAP, GAP);
            style.spacing.button_padding = Vec2::new(9.0, 4.0);
            style.spacing.interact_size.y = 24.0;
            style.spacing.menu_margin = Margin::same(6);
            style.spacing.scroll = egui::style::ScrollStyle::solid();
            style.text_styles = [
                (TextStyle::Heading, FontId::new(18.0, medium())),
                (TextStyle::Body, FontId::new(13.5, FontFamily::Proportional)),
                (TextStyle::Button, FontId::new(13.5, FontFamily::Proportional)),
                (TextStyle::Small, FontId::new(11.5, FontFamily::Proportional)),
                (TextStyle::Monospace, FontId::new(13.0, FontFamily::Monospace)),
            ]
            .into();
        });
    }
}

fn visuals(t: &Tokens, dark: bool) -> Visuals {
    let mut v = if dark { Visuals::dark() } else { Visuals::light() };
    v.override_text_color = None;
    // The window is already cleared with this colour: a second coat would make a frame a third slower without a
    // graphics card.
    v.panel_fill = Color32::TRANSPARENT;
    v.window_fill = t.panel;
    v.window_stroke = Stroke::new(1.0, t.line);
    v.extreme_bg_color = t.field;
    v.faint_bg_color = t.ground;
    v.code_bg_color = t.raised;
    v.hyperlink_color = t.name;
    v.error_fg_color = t.error;
    v.warn_fg_color = t.warning;
    v.weak_text_color = Some(t.weak);
    v.selection.bg_fill = t.chosen;
    v.selection.stroke = Stroke::new(1.0, t.text);
    let corner = CornerRadius::same(4);
    let w = &mut v.widgets;
    for (state, fill, line) in [
        (&mut w.noninteractive, t.panel, Stroke::new(1.0, t.line)),
        (&mut w.inactive, t.raised, Stroke::new(1.0, t.edge)),
        (&mut w.hovered, t.hovered, Stroke::new(1.0, t.edge)),
        (&mut w.active, t.hovered, Stroke::new(2.0, t.focus)),
        (&mut w.open, t.hovered, Stroke::new(1.0, t.edge)),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = line;
        state.fg_stroke = Stroke::new(1.0, t.text);
        state.corner_radius = corner;
    }
    v
}

/// Returns the contrast of two colours, from 1 to 21, as defined in the Web Content Accessibility Guidelines 2.
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let light = |c: Color32| {
        let part = |v: u8| {
            let v = f32::from(v) / 255.0;
            if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(c.r()) + 0.7152 * part(c.g()) + 0.0722 * part(c.b())
    };
    let (a, b) = (light(a), light(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks each text colour on each possible background, and each sign against its surroundings.
    #[test]
    fn every_text_can_be_read_and_every_control_be_seen() {
        for (mode, t) in [("light", &Tokens::LIGHT), ("dark", &Tokens::DARK)] {
            let grounds = [t.ground, t.panel, t.field, t.raised, t.hovered, t.chosen, t.cloth];
            let code = [t.keyword, t.string, t.number, t.comment, t.name];
            let texts = [t.text, t.weak, t.error, t.warning, t.good].into_iter().chain(code);
            let mut pairs: Vec<(String, Color32, Color32, f32)> = Vec::new();
            for (number, text) in texts.enumerate() {
                pairs.extend(grounds.map(|ground| (format!("text {number}"), text, ground, 4.5)));
            }
            pairs.push(("text on the main button".into(), t.on_accent, t.accent, 4.5));
            for ground in grounds {
                pairs.push(("the focus ring".into(), t.focus, ground, 3.0));
                pairs.push(("the accent of options".into(), t.accent, ground, 3.0));
            }
            for ground in [t.ground, t.panel, t.field, t.raised] {
                pairs.push(("the border of a control".into(), t.edge, ground, 3.0));
            }
            let (fill, line) = t.open_cell();
            pairs.push(("a cell that is open".into(), t.cloth.blend(line), t.cloth.blend(fill), 3.0));
            pairs.push(("a number on a thing".into(), PLATE_INK, PLATE, 4.5));
            pairs.push(("the preview of a tile".into(), GHOST_EDGE, t.cloth, 3.0));
            for row in 0..6 {
                let light = crate::play::highlight::colour(row);
                // On the dark cloth, the white outline next to the light is the visible part.
                let best = contrast(light, t.cloth).max(contrast(Color32::WHITE, t.cloth));
                assert!(best >= 3.0 && contrast(light, Color32::WHITE) >= 3.0, "{mode}: light {row}: {best:.2}");
            }
            for seat in (0..tilewright_core::catalog::MAX_SEATS as u8).map(Seat) {
                let own = of_seat(seat);
                pairs.push((format!("the sign on {seat:?}"), ink_on(own), own, 4.5));
                pairs.push((format!("the rim of {seat:?}"), t.text, t.ground, 3.0));
                for is_total in [false, true] {
                    assert_ne!(t.bar(own, is_total), Color32::TRANSPARENT, "{mode} {seat:?}");
                    pairs.push((
                        format!("a number on a bar of {seat:?}"),
                        t.text,
                        t.panel.blend(t.bar(own, is_total)),
                        4.5,
                    ));
                }
            }
            for (what, one, other, least) in pairs {
                let seen = contrast(one, other);
                assert!(seen >= least, "{mode}: {what}, {one:?} on {other:?}, has a contrast of {seen:.2}");
            }
        }
    }

    #[test]
    fn colours_of_seats_are_told_apart_by_everybody() {
        let all = tilewright_art::board::SEATS.map(|colour| colour.rgb);
        for (number, &one) in all.iter().enumerate() {
            for &other in &all[..number] {
                let (sight, difference) = tilewright_pack::colour::least_difference(one, other);
                assert!(difference > 15.0, "{one:?} and {other:?} differ by {difference:.1} ({sight:?})");
            }
        }
    }

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.01);
        assert!((contrast(rgb(0x767676), Color32::WHITE) - 4.54).abs() < 0.01);
    }
}
