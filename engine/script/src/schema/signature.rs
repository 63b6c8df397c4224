//! Parses signatures of host functions, `name(first: type, second: type?) -> type`, for help and lints.

/// Parameter of a host function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    /// Name of the parameter.
    pub name: &'static str,
    /// Type as written, without the mark for optional parameters.
    pub kind: &'static str,
    /// True if the parameter is optional.
    pub optional: bool,
}

/// Parsed signature of a host function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Name of the function.
    pub name: &'static str,
    /// Parameters in the order of the signature.
    pub arguments: Vec<Argument>,
    /// Type of the result, as written; empty if there is no result.
    pub returns: &'static str,
}

impl Signature {
    /// Parses a signature; `None` if the text is not valid.
    pub fn parse(text: &'static str) -> Option<Signature> {
        let (head, returns) = text.split_once(" -> ").unwrap_or((text, ""));
        let (name, rest) = head.split_once('(')?;
        let inner = rest.strip_suffix(')')?;
        let mut arguments = Vec::new();
        for part in split_outside(inner) {
            let (name, kind) = part.split_once(':')?;
            let kind = kind.trim();
            let optional = kind.ends_with('?');
            arguments.push(Argument { name: name.trim(), kind: kind.trim_end_matches('?'), optional });
        }
        Some(Signature { name, arguments, returns })
    }

    /// Returns the minimum and maximum number of arguments; `...` as the last one allows any number.
    pub fn arity(&self) -> (usize, usize) {
        let least = self.arguments.iter().rposition(|a| !a.optional).map_or(0, |i| i + 1);
        let many = self.arguments.last().is_some_and(|a| a.name == "...");
        (least, if many { usize::MAX } else { self.arguments.len() })
    }
}

impl Argument {}

/// Splits a text at commas outside brackets.
fn split_outside(text: &'static str) -> Vec<&'static str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (i, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    if !text[start..].trim().is_empty() {
        parts.push(text[start..].trim());
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_read() {
        let s = Signature::parse("ask(seat: seat, name: text, options: {none: boolean, x: text}?) -> any").unwrap();
        assert_eq!((s.name, s.arguments.len(), s.returns), ("ask", 3, "any"));
        assert_eq!(s.arity(), (2, 3));
        assert_eq!(Signature::parse("tiles()").unwrap().arity(), (0, 0));
        assert_eq!(Signature::parse("note(first: any, ...: any?)").unwrap().arity(), (1, usize::MAX));
    }
}
