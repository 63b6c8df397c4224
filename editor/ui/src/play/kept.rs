//! Lists the saved games with pictures and scores. A background thread reads each game, replays it to its last position
//! and draws it once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use tilewright_art::board::{Extras, board_scene};
use tilewright_art::raster::pixels;
use tilewright_art::tile::{Artist, Style};
use tilewright_core::state::Game;
use tilewright_editor_model::job::{Job, JobPoll, Teller};
use tilewright_editor_model::pack::home::Home;
use tilewright_editor_model::table::keeper::{LeftGame, kept_games};
use tilewright_editor_model::table::saved::Saved;
use tilewright_editor_model::table::seating::{COLOURS, Seating};
use tilewright_editor_model::table::trouble::OpeningError;
use tilewright_kit::games::opening;
use tilewright_kit::games::running::clear_aside;

use crate::ui::waker;

/// Maximum width and height of a picture, in pixels.
const PICTURE: (f32, f32) = (640.0, 400.0);
const CELL: f32 = 96.0;

/// Scores and picture of a saved game at its last position.
pub struct GamePreview {
    /// Score of each seat.
    pub scores: Vec<i32>,
    /// Picture of the board; `None` if it could not be drawn.
    pub picture: Option<TextureHandle>,
    /// Reason why the game cannot be replayed; `None` if it can.
    pub trouble: Option<String>,
}

/// Saved game in the list.
pub struct ListedGame {
    /// Game as read from its file.
    pub game: LeftGame,
    /// Scores and picture; `None` until they are known.
    pub seen: Option<GamePreview>,
    /// Titles of its packs, starting with the open one.
    pub titles: Vec<String>,
    /// Names and colours of its seats.
    pub seating: Seating,
    /// Number of answers in the branch that was played last.
    pub answers: usize,
}

impl ListedGame {
    /// Returns the path of the game's file.
    pub fn path(&self) -> &Path {
        &self.game.left.path
    }
}

enum GameListUpdate {
    List(Vec<LeftGame>),
    Seen(PathBuf, SystemTime, DrawnPreview),
}

struct DrawnPreview {
    scores: Vec<i32>,
    image: Option<ColorImage>,
    trouble: Option<String>,
}

/// List of saved games, the latest first.
#[derive(Default)]
pub struct GameList {
    all: Vec<ListedGame>,
    job: Option<Job<GameListUpdate>>,
    /// True if no changes to the folder are known since the list was read.
    is_right: bool,
    /// True if the folder has been read since the program started.
    begun: bool,
}

impl GameList {
    /// Returns all games that are known.
    pub fn all(&self) -> &[ListedGame] {
        &self.all
    }

    /// Returns the game of a file.
    pub fn get_mut(&mut self, path: &Path) -> Option<&mut ListedGame> {
        self.all.iter_mut().find(|kept| kept.path() == path)
    }

    /// Removes a game from the list.
    pub fn take_out(&mut self, path: &Path) {
        self.all.retain(|kept| kept.path() != path);
        self.look_again();
    }

    /// Marks the list as out of date, so that it is read again before it is shown.
    pub fn look_again(&mut self) {
        self.is_right = false;
    }

    /// Returns true while no games are known and the list is being read or out of date.
    pub fn is_unread(&self) -> bool {
        self.all.is_empty() && (self.job.is_some() || !self.is_right)
    }

    /// Takes new results from the background thread, and reads the folder again if the list is out of date.
    pub fn look(&mut self, ctx: &Context, home: &Home) {
        if !self.is_right {
            self.is_right = true;
            let known = self.all.iter().filter(|kept| kept.seen.is_some());
            let known = known.map(|kept| (kept.path().to_owned(), kept.game.left.when)).collect();
            let (home, first) = (home.clone(), !std::mem::replace(&mut self.begun, true));
            self.job = Some(Job::begin(waker(ctx), move |teller: &Teller<GameListUpdate>| {
                if first {
                    // Games that were removed in an earlier run can no longer be restored.
                    clear_aside(&home.games());
                }
                read(&home, &known, teller);
            }));
        }
        while let Some(job) = &self.job {
            match job.look() {
                JobPoll::News(GameListUpdate::List(games)) => self.take_over(games),
                JobPoll::News(GameListUpdate::Seen(path, when, drawn)) => {
                    let same = |kept: &&mut ListedGame| kept.path() == path && kept.game.left.when == when;
                    if let Some(kept) = self.all.iter_mut().find(same) {
                        let texture = |image| ctx.load_texture("a game", image, TextureOptions::LINEAR);
                        let DrawnPreview { scores, image, trouble } = drawn;
                        kept.seen = Some(GamePreview { scores, picture: image.map(texture), trouble });
                    }
                }
                JobPoll::Nothing => return,
                JobPoll::Ended => self.job = None,
            }
        }
    }

    /// Replaces the list, and keeps the pictures of games whose files are unchanged.
    fn take_over(&mut self, games: Vec<LeftGame>) {
        let mut known: BTreeMap<(PathBuf, SystemTime), GamePreview> = BTreeMap::new();
        for kept in self.all.drain(..) {
            if let Some(seen) = kept.seen {
                known.insert((kept.game.left.path, kept.game.left.when), seen);
            }
        }
        self.all.extend(games.into_iter().map(|game| {
            let seen = known.remove(&(game.left.path.clone(), game.left.when));
            // These values are cached, since the list is drawn in every frame.
            let (titles, seating, answers) = (game.titles(), game.seating(), game.left.answers());
            ListedGame { game, seen, titles, seating, answers }
        }));
    }

    /// Waits until all games are read and drawn; for tests.
    pub(crate) fn wait(&mut self, ctx: &Context, home: &Home) {
        self.look(ctx, home);
        let start = std::time::Instant::now();
        while self.job.is_some() && start.elapsed() < std::time::Duration::from_secs(60) {
            self.look(ctx, home);
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }
}

fn read(home: &Home, known: &BTreeMap<PathBuf, SystemTime>, teller: &Teller<GameListUpdate>) {
    let games = kept_games(&home.games());
    teller.tell(GameListUpdate::List(games.clone()));
    for game in games {
        if !teller.goes_on() {
            return;
        }
        let (path, when) = (game.left.path.clone(), game.left.when);
        if known.get(&path) != Some(&when) {
            teller.tell(GameListUpdate::Seen(path, when, replay_and_draw(home, game)));
        }
    }
}

/// Replays a game to its last position with the packs on the disk, and draws its board.
fn replay_and_draw(home: &Home, game: LeftGame) -> DrawnPreview {
    let finder = home.finder_beside(&game.folder);
    let colours = game.seating().colours().all();
    match opening::open(&finder, &[], &Saved::Left(Box::new(game)).record()) {
        Ok(opened) => {
            let game = opened.session.game();
            DrawnPreview { scores: game.scores().to_vec(), image: picture(game, colours), trouble: None }
        }
        Err(failure) => {
            DrawnPreview { scores: Vec::new(), image: None, trouble: Some(OpeningError(failure).to_string()) }
        }
    }
}

fn picture(game: &Game, colours: [u8; COLOURS]) -> Option<ColorImage> {
    let artist = Artist::new(game.catalog(), Style { frame: false, ornaments: true });
    let mut scene = board_scene(game, &artist, &Extras { colours: Some(colours), ..Extras::default() });
    // The first shape is the background, which is removed because the window draws its own for the light and the dark
    // theme.
    scene.shapes.drain(..scene.shapes.len().min(1));
    let (width, height) = scene.size;
    let drawn = pixels(&scene, CELL.min(PICTURE.0 / width).min(PICTURE.1 / height)).ok()?;
    Some(ColorImage::from_rgba_unmultiplied([drawn.width as usize, drawn.height as usize], &drawn.rgba))
}
