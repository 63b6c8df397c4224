//! Reads XML into a tree of elements with lines: without document types, entities and deep nesting.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::decode::decode;
use crate::error::{ExchangeError, ExchangeErrorKind, brief, quoted_message};
use crate::limits;

/// Element with its attributes, texts and elements.
#[derive(Clone, Debug, Default)]
pub(crate) struct XmlElement {
    /// Name without the prefix of its namespace.
    pub(crate) name: String,
    /// Line on which the element begins, counted from 1.
    pub(crate) line: usize,
    attributes: Vec<(String, String)>,
    /// Joined texts between its elements.
    pub(crate) text: String,
    pub(crate) elements: Vec<XmlElement>,
}

impl XmlElement {
    /// Returns the value of an attribute; `None` if it is absent.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the attributes with their names.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the whole number in an attribute; `None` if it is absent or not such a number.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        self.attribute(name)?.trim().parse().ok()
    }

    /// Returns the elements with a name.
    pub(crate) fn all<'x>(&'x self, name: &'x str) -> impl Iterator<Item = &'x XmlElement> {
        self.elements.iter().filter(move |element| element.name == name)
    }

    /// Returns the first element with a name.
    pub(crate) fn first<'x>(&'x self, name: &'x str) -> Option<&'x XmlElement> {
        self.all(name).next()
    }
}

/// Parses the root element of a file.
///
/// # Errors
/// The file is not valid XML, has a document type or an unknown entity, or exceeds a limit.
pub(crate) fn read_xml(bytes: &[u8]) -> Result<XmlElement, ExchangeError> {
    let text = decode(bytes)?.text;
    let mut reader = Reader::from_str(&text);
    reader.config_mut().check_end_names = true;
    let mut lines = LineCounter { text: text.as_bytes(), at: 0, line: 1 };
    // The elements that are open, with the root's parent first.
    let mut open = vec![XmlElement::default()];
    let mut count = 0usize;
    loop {
        let line = lines.at(reader.buffer_position() as usize);
        let wrong = |message: String| ExchangeError::new(ExchangeErrorKind::Syntax, message).at(line);
        let event = reader.read_event().map_err(|error| {
            let line = lines.at(reader.error_position() as usize);
            ExchangeError::new(ExchangeErrorKind::Syntax, format!("this is not valid XML: {}", quoted_message(&error)))
                .at(line)
        })?;
        match event {
            Event::Start(start) => {
                open.push(read_element(&start, line, &mut count)?);
                if open.len() > limits::NESTING + 1 {
                    let message = format!("elements nest deeper than {} levels", limits::NESTING);
                    return Err(ExchangeError::new(ExchangeErrorKind::TooLarge, message).at(line));
                }
            }
            Event::Empty(start) => {
                let element = read_element(&start, line, &mut count)?;
                if let Some(parent) = open.last_mut() {
                    parent.elements.push(element);
                }
            }
            Event::End(_) => {
                let element = open.pop().filter(|_| !open.is_empty());
                match (element, open.last_mut()) {
                    (Some(element), Some(parent)) => parent.elements.push(element),
                    _ => return Err(wrong("an element ends that has not begun".to_owned())),
                }
            }
            Event::Text(text) => {
                let text = text
                    .decode()
                    .map_err(|error| wrong(format!("a text cannot be read: {}", quoted_message(&error))))?;
                add_text(&mut open, &text);
            }
            Event::CData(text) => {
                let text = text
                    .decode()
                    .map_err(|error| wrong(format!("a text cannot be read: {}", quoted_message(&error))))?;
                add_text(&mut open, &text);
            }
            Event::GeneralRef(reference) => {
                let name = reference
                    .decode()
                    .map_err(|error| wrong(format!("an entity cannot be read: {}", quoted_message(&error))))?;
                let Some(letter) = entity(&name) else {
                    return Err(wrong(format!("the entity `&{};` is not known", brief(&name))));
                };
                add_text(&mut open, letter.encode_utf8(&mut [0; 4]));
            }
            Event::DocType(_) => {
                let error = wrong("the file has a document type, which is not read".to_owned());
                return Err(error.hint("remove the `<!DOCTYPE …>`"));
            }
            Event::Eof => break,
            _ => {}
        }
    }
    let mut roots = open.pop().filter(|_| open.is_empty()).map(|above| above.elements).unwrap_or_default();
    match roots.len() {
        1 => Ok(roots.remove(0)),
        0 => Err(ExchangeError::new(ExchangeErrorKind::Syntax, "an element does not end, or the file has no element")),
        _ => Err(ExchangeError::new(ExchangeErrorKind::Syntax, "the file has several root elements").at(roots[1].line)),
    }
}

fn add_text(open: &mut [XmlElement], text: &str) {
    if let Some(element) = open.last_mut() {
        element.text.push_str(text);
    }
}

/// Returns the character that an entity means: one of the five of XML, or a number.
fn entity(name: &str) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}

fn read_element(start: &BytesStart<'_>, line: usize, count: &mut usize) -> Result<XmlElement, ExchangeError> {
    let wrong = |message: String| ExchangeError::new(ExchangeErrorKind::Syntax, message).at(line);
    let local =
        |name: &[u8]| String::from_utf8_lossy(name.rsplit(|&byte| byte == b':').next().unwrap_or(name)).into_owned();
    let mut element = XmlElement { name: local(start.name().as_ref()), line, ..XmlElement::default() };
    *count += 1;
    // The usual check for equal names compares all pairs.
    for attribute in start.attributes().with_checks(false) {
        let attribute =
            attribute.map_err(|error| wrong(format!("an attribute cannot be read: {}", quoted_message(&error))))?;
        let written = String::from_utf8_lossy(&attribute.value);
        let value = match written.contains('&') {
            true => expand_entities(&written).ok_or_else(|| wrong("an attribute has an unknown entity".to_owned()))?,
            false => written.into_owned(),
        };
        element.attributes.push((local(attribute.key.as_ref()), value));
        *count += 1;
    }
    if *count > limits::ELEMENTS {
        let message = format!("the file has more than {} elements and attributes", limits::ELEMENTS);
        return Err(ExchangeError::new(ExchangeErrorKind::TooLarge, message).at(line));
    }
    Ok(element)
}

/// Replaces entities by their characters; `None` if one is unknown.
fn expand_entities(text: &str) -> Option<String> {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        expanded.push_str(&rest[..start]);
        let end = start + rest[start..].find(';')?;
        expanded.push(entity(&rest[start + 1..end])?);
        rest = &rest[end + 1..];
    }
    expanded.push_str(rest);
    Some(expanded)
}

/// Counts lines up to ascending positions.
struct LineCounter<'t> {
    text: &'t [u8],
    at: usize,
    line: usize,
}

impl LineCounter<'_> {
    /// Returns the line of the first visible byte at or after a position.
    fn at(&mut self, position: usize) -> usize {
        let end = position.clamp(self.at, self.text.len());
        self.line += self.text[self.at..end].iter().filter(|&&byte| byte == b'\n').count();
        self.at = end;
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_have_attributes_texts_and_lines() {
        let text = "\u{feff}<?xml version=\"1.0\"?>\n<!-- c -->\n<a:defs xmlns:a=\"x\">\n  <tile id=\"A &amp; B\"><road>W E</road></tile>\n  <tile id='C'/>\n</a:defs>\n";
        let root = read_xml(text.as_bytes()).unwrap();
        assert_eq!((&*root.name, root.line), ("defs", 3));
        let tiles: Vec<_> = root.all("tile").collect();
        assert_eq!((tiles[0].attribute("id"), tiles[0].line), (Some("A & B"), 4));
        assert_eq!((&*tiles[0].first("road").unwrap().text, tiles[1].line), ("W E", 5));
    }

    #[test]
    fn hostile_files_are_refused_with_a_line() {
        let bomb = "<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]>\n<a>&c;</a>";
        let deep = format!("{}{}", "<a>".repeat(100), "</a>".repeat(100));
        let far = "<a x=\"&file;\"/>";
        for (text, kind) in [
            (bomb, ExchangeErrorKind::Syntax),
            (&deep, ExchangeErrorKind::TooLarge),
            (far, ExchangeErrorKind::Syntax),
            ("<a>&c;</a>", ExchangeErrorKind::Syntax),
            ("<a>", ExchangeErrorKind::Syntax),
            ("<a></b>", ExchangeErrorKind::Syntax),
            ("</a>", ExchangeErrorKind::Syntax),
            ("", ExchangeErrorKind::Syntax),
            ("<a/><b/>", ExchangeErrorKind::Syntax),
            ("<a b=c/>", ExchangeErrorKind::Syntax),
        ] {
            assert_eq!(read_xml(text.as_bytes()).unwrap_err().kind, kind, "{text}");
        }
    }
}
