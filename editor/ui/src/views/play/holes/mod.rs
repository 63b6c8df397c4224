//! Open cells of the board: the chance that each is filled, and the features that a tile there would join and complete.

pub mod coming;

use std::sync::Arc;

use egui::{ComboBox, Grid, RichText, ScrollArea, Ui};
use tilewright_core::board::preview::PlacementPreview;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::{Cell, Planes, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::tile::Completion;
use tilewright_core::machine::why_not::Placing;
use tilewright_core::state::Game;
use tilewright_editor_model::pack::odds::percent;
use tilewright_editor_model::table::words;
use tilewright_wording::why_not::fit;

use crate::context::ViewCx;
use crate::play::command::PlayCommand;
use crate::play::highlight::{Highlight, Highlighted};
use crate::play::{PlayState, PositionKey};
use crate::ui::theme::Emphasis;
use crate::ui::widgets::set_name;
use crate::views::play::told;
use coming::{FillableCell, holes};

/// Chance below which an open cell is marked on the board.
const SCARCE: f64 = 0.5;

/// The view of open cells.
#[derive(Default)]
pub struct HolesView {
    known: Option<(PositionKey, Option<Seat>, Vec<FillableCell>)>,
    open: Option<Cell>,
    /// Key of the kind that is tried in the open cell; `None` for the tile in play.
    kind: Option<Arc<str>>,
    /// Chance that the board shows.
    shown: ShownChance,
}

/// Chance to show on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum ShownChance {
    None,
    Next,
    #[default]
    Own,
    Ever,
}

impl ShownChance {
    const ALL: [(ShownChance, &'static str); 4] = [
        (ShownChance::Ever, "holes-ever"),
        (ShownChance::Own, "holes-own"),
        (ShownChance::Next, "holes-next"),
        (ShownChance::None, "holes-no-chance"),
    ];

    fn value_for(self, hole: &FillableCell) -> Option<f64> {
        match self {
            ShownChance::None => None,
            ShownChance::Next => hole.next,
            ShownChance::Own => hole.own,
            ShownChance::Ever => hole.ever,
        }
    }
}

impl HolesView {
    /// Draws the list of open cells and the chosen one; returns the requested highlights. The placements of the current
    /// decision must be known.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) -> Vec<PlayCommand> {
        let Some(now) = play.position() else {
            ui.label(RichText::new(cx.t("play-no-game")).color(cx.tokens.weak));
            return Vec::new();
        };
        let looking = play.viewpoint;
        let known = self.known.take().filter(|(position, seat, _)| (*position, *seat) == (now, looking));
        let Some(game) = play.table.as_ref().map(|t| t.game()) else { return Vec::new() };
        let all = known.map_or_else(|| holes(game, looking), |known| known.2);
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(cx.texts.count("holes-count", all.len())).medium());
            ui.label(cx.t("holes-on-board"));
            for (chance, key) in ShownChance::ALL {
                ui.selectable_value(&mut self.shown, chance, cx.t(key));
            }
        });
        let about =
            looking.map_or_else(|| cx.t("holes-about-all"), |s| cx.texts.with_name("holes-about", &told::seat(cx, s)));
        ui.label(RichText::new(about).small().color(cx.tokens.weak));
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if let Some(cell) = self.open.filter(|open| all.iter().any(|h| h.cell == *open)) {
                self.details(ui, cx, play, &all, cell);
                ui.separator();
            }
            self.list(ui, cx, play, &all);
        });
        let mut commands = Vec::new();
        for hole in &all {
            let chosen = self.open == Some(hole.cell);
            let never = hole.ever == Some(0.0);
            let row = if chosen { 2 } else { usize::from(never) };
            // Cells that are likely to be filled, or whose chance is unknown, would hide the important ones.
            let chance = self.shown.value_for(hole).filter(|chance| chosen || *chance < SCARCE);
            let caption = chance.map(short);
            if caption.is_some() || chosen {
                let highlight = Highlight { on: Highlighted::Cell(hole.cell), row, caption };
                commands.push(PlayCommand::Highlight(highlight));
            }
        }
        self.known = Some((now, looking, all));
        commands
    }

    fn list(&mut self, ui: &mut Ui, cx: &ViewCx<'_>, play: &PlayState, all: &[FillableCell]) {
        let placing = play.known_placing().cloned();
        let Some(game) = play.table.as_ref().map(|t| t.game()) else { return };
        Grid::new("holes").striped(true).spacing(egui::Vec2::new(14.0, 4.0)).show(ui, |ui| {
            for key in ["holes-cell", "holes-ever", "holes-own", "holes-next", "holes-now"] {
                ui.label(RichText::new(cx.t(key)).small().color(cx.tokens.weak));
            }
            ui.end_row();
            for hole in all {
                let chosen = self.open == Some(hole.cell);
                let name = cx.texts.with_name("holes-open", &hole.cell.to_string());
                let button = ui.selectable_label(chosen, hole.cell.to_string());
                set_name(ui, &button, &name);
                let button = button.on_hover_text(list_required_edges(game, cx.texts.code(), hole.cell));
                if button.clicked() {
                    self.open = (!chosen).then_some(hole.cell);
                }
                let unknown = || cx.t("holes-unknown");
                ui.label(RichText::new(hole.ever.map_or_else(unknown, percent)).medium());
                ui.label(hole.own.map_or_else(unknown, percent));
                ui.label(hole.next.map_or_else(unknown, percent));
                let fits = placing.as_ref().map(|p| p.why_not(game, hole.cell).iter().any(Vec::is_empty));
                ui.label(match fits {
                    Some(true) => cx.t("holes-fits"),
                    Some(false) => cx.t("holes-fits-not"),
                    None => unknown(),
                });
                ui.end_row();
            }
        });
    }

    fn details(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState, all: &[FillableCell], cell: Cell) {
        let Some(hole) = all.iter().find(|h| h.cell == cell) else { return };
        let placing = play.known_placing().cloned();
        let Some(game) = play.table.as_ref().map(|t| t.game()) else { return };
        let (catalog, language) = (Arc::clone(game.catalog()), cx.texts.code().to_owned());
        let key = |kind: TileKindId| catalog.kinds.key(kind);
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(cx.texts.with_name("holes-open", &cell.to_string())).medium());
            ui.label(cx.texts.count("holes-fitting", hole.fitting.iter().map(|(_, n)| *n as usize).sum()));
        });
        ui.label(cx.texts.with_name("holes-around", &list_required_edges(game, &language, cell)));
        let list: Vec<String> = hole.fitting.iter().map(|(kind, n)| format!("{} ×{n}", key(*kind))).collect();
        if !list.is_empty() {
            ui.label(RichText::new(list.join("  ")).small());
        }
        // The user can try the tile in play or any kind that may still be drawn.
        let in_play = placing.as_ref().map(|p| p.kind);
        let mut kinds: Vec<TileKindId> =
            in_play.into_iter().chain(hole.fitting.iter().map(|(kind, _)| *kind)).collect();
        kinds.dedup();
        let wanted = self.kind.as_ref().and_then(|k| catalog.kinds.find(k)).or(in_play).or(kinds.first().copied());
        let Some(kind) = wanted else { return };
        ui.horizontal(|ui| {
            let name = cx.t("holes-try");
            ui.label(&name);
            let shown = |k: TileKindId| {
                if Some(k) == in_play { cx.texts.with_name("holes-in-play", &key(k)) } else { key(k) }
            };
            let combo = ComboBox::from_id_salt("hole kind").selected_text(shown(kind)).show_ui(ui, |ui| {
                for one in kinds {
                    if ui.selectable_label(one == kind, shown(one)).clicked() {
                        self.kind = (Some(one) != in_play).then(|| key(one).into());
                    }
                }
            });
            set_name(ui, &combo.response, &name);
        });
        // Rules have withheld no placements for a tile that is not in play.
        let other = Placing { kind, planes: Planes::ALL, free: false, withheld: Vec::new() };
        let placing = placing.as_ref().filter(|placing| placing.kind == kind).unwrap_or(&other);
        let fit = fit(game, &language, placing, cell);
        for (turn, verdict) in (0..).zip(cx.texts.sentences().turn_fits(catalog.lattice, cell, &fit)) {
            let colour = if verdict.fits { cx.tokens.good } else { cx.tokens.weak };
            ui.horizontal_wrapped(|ui| {
                let mark = if verdict.fits { "✔" } else { "✖" };
                ui.label(RichText::new(format!("{mark} {}", verdict.text)).color(colour));
                if let Some(rule) = &verdict.rule {
                    told::link(ui, cx, rule);
                }
            });
            if verdict.fits
                && let Some(would) = game.board().if_placed(kind, cell, Turn(turn))
            {
                ui.indent(("would", turn), |ui| {
                    for line in would_be(cx, game, &catalog, &language, kind, &would) {
                        ui.label(line);
                    }
                });
            }
        }
    }
}

/// Returns sentences about the features that a placement would join, complete and surround.
fn would_be(
    cx: &ViewCx<'_>,
    game: &Game,
    catalog: &Catalog,
    language: &str,
    kind: TileKindId,
    would: &PlacementPreview,
) -> Vec<String> {
    let mut lines = Vec::new();
    for feature in &would.features {
        let terrain = catalog.kinds[kind].segments[feature.segments[0]].terrain;
        let closes = catalog.terrains[terrain].completion == Completion::Closed;
        let key = match (feature.complete, feature.joins.len()) {
            (true, _) => "holes-completes",
            (false, 0) => continue,
            (false, 1) => "holes-extends",
            (false, _) => "holes-joins",
        };
        let mut joined: Vec<String> =
            feature.joins.iter().map(|r| told::feature(game, language, (*r).segment())).collect();
        if joined.is_empty() {
            joined.push(words::name(catalog, language, "terrain", &catalog.terrains.key(terrain)));
        }
        let values = [("name", joined.join(" + ").into()), ("tiles", feature.tiles.into())];
        let mut line = cx.texts.with(key, &values);
        if !feature.complete && closes {
            line.push_str(&cx.texts.count("holes-left-open", feature.open_sides as usize));
        }
        lines.push(line);
    }
    for segment in &would.surrounds {
        let name = told::feature(game, language, *segment);
        lines.push(cx.texts.with_name("holes-surrounds", &name));
    }
    if lines.is_empty() {
        lines.push(cx.t("holes-joins-nothing"));
    }
    lines
}

/// Lists the required edges around a cell.
fn list_required_edges(game: &Game, language: &str, cell: Cell) -> String {
    let catalog = game.catalog();
    let Some(demand) = game.board().demand_at(cell) else { return String::new() };
    let names = catalog.lattice.side_names();
    let shown = catalog.lattice.sides().filter_map(|side| {
        let edge = demand.edge(side)?;
        Some(format!("{} {}", names[side.index()], words::name(catalog, language, "edge", &catalog.edges.key(edge))))
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// Formats a chance briefly for a cell, without rounding to 0 % or 100 %.
fn short(chance: f64) -> String {
    match chance * 100.0 {
        h if h > 0.0 && h < 1.0 => "<1%".to_owned(),
        h if h > 99.0 && h < 100.0 => ">99%".to_owned(),
        h => format!("{h:.0}%"),
    }
}

#[cfg(test)]
mod tests;
