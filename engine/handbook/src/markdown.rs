//! Parses Markdown into pieces.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::files::{HandbookFile, pages};
use crate::piece::{CodeBlock, Destination, Phrase, Piece, plain};
use crate::{Topic, TopicKind};

/// Parses a page of the handbook.
pub(crate) fn topic(page: &HandbookFile) -> Topic {
    let sort = if page.path.starts_with("recipes/") { TopicKind::Recipe } else { TopicKind::Chapter };
    Topic { slug: page.slug, sort, path: page.path, ..read(page.text, page.slug) }
}

/// Parses any Markdown in the style of the handbook, such as the README of a pack, into a chapter with an empty slug.
/// `title` is the title of a text without a heading of level 1.
pub fn read(text: &str, title: &str) -> Topic {
    let mut reader = MarkdownReader::default();
    let options = Options::ENABLE_TABLES | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    for event in Parser::new_ext(text, options) {
        reader.event(event);
    }
    let heading = reader.pieces.iter().find_map(|piece| match piece {
        Piece::Heading { level: 1, phrases, .. } => Some(plain(phrases)),
        _ => None,
    });
    let said = |key: &str| {
        let line = reader.front.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
        line.unwrap_or_default().trim().to_owned()
    };
    Topic {
        slug: "",
        sort: TopicKind::Chapter,
        title: heading.unwrap_or_else(|| title.to_owned()),
        summary: said("summary"),
        findings: said("findings").split_whitespace().map(str::to_owned).collect(),
        path: "",
        pieces: reader.pieces,
    }
}

/// Returns the anchor of a heading, in the form that GitHub uses.
pub(crate) fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Returns the destination of a link in a page.
fn link(address: &str) -> Destination {
    if address.starts_with("https://") {
        return Destination::Web(address.to_owned());
    }
    let (file, section) = address.split_once('#').map_or((address, None), |(file, section)| (file, Some(section)));
    let name = file.rsplit('/').next().and_then(|name| name.strip_suffix(".md"));
    match name.and_then(|name| pages().iter().find(|page| page.slug == name)) {
        Some(page) => Destination::Topic { slug: page.slug.to_owned(), anchor: section.map(str::to_owned) },
        None => Destination::Broken(address.to_owned()),
    }
}

#[derive(Default)]
struct MarkdownReader {
    pieces: Vec<Piece>,
    /// Lines of metadata before the page.
    front: String,
    in_front: bool,
    /// Phrases of the current text.
    phrases: Vec<Phrase>,
    marks: Phrase,
    /// Open lists, each with the number of its next item; `None` for a list without numbers.
    lists: Vec<Option<u64>>,
    code: Option<CodeBlock>,
    rows: Vec<Vec<Vec<Phrase>>>,
}

impl MarkdownReader {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(&text),
            Event::Code(text) => {
                self.phrases.push(Phrase { text: text.to_string(), code: true, ..self.marks.clone() });
            }
            Event::SoftBreak | Event::HardBreak => self.text(" "),
            Event::Rule
            | Event::TaskListMarker(_)
            | Event::FootnoteReference(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_) => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_front {
            self.front.push_str(text);
        } else if let Some(code) = &mut self.code {
            code.text.push_str(text);
        } else {
            match self.phrases.last_mut() {
                Some(last) if Phrase { text: String::new(), ..last.clone() } == self.marks => last.text.push_str(text),
                _ => self.phrases.push(Phrase { text: text.to_owned(), ..self.marks.clone() }),
            }
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::MetadataBlock(_) => self.in_front = true,
            Tag::CodeBlock(kind) => {
                let said = match &kind {
                    CodeBlockKind::Fenced(said) => &**said,
                    CodeBlockKind::Indented => "",
                };
                let (language, file) = said.split_once(' ').map_or((said, None), |(l, f)| (l, Some(f.trim())));
                self.flush_item();
                self.code = Some(CodeBlock {
                    language: language.to_owned(),
                    file: file.map(str::to_owned),
                    text: String::new(),
                });
            }
            Tag::List(first) => {
                self.flush_item();
                self.lists.push(first);
            }
            Tag::Emphasis => self.marks.emphasis = true,
            Tag::Strong => self.marks.strong = true,
            Tag::Link { dest_url, .. } => self.marks.link = Some(link(&dest_url)),
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::MetadataBlock(_) => self.in_front = false,
            TagEnd::Heading(level) => {
                let phrases = std::mem::take(&mut self.phrases);
                let anchor = anchor(&plain(&phrases));
                let level = match level {
                    HeadingLevel::H1 => 1,
                    HeadingLevel::H2 => 2,
                    _ => 3,
                };
                self.pieces.push(Piece::Heading { level, phrases, anchor });
            }
            TagEnd::Paragraph if self.lists.is_empty() => {
                let phrases = std::mem::take(&mut self.phrases);
                self.pieces.push(Piece::Paragraph(phrases));
            }
            TagEnd::Item => self.flush_item(),
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::CodeBlock => self.pieces.extend(self.code.take().map(Piece::Code)),
            TagEnd::Emphasis => self.marks.emphasis = false,
            TagEnd::Strong => self.marks.strong = false,
            TagEnd::Link => self.marks.link = None,
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.phrases);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                let mut rows = std::mem::take(&mut self.rows).into_iter();
                let head = rows.next().unwrap_or_default();
                self.pieces.push(Piece::Table { head, rows: rows.collect() });
            }
            _ => {}
        }
    }

    /// Ends the text of an item, at the end of the item or before a block within it.
    fn flush_item(&mut self) {
        let depth = self.lists.len().saturating_sub(1);
        let Some(next) = self.lists.last_mut() else { return };
        if self.phrases.is_empty() {
            return;
        }
        let number = *next;
        *next = number.map(|n| n + 1);
        self.pieces.push(Piece::Item { depth, number, phrases: std::mem::take(&mut self.phrases) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_taken_apart() {
        let text = "---\nsummary: A topic.\nfindings: P0101 P0102\n---\n# The *one*\n\nA `b` [c](d.md)\nd.\n\n\
                    1. x\n   - y\n2. z\n\n```lua rules/a.lua\nstep()\n```\n\n| a | b |\n|---|---|\n| 1 | **2** |\n";
        let topic = topic(&HandbookFile { slug: "one", path: "recipes/one.md", text });
        assert_eq!((&*topic.title, &*topic.summary, topic.sort), ("The one", "A topic.", TopicKind::Recipe));
        assert_eq!(topic.findings, ["P0101", "P0102"]);
        let texts: Vec<String> = topic.pieces.iter().map(Piece::text).collect();
        assert_eq!(texts, ["The one", "A b c d.", "x", "y", "z", "step()\n", "a b\n1 2"]);
        let Piece::Paragraph(phrases) = &topic.pieces[1] else { panic!("a paragraph") };
        assert_eq!(phrases[3].link, Some(Destination::Broken("d.md".to_owned())));
        let items: Vec<(usize, Option<u64>)> = topic
            .pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Item { depth, number, .. } => Some((*depth, *number)),
                _ => None,
            })
            .collect();
        assert_eq!(items, [(0, Some(1)), (1, None), (0, Some(2))]);
        assert_eq!(topic.files(), [("rules/a.lua", "step()\n".to_owned())]);
    }

    #[test]
    fn anchors_are_those_of_github() {
        assert_eq!(anchor("What `check` says, and why"), "what-check-says-and-why");
    }
}
