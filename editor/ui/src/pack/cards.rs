//! The cards of the packs that come along: a title, a sentence and a few tiles each, made in the background.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use tilewright_art::geometry::Point;
use tilewright_art::raster::pixels;
use tilewright_art::scene::Scene;
use tilewright_art::tile::{Artist, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::catalog::seat::Seat;
use tilewright_kit::packs::load::Request;

use crate::pack::analysis::Surroundings;
use crate::pack::document::disk::shown_path;
use crate::ui::pictures::figure_scene;

/// Tiles on a card.
const SHOWN: usize = 4;

/// Width of a tile on a card, in pixels.
const WIDTH: f32 = 96.0;

/// What a card says.
pub struct Card {
    /// The pack's title.
    pub title: String,
    /// What it is about, by language.
    pub about: BTreeMap<String, String>,
    /// Kinds of tile of its own.
    pub kinds: usize,
    /// Some of its tiles or figures side by side.
    pub picture: Option<TextureHandle>,
}

struct Made {
    id: Arc<str>,
    title: String,
    about: BTreeMap<String, String>,
    kinds: usize,
    image: Option<ColorImage>,
}

/// All cards that are ready.
pub struct Cards {
    ready: BTreeMap<Arc<str>, Card>,
    coming: Receiver<Made>,
}

impl Cards {
    /// Begins to make the cards of all packs.
    pub fn begin(ctx: &Context, surroundings: &Arc<Surroundings>) -> Cards {
        let (sender, coming) = channel();
        let (surroundings, waker) = (Arc::clone(surroundings), ctx.clone());
        std::thread::spawn(move || {
            for id in surroundings.packs() {
                // Nobody waits for cards any more when the editor is gone.
                if sender.send(make(&surroundings, id)).is_err() {
                    return;
                }
                waker.request_repaint();
            }
        });
        Cards { ready: BTreeMap::new(), coming }
    }

    /// A card, if it is ready.
    pub fn get(&mut self, ctx: &Context, pack: &str) -> Option<&Card> {
        while let Ok(made) = self.coming.try_recv() {
            let name = format!("card {}", made.id);
            let picture = made.image.map(|image| ctx.load_texture(name, image, TextureOptions::LINEAR));
            let card = Card { title: made.title, about: made.about, kinds: made.kinds, picture };
            self.ready.insert(made.id, card);
        }
        self.ready.get(pack)
    }

    /// Waits for all cards, for tests.
    pub fn wait(&mut self, ctx: &Context, count: usize) {
        let start = std::time::Instant::now();
        while self.ready.len() < count && start.elapsed() < std::time::Duration::from_secs(60) {
            self.get(ctx, "");
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }
}

fn make(surroundings: &Surroundings, id: &Arc<str>) -> Made {
    let mut request = Request::new([&**id]);
    request.lints = false;
    let loaded = surroundings.load(&request);
    let title =
        loaded.packs.iter().find(|p| p.id == *id).map_or_else(|| shown_path(Path::new(&**id)), |p| p.title.to_string());
    let mut made = Made { id: id.clone(), title, about: BTreeMap::new(), kinds: 0, image: None };
    if let Some(catalog) = loaded.catalog() {
        let about = |language: &str| catalog.texts.get(language, &format!("{id}:pack.about")).map(str::to_owned);
        let languages: Vec<String> = catalog.texts.languages().map(str::to_owned).collect();
        made.about = languages.into_iter().filter_map(|l| Some((l.clone(), about(&l)?))).collect();
        made.kinds = own_kinds(catalog, id).count();
        made.image = picture(catalog, id);
    }
    made
}

fn own_kinds<'a>(
    catalog: &'a Catalog,
    pack: &'a str,
) -> impl Iterator<Item = tilewright_core::catalog::id::TileKindId> + 'a {
    catalog
        .kinds
        .iter()
        .filter(|(_, kind)| !kind.cells.is_empty())
        .map(|(id, _)| id)
        .filter(move |id| *catalog.kinds.name(*id).pack == *pack)
}

/// Those tiles side by side that show most; of a pack that adds none, its figures.
fn picture(catalog: &Catalog, pack: &str) -> Option<ColorImage> {
    let artist = Artist::new(catalog, Style::default());
    let mut kinds: Vec<_> = own_kinds(catalog, pack).collect();
    kinds.sort_by_key(|id| std::cmp::Reverse(catalog.kinds[*id].segments.len()));
    let mut shown: Vec<Scene> = kinds.iter().take(SHOWN).map(|kind| artist.tile(*kind, Turn::NONE)).collect();
    if shown.is_empty() {
        let own = catalog.figures.ids().filter(|id| *catalog.figures.name(*id).pack == *pack);
        let seats = (0..).map(Seat);
        shown = own.zip(seats).take(SHOWN).map(|(id, seat)| figure_scene(catalog, id, seat)).collect();
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
