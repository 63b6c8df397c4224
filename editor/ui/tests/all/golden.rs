//! Compares the main views of the table with pictures in `tests/golden`. They are drawn without a graphics card, so
//! processors can differ only in the last bits of a colour. A pixel counts as changed only from a visible difference
//! on, and a few changed pixels are allowed. `UPDATE_GOLDEN=1` replaces the pictures.

use std::path::PathBuf;

use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2, Rect, Vec2};
use egui_kittest::kittest::{By, Queryable};

use crate::paint::PaintedPicture;
use crate::stage::{StageLook, TestStage};

/// Minimum difference of a colour channel that counts, of 255.
const SEEN: u8 = 32;
/// Allowed number of changed pixels per thousand.
const FEW: usize = 4;

/// Compares a part of the screen, given in points, with the picture of this name.
pub(crate) fn compare(stage: &mut TestStage, name: &str, part: Rect) {
    let drawn = stage.draw_picture();
    let window = Rect::from_min_size(Pos2::ZERO, Vec2::new(drawn.0 as f32, drawn.1 as f32));
    assert!(window.contains_rect(part.shrink(0.5)), "{name}: {part:?}");
    let drawn = drawn.part(part);
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.png"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        return drawn.save(&path);
    }
    let (width, height, bytes) = read(&path);
    let others = if (width, height) == (drawn.0, drawn.1) { others(&bytes, &drawn) } else { usize::MAX };
    if others > drawn.0 * drawn.1 * FEW / 1000 {
        let new = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
        drawn.save(&new);
        panic!(
            "{name}: {others} pixels of {} are others: compare {} with {}",
            width * height,
            new.display(),
            path.display()
        );
    }
}

fn others(bytes: &[u8], drawn: &PaintedPicture) -> usize {
    let drawn = drawn.bytes();
    let differs = |(a, b): (&[u8], &[u8])| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) >= SEEN);
    bytes.chunks_exact(3).zip(drawn.chunks_exact(3)).filter(|pair| differs(*pair)).count()
}

fn read(path: &PathBuf) -> (usize, usize, Vec<u8>) {
    let file = std::fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    (info.width as usize, info.height as usize, bytes)
}

fn rect(stage: &TestStage, label: &str) -> Rect {
    stage.harness.get_by_label(label).rect()
}

/// Returns the area of the board.
pub(crate) fn board(stage: &TestStage) -> Rect {
    let is_board = |label: &str| label.starts_with("The board: ");
    let named = By::new()
        .predicate(move |node| node.role() == Role::Canvas && node.label().is_some_and(|label| is_board(&label)));
    stage.harness.query_all(named).next().unwrap().rect()
}

/// Returns a stage with a game of two seats that bots have played up to a person's placement. The seats have names, so
/// that their marks are letters.
fn table(name: &str, dark: bool) -> TestStage {
    let look = StageLook { size: Vec2::new(1280.0, 800.0), dark, ..StageLook::default() };
    let mut stage = TestStage::with_look(name, look);
    stage.open_copy("carcassonne").settle().key(Modifiers::NONE, Key::F5).settle();
    let table = crate::left::table_of("carcassonne", 3);
    let mut seating = table.seating().clone();
    seating.call(0, "Anna");
    seating.call(1, "Ben");
    let mut table = table;
    table.set_seating(seating);
    crate::left::put(&mut stage, table);
    for _ in 0..40 {
        if stage.labels("Place the tile at ").len() > 1 {
            break;
        }
        stage.press("Step").settle();
    }
    stage
}

#[test]
fn the_table_looks_as_it_did() {
    for (dark, mode) in [(false, "light"), (true, "dark")] {
        let mut stage = table(&format!("golden_{mode}"), dark);
        let first = rect(&stage, "Name and colour of Anna");
        let second = rect(&stage, "Name and colour of Ben");
        let step = second.top() - first.top();
        let card = Rect::from_min_size(first.min - Vec2::new(44.0, 10.0), Vec2::new(212.0, step));
        compare(&mut stage, &format!("seat_card_{mode}"), card.intersect(Rect::everything_right_of(0.0)));
        let tools = rect(&stage, "New game").union(rect(&stage, "More"));
        compare(&mut stage, &format!("tools_{mode}"), tools.expand(4.0));
        let board = board(&stage);
        let bar = Rect::from_min_size(board.min - Vec2::new(0.0, 76.0), Vec2::new(620.0, 76.0));
        compare(&mut stage, &format!("question_{mode}"), bar);
    }
}

#[test]
fn the_end_looks_as_it_did() {
    for (dark, mode) in [(false, "light"), (true, "dark")] {
        let mut stage = table(&format!("golden_end_{mode}"), dark);
        stage.key(Modifiers::NONE, Key::F9);
        for _ in 0..2000 {
            if stage.editor().table().unwrap().is_over() {
                break;
            }
            stage.harness.step();
        }
        stage.settle();
        let sheet = rect(&stage, "Play again").union(rect(&stage, "Save a picture of the board"));
        let middle = stage.harness.ctx.content_rect().center();
        // The upper edge is as far above the centre as the lower edge of the buttons is below it.
        let half = sheet.bottom() - middle.y + 20.0;
        compare(&mut stage, &format!("ending_{mode}"), Rect::from_center_size(middle, Vec2::new(660.0, 2.0 * half)));
    }
}
