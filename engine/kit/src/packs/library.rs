//! Provides the modules of the rule library to packs in memory.

use std::sync::LazyLock;

use tilewright_pack::World;

/// Returns a world with the rule library and no packs.
pub fn library() -> World {
    static LIBRARY: LazyLock<World> = LazyLock::new(|| {
        let mut world = World::default();
        for (name, text) in tilewright_script::library() {
            world.add_module(name, text);
        }
        world
    });
    // Cloning is cheap because the texts are shared.
    LIBRARY.clone()
}
