//! Writes results for services that run checks: SARIF 2.1.0, which shows findings next to lines of a change, and JUnit
//! XML, which lists tests.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use tilewright_core::diag::{Diagnostic, SourceMap, Span};
use tilewright_kit::files;

use crate::failure::Failure;

/// Files for services, as flags of a command.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct CiFiles {
    /// Write the results to this file as SARIF, for services that show them next to the lines of a change
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Write the results to this file as JUnit XML, for services that list tests
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

/// Problem of a case.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct CiProblem {
    /// Code of the finding.
    pub(crate) code: String,
    /// True if the case fails because of it.
    pub(crate) is_error: bool,
    /// Description, with advice.
    pub(crate) message: String,
    /// File, first line and column, and last line and column; `None` without a place.
    pub(crate) place: Option<(String, [usize; 4])>,
}

/// Test, or set of packs that was examined.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct CiCase {
    /// Pack, or packs joined by `+`.
    pub(crate) group: String,
    pub(crate) name: String,
    pub(crate) problems: Vec<CiProblem>,
}

/// All cases of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct CiLog {
    pub(crate) cases: Vec<CiCase>,
}

impl CiFiles {
    /// Writes the files that the user wants. `command` is the name of the command.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(crate) fn write(&self, command: &str, log: &CiLog) -> Result<(), Failure> {
        if let Some(path) = &self.sarif {
            files::write(path, format!("{:#}\n", log.sarif(command)).as_bytes())?;
        }
        if let Some(path) = &self.junit {
            files::write(path, log.junit(command).as_bytes())?;
        }
        Ok(())
    }
}

impl CiProblem {
    /// Returns a finding in files of packs.
    pub(crate) fn from_finding(finding: &Diagnostic, sources: &SourceMap) -> CiProblem {
        let hint = finding.hint.as_ref().map(|hint| format!("\n{hint}")).unwrap_or_default();
        let place = finding.span.and_then(|span| {
            let (begin, end) = (sources.position(span), sources.position(Span { start: span.end, ..span }));
            let file = sources.get(span.file)?.path.to_string();
            Some((file, [begin.line, begin.column, end.line, end.column]))
        });
        let message = format!("{}{hint}", finding.message);
        CiProblem { code: finding.code.to_owned(), is_error: finding.is_error(), message, place }
    }

    /// Returns an error at a place such as `tests/ponds.ron:3:5`; another text becomes a part of the message.
    pub(crate) fn at(code: &str, place: &str, message: String) -> CiProblem {
        let mut parts = place.rsplitn(3, ':');
        let (column, line, file) = (parts.next(), parts.next(), parts.next());
        let number = |text: Option<&str>| text.and_then(|text| text.parse::<usize>().ok());
        let known = number(line).zip(number(column)).zip(file);
        let place_known = known.map(|((line, column), file)| (file.to_owned(), [line, column, line, column]));
        let message = if place_known.is_none() && !place.is_empty() { format!("{place}: {message}") } else { message };
        CiProblem { code: code.to_owned(), is_error: true, message, place: place_known }
    }

    /// Returns the path of the file as services read it: relative, with slashes.
    fn path(&self) -> Option<String> {
        let (file, _) = self.place.as_ref()?;
        let file = file.replace('\\', "/");
        Some(file.strip_prefix("./").unwrap_or(&file).to_owned())
    }
}

impl CiLog {
    fn sarif(&self, command: &str) -> Value {
        let problems = || self.cases.iter().flat_map(|case| case.problems.iter().map(move |problem| (case, problem)));
        let codes: BTreeSet<&str> = problems().map(|(_, problem)| &*problem.code).collect();
        let rules: Vec<Value> = codes
            .iter()
            .map(|code| {
                let help = format!("`tilewright check --explain {code}` explains a code of `check`.");
                json!({"id": code, "help": {"text": help}})
            })
            .collect();
        let results: Vec<Value> = problems().map(|(case, problem)| result(case, problem)).collect();
        json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": {"driver": {
                    "name": format!("tilewright {command}"),
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                }},
                "columnKind": "unicodeCodePoints",
                "results": results,
            }],
        })
    }

    fn junit(&self, command: &str) -> String {
        let has_failed = |case: &&CiCase| case.problems.iter().any(|problem| problem.is_error);
        let failures = self.cases.iter().filter(has_failed).count();
        let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  <testsuite name=\"tilewright {command}\" tests=\"{}\" failures=\"{failures}\">",
            self.cases.len()
        );
        for case in &self.cases {
            let _ = write!(text, "    <testcase classname=\"{}\" name=\"{}\"", xml(&case.group), xml(&case.name));
            if case.problems.is_empty() {
                text.push_str("/>\n");
                continue;
            }
            text.push_str(">\n");
            for problem in &case.problems {
                let place = problem.path().zip(problem.place.as_ref());
                let place = place.map(|(path, (_, [line, column, ..]))| format!("{path}:{line}:{column}: "));
                let told = format!("{}{} [{}]", place.unwrap_or_default(), problem.message, problem.code);
                let first = problem.message.lines().next().unwrap_or_default();
                let (told, first, code) = (xml(&told), xml(first), xml(&problem.code));
                let _ = match problem.is_error {
                    true => writeln!(text, "      <failure type=\"{code}\" message=\"{first}\">{told}</failure>"),
                    false => writeln!(text, "      <system-out>{told}</system-out>"),
                };
            }
            text.push_str("    </testcase>\n");
        }
        text.push_str("  </testsuite>\n</testsuites>\n");
        text
    }
}

fn result(case: &CiCase, problem: &CiProblem) -> Value {
    let mut result = json!({
        "ruleId": problem.code,
        "level": if problem.is_error { "error" } else { "warning" },
        "message": {"text": format!("{}: {}", case.name, problem.message)},
    });
    if let (Some(path), Some((_, [line, column, end_line, end_column]))) = (problem.path(), &problem.place) {
        let region = json!({"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column});
        result["locations"] =
            json!([{"physicalLocation": {"artifactLocation": {"uri": percent(&path)}, "region": region}}]);
    }
    result
}

/// Escapes a text for XML, and leaves out characters that XML 1.0 forbids.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push(letter),
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}

/// Encodes the characters of a path that an address must not contain.
fn percent(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'+' | b'@' => {
                out.push(byte.into());
            }
            byte => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log() -> CiLog {
        let problem = CiProblem::at("expected", "./my pack/tests/a.ron:3:5", "4 & 5 <points>\nsecond".to_owned());
        let warning = CiProblem { is_error: false, ..CiProblem::at("P0404", "", "no text\u{1b}".to_owned()) };
        let case = |name: &str, problems: Vec<CiProblem>| CiCase { group: "ponds".into(), name: name.into(), problems };
        CiLog { cases: vec![case("good", vec![]), case("bad", vec![problem]), case("so \"so\"", vec![warning])] }
    }

    #[test]
    fn tests_are_listed_in_xml() {
        let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  \
            <testsuite name=\"tilewright test\" tests=\"3\" failures=\"1\">\n    \
            <testcase classname=\"ponds\" name=\"good\"/>\n    \
            <testcase classname=\"ponds\" name=\"bad\">\n      \
            <failure type=\"expected\" message=\"4 &amp; 5 &lt;points&gt;\">my pack/tests/a.ron:3:5: \
            4 &amp; 5 &lt;points&gt;&#10;second [expected]</failure>\n    </testcase>\n    \
            <testcase classname=\"ponds\" name=\"so &quot;so&quot;\">\n      \
            <system-out>no text [P0404]</system-out>\n    </testcase>\n  </testsuite>\n</testsuites>\n";
        assert_eq!(log().junit("test"), expected);
    }

    #[test]
    fn findings_have_places_in_sarif() {
        let sarif = log().sarif("test");
        let run = &sarif["runs"][0];
        assert_eq!(run["tool"]["driver"]["rules"].as_array().map(Vec::len), Some(2));
        let [error, warning] = &run["results"].as_array().unwrap()[..] else { panic!("{run}") };
        let place = &error["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "my%20pack/tests/a.ron");
        assert_eq!((&place["region"]["startLine"], &place["region"]["startColumn"]), (&json!(3), &json!(5)));
        assert_eq!((&error["level"], &warning["level"]), (&json!("error"), &json!("warning")));
        assert!(warning.get("locations").is_none());
    }
}
