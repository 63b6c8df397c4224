//! Reads JSON with limits of depth and of the number of values.

use serde_json::Value;

use crate::decode::decode;
use crate::error::{ExchangeError, ExchangeErrorKind, quoted_message};
use crate::limits;

/// Parses a file.
///
/// # Errors
/// The file is not valid JSON, or exceeds a limit.
pub(crate) fn read_json(bytes: &[u8]) -> Result<Value, ExchangeError> {
    let text = decode(bytes)?.text;
    check_size(&text)?;
    serde_json::from_str(&text).map_err(|error| {
        let message = format!("this is not valid JSON: {}", quoted_message(&error));
        ExchangeError::new(ExchangeErrorKind::Syntax, message).at(error.line().max(1))
    })
}

/// Checks depth and number of values before they take memory.
fn check_size(text: &str) -> Result<(), ExchangeError> {
    let (mut depth, mut values, mut line) = (0usize, 0usize, 1usize);
    let (mut quoted, mut escaped) = (false, false);
    for byte in text.bytes() {
        line += usize::from(byte == b'\n');
        if quoted {
            quoted = escaped || byte != b'"';
            escaped = byte == b'\\' && !escaped;
            continue;
        }
        match byte {
            b'"' => quoted = true,
            b'[' | b'{' => (depth, values) = (depth + 1, values + 1),
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => values += 1,
            _ => {}
        }
        let too_large = |message: String| ExchangeError::new(ExchangeErrorKind::TooLarge, message).at(line);
        if depth > limits::NESTING {
            return Err(too_large(format!("values nest deeper than {} levels", limits::NESTING)));
        }
        if values > limits::VALUES {
            return Err(too_large(format!("the file has more than {} values", limits::VALUES)));
        }
    }
    Ok(())
}

/// Returns the text in a field; `None` if it is absent or no text.
pub(crate) fn text<'v>(value: &'v Value, field: &str) -> Option<&'v str> {
    value.get(field)?.as_str()
}

/// Returns the whole number in a field; `None` if it is absent or no such number.
pub(crate) fn number(value: &Value, field: &str) -> Option<u32> {
    u32::try_from(value.get(field)?.as_u64()?).ok()
}

/// Returns the items of a list in a field; empty if it is absent or no list.
pub(crate) fn items<'v>(value: &'v Value, field: &str) -> &'v [Value] {
    value.get(field).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_files_are_refused() {
        assert!(read_json(b"{\"a\": [1, 2]}").is_ok());
        let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
        let many = format!("[{}0]", "0,".repeat(limits::VALUES + 1));
        let open = "{\"a\": \"\\\"[[[\"".to_owned();
        for (text, kind) in [
            (deep, ExchangeErrorKind::TooLarge),
            (many, ExchangeErrorKind::TooLarge),
            (open, ExchangeErrorKind::Syntax),
            (String::new(), ExchangeErrorKind::Syntax),
        ] {
            assert_eq!(read_json(text.as_bytes()).unwrap_err().kind, kind);
        }
    }
}
