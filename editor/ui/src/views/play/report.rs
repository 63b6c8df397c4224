//! A game night: saving and going on, the final table and how it came about, a log to read aloud, and what a game is kept
//! as: a record, a test of the pack, an example for the rulebook, a capsule.

use std::path::{Path, PathBuf};

use egui::{Grid, RichText, ScrollArea, Ui};
use egui_plot::{Legend, Line, Plot, PlotPoints};
use tilewright_art::board::{Extras, board_scene, seat_color};
use tilewright_art::raster::png;
use tilewright_art::svg::svg;
use tilewright_art::tile::{Artist, Style};
use tilewright_core::record::Record;
use tilewright_core::sheet::Seat;
use tilewright_kit::capsule::{Capsule, is_capsule};
use tilewright_kit::find::read_text;
use tilewright_kit::json::read_records;
use tilewright_kit::report::{Told, by_source, told};
use tilewright_kit::save::{record_of, write_bytes, write_file, write_text};
use tilewright_kit::seen::transcript;
use tilewright_kit::tests::Wanted;

use crate::document::Change;
use crate::table::Table;
use crate::table::history::Mark;
use crate::views::play::Play;
use crate::views::play::timeline::positions;
use crate::views::{Action, Cx, Weight};
use crate::widgets;

/// Pixels of a cell in pictures of a game.
const CELL: f32 = 96.0;
/// Letters in a line of a caption, for each cell of width.
const LETTERS: f32 = 9.5;

/// What is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Page {
    #[default]
    Points,
    Log,
    Save,
    Test,
    Capsule,
}

/// Saving, telling and keeping a game.
#[derive(Default)]
pub struct ReportView {
    page: Page,
    path: String,
    test: String,
    caption: String,
    wanted: Wanted,
    /// Whether a test arranges the position instead of telling the whole course.
    as_board: bool,
    /// Why that cannot be, at a position.
    refused: Option<((u64, usize), String)>,
    notes: String,
    /// The lines of the log, and the position and language that they are about.
    log: Option<((u64, String), Vec<String>)>,
}

impl ReportView {
    /// Draws it.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, play: &mut Play) {
        ui.horizontal_wrapped(|ui| {
            for (page, key) in [
                (Page::Points, "report-points"),
                (Page::Log, "report-log"),
                (Page::Save, "report-save"),
                (Page::Test, "report-test"),
                (Page::Capsule, "report-capsule"),
            ] {
                ui.selectable_value(&mut self.page, page, cx.t(key));
            }
        });
        ui.separator();
        if self.page == Page::Save {
            ScrollArea::vertical().id_salt("save").auto_shrink(false).show(ui, |ui| self.save(ui, cx, play));
            return;
        }
        let Some(table) = &mut play.table else {
            ui.label(RichText::new(cx.t("play-no-game")).color(cx.tokens.weak));
            return;
        };
        match self.page {
            Page::Points => points(ui, cx, table, play.eyes),
            Page::Log => self.aloud(ui, cx, table),
            Page::Save => {}
            Page::Test => self.keep(ui, cx, table),
            Page::Capsule => self.capsule(ui, cx, table),
        }
    }

    /// The log, a line for each thing that everybody has seen.
    fn aloud(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, table: &Table) {
        let key = (table.game().fingerprint(), cx.texts.code().to_owned());
        if self.log.as_ref().is_none_or(|(k, _)| *k != key) {
            let lines = told(table.game(), cx.texts.code());
            self.log = Some((key, lines.iter().map(|line| sentence(cx, line)).collect()));
        }
        let Some((_, lines)) = &self.log else { return };
        ui.horizontal_wrapped(|ui| {
            if ui.button(cx.t("report-copy")).clicked() {
                ui.ctx().copy_text(lines.join("\n"));
            }
            if ui.button(cx.t("report-log-save")).clicked() {
                let path = free_path(cx, "log", "txt");
                let done = write_text(&path, &(lines.join("\n") + "\n"));
                tell(cx, &path, done.map_err(|e| e.to_string()));
            }
        });
        if lines.is_empty() {
            ui.label(RichText::new(cx.t("report-nothing")).color(cx.tokens.weak));
        }
        let height = ui.text_style_height(&egui::TextStyle::Body);
        ScrollArea::vertical().id_salt("log").auto_shrink(false).stick_to_bottom(true).show_rows(
            ui,
            height,
            lines.len(),
            |ui, seen| {
                for line in &lines[seen] {
                    ui.add(egui::Label::new(line).truncate());
                }
            },
        );
    }

    /// Saving the game into a file, and going on with one.
    fn save(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, play: &mut Play) {
        if self.path.is_empty() {
            self.path = folder(cx).join(format!("{}-game.json", cx.document.id())).display().to_string();
        }
        ui.label(cx.t("report-save-about"));
        widgets::line(ui, &cx.t("report-file"), &mut self.path);
        let path = PathBuf::from(self.path.trim());
        ui.horizontal_wrapped(|ui| {
            let game = play.table.as_ref().filter(|t| !t.session().is_arranged());
            if ui.add_enabled(game.is_some(), egui::Button::new(cx.t("report-save-now"))).clicked()
                && let Some(table) = game
            {
                let record = record_of(table.session(), &cx.document.id().clone());
                let done = write_file(&path, &record).map_err(|e| e.to_string());
                tell(cx, &path, done);
            }
            if ui.add_enabled(cx.good.is_some(), egui::Button::new(cx.t("report-resume"))).clicked() {
                match recorded(cx, &path) {
                    Ok(record) => play.resume(cx, record),
                    Err(why) => cx.ask(Action::Notify(Weight::Failed, why)),
                }
            }
        });
        let Some(table) = &play.table else { return };
        holds_everything(ui, cx, table);
        if let Some(seat) = play.eyes.filter(|_| table.keeps_secrets()) {
            let text = cx.texts.count("report-seen-save", seat.index() + 1);
            if ui.button(text).on_hover_text(cx.t("report-seen-about")).clicked() {
                let path = free_path(cx, "seen", "json");
                let line = transcript(table.session(), &cx.document.id().clone(), Some(seat)) + "\n";
                tell(cx, &path, write_text(&path, &line).map_err(|e| e.to_string()));
            }
        }
        ui.label(RichText::new(cx.t("report-replay-about")).color(cx.tokens.weak));
    }

    /// The game as a test of the pack, with a picture for the rulebook if it is wanted.
    fn keep(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, table: &mut Table) {
        if table.keeps_secrets() {
            // The files of the pack lie open to whoever is at the screen.
            ui.label(RichText::new(cx.t("play-secret")).color(cx.tokens.weak));
            return;
        }
        ScrollArea::vertical().id_salt("test").auto_shrink(false).show(ui, |ui| {
            ui.label(cx.t("report-test-about"));
            widgets::line(ui, &cx.t("report-test-name"), &mut self.test);
            ui.horizontal_wrapped(|ui| {
                let wanted = &mut self.wanted;
                for (on, key) in [
                    (&mut wanted.scores, "report-want-scores"),
                    (&mut wanted.by_kind, "report-want-sources"),
                    (&mut wanted.sheets, "report-want-sheets"),
                    (&mut wanted.supply, "report-want-supply"),
                    (&mut wanted.counters, "report-want-counters"),
                    (&mut wanted.tokens, "report-want-tokens"),
                    (&mut wanted.set_aside, "report-want-set-aside"),
                    (&mut wanted.decision, "report-want-decision"),
                    (&mut wanted.options, "report-want-options"),
                    (&mut wanted.over, "report-want-over"),
                    (&mut wanted.worth, "report-want-worth"),
                ] {
                    ui.checkbox(on, cx.t(key));
                }
            });
            ui.horizontal_wrapped(|ui| {
                ui.radio_value(&mut self.as_board, false, cx.t("report-as-course"));
                ui.radio_value(&mut self.as_board, true, cx.t("report-as-board"))
                    .on_hover_text(cx.t("report-as-board-about"));
            });
            let name = self.test.trim().to_owned();
            if ui.add_enabled(!name.is_empty(), egui::Button::new(cx.t("report-test-make"))).clicked()
                && let Some(text) = self.text(cx, table, &name)
            {
                let path = free_file(cx, "tests/played", "ron");
                let told = cx.texts.named("try-test-saved", &path);
                cx.change(cx.t("report-test-make"), vec![Change::Write { path: path.into(), text: text.into() }]);
                cx.ask(Action::Notify(Weight::Done, told));
            }
            if let Some((_, why)) = self.refused.as_ref().filter(|(at, _)| *at == table.position()) {
                let told = cx.texts.named("report-no-board", why);
                ui.label(RichText::new(told).color(cx.tokens.warning));
                if ui.button(cx.t("report-take-course")).clicked() {
                    (self.as_board, self.refused) = (false, None);
                }
            }
            ui.separator();
            ui.label(cx.t("report-example-about"));
            widgets::line(ui, &cx.t("report-caption"), &mut self.caption);
            let caption = self.caption.trim().to_owned();
            if ui.add_enabled(!caption.is_empty(), egui::Button::new(cx.t("report-example-make"))).clicked()
                && let Some(text) = self.text(cx, table, &caption)
            {
                let test = free_file(cx, "tests/example", "ron");
                let picture = test.replacen("tests/", "examples/", 1).replace(".ron", ".svg");
                let text = format!("// {picture}\n{text}");
                let changes = vec![
                    Change::Write { path: test.as_str().into(), text: text.into() },
                    Change::Write { path: picture.as_str().into(), text: captioned(table, &caption).into() },
                ];
                cx.change(cx.t("report-example-make"), changes);
                cx.ask(Action::Notify(Weight::Done, cx.texts.named("try-test-saved", &format!("{test}, {picture}"))));
            }
        });
    }

    /// The test as it is wanted; nothing where the position cannot be told as a board, and then it is said why.
    fn text(&mut self, cx: &mut Cx<'_>, table: &mut Table, name: &str) -> Option<String> {
        let text =
            if self.as_board { table.as_board_test(name, self.wanted) } else { Ok(table.as_test(name, self.wanted)) };
        match text {
            Ok(text) => {
                self.refused = None;
                Some(text + "\n")
            }
            Err(why) => {
                cx.ask(Action::Notify(Weight::Failed, cx.texts.named("report-no-board", &why)));
                self.refused = Some((table.position(), why));
                None
            }
        }
    }

    /// The game with its packs in one file.
    fn capsule(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, table: &Table) {
        ui.label(cx.t("report-capsule-about"));
        holds_everything(ui, cx, table);
        let label = ui.label(cx.t("report-notes"));
        let width = ui.available_width().min(520.0);
        ui.add(egui::TextEdit::multiline(&mut self.notes).desired_rows(4).desired_width(width)).labelled_by(label.id);
        if ui.button(cx.t("report-capsule-make")).clicked() {
            let path = free_path(cx, "capsule", "zip");
            let done = capsule_of(cx, table, &self.notes).and_then(|capsule| {
                let bytes = capsule.write().map_err(|e| e.to_string())?;
                write_bytes(&path, &bytes).map_err(|e| e.to_string())
            });
            tell(cx, &path, done);
        }
    }
}

/// The final table: points by source, and the scores over the turns.
fn points(ui: &mut Ui, cx: &Cx<'_>, table: &Table, eyes: Option<Seat>) {
    let game = table.game();
    let seats = game.seat_count();
    ScrollArea::both().id_salt("points").auto_shrink(false).show(ui, |ui| {
        Grid::new("sources").striped(true).spacing([18.0, 4.0]).show(ui, |ui| {
            ui.label(RichText::new(cx.t("report-source")).strong());
            for seat in 0..seats {
                ui.label(RichText::new(cx.texts.count("try-seat", seat + 1)).strong());
            }
            ui.end_row();
            for (source, row) in by_source(game, cx.texts.code()) {
                ui.label(source);
                row.iter().for_each(|n| {
                    ui.label(n.to_string());
                });
                ui.end_row();
            }
            ui.label(RichText::new(cx.t("report-total")).strong());
            for n in game.scores() {
                ui.label(RichText::new(n.to_string()).strong());
            }
            ui.end_row();
        });
        ui.label(
            RichText::new(cx.t(if table.is_over() { "report-over" } else { "report-under-way" })).color(cx.tokens.weak),
        );
        let history = table.history();
        let marks = history.branch().marks();
        let told = positions(table, history.branch(), eyes).into_iter().filter(|at| *at <= history.now());
        let marks: Vec<&Mark> = told.filter_map(|at| marks.get(at)).collect();
        let plot = Plot::new("scores over time")
            .height(190.0)
            .width(ui.available_width().max(260.0))
            .allow_zoom(false)
            .allow_drag(false)
            .allow_scroll(false)
            .include_y(0.0)
            .x_axis_label(cx.t("report-answers"))
            .grid_color(cx.tokens.line)
            .legend(Legend::default())
            .show(ui, |plot| {
                for seat in 0..seats {
                    let colour = seat_color(Seat(seat as u8)).rgb;
                    let at =
                        |(n, mark): (usize, &&Mark)| [n as f64, f64::from(mark.scores.get(seat).copied().unwrap_or(0))];
                    let line: Vec<[f64; 2]> = marks.iter().enumerate().map(at).collect();
                    let colour = egui::Color32::from_rgb(colour[0], colour[1], colour[2]);
                    let name = cx.texts.count("try-seat", seat + 1);
                    plot.line(Line::new(name, PlotPoints::from(line)).color(colour).width(2.0));
                }
            });
        widgets::named(ui, &plot.response, &cx.t("report-chart"));
    });
}

/// A line of the log as a sentence.
fn sentence(cx: &Cx<'_>, line: &Told) -> String {
    let seat = |seat: &Seat| cx.texts.count("try-seat", seat.index() + 1);
    match line {
        Told::Placed { seat: who, tile, cell } => {
            let values =
                [("seat", seat(who).into()), ("tile", tile.as_str().into()), ("cell", cell.to_string().into())];
            cx.texts.with("told-placed", &values)
        }
        Told::Deployed { seat: who, figure, place } => {
            let figure = figure.clone().unwrap_or_else(|| cx.t("told-figure"));
            let values = [("seat", seat(who).into()), ("figure", figure.into()), ("place", place.as_str().into())];
            cx.texts.with("told-deployed", &values)
        }
        Told::SetAside { tile } => cx.texts.named("told-set-aside", tile),
        Told::Rolled { seat: who, die, face } => {
            let who = who.as_ref().map(seat).unwrap_or_default();
            let values = [("seat", who.into()), ("die", die.as_str().into()), ("face", face.as_str().into())];
            cx.texts.with("told-rolled", &values)
        }
        Told::Points { seat: who, points, book, cell, score } => {
            let place = cell.map_or_else(String::new, |c| c.to_string());
            let values = [
                ("seat", seat(who).into()),
                ("points", (*points).into()),
                ("book", book.as_str().into()),
                ("cell", place.into()),
                ("score", (*score).into()),
            ];
            let key = if cell.is_some() { "told-points-at" } else { "told-points" };
            cx.texts.with(key, &values)
        }
        Told::Ending => cx.t("told-ending"),
        Told::Over => cx.t("told-over"),
    }
}

/// The game of a file or capsule.
fn recorded(cx: &Cx<'_>, path: &Path) -> Result<Record, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    if is_capsule(&bytes) {
        return Ok(Capsule::read(&bytes).map_err(|e| e.to_string())?.record);
    }
    let text = read_text(path).map_err(|e| e.to_string())?;
    let first = read_records(&text).into_iter().next();
    first.ok_or_else(|| cx.t("report-no-record"))?.map_err(|e| e.to_string())
}

/// The game, the texts of its packs as they are here, and a picture.
fn capsule_of(cx: &Cx<'_>, table: &Table, notes: &str) -> Result<Capsule, String> {
    let record = record_of(table.session(), &cx.document.id().clone());
    let mut capsule = Capsule { record, notes: notes.to_owned(), ..Capsule::default() };
    for pack in &table.catalog().packs {
        let own = (pack.id == *cx.document.id()).then(|| cx.document.files());
        let files = own.or_else(|| cx.surroundings.files(&pack.id));
        let files = files.ok_or_else(|| cx.texts.named("report-no-pack", &pack.id))?;
        capsule.packs.packs.insert(pack.id.clone(), files.clone());
    }
    capsule.picture = Some(png(&picture(table), CELL).map_err(|e| e.to_string())?);
    Ok(capsule)
}

fn picture(table: &Table) -> tilewright_art::scene::Scene {
    let game = table.game();
    let artist = Artist::new(game.catalog(), Style { frame: false, ornaments: true });
    board_scene(game, &artist, &Extras { coordinates: true, ..Extras::default() })
}

/// The board as SVG, with lines of text below it.
fn captioned(table: &Table, caption: &str) -> String {
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

/// Writes the record of a game into a new file beside the pack, and says where.
pub(super) fn save_beside(cx: &mut Cx<'_>, table: &Table) {
    let path = free_path(cx, "game", "json");
    let record = record_of(table.session(), &cx.document.id().clone());
    let done = write_file(&path, &record).map_err(|e| e.to_string());
    tell(cx, &path, done);
}

/// Says that a file holds what others may not know, where that is so.
pub(super) fn holds_everything(ui: &mut Ui, cx: &Cx<'_>, table: &Table) {
    if table.keeps_secrets() {
        ui.label(RichText::new(cx.t("report-everything")).color(cx.tokens.warning));
    }
}

fn tell(cx: &mut Cx<'_>, path: &Path, done: Result<(), String>) {
    cx.ask(match done {
        Ok(()) => Action::Notify(Weight::Done, cx.texts.named("report-saved", &path.display().to_string())),
        Err(why) => Action::Notify(Weight::Failed, why),
    });
}

/// The folder in which the pack lies.
fn folder(cx: &Cx<'_>) -> PathBuf {
    cx.document.folder().parent().unwrap_or(cx.document.folder()).to_owned()
}

/// A file beside the pack that is not there yet.
fn free_path(cx: &Cx<'_>, what: &str, end: &str) -> PathBuf {
    let folder = folder(cx);
    let name = |n: u32| folder.join(format!("{}-{what}-{n}.{end}", cx.document.id()));
    (1..).map(name).find(|p| !p.exists()).unwrap_or_else(|| unreachable!("there are names without end"))
}

/// A file of the pack that is not there yet.
fn free_file(cx: &Cx<'_>, begin: &str, end: &str) -> String {
    let files = cx.document.files();
    let name = |n: u32| format!("{begin}_{n}.{end}");
    let free = (1..).map(name).find(|p| !files.contains_key(&**p));
    free.unwrap_or_else(|| unreachable!("there are names without end"))
}
