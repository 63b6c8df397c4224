//! Defines the kinds of thing that a word in a pack's files can name, for forms, completion, help and renaming.

use tilewright_core::catalog::declared::DeclaredKind;

/// Kind of thing that a word in a pack's files can name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
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

impl Sort {
    /// Returns the text key of the kind's name.
    pub fn text(self) -> String {
        let word = match self {
            Sort::Declared(DeclaredKind::Step) | Sort::Local => "local",
            Sort::Declared(kind) => kind.word(),
            Sort::Book => DeclaredKind::Book.word(),
            Sort::Rule | Sort::Module => "module",
            Sort::Parameter => "parameter",
            Sort::Text => "text",
            Sort::Pack => "pack",
        };
        format!("sort-{word}")
    }

    /// Returns the kind of thing that text keys with this prefix are about; `None` for steps, which have texts but no
    /// declaration.
    pub fn of_key(prefix: &str) -> Option<Sort> {
        DeclaredKind::of_word(prefix).filter(|kind| *kind != DeclaredKind::Step).map(Sort::Declared)
    }

    /// Returns the kind of thing that a parameter or argument names: in rules, books include terrains.
    pub fn in_rules(kind: DeclaredKind) -> Sort {
        if kind == DeclaredKind::Book { Sort::Book } else { Sort::from(kind) }
    }

    /// Returns true if names of this kind are quoted in data.
    pub fn is_quoted(self) -> bool {
        let is_quoted = |kind| matches!(kind, DeclaredKind::Tile | DeclaredKind::Option);
        matches!(self, Sort::Text | Sort::Module | Sort::Pack)
            || matches!(self, Sort::Declared(kind) if is_quoted(kind))
    }
}

impl From<DeclaredKind> for Sort {
    fn from(kind: DeclaredKind) -> Sort {
        // Packs refer to steps by their names in code, not by a declaration.
        if kind == DeclaredKind::Step { Sort::Local } else { Sort::Declared(kind) }
    }
}
