//! Defines requests for exports: the target, its settings, and the reasons for a refusal.

use std::collections::BTreeSet;
use std::sync::Arc;

use tilewright_core::catalog::art::{ArtLook, ArtPlan};
use tilewright_pack::Manifest;

/// Program or shop that an export is made for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ExportTarget {
    /// Save for Tabletop Simulator.
    Tts,
    /// Package for Tabletop Playground.
    TabletopPlayground,
    /// Sheets for Screentop.
    Screentop,
    /// Single faces for Tabletopia.
    Tabletopia,
    /// Print files for The Game Crafter.
    GameCrafter,
    /// Single pictures for any other use.
    Png,
    /// Tables of tiles for spreadsheets.
    Csv,
}

impl ExportTarget {
    /// All targets.
    pub const ALL: [ExportTarget; 7] = [
        ExportTarget::Tts,
        ExportTarget::TabletopPlayground,
        ExportTarget::Screentop,
        ExportTarget::Tabletopia,
        ExportTarget::GameCrafter,
        ExportTarget::Png,
        ExportTarget::Csv,
    ];

    /// Returns the name of the target on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            ExportTarget::Tts => "tts",
            ExportTarget::TabletopPlayground => "tabletop-playground",
            ExportTarget::Screentop => "screentop",
            ExportTarget::Tabletopia => "tabletopia",
            ExportTarget::GameCrafter => "game-crafter",
            ExportTarget::Png => "png",
            ExportTarget::Csv => "csv",
        }
    }

    /// Returns the title of the target in texts.
    pub const fn title(self) -> &'static str {
        match self {
            ExportTarget::Tts => "Tabletop Simulator",
            ExportTarget::TabletopPlayground => "Tabletop Playground",
            ExportTarget::Screentop => "Screentop",
            ExportTarget::Tabletopia => "Tabletopia",
            ExportTarget::GameCrafter => "The Game Crafter",
            ExportTarget::Png => "single pictures",
            ExportTarget::Csv => "spreadsheets",
        }
    }
}

/// Authors and licence of an exported pack.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExportCredit {
    /// Title of the pack.
    pub title: String,
    /// Version of the pack.
    pub version: String,
    /// Names of its authors.
    pub authors: Vec<String>,
    /// Licence of the pack; empty if the pack names no licence.
    pub licence: String,
}

/// Author and licence of pictures in own art.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct ArtCredit {
    /// Id of the pack that contains the pictures.
    pub pack: String,
    /// Name of the author; empty if the pack names none.
    pub author: String,
    /// Licence of the pictures; empty if the pack names none.
    pub licence: String,
    /// Origin of the pictures, such as an address; empty if the pack names none.
    pub source: String,
}

impl ExportCredit {
    /// Returns the credit of a pack.
    pub fn of_pack(pack: &Manifest) -> ExportCredit {
        ExportCredit {
            title: pack.title.to_string(),
            version: pack.version.to_string(),
            authors: pack.authors.iter().map(ToString::to_string).collect(),
            licence: pack.licence.to_string(),
        }
    }
}

impl ArtCredit {
    /// Lists the authors and licences of the pictures of a look, each once.
    pub fn of_look(plan: &ArtPlan, look: &ArtLook) -> Vec<ArtCredit> {
        let text = |given: &Option<Arc<str>>| given.as_deref().unwrap_or_default().to_owned();
        let pictures = look.pictures().into_iter().filter_map(|id| plan.picture(id));
        let credits: BTreeSet<ArtCredit> = pictures
            .map(|picture| ArtCredit {
                pack: picture.file.pack.to_string(),
                author: text(&picture.author),
                licence: text(&picture.licence),
                source: text(&picture.source),
            })
            .collect();
        credits.into_iter().collect()
    }
}

/// Tiles of a pack as rows of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileTable {
    /// Id of the pack.
    pub pack: String,
    /// Text of the table, with a row for each tile.
    pub text: String,
}

/// Settings of an export.
#[derive(Clone, PartialEq, Debug)]
pub struct ExportRequest {
    /// Program or shop that the export is made for.
    pub target: ExportTarget,
    /// Number of seats, which decides the figures and the boards of players.
    pub seats: u8,
    /// Address of the folder of the export, with a slash at its end. The save for Tabletop Simulator refers to pictures
    /// below it; other targets do not need it.
    pub base: String,
    /// Maximum width and height of a picture, in pixels. It does not apply to print files.
    pub max_side: u32,
    /// Name of the product to print on; `None` for the nearest one.
    pub product: Option<String>,
    /// Width of a printed cell in millimetres, for the comparison with products.
    pub cell_mm: f32,
    /// Authors and licences of the packs, dependencies first.
    pub credits: Vec<ExportCredit>,
    /// Authors and licences of the pictures in own art.
    pub art_credits: Vec<ArtCredit>,
    /// Tables of the packs that are exported. Only [`ExportTarget::Csv`] uses them.
    pub tables: Vec<TileTable>,
}

impl ExportRequest {
    /// Least value of [`ExportRequest::max_side`].
    pub const LEAST_SIDE: u32 = 64;
    /// Greatest value of [`ExportRequest::max_side`], and its default: programs advise against larger pictures.
    pub const GREATEST_SIDE: u32 = 4096;

    /// Creates a request with the default settings.
    pub fn new(target: ExportTarget, seats: u8) -> ExportRequest {
        ExportRequest {
            target,
            seats,
            base: String::new(),
            max_side: ExportRequest::GREATEST_SIDE,
            product: None,
            cell_mm: 45.0,
            credits: Vec::new(),
            art_credits: Vec::new(),
            tables: Vec::new(),
        }
    }
}

/// Maximum number of single pieces in an export.
pub const MAX_PIECES: u64 = 20_000;

/// Reason why packs cannot be exported.
#[derive(Clone, PartialEq, Debug)]
pub enum ExportError {
    /// The game has no tiles.
    NoTiles,
    /// The game cannot have this number of seats.
    Seats {
        /// Requested number of seats.
        seats: u8,
        /// Least and greatest number of seats of the game.
        possible: (u8, u8),
    },
    /// The maximum side of pictures is out of range.
    Side(u32),
    /// The game has more pieces than [`MAX_PIECES`].
    TooManyPieces(u64),
    /// No product has this name.
    UnknownProduct(String),
    /// No tile fits on the product, or on any product.
    NoProduct {
        /// Name of the requested product; `None` if all products were tried.
        product: Option<String>,
        /// Tiles that do not fit.
        tiles: Vec<String>,
    },
    /// A picture is too large to be drawn.
    Picture(String),
}

impl ExportError {
    /// Returns advice on the next step.
    pub fn hint(&self) -> String {
        match self {
            ExportError::NoTiles => "choose packs that have tiles".to_owned(),
            ExportError::Seats { possible: (least, most), .. } => {
                format!("choose a number of seats from {least} to {most}")
            }
            ExportError::Side(_) => {
                format!("choose a side from {} to {}", ExportRequest::LEAST_SIDE, ExportRequest::GREATEST_SIDE)
            }
            ExportError::TooManyPieces(_) => "export to `png`, which draws each tile once".to_owned(),
            ExportError::UnknownProduct(_) => {
                format!("choose one of {}", crate::products::product_names().collect::<Vec<_>>().join(", "))
            }
            ExportError::NoProduct { product: Some(_), .. } => {
                "leave out the product to get the nearest one, or write sheets to cut with `tilewright print`"
                    .to_owned()
            }
            ExportError::NoProduct { product: None, .. } => "write sheets to cut with `tilewright print`".to_owned(),
            ExportError::Picture(_) => "choose a smaller maximum side".to_owned(),
        }
    }
}

impl std::fmt::Display for ExportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ExportError::NoTiles => write!(f, "there is no tile to export"),
            ExportError::Seats { seats, .. } => write!(f, "the game cannot have {seats} seats"),
            ExportError::Side(side) => write!(f, "pictures cannot have a maximum side of {side} pixels"),
            ExportError::TooManyPieces(count) => {
                write!(f, "the game has {count} pieces, more than the {MAX_PIECES} that a virtual table can hold")
            }
            ExportError::UnknownProduct(name) => write!(f, "there is no product `{name}`"),
            ExportError::NoProduct { product, tiles } => {
                let (shown, rest) = tiles.split_at(tiles.len().min(8));
                let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
                let place = product.as_ref().map_or("any product".to_owned(), |name| format!("`{name}`"));
                write!(f, "no tile has the shape of {place}: {}{more}", shown.join(", "))
            }
            ExportError::Picture(path) => write!(f, "the picture {path} is too large to be drawn"),
        }
    }
}

impl std::error::Error for ExportError {}
