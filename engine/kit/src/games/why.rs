//! Why points were given: everything that seats received points for, item by item, with the script line of each and
//! where on the board it was. Data only; whoever shows it finds the words.

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

/// A line of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The module as faults and diagnostics show it, such as `pack/rules/bid.lua` or `scripts/paths.lua`.
    pub path: Arc<str>,
    /// The line, from 1; 0 when unknown.
    pub line: u32,
    /// The pack that uses the module.
    pub pack: Arc<str>,
}

impl Rule {
    /// The line of an origin; nothing for a module that the catalog does not have.
    pub fn of(catalog: &Catalog, origin: Origin) -> Option<Rule> {
        let module = catalog.modules.get(usize::from(origin.module))?;
        Some(Rule { path: module.path.clone(), line: origin.line, pack: module.pack.clone() })
    }

    /// Whether the module lies in the folder of the pack that uses it.
    pub fn is_own(&self) -> bool {
        self.path.split('/').any(|part| *part == *self.pack)
    }
}

/// A line of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it does.
    pub kind: ItemKind,
    /// The unit that it counts, or the reason.
    pub label: String,
    /// The unit that is raised; empty where none is.
    pub raised: String,
    /// Number of units; the numerator of what scales.
    pub count: i32,
    /// Points for each; the denominator of what scales.
    pub each: i32,
    /// By how much it changes what the sheet is worth.
    pub points: i32,
    /// The seat it concerns; nothing for all.
    pub seat: Option<Seat>,
    /// What the sheet came to before it.
    pub before: i32,
    /// The rule that wrote it.
    pub rule: Option<Rule>,
}

impl Line {
    /// What the sheet came to with it.
    pub fn after(&self) -> i32 {
        if self.seat.is_some() { self.before } else { self.before.saturating_add(self.points) }
    }
}

/// What divides the points of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Division {
    /// Who gets how much.
    pub share: Share,
    /// The seats with a claim and how much it amounts to; by rank where ranks divide, else in order of seats.
    pub claims: Vec<(Seat, i32)>,
}

/// What a sheet says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfolded {
    /// Its lines in the order in which they were written.
    pub lines: Vec<Line>,
    /// What it is worth to a seat that gets all of it.
    pub total: i32,
    /// By which rule it is divided and among whom; nothing where only single seats have points.
    pub division: Option<Division>,
}

/// Where points come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A sheet that was paid out.
    Sheet(Unfolded),
    /// An award that a rule gave without a sheet, with the name it gives for it.
    Award(Option<String>),
}

/// Something that seats received points for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// Number of the event in the journal that announces it.
    pub event: usize,
    /// Where the points come from.
    pub source: Source,
    /// What they are booked under.
    pub book: BookId,
    /// `x,y:terrain:PORTS` of the feature; empty for points that belong to none.
    pub place: String,
    /// What each seat received.
    pub points: PerSeat<i32>,
    /// The segments of the feature when it was scored.
    pub segments: Vec<SegmentId>,
    /// The cells of their tiles, and where it is the tiles around that complete it, of those that lay there by then;
    /// in reading order.
    pub cells: Vec<Cell>,
}

impl Reason {
    /// Whether any seat received something, or lost it.
    pub fn gives_anything(&self) -> bool {
        self.points.iter().any(|points| *points != 0)
    }

    /// The cell of its place, and the terrain there; nothing where it has no place.
    pub fn cell_and_terrain(&self) -> Option<(&str, &str)> {
        let mut parts = self.place.split(':');
        Some((parts.next().filter(|cell| !cell.is_empty())?, parts.next().unwrap_or_default()))
    }
}

/// Everything that seats received points for, in order; nothing when the session's game keeps no journal.
pub fn reasons(session: &Session) -> Vec<Reason> {
    let game = session.game();
    let Some(journal) = game.journal() else { return Vec::new() };
    let told = announced(journal).into_iter().filter_map(|found| match found {
        Announced::Sheet(scored) => Some(of_sheet(session, scored)),
        Announced::Award(number, event) => of_award(session, number, event),
    });
    told.collect()
}

/// What the journal has of points.
enum Announced<'a> {
    Sheet(&'a ScoredSheet),
    Award(usize, &'a Event),
}

/// Sheets and the awards that follow from none, in order.
fn announced(journal: &Journal) -> Vec<Announced<'_>> {
    let mut sheets = journal.sheets.iter().peekable();
    let mut found = Vec::new();
    // Rules may let other things happen between a sheet and its awards.
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

/// The awards that follow from a sheet: what each seat receives in all, but for what is given apart.
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

fn of_award(session: &Session, number: usize, event: &Event) -> Option<Reason> {
    let Happening::Awarded { seat, points: amount, book, segment, reason } = event.what else { return None };
    let game = session.game();
    let mut points = [0; MAX_SEATS];
    points[seat.index()] = amount;
    let segments: Vec<SegmentId> = segment.into_iter().collect();
    Some(Reason {
        event: number,
        source: Source::Award(reason.map(|reason| session.symbol(reason).to_owned())),
        book,
        place: segment.map_or_else(String::new, |s| game.board().place_key(s)),
        points,
        cells: cells(game, &segments, game.board().laid_count()),
        segments,
    })
}

fn of_sheet(session: &Session, scored: &ScoredSheet) -> Reason {
    Reason {
        event: scored.event,
        source: Source::Sheet(unfold(session, &scored.sheet)),
        book: scored.sheet.book,
        place: scored.place.clone(),
        points: scored.points,
        segments: scored.members.clone(),
        cells: cells(session.game(), &scored.members, scored.tiles as usize),
    }
}

/// What a sheet says, be it paid out or only an appraisal.
pub fn unfold(session: &Session, sheet: &Sheet) -> Unfolded {
    let mut before = 0;
    let mut lines = Vec::new();
    // What counts nothing and gives nothing says nothing, as items `per` a unit that is not there.
    let silent = |item: &Item| item.count == 0 && item.points == 0 && item.seat.is_some();
    for item in sheet.items.iter().filter(|item| !silent(item)) {
        let line = line(session, item, before);
        before = line.after();
        lines.push(line);
    }
    Unfolded { lines, total: sheet.total(), division: division(sheet) }
}

fn line(session: &Session, item: &Item, before: i32) -> Line {
    let catalog = session.game().catalog();
    Line {
        kind: item.kind,
        label: session.symbol(item.label).to_owned(),
        raised: item.raised.map_or_else(String::new, |unit| session.symbol(unit).to_owned()),
        count: item.count,
        each: item.each,
        points: item.points,
        seat: item.seat,
        before,
        rule: item.origin.and_then(|origin| Rule::of(catalog, origin)),
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
        // What a claim amounts to only says who comes before whom.
        claims.sort_by_key(|&(seat, claim)| (std::cmp::Reverse(claim), seat));
    }
    Some(Division { share, claims })
}

/// The cells of the tiles of segments, and of those around that complete them, of the first so many tiles.
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
