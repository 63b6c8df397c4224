//! File formats of pictures.

use std::path::Path;

use crate::pdf::picture_pdf;
use crate::raster::{TooLarge, png};
use crate::scene::Scene;
use crate::svg::svg;

/// File format of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFormat {
    /// Pixels with opacity.
    Png,
    /// Shapes as text, for browsers and drawing programs.
    Svg,
    /// A single page of shapes, for documents and printers.
    Pdf,
}

impl PictureFormat {
    /// All formats.
    pub const ALL: [PictureFormat; 3] = [PictureFormat::Png, PictureFormat::Svg, PictureFormat::Pdf];

    /// Returns the extension of files in this format, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            PictureFormat::Png => "png",
            PictureFormat::Svg => "svg",
            PictureFormat::Pdf => "pdf",
        }
    }

    /// Returns the format of a file by its extension, in either case; `None` if the extension is unknown.
    pub fn from_path(path: &Path) -> Option<PictureFormat> {
        let ending = path.extension()?.to_str()?;
        PictureFormat::ALL.into_iter().find(|format| format.ending().eq_ignore_ascii_case(ending))
    }

    /// Writes a scene as the bytes of a file, one cell `pixels` wide.
    ///
    /// # Errors
    /// The picture has more pixels than the format allows, or none.
    pub fn write(self, scene: &Scene, pixels: f32) -> Result<Vec<u8>, TooLarge> {
        match self {
            PictureFormat::Png => png(scene, pixels),
            PictureFormat::Svg => Ok(svg(scene, pixels).into_bytes()),
            PictureFormat::Pdf => picture_pdf(scene, pixels),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_name_formats() {
        for format in PictureFormat::ALL {
            let name = format!("board.{}", format.ending().to_uppercase());
            assert_eq!(PictureFormat::from_path(Path::new(&name)), Some(format));
        }
        assert_eq!(PictureFormat::from_path(Path::new("board")), None);
        assert_eq!(PictureFormat::from_path(Path::new("board.gif")), None);
    }
}
