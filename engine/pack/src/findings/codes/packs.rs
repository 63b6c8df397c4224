//! Defines the codes P02: packs, the packs that they need, and their options.

super::codes! {
    UNKNOWN_PACK = "P0201" Error "unknown pack"
        "No pack has this id. The pack may not be installed, or its folder may have another name."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"dema\"])";
    BAD_VERSION = "P0202" Error "not a version"
        "Versions are three numbers such as \"1.2.0\"; ranges are written as \"carpet ^1\", \"carpet >=1.2, <3\" or, for any version, \"carpet\"."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1\", format: 1, title: \"More\", needs: [\"demo\"])";
    VERSION_UNMET = "P0203" Error "another version is required"
        "The version of the installed pack is outside the range that this pack requires."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo ^2\"])";
    NEEDS_CYCLE = "P0204" Error "packs need each other in a circle"
        "Each of these packs needs the next, and the last needs the first, so none can be loaded first. Move their shared content into a separate pack."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"other\"])\n//- other/pack.ron\nPack(id: \"other\", version: \"1.0.0\", format: 1, title: \"Other\", needs: [\"more\"])";
    CONFLICT = "P0205" Error "packs exclude each other"
        "One pack excludes another one of the game in its `conflicts`."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"], conflicts: [\"demo\"])";
    ORDER_CYCLE = "P0206" Warning "the order of packs is circular"
        "The declarations of `after` and `before` in the packs contradict each other. They are ignored, and the packs are ordered by their ids."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", after: [\"other\"])\n//- other/pack.ron\nPack(id: \"other\", version: \"1.0.0\", format: 1, title: \"Other\", after: [\"more\"])";
    OTHER_FOLDER = "P0207" Error "id and folder differ"
        "The folder of a pack must have the pack's id as its name; otherwise other packs cannot find it."
        "//- more/pack.ron\nPack(id: \"less\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"])";
    OTHER_FORMAT = "P0208" Error "unknown format"
        "The pack uses a later format than this program knows. Update the program."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 99, title: \"More\", needs: [\"demo\"])";
    OVERRIDE_UNMARKED = "P0209" Error "override not marked"
        "A pack that this one needs has a thing with the same id. To change that thing, write `override: true`: the fields given replace the old ones, the others stay. To add a new thing, choose another id."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"], figures: [(id: walker, supply: 9)])";
    OVERRIDE_OF_NOTHING = "P0210" Error "nothing to override"
        "`override: true`, or an id with the name of another pack, changes an entry of a needed pack, but no needed pack declares this entry."
        "Figures([(id: wolker, supply: 9, override: true)])";
    NO_PACK_FILE = "P0211" Error "no pack.ron"
        "Every pack needs a file pack.ron with one Pack(...), which contains its id, version and title."
        "//- more/tiles.ron\nTiles([])";
    LATTICE_DIFFERS = "P0212" Error "packs with different cells"
        "The packs use different shapes of cells, for example squares and hexes."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"], lattice: hex)";
    NOT_IN_LIST = "P0213" Error "nothing to remove"
        "An override removes an entry from a list or a map with `remove([...])`, but the list or map does not contain it."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"], figures: [(id: walker, override: true, on: remove([grass]))])";
    UNREADABLE = "P0214" Error "pack that cannot be read"
        "The pack exists, but one of its files cannot be read, is not text, or leads out of the folder of the pack; or its archive is damaged. The message names the file. Other packs are not affected."
        "";
    UNKNOWN_OPTION = "P0221" Error "unknown option"
        "No loaded pack has this option. Options of this pack and of the packs it needs are named without their pack; all others as \"pack:option\"."
        "Rules([(use: \"nothing\", when: {\"sise\": 2})])";
    BAD_OPTION_VALUE = "P0222" Error "the option has no such value"
        "The value is not among the values of the option."
        "Rules([(use: \"nothing\", when: {\"size\": 9})])";
    OPTIONS_EXCLUDE = "P0223" Error "options exclude each other"
        "The chosen options cannot be combined: one of them, or a pack as a whole, requires or excludes values of another option with `requires` or `excludes`. These apply to a true-or-false option if it is true, to any other option if it is not at its default, and to a pack always. Findings that follow from such a combination are not reported separately."
        "Options([(id: big, default: true, excludes: {\"size\": 2})])";
    BAD_OPTION = "P0224" Error "the option is not declared correctly"
        "An option has a type (bool, int(least, most) or choice([...])) and a default that fits it. The type is optional if the default is true or false."
        "Options([(id: deep, type: int(1, 3), default: 7)])";
    OPTION_CLOSED = "P0225" Error "the option is not open"
        "Only options that are declared with `open: true` accept further values from other packs."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"], options: [(id: \"demo:size\", add: [4])])";
    OPTION_UNTESTED = "P0226" Warning "no test uses this option"
        "No test of the pack uses this option, so a fault in it could remain unnoticed. Add a test with the option."
        "";
    PACK_UNLIKELY = "P0227" Warning "no pack of this name"
        "A condition names a pack that does not exist, but a pack with a similar name does. Conditions may name packs that are not installed, so a misspelt name is not an error, but the condition never holds."
        "Rules([(use: \"nothing\", when: {\"pack\": demmo})])";
    RENAME_WRONG = "P0228" Error "invalid rename"
        "A rename names the version of the pack since which a thing has its new name. This version must not be later than the pack's own, and the two names must differ."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", tags: [inn], renamed: [(since: \"1.1.0\", kind: tag, from: \"tavern\", to: \"inn\")])";
    RENAMED_TWICE = "P0229" Error "a name that changes twice in one version"
        "In one version, a name can change to one other name or be removed, and two things cannot receive the same name."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.1.0\", format: 1, title: \"More\", tags: [inn, mill], renamed: [(since: \"1.1.0\", kind: tag, from: \"tavern\", to: \"inn\"), (since: \"1.1.0\", kind: tag, from: \"tavern\", to: \"mill\")])";
    RENAME_CIRCLE = "P0230" Error "circular renames"
        "All renames of one version happen at the same time, and none may lead back to an old name. To exchange two names, use two versions."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.1.0\", format: 1, title: \"More\", tags: [inn, mill], renamed: [(since: \"1.1.0\", kind: tag, from: \"mill\", to: \"inn\"), (since: \"1.1.0\", kind: tag, from: \"inn\", to: \"mill\")])";
    RENAMED_TO_NOTHING = "P0231" Error "renamed to an unknown name"
        "The pack must declare the new name of a renamed thing, and the replacement of a removed one, unless a later entry renames or removes it in turn."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.1.0\", format: 1, title: \"More\", renamed: [(since: \"1.1.0\", kind: tag, from: \"tavern\", to: \"inn\")])";
    OLDER_NAME = "P0232" Warning "an old name"
        "The other pack renamed this thing in one of its versions. The old name is still understood. Use the new name, and require that version in `needs`."
        "//- base/pack.ron\nPack(id: \"base\", version: \"1.1.0\", format: 1, title: \"Base\", needs: [\"demo\"], tags: [inn], renamed: [(since: \"1.1.0\", kind: tag, from: \"tavern\", to: \"inn\")])\n//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"base\"], tiles: [(id: \"T\", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S], tags: [tavern])])])";
    NOT_SETTABLE = "P0233" Error "a value that cannot be set"
        "`--set` changes one value of a pack for one run. It names the value by its section, entry and field, such as `tiles.B.count=5`, and refers to an entry that only one loaded pack has. With the id of a pack before it, `demo:tiles.B.count=5`, it means that pack. `rules.NAME=off` switches off a rule. The new value is checked like a value in a file."
        "";
}
