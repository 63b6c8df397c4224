//! Plans a save for Tabletop Simulator: bags, decks, tiles, boards, figures, dice and a script.
//!
//! Positions and sizes are in units of the table, which are inches. Sizes of cards and tokens depend on their pictures,
//! so the script measures each object and scales it to the size that the save names.

mod deck;
mod object;
mod save;
mod script;

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tilewright_art::board::seat_color;
use tilewright_art::geometry::Point;
use tilewright_art::scene::Color;
use tilewright_core::catalog::id::TileKindId;

use crate::files::ExportPlan;
use crate::form::{FormShape, TileForm};
use crate::identity::ShortIds;
use crate::layout::{ObjectColumn, TableLayout, TablePoint};
use crate::paint::{MatLayout, TileSide};
use crate::pieces::{BagPieces, DiePiece, FigurePieces, GamePieces, TilePieces};
use crate::single;
use crate::tts::deck::DeckMaker;
use crate::tts::object::{
    BlockShape, ObjectHead, ObjectName, SidePictures, TILE_THICKNESS, tile_details, token_details,
};
use crate::tts::save::player_color;
use crate::tts::script::{ObjectSize, ScriptContainer, ScriptData, ScriptDeal, ScriptDie, tile_key};

/// Colour of bags and of pieces that no seat owns.
const PLAIN: Color = Color::hex(0xffffff);
const BAG: Color = Color::hex(0x7a4b32);
/// Figures and tokens are larger than on a drawn board, so that players can grasp them.
const PIECE_FACTOR: f32 = 1.5;
/// Thickness of figures and tokens, in units of the table.
const PIECE_THICKNESS: f32 = 0.3;
/// Numbers of sides of ordinary dice, the most usual one first.
const DICE: [u8; 6] = [6, 4, 8, 10, 12, 20];

/// Plans the save with its pictures.
pub(crate) fn plan(plan: &mut ExportPlan<'_>, pieces: &GamePieces) {
    let layout = TableLayout::of(plan.catalog, pieces);
    let mut table = TableMaker {
        script: ScriptData { title: plan.title(), ..ScriptData::default() },
        ids: ShortIds::default(),
        objects: Vec::new(),
        pictures: BTreeMap::new(),
        layout,
        plan,
    };
    table.add_boards(pieces);
    table.add_placed(pieces);
    table.add_bags(pieces);
    table.add_figures(pieces);
    table.add_others(pieces);
    let TableMaker { script, objects, layout, .. } = table;
    let points = layout.snap_points(plan.catalog);
    let save = save::save(plan, pieces, &layout, &points, script.write(), objects);
    let name = crate::identity::plain_name(&plan.title());
    plan.manifest.push(("save", format!("{name}.json").into()));
    plan.add_json(format!("{name}.json"), &save);
}

/// Collects the objects of a save.
struct TableMaker<'p, 'c> {
    plan: &'p mut ExportPlan<'c>,
    layout: TableLayout,
    ids: ShortIds,
    objects: Vec<Value>,
    script: ScriptData,
    /// Addresses of the pictures of sides of tiles.
    pictures: BTreeMap<(TileKindId, TileSide), String>,
}

impl TableMaker<'_, '_> {
    /// Returns the address of the picture of a side of a tile, which is added if necessary.
    fn tile_picture(&mut self, kind: TileKindId, side: TileSide) -> String {
        if let Some(known) = self.pictures.get(&(kind, side)) {
            return known.clone();
        }
        let is_block = block_shape(TileForm::of(self.plan.catalog, kind).shape).is_some();
        let picture = match is_block {
            true => single::tile_picture(self.plan, kind, side),
            false => single::boxed_tile_picture(self.plan, kind, side),
        };
        let folder = if side == TileSide::Front { "tiles" } else { "backs" };
        let path = self.plan.add_picture(folder, &self.plan.catalog.kinds.key(kind), picture);
        let address = self.address(&path);
        self.pictures.insert((kind, side), address.clone());
        address
    }

    fn address(&self, path: &str) -> String {
        format!("{}{path}", self.plan.request.base)
    }

    /// Builds a tile that is not a card, and notes its size.
    fn tile(&mut self, tile: &TilePieces, shown: TileKindId, id: String, place: TilePlace) -> Value {
        let form = TileForm::of(self.plan.catalog, tile.kind);
        let back = if shown == tile.kind { tile.back } else { shown };
        let pictures = SidePictures {
            face: self.tile_picture(shown, TileSide::Front),
            back: self.tile_picture(back, TileSide::Back),
        };
        let size = form.cut() * self.layout.cell;
        let key = tile_key(&tile.key);
        let block = block_shape(form.shape);
        let depth = block.map(|_| size.y);
        self.script.sizes.insert(key.clone(), ObjectSize { width: size.x, depth });
        let name = if block.is_some() { ObjectName::Tile } else { ObjectName::Token };
        let details = match block {
            Some(shape) => tile_details(&pictures, shape),
            None => token_details(&pictures, TILE_THICKNESS),
        };
        // A block without scale is two units wide.
        let scale = [size.x / 2.0, 1.0, if block.is_some() { size.y / 2.0 } else { size.x / 2.0 }];
        let TilePlace { at, turn, is_face_down } = place;
        let head = ObjectHead { at, turn, is_face_down, scale, ..ObjectHead::new(name, id, &tile.name, &key) };
        let mut object = head.build(&[details]);
        if form.offsets.len() > 1 {
            // The middle of such a tile is between cells, where snap points are missing.
            object["Snap"] = false.into();
        }
        object
    }

    fn add_boards(&mut self, pieces: &GamePieces) {
        for (number, board) in pieces.boards.iter().enumerate().filter(|(_, board)| !board.bare.cells.is_empty()) {
            let picture = single::board_picture(self.plan, board);
            let path = self.plan.add_picture("boards", &board.name, picture);
            let (at, size) = self.layout.board(number, 1.0);
            self.add_mat(&board.name, &format!("board {number}"), &path, at, size);
        }
    }

    /// Adds a rectangular mat that is locked on the table.
    fn add_mat(&mut self, name: &str, key: &str, path: &str, at: TablePoint, size: Point) {
        let address = self.address(path);
        let pictures = SidePictures { face: address.clone(), back: address };
        let id = self.ids.take(&["mat", key]);
        self.script.sizes.insert(key.to_owned(), ObjectSize { width: size.x, depth: Some(size.y) });
        let scale = [size.x / 2.0, 0.5, size.y / 2.0];
        let head = ObjectHead { at, scale, is_locked: true, ..ObjectHead::new(ObjectName::Tile, id, name, key) };
        self.objects.push(head.build(&[tile_details(&pictures, BlockShape::Box)]));
    }

    fn add_placed(&mut self, pieces: &GamePieces) {
        for (number, placed) in pieces.placed.iter().enumerate() {
            let lattice = self.plan.catalog.lattice;
            let form = TileForm::of(self.plan.catalog, placed.tile.kind);
            let angle = tilewright_art::outline::turn_angle(lattice, placed.turn);
            let first = tilewright_art::outline::place(lattice, placed.cell) + tilewright_art::outline::center(lattice);
            // The tile turns about its first cell, the object about the middle of its picture.
            let middle =
                if block_shape(form.shape).is_some() { form.cut_from.lerp(form.cut_to, 0.5) } else { form.size * 0.5 };
            let at = (first + middle - form.first).rotate(first, angle);
            let board = pieces.boards.iter().position(|board| board.bare.plane == placed.plane);
            let at = self.layout.on_board(board.unwrap_or_default(), at, 1.2);
            let id = self.ids.take(&["placed", &placed.tile.key, &number.to_string()]);
            let place = TilePlace { at, turn: angle.to_degrees(), is_face_down: false };
            let object = self.tile(&placed.tile, placed.shown, id, place);
            self.objects.push(object);
        }
    }

    fn add_bags(&mut self, pieces: &GamePieces) {
        let mut column = ObjectColumn::new(&self.layout, self.layout.left - 3.0, -4.0);
        let mut decks = DeckMaker::default();
        for bag in &pieces.bags {
            let at = column.next(3.5, 2.0);
            let object = if bag.is_stacked && DeckMaker::can_be_deck(self.plan, bag) {
                self.deck(bag, at, &mut decks)
            } else {
                if bag.is_stacked {
                    self.plan.notes.push(format!(
                        "The stack {} is a bag, because its tiles do not have the shape of cards.",
                        bag.name
                    ));
                }
                Some(self.bag(bag, at))
            };
            let Some(object) = object else { continue };
            let id = object["GUID"].as_str().unwrap_or_default().to_owned();
            for deal in pieces.deals.iter().filter(|deal| deal.bag == bag.key) {
                let color = deal.seat.and_then(player_color);
                self.script.deals.push(ScriptDeal { id: id.clone(), count: deal.count, color });
            }
            self.script.containers.push(ScriptContainer { id });
            self.objects.push(object);
        }
    }

    fn deck(&mut self, bag: &BagPieces, at: TablePoint, decks: &mut DeckMaker) -> Option<Value> {
        let size = TileForm::of(self.plan.catalog, bag.tiles.first()?.kind).cut() * self.layout.cell;
        let size = ObjectSize { width: size.x, depth: Some(size.y) };
        for tile in &bag.tiles {
            self.script.sizes.insert(tile_key(&tile.key), size);
        }
        let pile = format!("stack {}", bag.key);
        self.script.sizes.insert(pile.clone(), size);
        decks.deck(self.plan, bag, at, &pile, &mut self.ids)
    }

    fn bag(&mut self, bag: &BagPieces, at: TablePoint) -> Value {
        let mut contained = Vec::new();
        for tile in &bag.tiles {
            for copy in 0..tile.count {
                let id = self.ids.take(&["tile", &bag.key, &tile.key, &copy.to_string()]);
                let place = TilePlace { at, turn: 0.0, is_face_down: !bag.is_open };
                contained.push(self.tile(tile, tile.kind, id, place));
            }
        }
        let id = self.ids.take(&["bag", &bag.key]);
        let color = bag.seat.map_or(BAG, seat_color);
        let head = ObjectHead { at, color, ..ObjectHead::new(ObjectName::Bag, id, &bag.name, "") };
        head.build(&bag_details(contained))
    }

    /// Adds a bag with the figures of each seat, and a counter for its points.
    fn add_figures(&mut self, pieces: &GamePieces) {
        let step = 4.5;
        let first = -step * (f32::from(pieces.seats) - 1.0) / 2.0;
        for seat in (0..pieces.seats).map(tilewright_core::catalog::seat::Seat) {
            let x = first + step * f32::from(seat.0);
            let at = TablePoint { x, y: 2.0, z: self.layout.bottom.min(-6.0) - 3.0 };
            let own: Vec<&FigurePieces> = pieces.figures.iter().filter(|figures| figures.seat == seat).collect();
            let mut contained = Vec::new();
            for figures in own {
                self.add_figure_copies(figures, at, &mut contained);
            }
            let color = seat_color(seat);
            if !contained.is_empty() {
                let id = self.ids.take(&["figures", &seat.to_string()]);
                let name = format!("Figures of seat {seat}");
                let head = ObjectHead { at, color, ..ObjectHead::new(ObjectName::Bag, id, &name, "") };
                self.objects.push(head.build(&bag_details(contained)));
            }
            let id = self.ids.take(&["points", &seat.to_string()]);
            let name = format!("Points of seat {seat}");
            let at = TablePoint { z: at.z - 3.0, ..at };
            let head = ObjectHead { at, color, ..ObjectHead::new(ObjectName::Counter, id, &name, "") };
            self.objects.push(head.build(&[("Counter", json!({"value": 0}))]));
        }
    }

    fn add_figure_copies(&mut self, figures: &FigurePieces, at: TablePoint, contained: &mut Vec<Value>) {
        let name = format!("{}-{}", figures.key, figures.seat);
        let picture = single::figure_picture(self.plan, figures);
        let path = self.plan.add_picture("figures", &name, picture);
        let address = self.address(&path);
        let pictures = SidePictures { face: address.clone(), back: address };
        let side = self.plan.painter.figure_box(figures.kind);
        let (scale, key) = self.piece_size(side, format!("figure {}", figures.key));
        for copy in 0..figures.count {
            let id = self.ids.take(&["figure", &name, &copy.to_string()]);
            let head = ObjectHead { at, scale, ..ObjectHead::new(ObjectName::Token, id, &figures.name, &key) };
            let mut object = head.build(&[token_details(&pictures, PIECE_THICKNESS)]);
            no_snapping(&mut object);
            contained.push(object);
        }
    }

    /// Notes the size of a figure or a token whose box has a side in cells, and returns its first scale and its key.
    fn piece_size(&mut self, side: f32, key: String) -> ([f32; 3], String) {
        // The piece fills about three quarters of its box.
        let width = side * 0.75 * PIECE_FACTOR * self.layout.cell;
        self.script.sizes.insert(key.clone(), ObjectSize { width, depth: None });
        ([width / 2.0, 1.0, width / 2.0], key)
    }

    /// Adds tokens, dice and the mats of zones.
    fn add_others(&mut self, pieces: &GamePieces) {
        let mut column = ObjectColumn::new(&self.layout, self.layout.right + 3.0, 4.0);
        for (token, name) in &pieces.tokens {
            let picture = single::token_picture(self.plan, *token);
            let path = self.plan.add_picture("tokens", name, picture);
            let address = self.address(&path);
            let pictures = SidePictures { face: address.clone(), back: address };
            let (scale, key) = self.piece_size(self.plan.painter.token_box(*token), format!("token {name}"));
            let id = self.ids.take(&["token", name]);
            let at = column.next(2.0, 1.5);
            let head = ObjectHead { at, scale, ..ObjectHead::new(ObjectName::Token, id, name, &key) };
            let mut object = head.build(&[token_details(&pictures, PIECE_THICKNESS)]);
            no_snapping(&mut object);
            self.objects.push(object);
        }
        for die in pieces.dice.iter().filter(|die| !die.faces.is_empty()) {
            let at = column.next(2.0, 2.0);
            let object = self.die(die, at);
            self.objects.push(object);
        }
        let size_of = |plan: &ExportPlan<'_>, zone| MatLayout::of(plan.catalog, zone).size;
        let sizes: Vec<Point> = pieces.mats.iter().map(|mat| size_of(self.plan, mat.zone) * self.layout.cell).collect();
        let widest = sizes.iter().map(|size| size.x).fold(1.0, f32::max);
        let mut places = ObjectColumn::new(&self.layout, column.x() + 3.0 + widest / 2.0, widest + 1.0);
        for (mat, &size) in pieces.mats.iter().zip(&sizes) {
            let picture = single::mat_picture(self.plan, mat);
            let path = self.plan.add_picture("mats", &mat.name, picture);
            let at = places.next(size.y + 0.5, 1.0);
            self.add_mat(&mat.name, &format!("mat {}", self.plan.catalog.zones.key(mat.zone)), &path, at, size);
        }
    }

    /// Builds an ordinary die whose number of sides is a multiple of the faces, or a bag with a token for each face.
    fn die(&mut self, die: &DiePiece, at: TablePoint) -> Value {
        let id = self.ids.take(&["die", &die.key]);
        let sides = DICE.into_iter().find(|sides| usize::from(*sides).is_multiple_of(die.faces.len()));
        if let Some(sides) = sides {
            self.script.dice.push(ScriptDie { id: id.clone(), name: die.name.clone(), faces: die.faces.clone() });
            let key = die.faces.join(", ");
            let head = ObjectHead { at, ..ObjectHead::new(ObjectName::Die(sides), id, &die.name, &key) };
            return head.build(&[]);
        }
        self.plan.notes.push(format!(
            "The die {} has {} faces; it is a bag from which players draw a face and return it.",
            die.name,
            die.faces.len()
        ));
        let mut contained = Vec::new();
        for face in &die.faces {
            let picture = single::label_picture(self.plan, face);
            let path = self.plan.add_picture("dice", &format!("{}-{face}", die.key), picture);
            let address = self.address(&path);
            let pictures = SidePictures { face: address.clone(), back: address };
            let id = self.ids.take(&["face", &die.key, face]);
            let key = format!("die {}", die.key);
            self.script.sizes.insert(key.clone(), ObjectSize { width: 1.0, depth: Some(1.0) });
            let scale = [0.5, 1.0, 0.5];
            let head = ObjectHead { at, scale, ..ObjectHead::new(ObjectName::Tile, id, face, &key) };
            contained.push(head.build(&[tile_details(&pictures, BlockShape::Box)]));
        }
        self.script.containers.push(ScriptContainer { id: id.clone() });
        let head = ObjectHead { at, color: PLAIN, ..ObjectHead::new(ObjectName::Bag, id, &die.name, "") };
        head.build(&bag_details(contained))
    }
}

/// Position of a tile on the table.
#[derive(Clone, Copy, Debug)]
struct TilePlace {
    at: TablePoint,
    /// Clockwise turn in degrees.
    turn: f32,
    is_face_down: bool,
}

/// Returns the shape of the block for a tile; `None` for a token that follows the outline of the picture.
fn block_shape(shape: FormShape) -> Option<BlockShape> {
    match shape {
        FormShape::Square => Some(BlockShape::Box),
        FormShape::Hexagon => Some(BlockShape::Hexagon),
        FormShape::Disc => Some(BlockShape::Disc),
        FormShape::Rectangle | FormShape::Triangle | FormShape::Several => None,
    }
}

/// Keeps an object from snapping: figures stand anywhere on a tile.
fn no_snapping(object: &mut Value) {
    for name in ["Grid", "Snap", "Hands"] {
        object[name] = false.into();
    }
}

fn bag_details(contained: Vec<Value>) -> [(&'static str, Value); 3] {
    [("MaterialIndex", json!(-1)), ("MeshIndex", json!(-1)), ("ContainedObjects", Value::Array(contained))]
}
