//! Why the tile in play may not lie on a cell: which edge, which cell or which rule refuses each turn of it, and which
//! turns fit.

use egui::{Frame, Order, RichText, Ui, Vec2};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::state::Game;
use tilewright_kit::games::why::Rule;
use tilewright_kit::games::why_not::{Fit, InTheWay, fit};

use crate::context::Cx;
use crate::play::Play;
use crate::play::table::words;
use crate::ui::theme::Emphasis;
use crate::ui::widgets;

/// What is said of a turn of the tile in play, with the rule if one refuses.
pub struct Told {
    /// The sentence.
    pub text: String,
    /// Whether the turn fits.
    pub fits: bool,
    /// The rule that refuses.
    pub rule: Option<Rule>,
}

/// What is said of a cell, in as few sentences as it takes.
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

/// What one thing that is in the way is.
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

/// Tells beside the pointer why the tile in play may not lie on the cell under it, or under the keyboard's cursor.
pub fn beside_pointer(ui: &Ui, cx: &Cx<'_>, play: &mut Play) {
    let Some(cell) = play.pointed.filter(|_| !widgets::is_covered(ui.ctx())) else { return };
    // The cursor of the keyboard has no place on the screen that is known here: then it is told below the board.
    let all = ui.min_rect();
    let hover = ui.input(|i| i.pointer.hover_pos()).filter(|at| all.contains(*at));
    let pointer = hover.unwrap_or(all.left_bottom() - Vec2::new(0.0, 150.0));
    let Some(placing) = play.placing().cloned() else { return };
    let Some(game) = play.table.as_ref().map(|t| t.game()) else { return };
    // Far out there is nothing to say, and a tile that lies there says it itself.
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
