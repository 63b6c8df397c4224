//! Plans a package for Tabletop Playground: textures, templates of cards, a state and a script.
//!
//! All pieces are cards, because templates of cards need no models: a bag is a stack that is face down.

mod state;
mod template;

use serde_json::json;
use tilewright_art::geometry::Point;
use tilewright_art::outline::{center, place, turn_angle};

use crate::files::ExportPlan;
use crate::form::{FormShape, TileForm};
use crate::identity::{ShortIds, long_id, plain_name};
use crate::layout::{ObjectColumn, TableLayout, TablePoint};
use crate::paint::MatLayout;
use crate::picture::{PictureSubject, PlannedPicture};
use crate::pieces::{DiePiece, FigurePieces, GamePieces, TilePieces};
use crate::playground::state::{CardStack, PackageHead};
use crate::playground::template::{CardBack, CardModel, CardTemplate, THICKNESS};
use crate::sheets::{SheetLimits, TileSheet, tile_sheets};
use crate::single;

/// Centimetres in a unit of the table's layout.
const UNIT: f32 = 2.5;
/// Maximum number of cards in a row of a sheet, and on a sheet.
const COLUMNS: u32 = 16;
const CARDS: u32 = 256;
/// Figures and tokens are larger than on a drawn board, so that players can grasp them.
const PIECE_FACTOR: f32 = 1.5;
/// Thickness of figures and tokens, in centimetres.
const PIECE_THICKNESS: f32 = 0.6;

const SCRIPT: &str = include_str!("setup.js");

/// Plans the package.
pub(crate) fn plan(plan: &mut ExportPlan<'_>, pieces: &GamePieces) {
    let title = plan.title();
    let folder = plain_name(&title);
    let ids: Vec<&str> = plan.catalog.packs.iter().map(|pack| &*pack.id).collect();
    let package = long_id(&["package", &ids.join(" ")]);
    let layout = TableLayout::of(plan.catalog, pieces);
    let mut maker = PackageMaker {
        plan,
        textures: format!("{folder}/Textures"),
        folder: folder.clone(),
        package: package.clone(),
        ids: ShortIds::default(),
        stacks: Vec::new(),
        layout,
    };
    maker.add_boards(pieces);
    maker.add_placed(pieces);
    maker.add_bags(pieces);
    maker.add_figures(pieces);
    maker.add_others(pieces);
    let PackageMaker { stacks, layout, .. } = maker;
    let head = PackageHead { id: &package, name: &title, script: "setup.js" };
    let state = state::state(plan, pieces, &head, &stacks, layout.cell * UNIT);
    plan.add_json(format!("{folder}/States/{folder}.vts"), &state);
    plan.add_text(format!("{folder}/Scripts/setup.js"), script(pieces, &stacks));
    let manifest = json!({"Name": title, "Version": "1", "GUID": package});
    plan.add_json(format!("{folder}/manifest.json"), &manifest);
    plan.manifest.push(("package", folder.into()));
}

/// Writes the script with the hands that it deals.
fn script(pieces: &GamePieces, stacks: &[CardStack]) -> String {
    let mut hands = Vec::new();
    for deal in &pieces.deals {
        let name = pieces.bags.iter().find(|bag| bag.key == deal.bag).map(|bag| &bag.name);
        let Some(stack) = name.and_then(|name| stacks.iter().find(|stack| stack.name == *name)) else { continue };
        let slots: Vec<usize> = deal.seat.map(|seat| seat.index()).into_iter().collect();
        hands.push(json!({"from": stack.name, "count": deal.count, "slots": slots}));
    }
    let hands = serde_json::to_string(&hands).unwrap_or_else(|_| "[]".to_owned());
    format!("// Tiles that hands get before the first turn.\nconst HANDS = {hands};\n\n{SCRIPT}")
}

/// Cards of a template in a stack.
struct PilePlace<'a> {
    name: &'a str,
    at: TablePoint,
    turn: f32,
    is_face_down: bool,
    is_ground: bool,
    tag: &'static str,
}

/// Cards of one shape in a bag.
struct CardPile {
    /// Offsets of the cells of their tiles.
    offsets: Vec<(i16, i16)>,
    /// Template and cell of each card.
    cards: Vec<(String, u32)>,
}

/// Collects the templates and stacks of a package.
struct PackageMaker<'p, 'c> {
    plan: &'p mut ExportPlan<'c>,
    folder: String,
    textures: String,
    package: String,
    layout: TableLayout,
    ids: ShortIds,
    stacks: Vec<CardStack>,
}

impl PackageMaker<'_, '_> {
    /// Adds a texture and returns its name in templates.
    fn texture(&mut self, name: &str, picture: PlannedPicture) -> String {
        let path = self.plan.add_picture(&self.textures, name, picture);
        path.rsplit('/').next().unwrap_or_default().to_owned()
    }

    /// Adds a template and returns its cards: the template and the cell of each.
    fn add_template(&mut self, template: &CardTemplate<'_>) -> Vec<(String, u32)> {
        let path = format!("{}/Templates/{}.json", self.folder, template.id);
        self.plan.add_json(path, &template.build());
        template.indices().into_iter().map(|cell| (template.id.clone(), cell)).collect()
    }

    fn add_stack(&mut self, cards: Vec<(String, u32)>, place: PilePlace<'_>) {
        let number = self.stacks.len().to_string();
        let PilePlace { name, at, turn, is_face_down, is_ground, tag } = place;
        self.stacks.push(CardStack {
            id: self.ids.take(&["stack", name, &number]),
            name: name.to_owned(),
            cards,
            // Forward is away from the first player.
            at: (at.z * UNIT, at.x * UNIT),
            turn,
            is_face_down,
            is_ground,
            tag,
        });
    }

    /// Adds the template of the tiles on a sheet.
    fn add_sheet(&mut self, sheet: &TileSheet, name: &str, key: &str) -> Vec<(String, u32)> {
        let front = self.texture(name, sheet.fronts());
        let back_name = format!("{name}-back");
        let back = match sheet.common_back() {
            Some(picture) => CardBack::Common(self.texture(&back_name, picture)),
            None => CardBack::Sheet(self.texture(&back_name, sheet.backs())),
        };
        let model = match sheet.form.shape {
            FormShape::Square | FormShape::Rectangle => CardModel::Square,
            FormShape::Hexagon => CardModel::Hexagonal,
            FormShape::Disc => CardModel::Round,
            FormShape::Triangle | FormShape::Several => {
                let picture = sheet.silhouette();
                picture.map_or(CardModel::Square, |picture| {
                    CardModel::Picture(self.texture(&format!("{name}-shape"), picture))
                })
            }
        };
        let size = sheet.form.cut() * (self.layout.cell * UNIT);
        let template = CardTemplate {
            id: long_id(&[&self.package, "tiles", key]),
            name,
            front,
            back,
            model,
            columns: sheet.columns,
            rows: sheet.rows,
            size: [size.x, size.y, THICKNESS],
            cards: sheet.tiles.iter().map(|tile| (tile.name.clone(), tile.count)).collect(),
            is_ground: false,
        };
        self.add_template(&template)
    }

    fn add_bags(&mut self, pieces: &GamePieces) {
        let limits = SheetLimits { side: self.plan.request.max_side, columns: COLUMNS, rows: COLUMNS, tiles: CARDS };
        let mut column = ObjectColumn::new(&self.layout, self.layout.left - 3.0, -4.0);
        for bag in &pieces.bags {
            let sheets = tile_sheets(self.plan.catalog, &bag.tiles, limits);
            // Cards of different shapes do not stack.
            let mut piles: Vec<CardPile> = Vec::new();
            for (number, sheet) in sheets.iter().enumerate() {
                let cards = self.add_sheet(sheet, &bag.name, &format!("{} {number}", bag.key));
                match piles.iter_mut().find(|pile| pile.offsets == sheet.form.offsets) {
                    Some(pile) => pile.cards.extend(cards),
                    None => piles.push(CardPile { offsets: sheet.form.offsets.clone(), cards }),
                }
            }
            if piles.len() > 1 {
                self.plan.notes.push(format!(
                    "The bag {} is {} stacks, because cards of different shapes do not stack.",
                    bag.name,
                    piles.len()
                ));
            }
            for (number, pile) in (1..).zip(piles) {
                let name = if number == 1 { bag.name.clone() } else { format!("{} {number}", bag.name) };
                let at = column.next(4.0, 1.0);
                let place =
                    PilePlace { name: &name, at, turn: 0.0, is_face_down: !bag.is_open, is_ground: false, tag: "bag" };
                self.add_stack(pile.cards, place);
            }
        }
    }

    fn add_placed(&mut self, pieces: &GamePieces) {
        let limits = SheetLimits { side: self.plan.request.max_side, columns: COLUMNS, rows: COLUMNS, tiles: CARDS };
        let mut shown: Vec<TilePieces> = Vec::new();
        for placed in &pieces.placed {
            let back = if placed.shown == placed.tile.kind { placed.tile.back } else { placed.shown };
            let tile = TilePieces { kind: placed.shown, back, count: 1, ..placed.tile.clone() };
            if shown.iter().all(|known| known.kind != tile.kind) {
                shown.push(tile);
            }
        }
        let mut cards = Vec::new();
        for (number, sheet) in tile_sheets(self.plan.catalog, &shown, limits).iter().enumerate() {
            let own = self.add_sheet(sheet, "on the board", &format!("placed {number}"));
            cards.extend(sheet.tiles.iter().map(|tile| tile.kind).zip(own));
        }
        for placed in &pieces.placed {
            let Some((_, card)) = cards.iter().find(|(kind, _)| *kind == placed.shown) else { continue };
            let lattice = self.plan.catalog.lattice;
            let form = TileForm::of(self.plan.catalog, placed.tile.kind);
            let angle = turn_angle(lattice, placed.turn);
            let first = place(lattice, placed.cell) + center(lattice);
            // The tile turns about its first cell, the card about the middle of its picture.
            let middle = (first + form.cut_from.lerp(form.cut_to, 0.5) - form.first).rotate(first, angle);
            let board = pieces.boards.iter().position(|board| board.bare.plane == placed.plane).unwrap_or_default();
            let at = self.layout.on_board(board, middle, 1.0);
            let turn = angle.to_degrees();
            let place =
                PilePlace { name: &placed.tile.name, at, turn, is_face_down: false, is_ground: false, tag: "placed" };
            self.add_stack(vec![card.clone()], place);
        }
    }

    /// Adds a template with a single picture on both sides, and its stack.
    fn add_single(&mut self, key: &str, single: SingleCard, place: PilePlace<'_>) {
        let SingleCard { picture, size, thickness, count, is_shaped } = single;
        let front = self.texture(place.name, picture);
        let model = if is_shaped { CardModel::Picture(front.clone()) } else { CardModel::Square };
        let template = CardTemplate {
            id: long_id(&[&self.package, key]),
            name: place.name,
            back: CardBack::Common(front.clone()),
            front,
            model,
            columns: 1,
            rows: 1,
            size: [size.x, size.y, thickness],
            cards: vec![(place.name.to_owned(), count)],
            is_ground: place.is_ground,
        };
        let cards = self.add_template(&template);
        self.add_stack(cards, place);
    }

    fn add_boards(&mut self, pieces: &GamePieces) {
        for (number, board) in pieces.boards.iter().enumerate().filter(|(_, board)| !board.bare.cells.is_empty()) {
            let (at, size) = self.layout.board(number, 0.0);
            let picture = single::board_picture(self.plan, board);
            self.add_ground(&board.name, &format!("board {number}"), picture, at, size);
        }
    }

    fn add_ground(&mut self, name: &str, key: &str, picture: PlannedPicture, at: TablePoint, size: Point) {
        let single = SingleCard { picture, size: size * UNIT, thickness: THICKNESS, count: 1, is_shaped: false };
        let place = PilePlace { name, at, turn: 0.0, is_face_down: false, is_ground: true, tag: "board" };
        self.add_single(key, single, place);
    }

    fn add_figures(&mut self, pieces: &GamePieces) {
        for figures in &pieces.figures {
            let FigurePieces { kind, key, name, seat, count } = figures;
            let before = pieces.figures.iter().filter(|other| other.seat == *seat && other.kind < *kind).count();
            let x = 4.0 * (f32::from(seat.0) - (f32::from(pieces.seats) - 1.0) / 2.0);
            let z = self.layout.bottom.min(-6.0) - 3.0 - 2.0 * before as f32;
            let side = self.plan.painter.figure_box(*kind) * PIECE_FACTOR * self.layout.cell * UNIT;
            let single = SingleCard {
                picture: single::figure_picture(self.plan, figures),
                size: Point::new(side, side),
                thickness: PIECE_THICKNESS,
                count: u32::from(*count),
                is_shaped: true,
            };
            let name = format!("{name} ({seat})");
            let at = TablePoint { x, y: 1.0, z };
            let place = PilePlace { name: &name, at, turn: 0.0, is_face_down: false, is_ground: false, tag: "figure" };
            self.add_single(&format!("figure {key} {seat}"), single, place);
        }
    }

    fn add_others(&mut self, pieces: &GamePieces) {
        let mut column = ObjectColumn::new(&self.layout, self.layout.right + 3.0, 4.0);
        for (token, name) in &pieces.tokens {
            let side = self.plan.painter.token_box(*token) * PIECE_FACTOR * self.layout.cell * UNIT;
            let single = SingleCard {
                picture: single::token_picture(self.plan, *token),
                size: Point::new(side, side),
                thickness: PIECE_THICKNESS,
                count: 1,
                is_shaped: true,
            };
            let at = column.next(2.5, 1.0);
            let place = PilePlace { name, at, turn: 0.0, is_face_down: false, is_ground: false, tag: "token" };
            self.add_single(&format!("token {name}"), single, place);
        }
        for die in pieces.dice.iter().filter(|die| !die.faces.is_empty()) {
            let at = column.next(2.5, 1.0);
            self.add_die(die, at);
        }
        let scale = self.layout.cell;
        let sizes: Vec<Point> =
            pieces.mats.iter().map(|mat| MatLayout::of(self.plan.catalog, mat.zone).size * scale).collect();
        let widest = sizes.iter().map(|size| size.x).fold(1.0, f32::max);
        let mut places = ObjectColumn::new(&self.layout, column.x() + 3.0 + widest / 2.0, widest + 1.0);
        for (mat, &size) in pieces.mats.iter().zip(&sizes) {
            let at = places.next(size.y + 0.5, 0.0);
            let key = format!("mat {}", self.plan.catalog.zones.key(mat.zone));
            let picture = single::mat_picture(self.plan, mat);
            self.add_ground(&mat.name, &key, picture, at, size);
        }
    }

    /// Adds a die as a stack with a card for each face.
    fn add_die(&mut self, die: &DiePiece, at: TablePoint) {
        let columns = (die.faces.len() as u32).min(8);
        let rows = (die.faces.len() as u32).div_ceil(columns);
        let pixels = (self.plan.request.max_side / columns.max(rows)).clamp(1, single::FIGURE_SIDE);
        let parts = die.faces.iter().map(|face| PictureSubject::Label(face.clone())).collect();
        let sheet = PictureSubject::Sheet(parts, columns);
        let front =
            self.texture(&die.name, PlannedPicture::new(sheet, (columns * pixels, rows * pixels), pixels as f32));
        let back_picture = single::label_picture(self.plan, "?");
        let back = CardBack::Common(self.texture(&format!("{}-back", die.name), back_picture));
        let template = CardTemplate {
            id: long_id(&[&self.package, "die", &die.key]),
            name: &die.name,
            front,
            back,
            model: CardModel::Square,
            columns,
            rows,
            size: [UNIT, UNIT, THICKNESS],
            cards: die.faces.iter().map(|face| (face.clone(), 1)).collect(),
            is_ground: false,
        };
        let cards = self.add_template(&template);
        let place = PilePlace { name: &die.name, at, turn: 0.0, is_face_down: true, is_ground: false, tag: "die" };
        self.add_stack(cards, place);
    }
}

/// Card with one picture on both sides.
struct SingleCard {
    picture: PlannedPicture,
    /// Width and height in centimetres.
    size: Point,
    thickness: f32,
    count: u32,
    /// True if the card has the outline of its picture.
    is_shaped: bool,
}
