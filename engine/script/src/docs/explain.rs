//! Explains the meaning of each code for users who look it up.

/// All codes of this crate and of faults, sorted: code, title, explanation.
pub const EXPLAIN: &[(&str, &str, &str)] = &[
    (
        "S0101",
        "Not valid Lua",
        "The text of a rule module does not follow the grammar of Lua (Luau). The compiler stopped at this line; the \
         mistake may be a little before it, such as a missing `end` or bracket.",
    ),
    (
        "S0102",
        "Module too long",
        "A rule module may have 64 KB, and all modules of a game together 512 KB. Move tables of data into the pack's \
         data files.",
    ),
    (
        "S0103",
        "Invalid head",
        "The lines that begin with `---` at the top of a module describe it and declare its parameters: `--- @param \
         name type = default  Its meaning.` and `--- @source Its source.` The read-me of the rule library lists the \
         types.",
    ),
    (
        "S0104",
        "Not checked",
        "The module is valid Lua, but the lints could not parse its text and cannot check its rules. Write the line \
         that the message names in a simpler way.",
    ),
    (
        "S0105",
        "Too many findings",
        "The rules have more findings than are shown. Fix the findings shown, then check again.",
    ),
    (
        "S0106",
        "Invisible character",
        "The text of a rule module has a character that is invisible or changes the display of its neighbours: a \
         control character, a change of the direction of writing, or a blank without width. With such characters a \
         rule can behave differently from its visible text. Remove the character.",
    ),
    ("S0111", "Unknown parameter", "A pack sets a parameter that the head of the rule module does not declare."),
    (
        "S0112",
        "Missing parameter",
        "The head of the module declares a parameter without a default, and the pack does not set it.",
    ),
    (
        "S0113",
        "Wrong parameter",
        "The value of a parameter is not of the type that the head declares, or names a thing that no pack declares.",
    ),
    ("S0114", "Undeclared parameter", "A module reads `param.name`, but its head has no line `--- @param name …`."),
    (
        "S0120",
        "Unknown name",
        "A name is neither declared in the module nor a function for scripts. Much of the standard library is absent \
         on purpose: scripts cannot access the computer, use their own random numbers, or iterate over tables in an \
         order that differs between computers.",
    ),
    ("S0121", "Unknown method", "No value in scripts has a method of this name."),
    ("S0122", "Wrong number of arguments", "A host function is called with too few or too many arguments."),
    ("S0123", "Unknown id", "A text names a terrain, tag, counter, event or other thing that no pack declares."),
    (
        "S0124",
        "Wrong kind of argument",
        "The function expects a number or something of the game here, but the argument is a text.",
    ),
    ("S0125", "Unknown option", "A table of options has a name that the function does not know."),
    (
        "S0126",
        "Unknown field",
        "A function that reacts to an event, or acts instead of an effect, reads a field that this event or effect \
         does not have. `tilewright api` lists the fields; a listed field may still be nil.",
    ),
    (
        "S0127",
        "Method of another type",
        "The value does not have this method: a figure has no `finished()`, a seat is a number, and the kind of a \
         tile is a text until `kind(…)` converts it. `tilewright api` lists the signatures, \
         which determine the types of values.",
    ),
    (
        "S0128",
        "Dot instead of colon",
        "Game objects have methods and no fields, so `figure.cell` is always nil, and a comparison with it is \
         false without a message. Write `figure:cell()`.",
    ),
    (
        "S0130",
        "Power",
        "`^` calculates with fractions and may round differently on another computer. Multiply instead.",
    ),
    (
        "S0131",
        "State in a module",
        "A function changes a variable of its module, which would keep its value between calls. Such state is not \
         saved, not undone and not shared with other threads. Keep it in counters, tags, figures or tokens of the \
         game.",
    ),
    ("S0132", "Global variable", "Modules have no global variables. Write `local` before the first use."),
    (
        "S0133",
        "Table as key",
        "Tables and functions as keys have no order that is the same on every computer. A loop over them fails \
         (S0401).",
    ),
    ("S0134", "Unordered loop", "The names in a table have no fixed order. Iterate over a list instead."),
    (
        "S0141",
        "Figure at home",
        "A reaction to `took_home` queries the figure for its place, which it no longer has. Use the fields of the \
         event: `ev.figure_kind`, `ev.seat`, `ev.segment`, `ev.feature` and `ev.reason`.",
    ),
    (
        "S0142",
        "Unknown loop",
        "`leave(\"name\")` names a loop that is not among the steps of the game. `leave` ends a running `repeat(name: \
         …)`; if no repeat of that name is running, the game stops with a fault. `leave()` ends the turn part.",
    ),
    (
        "S0143",
        "Name in another form",
        "Functions and parameters return the shortest name of a thing: plain, such as `barn`, and `pack:barn` only if \
         an earlier pack has another thing of the same kind and name. Functions also accept longer names, but a \
         longer name is not equal to the name that functions return.",
    ),
    (
        "S0145",
        "Question without text",
        "A rule asks a question or offers options for which a language of the pack has no text, so players would see \
         internal names. The text of a question is `ask.QUESTION`, of an answer `ask.QUESTION.KEY`, and of a group of \
         options `offer.GROUP`. Names that a rule computes cannot be checked here; play the game to see them.",
    ),
    (
        "S0146",
        "Call that is not allowed",
        "A function calls another one that is not allowed there. Only steps, choices, and reactions and replacements \
         with `asks = true` may ask or wait. Functions for `score`, `amend`, `offer` and `restrict` cannot change the \
         game. Rules must be registered outside functions. Calls through other functions of the module are reported \
         as warnings; calls that cannot be seen in the text stop the game with S0410.",
    ),
    (
        "S0147",
        "Key of a counter",
        "The scope of a counter determines its key: a counter of the game takes no key, one of each seat needs a \
         seat, one of features needs a feature or a segment, and one with keys needs a key. `counters` in the pack \
         declares the scope.",
    ),
    (
        "S0148",
        "Placeholder without a part",
        "The text of an answer has a placeholder such as `{2}`, but the key of the answer has fewer parts: `{0}` is \
         the part before the first colon, `{1}` the next. Players would see the placeholder without a value.",
    ),
    (
        "S0201",
        "Failure while loading",
        "A module failed while it was loaded: code outside functions runs then, when no game exists. Query the game \
         inside the registered functions. `require` finds only modules that are listed earlier: list required modules \
         first in the `rules` of the pack.",
    ),
    ("S0202", "Too many amendments", "More than fifty rules amend one score rule."),
    (
        "S0203",
        "Unknown stage",
        "A rule amends a sheet in a stage that does not exist. A pack can add stages with `stage`.",
    ),
    ("S0204", "Nothing to amend", "A rule amends the sheets of a terrain that no rule scores."),
    ("S0205", "Step defined twice", "Two modules define a step with the same name; only the later one runs."),
    (
        "S0206",
        "Choice without offer",
        "A module registers a function for a choice with `chosen`, but adds no such option with an `offer`.",
    ),
    (
        "S0207",
        "Undeclared order",
        "Two packs change the same sheets in the same stage, and their order is not declared. It is the same in every \
         game, but it is arbitrary: add a dependency or a soft order.",
    ),
    (
        "S0208",
        "Offer without `chosen`",
        "An `offer` adds options of a group for which its module registers no `chosen`, so the game would stop when a \
         player chooses one of them.",
    ),
    (
        "S0209",
        "Step without a rule",
        "The flow of the game has a step `script(name: …)`, but no rule module in use registers it with `step(name, \
         …)`, so the game would stop there. If the module is used under a condition, give the step the same \
         condition.",
    ),
    (
        "S0210",
        "Rule without a step",
        "A module registers a step that is in no list of steps, so it never runs. Add `script(name: …)` at its place \
         in the flow, or in `steps`.",
    ),
    (
        "S0211",
        "No first tile",
        "A step places tiles next to others, but a board or plane has no preset tile, no rim and no other source of a \
         first tile, so no tile will ever fit there. If this is the whole board, the game ends as soon as it begins. \
         If presets depend on a condition, add others for the opposite case. Boards on which rules place tiles with \
         `place_tile` are not reported.",
    ),
    (
        "S0212",
        "Points without a receiver",
        "A rule scores features by the figures on them, but the game has no kind of figure, so no seat ever receives \
         the points. On boards of seats write `share = \"owner\"`: the owner of the board receives all points of a \
         feature. Otherwise name a seat on the sheet: `sheet:claim_seat(seat)`, or `sheet:for_seat(seat, …)` for a \
         separate line.",
    ),
    (
        "S0401",
        "Script error",
        "A rule failed while it ran. The game returns to the start of the step and stops; the record is kept. The \
         traceback shows the calls that led to the failure.",
    ),
    (
        "S0402",
        "Time budget",
        "Rules exceeded a limit on their steps: in one call, most often by an endless loop; between two answers, for \
         all rules together; or while modules load. The section about limits in the description of the pack format \
         has the numbers.",
    ),
    (
        "S0403",
        "Memory budget",
        "Scripts exceeded the limit on memory, often by a list that grows in a loop, or changed the game too often \
         between two answers. The section about limits in the description of the pack format has the numbers.",
    ),
    (
        "S0404",
        "Impossible effect",
        "A function registered with `replace` returned false, so the effect should happen, but the function itself \
         had made it impossible: for example, it had already paid the gold of the payment. A function that acts \
         instead of the effect must return nil or true. If a figure or tile is no longer there, the effect is skipped \
         without a fault.",
    ),
    (
        "S0405",
        "Endless turn",
        "A turn had too many steps without a decision, for example because two rules schedule each other. The message \
         names all repeated steps, with pack, module and line.",
    ),
    ("S0406", "Missing step", "The flow of the game names a step that no module defines."),
    (
        "S0407",
        "Missing choice",
        "An `offer` added an option of a group without a function for it: `options:add(\"swap\", \"swap\")` needs \
         `chosen(\"swap\", function(seat) … end)` in the same module.",
    ),
    ("S0408", "Lost answer", "An answer arrived, but no script is waiting for one."),
    (
        "S0409",
        "No script machine",
        "The machine that runs scripts could not be started; the computer may be short of memory.",
    ),
    (
        "S0410",
        "Not allowed here",
        "A rule did something that its kind may not do: `score`, `amend`, `offer` and `restrict` cannot change the \
         game; only steps, chosen options and hooks with `asks = true` can ask. No rule can change values outside the \
         state of the game, or a value that another module returned to `require`.",
    ),
    (
        "S0411",
        "No option left",
        "An `offer` removed the last option of a decision, so the game could not continue. Keep one option, or add \
         one without an effect.",
    ),
    (
        "S0412",
        "Rule with hidden state",
        "A function kept a value from one call to the next, so a game depends on earlier calls. Keep such values in \
         counters.",
    ),
    (
        "S0413",
        "Endless game",
        "A game of bots reached the maximum number of answers and seems to be endless, for example because of a bag \
         that is never empty or a question that is repeated after each answer. The section about limits in the \
         description of the pack format has the number.",
    ),
    (
        "S0414",
        "Too many cells",
        "A step `place(free: true)` offers every empty cell of the board, and a rule has enlarged the board beyond \
         the limit of 4,096 cells. Stop the rule earlier, or use a step without `free`.",
    ),
    (
        "S0415",
        "Too much work for a game",
        "A game of bots exceeded the limit on steps, or on memory for its events and notes, for example because of a \
         repeated question with thousands of options, or a rule that notes a line at every step. The section about \
         limits in the description of the pack format has the numbers.",
    ),
];

#[cfg(test)]
mod tests {
    use super::EXPLAIN;

    #[test]
    fn every_code_in_the_sources_is_explained() {
        let mut used = std::collections::BTreeSet::new();
        let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
        while let Some(folder) = folders.pop() {
            for file in std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()) {
                if file.is_dir() {
                    folders.push(file);
                } else if file.extension().is_some_and(|e| e == "rs") {
                    let text = std::fs::read_to_string(&file).unwrap();
                    let codes = text.match_indices("\"S0").filter_map(|(i, _)| text.get(i + 1..i + 6));
                    used.extend(codes.filter(|c| c[1..].chars().all(|d| d.is_ascii_digit())).map(str::to_owned));
                }
            }
        }
        for code in &used {
            assert!(EXPLAIN.iter().any(|(c, ..)| c == code), "{code} is not explained");
        }
        assert!(EXPLAIN.is_sorted_by_key(|(code, ..)| *code));
    }
}
