//! Ids of packs: what can be one, and how records name packs by them.

/// Whether a text can be the id of a pack. What names packs without a person having typed it names them so.
pub fn is_pack_id(text: &str) -> bool {
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    text.len() <= 64 && text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(letters)
}

/// A pack as records name it: `id`, `id@version` or `id@version#hash`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Named<'r> {
    pub(crate) id: &'r str,
    pub(crate) version: Option<&'r str>,
    pub(crate) rules: Option<&'r str>,
}

impl<'r> Named<'r> {
    pub(crate) fn of(text: &'r str) -> Named<'r> {
        let (name, rules) = text.split_once('#').map_or((text, None), |(name, rules)| (name, Some(rules)));
        let (id, version) = name.split_once('@').map_or((name, None), |(id, version)| (id, Some(version)));
        Named { id, version, rules }
    }
}
