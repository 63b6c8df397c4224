//! Describes handles for error messages: their names in the running game, and their methods.

use std::rc::Weak;

use tilewright_core::catalog::id::{SegmentId, TileKindId};
use tilewright_core::state::effect::Place;
use tilewright_core::state::key::OptionKey;

use super::entry::{HostFunction, Receiver};
use super::keys::name_in_keys;
use crate::host::Host;
use crate::host::handle::{DescribeHandle, Handle, HandleKind};

/// Maximum number of methods that a message lists.
const MAX_LISTED: usize = 8;

/// Description of the handles of a host.
pub(super) struct HandleDescriber {
    pub(super) host: Weak<Host>,
    /// Returns all host functions.
    pub(super) entries: fn() -> Vec<&'static HostFunction>,
}

impl DescribeHandle for HandleDescriber {
    fn describe(&self, handle: Handle) -> Option<String> {
        let host = self.host.upgrade()?;
        let game = host.unnoted_game().ok()?;
        let catalog = &host.catalog;
        let terrain = |segment: SegmentId| {
            let known = game.board().features().is_there(segment);
            known.then(|| catalog.terrains.key(game.board().terrain(segment)))
        };
        Some(match handle.sort {
            HandleKind::Feature => format!("a feature of `{}`", terrain(handle.segment())?),
            HandleKind::Segment => format!("a segment of `{}`", terrain(handle.segment())?),
            HandleKind::Tile => {
                let (tile, board) = (handle.tile(), game.board());
                let laid = board.laid_tile(tile)?;
                let taken_up = if board.tile(tile).is_none() { ", which was taken up" } else { "" };
                format!("the tile `{}` at {}{taken_up}", catalog.kinds.key(laid.kind), laid.cell)
            }
            HandleKind::Figure => match game.figure(handle.figure()) {
                Some(figure) => {
                    let off = if matches!(figure.place, Some(Place::Zone(..)) | None) { " off the board" } else { "" };
                    format!("a figure `{}` of seat {}{off}", catalog.figures.key(figure.kind), figure.seat)
                }
                None => "a figure that is not on the board".to_owned(),
            },
            HandleKind::Kind => {
                let kind = TileKindId(u16::try_from(handle.index).ok()?);
                catalog.kinds.get(kind)?;
                format!("the kind of tile `{}`", catalog.kinds.key(kind))
            }
            HandleKind::Slot => {
                let (zone, slot) = handle.slot();
                catalog.zones.get(zone)?;
                format!("slot {slot} of the zone `{}`", catalog.zones.key(zone))
            }
            HandleKind::Joint => {
                let sort = if handle.joint().is_corner() { "corner" } else { "seam" };
                format!("the {sort} {}", catalog.lattice.joint_key(handle.joint()))
            }
            HandleKind::Cell | HandleKind::Sheet | HandleKind::Options => return None,
        })
    }

    fn name(&self, handle: Handle) -> Option<String> {
        let host = self.host.upgrade()?;
        match handle.sort {
            HandleKind::Tile => self.describe(handle).map(|text| text.trim_start_matches("the ").to_owned()),
            HandleKind::Sheet => {
                let scoring = host.frames.scoring().ok()?;
                let (items, total) = (scoring.sheet.items.len(), scoring.sheet.total());
                let items = if items == 1 { "1 item".to_owned() } else { format!("{items} items") };
                Some(format!("sheet with {items}, total {total}"))
            }
            HandleKind::Options => None,
            sort => {
                let game = host.unnoted_game().ok()?;
                let key = OptionKey::Thing(None, name_in_keys(&game, handle).ok()?);
                Some(format!("{} {}", sort.with_article().trim_start_matches("a "), key.text(&game)))
            }
        }
    }

    fn list_methods(&self, sort: HandleKind) -> Option<String> {
        let receiver = match sort {
            HandleKind::Feature => Receiver::Feature,
            HandleKind::Segment => Receiver::Segment,
            HandleKind::Tile => Receiver::Tile,
            HandleKind::Figure => Receiver::Figure,
            HandleKind::Kind => Receiver::Kind,
            HandleKind::Cell => Receiver::Cell,
            HandleKind::Sheet => Receiver::Sheet,
            HandleKind::Options => Receiver::Options,
            HandleKind::Slot => Receiver::Slot,
            HandleKind::Joint => Receiver::Joint,
        };
        let mut names: Vec<&str> =
            (self.entries)().into_iter().filter(|e| e.on == receiver).map(HostFunction::name).collect();
        names.sort_unstable();
        let all = || names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        (names.len() <= MAX_LISTED).then(all)
    }
}
