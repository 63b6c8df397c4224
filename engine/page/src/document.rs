//! Writes the HTML document around the content of a page: its head with the policy, its style and its script.

use sha2::{Digest, Sha256};
use tilewright_art::embed::base64;

use crate::html::escape;

const STYLE: &str = concat!(include_str!("../assets/page.css"), include_str!("../assets/charts.css"));
const SCRIPT: &str = include_str!("../assets/page.js");

/// Parts of a page; all except the title are HTML.
pub(crate) struct Document<'a> {
    /// Language of the page's own words.
    pub(crate) language: &'a str,
    /// Title of the page, as plain text.
    pub(crate) title: &'a str,
    /// Everything that the page shows.
    pub(crate) body: String,
    /// Location of the pictures.
    pub(crate) pictures: Pictures,
}

/// Location of the pictures of a page.
#[derive(Clone, Copy)]
pub(crate) enum Pictures {
    /// Pictures within the page itself.
    Within,
    /// Pictures in files next to the page, on the same server or disk.
    Beside,
}

impl Document<'_> {
    /// Returns the whole page. The policy comes first, since it applies only to what follows it.
    pub(crate) fn write(&self) -> String {
        let (language, title) = (escape(self.language), escape(self.title));
        format!(
            "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
             <meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
             <meta name=\"generator\" content=\"tilewright\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{}<script>{SCRIPT}</script>\n</body>\n\
             </html>\n",
            policy(self.pictures),
            self.body
        )
    }
}

/// Returns the style of charts outside of a page, for an element with the class `report`.
pub(crate) fn chart_style() -> String {
    let colours = STYLE.split("* {").next().unwrap_or_default().replace(":root", ".report");
    format!("<style>{colours}{}</style>\n", include_str!("../assets/charts.css"))
}

fn policy(pictures: Pictures) -> String {
    // Files on a disk have no common origin, so their addresses need the scheme `file:`.
    let pictures = match pictures {
        Pictures::Within => "data:",
        Pictures::Beside => "'self' file:",
    };
    format!(
        "default-src 'none'; img-src {pictures}; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; \
         form-action 'none'",
        base64(&Sha256::digest(STYLE)),
        base64(&Sha256::digest(SCRIPT))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn style_and_script_cannot_end_their_elements() {
        assert!(!STYLE.contains("</") && !SCRIPT.contains("</") && !SCRIPT.contains("<!--"));
        assert!(STYLE.contains(tilewright_art::short::ROUND));
        // Browsers normalise line ends to line feeds before they check a hash.
        assert!(!STYLE.contains('\r') && !SCRIPT.contains('\r'));
    }
}
