//! Keeps textures within a limit of memory: the least recently seen are dropped first.

use std::collections::BTreeMap;

use egui::{ColorImage, Context, TextureHandle, TextureId, TextureOptions, Vec2};
use tilewright_art::scene::Scene;

use crate::ui::pictures::source::PictureEdition;
use crate::ui::pictures::subject::Subject;

/// Maximum size of the textures of one cache, in bytes. The open pack and the table have a cache each, which makes 256
/// MiB. Visible textures are never dropped; they need at most four times the bytes of the screen.
const MAX_BYTES: usize = 128 << 20;
/// Size down to which textures are dropped, so that this happens only now and then.
const DROPPED_TO: usize = MAX_BYTES / 8 * 7;

/// Picture that a texture shows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct TextureKey {
    pub(super) subject: Subject,
    /// Width in pixels.
    pub(super) width: u16,
}

/// Texture with the scene that it shows.
pub(super) struct CachedPicture {
    texture: TextureHandle,
    /// Newest edition for which the picture is valid.
    pub(super) edition: PictureEdition,
    /// Drawn scene: a change of the pack that keeps the scene needs no new texture.
    pub(super) scene: Scene,
    bytes: usize,
    /// Number of the frame in which the picture was seen last.
    seen: u64,
    key: TextureKey,
    /// Number that no other picture has had.
    number: u64,
}

impl CachedPicture {
    /// Returns the width and height in cells.
    pub(super) fn size(&self) -> Vec2 {
        Vec2::new(self.scene.size.0, self.scene.size.1)
    }

    /// Returns the id of the texture.
    pub(super) fn texture(&self) -> TextureId {
        self.texture.id()
    }
}

/// Place of a picture in the store, which becomes invalid when the picture is dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PictureSlot {
    index: usize,
    number: u64,
}

/// Textures by subject and width in pixels.
#[derive(Default)]
pub(super) struct TextureStore {
    indices: BTreeMap<TextureKey, usize>,
    slots: Vec<Option<CachedPicture>>,
    free: Vec<usize>,
    bytes: usize,
    frame: u64,
    made: u64,
}

impl TextureStore {
    /// Starts a frame.
    pub(super) fn begin_frame(&mut self) {
        self.frame += 1;
    }

    /// Returns the size of all textures, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the slot of a picture; `None` if it is not drawn.
    pub(super) fn find(&self, key: &TextureKey) -> Option<PictureSlot> {
        let index = *self.indices.get(key)?;
        Some(PictureSlot { index, number: self.slots[index].as_ref()?.number })
    }

    /// Returns a picture, which counts as seen in this frame; `None` if it was dropped.
    pub(super) fn see(&mut self, slot: PictureSlot) -> Option<&mut CachedPicture> {
        let picture = self.slots.get_mut(slot.index)?.as_mut().filter(|picture| picture.number == slot.number)?;
        picture.seen = self.frame;
        Some(picture)
    }

    /// Drops a picture.
    pub(super) fn remove(&mut self, key: &TextureKey) {
        if let Some(index) = self.indices.remove(key) {
            self.clear(index);
        }
    }

    /// Adds a picture, or replaces the picture of its subject and width, and drops others if there is no room.
    pub(super) fn insert(
        &mut self,
        ctx: &Context,
        key: TextureKey,
        image: ColorImage,
        edition: PictureEdition,
        scene: Scene,
    ) -> PictureSlot {
        let bytes = image.pixels.len() * 4;
        let options = if key.subject.is_repeated() { TextureOptions::LINEAR_REPEAT } else { TextureOptions::LINEAR };
        if let Some(slot) = self.find(&key)
            && let Some(picture) = self.slots[slot.index].as_mut()
        {
            picture.texture.set(image, options);
            self.bytes = self.bytes + bytes - picture.bytes;
            (picture.edition, picture.scene, picture.bytes, picture.seen) = (edition, scene, bytes, self.frame);
            return slot;
        }
        self.make_room(bytes);
        let texture = ctx.load_texture(format!("{key:?}"), image, options);
        self.made += 1;
        let (number, seen) = (self.made, self.frame);
        let picture = CachedPicture { texture, edition, scene, bytes, seen, key: key.clone(), number };
        let index = self.free.pop().unwrap_or(self.slots.len());
        match self.slots.get_mut(index) {
            Some(slot) => *slot = Some(picture),
            None => self.slots.push(Some(picture)),
        }
        self.indices.insert(key, index);
        self.bytes += bytes;
        PictureSlot { index, number }
    }

    /// Drops the pictures that were seen longest ago if `more` bytes would exceed the limit.
    fn make_room(&mut self, more: usize) {
        if self.bytes + more <= MAX_BYTES {
            return;
        }
        let unseen = self.slots.iter().enumerate().filter_map(|(index, slot)| {
            let picture = slot.as_ref().filter(|picture| picture.seen < self.frame)?;
            Some((picture.seen, index))
        });
        let mut unseen: Vec<(u64, usize)> = unseen.collect();
        unseen.sort_unstable();
        for (_, index) in unseen {
            if self.bytes + more <= DROPPED_TO {
                break;
            }
            if let Some(picture) = &self.slots[index] {
                self.indices.remove(&picture.key);
            }
            self.clear(index);
        }
    }

    fn clear(&mut self, index: usize) {
        if let Some(picture) = self.slots[index].take() {
            self.bytes -= picture.bytes;
            self.free.push(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::Color32;

    use super::*;

    #[test]
    fn the_least_recently_seen_textures_are_dropped_first() {
        let (ctx, mut store) = (Context::default(), TextureStore::default());
        let side = 1024;
        let image = || ColorImage::filled([side, side], Color32::RED);
        let count = MAX_BYTES / (side * side * 4);
        let key = |number: usize| {
            let subject = Subject::Tile(format!("T{number}").into(), Default::default());
            TextureKey { subject, width: 96 }
        };
        let insert = |store: &mut TextureStore, number| {
            store.begin_frame();
            store.insert(&ctx, key(number), image(), PictureEdition::default(), Scene::new(1.0, 1.0))
        };
        let slots: Vec<PictureSlot> = (0..count).map(|number| insert(&mut store, number)).collect();
        assert_eq!(store.bytes(), MAX_BYTES);
        // The first texture is seen again, so the following textures are dropped.
        store.begin_frame();
        assert!(store.see(slots[0]).is_some());
        let new = insert(&mut store, count);
        assert!(store.bytes() <= DROPPED_TO);
        assert!(store.see(slots[0]).is_some() && store.see(new).is_some() && store.see(slots[count - 1]).is_some());
        assert!(store.see(slots[1]).is_none() && store.find(&key(1)).is_none());
        // A slot that is used again is not mistaken for the dropped picture.
        insert(&mut store, 1);
        assert!(store.see(slots[1]).is_none() && store.find(&key(1)).is_some());
        // Another size of the same picture is counted.
        let before = store.bytes();
        let small = ColorImage::filled([8, 8], Color32::RED);
        store.insert(&ctx, key(1), small, PictureEdition::default(), Scene::new(1.0, 1.0));
        assert_eq!(store.bytes(), before - side * side * 4 + 8 * 8 * 4);
        store.remove(&key(1));
        assert_eq!(store.bytes(), before - side * side * 4);
    }

    #[test]
    fn textures_of_the_current_frame_are_kept_whatever_they_need() {
        let (ctx, mut store) = (Context::default(), TextureStore::default());
        store.begin_frame();
        let slots: Vec<PictureSlot> = (0..40)
            .map(|number| {
                let key = TextureKey { subject: Subject::Tag(format!("t{number}").into()), width: 384 };
                let image = ColorImage::filled([1024, 1024], Color32::RED);
                store.insert(&ctx, key, image, PictureEdition::default(), Scene::new(1.0, 1.0))
            })
            .collect();
        assert!(slots.iter().all(|slot| store.see(*slot).is_some()));
    }
}
