//! Declares the fields of files with questions to the players at the end of a game.

use super::{Kind, Struct, field};

/// Grammar of a form with questions.
pub const FORM: Struct = Struct {
    what: "a form",
    key: "form",
    doc: "Questions to the players at the end of a game.",
    fields: &[field("questions", Kind::List(&Kind::Fields(&FORM_QUESTION)), "The questions, in order.").require()],
    further: None,
};

/// Grammar of a question of a form.
pub const FORM_QUESTION: Struct = Struct {
    what: "a question",
    key: "questions",
    doc: "A question. With neither a scale nor a choice, players answer with a text.",
    fields: &[
        field("id", Kind::Id, "The name of the question in the files of answers.").require(),
        field("text", Kind::Text, "The question.").require(),
        field("scale", Kind::Raw("(\"too short\", \"too long\")"), "The meanings of 1 and of 5 on a scale."),
        field("choice", Kind::List(&Kind::Text), "The answers to choose from."),
    ],
    further: None,
};
