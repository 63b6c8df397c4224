//! Reads the pictures and sheets of a pack.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_core::catalog::art::{ArtPicture, PictureFile, SheetCell};
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::diag::Span;

use super::{ArtBuilder, Credits};
use crate::findings::codes;
use crate::limits;
use crate::read::syntax::{Node, Word};
use crate::read::{self, Fields};
use crate::schema;

/// PictureSheet that a pack declares.
pub(super) struct PictureSheet {
    /// First cell of the sheet; pictures name another one.
    cell: SheetCell,
    file: PictureFile,
    /// Place of the name of the file.
    span: Span,
    credits: Credits,
}

impl ArtBuilder<'_> {
    /// Reads the sheets, by their ids.
    pub(super) fn sheets(&mut self, nodes: &[Node]) -> BTreeMap<Arc<str>, PictureSheet> {
        let mut sheets: BTreeMap<Arc<str>, PictureSheet> = BTreeMap::new();
        for node in nodes {
            let Some(fields) = Fields::from_node(node, &schema::SHEET, self.report) else { continue };
            let id = self.id(&fields);
            let file = fields.need("file").and_then(|node| read::line(node, limits::PATH_BYTES, self.report));
            let counts = 1..=limits::SHEET_CELLS as i64;
            let grid = fields.need("grid").and_then(|node| read::pair(node, counts, self.report));
            let [margin, gap] = ["margin", "gap"].map(|name| fields.int(name).unwrap_or_default() as u16);
            let credits = self.credits(fields.get("licence"), fields.get("by"), fields.get("from"));
            fields.finish();
            let (Some(id), Some(file), Some((columns, rows))) = (id, file, grid) else { continue };
            let cell = SheetCell { grid: (columns as u16, rows as u16), at: (0, 0), margin, gap };
            let sheet = PictureSheet { cell, file: self.file(&file.value), span: file.span, credits };
            self.art.sheets.push((file.span, sheet.file.clone()));
            if sheets.insert(id.value.clone(), sheet).is_some() {
                let message = format!("the sheet `{}` is declared twice", id.value);
                self.report.add(codes::DECLARED_TWICE.finding(id.span, message));
            }
        }
        sheets
    }

    /// Reads the pictures that have an id.
    pub(super) fn pictures(&mut self, nodes: &[Node], sheets: &BTreeMap<Arc<str>, PictureSheet>) {
        let mut first: BTreeMap<Arc<str>, Span> = BTreeMap::new();
        for node in nodes {
            let Some(fields) = Fields::from_node(node, &schema::PICTURE_ENTRY, self.report) else { continue };
            let id = self.id(&fields);
            let source = self.source(&fields, sheets);
            let bleed = fields.int("bleed").unwrap_or_default() as u8;
            let turn = fields.get("turn").and_then(|node| self.turn(node, fields.int("turn")?)).unwrap_or_default();
            let own = self.credits(fields.get("licence"), fields.get("by"), fields.get("from"));
            fields.finish();
            let (Some(id), Some(source)) = (id, source) else { continue };
            if let Some(first) = first.insert(id.value.clone(), id.span) {
                let message = format!("the picture `{}` is declared twice", id.value);
                self.report
                    .add(codes::DECLARED_TWICE.finding(id.span, message).with_related(first, "first declared here"));
                continue;
            }
            let (general, of_sheet) = (&self.general, source.credits);
            let picture = ArtPicture {
                id: id.value.clone(),
                file: source.file,
                cell: source.cell,
                bleed,
                turn,
                licence: own.licence.or(of_sheet.licence).or_else(|| general.licence.clone()),
                author: own.author.or(of_sheet.author).or_else(|| general.author.clone()),
                source: own.source.or(of_sheet.source),
                span: Some(id.span),
            };
            self.add(picture, id.span, source.span);
        }
    }

    /// Reads the id of a sheet or picture, which may have the form of the id of a tile.
    fn id(&self, fields: &Fields<'_>) -> Option<Word> {
        let id = read::word(fields.need("id")?, self.report)?;
        let is_id = read::is_tile_id(&id.value);
        if !is_id {
            read::bad_id(&id, true, self.report);
        }
        is_id.then_some(id)
    }

    /// Returns a turn by its steps; reports a turn that the lattice does not have and returns `None`.
    pub(super) fn turn(&self, node: &Node, steps: i64) -> Option<Turn> {
        let last = self.cx.lattice.side_count() as i64 - 1;
        if steps > last {
            read::out_of_range(node, &steps.to_string(), 0..=last, self.report);
        }
        (steps <= last).then_some(Turn(steps as u8))
    }

    /// Reads the file of a picture, or its cell on a sheet; `None` if neither can be read.
    fn source(&self, fields: &Fields<'_>, sheets: &BTreeMap<Arc<str>, PictureSheet>) -> Option<PictureSource> {
        let (file, sheet, cell) = (fields.get("file"), fields.get("sheet"), fields.get("cell"));
        match (file, sheet, cell) {
            (Some(file), None, None) => {
                let file = read::line(file, limits::PATH_BYTES, self.report)?;
                let credits = Credits::default();
                Some(PictureSource { file: self.file(&file.value), cell: None, span: file.span, credits })
            }
            (None, Some(sheet), Some(cell)) => {
                let at = read::pair(cell, 0..=limits::SHEET_CELLS as i64 - 1, self.report);
                let word = read::word(sheet, self.report)?;
                let Some(sheet) = sheets.get(&word.value) else {
                    let mut finding =
                        codes::UNKNOWN_NAME.finding(word.span, format!("there is no sheet `{}`", word.value));
                    self.report.suggest(&mut finding, &word.value, sheets.keys().map(|id| &**id));
                    self.report.add(finding);
                    return None;
                };
                let (column, row) = at?;
                let cell = SheetCell { at: (column as u16, row as u16), ..sheet.cell };
                let credits = sheet.credits.clone();
                Some(PictureSource { file: sheet.file.clone(), cell: Some(cell), span: sheet.span, credits })
            }
            _ => {
                let message = "a picture has either a `file`, or a `sheet` and a `cell`";
                self.report.add(codes::MISSING_FIELD.finding(fields.span(), message));
                None
            }
        }
    }
}

/// File of a picture, and the data that it has from its sheet.
struct PictureSource {
    file: PictureFile,
    cell: Option<SheetCell>,
    /// Place of the name of the file.
    span: Span,
    credits: Credits,
}
