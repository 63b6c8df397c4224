//! Checks the files of pictures: whether they exist, are used, can be read and keep to the limits.

use std::collections::BTreeSet;
use std::sync::Arc;

use tilewright_core::catalog::art::PictureFile;
use tilewright_core::catalog::id::Id;
use tilewright_core::diag::{Diagnostic, Span};

use super::ArtCheck;
use crate::findings::codes;
use crate::limits::{ART_BYTES, ART_FILES, PICTURE_BYTES, PICTURE_SIDE, SVG_BYTES};
use crate::read::pictures::{ART_FILE, ART_FOLDER, PictureFacts, PictureFault, PictureList, is_picture};

impl ArtCheck<'_> {
    /// Reports missing, unused, unreadable and too large files, and sheets that their grids do not divide.
    pub(super) fn files(&self) {
        let mut named: BTreeSet<&PictureFile> = BTreeSet::new();
        let sheets = self.art.sheets.iter().map(|(span, file)| (*span, file));
        let pictures = self.art.plan.pictures.iter().zip(&self.art.places);
        for (span, file) in sheets.chain(pictures.map(|(picture, place)| (place.file, &picture.file))) {
            let Some(list) = self.world.pictures.get(&file.pack) else { continue };
            if named.insert(file) {
                self.file(file, span, list);
            }
        }
        self.grids();
        for pack in self.all() {
            let Some(list) = self.world.pictures.get(pack.id()) else { continue };
            let start = pack.art.as_ref().map(|(file, _)| Span::new(*file, 0, 0)).or(pack.span);
            let add = |finding: Diagnostic| self.report.add(Diagnostic { span: start, ..finding });
            let pictures = list.iter().filter(|(path, _)| is_picture(path));
            let (count, bytes) = (pictures.clone().count(), pictures.map(|(_, facts)| facts.bytes).sum::<u64>());
            if count > ART_FILES || bytes > ART_BYTES {
                let message = format!(
                    "the folder `art` has {count} pictures with {bytes} bytes, {ART_FILES} with {ART_BYTES} are allowed"
                );
                add(codes::ART_TOO_LARGE.finding_anywhere(message));
            }
            if pack.art.is_none() {
                if !list.is_empty() {
                    let message = format!("the folder `art` has pictures, but there is no file {ART_FILE}");
                    add(codes::ART_UNUSED
                        .finding_anywhere(message)
                        .with_hint("declare the pictures there, or remove the folder"));
                }
                continue;
            }
            let is_unused = |path: &&Arc<str>| named.iter().all(|file| file.pack != *pack.id() || file.path != **path);
            for path in list.keys().filter(is_unused) {
                add(codes::ART_UNUSED.finding_anywhere(format!("nothing uses the file `{path}`")));
            }
        }
    }

    /// Reports the mistakes of one file.
    fn file(&self, file: &PictureFile, span: Span, list: &PictureList) {
        let path = &file.path;
        let Some(facts) = list.get(path) else {
            let message = if is_picture(path) {
                format!("there is no file `{path}`")
            } else {
                format!("`{path}` does not end like a picture: .png, .jpg, .jpeg, .webp or .svg")
            };
            let mut finding = codes::ART_MISSING.finding(span, message);
            let names = list.keys().filter_map(|path| path.strip_prefix(ART_FOLDER));
            self.report.did_you_mean(&mut finding, path.strip_prefix(ART_FOLDER).unwrap_or(path), names);
            return self.report.add(finding);
        };
        if let Some(excess) = excess(path, facts) {
            return self.report.add(codes::ART_TOO_LARGE.finding(span, format!("`{path}` {excess}")));
        }
        match &facts.size {
            Err(PictureFault::TooLarge(reason)) => {
                self.report.add(codes::ART_TOO_LARGE.finding(span, format!("`{path}` cannot be shown: {reason}")));
            }
            Err(PictureFault::Unreadable(reason)) => {
                self.report.add(codes::ART_UNREADABLE.finding(span, format!("`{path}` cannot be shown: {reason}")));
            }
            Ok(size) if size.has_text => {
                self.report.add(codes::ART_TEXT.finding(span, format!("`{path}` has text, which is not drawn")));
            }
            Ok(_) => {}
        }
    }

    /// Reports pictures whose cell cannot be cut out of its sheet: a wrong grid once for each sheet.
    fn grids(&self) {
        let mut sheets: BTreeSet<&PictureFile> = BTreeSet::new();
        for (id, picture) in self.art.plan.pictures() {
            let (Some(cell), Some(facts)) = (picture.cell, self.facts(&picture.file)) else { continue };
            let (Ok(size), None) = (&facts.size, excess(&picture.file.path, facts)) else { continue };
            if cell.rectangle((size.width, size.height)).is_some() {
                continue;
            }
            let (columns, rows) = cell.grid;
            let place = &self.art.places[id.index()];
            let is_outside = cell.at.0 >= columns || cell.at.1 >= rows;
            if is_outside {
                let (column, row) = cell.at;
                let message = format!("the sheet has {columns} columns and {rows} rows, so no cell ({column}, {row})");
                self.report.add(codes::ART_GRID.finding(place.span, message));
            } else if sheets.insert(&picture.file) {
                let message = format!(
                    "`{}` has {} x {} pixels, which {columns} columns and {rows} rows do not divide",
                    picture.file.path, size.width, size.height
                );
                self.report.add(codes::ART_GRID.finding(place.file, message));
            }
        }
    }
}

/// Returns the limit that a picture exceeds, as half a sentence; `None` if it exceeds none.
pub(super) fn excess(path: &str, facts: &PictureFacts) -> Option<String> {
    let most = if path.ends_with(".svg") { SVG_BYTES } else { PICTURE_BYTES };
    if facts.bytes > most {
        return Some(format!("has {} bytes, {most} are allowed", facts.bytes));
    }
    let size = facts.size.as_ref().ok().filter(|size| !size.is_vector)?;
    let is_large = size.width > PICTURE_SIDE || size.height > PICTURE_SIDE;
    let message = || format!("has {} x {} pixels, {PICTURE_SIDE} a side are allowed", size.width, size.height);
    is_large.then(message)
}
