//! `tilewright format`: prints the reference of the pack format, made from the grammar by which packs are read.

use std::io::Write;

use clap::Args;
use serde_json::{Map, Value, json};
use tilewright_core::diag::nearest;
use tilewright_pack::schema::{self, FILES, Field, Form, Kind, ReferenceEntry, SECTIONS, STEPS, Struct};

use crate::context::Context;
use crate::failure::{Exit, Failure};

/// Word under which the reference lists the notation for a thing of one seat.
const SEAT_NAME: &str = "pen:0";

#[derive(Args, Debug)]
#[command(
    about = "Print the reference of the pack format",
    long_about = "Print the reference of the pack format, as Markdown: every file, every declaration, every step and \
        every field, with its values, its default and its meaning.",
    after_help = "Examples:\n  \
        tilewright format                   read the reference\n  \
        tilewright format figure            the fields of figures\n  \
        tilewright format draw              a step of a turn\n  \
        tilewright format supply            everything that has such a field\n  \
        tilewright format condition         notations that are valid in many places: also `values`, `lists`\n  \
        tilewright format --json            the same as data, for other programs"
)]
pub(crate) struct FormatArgs {
    /// Show only entries whose name starts with this word, or that have a field of this name
    #[arg(value_name = "WORD")]
    word: Option<String>,
    /// Print the grammar as one JSON object instead, for editors and other programs
    #[arg(long, conflicts_with = "word")]
    json: bool,
}

pub(crate) fn run(args: &FormatArgs, cx: &mut Context) -> Result<Exit, Failure> {
    if args.json {
        cx.out.json(&as_json())?;
        return Ok(Exit::Fine);
    }
    let all = schema::reference();
    let chosen = match &args.word {
        None => all.iter().collect(),
        Some(word) => found(&all, word)?,
    };
    cx.out.write_all(join_entries(&chosen).as_bytes())?;
    Ok(Exit::Fine)
}

/// Returns the entries that match a word: entries with that name, else entries with such a field. A word that only a
/// notation has, such as `add`, may be a field too. A name with a number, such as `pen:0`, selects the notation of that
/// form.
fn found<'e>(all: &'e [ReferenceEntry], word: &str) -> Result<Vec<&'e ReferenceEntry>, Failure> {
    let word = word.trim_end_matches(['(', ')', ':']);
    let is = |known: &str| known.eq_ignore_ascii_case(word);
    // A title with several words, such as "a preset tile", matches by its end.
    let is_title = |title: &str| word.contains(' ') && title.to_lowercase().ends_with(&word.to_lowercase());
    let is_meant = |entry: &&ReferenceEntry| entry.words.iter().any(|known| is(known)) || is_title(&entry.title);
    let named: Vec<&ReferenceEntry> = all.iter().filter(is_meant).collect();
    if named.iter().any(|entry| entry.group != schema::NOTATION_GROUP) {
        return Ok(named);
    }
    let row = format!("\n| `{}` |", word.to_lowercase());
    let has_field = |entry: &&ReferenceEntry| entry.group != schema::NOTATION_GROUP && entry.text.contains(&row);
    // Fields such as `when`, which most entries have, are described by the notation alone.
    let is_common = !named.is_empty() && all.iter().filter(has_field).count() > all.len() / 4;
    let holding = all.iter().filter(|entry| !is_common && has_field(entry));
    let meant: Vec<&ReferenceEntry> = named.into_iter().chain(holding).collect();
    if !meant.is_empty() {
        return Ok(meant);
    }
    if word.split_once(':').is_some_and(|(_, number)| number.parse::<u8>().is_ok()) && word != SEAT_NAME {
        return found(all, SEAT_NAME);
    }
    let structs = schema::structs(|_| true);
    let fields = structs.iter().flat_map(|of| of.names());
    let known = all.iter().flat_map(|entry| entry.words.iter().copied()).chain(fields);
    let failure = Failure::wrong(format!("nothing in the pack format is named `{word}`"));
    Err(failure.hint(match nearest(&word.to_lowercase(), known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`tilewright format` shows everything".to_owned(),
    }))
}

/// Joins entries under the headings of their groups.
fn join_entries(entries: &[&ReferenceEntry]) -> String {
    let mut text = String::from("# Reference of the pack format\n");
    let mut group = "";
    for entry in entries {
        if entry.group != group {
            group = entry.group;
            text.push_str(&format!("\n## {group}\n"));
        }
        text.push_str(&format!("\n### {}\n\n{}", entry.title, entry.text));
    }
    text
}

/// Returns the grammar as JSON. Files, sections and steps refer to structs by key, and each struct is listed once.
fn as_json() -> Value {
    let files: Vec<Value> = FILES
        .iter()
        .map(|file| {
            let values: Vec<Value> =
                file.values.iter().map(|(name, kind)| json!({"name": name, "value": of_kind(kind)})).collect();
            json!({"word": file.word, "place": file.place, "values": values, "doc": file.doc})
        })
        .collect();
    let sections: Vec<Value> = SECTIONS
        .iter()
        .map(|section| {
            json!({
                "field": section.field, "many": section.many, "one": section.one, "item": section.item.key,
                "text": section.text.map(|(word, needed)| json!({"key": word, "needed": needed})), "doc": section.doc,
            })
        })
        .collect();
    let steps: Map<String, Value> = STEPS
        .iter()
        .map(|step| (step.word.text().to_owned(), json!({"fields": of_fields(&step.of), "doc": step.of.doc})))
        .collect();
    // Structs of steps are listed with the steps.
    let structs = schema::structs(|_| true).into_iter().filter(|of| STEPS.iter().all(|step| step.of != **of));
    let structs: Map<String, Value> = structs
        .map(|of| {
            let value = json!({"what": of.what, "fields": of_fields(of), "further": of.further, "doc": of.doc});
            (of.key.to_owned(), value)
        })
        .collect();
    json!({"format": 1, "files": files, "sections": sections, "steps": steps, "structs": structs})
}

fn of_fields(of: &Struct) -> Vec<Value> {
    let field = |field: &Field| {
        json!({
            "name": field.name, "value": of_kind(&field.kind), "needed": field.needed, "default": field.default,
            "since": field.since, "doc": field.doc,
        })
    };
    of.fields.iter().filter(|field| !field.hidden).map(field).collect()
}

/// Describes the values of a field. Each description has a `kind`.
fn of_kind(kind: &Kind) -> Value {
    let form = |form: &Form| {
        let values: Vec<Value> =
            form.values.iter().map(|(name, kind)| json!({"name": name, "value": of_kind(kind)})).collect();
        json!({"word": form.word, "values": values})
    };
    match kind {
        Kind::Id => json!({"kind": "id"}),
        Kind::Flag => json!({"kind": "flag"}),
        Kind::Int(least, most) => json!({"kind": "int", "least": least, "most": most}),
        Kind::Text => json!({"kind": "text"}),
        Kind::Written(like) => json!({"kind": "text", "like": like}),
        Kind::Colour => json!({"kind": "colour"}),
        Kind::OneOf(words) => json!({"kind": "words", "words": words}),
        Kind::Name(sort) => json!({"kind": "name", "of": sort.word()}),
        Kind::NameOr(sort, word) => json!({"kind": "name", "of": sort.word(), "or": [word]}),
        Kind::Module => json!({"kind": "name", "of": "module"}),
        Kind::Pack => json!({"kind": "name", "of": "pack"}),
        Kind::Pair => json!({"kind": "pair"}),
        Kind::Port => json!({"kind": "port"}),
        Kind::List(of) => json!({"kind": "list", "of": of_kind(of)}),
        Kind::Map(key, value) => json!({"kind": "map", "key": of_kind(key), "value": of_kind(value)}),
        Kind::Fields(of) => json!({"kind": "struct", "of": of.key}),
        Kind::Forms(forms) => json!({"kind": "forms", "forms": forms.iter().map(form).collect::<Vec<_>>()}),
        Kind::Either(ways) => {
            json!({"kind": "either", "ways": ways.iter().map(|way| of_kind(&way.kind)).collect::<Vec<_>>()})
        }
        Kind::Step => json!({"kind": "step"}),
        Kind::Item(section) => json!({"kind": "item", "of": section}),
        Kind::Part => json!({"kind": "struct", "of": schema::PART.key, "head": "terrain"}),
        Kind::PartName(words) => json!({"kind": "name", "of": "part", "or": words}),
        Kind::Condition => json!({"kind": "condition"}),
        Kind::Raw(what) => json!({"kind": "any", "what": what}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_find_what_they_name_or_what_has_them() {
        let all = schema::reference();
        let titles = |word: &str| -> Vec<String> {
            found(&all, word).map_or_else(|_| Vec::new(), |found| found.iter().map(|e| e.title.clone()).collect())
        };
        assert_eq!(titles("figures"), ["Figure"]);
        assert_eq!(titles("Tiles"), ["Tile"]);
        assert_eq!(titles("refill("), ["refill"]);
        assert_eq!(titles("stacked"), ["Bag"]);
        assert_eq!(titles("when"), ["a condition"]);
        assert_eq!(titles("lists"), ["a change of a list or map"]);
        assert_eq!(titles("option"), ["Option", "a value that depends on an option or on seats"]);
        assert_eq!(titles("add"), ["a change of a list or map", "Option"]);
        assert_eq!(titles("remove")[0], "a change of a list or map");
        assert_eq!(titles("feature"), ["a merge word"]);
        for name in ["pen:0", "market:3"] {
            assert_eq!(titles(name), ["a name of a thing that each seat has"], "{name}");
        }
        assert!(titles("supply").len() > 1);
        assert!(titles("no_such_word").is_empty());
        assert!(join_entries(&found(&all, "figure").unwrap_or_default()).contains("| `weight` | 0 to 255 | `1` |"));
    }

    #[test]
    fn every_struct_that_is_named_stands_in_the_data() {
        let data = as_json();
        let structs = data["structs"].as_object().expect("structs by their keys");
        let all = schema::structs(|_| true);
        let steps = all.iter().filter(|of| STEPS.iter().any(|step| step.of == ***of)).count();
        assert_eq!(structs.len(), all.len() - steps, "no two have one key");
        let mut open = vec![&data];
        while let Some(value) = open.pop() {
            if value["kind"] == "struct" {
                assert!(structs.contains_key(value["of"].as_str().unwrap_or_default()), "{value}");
            }
            match value {
                Value::Array(items) => open.extend(items),
                Value::Object(entries) => open.extend(entries.values()),
                _ => {}
            }
        }
    }
}
