//! Reads files with questions to the players at the end of a game, and reports all mistakes at once.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use tilewright_core::diag::{Diagnostic, FileId, SourceMap, Spanned};
use tilewright_core::unseen::without_byte_order_mark;
use tilewright_pack::findings::{Findings, codes};
use tilewright_pack::read::{self, Fields};
use tilewright_pack::schema::{FORM, FORM_QUESTION};
use tilewright_pack::syntax::{Node, NodeShape, parse};

use crate::limits::{FORM_CHOICES, FORM_LETTERS, FORM_QUESTIONS, PLAYER_TEXT};

/// Word that begins a form.
const WORD: &str = "Form";

/// Number of steps of a scale.
pub const SCALE_STEPS: u64 = 5;

/// Kind of answer to a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnswerKind {
    /// Number from 1 to [`SCALE_STEPS`], with the meanings of both ends.
    Scale(String, String),
    /// Choice of one of these texts.
    Choice(Vec<String>),
    /// Text in the player's own words.
    Text,
}

impl AnswerKind {
    /// True if an answer has this kind. A text has at most [`PLAYER_TEXT`] characters.
    pub fn accepts(&self, answer: &Json) -> bool {
        match self {
            AnswerKind::Scale(..) => answer.as_u64().is_some_and(|step| (1..=SCALE_STEPS).contains(&step)),
            AnswerKind::Choice(choices) => choices.iter().any(|choice| answer == choice),
            AnswerKind::Text => answer.as_str().is_some_and(|text| text.chars().count() <= PLAYER_TEXT),
        }
    }
}

/// Question of a form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormQuestion {
    /// Name of the question in files of answers.
    pub id: String,
    /// Question for players.
    pub text: String,
    /// Kind of answer.
    pub answer: AnswerKind,
}

/// Questions to the players at the end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FeedbackForm {
    /// Questions, in order.
    pub questions: Vec<FormQuestion>,
}

impl FeedbackForm {
    /// Returns five questions for any game: length, clear rules, fairness, whether the player would play again, and one
    /// change. They are in Dutch or, for any other language, in English.
    pub fn standard(language: &str) -> FeedbackForm {
        let text = if language == "nl" { include_str!("dutch.ron") } else { include_str!("english.ron") };
        read_form("form", text).form.unwrap_or_default()
    }

    /// Returns the questions for a page: of each its id and its text, and either `scale` with the meanings of both ends,
    /// `choice` with the texts, or neither for a text.
    pub fn to_json(&self) -> Json {
        let one = |FormQuestion { id, text, answer }: &FormQuestion| match answer {
            AnswerKind::Scale(low, high) => json!({"id": id, "text": text, "scale": [low, high]}),
            AnswerKind::Choice(choices) => json!({"id": id, "text": text, "choice": choices}),
            AnswerKind::Text => json!({"id": id, "text": text}),
        };
        self.questions.iter().map(one).collect()
    }

    /// True if there is a question with an id, and it accepts the answer.
    pub fn accepts(&self, id: &str, answer: &Json) -> bool {
        self.questions.iter().any(|question| question.id == id && question.answer.accepts(answer))
    }
}

/// Result of reading a form.
#[derive(Debug)]
pub struct FormReading {
    /// Form; `None` if the file is not valid.
    pub form: Option<FeedbackForm>,
    /// Mistakes in the file, by place.
    pub findings: Vec<Diagnostic>,
    /// File that the findings point into.
    pub sources: SourceMap,
}

/// Reads the text of a form. `path` is shown in findings.
pub fn read_form(path: &str, text: &str) -> FormReading {
    let text: Arc<str> = without_byte_order_mark(text).into();
    let (mut sources, report) = (SourceMap::default(), Findings::default());
    let file: FileId = sources.add(path, &text);
    let form = parse(file, &text, &report).and_then(|tree| form(&tree, &report));
    let mut findings = report.into_vec();
    findings.sort_by_key(|finding| finding.span.map(|span| (span.start, span.end)));
    FormReading { form: form.filter(|_| findings.is_empty()), findings, sources }
}

fn form(tree: &Node, report: &Findings) -> Option<FeedbackForm> {
    if let Some(head) = tree.head().filter(|head| *head.value != *WORD) {
        let message = format!("`{}` does not begin a form", head.value);
        report.add(codes::UNKNOWN_FILE.finding(head.span, message).with_hint("write `Form(questions: […])`"));
        return None;
    }
    let fields = Fields::from_node(tree, &FORM, report)?;
    fields.finish();
    let nodes = read::list(fields.need("questions")?, report)?;
    if nodes.is_empty() {
        read::wrong(tree, "a form with a question", report);
    }
    let mut questions: Vec<FormQuestion> = Vec::new();
    for node in read::at_most(nodes, FORM_QUESTIONS, report) {
        let Some(Spanned { value, span }) = question(node, report) else { continue };
        if questions.iter().any(|other| other.id == value.id) {
            report.add(codes::DECLARED_TWICE.finding(span, format!("`{}` is already a question", value.id)));
        }
        questions.push(value);
    }
    Some(FeedbackForm { questions })
}

fn question(node: &Node, report: &Findings) -> Option<Spanned<FormQuestion>> {
    let fields = Fields::from_node(node, &FORM_QUESTION, report)?;
    fields.finish();
    let id = fields.need("id").and_then(|node| read::name(node, report));
    let text = fields.need("text").and_then(|node| line(node, report));
    let (scale, choice) = (fields.get("scale"), fields.get("choice"));
    let answer = match (scale, choice) {
        (Some(_), Some(choice)) => {
            let message = "a question has a scale or a choice, not both";
            report.add(codes::WRONG_VALUE.finding(choice.span, message));
            None
        }
        (Some(scale), None) => ends(scale, report),
        (None, Some(choice)) => choices(choice, report),
        (None, None) => Some(AnswerKind::Text),
    };
    let id = id?;
    let value = FormQuestion { id: id.value.to_string(), text: text?, answer: answer? };
    Some(Spanned { value, span: id.span })
}

/// Reads the meanings of both ends of a scale.
fn ends(node: &Node, report: &Findings) -> Option<AnswerKind> {
    match &node.shape {
        NodeShape::Tuple(None, items) if items.len() == 2 => {
            let (low, high) = (line(&items[0], report), line(&items[1], report));
            Some(AnswerKind::Scale(low?, high?))
        }
        _ => {
            read::wrong(node, "two texts, such as (\"too short\", \"too long\")", report);
            None
        }
    }
}

fn choices(node: &Node, report: &Findings) -> Option<AnswerKind> {
    let nodes = read::list(node, report)?;
    if nodes.len() < 2 {
        read::wrong(node, "at least two texts", report);
        return None;
    }
    let mut all: Vec<String> = Vec::new();
    for node in read::at_most(nodes, FORM_CHOICES, report) {
        let Some(choice) = line(node, report) else { continue };
        if all.contains(&choice) {
            report.add(codes::DECLARED_TWICE.finding(node.span, format!("`{choice}` is already a choice")));
        }
        all.push(choice);
    }
    Some(AnswerKind::Choice(all))
}

fn line(node: &Node, report: &Findings) -> Option<String> {
    read::line(node, FORM_LETTERS, report).map(|line| line.value.to_string())
}
