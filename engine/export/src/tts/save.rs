//! Builds the save around its objects: table, grid, hands, snap points and script.

use serde_json::{Value, json};
use tilewright_core::catalog::lattice::Lattice;
use tilewright_core::catalog::seat::Seat;

use crate::documents;
use crate::files::ExportPlan;
use crate::layout::{TableLayout, TablePoint};
use crate::pieces::GamePieces;
use crate::tts::object::{number, transform};

/// Colours of players in the order of the seats: each is the colour of the program that is most similar to the seat's
/// figures.
const COLORS: [&str; 10] = ["Orange", "Blue", "Yellow", "Red", "Pink", "Teal", "Green", "White", "Brown", "Purple"];

/// Returns the name of the colour of a seat's player; `None` for seats that the program has no colour for.
pub(super) fn player_color(seat: Seat) -> Option<&'static str> {
    COLORS.get(seat.index()).copied()
}

/// Builds the save.
pub(super) fn save(
    plan: &ExportPlan<'_>,
    pieces: &GamePieces,
    layout: &TableLayout,
    points: &[TablePoint],
    script: String,
    objects: Vec<Value>,
) -> Value {
    let points: Vec<Value> = points.iter().map(|at| json!({"Position": vector(at.x, at.y, at.z)})).collect();
    json!({
        "SaveName": plan.title(),
        "GameMode": plan.title(),
        "Gravity": number(0.5),
        "PlayArea": number(0.5),
        "Date": "",
        "Table": "Table_RPG",
        "Sky": "Sky_Museum",
        "Note": format!("{}\n{}", plan.title(), documents::MISSING_RULES),
        "Rules": "",
        "XmlUI": "",
        "LuaScript": script,
        "LuaScriptState": "",
        "Grid": grid(plan.catalog.lattice, layout.cell),
        "Hands": hands(pieces, layout),
        "SnapPoints": points,
        "TabStates": {},
        "ObjectStates": objects,
        "VersionNumber": "",
    })
}

fn vector(x: f32, y: f32, z: f32) -> Value {
    json!({"x": number(x), "y": number(y), "z": number(z)})
}

/// Builds the grid in the size of the cells. It is switched off, because the snap points are exact on every lattice, and
/// triangles have no grid.
fn grid(lattice: Lattice, cell: f32) -> Value {
    let kind = u8::from(lattice == Lattice::Hex);
    json!({
        "Type": kind, "Lines": false, "Color": {"r": number(0.0), "g": number(0.0), "b": number(0.0)},
        "Opacity": number(0.75), "ThickLines": false, "Snapping": false, "Offset": false, "BothSnapping": false,
        "xSize": number(cell), "ySize": number(cell), "PosOffset": vector(0.0, 1.0, 0.0),
    })
}

/// Builds the hands of the players: half of them on this side of the table, the others opposite.
fn hands(pieces: &GamePieces, layout: &TableLayout) -> Value {
    let seats: Vec<(Seat, &str)> =
        (0..pieces.seats).map(Seat).filter_map(|seat| Some((seat, player_color(seat)?))).collect();
    let near = seats.len().div_ceil(2);
    let (mut transforms, spacing) = (Vec::new(), 13.0);
    for (number, (_, color)) in seats.iter().enumerate() {
        let is_near = number < near;
        let (index, count) = if is_near { (number, near) } else { (number - near, seats.len() - near) };
        let x = (index as f32 - (count as f32 - 1.0) / 2.0) * spacing;
        let z = if is_near { layout.bottom.min(-6.0) - 11.0 } else { layout.top.max(6.0) + 7.0 };
        let at = TablePoint { x, y: 4.5, z };
        let turn = if is_near { 0.0 } else { 180.0 };
        transforms.push(json!({"Color": color, "Transform": transform(at, turn, 0.0, [11.0, 6.0, 4.0])}));
    }
    json!({"Enable": true, "DisableUnused": false, "Hiding": 0, "HandTransforms": transforms})
}
