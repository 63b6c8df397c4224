//! Prints findings as text with source lines, or as JSON.

use std::collections::BTreeSet;

use annotate_snippets::{Group, Level, Renderer};
use serde_json::{Value, json};
use tilewright_core::diag::{Diagnostic, Fix, Severity, SourceMap, Span};

use crate::excerpt::{with_places, without_empty_places};

/// Line width if the terminal does not report one, in columns.
const WIDTH: usize = 120;

/// Returns a finding with an excerpt of the source and a final line feed. The output stream drops unwanted styles.
pub(crate) fn for_people(finding: &Diagnostic, sources: &SourceMap, width: Option<usize>) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(&finding.message).id(finding.code));
    group = with_places(group, sources, finding.span, &finding.related);
    if let Some(hint) = &finding.hint {
        group = group.element(Level::HELP.message(hint));
    }
    let rendered = Renderer::styled().term_width(width.unwrap_or(WIDTH)).render(&[group]);
    let mut text = without_empty_places(&rendered);
    text.push('\n');
    text
}

/// Maximum number of missing texts of one pack and language that are listed separately.
const FEW_TEXTS: usize = 3;

/// Returns the findings for text output. If a pack lacks many texts of a language, which is normal during its
/// development, they become one finding with lines to paste.
pub(crate) fn texts_together(findings: &[&Diagnostic]) -> Vec<Diagnostic> {
    let of = |finding: &Diagnostic| match &finding.fix {
        Some(Fix::AddText { pack, language, key }) => Some((pack.clone(), language.clone(), key.clone())),
        _ => None,
    };
    let mut shown: Vec<Diagnostic> = Vec::new();
    let mut told = BTreeSet::new();
    for finding in findings {
        let Some((pack, language, _)) = of(finding) else {
            shown.push((*finding).clone());
            continue;
        };
        let keys: Vec<_> =
            findings.iter().filter_map(|f| of(f)).filter(|f| (&f.0, &f.1) == (&pack, &language)).collect();
        if keys.len() <= FEW_TEXTS {
            shown.push((*finding).clone());
        } else if told.insert((pack, language.clone())) {
            let lines: Vec<String> =
                keys.iter().map(|(.., key)| format!("    \"{key}\": \"{}\",", word_of(key))).collect();
            let message = format!("{} texts are missing in the language `{language}`", keys.len());
            let hint = format!("add them to texts/{language}.ron, in better words:\n{}", lines.join("\n"));
            let mut one = Diagnostic::warning(finding.code, message);
            // The keys were checked above, so the lines can be pasted.
            one.hint = Some(hint);
            one.span = finding.span;
            shown.push(one);
        }
    }
    shown
}

/// Returns a preliminary text for a key: the end of the key, as words.
fn word_of(key: &str) -> String {
    let end = key.rsplit(['.', ':']).next().unwrap_or_default().replace('_', " ");
    let mut letters = end.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns a finding as a JSON object.
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
            .with_span(Span::new(file, at, at + 4))
            .with_hint("did you mean `road`?")
            .with_related(Span::new(file, 0, 5), "in this list");
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

    #[test]
    fn many_missing_texts_are_one_finding_with_lines_to_paste() {
        let missing = |key: &str| {
            let fix = Fix::AddText { pack: "demo".into(), language: "nl".into(), key: key.into() };
            Diagnostic::warning("P0502", format!("the text `{key}` is missing")).with_fix(fix)
        };
        let all = ["terrain.deep_lake", "option.size", "option.size.large", "step.place"].map(missing);
        let few = texts_together(&all[..3].iter().collect::<Vec<_>>());
        assert_eq!(few.iter().map(|d| &*d.message).collect::<Vec<_>>()[0], "the text `terrain.deep_lake` is missing");
        assert_eq!(few.len(), 3);
        let other = Diagnostic::warning("P0500", "something else");
        let many = texts_together(&all.iter().chain([&other]).collect::<Vec<_>>());
        assert_eq!(many.len(), 2);
        assert_eq!(many[0].message, "4 texts are missing in the language `nl`");
        let lines = "    \"terrain.deep_lake\": \"Deep lake\",\n    \"option.size\": \"Size\",\n    \
                     \"option.size.large\": \"Large\",\n    \"step.place\": \"Place\",";
        assert_eq!(many[0].hint.as_deref(), Some(&*format!("add them to texts/nl.ron, in better words:\n{lines}")));
    }
}
