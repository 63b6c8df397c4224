//! Text that goes into a page.

/// A text as part of an element or of a quoted attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// Whether a text is surely written from left to right: letters that are not come after those of Europe.
fn is_plain(text: &str) -> bool {
    text.chars().all(|letter| letter < '\u{590}')
}

/// A text of somebody else within a sentence: what direction it is written in changes nothing around it.
pub(crate) fn foreign(text: &str) -> String {
    if is_plain(text) { escaped(text) } else { format!("<bdi>{}</bdi>", escaped(text)) }
}

/// The same for places that hold text and no elements.
pub(crate) fn isolated(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { format!("\u{2068}{text}\u{2069}") }
}

/// Data for the page's script, so that nothing in it can end the block that it stands in.
pub(crate) fn data(id: &str, value: &serde_json::Value) -> String {
    let text = value.to_string().replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"{id}\">{text}</script>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(escaped("<b a='\"'>&amp;"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;amp;");
        assert_eq!([foreign("é<b"), foreign("א<")], ["é&lt;b", "<bdi>א&lt;</bdi>"]);
        assert_eq!([isolated("é"), isolated("א")], ["é", "\u{2068}א\u{2069}"]);
        let block = data("x", &serde_json::json!(["</script><!--"]));
        assert_eq!(block, "<script type=\"application/json\" id=\"x\">[\"\\u003c/script>\\u003c!--\"]</script>\n");
    }
}
