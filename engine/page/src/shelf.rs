//! Writes the page of a shelf: its packs as cards, with a search field.

use crate::document::{Document, Pictures};
use crate::html::{escape, foreign};
use crate::words::Own;

/// Content of the page of a shelf.
#[derive(Clone, Copy, Debug)]
pub struct ShelfPage<'a> {
    /// Title of the shelf, as plain text.
    pub title: &'a str,
    /// Packs in the order in which they are shown.
    pub cards: &'a [Card],
    /// Language of the page's own words.
    pub language: &'a str,
}

/// Card of a pack on the page of a shelf. Links to files are paths from the page, made only of ids and versions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Card {
    /// Id of the pack, from its manifest.
    pub id: String,
    /// Title of the pack, as plain text.
    pub title: String,
    /// Description of the pack in one sentence.
    pub summary: String,
    /// Number of its newest version.
    pub version: String,
    /// Names of its authors, in the order of the manifest.
    pub authors: Vec<String>,
    /// Licence of the newest version; empty if there is none.
    pub licence: String,
    /// Path of its picture; `None` if it has no picture.
    pub picture: Option<String>,
    /// Path of its own page; `None` if it has no page.
    pub page: Option<String>,
    /// Reason why the author has withdrawn the newest version; `None` if it is available.
    pub withdrawn: Option<String>,
}

/// Returns the page of a shelf. Its pictures are files next to it; it loads nothing else.
pub fn shelf_page(page: ShelfPage<'_>) -> String {
    let own = Own::new(page.language);
    let count = page.cards.len().to_string();
    let cards: String = page.cards.iter().map(|card| card_html(card, own)).collect();
    let body = format!(
        "<header>\n<h1>{}</h1>\n<p class=\"summary\">{}</p>\n\
         <search hidden id=\"search\"><label for=\"words\">{}</label>\n\
         <input type=\"search\" id=\"words\" autocomplete=\"off\">\n\
         <output id=\"found\" for=\"words\" data-words=\"{}\">{}</output></search>\n</header>\n\
         <main>\n<ul class=\"shelf\">\n{cards}</ul>\n</main>\n<footer><p>{}</p><p>{}</p></footer>\n",
        foreign(page.title),
        own.get("shelf-about"),
        own.get("search"),
        escape(own.get("found")),
        own.html("found", &[&count, &count]),
        own.text_with_html("how-to-add", &["<code>tilewright shelf add</code>".to_owned()]),
        own.get("made-by-shelf"),
    );
    Document { language: own.language(), title: page.title, body, pictures: Pictures::Beside }.write()
}

fn card_html(card: &Card, own: Own) -> String {
    let title = foreign(&card.title);
    let title = match &card.page {
        Some(page) => format!("<a href=\"{}\">{title}</a>", escape(page)),
        None => title,
    };
    // The title next to the picture already names the pack.
    let picture = match &card.picture {
        Some(path) => format!("<img src=\"{}\" alt=\"\" loading=\"lazy\">", escape(path)),
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
        escape(&card.id),
        foreign(&card.version),
        foreign(&card.summary),
        about.join(" · ")
    )
}
