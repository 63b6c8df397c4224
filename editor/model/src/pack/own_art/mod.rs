//! Shows own art in the editor: the look that the viewer has chosen, with all pictures that are decoded so far.
//! Decoding happens in the background. Until a picture is ready, its tile is drawn from data, and a picture that becomes
//! unreadable keeps its last good content.

pub mod checking;
mod decoding;
pub mod intake;
pub mod sheet;
pub mod tiles;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_art::bitmap::Bitmap;
use tilewright_art::decode::{LookMemory, UnshownReason};
use tilewright_art::own::OwnArt;
use tilewright_core::catalog::art::ArtLook;
use tilewright_core::catalog::id::PictureId;
use tilewright_core::diag::Diagnostic;
use tilewright_kit::packs::art::LoadedArt;
use tilewright_pack::findings::codes;

pub use decoding::DecodedPictures;
use decoding::{PictureKey, SVG_SIDE};

/// Own art of a look, ready to be drawn.
#[derive(Clone, Debug)]
pub struct ShownLook {
    /// Pictures that are ready.
    pub art: Arc<OwnArt>,
    /// Number that differs between any two looks that are drawn differently.
    pub number: u64,
    /// True if no further pictures are being decoded.
    pub is_complete: bool,
}

/// Returns the look to show: the choice of the viewer if it exists, otherwise the first look of the open pack, which may
/// be a theme, or of the packs. Returns `None` if everything is drawn from data.
pub fn chosen_look<'a>(loaded: &'a LoadedArt, choice: Option<&str>, open: &str) -> Option<&'a ArtLook> {
    let chosen = choice.map(|choice| loaded.choose_look(Some(choice)));
    if let Some(Ok(look)) = chosen {
        return look;
    }
    let own = loaded.plan.looks.iter().find(|look| look.theme.as_deref() == Some(open));
    own.or_else(|| loaded.choose_look(None).ok().flatten())
}

/// View of a look: follows the choice of the viewer and the newest state of the packs.
#[derive(Default)]
pub struct LookView {
    built: Option<BuiltLook>,
}

/// Look with everything that it was built from.
struct BuiltLook {
    loaded: LoadedArt,
    look: ArtLook,
    edition: u64,
    bitmaps: BTreeMap<PictureId, Arc<Bitmap>>,
    shown: ShownLook,
    /// Files whose newest content cannot be shown although its header is valid.
    unshown: Vec<(PictureId, UnshownReason)>,
}

impl LookView {
    /// Returns the look with all pictures that are ready, and starts to decode the others.
    pub fn show(
        &mut self,
        decoded: &mut DecodedPictures,
        loaded: &LoadedArt,
        look: Option<&ArtLook>,
    ) -> Option<&ShownLook> {
        let Some(look) = look else {
            self.built = None;
            return None;
        };
        let is_current = self.built.as_ref().is_some_and(|built| {
            // Within one loading, the name identifies the look.
            let is_chosen = (&built.look.theme, &built.look.id) == (&look.theme, &look.id);
            built.edition == decoded.edition() && built.loaded.is_same(loaded) && is_chosen
        });
        if !is_current {
            self.build(decoded, loaded, look);
        }
        self.built.as_ref().map(|built| &built.shown)
    }

    fn build(&mut self, decoded: &mut DecodedPictures, loaded: &LoadedArt, look: &ArtLook) {
        let plan = &loaded.plan;
        let (mut bitmaps, mut unshown, mut wanted) = (BTreeMap::new(), Vec::new(), Vec::new());
        let (mut memory, mut claimed) = (LookMemory::default(), BTreeMap::new());
        for id in look.pictures() {
            let Some(picture) = plan.picture(id) else { continue };
            // A file that is gone has no picture; one that was saved incompletely keeps its last good picture.
            if loaded.facts(&picture.file).is_none() {
                continue;
            }
            let key = PictureKey { file: picture.file.clone(), cell: picture.cell };
            let bytes = loaded.bytes(&picture.file);
            let known = decoded.state(&key, bytes);
            if let Some(bytes) = bytes.filter(|_| known.is_pending) {
                let claim = claimed.entry(&picture.file).or_insert_with(|| memory.claim(bytes, SVG_SIDE));
                match claim {
                    Ok(()) => wanted.push((key, Arc::clone(bytes))),
                    Err(why) => unshown.push((id, why.clone())),
                }
            } else if let Some(bitmap) = &known.bitmap
                && let Err(why) = memory.claim_pixels(bitmap.width().into(), bitmap.height().into())
            {
                unshown.push((id, why));
                continue;
            }
            unshown.extend(known.error.map(|why| (id, why)));
            bitmaps.extend(known.bitmap.map(|bitmap| (id, bitmap)));
        }
        let is_complete = wanted.is_empty();
        decoded.decode(wanted);
        let is_alike = |built: &&BuiltLook| {
            let pairs = built.bitmaps.iter().zip(&bitmaps);
            built.look == *look
                && built.loaded.plan == *plan
                && built.bitmaps.len() == bitmaps.len()
                && pairs.into_iter().all(|(a, b)| a.0 == b.0 && Arc::ptr_eq(a.1, b.1))
        };
        let (art, number) = match self.built.as_ref().filter(is_alike) {
            Some(built) => (Arc::clone(&built.shown.art), built.shown.number),
            None => (Arc::new(OwnArt::from_bitmaps(plan, look, &bitmaps)), next()),
        };
        self.built = Some(BuiltLook {
            loaded: loaded.clone(),
            look: look.clone(),
            edition: decoded.edition(),
            bitmaps,
            shown: ShownLook { art, number, is_complete },
            unshown,
        });
    }

    /// Returns the look in its last state; `None` if everything is drawn from data.
    pub fn shown(&self) -> Option<&ShownLook> {
        self.built.as_ref().map(|built| &built.shown)
    }

    /// Returns findings about pictures whose pixels cannot be decoded, which loading does not notice.
    pub fn findings(&self) -> Vec<Diagnostic> {
        let Some(built) = &self.built else { return Vec::new() };
        // Loading compares grids with the sizes of their sheets.
        let unshown = built.unshown.iter().filter(|(_, why)| *why != UnshownReason::OffGrid);
        let found = unshown.filter_map(|(id, why)| {
            let picture = built.loaded.plan.picture(*id)?;
            let message = format!("`{}` cannot be shown: {why}", picture.file.path);
            Some(codes::ART_UNREADABLE.finding(picture.span?, message))
        });
        found.collect()
    }
}

fn next() -> u64 {
    static NUMBERS: AtomicU64 = AtomicU64::new(1);
    NUMBERS.fetch_add(1, Ordering::Relaxed)
}
