//! Writes the files of the page of a table, which a host serves; they do not depend on the table.

/// Policy of the page: its script and its style come from the host, and it connects only there.
pub const LIVE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Returns the style of the page.
pub fn live_style() -> String {
    format!("{}{}", include_str!("../../assets/page.css"), include_str!("../../assets/live.css"))
}

/// Returns the script of the page.
pub fn live_script() -> &'static str {
    include_str!("../../assets/live.js")
}

/// Returns the page, which loads the style from `/live.css` and the script from `/live.js`.
pub fn live_page() -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>Tilewright</title>\n<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"/live.css\">\n\
         <script src=\"/live.js\" defer></script>\n</head>\n<body>\n{}</body>\n</html>\n",
        include_str!("../../assets/live.html")
    )
}
