//! Tests that a game has the expected sentences in both languages. Other crates compare their interfaces with the same
//! files. `UPDATE_EXPECT=1` renews them.

use std::fmt::Write as _;

use tilewright_core::catalog::lattice::Cell;
use tilewright_core::session::Session;
use tilewright_wording::ending::outcome;
use tilewright_wording::log::lines;
use tilewright_wording::narration::Narration;
use tilewright_wording::sentences::{PlainStyle, Sentences};
use tilewright_wording::why::{PointSource, reasons};
use tilewright_wording::why_not::fit;
use tilewright_wording::words::Words;

#[path = "../../../wording/fixture/mod.rs"]
mod fixture;

use fixture::{ANSWERS, SENTENCES, answer_single_options, play_game, start_session};

/// Returns the sentences about the game, with a heading for each section.
fn list_sentences(begun: &mut Session, played: &Session, language: &str) -> String {
    let sentences = Sentences::new(language, &PlainStyle);
    let mut text = String::from("# misfit\n");
    let (far, placing) = (Cell::new(9, 9), begun.placing().unwrap().unwrap());
    let catalog = begun.game().catalog();
    let tile = Words::with_numbers(catalog, language).tile(placing.kind).name;
    writeln!(text, "{}", sentences.misfit(&tile, far)).unwrap();
    for verdict in sentences.turn_fits(catalog.lattice, far, &fit(begun.game(), language, &placing, far)) {
        writeln!(text, "{}", verdict.text).unwrap();
    }
    text.push_str("# events\n");
    let game = played.game();
    for line in
        lines(game, language).iter().filter(|line| !matches!(line.told, Narration::Points { .. } | Narration::Over(_)))
    {
        writeln!(text, "{}", sentences.line(line)).unwrap();
    }
    text.push_str("# points\n");
    for reason in reasons(played).iter().filter(|reason| reason.gives_anything()) {
        writeln!(text, "{}\n{}", sentences.source(catalog, reason), sentences.shares(&reason.points)).unwrap();
        let PointSource::Sheet(sheet) = &reason.source else { continue };
        for line in &sheet.lines {
            writeln!(text, "{}", sentences.sheet_line(catalog, line)).unwrap();
        }
        if let Some(division) = &sheet.division {
            writeln!(text, "{}", sentences.division(division)).unwrap();
        }
    }
    writeln!(text, "# end\n{}", sentences.ending(&outcome(game, language))).unwrap();
    text
}

/// Plays the game with answers that follow from the seed, and writes the files.
fn renew() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../wording/fixture");
    let (mut session, mut state, mut answers) = (start_session(), fixture::SEED, String::new());
    while let Some(decision) = session.decision() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = ((state >> 33) % u64::from(decision.options.count())) as u32;
        let pick = decision.options.get(session.game(), number).unwrap();
        writeln!(answers, "{}", decision.options.key(session.game(), pick)).unwrap();
        session.answer(pick).unwrap();
        answer_single_options(&mut session);
    }
    std::fs::write(folder.join("answers.txt"), answers).unwrap();
    for (language, _) in SENTENCES {
        std::fs::write(
            folder.join(format!("{language}.txt")),
            list_sentences(&mut start_session(), &session, language),
        )
        .unwrap();
    }
}

#[test]
fn a_game_has_the_expected_sentences() {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        return renew();
    }
    assert!(ANSWERS.lines().count() > 20);
    for (language, expected) in SENTENCES {
        assert_eq!(list_sentences(&mut start_session(), &play_game(), language), expected, "{language}");
        assert!(["misfit", "events", "points", "end"].iter().all(|name| !fixture::section(expected, name).is_empty()));
    }
}
