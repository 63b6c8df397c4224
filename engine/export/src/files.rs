//! Collects the files of an export, and draws their pictures when they are wanted.

use serde_json::{Value, json};
use tilewright_art::own::OwnArt;
use tilewright_core::catalog::Catalog;

use crate::documents;
use crate::identity::FileNames;
use crate::paint::PiecePainter;
use crate::picture::PlannedPicture;
use crate::pieces::GamePieces;
use crate::request::{ExportError, ExportRequest};

/// Content of a file.
#[derive(Clone, Debug)]
enum FileContent {
    Text(String),
    Picture(Box<PlannedPicture>),
}

/// A file of an export.
#[derive(Clone, Debug)]
pub struct ExportFile {
    path: String,
    content: FileContent,
}

impl ExportFile {
    /// Returns the path below the folder of the export, with `/` between folders.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the width and height of a picture in pixels; `None` for other files.
    pub fn picture_size(&self) -> Option<(u32, u32)> {
        match &self.content {
            FileContent::Picture(picture) => Some((picture.width, picture.height)),
            FileContent::Text(_) => None,
        }
    }
}

/// The files of an exported game.
pub struct GameExport<'c> {
    painter: PiecePainter<'c>,
    files: Vec<ExportFile>,
    notes: Vec<String>,
    tiles: u64,
}

impl GameExport<'_> {
    /// Returns the files, in the order in which they should be written.
    pub fn files(&self) -> &[ExportFile] {
        &self.files
    }

    /// Returns sentences about pieces that the export lacks or changes.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns the number of tiles of the game.
    pub fn tile_count(&self) -> u64 {
        self.tiles
    }

    /// Returns the bytes of a file. Pictures are drawn by each call.
    ///
    /// # Errors
    /// The picture is too large to be drawn.
    pub fn bytes(&self, file: &ExportFile) -> Result<Vec<u8>, ExportError> {
        match &file.content {
            FileContent::Text(text) => Ok(text.clone().into_bytes()),
            FileContent::Picture(picture) => {
                picture.draw(&self.painter).ok_or_else(|| ExportError::Picture(file.path.clone()))
            }
        }
    }
}

/// Export that is being planned.
pub(crate) struct ExportPlan<'c> {
    pub(crate) catalog: &'c Catalog,
    pub(crate) painter: PiecePainter<'c>,
    pub(crate) request: ExportRequest,
    /// Sentences about pieces that the export lacks or changes.
    pub(crate) notes: Vec<String>,
    /// Entries of the manifest, in addition to the usual ones.
    pub(crate) manifest: Vec<(&'static str, Value)>,
    names: FileNames,
    files: Vec<ExportFile>,
}

impl<'c> ExportPlan<'c> {
    pub(crate) fn new(catalog: &'c Catalog, art: Option<&'c OwnArt>, request: &ExportRequest) -> ExportPlan<'c> {
        ExportPlan {
            catalog,
            painter: PiecePainter::new(catalog, art),
            request: request.clone(),
            notes: Vec::new(),
            manifest: Vec::new(),
            names: FileNames::default(),
            files: Vec::new(),
        }
    }

    /// Returns the title of the game.
    pub(crate) fn title(&self) -> String {
        let titles: Vec<&str> = self.catalog.packs.iter().map(|pack| &*pack.title).collect();
        titles.join(" + ")
    }

    /// Adds a text file at a path.
    pub(crate) fn add_text(&mut self, path: impl Into<String>, text: String) {
        self.files.push(ExportFile { path: path.into(), content: FileContent::Text(text) });
    }

    /// Adds a file with JSON at a path.
    pub(crate) fn add_json(&mut self, path: impl Into<String>, value: &Value) {
        // Serialisation fails only for maps whose keys are not texts.
        let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
        text.push('\n');
        self.add_text(path, text);
    }

    /// Adds a picture in a folder under a free name, and returns its path.
    pub(crate) fn add_picture(&mut self, folder: &str, name: &str, picture: PlannedPicture) -> String {
        let path = self.names.take(folder, name, "png");
        self.files.push(ExportFile { path: path.clone(), content: FileContent::Picture(Box::new(picture)) });
        path
    }

    /// Adds the documents that every export has.
    pub(crate) fn finish(mut self, pieces: &GamePieces) -> GameExport<'c> {
        if !pieces.loose.is_empty() {
            self.notes.push(format!(
                "Tiles that are in no bag and not on the board are left out: {}.",
                pieces.loose.join(", ")
            ));
        }
        if !pieces.empty.is_empty() {
            self.notes.push(format!("Bags that are empty at the start are left out: {}.", pieces.empty.join(", ")));
        }
        let tiles = pieces.kinds().iter().map(|tile| u64::from(tile.count)).sum();
        self.add_text("README.md", documents::readme(&self, pieces));
        self.add_text("CREDITS.md", documents::credits(&self));
        let manifest = self.manifest_value(pieces);
        self.add_json("manifest.json", &manifest);
        GameExport { painter: self.painter, files: self.files, notes: self.notes, tiles }
    }

    fn manifest_value(&self, pieces: &GamePieces) -> Value {
        let pictures: Vec<Value> = self
            .files
            .iter()
            .filter_map(|file| {
                let (width, height) = file.picture_size()?;
                Some(json!({"file": file.path, "width": width, "height": height}))
            })
            .collect();
        let tiles: Vec<Value> =
            pieces.kinds().iter().map(|tile| json!({"id": tile.key, "name": tile.name, "count": tile.count})).collect();
        let mut manifest = json!({
            "target": self.request.target.name(),
            "title": self.title(),
            "packs": self.catalog.exact_packs(),
            "options": self.catalog.chosen_options(),
            "seats": pieces.seats,
            "tiles": tiles,
        });
        for (name, value) in &self.manifest {
            manifest[*name] = value.clone();
        }
        manifest["pictures"] = pictures.into();
        manifest["missing"] = self.notes.clone().into();
        manifest
    }
}
