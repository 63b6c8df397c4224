//! The sorts of things that words in the files of a pack can name, for forms, completion, help and renaming.

use tilewright_core::catalog::declared::DeclaredKind;

/// A sort of thing that a word in the files of a pack can name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Something that packs declare. A book is one that is declared as such.
    Declared(DeclaredKind),
    /// A terrain or a book, under which points are entered.
    Book,
    /// A use of a rule.
    Rule,
    /// A module with rules.
    Module,
    /// A parameter of a rule module, named `module.parameter`.
    Parameter,
    /// A text for people.
    Text,
    /// A pack.
    Pack,
    /// A name within a rule module.
    Local,
}

impl Sort {
    /// Returns the key of its name in the texts of the editor.
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

    /// Finds what the keys of texts that begin with a word are about. Steps have texts, and no declaration.
    pub fn of_key(prefix: &str) -> Option<Sort> {
        DeclaredKind::of_word(prefix).filter(|kind| *kind != DeclaredKind::Step).map(Sort::Declared)
    }

    /// Returns what a parameter or argument of this kind names: rules find terrains among the books.
    pub fn in_rules(kind: DeclaredKind) -> Sort {
        if kind == DeclaredKind::Book { Sort::Book } else { Sort::from(kind) }
    }

    /// Returns true if such names are written in quotation marks in data.
    pub fn is_quoted(self) -> bool {
        let is_quoted = |kind| matches!(kind, DeclaredKind::Tile | DeclaredKind::Option);
        matches!(self, Sort::Text | Sort::Module | Sort::Pack)
            || matches!(self, Sort::Declared(kind) if is_quoted(kind))
    }
}

impl From<DeclaredKind> for Sort {
    fn from(kind: DeclaredKind) -> Sort {
        // Steps are called by their words, and as rules ask for them.
        if kind == DeclaredKind::Step { Sort::Local } else { Sort::Declared(kind) }
    }
}
