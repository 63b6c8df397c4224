//! Worked examples of the rules, which are tests of the packs: each is played in the background, and its final board is
//! shown.

use std::sync::Arc;

use egui::load::SizedTexture;
use egui::{ColorImage, Context, Label, RichText, TextureHandle, TextureOptions, Ui};
use tilewright_art::board::{Extras, board_scene};
use tilewright_art::raster::pixels;
use tilewright_art::tile::{Artist, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::session::Session;
use tilewright_editor_model::job::{Job, JobPoll, Teller};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::suite::{examples, play_tests};

use crate::context::ViewCx;
use crate::ui::theme::GAP;
use crate::ui::{waker, widgets};

/// Width of a cell in the pictures of boards, in pixels and points.
const CELL: f32 = 48.0;

/// Example with the picture of its final board.
struct PlayedExample {
    text: String,
    board: Option<ColorImage>,
}

/// Example that is shown.
pub(super) struct ShownExample {
    text: String,
    board: Option<TextureHandle>,
}

/// Examples of the packs of a game.
#[derive(Default)]
pub(super) struct WorkedExamples {
    /// Packs of the examples, with the hashes of their contents.
    of: Vec<(Arc<str>, Arc<str>)>,
    job: Option<Job<PlayedExample>>,
    all: Vec<ShownExample>,
}

impl WorkedExamples {
    /// Plays the examples of the packs of a catalog, unless they are known.
    pub(super) fn begin(&mut self, ctx: &Context, catalog: &Catalog, finder: &Finder) {
        let of: Vec<(Arc<str>, Arc<str>)> =
            catalog.packs.iter().map(|pack| (pack.id.clone(), pack.hash.clone())).collect();
        if self.of == of {
            return;
        }
        let (packs, finder) = (of.clone(), finder.clone());
        let work = move |teller: &Teller<PlayedExample>| {
            for (pack, _) in &packs {
                play_examples(&finder, pack, teller);
            }
        };
        *self = WorkedExamples { of, job: Some(Job::begin(waker(ctx), work)), all: Vec::new() };
    }

    /// Takes the examples that were played.
    pub(super) fn look(&mut self, ctx: &Context) {
        while let Some(job) = &self.job {
            match job.look() {
                JobPoll::News(PlayedExample { text, board }) => {
                    let name = format!("example {}", self.all.len());
                    let board = board.map(|board| ctx.load_texture(name, board, TextureOptions::LINEAR));
                    self.all.push(ShownExample { text, board });
                }
                JobPoll::Nothing => return,
                JobPoll::Ended => self.job = None,
            }
        }
    }

    /// True while examples are played.
    pub(super) fn is_at_work(&self) -> bool {
        self.job.is_some()
    }

    /// Returns the examples that were played so far.
    pub(super) fn all(&self) -> &[ShownExample] {
        &self.all
    }

    /// Draws the examples.
    pub(super) fn show(&self, ui: &mut Ui, cx: &ViewCx<'_>) {
        for example in &self.all {
            ui.add(Label::new(&example.text).wrap());
            if let Some(board) = &example.board {
                let size = board.size_vec2() * (ui.available_width() / board.size_vec2().x).min(1.0);
                let picture = ui.image(SizedTexture::new(board.id(), size));
                widgets::set_name(ui, &picture, &cx.texts.with_name("how-example", &example.text));
            }
            ui.add_space(GAP);
        }
        if self.is_at_work() {
            ui.label(RichText::new(cx.t("how-playing")).color(cx.tokens.weak));
            ui.spinner();
        }
    }
}

/// Plays the worked examples of a pack and reports each with its board. A pack may lack a list; a mistake in a
/// pack leaves out its examples, because the list of tests reports it.
fn play_examples(finder: &Finder, pack: &str, teller: &Teller<PlayedExample>) {
    let Ok(Some(listed)) = examples(finder, pack) else { return };
    for example in listed.cases {
        if !teller.goes_on() {
            return;
        }
        let mut board = None;
        if let Some((pack, test)) = example.tests.first().and_then(|test| test.split_once(": ")) {
            let played = play_tests(finder, pack, test, |result, session| {
                if result.name == test {
                    board = session.as_ref().and_then(draw);
                }
            });
            drop(played);
        }
        teller.tell(PlayedExample { text: example.tells, board });
    }
}

/// Draws the final board of an example; `None` for an empty board.
fn draw(session: &Session) -> Option<ColorImage> {
    let game = session.game();
    if game.board().tiles().len() == 0 {
        return None;
    }
    let artist = Artist::new(game.catalog(), Style { frame: false, ornaments: true });
    let drawn = pixels(&board_scene(game, &artist, &Extras::default()), CELL).ok()?;
    Some(ColorImage::from_rgba_unmultiplied([drawn.width as usize, drawn.height as usize], &drawn.rgba))
}
