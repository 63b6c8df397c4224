//! Resolves own art against the catalog.
//!
//! Art keeps no game from being played: every mistake in it is a warning, and a picture with a mistake is not shown.

mod entries;
mod looks;

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::{ArtPicture, ArtPlan, CELL_MM, PictureFile};
use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::id::{Id, PictureId, TokenId, ZoneId};
use tilewright_core::diag::Span;

use super::{Cx, Lists};
use crate::declare::names::Names;
use crate::findings::{Findings, codes};
use crate::limits;
use crate::read::pictures::ART_FOLDER;
use crate::read::source::PackSource;
use crate::read::syntax::{Node, Word, parse};
use crate::read::{self, Fields};
use crate::schema;

/// Own art of all packs, with the data that its checks need.
#[derive(Default)]
pub(crate) struct PackArt {
    pub(crate) plan: ArtPlan,
    /// Places of the pictures of the plan, in the same order.
    pub(crate) places: Vec<PicturePlace>,
    /// Places of the sheets of all packs.
    pub(crate) sheets: Vec<(Span, PictureFile)>,
}

/// Place at which a picture is declared, or first named.
pub(crate) struct PicturePlace {
    pub(crate) span: Span,
    /// Place of the name of its file.
    pub(crate) file: Span,
    /// True if a look shows the picture, also one of a tile that options switch off.
    pub(crate) is_shown: bool,
    /// Index of the pack among the packs and themes.
    pub(crate) pack: usize,
}

/// Builds the art of packs, and of themes for them.
pub(crate) fn build(
    packs: &[PackSource],
    themes: &[PackSource],
    catalog: &Catalog,
    lists: &Lists,
    cx: &Cx<'_>,
    report: &Findings,
) -> PackArt {
    let tokens = lists.number(DeclaredKind::Token, &cx.writers);
    let zones = lists.number(DeclaredKind::Zone, &cx.writers);
    let mut art = PackArt::default();
    let mut cell_mm = None;
    for (number, pack) in packs.iter().chain(themes).enumerate() {
        let Some((file, text)) = &pack.art else { continue };
        let Some(node) = parse(*file, text, report) else { continue };
        let Some(kind) = node.head().filter(|kind| *kind.value == *"Art") else {
            let message = "the file art/art.ron holds `Art(...)` and nothing else";
            report.add(codes::UNKNOWN_FILE.finding(Span::new(*file, 0, 1), message));
            continue;
        };
        let is_theme = number >= packs.len();
        let mut builder = ArtBuilder {
            cx,
            catalog,
            report,
            tokens: &tokens,
            zones: &zones,
            pack,
            number,
            theme: is_theme.then(|| pack.id().clone()),
            by_id: BTreeMap::new(),
            general: Credits::default(),
            art: &mut art,
        };
        if let Some(fields) = Fields::from_node(&node, &schema::ART, report) {
            let own_mm = fields.get("cell_mm").and_then(|_| fields.int("cell_mm"));
            cell_mm = cell_mm.or(own_mm.map(|mm| mm as u16));
            builder.read(&fields, kind.span);
        }
    }
    art.plan.cell_mm = cell_mm.unwrap_or(CELL_MM);
    art
}

/// Licence, author and origin of a picture.
#[derive(Clone, Default)]
struct Credits {
    licence: Option<Arc<str>>,
    author: Option<Arc<str>>,
    source: Option<Arc<str>>,
}

/// ArtBuilder of the art of one pack.
struct ArtBuilder<'a> {
    cx: &'a Cx<'a>,
    catalog: &'a Catalog,
    report: &'a Findings,
    tokens: &'a Names<'a, TokenId>,
    zones: &'a Names<'a, ZoneId>,
    pack: &'a PackSource,
    /// Index of the pack among the packs and themes.
    number: usize,
    /// Id of the pack if it is a theme.
    theme: Option<Arc<str>>,
    /// Pictures by their ids, and by the names of files that need no id.
    by_id: BTreeMap<Arc<str>, PictureId>,
    /// Licence and author of all pictures that do not declare their own.
    general: Credits,
    art: &'a mut PackArt,
}

impl ArtBuilder<'_> {
    fn read(&mut self, fields: &Fields<'_>, head: Span) {
        self.general = self.credits(fields.get("licence"), fields.get("by"), None);
        let sheets = self.sheets(fields.list("sheets"));
        self.pictures(fields.list("pictures"), &sheets);
        let looks = fields.list("looks");
        if looks.len() > limits::LOOKS {
            let message = format!("{} looks are too many, {} are allowed", looks.len(), limits::LOOKS);
            self.report.add(codes::TOO_LARGE.finding(head, message));
        }
        looks.iter().take(limits::LOOKS).for_each(|node| self.look(node));
        fields.finish();
    }

    /// Reads licence, author and origin. Each is a text of one line.
    fn credits(&self, licence: Option<&Node>, author: Option<&Node>, source: Option<&Node>) -> Credits {
        let line = |node: Option<&Node>, most| Some(read::line(node?, most, self.report)?.value);
        Credits {
            licence: line(licence, limits::TITLE_LETTERS),
            author: line(author, limits::TITLE_LETTERS),
            source: line(source, limits::TEXT_LETTERS),
        }
    }

    /// Adds a picture; `None` if there are too many.
    fn add(&mut self, picture: ArtPicture, span: Span, file: Span) -> Option<PictureId> {
        if self.art.plan.pictures.len() >= limits::KINDS {
            self.report.add(codes::TOO_LARGE.finding(span, format!("there are more than {} pictures", limits::KINDS)));
            return None;
        }
        let id = PictureId::from_index(self.art.plan.pictures.len());
        self.by_id.insert(picture.id.clone(), id);
        self.art.plan.pictures.push(picture);
        self.art.places.push(PicturePlace { span, file, is_shown: false, pack: self.number });
        Some(id)
    }

    /// Returns the file with a name in the folder `art`.
    fn file(&self, name: &str) -> PictureFile {
        PictureFile { pack: self.pack.id().clone(), path: format!("{ART_FOLDER}{name}").into() }
    }

    /// Looks up the picture that a look names, by its id or its file.
    fn picture(&mut self, node: &Node) -> Option<PictureId> {
        let word = read::word(node, self.report)?;
        let known = self.by_id.get(&word.value).copied();
        let id = known.or_else(|| if word.value.contains('.') { self.named_file(&word) } else { None });
        match id {
            Some(id) => {
                if let Some(place) = self.art.places.get_mut(id.index()) {
                    place.is_shown = true;
                }
            }
            None => {
                let message = format!("there is no picture `{}`", word.value);
                let mut finding = codes::UNKNOWN_NAME.finding(word.span, message);
                self.report.suggest(&mut finding, &word.value, self.by_id.keys().map(|id| &**id));
                self.report.add(finding);
            }
        }
        id
    }

    /// Returns the picture in a file that is named in place of an id, and adds it if no entry declares it.
    fn named_file(&mut self, word: &Word) -> Option<PictureId> {
        let file = self.file(&word.value);
        let is_declared = |id: &&PictureId| {
            let picture = self.art.plan.picture(**id);
            picture.is_some_and(|picture| picture.file == file && picture.cell.is_none())
        };
        if let Some(&id) = self.by_id.values().find(is_declared) {
            return Some(id);
        }
        let Credits { licence, author, .. } = self.general.clone();
        let picture =
            ArtPicture { licence, author, span: Some(word.span), ..ArtPicture::of_file(word.value.clone(), file) };
        self.add(picture, word.span, word.span)
    }
}
