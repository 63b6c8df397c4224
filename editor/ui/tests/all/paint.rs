//! Rasterises egui output triangle by triangle, so that pictures are equal on all machines.

use std::collections::BTreeMap;
use std::path::Path;

use egui::epaint::{ImageData, Mesh, Primitive, TextureId};
use egui::{Color32, FullOutput, Rect, TextureWrapMode, TexturesDelta};

/// Texture with its pixels row by row.
struct TexturePixels {
    width: usize,
    height: usize,
    pixels: Vec<Color32>,
    /// True if the texture continues beyond its edges.
    is_repeated: bool,
}

/// Current textures of egui.
#[derive(Default)]
pub(crate) struct Textures(BTreeMap<TextureId, TexturePixels>);

impl Textures {
    pub(crate) fn update(&mut self, delta: &TexturesDelta) {
        #[expect(clippy::iter_over_hash_type, reason = "each texture is changed on its own")]
        for (id, change) in &delta.set {
            for change in change {
                let ImageData::Color(image) = &change.image;
                let [width, height] = image.size;
                match change.pos {
                    None => {
                        let is_repeated = change.options.wrap_mode == TextureWrapMode::Repeat;
                        self.0.insert(*id, TexturePixels { width, height, pixels: image.pixels.clone(), is_repeated });
                    }
                    Some([left, top]) => {
                        let texture = self.0.get_mut(id).unwrap();
                        for y in 0..height {
                            let at = (top + y) * texture.width + left;
                            texture.pixels[at..at + width].copy_from_slice(&image.pixels[y * width..(y + 1) * width]);
                        }
                    }
                }
            }
        }
    }
}

/// Picture with its width, its height, and its pixels row by row.
pub(crate) struct PaintedPicture(pub(crate) usize, pub(crate) usize, pub(crate) Vec<[f32; 4]>);

/// Draws a frame into a picture.
pub(crate) fn draw(ctx: &egui::Context, output: &FullOutput, textures: &Textures) -> PaintedPicture {
    let scale = output.pixels_per_point;
    let size = ctx.content_rect().size() * scale;
    let (width, height) = (size.x.round() as usize, size.y.round() as usize);
    let mut picture = PaintedPicture(
        width,
        height,
        vec![tilewright_editor::ui::theme::background(ctx).to_normalized_gamma_f32(); width * height],
    );
    for primitive in ctx.tessellate(output.shapes.clone(), scale) {
        if let Primitive::Mesh(mesh) = primitive.primitive {
            picture.mesh(&mesh, primitive.clip_rect, scale, textures);
        }
    }
    picture
}

impl PaintedPicture {
    fn mesh(&mut self, mesh: &Mesh, clip: Rect, scale: f32, textures: &Textures) {
        let Some(texture) = textures.0.get(&mesh.texture_id) else { return };
        let (left, top) =
            ((clip.min.x * scale).round().max(0.0) as usize, (clip.min.y * scale).round().max(0.0) as usize);
        let right = ((clip.max.x * scale).round().max(0.0) as usize).min(self.0);
        let bottom = ((clip.max.y * scale).round().max(0.0) as usize).min(self.1);
        for three in mesh.indices.chunks_exact(3) {
            let corners = [0, 1, 2].map(|i| mesh.vertices[three[i] as usize]);
            let [a, b, c] = corners.map(|v| (v.pos.x * scale, v.pos.y * scale));
            let area = (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
            if area.abs() < 1e-6 {
                continue;
            }
            let low = |v: [f32; 3]| v.into_iter().fold(f32::MAX, f32::min).floor().max(0.0) as usize;
            let high = |v: [f32; 3]| v.into_iter().fold(f32::MIN, f32::max).ceil().max(0.0) as usize;
            for y in low([a.1, b.1, c.1]).max(top)..high([a.1, b.1, c.1]).min(bottom) {
                for x in low([a.0, b.0, c.0]).max(left)..high([a.0, b.0, c.0]).min(right) {
                    let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
                    let w0 = ((b.0 - px) * (c.1 - py) - (b.1 - py) * (c.0 - px)) / area;
                    let w1 = ((c.0 - px) * (a.1 - py) - (c.1 - py) * (a.0 - px)) / area;
                    let w2 = 1.0 - w0 - w1;
                    // Points on a shared edge belong to only one of the two triangles; otherwise soft edges would show
                    // seams.
                    if w0 < 0.0 || w1 < 0.0 || w2 <= 0.0 {
                        continue;
                    }
                    let mix = |f: fn(&egui::epaint::Vertex) -> f32| {
                        w0 * f(&corners[0]) + w1 * f(&corners[1]) + w2 * f(&corners[2])
                    };
                    let grain = sample(texture, mix(|v| v.uv.x), mix(|v| v.uv.y));
                    let colour = [
                        mix(|v| f32::from(v.color.r())) / 255.0 * grain[0],
                        mix(|v| f32::from(v.color.g())) / 255.0 * grain[1],
                        mix(|v| f32::from(v.color.b())) / 255.0 * grain[2],
                        mix(|v| f32::from(v.color.a())) / 255.0 * grain[3],
                    ];
                    let under = &mut self.2[y * self.0 + x];
                    for channel in 0..4 {
                        under[channel] = (colour[channel] + under[channel] * (1.0 - colour[3])).min(1.0);
                    }
                }
            }
        }
    }

    pub(crate) fn save(&self, path: &Path) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let file = std::io::BufWriter::new(std::fs::File::create(path).unwrap());
        let mut encoder = png::Encoder::new(file, self.0 as u32, self.1 as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.write_header().unwrap().write_image_data(&self.bytes()).unwrap();
    }

    /// Returns red, green and blue of all pixels, row by row.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.2.iter().flat_map(|p| [p[0], p[1], p[2]].map(|v| (v * 255.0).round() as u8)).collect()
    }

    /// Returns a part of the picture, given in pixels.
    pub(crate) fn part(&self, rect: Rect) -> PaintedPicture {
        let (left, top) = (rect.left().round().max(0.0) as usize, rect.top().round().max(0.0) as usize);
        let right = (rect.right().round().max(0.0) as usize).min(self.0);
        let bottom = (rect.bottom().round().max(0.0) as usize).min(self.1);
        let rows = (top..bottom).flat_map(|y| self.2[y * self.0 + left..y * self.0 + right].iter().copied());
        PaintedPicture(right - left, bottom - top, rows.collect())
    }
}

/// Samples a texture with bilinear filtering.
fn sample(texture: &TexturePixels, u: f32, v: f32) -> [f32; 4] {
    let TexturePixels { width, height, pixels, is_repeated } = texture;
    let (x, y) = (u * *width as f32 - 0.5, v * *height as f32 - 0.5);
    let (x0, y0) = (x.floor(), y.floor());
    let (fx, fy) = (x - x0, y - y0);
    let within = |at: f32, length: usize| match is_repeated {
        true => (at.rem_euclid(length as f32) as usize).min(length - 1),
        false => at.clamp(0.0, length as f32 - 1.0) as usize,
    };
    let at = |dx: f32, dy: f32| {
        let (x, y) = (within(x0 + dx, *width), within(y0 + dy, *height));
        pixels[y * width + x].to_array().map(|c| f32::from(c) / 255.0)
    };
    let (a, b, c, d) = (at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0), at(1.0, 1.0));
    let mut mixed = [0.0; 4];
    for (channel, slot) in mixed.iter_mut().enumerate() {
        let upper = a[channel] * (1.0 - fx) + b[channel] * fx;
        let lower = c[channel] * (1.0 - fx) + d[channel] * fx;
        *slot = upper * (1.0 - fy) + lower * fy;
    }
    mixed
}
