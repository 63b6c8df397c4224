//! Validates the ids of packs, and reads the names of packs in records.

/// True if a text can be the id of a pack. Records, locks and archives must name packs by such ids.
pub fn is_pack_id(text: &str) -> bool {
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    text.len() <= 64 && text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(letters)
}

/// Name of a pack as records write it: `id`, `id@version` or `id@version#hash`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PackName<'r> {
    pub(crate) id: &'r str,
    pub(crate) version: Option<&'r str>,
    pub(crate) rules: Option<&'r str>,
}

impl<'r> PackName<'r> {
    pub(crate) fn parse(text: &'r str) -> PackName<'r> {
        let (name, rules) = text.split_once('#').map_or((text, None), |(name, rules)| (name, Some(rules)));
        let (id, version) = name.split_once('@').map_or((name, None), |(id, version)| (id, Some(version)));
        PackName { id, version, rules }
    }
}
