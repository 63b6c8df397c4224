//! Converts the bytes of a file to text: UTF-8, UTF-16 or Windows-1252, with or without a byte order mark.

use crate::error::{ExchangeError, ExchangeErrorKind};
use crate::limits;

/// Text of a file, with the encoding that was recognized.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DecodedText {
    pub(crate) text: String,
    /// Name of the encoding if it is not UTF-8.
    pub(crate) encoding: Option<&'static str>,
}

/// Letters of Windows-1252 from 0x80 to 0x9f; the other letters equal those of Unicode.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Converts bytes to text without a byte order mark.
///
/// # Errors
/// The file is too large, contains NUL bytes like a binary file, or begins with the mark of UTF-16 and is not valid UTF-16.
pub(crate) fn decode(bytes: &[u8]) -> Result<DecodedText, ExchangeError> {
    if bytes.len() > limits::FILE_BYTES {
        let message = format!("the file has {} bytes; at most {} are allowed", bytes.len(), limits::FILE_BYTES);
        return Err(ExchangeError::new(ExchangeErrorKind::TooLarge, message).hint("divide it into several files"));
    }
    let decoded = match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes)?,
        // Without a mark, the zero bytes of ordinary letters show the order.
        [first, 0, second, 0, ..] if *first != 0 && *second != 0 => utf16(bytes, u16::from_le_bytes)?,
        [0, first, 0, second, ..] if *first != 0 && *second != 0 => utf16(bytes, u16::from_be_bytes)?,
        _ => utf8(bytes),
    };
    if decoded.text.contains('\0') {
        let message = "the file has NUL characters, as files that are not text have";
        return Err(ExchangeError::new(ExchangeErrorKind::Encoding, message).hint("export the table as CSV or TSV"));
    }
    Ok(decoded)
}

fn utf8(bytes: &[u8]) -> DecodedText {
    match std::str::from_utf8(bytes) {
        Ok(text) => DecodedText { text: text.to_owned(), encoding: None },
        Err(_) => {
            let letter = |&byte: &u8| match byte {
                0x80..=0x9f => WINDOWS[usize::from(byte) - 0x80],
                _ => char::from(byte),
            };
            DecodedText { text: bytes.iter().map(letter).collect(), encoding: Some("Windows-1252") }
        }
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<DecodedText, ExchangeError> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    match text {
        Ok(text) if bytes.len().is_multiple_of(2) => Ok(DecodedText { text, encoding: Some("UTF-16") }),
        _ => {
            let message = "the file begins as UTF-16, but is not valid UTF-16";
            Err(ExchangeError::new(ExchangeErrorKind::Encoding, message).hint("save it as UTF-8"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn usual_encodings_give_the_same_text() {
        let text = "id,né€\nA,1\n";
        let utf16 = |unit: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
        let (little, big) = (utf16(u16::to_le_bytes), utf16(u16::to_be_bytes));
        let windows = b"id,n\xe9\x80\nA,1\n".to_vec();
        let with = |mark: &[u8], rest: &[u8]| [mark, rest].concat();
        for (bytes, encoding) in [
            (text.as_bytes().to_vec(), None),
            (with(b"\xef\xbb\xbf", text.as_bytes()), None),
            (with(b"\xff\xfe", &little), Some("UTF-16")),
            (with(b"\xfe\xff", &big), Some("UTF-16")),
            (little, Some("UTF-16")),
            (big, Some("UTF-16")),
            (windows, Some("Windows-1252")),
        ] {
            let decoded = decode(&bytes).unwrap();
            assert_eq!((decoded.text.as_str(), decoded.encoding), (text, encoding));
        }
    }

    #[test]
    fn other_bytes_are_refused() {
        assert!(decode(b"PK\x03\x04\0\0\0\0").is_err());
        assert!(decode(b"\xff\xfea\0b").is_err());
        assert!(decode(b"\xff\xfe\x00\xd8a\0").is_err());
        assert!(decode(&vec![b'a'; crate::limits::FILE_BYTES + 1]).is_err());
    }
}
