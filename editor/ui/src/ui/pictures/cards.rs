//! Makes the cards of the first page on a background thread: for bundled packs, for packs that the user had open, and
//! for all other packs that are found.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::SystemTime;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use tilewright_art::bitmap::Bitmap;
use tilewright_art::decode::decode_look;
use tilewright_art::geometry::Point;
use tilewright_art::own::OwnArt;
use tilewright_art::raster::pixels;
use tilewright_art::scene::{Image, Scene, Shape};
use tilewright_art::tile::{Artist, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::ArtLook;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::catalog::seat::Seat;
use tilewright_editor_model::pack::analysis::PackSurroundings;
use tilewright_editor_model::pack::document::disk::shown_path;
use tilewright_editor_model::pack::home::Home;
use tilewright_editor_model::pack::own_art::chosen_look;
use tilewright_kit::packs::art::LoadedArt;
use tilewright_kit::packs::find::{Finder, PACK_FILE, PackPlace};
use tilewright_kit::packs::load::{Loaded, Request};

use crate::ui::pictures::figure_scene;
use crate::ui::pictures::hero;

/// Maximum number of tiles on a card.
const SHOWN: usize = 4;

/// Width of a tile on a card, in pixels.
const WIDTH: f32 = 96.0;

/// Number of pixels on the longer side of pictures in SVG.
const SVG_SIDE: u32 = 2 * WIDTH as u32;

/// Looks of own art that the user has chosen, by the folders of the packs.
pub type ChosenLooks = BTreeMap<PathBuf, String>;

/// Content of a card without its picture.
#[derive(Clone, Default)]
pub struct CardContent {
    /// Title of the pack, or its id for a pack without a title.
    pub title: String,
    /// Description of the pack by language.
    pub about: BTreeMap<String, String>,
    /// Number of kinds of tile that the pack itself declares.
    pub kinds: usize,
    /// Id of the game that the pack extends; `None` if the pack is a game itself.
    pub game: Option<Arc<str>>,
    /// Reason why the pack cannot be played; `None` if it can.
    pub trouble: Option<UnplayableReason>,
    /// Time of the last change to one of its files; `None` for bundled packs.
    pub changed: Option<SystemTime>,
}

/// Reason why a pack cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnplayableReason {
    /// The folder or its `pack.ron` no longer exists.
    Gone,
    /// Message of the first error that was found in the pack.
    Wrong(String),
}

/// Card of a pack on the first page.
pub struct PackCard {
    /// Texts and facts about the pack.
    pub about: CardContent,
    /// Some tiles or figures of the pack in a row; `None` if there is nothing to draw.
    pub picture: Option<TextureHandle>,
}

/// Key that identifies a card.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CardKey {
    /// Id of a bundled pack.
    Included(Arc<str>),
    /// Folder of the user's own pack.
    Folder(PathBuf),
    /// Id of a pack by others, installed or found in a folder of packs.
    Others(Arc<str>),
}

enum CardUpdate {
    Card(CardKey, Box<CardContent>, Option<ColorImage>),
    Hero(Arc<str>, ColorImage),
    End,
}

/// Cards that are ready, and the channel for those in progress.
pub struct Cards {
    ready: BTreeMap<CardKey, PackCard>,
    /// Cards of `ready` that were not taken over from earlier ones.
    made: BTreeSet<CardKey>,
    hero: Option<(Arc<str>, TextureHandle)>,
    is_done: bool,
    coming: Receiver<CardUpdate>,
}

impl Cards {
    /// Returns an empty set of cards, for use until the packs are known.
    pub fn none() -> Cards {
        Cards { ready: BTreeMap::new(), made: BTreeSet::new(), hero: None, is_done: true, coming: channel().1 }
    }

    /// Starts to make the cards of all packs, including those in `folders`. Own art is drawn in the chosen looks. The
    /// cards `before` are shown until new ones replace them.
    pub fn begin(
        ctx: &Context,
        home: &Home,
        surroundings: &Arc<PackSurroundings>,
        folders: &[PathBuf],
        looks: &ChosenLooks,
        before: Option<Cards>,
    ) -> Cards {
        let (sender, coming) = channel();
        let (surroundings, waker) = (Arc::clone(surroundings), ctx.clone());
        let (home, folders, looks) = (home.clone(), folders.to_vec(), looks.clone());
        std::thread::spawn(move || {
            let send = Send { to: sender, waker, looks };
            // The receiver is gone once the editor closes, so no error needs a report.
            let _ = send.all(&home, &surroundings, &folders);
        });
        let Cards { ready, hero, .. } = before.unwrap_or_else(Cards::none);
        Cards { ready, made: BTreeSet::new(), hero, is_done: false, coming }
    }

    /// Takes finished cards from the background thread and loads their pictures as textures.
    pub fn look(&mut self, ctx: &Context) {
        while let Ok(made) = self.coming.try_recv() {
            let texture = |name: String, image| ctx.load_texture(name, image, TextureOptions::LINEAR);
            match made {
                CardUpdate::Card(of, about, image) => {
                    let picture = image.map(|image| texture(format!("card {of:?}"), image));
                    self.made.insert(of.clone());
                    self.ready.insert(of, PackCard { about: *about, picture });
                }
                CardUpdate::Hero(game, image) => self.hero = Some((game, texture("hero".to_owned(), image))),
                CardUpdate::End => {
                    self.ready.retain(|of, _| self.made.contains(of));
                    self.is_done = true;
                }
            }
        }
    }

    /// Returns a card; `None` if it is not ready.
    pub fn get(&self, of: &CardKey) -> Option<&PackCard> {
        self.ready.get(of)
    }

    /// Returns the finished cards of bundled packs with their ids.
    pub fn bundled_cards(&self) -> impl Iterator<Item = (&Arc<str>, &PackCard)> {
        self.ready.iter().filter_map(|(of, card)| if let CardKey::Included(id) = of { Some((id, card)) } else { None })
    }

    /// Returns the ids of packs by others with finished cards.
    pub fn others(&self) -> impl Iterator<Item = &Arc<str>> {
        self.ready.keys().filter_map(|of| if let CardKey::Others(id) = of { Some(id) } else { None })
    }

    /// Returns the folders of the user's own packs with finished cards.
    pub fn folders(&self) -> impl Iterator<Item = &PathBuf> {
        self.ready.keys().filter_map(|of| if let CardKey::Folder(folder) = of { Some(folder) } else { None })
    }

    /// Returns the picture of a board, and the id of the game that its tiles belong to; `None` if it is not ready.
    pub fn hero(&self) -> Option<(&Arc<str>, &TextureHandle)> {
        self.hero.as_ref().map(|(game, picture)| (game, picture))
    }

    /// Waits up to 60 seconds for all cards; for tests.
    pub fn wait(&mut self, ctx: &Context) {
        let start = std::time::Instant::now();
        while !self.is_done && start.elapsed() < std::time::Duration::from_secs(60) {
            self.look(ctx);
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }
}

/// Channel for finished cards, and the context to repaint when one is sent.
struct Send {
    to: Sender<CardUpdate>,
    waker: Context,
    looks: ChosenLooks,
}

/// Error of a card whose receiver no longer exists.
struct ReceiverDropped;

impl Send {
    fn one(&self, made: CardUpdate) -> Result<(), ReceiverDropped> {
        self.to.send(made).map_err(|_| ReceiverDropped)?;
        self.waker.request_repaint();
        Ok(())
    }

    fn all(&self, home: &Home, surroundings: &PackSurroundings, folders: &[PathBuf]) -> Result<(), ReceiverDropped> {
        // Cards of bundled packs show the bundled version, even if the user has a changed copy.
        let included = PackSurroundings::read(&Finder::only_bundled());
        let mut along: BTreeSet<Arc<str>> = BTreeSet::new();
        let mut most: Option<(usize, Arc<str>, Arc<Catalog>)> = None;
        for id in included.packs() {
            let loaded = load(&included, id, None);
            along.extend(own_hash(&loaded, id));
            let (about, image) = card(&loaded, id, None);
            let is_more = most.as_ref().is_none_or(|(kinds, ..)| about.kinds > *kinds);
            if let Some(catalog) = loaded.catalog().filter(|_| about.game.is_none() && is_more) {
                most = Some((about.kinds, id.clone(), Arc::clone(catalog)));
            }
            self.one(CardUpdate::Card(CardKey::Included(id.clone()), Box::new(about), image))?;
        }
        let own = own_folders(home, folders);
        for folder in &own {
            let look = self.looks.get(folder).map(String::as_str);
            let (about, image) = card_of(home, surroundings, folder, look);
            self.one(CardUpdate::Card(CardKey::Folder(folder.clone()), Box::new(about), image))?;
        }
        // The game with the most kinds of tile gives the most varied picture.
        if let Some((_, game, catalog)) = most {
            let kinds: Vec<TileKindId> = own_kinds(&catalog, &game).collect();
            if let Some(image) = hero::picture(&catalog, &kinds) {
                self.one(CardUpdate::Hero(game, image))?;
            }
        }
        let is_shown = |id: &str| match surroundings.place(id) {
            Some(PackPlace::Bundled) | None => true,
            Some(place) => place.folder().is_some_and(|folder| own.iter().any(|known| known == folder)),
        };
        for id in surroundings.packs().chain(surroundings.unreadable()).filter(|id| !is_shown(id)) {
            let loaded = load(surroundings, id, None);
            // In a source tree, the bundled packs are also found in a folder of packs.
            if own_hash(&loaded, id).is_some_and(|hash| along.contains(&hash)) {
                continue;
            }
            let (about, image) = card(&loaded, id, None);
            self.one(CardUpdate::Card(CardKey::Others(id.clone()), Box::new(about), image))?;
        }
        self.one(CardUpdate::End)
    }
}

/// Returns the recent folders, followed by the packs that the editor stores itself.
fn own_folders(home: &Home, recent: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders = recent.to_vec();
    let kept = std::fs::read_dir(home.packs()).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut kept: Vec<PathBuf> = kept.filter(|folder| folder.join(PACK_FILE).is_file()).collect();
    kept.sort();
    folders.extend(kept.into_iter().filter(|folder| !recent.contains(folder)));
    folders
}

/// Returns the hash that identifies the content of a pack.
fn own_hash(loaded: &Loaded, id: &str) -> Option<Arc<str>> {
    loaded.packs.iter().find(|pack| *pack.id == *id).map(|pack| pack.hash.as_ref().into())
}

/// Loads a pack, and the theme of a look.
fn load(surroundings: &PackSurroundings, id: &str, look: Option<&str>) -> Loaded {
    let theme = look.and_then(|look| look.split_once(':')).map(|(theme, _)| theme);
    let theme = theme.filter(|theme| surroundings.files(theme).is_some() && *theme != id);
    let mut request = Request::new(std::iter::once(id).chain(theme));
    request.lints = false;
    surroundings.load(&request)
}

/// Returns the card and the picture of a pack in a folder.
fn card_of(
    home: &Home,
    surroundings: &PackSurroundings,
    folder: &Path,
    look: Option<&str>,
) -> (CardContent, Option<ColorImage>) {
    let id = folder.file_name().unwrap_or_default().to_string_lossy();
    if !folder.join(PACK_FILE).is_file() {
        let gone = CardContent {
            title: shown_path(Path::new(&*id)),
            trouble: Some(UnplayableReason::Gone),
            ..CardContent::default()
        };
        return (gone, None);
    }
    // Packs in the editor's own folder are already known to the surroundings.
    let is_known = surroundings.place(&id).and_then(PackPlace::folder) == Some(folder);
    let loaded = if is_known {
        load(surroundings, &id, look)
    } else {
        load(&PackSurroundings::read_around(&home.finder_beside(folder), folder), &id, look)
    };
    let (mut about, image) = card(&loaded, &id, look);
    let times = std::fs::read_dir(folder).into_iter().flatten().flatten();
    about.changed = times.filter_map(|entry| entry.metadata().ok()?.modified().ok()).max();
    (about, image)
}

/// Returns the content and the picture of a pack's card in a look; `None` is the first look of the pack.
fn card(loaded: &Loaded, id: &str, look: Option<&str>) -> (CardContent, Option<ColorImage>) {
    let find = |id: &str| loaded.packs.iter().find(|pack| *pack.id == *id);
    let title = find(id).map(|pack| pack.title.to_string()).filter(|title| !title.is_empty());
    let mut about = CardContent { title: title.unwrap_or_else(|| shown_path(Path::new(id))), ..CardContent::default() };
    // Following the first requirement of each pack leads to a game. Packs that require each other have no such game, so
    // the number of steps is limited.
    let mut needed = find(id).and_then(|pack| pack.needs.first());
    for _ in 0..loaded.packs.len() {
        let Some((game, _)) = needed else { break };
        about.game = Some(game.clone());
        needed = find(game).and_then(|pack| pack.needs.first());
    }
    about.trouble =
        loaded.diagnostics.iter().find(|d| d.is_error()).map(|d| UnplayableReason::Wrong(d.message.clone()));
    let Some(catalog) = loaded.catalog() else { return (about, None) };
    let told = |language: &str| catalog.texts.get(language, &format!("{id}:pack.about")).map(str::to_owned);
    about.about = catalog.texts.languages().filter_map(|l| Some((l.to_owned(), told(l)?))).collect();
    about.kinds = own_kinds(catalog, id).count();
    let look = chosen_look(&loaded.art, look, id);
    let picture = |pack: &str| picture(catalog, pack, &loaded.art, look);
    let image = picture(id).or_else(|| about.game.as_ref().and_then(|game| picture(game)));
    (about, image)
}

fn own_kinds<'a>(catalog: &'a Catalog, pack: &'a str) -> impl Iterator<Item = TileKindId> + 'a {
    let kinds = catalog.drawn_kinds().filter(move |&kind| !catalog.kinds[kind].cells.is_empty());
    kinds.filter(move |id| *catalog.kinds.name(*id).pack == *pack)
}

/// Draws the box if it has a picture, and the tiles with the most segments in a row, or the figures of a pack that adds
/// no tiles.
fn picture(catalog: &Catalog, pack: &str, loaded: &LoadedArt, look: Option<&ArtLook>) -> Option<ColorImage> {
    let mut kinds: Vec<_> = own_kinds(catalog, pack).collect();
    kinds.sort_by_key(|id| std::cmp::Reverse(catalog.kinds[*id].segments.len()));
    kinds.truncate(SHOWN);
    let art = look.map(|look| decode_shown(catalog, loaded, look, &kinds));
    let artist = Artist::new(catalog, Style::default()).with_art(art.as_ref());
    let cover = art.as_ref().and_then(|art| Some(cover_scene(art.bitmap(art.look().cover?)?)));
    let tiles = kinds.iter().map(|kind| artist.tile(*kind, Turn::NONE));
    let mut shown: Vec<Scene> = cover.into_iter().chain(tiles).take(SHOWN).collect();
    if shown.is_empty() {
        let own = catalog.figures.ids().filter(|id| *catalog.figures.name(*id).pack == *pack);
        let seats = (0..).map(Seat);
        shown = own.zip(seats).take(SHOWN).map(|(id, seat)| figure_scene(&artist, id, seat, false)).collect();
    }
    let mut strip = Scene::new(SHOWN as f32 * 1.06, 1.0);
    for (number, scene) in shown.iter().enumerate() {
        let scale = 1.0 / scene.size.0.max(scene.size.1);
        let middle = Point::new((1.0 - scene.size.0 * scale) / 2.0, (1.0 - scene.size.1 * scale) / 2.0);
        strip.add_scaled(scene, Point::new(number as f32 * 1.06, 0.0) + middle, scale);
    }
    let drawn = pixels(&strip, WIDTH).ok().filter(|_| !shown.is_empty())?;
    Some(ColorImage::from_rgba_unmultiplied([drawn.width as usize, drawn.height as usize], &drawn.rgba))
}

/// Decodes the pictures of a look that a card can show: those of some tiles and of the figures, and the box.
fn decode_shown(catalog: &Catalog, loaded: &LoadedArt, look: &ArtLook, kinds: &[TileKindId]) -> OwnArt {
    let fronts: BTreeSet<TileKindId> = kinds.iter().map(|&kind| catalog.front(kind)).collect();
    let ArtLook { id, theme, tiles, terrains, tags, figures, cover, .. } = look.clone();
    let tiles = tiles.into_iter().filter(|(kind, _)| fronts.contains(kind)).collect();
    // Figures are drawn only if there are no tiles.
    let figures = if kinds.is_empty() { figures } else { BTreeMap::new() };
    let shown = ArtLook { id, theme, tiles, terrains, tags, figures, cover, ..ArtLook::default() };
    decode_look(&loaded.plan, &shown, SVG_SIDE, |file| loaded.bytes(file).map(Arc::clone)).art
}

/// Draws the picture of the box.
fn cover_scene(bitmap: &Arc<Bitmap>) -> Scene {
    let mut scene = Scene::new(1.0, bitmap.aspect());
    let image = Image::in_box(Arc::clone(bitmap), Point::new(0.0, 0.0), Point::new(1.0, bitmap.aspect()));
    scene.shapes.push(Shape::Image(image));
    scene
}
