//! Lists all commands in one table, from which the menus, the palette, the shortcuts and the help are built. A new
//! command needs a row here and an arm in `app/commands.rs`.

use std::sync::LazyLock;

use egui::{Key, KeyboardShortcut, Modifiers};

use super::Pane;

/// Menu that contains a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Menu {
    /// Commands for packs and files.
    Pack,
    /// Commands that change the pack or its text.
    Edit,
    /// Commands for panes, layout, colours and size.
    View,
    /// Commands for the game at the table.
    Game,
    /// Handbook, guide, palette and shortcuts.
    Help,
}

impl Menu {
    /// All menus from left to right.
    pub const ALL: [Menu; 5] = [Menu::Pack, Menu::Edit, Menu::View, Menu::Game, Menu::Help];

    /// Returns the text key of the menu's title.
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

/// Condition that makes a command available.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CommandCondition {
    Always,
    WithPack,
}

/// Properties of a command.
struct CommandRow {
    command: EditorCommand,
    menu: Menu,
    text: &'static str,
    keys: Option<(Modifiers, Key)>,
    when: CommandCondition,
}

/// Declares the commands, each with its menu, the text key of its name, its shortcut, and its availability.
macro_rules! commands {
    ($($(#[$doc:meta])* $name:ident: $menu:ident, $text:literal, $keys:expr, $when:ident;)*) => {
        /// Command that the user can give to the editor.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum EditorCommand {
            $($(#[$doc])* $name,)*
            /// Shows the given pane.
            Show(Pane),
        }

        /// Rows of all commands except those that show panes, in the order of the menus.
        const ROWS: &[CommandRow] = &[$(CommandRow {
            command: EditorCommand::$name,
            menu: Menu::$menu,
            text: $text,
            keys: $keys,
            when: CommandCondition::$when,
        }),*];
    };
}

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

commands! {
    /// Creates a new pack.
    New: Pack, "command-new", Some((CTRL, Key::N)), Always;
    /// Opens the folder of a pack.
    Open: Pack, "command-open", Some((CTRL, Key::O)), Always;
    /// Opens an archive of a pack.
    Import: Pack, "command-import", Some((CTRL_SHIFT, Key::O)), Always;
    /// Shows the packs on shelves.
    Shelves: Pack, "command-shelves", None, Always;
    /// Creates a file with a new rule and makes the pack use it.
    NewRule: Pack, "command-new-rule", None, WithPack;
    /// Creates a file in the pack.
    NewFile: Pack, "command-new-file", None, WithPack;
    /// Saves all files of the pack.
    Save: Pack, "command-save", Some((CTRL, Key::S)), WithPack;
    /// Saves a copy with all unsaved changes to another folder.
    KeepCopy: Pack, "command-keep-copy", None, WithPack;
    /// Saves the pack and exports it as one file.
    Share: Pack, "command-share", Some((CTRL_SHIFT, Key::S)), WithPack;
    /// Exports the game to virtual tables and print shops.
    ExportGame: Pack, "command-export-game", None, WithPack;
    /// Cuts a sheet of pictures into pictures of tiles.
    CutSheet: Pack, "command-cut-sheet", None, WithPack;
    /// Runs the tests of the pack with the unsaved changes in the editor.
    Test: Pack, "command-test", Some((CTRL, Key::T)), WithPack;
    /// Saves the pack and finds the lines of the rules that its tests protect; stops that search if it is running.
    Protect: Pack, "command-protect", Some((CTRL_SHIFT, Key::T)), WithPack;
    /// Closes the open pack.
    Close: Pack, "command-close", Some((CTRL, Key::W)), WithPack;
    /// Quits the editor and closes its window.
    Quit: Pack, "command-quit", Some((CTRL, Key::Q)), Always;
    /// Undoes the last step.
    Undo: Edit, "command-undo", Some((CTRL, Key::Z)), WithPack;
    /// Redoes the step that was undone last.
    Redo: Edit, "command-redo", Some((CTRL_SHIFT, Key::Z)), WithPack;
    /// Finds text in the open file.
    Find: Edit, "command-find", Some((CTRL, Key::F)), WithPack;
    /// Finds and replaces text in the open file.
    Replace: Edit, "command-replace", Some((CTRL, Key::H)), WithPack;
    /// Finds text in all files of the pack.
    FindEverywhere: Edit, "command-find-everywhere", Some((CTRL_SHIFT, Key::F)), WithPack;
    /// Lists completions at the cursor.
    Complete: Edit, "command-complete", Some((CTRL, Key::Space)), WithPack;
    /// Describes the word at the cursor.
    Describe: Edit, "command-describe", Some((CTRL, Key::I)), WithPack;
    /// Jumps to the declaration of the word at the cursor.
    Definition: Edit, "command-definition", Some((Modifiers::NONE, Key::F12)), WithPack;
    /// Lists the declaration and all uses of the word at the cursor.
    References: Edit, "command-references", Some((Modifiers::SHIFT, Key::F12)), WithPack;
    /// Returns to the place before the last jump.
    GoBack: Edit, "command-back", Some((Modifiers::ALT, Key::ArrowLeft)), WithPack;
    /// Lists fixes for the finding at the cursor.
    Mend: Edit, "command-mend", Some((CTRL, Key::Period)), WithPack;
    /// Comments lines out, or removes their comment markers.
    Comment: Edit, "command-comment", Some((CTRL, Key::Slash)), WithPack;
    /// Duplicates the current line.
    Duplicate: Edit, "command-duplicate", Some((CTRL_SHIFT, Key::D)), WithPack;
    /// Jumps to the next finding.
    NextProblem: Edit, "command-next-problem", Some((Modifiers::NONE, Key::F8)), WithPack;
    /// Jumps to the previous finding.
    PreviousProblem: Edit, "command-previous-problem", Some((Modifiers::SHIFT, Key::F8)), WithPack;
    /// Restores the default layout for editing a pack.
    ResetLayout: View, "command-reset-layout", None, WithPack;
    /// Switches between the layouts for editing and for playing.
    PlayLayout: View, "command-play-layout", Some((Modifiers::NONE, Key::F5)), WithPack;
    /// Opens or closes the drawer next to the board, which shows details of the game.
    Drawer: View, "command-drawer", None, WithPack;
    /// Moves keyboard focus to the next part of the window.
    NextPart: View, "command-next-part", Some((Modifiers::NONE, Key::F6)), WithPack;
    /// Moves keyboard focus to the previous part of the window.
    PreviousPart: View, "command-previous-part", Some((Modifiers::SHIFT, Key::F6)), WithPack;
    /// Shows the settings of the user.
    Settings: View, "command-settings", Some((CTRL, Key::Comma)), Always;
    /// Switches between the light and the dark theme.
    Theme: View, "command-theme", None, Always;
    /// Shows the next look of the pack's own art.
    Look: View, "command-look", None, WithPack;
    /// Turns animations on or off.
    Motion: View, "command-motion", None, Always;
    /// Enlarges the whole interface.
    ZoomIn: View, "command-zoom-in", Some((CTRL, Key::Plus)), Always;
    /// Shrinks the whole interface.
    ZoomOut: View, "command-zoom-out", Some((CTRL, Key::Minus)), Always;
    /// Restores the default size of the interface.
    ZoomReset: View, "command-zoom-reset", Some((CTRL, Key::Num0)), Always;
    /// Switches to the next language.
    Language: View, "command-language", None, Always;
    /// Explains the game at the table, at the rule of the question that waits.
    HowToPlay: Game, "how-to-play", Some((CTRL_SHIFT, Key::F1)), WithPack;
    /// Starts another game at the table.
    NewGame: Game, "command-new-game", Some((CTRL_SHIFT, Key::N)), WithPack;
    /// Shows the unfinished games.
    Games: Game, "command-games", Some((CTRL, Key::G)), Always;
    /// Saves the game at the table to a file.
    SaveGame: Game, "command-save-game", None, WithPack;
    /// Resumes the game of a file.
    OpenGame: Game, "command-open-game", None, Always;
    /// Shows the games that were played over the network.
    HostedGames: Game, "command-hosted-games", None, Always;
    /// Invites players at other machines to the game at the table, or shows their links.
    Invite: Game, "command-invite", None, WithPack;
    /// Lets bots play for all seats, or pauses them.
    PlayOn: Game, "command-play-on", Some((Modifiers::NONE, Key::F9)), WithPack;
    /// Lets a bot give one answer for the seat that has to choose.
    Step: Game, "command-step", Some((Modifiers::NONE, Key::F10)), WithPack;
    /// Undoes one answer of the game.
    StepBack: Game, "command-step-back", Some((Modifiers::NONE, Key::F7)), WithPack;
    /// Gives the next answer of the game again, after stepping back.
    StepForth: Game, "command-step-forth", Some((Modifiers::SHIFT, Key::F7)), WithPack;
    /// Walks to the next line of the rules in the last move.
    NextLine: Game, "command-next-line", Some((Modifiers::NONE, Key::F11)), WithPack;
    /// Walks to the line of the rules before.
    PreviousLine: Game, "command-previous-line", Some((Modifiers::SHIFT, Key::F11)), WithPack;
    /// Walks to the next break line of the rules.
    NextBreak: Game, "command-next-break", Some((CTRL, Key::F11)), WithPack;
    /// Walks to the break line of the rules before.
    PreviousBreak: Game, "command-previous-break", Some((CTRL_SHIFT, Key::F11)), WithPack;
    /// Walks to the next line of the rules that follows an event.
    NextEvent: Game, "command-next-event", Some((Modifiers::ALT, Key::F11)), WithPack;
    /// Starts the guide that creates a first pack step by step.
    Guide: Help, "command-guide", None, Always;
    /// Opens the handbook at its first page.
    Handbook: Help, "command-handbook", Some((CTRL, Key::F1)), Always;
    /// Shows a searchable list of all commands.
    Palette: Help, "command-palette", Some((CTRL, Key::P)), Always;
    /// Lists the keyboard shortcuts.
    Shortcuts: Help, "command-shortcuts", Some((Modifiers::NONE, Key::F1)), Always;
}

impl EditorCommand {
    /// Returns all commands in the order of the menus; the commands for panes come first in the View menu.
    pub fn all() -> &'static [EditorCommand] {
        static ALL: LazyLock<Vec<EditorCommand>> = LazyLock::new(|| {
            let (before, after) = ROWS.split_at(ROWS.partition_point(|row| row.menu < Menu::View));
            let panes = Pane::ALL.into_iter().map(EditorCommand::Show);
            before.iter().map(|row| row.command).chain(panes).chain(after.iter().map(|row| row.command)).collect()
        });
        &ALL
    }

    /// Returns the row of the command; `None` for commands that show a pane.
    fn row(self) -> Option<&'static CommandRow> {
        ROWS.iter().find(|row| row.command == self)
    }

    /// Returns the menu that contains the command.
    pub fn menu(self) -> Menu {
        self.row().map_or(Menu::View, |row| row.menu)
    }

    /// Returns the text key of the command's name.
    pub fn text(self) -> &'static str {
        match self {
            EditorCommand::Show(pane) => pane.text(),
            other => other.row().map_or_else(|| unreachable!("each of the others has a row"), |row| row.text),
        }
    }

    /// Returns the shortcut of the command; `None` if it has no keys.
    pub fn shortcut(self) -> Option<KeyboardShortcut> {
        let (modifiers, key) = match self {
            EditorCommand::Show(pane) => pane.key()?,
            other => other.row()?.keys?,
        };
        Some(KeyboardShortcut::new(modifiers, key))
    }

    /// Returns true if the menu lists the command. The others are rows of the settings, and in the palette.
    pub fn is_in_menu(self) -> bool {
        !matches!(self, EditorCommand::Theme | EditorCommand::Motion | EditorCommand::Language)
    }

    /// Returns true if the command is available only while a pack is open.
    pub fn needs_pack(self) -> bool {
        self.row().is_none_or(|row| row.when == CommandCondition::WithPack)
    }
}

/// Returns the commands whose keys were pressed, in this order, and consumes these keys. While frames are slow, one frame
/// receives several.
pub fn take_pressed(ctx: &egui::Context) -> Vec<EditorCommand> {
    let mut all = EditorCommand::all().to_vec();
    // Shortcuts with more modifiers come first: a shortcut also matches if more modifiers are held than it names.
    all.sort_by_key(|c| c.shortcut().map_or(0, |s| -(i32::from(s.modifiers.shift) + i32::from(s.modifiers.alt))));
    let of_event = |event: &egui::Event| {
        let egui::Event::Key { key, modifiers, pressed: true, .. } = event else { return None };
        let is_meant = |keys: KeyboardShortcut| keys.logical_key == *key && modifiers.matches_logically(keys.modifiers);
        all.iter().copied().find(|command| command.shortcut().is_some_and(is_meant))
    };
    let mut pressed = Vec::new();
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            let command = of_event(event);
            pressed.extend(command);
            command.is_none()
        });
    });
    pressed
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_commands_have_the_same_keys() {
        let mut seen = BTreeSet::new();
        for command in EditorCommand::all() {
            if let Some(keys) = command.shortcut() {
                let shown = format!("{:?} {:?}", keys.modifiers, keys.logical_key);
                assert!(seen.insert(shown.clone()), "{shown} commands two things");
            }
        }
    }
}
