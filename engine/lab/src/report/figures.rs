//! Counts the use of figures: the length of their stays, the points that they earn, and the features that remain open.

use tilewright_core::catalog::id::{FigureId, FigureKindId, Id, SegmentId};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::tile::Completion;
use tilewright_core::catalog::{Catalog, Claim, FigureKind};
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::effect::Place;
use tilewright_core::state::happening::Happening;

use crate::report::flags::{Flag, Flagged, SELDOM};
use crate::stats::{CONFIDENCE, Interval, Ratio, Sums, mean_of};
use crate::turns::by_turn;

/// Use of the figures of a kind.
#[derive(Clone, PartialEq, Debug)]
pub struct FigureUse {
    /// Name of the figure kind.
    pub kind: String,
    /// Number of deployments in a game, by all seats together, from the supply or from another place.
    pub deployed: Interval,
    /// Number of turns, of any seat, that a figure stays on a feature.
    pub stays: Interval,
    /// Share of these turns on features that paid the owner nothing during the stay. `None` for a kind that no sheet
    /// and no claim counts, such as an owner's marker.
    pub idle: Option<Interval>,
    /// Points of features for the owner during a stay, for each deployment. Several figures of a seat on a feature that
    /// count for a majority share its points. `None` for a kind of weight 0, which is credited with no points.
    pub brings: Option<Interval>,
}

/// Open features of a terrain that can be completed.
#[derive(Clone, PartialEq, Debug)]
pub struct LeftOpen {
    /// Name of the terrain.
    pub terrain: String,
    /// Number of open features at the end of a game.
    pub count: Interval,
    /// Share of all features that are open at the end.
    pub share: Interval,
}

/// Use of figures and features over many games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figures {
    /// Figure kinds that were deployed in any game, in the order of the packs.
    pub kinds: Vec<FigureUse>,
    /// Share of turns at whose first decision the seat has no figure in its supply that could claim a feature. `None`
    /// if the game has no such figures.
    pub none_at_home: Option<Interval>,
    /// Open features by terrain.
    pub left_open: Vec<LeftOpen>,
    /// Share of all points that are not paid for a feature, so that no figure is credited with them. `None` if there
    /// are no such points or no figure was deployed.
    pub unplaced: Option<Interval>,
}

/// Number of parts of a point, so that up to eight figures can share points in whole numbers.
const WHOLE: i64 = 840;

/// Counts of figures and features, summed over games.
pub(super) struct FigureSums {
    games: u64,
    kinds: Vec<FigureKindSums>,
    none_at_home: Ratio,
    /// Points without a feature, relative to all points given.
    unplaced: Ratio,
    /// Number of open features by terrain, and their share of all features.
    open: Vec<(Sums, Ratio)>,
    turn: u32,
    /// Turns of the current game, and turns that began without a figure in the supply.
    turns: (i64, i64),
}

#[derive(Clone, Default)]
struct FigureKindSums {
    deployed: Sums,
    /// Games in which a figure of the kind was deployed.
    used: Ratio,
    stays: Ratio,
    idle: Ratio,
    brings: Ratio,
}

/// A figure on a feature.
struct Stay {
    figure: FigureId,
    kind: FigureKindId,
    seat: Seat,
    on: SegmentId,
    since: u32,
    is_useful: bool,
}

/// Use of the figures of a kind in one game.
#[derive(Clone, Default)]
struct GameFigureCounts {
    deployed: i64,
    stays: i64,
    turns: i64,
    idle: i64,
    brought: i64,
}

impl FigureSums {
    pub(super) fn new(catalog: &Catalog) -> FigureSums {
        FigureSums {
            games: 0,
            kinds: vec![FigureKindSums::default(); catalog.figures.len()],
            none_at_home: Ratio::default(),
            unplaced: Ratio::default(),
            open: vec![<(Sums, Ratio)>::default(); catalog.terrains.len()],
            turn: 0,
            turns: (0, 0),
        }
    }

    /// Resets the counts at the start of a game.
    pub(super) fn begin(&mut self) {
        (self.turn, self.turns) = (0, (0, 0));
    }

    /// Observes a decision; the first one of each turn counts.
    pub(super) fn look(&mut self, session: &Session) {
        let game = session.game();
        if game.turns() == self.turn {
            return;
        }
        self.turn = game.turns();
        let (seat, catalog) = (game.active_seat(), game.catalog());
        let mut claiming = catalog.figures.iter().filter(|(_, kind)| claims(kind)).map(|(id, _)| id).peekable();
        if claiming.peek().is_some() {
            self.turns.0 += 1;
            self.turns.1 += i64::from(claiming.all(|kind| game.supply(kind, seat) == 0));
        }
    }

    /// Adds a finished game.
    pub(super) fn add(&mut self, game: &Game) {
        self.games += 1;
        self.none_at_home.add(self.turns.1, self.turns.0);
        for (sums, did) in self.kinds.iter_mut().zip(in_game(game)) {
            sums.deployed.add(did.deployed);
            sums.used.add((did.deployed > 0).into(), 1);
            sums.stays.add(did.turns, did.stays);
            sums.idle.add(did.idle, did.turns);
            sums.brings.add(did.brought, WHOLE * did.stays);
        }
        let (unplaced, given) = points_for_no_feature(game);
        self.unplaced.add(unplaced, given);
        let (board, terrains) = (game.board(), &game.catalog().terrains);
        let mut seen = vec![(0i64, 0i64); terrains.len()];
        for root in board.features().roots() {
            let (open, all) = &mut seen[board.terrain(root.segment()).index()];
            *all += 1;
            *open += i64::from(!board.is_complete(root.segment()));
        }
        for ((count, share), (open, all)) in self.open.iter_mut().zip(seen) {
            count.add(open);
            share.add(open, all);
        }
    }

    pub(super) fn merge(&mut self, other: &FigureSums) {
        self.games += other.games;
        self.none_at_home.merge(&other.none_at_home);
        self.unplaced.merge(&other.unplaced);
        for (mine, theirs) in self.kinds.iter_mut().zip(&other.kinds) {
            mine.deployed.merge(&theirs.deployed);
            mine.used.merge(&theirs.used);
            mine.stays.merge(&theirs.stays);
            mine.idle.merge(&theirs.idle);
            mine.brings.merge(&theirs.brings);
        }
        for (mine, theirs) in self.open.iter_mut().zip(&other.open) {
            mine.0.merge(&theirs.0);
            mine.1.merge(&theirs.1);
        }
    }

    /// Tests if no seat deploys the figures of a kind that a game with `seats` seats has.
    pub(super) fn questions(&self, catalog: &Catalog, seats: u8) -> Vec<(Flag, bool)> {
        let first = |kind: &FigureKind| {
            let other = kind.supply_by_seats.iter().find(|(number, _)| *number == seats);
            other.map_or(kind.supply, |&(_, supply)| supply)
        };
        let has_any = catalog.figures.iter().zip(&self.kinds).filter(|((_, kind), _)| first(kind) > 0);
        let of = |((id, _), sums): ((FigureKindId, &FigureKind), &FigureKindSums)| {
            let (number, cases) = (sums.used.share(CONFIDENCE), sums.used.blocks);
            let (what, p) = (Flagged::Unused(catalog.figures.key(id)), sums.used.tail_below(SELDOM));
            (Flag { what, number, cases, p, game: None }, true)
        };
        has_any.map(of).collect()
    }

    pub(super) fn answers(&self, catalog: &Catalog) -> Figures {
        let kinds = catalog.figures.iter().zip(&self.kinds).filter(|(_, sums)| sums.deployed.sum > 0);
        let terrains = catalog.terrains.iter().zip(&self.open);
        let can_end =
            terrains.filter(|((_, terrain), (_, share))| terrain.completion != Completion::Never && share.whole > 0);
        Figures {
            kinds: kinds
                .map(|((id, kind), sums)| FigureUse {
                    kind: catalog.figures.key(id),
                    deployed: mean_of(&sums.deployed, CONFIDENCE),
                    stays: sums.stays.interval(CONFIDENCE),
                    idle: can_score(kind, sums).then(|| sums.idle.share(CONFIDENCE)),
                    brings: (kind.weight > 0).then(|| sums.brings.interval(CONFIDENCE)),
                })
                .collect(),
            none_at_home: (self.none_at_home.whole > 0).then(|| self.none_at_home.share(CONFIDENCE)),
            left_open: can_end
                .map(|((id, _), (count, share))| LeftOpen {
                    terrain: catalog.terrains.key(id),
                    count: mean_of(count, CONFIDENCE),
                    share: share.share(CONFIDENCE),
                })
                .collect(),
            unplaced: (self.unplaced.part > 0 && self.kinds.iter().any(|sums| sums.deployed.sum > 0))
                .then(|| self.unplaced.share(CONFIDENCE)),
        }
    }
}

/// Returns the points that a game gave without a feature, and all that it gave; negative points count for neither.
fn points_for_no_feature(game: &Game) -> (i64, i64) {
    let awarded = by_turn(game).filter_map(|(_, what)| match *what {
        Happening::Awarded { points, segment, .. } if points > 0 => Some((points, segment.is_none())),
        _ => None,
    });
    awarded.fold((0, 0), |(unplaced, all), (points, is_unplaced)| {
        let points = i64::from(points);
        (unplaced + if is_unplaced { points } else { 0 }, all + points)
    })
}

/// True if a seat claims features with figures of this kind.
fn claims(kind: &FigureKind) -> bool {
    kind.weight > 0 && kind.claim == Claim::Unclaimed && kind.supply > 0
}

/// True if a feature may pay the owner of a figure of this kind for it: the kind has a weight, depends on the owner's
/// claim, or was on a feature for which rules paid its owner, as happens when they amend claims or count it in a sheet.
fn can_score(kind: &FigureKind, sums: &FigureKindSums) -> bool {
    kind.weight > 0 || kind.claim == Claim::Own || sums.idle.part < sums.idle.whole
}

/// Returns the use of each figure kind in a game.
fn in_game(game: &Game) -> Vec<GameFigureCounts> {
    let (features, catalog) = (game.board().features(), game.catalog());
    let mut kinds = vec![GameFigureCounts::default(); catalog.figures.len()];
    let mut stays: Vec<Stay> = Vec::new();
    let leave = |stay: Stay, turn: u32, kinds: &mut Vec<GameFigureCounts>| {
        let (did, turns) = (&mut kinds[stay.kind.index()], i64::from(turn.saturating_sub(stay.since)));
        did.stays += 1;
        did.turns += turns;
        did.idle += if stay.is_useful { 0 } else { turns };
    };
    for (turn, what) in by_turn(game) {
        match *what {
            Happening::Deployed { seat, figure, figure_kind, place, .. } => {
                kinds[figure_kind.index()].deployed += 1;
                stays.extract_if(.., |stay| stay.figure == figure).for_each(|stay| leave(stay, turn, &mut kinds));
                if let Place::Segment(on) = place {
                    stays.push(Stay { figure, kind: figure_kind, seat, on, since: turn, is_useful: false });
                }
            }
            Happening::TookHome { figure, .. } => {
                stays.extract_if(.., |stay| stay.figure == figure).for_each(|stay| leave(stay, turn, &mut kinds));
            }
            Happening::Awarded { seat, points, segment: Some(segment), .. } if points > 0 => {
                // Features that merged later count as one. Features that pay are mostly complete and merge no more.
                let root = features.root(segment);
                let here = |stay: &&mut Stay| stay.seat == seat && features.root(stay.on) == root;
                let weighs = |stay: &Stay| catalog.figures[stay.kind].weight > 0;
                let sharing = stays.iter_mut().filter(here).filter(|stay| weighs(stay)).count();
                for stay in stays.iter_mut().filter(here) {
                    stay.is_useful = true;
                    if weighs(stay) {
                        kinds[stay.kind.index()].brought += i64::from(points) * WHOLE / sharing as i64;
                    }
                }
            }
            _ => {}
        }
    }
    stays.into_iter().for_each(|stay| leave(stay, game.turns(), &mut kinds));
    kinds
}
