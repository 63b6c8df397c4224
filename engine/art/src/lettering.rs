//! Draws letters and numbers as lines, so that pictures need no font and are the same on every platform.

use crate::geometry::{Path, PathPiece, Point};
use crate::scene::{Color, Pen, Scene};

/// Width of a letter including the gap after it, in heights.
const ADVANCE: f32 = 5.6 / 6.0;

/// Strokes of each letter: points `xy` on a grid of 5 by 7, with y downward.
#[rustfmt::skip] // a table
const GLYPHS: &[(char, &str)] = &[
    ('A', "062046 0444"), ('B', "06003041423303 3344453606"), ('C', "4130100105163645"), ('D', "06002042442606"),
    ('E', "40000646 0333"), ('F', "400006 0333"), ('G', "41301001051636454323"), ('H', "0006 4046 0343"),
    ('I', "1030 2026 1636"), ('J', "404536160504"), ('K', "0006 4003 0346"), ('L', "000646"), ('M', "0600234046"),
    ('N', "06004640"), ('O', "103041453616050110"), ('P', "06003041423303"), ('Q', "103041453616050110 2446"),
    ('R', "06003041423303 2346"), ('S', "413010010213334445361605"), ('T', "0040 2026"), ('U', "000516364540"),
    ('V', "002640"), ('W', "0016233640"), ('X', "0046 4006"), ('Y', "002340 2326"), ('Z', "00400646"),
    ('0', "103041453616050110 2324"), ('1', "112026 1636"), ('2', "01103041420646"), ('3', "004022334445361605"),
    ('4', "36300444"), ('5', "400002324345361605"), ('6', "4130100105163645443303"), ('7', "004016"),
    ('8', "13020110304142331304051636454433"), ('9', "0516364541301001021343"), ('.', "2627"), (',', "2617"),
    ('~', "04133443"), (':', "2223 2526"), (';', "2223 2617"), ('-', "1333"), ('–', "0343"), ('/', "0640"), ('(', "30212536"),
    (')', "10212516"), ('\'', "2022"), ('’', "2022"), ('+', "1333 2224"), ('!', "2024 2627"), ('?', "01103041322324 2627"),
    ('_', "0646"), ('&', "4602011020210405163644"), ('#', "1016 3036 0242 0444"), ('×', "1335 3315"), ('=', "0242 0444"),
];

/// Returns the letter that replaces one without strokes.
fn plain(letter: char) -> char {
    match letter.to_uppercase().next().unwrap_or(letter) {
        'À'..='Å' => 'A',
        'Ç' => 'C',
        'È'..='Ë' => 'E',
        'Ì'..='Ï' => 'I',
        'Ñ' => 'N',
        'Ò'..='Ö' | 'Ø' => 'O',
        'Ù'..='Ü' => 'U',
        other => other,
    }
}

/// Returns the width of a text, in heights of its letters.
pub fn width(text: &str) -> f32 {
    (text.chars().count() as f32 * ADVANCE - (ADVANCE - 4.0 / 6.0)).max(0.0)
}

/// Returns the lines of a text whose top left corner is `corner`. Lower and upper case look the same.
pub fn outline(text: &str, corner: Point, height: f32) -> Path {
    let mut path = Path::default();
    for (number, letter) in text.chars().enumerate() {
        let letter = plain(letter);
        let strokes = GLYPHS.iter().find(|(c, _)| *c == letter).map(|(_, s)| *s);
        let missing = if letter.is_whitespace() { "" } else { "00400646060046" };
        for stroke in strokes.unwrap_or(missing).split(' ') {
            let digits: Vec<f32> = stroke.bytes().map(|b| f32::from(b - b'0')).collect();
            for (i, point) in digits.chunks_exact(2).enumerate() {
                let x = number as f32 * ADVANCE + point[0] / 6.0;
                let at = corner + Point::new(x, point[1] / 6.0) * height;
                path.0.push(if i == 0 { PathPiece::Move(at) } else { PathPiece::Line(at) });
            }
        }
    }
    path
}

/// Draws a text centred on a point.
pub fn draw_centered(scene: &mut Scene, text: &str, middle: Point, height: f32, color: Color) {
    let corner = middle - Point::new(width(text) / 2.0, 0.5) * height;
    scene.line(outline(text, corner, height), Pen::solid(color, height * 0.14).with_round_ends());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_consists_of_strokes_on_the_grid() {
        for (letter, strokes) in GLYPHS {
            let joined: String = strokes.split(' ').collect();
            assert!(joined.bytes().all(|b| (b'0'..=b'7').contains(&b)), "{letter}");
            let path = outline(&letter.to_string(), Point::default(), 1.0);
            assert!(path.0.len() > 1, "{letter}");
        }
        assert!(outline("ø", Point::default(), 1.0) == outline("O", Point::default(), 1.0));
        assert!(outline(" ", Point::default(), 1.0).0.is_empty());
    }
}
