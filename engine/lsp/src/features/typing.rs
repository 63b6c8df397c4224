//! Answers requests while a user types: completions, descriptions of words, and signatures of calls.

use tilewright_language::code::CodeLanguage;
use tilewright_language::complete::{self, Entrance};
use tilewright_language::help;
use tilewright_language::texts::LanguageTexts;

use super::ClientFacts;
use super::place::AskedPlace;
use crate::positions::ColumnUnit;
use crate::protocol::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionTextEdit, Documentation, Hover, HoverContents,
    InsertTextFormat, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, SignatureHelp,
    SignatureInformation, TextEdit,
};

/// Returns the completions at a place. `asked` is true if the user requested the list.
pub(crate) fn completion(
    place: &AskedPlace<'_>,
    asked: bool,
    client: &ClientFacts,
    unit: ColumnUnit,
) -> CompletionList {
    let (text, names) = (&place.open.text, place.pack.known_names());
    let offered = complete::offer(names, &place.file, text, place.at, asked, &client.texts);
    let Some(offered) = offered else { return CompletionList::default() };
    let mut range = offered.range;
    // The range of a completion must be on one line.
    if text[range.clone()].contains('\n') {
        range = place.at..place.at;
    }
    let shown = place.open.lines.range(text, &range, unit);
    let typed = text[range.start..place.at.clamp(range.start, range.end)].to_owned();
    let entries = offered.entries.into_iter().enumerate();
    let items = entries.map(|(number, entry)| {
        let (new_text, format) = inserted(&entry, client.has_snippets);
        CompletionItem {
            kind: Some(kind(&entry)),
            detail: Some(detail(&entry, &client.texts)).filter(|detail| !detail.is_empty()),
            documentation: (!entry.about.is_empty()).then(|| Documentation::String(entry.about.clone())),
            // The list is already filtered and sorted, and the client keeps it.
            sort_text: Some(format!("{number:04}")),
            filter_text: Some(if typed.is_empty() { entry.label.clone() } else { typed.clone() }),
            insert_text_format: Some(format),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range: shown, new_text })),
            label: entry.label,
            ..CompletionItem::default()
        }
    });
    CompletionList { is_incomplete: true, items: items.collect() }
}

/// Returns the text that an entry inserts. With snippets, the cursor is placed before its last characters.
fn inserted(entry: &Entrance, has_snippets: bool) -> (String, InsertTextFormat) {
    if !has_snippets || entry.behind == 0 {
        return (entry.insert.clone(), InsertTextFormat::PLAIN_TEXT);
    }
    let before = entry.insert.chars().count().saturating_sub(entry.behind);
    let mut snippet = String::new();
    for (number, letter) in entry.insert.chars().enumerate() {
        if number == before {
            snippet.push_str("$0");
        }
        if matches!(letter, '$' | '}' | '\\') {
            snippet.push('\\');
        }
        snippet.push(letter);
    }
    (snippet, InsertTextFormat::SNIPPET)
}

fn detail(entry: &Entrance, texts: &dyn LanguageTexts) -> String {
    if entry.detail.starts_with("sort-") { texts.get(&entry.detail) } else { entry.detail.clone() }
}

fn kind(entry: &Entrance) -> CompletionItemKind {
    match &*entry.detail {
        "sort-module" => CompletionItemKind::MODULE,
        "sort-local" => CompletionItemKind::VARIABLE,
        "sort-text" => CompletionItemKind::TEXT,
        detail if detail.starts_with("sort-") => CompletionItemKind::REFERENCE,
        "Lua" => CompletionItemKind::KEYWORD,
        _ if entry.insert.ends_with("()") => CompletionItemKind::FUNCTION,
        _ if entry.insert.contains(": ") => CompletionItemKind::FIELD,
        _ => CompletionItemKind::VALUE,
    }
}

/// Returns the description of the word at a place.
pub(crate) fn hover(place: &AskedPlace<'_>, client: &ClientFacts, unit: ColumnUnit) -> Option<Hover> {
    let text = &place.open.text;
    let help = help::help(place.pack.known_names(), &place.file, text, place.at, &client.texts)?;
    let language = match CodeLanguage::from_path(&place.file.path) {
        CodeLanguage::Lua => "lua",
        _ => "ron",
    };
    let lines: Vec<&String> = help.lines.iter().filter(|line| !line.is_empty()).collect();
    let lines = lines.into_iter().map(|line| escape(line)).collect::<Vec<_>>().join("\n\n");
    let value = format!("```{language}\n{}\n```\n\n{lines}", help.title);
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: Some(place.open.lines.range(text, &help.range, unit)) })
}

/// Keeps the signs of plain text from being read as Markdown.
fn escape(line: &str) -> String {
    let mut escaped = String::with_capacity(line.len());
    for letter in line.chars() {
        if matches!(letter, '*' | '_' | '<' | '[' | ']' | '#' | '\\') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// Returns the signature of the call around a place.
pub(crate) fn signature(place: &AskedPlace<'_>, unit: ColumnUnit) -> Option<SignatureHelp> {
    let calling = help::calling(&place.file, &place.open.text, place.at)?;
    let offset = |at: usize| {
        let before = &calling.signature[..at];
        let column = match unit {
            ColumnUnit::Utf8 => before.len(),
            ColumnUnit::Utf16 => before.encode_utf16().count(),
        };
        u32::try_from(column).unwrap_or(u32::MAX)
    };
    let parameter = calling.argument.map(|range| ParameterInformation {
        label: ParameterLabel::LabelOffsets([offset(range.start), offset(range.end)]),
        documentation: None,
    });
    let active = parameter.is_some().then_some(0);
    let signature = SignatureInformation {
        label: calling.signature.to_owned(),
        documentation: Some(Documentation::String(calling.doc.to_owned())),
        parameters: Some(parameter.into_iter().collect()),
        active_parameter: active,
    };
    Some(SignatureHelp { signatures: vec![signature], active_signature: Some(0), active_parameter: active })
}
