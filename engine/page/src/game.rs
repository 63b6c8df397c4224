//! Writes the page of a game, and the part of other pages that steps through a game.

use std::collections::BTreeSet;

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};
use tilewright_art::geometry::Point;
use tilewright_art::outline::{cell_size, center, corners_of, place};
use tilewright_art::own::OwnArt;
use tilewright_art::short::UNITS;
use tilewright_core::catalog::lattice::{Cell, Lattice, Plane};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::session::timeline::JumpError;
use tilewright_core::state::Stage;
use tilewright_wording::ending::{by_source, outcome};

use crate::course::{PageCourse, walk};
use crate::document::{Document, Pictures};
use crate::html::{data, escape, foreign};
use crate::naming::Naming;
use crate::position::PositionJson;
use crate::sprites::{Sprites, units};
use crate::viewpoint::Viewpoint;

/// Readers for whom the page of a game is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Readers {
    /// Readers who may know everything, even hidden information.
    Everybody,
    /// Readers who may know only what an onlooker at the table sees.
    Onlookers,
    /// Player of one seat, who may also know the secrets of the seat.
    Seat(Seat),
}

/// Settings for the page of a game.
#[derive(Clone, Copy, Debug)]
pub struct GamePage<'a> {
    /// Name of the game. Only a page for everybody shows it, since the id of a record may contain its seed, which
    /// reveals everything hidden.
    pub id: &'a str,
    /// Language of the packs' texts; the page's own words are Dutch or English.
    pub language: &'a str,
    /// Intended readers; the page contains nothing that is hidden from them.
    pub readers: Readers,
    /// Own art of the game's catalog; `None` if everything is drawn from data.
    pub art: Option<&'a OwnArt>,
}

/// Returns the page of a game from its beginning to its current position.
///
/// # Errors
/// A part of the game was played with rules that were replaced later, so its positions cannot be restored.
pub fn game_page(session: &mut Session, page: &GamePage<'_>) -> Result<String, JumpError> {
    let catalog = Arc::clone(session.game().catalog());
    let naming = Naming::new(&catalog, page.language);
    let own = naming.own;
    let mut sprites = Sprites::new(&catalog, page.art);
    let viewpoint = match page.readers {
        Readers::Seat(seat) => vec![Viewpoint::Of(seat)],
        Readers::Onlookers => vec![Viewpoint::Open],
        Readers::Everybody => Viewpoint::all(session.game().seat_count()),
    };
    let game = stepper(session, &viewpoint, naming, &mut sprites)?;
    let title = catalog.packs.iter().map(|pack| &*pack.title).collect::<Vec<_>>().join(", ");
    let packs: Vec<String> =
        catalog.packs.iter().map(|pack| foreign(&format!("{} {}", pack.id, pack.version))).collect();
    let mut facts = vec![
        own.html("played", &[&session.game().seat_count().to_string()]),
        own.text_with_html("of", &[own.get("packs").to_owned(), packs.join(", ")]),
    ];
    let chosen = catalog.options.iter().filter(|option| !option.default);
    let chosen: Vec<String> =
        chosen.map(|option| foreign(&format!("{}:{} = {}", option.pack, option.name, option.value))).collect();
    if !chosen.is_empty() {
        facts.push(own.text_with_html("of", &[own.get("options").to_owned(), chosen.join(", ")]));
    }
    let limited = match page.readers {
        Readers::Seat(seat) => Some(own.html("seen-only", &[&own.seat(seat)])),
        Readers::Onlookers => Some(own.html("seen-openly", &[])),
        Readers::Everybody => None,
    };
    facts.extend(limited.map(|limited| format!("<strong>{limited}</strong>")));
    let facts: String = facts.into_iter().map(|fact| format!("<li>{fact}</li>")).collect();
    let id = match page.readers {
        Readers::Everybody => format!("<p class=\"id\">{}</p>\n", foreign(page.id)),
        _ => String::new(),
    };
    let body = format!(
        "{}<header>\n<h1>{}</h1>\n{id}<ul class=\"facts\">{facts}</ul>\n</header>\n<main>\n{game}\
         </main>\n<footer><p>{}</p></footer>\n",
        sprites.definitions(),
        foreign(&title),
        own.get("made-by")
    );
    Ok(Document {
        language: own.language(),
        title: &if page.readers == Readers::Everybody { format!("{title} – {}", page.id) } else { title.clone() },
        body,
        pictures: Pictures::Within,
    }
    .write())
}

/// Returns the part of a page that steps through a game.
///
/// # Errors
/// A part of the game was played with rules that were replaced later, so its positions cannot be restored.
pub(crate) fn stepper(
    session: &mut Session,
    viewpoint: &[Viewpoint],
    naming: Naming<'_>,
    sprites: &mut Sprites<'_>,
) -> Result<String, JumpError> {
    let course = walk(session, viewpoint, naming, sprites)?;
    let own = naming.own;
    let board = board(&course, naming, sprites);
    let heading = |key: &'static str| format!("<h2>{}</h2>", own.get(key));
    Ok(format!(
        "<noscript><p>{}</p></noscript>\n<div class=\"play\">\n<section class=\"table\" aria-label=\"{}\">\n{board}\
         {}<p id=\"now\" aria-live=\"polite\"></p>\n<div id=\"beside\" hidden>{}<dl></dl></div>\n</section>\n\
         <aside id=\"side\" hidden>\n{}\n<div id=\"seats\"></div>\n<p id=\"asked\"></p>\n</aside>\n\
         <section class=\"course\">\n{}\n<ol id=\"log\" tabindex=\"0\" start=\"0\">\n{}</ol>\n</section>\n</div>\n\
         <details id=\"in-words\" hidden><summary>{}</summary><div></div></details>\n<section class=\"result\">\n{}\n{}\
         </section>\n<section class=\"rule-lines\">\n{}\n<dl>\n{}</dl>\n</section>\n{}",
        own.get("no-script"),
        own.get("board"),
        controls(&course, naming),
        heading("table"),
        heading("scores"),
        heading("log"),
        course.log(),
        own.get("board-words"),
        heading("result"),
        result(session, naming),
        heading("rules-behind"),
        course.rules.list(naming),
        data("game-data", &game_data(&course, naming, sprites)),
    ))
}

/// Returns the buttons, the slider and the list of viewpoints, which are hidden without a script.
fn controls(course: &PageCourse, naming: Naming<'_>) -> String {
    let own = naming.own;
    let button = |id: &'static str, icon: &str| {
        format!(
            "<button type=\"button\" id=\"{id}\" title=\"{0}\" aria-label=\"{0}\"><svg viewBox=\"0 0 16 16\" \
             aria-hidden=\"true\"><path d=\"{icon}\"/></svg></button>\n",
            own.get(id)
        )
    };
    let mut choice = String::new();
    if !course.is_open() {
        let options = course.viewpoint.iter().map(|viewpoint| {
            let words = match viewpoint {
                Viewpoint::Of(seat) => own.seat(*seat),
                Viewpoint::Everything => own.get("eyes-e").to_owned(),
                Viewpoint::Open => own.get("eyes-o").to_owned(),
            };
            format!("<option value=\"{}\">{words}</option>", viewpoint.key())
        });
        let options: String = options.collect();
        choice = format!("<label>{} <select id=\"eyes\">{options}</select></label>\n", own.get("eyes"));
    }
    let last = course.positions.len().saturating_sub(1);
    format!(
        "<div id=\"controls\" role=\"group\" aria-label=\"{}\" hidden>\n{}{}<button type=\"button\" id=\"play\" \
         aria-pressed=\"false\">{}</button>\n{}{}<label class=\"slide\">{} <input type=\"range\" id=\"slider\" min=\"0\" \
         max=\"{last}\" value=\"{last}\"></label>\n<output id=\"count\" for=\"slider\"></output>\n{choice}<p class=\"keys\">{}</p>\n\
         </div>\n",
        own.get("controls"),
        button("first", "M2 2h2v12H2zM14 2v12L5 8z"),
        button("back", "M12 2v12L3 8z"),
        own.get("js-play"),
        button("on", "M4 2v12l9-6z"),
        button("last", "M12 2h2v12h-2zM2 2v12l9-6z"),
        own.get("position"),
        own.get("keys"),
    )
}

/// Returns the board at the last position. The script shows other positions in the same place.
fn board(course: &PageCourse, naming: Naming<'_>, sprites: &mut Sprites<'_>) -> String {
    let catalog = naming.catalog;
    let lattice = catalog.lattice;
    let rim = catalog.board.rim.iter().filter(|rim| course.cells.contains(&rim.cell));
    let rim = rim.map(|rim| (sprites.rim(rim), course.spread.place(rim.cell)));
    let rim: String = rim.map(|(drawing, at)| crate::sprites::use_of(drawing, at)).collect();
    let nothing = PositionJson::new();
    let end = course.positions.last().unwrap_or(&nothing);
    let of = |letter: char| end.iter().filter(move |(name, _)| name.starts_with(letter));
    let on_cell = |(_, value): (&String, &Json)| {
        let number = |i: usize| value[i].as_i64().unwrap_or(0) as i16;
        let (x, y) = units(place(lattice, Cell::new(number(1), number(2))));
        format!("<use href=\"#d{}\" x=\"{x}\" y=\"{y}\"/>", value[0])
    };
    let (empty, tiles): (String, String) = (of('e').map(on_cell).collect(), of('t').map(on_cell).collect());
    let mut standing: Vec<&Json> = of('f').chain(of('k')).map(|(_, value)| value).collect();
    standing.sort_by_key(|value| value[2].as_i64());
    let standing = standing.iter().map(|v| format!("<use href=\"#d{}\" x=\"{}\" y=\"{}\"/>", v[0], v[1], v[2]));
    let standing: String = standing.collect();
    let (labels, [from, to]) = (labels(course, lattice), frame(course, lattice));
    let background = background(course, [from, to], sprites, lattice);
    let ((x, y), (width, height)) = (units(from), units(to - from));
    let frame = format!("{x} {y} {width} {height}");
    let words = naming.own.text("board-end", &[&of('t').count().to_string()]);
    format!(
        "<svg id=\"board\" viewBox=\"{frame}\" role=\"img\" aria-label=\"{}\">\n{background}<g id=\"rim\">{rim}</g>\n\
         <g id=\"empty\">{empty}</g>\n<g id=\"tiles\">{tiles}</g>\n<g id=\"marks\"></g>\n\
         <g id=\"standing\">{standing}</g>\n<g class=\"labels\" aria-hidden=\"true\">{labels}</g>\n</svg>\n",
        escape(&words)
    )
}

/// Margin around the cells, in cell widths.
const MARGIN: f32 = 0.42;

/// Returns the least and greatest corner of the view box around everything that is shown at any position.
fn frame(course: &PageCourse, lattice: Lattice) -> [Point; 2] {
    let margin = Point::new(MARGIN, MARGIN);
    let [from, to] = bounds(course, lattice, |_| true);
    [from - margin, to + margin]
}

/// Returns the least and greatest corner of the cells that are shown at any position and that a condition accepts.
fn bounds(course: &PageCourse, lattice: Lattice, is_wanted: impl Fn(&Cell) -> bool) -> [Point; 2] {
    let (width, height) = cell_size(lattice);
    let cells = course.cells.iter().filter(|cell| is_wanted(cell));
    let places: Vec<Point> = cells.map(|&cell| course.spread.place(cell)).collect();
    let least = |axis: fn(&Point) -> f32| places.iter().map(axis).reduce(f32::min).unwrap_or(0.0);
    let most = |axis: fn(&Point) -> f32| places.iter().map(axis).reduce(f32::max).unwrap_or(0.0);
    [Point::new(least(|p| p.x), least(|p| p.y)), Point::new(most(|p| p.x) + width, most(|p| p.y) + height)]
}

/// Returns the backgrounds of the planes. A repeating picture of a single plane covers the whole view box.
fn background(course: &PageCourse, frame: [Point; 2], sprites: &mut Sprites<'_>, lattice: Lattice) -> String {
    let planes: BTreeSet<Plane> = course.cells.iter().map(|cell| cell.plane()).collect();
    let is_single = planes.len() == 1;
    let mut out = String::new();
    for plane in planes {
        let is_whole = is_single && sprites.artist().has_repeating_background(plane);
        let area = if is_whole { frame } else { bounds(course, lattice, |cell| cell.plane() == plane) };
        let origin = Cell::new_on(plane, 0, 0).map_or(area[0], |cell| course.spread.place(cell));
        out.push_str(&sprites.background(plane, area, origin));
    }
    out
}

/// Returns labels with the numbers of columns above and of rows to the left. Except on squares, each cell has its own
/// label instead.
fn labels(course: &PageCourse, lattice: Lattice) -> String {
    let middle = center(lattice);
    let label = |at: Point, text: String| {
        let (x, y) = units(at);
        format!("<text x=\"{x}\" y=\"{y}\">{text}</text>")
    };
    if lattice != Lattice::Square {
        let low = middle + Point::new(0.0, 0.36);
        let labels = course.cells.iter().map(|&cell| label(course.spread.place(cell) + low, cell.to_string()));
        return labels.collect();
    }
    // Each plane has its own columns and rows.
    let planes = course.cells.iter().map(|cell| cell.plane()).collect::<BTreeSet<_>>();
    let of_plane = |plane: Plane| {
        let there = course.cells.iter().filter(|cell| cell.plane() == plane);
        let columns: BTreeSet<i16> = there.clone().map(|cell| cell.coordinates().0).collect();
        let rows: BTreeSet<i16> = there.map(|cell| cell.coordinates().1).collect();
        let (left, top) = (columns.first().copied().unwrap_or(0), rows.first().copied().unwrap_or(0));
        let place = |x, y| Cell::new_on(plane, x, y).map_or(Point::new(0.0, 0.0), |cell| course.spread.place(cell));
        let above = columns.into_iter().map(|x| label(place(x, top) + Point::new(0.5, -0.17), x.to_string()));
        let above: String = above.collect();
        let beside = rows.into_iter().map(|y| label(place(left, y) + Point::new(-0.2, 0.54), y.to_string()));
        above + &beside.collect::<String>()
    };
    planes.into_iter().map(of_plane).collect()
}

/// Returns the winners and a table of the points by source.
pub(crate) fn result(session: &Session, naming: Naming<'_>) -> String {
    let (game, own) = (session.game(), naming.own);
    let seats: Vec<Seat> = (0..game.seat_count() as u8).map(Seat).collect();
    let verdict = match game.stage() {
        Stage::Over => naming.sentences().ending(&outcome(game, naming.language)),
        _ => own.get("under-way").to_owned(),
    };
    let row = |name: &str, cell: &str, points: &[i32]| {
        let cells: String = points.iter().map(|n| format!("<{cell}>{n}</{cell}>")).collect();
        format!("<tr><th scope=\"row\">{name}</th>{cells}</tr>\n")
    };
    let heads = seats.iter().map(|seat| format!("<th scope=\"col\">{} {}</th>", chip(*seat), own.seat(*seat)));
    let heads: String = heads.collect();
    let by_source = by_source(game, naming.language);
    let rows: String = by_source.iter().map(|(source, points)| row(&foreign(source), "td", points)).collect();
    format!(
        "<p>{verdict}</p>\n<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">{}</th>{heads}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n<tfoot>{}</tfoot>\n</table></div>\n",
        own.get("book"),
        row(own.get("total"), "td", game.scores())
    )
}

/// Returns the sign of a seat: its number on its colour.
pub(crate) fn chip(seat: Seat) -> String {
    format!("<span class=\"chip seat{}\" aria-hidden=\"true\">{seat}</span>", seat.index())
}

/// Returns the data for the script of the page.
fn game_data(course: &PageCourse, naming: Naming<'_>, sprites: &Sprites<'_>) -> Json {
    let tiles = sprites.tiles().map(|(number, kind, turn)| {
        let mut about = vec![json!(naming.tile(kind)), json!(naming.shows(kind, turn))];
        if let Some((corner, size)) = sprites.large(kind, turn) {
            let ((x, y), (width, height)) = (units(corner), units(size));
            about.push(json!(format!("{x} {y} {width} {height}")));
        }
        (number.to_string(), Json::Array(about))
    });
    let tiles: Map<String, Json> = tiles.collect();
    let seats =
        course.positions.first().map_or(0, |position| position.keys().filter(|name| name.starts_with('s')).count());
    let seats: Vec<String> = (0..seats as u8).map(|seat| naming.own.seat(Seat(seat))).collect();
    let mut data = shape(naming.catalog.lattice);
    let eyes: Vec<String> = course.viewpoint.iter().map(|viewpoint| viewpoint.key()).collect();
    data.insert("eyes".to_owned(), json!(eyes));
    data.insert("seats".to_owned(), json!(seats));
    data.insert("tiles".to_owned(), tiles.into());
    data.insert("words".to_owned(), naming.own.of_script());
    data.insert("positions".to_owned(), course.data());
    data.into()
}

/// Returns the shape of the cells of a lattice: `right` and `down`, the steps to the next column and row; `outlines`, the
/// corners of a cell; `triangles`, true if cells point up or down; `box`, the view box of a cell.
pub(crate) fn shape(lattice: Lattice) -> Map<String, Json> {
    let (width, height) = cell_size(lattice);
    // The outlines of a triangle that points down and one that points up; on other lattices, all cells have the same
    // outline.
    let outlines: Vec<String> = [Cell::ORIGIN, Cell::new(1, 0)]
        .iter()
        .map(|&cell| {
            let corners = corners_of(lattice, cell).into_iter().map(units);
            corners.map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
        })
        .collect();
    let step = |x, y| json!(units(place(lattice, Cell::new(x, y))));
    let is_triangle = lattice == Lattice::Triangle;
    let named = [
        ("right", step(1, 0)),
        ("down", step(0, 1)),
        ("outlines", json!(outlines)),
        ("triangles", json!(is_triangle)),
        ("box", json!(format!("0 0 {} {}", (width * UNITS).round(), (height * UNITS).round()))),
    ];
    named.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
