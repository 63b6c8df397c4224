//! Parses numbers on the command line. Error messages are in plain words, without the limits of a type.

use std::fmt;
use std::mem::size_of;

/// Reason why a text is not a number in the required range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NumberError {
    NotWhole,
    NotANumber,
    /// The minimum is this number.
    TooSmall(u64),
    /// The maximum is this number.
    TooLarge(u64),
    /// Minimum and maximum length in millimetres.
    Length(i16, i16),
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberError::NotWhole => f.write_str("it must be a whole number"),
            NumberError::NotANumber => f.write_str("it must be a number"),
            NumberError::TooSmall(least) => write!(f, "it must be at least {least}"),
            NumberError::TooLarge(most) => write!(f, "it must be at most {most}"),
            NumberError::Length(least, most) => write!(f, "it must be from {least} to {most} mm"),
        }
    }
}

impl std::error::Error for NumberError {}

/// Parses a whole number that fits into the type.
///
/// # Errors
/// The text is not a whole number, or the type cannot hold it.
pub(crate) fn whole<T: TryFrom<u64>>(text: &str) -> Result<T, NumberError> {
    parse_between::<T, 0, { u64::MAX }>(text)
}

/// Parses a whole number that is at least `LEAST`.
///
/// # Errors
/// The text is not a whole number, or is out of range.
pub(crate) fn at_least<T: TryFrom<u64>, const LEAST: u64>(text: &str) -> Result<T, NumberError> {
    parse_between::<T, LEAST, { u64::MAX }>(text)
}

/// Parses a whole number from `LEAST` to `MOST`, both included.
///
/// # Errors
/// The text is not a whole number, or is out of range.
pub(crate) fn parse_between<T: TryFrom<u64>, const LEAST: u64, const MOST: u64>(text: &str) -> Result<T, NumberError> {
    let most = MOST.min(u64::MAX >> (64 - 8 * size_of::<T>()));
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NumberError::NotWhole);
    }
    let is_negative = text.starts_with('-') && digits.bytes().any(|digit| digit != b'0');
    // `None` for a number of more than 64 bits, which is above any limit.
    let number: Option<u64> = digits.parse().ok();
    if is_negative || number.is_some_and(|number| number < LEAST) {
        return Err(NumberError::TooSmall(LEAST));
    }
    let read = number.filter(|&number| number <= most).and_then(|number| T::try_from(number).ok());
    read.ok_or(NumberError::TooLarge(most))
}

/// Parses a length in millimetres from `LEAST` to `MOST`, both included.
///
/// # Errors
/// The text is not a number, or is out of range.
pub(crate) fn millimetres<const LEAST: i16, const MOST: i16>(text: &str) -> Result<f32, NumberError> {
    let number: f32 = text.parse().map_err(|_| NumberError::NotANumber)?;
    match (f32::from(LEAST)..=f32::from(MOST)).contains(&number) {
        true => Ok(number),
        false => Err(NumberError::Length(LEAST, MOST)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_text<T>(read: Result<T, NumberError>) -> String {
        read.err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn numbers_out_of_range_are_told_with_the_limit_that_they_break() {
        assert_eq!(parse_between::<u16, 8, 2048>("8"), Ok(8));
        assert_eq!(parse_between::<u16, 8, 2048>("+2048"), Ok(2048));
        assert_eq!(error_text(parse_between::<u16, 8, 2048>("7")), "it must be at least 8");
        assert_eq!(error_text(parse_between::<u16, 8, 2048>("99999999999999999999999")), "it must be at most 2048");
        assert_eq!(error_text(parse_between::<u16, 8, 2048>("many")), "it must be a whole number");
        assert_eq!(error_text(at_least::<u64, 2>("1")), "it must be at least 2");
        assert_eq!(error_text(at_least::<u64, 2>("-4")), "it must be at least 2");
        assert_eq!(error_text(at_least::<u64, 2>("2.5")), "it must be a whole number");
        assert_eq!(at_least::<u64, 2>("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(error_text(at_least::<u64, 2>("18446744073709551616")), "it must be at most 18446744073709551615");
        assert_eq!(whole::<u8>("-0"), Ok(0));
        assert_eq!(error_text(whole::<u8>("300")), "it must be at most 255");
        assert_eq!(error_text(whole::<u8>("")), "it must be a whole number");
        assert_eq!(error_text(millimetres::<10, 150>("9")), "it must be from 10 to 150 mm");
    }
}
