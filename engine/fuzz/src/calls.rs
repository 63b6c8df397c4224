//! Generates modules that call every function of the rules' API, with any arguments, from hooks of every kind.

use std::collections::BTreeMap;

use tilewright_script::{Allowed, HostFunction, Receiver, entries};

use crate::choices::ChoiceSource;

/// Hooks that contain calls, with the permissions of functions that may be called there.
const PLACES: [(&str, &[Allowed]); 8] = [
    ("score(\"path\", { among = \"all\", book = \"bonus\" }, function(sheet, feature, last)", &[Allowed::Score]),
    ("amend(\"path\", function(sheet, feature, last)", &[Allowed::Score]),
    ("offer(\"place\", function(options, seat)", &[Allowed::Offer]),
    ("offer(\"deploy\", function(options, seat)", &[Allowed::Offer]),
    ("step(\"think\", function(seat)", &[Allowed::Effects, Allowed::Ask]),
    ("on(\"EVENT\", function(ev)", &[Allowed::Effects]),
    ("on(\"EVENT\", { asks = true }, function(ev)", &[Allowed::Effects, Allowed::Ask]),
    ("replace(\"EFFECT\", function(ev)", &[Allowed::Effects]),
];

const EVENTS: [&str; 10] =
    ["placed", "merged", "completed", "deployed", "took_home", "awarded", "counted", "scored", "bag_changed", "raised"];
const EFFECTS: [&str; 7] = ["place", "deploy", "take_home", "award", "count", "put_back", "move_token"];

/// Helper functions that find something on the board. Their results, and those of `v`, are unknown to static checks.
const HELP: &str = "
local function v(value) return value end
local function one(list, n) if #list == 0 then return nil end return list[n % #list + 1] end
local function some_tile(n) return one(tiles_on_board(), n) end
local function some_feature(n) return one(features(\"path\"), n) end
local function some_segment(n) local t = some_tile(n) return if t then one(t:segments(\"path\"), n) else nil end
local function some_figure(n) return one(figures_on_board(), n) end
local function some_cell(n) local t = some_tile(n) return if t then t:cell():beside(n % 4) else cell(0, 0) end
local function some_joint(n) local c = some_cell(n) return if n % 2 == 0 then c:corner(n % 4) else c:seam(n % 4) end
";

/// Generator of rule modules.
pub struct Maker<'a, C> {
    choices: &'a mut C,
    /// Number of calls of each function in the generated modules.
    pub called: BTreeMap<&'static str, u64>,
}

impl<'a, C: ChoiceSource> Maker<'a, C> {
    /// Creates a generator that makes its decisions with `choices`.
    pub fn new(choices: &'a mut C) -> Maker<'a, C> {
        Maker { choices, called: BTreeMap::new() }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.choices.below(bound as u32) as usize
    }

    fn choose(&mut self, list: &[&str]) -> String {
        list[self.below(list.len())].to_owned()
    }

    /// Returns an expression for a value of a type, in the notation of signatures. Sometimes its type is wrong.
    fn value(&mut self, kind: &str, depth: usize) -> String {
        let n = self.below(50);
        if self.below(20) == 0 {
            return self.choose(&[
                "v(nil)",
                "v(true)",
                "v({})",
                "v(\"\")",
                "v(0.5)",
                "v(1e300)",
                "v(function() end)",
                "v(-1)",
            ]);
        }
        if let Some(item) = kind.strip_suffix("[]") {
            let items: Vec<String> = (0..self.below(4)).map(|_| self.value(item, depth + 1)).collect();
            return format!("v({{ {} }})", items.join(", "));
        }
        if let Some(fields) = kind.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            let mut given = Vec::new();
            for field in fields.split(", ") {
                let Some((name, kind)) = field.split_once(": ") else { continue };
                if self.below(3) == 0 {
                    given.push(format!("{name} = {}", self.value(kind.trim_end_matches('?'), depth + 1)));
                }
            }
            return format!("{{ {} }}", given.join(", "));
        }
        match kind {
            "seat" => self.choose(&["v(0)", "v(1)", "v(active_seat())", "v(2)", "v(7)"]),
            "integer" | "number" => self.choose(&[
                "v(0)",
                "v(1)",
                "v(2)",
                "v(3)",
                "v(-1)",
                "v(5)",
                "v(100)",
                "v(1000001)",
                "v(2147483647)",
                "v(-2147483648)",
            ]),
            "boolean" => self.choose(&["v(true)", "v(false)"]),
            "feature" => format!("v(some_feature({n}))"),
            "segment" => format!("v(some_segment({n}))"),
            "tile" => format!("v(some_tile({n}))"),
            "figure" => format!("v(some_figure({n}))"),
            "cell" => {
                let far = self.choose(&[
                    "v(cell(0, 1))",
                    "v(cell(1023, -1023))",
                    "v(cell(0, 0, \"yard\"))",
                    "v(cell(1, 1, \"yard\", 1))",
                    "v(cell(3, 3))",
                ]);
                if n < 35 { format!("v(some_cell({n}))") } else { far }
            }
            "joint" => format!("v(some_joint({n}))"),
            "slot" => self.choose(&["v(slot(\"shelf\", 1))", "v(slot(\"shelf\", 2))", "v(slot(\"shelf\", 3))"]),
            "function" => "function() end".to_owned(),
            "any" if depth < 3 => {
                let kind = self.choose(&[
                    "seat", "integer", "text", "feature", "segment", "tile", "figure", "cell", "joint", "any[]",
                ]);
                self.value(&kind, depth + 1)
            }
            _ => self.choose(&[
                "v(\"path\")",
                "v(\"grass\")",
                "v(\"P1\")",
                "v(\"P2\")",
                "v(\"walker\")",
                "v(\"tiles\")",
                "v(\"hut\")",
                "v(\"total\")",
                "v(\"gold\")",
                "v(\"seen\")",
                "v(\"die\")",
                "v(\"ghost\")",
                "v(\"bonus\")",
                "v(\"think\")",
                "v(\"place\")",
                "v(\"now\")",
                "v(\"after\")",
                "v(\"x\")",
                "v(\"majority\")",
            ]),
        }
    }

    /// Returns an argument for a type. If the type has names, it is usually a valid name.
    fn argument(&mut self, kind: &str) -> String {
        let named = match kind {
            "terrain" => "path",
            "kind" => "P1",
            "bag" => "tiles",
            "zone" => {
                if self.below(2) == 0 {
                    "hut"
                } else {
                    "shelf"
                }
            }
            "plane" => "yard",
            "counter" => "gold",
            "die" => "die",
            "token" => "ghost",
            "source" | "book" => "bonus",
            "figure_kind" | "figure kind" => "walker",
            _ => "",
        };
        if named.is_empty() || self.below(8) == 0 { self.value(kind, 0) } else { format!("v(\"{named}\")") }
    }

    fn call(&mut self, entry: &HostFunction) -> String {
        let signature = entry.parse_signature();
        let n = self.below(50);
        let on = match entry.on {
            Receiver::Global => String::new(),
            Receiver::Feature => format!("some_feature({n}):"),
            Receiver::Segment => format!("some_segment({n}):"),
            Receiver::Tile => format!("some_tile({n}):"),
            Receiver::Figure => format!("some_figure({n}):"),
            Receiver::Kind => "kind(v(\"P2\")):".to_owned(),
            Receiver::Cell => format!("some_cell({n}):"),
            Receiver::Joint => format!("some_joint({n}):"),
            Receiver::Sheet => "sheet:".to_owned(),
            Receiver::Options => "options:".to_owned(),
            Receiver::Slot => format!("slot(\"shelf\", {}):", 1 + n % 3),
        };
        let mut arguments = Vec::new();
        for argument in signature.arguments.iter().filter(|a| a.name != "...") {
            if argument.optional && self.below(3) == 0 {
                break;
            }
            arguments.push(self.argument(argument.kind));
        }
        format!("{on}{}({})", signature.name, arguments.join(", "))
    }

    /// Returns a module for the small game.
    pub fn module(&mut self) -> String {
        let mut text = HELP.to_owned();
        let mut thinks = false;
        for _ in 0..4 + self.below(5) {
            let (head, allowed) = PLACES[self.below(PLACES.len())];
            if head.starts_with("step") && std::mem::replace(&mut thinks, true) {
                continue;
            }
            let event = self.choose(&EVENTS);
            let effect = self.choose(&EFFECTS);
            text += &format!("{}\n", head.replace("EVENT", &event).replace("EFFECT", &effect));
            let can = |entry: &&HostFunction| {
                matches!(entry.allowed, Allowed::Anywhere | Allowed::Rules) || allowed.contains(&entry.allowed)
            };
            // Half of the calls are of functions that only such hooks may call; otherwise these calls would be rare.
            let all: Vec<&HostFunction> = entries().filter(can).collect();
            let own: Vec<&HostFunction> =
                all.iter().copied().filter(|entry| allowed.contains(&entry.allowed)).collect();
            for _ in 0..1 + self.below(4) {
                let list = if self.below(2) == 0 { &all } else { &own };
                let entry = list[self.below(list.len())];
                *self.called.entry(entry.name()).or_default() += 1;
                let (every, at) = (1 + self.below(6), self.below(6));
                // The condition prevents a reaction from raising its own event endlessly, which would end the game too
                // soon.
                text += &format!("    if (turn_number() + {at}) % {every} == 0 then {} end\n", self.call(entry));
            }
            text += if head.starts_with("replace") { "    return false\nend)\n" } else { "end)\n" };
        }
        if !thinks {
            text += "step(\"think\", function() end)\n";
        }
        text
    }
}
