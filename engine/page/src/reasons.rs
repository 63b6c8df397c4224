//! Writes the reasons for points as parts of a page, with the lines of the rules behind them.

use tilewright_core::session::Session;
use tilewright_wording::why::{PointSource, PointsOccasion, Rule};

use crate::html::{escape, foreign};
use crate::naming::Naming;

/// Maximum length of a line of a rule that is shown, in characters.
const LONGEST: usize = 160;

/// Lines of rules to which a page refers.
#[derive(Default)]
pub(crate) struct RuleLines {
    lines: Vec<Rule>,
    /// True for a page without the lines.
    is_silent: bool,
}

impl RuleLines {
    /// Creates the lines of a page that does not show them.
    pub(crate) fn without_links() -> RuleLines {
        RuleLines { is_silent: true, ..RuleLines::default() }
    }

    /// Returns a link to a line of a rule, and adds the line to the list if it is new.
    fn link(&mut self, rule: &Rule) -> String {
        if self.is_silent {
            return String::new();
        }
        let known = self.lines.iter().position(|other| other == rule);
        let number = known.unwrap_or_else(|| {
            self.lines.push(rule.clone());
            self.lines.len() - 1
        });
        let file = rule.path.rsplit('/').next().unwrap_or_default();
        format!(" <a class=\"rule\" href=\"#rule-{number}\">{}:{}</a>", foreign(file), rule.line)
    }

    /// Returns the list of the lines with their source text.
    pub(crate) fn list(&self, naming: Naming<'_>) -> String {
        let mut out = String::new();
        for (number, rule) in self.lines.iter().enumerate() {
            let module = naming.catalog.modules.iter().find(|m| m.path == rule.path && m.pack == rule.pack);
            let line = module.and_then(|m| m.source.lines().nth((rule.line as usize).checked_sub(1)?));
            let line: String = line.unwrap_or_default().trim().chars().take(LONGEST).collect();
            out.push_str(&format!(
                "<dt id=\"rule-{number}\" tabindex=\"-1\">{}:{} ({})</dt><dd><code>{}</code></dd>\n",
                foreign(&rule.path),
                rule.line,
                foreign(&rule.pack),
                escape(&line)
            ));
        }
        out
    }
}

/// Returns the reason for points and the seats that received them, with the score sheet below.
pub(crate) fn reason(reason: &PointsOccasion, session: &Session, naming: Naming<'_>, rules: &mut RuleLines) -> String {
    let (sentences, catalog) = (naming.sentences(), session.game().catalog());
    let head = naming.own.text_with_html("of", &[sentences.source(catalog, reason), sentences.shares(&reason.points)]);
    let mut items = String::new();
    if let PointSource::Sheet(sheet) = &reason.source {
        for item in &sheet.lines {
            let link = item.rule.as_ref().map_or_else(String::new, |rule| rules.link(rule));
            items.push_str(&format!("<li>{}{link}</li>", sentences.sheet_line(catalog, item)));
        }
        if sheet.lines.len() != 1 && sheet.division.is_some() {
            items.push_str(&format!("<li>{}</li>", sentences.worth(sheet.total)));
        }
        if let Some(by) = &sheet.division {
            items.push_str(&format!("<li>{}</li>", sentences.division(by)));
        }
    }
    let items = if items.is_empty() { items } else { format!("<ul class=\"sheet\">{items}</ul>") };
    format!("<b>{head}</b>{items}")
}
