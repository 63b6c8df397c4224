//! Defines the codes P02: packs, the packs that they need, and their options.

super::codes! {
    UNKNOWN_PACK = "P0201" Error "unknown pack"
        "There is no pack of this id. It may not be installed, or its folder may have another name."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"dema\"])";
    BAD_VERSION = "P0202" Error "not a version"
        "Versions are three numbers such as \"1.2.0\"; ranges are written as \"carpet ^1\", \"carpet >=1.2, <3\" or, for any version, \"carpet\"."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1\", format: 1, title: \"More\", needs: [\"demo\"])";
    VERSION_UNMET = "P0203" Error "another version is needed"
        "The pack that is there has a version outside the range that this pack asks for."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo ^2\"])";
    NEEDS_CYCLE = "P0204" Error "packs need each other in a circle"
        "Each of these packs needs the next, and the last the first, so none can come first. Move what they share into a pack of its own."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"other\"])\n//- other/pack.ron\nPack(id: \"other\", version: \"1.0.0\", format: 1, title: \"Other\", needs: [\"more\"])";
    CONFLICT = "P0205" Error "packs exclude each other"
        "One of the packs says that it cannot be played together with the other."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"], conflicts: [\"demo\"])";
    ORDER_CYCLE = "P0206" Warning "order goes round in a circle"
        "What packs say with after and before cannot all hold. Those wishes are ignored and the packs stand in the order of their ids."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", after: [\"other\"])\n//- other/pack.ron\nPack(id: \"other\", version: \"1.0.0\", format: 1, title: \"Other\", after: [\"more\"])";
    OTHER_FOLDER = "P0207" Error "id and folder differ"
        "The folder of a pack bears the pack's id; otherwise other packs cannot find it."
        "//- more/pack.ron\nPack(id: \"less\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"])";
    OTHER_FORMAT = "P0208" Error "unknown format"
        "The pack is written in a later format than this program knows. Update the program."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 99, title: \"More\", needs: [\"demo\"])";
    OVERRIDE_UNMARKED = "P0209" Error "override not marked"
        "A pack that this one needs has something of the same id. To change that, write `override: true`: the fields given replace the old ones, the others stay. To add something new, choose another id."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"], figures: [(id: walker, supply: 9)])";
    OVERRIDE_OF_NOTHING = "P0210" Error "nothing to override"
        "`override: true`, or an id with the name of another pack, says that something is changed that a needed pack declares, but there is no such thing."
        "Figures([(id: wolker, supply: 9, override: true)])";
    NO_PACK_FILE = "P0211" Error "no pack.ron"
        "Every pack has a file pack.ron with one Pack(...), which says its id, version and title."
        "//- more/tiles.ron\nTiles([])";
    LATTICE_DIFFERS = "P0212" Error "packs with different cells"
        "One of the packs is for squares, the other for hexes."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"], lattice: hex)";
    NOT_IN_LIST = "P0213" Error "nothing to remove"
        "An override takes something out of a list or a map with `remove([...])` that is not in it."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"], figures: [(id: walker, override: true, on: remove([grass]))])";
    UNREADABLE = "P0214" Error "pack that cannot be read"
        "There is such a pack, but one of its files cannot be read, is not text, or leads out of the folder of the pack; or its archive is damaged. The message names the file. Other packs are not affected."
        "";
    UNKNOWN_OPTION = "P0221" Error "unknown option"
        "No loaded pack has such an option. Options of this pack and of the packs it needs are named without their pack; all others as \"pack:option\"."
        "Rules([(use: \"nothing\", when: {\"sise\": 2})])";
    BAD_OPTION_VALUE = "P0222" Error "the option has no such value"
        "The value is not one that the option can take."
        "Rules([(use: \"nothing\", when: {\"size\": 9})])";
    OPTIONS_EXCLUDE = "P0223" Error "options exclude each other"
        "The chosen options cannot be combined: one of them, or a pack as a whole, says with `requires` or `excludes` which values of the other it needs or rules out. An option of true or false says so when it is true, any other when it is not at its default; a pack always does. What is not there with such values is not told besides."
        "Options([(id: big, default: true, excludes: {\"size\": 2})])";
    BAD_OPTION = "P0224" Error "the option is declared wrongly"
        "An option has a type (bool, int(least, most) or choice([...])) and a default that fits it. A type may be left out when the default is true or false."
        "Options([(id: deep, type: int(1, 3), default: 7)])";
    OPTION_CLOSED = "P0225" Error "the option is not open"
        "Only options that are declared with `open: true` take further values from other packs."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"], options: [(id: \"demo:size\", add: [4])])";
    OPTION_UNTESTED = "P0226" Warning "no test uses this option"
        "A pack should have at least one test for every option, else nobody knows whether it works."
        "";
    PACK_UNLIKELY = "P0227" Warning "no pack of this name"
        "A condition asks for a pack that is not there, and one of nearly that name is. A pack that exists elsewhere may be asked for; a name that is written wrongly never holds, and nothing else tells it."
        "Rules([(use: \"nothing\", when: {\"pack\": demmo})])";
    RENAME_WRONG = "P0228" Error "a rename that cannot be"
        "A rename says since which version of the pack something has another name. That version is not later than the pack's own, and the names differ."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", tags: [inn], renamed: [(since: \"1.1.0\", kind: tag, from: \"tavern\", to: \"inn\")])";
    RENAMED_TWICE = "P0229" Error "a name with two fates"
        "In one version a name becomes one other name, or is gone, and no two things get the same name."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.1.0\", format: 1, title: \"More\", tags: [inn, mill], renamed: [(since: \"1.1.0\", kind: tag, from: \"tavern\", to: \"inn\"), (since: \"1.1.0\", kind: tag, from: \"tavern\", to: \"mill\")])";
    RENAME_CIRCLE = "P0230" Error "renames go round in a circle"
        "The names of one version become those of the next all at once, and none of them come back to where they were. To exchange two names, do it in two versions."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.1.0\", format: 1, title: \"More\", tags: [inn, mill], renamed: [(since: \"1.1.0\", kind: tag, from: \"mill\", to: \"inn\"), (since: \"1.1.0\", kind: tag, from: \"inn\", to: \"mill\")])";
    RENAMED_TO_NOTHING = "P0231" Error "renamed to nothing"
        "What something is called now, or what stands in its place, is declared by the pack; or a later entry says what became of that."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.1.0\", format: 1, title: \"More\", renamed: [(since: \"1.1.0\", kind: tag, from: \"tavern\", to: \"inn\")])";
    OLDER_NAME = "P0232" Warning "an older name"
        "The pack that is meant calls this otherwise since one of its versions. It is understood; put in the new name, and ask for that version in `needs`."
        "//- base/pack.ron\nPack(id: \"base\", version: \"1.1.0\", format: 1, title: \"Base\", needs: [\"demo\"], tags: [inn], renamed: [(since: \"1.1.0\", kind: tag, from: \"tavern\", to: \"inn\")])\n//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"base\"], tiles: [(id: \"T\", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S], tags: [tavern])])])";
}
