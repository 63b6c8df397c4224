//! Defines the codes P04 (board, bags, figures and flow) and P05 (rule modules and texts).

super::codes! {
    NO_BAG = "P0401" Error "no bag for the tile"
        "A tile with a count lies in a bag at the start. Without `bag:` that is the first bag of the packs that this one needs, or else its own first; there is none."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", terrains: [(id: g, ground: true)], edges: [(id: g, ports: [g])], tiles: [(id: \"A\", edges: (n: g, e: g, s: g, w: g))])";
    PRESET_MISSING = "P0402" Error "a preset tile is not in its bag"
        "A tile that lies on the board at the start comes out of a bag that does not hold enough of its kind. Put it into the bag, or write no `from`."
        "Board(presets: [(tile: \"P2\", from: spare)])\n";
    PRESET_CLASH = "P0403" Error "preset tiles do not fit"
        "Tiles that lie on the board at the start cover the same cell, lie off the board, or show edges that do not match."
        "Board(presets: [(tile: \"P1\", at: (0, 0)), (tile: \"P1\", at: (1, 0), turn: 1)])";
    TOO_MANY_FIGURES = "P0404" Error "too many figures"
        "All figures of one seat, each times what it counts for a majority, may come to 255, and there may be 16 kinds in one step."
        "Figures([(id: crowd, supply: 300, weight: 1, on: [path])])";
    UNKNOWN_STEP = "P0405" Error "unknown step"
        "A step is one of draw, refill, choose, lay, place, deploy, score, score_rest, script and repeat, each with its own fields."
        "Flow(turn: [drow(from: tiles)])";
    STEP_NOT_FOUND = "P0406" Error "the step to change is not there"
        "Steps are inserted, replaced, removed and wrapped by the names of the steps that other packs have. Where several lists have a step of that name, write \"turn/name\"."
        "Steps([(before: \"plaice\", step: script(name: \"pray\"))])";
    STEP_TWICE = "P0407" Error "two steps of one name"
        "Steps of one list need different names, so that decisions, records and other packs can tell them apart. Give one of them a `name:`. A `script` is called what a rule module registers with `step(name, …)`: there the module has to name it otherwise, too, which modules of the library do with their parameter `step`."
        "Steps([(after: \"place\", step: place)])";
    NO_TURN = "P0408" Error "there are no turns"
        "None of the packs says with `flow: (turn: [...])` what a seat does in its turn, so this is not a game. Load the pack together with one that does."
        "//- demo/pack.ron\nPack(id: \"demo\", version: \"1.0.0\", format: 1, title: \"Demo\")";
    BAD_SEATS = "P0409" Error "numbers of seats make no sense"
        "`seats: (2, 5)` are the fewest and the most seats, from 1 to 12."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"], seats: (5, 2))";
    BAD_BOARD = "P0410" Error "the board makes no sense"
        "The board is unbounded, bounded((x, y), (x, y)), fixed(width, height), extendable(width, height, dx, dy) or sliding(width, height); what lies on it has to fit."
        "Board(extent: fixed(0, 5))";
    BAD_BAG = "P0411" Error "the bag makes no sense"
        "A bag's `key` is its name in records and belongs to it alone. A `back` is seen on the top of a bag that is `stacked: true`."
        "Bags([(id: hidden, key: \"tiles\")])";
    SUPPLY_OPEN = "P0412" Error "no supply for a number of seats"
        "A supply that depends on the number of seats names every number that the game can have, such as `supply: {2: 19, 3: 14, 4: 11}`."
        "Figures([(id: scout, supply: {2: 19, 3: 14}, on: [path])])";
    REPEAT_ENDLESS = "P0413" Warning "nothing ends a repetition"
        "A repeat goes on until a rule module calls `leave` with its name or the turn part ends. No module that is used leaves this one, and none of its steps can end the part, so the turn would never be over."
        "Steps([(wrap: [\"deploy\"], step: repeat(name: \"again\"))])";
    FREE_WITHOUT_BOUNDS = "P0414" Error "tiles may lie anywhere on a board without bounds"
        "A step `place(free: true)` offers every empty cell, so the board, or each plane on which seats place tiles, is bounded((x, y), (x, y)), fixed(width, height) or extendable(width, height, dx, dy), and has at most 4,096 cells."
        "Steps([(replace: \"place\", step: place(free: true))])";
    UNKNOWN_MODULE = "P0501" Error "unknown rule module"
        "Neither the pack's own folder rules nor the library has a module of this name."
        "Rules([(use: \"pathes\", on: \"path\")])";
    TEXT_MISSING = "P0502" Warning "a text is missing"
        "Terrains, figures, bags, counters, books, options and steps that ask are shown to people and need a text in every language that the pack has; English has to be among them. A text that one language has, others need as well. Names of tiles are optional, but a pack that names one of its tiles names all of them."
        "Tokens([(id: ghost)])";
    TEXT_UNUSED = "P0503" Warning "a text without use"
        "The text belongs to nothing that the pack declares. Keys that begin with `pack` are free, and in packs with rules all that name no sort of thing, such as `goods.wine`."
        "Texts(\"en\", {\"terrain.pathes\": \"Paths\"})";
    UNDECIDED_ORDER = "P0504" Warning "the order of two packs matters and is not said"
        "Two packs change the same thing and neither needs the other. Say with after or before which comes first."
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"], figures: [(id: walker, supply: 4, override: true)])\n//- other/pack.ron\nPack(id: \"other\", version: \"1.0.0\", format: 1, title: \"Other\", needs: [\"demo\"], figures: [(id: walker, supply: 5, override: true)])";
    TEXT_UNASKED = "P0505" Warning "a text that nothing asks for"
        "The key names a question or a group of options, and no rule of these packs says that name. Questions are named by the second argument of `ask`, groups by that of `options:add`."
        "//- demo/rules/asks.lua\nstep(\"pray\", function(seat) ask(seat, \"pilgrim\", { \"go\", \"stay\" }) end)\n//- demo/texts/more.ron\nTexts(\"en\", {\"ask.pilgrims\": \"Where to\"})";
    TEST_STEP = "P0506" Error "a step of a test that is none"
        "The steps of a test are `draw KIND`, `draw KIND from BAG`, `roll FACE`, `roll FACE of DIE`, `number NAME N` and `shuffle BAG KIND…` for chance, `DECISION OPTION`, `SEAT: DECISION OPTION`, `refuse DECISION OPTION`, `undo` and `end`; or fields in parentheses that say what must hold there. `tilewright check` tells it as a warning, because the pack can be played all the same; `tilewright test` plays the other tests and fails at this one."
        "//- demo/tests/steps.ron\nTest(name: \"a walk\", steps: [\"hop\"])";
    PLACEHOLDER = "P0507" Warning "a placeholder that stands for nothing"
        "In the text of an option, `ask.QUESTION.KEY`, `{1}` is replaced by the second part of the key, `{0}` by the first. Players would see this one as it is written: it is no number, the text is none of an option, or another language uses other parts."
        "//- demo/texts/more.ron\nTexts(\"en\", {\"terrain.path\": \"Path {1}\"})";
}
