//! Writes the documents of an export: steps for the target, missing parts, and credits.

use crate::files::ExportPlan;
use crate::pieces::GamePieces;
use crate::request::ExportTarget;

/// Sentence about the part that no export has.
pub(crate) const MISSING_RULES: &str = "This export has the pieces of the game, not its rules: the players apply them. `tilewright play` applies them for you.";

/// Writes the read-me file: the steps for the target, and the parts that are missing.
pub(crate) fn readme(plan: &ExportPlan<'_>, pieces: &GamePieces) -> String {
    let target = plan.request.target;
    let mut text = format!("# {} for {}\n\n", plan.title(), target.title());
    let tiles: u64 = pieces.kinds().iter().map(|tile| u64::from(tile.count)).sum();
    text.push_str(&format!("{tiles} tiles, {} seats, from {}.\n", pieces.seats, plan.catalog.titles()));
    for option in plan.catalog.chosen_options() {
        text.push_str(&format!("Option: `{option}`.\n"));
    }
    text.push_str("\n## Steps\n");
    for (number, step) in (1..).zip(steps(plan)) {
        text.push_str(&format!("{number}. {step}\n"));
    }
    text.push_str(&format!("\n## Missing\n- {MISSING_RULES}\n"));
    for note in fixed_notes(target).iter().map(|note| (*note).to_owned()).chain(plan.notes.iter().cloned()) {
        text.push_str(&format!("- {note}\n"));
    }
    text.push_str("\n`CREDITS.md` names the authors. `manifest.json` lists every file, for programs.\n");
    text
}

/// Returns the steps that lead to a game.
fn steps(plan: &ExportPlan<'_>) -> Vec<String> {
    let lines: &[&str] = match plan.request.target {
        ExportTarget::Tts => {
            let name = crate::identity::plain_name(&plan.title());
            let is_local = plan.request.base.starts_with("file:");
            let mut steps = vec![
                format!(
                    "Copy `{name}.json` into the folder `Saves` of Tabletop Simulator: on Windows \
                     `Documents/My Games/Tabletop Simulator/Saves`, elsewhere `Tabletop Simulator/Saves` in the data of \
                     the program."
                ),
                "Start Tabletop Simulator, choose Create, Singleplayer, then Games, Save & Load, and load the save.".to_owned(),
                "Wait until all pictures are loaded. The script shuffles bags and stacks after two seconds and scales \
                 pieces to their size when they leave a bag."
                    .to_owned(),
                "Right-click on the table to shuffle again or to deal the hands; right-click on a bag to deal one tile to \
                 each player."
                    .to_owned(),
            ];
            if is_local {
                steps.push(
                    "The save names pictures on this computer, which other players cannot see. Choose Modding, Cloud \
                     Manager, Upload All Loaded Files, and save the game again; or export with `--url` and put this \
                     folder on a web server."
                        .to_owned(),
                );
            } else {
                steps.push(format!(
                    "Put this folder on the web server, so that its pictures are below {}.",
                    plan.request.base
                ));
            }
            steps.push(
                "Tiles snap to invisible points. For more room, switch on the grid, which has the size of the cells."
                    .to_owned(),
            );
            return steps;
        }
        ExportTarget::TabletopPlayground => &[
            "Copy the folder with `Templates` and `Textures` in it into the folder of local packages of Tabletop \
             Playground: `PersistentDownloadDir` next to the program, or choose Import in its package manager.",
            "Start Tabletop Playground, create a game, and open Load. The state of this package is among the saved states.",
            "Right-click on the table to shuffle all stacks or to deal the hands.",
            "Each bag is a stack of cards with their faces down. Draw from its top.",
        ],
        ExportTarget::Screentop => &[
            "Create a game in Screentop, open its editor, and add a component for each file in `tiles`.",
            "Upload the file as the front and the file that ends in `-backs` as the back. Both have the same order and no gaps.",
            "Enter the columns and rows that `manifest.json` lists for the sheet, and set the number of copies of each tile.",
            "Add the pictures of boards, figures and tokens as separate components.",
        ],
        ExportTarget::Tabletopia => &[
            "Create a game in the workshop of Tabletopia and add an object type for each size of tile.",
            "Upload the pictures of the folder `tiles` as faces. All pictures of one shape have equal sizes in pixels.",
            "The name of each file ends with the number of copies: `-x3` means three.",
            "Upload the pictures of the folder `backs` as backs of their bags.",
        ],
        ExportTarget::GameCrafter => &[
            "Create a game in The Game Crafter and add a component for each folder, which has the name of the product.",
            "Upload faces and backs; `quantities.csv` lists the product, both files and the quantity of each tile.",
            "Compare the first picture with the template of the shop before you order. Pictures are as large as the \
             template, with a bleed of 1/8 inch and 300 dots per inch, and have no marks.",
            "Keep in mind that anything less than 1/8 inch inside the cut may be cut off.",
        ],
        ExportTarget::Png => &[
            "Use the pictures of the folders `tiles`, `backs`, `figures`, `boards`, `mats`, `tokens` and `dice` as you like.",
            "`manifest.json` lists the number of copies of each tile.",
        ],
        ExportTarget::Csv => &[
            "Open a table in a spreadsheet. It has a row for each tile, and the first row names the columns.",
            "The column `count` has the number of copies. Programs that make cards can read it: name it in their settings.",
            "To change the pack, save the table and read it again with `tilewright import`.",
        ],
    };
    lines.iter().map(|line| (*line).to_owned()).collect()
}

/// Returns sentences about parts that a target lacks in every export.
fn fixed_notes(target: ExportTarget) -> &'static [&'static str] {
    match target {
        ExportTarget::Tts => &[
            "Numbers that rules write on pieces, and counters other than points, are missing.",
            "The format of saves follows public descriptions. Tell the authors of Tilewright if an object does not load.",
        ],
        ExportTarget::TabletopPlayground => &[
            "Dice are stacks with a card for each face: shuffle one and look at its top.",
            "Counters are missing: write points on paper.",
            "The format of packages follows public descriptions. Tell the authors of Tilewright if an object does not load.",
        ],
        ExportTarget::GameCrafter => {
            &["Sizes follow public descriptions of the products, not the templates themselves."]
        }
        ExportTarget::Screentop | ExportTarget::Tabletopia | ExportTarget::Png | ExportTarget::Csv => &[],
    }
}

/// Writes the credits: packs, authors and licences.
pub(crate) fn credits(plan: &ExportPlan<'_>) -> String {
    let mut text = format!("# Credits of {}\n\n", plan.title());
    for credit in &plan.request.credits {
        let authors = if credit.authors.is_empty() { "unknown authors".to_owned() } else { credit.authors.join(", ") };
        let licence = licence_words(&credit.licence);
        text.push_str(&format!("- {} {}, by {authors}; {licence}\n", credit.title, credit.version));
    }
    if plan.request.credits.is_empty() {
        for pack in &plan.catalog.packs {
            text.push_str(&format!("- {} {}\n", pack.title, pack.version));
        }
    }
    if plan.request.art_credits.is_empty() {
        text.push_str("\nThe pictures are drawn by Tilewright from the data of these packs.\n");
        return text;
    }
    text.push_str("\n## Pictures\n");
    for credit in &plan.request.art_credits {
        let author = if credit.author.is_empty() { "an unknown author" } else { &credit.author };
        let source = if credit.source.is_empty() { String::new() } else { format!("; from {}", credit.source) };
        let licence = licence_words(&credit.licence);
        text.push_str(&format!("- Pictures of {}, by {author}; {licence}{source}\n", credit.pack));
    }
    text.push_str("\nAll other pictures are drawn by Tilewright from the data of these packs.\n");
    text
}

/// Returns a licence for credits, or advice if there is none.
fn licence_words(licence: &str) -> String {
    match licence {
        "" => "no licence: ask the authors before you publish it".to_owned(),
        licence => format!("licence {licence}"),
    }
}
