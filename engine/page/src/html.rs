//! Escapes text for a page.

/// Escapes a text for the content of an element or for a quoted attribute.
pub(crate) fn escape(text: &str) -> String {
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

/// True if a text certainly runs from left to right. Letters that run from right to left start at U+0590.
fn is_plain(text: &str) -> bool {
    text.chars().all(|letter| letter < '\u{590}')
}

/// Escapes a text of a pack or record within a sentence, and keeps its direction from affecting the surrounding words.
pub(crate) fn foreign(text: &str) -> String {
    if is_plain(text) { escape(text) } else { format!("<bdi>{}</bdi>", escape(text)) }
}

/// Like [`foreign`], for places that hold text but no elements; the result is not escaped.
pub(crate) fn isolate(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { format!("\u{2068}{text}\u{2069}") }
}

/// Returns data for the page's script, escaped so that it cannot end its own block.
pub(crate) fn data(id: &str, value: &serde_json::Value) -> String {
    let text = value.to_string().replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"{id}\">{text}</script>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(escape("<b a='\"'>&amp;"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;amp;");
        assert_eq!([foreign("é<b"), foreign("א<")], ["é&lt;b", "<bdi>א&lt;</bdi>"]);
        assert_eq!([isolate("é"), isolate("א")], ["é", "\u{2068}א\u{2069}"]);
        let block = data("x", &serde_json::json!(["</script><!--"]));
        assert_eq!(block, "<script type=\"application/json\" id=\"x\">[\"\\u003c/script>\\u003c!--\"]</script>\n");
    }
}
