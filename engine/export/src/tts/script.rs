//! Writes the script of a save: it fits pieces to their size, shuffles, deals, and names the faces of dice.

use std::collections::BTreeMap;

/// Size of an object on the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ObjectSize {
    pub(super) width: f32,
    /// Depth; `None` if it follows from the width and the picture.
    pub(super) depth: Option<f32>,
}

/// Container that the script shuffles.
#[derive(Clone, Debug)]
pub(super) struct ScriptContainer {
    pub(super) id: String,
}

/// Tiles that the script deals from a container before the first turn.
#[derive(Clone, Debug)]
pub(super) struct ScriptDeal {
    pub(super) id: String,
    pub(super) count: u16,
    /// Name of the colour of the player; `None` for all players.
    pub(super) color: Option<&'static str>,
}

/// Die with the names of its faces.
#[derive(Clone, Debug)]
pub(super) struct ScriptDie {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) faces: Vec<String>,
}

/// Data of the script.
#[derive(Clone, Debug, Default)]
pub(super) struct ScriptData {
    pub(super) title: String,
    /// Sizes of objects by their keys.
    pub(super) sizes: BTreeMap<String, ObjectSize>,
    pub(super) containers: Vec<ScriptContainer>,
    pub(super) deals: Vec<ScriptDeal>,
    pub(super) dice: Vec<ScriptDie>,
}

/// Returns the key of a kind of tile in the script.
pub(super) fn tile_key(id: &str) -> String {
    format!("tile {id}")
}

/// Functions of the script, which use the tables before them.
const FUNCTIONS: &str = include_str!("table.lua");

impl ScriptData {
    /// Writes the script.
    pub(super) fn write(&self) -> String {
        let mut lua = String::from("-- Written by Tilewright for ");
        // A line break would end the comment.
        lua.extend(self.title.chars().map(|c| if c.is_control() { ' ' } else { c }));
        lua.push_str(". The rules of the game are not in this script.\n\n");
        lua.push_str("-- Width and depth of objects in units of the table, by their descriptions.\nlocal SIZES = {\n");
        for (key, size) in &self.sizes {
            let depth = size.depth.map_or_else(String::new, |depth| format!(", {depth:.3}"));
            lua.push_str(&format!("  [{}] = {{{:.3}{depth}}},\n", quoted(key), size.width));
        }
        lua.push_str("}\n\n-- Bags and stacks.\nlocal CONTAINERS = {\n");
        for container in &self.containers {
            lua.push_str(&format!("  {},\n", quoted(&container.id)));
        }
        lua.push_str("}\n\n-- Tiles that hands get before the first turn.\nlocal HANDS = {\n");
        for deal in &self.deals {
            let color = deal.color.map_or_else(String::new, |color| format!(", color = {}", quoted(color)));
            lua.push_str(&format!("  {{from = {}, count = {}{color}}},\n", quoted(&deal.id), deal.count));
        }
        lua.push_str("}\n\n-- Names of the faces of dice.\nlocal DICE = {\n");
        for die in &self.dice {
            let faces: Vec<String> = die.faces.iter().map(|face| quoted(face)).collect();
            let (id, name) = (quoted(&die.id), quoted(&die.name));
            lua.push_str(&format!("  [{id}] = {{name = {name}, faces = {{{}}}}},\n", faces.join(", ")));
        }
        lua.push_str("}\n\n");
        lua.push_str(FUNCTIONS);
        lua
    }
}

/// Quotes a text for Lua.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn texts_are_quoted() {
        assert_eq!(quoted("a \"b\"\\\n\u{1}é"), "\"a \\\"b\\\"\\\\\\n é\"");
    }
}
