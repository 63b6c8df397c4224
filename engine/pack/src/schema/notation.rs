//! Describes notations that are valid in many places of a pack, for the reference: conditions, values that depend on
//! options or on the number of seats, changes of lists, and names of entries that every seat has.

/// Notation with its meaning, for the reference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Notation {
    /// Words that find the entry.
    pub(super) words: &'static [&'static str],
    /// Heading of the entry.
    pub(super) title: &'static str,
    /// Description of the notation, as Markdown.
    pub(super) doc: &'static str,
    /// Fields of a `Pack(…)` that use it. A test loads them on top of a small pack.
    pub(super) example: &'static str,
}

/// All notations, in the order of the reference.
pub(super) const NOTATIONS: &[Notation] = &[
    Notation {
        words: &["condition", "conditions", "when", "unless"],
        title: "a condition",
        doc: "A map from options to the values with which the condition holds: `when: {\"small\": true}`. \
            All entries of a map must hold. A list of values means any of them: `{\"hand\": [2, 3]}`. \
            A list of maps means that one of them holds: `[{\"small\": true}, {\"hand\": 3}]`.\n\n\
            | key | holds if |\n|---|---|\n\
            | `small` | the option of this pack, or of a pack that it needs, has one of the values |\n\
            | `PACK:small` | the option of that pack has one of the values |\n\
            | `seats` | the game has one of these numbers of seats: `{\"seats\": [2, 3]}` |\n\
            | `pack` | one of these packs is in the game: `{\"pack\": \"meadows\"}` |\n\n\
            Every struct in a list, and every step, may have `when:`, `unless:` or both. One that is switched off is \
            still checked.\n",
        example: "figures: [(id: scout, on: [path], when: {\"size\": [1, 2], \"seats\": [2, 3]}, unless: {\"pack\": \"demo\"})],",
    },
    Notation {
        words: &["values", "dependent", "option", "if"],
        title: "a value that depends on an option or on seats",
        doc: "Any value of a pack may depend on the options of the game.\n\n\
            | form | value |\n|---|---|\n\
            | `option(\"hand\")` | the value of the option itself |\n\
            | `option(\"hand\", {1: 3, 2: 5})` | the value listed for the option's value; every value needs an entry |\n\
            | `option(\"seats\", {2: 8, 3: 6})` | the value listed for the number of seats |\n\
            | `{2: 8, 3: 6}`, in fields that accept it | the value listed for the number of seats, as in `supply` of a figure |\n\
            | `if({\"small\": true}, 4, 6)` | the first value if the condition holds, else the second |\n\n\
            An option of another pack is written `option(\"PACK:hand\")`.\n",
        example: "figures: [\n    \
            (id: scout, on: [path], supply: option(\"size\", {1: 3, 2: 4, 3: 5})),\n    \
            (id: guard, on: [path], supply: {2: 5, 3: 4, 4: 4, 5: 3}),\n    \
            (id: ranger, on: [path], supply: if({\"size\": 1}, 1, option(\"demo:size\"))),\n],",
    },
    Notation {
        words: &["lists", "changes", "add", "remove"],
        title: "a change of a list or map",
        doc: "A field with `override: true` replaces the old value. To change a list or a map instead, write:\n\n\
            | form | effect |\n|---|---|\n\
            | `on: add([moor])` | adds entries to the list |\n\
            | `on: remove([grass])` | removes entries from the list |\n\
            | `tags: add({\"toll\": 2})` | adds entries to the map, or replaces their values |\n\
            | `tags: remove([toll])` | removes entries of the map by their keys |\n\n\
            Fields next to `like:` take the same forms, with the list of the model. A list of tags is a map with 1 for \
            each. Several packs may add to one field in any order; two packs that replace it must declare their order.\n",
        example: "terrains: [moor], tags: [toll],\nfigures: [\n    \
            (id: walker, override: true, on: add([moor])),\n    \
            (id: imp, like: walker, on: remove([path])),\n],\n\
            tiles: [(id: \"P1\", override: true, tags: add({\"toll\": 2}))],",
    },
    Notation {
        words: &["merge", "merges", "feature", "sum", "max", "min"],
        title: "a merge word",
        doc: "Defines how two features combine their numbers when they join: `sum` adds them, `max` keeps the \
            greater, `min` the smaller. A counter of features is written `scope: feature(sum)`.\n",
        example: "counters: [(id: wear, scope: feature(max), shown: false)],",
    },
    Notation {
        words: &["names", "pen:0"],
        title: "a name of a thing that each seat has",
        doc: "A bag or plane with `each_seat: true` exists once for each seat. Its plain name means the active seat's. \
            To name a specific one, add a colon and the seat, counted from 0: `pen:0` is the bag `pen` of the first \
            seat, in tests, records and rules. Tests name counters in the same way: `\"name:3\"` for the key 3, \
            `\"name:1,0\"` for a cell, `\"name:0:3\"` for a seat and a key.\n",
        example: "bags: [(id: pen, each_seat: true)],",
    },
];
