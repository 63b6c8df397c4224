//! Adds own art to the pack of a large board.

use std::path::Path;

use tilewright_editor_model::pack::document::disk::{write_bytes, write_whole};

/// Width and height of the pictures, in pixels.
const SIDE: u32 = 600;

/// Writes a picture for each of the first tile kinds, and a texture that shows on the others.
pub(crate) fn write_art(folder: &Path, kinds: usize) -> std::io::Result<()> {
    let names: Vec<String> = (0..kinds).map(|number| format!("p{number}")).collect();
    let pictures: Vec<String> = names.iter().map(|name| format!("(id: {name}, file: \"{name}.png\")")).collect();
    let tiles: Vec<String> = (0..kinds).map(|number| format!("\"T{number}\": p{number}")).collect();
    let text = format!(
        "Art(\n    licence: \"CC0-1.0\",\n    pictures: [{}],\n    looks: [(id: painted, tiles: {{{}}}, terrains: \
         {{\"grass\": (picture: p0, cells: 3)}})],\n)\n",
        pictures.join(", "),
        tiles.join(", ")
    );
    write_whole(&folder.join("art/art.ron"), &text).map_err(std::io::Error::other)?;
    for (number, name) in (0..).zip(&names) {
        write_bytes(&folder.join(format!("art/{name}.png")), &picture(number)).map_err(std::io::Error::other)?;
    }
    Ok(())
}

/// Encodes a picture with soft colours and some grain, as painted pictures have.
fn picture(number: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIDE, SIDE);
    encoder.set_color(png::ColorType::Rgb);
    let pixel = |x: u32, y: u32| {
        let grain = (x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(40_503)).wrapping_mul(number + 7) >> 29;
        [x * 200 / SIDE + grain, y * 200 / SIDE + number % 40, (x + y + number * 30) % 200].map(|value| value as u8)
    };
    let pixels: Vec<u8> = (0..SIDE * SIDE).flat_map(|at| pixel(at % SIDE, at / SIDE)).collect();
    // Writing to memory fails only if the pixels disagree with the size.
    if let Ok(mut writer) = encoder.write_header() {
        drop(writer.write_image_data(&pixels));
    }
    bytes
}
