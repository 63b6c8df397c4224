//! Everything that can be commanded, in one list: menus, palette, shortcuts and help are all made from it. A new command
//! is a row here and an arm in `app/commands.rs`.

use std::sync::LazyLock;

use egui::{Key, KeyboardShortcut, Modifiers};

use super::Pane;

/// Where a command stands in the menus.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Menu {
    /// Packs and files.
    Pack,
    /// Changes.
    Edit,
    /// What is shown.
    View,
    /// The game at the table.
    Game,
    /// Help.
    Help,
}

impl Menu {
    /// All menus from left to right.
    pub const ALL: [Menu; 5] = [Menu::Pack, Menu::Edit, Menu::View, Menu::Game, Menu::Help];

    /// The key of its title.
    pub fn text(self) -> &'static str {
        match self {
            Menu::Pack => "menu-pack",
            Menu::Edit => "menu-edit",
            Menu::View => "menu-view",
            Menu::Game => "menu-game",
            Menu::Help => "menu-help",
        }
    }
}

/// When a command can be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum When {
    /// At any time.
    Always,
    /// While a pack is open.
    WithPack,
}

/// What is known of a command.
struct Row {
    command: Command,
    menu: Menu,
    text: &'static str,
    keys: Option<(Modifiers, Key)>,
    when: When,
}

/// The commands: each with the menu in which it stands, the key of its name, its keys, and when it can be given.
macro_rules! commands {
    ($($(#[$doc:meta])* $name:ident: $menu:ident, $text:literal, $keys:expr, $when:ident;)*) => {
        /// Something that people can tell the editor to do.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Command {
            $($(#[$doc])* $name,)*
            /// Shows a pane.
            Show(Pane),
        }

        /// All of them but those that show panes, in the order of the menus.
        const ROWS: &[Row] = &[$(Row {
            command: Command::$name,
            menu: Menu::$menu,
            text: $text,
            keys: $keys,
            when: When::$when,
        }),*];
    };
}

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

commands! {
    /// Makes a new pack.
    New: Pack, "command-new", Some((CTRL, Key::N)), Always;
    /// Opens a folder.
    Open: Pack, "command-open", Some((CTRL, Key::O)), Always;
    /// Looks into a packed pack.
    Import: Pack, "command-import", Some((CTRL_SHIFT, Key::O)), Always;
    /// Shows what shelves hold.
    Shelves: Pack, "command-shelves", None, Always;
    /// Makes a file of a new rule and uses it.
    NewRule: Pack, "command-new-rule", None, WithPack;
    /// Makes a file of the pack.
    NewFile: Pack, "command-new-file", None, WithPack;
    /// Saves everything.
    Save: Pack, "command-save", Some((CTRL, Key::S)), WithPack;
    /// Keeps a copy, with what is not saved, in another folder.
    KeepCopy: Pack, "command-keep-copy", None, WithPack;
    /// Saves, and puts the pack into one file.
    Share: Pack, "command-share", Some((CTRL_SHIFT, Key::S)), WithPack;
    /// Runs the tests of the pack as it stands in the editor.
    Test: Pack, "command-test", Some((CTRL, Key::T)), WithPack;
    /// Saves, and looks which lines of the rules the tests protect; while it looks: stops.
    Protect: Pack, "command-protect", Some((CTRL_SHIFT, Key::T)), WithPack;
    /// Closes the pack.
    Close: Pack, "command-close", Some((CTRL, Key::W)), WithPack;
    /// Ends the program.
    Quit: Pack, "command-quit", Some((CTRL, Key::Q)), Always;
    /// Takes the last step back.
    Undo: Edit, "command-undo", Some((CTRL, Key::Z)), WithPack;
    /// Does again what was taken back.
    Redo: Edit, "command-redo", Some((CTRL_SHIFT, Key::Z)), WithPack;
    /// Looks for text in the open file.
    Find: Edit, "command-find", Some((CTRL, Key::F)), WithPack;
    /// Looks for text in the open file and puts other text in its place.
    Replace: Edit, "command-replace", Some((CTRL, Key::H)), WithPack;
    /// Looks for text in all files of the pack.
    FindEverywhere: Edit, "command-find-everywhere", Some((CTRL_SHIFT, Key::F)), WithPack;
    /// Shows what can be typed at the cursor.
    Complete: Edit, "command-complete", Some((CTRL, Key::Space)), WithPack;
    /// Says what the word at the cursor is.
    Describe: Edit, "command-describe", Some((CTRL, Key::I)), WithPack;
    /// Goes to where the word at the cursor is declared.
    Definition: Edit, "command-definition", Some((Modifiers::NONE, Key::F12)), WithPack;
    /// Lists where the word at the cursor is declared and used.
    References: Edit, "command-references", Some((Modifiers::SHIFT, Key::F12)), WithPack;
    /// Goes back to where one was before.
    GoBack: Edit, "command-back", Some((Modifiers::ALT, Key::ArrowLeft)), WithPack;
    /// Shows how what is wrong at the cursor can be mended.
    Mend: Edit, "command-mend", Some((CTRL, Key::Period)), WithPack;
    /// Makes comments of lines, or lines of comments.
    Comment: Edit, "command-comment", Some((CTRL, Key::Slash)), WithPack;
    /// Writes the line once more.
    Duplicate: Edit, "command-duplicate", Some((CTRL_SHIFT, Key::D)), WithPack;
    /// Goes to the next finding.
    NextProblem: Edit, "command-next-problem", Some((Modifiers::NONE, Key::F8)), WithPack;
    /// Goes to the finding before.
    PreviousProblem: Edit, "command-previous-problem", Some((Modifiers::SHIFT, Key::F8)), WithPack;
    /// Puts all views where they were at first: for making a pack.
    ResetLayout: View, "command-reset-layout", None, WithPack;
    /// Goes from making the pack to playing it, and back.
    PlayLayout: View, "command-play-layout", Some((Modifiers::NONE, Key::F5)), WithPack;
    /// Opens or closes what is told about the game beside the board.
    Drawer: View, "command-drawer", None, WithPack;
    /// Takes the keyboard to the next part of the window.
    NextPart: View, "command-next-part", Some((Modifiers::NONE, Key::F6)), WithPack;
    /// Takes the keyboard to the part of the window before.
    PreviousPart: View, "command-previous-part", Some((Modifiers::SHIFT, Key::F6)), WithPack;
    /// Changes between light and dark.
    Theme: View, "command-theme", None, Always;
    /// Lets things move, or has them stand still.
    Motion: View, "command-motion", None, Always;
    /// Makes everything larger.
    ZoomIn: View, "command-zoom-in", Some((CTRL, Key::Plus)), Always;
    /// Makes everything smaller.
    ZoomOut: View, "command-zoom-out", Some((CTRL, Key::Minus)), Always;
    /// Makes everything as large as at first.
    ZoomReset: View, "command-zoom-reset", Some((CTRL, Key::Num0)), Always;
    /// Speaks the next language.
    Language: View, "command-language", None, Always;
    /// Begins another game at the table.
    NewGame: Game, "command-new-game", Some((CTRL_SHIFT, Key::N)), WithPack;
    /// Shows the games that were left in the middle.
    Games: Game, "command-games", Some((CTRL, Key::G)), Always;
    /// Writes the game at the table into a file.
    SaveGame: Game, "command-save-game", None, WithPack;
    /// Goes on with the game of a file.
    OpenGame: Game, "command-open-game", None, Always;
    /// Lets bots play for all seats, or has them pause.
    PlayOn: Game, "command-play-on", Some((Modifiers::NONE, Key::F9)), WithPack;
    /// Lets a bot give one answer, whoever has to choose.
    Step: Game, "command-step", Some((Modifiers::NONE, Key::F10)), WithPack;
    /// Takes the game back by one answer.
    StepBack: Game, "command-step-back", Some((Modifiers::NONE, Key::F7)), WithPack;
    /// Gives the next answer of the game again.
    StepForth: Game, "command-step-forth", Some((Modifiers::SHIFT, Key::F7)), WithPack;
    /// Makes a first pack, step by step.
    Guide: Help, "command-guide", None, Always;
    /// Opens the handbook.
    Handbook: Help, "command-handbook", Some((CTRL, Key::F1)), Always;
    /// Shows all commands to choose from.
    Palette: Help, "command-palette", Some((CTRL, Key::P)), Always;
    /// Shows the shortcuts.
    Shortcuts: Help, "command-shortcuts", Some((Modifiers::NONE, Key::F1)), Always;
}

impl Command {
    /// All commands in the order of the menus; the panes stand first among what is shown.
    pub fn all() -> &'static [Command] {
        static ALL: LazyLock<Vec<Command>> = LazyLock::new(|| {
            let (before, after) = ROWS.split_at(ROWS.partition_point(|row| row.menu < Menu::View));
            let panes = Pane::ALL.into_iter().map(Command::Show);
            before.iter().map(|row| row.command).chain(panes).chain(after.iter().map(|row| row.command)).collect()
        });
        &ALL
    }

    /// Its row; none for those that show panes.
    fn row(self) -> Option<&'static Row> {
        ROWS.iter().find(|row| row.command == self)
    }

    /// The menu that it stands in.
    pub fn menu(self) -> Menu {
        self.row().map_or(Menu::View, |row| row.menu)
    }

    /// The key of its name.
    pub fn text(self) -> &'static str {
        match self {
            Command::Show(pane) => pane.text(),
            other => other.row().map_or_else(|| unreachable!("each of the others has a row"), |row| row.text),
        }
    }

    /// The keys that command it.
    pub fn shortcut(self) -> Option<KeyboardShortcut> {
        let (modifiers, key) = match self {
            Command::Show(pane) => pane.key()?,
            other => other.row()?.keys?,
        };
        Some(KeyboardShortcut::new(modifiers, key))
    }

    /// Whether it makes sense only while a pack is open.
    pub fn needs_pack(self) -> bool {
        self.row().is_none_or(|row| row.when == When::WithPack)
    }
}

/// The command whose keys were pressed, if any; the keys are used up by it.
pub fn pressed(ctx: &egui::Context) -> Option<Command> {
    let mut all = Command::all().to_vec();
    // Those with more modifiers first: a shortcut also fits when more is held down than it names.
    all.sort_by_key(|c| c.shortcut().map_or(0, |s| -(i32::from(s.modifiers.shift) + i32::from(s.modifiers.alt))));
    ctx.input_mut(|input| {
        all.into_iter().find(|command| command.shortcut().is_some_and(|keys| input.consume_shortcut(&keys)))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_commands_have_the_same_keys() {
        let mut seen = BTreeSet::new();
        for command in Command::all() {
            if let Some(keys) = command.shortcut() {
                let shown = format!("{:?} {:?}", keys.modifiers, keys.logical_key);
                assert!(seen.insert(shown.clone()), "{shown} commands two things");
            }
        }
    }
}
