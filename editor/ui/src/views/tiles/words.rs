//! Names of sides, ports, parts, questions and refusals of the painter.

use tilewright_core::catalog::lattice::Side;
use tilewright_core::catalog::tile::Port;
use tilewright_editor_painter::{DrawnTile, PaintAnswer, PaintNotice, PaintRefusal, PartId, QuestionSubject};

use super::live::Live;
use super::tile_cache::TileCache;
use super::tools::CanvasSpot;
use crate::context::ViewCx;

/// Returns the name of a side.
pub(super) fn side(cx: &ViewCx<'_>, tiles_read: &TileCache, side: Side) -> String {
    match tiles_read.words.lattice.side_names().get(side.index()).copied() {
        Some("N") => cx.t("tiles-north"),
        Some("NE") => cx.t("tiles-north-east"),
        Some("E") => cx.t("tiles-east"),
        Some("SE") => cx.t("tiles-south-east"),
        Some("S") => cx.t("tiles-south"),
        Some("SW") => cx.t("tiles-south-west"),
        Some("W") => cx.t("tiles-west"),
        _ => cx.t("tiles-north-west"),
    }
}

/// Returns the name of a port, such as "north left".
pub(super) fn port(cx: &ViewCx<'_>, tiles_read: &TileCache, count: usize, port: Port) -> String {
    let side = side(cx, tiles_read, port.side);
    match (count, port.index) {
        (0 | 1, _) | (3, 1) => side,
        (2 | 3, 0) => cx.texts.with_name("tiles-left", &side),
        (2 | 3, _) => cx.texts.with_name("tiles-right", &side),
        (_, index) => cx.texts.with("tiles-number", &[("name", side.into()), ("n", (usize::from(index) + 1).into())]),
    }
}

/// Adds the number of the cell to a name if the tile has several cells.
fn of_cell(cx: &ViewCx<'_>, drawing: &DrawnTile, cell: usize, name: String) -> String {
    if drawing.cells.len() < 2 {
        return name;
    }
    cx.texts.with("tiles-of-cell", &[("n", (cell + 1).into()), ("name", name.into())])
}

/// Returns the name of a spot on the canvas.
pub(super) fn spot(
    cx: &ViewCx<'_>,
    tiles_read: &TileCache,
    drawing: &DrawnTile,
    live: &Live,
    spot: CanvasSpot,
) -> String {
    match spot {
        CanvasSpot::Port(cell, at) => {
            let terrains = drawing.cells.get(cell).map(|c| c.side(at.side, &tiles_read.words)).unwrap_or_default();
            let terrain = terrains.get(usize::from(at.index)).copied().unwrap_or_default().to_owned();
            let name = port(cx, tiles_read, terrains.len(), at);
            let values = [("name", name.into()), ("terrain", terrain.into())];
            of_cell(cx, drawing, cell, cx.texts.with("tiles-port", &values))
        }
        CanvasSpot::Side(cell, at) => {
            let edge = drawing.cells.get(cell).and_then(|c| c.edges.get(at.index())).cloned().unwrap_or_default();
            let values = [("name", side(cx, tiles_read, at).into()), ("edge", edge.into())];
            of_cell(cx, drawing, cell, cx.texts.with("tiles-side", &values))
        }
        CanvasSpot::Segment(number) => {
            let terrain = live.overlay.segments.get(number).map(|s| s.terrain.clone()).unwrap_or_default();
            cx.texts.with("tiles-segment", &[("n", (number + 1).into()), ("terrain", terrain.into())])
        }
        CanvasSpot::Middle(cell) => of_cell(cx, drawing, cell, cx.t("tiles-middle")),
        CanvasSpot::Place((x, y)) => cx.texts.with_name("tiles-place", &format!("{x}, {y}")),
    }
}

/// Describes a spot in one line, with the ports and neighbours of a segment.
pub(super) fn describe_spot(
    cx: &ViewCx<'_>,
    tiles_read: &TileCache,
    drawing: &DrawnTile,
    live: &Live,
    at: CanvasSpot,
) -> String {
    let mut text = cx.texts.with_name("tiles-here", &spot(cx, tiles_read, drawing, live, at));
    let CanvasSpot::Segment(number) = at else { return text };
    let Some(segment) = live.overlay.segments.get(number) else { return text };
    let ports: Vec<String> = segment
        .ports
        .iter()
        .map(|p| {
            let count = drawing.cells.get(segment.cell).map_or(0, |c| c.side(p.side, &tiles_read.words).len());
            port(cx, tiles_read, count, *p)
        })
        .collect();
    if !ports.is_empty() {
        text += &format!(" · {}", ports.join(", "));
    }
    if let Some(part) = segment.part.and_then(|id| drawing.part(id))
        && !part.tags.is_empty()
    {
        text += &format!(" · {}", cx.texts.with_name("tiles-has-tags", &tags(&part.tags)));
    }
    let touched: Vec<String> = segment
        .touches
        .iter()
        .filter_map(|t| Some(format!("{} {}", t + 1, live.overlay.segments.get(*t)?.terrain)))
        .collect();
    if !touched.is_empty() {
        text += &format!(" · {}", cx.texts.with_name("tiles-touches", &touched.join(", ")));
    }
    text
}

/// Formats tags with their counts.
pub(super) fn tags(tags: &[(String, i64)]) -> String {
    let one = |(tag, n): &(String, i64)| if *n == 1 { tag.clone() } else { format!("{tag} × {n}") };
    tags.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Returns the name of a part in sentences: its terrain, and its own name if it has one.
fn part(drawing: &DrawnTile, id: PartId) -> String {
    drawing.part(id).map_or_else(String::new, |p| match &p.name {
        Some(name) => format!("{} ({name})", p.terrain),
        None => p.terrain.clone(),
    })
}

/// Returns the text of a question.
pub(super) fn question(
    cx: &ViewCx<'_>,
    tiles_read: &TileCache,
    drawing: &DrawnTile,
    about: &QuestionSubject,
) -> String {
    match about {
        QuestionSubject::Meeting(id) => cx.texts.with_name("tiles-asks-meeting", &part(drawing, *id)),
        QuestionSubject::Side(_, at) => cx.texts.with_name("tiles-asks-side", &side(cx, tiles_read, *at)),
        QuestionSubject::Place(_) => cx.t("tiles-asks-place"),
    }
}

/// Returns the text of an answer.
pub(super) fn choice(cx: &ViewCx<'_>, tiles_read: &TileCache, drawing: &DrawnTile, choice: &PaintAnswer) -> String {
    match choice {
        PaintAnswer::Crossing => cx.t("tiles-choice-crossing"),
        PaintAnswer::Bridge => cx.t("tiles-choice-bridge"),
        PaintAnswer::Joined => cx.t("tiles-choice-joined"),
        PaintAnswer::Into => cx.t("tiles-choice-into"),
        PaintAnswer::OnlyThis => cx.t("tiles-choice-only"),
        PaintAnswer::All => cx.t("tiles-choice-all"),
        PaintAnswer::Edge(_, _, edge) => edge.clone(),
        PaintAnswer::Within(ports) => {
            let names: Vec<String> = ports
                .iter()
                .map(|p| {
                    let count = drawing.cells.first().map_or(0, |c| c.side(p.side, &tiles_read.words).len());
                    port(cx, tiles_read, count, *p)
                })
                .collect();
            cx.texts.with_name("tiles-choice-within", &names.join(", "))
        }
        PaintAnswer::Open => cx.t("tiles-choice-open"),
    }
}

/// Returns the reason why a brush was refused.
pub(super) fn refusal(cx: &ViewCx<'_>, tiles_read: &TileCache, why: &PaintRefusal) -> String {
    match why {
        PaintRefusal::NoCell(_) | PaintRefusal::NoSide | PaintRefusal::NoPart(_) => cx.t("tiles-no-part"),
        PaintRefusal::UnknownTerrain(name) => cx.texts.with_name("tiles-no-terrain", name),
        PaintRefusal::UnknownEdge(name) => cx.texts.with_name("tiles-no-edge-type", name),
        PaintRefusal::UnknownTag(name) => cx.texts.with_name("tiles-no-tag", name),
        PaintRefusal::BadName(name) => cx.texts.with_name("tiles-bad-name", name),
        PaintRefusal::BadCount(n) => cx.texts.with_name("tiles-bad-count", &n.to_string()),
        PaintRefusal::NoEdge(_, at, terrain) => {
            let terrain = terrain.clone().unwrap_or_else(|| cx.t("tiles-ground-alone"));
            let values = [("side", side(cx, tiles_read, *at).into()), ("name", terrain.into())];
            cx.texts.with("tiles-no-edge", &values)
        }
        PaintRefusal::NothingToDraw => cx.t("tiles-nothing-to-draw"),
        PaintRefusal::WrongTerrain(name) => cx.texts.with_name("tiles-wrong-terrain", name),
        PaintRefusal::DifferentTerrains => cx.t("tiles-different-terrains"),
        PaintRefusal::NothingToCut => cx.t("tiles-nothing-to-cut"),
        PaintRefusal::TooMany => cx.t("tiles-too-many"),
        PaintRefusal::BadPlace(_) => cx.t("tiles-bad-place"),
        PaintRefusal::LastCell => cx.t("tiles-last-cell"),
    }
}

/// Describes a side effect of a brush.
pub(super) fn notice(cx: &ViewCx<'_>, tiles_read: &TileCache, drawing: &DrawnTile, notice: &PaintNotice) -> String {
    let all = |ids: &[PartId]| ids.iter().map(|id| part(drawing, *id)).collect::<Vec<_>>().join(", ");
    match notice {
        PaintNotice::GroundFollows(_) => cx.t("tiles-ground-follows"),
        PaintNotice::GroundWritten(_) => cx.t("tiles-ground-written"),
        PaintNotice::Gone(terrains) => cx.texts.with_name("tiles-gone", &terrains.join(", ")),
        PaintNotice::Ends(parts) => cx.texts.with_name("tiles-ends", &all(parts)),
        PaintNotice::TouchesLess(parts) => cx.texts.with_name("tiles-touches-less", &all(parts)),
        PaintNotice::Uncovered(_, at) => cx.texts.with_name("tiles-uncovered", &side(cx, tiles_read, *at)),
    }
}
