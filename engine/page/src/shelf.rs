//! The page of a shelf: its packs as cards, found as one types.

use crate::document::{Document, Pictures};
use crate::html::{escaped, foreign};
use crate::words::Own;

/// What the page of a shelf shows.
#[derive(Clone, Copy, Debug)]
pub struct ShelfPage<'a> {
    /// What the shelf is called.
    pub title: &'a str,
    /// Its packs, in the order in which they are shown.
    pub cards: &'a [Card],
    /// The language of the page's own words.
    pub language: &'a str,
}

/// A pack on the page of a shelf. What links to files are paths from the page, made of what ids and versions consist of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Card {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is, in a sentence.
    pub summary: String,
    /// Its newest version.
    pub version: String,
    /// Who made it.
    pub authors: Vec<String>,
    /// Its licence.
    pub licence: String,
    /// Its picture, if there is one.
    pub picture: Option<String>,
    /// Its own page, if there is one.
    pub page: Option<String>,
    /// Why its author has taken it back.
    pub withdrawn: Option<String>,
}

/// The page of a shelf. Its pictures are files beside it; it has no other parts.
pub fn shelf_page(page: ShelfPage<'_>) -> String {
    let own = Own::new(page.language);
    let count = page.cards.len().to_string();
    let cards: String = page.cards.iter().map(|card| shown(card, own)).collect();
    let body = format!(
        "<header>\n<h1>{}</h1>\n<p class=\"summary\">{}</p>\n\
         <search hidden id=\"search\"><label for=\"words\">{}</label>\n\
         <input type=\"search\" id=\"words\" autocomplete=\"off\">\n\
         <output id=\"found\" for=\"words\" data-words=\"{}\">{}</output></search>\n</header>\n\
         <main>\n<ul class=\"shelf\">\n{cards}</ul>\n</main>\n<footer><p>{}</p><p>{}</p></footer>\n",
        foreign(page.title),
        own.get("shelf-about"),
        own.get("search"),
        escaped(own.get("found")),
        own.html("found", &[&count, &count]),
        own.around("how-to-add", &["<code>tilewright shelf add</code>".to_owned()]),
        own.get("made-by-shelf"),
    );
    Document { language: own.language(), title: page.title, body, pictures: Pictures::Beside }.write()
}

fn shown(card: &Card, own: Own) -> String {
    let title = foreign(&card.title);
    let title = match &card.page {
        Some(page) => format!("<a href=\"{}\">{title}</a>", escaped(page)),
        None => title,
    };
    // What it shows is told by the title beside it.
    let picture = match &card.picture {
        Some(path) => format!("<img src=\"{}\" alt=\"\" loading=\"lazy\">", escaped(path)),
        None => {
            let letter: String = card.title.chars().take(1).collect();
            format!("<span class=\"no-picture\" aria-hidden=\"true\">{}</span>", foreign(&letter))
        }
    };
    let withdrawn = card
        .withdrawn
        .as_ref()
        .map_or_else(String::new, |why| format!("<p class=\"withdrawn\">{}</p>", own.html("withdrawn", &[why])));
    let authors: Vec<String> = card.authors.iter().map(|author| foreign(author)).collect();
    let about = [own.list(&authors), foreign(&card.licence)];
    let about: Vec<String> = about.into_iter().filter(|text| !text.is_empty()).collect();
    format!(
        "<li class=\"card\">{picture}<h2>{title}</h2>\n<p class=\"about\"><code>{}</code> {}</p>\n<p>{}</p>{withdrawn}\n\
         <p class=\"about\">{}</p></li>\n",
        escaped(&card.id),
        foreign(&card.version),
        foreign(&card.summary),
        about.join(" · ")
    )
}
