//! Checks the markup of an SVG file before it is parsed, so that no parser sees a document that could exhaust it.

use crate::error::PictureFileError;
use crate::svg::{MAX_SVG_DEPTH, MAX_SVG_ELEMENTS};

/// Maximum number of attributes of an element. Parsers compare each attribute with all others.
const MAX_ATTRIBUTES: usize = 256;

/// Checks that a document has no DOCTYPE and no processing instruction, and obeys the limits of elements, depth and
/// attributes.
///
/// # Errors
/// The document does not obey a limit, or a tag does not end.
pub(super) fn check(text: &str) -> Result<(), PictureFileError> {
    let mut rest = text;
    let (mut elements, mut depth) = (0, 0_usize);
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        rest = if let Some(comment) = rest.strip_prefix("!--") {
            after(comment, "-->")?
        } else if let Some(data) = rest.strip_prefix("![CDATA[") {
            after(data, "]]>")?
        } else if rest.starts_with('!') {
            return Err(PictureFileError::Unsupported("SVG with a DOCTYPE"));
        } else if let Some(declaration) = rest.strip_prefix('?') {
            // Only the XML declaration is allowed, which is the first markup of the file.
            if elements > 0 || !declaration.starts_with("xml ") {
                return Err(PictureFileError::Unsupported("SVG with a processing instruction"));
            }
            after(declaration, "?>")?
        } else if let Some(end) = rest.strip_prefix('/') {
            depth = depth.checked_sub(1).ok_or(PictureFileError::Damaged)?;
            after(end, ">")?
        } else {
            let tag = tag_end(rest)?;
            elements += 1;
            depth += 1;
            if elements > MAX_SVG_ELEMENTS || depth > MAX_SVG_DEPTH {
                return Err(PictureFileError::SvgTooComplex);
            }
            if rest[..tag].ends_with('/') {
                depth -= 1;
            }
            &rest[tag + 1..]
        };
    }
    Ok(())
}

/// Returns the text after a mark.
///
/// # Errors
/// The text does not contain the mark.
fn after<'a>(text: &'a str, mark: &str) -> Result<&'a str, PictureFileError> {
    text.find(mark).map(|at| &text[at + mark.len()..]).ok_or(PictureFileError::CutOff)
}

/// Returns the position of the `>` that ends a tag, outside of attribute values.
///
/// # Errors
/// The tag does not end, or has too many attributes.
fn tag_end(text: &str) -> Result<usize, PictureFileError> {
    let (mut quote, mut values) = (None, 0);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => {
                quote = Some(byte);
                values += 1;
                if values > MAX_ATTRIBUTES {
                    return Err(PictureFileError::SvgTooComplex);
                }
            }
            (None, b'>') => return Ok(at),
            (None, _) => {}
        }
    }
    Err(PictureFileError::CutOff)
}
