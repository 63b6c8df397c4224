//! Compares the figures of players in own art pixel by pixel, also as colour-blind players see them.

use tilewright_art::board::seat_color;
use tilewright_art::geometry::Point;
use tilewright_art::own::OwnArt;
use tilewright_art::raster::pixels;
use tilewright_art::scene::Scene;
use tilewright_art::tile::{Artist, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::FigurePicture;
use tilewright_core::catalog::id::{FigureKindId, PictureId};
use tilewright_core::catalog::seat::Seat;
use tilewright_pack::colour::{Sight, distance, lab};

/// Width and height of the pictures that are compared, in pixels.
const SIDE: f32 = 48.0;

/// Minimum mean difference of the pictures of two players in CIELAB. The two most similar colours of players differ by
/// 16, so that a bright part of a fifth of the figure is enough for them.
pub const ENOUGH: f64 = 3.0;

/// Difference of a visible pixel and an invisible one.
const SHAPE: f64 = 100.0;

/// Figures of two players that look alike.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AlikeSeats {
    /// The figures.
    pub figure: FigureKindId,
    /// Picture that the figures show.
    pub picture: PictureId,
    /// The two players, in order.
    pub seats: [Seat; 2],
    /// Vision with the smallest difference.
    pub sight: Sight,
    /// Mean difference of the two pictures with that vision, below [`ENOUGH`].
    pub difference: f64,
}

/// Pixels of a figure for each kind of vision: their colours in CIELAB; `None` if a pixel is transparent.
type SeenFigure = [Vec<Option<[f64; 3]>>; Sight::ALL.len()];

/// Returns the figures that look alike for two players: for each picture of a figure, the two most similar players.
/// Equal pictures without a mask are left out, because the check of the pack reports them.
pub fn alike_seats(catalog: &Catalog, art: &OwnArt) -> Vec<AlikeSeats> {
    let artist = Artist::new(catalog, Style::default()).with_art(Some(art));
    let mut found = Vec::new();
    for (&figure, look) in &art.look().figures {
        for (picture, lies) in [(Some(&look.standing), false), (look.lying.as_ref(), true)] {
            found.extend(picture.and_then(|picture| most_alike(&artist, figure, picture, lies)));
        }
    }
    found
}

/// Returns the two most similar players if they look alike.
fn most_alike(artist: &Artist<'_>, figure: FigureKindId, picture: &FigurePicture, lies: bool) -> Option<AlikeSeats> {
    let seats = || (0..artist.catalog().seats.1).map(Seat);
    let seen: Vec<SeenFigure> = seats().map(|seat| see(artist, figure, seat, lies)).collect::<Option<_>>()?;
    let mut worst: Option<AlikeSeats> = None;
    for one in seats() {
        for two in seats().take_while(|two| *two < one) {
            let (own, other) = (picture.of_seat(one), picture.of_seat(two));
            if own == other && own.1.is_none() {
                continue;
            }
            for (number, sight) in Sight::ALL.into_iter().enumerate() {
                let difference = mean_difference(&seen[one.index()][number], &seen[two.index()][number]);
                if difference < worst.map_or(ENOUGH, |worst| worst.difference) {
                    worst = Some(AlikeSeats { figure, picture: own.0, seats: [two, one], sight, difference });
                }
            }
        }
    }
    worst
}

/// Draws a figure of a player; `None` if its picture is missing.
fn see(artist: &Artist<'_>, figure: FigureKindId, seat: Seat, lies: bool) -> Option<SeenFigure> {
    // Without its picture, the figure is drawn from data.
    artist.art()?.figure(figure, seat, seat_color(seat), lies)?;
    let side = artist.figure_side(figure);
    let mut scene = Scene::new(side, side);
    artist.draw_figure(&mut scene, figure, seat, Point::new(side / 2.0, side / 2.0), lies);
    let drawn = pixels(&scene, SIDE / side).ok()?;
    Some(Sight::ALL.map(|sight| {
        let pixels = drawn.rgba.chunks_exact(4);
        pixels.map(|pixel| (pixel[3] > 127).then(|| lab([pixel[0], pixel[1], pixel[2]], sight))).collect()
    }))
}

/// Returns the mean difference of the pixels that are visible in at least one of two pictures; infinity if there are
/// none.
fn mean_difference(one: &[Option<[f64; 3]>], two: &[Option<[f64; 3]>]) -> f64 {
    let (mut sum, mut count) = (0.0, 0u32);
    for pair in one.iter().zip(two) {
        sum += match pair {
            (None, None) => continue,
            (Some(one), Some(two)) => distance(*one, *two),
            _ => SHAPE,
        };
        count += 1;
    }
    if count == 0 { f64::INFINITY } else { sum / f64::from(count) }
}
