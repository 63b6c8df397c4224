//! Converts the topology of a tile to shapes: the unturned areas, paths, sites and crossings of a cell.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{TerrainId, TileKindId};
use tilewright_core::catalog::lattice::Side;
use tilewright_core::catalog::tile::{Segment, is_path};

use crate::bridge::{Bridge, bridges};
use crate::geometry::{Path, Point, distance, is_inside};
use crate::ground::{BLOCKED, Ground};
use crate::look;
use crate::outline::{center, corners_at, on_side, point_on_side};
use crate::rim::{Rim, RimPort};

/// Area of one segment on a cell.
#[derive(Clone, Debug)]
pub(crate) struct Area {
    pub(crate) segment: usize,
    pub(crate) path: Path,
    /// Borders of the area inside the cell.
    pub(crate) borders: Vec<Path>,
    /// Outline of the area as points.
    pub(crate) chain: Vec<Point>,
    /// True if paths pass over the area, so that it must be drawn before them.
    pub(crate) is_beneath: bool,
}

/// Path of one segment through a cell.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    pub(crate) segment: usize,
    pub(crate) path: Path,
    pub(crate) chains: Vec<Vec<Point>>,
    /// True if it ends in the middle of the cell, where other paths of its terrain end.
    pub(crate) joined: bool,
}

/// Shapes on one cell of a tile.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// Terrain that fills the area that no other shape covers.
    pub(crate) base: Option<TerrainId>,
    pub(crate) areas: Vec<Area>,
    pub(crate) tracks: Vec<Track>,
    pub(crate) bridges: Vec<Bridge>,
    /// Segment and position of each site.
    pub(crate) sites: Vec<(usize, Point)>,
    /// Position and terrain of the crossing, where several paths end in the middle.
    pub(crate) crossing: Option<(Point, TerrainId)>,
    /// Position where a path enters an area, and the segment of the area.
    pub(crate) gates: Vec<(Point, usize)>,
    /// Positions and terrain of the bushes that separate adjacent grounds of the same terrain.
    pub(crate) hedges: Vec<(Point, TerrainId)>,
    pub(crate) ground: Ground,
}

/// Facts about a cell that all steps need.
struct CellFacts<'a> {
    catalog: &'a Catalog,
    kind: TileKindId,
    cell: usize,
    rim: Rim,
}

impl<'a> CellFacts<'a> {
    fn new(catalog: &'a Catalog, kind: TileKindId, cell: usize) -> CellFacts<'a> {
        let mut facts = CellFacts { catalog, kind, cell, rim: Rim::new(Vec::new(), 1) };
        let around: Vec<Side> = catalog.lattice.sides_at(facts.offset()).collect();
        let mut ports = Vec::new();
        for (number, &side) in around.iter().enumerate() {
            let count = facts.ports_on(side);
            for index in 0..count {
                let is_here = |s: &Segment| s.ports.iter().any(|p| p.side == side && usize::from(p.index) == index);
                let segment = facts.own().find(|(_, segment)| is_here(segment)).map(|(segment, _)| segment);
                let at = |index: usize| number as f32 + index as f32 / count as f32;
                let is_path = segment.is_some_and(|segment| facts.is_track(segment));
                ports.push(RimPort { segment, is_path, from: at(index), to: at(index + 1) });
            }
        }
        facts.rim = Rim::new(ports, around.len());
        facts
    }

    fn segments(&self) -> &'a [Segment] {
        &self.catalog.kinds[self.kind].segments
    }

    fn own(&self) -> impl Iterator<Item = (usize, &'a Segment)> {
        let cell = self.cell;
        self.segments().iter().enumerate().filter(move |(_, s)| usize::from(s.cell) == cell)
    }

    fn offset(&self) -> (i16, i16) {
        self.catalog.kinds[self.kind].cells[self.cell].offset
    }

    fn is_ground(&self, segment: &Segment) -> bool {
        self.catalog.terrains[segment.terrain].ground
    }

    fn ports_on(&self, side: Side) -> usize {
        self.catalog.edges[self.catalog.kinds[self.kind].cells[self.cell].edge(side)].ports.len()
    }

    /// Returns the sides that a segment fills completely.
    fn sides(&self, segment: usize) -> Vec<Side> {
        let ports = &self.segments()[segment].ports;
        let own = |side: Side| ports.iter().filter(|p| p.side == side).count();
        self.catalog.lattice.sides().filter(|&s| self.ports_on(s) > 0 && own(s) == self.ports_on(s)).collect()
    }

    /// Returns true if a segment is drawn as a line: it reaches the rim, but no corner.
    fn is_track(&self, segment: usize) -> bool {
        let spec = &self.segments()[segment];
        !self.is_ground(spec) && is_path(&spec.ports, |side| self.ports_on(side))
    }

    /// Returns the terrain of the ground that occupies most of the rim.
    fn widest_ground(&self) -> Option<TerrainId> {
        let mut found: Vec<(TerrainId, f32)> = Vec::new();
        for (number, segment) in self.own().filter(|(_, s)| self.is_ground(s)) {
            let length = self.rim.length(number);
            match found.iter_mut().find(|(terrain, _)| *terrain == segment.terrain) {
                Some((_, whole)) => *whole += length,
                None => found.push((segment.terrain, length)),
            }
        }
        // Equal lengths go to the first terrain.
        found.into_iter().reduce(|most, next| if next.1 > most.1 { next } else { most }).map(|(terrain, _)| terrain)
    }

    /// Returns the point of the rim at a distance of `along` sides from the first corner, clockwise.
    fn on_rim(&self, along: f32) -> Point {
        let corners = corners_at(self.catalog.lattice, self.offset());
        let side = along.floor() as usize;
        corners[side % corners.len()].lerp(corners[(side + 1) % corners.len()], along.fract())
    }

    fn port(&self, segment: usize, port: usize) -> (Side, Point) {
        let port = self.segments()[segment].ports[port];
        let side = port.side;
        let part = (f32::from(port.index) + 0.5) / self.ports_on(side).max(1) as f32;
        (side, on_side(self.catalog.lattice, side, part))
    }

    fn is_site(&self, segment: &Segment) -> bool {
        segment.ports.is_empty() && !self.is_ground(segment) && !self.is_shut_in(segment)
    }

    /// True if the segment is a piece of an area that reaches no side, such as a lake.
    fn is_shut_in(&self, segment: &Segment) -> bool {
        let terrain = segment.terrain;
        let reaches = |s: &Segment| s.terrain == terrain && !s.ports.is_empty();
        segment.ports.is_empty()
            && !self.is_ground(segment)
            && self.catalog.terrains[terrain].look.picture.is_none()
            && self.catalog.kinds.iter().any(|(_, kind)| kind.segments.iter().any(reaches))
    }

    /// Returns the segment in which a path with one port ends; `None` for the middle of the cell. A path that passes
    /// over an area does not end at its border.
    fn ends_in(&self, segment: usize) -> Option<usize> {
        let port = self.segments()[segment].ports.first()?;
        let around: Vec<Side> = self.catalog.lattice.sides_at(self.offset()).collect();
        let side = around.iter().position(|&side| side == port.side)? as f32;
        let middle = side + (f32::from(port.index) + 0.5) / self.ports_on(port.side) as f32;
        self.runs_into(segment).filter(|&into| !self.rim.is_over(into, middle))
    }

    /// Returns the segment of another terrain that a path touches, if any.
    fn runs_into(&self, segment: usize) -> Option<usize> {
        let own = &self.segments()[segment];
        (0..self.segments().len()).find(|&i| {
            let other = &self.segments()[i];
            own.touches >> i & 1 == 1
                && other.cell == own.cell
                && !self.is_ground(other)
                && other.terrain != own.terrain
        })
    }
}

pub(crate) fn layout(catalog: &Catalog, kind: TileKindId, number: usize) -> Layout {
    let cell = CellFacts::new(catalog, kind, number);
    let ground = cell.widest_ground();
    let any_ground = || catalog.terrains.iter().find(|(_, t)| t.ground).map(|(id, _)| id);
    // Without ground, one segment is drawn below the others: it touches most of them, or occupies most of the
    // rim.
    let reaches_rim = |(i, s): &(usize, &Segment)| !s.ports.is_empty() && !cell.is_track(*i);
    let thousandths = |i: usize| (cell.rim.length(i) * 1000.0) as u32;
    let widest =
        cell.own().filter(reaches_rim).max_by_key(|(i, s)| (s.touches.count_ones(), thousandths(*i), usize::MAX - i));
    let all_around = |i: usize| cell.sides(i).len() == catalog.lattice.sides_of_one();
    let whole = cell.own().find(|(i, _)| all_around(*i));
    let under = if ground.is_none() && any_ground().is_none() { widest.map(|(i, _)| i) } else { None };
    let base = match (ground, under) {
        (Some(terrain), _) => Some(terrain),
        (None, Some(i)) => Some(cell.segments()[i].terrain),
        (None, None) => any_ground().or(whole.map(|(_, s)| s.terrain)),
    };
    let mut plan = Layout {
        base,
        areas: Vec::new(),
        tracks: Vec::new(),
        bridges: Vec::new(),
        sites: Vec::new(),
        crossing: None,
        gates: Vec::new(),
        hedges: Vec::new(),
        ground: Ground::new(catalog.lattice, cell.offset()),
    };
    let lies_open = |i: usize, s: &Segment| Some(i) == under || cell.is_ground(s) && Some(s.terrain) == base;
    for (i, segment) in cell.own().filter(|(i, s)| !cell.is_track(*i) && !lies_open(*i, s)) {
        if !segment.ports.is_empty() {
            plan.areas.push(area(&cell, i, segment));
        } else if cell.is_ground(segment) || cell.is_shut_in(segment) {
            plan.areas.push(pool(&cell, i));
        }
    }
    // Small areas are drawn over large ones, and all of these over areas beneath paths.
    plan.areas.sort_by_key(|a| (!a.is_beneath, std::cmp::Reverse(thousandths(a.segment))));
    for (i, segment) in cell.own().filter(|(i, _)| cell.is_track(*i)) {
        let track = track(&cell, i, segment, &mut plan);
        plan.tracks.push(track);
    }
    // Passing paths are drawn over ending ones, and bridges over water.
    let water = |t: &Track| look::is_water(catalog, cell.segments()[t.segment].terrain);
    plan.tracks.sort_by_key(|t| (!water(t), !t.joined));
    let into = |segment: usize| cell.ends_in(segment).filter(|_| cell.segments()[segment].ports.len() == 1);
    plan.bridges = bridges(catalog, cell.segments(), &plan.areas, &plan.tracks, into);
    let ends: Vec<&Segment> = cell
        .own()
        .filter(|(i, s)| cell.is_track(*i) && s.ports.len() == 1 && cell.ends_in(*i).is_none())
        .map(|(_, s)| s)
        .collect();
    if let [first, _, ..] = ends[..] {
        plan.crossing = Some((center(catalog.lattice), first.terrain));
    }
    own_squares(&cell, &mut plan, under);
    place_sites(&cell, &mut plan);
    plan.hedges = hedges(&cell, &plan.ground);
    plan.ground.measure();
    plan
}

/// Assigns each square of the cell to a segment.
fn own_squares(cell: &CellFacts<'_>, plan: &mut Layout, under: Option<usize>) {
    let catalog = cell.catalog;
    let mut ground = plan.ground.clone();
    for area in &plan.areas {
        ground.claim(area.segment as i16, |p| is_inside(&area.chain, p));
    }
    for track in &plan.tracks {
        let half = look::width(catalog, cell.segments()[track.segment].terrain) / 2.0 + 0.012;
        let areas: Vec<i16> = plan.areas.iter().filter(|a| !a.is_beneath).map(|a| a.segment as i16).collect();
        let chains = &track.chains;
        let before = ground.clone();
        ground.claim(track.segment as i16, |p| {
            !areas.contains(&before.owner(p)) && chains.iter().any(|c| distance(c, p) < half)
        });
    }
    for bridge in &plan.bridges {
        let half = look::width(catalog, cell.segments()[bridge.segment].terrain) / 2.0 + 0.034;
        ground.claim(bridge.segment as i16, |p| distance(&bridge.chain, p) < half);
    }
    if let Some((at, terrain)) = plan.crossing {
        let radius = look::crossing_size(catalog, terrain) / 2.0;
        ground.claim(BLOCKED, |p| (p - at).length() < radius);
    }
    let middle = center(catalog.lattice);
    let mut seeds = Vec::new();
    for (i, segment) in cell.own().filter(|(_, s)| cell.is_ground(s)) {
        seeds.extend((0..segment.ports.len()).map(|p| (cell.port(i, p).1.lerp(middle, 0.05), i as i16)));
    }
    ground.spread(&seeds);
    let shut_in: Vec<i16> =
        cell.own().filter(|(_, s)| cell.is_ground(s) && s.ports.is_empty()).map(|(i, _)| i as i16).collect();
    ground.share(&shut_in);
    if let Some(under) = under {
        while ground.share_of(crate::ground::NOBODY) > 0.0 {
            ground.share(&[under as i16]);
        }
    }
    plan.ground = ground;
}

/// Distance between two bushes of a hedge, in cells.
const HEDGE_STEP: f32 = 0.042;
/// Minimum number of bushes of a hedge: grounds that only touch at the corner of another part need none.
const HEDGE: usize = 3;

/// Places bushes between grounds that a pack separates explicitly; without a hedge they would look like one ground.
fn hedges(cell: &CellFacts<'_>, ground: &Ground) -> Vec<(Point, TerrainId)> {
    let of = |owner: i16| cell.segments().get(usize::try_from(owner).ok()?).filter(|s| cell.is_ground(s));
    let parted = |a: i16, b: i16| a != b && of(a).zip(of(b)).is_some_and(|(a, b)| a.terrain == b.terrain);
    let mut hedges: Vec<(Point, TerrainId)> = Vec::new();
    for at in ground.borders(parted) {
        let terrain = [at + Point::new(0.02, 0.02), at].into_iter().find_map(|p| of(ground.owner(p)));
        if let Some(ground) = terrain
            && hedges.iter().all(|(other, _)| (*other - at).length() >= HEDGE_STEP)
        {
            hedges.push((at, ground.terrain));
        }
    }
    if hedges.len() < HEDGE { Vec::new() } else { hedges }
}

/// Builds an area that occupies part of the rim. It follows the rim, and crosses the gaps in a curve or along the path
/// that borders it there.
fn area(cell: &CellFacts<'_>, number: usize, segment: &Segment) -> Area {
    let lattice = cell.catalog.lattice;
    let (corner, middle) = (corners_at(lattice, cell.offset()), center(lattice));
    let count = corner.len();
    let (spans, length) = (cell.rim.spans(number), cell.rim.length(number));
    let is_beneath = cell.rim.is_beneath_path(number);
    let Some(first) = spans.first().filter(|_| length < count as f32) else {
        let path = Path::polygon(&corner);
        let chain = path.to_polylines().concat();
        return Area { segment: number, path, borders: Vec::new(), chain, is_beneath };
    };
    // A path that ends in the middle leaves less space for adjacent areas.
    let entered = cell.own().any(|(i, s)| i != number && segment.touches >> i & 1 == 1 && s.ports.len() == 1);
    let mut path = Path::from(cell.on_rim(first.from));
    let mut borders = Vec::new();
    for (i, span) in spans.iter().enumerate() {
        let inner = (span.from.floor() as usize + 1..).take_while(|&number| (number as f32) < span.to);
        path = inner.fold(path, |path, number| path.to(corner[number % count])).to(cell.on_rim(span.to));
        let next = spans.get(i + 1).map_or(first.from + count as f32, |next| next.from);
        if let Some(line) = between_paths(cell, span.to, next) {
            path = line.into_iter().fold(path, Path::to);
            continue;
        }
        let (from, to, gap) = (cell.on_rim(span.to), cell.on_rim(next), next - span.to);
        let half = from.lerp(to, 0.5);
        // An area along one side is a deep lens; the area opposite a large one is shallow; a straight cut is slightly
        // curved.
        let depth = if length <= 1.0 {
            0.98 * (0.4 + 0.6 * length)
        } else if length <= 2.0 && gap * 2.0 > count as f32 {
            1.15
        } else if gap == 1.0 && cell.rim.filling(span.to, next).is_some_and(|i| !cell.is_ground(&cell.segments()[i])) {
            // Another area fills the gap, and the ground between the two areas must remain visible.
            1.3
        } else {
            0.72
        };
        let mut control = half.lerp(middle, depth);
        if (half - middle).length() < 0.05 {
            let along = (to - from).unit();
            let bow = if entered { 0.2 } else { 0.14 };
            control = middle + Point::new(along.y, -along.x) * if length * 2.0 <= count as f32 { -bow } else { bow };
        }
        path = path.quad(control, to);
        borders.push(Path::from(from).quad(control, to));
    }
    let path = path.close();
    let chain = path.to_polylines().concat();
    Area { segment: number, path, borders, chain, is_beneath }
}

/// Returns the line from one point of the rim to another, without its first point, if paths reach both points and
/// connect them. Such paths are the border of the adjacent areas.
fn between_paths(cell: &CellFacts<'_>, from: f32, to: f32) -> Option<Vec<Point>> {
    let (a, b) = (cell.rim.path_at(from)?, cell.rim.path_at(to)?);
    let (start, end) = (cell.on_rim(from), cell.on_rim(to));
    if a == b && cell.segments()[a].ports.len() == 2 {
        let mut line = passing(cell, a).to_polylines().concat();
        let is_reversed = line.first().is_some_and(|&first| (first - start).length() > (first - end).length());
        if is_reversed {
            line.reverse();
        }
        return Some(line.split_off(1));
    }
    let meets_middle = |path: usize| match cell.segments()[path].ports.len() {
        1 => cell.ends_in(path).is_none(),
        ports => ports > 2,
    };
    (meets_middle(a) && meets_middle(b)).then(|| vec![center(cell.catalog.lattice), end])
}

/// Builds an area that reaches no side: a slightly irregular disc in the middle.
fn pool(cell: &CellFacts<'_>, number: usize) -> Area {
    let middle = center(cell.catalog.lattice);
    let at = |x: f32, y: f32| middle + Point::new(x, y);
    let path = Path::from(at(0.2, 0.0))
        .cubic(at(0.22, 0.11), at(0.1, 0.17), at(0.0, 0.15))
        .cubic(at(-0.11, 0.14), at(-0.23, 0.08), at(-0.2, -0.02))
        .cubic(at(-0.19, -0.13), at(-0.09, -0.18), at(0.01, -0.16))
        .cubic(at(0.13, -0.14), at(0.19, -0.1), at(0.2, 0.0))
        .close();
    let chain = path.to_polylines().concat();
    Area { segment: number, borders: vec![path.clone()], path, chain, is_beneath: false }
}

/// Builds a path: from side to side, from a side to the part where it ends, or as a star.
fn track(cell: &CellFacts<'_>, number: usize, segment: &Segment, plan: &mut Layout) -> Track {
    let lattice = cell.catalog.lattice;
    let middle = center(lattice);
    let ports: Vec<(Side, Point)> = (0..segment.ports.len()).map(|p| cell.port(number, p)).collect();
    let mut joined = false;
    let path = match ports[..] {
        [_, _] => passing(cell, number),
        [(side, a)] => {
            let inward = inward(cell, side);
            let into = cell.ends_in(number);
            let area = plan.areas.iter().find(|area| Some(area.segment) == into);
            let half = look::width(cell.catalog, segment.terrain) / 2.0;
            match area.and_then(|area| entrance(cell, area, (a, inward), half)) {
                Some(end) => {
                    plan.gates.push((end, into.unwrap_or_default()));
                    let reach = (end - a).length() * 0.5;
                    // The path ends slightly beyond the border, so that the border covers its end.
                    let over = end + (end - a).unit() * 0.02;
                    Path::from(a).quad(a + inward * reach, over)
                }
                None => {
                    joined = true;
                    Path::from(a).to(middle)
                }
            }
        }
        _ => {
            let mut path = Path::default();
            for &(_, point) in &ports {
                path.0.extend(Path::from(point).to(middle).0);
            }
            path
        }
    };
    let chains = path.to_polylines();
    Track { segment: number, path, chains, joined }
}

/// Returns the direction from a side to the centre of the cell.
fn inward(cell: &CellFacts<'_>, side: Side) -> Point {
    let lattice = cell.catalog.lattice;
    (center(lattice) - point_on_side(lattice, side)).unit()
}

/// Returns the line of a path with two ports, from the first to the second.
fn passing(cell: &CellFacts<'_>, number: usize) -> Path {
    let middle = center(cell.catalog.lattice);
    let ((from, a), (to, b)) = (cell.port(number, 0), cell.port(number, 1));
    let (in_from, in_to) = (inward(cell, from), inward(cell, to));
    let reach = 0.55 * (middle - a).length();
    let straight = ((a - middle).unit() + (b - middle).unit()).length() < 0.1;
    // A straight path is slightly curved, so that it looks trodden rather than ruled.
    if straight && cell.own().any(|(_, s)| cell.is_site(s)) {
        // The path avoids the site in the middle, on the side from which other paths reach the site.
        let side = Point::new(b.y - a.y, a.x - b.x).unit();
        let ends = cell.own().filter(|(i, s)| s.ports.len() == 1 && cell.is_track(*i));
        let toward = ends.map(|(i, _)| cell.port(i, 0).1 - middle).fold(Point::default(), |sum, p| sum + p);
        let sign = if side.x * toward.x + side.y * toward.y < 0.0 { -1.0 } else { 1.0 };
        let over = middle + side * (sign * 0.27);
        let (start, end) = (in_from * (reach * 0.9), in_to * (reach * 0.9));
        Path::from(a).cubic(a + start, over - start, over).cubic(over - end, b + end, b)
    } else if straight {
        let across = Point::new(b.y - a.y, a.x - b.x) * 0.05;
        let half = reach * 0.8;
        Path::from(a).cubic(a + in_from * half, middle - in_from * half + across, middle).cubic(
            middle + in_from * half - across,
            b + in_to * half,
            b,
        )
    } else {
        Path::from(a).cubic(a + in_from * reach, b + in_to * reach, b)
    }
}

/// Minimum distance of the rounded end of a path, which reaches over a border, from the rim, in cells.
const CLEAR: f32 = 0.06;

/// Returns the point where a path of half width `half` that begins at a port meets the border of an area: close to its
/// direction, and where its end does not cover the area at the rim. Returns `None` if the area is too small for that.
fn entrance(cell: &CellFacts<'_>, area: &Area, (port, inward): (Point, Point), half: f32) -> Option<Point> {
    let middle = center(cell.catalog.lattice);
    let mut rim = corners_at(cell.catalog.lattice, cell.offset());
    rim.extend(rim.first().copied());
    let points = area.borders.iter().flat_map(|border| {
        let chain = border.to_polylines().concat();
        let (first, last) = (chain.len() / 5, chain.len() - chain.len() / 5);
        chain.into_iter().take(last).skip(first)
    });
    let cost = |p: Point| {
        let way = p - port;
        let along = way.x * inward.x + way.y * inward.y;
        let aside = (way - inward * along).length();
        // Straight ahead is best, a short way is good, and a gate must not be beyond the middle.
        way.length() + aside * 0.6 + ((p - middle).length() - 0.5).max(0.0)
    };
    let is_clear = |p: &Point| distance(&rim, *p) > half + CLEAR;
    points.filter(is_clear).min_by(|a, b| cost(*a).total_cmp(&cost(*b)))
}

/// Places the sites: in the middle, on the border of the areas that they touch, or side by side.
fn place_sites(cell: &CellFacts<'_>, plan: &mut Layout) {
    let catalog = cell.catalog;
    let middle = center(catalog.lattice);
    let sites: Vec<(usize, &Segment)> = cell.own().filter(|(_, s)| cell.is_site(s)).collect();
    plan.ground.measure();
    for &(site, segment) in &sites {
        let size = look::site_size(catalog, segment.terrain);
        let others: Vec<Point> = plan.sites.iter().map(|&(_, at)| at).collect();
        let reached = plan.tracks.iter().any(|t| t.joined && segment.touches >> t.segment & 1 == 1);
        let touched: Vec<i16> = cell
            .own()
            .filter(|(i, s)| segment.touches >> i & 1 == 1 && !cell.is_ground(s) && !s.ports.is_empty())
            .map(|(i, _)| i as i16)
            .collect();
        let passed = plan.tracks.iter().filter(|t| !t.joined);
        let near = passed.flat_map(|t| &t.chains).map(|c| distance(c, middle)).fold(f32::INFINITY, f32::min);
        let free = |at: Point| others.iter().map(|&o| (o - at).length() - size).fold(0.0, f32::min);
        // A passing path pushes the site a little to the other side.
        let beside =
            plan.tracks.iter().filter(|t| !t.joined).flat_map(|t| &t.chains).find(|c| distance(c, middle) < 0.3);
        let pushed = beside.map_or(middle, |chain| {
            let closest = chain.iter().min_by(|a, b| (**a - middle).length().total_cmp(&(**b - middle).length()));
            middle + (middle - closest.copied().unwrap_or(middle)).unit() * 0.1
        });
        let found = if reached
            || sites.len() == 1 && touched.is_empty() && near > size * 0.5 && plan.ground.owner(middle) != BLOCKED
        {
            Some(pushed)
        } else if touched.is_empty() {
            let room = |at: Point| plan.ground.room(at).min(plan.ground.rim(at)) + free(at) * 3.0;
            plan.ground
                .best_of(|owner, at| (owner >= 0 && cell.is_ground(&cell.segments()[owner as usize])).then(|| room(at)))
        } else {
            // The site should be close to all areas that it touches, and away from the rim.
            let shores: Vec<Vec<Point>> = touched.iter().map(|&t| squares_of(&plan.ground, t)).collect();
            plan.ground.best_of(|_, at| {
                let to = |shore: &Vec<Point>| shore.iter().map(|&p| (p - at).length()).fold(f32::INFINITY, f32::min);
                let worst = shores.iter().map(to).filter(|d| d.is_finite()).fold(0.0, f32::max);
                let off_rim = (plan.ground.rim(at) - size * 0.55).min(0.0);
                Some(-worst * 2.0 + off_rim * 3.0 + free(at) * 3.0 - (at - middle).length() * 0.3)
            })
        };
        plan.sites.push((site, found.unwrap_or(middle)));
    }
    let taken: Vec<(usize, Point, f32)> = plan
        .sites
        .iter()
        .map(|&(site, at)| (site, at, look::site_size(catalog, cell.segments()[site].terrain) / 2.0))
        .collect();
    for (site, at, radius) in taken {
        plan.ground.claim(site as i16, |p| (p - at).length() < radius);
    }
}

/// Samples points of a segment's squares.
fn squares_of(ground: &Ground, owner: i16) -> Vec<Point> {
    let at = |i: usize| Point::new((i % 18) as f32 + 0.5, (i / 18) as f32 + 0.5) * (1.0 / 18.0);
    (0..18 * 18).map(at).filter(|&p| ground.owner(p) == owner).collect()
}
