//! Tests that forms are read, and that all their mistakes are found with their places.

use super::*;

#[test]
fn both_standard_forms_ask_the_same() {
    let forms = ["en", "nl"].map(FeedbackForm::standard);
    let [english, dutch] = forms.each_ref().map(|form| &form.questions[..]);
    assert_eq!(english.len(), 5);
    assert_eq!(english.len(), dutch.len());
    for (english, dutch) in english.iter().zip(dutch) {
        assert_eq!(english.id, dutch.id);
        assert_ne!(english.text, dutch.text);
        assert_eq!(std::mem::discriminant(&english.answer), std::mem::discriminant(&dutch.answer));
    }
}

#[test]
fn answers_have_the_kinds_of_their_questions() {
    let form = FeedbackForm::standard("en");
    for (id, answer) in [("length", json!(5)), ("again", json!("maybe")), ("change", json!("less luck"))] {
        assert!(form.accepts(id, &answer), "{id} {answer}");
    }
    for (id, answer) in [("length", json!(6)), ("length", json!("3")), ("again", json!("perhaps")), ("other", json!(1))]
    {
        assert!(!form.accepts(id, &answer), "{id} {answer}");
    }
    assert!(!form.accepts("change", &json!("x".repeat(2001))));
}

#[test]
fn a_form_survives_its_file() {
    let form = FeedbackForm::standard("en");
    let text = serde_json::to_string(&form).unwrap();
    assert_eq!(serde_json::from_str::<FeedbackForm>(&text).unwrap(), form);
}

#[test]
fn all_mistakes_of_a_form_are_found() {
    let text = r#"Form(
    questions: [
        (id: "a b", text: "One?"),
        (id: "two", text: "Two?", scale: ("low", "high"), choice: ["x", "y"]),
        (id: "three", txt: "Three?"),
        (id: "four", text: "Four?", scale: "low"),
        (id: "five", text: "Five?", choice: ["only"]),
        (id: "six", text: "Six?", choice: ["same", "same"]),
        (id: "six", text: "Six again?"),
    ],
)"#;
    let read = read_form("form.ron", text);
    assert!(read.form.is_none());
    let found: Vec<String> = read
        .findings
        .iter()
        .map(|finding| {
            let line = finding.span.map_or(0, |span| text[..span.start as usize].matches('\n').count() + 1);
            format!("{line}: {}", finding.message)
        })
        .collect();
    let lines: Vec<&str> = found.iter().map(|found| found.split(':').next().unwrap()).collect();
    assert_eq!(lines, ["3", "4", "5", "6", "7", "8", "9"], "{found:#?}");
    let other = read_form("form.ron", "Pack(questions: [])");
    assert!(other.form.is_none() && other.findings.len() == 1);
    assert!(read_form("form.ron", "Form(questions: [])").form.is_none());
    assert!(read_form("form.ron", "").form.is_none());
}
