//! Defines the kinds of thing that a word in a pack's files can name, for forms, completion, help and renaming.

use tilewright_core::catalog::declared::DeclaredKind;

/// Kind of thing that a word in a pack's files can name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WordKind {
    /// Thing that packs declare; the kind for books covers only declared books.
    Declared(DeclaredKind),
    /// Terrain or book, which are the headings of points.
    Book,
    /// Entry in `rules` that uses a module.
    Rule,
    /// Module of rules, own or from the library.
    Module,
    /// A parameter of a rule module, named `module.parameter`.
    Parameter,
    /// Text that players or designers read.
    Text,
    /// Id of a pack.
    Pack,
    /// Name that is local to a rule module.
    Local,
}

impl WordKind {
    /// Returns the text key of the kind's name.
    pub fn text(self) -> String {
        let word = match self {
            WordKind::Declared(DeclaredKind::Step) | WordKind::Local => "local",
            WordKind::Declared(kind) => kind.word(),
            WordKind::Book => DeclaredKind::Book.word(),
            WordKind::Rule | WordKind::Module => "module",
            WordKind::Parameter => "parameter",
            WordKind::Text => "text",
            WordKind::Pack => "pack",
        };
        format!("sort-{word}")
    }

    /// Returns the kind of thing that text keys with this prefix are about; `None` for steps, which have texts but no
    /// declaration.
    pub fn of_key(prefix: &str) -> Option<WordKind> {
        DeclaredKind::of_word(prefix).filter(|kind| *kind != DeclaredKind::Step).map(WordKind::Declared)
    }

    /// Returns the kind of thing that a parameter or argument names: in rules, books include terrains.
    pub fn in_rules(kind: DeclaredKind) -> WordKind {
        if kind == DeclaredKind::Book { WordKind::Book } else { WordKind::from(kind) }
    }

    /// Returns true if names of this kind are quoted in data.
    pub fn is_quoted(self) -> bool {
        let is_quoted = |kind| matches!(kind, DeclaredKind::Tile | DeclaredKind::Option);
        matches!(self, WordKind::Text | WordKind::Module | WordKind::Pack)
            || matches!(self, WordKind::Declared(kind) if is_quoted(kind))
    }
}

impl From<DeclaredKind> for WordKind {
    fn from(kind: DeclaredKind) -> WordKind {
        // Packs refer to steps by their names in code, not by a declaration.
        if kind == DeclaredKind::Step { WordKind::Local } else { WordKind::Declared(kind) }
    }
}
