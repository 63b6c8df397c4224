//! Defines the codes P06: own art and themes. All except those of themes are warnings, as every picture can be replaced
//! by a drawing from data.

super::codes! {
    ART_MISSING = "P0601" Warning "missing picture"
        "The folder `art` has no file of this name, so the drawing from data is shown instead. Names distinguish capital letters, and a picture is a file that ends in .png, .jpg, .jpeg, .webp or .svg."
        "//- demo/art/art.ron\nArt(licence: \"CC0-1.0\", looks: [(id: painted, tiles: {\"P1\": \"path.png\"})])";
    ART_UNUSED = "P0602" Warning "unused picture"
        "A file in the folder `art` belongs to no picture, or no look shows the picture. Unused pictures make the pack larger. Name the picture in `art/art.ron`, or remove it."
        "//- demo/art/art.ron\nArt(licence: \"CC0-1.0\")\n//- demo/art/path.png\n640 x 640 pixels";
    ART_UNREADABLE = "P0603" Warning "picture that cannot be read"
        "The file of the picture is damaged, or has another format than PNG, JPEG, WebP or SVG, or a variant that is not supported, such as a JPEG with the colours of a printer. Save it again in one of these formats. Until then, the drawing from data is shown."
        "//- demo/art/art.ron\nArt(licence: \"CC0-1.0\", looks: [(id: painted, tiles: {\"P1\": \"path.png\"})])\n//- demo/art/path.png\ndamaged";
    ART_TOO_LARGE = "P0604" Warning "picture that is too large"
        "A picture has at most 4,096 pixels a side and 8 MiB, an SVG 512 KiB; the pictures of a pack have at most 48 MiB in 1,000 files. A larger picture is not shown. Save it with fewer pixels: 1,000 pixels are enough for a tile of 8 cm."
        "//- demo/art/art.ron\nArt(licence: \"CC0-1.0\", looks: [(id: painted, tiles: {\"P1\": \"path.png\"})])\n//- demo/art/path.png\n9000 x 9000 pixels";
    ART_SHAPE = "P0605" Warning "picture of another shape"
        "The picture has another ratio of width to height than the box that it fills, so it is stretched. A square tile needs a square picture; hexes and triangles need a picture whose height is 0.866 of its width. A `bleed` counts on each side. A picture that repeats spans whole columns and rows of cells: on squares it is square, on hexes and triangles its height is 1.155 of its width."
        "//- demo/art/art.ron\nArt(licence: \"CC0-1.0\", looks: [(id: painted, tiles: {\"P1\": \"path.png\"})])\n//- demo/art/path.png\n640 x 480 pixels";
    ART_COARSE = "P0606" Warning "picture too coarse for print"
        "Printed at `cell_mm`, the picture has fewer than 300 pixels per inch (118 per cm), so that it looks blurred on paper. Save it with more pixels, or ignore the warning if the game is only played on screens."
        "//- demo/art/art.ron\nArt(licence: \"CC0-1.0\", looks: [(id: painted, tiles: {\"P1\": \"path.png\"})])\n//- demo/art/path.png\n200 x 200 pixels";
    ART_BLEED = "P0607" Warning "pictures without bleed"
        "Pictures of tiles end exactly at the cut, so that a small error of the cutter leaves a white edge. Paint about 3 hundredths of a cell more on each side and write `bleed: 3`, or ignore the warning if the tiles are not printed."
        "//- demo/art/art.ron\nArt(licence: \"CC0-1.0\", looks: [(id: painted, tiles: {\"P1\": \"path.png\"})])\n//- demo/art/path.png\n640 x 640 pixels";
    ART_LICENCE = "P0608" Warning "pictures without a licence"
        "Without a licence, others may not pass on a picture, so a pack with such pictures cannot be published. Write `licence:` in `Art(…)` for all pictures, or next to single ones, and name the author with `by:`."
        "//- demo/art/art.ron\nArt(looks: [(id: painted, tiles: {\"P1\": (picture: \"path.png\", draw: over)})])\n//- demo/art/path.png\n640 x 640 pixels";
    ART_TEXT = "P0609" Warning "picture with text"
        "The SVG has text, which is not drawn, because fonts differ between machines. Convert the text to paths in the drawing program."
        "//- demo/art/art.ron\nArt(licence: \"CC0-1.0\", looks: [(id: painted, tags: {\"sign\": \"sign.svg\"})])\n//- demo/art/sign.svg\n100 x 100 pixels, with text\n//- demo/tags.ron\nTags([(id: sign)])";
    ART_GRID = "P0610" Warning "sheet that its grid does not divide"
        "The pixels of the sheet without margins and gaps are not a multiple of the columns and rows, or the cell is outside of the grid, so that the picture is not shown. Correct `grid`, `margin` or `gap`."
        "//- demo/art/art.ron\nArt(licence: \"CC0-1.0\", sheets: [(id: main, file: \"sheet.png\", grid: (3, 2))], pictures: [(id: bay, sheet: main, cell: (0, 0), bleed: 3)], looks: [(id: painted, tiles: {\"P1\": bay})])\n//- demo/art/sheet.png\n1000 x 1000 pixels";
    ART_SEATS = "P0611" Warning "players that look alike"
        "The figures of two players have the same picture in the same colours, or the part in their own colours is so small or so dark that they are hard to distinguish, also for colour-blind players. Name a mask with `own:`, a grey picture that is white where the figure takes the colour of its player; or name a picture for each player with `seats:`."
        "//- demo/art/art.ron\nArt(licence: \"CC0-1.0\", looks: [(id: painted, figures: {\"walker\": \"walker.png\"})])\n//- demo/art/walker.png\n640 x 640 pixels";
    THEME_CONTENT = "P0612" Error "theme with other content"
        "A theme consists of the folders `art` and `texts`. Each viewer can choose another theme, so a theme cannot change the game. Put the other content in a pack without `themes:`."
        "//- snow/pack.ron\nPack(id: \"snow\", version: \"1.0.0\", format: 1, title: \"Snow\", themes: \"demo ^1\", tags: [ice])\n//- snow/art/art.ron\nArt()";
    THEME_NEEDED = "P0613" Error "a theme that a pack relies on"
        "A theme is a choice of each viewer, so no pack can need it, and it cannot have a theme itself."
        "//- snow/pack.ron\nPack(id: \"snow\", version: \"1.0.0\", format: 1, title: \"Snow\", themes: \"demo ^1\")\n//- snow/art/art.ron\nArt()\n//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\", \"snow\"])";
    ART_EDGES = "P0614" Warning "picture that disagrees with the edges"
        "At a side, the picture of the tile looks like another terrain than the tile has there. It is probably turned, or it belongs to another tile. Colours are compared with the other pictures of the look: a terrain has the median of its colours at all sides. Turn the picture with `turn:`, or exchange it."
        "";
    ART_SEAM = "P0615" Warning "pictures that do not continue"
        "Two sides that may meet on the board differ clearly in colour, so that a path or a shore ends at the seam. `tilewright render --seams` draws the pairs, worst first. If the difference is intended, write the greatest permitted one in the look, such as `seams: {\"road\": 20}`."
        "";
}
