//! Lists the files of the handbook in reading order.

/// A file of the handbook.
#[derive(Clone, Copy, Debug)]
pub struct HandbookFile {
    /// Name in commands and links.
    pub slug: &'static str,
    /// Path relative to the folder `texts`.
    pub path: &'static str,
    /// Content of the file, in Markdown.
    pub text: &'static str,
}

macro_rules! in_order {
    (chapters: $($chapter:literal)* recipes: $($recipe:literal)*) => {
        &[
            $(page!($chapter, concat!($chapter, ".md"), concat!("../texts/", $chapter, ".md")),)*
            $(page!(
                $recipe,
                concat!("recipes/", $recipe, ".md"),
                concat!("../texts/recipes/", $recipe, ".md")
            ),)*
        ]
    };
}

macro_rules! page {
    ($slug:literal, $path:expr, $file:expr) => {
        HandbookFile { slug: $slug, path: $path, text: include_str!($file) }
    };
}

/// Returns all files of the handbook in reading order.
pub fn pages() -> &'static [HandbookFile] {
    in_order! {
        chapters:
            "first-pack"
            "tiles"
            "own-art"
            "spreadsheets"
            "turns"
            "rules"
            "figures"
            "scoring"
            "texts"
            "tests"
            "balance"
            "simulate"
            "statistics"
            "speed"
            "sharing"
            "host"
            "virtual-tables"
            "your-files"
            "compatibility"
            "editors"
            "findings"
            "what-can-be-made"
            "families"
        recipes:
            "walking-figure"
            "walk-or-place"
            "longest-road"
            "tile-in-hand"
            "kept-tile"
            "event-stack"
            "auction"
            "wandering-token"
            "two-piles"
            "good-neighbours"
            "goods-majority"
            "finish-line"
            "secret-choice"
            "helper"
            "unfinished-penalty"
            "own-boards"
            "rim-and-rocks"
            "optional-road"
            "like-apart"
            "hexes"
            "starting-landscape"
            "variant"
            "override-rule"
            "one-number"
            "solo"
            "die"
            "income"
            "shop"
            "takes-neighbours"
            "scanned-tiles"
            "sheet-of-tiles"
            "print-shop"
    }
}
