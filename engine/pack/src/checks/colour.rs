//! Measures if colours are distinguishable, also with colour-blindness.
//!
//! Colours are compared in CIELAB (D65), as a distance. Colour-blindness is simulated with the matrices of Machado,
//! Oliveira and Fernandes (2009) for full severity, on linear light.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::TerrainId;

/// Minimum difference of two colours that need no other cue to be distinguished.
pub const ENOUGH: f64 = 26.0;

/// Kind of colour vision that is simulated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// Normal vision, with three kinds of cones.
    Full,
    /// Protanopia: no cones for long waves.
    Protan,
    /// Deuteranopia: no cones for middle waves.
    Deutan,
    /// Tritanopia: no cones for short waves.
    Tritan,
}

impl Sight {
    /// All kinds of vision, normal vision first.
    pub const ALL: [Sight; 4] = [Sight::Full, Sight::Protan, Sight::Deutan, Sight::Tritan];

    /// Returns the words that follow "hard to distinguish" in a finding; empty for normal vision.
    pub fn finding_suffix(self) -> &'static str {
        match self {
            Sight::Full => "",
            Sight::Protan => " with weak red vision (protan)",
            Sight::Deutan => " with weak green vision (deutan)",
            Sight::Tritan => " with weak blue vision (tritan)",
        }
    }

    fn matrix(self) -> [[f64; 3]; 3] {
        match self {
            Sight::Full => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Sight::Protan => {
                [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
            }
            Sight::Deutan => {
                [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
            }
            Sight::Tritan => {
                [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]
            }
        }
    }
}

/// Parses `#rrggbb`; `None` for any other notation.
pub fn parse(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|d| d.len() == 6)?;
    let number = u32::from_str_radix(digits, 16).ok()?;
    Some([(number >> 16) as u8, (number >> 8) as u8, number as u8])
}

/// Returns the difference of two colours with this vision, as the distance in CIELAB: 0 to about 100.
pub fn difference(a: [u8; 3], b: [u8; 3], sight: Sight) -> f64 {
    distance(lab(a, sight), lab(b, sight))
}

/// Returns the distance of two colours in CIELAB: 0 to about 100.
pub fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

/// Returns the vision with the smallest difference between two colours, and that difference.
pub fn least_difference(a: [u8; 3], b: [u8; 3]) -> (Sight, f64) {
    let of = |sight| (sight, difference(a, b, sight));
    Sight::ALL.into_iter().map(of).fold((Sight::Full, f64::INFINITY), |m, n| if n.1 < m.1 { n } else { m })
}

/// Returns the contrast of two colours as WCAG defines it: 1 to 21.
pub fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
    let light = |colour: [u8; 3]| {
        let [r, g, b] = colour.map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (a, b) = (light(a), light(b));
    a.max(b) / a.min(b)
}

/// Two terrains of one tile whose colours are hard to distinguish.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Alike {
    /// The two terrains, in the order of their ids.
    pub terrains: [TerrainId; 2],
    /// Vision with the smallest difference.
    pub sight: Sight,
    /// Difference of the two colours with that vision, below [`ENOUGH`].
    pub difference: f64,
}

/// Returns all pairs of terrains that reach the sides of the same tile, have equal patterns and borders, and declare
/// fills that differ by less than [`ENOUGH`] for at least one vision.
pub fn look_alikes(catalog: &Catalog) -> Vec<Alike> {
    let mut found: Vec<Alike> = Vec::new();
    for (_, kind) in catalog.kinds.iter() {
        let reaching: Vec<TerrainId> =
            kind.segments.iter().filter(|s| !s.ports.is_empty()).map(|s| s.terrain).collect();
        for (i, &a) in reaching.iter().enumerate() {
            for &b in &reaching[..i] {
                let terrains = [a.min(b), a.max(b)];
                if a != b && found.iter().all(|f| f.terrains != terrains) {
                    found.extend(alike(catalog, terrains));
                }
            }
        }
    }
    found.sort_by_key(|f| f.terrains);
    found
}

fn alike(catalog: &Catalog, terrains: [TerrainId; 2]) -> Option<Alike> {
    let [a, b] = terrains.map(|t| &catalog.terrains[t]);
    let told = a.look.pattern_of(a.ground) != b.look.pattern_of(b.ground)
        || a.look.border_of(a.ground) != b.look.border_of(b.ground);
    if told {
        return None;
    }
    // A terrain without a fill has no designed look yet, so it is not reported.
    let [Some(a), Some(b)] = [a, b].map(|t| t.look.fill.as_deref().and_then(parse)) else { return None };
    let (sight, difference) = least_difference(a, b);
    (difference < ENOUGH).then_some(Alike { terrains, sight, difference })
}

fn linear(channel: u8) -> f64 {
    let c = f64::from(channel) / 255.0;
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

/// Returns lightness and the two colour axes in CIELAB (D65), as seen with this vision.
pub fn lab(colour: [u8; 3], sight: Sight) -> [f64; 3] {
    let light = colour.map(linear);
    let times = |m: [[f64; 3]; 3], v: [f64; 3]| m.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum::<f64>());
    let seen = times(sight.matrix(), light).map(|c| c.clamp(0.0, 1.0));
    // Converts linear sRGB to CIE XYZ with the D65 white point.
    let to_xyz =
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]];
    let [x, y, z] = times(to_xyz, seen);
    let f = |t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let (x, y, z) = (f(x / 0.95047), f(y), f(z / 1.08883));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_those_of_the_textbooks() {
        let (black, white, red) = ([0; 3], [255; 3], [255, 0, 0]);
        assert!((difference(black, white, Sight::Full) - 100.0).abs() < 0.1);
        assert!((contrast(black, white) - 21.0).abs() < 1e-9);
        // Reference values of CIELAB for pure red: 53.24, 80.09, 67.20.
        let found = lab(red, Sight::Full);
        assert!([53.24, 80.09, 67.20].iter().zip(found).all(|(a, b)| (a - b).abs() < 0.05), "{found:?}");
    }

    #[test]
    fn red_and_green_of_one_lightness_are_alike_for_some() {
        let (red, green) = ([0xc0, 0x5a, 0x3c], [0x6e, 0x88, 0x2e]);
        assert!(difference(red, green, Sight::Full) > 50.0);
        let (sight, least) = least_difference(red, green);
        assert!(matches!(sight, Sight::Protan | Sight::Deutan) && least < 20.0, "{sight:?} {least}");
    }

    #[test]
    fn greys_look_the_same_to_everybody() {
        for sight in Sight::ALL {
            let found = difference([60; 3], [180; 3], sight);
            assert!((found - difference([60; 3], [180; 3], Sight::Full)).abs() < 0.5, "{sight:?}: {found}");
        }
    }
}
