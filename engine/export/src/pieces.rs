//! Lists the pieces of a game: the content of each bag, the tiles on the board, the figures of each seat, and the rest.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_art::bare_board::{BareBoard, bare_boards};
use tilewright_art::print::{FigureCopies, figure_counts};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::bag::Owner;
use tilewright_core::catalog::flow::StepKind;
use tilewright_core::catalog::id::{BagId, DieId, FigureKindId, TileKindId, TokenId, ZoneId};
use tilewright_core::catalog::lattice::{Cell, Plane, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_wording::words::Words;

use crate::form::TileForm;
use crate::request::{ExportError, MAX_PIECES};

/// Pieces of a game with a number of seats.
#[derive(Clone, Debug)]
pub(crate) struct GamePieces {
    pub(crate) seats: u8,
    pub(crate) bags: Vec<BagPieces>,
    pub(crate) placed: Vec<StartTile>,
    pub(crate) boards: Vec<BoardPlan>,
    pub(crate) mats: Vec<ZoneMat>,
    pub(crate) figures: Vec<FigurePieces>,
    pub(crate) tokens: Vec<(TokenId, String)>,
    pub(crate) dice: Vec<DiePiece>,
    /// Hands that are filled before the first turn.
    pub(crate) deals: Vec<HandDeal>,
    /// Names of tiles that are in no bag and not on the board: rules bring them into play, or nothing does.
    pub(crate) loose: Vec<String>,
    /// Names of bags that are empty at the start.
    pub(crate) empty: Vec<String>,
}

/// Tiles in a bag or stack at the start. Tiles that begin on the board are not included.
#[derive(Clone, Debug)]
pub(crate) struct BagPieces {
    /// Name in records, which is unique.
    pub(crate) key: String,
    /// Name for players.
    pub(crate) name: String,
    /// True if the tiles have an order.
    pub(crate) is_stacked: bool,
    /// True if all seats see the content.
    pub(crate) is_open: bool,
    /// Owner of the bag; `None` if all seats share it.
    pub(crate) seat: Option<Seat>,
    pub(crate) tiles: Vec<TilePieces>,
}

impl BagPieces {
    /// Returns the number of tiles in the bag.
    pub(crate) fn total(&self) -> u64 {
        self.tiles.iter().map(|tile| u64::from(tile.count)).sum()
    }
}

/// Equal tiles of a bag.
#[derive(Clone, Debug)]
pub(crate) struct TilePieces {
    pub(crate) kind: TileKindId,
    /// Id of the kind, which is unique.
    pub(crate) key: String,
    /// Name for players.
    pub(crate) name: String,
    pub(crate) count: u32,
    /// Kind whose back they have. Tiles with the same kind here have equal backs.
    pub(crate) back: TileKindId,
}

/// Tile that is on the board at the start.
#[derive(Clone, Debug)]
pub(crate) struct StartTile {
    /// The tile with its front.
    pub(crate) tile: TilePieces,
    /// Face that is up: the front, or the second face of a tile that may be placed either way up.
    pub(crate) shown: TileKindId,
    /// Plane of the board.
    pub(crate) plane: Plane,
    /// Position of its first cell on the plane.
    pub(crate) cell: Cell,
    pub(crate) turn: Turn,
}

/// Plane of the board. Planes without bounds have no cells.
#[derive(Clone, Debug)]
pub(crate) struct BoardPlan {
    pub(crate) name: String,
    pub(crate) seat: Option<Seat>,
    pub(crate) bare: BareBoard,
}

/// Zone with the places that it offers.
#[derive(Clone, Debug)]
pub(crate) struct ZoneMat {
    pub(crate) zone: ZoneId,
    pub(crate) name: String,
}

/// Equal figures of a seat.
#[derive(Clone, Debug)]
pub(crate) struct FigurePieces {
    pub(crate) kind: FigureKindId,
    pub(crate) key: String,
    pub(crate) name: String,
    pub(crate) seat: Seat,
    pub(crate) count: u16,
}

/// Die with the names of its faces.
#[derive(Clone, Debug)]
pub(crate) struct DiePiece {
    pub(crate) key: String,
    pub(crate) name: String,
    pub(crate) faces: Vec<String>,
}

/// Number of tiles that a hand gets from a bag before the first turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HandDeal {
    /// Key of the bag.
    pub(crate) bag: String,
    /// Seat that gets the tiles; `None` for all seats.
    pub(crate) seat: Option<Seat>,
    pub(crate) count: u16,
}

impl GamePieces {
    /// Lists the pieces of a game.
    ///
    /// # Errors
    /// The game cannot have this number of seats, has no tiles, or has too many pieces.
    pub(crate) fn of(catalog: &Catalog, seats: u8) -> Result<GamePieces, ExportError> {
        let (least, most) = (catalog.seats.0.max(1), catalog.seats.1.max(1));
        if !(least..=most).contains(&seats) || catalog.only_seats.is_some_and(|only| only != seats) {
            return Err(ExportError::Seats { seats, possible: (least, most) });
        }
        let words = Words::with_numbers(catalog, "en");
        let mut left = bag_counts(catalog, seats);
        let placed = placed_tiles(catalog, &words, seats, &mut left);
        let bags: Vec<BagPieces> = left
            .iter()
            .map(|(&bag, counts)| BagPieces {
                key: catalog.bag_key(bag),
                name: words.bag(bag).name,
                is_stacked: catalog.bags[bag].stacked,
                is_open: catalog.bags[bag].open,
                seat: if let Owner::Seat { seat, .. } = catalog.bags[bag].owner { Some(seat) } else { None },
                tiles: counts
                    .iter()
                    .filter(|(_, count)| **count > 0)
                    .map(|(&kind, &count)| tile_pieces(catalog, &words, kind, count, Some(bag)))
                    .collect(),
            })
            .filter(|bag| !bag.tiles.is_empty())
            .collect();
        if bags.is_empty() && placed.is_empty() {
            return Err(ExportError::NoTiles);
        }
        let pieces = GamePieces {
            seats,
            figures: figures(catalog, &words, seats),
            boards: boards(catalog, seats),
            mats: mats(catalog, &words, seats),
            tokens: catalog.tokens.ids().map(|token| (token, words.token(token).name)).collect(),
            dice: catalog
                .dice
                .ids()
                .map(|die| DiePiece {
                    key: catalog.dice.key(die),
                    name: words.die(die).name,
                    faces: faces_of(catalog, die, seats),
                })
                .collect(),
            deals: deals(catalog, seats),
            loose: loose_tiles(catalog, &words),
            empty: left
                .iter()
                .filter(|(_, counts)| counts.values().all(|count| *count == 0))
                .map(|(&bag, _)| words.bag(bag).name)
                .collect(),
            bags,
            placed,
        };
        let count = pieces.count();
        if count > MAX_PIECES { Err(ExportError::TooManyPieces(count)) } else { Ok(pieces) }
    }

    /// Returns the number of all pieces.
    fn count(&self) -> u64 {
        let tiles: u64 = self.bags.iter().map(BagPieces::total).sum();
        let figures: u64 = self.figures.iter().map(|figures| u64::from(figures.count)).sum();
        let others = self.placed.len() + self.boards.len() + self.mats.len() + self.tokens.len() + self.dice.len();
        tiles + figures + others as u64
    }

    /// Returns every kind of tile with its total number of copies, in order of first appearance.
    pub(crate) fn kinds(&self) -> Vec<TilePieces> {
        let mut kinds: Vec<TilePieces> = Vec::new();
        let in_bags = self.bags.iter().flat_map(|bag| &bag.tiles);
        for tile in in_bags.chain(self.placed.iter().map(|placed| &placed.tile)) {
            match kinds.iter_mut().find(|known| known.kind == tile.kind) {
                Some(known) => known.count += tile.count,
                None => kinds.push(tile.clone()),
            }
        }
        kinds
    }
}

/// Returns the content of each bag of the game.
fn bag_counts(catalog: &Catalog, seats: u8) -> BTreeMap<BagId, BTreeMap<TileKindId, u32>> {
    let mut counts: BTreeMap<BagId, BTreeMap<TileKindId, u32>> = BTreeMap::new();
    for bag in catalog.bags_for(seats) {
        let own = counts.entry(bag).or_default();
        for &(kind, count) in &catalog.bags[bag].contents {
            let number = own.entry(kind).or_default();
            *number = number.saturating_add(count);
        }
    }
    counts
}

/// Lists the tiles on the board at the start, and takes them out of their bags.
fn placed_tiles(
    catalog: &Catalog,
    words: &Words<'_>,
    seats: u8,
    left: &mut BTreeMap<BagId, BTreeMap<TileKindId, u32>>,
) -> Vec<StartTile> {
    let mut placed = Vec::new();
    for preset in &catalog.board.presets {
        let plane = preset.cell.plane();
        let owner = catalog.board.owner(plane);
        if owner.is_some_and(|seat| seat.0 >= seats) {
            continue;
        }
        let bag = preset.from.map(|bag| catalog.bag_of(bag, owner.unwrap_or_default()));
        let front = catalog.front(preset.kind);
        let number = bag.and_then(|bag| left.get_mut(&bag)?.get_mut(&front));
        if let Some(number) = number {
            *number = number.saturating_sub(1);
        }
        let (x, y) = preset.cell.coordinates();
        let tile = tile_pieces(catalog, words, front, 1, bag);
        placed.push(StartTile { tile, shown: preset.kind, plane, cell: Cell::new(x, y), turn: preset.turn });
    }
    placed
}

fn tile_pieces(catalog: &Catalog, words: &Words<'_>, kind: TileKindId, count: u32, bag: Option<BagId>) -> TilePieces {
    let named = words.tile(kind);
    TilePieces { kind, key: named.id, name: named.name, count, back: back_of(catalog, kind, bag) }
}

/// Returns the kind whose back a tile of a bag has. All tiles of the bag that have equal outlines, and equal visible
/// tags, have the same one: otherwise a back would reveal that a tile is also in another bag.
fn back_of(catalog: &Catalog, kind: TileKindId, bag: Option<BagId>) -> TileKindId {
    if catalog.kinds[kind].mirror.is_some() {
        return kind;
    }
    let Some(bag) = bag else { return kind };
    let seen = catalog.bags[bag].back;
    let has_tag = |kind: TileKindId| seen.is_some_and(|tag| catalog.kinds[kind].tag(tag) != 0);
    let (form, tag) = (TileForm::of(catalog, kind).offsets, has_tag(kind));
    let is_like = |other: &TileKindId| {
        catalog.kinds[*other].mirror.is_none()
            && has_tag(*other) == tag
            && TileForm::of(catalog, *other).offsets == form
    };
    // The back of a kind shows the first bag that contains it.
    let shows = |other: &TileKindId| {
        let holds = |bag: BagId| catalog.bags[bag].contents.iter().any(|content| content.0 == *other);
        catalog.bags.ids().find(|&bag| holds(bag)) == Some(bag)
    };
    let like: Vec<TileKindId> =
        catalog.bags[bag].contents.iter().map(|content| content.0).filter(|other| is_like(other)).collect();
    like.iter().copied().find(shows).or(like.first().copied()).unwrap_or(kind)
}

fn figures(catalog: &Catalog, words: &Words<'_>, seats: u8) -> Vec<FigurePieces> {
    let named = figure_counts(catalog, seats).into_iter().map(|FigureCopies { kind, seat, count }| {
        let named = words.figure(kind);
        FigurePieces { kind, key: named.id, name: named.name, seat, count }
    });
    named.collect()
}

/// Lists the planes of the board with their names.
fn boards(catalog: &Catalog, seats: u8) -> Vec<BoardPlan> {
    let named = catalog.board.planes_of(seats).iter().map(|plane| {
        let declared = catalog.planes.key_str(plane.of).replace('_', " ");
        let name = plane.seat.map_or(declared.clone(), |seat| format!("{declared} ({seat})"));
        (name, plane.seat)
    });
    let names = named.chain([("Board".to_owned(), None)]);
    bare_boards(catalog, seats)
        .into_iter()
        .zip(names)
        .map(|(bare, (name, seat))| BoardPlan { name, seat, bare })
        .collect()
}

fn mats(catalog: &Catalog, words: &Words<'_>, seats: u8) -> Vec<ZoneMat> {
    let is_there = |zone: ZoneId| match catalog.zones[zone].owner {
        Owner::Table => true,
        Owner::EachSeat { .. } => false,
        Owner::Seat { seat, .. } => seat.0 < seats,
    };
    let zones = catalog.zones.ids().filter(|&zone| is_there(zone));
    zones.map(|zone| ZoneMat { zone, name: words.zone(zone).name }).collect()
}

/// Returns the names of the faces of a die.
fn faces_of(catalog: &Catalog, die: DieId, seats: u8) -> Vec<String> {
    let count = catalog.face_count(die, seats);
    // The faces of a die of seats are their numbers, from 1.
    let first = u16::from(catalog.dice[die].seats);
    (first..first.saturating_add(count)).map(|face| catalog.face_name(die, face)).collect()
}

/// Lists the hands that steps before the first turn fill.
fn deals(catalog: &Catalog, seats: u8) -> Vec<HandDeal> {
    let mut deals = Vec::new();
    for step in catalog.flow.setup.iter().filter(|step| step.each_seat) {
        let StepKind::Refill { bag, size } = step.kind else { continue };
        let mut own: Vec<HandDeal> = (0..seats)
            .map(Seat)
            .map(|seat| HandDeal { bag: catalog.bag_key(catalog.bag_of(bag, seat)), seat: Some(seat), count: size })
            .collect();
        let is_shared = own.iter().all(|deal| deal.bag == own[0].bag);
        if is_shared {
            own.truncate(1);
            own.iter_mut().for_each(|deal| deal.seat = None);
        }
        deals.extend(own);
    }
    deals
}

/// Returns the names of tiles that no bag contains and that are not on the board.
fn loose_tiles(catalog: &Catalog, words: &Words<'_>) -> Vec<String> {
    let in_bags = catalog.bags.iter().flat_map(|(_, bag)| bag.contents.iter().map(|content| content.0));
    let on_board = catalog.board.presets.iter().map(|preset| catalog.front(preset.kind));
    let used: BTreeSet<TileKindId> = in_bags.chain(on_board).collect();
    // Kinds that represent a tile that is face down are not pieces.
    let backs: BTreeSet<TileKindId> = catalog.kinds.iter().filter_map(|(_, kind)| kind.back).collect();
    let kinds = catalog.drawn_kinds().filter(|kind| !catalog.kinds[*kind].is_mirrored);
    kinds.filter(|kind| !used.contains(kind) && !backs.contains(kind)).map(|kind| words.tile(kind).name).collect()
}
