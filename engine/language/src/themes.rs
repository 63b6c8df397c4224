//! Lists the themes around the open pack, whose looks can be chosen without opening or requesting them.

use std::sync::Arc;

use tilewright_kit::packs::find::PACK_FILE;
use tilewright_kit::packs::load::Manifest;
use tilewright_pack::{World, partial_manifest};

use crate::art_text::ArtText;

/// Theme that was found, with the names of its looks.
#[derive(Clone, PartialEq, Debug)]
pub struct KnownTheme {
    /// Head of the theme, which names the pack that it is for.
    pub manifest: Manifest,
    /// Ids of its looks.
    pub looks: Vec<String>,
}

/// Lists the themes among the packs of a world, without unreadable packs.
pub fn known_themes(world: &World) -> Vec<KnownTheme> {
    // Only heads that contain the word are parsed.
    let is_likely = |text: &Arc<str>| text.contains("themes");
    let likely = world.packs.iter().filter(|(_, files)| files.get(PACK_FILE).is_some_and(is_likely));
    let themes = likely.filter_map(|(id, files)| {
        let (manifest, wrong) = partial_manifest(world, id);
        let looks = ArtText::read(files).ok()?.looks();
        let is_theme = manifest.themes.is_some() && wrong.is_none() && !looks.is_empty();
        is_theme.then_some(KnownTheme { manifest, looks })
    });
    themes.collect()
}
