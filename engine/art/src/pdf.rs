//! Writes sheets and pictures as PDF. Every picture and every bitmap is written once, and the same input gives the same
//! bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::writers::Resources;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};

use crate::bitmap::Bitmap;
use crate::geometry::{Path, PathPiece, Point};
use crate::print::{Page, PageBoxes, Sheets};
use crate::raster::{MAX_SIDE, TooLarge};
use crate::scene::{Color, Image, Scene, Shape};

/// Points per millimetre.
pub const POINTS: f32 = 72.0 / 25.4;

/// Points per pixel; an inch has 96 pixels.
const PIXEL: f32 = 72.0 / 96.0;

/// Writes the sheets as the bytes of a PDF file with the given title.
pub fn pdf(sheets: &Sheets, title: &str) -> Vec<u8> {
    write_pages(sheets, POINTS, title)
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
    let page = Page { placed: Vec::new(), marks: scene.clone(), boxes: None };
    let sheets = Sheets { pictures: Vec::new(), pages: vec![page], ..Sheets::default() };
    Ok(write_pages(&sheets, pixels * PIXEL, ""))
}

/// Writes pages whose units are `scale` points long.
fn write_pages(sheets: &Sheets, scale: f32, title: &str) -> Vec<u8> {
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
    let bitmaps = bitmaps_of(sheets);
    let images: Vec<ImageObject> = bitmaps.iter().map(|_| ImageObject { image: next(), mask: next() }).collect();

    let mut file = Pdf::new();
    file.catalog(catalog).pages(tree);
    file.document_info(info).title(TextStr(title)).creator(TextStr("Tilewright"));
    file.pages(tree).kids(pages.iter().map(|p| p.0)).count(pages.len() as i32);
    let mut used: BTreeSet<u8> = BTreeSet::new();
    for (scene, &id) in sheets.pictures.iter().zip(&pictures) {
        let mut drawing = PdfContent::new(&bitmaps);
        drawing.scene(scene);
        let bytes = compress(&drawing.content.finish());
        let mut form = file.form_xobject(id, &bytes);
        form.filter(Filter::FlateDecode);
        form.bbox(Rect::new(0.0, 0.0, scene.size.0, scene.size.1));
        let mut resources = form.resources();
        opacities(&mut resources, &drawing.opacities, &states);
        if !drawing.images.is_empty() {
            let mut shown = resources.x_objects();
            for &number in &drawing.images {
                shown.pair(Name(image_name(number).as_bytes()), images[number].image);
            }
        }
        used.extend(drawing.opacities);
    }
    for (page, &(id, content)) in sheets.pages.iter().zip(&pages) {
        let (width, height) = (page.marks.size.0 * scale, page.marks.size.1 * scale);
        let mut drawing = PdfContent::new(&bitmaps);
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
        if let Some(PageBoxes { trim, bleed }) = &page.boxes {
            let rect = |[from, to]: [Point; 2]| {
                Rect::new(from.x * scale, height - to.y * scale, to.x * scale, height - from.y * scale)
            };
            written.trim_box(rect(*trim)).bleed_box(rect(*bleed));
        }
        let mut resources = written.resources();
        opacities(&mut resources, &drawing.opacities, &states);
        let mut shown = resources.x_objects();
        for picture in page.placed.iter().map(|p| p.0).collect::<BTreeSet<_>>() {
            shown.pair(Name(picture_name(picture).as_bytes()), pictures[picture]);
        }
        for &number in &drawing.images {
            shown.pair(Name(image_name(number).as_bytes()), images[number].image);
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
    for (bitmap, &object) in bitmaps.iter().zip(&images) {
        write_bitmap(&mut file, bitmap, object);
    }
    file.finish()
}

/// Ids of the objects of a bitmap.
#[derive(Clone, Copy)]
struct ImageObject {
    image: Ref,
    /// Opacity of the pixels; an object is written only for bitmaps with transparent pixels.
    mask: Ref,
}

/// Writes a bitmap: a JPEG file unchanged, and other pixels packed without loss.
fn write_bitmap(file: &mut Pdf, bitmap: &Bitmap, object: ImageObject) {
    let (width, height) = (bitmap.width() as i32, bitmap.height() as i32);
    let jpeg = bitmap.jpeg().filter(|_| bitmap.is_opaque());
    let pixels = jpeg.map_or_else(|| compress(&bitmap.channels(0..3)), <[u8]>::to_vec);
    let mut image = file.image_xobject(object.image, &pixels);
    image.filter(if jpeg.is_some() { Filter::DctDecode } else { Filter::FlateDecode });
    image.width(width).height(height).bits_per_component(8);
    image.color_space().device_rgb();
    image.interpolate(true);
    if bitmap.is_opaque() {
        return;
    }
    image.s_mask(object.mask);
    image.finish();
    let opacity = compress(&bitmap.channels(3..4));
    let mut mask = file.image_xobject(object.mask, &opacity);
    mask.filter(Filter::FlateDecode);
    mask.width(width).height(height).bits_per_component(8);
    mask.color_space().device_gray();
}

/// Lists the different bitmaps in the pictures and on the pages of sheets.
fn bitmaps_of(sheets: &Sheets) -> Vec<Arc<Bitmap>> {
    fn collect(shapes: &[Shape], found: &mut Vec<Arc<Bitmap>>) {
        for shape in shapes {
            match shape {
                Shape::Image(image) if !found.contains(&image.bitmap) => found.push(Arc::clone(&image.bitmap)),
                Shape::Clipped(_, inner) => collect(inner, found),
                Shape::Image(_) | Shape::Fill(..) | Shape::Line(..) => {}
            }
        }
    }
    let mut found = Vec::new();
    let scenes = sheets.pictures.iter().chain(sheets.pages.iter().map(|page| &page.marks));
    scenes.for_each(|scene| collect(&scene.shapes, &mut found));
    found
}

fn image_name(number: usize) -> String {
    format!("I{number}")
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

/// Content of a page or picture, and the opacities and bitmaps that it uses.
struct PdfContent<'a> {
    content: Content,
    opacities: BTreeSet<u8>,
    /// Indices of the bitmaps that it shows.
    images: BTreeSet<usize>,
    bitmaps: &'a [Arc<Bitmap>],
}

impl<'a> PdfContent<'a> {
    fn new(bitmaps: &'a [Arc<Bitmap>]) -> PdfContent<'a> {
        PdfContent { content: Content::new(), opacities: BTreeSet::new(), images: BTreeSet::new(), bitmaps }
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
            Shape::Image(image) => self.image(image),
        }
        self.content.restore_state();
    }

    fn image(&mut self, image: &Image) {
        let Some(number) = self.bitmaps.iter().position(|bitmap| *bitmap == image.bitmap) else { return };
        // Images of PDF fill a square whose top row has the vertical coordinate 1.
        let [a, b, c, d, e, f] = image.matrix(1.0);
        self.content.transform([a, b, -c, -d, e + c, f + d]);
        self.content.x_object(Name(image_name(number).as_bytes()));
        self.images.insert(number);
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
