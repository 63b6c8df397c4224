//! Generates the reference of the format from the grammar.

use std::fmt::Write;

use super::notation::NOTATIONS;
use super::{FILES, Field, Kind, SECTIONS, STEPS, Struct, structs};

/// Heading of the group of notations that are valid in many places.
pub const NOTATION_GROUP: &str = "Shared notations";

/// Entry of the reference: a struct, a file, a step or a notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReferenceEntry {
    /// Search words: first words of files, fields that hold it, its name.
    pub words: Vec<&'static str>,
    /// Heading of the entry.
    pub title: String,
    /// Heading of the group that contains the entry.
    pub group: &'static str,
    /// Text of the entry as Markdown.
    pub text: String,
}

/// Returns all entries of the reference in reading order: files and sections, structs within them, steps, notations.
pub fn reference() -> Vec<ReferenceEntry> {
    let mut all = Vec::new();
    for file in FILES {
        let mut text = format!("{}\n", file.doc);
        let _ = writeln!(text, "\nLocation: {}.", place(file.place));
        let mut title = format!("{}(…)", file.word);
        match file.values {
            [("", Kind::Fields(of))] => text.push_str(&table(of)),
            values => {
                let shown: Vec<String> = values.iter().map(|(_, kind)| kind.describe()).collect();
                title =
                    format!("{}({})", file.word, values.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "));
                let _ = writeln!(text, "\nHolds {}.", shown.join(", then "));
            }
        }
        all.push(ReferenceEntry { words: vec![file.word], title, group: "Files", text });
    }
    for section in SECTIONS {
        let mut text = format!("{}\n\nThe field `{}` of `Pack(…)`, ", section.doc, section.field);
        let _ = match section.many {
            Some(many) => writeln!(text, "or files `{many}([…])` and `{}(…)`.", section.one),
            None => writeln!(text, "or a file `{}(…)`.", section.one),
        };
        text.push_str(&table(section.item));
        if let Some((word, needed)) = section.text {
            let must = if needed { "Each needs" } else { "Each may have" };
            let _ = writeln!(text, "\n{must} a text `{word}.ID`.");
        }
        let words = [section.field, section.item.key, section.one].into_iter().chain(section.many).collect();
        all.push(ReferenceEntry { words, title: section.one.to_owned(), group: "Declarations", text });
    }
    for of in structs(|_| true) {
        let is_told = FILES.iter().any(|file| matches!(file.values, [("", Kind::Fields(other))] if *other == of))
            || SECTIONS.iter().any(|section| section.item == of)
            || STEPS.iter().any(|step| step.of == *of);
        if !is_told {
            let text = format!("{}\n{}", of.doc, table(of));
            all.push(ReferenceEntry {
                words: vec![of.key],
                title: of.what.to_owned(),
                group: "Nested structures",
                text,
            });
        }
    }
    for step in STEPS {
        let text = format!("{}\n{}", step.of.doc, table(&step.of));
        let word = step.word.text();
        all.push(ReferenceEntry { words: vec![word, "step"], title: word.to_owned(), group: "Steps", text });
    }
    all.extend(NOTATIONS.iter().map(|notation| ReferenceEntry {
        words: notation.words.to_vec(),
        title: notation.title.to_owned(),
        group: NOTATION_GROUP,
        text: format!("{}\nFor example:\n\n```ron\n{}\n```\n", notation.doc, notation.example),
    }));
    all
}

fn place(place: &str) -> String {
    if place.contains('/') || place.contains('.') { format!("`{place}`") } else { place.to_owned() }
}

/// Returns a Markdown table of the visible fields of a struct.
fn table(of: &Struct) -> String {
    let mut text = String::from("\n| field | value | default | meaning |\n|---|---|---|---|\n");
    for field in of.fields.iter().filter(|field| !field.hidden) {
        let _ =
            writeln!(text, "| `{}` | {} | {} | {} |", field.name, field.kind.describe(), field.left_out(), field.doc);
    }
    if let Some(further) = of.further {
        let _ = writeln!(text, "\nFurther fields: {further}.");
    }
    text
}

impl Field {
    /// Describes the value that holds if the field is left out.
    fn left_out(&self) -> String {
        match (self.needed, self.default, self.kind) {
            (true, ..) => "required".to_owned(),
            (_, Some(default), _) => format!("`{default}`"),
            (_, None, Kind::Flag) => "`false`".to_owned(),
            _ => "–".to_owned(),
        }
    }
}

impl Kind {
    /// Describes the accepted values in words.
    pub fn describe(&self) -> String {
        let words = |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        match self {
            Kind::Id => "a name".to_owned(),
            Kind::Flag => "`true` or `false`".to_owned(),
            Kind::Int(least, most) => match (*least <= i64::from(i32::MIN), *most >= i64::from(i32::MAX)) {
                (true, true) => "a whole number".to_owned(),
                (false, true) => format!("a whole number from {least}"),
                (true, false) => format!("a whole number up to {most}"),
                (false, false) => format!("{least} to {most}"),
            },
            Kind::Text => "a text".to_owned(),
            Kind::Written(form) => format!("such as `{form}`"),
            Kind::Colour => "a colour, `\"#rrggbb\"`".to_owned(),
            Kind::OneOf(all) => words(all),
            Kind::Name(sort) => format!("the name of {} {}", article(sort.word()), sort.word()),
            Kind::NameOr(sort, word) => format!("the name of {} {}, or `{word}`", article(sort.word()), sort.word()),
            Kind::Module => "the name of a rule module".to_owned(),
            Kind::Pack => "the id of a pack and a range of versions".to_owned(),
            Kind::Pair => "two numbers, `(x, y)`".to_owned(),
            Kind::Port => "a side such as `N`, or a port of one such as `NL`, `NR` or `N1`".to_owned(),
            Kind::List(of) => format!("a list of: {}", of.describe()),
            Kind::Map(key, value) => format!("a map from {} to {}", key.describe(), value.describe()),
            Kind::Fields(of) => format!("the fields of {}", of.what),
            Kind::Forms(forms) => {
                let form = |form: &super::Form| match form.values {
                    [] => format!("`{}`", form.word),
                    // A single word is listed, because readers could mistake its label for a value.
                    [(_, Kind::OneOf(all))] => {
                        all.iter().map(|word| format!("`{}({word})`", form.word)).collect::<Vec<_>>().join(", ")
                    }
                    values => {
                        format!("`{}({})`", form.word, values.iter().map(|(n, _)| *n).collect::<Vec<_>>().join(", "))
                    }
                };
                forms.iter().map(form).collect::<Vec<_>>().join(", ")
            }
            Kind::Either(ways) => ways.iter().map(|way| way.kind.describe()).collect::<Vec<_>>().join("; or "),
            Kind::Step => "a step".to_owned(),
            Kind::Item(section) => format!("an entry of `{section}`"),
            Kind::Part => "a part of a tile, such as `road(at: [N])`".to_owned(),
            Kind::PartName([]) => "the name of a part".to_owned(),
            Kind::PartName(all) => format!("{}, or the name of a part", words(all)),
            Kind::Condition => "a condition".to_owned(),
            Kind::Raw(what) => (*what).to_owned(),
        }
    }
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::load_on_demo;

    #[test]
    fn examples_of_notations_load() {
        for notation in NOTATIONS {
            let findings = load_on_demo(notation.example);
            assert_eq!(findings, "", "{}", notation.title);
        }
    }
}
