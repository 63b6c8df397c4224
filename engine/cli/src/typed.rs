//! Reads lines that a user types, or that a program sends, with limits, since the input may be anything.

use std::io::{self, BufRead, ErrorKind, Read};

/// Maximum length of a line of standard input, in bytes.
pub(crate) const LINE_BYTES: usize = 64 << 10;
/// Number of bytes of a longer line that are skipped; a line that is longer still counts as endless.
const PASSED_OVER: usize = 16 << 20;

/// Result of reading a line.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum TypedLine {
    /// Line, with its line feed if it has one.
    Text(String),
    /// Line of more than [`LINE_BYTES`]; it was skipped.
    TooLong,
    /// End of the input.
    End,
}

/// Reads a line and limits its length.
///
/// # Errors
/// The input cannot be read, is not valid UTF-8, or has a line that does not end.
pub(crate) fn read_line(mut input: &mut dyn BufRead) -> io::Result<TypedLine> {
    let mut bytes = Vec::new();
    (&mut input).take(LINE_BYTES as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(TypedLine::End);
    }
    if bytes.len() <= LINE_BYTES || bytes.ends_with(b"\n") {
        let text =
            String::from_utf8(bytes).map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))?;
        return Ok(TypedLine::Text(text));
    }
    let mut left = PASSED_OVER;
    while left > 0 {
        let piece = input.fill_buf()?;
        if piece.is_empty() {
            return Ok(TypedLine::TooLong);
        }
        if let Some(feed) = piece.iter().position(|&byte| byte == b'\n') {
            input.consume(feed + 1);
            return Ok(TypedLine::TooLong);
        }
        let read = piece.len();
        input.consume(read);
        left = left.saturating_sub(read);
    }
    Err(io::Error::new(ErrorKind::InvalidData, "a line of it does not end"))
}

/// Returns the message about a line that is too long.
pub(crate) fn too_long() -> String {
    format!("that line is longer than {LINE_BYTES} bytes, so it was ignored")
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, repeat};

    use super::*;

    #[test]
    fn a_line_is_read_as_far_as_it_may_be_long() {
        let long = "x".repeat(LINE_BYTES + 1);
        let whole = "y".repeat(LINE_BYTES);
        let text = format!("one\n{long}\n\n{whole}\n{long}");
        let mut input = BufReader::new(text.as_bytes());
        let mut next = || read_line(&mut input).ok();
        assert_eq!(next(), Some(TypedLine::Text("one\n".to_owned())));
        assert_eq!(next(), Some(TypedLine::TooLong));
        assert_eq!(next(), Some(TypedLine::Text("\n".to_owned())));
        assert_eq!(next(), Some(TypedLine::Text(whole + "\n")));
        assert_eq!(next(), Some(TypedLine::TooLong));
        assert_eq!(next(), Some(TypedLine::End));
    }

    #[test]
    fn a_line_without_an_end_is_an_error() {
        let error = read_line(&mut BufReader::new(repeat(0))).map_err(|error| error.to_string());
        assert_eq!(error, Err("a line of it does not end".to_owned()));
        let error = read_line(&mut &b"\xff\n"[..]).map_err(|error| error.to_string());
        assert_eq!(error, Err("it is not UTF-8 text".to_owned()));
    }
}
