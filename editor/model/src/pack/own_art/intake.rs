//! Takes pictures from elsewhere into the folder `art` of a pack: upright, without metadata, and within the limits.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::packs::find::{FoundPack, PackPlace};
use tilewright_pack::limits::{ART_BYTES, ART_FILES, PICTURE_BYTES};
use tilewright_pack::{ART_FOLDER, is_picture};
use tilewright_pictures::{PictureFileError, PictureFileFormat, clean};

use tilewright_language::title_id::id_of;

/// Picture that is ready to be added to a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenPicture {
    /// Name of the file that was taken, without its ending.
    pub name: String,
    /// Path of the picture in the pack. If the pack contains the same picture already, it is the path of that one.
    pub path: Arc<str>,
    /// Content of the file.
    pub bytes: Arc<[u8]>,
}

/// Reason why a picture cannot be taken into a pack.
#[derive(Debug)]
pub enum IntakeError {
    /// The file cannot be read, or is too large to be read.
    Disk(KitError),
    /// The file is not a picture that packs can show.
    Picture(PictureFileError),
    /// The file is an SVG picture, which has no pixels, and should be cut into cells.
    NoPixels,
    /// The pictures of the pack would exceed the limits of a pack.
    Full,
}

impl IntakeError {
    /// Returns the key of a text with advice on the next step.
    pub fn advice(&self) -> &'static str {
        match self {
            IntakeError::Disk(KitError::TooLarge { .. })
            | IntakeError::Picture(
                PictureFileError::FileTooLarge { .. }
                | PictureFileError::PictureTooLarge { .. }
                | PictureFileError::SvgTooComplex,
            ) => "art-advice-smaller",
            IntakeError::Picture(PictureFileError::UnknownFormat | PictureFileError::Unsupported(_)) => {
                "art-advice-format"
            }
            IntakeError::Picture(PictureFileError::CutOff | PictureFileError::Damaged) => "art-advice-again",
            IntakeError::Disk(_) => "art-advice-copy",
            IntakeError::NoPixels => "art-advice-pixels",
            IntakeError::Full => "art-advice-full",
        }
    }
}

impl fmt::Display for IntakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IntakeError::Disk(error) => error.fmt(f),
            IntakeError::Picture(error) => error.fmt(f),
            IntakeError::NoPixels => f.write_str("an SVG picture has no pixels to be cut into cells"),
            IntakeError::Full => {
                write!(f, "the pack would have more than {ART_FILES} pictures, or more than {} MiB", ART_BYTES >> 20)
            }
        }
    }
}

impl std::error::Error for IntakeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            IntakeError::Disk(error) => Some(error),
            IntakeError::Picture(error) => Some(error),
            IntakeError::NoPixels | IntakeError::Full => None,
        }
    }
}

/// True if a file has the ending of a picture for packs.
pub fn is_picture_name(file: &Path) -> bool {
    let name = file.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    is_picture(&format!("{ART_FOLDER}{name}"))
}

/// Reads picture files for the pack in a folder. The pack is not changed.
pub fn take_pictures(folder: &Path, files: &[impl AsRef<Path>]) -> Vec<Result<TakenPicture, IntakeError>> {
    let place = PackPlace::Folder(folder.to_owned());
    // If the folder cannot be read, adding a picture reports it.
    let art = FoundPack { id: String::new(), place }.art().unwrap_or_default();
    let mut bytes: u64 = art.values().map(|file| file.facts().bytes).sum();
    let there = art.iter().map(|(path, file)| (path.to_string(), file.stored().cloned().unwrap_or_default()));
    let mut taken: Vec<(String, Arc<[u8]>)> = there.collect();
    let mut take = |file: &Path| -> Result<TakenPicture, IntakeError> {
        let content = files::read(file, PICTURE_BYTES).map_err(IntakeError::Disk)?;
        let clean = clean(&content).map_err(IntakeError::Picture)?;
        let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let same = taken.iter().find(|(_, there)| **there == *clean.bytes);
        if let Some((path, there)) = same {
            return Ok(TakenPicture { name, path: path.as_str().into(), bytes: Arc::clone(there) });
        }
        bytes += clean.bytes.len() as u64;
        if taken.len() >= ART_FILES || bytes > ART_BYTES {
            return Err(IntakeError::Full);
        }
        let path = free_path(&taken, &name, ending(clean.format));
        let content: Arc<[u8]> = clean.bytes.into();
        taken.push((path.clone(), Arc::clone(&content)));
        Ok(TakenPicture { name, path: path.into(), bytes: content })
    };
    files.iter().map(|file| take(file.as_ref())).collect()
}

/// Returns the ending of files in a format.
fn ending(format: PictureFileFormat) -> &'static str {
    match format {
        PictureFileFormat::Png => "png",
        PictureFileFormat::Jpeg => "jpg",
        PictureFileFormat::WebP => "webp",
        PictureFileFormat::Svg => "svg",
    }
}

/// Returns a path for a new picture that no other file has. Case makes no difference, as some file systems ignore it.
fn free_path(taken: &[(String, Arc<[u8]>)], name: &str, ending: &str) -> String {
    let stem = id_of(name);
    let stem = if stem.is_empty() { "picture" } else { &stem };
    let paths = std::iter::once(format!("{ART_FOLDER}{stem}.{ending}"));
    let mut paths = paths.chain((2..).map(|number| format!("{ART_FOLDER}{stem}_{number}.{ending}")));
    let is_free = |path: &String| taken.iter().all(|(other, _)| !other.eq_ignore_ascii_case(path));
    paths.find(is_free).unwrap_or_else(|| unreachable!("there are names without end"))
}

/// Returns the tile that the name of a picture means; `None` unless there is exactly one.
pub fn tile_named<'a>(name: &str, tiles: impl IntoIterator<Item = &'a Arc<str>>) -> Option<&'a Arc<str>> {
    let plain = |name: &str| -> String { id_of(name).chars().filter(|c| *c != '_').collect() };
    let wanted = plain(name);
    let mut all = tiles.into_iter().filter(|tile| !wanted.is_empty() && plain(tile) == wanted);
    all.next().filter(|_| all.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_found_by_the_names_of_pictures() {
        let tiles: Vec<Arc<str>> = ["Bay", "Long_road", "T-2", "T2x", "a_b", "ab"].map(Arc::from).to_vec();
        let found = |name: &str| tile_named(name, &tiles).map(|tile| tile.to_string());
        assert_eq!(found("bay"), Some("Bay".into()));
        assert_eq!(found("LONG road"), Some("Long_road".into()));
        assert_eq!(found("t2"), Some("T-2".into()));
        assert_eq!([found("AB"), found(""), found("sea")], [None, None, None], "no tile, or more than one");
    }

    #[test]
    fn names_of_files_are_free_and_simple() {
        let taken = vec![("art/Bay.png".to_owned(), Arc::default()), ("art/bay_2.png".to_owned(), Arc::default())];
        assert_eq!(free_path(&taken, "Bay", "png"), "art/bay_3.png");
        assert_eq!(free_path(&taken, "Bay", "jpg"), "art/bay.jpg");
        assert_eq!(free_path(&taken, "../7", "png"), "art/picture.png");
    }

    #[test]
    fn names_of_pictures_have_any_case() {
        for (name, is_picture) in
            [("a.PNG", true), ("b/c.jpeg", true), ("d.svg", true), ("e.gif", false), ("png", false)]
        {
            assert_eq!(is_picture_name(Path::new(name)), is_picture, "{name}");
        }
    }
}
