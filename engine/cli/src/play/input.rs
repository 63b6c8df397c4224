//! Defines the commands that a user can type in addition to options.

/// Help text of the command `help`.
pub(super) const HELP: &str = "\
To choose, type
  a number        the option of that number; for a placement its number on the board: `3`, or `3 1` with turn 1
  a key           the option of that key, as `0,1,2` (x, y, turn) or `pass`
To find an option
  list            show the question again
  /text           show only options that have this text; `/` alone shows all
  n, p            next page, previous page
To look
  board           the board; `board x,y` around a cell, `board all` all of it
  why             why the last points were given; `why 3` the third time, `why all` every time
  hint            a bot's choice and its reason; `hint greedy` uses another bot
  bag             the tiles left to draw, and the tiles in hand
  beside          zones and rim spaces off the board, and their counters
To leave
  undo            take back the last answer of a person
  save FILE       save the game; `tilewright play --resume FILE` continues it
  quit            leave
Turns are quarter turns clockwise (sixths on hexes and triangles); x grows east, y grows south.
";

/// Command that a user can type during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GameCommand<'a> {
    Help,
    List,
    Filter(&'a str),
    Next,
    Previous,
    Board(&'a str),
    Why(&'a str),
    Hint(&'a str),
    Bag,
    Beside,
    Undo,
    Save(&'a str),
    Quit,
}

/// Parses a command; `None` if the line is not a command.
pub(super) fn parse(line: &str) -> Option<GameCommand<'_>> {
    if let Some(text) = line.strip_prefix('/') {
        return Some(GameCommand::Filter(text.trim()));
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    Some(match word {
        "help" | "h" | "?" => GameCommand::Help,
        "" | "list" | "l" => GameCommand::List,
        "n" | "next" => GameCommand::Next,
        "p" | "previous" => GameCommand::Previous,
        "board" | "b" => GameCommand::Board(rest),
        "why" | "w" => GameCommand::Why(rest),
        "hint" => GameCommand::Hint(rest),
        "bag" => GameCommand::Bag,
        "beside" => GameCommand::Beside,
        "undo" | "u" => GameCommand::Undo,
        "save" => GameCommand::Save(rest),
        "quit" | "q" | "exit" => GameCommand::Quit,
        _ => return None,
    })
}
