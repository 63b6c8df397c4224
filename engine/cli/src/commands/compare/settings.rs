//! Parses the settings of a comparison.

use std::time::Duration;

use tilewright_core::diag::nearest;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::versions::Matters;

use crate::bots;
use crate::failure::Failure;

/// Parses the smallest changes that matter: `points=0.5,turns=2`.
pub(crate) fn matters(text: &str) -> Result<Matters, Failure> {
    let mut matters = Matters::default();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, number) = part.split_once('=').unwrap_or((part, ""));
        let Some(known) = matters.named(name.trim()) else {
            let failure = Failure::usage(format!("`--matters` does not know `{}`", name.trim()));
            return Err(failure.hint(match nearest(name.trim(), Matters::NAMES) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("use one of {}", Matters::NAMES.join(", ")),
            }));
        };
        *known = match number.trim().parse::<f64>() {
            Ok(number) if number > 0.0 && number.is_finite() => number,
            _ => {
                let failure = Failure::usage(format!("`{part}` of `--matters` is not a number above 0"));
                return Err(failure.hint(format!("write for example `{}=0.5`", name.trim())));
            }
        };
    }
    Ok(matters)
}

/// Parses a time: a number with `s`, `m` or `h`.
pub(crate) fn time(text: &str) -> Result<Duration, Failure> {
    let text = text.trim();
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let seconds = match unit {
        "" | "s" => Some(1),
        "m" => Some(60),
        "h" => Some(3600),
        _ => None,
    };
    let number = number.trim().parse::<u64>().ok().filter(|number| *number > 0);
    let time = number.zip(seconds).and_then(|(number, seconds)| number.checked_mul(seconds));
    time.map(Duration::from_secs)
        .ok_or_else(|| Failure::usage(format!("`{text}` is not a time")).hint("write `30s`, `2m` or `1h`"))
}

/// Parses the tables of players: names separated by commas, or by `/` for players who share a game.
pub(crate) fn tables(text: &str, seats: u8) -> Result<Vec<Vec<BotSpec>>, Failure> {
    let mut tables: Vec<Vec<BotSpec>> = Vec::new();
    for table in text.split(',') {
        let table = bots::by_seat(&table.replace('/', ","), seats.into())?;
        bots::repeatable(&table)?;
        if !tables.contains(&table) {
            tables.push(table);
        }
    }
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_or_refused_with_advice() {
        assert_eq!(matters("points=0.5, turns=2").ok().map(|m| (m.points, m.turns, m.lead)), Some((0.5, 2.0, 1.0)));
        assert_eq!(matters("").ok(), Some(Matters::default()));
        let hint = |failure: Option<Failure>| failure.and_then(|failure| failure.hint).unwrap_or_default();
        assert_eq!(hint(matters("point=1").err()), "did you mean `points`?");
        for wrong in ["points", "points=", "points=0", "points=-1", "points=inf", "points=x", "zzz=1"] {
            assert!(!hint(matters(wrong).err()).is_empty(), "{wrong}");
        }
        assert_eq!(time("2m").ok(), Some(Duration::from_secs(120)));
        assert_eq!(time("30").ok(), Some(Duration::from_secs(30)));
        for wrong in ["", "m", "0s", "2d", "-1s", "99999999999999999999h", "18446744073709551615h"] {
            assert_eq!(hint(time(wrong).err()), "write `30s`, `2m` or `1h`", "{wrong}");
        }
        let tables = tables("greedy,random/greedy,greedy", 3).unwrap_or_default();
        let words: Vec<String> =
            tables.iter().map(|table| table.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(words, ["greedy greedy greedy", "random greedy greedy"]);
    }
}
