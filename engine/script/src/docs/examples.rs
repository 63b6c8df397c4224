//! Holds an example for each code: a rule module, or several files of packs, shown with its explanation. A test loads
//! and plays each of them and checks that it produces its code.

/// Returns files that produce a code: the text of a rule module of the pack `demo`, or several files, each after a line
/// `//- pack/path`. `None` for the codes in [`WITHOUT`].
pub fn example(code: &str) -> Option<&'static str> {
    EXAMPLES.iter().find(|(known, _)| known.eq_ignore_ascii_case(code)).map(|(_, example)| *example)
}

/// Codes that no short example produces, each with the reason.
pub const WITHOUT: &[(&str, &str)] = &[
    ("S0102", "it takes a module of more than 64 KB"),
    ("S0104", "it takes Lua that the lints do not know yet"),
    ("S0105", "it takes more than 500 findings"),
    ("S0408", "it is a mistake of the program"),
    ("S0413", "it takes a game of a hundred thousand answers"),
    ("S0415", "it takes a game of many thousand answers"),
    ("S0414", "it takes a rule that makes a board very large"),
    ("S0409", "it takes a machine that is out of memory"),
];

const EXAMPLES: &[(&str, &str)] = &[
    ("S0101", "step(\"pray\", function(seat)\n    local gold = = 1\nend)"),
    ("S0103", "--- Gives gold.\n--- @param gold number  How much."),
    ("S0106", "on(\"placed\", function(ev)\n    award(ev.seat, 1, \"path\") -- \u{202e}evil\u{202c}\nend)"),
    ("S0111", "//- demo/rules.ron\nRules([(use: \"alms\", gold: 3)])\n//- demo/rules/alms.lua\n--- Does nothing."),
    (
        "S0112",
        "//- demo/rules.ron\nRules([(use: \"alms\")])\n//- demo/rules/alms.lua\n--- Gives gold.\n\
         --- @param gold integer  How much.",
    ),
    (
        "S0113",
        "//- demo/rules.ron\nRules([(use: \"alms\", gold: \"much\")])\n//- demo/rules/alms.lua\n--- Gives gold.\n\
         --- @param gold integer  How much.",
    ),
    ("S0114", "on(\"placed\", function(ev)\n    award(ev.seat, param.points, \"path\")\nend)"),
    ("S0120", "on(\"placed\", function(ev)\n    print(ev.cell)\nend)"),
    (
        "S0121",
        "on(\"placed\", function(ev)\n    if ev.tile:colour() == \"red\" then award(ev.seat, 1, \"path\") end\nend)",
    ),
    ("S0122", "on(\"placed\", function(ev)\n    award(ev.seat)\nend)"),
    ("S0123", "on(\"placed\", function(ev)\n    award(ev.seat, 1, \"gold\")\nend)"),
    ("S0124", "on(\"placed\", function(ev)\n    award(ev.seat, \"1\", \"path\")\nend)"),
    ("S0125", "on(\"completed\", { terain = \"path\" }, function(ev)\n    award(ev.seat, 1, \"path\")\nend)"),
    ("S0126", "on(\"placed\", function(ev)\n    award(ev.seat, ev.points, \"path\")\nend)"),
    ("S0127", "on(\"placed\", function(ev)\n    if ev.tile:finished() then award(ev.seat, 1, \"path\") end\nend)"),
    ("S0128", "on(\"placed\", function(ev)\n    if ev.tile.turn == 1 then award(ev.seat, 1, \"path\") end\nend)"),
    ("S0130", "score(\"path\", function(sheet, path)\n    sheet:per(\"tile\", path:tiles() ^ 2, 1)\nend)"),
    ("S0131", "local placed = 0\non(\"placed\", function(ev)\n    placed = placed + 1\nend)"),
    ("S0132", "on(\"placed\", function(ev)\n    bonus = 2\n    award(ev.seat, 2, \"path\")\nend)"),
    ("S0133", "local owners = { [{ 1, 2 }] = \"nobody\" }"),
    (
        "S0134",
        "local prices = { inn = 1, mill = 2 }\nlocal total = 0\nfor _, price in prices do\n    total = total + price\nend",
    ),
    (
        "S0141",
        "on(\"took_home\", function(ev)\n    if ev.figure:kind() == \"walker\" then award(ev.seat, 1, \"path\") end\nend)",
    ),
    ("S0142", "on(\"placed\", function(ev)\n    leave(\"journey\")\nend)"),
    (
        "S0143",
        "on(\"deployed\", function(ev)\n    if ev.figure_kind == \"demo:walker\" then award(ev.seat, 1, \"path\") end\nend)",
    ),
    (
        "S0145",
        "//- demo/rules.ron\nRules([(use: \"toll\")])\n//- demo/texts/en.ron\nTexts(\"en\", {\n    \"ask.toll.wait\": \"Wait\",\n})\n\
         //- demo/rules/toll.lua\non(\"placed\", { asks = true }, function(ev)\n    \
         if ask(ev.seat, \"toll\", { \"pay\" }, { none = \"wait\" }) == \"pay\" then award(ev.seat, -1, \"path\") end\nend)",
    ),
    (
        "S0146",
        "on(\"placed\", function(ev)\n    local answer = ask(ev.seat, \"toll\", { \"pay\" }, { none = \"wait\" })\n    \
         if answer == \"pay\" then award(ev.seat, -1, \"path\") end\nend)",
    ),
    (
        "S0147",
        "//- demo/counters.ron\nCounters([(id: gold, scope: seat)])\n//- demo/rules.ron\nRules([(use: \"alms\")])\n\
         //- demo/rules/alms.lua\non(\"placed\", function(ev)\n    \
         if counter(\"gold\") > 2 then award(ev.seat, 1, \"path\") end\nend)",
    ),
    (
        "S0148",
        "//- demo/rules.ron\nRules([(use: \"toll\")])\n//- demo/texts/en.ron\nTexts(\"en\", {\n    \"ask.toll\": \"A toll?\", \
         \"ask.toll.pay\": \"Pay {2}\",\n})\n//- demo/rules/toll.lua\non(\"placed\", { asks = true }, function(ev)\n    \
         if ask(ev.seat, \"toll\", { \"pay:1\", \"pay:2\" }) == \"pay:1\" then award(ev.seat, -1, \"path\") end\nend)",
    ),
    ("S0201", "-- There is no game while a module loads.\nlocal first = active_seat()"),
    ("S0202", "for i = 1, 51 do\n    amend(\"path\", function(sheet) sheet:per(\"tile\", 1, i) end)\nend"),
    ("S0203", "amend(\"path\", { stage = \"upgrade\" }, function(sheet)\n    sheet:per(\"tile\", 1, 1)\nend)"),
    ("S0204", "-- Nothing scores grass.\namend(\"grass\", function(sheet)\n    sheet:per(\"tile\", 1, 1)\nend)"),
    (
        "S0205",
        "step(\"pray\", function(seat) award(seat, 1, \"path\") end)\nstep(\"pray\", function(seat) award(seat, 2, \"path\") end)",
    ),
    ("S0206", "chosen(\"rest\", function(seat)\n    award(seat, 1, \"path\")\nend)"),
    (
        "S0207",
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"], rules: [(use: \"double\")])\n\
         //- more/rules/double.lua\namend(\"path\", { stage = \"scale\" }, function(sheet)\n    sheet:scale(2, 1, \"double\")\nend)\n\
         //- other/pack.ron\nPack(id: \"other\", version: \"1.0.0\", format: 1, title: \"Other\", needs: [\"demo\"], rules: [(use: \"half\")])\n\
         //- other/rules/half.lua\namend(\"path\", { stage = \"scale\" }, function(sheet)\n    sheet:scale(1, 2, \"half\")\nend)",
    ),
    ("S0208", "offer(\"deploy\", function(options)\n    options:add(\"rest\", \"rest\")\nend)"),
    ("S0209", "//- demo/steps.ron\nSteps([(after: \"place\", step: script(name: \"pray\"))])"),
    ("S0210", "step(\"pray\", function(seat)\n    award(seat, 1, \"path\")\nend)"),
    (
        "S0211",
        "//- bare/pack.ron\nPack(\n    id: \"bare\", version: \"1.0.0\", format: 1, title: \"Bare\", needs: [\"demo ^1\"],\n    \
         board: (replace_presets: true),\n)",
    ),
    (
        "S0212",
        "//- demo/pack.ron\nPack(\n    id: \"demo\", version: \"1.0.0\", format: 1, title: \"Demo\",\n    \
         terrains: [(id: roof, complete: closed)],\n    edges: [(id: roof, ports: [roof])],\n    bags: [tiles],\n    \
         tiles: [(id: \"A\", count: 4, edges: (n: roof, e: roof, s: roof, w: roof), parts: [roof(at: [N, E, S, W])])],\n    \
         board: (presets: [(tile: \"A\")]),\n    flow: (turn: [draw(from: tiles), place, score], ends_with: [tiles]),\n    \
         rules: [(use: \"roofs\")],\n)\n//- demo/rules/roofs.lua\n\
         score(\"roof\", function(sheet, roof)\n    sheet:per(\"tile\", roof:tiles(), 1)\nend)",
    ),
    ("S0401", "on(\"placed\", function(ev)\n    local figure = nil\n    take_home(figure)\nend)"),
    ("S0402", "on(\"placed\", function(ev)\n    local n = 0\n    while n >= 0 do n = n + 1 end\nend)"),
    (
        "S0403",
        "on(\"placed\", function(ev)\n    local list = {}\n    for i = 1, 1000 do\n        list[i] = string.rep(\"walker\", 9000) .. i\n    end\nend)",
    ),
    (
        "S0404",
        "-- It lays the tile itself and leaves it to be laid as well.\n\
         replace(\"place\", function(ev)\n    place_tile(ev.kind, ev.cell, ev.turn)\n    return false\nend)",
    ),
    (
        "S0405",
        "//- demo/steps.ron\nSteps([(after: \"place\", step: repeat(name: \"again\", steps: [script(name: \"idle\")]))])\n\
         //- demo/rules.ron\nRules([(use: \"idle\")])\n//- demo/rules/idle.lua\n\
         step(\"idle\", function(seat)\n    if turn_number() < 0 then leave(\"again\") end\nend)",
    ),
    ("S0406", "//- demo/steps.ron\nSteps([(after: \"place\", step: script(name: \"pray\"))])"),
    ("S0407", "offer(\"deploy\", function(options)\n    options:add(\"rest\", \"rest\")\nend)"),
    ("S0410", "local acts = { award }\namend(\"path\", function(sheet)\n    acts[1](active_seat(), 1, \"path\")\nend)"),
    (
        "S0411",
        "offer(\"place\", function(options)\n    for _, key in options:keys() do\n        options:remove(key)\n    end\nend)",
    ),
    (
        "S0412",
        "local function counting()\n    local calls = 0\n    return function()\n        calls += 1\n        return calls\n    \
         end\nend\nlocal next_call = counting()\non(\"placed\", function()\n    note(next_call())\nend)",
    ),
];
