//! Explains points: lists everything that seats received points for, item by item, with the script line and the place
//! on the board of each. The result is data only; the interface words it.

use std::sync::Arc;
use tilewright_core::catalog::id::{BookId, SegmentId};

use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::{PerSeat, Seat};
use tilewright_core::catalog::tile::Completion;
use tilewright_core::catalog::{Catalog, MAX_SEATS, Origin};
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::event::{Event, Journal, ScoredSheet};
use tilewright_core::state::happening::Happening;
use tilewright_core::state::sheet::{Item, ItemKind, Share, Sheet};

/// Line of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Path of the module as faults and diagnostics show it, such as `pack/rules/bid.lua` or `scripts/paths.lua`.
    pub path: Arc<str>,
    /// Line number, from 1; 0 if unknown.
    pub line: u32,
    /// Pack that uses the module.
    pub pack: Arc<str>,
}

impl Rule {
    /// Returns the line of an origin; `None` if the catalog does not have its module.
    pub fn from_origin(catalog: &Catalog, origin: Origin) -> Option<Rule> {
        let module = catalog.modules.get(usize::from(origin.module))?;
        Some(Rule { path: module.path.clone(), line: origin.line, pack: module.pack.clone() })
    }

    /// True if the module is in the folder of the pack that uses it.
    pub fn is_own(&self) -> bool {
        self.path.split('/').any(|part| *part == *self.pack)
    }
}

/// Line of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetLine {
    /// Kind of the item.
    pub kind: ItemKind,
    /// Unit that the item counts, or its reason.
    pub label: String,
    /// Unit that the item raises; empty if it raises no unit.
    pub raised: String,
    /// Number of units; the numerator of a scaling item.
    pub count: i32,
    /// Points for each unit; the denominator of a scaling item.
    pub each: i32,
    /// Change of the sheet's value.
    pub points: i32,
    /// Seat that the item concerns; `None` for all seats.
    pub seat: Option<Seat>,
    /// Value of the sheet before this line.
    pub before: i32,
    /// Rule that wrote the line; `None` if unknown.
    pub rule: Option<Rule>,
}

impl SheetLine {
    /// Returns the value of the sheet after this line.
    pub fn after(&self) -> i32 {
        if self.seat.is_some() { self.before } else { self.before.saturating_add(self.points) }
    }
}

/// Division of a sheet's points among seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Division {
    /// Rule of the division.
    pub share: Share,
    /// Claims of the seats and their strength; sorted by strength for a division by ranks, else by seat.
    pub claims: Vec<(Seat, i32)>,
}

/// Sheet with its lines and its division.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfolded {
    /// Lines in the order in which they were written.
    pub lines: Vec<SheetLine>,
    /// Points for a seat that receives the whole sheet.
    pub total: i32,
    /// Division of the points; `None` if all lines concern single seats.
    pub division: Option<Division>,
}

/// Source of points: a sheet or a single award.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PointSource {
    /// A sheet that was paid out.
    Sheet(Unfolded),
    /// Award that a rule gave without a sheet, with its reason if it has one.
    Award(Option<String>),
}

/// Occasion on which seats received points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointsOccasion {
    /// Number in the journal of the event that announces the points.
    pub event: usize,
    /// Source of the points.
    pub source: PointSource,
    /// Book that the points are counted under.
    pub book: BookId,
    /// `x,y:terrain:PORTS` of the feature; empty for points without a feature.
    pub place: String,
    /// Points that each seat received.
    pub points: PerSeat<i32>,
    /// Segments of the feature when it was scored.
    pub segments: Vec<SegmentId>,
    /// Cells of the feature's tiles in reading order. If surrounding tiles complete the feature, also the cells of the
    /// surrounding tiles that were on the board at that time.
    pub cells: Vec<Cell>,
}

impl PointsOccasion {
    /// True if any seat received or lost points.
    pub fn gives_anything(&self) -> bool {
        self.points.iter().any(|points| *points != 0)
    }

    /// Returns the cell and the terrain of the place; `None` if there is no place.
    pub fn cell_and_terrain(&self) -> Option<(&str, &str)> {
        let mut parts = self.place.split(':');
        Some((parts.next().filter(|cell| !cell.is_empty())?, parts.next().unwrap_or_default()))
    }
}

/// Returns everything that seats received points for, in order; empty if the game keeps no journal.
pub fn reasons(session: &Session) -> Vec<PointsOccasion> {
    let game = session.game();
    let Some(journal) = game.journal() else { return Vec::new() };
    let told = announcements(journal).into_iter().filter_map(|found| match found {
        Announced::Sheet(scored) => Some(of_sheet(session, scored)),
        Announced::Award(number, event) => of_award(session, number, event),
    });
    told.collect()
}

/// Entry of the journal about points.
enum Announced<'a> {
    Sheet(&'a ScoredSheet),
    Award(usize, &'a Event),
}

/// Returns the sheets and the awards that do not result from a sheet, in order.
fn announcements(journal: &Journal) -> Vec<Announced<'_>> {
    let mut sheets = journal.sheets.iter().peekable();
    let mut found = Vec::new();
    // Rules may cause other events between a sheet and its awards.
    let mut awaited = Vec::new();
    for (number, event) in journal.events.iter().enumerate() {
        while let Some(sheet) = sheets.next_if(|s| s.event <= number) {
            awaited.extend(awards(sheet));
            found.push(Announced::Sheet(sheet));
        }
        if let Happening::Awarded { seat, points, segment, .. } = event.what {
            let award = (seat, points, segment);
            match awaited.iter().position(|a| *a == award) {
                Some(at) => {
                    awaited.remove(at);
                }
                None => found.push(Announced::Award(number, event)),
            }
        }
    }
    found.extend(sheets.map(Announced::Sheet));
    found
}

/// Seat, points and feature of an award.
type Award = (Seat, i32, Option<SegmentId>);

/// Returns the awards that result from a sheet: the total of each seat, except for points that are awarded separately.
fn awards(scored: &ScoredSheet) -> Vec<Award> {
    let mut awards = Vec::new();
    for seat in (0..MAX_SEATS as u8).map(Seat) {
        let mut left = scored.points[seat.index()];
        if left != 0 {
            for (_, _, points) in scored.sheet.parts_apart().filter(|(to, ..)| *to == seat) {
                awards.push((seat, points, scored.segment));
                left -= points;
            }
        }
        awards.push((seat, left, scored.segment));
    }
    awards.retain(|(_, points, _)| *points != 0);
    awards
}

fn of_award(session: &Session, number: usize, event: &Event) -> Option<PointsOccasion> {
    let Happening::Awarded { seat, points: amount, book, segment, reason } = event.what else { return None };
    let game = session.game();
    let mut points = [0; MAX_SEATS];
    points[seat.index()] = amount;
    let segments: Vec<SegmentId> = segment.into_iter().collect();
    Some(PointsOccasion {
        event: number,
        source: PointSource::Award(reason.map(|reason| session.symbol(reason).to_owned())),
        book,
        place: segment.map_or_else(String::new, |s| game.board().place_key(s)),
        points,
        cells: cells(game, &segments, game.board().laid_count()),
        segments,
    })
}

fn of_sheet(session: &Session, scored: &ScoredSheet) -> PointsOccasion {
    PointsOccasion {
        event: scored.event,
        source: PointSource::Sheet(unfold(session, &scored.sheet)),
        book: scored.sheet.book,
        place: scored.place.clone(),
        points: scored.points,
        segments: scored.members.clone(),
        cells: cells(session.game(), &scored.members, scored.tiles as usize),
    }
}

/// Explains a sheet, whether it was paid or is only an appraisal.
pub fn unfold(session: &Session, sheet: &Sheet) -> Unfolded {
    let mut before = 0;
    let mut lines = Vec::new();
    // Items for a single seat that count and score 0 are noise, such as `per` for an absent unit.
    let silent = |item: &Item| item.count == 0 && item.points == 0 && item.seat.is_some();
    for item in sheet.items.iter().filter(|item| !silent(item)) {
        let line = line(session, item, before);
        before = line.after();
        lines.push(line);
    }
    Unfolded { lines, total: sheet.total(), division: division(sheet) }
}

fn line(session: &Session, item: &Item, before: i32) -> SheetLine {
    let catalog = session.game().catalog();
    SheetLine {
        kind: item.kind,
        label: session.symbol(item.label).to_owned(),
        raised: item.raised.map_or_else(String::new, |unit| session.symbol(unit).to_owned()),
        count: item.count,
        each: item.each,
        points: item.points,
        seat: item.seat,
        before,
        rule: item.origin.and_then(|origin| Rule::from_origin(catalog, origin)),
    }
}

fn division(sheet: &Sheet) -> Option<Division> {
    let items = &sheet.items;
    if !items.is_empty() && items.iter().all(|item| item.seat.is_some()) {
        return None;
    }
    let share = sheet.share;
    let mut claims: Vec<(Seat, i32)> = (0..).map(Seat).zip(sheet.claims).filter(|(_, n)| *n != 0).collect();
    if share == Share::Owner {
        claims = sheet.owner.map(|seat| (seat, 1)).into_iter().collect();
    }
    if share == Share::Ranks {
        // For ranks, the strength of a claim only decides the order.
        claims.sort_by_key(|&(seat, claim)| (std::cmp::Reverse(claim), seat));
    }
    Some(Division { share, claims })
}

/// Returns the cells of the segments' tiles, and of the surrounding tiles that complete them, among the first `tiles`
/// tiles.
fn cells(game: &Game, segments: &[SegmentId], tiles: usize) -> Vec<Cell> {
    let (board, catalog) = (game.board(), game.catalog());
    let mut found: Vec<Cell> = Vec::new();
    for &segment in segments {
        let here = board.cell_of(segment);
        found.push(here);
        if catalog.terrains[board.terrain(segment)].completion == Completion::Surrounded {
            let ring = catalog.lattice.ring(here).iter().map(|&(dx, dy)| here.plus(dx, dy));
            found.extend(ring.filter(|cell| board.tile_at(*cell).is_some_and(|(tile, _)| tile.index() < tiles)));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
