//! Computes the hash that identifies the content of a pack.

use std::collections::BTreeSet;
use std::sync::Arc;

use tilewright_core::unseen::BYTE_ORDER_MARK;

use crate::read::pictures::is_art;
use crate::read::source::PackSource;
use crate::read::world::World;

/// Returns the hash of all content that can change a game: the pack's data and rules, and the library modules that it
/// uses. Ignores own art, tests, read-me files and byte order marks, and treats all line breaks as equal.
fn content_hash(pack: &PackSource, world: &World) -> Arc<str> {
    let mut hasher = blake3::Hasher::new();
    let mut add = |path: &str, text: &str| {
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).replace("\r\n", "\n");
        for part in [path, &text] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
    };
    for (path, text) in world.packs.get(pack.id()).into_iter().flatten() {
        let travels = path.starts_with("lib/");
        let is_rule = path.ends_with(".ron") || path.ends_with(".lua");
        if is_rule && !path.starts_with("tests/") && !travels && !is_art(path) {
            add(path, text);
        }
    }
    for name in used(pack) {
        if let Some((_, text)) = world.module(pack.id(), &name) {
            add(&format!("scripts/{name}.lua"), text);
        }
    }
    hasher.finalize().to_hex().as_str().into()
}

/// Returns the names of the rule modules that a pack uses.
fn used(pack: &PackSource) -> BTreeSet<Arc<str>> {
    pack.section("rules").iter().filter_map(|n| n.field("use")?.as_word()).map(|w| w.value).collect()
}

/// Completes the manifest of a pack with its hash, and with the library modules that it uses.
pub(crate) fn complete(pack: &mut PackSource, world: &World) {
    let own = |name: &Arc<str>| {
        world.packs.get(pack.id()).is_some_and(|files| files.contains_key(format!("rules/{name}.lua").as_str()))
    };
    let library: Vec<Arc<str>> = used(pack).into_iter().filter(|name| !own(name)).collect();
    let travels =
        |name: &&Arc<str>| world.module(pack.id(), name).is_some_and(|(path, _)| !path.starts_with("scripts/"));
    let travelling = library.iter().filter(travels).cloned().collect();
    pack.manifest.hash = content_hash(pack, world);
    (pack.manifest.library, pack.manifest.travelling) = (library, travelling);
}
