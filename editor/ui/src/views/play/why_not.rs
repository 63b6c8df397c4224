//! Reasons why the tile in play does not fit on a cell: for each turn, the edge, cell or rule that prevents it.

use egui::{Frame, Order, RichText, Ui, Vec2};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::state::Game;
use tilewright_editor_model::table::words;
use tilewright_wording::why::Rule;
use tilewright_wording::why_not::{Fit, InTheWay, fit};

use crate::context::Cx;
use crate::play::Play;
use crate::ui::theme::Emphasis;
use crate::ui::widgets;

/// Verdict on one turn of the tile in play, or on all of them.
pub struct Told {
    /// Sentence for the user.
    pub text: String,
    /// True if the turn fits.
    pub fits: bool,
    /// Rule that forbids the placement; `None` if it has another reason.
    pub rule: Option<Rule>,
}

/// Returns the verdicts for a cell in as few sentences as possible.
pub fn told(cx: &Cx<'_>, game: &Game, cell: Cell, fit: Fit) -> Vec<Told> {
    let turns = match fit {
        Fit::Never(why) => {
            let text = worded(cx, cell, &why);
            return vec![Told { text, fits: false, rule: rule_of(why) }];
        }
        Fit::Turns(turns) => turns,
    };
    let each = game.catalog().lattice.turns().zip(turns).map(|(turn, why)| {
        let number = ("turn", words::turn(cx.texts, game.catalog().lattice.side_count(), turn).into());
        if why.is_empty() {
            return Told { text: cx.texts.with("not-fits", &[number]), fits: true, rule: None };
        }
        let said: Vec<String> = why.iter().map(|why| worded(cx, cell, why)).collect();
        let text = cx.texts.with("not-refused", &[number, ("why", said.join("; ").into())]);
        Told { text, fits: false, rule: why.into_iter().find_map(rule_of) }
    });
    each.collect()
}

fn rule_of(why: InTheWay) -> Option<Rule> {
    if let InTheWay::Rule { rule, .. } = why { rule } else { None }
}

/// Describes a single obstacle.
fn worded(cx: &Cx<'_>, cell: Cell, why: &InTheWay) -> String {
    let of_part = |at: Cell, key: &str| {
        let place = if at == cell { String::new() } else { format!(" ({at})") };
        format!("{}{place}", cx.t(key))
    };
    match why {
        InTheWay::Taken(at) => of_part(*at, "not-taken"),
        InTheWay::Uneven(at) => of_part(*at, "not-even"),
        InTheWay::OffBoard(at) => of_part(*at, "not-off-board"),
        InTheWay::Turn => cx.t("not-turn"),
        InTheWay::Alone => cx.t("not-alone"),
        InTheWay::Plane => cx.t("not-plane"),
        InTheWay::Edge { side, own, met, across, rim } => {
            let values = [
                ("side", (*side).into()),
                ("own", own.name.as_str().into()),
                ("met", met.name.as_str().into()),
                ("cell", across.to_string().into()),
            ];
            cx.texts.with(if *rim { "not-rim" } else { "not-edge" }, &values)
        }
        InTheWay::Rule { rule, reason } => {
            let place = rule.as_ref().map(|r| format!("{}:{}", r.path, r.line)).unwrap_or_default();
            match reason {
                Some(why) => cx.texts.with("not-rule-says", &[("why", why.as_str().into()), ("name", place.into())]),
                None => cx.texts.named("not-rule", &place),
            }
        }
    }
}

/// Shows why the tile in play does not fit on the cell under the pointer or the keyboard cursor.
pub fn beside_pointer(ui: &Ui, cx: &Cx<'_>, play: &mut Play) {
    let Some(cell) = play.pointed.filter(|_| !widgets::is_covered(ui.ctx())) else { return };
    // The position of the keyboard cursor is unknown here, so its sentence appears below the board.
    let all = ui.min_rect();
    let hover = ui.input(|i| i.pointer.hover_pos()).filter(|at| all.contains(*at));
    let pointer = hover.unwrap_or(all.left_bottom() - Vec2::new(0.0, 150.0));
    let Some(placing) = play.placing().cloned() else { return };
    let Some(game) = play.table.as_ref().map(|t| t.game()) else { return };
    // Cells far from the tiles and occupied cells need no explanation.
    let near = game.board().bounds(cell.plane()).is_some_and(|(min, max)| {
        (min.x - 1..=max.x + 1).contains(&cell.x) && (min.y - 1..=max.y + 1).contains(&cell.y)
    });
    if !near || game.board().tile_at(cell).is_some() {
        return;
    }
    let fit = fit(game, cx.texts.code(), &placing, cell);
    if matches!(&fit, Fit::Turns(turns) if turns.iter().any(Vec::is_empty)) {
        return;
    }
    let sentences = told(cx, game, cell, fit);
    let area = egui::Area::new(ui.scope_id().with("why not")).order(Order::Tooltip).interactable(false);
    area.fixed_pos(pointer + Vec2::new(14.0, 14.0)).constrain(true).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(360.0);
            ui.label(RichText::new(cx.texts.named("not-here", &cell.to_string())).medium());
            for told in sentences {
                ui.label(told.text);
            }
        });
    });
}
