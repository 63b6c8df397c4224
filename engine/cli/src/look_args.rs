//! Defines the look of own art as an argument of the commands that draw.

use std::path::Path;
use std::sync::Arc;

use clap::Args;
use tilewright_art::decode::decode_look;
use tilewright_art::own::OwnArt;
use tilewright_core::catalog::Catalog;
use tilewright_core::state::Game;
use tilewright_kit::packs::art::{LoadedArt, PLAIN_LOOK, UnknownLookError};
use tilewright_kit::packs::load::{Request, load};

use crate::context::Context;
use crate::failure::Failure;

/// Number of pictures that a note names at most.
const MAX_NAMED: usize = 3;

/// Number of pixels on the longer side of pictures in SVG on pages.
pub(crate) const PAGE_SVG_SIDE: u32 = 384;

/// Maximum size of the pictures of a page, in bytes.
pub(crate) const PAGE_BYTES: u64 = 8 << 20;

/// Look of own art that a command draws.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct LookArgs {
    /// Look to draw: a look of the packs, `THEME:LOOK`, or `plain` for drawings from data [default: the first look of
    /// the packs]
    #[arg(long, value_name = "LOOK")]
    pub(crate) look: Option<String>,
}

impl LookArgs {
    /// Returns an error if a look is named without a page, which `has_page` states.
    pub(crate) fn check_page(&self, has_page: bool) -> Result<(), Failure> {
        if has_page || self.look.is_none() {
            return Ok(());
        }
        Err(Failure::usage("`--look` applies only to pages").hint("add `--html FILE`"))
    }

    /// Returns the packs to load: `packs`, and the theme that declares the look.
    pub(crate) fn with_theme(&self, packs: &[String], cx: &Context) -> Result<Vec<String>, Failure> {
        let mut all = packs.to_vec();
        if let Some((theme, _)) = self.look.as_deref().and_then(|look| look.split_once(':')) {
            let mut is_named = false;
            for pack in packs {
                is_named |= cx.finder.find(pack)?.id == theme;
            }
            if !is_named {
                all.push(theme.to_owned());
            }
        }
        Ok(all)
    }

    /// Decodes the pictures of the look; `None` if everything is drawn from data. SVG files get `svg_side` pixels on
    /// their longer side. A note reports pictures that cannot be shown.
    pub(crate) fn decode(&self, art: &LoadedArt, svg_side: u32, cx: &Context) -> Result<Option<OwnArt>, Failure> {
        let Some(look) = art.choose_look(self.look.as_deref()).map_err(|error| unknown_look(&error))? else {
            return Ok(None);
        };
        let decoded = decode_look(&art.plan, look, svg_side, |file| art.bytes(file).map(Arc::clone));
        for unshown in decoded.unshown.iter().take(MAX_NAMED) {
            cx.note(&format!("`{}/{}` is not shown: {}", unshown.file.pack, unshown.file.path, unshown.why));
        }
        let further = decoded.unshown.len().saturating_sub(MAX_NAMED);
        if further > 0 {
            cx.note(&format!("{further} further pictures are not shown; `tilewright check` lists them"));
        }
        Ok(Some(decoded.art))
    }

    /// Like [`LookArgs::decode`], for a page, which contains small pictures only.
    pub(crate) fn decode_for_page(&self, art: &LoadedArt, cx: &Context) -> Result<Option<OwnArt>, Failure> {
        Ok(self.decode(art, PAGE_SVG_SIDE, cx)?.map(|art| art.reduced(PAGE_BYTES)))
    }

    /// Decodes the look for a game from a file of records, which may have been played with other versions of the packs.
    /// In that case everything is drawn from data, and a note gives the reason.
    pub(crate) fn decode_for_game(
        &self,
        game: &Game,
        file: &Path,
        svg_side: u32,
        cx: &Context,
    ) -> Result<Option<OwnArt>, Failure> {
        if self.look.as_deref() == Some(PLAIN_LOOK) {
            return Ok(None);
        }
        let catalog = game.catalog();
        let finder = cx.finder.with_folder_of(file);
        let ids: Vec<String> = catalog.packs.iter().map(|pack| pack.id.to_string()).collect();
        let theme = self.look.as_deref().and_then(|look| look.split_once(':')).map(|(theme, _)| theme.to_owned());
        let options = catalog.options.iter().filter(|option| !option.default);
        let options = options.map(|option| (format!("{}:{}", option.pack, option.name), option.value.clone()));
        let packs = ids.into_iter().chain(theme).collect();
        let request = Request { packs, options: options.collect(), copies: 1, lints: false };
        let seats = u8::try_from(game.seat_count()).unwrap_or(u8::MAX);
        let loaded = load(&finder, &request)?.for_seats(seats);
        let is_same = |found: &Arc<Catalog>| {
            found.exact_packs() == catalog.exact_packs() && found.chosen_options() == catalog.chosen_options()
        };
        if loaded.catalog().is_some_and(is_same) {
            return self.decode(&loaded.art, svg_side, cx);
        }
        let note = "own art is not shown: the game was played with other versions of its packs";
        if self.look.is_some() {
            return Err(Failure::wrong(note).hint(format!("write `--look {PLAIN_LOOK}`, or install these versions")));
        }
        if !loaded.art.plan.is_empty() {
            cx.note(note);
        }
        Ok(None)
    }
}

/// Returns the failure for a look that is not offered.
fn unknown_look(error: &UnknownLookError) -> Failure {
    Failure::usage(error.to_string()).hint(format!("choose one of {}", error.offered.join(", ")))
}
