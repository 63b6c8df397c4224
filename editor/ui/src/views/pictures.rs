//! Export of pictures of tiles and boards, and of print sheets, with a preview.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use egui::{ColorImage, RichText, ScrollArea, TextureHandle, TextureOptions, Ui};
use tilewright_art::board::{Extras, board_scene};
use tilewright_art::format::PictureFormat;
use tilewright_art::own::OwnArt;
use tilewright_art::pdf::pdf;
use tilewright_art::print::{Flip, Paper, PrintError, PrintLayout, Sheets, counts, sheets};
use tilewright_art::raster::{TooLarge, pixels};
use tilewright_art::scene::Scene;
use tilewright_art::sheet::{contact_sheet, specimens};
use tilewright_art::tile::{Artist, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::Turn;
use tilewright_editor_model::table::TableGame;

use crate::context::{EditorAction, ViewCx};
use crate::ui::notices::NoticeWeight;
use crate::ui::widgets;

/// Pixels per millimetre in the preview of a page.
const PAGE_SCALE: f32 = 2.4;

/// Maximum side of a preview, in pixels.
const LARGEST_PREVIEW: f32 = 1600.0;

/// Content of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum PictureContent {
    /// All tile kinds in one picture.
    #[default]
    AllTiles,
    /// All tile kinds at several sizes.
    Sizes,
    /// The selected tile of the pack.
    Tile,
    /// The board of the game at the table.
    Board,
    /// Sheets to print and cut.
    Sheets,
}

const ALL: [(PictureContent, &str); 5] = [
    (PictureContent::AllTiles, "pictures-all"),
    (PictureContent::Sizes, "pictures-sizes"),
    (PictureContent::Tile, "pictures-tile"),
    (PictureContent::Board, "pictures-board"),
    (PictureContent::Sheets, "pictures-sheets"),
];

/// Inputs that determine a preview.
#[derive(Clone, PartialEq, Debug)]
struct PreviewKey {
    what: PictureContent,
    revision: u64,
    tile: Option<Arc<str>>,
    /// Number of answers of the game at the table.
    answers: usize,
    /// Number of the look of own art; `None` without own art.
    look: Option<u64>,
    width: u16,
    layout: PrintLayout,
    page: usize,
    frames: bool,
    only_own: bool,
}

/// Reason why a picture cannot be drawn.
#[derive(Debug)]
enum PictureError {
    /// The tile or the board does not exist; the text is a sentence in the language of the interface.
    Missing(String),
    /// The picture has too many pixels.
    Size(TooLarge),
    /// The tiles do not fit on the paper.
    Sheets(PrintError),
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureError::Missing(sentence) => f.write_str(sentence),
            PictureError::Size(error) => error.fmt(f),
            PictureError::Sheets(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PictureError {}

/// Settings of the view, and the current preview.
#[derive(Default)]
pub struct PicturesView {
    what: PictureContent,
    /// Width of a cell, in pixels.
    width: u16,
    layout: PrintLayout,
    frames: bool,
    /// True if sheets contain only the tiles of the open pack.
    only_own: bool,
    page: usize,
    pages: usize,
    tiles: usize,
    path: String,
    shown: Option<(PreviewKey, Result<TextureHandle, PictureError>)>,
}

impl PicturesView {
    /// Draws the settings, the preview and the save buttons.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, table: Option<&TableGame>) {
        if self.width == 0 {
            (self.width, self.frames) = (96, true);
        }
        ui.horizontal_wrapped(|ui| {
            for (what, key) in ALL {
                if ui.selectable_label(self.what == what, cx.t(key)).clicked() {
                    (self.what, self.page) = (what, 0);
                    self.path.clear();
                }
            }
        });
        if self.what == PictureContent::Sheets {
            self.sheet_choices(ui, cx);
            self.whose_tiles(ui, cx);
        } else {
            self.picture_choices(ui, cx)
        }
        let Some(catalog) = cx.catalog().cloned() else {
            ui.label(RichText::new(cx.t("pictures-waiting")).color(cx.tokens.weak));
            return;
        };
        self.renew(ui, cx, &catalog, table);
        self.files(ui, cx, &catalog, table);
        ui.separator();
        match &self.shown {
            Some((_, Ok(texture))) => {
                let scale = ui.ctx().pixels_per_point();
                ScrollArea::both().auto_shrink(false).show(ui, |ui| {
                    let size = texture.size_vec2() / scale;
                    let picture = ui.image(egui::load::SizedTexture::new(texture.id(), size));
                    widgets::set_name(ui, &picture, &cx.t("pictures-preview"));
                });
            }
            Some((_, Err(why))) => {
                ui.label(RichText::new(why.to_string()).color(cx.tokens.error));
            }
            None => {}
        }
    }

    fn picture_choices(&mut self, ui: &mut Ui, cx: &ViewCx<'_>) {
        ui.horizontal_wrapped(|ui| {
            let name = ui.label(cx.t("pictures-width"));
            ui.add(egui::DragValue::new(&mut self.width).range(8..=512).suffix(" px")).labelled_by(name.id);
            ui.checkbox(&mut self.frames, cx.t("pictures-frames"));
        });
    }

    fn sheet_choices(&mut self, ui: &mut Ui, cx: &ViewCx<'_>) {
        ui.horizontal_wrapped(|ui| {
            for (paper, name) in [(Paper::A4, "A4"), (Paper::LETTER, "Letter")] {
                if ui.selectable_label(self.layout.paper == paper, name).clicked() {
                    self.layout.paper = paper;
                }
            }
            let fields = [
                (&mut self.layout.cell, "pictures-cell", 10.0..=150.0),
                (&mut self.layout.bleed, "pictures-bleed", 0.0..=10.0),
                (&mut self.layout.margin, "pictures-margin", 0.0..=40.0),
            ];
            for (value, key, range) in fields {
                let name = ui.label(cx.t(key));
                ui.add(egui::DragValue::new(value).range(range).speed(0.5).suffix(" mm")).labelled_by(name.id);
            }
            for (backs, key) in [
                (None, "pictures-no-backs"),
                (Some(Flip::Long), "pictures-long"),
                (Some(Flip::Short), "pictures-short"),
            ] {
                if ui.selectable_label(self.layout.backs == backs, cx.t(key)).clicked() {
                    self.layout.backs = backs;
                }
            }
        });
        ui.horizontal(|ui| {
            let back = ui.add_enabled(self.page > 0, egui::Button::new("◀"));
            widgets::set_name(ui, &back, &cx.t("pictures-page-back"));
            if back.clicked() {
                self.page -= 1;
            }
            let values = [("n", (self.page + 1).into()), ("of", self.pages.into()), ("tiles", self.tiles.into())];
            ui.label(cx.texts.with("pictures-page", &values));
            let next = ui.add_enabled(self.page + 1 < self.pages, egui::Button::new("▶"));
            widgets::set_name(ui, &next, &cx.t("pictures-page-next"));
            if next.clicked() {
                self.page += 1;
            }
        });
    }

    /// Draws the choice whether to print tiles of other packs: owners of the base game need only the new tiles.
    fn whose_tiles(&mut self, ui: &mut Ui, cx: &ViewCx<'_>) {
        let several = cx.catalog().is_some_and(|catalog| catalog.packs.len() > 1);
        if several && ui.checkbox(&mut self.only_own, cx.t("pictures-only-own")).changed() {
            self.page = 0;
        }
    }

    fn artist<'c>(&self, catalog: &'c Catalog, art: Option<&'c OwnArt>) -> Artist<'c> {
        let frame = self.frames && self.what != PictureContent::Sheets;
        Artist::new(catalog, Style { frame, ornaments: true }).with_art(art)
    }

    /// Returns the scene of the picture, and the pixels per unit.
    fn scene(
        &self,
        cx: &ViewCx<'_>,
        catalog: &Arc<Catalog>,
        table: Option<&TableGame>,
    ) -> Result<(Scene, f32), PictureError> {
        let look = cx.pictures.own_art(catalog);
        let artist = self.artist(catalog, look.as_ref().map(|look| &*look.art));
        let kinds: Vec<TileKindId> =
            catalog.drawn_kinds().filter(|&kind| !catalog.kinds[kind].cells.is_empty()).collect();
        let width = f32::from(self.width);
        match self.what {
            PictureContent::AllTiles => Ok((contact_sheet(&artist, &kinds, Turn::NONE, 6), width)),
            PictureContent::Sizes => Ok((specimens(&artist), 256.0)),
            PictureContent::Tile => {
                let chosen =
                    cx.selection.tile().and_then(|key| kinds.iter().find(|id| catalog.kinds.key(**id) == **key));
                // The gallery of tiles also begins with those of this pack.
                let own = kinds.iter().find(|id| catalog.kinds.name(**id).pack == *cx.document.id());
                let kind =
                    chosen.or(own).or(kinds.first()).ok_or_else(|| PictureError::Missing(cx.t("pictures-waiting")))?;
                Ok((artist.tile(*kind, Turn::NONE), width))
            }
            PictureContent::Board => {
                let table = table.ok_or_else(|| PictureError::Missing(cx.t("pictures-no-board")))?;
                let (game, colours) = (table.game(), Some(table.seating().colours().all()));
                // The game may use an older catalog than the pack.
                let look = cx.pictures.own_art(game.catalog());
                let artist = self.artist(game.catalog(), look.as_ref().map(|look| &*look.art));
                Ok((board_scene(game, &artist, &Extras { coordinates: true, colours, ..Extras::default() }), width))
            }
            PictureContent::Sheets => unreachable!("sheets are pages"),
        }
    }

    fn sheets(&self, cx: &ViewCx<'_>, catalog: &Arc<Catalog>) -> Result<Sheets, PictureError> {
        let mut counts = counts(catalog);
        if self.only_own {
            counts.retain(|&(kind, _)| catalog.kinds.name(kind).pack == *cx.document.id());
        }
        let look = cx.pictures.own_art(catalog);
        sheets(&self.artist(catalog, look.as_ref().map(|look| &*look.art)), &counts, &self.layout)
            .map_err(PictureError::Sheets)
    }

    fn renew(&mut self, ui: &Ui, cx: &ViewCx<'_>, catalog: &Arc<Catalog>, table: Option<&TableGame>) {
        let key = PreviewKey {
            what: self.what,
            revision: cx.good.map_or(0, |a| a.revision),
            tile: cx.selection.tile().cloned().filter(|_| self.what == PictureContent::Tile),
            answers: table.filter(|_| self.what == PictureContent::Board).map_or(0, |t| t.session().answers()),
            look: cx.pictures.own_art(catalog).map(|look| look.number),
            width: self.width,
            layout: self.layout,
            page: self.page,
            frames: self.frames,
            only_own: self.only_own,
        };
        if self.shown.as_ref().is_some_and(|(k, _)| *k == key) {
            return;
        }
        let drawn = match self.what {
            PictureContent::Sheets => self.sheets(cx, catalog).map(|sheets| {
                (self.pages, self.tiles) = (sheets.pages.len(), sheets.tiles);
                self.page = self.page.min(self.pages.saturating_sub(1));
                (page(&sheets, self.page, self.layout.paper), PAGE_SCALE)
            }),
            _ => self.scene(cx, catalog, table),
        };
        let picture = drawn.and_then(|(scene, scale)| {
            let largest = scene.size.0.max(scene.size.1) * scale;
            let scale = if largest > LARGEST_PREVIEW { scale * LARGEST_PREVIEW / largest } else { scale };
            let drawn = pixels(&scene, scale).map_err(PictureError::Size)?;
            let image = ColorImage::from_rgba_unmultiplied([drawn.width as usize, drawn.height as usize], &drawn.rgba);
            Ok(ui.ctx().load_texture("preview", image, TextureOptions::LINEAR))
        });
        self.shown = Some((key, picture));
    }

    /// Draws the path of the file, and the buttons that write it.
    fn files(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, catalog: &Arc<Catalog>, table: Option<&TableGame>) {
        if self.path.is_empty() {
            let name = format!("{}-{}", cx.document.id(), self.name());
            let parent = cx.document.folder().parent().map(PathBuf::from).unwrap_or_default();
            self.path = parent.join(name).display().to_string();
        }
        ui.horizontal_wrapped(|ui| {
            if cx.host.save_file.is_none() {
                let name = ui.label(cx.t("pictures-file"));
                ui.add(egui::TextEdit::singleline(&mut self.path).desired_width(340.0)).labelled_by(name.id);
            }
            let is_sheets = self.what == PictureContent::Sheets;
            let formats = PictureFormat::ALL.into_iter().filter(|format| !is_sheets || *format == PictureFormat::Pdf);
            for format in formats {
                let end = format.ending();
                if ui.button(cx.texts.with_name("pictures-save", &end.to_uppercase())).clicked() {
                    let path = PathBuf::from(format!("{}.{end}", self.path.trim()));
                    cx.ask(match self.bytes(cx, catalog, table, format) {
                        Ok(bytes) => EditorAction::Write(path, bytes.into()),
                        Err(why) => EditorAction::Notify(NoticeWeight::Failed, why.to_string()),
                    });
                }
            }
        });
    }

    fn name(&self) -> &'static str {
        match self.what {
            PictureContent::AllTiles => "tiles",
            PictureContent::Sizes => "sizes",
            PictureContent::Tile => "tile",
            PictureContent::Board => "board",
            PictureContent::Sheets => "print",
        }
    }

    fn bytes(
        &self,
        cx: &ViewCx<'_>,
        catalog: &Arc<Catalog>,
        table: Option<&TableGame>,
        format: PictureFormat,
    ) -> Result<Vec<u8>, PictureError> {
        if self.what == PictureContent::Sheets {
            let title = catalog.packs.iter().map(|p| &*p.title).collect::<Vec<_>>().join(" + ");
            return Ok(pdf(&self.sheets(cx, catalog)?, &title));
        }
        let (scene, scale) = self.scene(cx, catalog, table)?;
        format.write(&scene, scale).map_err(PictureError::Size)
    }
}

/// Draws a print page, in millimetres.
fn page(sheets: &Sheets, number: usize, paper: Paper) -> Scene {
    let mut scene = Scene::new(paper.width, paper.height);
    let corner = |x, y| tilewright_art::geometry::Point::new(x, y);
    let ends =
        [corner(0.0, 0.0), corner(paper.width, 0.0), corner(paper.width, paper.height), corner(0.0, paper.height)];
    scene.fill(tilewright_art::geometry::Path::polygon(&ends), tilewright_art::scene::Color::hex(0xffffff));
    if let Some(page) = sheets.pages.get(number) {
        for &(picture, at) in &page.placed {
            scene.add(&sheets.pictures[picture], at);
        }
        scene.add(&page.marks, corner(0.0, 0.0));
    }
    scene
}
