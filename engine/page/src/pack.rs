//! Writes the page of a pack: its description, tiles, pieces, options, rules and read-me, and a game to step through.

use std::sync::Arc;

use tilewright_art::geometry::Point;
use tilewright_art::outline::cell_size;
use tilewright_art::own::OwnArt;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::catalog::{Catalog, FigureKind, Value};
use tilewright_core::session::Session;
use tilewright_core::session::timeline::JumpError;
use tilewright_kit::packs::load::{DeclaredOption, Loaded, OptionType};
use tilewright_pack::Manifest;
use tilewright_script::Header;

use crate::document::{Document, Pictures};
use crate::game::stepper;
use crate::html::{escape, foreign};
use crate::naming::Naming;
use crate::readme::read_me;
use crate::sprites::{Sprites, alone};
use crate::viewpoint::Viewpoint;
use crate::words::Own;

/// Content of the page of a pack.
pub struct PackPage<'a> {
    /// Loaded packs, including all needed ones.
    pub loaded: &'a Loaded,
    /// Catalog that was built from the loaded packs.
    pub catalog: &'a Arc<Catalog>,
    /// Ids of the packs that the page describes; declarations of other packs are on their own pages.
    pub packs: &'a [String],
    /// Text of the read-me in Markdown; `None` if there is none.
    pub read_me: Option<&'a str>,
    /// Language of the packs' texts; the page's own words are Dutch or English.
    pub language: &'a str,
    /// Game with random choices to step through; `None` for a page without a game.
    pub game: Option<&'a mut Session>,
    /// Data from the shelf; `None` if the page is not on one.
    pub shelf: Option<OnShelf<'a>>,
    /// Own art of the catalog; `None` if everything is drawn from data.
    pub art: Option<&'a OwnArt>,
}

/// Data about a pack from its shelf. Links to files are paths from the page, made only of ids and versions.
#[derive(Clone, Copy, Debug)]
pub struct OnShelf<'a> {
    /// Path of the page of the shelf.
    pub home: &'a str,
    /// Title of the shelf, as plain text.
    pub title: &'a str,
    /// Versions of the pack, the newest first.
    pub versions: &'a [Version],
    /// Certificates in the pack, about other packs that its author has tested it with.
    pub claims: &'a [CertificateClaim],
}

/// Version of a pack on a shelf.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Version {
    /// Number of the version, such as `1.0.0`.
    pub number: String,
    /// Path of its archive file from the page.
    pub file: String,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Packs that it needs, each with a range of versions.
    pub needs: Vec<String>,
    /// Key that signed the version; `None` if it is not signed.
    pub key: Option<String>,
    /// Reason why the author has withdrawn the version; `None` if it is available.
    pub withdrawn: Option<String>,
}

/// Claim of a certificate in a pack.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CertificateClaim {
    /// Packs that were tested together, with their versions.
    pub packs: Vec<String>,
    /// Number of tests that passed.
    pub tests: u64,
    /// Number of games that were verified.
    pub games: u64,
    /// Number of sets of options in these games.
    pub sets: u64,
}

/// Returns the page of a pack.
///
/// # Errors
/// A part of the game was played with rules that were replaced later, so its positions cannot be restored.
pub fn pack_page(page: PackPage<'_>) -> Result<String, JumpError> {
    let PackPage { loaded, catalog, packs, read_me: about, language, game, shelf, art } = page;
    let naming = Naming::new(catalog, language);
    let own = naming.own;
    let mut sprites = Sprites::new(catalog, art);
    let named: Vec<&Manifest> = loaded.packs.iter().filter(|pack| packs.iter().any(|id| **id == *pack.id)).collect();
    let title = named.iter().map(|pack| &*pack.title).collect::<Vec<_>>().join(", ");
    let shows = Shows { naming, loaded, packs };
    let game = match game {
        Some(session) => {
            let seed = session.seed().to_string();
            let stepper = stepper(session, &[Viewpoint::Everything], naming, &mut sprites)?;
            format!("<p class=\"about\">{}</p>\n{stepper}", own.html("by-chance", &[&seed]))
        }
        None => String::new(),
    };
    let parts = [
        ("tile-kinds", shows.tiles(&mut sprites)),
        ("pieces", shows.pieces(&mut sprites)),
        ("options", shows.options()),
        ("rules", shows.rules()),
        ("a-game", game),
        ("versions", shelf.map_or_else(String::new, |shelf| versions(shelf.versions, own))),
        ("certificates", shelf.map_or_else(String::new, |shelf| claims(shelf.claims, own))),
        ("read-me", about.map_or_else(String::new, |text| format!("<div class=\"read-me\">{}</div>\n", read_me(text)))),
    ];
    let parts: Vec<(&str, String)> = parts.into_iter().filter(|(_, html)| !html.is_empty()).collect();
    let links = parts.iter().map(|(key, _)| format!("<li><a href=\"#{key}\">{}</a></li>", own.get(key)));
    let links: String = links.collect();
    let sections = parts.iter().map(|(key, html)| {
        let class = if *key == "a-game" { "" } else { " class=\"card\"" };
        format!("<section id=\"{key}\"{class}>\n<h2>{}</h2>\n{html}</section>\n", own.get(key))
    });
    let sections: String = sections.collect();
    let summary = naming
        .text("pack.about")
        .map_or_else(String::new, |text| format!("<p class=\"summary\">{}</p>\n", foreign(text)));
    let home = shelf.map_or_else(String::new, |shelf| {
        format!("<p class=\"home\"><a href=\"{}\">{}</a></p>\n", escape(shelf.home), foreign(shelf.title))
    });
    let body = format!(
        "{}<header>\n{home}<h1>{}</h1>\n{summary}{}<nav aria-label=\"{}\"><ul>{links}</ul></nav>\n</header>\n<main>\n\
         {sections}</main>\n<footer><p>{}</p></footer>\n",
        sprites.definitions(),
        foreign(&title),
        shows.facts(&named),
        own.get("contents"),
        own.get("made-by"),
    );
    Ok(Document { language: own.language(), title: &title, body, pictures: Pictures::Within }.write())
}

/// Common data of the sections of a page.
struct Shows<'a> {
    naming: Naming<'a>,
    loaded: &'a Loaded,
    packs: &'a [String],
}

impl Shows<'_> {
    fn is_own(&self, pack: &str) -> bool {
        self.packs.iter().any(|id| id == pack)
    }

    /// Returns a list of versions, authors, licences and needed packs.
    fn facts(&self, packs: &[&Manifest]) -> String {
        let own = self.naming.own;
        let mut rows = String::new();
        let mut row = |key: &'static str, text: String| {
            if !text.is_empty() {
                rows.push_str(&format!("<dt>{}</dt><dd>{text}</dd>\n", own.get(key)));
            }
        };
        let each = |of: &dyn Fn(&Manifest) -> String| {
            let mut all: Vec<String> = packs.iter().map(|pack| of(pack)).filter(|text| !text.is_empty()).collect();
            all.dedup();
            all.join("; ")
        };
        let texts = |texts: &[Arc<str>]| texts.iter().map(|text| foreign(text)).collect::<Vec<_>>().join(", ");
        row("version", each(&|pack| foreign(&format!("{} {}", pack.id, pack.version))));
        row("authors", each(&|pack| texts(&pack.authors)));
        let origin = |pack: &Manifest| pack.changed_from.as_ref().map(|origin| foreign(&origin.to_string()));
        row("changed-from", each(&|pack| origin(pack).unwrap_or_default()));
        row("licence", each(&|pack| foreign(&pack.licence)));
        let needs = |pack: &Manifest| {
            let needs = pack.needs.iter().map(|(id, range)| own.html("needs-of", &[id, range]));
            needs.collect::<Vec<_>>().join(", ")
        };
        row("needs", each(&needs));
        let (least, most) = self.naming.catalog.seats;
        row("seats", own.html("seat-range", &[&least.to_string(), &most.to_string()]));
        format!("<dl class=\"plain\">\n{rows}</dl>\n")
    }

    /// Returns every kind of tile with its picture and the number of copies.
    fn tiles(&self, sprites: &mut Sprites<'_>) -> String {
        let (naming, catalog) = (self.naming, self.naming.catalog);
        let own = naming.own;
        let kinds: Vec<TileKindId> =
            catalog.drawn_kinds().filter(|kind| self.is_own(&catalog.kinds.name(*kind).pack)).collect();
        if kinds.is_empty() {
            return String::new();
        }
        let mut total = 0;
        let mut items = String::new();
        let (width, height) = cell_size(catalog.lattice);
        for &kind in &kinds {
            let mut places = Vec::new();
            for bag in catalog.bags.ids().filter(|&bag| catalog.declared_bag(bag) == bag) {
                // The bags of all seats have the same contents, so one of them is enough.
                let Some(like) = catalog.bags_of(bag).next() else { continue };
                let count: u32 = catalog.bags[like].contents.iter().filter(|(of, _)| *of == kind).map(|(_, n)| n).sum();
                if count > 0 {
                    total += count;
                    let bag = naming.name("bag", &catalog.bags.key(bag));
                    places.push(own.html("in-bag", &[&count.to_string(), &bag]));
                }
            }
            let is_mirrored = catalog.front(kind) != kind;
            if is_mirrored {
                let front = naming.tile(catalog.front(kind));
                places.push(own.html("mirror-image", &[&front]));
            }
            if catalog.board.presets.iter().any(|preset| preset.kind == kind) {
                places.push(own.get("on-board").to_owned());
            }
            if places.is_empty() {
                places.push(own.get("in-no-bag").to_owned());
            }
            let (corner, size) =
                sprites.large(kind, Turn::NONE).unwrap_or((Point::default(), Point::new(width, height)));
            // The box of a chip is always square, even if cells are not.
            let size = if catalog.kinds[kind].cells.is_empty() { Point::new(1.0, 1.0) } else { size };
            let picture = alone(sprites.tile(kind, Turn::NONE), "tile", corner, size);
            let help =
                naming.tile_help(kind).map_or_else(String::new, |help| format!("<span>{}</span>", foreign(&help)));
            let shows = naming.shows(kind, Turn::NONE);
            let shows = if shows.is_empty() { shows } else { format!("<span>{}</span>", foreign(&shows)) };
            items.push_str(&format!(
                "<li>{picture}<strong>{}</strong>{help}<span>{}</span>{shows}</li>\n",
                foreign(&naming.tile(kind)),
                places.join(", ")
            ));
        }
        let counts = own.html("kinds-count", &[&kinds.len().to_string(), &total.to_string()]);
        format!("<p class=\"about\">{counts}</p>\n<ul class=\"kinds\">\n{items}</ul>\n")
    }

    /// Returns the figures and tokens with their pictures.
    fn pieces(&self, sprites: &mut Sprites<'_>) -> String {
        let (naming, catalog) = (self.naming, self.naming.catalog);
        let mut items = String::new();
        // The pictures are centred on the origin; the factor leaves space for their rim and shadow.
        let picture = |number: usize, width: f32| {
            let half = width * 0.72;
            alone(number, "piece", Point::new(-half, -half), Point::new(2.0 * half, 2.0 * half))
        };
        for (id, figure) in catalog.figures.iter().filter(|(id, _)| self.is_own(&catalog.figures.name(*id).pack)) {
            items.push_str(&format!(
                "<li>{}<strong>{}</strong>{}</li>\n",
                picture(sprites.figure(id, None, false), sprites.artist().figure_width(id)),
                foreign(&naming.name("figure", &catalog.figures.key(id))),
                self.about_figure(figure)
            ));
        }
        for (id, _) in catalog.tokens.iter().filter(|(id, _)| self.is_own(&catalog.tokens.name(*id).pack)) {
            items.push_str(&format!(
                "<li>{}<strong>{}</strong><span>{}</span></li>\n",
                picture(sprites.token(id), sprites.artist().token_width(id)),
                foreign(&naming.name("token", &catalog.tokens.key(id))),
                naming.own.get("token")
            ));
        }
        if items.is_empty() { items } else { format!("<ul class=\"kinds\">\n{items}</ul>\n") }
    }

    fn about_figure(&self, figure: &FigureKind) -> String {
        let own = self.naming.own;
        let mut said = vec![own.html("for-each", &[&figure.supply.to_string()])];
        let other = |&(seats, supply): &(u8, u16)| own.html("for-seats", &[&supply.to_string(), &seats.to_string()]);
        said.extend(figure.supply_by_seats.iter().map(other));
        said.push(own.html("weighs", &[&figure.weight.to_string()]));
        let on: Vec<String> = figure
            .on
            .iter()
            .map(|&terrain| self.naming.name("terrain", &self.naming.catalog.terrains.key(terrain)))
            .collect();
        if !on.is_empty() {
            said.push(own.html("stands-on", &[&on.join(", ")]));
        }
        said.into_iter().map(|text| format!("<span>{text}</span>")).collect()
    }

    /// Returns the options that players can set, with their texts.
    fn options(&self) -> String {
        let own = self.naming.own;
        let mut rows = String::new();
        for option in self.loaded.options.iter().filter(|option| self.is_own(&option.pack)) {
            let called = self.naming.text(&option.text).unwrap_or(&option.name);
            let help = self
                .naming
                .text(&format!("{}.help", option.text))
                .map_or_else(String::new, |text| format!("<p class=\"about\">{}</p>", foreign(text)));
            rows.push_str(&format!(
                "<tr><th scope=\"row\">{}<br><code>{}</code></th><td>{help}<ul>{}</ul></td></tr>\n",
                foreign(called),
                escape(&option.name),
                self.values(option)
            ));
        }
        let heads = format!("<th scope=\"col\">{}</th><th scope=\"col\">{}</th>", own.get("option"), own.get("can-be"));
        if rows.is_empty() {
            return rows;
        }
        format!(
            "<div class=\"wide options\"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
        )
    }

    fn values(&self, option: &DeclaredOption) -> String {
        let own = self.naming.own;
        let value = |code: String, words: Option<&str>, default: bool| {
            let words = words.map_or_else(String::new, |words| format!(" {}", foreign(words)));
            let default = if default { format!(" <em>({})</em>", own.get("default")) } else { String::new() };
            format!("<li><code>{}</code>{words}{default}</li>", escape(&code))
        };
        match &option.kind {
            OptionType::Bool => [true, false]
                .map(|yes| {
                    let words = own.get(if yes { "yes" } else { "no" });
                    value(yes.to_string(), Some(words), option.default == Value::Bool(yes))
                })
                .concat(),
            OptionType::Int(min, max) => {
                let range = own.text("numbers", &[&min.to_string(), &max.to_string()]);
                value(range, None, false) + &value(option.default.to_string(), None, true)
            }
            OptionType::Choice(choices) => choices
                .iter()
                .map(|choice| {
                    let words = self.naming.text(&format!("{}.{}", option.text, choice.key()));
                    let code = choice_text(choice);
                    let default = option.default.to_string() == code;
                    value(code, words, default)
                })
                .collect(),
        }
    }

    /// Returns the rule modules, each with its documentation and the settings of the pack.
    fn rules(&self) -> String {
        let own = self.naming.own;
        let mut out = String::new();
        for module in self.naming.catalog.modules.iter().filter(|module| self.is_own(&module.pack)) {
            let from = own.get(if module.path.starts_with("scripts/") { "from-library" } else { "from-pack" });
            let doc = Header::parse(&module.source).0.doc;
            let doc: String = doc.split("\n\n").map(|text| format!("<p>{}</p>", foreign(text))).collect();
            let set = module.params.iter().map(|(name, value)| {
                format!("<li><code>{} = {}</code></li>", escape(name), escape(&value.to_string()))
            });
            let set: String = set.collect();
            let set = if set.is_empty() { set } else { format!("<ul class=\"set\">{set}</ul>") };
            let file = module.path.rsplit('/').next().unwrap_or_default();
            out.push_str(&format!("<h3>{} <small>{from}</small></h3>\n{doc}{set}\n", foreign(file)));
        }
        if out.is_empty() { out } else { format!("<div class=\"rules\">\n{out}</div>\n") }
    }
}

/// Returns the versions on a shelf, each with a link to its file.
fn versions(versions: &[Version], own: Own) -> String {
    let mut rows = String::new();
    for version in versions {
        let needs = version.needs.iter().map(|need| foreign(need)).collect::<Vec<_>>().join(", ");
        let key = version
            .key
            .as_ref()
            .map_or_else(|| own.get("unsigned").to_owned(), |key| format!("<code>{}</code>", foreign(key)));
        let withdrawn = version
            .withdrawn
            .as_ref()
            .map_or_else(String::new, |why| format!("<p class=\"withdrawn\">{}</p>", own.html("withdrawn", &[why])));
        rows.push_str(&format!(
            "<tr><th scope=\"row\"><a href=\"{}\" download>{}</a>{withdrawn}</th><td>{}</td><td>{needs}</td><td>{key}</td></tr>\n",
            escape(&version.file),
            foreign(&version.number),
            own.html("kilobytes", &[&version.bytes.div_ceil(1000).to_string()]),
        ));
    }
    let heads = ["version", "size", "needs", "signed-by"];
    let heads: String = heads.iter().map(|key| format!("<th scope=\"col\">{}</th>", own.get(key))).collect();
    if rows.is_empty() {
        return rows;
    }
    format!("<div class=\"wide\"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n")
}

/// Returns the certificates, as claims of the author.
fn claims(claims: &[CertificateClaim], own: Own) -> String {
    let items = claims.iter().map(|claim| {
        let numbers = [claim.games, claim.tests, claim.sets].map(|number| number.to_string());
        let packs: Vec<String> = claim.packs.iter().map(|pack| foreign(pack)).collect();
        let values: Vec<String> = std::iter::once(own.list(&packs)).chain(numbers).collect();
        format!("<li>{}</li>\n", own.text_with_html("claim", &values))
    });
    let items: String = items.collect();
    if items.is_empty() {
        items
    } else {
        format!("<p class=\"about\">{}</p>\n<ul>\n{items}</ul>\n", own.get("claimed"))
    }
}

/// Returns a value of an option as a pack writes it.
fn choice_text(choice: &tilewright_kit::packs::load::Choice) -> String {
    match choice {
        tilewright_kit::packs::load::Choice::Plain(value) => value.to_string(),
        tilewright_kit::packs::load::Choice::Form(name, arguments) => {
            let arguments: Vec<&str> = arguments.iter().map(|argument| &*argument.name).collect();
            format!("{name}({})", arguments.join(","))
        }
    }
}
