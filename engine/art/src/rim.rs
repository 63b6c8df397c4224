//! Divides the rim of a cell among areas: the line of a path covers its port, and the adjacent areas pass beneath it.

use tilewright_core::catalog::derive::flanks;

/// A port as an interval of the rim, in sides clockwise from the first corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RimPort {
    /// Segment that owns the port; `None` if no part of the tile covers it.
    pub(crate) segment: Option<usize>,
    /// True if the segment is a path.
    pub(crate) is_path: bool,
    pub(crate) from: f32,
    pub(crate) to: f32,
}

/// An interval of the rim that one area occupies, in sides clockwise from the first corner. An interval that contains
/// the first corner ends beyond the number of sides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct RimSpan {
    segment: Option<usize>,
    pub(crate) from: f32,
    pub(crate) to: f32,
    /// True if a path reaches the rim within the interval or at one of its ends.
    pub(crate) carries_path: bool,
}

/// Division of the rim of a cell.
#[derive(Clone, Debug)]
pub(crate) struct Rim {
    sides: f32,
    ports: Vec<RimPort>,
    /// Intervals of the areas clockwise, sorted by their start; together they cover the rim.
    spans: Vec<RimSpan>,
}

impl Rim {
    /// Divides the rim of a cell that has `sides` sides. `ports` holds all of its ports clockwise.
    pub(crate) fn new(ports: Vec<RimPort>, sides: usize) -> Rim {
        let paths: Vec<bool> = ports.iter().map(|port| port.is_path).collect();
        let mut spans: Vec<RimSpan> = Vec::new();
        let mut add = |span: RimSpan| match spans.last_mut() {
            Some(last) if last.segment == span.segment => {
                last.to = span.to;
                last.carries_path |= span.carries_path;
            }
            _ if span.to > span.from => spans.push(span),
            _ => {}
        };
        for (number, port) in ports.iter().enumerate() {
            let (from, to) = (port.from, port.to);
            if !port.is_path {
                add(RimSpan { segment: port.segment, from, to, carries_path: false });
            } else if let Some((before, after)) = flanks(&paths, number) {
                // Paths never touch the end of a side, so both neighbours are on the same side as the port.
                let middle = (ports[before].to + ports[after].from) / 2.0;
                let (left, right) = (ports[before].segment, ports[after].segment);
                add(RimSpan { segment: left, from, to: to.min(middle), carries_path: true });
                add(RimSpan { segment: right, from: from.max(middle), to, carries_path: true });
            }
        }
        let sides = sides as f32;
        if let [first, .., last] = &mut spans[..]
            && first.segment == last.segment
        {
            last.to = first.to + sides;
            last.carries_path |= first.carries_path;
            spans.remove(0);
        }
        Rim { sides, ports, spans }
    }

    /// Returns the intervals of an area, sorted by their start.
    pub(crate) fn spans(&self, segment: usize) -> Vec<RimSpan> {
        self.spans.iter().copied().filter(|span| span.segment == Some(segment)).collect()
    }

    /// Returns the length of the rim that an area occupies, in sides.
    pub(crate) fn length(&self, segment: usize) -> f32 {
        self.spans(segment).iter().map(|span| span.to - span.from).sum()
    }

    /// Returns true if a path reaches the rim over an area or next to it, so that the area continues beneath the path.
    pub(crate) fn is_beneath_path(&self, segment: usize) -> bool {
        self.spans(segment).iter().any(|span| span.carries_path)
    }

    /// Returns the segment that alone fills the rim from one point to a later one; `None` if several share it.
    pub(crate) fn filling(&self, from: f32, to: f32) -> Option<usize> {
        let is_all = |span: &&RimSpan| span.from == from % self.sides && span.to - span.from == to - from;
        self.spans.iter().find(is_all)?.segment
    }

    /// Returns the path that has its only port centred on a point of the rim; `None` if there is none.
    pub(crate) fn path_at(&self, point: f32) -> Option<usize> {
        let point = point % self.sides;
        let is_here = |port: &&RimPort| port.is_path && ((port.from + port.to) / 2.0 - point).abs() < 1e-4;
        self.ports.iter().find(is_here)?.segment
    }

    /// Returns true if an area is on both sides of a path's port, given the centre of the port.
    pub(crate) fn is_over(&self, area: usize, point: f32) -> bool {
        self.spans(area).iter().any(|span| {
            let inside = |at: f32| span.from + 1e-4 < at && at + 1e-4 < span.to;
            inside(point) || inside(point + self.sides)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a rim from its sides. Each character is a port: upper case letters are areas, lower case letters paths.
    fn rim(sides: &str) -> Rim {
        let sides: Vec<Vec<char>> = sides.split(' ').map(|side| side.chars().collect()).collect();
        let port = |side: usize, index: usize, count: usize, letter: char| RimPort {
            segment: Some(letter as usize),
            is_path: letter.is_lowercase(),
            from: side as f32 + index as f32 / count as f32,
            to: side as f32 + (index + 1) as f32 / count as f32,
        };
        let ports = sides.iter().enumerate().flat_map(|(side, letters)| {
            letters.iter().enumerate().map(move |(index, &letter)| port(side, index, letters.len(), letter))
        });
        Rim::new(ports.collect(), sides.len())
    }

    fn spans(rim: &Rim, area: char) -> Vec<(f32, f32, bool)> {
        rim.spans(area as usize).iter().map(|span| (span.from, span.to, span.carries_path)).collect()
    }

    #[test]
    fn areas_run_on_beneath_paths_and_around_corners() {
        let bend = rim("M PrP PrP P");
        assert_eq!(spans(&bend, 'M'), [(0.0, 1.0, false)]);
        assert_eq!(spans(&bend, 'P'), [(1.0, 4.0, true)]);
        assert!(bend.is_beneath_path('P' as usize) && !bend.is_beneath_path('M' as usize));
        assert!(bend.is_over('P' as usize, 1.5) && !bend.is_over('M' as usize, 1.5));
        let around = rim("P M M P");
        assert_eq!(spans(&around, 'P'), [(3.0, 5.0, false)]);
        assert_eq!(around.filling(1.0, 3.0), Some('M' as usize));
        assert_eq!(around.filling(3.0, 5.0), Some('P' as usize));
        assert_eq!(spans(&rim("P P P"), 'P'), [(0.0, 3.0, false)]);
    }

    #[test]
    fn a_path_between_two_areas_parts_them_in_its_middle() {
        let parted = rim("ArB B BrA A");
        assert_eq!(spans(&parted, 'B'), [(0.5, 2.5, true)]);
        assert_eq!(spans(&parted, 'A'), [(2.5, 4.5, true)]);
        assert_eq!(parted.path_at(4.5), Some('r' as usize));
        assert_eq!(parted.path_at(0.25), None);
        assert!(!parted.is_over('A' as usize, 0.5));
        // Several adjacent paths share one centre, which may be between them.
        assert_eq!(spans(&rim("ArsB B B A"), 'B'), [(0.5, 3.0, true)]);
        assert_eq!(spans(&rim("ArstB B B A"), 'B'), [(0.5, 3.0, true)]);
    }
}
