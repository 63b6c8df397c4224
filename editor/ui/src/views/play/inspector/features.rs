//! The features on the board: an overlay in colours and patterns, their totals and neighbours, and the entries that
//! score rules would write for them now.

use egui::{ComboBox, RichText, ScrollArea, Ui};
use tilewright_core::catalog::Scope;
use tilewright_core::catalog::id::{Root, SegmentId, TerrainId};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::effect::CounterKey;
use tilewright_editor_model::table::ask::Appraisal;
use tilewright_editor_model::table::words;
use tilewright_wording::why::unfold;

use crate::context::ViewCx;
use crate::play::command::PlayCommand;
use crate::play::highlight::{Highlight, Highlighted};
use crate::play::{PlayState, PositionKey};
use crate::ui::theme::Emphasis;
use crate::ui::widgets::set_name;
use crate::views::play::told;

/// Key of an appraisal: position, viewpoint, feature, and true if it is scored as at the end.
type AppraisalKey = (PositionKey, Option<Seat>, Root, bool);

/// State of the view of features.
#[derive(Default)]
pub struct FeaturesView {
    /// True if all listed features are highlighted.
    overlay: bool,
    open_only: bool,
    terrain: Option<TerrainId>,
    /// Segment of the chosen feature.
    pub chosen: Option<SegmentId>,
    /// True if features are scored as at the end.
    last: bool,
    appraised: Option<(AppraisalKey, Appraisal)>,
    /// Appraisal that the next frame needs.
    wanted: Option<AppraisalKey>,
}

/// Returns all features, in the order of their first segments.
pub fn all(game: &Game) -> Vec<Root> {
    let features = game.board().features();
    let mut roots: Vec<Root> = features.roots().collect();
    roots.sort_unstable_by_key(|root| features.first_key((*root).segment()));
    roots
}

impl FeaturesView {
    /// Draws the list and the chosen feature; returns the requested highlights.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState, now: PositionKey) -> Vec<PlayCommand> {
        let Some(game) = play.table.as_ref().map(|t| t.game()) else { return Vec::new() };
        let language = cx.texts.code().to_owned();
        let features = game.board().features();
        let there = |&segment: &SegmentId| features.is_there(segment);
        self.chosen = self.chosen.filter(there).map(|segment| features.root(segment).segment());
        self.controls(ui, cx, game, &language);
        let board = game.board();
        let listed: Vec<(usize, Root)> = all(game)
            .into_iter()
            .enumerate()
            .filter(|(_, root)| self.terrain.is_none_or(|t| board.terrain(root.segment()) == t))
            .filter(|(_, root)| !self.open_only || board.features().open_sides(root.segment()) > 0)
            .collect();
        let mut highlights = Vec::new();
        let mut pointed = None;
        let mut appraise = false;
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if listed.is_empty() {
                ui.label(RichText::new(cx.t("filter-nothing")).color(cx.tokens.weak));
            }
            for &(number, root) in &listed {
                let chosen = self.chosen == Some(root.segment());
                ui.horizontal(|ui| {
                    let (mark, _) = ui.allocate_exact_size(egui::Vec2::splat(14.0), egui::Sense::hover());
                    crate::play::highlight::highlight_place(ui.painter(), mark.center(), 60.0, number);
                    let text = format!("{number}  {}", summary(cx, game, &language, root));
                    let (clicked, over) = ui.vertical(|ui| told::row(ui, chosen, &text)).inner;
                    if clicked {
                        self.chosen = (!chosen).then_some(root.segment());
                    }
                    if over {
                        pointed = Some((number, root));
                    }
                });
                if self.chosen == Some(root.segment()) {
                    ui.indent(("feature", root), |ui| {
                        aggregates(ui, cx, game, &language, root);
                        self.neighbours(ui, cx, game, &language, root);
                        appraise = true;
                    });
                    if self.chosen == Some(root.segment()) {
                        ui.indent(("worth", root), |ui| self.worth(ui, cx, play, root));
                    }
                }
            }
        });
        let shown =
            |root: Root| self.overlay || self.chosen == Some(root.segment()) || pointed.is_some_and(|(_, p)| p == root);
        for &(number, root) in listed.iter().filter(|(_, root)| shown(*root)) {
            highlights.extend(highlights_of(game, number, root));
        }
        let chosen = self.chosen.map(|segment| features.root(segment));
        let about = chosen.filter(|_| appraise && !is_nobodys(play)).map(|root| (now, play.viewpoint, root, self.last));
        self.wanted = about.filter(|about| self.appraised.as_ref().is_none_or(|(known, _)| known != about));
        if self.wanted.is_some() {
            // The result of the rules is drawn in the next frame.
            ui.ctx().request_repaint();
        }
        highlights.into_iter().map(PlayCommand::Highlight).collect()
    }

    fn controls(&mut self, ui: &mut Ui, cx: &ViewCx<'_>, game: &Game, language: &str) {
        let catalog = game.catalog();
        ui.horizontal_wrapped(|ui| {
            ui.checkbox(&mut self.overlay, cx.t("inside-overlay"));
            ui.checkbox(&mut self.open_only, cx.t("inside-open-only"));
            let name = cx.t("inside-terrain");
            let shown = |t: Option<TerrainId>| match t {
                Some(t) => words::name(catalog, language, "terrain", &catalog.terrains.key(t)),
                None => cx.t("inside-all-terrains"),
            };
            let combo = ComboBox::from_id_salt("inside terrain").selected_text(shown(self.terrain)).show_ui(ui, |ui| {
                ui.selectable_value(&mut self.terrain, None, shown(None));
                for terrain in catalog.terrains.ids() {
                    ui.selectable_value(&mut self.terrain, Some(terrain), shown(Some(terrain)));
                }
            });
            set_name(ui, &combo.response, &name);
        });
    }

    /// Draws the features that touch a feature on a tile; a click chooses one.
    fn neighbours(&mut self, ui: &mut Ui, cx: &ViewCx<'_>, game: &Game, language: &str, root: Root) {
        let beside = list_adjacent(game, root);
        if beside.is_empty() {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            ui.label(cx.t("inside-beside"));
            for other in beside {
                if ui.small_button(told::feature(game, language, other.segment())).clicked() {
                    self.chosen = Some(other.segment());
                }
            }
        });
    }

    /// Shows the entries that score rules would write for a feature now. The rules run on the current position without
    /// changing it.
    fn worth(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState, root: Root) {
        let Some(table) = &play.table else { return };
        if is_nobodys(play) {
            ui.label(RichText::new(cx.t("play-nobody-looks")).color(cx.tokens.weak));
            return;
        }
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(cx.t("inside-worth")).medium());
            ui.selectable_value(&mut self.last, false, cx.t("inside-worth-now"));
            ui.selectable_value(&mut self.last, true, cx.t("inside-worth-end"));
        });
        if play.viewpoint.is_some() && !table.is_over() && table.game().has_secrets() {
            ui.label(RichText::new(cx.t("inside-worth-seen")).small().color(cx.tokens.weak));
        }
        let Some(((_, seat, of, last), found)) = &self.appraised else { return };
        if (*seat, *of, *last) != (play.viewpoint, root, self.last) {
            return;
        }
        match found {
            Err(fault) => {
                ui.label(RichText::new(fault.to_string()).color(cx.tokens.error));
            }
            Ok(sheets) if sheets.is_empty() => {
                ui.label(RichText::new(cx.t("inside-no-rule")).color(cx.tokens.weak));
            }
            Ok(sheets) => {
                for (sheet, points) in sheets {
                    told::sheet(ui, cx, table.game(), &unfold(table.session(), sheet), points);
                }
            }
        }
    }

    /// Runs the score rules for the chosen feature if the last frame had no result for it.
    pub(super) fn prepare(&mut self, play: &mut PlayState, now: PositionKey) {
        let Some(about @ (position, viewpoint, root, last)) = self.wanted.take() else { return };
        if let Some(table) = play.table.as_mut().filter(|_| (position, viewpoint) == (now, play.viewpoint)) {
            self.appraised = Some((about, table.appraise(root.segment(), last, viewpoint)));
        }
    }
}

/// True while the screen is handed from one seat to another, when it must not show any secrets.
fn is_nobodys(play: &PlayState) -> bool {
    play.viewpoint.is_none() && play.table.as_ref().is_some_and(|table| table.keeps_secrets())
}

/// Returns the features that touch a feature on some tile, in the order of their first segments.
pub fn list_adjacent(game: &Game, root: Root) -> Vec<Root> {
    let board = game.board();
    let mut found: Vec<Root> = board.touching(root.segment()).map(|s| board.features().root(s)).collect();
    found.sort_unstable_by_key(|s| board.features().first_key(s.segment()));
    found.dedup();
    found.retain(|s| *s != root);
    found
}

/// Returns highlights for the segments of a feature, with its number at the first.
pub fn highlights_of(game: &Game, number: usize, root: Root) -> Vec<Highlight> {
    let (board, catalog) = (game.board(), game.catalog());
    let first = board.first_segment(root.segment());
    let caption = |s: SegmentId| (s == first).then(|| number.to_string());
    // The rings on segments are hard to follow across tiles, so cells are marked too, except for ground.
    let mut members: Vec<SegmentId> = board.features().members(root.segment()).collect();
    members.sort_unstable();
    let on = |s: SegmentId| Highlight { on: Highlighted::Segment(s), row: number, caption: caption(s) };
    let mut cells: Vec<_> = members.iter().map(|s| board.cell_of(*s)).collect();
    cells.sort_unstable();
    cells.dedup();
    let ground = catalog.terrains[board.terrain(root.segment())].ground;
    let cells = cells.into_iter().filter(|_| !ground).map(|cell| Highlight {
        on: Highlighted::Cell(cell),
        row: number,
        caption: None,
    });
    cells.collect::<Vec<_>>().into_iter().chain(members.into_iter().map(on)).collect()
}

/// Describes a feature in one line.
fn summary(cx: &ViewCx<'_>, game: &Game, language: &str, root: Root) -> String {
    let board = game.board();
    let state = if board.is_complete(root.segment()) {
        cx.t("inside-complete")
    } else {
        cx.texts.count("inside-open", board.features().open_sides(root.segment()) as usize)
    };
    let tiles = cx.texts.count("inside-tiles", board.features().tiles(root.segment()) as usize);
    format!("{} – {tiles}, {state}", told::feature(game, language, root.segment()))
}

/// Shows the totals of a feature: segments, tags, claims, figures and counters.
fn aggregates(ui: &mut Ui, cx: &ViewCx<'_>, game: &Game, language: &str, root: Root) {
    let (board, catalog) = (game.board(), game.catalog());
    let features = board.features();
    let mut facts = vec![cx.texts.count("inside-segments", features.size(root.segment()) as usize)];
    for (tag, _) in catalog.tags.iter() {
        let (sum, segments) = (board.tag_sum(root.segment(), tag), board.tagged_segments(root.segment(), tag));
        let tiles = board.tagged_tiles(root.segment(), tag);
        if segments + tiles > 0 {
            let name = catalog.tags.key(tag);
            let values = [("name", name.into()), ("sum", sum.into()), ("tiles", tiles.into())];
            facts.push(cx.texts.with("inside-tag", &values));
        }
    }
    for seat in (0..game.seat_count() as u8).map(Seat) {
        let claim = features.claim(root.segment(), seat);
        if claim > 0 {
            let values = [("seat", told::seat(cx, seat).into()), ("n", claim.into())];
            facts.push(cx.texts.with("inside-claim", &values));
        }
    }
    for (number, figure) in game.figures_on(root.segment()) {
        let name = words::numbered_figure(game, language, number);
        facts.push(format!("{name} ({})", told::seat(cx, figure.seat)));
    }
    let view = game.view(None);
    for (counter, spec) in catalog.counters.iter().filter(|(_, c)| matches!(c.scope, Scope::Feature(_))) {
        if let Some(value) = view.counter(counter, CounterKey::Feature(root.segment())).filter(|n| *n != spec.start) {
            let name = words::name(catalog, language, "counter", &catalog.counters.key(counter));
            facts.push(format!("{name}: {value}"));
        }
    }
    ui.label(facts.join(" · "));
    ui.label(RichText::new(board.place_key(board.first_segment(root.segment()))).small().color(cx.tokens.weak));
}
