//! Everything that can be commanded, in one list: menus, palette, shortcuts and help are all made from it.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::context::Pane;

/// Something that people can tell the editor to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Command {
    /// Makes a new pack.
    New,
    /// Opens a folder.
    Open,
    /// Saves everything.
    Save,
    /// Looks into a packed pack.
    Import,
    /// Shows what shelves hold.
    Shelves,
    /// Saves, and puts the pack into one file.
    Share,
    /// Closes the pack.
    Close,
    /// Ends the program.
    Quit,
    /// Takes the last step back.
    Undo,
    /// Does again what was taken back.
    Redo,
    /// Looks for text in the open file.
    Find,
    /// Looks for text in the open file and puts other text in its place.
    Replace,
    /// Shows what can be typed at the cursor.
    Complete,
    /// Says what the word at the cursor is.
    Describe,
    /// Goes to where the word at the cursor is declared.
    Definition,
    /// Lists where the word at the cursor is declared and used.
    References,
    /// Goes back to where one was before.
    GoBack,
    /// Shows how what is wrong at the cursor can be mended.
    Mend,
    /// Makes comments of lines, or lines of comments.
    Comment,
    /// Writes the line once more.
    Duplicate,
    /// Shows a view.
    Show(Pane),
    /// Goes to the next finding.
    NextProblem,
    /// Goes to the finding before.
    PreviousProblem,
    /// Puts all views where they were at first: for making a pack.
    ResetLayout,
    /// Makes room for the table and what is told about its game.
    PlayLayout,
    /// Begins another game at the table.
    NewGame,
    /// Lets bots play for all seats, or has them pause.
    PlayOn,
    /// Lets a bot give one answer, whoever has to choose.
    Step,
    /// Takes the game back by one answer.
    StepBack,
    /// Gives the next answer of the game again.
    StepForth,
    /// Changes between light and dark.
    Theme,
    /// Makes everything larger.
    ZoomIn,
    /// Makes everything smaller.
    ZoomOut,
    /// Makes everything as large as at first.
    ZoomReset,
    /// Speaks the next language.
    Language,
    /// Makes a first pack, step by step.
    Guide,
    /// Saves, and runs the tests of the pack.
    Test,
    /// Saves, and looks which lines of the rules the tests protect; while it looks: stops.
    Protect,
    /// Shows all commands to choose from.
    Palette,
    /// Shows the shortcuts.
    Shortcuts,
}

/// Where a command stands in the menus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

impl Command {
    /// All commands in the order of the menus.
    pub fn all() -> Vec<Command> {
        use Command as C;
        let mut all = vec![C::New, C::Open, C::Import, C::Shelves, C::Save, C::Share, C::Test, C::Protect];
        all.extend([C::Close, C::Quit, C::Undo, C::Redo, C::Find]);
        all.extend([C::Replace, C::Complete, C::Describe, C::Definition, C::References, C::GoBack]);
        all.extend([C::Mend, C::Comment, C::Duplicate]);
        all.extend([C::NextProblem, C::PreviousProblem]);
        all.extend(Pane::ALL.map(Command::Show));
        all.extend([C::ResetLayout, C::PlayLayout, C::Theme, C::ZoomIn, C::ZoomOut, C::ZoomReset, C::Language]);
        all.extend([C::NewGame, C::PlayOn, C::Step, C::StepBack, C::StepForth]);
        all.extend([C::Guide, C::Palette, C::Shortcuts]);
        all
    }

    /// The menu that it stands in.
    pub fn menu(self) -> Menu {
        use Command as C;
        match self {
            C::New | C::Open | C::Import | C::Shelves | C::Save | C::Share => Menu::Pack,
            C::Test | C::Protect | C::Close | C::Quit => Menu::Pack,
            C::Replace | C::Complete | C::Describe | C::Definition | C::References => Menu::Edit,
            C::GoBack | C::Mend | C::Comment | C::Duplicate => Menu::Edit,
            C::Undo | C::Redo | C::Find | C::NextProblem | C::PreviousProblem => Menu::Edit,
            C::Show(_) | C::ResetLayout | C::PlayLayout | C::Theme | C::Language => Menu::View,
            C::NewGame | C::PlayOn | C::Step | C::StepBack | C::StepForth => Menu::Game,
            C::ZoomIn | C::ZoomOut | C::ZoomReset => Menu::View,
            C::Guide | C::Palette | C::Shortcuts => Menu::Help,
        }
    }

    /// The key of its name.
    pub fn text(self) -> &'static str {
        use Command as C;
        match self {
            C::New => "command-new",
            C::Open => "command-open",
            C::Save => "command-save",
            C::Import => "command-import",
            C::Shelves => "command-shelves",
            C::Share => "command-share",
            C::Close => "command-close",
            C::Quit => "command-quit",
            C::Undo => "command-undo",
            C::Redo => "command-redo",
            C::Find => "command-find",
            C::Replace => "command-replace",
            C::Complete => "command-complete",
            C::Describe => "command-describe",
            C::Definition => "command-definition",
            C::References => "command-references",
            C::GoBack => "command-back",
            C::Mend => "command-mend",
            C::Comment => "command-comment",
            C::Duplicate => "command-duplicate",
            C::Show(pane) => pane.text(),
            C::NextProblem => "command-next-problem",
            C::PreviousProblem => "command-previous-problem",
            C::ResetLayout => "command-reset-layout",
            C::PlayLayout => "command-play-layout",
            C::NewGame => "command-new-game",
            C::PlayOn => "command-play-on",
            C::Step => "command-step",
            C::StepBack => "command-step-back",
            C::StepForth => "command-step-forth",
            C::Theme => "command-theme",
            C::ZoomIn => "command-zoom-in",
            C::ZoomOut => "command-zoom-out",
            C::ZoomReset => "command-zoom-reset",
            C::Language => "command-language",
            C::Guide => "command-guide",
            C::Test => "command-test",
            C::Protect => "command-protect",
            C::Palette => "command-palette",
            C::Shortcuts => "command-shortcuts",
        }
    }

    /// The keys that command it.
    pub fn shortcut(self) -> Option<KeyboardShortcut> {
        use Command as C;
        let (modifiers, key) = match self {
            C::New => (CTRL, Key::N),
            C::Open => (CTRL, Key::O),
            C::Save => (CTRL, Key::S),
            C::Import => (CTRL_SHIFT, Key::O),
            C::Share => (CTRL_SHIFT, Key::S),
            C::Close => (CTRL, Key::W),
            C::Quit => (CTRL, Key::Q),
            C::Undo => (CTRL, Key::Z),
            C::Redo => (CTRL_SHIFT, Key::Z),
            C::Find => (CTRL, Key::F),
            C::Replace => (CTRL, Key::H),
            C::Complete => (CTRL, Key::Space),
            C::Describe => (CTRL, Key::I),
            C::Definition => (Modifiers::NONE, Key::F12),
            C::References => (Modifiers::SHIFT, Key::F12),
            C::GoBack => (Modifiers::ALT, Key::ArrowLeft),
            C::Mend => (CTRL, Key::Period),
            C::Comment => (CTRL, Key::Slash),
            C::Duplicate => (CTRL_SHIFT, Key::D),
            C::Show(pane) => pane.key()?,
            C::NextProblem => (Modifiers::NONE, Key::F8),
            C::PreviousProblem => (Modifiers::SHIFT, Key::F8),
            C::ZoomIn => (CTRL, Key::Plus),
            C::ZoomOut => (CTRL, Key::Minus),
            C::ZoomReset => (CTRL, Key::Num0),
            C::Test => (CTRL, Key::T),
            C::Protect => (CTRL_SHIFT, Key::T),
            C::PlayLayout => (Modifiers::NONE, Key::F5),
            C::NewGame => (CTRL_SHIFT, Key::N),
            C::PlayOn => (Modifiers::NONE, Key::F9),
            C::Step => (Modifiers::NONE, Key::F10),
            C::StepBack => (Modifiers::NONE, Key::F6),
            C::StepForth => (Modifiers::NONE, Key::F7),
            C::Palette => (CTRL, Key::P),
            C::Shortcuts => (Modifiers::NONE, Key::F1),
            C::ResetLayout | C::Theme | C::Language | C::Guide | C::Shelves => return None,
        };
        Some(KeyboardShortcut::new(modifiers, key))
    }

    /// Whether it makes sense only while a pack is open.
    pub fn needs_pack(self) -> bool {
        use Command as C;
        let always = [C::New, C::Open, C::Import, C::Shelves, C::Quit, C::Theme, C::ZoomIn, C::ZoomOut, C::ZoomReset];
        !always.contains(&self) && !matches!(self, C::Language | C::Guide | C::Palette | C::Shortcuts)
    }
}

/// The command whose keys were pressed, if any; the keys are used up by it.
pub fn pressed(ctx: &egui::Context) -> Option<Command> {
    let mut all = Command::all();
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
