//! The painter: its tools, the canvas, the fields of the tile and its text.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Align, Button, Key, Layout, Modifiers, Pos2, RichText, ScrollArea, Ui, Vec2};
use tilewright_core::catalog::lattice::{Side, Turn};
use tilewright_core::diag::Diagnostic;
use tilewright_editor_model::pack::document::FileChange;
use tilewright_editor_painter::{Brush, DrawnTile, PaintAnswer, PaintQuestion, PaintStop, TilePaintError};
use tilewright_language::place::FilePlace;
use tilewright_pack::edit::unfold;

use super::canvas::{CanvasInput, CanvasSettings, Layers, OwnPictures, TileCanvas};
use super::drafts::DraftPictures;
use super::fields::{self, TypedFields};
use super::live::Live;
use super::strip::Strip;
use super::tile_cache::TileCache;
use super::tools::{self, CanvasSpot, PainterTool};
use super::variants::{self, PaintedVariant, TileVariant};
use super::words;
use crate::context::{EditorAction, Selection, ViewCx};
use crate::ui::icons;
use crate::ui::notices::NoticeWeight;
use crate::ui::theme::Emphasis;
use crate::ui::widgets::{self, swatch};

/// Duration for which the reason of a refused stroke is shown, in seconds.
const REFUSAL: f64 = 6.0;
/// Height of the space for messages, in points: three lines.
const MESSAGES: f32 = 54.0;

/// State of the painter.
pub(super) struct PainterView {
    tool: PainterTool,
    /// Terrain of each tool that paints with one.
    terrains: BTreeMap<PainterTool, String>,
    layers: Layers,
    canvas: TileCanvas,
    live: Live,
    strip: Strip,
    fields: TypedFields,
    asking: Option<OpenQuestion>,
    /// Messages about the last stroke.
    said: Vec<(NoticeWeight, String)>,
    /// Revision of the document before that stroke.
    said_at: u64,
    /// Time when these messages were first shown, in seconds; `None` until then.
    said_since: Option<f64>,
    /// Segment that the user inspects.
    chosen: Option<CanvasSpot>,
    tile: Option<Arc<str>>,
    /// Index of the variant that is painted.
    variant: usize,
}

impl Default for PainterView {
    fn default() -> PainterView {
        PainterView {
            tool: PainterTool::Path,
            terrains: BTreeMap::new(),
            layers: Layers { ports: false, segments: false, fields: false, touching: false, picture: false },
            canvas: TileCanvas::default(),
            live: Live::default(),
            strip: Strip::default(),
            fields: TypedFields::default(),
            asking: None,
            said: Vec::new(),
            said_at: 0,
            said_since: None,
            chosen: None,
            tile: None,
            variant: 0,
        }
    }
}

/// A question about a stroke, which is open.
struct OpenQuestion {
    asked: PainterQuestion,
    step: &'static str,
    answers: Vec<PaintAnswer>,
    at: Pos2,
    /// True until the question is first drawn.
    is_new: bool,
    /// Widget that had the keyboard before the question.
    before: Option<egui::Id>,
}

enum PainterQuestion {
    /// Meaning of an ambiguous brush.
    Meaning(Brush, PaintQuestion),
    /// Edge type of a side of a cell.
    Edge(usize, Side),
}

/// The tile that is painted, with its text.
pub(super) struct Subjects<'a> {
    pub(super) tiles_read: &'a TileCache,
    /// Variant that is painted, with its place in the files.
    pub(super) variant: &'a TileVariant<'a>,
    /// Text of the file that contains the tile.
    pub(super) text: &'a str,
    pub(super) sheet: &'a PaintedVariant<'a>,
    pub(super) drawing: &'a DrawnTile,
}

impl PainterView {
    /// Draws the painter for a tile.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        tiles_read: &TileCache,
        drafts: &mut DraftPictures,
        id: &Arc<str>,
    ) {
        if tiles_read.tile(id).is_none()
            && let Some(new) = self.strip.follow(tiles_read, id)
        {
            self.tile = Some(new.clone());
            cx.ask(EditorAction::Select(Selection::Tiles(vec![new.clone()])));
            return self.show(ui, cx, tiles_read, drafts, &new);
        }
        if self.tile.as_ref() != Some(id) {
            self.tile = Some(id.clone());
            (self.asking, self.chosen) = (None, None);
            self.said.clear();
            self.canvas.forget();
            self.fields = TypedFields::default();
            self.variant = 0;
        }
        let variants = variants::list_variants(tiles_read, cx.document.files(), id);
        self.variant = self.variant.min(variants.len().saturating_sub(1));
        let Some((variant, (_, node))) = variants.get(self.variant).zip(tiles_read.tile(id)) else {
            ui.label(RichText::new(cx.t("tiles-cannot-read")).color(cx.tokens.error));
            self.strip.show(ui, cx, id, None);
            return;
        };
        let item = variant.item;
        let node = tiles_read.items.node(item).unwrap_or(node);
        let Some(text) = cx.document.text(&item.file).cloned() else { return };
        ScrollArea::vertical().id_salt("painter").auto_shrink(false).show(ui, |ui| {
            self.choose_variant(ui, cx, &variants);
            match PaintedVariant::read(tiles_read, variant, &text) {
                Ok(sheet) => {
                    if sheet.is_override() {
                        ui.label(RichText::new(cx.t("tiles-paints-override")).color(cx.tokens.weak));
                    }
                    let subjects =
                        Subjects { tiles_read, variant, text: &text, sheet: &sheet, drawing: &sheet.drawing };
                    self.paint_on(ui, cx, &subjects);
                }
                Err(why) => not_drawable(ui, cx, drafts, id, &why),
            }
            ui.add_space(4.0);
            if ui.link(RichText::new(cx.texts.with_name("tiles-open-file", &item.file)).small()).clicked() {
                cx.ask(EditorAction::GoTo(FilePlace { path: item.file.clone(), range: node.range() }));
            }
            self.strip.show(ui, cx, id, Some((&item.file, node.range())));
            self.mistakes(ui, cx, &item.file);
        });
    }

    /// Draws the choice between the variants of a tile, if it has several.
    fn choose_variant(&mut self, ui: &mut Ui, cx: &ViewCx<'_>, variants: &[TileVariant<'_>]) {
        if variants.len() < 2 {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(cx.t("tiles-variants")).color(cx.tokens.weak));
            for (number, variant) in variants.iter().enumerate() {
                let shown = if variant.label.is_empty() { cx.t("tiles-variant-always") } else { variant.label.clone() };
                let button = ui.selectable_label(self.variant == number, RichText::new(&shown).monospace());
                widgets::set_name(ui, &button, &cx.texts.with_name("tiles-variant", &shown));
                if button.clicked() {
                    self.variant = number;
                    (self.asking, self.chosen) = (None, None);
                    self.said.clear();
                    self.canvas.forget();
                }
            }
        });
        ui.label(RichText::new(cx.t("tiles-variants-about")).small().color(cx.tokens.weak));
    }

    /// Shows the own picture of the tile, with the cut.
    pub(super) fn show_own_picture(&mut self) {
        self.layers.picture = true;
    }

    /// Returns the area of the canvas in the last frame; `None` before the first one.
    pub(super) fn canvas_area(&self) -> Option<egui::Rect> {
        self.canvas.area
    }

    /// True if the text field holds this tile, even if the tile can no longer be found in its file.
    pub(super) fn keeps(&self, id: &str) -> bool {
        self.strip.is_of(id)
    }

    fn paint_on(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, s: &Subjects<'_>) {
        self.live.renew(&ui.ctx().clone(), cx, s.tiles_read, &s.sheet.node, &s.sheet.text, s.drawing);
        self.keys(ui);
        self.toolbar(ui, cx, s);
        let rest = ui.available_height();
        let terrain = self.terrains.get(&self.tool);
        let ghost = terrain.and_then(|terrain| swatch::of_name(cx.catalog()?, terrain));
        let id: Arc<str> = s.drawing.id.as_str().into();
        let has_own = cx.pictures.has_own_tile(&id);
        let own = if self.layers.picture { OwnPictures::find(cx, &id, s.drawing.cells.len()) } else { None };
        let touched = self.canvas.show(
            ui,
            cx,
            s.tiles_read,
            s.drawing,
            &mut self.live,
            CanvasSettings {
                tool: self.tool,
                layers: self.layers,
                chosen: self.chosen.filter(|_| self.tool == PainterTool::Look),
                height: (rest - 200.0).clamp(240.0, 640.0),
                own,
                ghost,
            },
        );
        let over = self.canvas.over.or(self.chosen.filter(|_| self.tool == PainterTool::Look));
        let line = over.map_or_else(
            || cx.t(self.tool.hint()),
            |spot| words::describe_spot(cx, s.tiles_read, s.drawing, &self.live, spot),
        );
        self.forget_refusals(ui, cx.document.revision());
        self.messages(ui, cx, line, is_blank(s.drawing));
        if let Some((touched, at)) = touched {
            self.handle_touch(cx, s, touched, at);
        }
        self.ask(ui, cx, s);
        self.layers(ui, cx, has_own);
        let chosen = self.chosen.filter(|_| self.tool == PainterTool::Look);
        let part = chosen.and_then(|spot| tools::part_of(s.drawing, &self.live, spot));
        for (brush, step) in fields::show(&mut self.fields, ui, cx, s, part) {
            self.paint(cx, s, brush, step, Vec::new(), Pos2::ZERO);
        }
    }

    /// Shows messages about the last stroke, findings about the tile and a description of the spot under the pointer,
    /// in a space of fixed height, so that the fields below never move under the pointer. A blank tile is
    /// unfinished, not wrong.
    fn messages(&self, ui: &mut Ui, cx: &ViewCx<'_>, spot: String, is_blank: bool) {
        let said = self.said.iter().map(|(weight, text)| {
            let colour = if *weight == NoticeWeight::Failed { cx.tokens.error } else { cx.tokens.text };
            RichText::new(text).color(colour)
        });
        // The sides of a new tile lack their parts until the author paints them.
        let is_unfinished = is_blank && self.live.findings.iter().any(Diagnostic::is_error);
        let unfinished = is_unfinished.then(|| RichText::new(cx.t("tiles-unfinished")).color(cx.tokens.weak));
        let findings = self.live.findings.iter().filter(|_| !is_unfinished).map(|finding| {
            let colour = if finding.is_error() { cx.tokens.error } else { cx.tokens.warning };
            RichText::new(format!("{} {}", finding.code, finding.message)).color(colour)
        });
        let lines = said.chain(unfinished).chain(findings).chain([RichText::new(spot).color(cx.tokens.weak)]);
        let room = Vec2::new(ui.available_width(), MESSAGES);
        ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
            ui.set_min_size(room);
            ui.spacing_mut().item_spacing.y = 1.0;
            let area = ScrollArea::vertical().id_salt("messages").max_height(MESSAGES).min_scrolled_height(MESSAGES);
            area.auto_shrink(false).show(ui, |ui| lines.for_each(|line| drop(ui.label(line))));
        });
    }

    /// Clears messages about the last stroke after the next change. Refusals are also cleared on the next click and
    /// after a while.
    fn forget_refusals(&mut self, ui: &Ui, revision: u64) {
        if revision > self.said_at + 1 {
            self.said.clear();
        }
        let (now, pressed) = ui.input(|i| (i.time, i.pointer.any_pressed()));
        if self.said.is_empty() {
            self.said_since = None;
            return;
        }
        let since = *self.said_since.get_or_insert(now);
        let left = REFUSAL - (now - since);
        if left <= 0.0 || (pressed && since < now) {
            self.said.retain(|(weight, _)| *weight != NoticeWeight::Failed);
        } else {
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left));
        }
    }

    /// Shows the findings about the text of the tile that the picture has not reported yet.
    fn mistakes(&self, ui: &mut Ui, cx: &ViewCx<'_>, file: &str) {
        let range = self.strip.range();
        let said = |d: &Diagnostic| self.live.findings.iter().any(|f| f.code == d.code && f.message == d.message);
        let here = cx.problems.of_file(file).filter(|(_, at)| at.start < range.end && range.start <= at.end);
        for (problem, _) in here.filter(|(p, _)| !said(&p.diagnostic)).take(3) {
            let colour = if problem.diagnostic.is_error() { cx.tokens.error } else { cx.tokens.warning };
            let text = format!("{} {}", problem.diagnostic.code, problem.diagnostic.message);
            ui.label(RichText::new(text).color(colour));
        }
    }

    /// Handles the number keys that choose tools, unless a text field or a question has the keyboard.
    fn keys(&mut self, ui: &Ui) {
        let ctx = ui.ctx();
        if ctx.text_edit_focused() || self.asking.is_some() {
            return;
        }
        for tool in PainterTool::ALL {
            if ctx.input_mut(|i| i.consume_key(Modifiers::NONE, tool.key().0)) {
                self.take(tool);
            }
        }
    }

    /// Chooses a tool, which paints with the terrain of the last tool if it can.
    fn take(&mut self, tool: PainterTool) {
        if let Some(terrain) = self.terrains.get(&self.tool).cloned().filter(|_| tool.has_terrain()) {
            self.terrains.insert(tool, terrain);
        }
        self.tool = tool;
        self.canvas.forget();
        self.asking = None;
    }

    fn toolbar(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, s: &Subjects<'_>) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            for tool in PainterTool::ALL {
                let name = cx.t(tool.text());
                let (_, key) = tool.key();
                let sign = RichText::new(tool.icon()).size(18.0);
                let button = Button::selectable(self.tool == tool, sign).min_size(Vec2::new(30.0, 28.0));
                let button = ui.add(button).on_hover_text(format!("{name} ({key}). {}", cx.t(tool.hint())));
                widgets::set_name(ui, &button, &name);
                if button.clicked() {
                    self.take(tool);
                }
            }
            ui.separator();
            let button = |ui: &mut Ui, sign: &str, name: &str| {
                let button = Button::new(RichText::new(sign).size(18.0)).min_size(Vec2::new(30.0, 28.0));
                let button = ui.add(button).on_hover_text(name);
                widgets::set_name(ui, &button, name);
                button.clicked()
            };
            let at = ui.min_rect().center_bottom();
            if button(ui, icons::TURN, &cx.t("tiles-turn-long")) {
                self.paint(cx, s, Brush::Turn(Turn(1)), "tiles-step-turn", Vec::new(), at);
            }
            if button(ui, icons::MIRROR, &cx.t("tiles-mirror-long")) {
                self.paint(cx, s, Brush::Mirror, "tiles-step-mirror", Vec::new(), at);
            }
            if button(ui, icons::CLEAR, &cx.t("tiles-clear-long")) {
                self.clear(cx, s);
            }
        });
        if self.tool.has_terrain() {
            let (choices, likeliest) = self.tool.terrains(s.tiles_read);
            let chosen = self.terrains.entry(self.tool).or_default();
            if !choices.contains(chosen) {
                *chosen = likeliest;
            }
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(cx.t("tiles-with")).color(cx.tokens.weak));
                for terrain in choices {
                    let colour = cx.catalog().and_then(|catalog| swatch::of_name(catalog, &terrain));
                    let button = swatch::choice(ui, *chosen == terrain, &terrain, cx.tokens.text, colour);
                    widgets::set_name(ui, &button, &cx.texts.with_name("tiles-terrain", &terrain));
                    if button.clicked() {
                        *chosen = terrain;
                    }
                }
            });
        }
    }

    fn layers(&mut self, ui: &mut Ui, cx: &ViewCx<'_>, has_own: bool) {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(cx.t("tiles-show")).color(cx.tokens.weak));
            ui.checkbox(&mut self.layers.ports, cx.t("tiles-show-ports"));
            ui.checkbox(&mut self.layers.segments, cx.t("tiles-show-segments"));
            ui.checkbox(&mut self.layers.fields, cx.t("tiles-show-fields"));
            ui.checkbox(&mut self.layers.touching, cx.t("tiles-show-touching"));
            if has_own {
                ui.checkbox(&mut self.layers.picture, cx.t("tiles-show-picture"));
            }
        });
    }

    fn handle_touch(&mut self, cx: &mut ViewCx<'_>, s: &Subjects<'_>, touched: CanvasInput, at: Pos2) {
        self.said_since = None;
        let tool = self.tool;
        let terrain = self.terrains.get(&tool).cloned().unwrap_or_default();
        let brush = match touched {
            CanvasInput::Spot(spot) if tool == PainterTool::Look => {
                self.chosen = Some(spot);
                return;
            }
            CanvasInput::Spot(CanvasSpot::Side(cell, side)) if tool == PainterTool::Edge => {
                let asked = PainterQuestion::Edge(cell, side);
                self.asking = Some(OpenQuestion {
                    asked,
                    step: tool.step(),
                    answers: Vec::new(),
                    at,
                    is_new: true,
                    before: None,
                });
                return;
            }
            CanvasInput::Missed(why) => {
                (self.said, self.said_at) = (vec![(NoticeWeight::Failed, cx.t(why))], cx.document.revision());
                return;
            }
            CanvasInput::Spot(spot) => tools::touch(tool, &terrain, s.drawing, &self.live, spot),
            CanvasInput::Stroke(from, to) => {
                tools::stroke(tool, &terrain, s.tiles_read, s.drawing, &self.live, from, to)
            }
            CanvasInput::Sides(sides) => tools::sides(tool, &terrain, s.tiles_read, s.drawing, &sides),
        };
        match brush {
            Some(brush) => self.paint(cx, s, brush, tool.step(), Vec::new(), at),
            None => self.said = vec![(NoticeWeight::Failed, cx.t("tiles-nothing-to-draw"))],
        }
    }

    /// Applies a brush, which results in an undo step, a question or a refusal.
    fn paint(
        &mut self,
        cx: &mut ViewCx<'_>,
        s: &Subjects<'_>,
        brush: Brush,
        step: &'static str,
        answers: Vec<PaintAnswer>,
        at: Pos2,
    ) {
        self.said.clear();
        self.said_at = cx.document.revision();
        self.asking = None;
        match s.drawing.paint(&brush, &answers, &s.tiles_read.words) {
            Ok(painted) => {
                let say = |notice| (NoticeWeight::Note, words::notice(cx, s.tiles_read, &painted.drawing, notice));
                self.said = painted.notices.iter().map(say).collect();
                self.commit(cx, s, &painted.drawing, step);
            }
            Err(PaintStop::Asks(question)) => {
                self.asking = Some(OpenQuestion {
                    asked: PainterQuestion::Meaning(brush, question),
                    step,
                    answers,
                    at,
                    is_new: true,
                    before: None,
                });
            }
            Err(PaintStop::Refused(why)) => {
                self.said = vec![(NoticeWeight::Failed, words::refusal(cx, s.tiles_read, &why))]
            }
        }
    }

    fn commit(&mut self, cx: &mut ViewCx<'_>, s: &Subjects<'_>, new: &DrawnTile, step: &'static str) {
        let TileVariant { item, node, .. } = s.variant;
        match s.sheet.patch(new, s.tiles_read, s.variant, s.text) {
            Ok(None) => self.said = vec![(NoticeWeight::Failed, cx.t("tiles-variants-share"))],
            Ok(Some(edits)) if edits.is_empty() => {}
            Ok(Some(edits)) => {
                let edits = unfold(s.text, s.tiles_read.list_of(item), node, edits);
                let label = cx.texts.with_name(step, &new.id);
                cx.change(label, vec![FileChange::Edit { path: item.file.clone(), edits }]);
                if new.id != s.drawing.id && !s.sheet.is_override() {
                    cx.ask(EditorAction::Select(Selection::Tiles(vec![new.id.as_str().into()])));
                }
            }
            Err(error) => self.said = vec![(NoticeWeight::Failed, error.to_string())],
        }
    }

    /// Clears the tile except for its id, count, tags and cells.
    fn clear(&mut self, cx: &mut ViewCx<'_>, s: &Subjects<'_>) {
        let blank = DrawnTile::blank(&s.drawing.id, &s.tiles_read.words);
        let mut new = s.drawing.clone();
        for cell in &mut new.cells {
            cell.parts.clear();
            if let Some(empty) = blank.cells.first() {
                cell.edges.clone_from(&empty.edges);
            }
        }
        new.derive = true;
        self.said.clear();
        self.commit(cx, s, &new, "tiles-step-clear");
    }

    /// Draws the open question next to its spot.
    fn ask(&mut self, ui: &Ui, cx: &mut ViewCx<'_>, s: &Subjects<'_>) {
        let Some(asking) = &mut self.asking else { return };
        let (title, choices): (String, Vec<(String, PaintAnswer)>) = match &asking.asked {
            PainterQuestion::Meaning(_, question) => {
                let named = |c: &PaintAnswer| (words::choice(cx, s.tiles_read, s.drawing, c), c.clone());
                (
                    words::question(cx, s.tiles_read, s.drawing, &question.about),
                    question.choices.iter().map(named).collect(),
                )
            }
            PainterQuestion::Edge(cell, side) => {
                let name = |id| s.tiles_read.words.edge_name(id).to_owned();
                let all = s.tiles_read.words.edges.ids().map(name).filter(|name| !name.contains(':'));
                let title = cx.texts.with_name("tiles-asks-edge", &words::side(cx, s.tiles_read, *side));
                (title, all.map(|edge| (edge.clone(), PaintAnswer::Edge(*cell, *side, edge))).collect())
            }
        };
        let is_new = std::mem::take(&mut asking.is_new);
        if is_new {
            asking.before = ui.memory(|m| m.focused());
        }
        let before = asking.before;
        let (mut answer, mut cancel) = (None, ui.input(|i| i.key_pressed(Key::Escape)));
        let area = egui::Area::new(egui::Id::unique("painter question"))
            .order(egui::Order::Foreground)
            .fixed_pos(asking.at + Vec2::new(12.0, 12.0))
            .constrain(true)
            .show(ui.ctx(), |ui| {
                egui::Frame::popup(ui.style()).show(ui, |ui| {
                    ui.set_max_width(280.0);
                    ui.label(RichText::new(title).medium());
                    for (number, (name, choice)) in choices.into_iter().enumerate() {
                        let button = ui.button(name);
                        if is_new && number == 0 {
                            button.request_focus();
                        }
                        if button.clicked() {
                            answer = Some(choice);
                        }
                    }
                    cancel |= ui.button(cx.t("cancel")).clicked();
                });
            });
        cancel |= !is_new && area.response.clicked_elsewhere();
        let (step, at) = (asking.step, asking.at);
        if let Some(before) = before.filter(|_| answer.is_some() || cancel) {
            ui.memory_mut(|m| m.request_focus(before));
        }
        match answer {
            Some(choice) => {
                let Some(asking) = self.asking.take() else { return };
                match (asking.asked, choice) {
                    (PainterQuestion::Edge(cell, side), PaintAnswer::Edge(_, _, edge)) => {
                        self.paint(cx, s, Brush::Edge { cell, side, edge }, step, Vec::new(), at);
                    }
                    (PainterQuestion::Meaning(brush, _), choice) => {
                        let answers = asking.answers.into_iter().chain([choice]).collect();
                        self.paint(cx, s, brush, step, answers, at);
                    }
                    (PainterQuestion::Edge(..), _) => {}
                }
            }
            None if cancel => self.asking = None,
            None => {}
        }
    }
}

/// True if a tile has no parts.
fn is_blank(drawing: &DrawnTile) -> bool {
    drawing.cells.iter().all(|cell| cell.parts.is_empty())
}

/// Shows a tile that cannot be painted, and the reason.
fn not_drawable(ui: &mut Ui, cx: &mut ViewCx<'_>, drafts: &mut DraftPictures, id: &Arc<str>, why: &TilePaintError) {
    ui.label(RichText::new(&**id).heading());
    if let Some(shown) = drafts.get(cx, id, 192.0) {
        let picture = ui.image(egui::load::SizedTexture::new(shown.texture, shown.size * 192.0));
        widgets::set_name(ui, &picture, &cx.texts.with_name("tiles-canvas", id));
    }
    let text = match why {
        TilePaintError::Override => cx.t("tiles-why-override"),
        TilePaintError::Chip => cx.t("tiles-why-chip"),
        TilePaintError::Alternatives(variants) => {
            let all: Vec<&str> = variants.iter().map(|v| v.condition.as_str()).collect();
            cx.texts.with_name("tiles-why-alternatives", &all.join(" / "))
        }
        TilePaintError::Computed(_) => cx.t("tiles-why-computed"),
        TilePaintError::Unreadable(_, why) => cx.texts.with_name("tiles-why-unreadable", why),
    };
    ui.label(text);
    ui.label(RichText::new(cx.t("tiles-text-works")).color(cx.tokens.weak));
}
