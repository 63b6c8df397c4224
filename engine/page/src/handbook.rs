//! Writes the handbook for designers as pages: one for each topic, and one that lists them.

use tilewright_handbook::{Destination, Phrase, Piece, Topic, TopicKind, topics};

use crate::document::{Document, Pictures};
use crate::html::escape;

/// File name of the page that lists the topics.
const INDEX: &str = "index.html";
/// Title of the handbook.
const TITLE: &str = "Handbook for designers";

/// Returns the pages of the handbook, each with its file name and its text. They link only to each other and to
/// addresses in the handbook, and load nothing from elsewhere.
pub fn handbook_pages() -> Vec<(String, String)> {
    let all = topics();
    let mut pages = vec![(INDEX.to_owned(), index(all))];
    for (number, topic) in all.iter().enumerate() {
        let before = number.checked_sub(1).and_then(|before| all.get(before));
        pages.push((file(topic.slug), page(topic, before, all.get(number + 1))));
    }
    pages
}

fn file(slug: &str) -> String {
    format!("{slug}.html")
}

fn index(all: &[Topic]) -> String {
    let mut body = format!(
        "<header>\n<h1>{TITLE}</h1>\n<p class=\"summary\">How to make a tile-laying game, and recipes: each a small \
         complete pack that does one thing.</p>\n<search hidden id=\"search\"><label for=\"words\">Search</label>\n\
         <input type=\"search\" id=\"words\" autocomplete=\"off\">\n\
         <output id=\"found\" for=\"words\" data-words=\"{{}} of {{}} pages\">{count} of {count} pages</output></search>\n\
         </header>\n<main>\n",
        count = all.len()
    );
    for (sort, title) in [(TopicKind::Chapter, "Chapters"), (TopicKind::Recipe, "Recipes")] {
        body.push_str(&format!("<h2>{title}</h2>\n<ul class=\"shelf\">\n"));
        for topic in all.iter().filter(|topic| topic.sort == sort) {
            body.push_str(&format!(
                "<li class=\"card\"><h2><a href=\"{}\">{}</a></h2>\n<p>{}</p></li>\n",
                file(topic.slug),
                escape(&topic.title),
                escape(&topic.summary)
            ));
        }
        body.push_str("</ul>\n");
    }
    body.push_str(
        "</main>\n<footer><p>Made by tilewright. Nothing on these pages comes from elsewhere.</p></footer>\n",
    );
    Document { language: "en", title: TITLE, body, pictures: Pictures::Beside }.write()
}

fn page(topic: &Topic, before: Option<&Topic>, after: Option<&Topic>) -> String {
    let mut body = format!("<p class=\"home\"><a href=\"{INDEX}\">{TITLE}</a></p>\n<header>\n");
    let mut pieces = topic.pieces.iter();
    if let Some(Piece::Heading { phrases, anchor, .. }) = pieces.next() {
        body.push_str(&format!("<h1 id=\"{}\">{}</h1>\n", escape(anchor), inline(phrases)));
    }
    let parts = topic.sections();
    let links: String = parts[1.min(parts.len())..]
        .iter()
        .map(|part| format!("<li><a href=\"#{}\">{}</a></li>\n", escape(&part.anchor), escape(&part.title)))
        .collect();
    body.push_str(&format!("<nav aria-label=\"On this page\"><ul>\n{links}</ul></nav>\n</header>\n"));
    body.push_str(&format!("<main class=\"read-me\">\n{}</main>\n<footer><nav><ul>\n", to_html(pieces)));
    for (other, word) in [(before, "Before this"), (after, "Next")] {
        if let Some(other) = other {
            let title = escape(&other.title);
            body.push_str(&format!("<li>{word}: <a href=\"{}\">{title}</a></li>\n", file(other.slug)));
        }
    }
    body.push_str("</ul></nav></footer>\n");
    Document { language: "en", title: &topic.title, body, pictures: Pictures::Beside }.write()
}

/// Converts pieces of a topic to HTML.
fn to_html<'p>(pieces: impl Iterator<Item = &'p Piece>) -> String {
    let mut out = String::new();
    // Open lists from the outermost inwards; true for a numbered list.
    let mut lists: Vec<bool> = Vec::new();
    for piece in pieces {
        if let Piece::Item { depth, number, phrases } = piece {
            item(*depth, *number, phrases, &mut lists, &mut out);
            continue;
        }
        close(&mut lists, 0, &mut out);
        match piece {
            Piece::Heading { level, phrases, anchor } => {
                let element = if *level <= 2 { "h2" } else { "h3" };
                out.push_str(&format!("<{element} id=\"{}\">{}</{element}>\n", escape(anchor), inline(phrases)));
            }
            Piece::Paragraph(phrases) => out.push_str(&format!("<p>{}</p>\n", inline(phrases))),
            Piece::Code(code) => {
                if let Some(file) = &code.file {
                    out.push_str(&format!("<p class=\"about\"><code>{}</code></p>\n", escape(file)));
                }
                out.push_str(&format!("<pre><code>{}</code></pre>\n", escape(&code.text)));
            }
            Piece::Table { head, rows } => {
                let row = |cells: &Vec<Vec<Phrase>>, element: &str| {
                    let cells = cells.iter().map(|cell| format!("<{element}>{}</{element}>", inline(cell)));
                    format!("<tr>{}</tr>\n", cells.collect::<String>())
                };
                let rows: String = rows.iter().map(|cells| row(cells, "td")).collect();
                let head = row(head, "th");
                out.push_str(&format!(
                    "<div class=\"wide\"><table><thead>{head}</thead>\n<tbody>{rows}</tbody></table></div>\n"
                ));
            }
            Piece::Item { .. } => {}
        }
    }
    close(&mut lists, 0, &mut out);
    out
}

/// Writes an item at a depth of nested lists. Closes deeper lists, and opens missing ones.
fn item(depth: usize, number: Option<u64>, phrases: &[Phrase], lists: &mut Vec<bool>, out: &mut String) {
    close(lists, depth + 1, out);
    if lists.len() == depth + 1 && lists.last() != Some(&number.is_some()) {
        close(lists, depth, out);
    }
    if lists.len() == depth + 1 {
        out.push_str("</li>\n");
    }
    while lists.len() <= depth {
        out.push_str(&number.map_or_else(|| "<ul>\n".to_owned(), |first| format!("<ol start=\"{first}\">\n")));
        lists.push(number.is_some());
        if lists.len() <= depth {
            out.push_str("<li>");
        }
    }
    out.push_str(&format!("<li>{}", inline(phrases)));
}

/// Closes the innermost lists until `left` are open.
fn close(lists: &mut Vec<bool>, left: usize, out: &mut String) {
    while lists.len() > left {
        let counts = lists.pop().unwrap_or_default();
        out.push_str(if counts { "</li>\n</ol>\n" } else { "</li>\n</ul>\n" });
    }
}

fn inline(phrases: &[Phrase]) -> String {
    let mut out = String::new();
    for phrase in phrases {
        let mut text = escape(&phrase.text);
        for (is, element) in [(phrase.code, "code"), (phrase.emphasis, "em"), (phrase.strong, "strong")] {
            if is {
                text = format!("<{element}>{text}</{element}>");
            }
        }
        let address = match &phrase.link {
            Some(Destination::Topic { slug, anchor: Some(anchor) }) => Some(format!("{}#{anchor}", file(slug))),
            Some(Destination::Topic { slug, anchor: None }) => Some(file(slug)),
            Some(Destination::Web(address)) => Some(address.clone()),
            Some(Destination::Broken(_)) | None => None,
        };
        out.push_str(&address.map_or(text.clone(), |to| format!("<a href=\"{}\">{text}</a>", escape(&to))));
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tilewright_handbook::plain;

    use super::*;

    #[test]
    fn pages_link_to_pages_that_are_there() {
        let pages = handbook_pages();
        let names: BTreeSet<&str> = pages.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names.len(), topics().len() + 1);
        for (name, text) in &pages {
            assert!(text.contains("Content-Security-Policy") && text.contains("prefers-color-scheme: dark"), "{name}");
            for link in text.split("href=\"").skip(1) {
                let address = link.split('"').next().unwrap_or_default();
                if address.starts_with("https://") {
                    continue;
                }
                let (file, anchor) = address.split_once('#').map_or((address, None), |(f, a)| (f, Some(a)));
                let file = if file.is_empty() { name } else { file };
                assert!(names.contains(file), "{name} links to {address}");
                let to = pages.iter().find(|(known, _)| *known == *file).map_or("", |(_, text)| text);
                assert!(anchor.is_none_or(|a| to.contains(&format!("id=\"{a}\""))), "{name} links to {address}");
            }
            for element in ["ul", "ol", "li", "p", "table", "pre", "code", "main", "nav"] {
                let begun =
                    text.matches(&format!("<{element}>")).count() + text.matches(&format!("<{element} ")).count();
                assert_eq!(begun, text.matches(&format!("</{element}>")).count(), "{element} in {name}");
            }
        }
        for (topic, (_, text)) in topics().iter().zip(&pages[1..]) {
            assert!(topic.blocks().all(|block| text.contains(&escape(&block.text))), "{}", topic.slug);
            assert!(pages[0].1.contains(&escape(&topic.summary)), "{}", topic.slug);
            assert!(text.contains(&escape(&plain(match topic.pieces.first() {
                Some(Piece::Heading { phrases, .. }) => phrases,
                _ => &[],
            }))));
        }
    }

    #[test]
    fn lists_lie_in_each_other() {
        let phrase = |text: &str| vec![Phrase { text: text.to_owned(), ..Phrase::default() }];
        let item = |depth, number, text: &str| Piece::Item { depth, number, phrases: phrase(text) };
        let pieces = [item(0, Some(1), "a"), item(1, None, "b<"), item(0, Some(2), "c"), item(0, None, "d")];
        let wanted =
            "<ol start=\"1\">\n<li>a<ul>\n<li>b&lt;</li>\n</ul>\n</li>\n<li>c</li>\n</ol>\n<ul>\n<li>d</li>\n</ul>\n";
        assert_eq!(to_html(pieces.iter()), wanted);
    }
}
