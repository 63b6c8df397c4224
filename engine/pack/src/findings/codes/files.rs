//! Defines the codes P01: files, values and names.

super::codes! {
    SYNTAX = "P0101" Error "not RON"
        "The file is not valid RON. The location is where reading stopped; the mistake is there or just before it: often a missing comma, quotation mark or closing bracket."
        r#"Tiles([(id: "A" count: 1)])"#;
    TOO_LARGE = "P0102" Error "too large"
        "A file, its nesting, or the number of some items exceeds the limits for packs. Divide large files, or generate less."
        r#"Tags([[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]])"#;
    UNKNOWN_FIELD = "P0103" Error "unknown field"
        "A struct has no field of this name. Field names are fixed; the hint shows the nearest name, or all of them."
        r#"Dice([(id: luck, face: ["1", "2"])])"#;
    MISSING_FIELD = "P0104" Error "missing field"
        "A required field is missing; the message names it. A loop, `repeat(...)`, requires `steps: [...]` except in `wrap`, where it receives the wrapped steps. Entries that options switch off also need their fields."
        r#"Dice([(id: luck)])"#;
    WRONG_VALUE = "P0105" Error "wrong kind of value"
        "The field expects another kind of value: for example a text instead of a number, or a single value instead of a list."
        r#"Dice([(id: luck, faces: 6)])"#;
    UNKNOWN_FILE = "P0106" Error "unknown kind of file"
        "The first word of a file names its content: Pack, Tiles, Chips, Texts, Terrains, Edges, Tags, Figures, Bags, Zones, Counters, Dice, Tokens, Books, Results, Options, Rules, Steps, Board, Flow, or Art in art/art.ron. A single item uses the singular, such as Tile."
        r#"Tyles([])"#;
    FIELD_TWICE = "P0107" Error "field given twice"
        "A struct has the same field twice, but only one of the two values could apply. Remove one of them."
        r#"Dice([(id: luck, faces: ["1"], faces: ["2"])])"#;
    BAD_ID = "P0108" Error "not an id"
        "Ids begin with a lower-case letter and continue with lower-case letters, digits and underscores; ids of tiles may have capital letters and begin with a digit. The maximum length is 64 characters. Values of options, faces of dice, parts of tiles and rim cells have names made of letters from a to z, digits and signs, without blanks."
        r#"Tokens(["Grey Wizard"])"#;
    OUT_OF_RANGE = "P0109" Error "number out of range"
        "The number is outside the valid range, which the message shows."
        r#"Figures([(id: giant, supply: 3, weight: 1000, on: [path])])"#;
    DECLARED_TWICE = "P0110" Error "declared twice"
        "Two declarations of the same kind in a pack have the same id. Rename one of them."
        r#"Tokens([ghost, ghost])"#;
    UNKNOWN_WORD = "P0111" Error "unknown word"
        "The value must be one of a fixed list of words; the hint shows them."
        r#"Terrains([(id: lake, complete: closd)])"#;
    FILE_NAME = "P0112" Warning "a file name that some systems reject"
        "Some systems treat names that differ only in capital letters as one file. Windows rejects the names CON, NUL, AUX, PRN, COM1 to COM9 and LPT1 to LPT9 with any ending, names that end with a dot or a blank, and names with one of : < > \" | ? * or a backslash. The pack could not be copied completely to such a system. A file whose ending has capital letters, such as EN.RON, is not read. Rename the file or folder."
        "//- demo/tags.ron\nTags([])\n//- demo/Tags.ron\nTags([])";
    UNSEEN = "P0113" Error "invisible character"
        "The file has a character that is invisible or changes the display of its neighbours: a control character, a change of the direction of writing, or a blank without width, written directly or as \\u{…}. Such characters can make a text look different on a screen than in the file, or move the cursor of a terminal. Remove the character. Only texts of texts/*.ron whose key begins with `pack` may have several lines."
        r#"Texts("en", {"pack.about": "\u{202e}a pack"})"#;
}
