//! Shows the files that can be written from a game.

use std::fmt;
use std::path::PathBuf;

use egui::{RichText, Ui};
use tilewright_art::board::{Extras, board_scene};
use tilewright_art::raster::{TooLarge, png};
use tilewright_art::svg::svg;
use tilewright_art::tile::{Artist, Style};
use tilewright_editor_model::pack::document::FileChange;
use tilewright_editor_model::table::TableGame;
use tilewright_editor_model::table::seating::COLOURS;
use tilewright_kit::error::KitError;
use tilewright_kit::games::capsule::{Capsule, CapsuleError};
use tilewright_kit::games::save::record_of;

use crate::context::{Content, EditorAction, ViewCx};
use crate::ui::notices::NoticeWeight;

/// Width of a cell in pictures of a game, in pixels.
const CELL: f32 = 96.0;
/// Characters in a line of a caption, per cell of its width.
const LETTERS: f32 = 9.5;

/// Reason why a capsule cannot be made.
#[derive(Debug)]
pub(super) enum ReportError {
    /// A pack of the game is not available; the text is a sentence in the language of the interface.
    NoPack(String),
    /// A pack cannot be read.
    Kit(KitError),
    /// The board is too large for a picture.
    Picture(TooLarge),
    /// The capsule cannot be encoded.
    Capsule(CapsuleError),
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportError::NoPack(sentence) => f.write_str(sentence),
            ReportError::Kit(error) => error.fmt(f),
            ReportError::Picture(error) => error.fmt(f),
            ReportError::Capsule(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReportError {}

/// Returns a capsule with the record, the texts of its packs and a picture.
pub(super) fn capsule_of(cx: &ViewCx<'_>, table: &TableGame, notes: &str) -> Result<Capsule, ReportError> {
    let record = record_of(table.session(), &cx.document.id().clone());
    let mut capsule = Capsule { record, notes: notes.to_owned(), ..Capsule::default() };
    for pack in &table.catalog().packs {
        // The game may use older versions of packs than the open ones.
        let found = table.rules().0.places.get(&*pack.id);
        let found = found.ok_or_else(|| ReportError::NoPack(cx.texts.with_name("report-no-pack", &pack.id)))?;
        capsule.packs.packs.insert(pack.id.clone(), found.read().map_err(ReportError::Kit)?);
    }
    capsule.picture = Some(png(&picture(table), CELL).map_err(ReportError::Picture)?);
    Ok(capsule)
}

/// Returns the colours of the seats, by number.
fn colours(table: &TableGame) -> Option<[u8; COLOURS]> {
    Some(table.seating().colours().all())
}

fn picture(table: &TableGame) -> tilewright_art::scene::Scene {
    let game = table.game();
    let artist = Artist::new(game.catalog(), Style { frame: false, ornaments: true });
    board_scene(game, &artist, &Extras { coordinates: true, colours: colours(table), ..Extras::default() })
}

/// Returns the board as SVG with a caption below it.
pub(super) fn draw_captioned(table: &TableGame, caption: &str) -> String {
    let scene = picture(table);
    let board = svg(&scene, CELL);
    let (width, height) = (scene.size.0 * CELL, scene.size.1 * CELL);
    let most = ((scene.size.0 * LETTERS) as usize).max(12);
    let mut lines: Vec<String> = vec![String::new()];
    for word in caption.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + word.chars().count() < most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    let plain = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let whole = height + 12.0 + 24.0 * lines.len() as f32;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{whole:.0}\" \
         viewBox=\"0 0 {width:.0} {whole:.0}\">\n<title>{}</title>\n{board}",
        plain(caption)
    );
    for (number, line) in lines.iter().enumerate() {
        let y = height + 24.0 * (number + 1) as f32;
        out.push_str(&format!(
            "<text x=\"8\" y=\"{y:.0}\" font-family=\"sans-serif\" font-size=\"18\" fill=\"#2a2018\">{}</text>\n",
            plain(line)
        ));
    }
    out.push_str("</svg>\n");
    out
}

/// Adds a test file to the pack as a step with this label, and shows its path.
pub(in crate::views::play) fn keep_test(cx: &mut ViewCx<'_>, label: &str, text: String) {
    let path = free_file(cx, "tests/played", "ron");
    let told = cx.texts.with_name("try-test-saved", &path);
    cx.change(cx.t(label), vec![FileChange::Write { path: path.into(), text: text.into() }]);
    cx.ask(EditorAction::Notify(NoticeWeight::Done, told));
}

/// Saves a picture of the board, by default next to the pack.
pub(in crate::views::play) fn save_picture(cx: &mut ViewCx<'_>, table: &TableGame) {
    let path = free_path(cx, "board", "png");
    let artist = Artist::new(table.catalog(), Style { frame: false, ornaments: true });
    let extras = Extras { colours: colours(table), ..Extras::default() };
    let scene = board_scene(table.game(), &artist, &extras);
    write(cx, path, png(&scene, CELL));
}

/// Saves the record of a game, by default next to the pack.
pub(in crate::views::play) fn save_beside(cx: &mut ViewCx<'_>, table: &TableGame) {
    let path = free_path(cx, "game", "json");
    cx.ask(EditorAction::Write(path, Content::game(table.session(), table.rules().0, cx.document.id())));
}

/// Warns that a file contains secrets of the game, if it has any.
pub(in crate::views::play) fn holds_everything(ui: &mut Ui, cx: &ViewCx<'_>, table: &TableGame) {
    if table.keeps_secrets() {
        ui.label(RichText::new(cx.t("report-everything")).color(cx.tokens.warning));
    }
}

/// Requests that a file is written, or reports why it could not be created.
pub(super) fn write(cx: &mut ViewCx<'_>, path: PathBuf, bytes: Result<Vec<u8>, impl fmt::Display>) {
    cx.ask(match bytes {
        Ok(bytes) => EditorAction::Write(path, bytes.into()),
        Err(why) => EditorAction::Notify(NoticeWeight::Failed, why.to_string()),
    });
}

/// Returns the folder that contains the pack; for a visited pack, the nearest existing parent folder.
pub(super) fn folder(cx: &ViewCx<'_>) -> PathBuf {
    let folder = cx.document.folder();
    let above = folder.ancestors().skip(1).find(|above| above.is_dir());
    above.unwrap_or(folder).to_owned()
}

/// Returns a free path for a file next to the pack.
pub(super) fn free_path(cx: &ViewCx<'_>, what: &str, end: &str) -> PathBuf {
    let folder = folder(cx);
    let name = |n: u32| folder.join(format!("{}-{what}-{n}.{end}", cx.document.id()));
    (1..).map(name).find(|p| !p.exists()).unwrap_or_else(|| unreachable!("there are names without end"))
}

/// Returns a free path for a file in the pack.
pub(super) fn free_file(cx: &ViewCx<'_>, begin: &str, end: &str) -> String {
    let files = cx.document.files();
    let name = |n: u32| format!("{begin}_{n}.{end}");
    let free = (1..).map(name).find(|p| !files.contains_key(&**p));
    free.unwrap_or_else(|| unreachable!("there are names without end"))
}
