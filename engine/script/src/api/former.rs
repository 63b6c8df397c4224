//! Words of the interface that had other names. They are understood, at the check and when a rule runs; the check tells of
//! them. Everything else knows the present words alone: help, completion, the reference.

/// What a word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    /// A function: `name(…)`.
    Function,
    /// A method: `thing:name(…)`.
    Method,
    /// A field of the settings that these functions take.
    Setting(&'static [&'static str]),
    /// A word that stands in a field of the settings that these functions take.
    Word(&'static [&'static str], &'static str),
}

/// A word that is another one now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Former {
    /// What it is.
    pub of: Of,
    /// The word before.
    pub old: &'static str,
    /// The word now.
    pub new: &'static str,
}

/// All of them.
pub const FORMER: &[Former] = &[
    Former { of: Of::Function, old: "put", new: "deploy" },
    Former { of: Of::Method, old: "parts", new: "segments" },
    Former { of: Of::Setting(&["pay_sheet"]), old: "last", new: "final" },
    Former { of: Of::Word(&["score", "amend"], "when"), old: "completed", new: "in_play" },
    Former { of: Of::Word(&["score"], "among"), old: "complete", new: "finished" },
];

/// What a function or method is called now.
pub(crate) fn renamed(of: Of, name: &str) -> Option<&'static str> {
    FORMER.iter().find(|former| former.of == of && former.old == name).map(|former| former.new)
}

/// What a setting of a function is called now.
pub(crate) fn setting(function: &str, name: &str) -> Option<&'static str> {
    let of = |former: &&Former| matches!(former.of, Of::Setting(functions) if functions.contains(&function));
    FORMER.iter().filter(of).find(|former| former.old == name).map(|former| former.new)
}

/// What a setting of a function was called before.
pub(crate) fn former_setting(function: &str, name: &str) -> Option<&'static str> {
    let of = |former: &&Former| matches!(former.of, Of::Setting(functions) if functions.contains(&function));
    FORMER.iter().filter(of).find(|former| former.new == name).map(|former| former.old)
}

/// What a word in a setting of a function is now.
pub(crate) fn word(function: &str, setting: &str, word: &str) -> Option<&'static str> {
    let of =
        |former: &&Former| matches!(former.of, Of::Word(all, in_it) if all.contains(&function) && in_it == setting);
    FORMER.iter().filter(of).find(|former| former.old == word).map(|former| former.new)
}
