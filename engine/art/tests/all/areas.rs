//! Tests the areas that segments cover on their cells.

use tilewright_art::geometry::Point;
use tilewright_art::outline::{center, turn_angle};
use tilewright_art::raster::pixels;
use tilewright_art::scene::Color;

use crate::{artist, pack};

/// Each point of a tile is covered by its segment at every turn, and by hardly any other segment.
#[test]
fn segments_cover_where_they_lie() {
    for id in ["carcassonne", "glowmoor"] {
        let loaded = pack(id);
        let catalog = loaded.catalog().unwrap();
        let artist = artist(catalog);
        let (middle, width) = (center(catalog.lattice), 48.0);
        let (mut right, mut wrong, mut all) = (0, 0, 0);
        for kind in catalog.kinds.ids().filter(|kind| catalog.kinds[*kind].cells.len() == 1).take(14) {
            for turn in catalog.lattice.turns() {
                let segments = 0..catalog.kinds[kind].segments.len();
                let covers = segments.map(|s| artist.segment_scene(kind, s, turn, Color::hex(0xffffff)));
                let masks: Vec<_> = covers.map(|scene| pixels(&scene, width).unwrap()).collect();
                let angle = turn_angle(catalog.lattice, turn);
                for n in 0..400 {
                    let at = Point::new((n % 20) as f32 + 0.5, (n / 20) as f32 + 0.5) * 0.05;
                    let Some(owner) = artist.segment_at(kind, 0, at.rotate(middle, -angle)) else { continue };
                    // The mask of a turned hex ends at its lowest corner.
                    if at.y * width >= masks[owner].height as f32 {
                        continue;
                    }
                    let square = (at.y * width) as usize * masks[owner].width as usize + (at.x * width) as usize;
                    let seen = |mask: &tilewright_art::raster::Pixels| mask.rgba[square * 4 + 3] > 100;
                    all += 1;
                    right += usize::from(seen(&masks[owner]));
                    wrong += masks.iter().enumerate().filter(|(s, mask)| *s != owner && seen(mask)).count();
                }
            }
        }
        assert!(all > 5000 && right * 100 >= all * 96, "{id}: {right} of {all}");
        assert!(wrong * 100 <= all * 8, "{id}: {wrong} of {all} are covered by others too");
    }
}
