//! Writes scenes as SVG.

use std::fmt::Write;
use std::sync::Arc;

use crate::bitmap::Bitmap;
use crate::embed::data_uri;
use crate::geometry::{Path, PathPiece};
use crate::scene::{Color, Scene, Shape};

/// Writes the scene as an SVG document, one cell `pixels` wide.
pub fn svg(scene: &Scene, pixels: f32) -> String {
    let (width, height) = (scene.size.0 * pixels, scene.size.1 * pixels);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {:.4} {:.4}\">\n",
        scene.size.0, scene.size.1
    );
    let mut defined = Defined::default();
    for shape in &scene.shapes {
        write_shape(&mut out, shape, &mut defined);
    }
    out.push_str("</svg>\n");
    out
}

/// Elements with an id in a document.
#[derive(Default)]
struct Defined {
    /// Number of clip outlines.
    clips: usize,
    /// Pictures; the index of each is part of its id.
    bitmaps: Vec<Arc<Bitmap>>,
}

fn write_shape(out: &mut String, shape: &Shape, defined: &mut Defined) {
    // Writing to a `String` cannot fail.
    let _ = match shape {
        Shape::Fill(path, color) => {
            writeln!(out, "<path d=\"{}\" fill=\"{}\"{}/>", data(path), color.to_hex(), opacity("fill", *color))
        }
        Shape::Line(path, pen) => {
            let dash = pen.dash.map_or(String::new(), |(a, b)| format!(" stroke-dasharray=\"{a:.4} {b:.4}\""));
            let cap = if pen.round { " stroke-linecap=\"round\" stroke-linejoin=\"round\"" } else { "" };
            writeln!(
                out,
                "<path d=\"{}\" fill=\"none\" stroke=\"{}\"{} stroke-width=\"{:.4}\"{dash}{cap}/>",
                data(path),
                pen.color.to_hex(),
                opacity("stroke", pen.color),
                pen.width
            )
        }
        Shape::Clipped(path, shapes) => {
            defined.clips += 1;
            let id = defined.clips;
            let _ = writeln!(
                out,
                "<clipPath id=\"c{id}\"><path d=\"{}\"/></clipPath>\n<g clip-path=\"url(#c{id})\">",
                data(path)
            );
            for inner in shapes {
                write_shape(out, inner, defined);
            }
            writeln!(out, "</g>")
        }
        Shape::Image(image) => {
            let known = defined.bitmaps.iter().position(|bitmap| *bitmap == image.bitmap);
            let number = known.unwrap_or_else(|| {
                let number = defined.bitmaps.len();
                defined.bitmaps.push(Arc::clone(&image.bitmap));
                let _ = writeln!(
                    out,
                    "<defs><image id=\"i{number}\" width=\"1\" height=\"1\" preserveAspectRatio=\"none\" href=\"{}\"/></defs>",
                    data_uri(&image.bitmap)
                );
                number
            });
            let [a, b, c, d, e, f] = image.matrix(1.0);
            let matrix = format!("matrix({a:.4} {b:.4} {c:.4} {d:.4} {e:.4} {f:.4})");
            writeln!(out, "<use href=\"#i{number}\" transform=\"{matrix}\"/>")
        }
    };
}

fn opacity(what: &str, color: Color) -> String {
    if color.alpha < 1.0 { format!(" {what}-opacity=\"{:.2}\"", color.alpha) } else { String::new() }
}

fn data(path: &Path) -> String {
    let mut out = String::new();
    for piece in &path.0 {
        let _ = match piece {
            PathPiece::Move(p) => write!(out, "M{:.4} {:.4}", p.x, p.y),
            PathPiece::Line(p) => write!(out, "L{:.4} {:.4}", p.x, p.y),
            PathPiece::Quad(a, p) => write!(out, "Q{:.4} {:.4} {:.4} {:.4}", a.x, a.y, p.x, p.y),
            PathPiece::Cubic(a, b, p) => {
                write!(out, "C{:.4} {:.4} {:.4} {:.4} {:.4} {:.4}", a.x, a.y, b.x, b.y, p.x, p.y)
            }
            PathPiece::Close => write!(out, "Z"),
        };
    }
    out
}
