//! Words of the format that had other names: files that were written with them are understood, and told of.
//!
//! The grammar has the former words beside the present ones. What is written with former words is given the present ones
//! as soon as a file is read, so that nobody after this knows of them. Words keep their places.

use tilewright_core::diag::Span;

use crate::findings::{Report, codes};
use crate::read::syntax::{Node, NodeShape, Word};
use crate::schema::{FILES, Field, Form, Kind, PART, SECTIONS, STEPS, Section, Struct};

/// Gives a file the present words, and tells of each that was another one.
pub(crate) fn renew(file: &mut Node, report: &Report) {
    let Some(head) = file.head() else { return };
    let former = SECTIONS.iter().find_map(|section| {
        let was = section.was?;
        let words = [(was.many, section.many.unwrap_or(section.one)), (was.one, section.one)];
        words.into_iter().find(|(old, _)| **old == *head.value)
    });
    let word = former.map_or(&*head.value, |(_, new)| new);
    if let Some((old, new)) = former {
        tell(old, new, head.span, true, report);
        set_head(file, new);
    }
    if let Some(section) = Section::by_many(word) {
        items(file, |list| each(list, &mut |item| fields(item, section.item, report)));
    } else if let Some(section) = Section::by_one(word) {
        fields(file, section.item, report);
    } else if word == "Texts" {
        texts(file, report);
    } else if let Some([("", Kind::Fields(of))]) = FILES.iter().find(|f| f.word == word).map(|f| f.values) {
        fields(file, of, report);
    }
}

/// Tells of a former word. Where the present one is there too, somebody has to choose.
pub(crate) fn tell(old: &str, new: &str, at: Span, is_safe: bool, report: &Report) {
    let finding = codes::FORMER_WORD.at(at, format!("`{old}` is called `{new}` now"));
    report.add(if is_safe { finding.new_name(old, new) } else { finding.hint(format!("`{new}` is here too")) });
}

fn set_head(node: &mut Node, new: &str) {
    match &mut node.shape {
        NodeShape::Word(word) => *word = new.into(),
        NodeShape::Tuple(Some(word), _) | NodeShape::Struct(Some(word), _) => word.value = new.into(),
        _ => {}
    }
}

fn items(node: &mut Node, mut of: impl FnMut(&mut Node)) {
    if let NodeShape::List(items) | NodeShape::Tuple(_, items) = &mut node.shape {
        items.iter_mut().for_each(&mut of);
    }
}

/// Every item of a list, or what stands in its place alone; also of those that an override adds or removes.
fn each(node: &mut Node, of: &mut dyn FnMut(&mut Node)) {
    match &mut node.shape {
        NodeShape::List(items) => items.iter_mut().for_each(of),
        NodeShape::Tuple(Some(word), inner) if is_change(word) => inner.iter_mut().for_each(|list| each(list, of)),
        _ => of(node),
    }
}

/// Whether a word says that an override changes a list.
fn is_change(word: &Word) -> bool {
    matches!(&*word.value, "add" | "remove")
}

/// The fields of a struct, and what stands in them.
fn fields(node: &mut Node, of: &'static Struct, report: &Report) {
    let NodeShape::Struct(_, written) = &mut node.shape else { return };
    for at in 0..written.len() {
        let name = &written[at].0;
        let former = of.fields.iter().find(|field| field.was == Some(&*name.value));
        if let Some((field, old)) = former.and_then(|field| Some((field, field.was?))) {
            let is_safe = written.iter().all(|(other, _)| *other.value != *field.name);
            tell(old, field.name, written[at].0.span, is_safe, report);
            written[at].0.value = field.name.into();
        }
        let (name, value) = &mut written[at];
        if let Some(field) = of.field(&name.value) {
            words(value, field, report);
            within(value, &field.kind, report);
        }
    }
}

/// Words in a field that were others before.
fn words(node: &mut Node, field: &Field, report: &Report) {
    if field.words_were.is_empty() {
        return;
    }
    each(node, &mut |node| {
        let head = node.as_word().or_else(|| node.head());
        let former = head.and_then(|head| Some((head.span, field.words_were.iter().find(|w| *w.0 == *head.value)?)));
        let Some((span, (old, new))) = former else { return };
        tell(old, new, span, true, report);
        match &mut node.shape {
            NodeShape::Text(word) => *word = (*new).into(),
            _ => set_head(node, new),
        }
    });
}

/// What stands in a value, as its kind says.
fn within(node: &mut Node, kind: &'static Kind, report: &Report) {
    match kind {
        Kind::Fields(of) => fields(node, of, report),
        Kind::Item(section) => {
            Section::by_field(section).into_iter().for_each(|section| fields(node, section.item, report))
        }
        Kind::List(of) => each(node, &mut |item| within(item, of, report)),
        Kind::Map(_, of) => {
            if let NodeShape::Map(entries) = &mut node.shape {
                entries.iter_mut().for_each(|(_, value)| within(value, of, report));
            }
        }
        Kind::Either(ways) => ways.iter().for_each(|way| within(node, &way.kind, report)),
        Kind::Forms(forms) => {
            let of_word = |form: &&Form| node.head().is_some_and(|head| *head.value == *form.word);
            if let (Some(form), NodeShape::Tuple(_, values)) = (forms.iter().find(of_word), &mut node.shape) {
                values.iter_mut().zip(form.values).for_each(|(value, (_, kind))| within(value, kind, report));
            }
        }
        Kind::Step => {
            let head = node.head();
            let step = STEPS.iter().find(|step| head.as_ref().is_some_and(|head| *head.value == *step.word.text()));
            step.into_iter().for_each(|step| fields(node, &step.of, report));
        }
        Kind::Part => fields(node, &PART, report),
        _ => {}
    }
}

/// The keys of texts begin with what the text is of.
fn texts(node: &mut Node, report: &Report) {
    let NodeShape::Tuple(_, values) = &mut node.shape else { return };
    let Some(NodeShape::Map(entries)) = values.get_mut(1).map(|map| &mut map.shape) else { return };
    for at in 0..entries.len() {
        let Some(key) = entries[at].0.as_word() else { continue };
        let Some((sort, rest)) = key.value.split_once('.') else { continue };
        // The text may be of a thing of another pack.
        let (owner, sort) = sort.rsplit_once(':').map_or(("", sort), |(owner, sort)| (owner, sort));
        let former = SECTIONS.iter().find(|section| section.was.is_some_and(|was| was.text == sort));
        let Some((new, _)) = former.and_then(|section| section.text) else { continue };
        let colon = if owner.is_empty() { "" } else { ":" };
        let new = format!("{owner}{colon}{new}.{rest}");
        let is_safe = entries.iter().all(|(other, _)| other.as_word().is_none_or(|word| *word.value != *new));
        tell(&key.value, &new, key.span, is_safe, report);
        if let NodeShape::Word(word) | NodeShape::Text(word) = &mut entries[at].0.shape {
            *word = new.into();
        }
    }
}
