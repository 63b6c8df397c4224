//! Shows a board with its tiles and figures, which can be moved, zoomed, and used to choose options by pointer and
//! keyboard. A frame first computes the positions of everything (`layout`), then the user's input on it (`hits`), and
//! draws both (`paint`).

mod beyond;
mod camera;
mod cloth;
mod content;
mod cursor;
mod ground;
mod hits;
mod layout;
mod newness;
mod paint;
mod standing;
mod wheel;

use egui::{Sense, Ui, Vec2};
use tilewright_art::spread::Spread;
use tilewright_core::catalog::lattice::Cell;

use crate::ui::pictures::PictureCache;
use crate::ui::theme::Tokens;
use crate::ui::widgets;
use camera::BoardProjection;
pub use camera::Camera;
pub use content::{BoardInput, BoardScene, Ghost};
pub use cursor::BoardCursor;
use hits::BoardHits;
use layout::BoardLayout;

/// Draws a board. Spots are marked, and can be clicked, focused with Tab, or reached with the board's cursor: arrow
/// keys move to the next spot in a direction, or with Shift to the next cell; Page Down and Page Up step through all
/// spots; Enter chooses; Escape removes the cursor.
pub fn board(
    ui: &mut Ui,
    shown: &BoardScene<'_>,
    camera: &mut Camera,
    cursor: &mut BoardCursor,
    pictures: &mut PictureCache,
    tokens: &Tokens,
) -> BoardInput {
    let (game, lattice) = (shown.game, shown.game.catalog().lattice);
    let (_, area) = ui.allocate_space(ui.available_size().max(Vec2::splat(80.0)));
    // The id does not depend on the widgets above, since the board would otherwise lose the focus with every question.
    let response = ui.interact(area, ui.scope_id().with("board"), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, shown.summary));
    widgets::set_name(ui, &response, shown.summary);
    let turned = if shown.wheel_turns { wheel::notches(ui, &response) } else { 0 };
    let more: Vec<Cell> =
        if camera.fits { shown.spots.iter().filter_map(content::cell_of).collect() } else { Vec::new() };
    let spread = Spread::from_game(game, &more);
    camera.handle_input(ui, area, &response, shown.wheel_turns);
    camera.follow(ui, game, area, &spread, &more);
    let layout = BoardLayout::new(shown, BoardProjection::new(lattice, spread, area, *camera), pictures);
    let entered = cursor.keys(ui, shown, &layout, camera, &response);
    let mut hits = BoardHits::find(ui, shown, &layout, &response, cursor, entered, !camera.fits);
    hits.touched.turned += turned;
    if let Some(cell) = hits.lead {
        camera.lead(ui, lattice, &layout.sight.spread, cell);
    }
    paint::paint(ui, shown, &layout, &hits, cursor, pictures, tokens);
    hits.touched
}
