//! Shows which options a bot would choose in the place of the user, and why.

use std::io::Write;

use tilewright_core::state::decision::Decision;
use tilewright_lab::bot::{Considered, Weighed};
use tilewright_lab::bots::{BotKind, BotSpec, parse_bot};

use super::Play;
use crate::failure::Failure;
use crate::out::{FAINT, STRONG};

/// Number of options that are shown.
const TOLD: usize = 5;

impl Play<'_> {
    /// Prints the opinion of a bot about the options: of the named bot, or of the bot that uses playouts.
    pub(super) fn hint(&mut self, word: &str) -> Result<(), Failure> {
        let bot = if word.is_empty() { Ok(BotSpec::new(BotKind::Mcts)) } else { parse_bot(word) };
        let bot = match bot {
            Ok(bot) => bot,
            Err(unknown) => return Ok(writeln!(self.out, "{unknown}")?),
        };
        let Some(decision) = self.session.decision().cloned() else { return Ok(()) };
        let considered = self.bots.consider(&bot, &self.session)?;
        let Some(Considered { options, playouts, .. }) = considered else {
            return Ok(writeln!(self.out, "`{bot}` has no opinion about this choice.")?);
        };
        let how = if playouts > 0 {
            format!("{playouts} playouts from here")
        } else {
            "the rest of this turn searched".to_owned()
        };
        writeln!(self.out, "{STRONG}What {bot} would choose{STRONG:#} {FAINT}({how}; the best first){FAINT:#}")?;
        for weighed in options.iter().take(TOLD) {
            let line = self.describe_weighed(&decision, weighed);
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn describe_weighed(&self, decision: &Decision, weighed: &Weighed) -> String {
        let game = self.session.game();
        let pick = decision.options.get(game, weighed.number);
        let key = pick.map_or_else(String::new, |pick| decision.options.key(game, pick));
        let words = pick.and_then(|pick| self.words(game).option(game, decision, pick)).filter(|words| *words != key);
        let called = words.map_or_else(String::new, |words| format!(" {words}"));
        let error = weighed.error.map_or_else(String::new, |error| format!(" ± {error:.1}"));
        let why = match game.seat_count() {
            1 => format!("{:+.1} points for you", weighed.own),
            _ => format!("{:+.1} for you, {:+.1} for the best other", weighed.own, weighed.others),
        };
        let tried = if weighed.visits > 0 { format!(", tried {} times", weighed.visits) } else { String::new() };
        let then = if weighed.then.is_empty() { String::new() } else { format!("; then {}", weighed.then.join(", ")) };
        format!("  {STRONG}{key}{STRONG:#}{called}: ahead by {:+.1}{error} ({why}{tried}{then})", weighed.lead)
    }
}
