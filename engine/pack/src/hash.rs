//! The hash by which a pack's content is known.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::source::PackSource;
use crate::world::World;

/// Hash of everything that can change a game: the pack's data and rules, and the library modules it uses.
/// Tests and read-me files do not count, and line ends count as one sign on every system.
pub(crate) fn content_hash(pack: &PackSource, world: &World) -> Arc<str> {
    let mut hasher = blake3::Hasher::new();
    let mut add = |path: &str, text: &str| {
        let text = text.replace("\r\n", "\n");
        for part in [path, &text] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
    };
    for (path, text) in world.packs.get(pack.id()).into_iter().flatten() {
        if (path.ends_with(".ron") || path.ends_with(".lua")) && !path.starts_with("tests/") {
            add(path, text);
        }
    }
    let used: BTreeSet<Arc<str>> =
        pack.section("rules").iter().filter_map(|n| n.field("use")?.as_word()).map(|w| w.value).collect();
    for name in used {
        if let Some(text) = world.library.get(&name) {
            add(&format!("scripts/{name}.lua"), text);
        }
    }
    hasher.finalize().to_hex().as_str().into()
}
