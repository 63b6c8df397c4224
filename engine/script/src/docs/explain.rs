//! Explains the meaning of each code for users who look it up.

/// All codes of this crate and of faults, sorted: code, title, explanation.
pub const EXPLAIN: &[(&str, &str, &str)] = &[
    (
        "S0101",
        "No Lua",
        "The text of a rule module does not follow the grammar of Lua (Luau). The line is where the \
        compiler gave up; the mistake may be a little before, such as a missing `end` or bracket.",
    ),
    (
        "S0102",
        "Module too long",
        "A rule module may have 64 KB, and all modules of a game together 512 KB. Tables of data belong into the pack's data files.",
    ),
    (
        "S0103",
        "Unreadable head",
        "The lines that begin with `---` at the top of a module say what it does and declare \
        its parameters: `--- @param name type = default  What it is for.` and `--- @source Where it comes from.` \
        The types are in the table of the rule library's read-me.",
    ),
    (
        "S0104",
        "Not looked through",
        "The module is Lua, but its text could not be taken apart, so nobody knows whether it keeps to what rules may do. \
        Write the line that the message names in a plainer way.",
    ),
    (
        "S0105",
        "Too many findings",
        "More was found in the rules than anybody would read at once. Correct what is shown; then the rest is looked for.",
    ),
    (
        "S0106",
        "Character that is not seen",
        "The text of a rule module has a character that people do not see, or that changes how its neighbours are seen: \
        a control character, one that turns the direction of writing, a blank without width. With such characters a rule \
        can do something else than what one reads. Leave it out.",
    ),
    (
        "S0111",
        "Unknown parameter",
        "A pack gives a rule module a parameter that the head of the module does not declare.",
    ),
    (
        "S0112",
        "Missing parameter",
        "The head of the module declares a parameter without a default, and the pack does \
        not give it.",
    ),
    (
        "S0113",
        "Wrong parameter",
        "The value of a parameter is not of the type that the head declares, or names \
        something that no pack declares.",
    ),
    ("S0114", "Undeclared parameter", "A module reads `param.name`, but its head has no line `--- @param name …`."),
    (
        "S0120",
        "Unknown name",
        "A name is neither declared in the module nor a function that scripts have. Much of the \
        standard library is absent on purpose: scripts cannot reach the machine, roll their own dice, or go through \
        tables in an order that differs between machines.",
    ),
    ("S0121", "Unknown method", "Nothing that scripts can hold has a method of this name."),
    ("S0122", "Wrong number of arguments", "A host function is called with too few or too many arguments."),
    ("S0123", "Unknown id", "A text names a terrain, tag, counter, event or other thing that no pack declares."),
    ("S0124", "Wrong kind of argument", "A text stands where a number or something of the game is wanted."),
    ("S0125", "Unknown option", "A table of options has a name that the function does not know."),
    (
        "S0126",
        "Unknown field",
        "A function that reacts to an event, or acts instead of an effect, reads a field that this event or effect does \
        not have. `tilewright api` lists them; a field that it has may still be nil.",
    ),
    (
        "S0127",
        "Method of another thing",
        "A method is called on something that does not have it: a figure has no `finished()`, a seat is a number, the \
        kind of a tile is a text until `kind(…)` makes a thing of it. What a value is follows from the signatures that \
        `tilewright api` lists.",
    ),
    (
        "S0128",
        "Dot for colon",
        "Things of the game have methods and no fields, so `figure.cell` is always nil, and compared with anything it \
        is silently false. Write `figure:cell()`.",
    ),
    ("S0130", "Power", "`^` works with fractions and may round differently on another machine. Multiply instead."),
    (
        "S0131",
        "State in a module",
        "A function changes a variable of its module, which would live from call to call. \
        Such state is not saved, not undone and not shared with other threads; keep it in counters, tags, figures or \
        tokens of the game.",
    ),
    ("S0132", "Global variable", "Modules have no global variables. Write `local` before the first use."),
    (
        "S0133",
        "Table as key",
        "Tables and functions as keys have no order that is the same on every machine. A loop over them fails (S0401).",
    ),
    ("S0134", "Unordered loop", "The names in a table have no fixed order. Go through a list instead."),
    (
        "S0141",
        "A figure that is home",
        "A reaction to `took_home` asks the figure for what only a figure that stands somewhere can tell. The event \
         itself tells it: `ev.figure_kind`, `ev.seat`, `ev.segment`, `ev.feature` and `ev.reason`.",
    ),
    (
        "S0142",
        "Unknown loop",
        "`leave(\"name\")` names a loop that the steps of the game do not have. `leave` ends a `repeat(name: …)` that \
         runs; when none of that name does, the game stops with a fault. `leave()` ends the turn part.",
    ),
    (
        "S0143",
        "Name in another form",
        "Functions and parameters tell the name of a thing in its shortest form: bare, such as `barn`, and as \
         `pack:barn` only when an earlier pack has another thing of that sort with the bare name. A text in another form \
         names the same thing where a function takes it, but it is not equal to what functions tell.",
    ),
    (
        "S0145",
        "Question without words",
        "A rule asks something, or offers options, for which a language of the pack has no words: players would read the \
         names that only rules know. A question is worded by `ask.QUESTION`, an answer by `ask.QUESTION.KEY`, a group of \
         options by `offer.GROUP`. Names that a rule works out are not seen; play shows those.",
    ),
    (
        "S0146",
        "Call that is refused",
        "A function calls something that it may not call when it runs. Only steps, choices, and reactions and \
        replacements with `asks = true` may ask or wait. Functions for `score`, `amend`, `offer` and `restrict` look at \
        the game and change nothing. Rules are registered outside of functions. Calls through other functions of the \
        module are found too, as warnings; what the text does not show stops the game with S0410.",
    ),
    (
        "S0147",
        "Key of a counter",
        "The scope of a counter says what its key is: a counter of the game has none, one of each seat needs a seat, one \
        of features needs a feature or a segment, and one with keys needs a key. `counters` in the pack declares the \
        scope.",
    ),
    (
        "S0148",
        "Placeholder without a part",
        "The text of an answer has a placeholder such as `{2}`, and the key of the answer has fewer parts: `{0}` is the part \
         before the first colon, `{1}` the next. Players would not see what the text promises.",
    ),
    (
        "S0201",
        "Failure while loading",
        "A module failed while it was loaded: what stands outside of functions runs \
        then, and there is no game yet. Ask the game inside the functions that are registered. `require` finds the \
        modules that come before this one: a pack lists what is required first in its `rules`.",
    ),
    ("S0202", "Too many amendments", "More than fifty rules amend one score rule."),
    (
        "S0203",
        "Unknown stage",
        "A rule amends a sheet in a stage that does not exist. A pack adds its own with `stage`.",
    ),
    ("S0204", "Nothing to amend", "A rule amends the sheets of a terrain that no rule scores."),
    ("S0205", "Step defined twice", "Two modules define a step of one name; only the later one runs."),
    ("S0206", "Choice without offer", "A module says what follows a choice, but adds no option with an `offer`."),
    (
        "S0207",
        "Undeclared order",
        "Two packs change the same sheets in the same stage, and neither says that it comes \
        after the other. The order is the same everywhere, but nobody chose it: add a dependency or a soft order.",
    ),
    (
        "S0208",
        "Offer without what follows",
        "An `offer` adds options of a group for which its module has no `chosen`, so the game would stop when one of \
        them is chosen.",
    ),
    (
        "S0209",
        "Step without a rule",
        "The flow of the game has a step `script(name: …)`, and no rule module that is switched on says with \
        `step(name, …)` what it does, so the game would stop there. Where the module is there under a condition, the \
        step needs the same one.",
    ),
    (
        "S0210",
        "Rule without a step",
        "A module says what a step does, and no list of steps has it, so it never runs. Add `script(name: …)` where \
        it is to happen: in the flow, or in `steps`.",
    ),
    (
        "S0211",
        "No first tile",
        "A step places tiles beside others, and on a board or a plane no tile lies at the start, nothing is around it, and \
         nothing is laid there in another way: no tile will ever fit there. Where that is the whole board, the game is over \
         as soon as it begins. Presets that lie there under a condition need another for the other case. Rules that lay tiles with \
         `place_tile` are believed.",
    ),
    (
        "S0212",
        "Points for nobody",
        "A rule scores features by the figures on them, and the game has no kind of figure, so nobody ever gets those points. \
        On boards of seats write `share = \"owner\"`: the seat on whose board a feature lies gets all of it. Else name a \
        seat on the sheet: `sheet:claim_seat(seat)`, or `sheet:for_seat(seat, …)` for a line of its own.",
    ),
    (
        "S0401",
        "Script error",
        "A rule failed while it ran. The game is put back to where the step began and stops; the \
        record is kept. The traceback names the calls that led there.",
    ),
    (
        "S0402",
        "Time budget",
        "A rule used up the steps that one call may take, most often in an endless loop, or all rules together those from \
        one answer to the next, or those in which the modules load. The section about limits of the page about the format of packs has the numbers.",
    ),
    (
        "S0403",
        "Memory budget",
        "The scripts held more than they may, often a list that grows in a loop, or changed the game more often than they \
        may before anybody has answered. The section about limits of the page about the format of packs has the numbers.",
    ),
    (
        "S0404",
        "Impossible effect",
        "A function registered with `replace` returned false, so that the effect should happen, but had made it \
        impossible before: for example it paid the gold itself that the payment is about. If it acts instead of the effect \
        it returns nothing, or true. A figure or tile that is gone by then is not a mistake: nothing is left to do.",
    ),
    (
        "S0405",
        "Endless turn",
        "A turn went on for too many steps without a decision, for example because two rules \
        schedule each other. The message names all that went on again and again, with pack, module and line.",
    ),
    ("S0406", "Missing step", "The flow of the game names a step that no module defines."),
    (
        "S0407",
        "Missing choice",
        "An `offer` added an option of a group, but its module does not say what follows: \
        `options:add(\"swap\", \"swap\")` needs `chosen(\"swap\", function(seat) … end)` in the same module.",
    ),
    ("S0408", "Lost answer", "An answer came, but no script waits for one."),
    ("S0409", "No script machine", "The machine that runs scripts could not be set up; memory may be short."),
    (
        "S0410",
        "Not allowed here",
        "A rule did what its kind may not: `score`, `amend`, `offer` and `restrict` only look; only \
        steps, chosen options and hooks with `asks = true` ask; nothing outside of the game's state can be changed, nor what \
        another module has returned to `require`.",
    ),
    (
        "S0411",
        "No option left",
        "An `offer` removed the last option of a decision, so that nobody could go on. It should keep one, or add one \
        that does nothing.",
    ),
    (
        "S0412",
        "A rule that remembers",
        "A function has kept a value from one call to the next, so that a game depends on what was played before it. What \
        has to be remembered belongs into a counter.",
    ),
    (
        "S0413",
        "Endless game",
        "A game that bots play went on for so many answers that it has no end: see the section about limits of the page about the format of packs. A bag that is \
        never empty, or a question that comes again after each answer, does that.",
    ),
    (
        "S0414",
        "Too many cells",
        "A step `place(free: true)` offers every empty cell of the board, and a rule has made the board larger than the \
        4,096 cells that are looked at each. Let the rule stop before, or take a step without `free`.",
    ),
    (
        "S0415",
        "Too much work for a game",
        "A game that bots play took more steps, or more memory for its events and notes, than a game may: see the section \
        about limits of the page about the format of packs. A question with thousands of options that comes again and again, \
        or a rule that notes something at every step, does that.",
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
