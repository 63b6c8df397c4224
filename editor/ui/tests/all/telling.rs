//! Tests the panes about the game at the table: reasons for points, reasons why a tile does not fit, the state of the
//! game, and tiles to come.

use egui::Vec2;
use egui_kittest::kittest::Queryable;
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_editor::context::command::EditorCommand;
use tilewright_editor::context::{EditorAction, Pane};
use tilewright_editor::play::highlight::Highlighted;
use tilewright_wording::why::{PointsOccasion, reasons};
use tilewright_wording::words::Words;

use crate::stage::{StageLook, TestStage};

/// Returns a stage with a pack at the table, in the layout for playing, after `answers` answers of bots.
fn playing(name: &str, pack: &str, look: StageLook, answers: usize) -> TestStage {
    let mut stage = TestStage::with_look(name, look);
    stage.open_copy(pack).settle();
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::PlayLayout));
    stage.settle();
    for _ in 0..answers {
        stage.press(if look.language == "nl" { "Stap" } else { "Step" });
    }
    stage
}

fn show(stage: &mut TestStage, pane: Pane) {
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::Show(pane)));
    stage.settle();
}

/// Steps until a seat has points.
fn until_points(stage: &mut TestStage) {
    for _ in 0..120 {
        let scores = stage.editor().table().unwrap().game().scores().to_vec();
        if scores.iter().any(|n| *n != 0) {
            return;
        }
        stage.press("Step");
    }
    panic!("no seat has points");
}

#[test]
fn every_score_unfolds_and_leads_to_its_rule() {
    let mut stage = playing("why", "carcassonne", StageLook::default(), 0);
    until_points(&mut stage);
    show(&mut stage, Pane::Scores);
    let first =
        reasons(stage.editor().table().unwrap().session()).iter().rposition(PointsOccasion::gives_anything).unwrap();
    let rows = stage.labels(&format!("{}  ", first + 1));
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert!(rows[0].contains(" at ") && rows[0].contains('+'), "{rows:?}");
    stage.click(&rows[0]);
    let ways = [
        "The largest claim gets it",
        "Every player with a claim gets it",
        "Every player gets it, multiplied by the claim",
        "By rank",
    ];
    assert!(ways.iter().any(|way| stage.mentions(way)), "the sheet shows how the points are divided");
    assert!(stage.mentions(" × ") && stage.mentions("lit: "));
    stage.settle().picture("why_unfolded");
    let links = stage.labels("scripts/");
    assert!(!links.is_empty(), "no line leads to its rule");
    stage.click(&links[0]).settle();
    // The link shows the line in the file of the library.
    let file = links[0].trim_start_matches("scripts/").split(':').next().unwrap().to_owned();
    assert!(stage.mentions(&file));
    stage.picture("why_line");
}

#[test]
fn a_cell_where_the_tile_does_not_fit_says_why() {
    let mut stage = playing("why_not", "carcassonne", StageLook { dark: true, ..StageLook::default() }, 14);
    // These are cells next to tiles at which no turn fits, according to the engine.
    let mut found = false;
    for _ in 0..60 {
        let game = stage.editor().table().unwrap().game().clone();
        let (board, catalog) = (game.board(), game.catalog());
        let kind = game.decision().and_then(|d| match d.options {
            tilewright_core::state::decision::Options::Placements { kind, .. } => Some(kind),
            _ => None,
        });
        let Some(kind) = kind else {
            stage.press("Step");
            continue;
        };
        // The cell must be between tiles, so that it is visible.
        let (min, max) = board.bounds(tilewright_core::catalog::lattice::Plane::FIRST).unwrap();
        let seen = |c: &Cell| (min.x..=max.x).contains(&c.x) && (min.y..=max.y).contains(&c.y);
        let refused = board.open_cells().map(|(cell, _)| cell);
        let refused = refused.filter(seen).find(|c| board.turns_at(kind, *c).is_empty());
        let Some(cell) = refused else {
            stage.press("Step");
            continue;
        };
        point_at(&mut stage, cell);
        stage.picture("why_not_dark");
        let title = format!("{} does not fit at {cell}", Words::with_numbers(catalog, "en").tile(kind).name);
        assert!(stage.has(&title), "{cell} has no explanation");
        // The explanation of each turn names the edge of the tile and the edge that it would face.
        let edge = |id| {
            let key = catalog.edges.key(id);
            catalog.texts.get("en", &format!("edge.{key}")).unwrap_or(&key).to_owned()
        };
        for (turn, words) in (0u8..).zip(["not turned", "turned 90°", "turned 180°", "turned 270°"]) {
            let why: Vec<String> = board
                .obstacles(kind, cell, Turn(turn))
                .into_iter()
                .map(|obstacle| {
                    let tilewright_core::board::obstacle::Obstacle::Edge { side, own, across, met, .. } = obstacle
                    else {
                        panic!()
                    };
                    let name = catalog.lattice.side_name(side);
                    format!("{name} shows {}, the tile at {across} shows {}", edge(own), edge(met))
                })
                .collect();
            let text = format!("{words}: {}", why.join("; "));
            assert!(stage.has(&text), "{text}");
        }
        found = true;
        break;
    }
    assert!(found, "every tile fitted everywhere");
}

/// Moves the pointer to a cell. Two labelled places give the size of a cell.
fn point_at(stage: &mut TestStage, cell: Cell) {
    let spots: Vec<(Cell, egui::Pos2)> = stage
        .labels("Place the tile at ")
        .into_iter()
        .filter_map(|label| {
            let place = stage.harness.get_by_label(&label).rect().center();
            let (x, y) = label.rsplit(' ').next()?.split_once(',')?;
            Some((Cell::new(x.parse().ok()?, y.parse().ok()?), place))
        })
        .collect();
    let (first, at) = spots[0];
    let width = spots.iter().find_map(|(other, place)| {
        let (dx, dy) = (f32::from(other.x - first.x), f32::from(other.y - first.y));
        (dx != 0.0).then(|| (place.x - at.x) / dx).or((dy != 0.0).then(|| (place.y - at.y) / dy))
    });
    let width = width.unwrap_or(110.0);
    let by = Vec2::new(f32::from(cell.x - first.x), f32::from(cell.y - first.y)) * width;
    stage.harness.hover_at(at + by);
    stage.harness.run_ok();
}

#[test]
fn the_inside_of_a_game_is_told() {
    let mut stage = playing("inside", "carcassonne", StageLook::default(), 16);
    show(&mut stage, Pane::Inspector);
    let roots = stage.editor().table().unwrap().game().board().features().roots().count();
    stage.click("Show all on the board");
    let rows = stage.labels("0  ");
    assert_eq!(rows.len(), 1, "{rows:?}");
    stage.settle().picture("inside_overlay");
    stage.click(&rows[0]).settle();
    assert!(stage.has("Points from the rules"), "the chosen feature is unfolded");
    stage.click("at the end").settle();
    assert!(stage.mentions("gets it") || stage.mentions("No rule scores") || stage.mentions("has a claim"));
    stage.picture("inside_feature");
    stage.click("Graph").settle();
    assert!(stage.mentions(&format!("{roots} features")), "the graph has a node for each feature");
    stage.picture("inside_graph");
    stage.click("Open ports").settle();
    assert!(stage.mentions("sides face no tile"));
    stage.click("Bags").settle();
    let left: u64 = {
        let game = stage.editor().table().unwrap().game();
        game.catalog().bags.ids().map(|bag| u64::from(game.bag(bag).total())).sum()
    };
    assert!(stage.mentions(&format!("{left} of them in bags")));
    stage.picture("inside_bags");
    stage.click("Numbers").settle().picture("inside_numbers");
    assert!(stage.has("Supply"));
    stage.click("Agenda").settle().picture("inside_agenda");
    assert!(stage.mentions("chooses:"));
    stage.click("Events").settle();
    let all = stage.labels("1  ").len();
    assert!(all <= 1);
    stage.type_into("Filter events", "deployed").settle();
    assert!(stage.mentions("deployed  ") && !stage.mentions("placed  "));
    stage.picture("inside_events");
    stage.click("Script lines").settle();
    assert!(stage.mentions("Lines are counted from now on"));
    // The game continues until points are scored.
    for _ in 0..100 {
        if stage.mentions("ran in the last run of the rules") {
            break;
        }
        stage.press("Step");
    }
    assert!(stage.mentions("ran in the last run of the rules"));
    assert!(!stage.labels("scripts/").is_empty(), "lines lead to the code");
    stage.picture("inside_lines");
}

#[test]
fn open_cells_tell_what_may_come_there() {
    let mut stage = playing("holes", "carcassonne", StageLook { dark: true, ..StageLook::default() }, 16);
    show(&mut stage, Pane::Holes);
    let game = stage.editor().table().unwrap().game().clone();
    let (board, catalog) = (game.board(), game.catalog());
    let cells = board.open_cells().count();
    assert!(stage.has(&format!("{cells} open cells")));
    // The numbers for one cell are checked by counting tiles directly.
    let label = stage.labels("Open cell ").remove(0);
    let (x, y) = label.rsplit(' ').next().unwrap().split_once(',').unwrap();
    let cell = Cell::new(x.parse().unwrap(), y.parse().unwrap());
    assert!(board.open_cells().any(|(open, _)| open == cell));
    let bags = || catalog.bags.ids().map(|bag| game.bag(bag));
    let fit: u64 = catalog
        .kinds
        .ids()
        .filter(|kind| !board.turns_at(*kind, cell).is_empty())
        .map(|kind| bags().map(|bag| u64::from(bag.count(kind))).sum::<u64>())
        .sum();
    stage.click(&label);
    let told = match fit {
        0 => "None of the remaining tiles fits.".to_owned(),
        1 => "One remaining tile fits.".to_owned(),
        n => format!("{n} remaining tiles fit."),
    };
    assert!(stage.has(&told), "{told}");
    let all: u64 = bags().map(|bag| u64::from(bag.total())).sum();
    let next = format!("{:.1} %", fit as f64 / all as f64 * 100.0);
    assert!(stage.has(&next), "the next tile fits with {next}");
    assert!(stage.mentions("fits") && stage.has("Try with"));
    stage.settle().picture("holes_dark");
    // The board highlights cells that are hard to fill, and the selected cell.
    let lit = stage.editor().play().highlights().to_vec();
    let told = lit.iter().filter_map(|light| Some((light.on, light.caption.clone()?)));
    let (chosen, others): (Vec<_>, Vec<_>) = told.partition(|(on, _)| *on == Highlighted::Cell(cell));
    assert_eq!(chosen.len(), 1, "{lit:?}");
    let chance = |caption: &str| caption.trim_matches(['<', '>', '%']).parse::<u32>().unwrap();
    assert!(others.len() < cells - 1 && others.iter().all(|(_, caption)| chance(caption) <= 50), "{others:?}");
}

#[test]
fn everything_is_told_in_dutch_and_large() {
    let look = StageLook { language: "nl", scale: 1.5, ..StageLook::default() };
    let mut stage = playing("telling_nl", "entdecker", look, 12);
    for pane in [Pane::Scores, Pane::Inspector, Pane::Holes] {
        show(&mut stage, pane);
        stage.picture(&format!("telling_nl_{pane:?}"));
        assert!(!stage.mentions("{ $"), "a value is missing");
    }
}
