//! Writes sheets and pictures as PDF. Every picture is written once, and the same input gives the same bytes.

use std::collections::{BTreeMap, BTreeSet};

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::writers::Resources;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};

use crate::geometry::{Path, PathPiece, Point};
use crate::print::{Page, Paper, Sheets};
use crate::raster::{MAX_SIDE, TooLarge};
use crate::scene::{Color, Scene, Shape};

/// Points per millimetre.
pub const POINTS: f32 = 72.0 / 25.4;

/// Points per pixel; an inch has 96 pixels.
const PIXEL: f32 = 72.0 / 96.0;

/// Writes the sheets as the bytes of a PDF file with the given title.
pub fn pdf(sheets: &Sheets, paper: Paper, title: &str) -> Vec<u8> {
    write_pages(sheets, (paper.width, paper.height), POINTS, title)
}

/// Writes the scene as the bytes of a PDF file with one page of its size, one cell `pixels` wide.
///
/// # Errors
/// The page would be empty, or wider or higher than a picture may be.
pub fn picture_pdf(scene: &Scene, pixels: f32) -> Result<Vec<u8>, TooLarge> {
    let (width, height) = ((scene.size.0 * pixels).ceil() as u64, (scene.size.1 * pixels).ceil() as u64);
    let limit = 1..=u64::from(MAX_SIDE);
    if !limit.contains(&width) || !limit.contains(&height) {
        return Err(TooLarge { width, height });
    }
    let page = Page { placed: Vec::new(), marks: scene.clone() };
    let sheets = Sheets { pictures: Vec::new(), pages: vec![page], tiles: 0 };
    Ok(write_pages(&sheets, scene.size, pixels * PIXEL, ""))
}

/// Writes pages of a size whose units are `scale` points long.
fn write_pages(sheets: &Sheets, size: (f32, f32), scale: f32, title: &str) -> Vec<u8> {
    let mut last = 0;
    let mut next = || {
        last += 1;
        Ref::new(last)
    };
    let (catalog, tree, info) = (next(), next(), next());
    let pictures: Vec<Ref> = sheets.pictures.iter().map(|_| next()).collect();
    let pages: Vec<(Ref, Ref)> = sheets.pages.iter().map(|_| (next(), next())).collect();
    // Each opacity, in hundredths, needs a separate graphics state.
    let states: BTreeMap<u8, Ref> = (0..100).map(|percent| (percent, next())).collect();

    let mut file = Pdf::new();
    file.catalog(catalog).pages(tree);
    file.document_info(info).title(TextStr(title)).creator(TextStr("Tilewright"));
    file.pages(tree).kids(pages.iter().map(|p| p.0)).count(pages.len() as i32);
    let mut used: BTreeSet<u8> = BTreeSet::new();
    for (scene, &id) in sheets.pictures.iter().zip(&pictures) {
        let mut drawing = PdfContent::new();
        drawing.scene(scene);
        let bytes = compress(&drawing.content.finish());
        let mut form = file.form_xobject(id, &bytes);
        form.filter(Filter::FlateDecode);
        form.bbox(Rect::new(0.0, 0.0, scene.size.0, scene.size.1));
        opacities(&mut form.resources(), &drawing.opacities, &states);
        used.extend(drawing.opacities);
    }
    let (width, height) = (size.0 * scale, size.1 * scale);
    for (page, &(id, content)) in sheets.pages.iter().zip(&pages) {
        let mut drawing = PdfContent::new();
        // Scenes count from the top, but PDF counts from the bottom.
        drawing.content.transform([scale, 0.0, 0.0, -scale, 0.0, height]);
        for &(picture, at) in &page.placed {
            drawing.content.save_state();
            drawing.content.transform([1.0, 0.0, 0.0, 1.0, at.x, at.y]);
            drawing.content.x_object(Name(picture_name(picture).as_bytes()));
            drawing.content.restore_state();
        }
        drawing.scene(&page.marks);
        let bytes = compress(&drawing.content.finish());
        file.stream(content, &bytes).filter(Filter::FlateDecode);
        let mut written = file.page(id);
        written.parent(tree).media_box(Rect::new(0.0, 0.0, width, height)).contents(content);
        let mut resources = written.resources();
        opacities(&mut resources, &drawing.opacities, &states);
        let mut shown = resources.x_objects();
        for picture in page.placed.iter().map(|p| p.0).collect::<BTreeSet<_>>() {
            shown.pair(Name(picture_name(picture).as_bytes()), pictures[picture]);
        }
        shown.finish();
        resources.finish();
        written.finish();
        used.extend(drawing.opacities);
    }
    for percent in used {
        let part = f32::from(percent) / 100.0;
        file.ext_graphics(states[&percent]).stroking_alpha(part).non_stroking_alpha(part);
    }
    file.finish()
}

fn picture_name(number: usize) -> String {
    format!("P{number}")
}

fn state_name(percent: u8) -> String {
    format!("A{percent}")
}

fn compress(content: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(content, 6)
}

fn opacities(resources: &mut Resources<'_>, used: &BTreeSet<u8>, states: &BTreeMap<u8, Ref>) {
    let mut names = resources.ext_g_states();
    for percent in used {
        names.pair(Name(state_name(*percent).as_bytes()), states[percent]);
    }
}

/// Content of a page or picture, and the opacities that it uses.
struct PdfContent {
    content: Content,
    opacities: BTreeSet<u8>,
}

impl PdfContent {
    fn new() -> PdfContent {
        PdfContent { content: Content::new(), opacities: BTreeSet::new() }
    }

    fn scene(&mut self, scene: &Scene) {
        scene.shapes.iter().for_each(|shape| self.shape(shape));
    }

    fn shape(&mut self, shape: &Shape) {
        self.content.save_state();
        match shape {
            Shape::Fill(path, color) => {
                self.opacity(*color);
                let [r, g, b] = parts(*color);
                self.content.set_fill_rgb(r, g, b);
                self.path(path);
                self.content.fill_nonzero();
            }
            Shape::Line(path, pen) => {
                self.opacity(pen.color);
                let [r, g, b] = parts(pen.color);
                self.content.set_stroke_rgb(r, g, b).set_line_width(pen.width);
                if pen.round {
                    self.content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
                } else {
                    self.content.set_miter_limit(4.0);
                }
                if let Some((dash, gap)) = pen.dash {
                    self.content.set_dash_pattern([dash, gap], 0.0);
                }
                self.path(path);
                self.content.stroke();
            }
            Shape::Clipped(area, shapes) => {
                self.path(area);
                self.content.clip_nonzero().end_path();
                shapes.iter().for_each(|inner| self.shape(inner));
            }
        }
        self.content.restore_state();
    }

    fn opacity(&mut self, color: Color) {
        let percent = (color.alpha.clamp(0.0, 1.0) * 100.0).round() as u8;
        if percent < 100 {
            self.opacities.insert(percent);
            self.content.set_parameters(Name(state_name(percent).as_bytes()));
        }
    }

    fn path(&mut self, path: &Path) {
        let (mut at, mut first) = (Point::default(), Point::default());
        for piece in &path.0 {
            match *piece {
                PathPiece::Move(p) => {
                    self.content.move_to(p.x, p.y);
                    first = p;
                }
                PathPiece::Line(p) => {
                    self.content.line_to(p.x, p.y);
                }
                // PDF only has curves with two control points.
                PathPiece::Quad(a, p) => {
                    let (b, c) = (at.lerp(a, 2.0 / 3.0), p.lerp(a, 2.0 / 3.0));
                    self.content.cubic_to(b.x, b.y, c.x, c.y, p.x, p.y);
                }
                PathPiece::Cubic(a, b, p) => {
                    self.content.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y);
                }
                PathPiece::Close => {
                    self.content.close_path();
                }
            }
            at = match *piece {
                PathPiece::Move(p) | PathPiece::Line(p) | PathPiece::Quad(_, p) | PathPiece::Cubic(_, _, p) => p,
                PathPiece::Close => first,
            };
        }
    }
}

fn parts(color: Color) -> [f32; 3] {
    color.rgb.map(|c| f32::from(c) / 255.0)
}
