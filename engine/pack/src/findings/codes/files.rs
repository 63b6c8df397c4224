//! Defines the codes P01: files, values and names.

super::codes! {
    SYNTAX = "P0101" Error "not RON"
        "The file is not valid RON. The place is where reading stopped; the mistake is there or just before: often a missing comma, quotation mark or closing bracket."
        r#"Tiles([(id: "A" count: 1)])"#;
    TOO_LARGE = "P0102" Error "too large"
        "A file, its nesting, or a number of things is beyond the limits that keep every pack harmless. Divide large files, or generate less."
        r#"Tags([[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]])"#;
    UNKNOWN_FIELD = "P0103" Error "unknown field"
        "A struct has no field of this name. The names of fields are fixed; the hint shows the nearest or all of them."
        r#"Dice([(id: luck, face: ["1", "2"])])"#;
    MISSING_FIELD = "P0104" Error "missing field"
        "Something lacks a field that it cannot do without; the message names it. A loop, `repeat(...)`, lacks `steps: [...]` where it stands by itself: only in `wrap` the steps that it is put around are enough. What the options switch off is there all the same."
        r#"Dice([(id: luck)])"#;
    WRONG_VALUE = "P0105" Error "wrong sort of value"
        "Something else is expected here: a number instead of a text, a list instead of one value, and so on."
        r#"Dice([(id: luck, faces: 6)])"#;
    UNKNOWN_FILE = "P0106" Error "unknown kind of file"
        "A file begins with a word that tells what it holds: Pack, Tiles, Chips, Texts, Terrains, Edges, Tags, Figures, Bags, Zones, Counters, Dice, Tokens, Books, Results, Options, Rules, Steps, Board or Flow. One item alone is written with the singular, such as Tile."
        r#"Tyles([])"#;
    FIELD_TWICE = "P0107" Error "field given twice"
        "The same field stands twice in one struct; only one of the two values could count."
        r#"Dice([(id: luck, faces: ["1"], faces: ["2"])])"#;
    BAD_ID = "P0108" Error "not an id"
        "Ids begin with a small letter and go on with small letters, digits and underscores; ids of tiles may have capital letters and begin with a digit. They are at most 64 letters long. Values of options, faces of dice, parts of tiles and spaces of the rim are called by letters from a to z, digits and signs, without blanks."
        r#"Tokens(["Grey Wizard"])"#;
    OUT_OF_RANGE = "P0109" Error "number out of range"
        "The number is smaller or larger than makes sense here."
        r#"Figures([(id: giant, supply: 3, weight: 1000, on: [path])])"#;
    DECLARED_TWICE = "P0110" Error "declared twice"
        "Two things of one sort in a pack have the same id. Rename one of them."
        r#"Tokens([ghost, ghost])"#;
    UNKNOWN_WORD = "P0111" Error "unknown word"
        "Only certain words may stand here; the hint shows them."
        r#"Terrains([(id: lake, complete: closd)])"#;
    FILE_NAME = "P0112" Warning "a file name that not every system has"
        "Some systems take names that differ only in capital letters for one file, and Windows has names that no file may have: CON, NUL, AUX, PRN, COM1 to COM9 and LPT1 to LPT9 with any ending, names that end with a dot or a blank, and names with one of : < > \" | ? * or a backslash. There the pack could not be copied whole. A file whose ending has capital letters, such as EN.RON, is not read. Rename the file or folder."
        "//- demo/tags.ron\nTags([])\n//- demo/Tags.ron\nTags([])";
    UNSEEN = "P0113" Error "character that is not seen"
        "The file has a character that people do not see, or that changes how its neighbours are seen: a control character, one that turns the direction of writing, a blank without width. It may stand there as it is or be written as \\u{…}. Such characters can make a text say something else on a screen than in the file, or move the cursor of a terminal. Leave it out; only texts of texts/*.ron whose key begins with `pack` may have several lines."
        r#"Texts("en", {"pack.about": "\u{202e}a pack"})"#;
}
