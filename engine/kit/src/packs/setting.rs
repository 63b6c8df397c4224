//! Parses values that users set for one run, such as `tiles.T1.count=5`.

use std::fmt;

use tilewright_core::catalog::Value;
use tilewright_pack::parse_value;

/// Prefix that distinguishes an option from the path of a value.
const OPTION: &str = "option:";

/// Reason why a text does not set a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingError {
    /// The text has no `=` with a value after it.
    NoValue {
        /// Text of the user.
        text: String,
    },
    /// The name before `=` is neither a path nor an option with the prefix `option:`.
    NoPath {
        /// Name before `=`.
        name: String,
    },
}

impl SettingError {
    /// Returns advice that begins with a verb.
    pub fn hint(&self) -> String {
        match self {
            SettingError::NoValue { text } => format!("write `{text}=VALUE`"),
            SettingError::NoPath { name } => format!(
                "write SECTION.NAME.FIELD=VALUE, such as `tiles.T1.count=5`, or `option:{name}=VALUE` for an option"
            ),
        }
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingError::NoValue { text } => write!(f, "`{text}` has no value"),
            SettingError::NoPath { name } => write!(f, "`{name}` is not the path of a value in a pack"),
        }
    }
}

impl std::error::Error for SettingError {}

/// Parses `PATH=VALUE` or `option:NAME=VALUE` into the name and value of a chosen option. Loading the packs checks
/// the path.
///
/// # Errors
/// The text has another form.
pub fn parse_setting(text: &str) -> Result<(String, Value), SettingError> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) if !value.trim().is_empty() => (name.trim(), value),
        _ => return Err(SettingError::NoValue { text: text.trim_end_matches('=').trim().to_owned() }),
    };
    let option = name.strip_prefix(OPTION).filter(|option| !option.contains('.'));
    if option.is_none() && !name.contains('.') {
        return Err(SettingError::NoPath { name: name.to_owned() });
    }
    Ok((option.unwrap_or(name).to_owned(), parse_value(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_options_are_told_apart() {
        let parsed = |text: &str| parse_setting(text).map(|(name, value)| format!("{name} = {value:?}"));
        assert_eq!(parsed("tiles.T1.count = 5").as_deref(), Ok("tiles.T1.count = Int(5)"));
        assert_eq!(parsed("rules.errands=off").as_deref(), Ok("rules.errands = Text(\"off\")"));
        assert_eq!(parsed("option:size=2").as_deref(), Ok("size = Int(2)"));
        assert_eq!(parsed("option:guide:size=2").as_deref(), Ok("guide:size = Int(2)"));
        for wrong in ["size=2", "tiles.T1.count", "tiles.T1.count=", "", "=", "="] {
            let error = parsed(wrong).unwrap_err();
            assert!(!error.to_string().is_empty() && error.hint().starts_with("write"), "{wrong}");
        }
    }
}
