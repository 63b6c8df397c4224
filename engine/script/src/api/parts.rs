//! Provides functions for parts that rules add to placed tiles.

use mlua::{Lua, LuaString, Table};
use tilewright_core::catalog::added::Extension;
use tilewright_core::catalog::id::{AddedPartId, TerrainId, TileKindId};
use tilewright_core::catalog::lattice::{Side, Turn};
use tilewright_core::state::effect::Effect;

use super::effects::apply;
use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::lookup::{find_tile, kind_id, side_of};
use super::settings::SettingsTable;
use super::take_up::by_whom;
use crate::host::Host;
use crate::host::handle::{Int, Kind, Segment, Tile};
use crate::host::text::Text;
use crate::vm::trouble::misuse;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        Receiver::Global,
        Allowed::Effects,
        "add_part(tile: tile, terrain: terrain, sides: integer[], settings: {part: text, cell: integer, seat: seat, reason: text}?) -> segment",
        "Adds a part of a terrain to a tile on the board, such as a bridge. Returns the new segment. `sides` are the \
         sides that it reaches, counted clockwise from 0 in the north. The pack declares the possible parts in \
         `added_parts`; they can be added to tiles of all packs that have the edges for them. The new edges must match \
         the tiles around. The tile stays the same: it keeps its figures, tokens, numbers and `kind`, and its features \
         are joined with the features that they meet. Reports `part_added`, not `placed`; features that the part \
         completes are scored by the next `score` step of the running part.\n- `part`: the name of the part in \
         `added_parts`. Without it, the first that fits.\n- `cell`: the number of the tile's cell, from 1. Without it, \
         the first with such sides.\n- `seat`: the seat that adds it. Without it, the active seat.\n- `reason`: the \
         reason in the event `part_added`.",
        "add_part(tile, \"road\", { 0, 2 }, { reason = \"bridge\" })",
        bind!(add_part),
    ),
    entry(
        Receiver::Global,
        Allowed::Rules,
        "part_places(tile: tile, terrain: terrain, settings: {part: text, cell: integer}?) -> any[]",
        "Returns how `add_part` can add a part of a terrain to a tile: a list with the sides of \
         each.\n- `part`: the name of the part in `added_parts`. Without it, all parts.\n- `cell`: the number of the \
         tile's cell, from 1. Without it, all cells.",
        "for _, sides in part_places(tile, \"road\") do … end",
        bind!(making part_places),
    ),
    entry(
        Receiver::Kind,
        Allowed::Rules,
        "with_part(terrain: terrain, sides: integer[], part: text?) -> kind?",
        "Returns the kind that a tile of this kind becomes if `add_part` adds a part to it at turn 0; nil if no such \
         part can be added. Placing that kind places the tile together with the part.\n- `part`: the name of the part \
         in `added_parts`. Without it, the first that fits.",
        "local spanned = kind(kind_in_play()):with_part(\"road\", { 0, 2 }) if spanned then in_play(spanned) end",
        bind!(with_part),
    ),
];

/// Part as scripts describe it.
struct PartDescription {
    terrain: TerrainId,
    part: Option<AddedPartId>,
    /// Index of the cell in its tile.
    cell: Option<u8>,
}

impl PartDescription {
    fn new(host: &Host, terrain: &Text, part: Option<&str>, cell: Option<i32>) -> mlua::Result<PartDescription> {
        let find = |name: &str| {
            let found = host.catalog.added_parts.find(name);
            found.ok_or_else(|| misuse(format!("no pack declares `{name}` in `added_parts`")))
        };
        let cell = cell.map(|cell| u8::try_from(cell - 1).map_err(|_| misuse("cells of a tile count from 1")));
        Ok(PartDescription {
            terrain: host.terrain(terrain)?,
            part: part.map(find).transpose()?,
            cell: cell.transpose()?,
        })
    }

    /// Returns the kinds that a kind can become with the part at a turn, each with the sides that the part reaches.
    fn extensions<'a>(
        &'a self,
        host: &'a Host,
        kind: TileKindId,
        turn: Turn,
    ) -> impl Iterator<Item = (&'a Extension, Vec<Side>)> {
        host.catalog.extensions(kind, turn, self.terrain).filter(|(extension, _)| {
            self.part.is_none_or(|part| part == extension.part) && self.cell.is_none_or(|cell| cell == extension.cell)
        })
    }

    /// Returns the kind that another becomes if the part reaches exactly these sides.
    fn find(&self, host: &Host, kind: TileKindId, turn: Turn, sides: &[Side]) -> Option<TileKindId> {
        self.extensions(host, kind, turn).find(|(_, reached)| reached == sides).map(|(extension, _)| extension.kind)
    }
}

fn sides_of(host: &Host, sides: Vec<Int>) -> mlua::Result<Vec<Side>> {
    let mut sides = sides.into_iter().map(|Int(side)| side_of(host, side)).collect::<mlua::Result<Vec<Side>>>()?;
    sides.sort_unstable();
    sides.dedup();
    Ok(sides)
}

fn read_wanted(host: &Host, lua: &Lua, terrain: &Text, settings: &SettingsTable<'_>) -> mlua::Result<PartDescription> {
    let part = settings.text("part")?;
    let part = part.as_ref().map(crate::host::text::name).transpose()?;
    PartDescription::new(host, terrain, part.as_deref(), settings.number(lua, "cell")?)
}

fn add_part(
    host: &Host,
    lua: &Lua,
    Tile(tile): Tile,
    terrain: Text,
    sides: Vec<Int>,
    settings: Option<Table>,
) -> mlua::Result<Segment> {
    let settings = SettingsTable::from_table(settings.as_ref());
    settings.only(&["part", "cell", "seat", "reason"])?;
    let wanted = read_wanted(host, lua, &terrain, &settings)?;
    let (seat, reason) = by_whom(host, lua, &settings)?;
    let sides = sides_of(host, sides)?;
    let at = find_tile(&*host.game()?, tile)?;
    let Some(kind) = wanted.find(host, at.kind, at.turn, &sides) else {
        let (tile, lattice) = (host.catalog.kinds.key(host.catalog.bare(at.kind)), host.catalog.lattice);
        let sides: Vec<&str> = sides.iter().map(|&side| lattice.side_name(side)).collect();
        let terrain = host.catalog.terrains.key(wanted.terrain);
        let message = format!(
            "`added_parts` of the packs have no part of `{terrain}` for the sides {} of {tile} at {}; `part_places` \
             lists the possible parts",
            sides.join(", "),
            at.cell
        );
        return Err(misuse(message));
    };
    let new = at.first_segment.plus(host.catalog.kinds[at.kind].segments.len() as u32);
    apply(host, Effect::AddPart { seat, tile, kind, reason })?;
    Ok(Segment(new))
}

fn part_places(
    host: &Host,
    lua: &Lua,
    Tile(tile): Tile,
    terrain: Text,
    settings: Option<Table>,
) -> mlua::Result<Table> {
    let settings = SettingsTable::from_table(settings.as_ref());
    settings.only(&["part", "cell"])?;
    let wanted = read_wanted(host, lua, &terrain, &settings)?;
    let game = host.game()?;
    let at = find_tile(&game, tile)?;
    let places = lua.create_table()?;
    for (extension, sides) in wanted.extensions(host, at.kind, at.turn) {
        if game.can_add_part(tile, extension.kind) {
            places.raw_push(lua.create_sequence_from(sides.iter().map(|side| side.0))?)?;
        }
    }
    Ok(places)
}

fn with_part(
    host: &Host,
    lua: &Lua,
    kind: Kind,
    terrain: Text,
    sides: Vec<Int>,
    part: Option<Text>,
) -> mlua::Result<Option<LuaString>> {
    let part = part.map(|part| host.key(&part)).transpose()?;
    let wanted = PartDescription::new(host, &terrain, part.as_deref(), None)?;
    let found = wanted.find(host, kind_id(kind.0), Turn::NONE, &sides_of(host, sides)?);
    found.map(|kind| host.word(lua, kind)).transpose()
}
