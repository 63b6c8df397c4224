//! Generates random valid programs from typed parts, so that they run to the end: numbers, texts, lists of numbers,
//! lists of lists, functions of two numbers, and tables with a method.

use std::fmt::Write;

/// Names of locals in programs. Many of them are also names of functions or libraries, or words that have a meaning
/// only in some places.
const NAMES: &[&str] = &[
    "a", "b", "list", "x", "self", "tiles", "ask", "award", "count", "table", "string", "param", "type", "continue",
    "export", "const", "tile", "seat", "score",
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ExpressionKind {
    Number,
    Text,
    List,
    Lists,
    Function,
    Thing,
    /// Name that no expression uses.
    Hidden,
}

use ExpressionKind::{Function, Hidden, List, Lists, Number, Text, Thing};

#[derive(Clone)]
struct LocalVariable {
    name: &'static str,
    kind: ExpressionKind,
    /// Number of functions around its declaration.
    depth: usize,
    /// True if it cannot be assigned.
    is_const: bool,
}

struct ProgramBuilder {
    state: u64,
    text: String,
    locals: Vec<LocalVariable>,
    /// Number of enclosing functions.
    depth: usize,
    /// Number of statements that may still be added.
    left: usize,
}

/// Returns the program for a seed: a module that returns a value.
pub(super) fn program(seed: u64) -> String {
    let state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D;
    let mut source = ProgramBuilder { state, text: String::new(), locals: Vec::new(), depth: 0, left: 30 };
    source.local(Lists);
    source.local(Thing);
    source.block(8);
    source.text.push_str("return { ");
    for _ in 0..3 {
        let kind = source.one_of(&[Number, Text, List, Lists]);
        let expression = source.expression(kind, 3);
        let _ = write!(source.text, "{expression}, ");
    }
    source.text.push('}');
    source.text
}

impl ProgramBuilder {
    fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        ((self.state >> 11) % bound as u64) as usize
    }

    fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns a random separator of two words.
    fn gap(&mut self) -> &'static str {
        self.one_of(&[" ", " ", " ", "\n", " --[[ x ]] ", " -- ]\n", "\t"])
    }

    /// Returns random space between two tokens if at least one of them is not a word.
    fn room(&mut self) -> &'static str {
        if self.chance(70) { "" } else { self.gap() }
    }

    /// True if a name has its meaning from the sandbox.
    fn is_free(&self, name: &str) -> bool {
        self.locals.iter().all(|local| local.name != name)
    }

    /// Returns the visible names of a kind.
    fn visible(&self, kind: ExpressionKind, fits: impl Fn(&LocalVariable) -> bool) -> Vec<&'static str> {
        let hidden = |at: usize, name: &str| self.locals[at + 1..].iter().any(|later| later.name == name);
        let all = self.locals.iter().enumerate();
        let all = all.filter(|(at, local)| local.kind == kind && fits(local) && !hidden(*at, local.name));
        all.map(|(_, local)| local.name).collect()
    }

    fn declare(&mut self, name: &'static str, kind: ExpressionKind, is_const: bool) {
        self.locals.push(LocalVariable { name, kind, depth: self.depth, is_const });
    }

    /// Returns a random expression of a kind.
    fn expression(&mut self, kind: ExpressionKind, levels: usize) -> String {
        let names = self.visible(kind, |_| true);
        if levels == 0 || self.chance(20) {
            return if names.is_empty() || self.chance(20) {
                self.literal(kind)
            } else {
                self.one_of(&names).to_owned()
            };
        }
        let levels = levels - 1;
        let (left, right) = (self.room(), self.room());
        match self.below(9) {
            0 => format!("({left}{}{right})", self.expression(kind, levels)),
            1 => {
                let (condition, yes, no) =
                    (self.condition(levels), self.expression(kind, levels), self.expression(kind, levels));
                let (a, b, c, d) = (self.gap(), self.gap(), self.gap(), self.gap());
                if self.chance(30) {
                    let (other, then) = (self.condition(levels), self.expression(kind, levels));
                    format!("(if {condition}{a}then{b}{yes}{c}elseif {other} then {then} else{d}{no})")
                } else {
                    format!("(if {condition}{a}then{b}{yes}{c}else{d}{no})")
                }
            }
            2 => format!("({}{}or {})", self.expression(kind, levels), self.gap(), self.expression(kind, levels)),
            3 => {
                format!("({} and {})", self.condition(levels), self.expression(kind, levels))
                    + &self.otherwise(kind, levels)
            }
            4 => format!("({} :: any)", self.expression(kind, levels)),
            5 => self.call_expression(kind, levels),
            _ => self.own(kind, levels),
        }
    }

    /// Returns the part after `(condition and value)`, which may be false.
    fn otherwise(&mut self, kind: ExpressionKind, levels: usize) -> String {
        format!(" or {}", self.expression(kind, levels.min(1)))
    }

    fn literal(&mut self, kind: ExpressionKind) -> String {
        match kind {
            Number => self.one_of(&["0", "1", "2", "7", "0x1F", "1_0", "3.5", "1e2", "0b11", ".5"]).to_owned(),
            Text => self.one_of(&["\"a\"", "'b\\'c'", "[[de]]", "[=[f]g]=]", "``", "`h`", "\"ü\\z\n  x\""]).to_owned(),
            List => self.one_of(&["{}", "{ 1, 2, 3 }", "{4;5,}", "{ 6 }"]).to_owned(),
            Lists => self.one_of(&["{{1},{2,3}}", "{ { 4 }, { 5, 6 }, {} }"]).to_owned(),
            Function => "function(a, b) return a + b end".to_owned(),
            Thing => {
                "{ base = 1, list = { 1, 2 }, with = function(self, a, b) return self.base + a * b end }".to_owned()
            }
            Hidden => "nil".to_owned(),
        }
    }

    /// Returns a function literal that is called at once, or a call of a function of the module.
    fn call_expression(&mut self, kind: ExpressionKind, levels: usize) -> String {
        if kind == Number {
            let things = self.visible(Thing, |_| true);
            if !things.is_empty() && self.chance(50) {
                let thing = self.one_of(&things);
                let (a, b) = (self.expression(Number, levels), self.expression(Number, levels));
                return format!("{thing}{}:with({a},{}{b})", self.room(), self.room());
            }
            let function = match self.visible(Function, |_| true) {
                names if !names.is_empty() => self.one_of(&names).to_owned(),
                _ => format!("({})", self.literal(Function)),
            };
            let (a, b) = (self.expression(Number, levels), self.expression(Number, levels));
            return format!("{function}({a}, {b})");
        }
        let value = self.expression(kind, levels);
        let call = format!("(function(...){}return {value}, ... end)({})", self.gap(), self.literal(Number));
        // The parentheses keep only the first value, because a list constructor would also add the second.
        if kind == Lists { call } else { format!("({call})") }
    }

    /// Returns an expression in a form that only this kind has.
    fn own(&mut self, kind: ExpressionKind, levels: usize) -> String {
        match kind {
            Number => {
                let (a, b) = (self.expression(Number, levels), self.expression(Number, levels));
                match self.below(8) {
                    0 => format!("-{}{a}", self.gap()),
                    1 => format!("#{}{}", self.room(), self.expression(List, levels)),
                    2 => format!("({}[1] or {b})", self.index_expression(levels)),
                    3 => format!("(#{} + {b})", self.expression(Text, levels)),
                    4 if self.is_free("math") => format!("math.max({a}, {b})"),
                    5 => match self.visible(Thing, |_| true) {
                        things if !things.is_empty() => {
                            format!("{}{}", self.one_of(&things), self.one_of(&[".base", "[\"base\"]", "['base']"]))
                        }
                        _ => a,
                    },
                    _ => format!(
                        "({a}{}{}{}{b})",
                        self.room(),
                        self.one_of(&["+", "* ", "- ", "% ", "// "]),
                        self.room()
                    ),
                }
            }
            Text => {
                let (a, b) = (self.expression(Text, levels), self.expression(Number, levels));
                match self.below(5) {
                    0 => format!("`x{{ {b} }}y{{ {a} }}`"),
                    1 => format!("({a} .. {b})"),
                    2 => format!("({a}):upper()"),
                    3 => format!("({a}):rep(2):sub(1, 9)"),
                    _ => format!("`{{{}}}`", self.one_of(&["1", "\"a\"", "#{ 1 }", "({ 1 })[1]", "`n{1}`"])),
                }
            }
            List => match self.below(4) {
                0 => format!("{{ {}, {} }}", self.expression(Number, levels), self.expression(Number, levels)),
                1 => match self.visible(Thing, |_| true) {
                    things if !things.is_empty() => {
                        format!("{}{}", self.one_of(&things), self.one_of(&[".list", "[\"list\"]", "[ [[list]] ]"]))
                    }
                    _ => self.literal(List),
                },
                _ => self.index_expression(levels),
            },
            Lists => format!("{{ {}, {} }}", self.expression(List, levels), self.expression(List, levels)),
            Function => {
                let (a, b) = (self.one_of(NAMES), self.one_of(NAMES));
                let value = self.body_value(&[a, b], levels);
                format!("function({a}, {b}{}){}return {value} end", self.one_of(&["", ": number", ", ..."]), self.gap())
            }
            Thing => {
                let value = self.body_value(&["self", "a", "b"], levels);
                format!("{{ base = 2, list = {{}}, [\"with\"] = function(self, a, b) return {value} end }}")
            }
            Hidden => "nil".to_owned(),
        }
    }

    /// Returns the result expression of a function whose last parameters are numbers. It contains no calls, so it
    /// always ends.
    fn body_value(&mut self, parameters: &[&'static str], levels: usize) -> String {
        let count = self.locals.len();
        for &name in parameters {
            self.declare(name, Number, false);
        }
        let lists = self.visible(Lists, |_| true);
        self.locals.truncate(count);
        let last = parameters.last().copied().unwrap_or("nil");
        match lists.first() {
            Some(lists) if levels > 0 => format!("{last} * 2 + #{lists}[1]"),
            _ => format!("{last} - 1"),
        }
    }

    /// Returns a list out of a list of lists.
    fn index_expression(&mut self, levels: usize) -> String {
        let lists = match self.visible(Lists, |_| true) {
            names if !names.is_empty() => self.one_of(&names).to_owned(),
            _ => format!("({})", self.literal(Lists)),
        };
        let index = match self.below(4) {
            0 => "2".to_owned(),
            1 => "#{ 1 }".to_owned(),
            2 => format!("if {} then 1 else 2", self.condition(levels.min(1))),
            _ => "1".to_owned(),
        };
        format!("{lists}{}[{}{index}{}]", self.room(), self.room(), self.room())
    }

    fn condition(&mut self, levels: usize) -> String {
        let levels = levels.saturating_sub(1);
        let (a, b) = (self.expression(Number, levels), self.expression(Number, levels));
        match self.below(6) {
            0 => "true".to_owned(),
            1 => format!("not ({a} == {b})"),
            2 => format!("({a} < {b} and {a} ~= 1)"),
            3 => format!("({a} >= {b} or false)"),
            4 => format!("(#{} > 1)", self.expression(List, levels)),
            _ => format!("{a} <= {b}"),
        }
    }

    /// Adds statements in a separate scope.
    fn block(&mut self, most: usize) {
        for _ in 0..1 + self.below(most) {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            let before = self.text.len();
            self.statement();
            let end = if self.chance(20) && self.text.len() > before { ";" } else { "" };
            self.text.push_str(end);
            let gap = self.gap();
            self.text.push_str(gap);
            self.text.push('\n');
        }
    }

    fn scope(&mut self, most: usize) {
        let count = self.locals.len();
        self.block(most);
        self.locals.truncate(count);
    }

    fn local(&mut self, kind: ExpressionKind) {
        let name = self.one_of(NAMES);
        let value = self.expression(kind, 3);
        let (word, mark) = (self.one_of(&["local", "local", "const"]), self.one_of(&["", "", ": any"]));
        let (a, b) = (self.gap(), self.room());
        let _ = writeln!(self.text, "{word} {name}{mark}{a}={b}{value}");
        self.declare(name, kind, word == "const");
    }

    fn statement(&mut self) {
        match self.below(14) {
            0 | 1 => {
                let kind = self.one_of(&[Number, Text, List, Lists, Lists, Function, Thing]);
                self.local(kind);
            }
            2 => {
                let kind = self.one_of(&[Number, Text, List]);
                self.assignment(kind);
            }
            3 => {
                self.text.push_str("do ");
                self.scope(3);
                self.text.push_str(" end");
            }
            4 => {
                let (condition, gap) = (self.condition(3), self.gap());
                let _ = writeln!(self.text, "if {condition}{gap}then");
                self.scope(3);
                if self.chance(40) {
                    let condition = self.condition(2);
                    let _ = write!(self.text, "elseif({condition})then ");
                    self.scope(2);
                }
                if self.chance(40) {
                    self.text.push_str("else ");
                    self.scope(2);
                }
                self.text.push_str(" end");
            }
            5..=7 => self.list_loop(),
            8 => self.number_loop(),
            9 => self.counted_loop(),
            10 => self.repeat(),
            11 => self.function(),
            12 => self.method(),
            _ => {
                let call = format!("local _ = {}", self.call_expression(Number, 2));
                self.text.push_str(&call);
            }
        }
    }

    fn assignment(&mut self, kind: ExpressionKind) {
        let (depth, things) = (self.depth, self.visible(Thing, |_| true));
        // Functions of a module cannot change values that the module keeps.
        let names = self.visible(kind, |local| !local.is_const && (local.depth > 0 || depth == 0));
        let value = self.expression(kind, 2);
        if kind == Number && depth == 0 && !things.is_empty() && self.chance(30) {
            let (thing, field) = (self.one_of(&things), self.one_of(&[".base", "[\"base\"]"]));
            let operator = self.one_of(&["=", "+=", "-=", "*="]);
            let _ = write!(self.text, "{thing}{field} {operator} {value}");
            return;
        }
        let Some(&name) = names.get(self.below(names.len().max(1))) else { return };
        match kind {
            Number if self.chance(50) => {
                let operator = self.one_of(&["+=", "-=", "*=", "//=", "%="]);
                let _ = write!(self.text, "{name} {operator} {value}");
            }
            // Repeatedly appending a text to itself would make it grow without bounds.
            _ => {
                let _ = write!(self.text, "{name} = {value}");
            }
        }
    }

    fn inner(&mut self, variables: &[(&'static str, ExpressionKind)], most: usize) {
        let count = self.locals.len();
        for &(name, kind) in variables {
            self.declare(name, kind, false);
        }
        self.block(most);
        self.leave_or_go_on();
        self.locals.truncate(count);
    }

    fn leave_or_go_on(&mut self) {
        if self.chance(20) {
            let condition = self.condition(1);
            let word = self.one_of(&["break", "continue"]);
            let _ = write!(self.text, "\nif {condition} then {word} end ");
        }
    }

    /// Adds a loop over a list in any form.
    fn list_loop(&mut self) {
        let kind = self.one_of(&[List, List, Lists]);
        let list = match self.expression(kind, 3) {
            list if self.chance(15) && self.is_free("ipairs") => format!("ipairs({list})"),
            list => list,
        };
        let list = if list.starts_with(['(', '{']) { format!("{}{list}", self.room()) } else { format!(" {list}") };
        let list = if list.ends_with([')', '}', ']']) { list } else { list + " " };
        let (index, item) = (self.one_of(NAMES), self.one_of(NAMES));
        let more = self.one_of(&["", "", ", nil", ", nil, nil"]);
        let more = if list.contains("ipairs") || more.is_empty() { "" } else { more };
        let list = if more.is_empty() { list } else { list + more + " " };
        let comma = self.room();
        let _ = write!(self.text, "for {index},{comma}{item} in{list}do ");
        let of_items = if kind == Lists { List } else { Number };
        self.inner(&[(index, Number), (item, of_items)], 3);
        self.text.push_str(" end");
    }

    fn number_loop(&mut self) {
        let (name, start, step) = (self.one_of(NAMES), self.expression(Number, 1), self.one_of(&["", ", 1", ", 2"]));
        let _ = write!(self.text, "for {name} = ({start}) % 3, 4{step} do ");
        self.inner(&[(name, Number)], 3);
        self.text.push_str(" end");
    }

    fn counted_loop(&mut self) {
        let name = self.one_of(&["n1", "n2", "n3"]);
        let _ = write!(self.text, "do local {name} = 0 while {name} < 3 do {name} += 1 ");
        self.inner(&[], 2);
        self.text.push_str(" end end");
    }

    /// Adds a loop whose condition reads a local of its body.
    fn repeat(&mut self) {
        let name = self.one_of(&["n1", "n2", "n3"]);
        let _ = write!(self.text, "do local {name} = 0 repeat {name} += 1 ");
        let count = self.locals.len();
        self.block(2);
        let own = self.one_of(NAMES);
        let value = self.expression(Number, 2);
        let _ = write!(self.text, "local {own} = {value} ");
        self.declare(own, Number, false);
        let condition = self.condition(2);
        let _ = write!(self.text, "until {name} > 2 or {own} > 90 or {condition} end");
        self.locals.truncate(count);
    }

    fn function(&mut self) {
        let (name, a, b) = (self.one_of(NAMES), self.one_of(NAMES), self.one_of(NAMES));
        let generic = self.one_of(&["", "", "<T>"]);
        let head = if self.chance(50) {
            format!("local function {name}{generic}")
        } else {
            format!("local {name} = function")
        };
        let _ = writeln!(self.text, "{head}({a}, {b})");
        let count = self.locals.len();
        self.depth += 1;
        // A recursive function might not end.
        self.declare(name, Hidden, true);
        self.declare(a, Number, false);
        self.declare(b, Number, false);
        self.block(3);
        let value = self.expression(Number, 2);
        let _ = write!(self.text, " return {value} end");
        self.depth -= 1;
        self.locals.truncate(count);
        self.declare(name, Function, false);
    }

    /// Adds a method of a table, written with a colon or a dot.
    fn method(&mut self) {
        let depth = self.depth;
        let things = self.visible(Thing, |local| local.depth == depth);
        let Some(&thing) = things.get(self.below(things.len().max(1))) else { return };
        let head = if self.chance(60) { format!("{thing}:with(a, b)") } else { format!("{thing}.with(self, a, b)") };
        let _ = write!(self.text, "function {head} return self.base + a - b end");
    }
}
