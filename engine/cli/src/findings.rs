//! Diagnostics for people, with the lines they are about, and for programs.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde_json::{Value, json};
use tilewright_core::diag::{Diagnostic, Severity, SourceMap, Span};

/// Columns where nothing says how many there are.
const WIDTH: usize = 120;

/// A diagnostic with an excerpt of the source, ended by a line feed. Styles are dropped by the stream where unwanted.
pub(crate) fn for_people(finding: &Diagnostic, sources: &SourceMap, width: Option<usize>) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(&finding.message).id(finding.code));
    let mut own_file = None;
    if let Some((span, file)) = finding.span.and_then(|s| Some((s, sources.get(s.file)?))) {
        own_file = Some(span.file);
        let mut snippet = Snippet::source(&*file.text)
            .path(&*file.path)
            .annotation(AnnotationKind::Primary.span(range(&file.text, span)));
        for (other, label) in finding.related.iter().filter(|(s, _)| s.file == span.file) {
            snippet = snippet.annotation(AnnotationKind::Context.span(range(&file.text, *other)).label(label));
        }
        group = group.element(snippet);
    }
    for (span, label) in finding.related.iter().filter(|(s, _)| Some(s.file) != own_file) {
        if let Some(file) = sources.get(span.file) {
            let annotation = AnnotationKind::Context.span(range(&file.text, *span)).label(label);
            group = group.element(Snippet::source(&*file.text).path(&*file.path).annotation(annotation));
        }
    }
    if let Some(hint) = &finding.hint {
        group = group.element(Level::HELP.message(hint));
    }
    let mut text = Renderer::styled().term_width(width.unwrap_or(WIDTH)).render(&[group]);
    text.push('\n');
    text
}

/// A diagnostic as one JSON object.
pub(crate) fn for_programs(finding: &Diagnostic, sources: &SourceMap) -> Value {
    let mut object = json!({
        "code": finding.code,
        "severity": finding.severity.to_string(),
        "message": finding.message,
    });
    if let Some(span) = finding.span {
        object["place"] = place(span, sources);
    }
    if let Some(hint) = &finding.hint {
        object["hint"] = json!(hint);
    }
    if !finding.related.is_empty() {
        let related =
            finding.related.iter().map(|(span, label)| json!({"message": label, "place": place(*span, sources)}));
        object["related"] = related.collect();
    }
    object
}

fn place(span: Span, sources: &SourceMap) -> Value {
    let at = sources.position(span);
    let end = sources.position(Span { start: span.end, ..span });
    json!({
        "file": sources.get(span.file).map(|f| &*f.path),
        "line": at.line,
        "column": at.column,
        "end_line": end.line,
        "end_column": end.column,
        "start": span.start,
        "end": span.end,
    })
}

/// The bytes of a span, kept within the text and between characters.
fn range(text: &str, span: Span) -> std::ops::Range<usize> {
    let snap = |at: u32| {
        let mut at = (at as usize).min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (start, end) = (snap(span.start), snap(span.end));
    start..end.max(start)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn people_see_the_lines_and_programs_the_places() {
        let mut sources = SourceMap::default();
        let text = "Tiles([\n    (id: \"A\", edges: (n: rood)),\n])\n";
        let file = sources.add("demo/tiles.ron", text);
        let at = text.find("rood").unwrap();
        let finding = Diagnostic::error("P0001", "there is no edge `rood`")
            .at(Span::new(file, at, at + 4))
            .hint("did you mean `road`?")
            .related(Span::new(file, 0, 5), "in this list");
        let shown = anstream::adapter::strip_str(&for_people(&finding, &sources, Some(80))).to_string();
        expect![[r#"
            error[P0001]: there is no edge `rood`
             --> demo/tiles.ron:2:26
              |
            1 | Tiles([
              | ----- in this list
            2 |     (id: "A", edges: (n: rood)),
              |                          ^^^^
              |
              = help: did you mean `road`?
        "#]]
        .assert_eq(&shown);
        expect![[r#"{"code":"P0001","severity":"error","message":"there is no edge `rood`","place":{"file":"demo/tiles.ron","line":2,"column":26,"end_line":2,"end_column":30,"start":33,"end":37},"hint":"did you mean `road`?","related":[{"message":"in this list","place":{"file":"demo/tiles.ron","line":1,"column":1,"end_line":1,"end_column":6,"start":0,"end":5}}]}"#]].assert_eq(&for_programs(&finding, &sources).to_string());
        let nowhere = Diagnostic::warning("P0002", "the pack has no README");
        let shown = anstream::adapter::strip_str(&for_people(&nowhere, &sources, None)).to_string();
        expect![[r#"
            warning[P0002]: the pack has no README
        "#]]
        .assert_eq(&shown);
    }
}
