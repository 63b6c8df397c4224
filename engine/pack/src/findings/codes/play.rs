//! Defines the codes P04 (board, bags, figures and flow) and P05 (rule modules and texts).

super::codes! {
    NO_BAG = "P0401" Error "no bag for the tile"
        "A tile with a count is in a bag at the start. Without `bag:`, it uses the first bag of the packs that this one needs, or else the first bag of this pack, but no bag is declared. Declare a bag."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", terrains: [(id: g, ground: true)], edges: [(id: g, ports: [g])], tiles: [(id: \"A\", edges: (n: g, e: g, s: g, w: g))])";
    PRESET_MISSING = "P0402" Error "a preset tile is not in its bag"
        "A tile that is on the board at the start is taken from a bag that does not hold enough tiles of its kind. Add the tile to the bag, or leave out `from`."
        "Board(presets: [(tile: \"P2\", from: spare)])\n";
    PRESET_CLASH = "P0403" Error "preset tiles do not fit"
        "Tiles on the board at the start cover the same cell, are outside the board, or have edges that do not match."
        "Board(presets: [(tile: \"P1\", at: (0, 0)), (tile: \"P1\", at: (1, 0), turn: 1)])";
    TOO_MANY_FIGURES = "P0404" Error "too many figures"
        "The figures of one seat, each multiplied by its weight, may total at most 255, and one step may have at most 16 kinds of figure."
        "Figures([(id: crowd, supply: 300, weight: 1, on: [path])])";
    UNKNOWN_STEP = "P0405" Error "unknown step"
        "A step is one of draw, refill, choose, lay, place, deploy, score, score_rest, script and repeat, each with its own fields."
        "Flow(turn: [drow(from: tiles)])";
    STEP_NOT_FOUND = "P0406" Error "the step to change does not exist"
        "Changes of steps refer to the names of steps in other packs. If several lists have a step of this name, write \"turn/name\"."
        "Steps([(before: \"plaice\", step: script(name: \"pray\"))])";
    STEP_TWICE = "P0407" Error "two steps with the same name"
        "Steps of one list need different names, so that decisions, records and other packs can distinguish them. Give one of them a `name:`. The name of a `script` is the name that a rule module registers with `step(name, …)`, so the module must also change it; modules of the library have a parameter `step` for it."
        "Steps([(after: \"place\", step: place)])";
    NO_TURN = "P0408" Error "the game has no turns"
        "No pack declares the steps of a turn with `flow: (turn: [...])`, so this is not a game. Load the pack together with one that does."
        "//- demo/pack.ron\nPack(id: \"demo\", version: \"1.0.0\", format: 1, title: \"Demo\")";
    BAD_SEATS = "P0409" Error "invalid numbers of seats"
        "`seats: (2, 5)` is the minimum and maximum number of seats, from 1 to 12."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"], seats: (5, 2))";
    BAD_BOARD = "P0410" Error "invalid board"
        "The extent of a board is unbounded, bounded((x, y), (x, y)), fixed(width, height), extendable(width, height, dx, dy) or sliding(width, height). Its preset tiles and rim must fit the extent."
        "Board(extent: fixed(0, 5))";
    BAD_BAG = "P0411" Error "invalid bag"
        "The `key` of a bag is its name in records, and no other bag may use it. A `back` is visible on the top tile of a bag with `stacked: true`."
        "Bags([(id: hidden, key: \"tiles\")])";
    SUPPLY_OPEN = "P0412" Error "no supply for a number of seats"
        "A supply that depends on the number of seats must list all numbers that the game can have, such as `supply: {2: 19, 3: 14, 4: 11}`."
        "Figures([(id: scout, supply: {2: 19, 3: 14}, on: [path])])";
    REPEAT_ENDLESS = "P0413" Warning "endless repeat"
        "A repeat continues until a rule module calls `leave` with its name or the turn part ends. No module in use leaves this one, and none of its steps can end the part, so the turn would never end."
        "Steps([(wrap: [\"deploy\"], step: repeat(name: \"again\"))])";
    FREE_WITHOUT_BOUNDS = "P0414" Error "free placement on an unbounded board"
        "A step `place(free: true)` offers every empty cell. The board, or each plane on which seats place tiles, must therefore be bounded((x, y), (x, y)), fixed(width, height) or extendable(width, height, dx, dy), and have at most 4,096 cells."
        "Steps([(replace: \"place\", step: place(free: true))])";
    UNKNOWN_MODULE = "P0501" Error "unknown rule module"
        "No module in the pack's folder `rules` or in the library has this name."
        "Rules([(use: \"pathes\", on: \"path\")])";
    TEXT_MISSING = "P0502" Warning "a text is missing"
        "Players see terrains, figures, bags, counters, books, options and steps that ask, so each needs a text in every language of the pack; English is required. A text in one language is also required in all others. Names of tiles are optional, but a pack that names one of its tiles must name all of them."
        "Tokens([(id: ghost)])";
    TEXT_UNUSED = "P0503" Warning "unused text"
        "The text belongs to no declaration of the pack. Keys that begin with `pack` are free; so are, in packs with rules, keys that begin with no kind of thing, such as `goods.wine`."
        "Texts(\"en\", {\"terrain.pathes\": \"Paths\"})";
    UNDECIDED_ORDER = "P0504" Warning "undeclared order of two packs"
        "Two packs change the same thing and neither needs the other, so the order of their changes is not declared. Declare it with `after` or `before` in one of them."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"], figures: [(id: walker, supply: 4, override: true)])\n//- other/pack.ron\nPack(id: \"other\", version: \"1.0.0\", format: 1, title: \"Other\", needs: [\"demo\"], figures: [(id: walker, supply: 5, override: true)])";
    TEXT_UNASKED = "P0505" Warning "a text that no rule uses"
        "The key names a question or a group of options, but no rule of these packs uses that name. The second argument of `ask` names a question, the second of `options:add` a group."
        "//- demo/rules/asks.lua\nstep(\"pray\", function(seat) ask(seat, \"pilgrim\", { \"go\", \"stay\" }) end)\n//- demo/texts/more.ron\nTexts(\"en\", {\"ask.pilgrims\": \"Where to\"})";
    TEST_STEP = "P0506" Error "invalid step of a test"
        "The steps of a test are `draw KIND`, `draw KIND from BAG`, `roll FACE`, `roll FACE of DIE`, `number NAME N` and `shuffle BAG KIND…` for chance, `DECISION OPTION`, `SEAT: DECISION OPTION`, `refuse DECISION OPTION`, `undo` and `end`; or fields in parentheses with expectations. `tilewright check` reports a warning, because the pack can still be played; `tilewright test` plays the other tests and fails at this one."
        "//- demo/tests/steps.ron\nTest(name: \"a walk\", steps: [\"hop\"])";
    PLACEHOLDER = "P0507" Warning "a placeholder without a value"
        "In the text of an option, `ask.QUESTION.KEY`, `{1}` is replaced by the second part of the key, `{0}` by the first. Players would see this placeholder unchanged: it is not a number, the text does not belong to an option, or another language uses other parts."
        "//- demo/texts/more.ron\nTexts(\"en\", {\"terrain.path\": \"Path {1}\"})";
}
