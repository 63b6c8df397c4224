//! Describes the position of a part on its tile in words: "north-east" instead of the names of ports.
//!
//! These are the only words that do not come from packs, since they are the same for every game. Languages that are not
//! listed here fall back to English.

use tilewright_core::board::Board;
use tilewright_core::catalog::id::SegmentId;
use tilewright_core::catalog::lattice::{Lattice, Side};

/// Degrees of a full turn.
const ROUND: usize = 360;

/// Compass point of each half side of a hexagon, and of each side and corner of triangles, from north. The side at 60
/// degrees is called north-east, as in the names of ports.
const HEX_POINTS: [usize; 12] = [0, 1, 2, 4, 6, 7, 8, 9, 10, 12, 14, 15];

/// Compass words of a language.
struct Language {
    code: &'static str,
    /// Sixteen points of the compass, clockwise from north.
    points: [&'static str; 16],
    /// Word between the last two points of several.
    and: &'static str,
    /// Word before the points.
    within: &'static str,
    /// Word before a cell.
    at: &'static str,
}

const LANGUAGES: [Language; 2] = [
    Language {
        code: "en",
        points: [
            "north",
            "north-north-east",
            "north-east",
            "east-north-east",
            "east",
            "east-south-east",
            "south-east",
            "south-south-east",
            "south",
            "south-south-west",
            "south-west",
            "west-south-west",
            "west",
            "west-north-west",
            "north-west",
            "north-north-west",
        ],
        and: "and",
        within: "in the",
        at: "at",
    },
    Language {
        code: "nl",
        points: [
            "noorden",
            "noordnoordoosten",
            "noordoosten",
            "oostnoordoosten",
            "oosten",
            "oostzuidoosten",
            "zuidoosten",
            "zuidzuidoosten",
            "zuiden",
            "zuidzuidwesten",
            "zuidwesten",
            "westzuidwesten",
            "westen",
            "westnoordwesten",
            "noordwesten",
            "noordnoordwesten",
        ],
        and: "en",
        within: "in het",
        at: "op",
    },
];

/// Port on the board: its side, its position on the side clockwise from 0, and the number of ports on that side.
type BoardPort = (Side, usize, usize);

/// Describes a segment so that it differs from the others on its tile: its terrain, its position on the tile if the
/// tile has several segments of that terrain, and its cell unless the tile has only one cell and was placed last.
pub(crate) fn describe_segment(board: &Board, segment: SegmentId, terrain: &str, language: &str) -> String {
    let tile = board.features().tile_of(segment);
    let has_one_cell = board.catalog().kinds[board.tile_under(segment).kind].cells.len() == 1;
    if has_one_cell && board.numbered_tiles().next_back().is_some_and(|(last, _)| last == tile) {
        return on_tile(board, segment, terrain, words_of(language));
    }
    segment_with_cell(board, segment, terrain, language)
}

/// Describes a segment like [`describe_segment`], always with its cell.
pub(crate) fn segment_with_cell(board: &Board, segment: SegmentId, terrain: &str, language: &str) -> String {
    let words = words_of(language);
    format!("{} {} {}", on_tile(board, segment, terrain, words), words.at, board.cell_of(segment))
}

fn words_of(language: &str) -> &'static Language {
    LANGUAGES.iter().find(|known| known.code == language).unwrap_or(&LANGUAGES[0])
}

/// Describes a segment by its terrain, and by its position on the tile if the tile has several segments of that terrain.
fn on_tile(board: &Board, segment: SegmentId, terrain: &str, words: &Language) -> String {
    let alike = alike(board, segment);
    let mut text = terrain.to_owned();
    if alike.len() > 1 {
        let lattice = board.catalog().lattice;
        let of = |one: SegmentId| lies(lattice, &laid_ports(board, one));
        let own = of(segment);
        if !own.is_empty() {
            text = format!("{text} {} {}", words.within, list_directions(words, lattice, &own));
        }
        // Segments in the same direction are numbered.
        let same: Vec<SegmentId> = alike.into_iter().filter(|one| of(*one) == own).collect();
        if let (2.., Some(number)) = (same.len(), same.iter().position(|one| *one == segment)) {
            text = format!("{text} ({})", number + 1);
        }
    }
    text
}

/// Returns all segments with the same terrain on the segment's cell, including the segment itself.
fn alike(board: &Board, segment: SegmentId) -> Vec<SegmentId> {
    let features = board.features();
    let placed = board.tile_under(segment);
    let segments = &board.catalog().kinds[placed.kind].segments;
    let own = &segments[features.local_of(segment)];
    let same = (0u32..).zip(segments).filter(|(_, one)| (one.terrain, one.cell) == (own.terrain, own.cell));
    same.map(|(number, _)| placed.first_segment.plus(number)).collect()
}

fn laid_ports(board: &Board, segment: SegmentId) -> Vec<BoardPort> {
    let (catalog, features) = (board.catalog(), board.features());
    let placed = board.tile_under(segment);
    let kind = &catalog.kinds[placed.kind];
    let own = &kind.segments[features.local_of(segment)];
    let cell = &kind.cells[usize::from(own.cell)];
    let laid = own.ports.iter().map(|port| {
        let count = catalog.edges[cell.edge(port.side)].ports.len();
        (catalog.lattice.turn_side(port.side, placed.turn), usize::from(port.index), count)
    });
    laid.collect()
}

/// Returns the directions of ports, in degrees clockwise from north: each side that is reached in its middle or
/// completely, and each corner that is not next to such a side. Empty for a part in the middle of the tile or all
/// around it.
fn lies(lattice: Lattice, ports: &[BoardPort]) -> Vec<usize> {
    let step = ROUND / lattice.side_count();
    // Angle from the middle of a side to its ends.
    let half = if lattice == Lattice::Triangle { step } else { step / 2 };
    let angle = |side: Side| side.index() * step;
    let whole = |side: Side| {
        let here: Vec<&BoardPort> = ports.iter().filter(|(s, ..)| *s == side).collect();
        here.iter().any(|(_, index, count)| 2 * index + 1 == *count || here.len() == *count)
    };
    let sides: Vec<usize> = lattice.sides().filter(|side| whole(*side)).map(angle).collect();
    if sides.len() == lattice.sides_of_one() {
        return Vec::new();
    }
    // A port that is not in the middle of its side belongs to the nearer corner.
    let corner = |(side, index, count): &BoardPort| {
        let further = if 2 * index + 1 < *count { ROUND - half } else { half };
        (angle(*side) + further) % ROUND
    };
    let is_beside = |corner: usize, side: usize| [half, ROUND - half].contains(&((ROUND + corner - side) % ROUND));
    let corners = ports.iter().filter(|(_, index, count)| 2 * index + 1 != *count).map(corner);
    let mut all: Vec<usize> = corners.filter(|at| !sides.iter().any(|side| is_beside(*at, *side))).collect();
    all.extend(sides);
    all.sort_unstable();
    all.dedup();
    all
}

fn list_directions(words: &Language, lattice: Lattice, directions: &[usize]) -> String {
    let point = |degrees: &usize| {
        let at = match lattice {
            Lattice::Square => degrees * words.points.len() / ROUND,
            Lattice::Hex | Lattice::Triangle => HEX_POINTS[degrees * HEX_POINTS.len() / ROUND],
        };
        words.points[at]
    };
    match directions {
        [] => String::new(),
        [one] => point(one).to_owned(),
        [before @ .., last] => {
            let before: Vec<&str> = before.iter().map(point).collect();
            format!("{} {} {}", before.join(", "), words.and, point(last))
        }
    }
}

#[cfg(test)]
mod tests {
    use tilewright_core::catalog::lattice::{Lattice, Side};

    use super::{BoardPort, LANGUAGES, lies, list_directions};

    #[test]
    fn ports_are_told_as_points_of_the_compass() {
        const N: Side = Side(0);
        const E: Side = Side(1);
        const S: Side = Side(2);
        const W: Side = Side(3);
        let said = |lattice: Lattice, language: usize, ports: &[BoardPort]| {
            list_directions(&LANGUAGES[language], lattice, &lies(lattice, ports))
        };
        let square = |ports: &[BoardPort]| said(Lattice::Square, 0, ports);
        assert_eq!(square(&[(N, 1, 3)]), "north");
        assert_eq!(square(&[(E, 1, 3), (W, 1, 3)]), "east and west");
        assert_eq!(square(&[(N, 2, 3), (E, 0, 3)]), "north-east");
        assert_eq!(square(&[(E, 2, 3), (S, 0, 3)]), "south-east");
        assert_eq!(square(&[(N, 0, 3), (W, 0, 3), (W, 1, 3), (W, 2, 3), (S, 2, 3)]), "west");
        assert_eq!(square(&[(N, 0, 2), (N, 1, 2)]), "north");
        assert_eq!(square(&[(E, 0, 1), (S, 0, 1), (W, 0, 1)]), "east, south and west");
        assert_eq!(square(&[(N, 0, 1), (E, 0, 1), (S, 0, 1), (W, 0, 1)]), "");
        assert_eq!(square(&[]), "");
        assert_eq!(said(Lattice::Square, 1, &[(N, 2, 3), (E, 0, 3)]), "noordoosten");
        assert_eq!(said(Lattice::Hex, 0, &[(Side(1), 0, 1), (Side(4), 0, 1)]), "north-east and south-west");
        assert_eq!(said(Lattice::Hex, 1, &[(Side(2), 0, 1)]), "zuidoosten");
        // The left half of the northern side of a triangle that points down is at its north-western corner.
        assert_eq!(said(Lattice::Triangle, 0, &[(N, 0, 3), (Side(2), 1, 3)]), "south-east and north-west");
        assert_eq!(said(Lattice::Triangle, 0, &[N, Side(2), Side(4)].map(|side| (side, 0, 1))), "");
    }
}
