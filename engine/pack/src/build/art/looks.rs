//! Reads the looks of a pack.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_core::catalog::art::{
    ArtLook, BoardFit, BoardLook, FigureLook, FigurePicture, Layering, MarkLook, TerrainTexture, TileLook, TilePicture,
    UprightPlace,
};
use tilewright_core::catalog::id::{Id, PictureId, TileKindId};
use tilewright_core::catalog::seat::Seat;

use super::ArtBuilder;
use crate::declare::names::Names;
use crate::findings::codes;
use crate::read::syntax::{Node, Word};
use crate::read::{self, Fields};
use crate::schema::{self, FITS, LAYERINGS};

/// Values of the words in [`LAYERINGS`].
const LAYERING_VALUES: [(&str, Layering); 3] =
    [(LAYERINGS[0], Layering::Instead), (LAYERINGS[1], Layering::Under), (LAYERINGS[2], Layering::Over)];

/// Values of the words in [`FITS`]: true to repeat the picture.
const FIT_VALUES: [(&str, bool); 2] = [(FITS[0], false), (FITS[1], true)];

/// Range of the place of an upright picture, in hundredths of a cell.
const PLACES: std::ops::RangeInclusive<i64> = -1000..=1000;

/// Range of the places of the cells of a tile.
const OFFSETS: std::ops::RangeInclusive<i64> = -100..=100;

/// Default width of an upright picture, in hundredths of a cell.
const UPRIGHT_SIZE: u8 = 100;

impl ArtBuilder<'_> {
    /// Reads a look. Packs of a game that declare looks with the same id add to one look.
    pub(super) fn look(&mut self, node: &Node) {
        let Some(fields) = Fields::from_node(node, &schema::LOOK_ENTRY, self.report) else { return };
        let id = fields.need("id").and_then(|node| read::word(node, self.report));
        let mut new = ArtLook { theme: self.theme.clone(), ..ArtLook::default() };
        let (cx, tokens, zones) = (self.cx, self.tokens, self.zones);
        for (kind, value) in self.named(&fields, "tiles", &cx.kinds) {
            if let (Some(look), Some(kind)) = (self.tile(value, kind), kind) {
                new.tiles.insert(kind, look);
            }
        }
        for (terrain, value) in self.named(&fields, "terrains", &cx.terrains) {
            new.terrains.extend(terrain.zip(self.texture(value)));
        }
        for (tag, value) in self.named(&fields, "tags", &cx.tags) {
            new.tags.extend(tag.zip(self.mark(value)));
        }
        for (token, value) in self.named(&fields, "tokens", tokens) {
            new.tokens.extend(token.zip(self.mark(value)));
        }
        for (figure, value) in self.named(&fields, "figures", &cx.figures) {
            new.figures.extend(figure.zip(self.figure(value)));
        }
        for (bag, value) in self.named(&fields, "bags", &cx.bags) {
            new.bags.extend(bag.zip(self.picture(value)));
        }
        new.board = fields.get("board").and_then(|node| self.board(node));
        for (plane, value) in self.named(&fields, "planes", &cx.planes) {
            new.planes.extend(plane.zip(self.board(value)));
        }
        for (name, value) in fields.get("rim").map_or(&[][..], |node| read::map(node, self.report)) {
            let names = self.rim_names(name);
            let picture = self.picture(value);
            new.rim.extend(names.into_iter().filter_map(|name| Some((name, picture?))));
        }
        for (zone, value) in self.named(&fields, "zones", zones) {
            new.zones.extend(zone.zip(self.picture(value)));
        }
        for (edge, value) in self.named(&fields, "seams", &cx.edges) {
            let difference = read::int(value, 0..=100, self.report);
            new.seams.extend(edge.zip(difference.map(|difference| difference as u8)));
        }
        new.empty = fields.get("empty").and_then(|node| self.picture(node));
        new.cover = fields.get("box").and_then(|node| self.picture(node));
        fields.finish();
        let Some(id) = id else { return };
        if !read::is_id(&id.value) {
            return read::bad_id(&id, false, self.report);
        }
        new.id = id.value;
        self.add_look(new);
    }

    /// Adds a look, or adds to the look with the same key.
    fn add_look(&mut self, new: ArtLook) {
        let looks = &mut self.art.plan.looks;
        let Some(look) = looks.iter_mut().find(|look| look.id == new.id && look.theme == new.theme) else {
            looks.push(new);
            return;
        };
        look.tiles.extend(new.tiles);
        look.terrains.extend(new.terrains);
        look.tags.extend(new.tags);
        look.tokens.extend(new.tokens);
        look.figures.extend(new.figures);
        look.bags.extend(new.bags);
        look.planes.extend(new.planes);
        look.rim.extend(new.rim);
        look.zones.extend(new.zones);
        look.seams.extend(new.seams);
        look.board = new.board.or(look.board);
        look.empty = new.empty.or(look.empty);
        look.cover = new.cover.or(look.cover);
    }

    /// Returns the entries of a map from names, in order. An id is `None` if the entry is switched off or unknown.
    fn named<'n, I: Id>(
        &self,
        fields: &Fields<'n>,
        field: &'static str,
        names: &Names<'_, I>,
    ) -> Vec<(Option<I>, &'n Node)> {
        let entries = fields.get(field).map_or(&[][..], |node| read::map(node, self.report));
        let find = |name: &Node| names.find(self.pack, &read::word(name, self.report)?, true, self.report);
        entries.iter().map(|(name, value)| (find(name), value)).collect()
    }

    /// Returns the rim cells that a name means: one cell, or all cells of a side. Reports a name that no rim has.
    fn rim_names(&self, node: &Node) -> Vec<Arc<str>> {
        let Some(word) = read::word(node, self.report) else { return Vec::new() };
        let all = self.catalog.board.rim.iter().map(|cell| &cell.name);
        if let Some(name) = all.clone().find(|name| ***name == *word.value) {
            return vec![name.clone()];
        }
        let of_side = |name: &&Arc<str>| name.strip_prefix(&*word.value).is_some_and(is_number);
        let names: Vec<Arc<str>> = all.clone().filter(of_side).cloned().collect();
        if names.is_empty() && !self.is_declared_rim(&word) {
            let message = format!("there is no rim cell `{}`", word.value);
            let mut finding = codes::UNKNOWN_NAME.finding(word.span, message);
            self.report.suggest(&mut finding, &word.value, all.map(|name| &**name));
            self.report.add(finding);
        }
        names
    }

    /// True if a pack declares rim cells of this name, although options may switch them off.
    fn is_declared_rim(&self, word: &Word) -> bool {
        let boards = self.cx.packs.iter().flat_map(|pack| pack.section("board"));
        let mut rims = boards.filter_map(|board| board.field("rim")).flat_map(read::list_or_one);
        rims.any(|rim| {
            let name = rim.field("name").and_then(Node::as_word);
            name.is_some_and(|name| word.value.strip_prefix(&*name.value).is_some_and(|r| r.is_empty() || is_number(r)))
        })
    }

    /// Reads the pictures of a tile. The kind is `None` for a tile that is not in the catalog.
    fn tile(&mut self, node: &Node, kind: Option<TileKindId>) -> Option<TileLook> {
        if node.as_word().is_some() {
            return self.picture(node).map(TileLook::of_picture);
        }
        let fields = Fields::from_node(node, &schema::TILE_ART, self.report)?;
        let face = match (fields.get("picture"), fields.get("cells")) {
            (Some(picture), None) => self.picture(picture).map(TilePicture::Whole),
            (None, Some(cells)) => self.cells(cells, kind),
            _ => {
                let message = "the art of a tile has either a `picture` or `cells`";
                self.report.add(codes::MISSING_FIELD.finding(fields.span(), message));
                None
            }
        };
        let layering = fields.one_of("draw", &LAYERING_VALUES).unwrap_or_default();
        let mut turns = BTreeMap::new();
        for (turn, value) in fields.get("turns").map_or(&[][..], |node| read::map(node, self.report)) {
            let turn = read::int(turn, 0..=5, self.report).and_then(|steps| self.turn(turn, steps));
            turns.extend(turn.zip(self.picture(value)));
        }
        let at = fields.get("at").and_then(|node| read::pair(node, PLACES, self.report));
        let size = fields.int("size").map_or(UPRIGHT_SIZE, |size| size as u8);
        let at = at.map_or((0, 0), |(x, y)| (x as i16, y as i16));
        let upright = fields.flag("upright").then_some(UprightPlace { at, size });
        if upright.is_some() && (layering != Layering::Over || !matches!(face, None | Some(TilePicture::Whole(_)))) {
            let message = "only a `picture` with `draw: over` can be upright, as other pictures fill the tile";
            self.report
                .add(codes::WRONG_VALUE.finding(fields.get("upright").map_or(fields.span(), |n| n.span), message));
        }
        let mirror = fields.get("mirror").and_then(|node| self.picture(node));
        fields.finish();
        Some(TileLook { face: face?, layering, turns, upright, mirror })
    }

    /// Reads the pictures of the cells of a tile.
    fn cells(&mut self, node: &Node, kind: Option<TileKindId>) -> Option<TilePicture> {
        let catalog = self.catalog;
        let cells = kind.and_then(|kind| catalog.kinds.get(kind)).map(|kind| &kind.cells[..]);
        let mut pictures: Vec<Option<PictureId>> = vec![None; cells.map_or(0, <[_]>::len)];
        for (place, value) in read::map(node, self.report) {
            let at = read::pair(place, OFFSETS, self.report);
            let picture = self.picture(value);
            let (Some((x, y)), Some(cells)) = (at, cells) else { continue };
            match cells.iter().position(|cell| cell.offset == (x as i16, y as i16)) {
                Some(number) => pictures[number] = picture,
                None => {
                    let message = format!("the tile has no cell ({x}, {y})");
                    self.report.add(codes::WRONG_VALUE.finding(place.span, message));
                }
            }
        }
        pictures.iter().any(Option::is_some).then_some(TilePicture::Cells(pictures))
    }

    fn texture(&mut self, node: &Node) -> Option<TerrainTexture> {
        if node.as_word().is_some() {
            return Some(TerrainTexture { picture: self.picture(node)?, cells: 1 });
        }
        let fields = Fields::from_node(node, &schema::TEXTURE, self.report)?;
        let picture = fields.need("picture").and_then(|node| self.picture(node));
        let cells = fields.int("cells").unwrap_or(1) as u8;
        fields.finish();
        Some(TerrainTexture { picture: picture?, cells })
    }

    fn mark(&mut self, node: &Node) -> Option<MarkLook> {
        if node.as_word().is_some() {
            return Some(MarkLook { picture: self.picture(node)?, size: None });
        }
        let fields = Fields::from_node(node, &schema::MARK_ART, self.report)?;
        let picture = fields.need("picture").and_then(|node| self.picture(node));
        let size = fields.int("size").map(|size| size as u8);
        fields.finish();
        Some(MarkLook { picture: picture?, size })
    }

    fn figure(&mut self, node: &Node) -> Option<FigureLook> {
        if node.as_word().is_some() {
            let standing = FigurePicture { picture: self.picture(node)?, own: None, seats: BTreeMap::new() };
            return Some(FigureLook { standing, lying: None, size: None });
        }
        let fields = Fields::from_node(node, &schema::FIGURE_ART, self.report)?;
        let standing = self.figure_picture(&fields);
        let lying = fields.get("lying").and_then(|node| {
            if node.as_word().is_some() {
                let picture = self.picture(node)?;
                return Some(FigurePicture { picture, own: None, seats: BTreeMap::new() });
            }
            let fields = Fields::from_node(node, &schema::LYING_ART, self.report)?;
            let lying = self.figure_picture(&fields);
            fields.finish();
            lying
        });
        let size = fields.int("size").map(|size| size as u8);
        fields.finish();
        Some(FigureLook { standing: standing?, lying, size })
    }

    /// Reads the picture of a figure, its mask, and the pictures of single seats.
    fn figure_picture(&mut self, fields: &Fields<'_>) -> Option<FigurePicture> {
        let picture = fields.need("picture").and_then(|node| self.picture(node));
        let own = fields.get("own").and_then(|node| self.picture(node));
        let mut seats = BTreeMap::new();
        for (seat, value) in fields.get("seats").map_or(&[][..], |node| read::map(node, self.report)) {
            let seat = read::int(seat, 0..=11, self.report).map(|seat| Seat(seat as u8));
            seats.extend(seat.zip(self.picture(value)));
        }
        Some(FigurePicture { picture: picture?, own, seats })
    }

    fn board(&mut self, node: &Node) -> Option<BoardLook> {
        if node.as_word().is_some() {
            return Some(BoardLook { picture: self.picture(node)?, fit: BoardFit::Stretch });
        }
        let fields = Fields::from_node(node, &schema::BOARD_ART, self.report)?;
        let picture = fields.need("picture").and_then(|node| self.picture(node));
        let cells = fields.int("cells").unwrap_or(4) as u8;
        let repeats = fields.one_of("fit", &FIT_VALUES).unwrap_or_default();
        let fit = if repeats { BoardFit::Repeat { cells } } else { BoardFit::Stretch };
        fields.finish();
        Some(BoardLook { picture: picture?, fit })
    }
}

/// True if a text consists of digits.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
