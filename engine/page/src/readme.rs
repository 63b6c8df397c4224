//! Converts the read-me of a pack from a subset of Markdown. Only the words of links and pictures are shown, and HTML
//! is shown as text.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::html::escape;

/// Maximum length of the text that is shown, in bytes.
const LONGEST: usize = 64 << 10;

/// Returns the read-me as HTML, with headings below the level of those of the page.
pub(crate) fn read_me(text: &str) -> String {
    let end = (0..=LONGEST.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let mut writer = HtmlWriter::default();
    for event in Parser::new_ext(&text[..end], Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        writer.event(event);
    }
    writer.out
}

#[derive(Default)]
struct HtmlWriter {
    out: String,
    /// Addresses of open links, the innermost last.
    links: Vec<String>,
    /// True if cells belong to the head of a table.
    head: bool,
}

impl HtmlWriter {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Code(text) => self.out.push_str(&format!("<code>{}</code>", escape(&text))),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.out.push_str(&escape(&text)),
            Event::SoftBreak => self.out.push('\n'),
            Event::HardBreak => self.out.push_str("<br>"),
            Event::Rule => self.out.push_str("<hr>\n"),
            Event::TaskListMarker(done) => self.out.push_str(if done { "☑ " } else { "☐ " }),
            Event::FootnoteReference(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => self.open(heading(level)),
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => self.out.push_str("<pre><code>"),
            Tag::List(Some(first)) => self.out.push_str(&format!("<ol start=\"{first}\">\n")),
            Tag::TableHead => {
                self.head = true;
                self.out.push_str("<thead><tr>");
            }
            Tag::TableCell => self.open(self.cell()),
            Tag::Table(_) => self.out.push_str("<div class=\"wide\"><table>"),
            Tag::Link { dest_url, .. } => {
                let shown = ["https://", "http://"].iter().any(|scheme| dest_url.starts_with(scheme));
                self.links.push(if shown { dest_url.to_string() } else { String::new() });
            }
            tag => self.open(element(&tag.to_end())),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => self.close(heading(level)),
            TagEnd::CodeBlock => self.out.push_str("</code></pre>\n"),
            TagEnd::TableHead => {
                self.head = false;
                self.out.push_str("</tr></thead>\n");
            }
            TagEnd::TableCell => self.close(self.cell()),
            TagEnd::Table => self.out.push_str("</table></div>\n"),
            TagEnd::Link => {
                let address = self.links.pop().unwrap_or_default();
                if !address.is_empty() && !self.out.ends_with(&escape(&address)) {
                    self.out.push_str(&format!(" ({})", escape(&address)));
                }
            }
            tag => self.close(element(&tag)),
        }
    }

    fn cell(&self) -> &'static str {
        if self.head { "th" } else { "td" }
    }

    fn open(&mut self, element: &str) {
        if !element.is_empty() {
            self.out.push_str(&format!("<{element}>"));
        }
    }

    fn close(&mut self, element: &str) {
        if !element.is_empty() {
            self.out.push_str(&format!("</{element}>"));
        }
    }
}

/// Returns the element for a tag without attributes; empty for tags whose words alone are shown.
fn element(tag: &TagEnd) -> &'static str {
    match tag {
        TagEnd::Paragraph => "p",
        TagEnd::BlockQuote(_) => "blockquote",
        TagEnd::List(true) => "ol",
        TagEnd::List(false) => "ul",
        TagEnd::Item => "li",
        TagEnd::TableRow => "tr",
        TagEnd::Emphasis => "em",
        TagEnd::Strong => "strong",
        TagEnd::Strikethrough => "s",
        _ => "",
    }
}

fn heading(level: HeadingLevel) -> &'static str {
    match level {
        HeadingLevel::H1 | HeadingLevel::H2 => "h3",
        HeadingLevel::H3 => "h4",
        HeadingLevel::H4 => "h5",
        HeadingLevel::H5 | HeadingLevel::H6 => "h6",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_read_me_is_markup_but_what_it_marks() {
        let text = "# A <b>\n\nHe *says* **so** `<i>` [there](https://a.example/?a&b) [run](javascript:alert(1)) \
                    ![seen](http://a.example/x.png) <script>alert(1)</script> &lt;u&gt;\n\n<img src=x onerror=alert(1)>\n\n\
                    | a | b |\n|---|---|\n| 1 | <s> |\n\n3. three\n\n```\n</code><script>\n```\n";
        let wanted = "<h3>A &lt;b&gt;</h3><p>He <em>says</em> <strong>so</strong> <code>&lt;i&gt;</code> \
                      there (https://a.example/?a&amp;b) run seen \
                      &lt;script&gt;alert(1)&lt;/script&gt; &lt;u&gt;</p>&lt;img src=x onerror=alert(1)&gt;\n\
                      <div class=\"wide\"><table><thead><tr><th>a</th><th>b</th></tr></thead>\n\
                      <tr><td>1</td><td>&lt;s&gt;</td></tr></table></div>\n<ol start=\"3\">\n<li>three</li></ol>\
                      <pre><code>&lt;/code&gt;&lt;script&gt;\n</code></pre>\n";
        assert_eq!(read_me(text), wanted);
        assert!(read_me(&"é".repeat(LONGEST)).len() < LONGEST + 20);
    }
}
