//! Places the pictures of tags on cells.

use std::sync::Arc;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{TagId, TileKindId};
use tilewright_core::catalog::look::Picture;

use crate::geometry::Point;
use crate::layout::Layout;
use crate::look;
use crate::outline::center;
use crate::own::OwnArt;
use crate::scene::Image;

/// Picture of a tag on a tile, with its position.
#[derive(Clone, Debug)]
pub(crate) struct TagMark {
    pub(crate) at: Point,
    pub(crate) size: f32,
    /// Segment that has the tag; `None` if the whole tile has it.
    pub(crate) segment: Option<usize>,
    pub(crate) tag: TagId,
    pub(crate) number: i16,
}

/// Returns the own picture of a tag, centred on a point; `None` if there is no such picture.
pub(crate) fn own_mark(art: Option<&OwnArt>, tag: TagId, at: Point, width: f32) -> Option<Image> {
    let art = art?;
    let bitmap = art.bitmap(art.look().tags.get(&tag)?.picture)?;
    Some(Image::centered_at(Arc::clone(bitmap), at, width))
}

/// True if a tag is drawn: it has a picture in its look or in the own art.
pub(crate) fn has_picture(catalog: &Catalog, art: Option<&OwnArt>, tag: TagId) -> bool {
    let in_look = catalog.tags[tag].look.as_ref().is_some_and(|look| look.picture.is_some());
    in_look || own_mark(art, tag, Point::default(), 1.0).is_some()
}

/// True if a picture shows the number of its tag.
pub(crate) fn is_number(picture: Option<&Picture>) -> bool {
    matches!(picture, Some(Picture::Named(name)) if name == "number")
}

/// Places the marks of the tags on a cell.
pub(crate) fn place_marks(
    catalog: &Catalog,
    art: Option<&OwnArt>,
    kind: TileKindId,
    cell: usize,
    layout: &Layout,
) -> Vec<TagMark> {
    let spec = &catalog.kinds[kind];
    let middle = center(catalog.lattice);
    let mut found: Vec<TagMark> = Vec::new();
    let own = spec.segments.iter().enumerate().filter(|(_, s)| usize::from(s.cell) == cell);
    let of_segments = own.flat_map(|(i, s)| s.tags.iter().map(move |&(tag, n)| (Some(i), tag, n)));
    let of_tile = spec.tags.iter().filter(|_| cell == 0).map(|&(tag, n)| (None, tag, n));
    for (segment, tag, number) in of_segments.chain(of_tile) {
        if number == 0 || !has_picture(catalog, art, tag) {
            continue;
        }
        let look = catalog.tags[tag].look.as_ref();
        let own_size = art.and_then(|art| art.look().tags.get(&tag)?.size);
        let size = own_size.or(look.and_then(|look| look.size)).unwrap_or(17);
        let size = f32::from(size) / 100.0;
        let is_middle = look.is_some_and(|look| look.middle);
        let counted = look.is_some_and(|look| is_number(look.picture.as_ref()));
        for _ in 0..if counted { 1 } else { number.clamp(1, 4) } {
            let mut taken: Vec<(Point, f32)> = found.iter().map(|m| (m.at, m.size * 0.5)).collect();
            taken.extend(
                layout.sites.iter().map(|&(s, at)| (at, look::site_size(catalog, spec.segments[s].terrain) * 0.5)),
            );
            taken.extend(layout.gates.iter().map(|&(at, _)| (at, 0.07)));
            taken.extend(layout.crossing.iter().map(|&(at, t)| (at, look::crossing_size(catalog, t) / 2.0)));
            let at = if is_middle { middle } else { mark_place(catalog, kind, cell, layout, segment, size, &taken) };
            found.push(TagMark { at, size, segment, tag, number });
        }
    }
    found
}

fn mark_place(
    catalog: &Catalog,
    kind: TileKindId,
    cell: usize,
    layout: &Layout,
    segment: Option<usize>,
    size: f32,
    taken: &[(Point, f32)],
) -> Point {
    let middle = center(catalog.lattice);
    let segments = &catalog.kinds[kind].segments;
    let free = |at: Point| taken.iter().map(|&(o, r)| (o - at).length() - r - size * 0.5).fold(0.0, f32::min);
    let track = segment.and_then(|s| layout.tracks.iter().find(|t| t.segment == s));
    if let Some(track) = track {
        // A mark of a path is next to the path, on the ground or area beneath it.
        let on = segment_place(catalog, track.segment, layout);
        let beside = |owner: i16, at: Point| {
            let beneath = |segment: usize| layout.areas.iter().any(|a| a.is_beneath && a.segment == segment);
            let open = usize::try_from(owner).is_ok_and(|o| catalog.terrains[segments[o].terrain].ground || beneath(o));
            let room = layout.ground.room(at).min(layout.ground.rim(at)) - size * 0.5;
            open.then(|| room.min(0.02) * 3.0 + free(at) * 3.0 - (at - on).length())
        };
        return layout.ground.best_of(beside).unwrap_or(on);
    }
    match segment {
        Some(segment) => layout.ground.deepest(segment as i16, taken),
        None => {
            // A tag of the tile is on its widest segment, with a preference for ground.
            let own = (0..segments.len()).filter(|&s| usize::from(segments[s].cell) == cell);
            let widest = own.max_by(|&a, &b| {
                let value = |s: usize| {
                    let ground = catalog.terrains[segments[s].terrain].ground;
                    layout.ground.share_of(s as i16) * if ground { 1.6 } else { 1.0 }
                };
                value(a).total_cmp(&value(b))
            });
            widest.and_then(|s| layout.ground.deepest(s as i16, taken))
        }
    }
    .unwrap_or(middle)
}

/// Returns the position of a figure on a segment of the unturned cell.
pub(crate) fn segment_place(catalog: &Catalog, segment: usize, layout: &Layout) -> Point {
    let middle = center(catalog.lattice);
    if let Some(&(_, at)) = layout.sites.iter().find(|(s, _)| *s == segment) {
        return at;
    }
    if let Some(track) = layout.tracks.iter().find(|t| t.segment == segment) {
        let chain = track.chains.first().map_or(&[][..], |c| c);
        return match chain {
            // The arms of a crossing or star have figures closer to the rim, away from the element in the middle.
            [a, b] if track.chains.len() == 1 => a.lerp(*b, 0.45),
            [_, b] => *b,
            chain => chain.get(chain.len() / 2).copied().unwrap_or(middle),
        };
    }
    layout.ground.deepest(segment as i16, &[]).unwrap_or(middle)
}
