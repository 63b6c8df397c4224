//! Recognizes the format of an imported file, and imports it.

use crate::csv::import_table;
use crate::error::ExchangeErrors;
use crate::jcloisterzone::import_jcloisterzone;
use crate::ldtk::import_ldtk;
use crate::plan::{ImportRequest, ImportedPack};
use crate::tiled::{ReadBeside, import_tiled};

/// Format of an imported file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportFormat {
    /// Table with a row for each tile: CSV, TSV and the like.
    Table,
    /// Map or tileset of Tiled, in XML or JSON.
    Tiled,
    /// Tile definitions of JCloisterZone.
    JCloisterZone,
    /// Project of LDtk.
    Ldtk,
}

impl ImportFormat {
    /// Recognizes the format by the name of the file, and otherwise by its first bytes.
    pub fn recognize(name: &str, bytes: &[u8]) -> ImportFormat {
        let name = name.to_lowercase();
        let has = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
        if has(&[".csv", ".tsv"]) {
            return ImportFormat::Table;
        }
        if has(&[".ldtk"]) {
            return ImportFormat::Ldtk;
        }
        if has(&[".tmx", ".tsx", ".tmj", ".tsj"]) {
            return ImportFormat::Tiled;
        }
        // UTF-16 has zero bytes between the letters, and a mark before them.
        let start = bytes.iter().copied().filter(|byte| byte.is_ascii() && *byte != 0).take(4_000).collect::<Vec<u8>>();
        let start = String::from_utf8_lossy(&start);
        match start.trim_start().chars().next() {
            Some('{') if start.contains("\"__header__\"") || start.contains("LDtk") => ImportFormat::Ldtk,
            Some('{') => ImportFormat::Tiled,
            Some('<') if start.contains("<tileset") || start.contains("<map") => ImportFormat::Tiled,
            Some('<') => ImportFormat::JCloisterZone,
            _ => ImportFormat::Table,
        }
    }

    /// Converts a file to a pack. Files that it names are read with `read_beside`.
    ///
    /// # Errors
    /// The file cannot be read in this format, or values of it have no meaning; every such value is reported.
    pub fn import(
        self,
        bytes: &[u8],
        request: &ImportRequest<'_>,
        read_beside: &mut ReadBeside<'_>,
    ) -> Result<ImportedPack, ExchangeErrors> {
        match self {
            ImportFormat::Table => import_table(bytes, request),
            ImportFormat::Tiled => import_tiled(bytes, request, read_beside),
            ImportFormat::JCloisterZone => import_jcloisterzone(bytes, request),
            ImportFormat::Ldtk => import_ldtk(bytes, request),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ImportFormat::{self, JCloisterZone, Ldtk, Table, Tiled};

    #[test]
    fn formats_are_recognized_by_name_or_content() {
        for (name, bytes, format) in [
            ("a.CSV", "<", Table),
            ("a.txt", "id,count\n", Table),
            ("a.tsx", "", Tiled),
            ("a.xml", "<?xml version=\"1.0\"?><tileset>", Tiled),
            ("a.xml", "<defs><tiles/></defs>", JCloisterZone),
            ("a.json", "{\"tilesets\": []}", Tiled),
            ("a.json", " {\"__header__\": {}}", Ldtk),
            ("a.ldtk", "", Ldtk),
            ("a", "", Table),
        ] {
            assert_eq!(ImportFormat::recognize(name, bytes.as_bytes()), format, "{name} {bytes}");
        }
        let utf16: Vec<u8> = "\u{feff}<tileset>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(ImportFormat::recognize("a.xml", &utf16), Tiled);
    }
}
