//! A board with its tiles and figures, which can be moved, enlarged, and chosen from.

use std::sync::Arc;

use egui::{Color32, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2};
use tilewright_art::outline::{cell_size, corners, place};
use tilewright_core::catalog::Catalog;
use tilewright_core::effect::Place;
use tilewright_core::game::Game;
use tilewright_core::lattice::Cell;

use crate::pictures::{Pictures, Subject};
use crate::theme::Tokens;
use crate::widgets;
use crate::widgets::lights::{self, Light, Lit};

/// Where one looks at a board.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    /// Width of a cell in points.
    pub cell: f32,
    /// The place of the board, in cells, that is in the middle.
    pub middle: Vec2,
    /// Whether everything is to be seen, whatever happens.
    pub fits: bool,
}

impl Default for Camera {
    fn default() -> Camera {
        Camera { cell: 64.0, middle: Vec2::ZERO, fits: true }
    }
}

/// A cell that can be chosen.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The cell.
    pub cell: Cell,
    /// What it is called.
    pub name: String,
}

/// A tile that is shown where it would lie: kind, turn, cell.
pub type Ghost = (Arc<str>, u8, Cell);

/// What happened on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Touched {
    /// The spot that was chosen, by number.
    pub chosen: Option<usize>,
    /// The spot under the pointer or with the keyboard.
    pub over: Option<usize>,
    /// The cell under the pointer, whatever is there.
    pub pointed: Option<Cell>,
}

/// What a board shows.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The game.
    pub game: &'a Game,
    /// Cells that can be chosen.
    pub spots: &'a [Spot],
    /// A tile that does not lie there yet.
    pub ghost: Option<&'a Ghost>,
    /// What is lit.
    pub lights: &'a [Light],
}

/// Draws a board. Spots are marked and can be clicked, or walked through with Tab and taken with Enter.
pub fn board(ui: &mut Ui, shown: &Shown<'_>, camera: &mut Camera, pictures: &mut Pictures, tokens: &Tokens) -> Touched {
    let Shown { game, spots, ghost, lights } = *shown;
    let catalog = Arc::clone(game.catalog());
    let (area, response) = ui.allocate_exact_size(ui.available_size().max(Vec2::splat(80.0)), Sense::click_and_drag());
    let painter = ui.painter_at(area);
    painter.rect_filled(area, 0.0, tokens.ground);
    move_camera(ui, game, &catalog, camera, area, &response, spots);
    let at = |cell: Cell| {
        let p = place(catalog.lattice, cell);
        area.center() + (Vec2::new(p.x, p.y) - camera.middle) * camera.cell
    };
    let (width, height) = cell_size(catalog.lattice);
    let box_of = |cell: Cell| Rect::from_min_size(at(cell), Vec2::new(width, height) * camera.cell);
    let white = Color32::WHITE;
    let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
    for tile in game.board().tiles() {
        let key: Arc<str> = catalog.kinds.key(tile.kind).into();
        for (part, face) in catalog.faces(tile.kind, usize::from(tile.turn)).iter().enumerate() {
            let cell = tile.cell.plus(face.offset.0, face.offset.1);
            let rect = box_of(cell);
            if area.intersects(rect) {
                let subject = Subject::Cell(key.clone(), part as u8, tile.turn);
                if let Some(shown) = pictures.get(&subject, camera.cell) {
                    painter.image(shown.texture, rect, whole, white);
                }
            }
        }
    }
    for spot in spots {
        let outline: Vec<Pos2> =
            corners(catalog.lattice).iter().map(|c| at(spot.cell) + Vec2::new(c.x, c.y) * camera.cell).collect();
        match pictures.get(&Subject::Mark(0), camera.cell) {
            Some(shown) => {
                painter.image(shown.texture, box_of(spot.cell), whole, white);
            }
            None => {
                painter.add(egui::Shape::closed_line(outline, Stroke::new(1.5, tokens.accent)));
            }
        }
    }
    if let Some((kind, turn, cell)) = ghost {
        let faces = catalog.kinds.ids().find(|id| catalog.kinds.key(*id) == **kind);
        for (part, face) in faces.map_or(&[][..], |id| catalog.faces(id, usize::from(*turn))).iter().enumerate() {
            let subject = Subject::Cell(kind.clone(), part as u8, *turn);
            if let Some(shown) = pictures.get(&subject, camera.cell) {
                let rect = box_of(cell.plus(face.offset.0, face.offset.1));
                painter.image(shown.texture, rect, whole, white.gamma_multiply(0.72));
            }
        }
    }
    figures(&painter, game, &catalog, pictures, camera.cell, &at);
    light(&painter, game, &catalog, lights, camera.cell, tokens, &at);
    let mut touched = touch(ui, spots, tokens, area, box_of);
    touched.pointed = touched.over.and_then(|n| spots.get(n)).map(|s| s.cell).or_else(|| {
        let over =
            (ui.input(|i| i.pointer.hover_pos())?.to_vec2() - area.center().to_vec2()) / camera.cell + camera.middle;
        area.contains(ui.input(|i| i.pointer.hover_pos())?).then(|| cell_at(catalog.lattice, over))
    });
    touched
}

/// The cell whose middle is nearest to a place of the board, in cells.
fn cell_at(lattice: tilewright_core::lattice::Lattice, over: Vec2) -> Cell {
    let middle = tilewright_art::outline::center(lattice);
    let away = |cell: Cell| {
        let at = place(lattice, cell);
        (Vec2::new(at.x + middle.x, at.y + middle.y) - over).length_sq()
    };
    // The cells are a sheared grid; rounding in it can miss by one.
    let step = |axis: Cell| {
        let (zero, one) = (place(lattice, Cell::new(0, 0)), place(lattice, axis));
        Vec2::new(one.x - zero.x, one.y - zero.y)
    };
    let (right, down) = (step(Cell::new(1, 0)), step(Cell::new(0, 1)));
    let wanted = over - Vec2::new(middle.x, middle.y);
    let whole = right.x * down.y - right.y * down.x;
    let guess = Cell::new(
        ((wanted.x * down.y - wanted.y * down.x) / whole).round() as i16,
        ((right.x * wanted.y - right.y * wanted.x) / whole).round() as i16,
    );
    let near = (-1..=1).flat_map(|x| (-1..=1).map(move |y| guess.plus(x, y)));
    near.min_by(|a, b| away(*a).total_cmp(&away(*b))).unwrap_or(guess)
}

fn light(
    painter: &egui::Painter,
    game: &Game,
    catalog: &Catalog,
    lights: &[Light],
    width: f32,
    tokens: &Tokens,
    at: &impl Fn(Cell) -> Pos2,
) {
    let middle = tilewright_art::outline::center(catalog.lattice);
    let artist = tilewright_art::tile::Artist::new(catalog, tilewright_art::tile::Style::default());
    for one in lights {
        let place = match one.on {
            Lit::Cell(cell) => {
                let corners: Vec<Pos2> =
                    corners(catalog.lattice).iter().map(|c| at(cell) + Vec2::new(c.x, c.y) * width).collect();
                lights::light_cell(painter, &corners, one.row);
                at(cell) + Vec2::new(middle.x, middle.y) * width
            }
            Lit::Segment(segment) => {
                let board = game.board();
                let tile = &board.tiles()[board.features().tile_of(segment) as usize];
                let on = artist.figure_place(tile.kind, board.features().local_of(segment), usize::from(tile.turn));
                let place = at(board.cell_of(catalog, segment)) + Vec2::new(on.x, on.y) * width;
                lights::light_place(painter, place, width, one.row);
                place
            }
        };
        if let Some(text) = &one.caption {
            lights::caption(painter, place, width, text, tokens);
        }
    }
}

/// One node for each spot: it can be clicked, walked to and taken with Enter.
fn touch(ui: &mut Ui, spots: &[Spot], tokens: &Tokens, area: Rect, box_of: impl Fn(Cell) -> Rect) -> Touched {
    let mut touched = Touched::default();
    for (number, spot) in spots.iter().enumerate() {
        let rect = box_of(spot.cell).intersect(area);
        if !rect.is_positive() {
            continue;
        }
        let response = ui.interact(rect, ui.scope_id().with(("spot", spot.cell.x, spot.cell.y)), Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &spot.name));
        widgets::named(ui, &response, &spot.name);
        if response.has_focus() {
            ui.painter().rect_stroke(rect, 2.0, Stroke::new(3.0, tokens.focus), egui::StrokeKind::Inside);
        }
        if response.hovered() || response.has_focus() {
            touched.over = Some(number);
        }
        if response.clicked() {
            touched.chosen = Some(number);
        }
    }
    touched
}

fn move_camera(
    ui: &Ui,
    game: &Game,
    catalog: &Catalog,
    camera: &mut Camera,
    area: Rect,
    response: &Response,
    spots: &[Spot],
) {
    if response.dragged() {
        camera.middle -= response.drag_delta() / camera.cell;
        camera.fits = false;
    }
    if let Some(pointer) = response.hover_pos() {
        let (scroll, zoom) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
        let by = zoom * (scroll / 300.0).exp();
        if (by - 1.0).abs() > 1e-4 {
            let before = (pointer - area.center()) / camera.cell;
            camera.cell = (camera.cell * by).clamp(8.0, 384.0);
            camera.middle += before - (pointer - area.center()) / camera.cell;
            camera.fits = false;
        }
    }
    if camera.fits {
        fit(game, catalog, camera, area, spots);
    }
}

/// Puts everything into view.
fn fit(game: &Game, catalog: &Catalog, camera: &mut Camera, area: Rect, spots: &[Spot]) {
    let (width, height) = cell_size(catalog.lattice);
    let laid =
        game.board().tiles().iter().flat_map(|t| {
            catalog.faces(t.kind, usize::from(t.turn)).iter().map(|f| t.cell.plus(f.offset.0, f.offset.1))
        });
    let cells = laid.chain(spots.iter().map(|s| s.cell)).chain(catalog.board.rim.iter().map(|r| r.cell));
    let places: Vec<Pos2> = cells.map(|c| place(catalog.lattice, c)).map(|p| Pos2::new(p.x, p.y)).collect();
    let mut all = Rect::from_points(&places);
    if !all.is_finite() {
        all = Rect::from_min_max(Pos2::ZERO, Pos2::ZERO);
    }
    all.max += Vec2::new(width, height);
    let all = all.expand(0.3);
    camera.middle = all.center().to_vec2();
    camera.cell = (area.width() / all.width()).min(area.height() / all.height()).clamp(8.0, 110.0);
}

fn figures(
    painter: &egui::Painter,
    game: &Game,
    catalog: &Catalog,
    pictures: &mut Pictures,
    width: f32,
    at: &impl Fn(Cell) -> Pos2,
) {
    let artist = tilewright_art::tile::Artist::new(catalog, tilewright_art::tile::Style::default());
    let spot = |what: Place| match what {
        Place::Segment(segment) => {
            let board = game.board();
            let tile = &board.tiles()[board.features().tile_of(segment) as usize];
            let on = artist.figure_place(tile.kind, board.features().local_of(segment), usize::from(tile.turn));
            Some(at(board.cell_of(catalog, segment)) + Vec2::new(on.x, on.y) * width)
        }
        Place::Cell(cell) => {
            let middle = tilewright_art::outline::center(catalog.lattice);
            Some(at(cell) + Vec2::new(middle.x, middle.y) * width)
        }
        Place::Zone(..) => None,
    };
    let mut standing: Vec<(Pos2, f32, Subject)> = Vec::new();
    for (_, figure) in game.figures() {
        if let Some(pos) = figure.place.and_then(&spot) {
            let size = f32::from(catalog.figures[figure.kind].look.size.unwrap_or(19)) / 100.0 * width * 1.6;
            standing.push((pos, size, Subject::Figure(catalog.figures.key(figure.kind).into(), figure.seat.0)));
        }
    }
    for token in catalog.tokens.ids() {
        if let Some(pos) = game.token(token).and_then(&spot) {
            let size = f32::from(catalog.tokens[token].look.size.unwrap_or(26)) / 100.0 * width * 1.3;
            standing.push((pos, size, Subject::Token(catalog.tokens.key(token).into())));
        }
    }
    // Several on one place stand beside each other.
    for number in 1..standing.len() {
        while let Some(other) =
            (0..number).find(|&o| (standing[o].0 - standing[number].0).length() < standing[o].1 * 0.4)
        {
            standing[number].0.x = standing[other].0.x + standing[other].1 * 0.5;
        }
    }
    let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
    for (pos, size, subject) in standing {
        if let Some(shown) = pictures.get(&subject, size) {
            painter.image(shown.texture, Rect::from_center_size(pos, Vec2::splat(size)), whole, Color32::WHITE);
        }
    }
}
