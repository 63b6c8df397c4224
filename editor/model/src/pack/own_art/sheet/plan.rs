//! The work on a sheet: its grid, the proposed and the chosen tile of each cell, and the resulting changes of the pack.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tilewright_art::bitmap::Bitmap;
use tilewright_art::outline::cell_size;
use tilewright_art_check::matching::match_pictures;
use tilewright_core::catalog::Catalog;
use tilewright_pack::edit::EditError;

use super::guess::{GridGuess, SheetHints, guess_grid};
use super::profile::is_blank;
use super::{GridMisfit, SheetGrid, TakenSheet};
use crate::pack::document::{FileChange, FileTexts};
use crate::pack::own_art::tiles::PaintableTile;
use tilewright_language::art_text::{ArtText, file_name};
use tilewright_language::title_id::id_of;

/// Words in names of files that mean no tiles.
const PLAIN_WORDS: [&str; 4] = ["tile", "tiles", "sheet", "sheets"];

/// Tiles that the pictures of sheets can show.
#[derive(Clone, Debug)]
pub struct SheetTiles {
    /// Catalog of the tiles.
    pub catalog: Arc<Catalog>,
    /// The tiles, in their usual order.
    pub tiles: Vec<PaintableTile>,
}

impl SheetTiles {
    /// Returns the numbers of the tiles that a sheet with at least this number of pictures probably shows: the tiles whose
    /// names begin with the name of its file, such as `Road_1` for `roads`; otherwise the tiles without a picture if
    /// there are enough, or all.
    pub fn meant(&self, name: &str, pictures: usize) -> Vec<usize> {
        let all = || 0..self.tiles.len();
        let id = id_of(name);
        let is_grid =
            |word: &str| word.split('x').count() == 2 && word.split('x').all(|part| part.parse::<u16>().is_ok());
        let words = id.split('_').filter(|word| !is_grid(word) && !PLAIN_WORDS.contains(word));
        let stem: String = words.collect();
        let stem = stem.trim_end_matches(|letter: char| letter == 's' || letter.is_ascii_digit());
        let begins = |number: &usize| id_of(&self.tiles[*number].name).replace('_', "").starts_with(stem);
        let named: Vec<usize> = all().filter(begins).collect();
        if !stem.is_empty() && named.len() > 1 && named.len() < self.tiles.len() {
            return named;
        }
        let free: Vec<usize> = all().filter(|&number| !self.tiles[number].has_picture).collect();
        if free.len() < pictures { all().collect() } else { free }
    }

    /// Returns the facts from which the grid of a sheet is guessed.
    pub fn hints<'a>(&self, name: &'a str) -> SheetHints<'a> {
        let (width, height) = cell_size(self.catalog.lattice);
        let aspect = f64::from(width) / f64::from(height);
        SheetHints { name, counts: [self.meant(name, 1).len(), self.tiles.len()], aspect }
    }
}

/// Proposed tiles of the cells of a grid, by the numbers of the tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetProposal {
    grid: SheetGrid,
    tiles: BTreeMap<(u16, u16), usize>,
}

impl SheetProposal {
    /// Proposes the tiles of the cells: by the name of the file, then by the colours of the sides, and otherwise in order.
    /// Empty cells have no tile. Compares all pictures, so that it may take seconds.
    pub fn new(sheet: &TakenSheet, grid: SheetGrid, tiles: &SheetTiles) -> SheetProposal {
        let size = (sheet.bitmap.width(), sheet.bitmap.height());
        let filled: Vec<((u16, u16), [u32; 4])> = grid
            .cells()
            .filter_map(|at| Some((at, grid.rectangle(at, size)?)))
            .filter(|(_, rectangle)| !is_blank(&sheet.bitmap, *rectangle))
            .collect();
        let cut = |(_, rectangle): &((u16, u16), [u32; 4])| sheet.bitmap.cropped(*rectangle).map(Arc::new);
        let pictures: Vec<Arc<Bitmap>> = filled.iter().filter_map(cut).collect();
        let meant = tiles.meant(&sheet.picture.name, pictures.len());
        let kinds: Vec<_> = meant.iter().map(|&number| tiles.tiles[number].kind).collect();
        let found = match_pictures(&tiles.catalog, &pictures, &kinds);
        let number = |kind| meant.iter().copied().find(|&number| tiles.tiles[number].kind == kind);
        let proposed = filled.iter().zip(found).filter_map(|((at, _), kind)| Some((*at, kind.and_then(number)?)));
        SheetProposal { grid, tiles: proposed.collect() }
    }
}

/// Sheet that the user cuts.
#[derive(Clone, Debug)]
pub struct SheetPlan {
    sheet: TakenSheet,
    tiles: Arc<SheetTiles>,
    is_sheet: bool,
    grid: SheetGrid,
    proposal: Option<SheetProposal>,
    /// Tiles that the user chose; `None` for cells that the user freed.
    chosen: BTreeMap<(u16, u16), Option<usize>>,
}

impl SheetPlan {
    /// Begins with the guessed grid, without a proposal.
    pub fn new(sheet: TakenSheet, tiles: Arc<SheetTiles>) -> SheetPlan {
        let GridGuess { grid, is_sheet } = guess_grid(&sheet.bitmap, tiles.hints(&sheet.picture.name));
        SheetPlan { sheet, tiles, is_sheet, grid, proposal: None, chosen: BTreeMap::new() }
    }

    /// True if the picture cannot be the picture of a single tile.
    pub fn is_sheet(&self) -> bool {
        self.is_sheet
    }

    /// Returns the sheet.
    pub fn sheet(&self) -> &TakenSheet {
        &self.sheet
    }

    /// Returns the tiles to choose from.
    pub fn tiles(&self) -> &Arc<SheetTiles> {
        &self.tiles
    }

    /// Returns the grid.
    pub fn grid(&self) -> SheetGrid {
        self.grid
    }

    /// Changes the grid. Choices for cells that still exist remain.
    pub fn set_grid(&mut self, grid: SheetGrid) {
        self.grid = grid;
        self.chosen.retain(|at, _| at.0 < grid.columns && at.1 < grid.rows);
    }

    /// Returns the reason why the grid does not divide the sheet; `None` if it does.
    pub fn misfit(&self) -> Option<GridMisfit> {
        self.grid.misfit((self.sheet.bitmap.width(), self.sheet.bitmap.height()))
    }

    /// Returns the rectangle of a cell in pixels, as left, top, width and height; `None` if the grid does not divide the
    /// sheet.
    pub fn rectangle(&self, at: (u16, u16)) -> Option<[u32; 4]> {
        self.grid.rectangle(at, (self.sheet.bitmap.width(), self.sheet.bitmap.height()))
    }

    /// True if a proposal for the grid is missing.
    pub fn needs_proposal(&self) -> bool {
        self.misfit().is_none() && self.proposal.as_ref().is_none_or(|proposal| proposal.grid != self.grid)
    }

    /// Takes over a proposal. One for another grid has no effect.
    pub fn propose(&mut self, proposal: SheetProposal) {
        self.proposal = Some(proposal);
    }

    /// Returns the number of the tile that a cell will show: the chosen one, or the proposed one unless another cell has
    /// been chosen for it. Returns `None` if the cell shows no tile.
    pub fn tile_at(&self, at: (u16, u16)) -> Option<usize> {
        if let Some(chosen) = self.chosen.get(&at) {
            return *chosen;
        }
        let proposal = self.proposal.as_ref().filter(|proposal| proposal.grid == self.grid)?;
        let tile = proposal.tiles.get(&at).copied()?;
        (!self.chosen.values().any(|chosen| *chosen == Some(tile))).then_some(tile)
    }

    /// Returns the cell that a tile will show; `None` if it gets no picture.
    pub fn cell_of(&self, tile: usize) -> Option<(u16, u16)> {
        self.grid.cells().find(|&at| self.tile_at(at) == Some(tile))
    }

    /// Lists the cells with the numbers of their tiles, without empty cells.
    pub fn assigned(&self) -> Vec<((u16, u16), usize)> {
        self.grid.cells().filter_map(|at| Some((at, self.tile_at(at)?))).collect()
    }

    /// Chooses the tile of a cell; `None` frees the cell. A tile that another cell had gets this one.
    pub fn choose(&mut self, at: (u16, u16), tile: Option<usize>) {
        if let Some(before) = tile.and_then(|tile| self.cell_of(tile)) {
            self.chosen.insert(before, None);
        }
        self.chosen.insert(at, tile);
    }

    /// Returns the changes that add the sheet to the pack and show its cells on their tiles, in one step. Pictures
    /// that the tiles had before remain in the pack. `shown` is the id of the look to change.
    ///
    /// # Errors
    /// The file `art/art.ron` has mistakes.
    pub fn changes(&self, files: &FileTexts, shown: Option<&str>) -> Result<Vec<FileChange>, EditError> {
        let mut art = ArtText::read(files)?;
        let look = art.look(shown);
        let picture = &self.sheet.picture;
        let sheet = art.add_sheet(file_name(&picture.path), self.grid.cell((0, 0)))?;
        let mut seen = BTreeSet::new();
        for (at, tile) in self.assigned() {
            // Each tile has one cell, but two packs may use one name.
            let tile = &self.tiles.tiles[tile];
            if seen.insert(&tile.written) {
                let id = art.add_cell(&sheet, at, &tile.name)?;
                art.show_on_tile(&look, &tile.written, &id)?;
            }
        }
        let (path, bytes) = (picture.path.clone(), Arc::clone(&picture.bytes));
        Ok(vec![FileChange::AddPicture { path, bytes }, art.into_change()])
    }
}

#[cfg(test)]
mod tests {
    use tilewright_pack::ART_FILE;

    use super::super::samples::{SampleSheet, load_tiles, sample};
    use super::*;
    use crate::pack::document::apply_edits;
    use crate::pack::own_art::intake::TakenPicture;
    use crate::pack::own_art::tiles::paintable_tiles;

    fn tiles(names: &[&str]) -> SheetTiles {
        let loaded = load_tiles(&names.iter().map(|name| name.trim_end_matches('!')).collect::<Vec<_>>());
        let mut tiles = paintable_tiles(&loaded, "tarn", None);
        for (tile, name) in tiles.iter_mut().zip(names) {
            tile.has_picture = name.ends_with('!');
        }
        SheetTiles { catalog: Arc::clone(loaded.catalog().unwrap()), tiles }
    }

    fn plan(name: &str, grid: SheetGrid, names: &[&str]) -> SheetPlan {
        let bitmap = sample(SampleSheet { grid, side: 40, ..SampleSheet::default() });
        let picture = TakenPicture { name: name.into(), path: "art/main.png".into(), bytes: Arc::from([1, 2, 3]) };
        SheetPlan::new(TakenSheet { picture, bitmap: Arc::new(bitmap) }, Arc::new(tiles(names)))
    }

    fn text_after(plan: &SheetPlan, before: Option<&str>) -> String {
        let files = before.map(|text| FileTexts::from([(ART_FILE.into(), text.into())])).unwrap_or_default();
        let changes = plan.changes(&files, None).unwrap();
        assert!(matches!(&changes[0], FileChange::AddPicture { path, .. } if **path == *"art/main.png"));
        match &changes[1] {
            FileChange::Edit { edits, .. } => apply_edits(before.unwrap(), edits).unwrap(),
            FileChange::Write { text, .. } => text.to_string(),
            other => panic!("{other:?}"),
        }
    }

    const GRID: SheetGrid = SheetGrid { columns: 3, rows: 2, margin: 0, gap: 0 };

    #[test]
    fn names_of_files_mean_tiles() {
        let tiles = tiles(&["Road_1", "Road_2!", "City_1", "City_2", "Bay"]);
        assert_eq!(tiles.meant("roads 2x1", 1), [0, 1]);
        assert_eq!(tiles.meant("City tiles", 9), [2, 3]);
        assert_eq!(tiles.meant("Bay", 4), [0, 2, 3, 4], "a single tile is not a sheet");
        assert_eq!(tiles.meant("sheet_1", 1), [0, 2, 3, 4], "those without a picture");
        assert_eq!(tiles.meant("sheet_1", 5), [0, 1, 2, 3, 4], "more pictures than tiles without one");
        assert_eq!(tiles.hints("roads").counts, [2, 5]);
    }

    #[test]
    fn choices_replace_the_proposal_and_each_tile_has_one_cell() {
        let mut plan = plan("main", GRID, &["A", "B", "C", "D"]);
        assert_eq!((plan.grid(), plan.misfit()), (GRID, None));
        assert!(plan.needs_proposal() && plan.assigned().is_empty());
        let in_order = (0..4).map(|number| ((number % 3, number / 3), usize::from(number))).collect();
        plan.propose(SheetProposal { grid: GRID, tiles: in_order });
        assert!(!plan.needs_proposal());
        assert_eq!((plan.tile_at((0, 0)), plan.tile_at((2, 1)), plan.cell_of(3)), (Some(0), None, Some((0, 1))));
        plan.choose((2, 1), Some(0));
        assert_eq!((plan.tile_at((0, 0)), plan.cell_of(0)), (None, Some((2, 1))));
        plan.choose((1, 0), Some(0));
        assert_eq!((plan.tile_at((1, 0)), plan.tile_at((2, 1)), plan.cell_of(1)), (Some(0), None, None));
        plan.choose((1, 0), None);
        assert_eq!((plan.tile_at((1, 0)), plan.assigned().len()), (None, 2));
        // Another grid needs another proposal, and keeps the choices within it.
        plan.choose((2, 1), Some(1));
        plan.set_grid(SheetGrid { columns: 2, ..GRID });
        assert_eq!((plan.misfit(), plan.needs_proposal(), plan.assigned()), (None, true, vec![]));
        plan.set_grid(SheetGrid { columns: 7, ..GRID });
        let misfit = GridMisfit { is_width: true, leftover: Some(1) };
        assert_eq!((plan.misfit(), plan.needs_proposal(), plan.rectangle((0, 0))), (Some(misfit), false, None));
        plan.set_grid(SheetGrid { margin: 60, ..GRID });
        assert_eq!(plan.misfit(), Some(GridMisfit { is_width: true, leftover: None }));
    }

    #[test]
    fn cells_become_pictures_of_the_look() {
        let mut plan = plan("main", GRID, &["A", "B"]);
        plan.choose((1, 0), Some(0));
        plan.choose((2, 1), Some(1));
        let text = text_after(&plan, None);
        assert_eq!(
            text,
            "Art(\n    sheets: [\n        (id: main, file: \"main.png\", grid: (3, 2)),\n    ],\n    pictures: [\n        \
             (id: a, sheet: main, cell: (1, 0)),\n        (id: b, sheet: main, cell: (2, 1)),\n    ],\n    looks: [\n        \
             (id: painted, tiles: {\"A\": a, \"B\": b}),\n    ],\n)\n"
        );
        // The same cells are not declared twice, and a changed grid is another sheet.
        assert_eq!(text_after(&plan, Some(&text)), text);
        plan.set_grid(SheetGrid { columns: 6, gap: 0, ..GRID });
        plan.choose((1, 0), Some(1));
        let other = text_after(&plan, Some(&text));
        assert!(other.contains("(id: main_2, file: \"main.png\", grid: (6, 2))"), "{other}");
        assert!(other.contains("(id: b_2, sheet: main_2, cell: (1, 0))") && other.contains("\"B\": b_2"), "{other}");
        assert!(other.contains("(id: a, sheet: main, cell: (1, 0))"), "{other}");
    }

    #[test]
    fn sheets_with_margins_are_declared_with_them() {
        let grid = SheetGrid { columns: 3, rows: 2, margin: 6, gap: 4 };
        let mut plan = plan("main", grid, &["A", "B", "C", "D", "E", "F"]);
        assert_eq!(plan.grid(), grid);
        plan.choose((0, 0), Some(5));
        assert!(text_after(&plan, None).contains("grid: (3, 2), margin: 6, gap: 4)"));
        // Mistakes in the file are reported, and nothing changes.
        let files = FileTexts::from([(ART_FILE.into(), "Art(sheets: 3)".into())]);
        assert!(plan.changes(&files, None).is_err());
    }
}
