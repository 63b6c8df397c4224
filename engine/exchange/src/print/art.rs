//! Prints the assignment of pictures to tiles.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use tilewright_pack::edit::Written;

use super::{ART_FILE, comment, mark};
use crate::names::IdTable;
use crate::pictures::art_path;
use crate::plan::{ImportRequest, ImportedPack, PackPlan, PictureCopy, PlannedPicture};

/// Id of the look that shows imported pictures.
pub(super) const LOOK: &str = "imported";

/// Adds the file that assigns pictures to tiles, and the pictures to copy. Adds nothing if no tile has a picture.
pub(super) fn add(plan: &PackPlan, request: &ImportRequest<'_>, pack: &mut ImportedPack) {
    if plan.tiles.iter().all(|tile| tile.picture.is_none()) {
        return;
    }
    let mut copies: BTreeSet<PictureCopy> = BTreeSet::new();
    let mut file_of = |path: &str| {
        let file = art_path(path);
        copies.insert(PictureCopy { from: path.to_owned(), to: format!("art/{file}") });
        Written::text(&file)
    };
    let mut text = mark(request);
    text.push_str("Art(\n");
    let added = request.known.map_or(&[][..], |known| &known.art);
    if added.is_empty() {
        text.push_str(&comment(4, "Before you share the pack, name the licence and the author of the pictures:"));
        text.push_str(&comment(4, "licence: \"…\", by: \"…\","));
    }
    for (name, value) in added {
        let _ = writeln!(text, "    {name}: {},", value.print(4, 6 + name.len(), 1));
    }
    if !plan.sheets.is_empty() {
        text.push_str("    sheets: [\n");
        for (number, sheet) in plan.sheets.iter().enumerate() {
            let number_of = |number: u32| Written::Int(i64::from(number));
            let grid = Written::Tuple(None, vec![number_of(sheet.columns), number_of(sheet.rows)]);
            let entry = Written::fields([
                ("id", Written::Word(sheet_id(number))),
                ("file", file_of(&sheet.file)),
                ("grid", grid),
                ("margin", number_of(sheet.margin)),
                ("gap", number_of(sheet.gap)),
            ]);
            let _ = writeln!(text, "        {},", entry.print(8, 8, 1));
        }
        text.push_str("    ],\n");
    }
    let mut ids = IdTable::default();
    let (mut pictures, mut tiles) = (String::new(), String::new());
    let mut shown: BTreeSet<&str> = BTreeSet::new();
    for tile in &plan.tiles {
        // Several entries may have one id if conditions choose one of them; the first picture is used.
        let Some(picture) = tile.picture.as_ref().filter(|_| shown.insert(&tile.id)) else { continue };
        let value = match picture {
            PlannedPicture::File { path, bleed: 0 } => file_of(path),
            PlannedPicture::File { path, bleed } => {
                let id = Written::Word(ids.id(&tile.id));
                let bleed = Written::Int((*bleed).into());
                let entry = Written::fields([("id", id.clone()), ("file", file_of(path)), ("bleed", bleed)]);
                let _ = writeln!(pictures, "        {},", entry.print(8, 8, 1));
                id
            }
            PlannedPicture::Cell { sheet, column, row } => {
                let id = Written::Word(ids.id(&tile.id));
                let cell = Written::Tuple(None, vec![Written::Int((*column).into()), Written::Int((*row).into())]);
                let entry =
                    Written::fields([("id", id.clone()), ("sheet", Written::Word(sheet_id(*sheet))), ("cell", cell)]);
                let _ = writeln!(pictures, "        {},", entry.print(8, 8, 1));
                id
            }
        };
        let _ = writeln!(tiles, "            {}: {},", Written::text(&tile.id).flat(), value.flat());
    }
    if !pictures.is_empty() {
        let _ = writeln!(text, "    pictures: [\n{pictures}    ],");
    }
    let _ = writeln!(text, "    looks: [(\n        id: {LOOK},\n        tiles: {{\n{tiles}        }},\n    )],\n)");
    pack.files.insert(ART_FILE.to_owned(), text);
    pack.pictures = copies.into_iter().collect();
}

fn sheet_id(number: usize) -> String {
    match number {
        0 => "main".to_owned(),
        number => format!("sheet_{}", number + 1),
    }
}
