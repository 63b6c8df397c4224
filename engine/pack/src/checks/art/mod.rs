//! Checks own art: the files of pictures, their shapes and sizes for print, licences, and the colours of players.

mod files;
mod shapes;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::{FigurePicture, Layering, PictureFile};
use tilewright_core::catalog::id::{Id, PictureId};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::diag::Fix;

use crate::build::art::PackArt;
use crate::findings::{Findings, codes};
use crate::read::pictures::{PictureFacts, PictureSize};
use crate::read::source::PackSource;
use crate::read::world::World;

/// Reports mistakes in the pictures of packs and themes. Skips the files of a pack whose pictures the caller
/// does not know.
pub(crate) fn check(
    art: &PackArt,
    packs: &[PackSource],
    themes: &[PackSource],
    catalog: &Catalog,
    world: &World,
    report: &Findings,
) {
    let check = ArtCheck { art, packs, themes, catalog, world, report };
    check.files();
    check.unshown();
    check.shapes();
    check.bleed();
    check.licences();
    check.seats();
}

/// Art to be checked, with its packs.
struct ArtCheck<'a> {
    art: &'a PackArt,
    packs: &'a [PackSource],
    themes: &'a [PackSource],
    catalog: &'a Catalog,
    world: &'a World,
    report: &'a Findings,
}

impl ArtCheck<'_> {
    /// Returns the packs and themes, in the order of their indices.
    fn all(&self) -> impl Iterator<Item = &PackSource> {
        self.packs.iter().chain(self.themes)
    }

    /// Returns the facts about a file; `None` if the file is missing or the caller does not know the files of its pack.
    fn facts(&self, file: &PictureFile) -> Option<&PictureFacts> {
        self.world.pictures.get(&file.pack)?.get(&file.path)
    }

    /// Returns the size of a picture without the rest of its sheet; `None` if the picture cannot be shown.
    fn size(&self, id: PictureId) -> Option<PictureSize> {
        let picture = self.art.plan.picture(id)?;
        let facts = self.facts(&picture.file)?;
        let size = facts.size.as_ref().ok().copied().filter(|_| files::excess(&picture.file.path, facts).is_none())?;
        let Some(cell) = picture.cell else { return Some(size) };
        let [_, _, width, height] = cell.rectangle((size.width, size.height))?;
        Some(PictureSize { width, height, ..size })
    }

    /// Reports pictures that no look shows.
    fn unshown(&self) {
        for ((_, picture), place) in self.art.plan.pictures().zip(&self.art.places) {
            if !place.is_shown {
                let message = format!("no look shows the picture `{}`", picture.id);
                self.report.add(codes::ART_UNUSED.finding(place.span, message).with_fix(Fix::Remove));
            }
        }
    }

    /// Reports the pictures of each pack that cover whole tiles and have no bleed, once for each pack.
    fn bleed(&self) {
        let mut covering: Vec<PictureId> = Vec::new();
        for look in &self.art.plan.looks {
            let tiles = look.tiles.values().filter(|tile| tile.layering != Layering::Over);
            covering.extend(tiles.flat_map(shapes::faces).map(|(picture, _)| picture));
            covering.extend(look.bags.values());
        }
        self.count(
            |id| covering.contains(&id) && self.size(id).is_some() && self.has_no_bleed(id),
            |count| {
                let pictures = if count == 1 { "picture of a tile has" } else { "pictures of tiles have" };
                codes::ART_BLEED.finding_anywhere(format!("{count} {pictures} no bleed for the cut"))
            },
        );
    }

    fn has_no_bleed(&self, id: PictureId) -> bool {
        self.art.plan.picture(id).is_some_and(|picture| picture.bleed == 0)
    }

    /// Reports the pictures of each pack without a licence, once for each pack.
    fn licences(&self) {
        self.count(
            |id| self.art.plan.picture(id).is_some_and(|picture| picture.licence.is_none()),
            |count| {
                let pictures = if count == 1 { "picture has" } else { "pictures have" };
                let finding = codes::ART_LICENCE.finding_anywhere(format!("{count} {pictures} no licence"));
                finding.with_hint("write `licence:` in `Art(…)` for all pictures of the pack")
            },
        );
    }

    /// Adds one finding for each pack with such pictures, at the first of them.
    fn count(&self, is_such: impl Fn(PictureId) -> bool, finding: impl Fn(usize) -> tilewright_core::diag::Diagnostic) {
        for number in 0..self.packs.len() + self.themes.len() {
            let own = self.art.places.iter().enumerate().filter(|(_, place)| place.pack == number && place.is_shown);
            let mut such = own.filter(|(index, _)| is_such(PictureId::from_index(*index)));
            if let Some((_, first)) = such.next() {
                self.report.add(finding(1 + such.count()).with_span(first.span));
            }
        }
    }

    /// Reports figures that look the same for two seats.
    fn seats(&self) {
        let seats = self.catalog.seats.1;
        for look in &self.art.plan.looks {
            for (&kind, figure) in &look.figures {
                let is_alike = |picture: &FigurePicture| {
                    let of = |seat: u8| picture.of_seat(Seat(seat));
                    // Without a mask, equal pictures have equal colours.
                    (0..seats).any(|seat| of(seat).1.is_none() && (0..seat).any(|other| of(other) == of(seat)))
                };
                let mut pictures = std::iter::once(&figure.standing).chain(&figure.lying);
                let Some(picture) = pictures.find(|picture| is_alike(picture)) else { continue };
                let Some(place) = self.art.places.get(picture.picture.index()) else { continue };
                let name = self.catalog.figures.get(kind).map(|_| self.catalog.figures.key(kind)).unwrap_or_default();
                let message = format!("the figures `{name}` of different players look the same");
                let hint = "name a mask with `own:`, or pictures of the players with `seats:`";
                self.report.add(codes::ART_SEATS.finding(place.span, message).with_hint(hint));
            }
        }
    }
}
