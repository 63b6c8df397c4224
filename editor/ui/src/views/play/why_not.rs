//! Why the tile in play may not lie on a cell: which edge, which cell or which rule refuses each turn of it, and which
//! turns fit.

use egui::{Frame, Order, RichText, Ui, Vec2};
use tilewright_core::board::obstacle::Obstacle;
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::state::Game;
use tilewright_kit::games::why::Rule;

use crate::context::Cx;
use crate::play::Play;
use crate::play::table::words;
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
pub fn told(cx: &Cx<'_>, game: &Game, cell: Cell, turns: &[Vec<Obstacle>]) -> Vec<Told> {
    let whole = |o: &Obstacle| matches!(o, Obstacle::Taken(_) | Obstacle::OffBoard(_) | Obstacle::Alone);
    // What has nothing to do with how the tile is turned is said once.
    if let Some(first) = turns.first().and_then(|t| t.first())
        && turns.iter().all(|t| t.len() == 1 && t[0] == *first)
        && whole(first)
    {
        return vec![Told { text: obstacle(cx, game, cell, first), fits: false, rule: None }];
    }
    let each = turns.iter().enumerate().map(|(turn, obstacles)| {
        let number = ("turn", words::turn(cx.texts, game.catalog().lattice.sides(), turn).into());
        if obstacles.is_empty() {
            return Told { text: cx.texts.with("not-fits", &[number]), fits: true, rule: None };
        }
        let why: Vec<String> = obstacles.iter().map(|o| obstacle(cx, game, cell, o)).collect();
        let text = cx.texts.with("not-refused", &[number, ("why", why.join("; ").into())]);
        let rule = obstacles.iter().find_map(|o| match o {
            Obstacle::Rule(origin) => Rule::of(game.catalog(), *origin),
            _ => None,
        });
        Told { text, fits: false, rule }
    });
    each.collect()
}

/// What one thing that is in the way is.
fn obstacle(cx: &Cx<'_>, game: &Game, cell: Cell, obstacle: &Obstacle) -> String {
    let catalog = game.catalog();
    let of_part = |at: Cell, key: &str| {
        let place = if at == cell { String::new() } else { format!(" ({at})") };
        format!("{}{place}", cx.t(key))
    };
    match *obstacle {
        Obstacle::Taken(at) => of_part(at, "not-taken"),
        Obstacle::OffBoard(at) => of_part(at, "not-off-board"),
        Obstacle::Alone => cx.t("not-alone"),
        Obstacle::Edge { side, own, across, met, .. } => {
            let key = if game.board().tile_at(across).is_some() { "not-edge" } else { "not-rim" };
            let values = [
                ("side", catalog.lattice.side_names()[side].into()),
                ("own", words::name(catalog, cx.texts.code(), "edge", &catalog.edges.key(own)).into()),
                ("met", words::name(catalog, cx.texts.code(), "edge", &catalog.edges.key(met)).into()),
                ("cell", across.to_string().into()),
            ];
            cx.texts.with(key, &values)
        }
        Obstacle::Rule(origin) => {
            let rule = Rule::of(catalog, origin).map(|r| format!("{}:{}", r.path, r.line));
            cx.texts.named("not-rule", &rule.unwrap_or_default())
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
    let near = game.board().bounds().is_some_and(|(min, max)| {
        (min.x - 1..=max.x + 1).contains(&cell.x) && (min.y - 1..=max.y + 1).contains(&cell.y)
    });
    if !near || game.board().tile_at(cell).is_some() {
        return;
    }
    let turns = placing.why_not(game, cell);
    if turns.iter().any(Vec::is_empty) {
        return;
    }
    let sentences = told(cx, game, cell, &turns);
    let area = egui::Area::new(ui.scope_id().with("why not")).order(Order::Tooltip).interactable(false);
    area.fixed_pos(pointer + Vec2::new(14.0, 14.0)).constrain(true).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(360.0);
            ui.label(RichText::new(cx.texts.named("not-here", &cell.to_string())).strong());
            for told in sentences {
                ui.label(told.text);
            }
        });
    });
}
