//! `tilewright api`: prints the reference of the functions for rule scripts, made from the table that defines them.

use std::io::Write;

use clap::Args;
use tilewright_script::{api_stubs, library, reference_markdown};

use crate::context::Context;
use crate::failure::{Exit, Failure};

#[derive(Args, Debug)]
#[command(
    about = "Print the reference of the functions for rule scripts",
    long_about = "Print the reference of rule scripts as Markdown: every function with its signature, its effect, the \
        places where it may be called and an example, then every event and effect with its fields, and the modules of \
        the rule library with their parameters.",
    after_help = "Examples:\n  \
        tilewright api                             read the reference\n  \
        tilewright api majority                    only entries that contain a text\n  \
        tilewright api --source paths              the text of a module of the rule library, to copy and change\n  \
        tilewright api --stubs > tilewright.lua    type stubs, so that editors complete and check calls"
)]
pub(crate) struct ApiArgs {
    /// Show only entries that contain this text
    #[arg(value_name = "TEXT")]
    filter: Option<String>,
    /// Print type stubs for editors instead (LuaLS annotations)
    #[arg(long, conflicts_with = "filter")]
    stubs: bool,
    /// Print the text of a module of the rule library instead
    #[arg(long, value_name = "MODULE", conflicts_with_all = ["filter", "stubs"])]
    source: Option<String>,
}

pub(crate) fn run(args: &ApiArgs, cx: &mut Context) -> Result<Exit, Failure> {
    if let Some(module) = &args.source {
        let name = module.trim_end_matches(".lua");
        let Some((_, source)) = library().iter().find(|(known, _)| *known == name) else {
            let failure = Failure::usage(format!("the rule library has no module `{name}`"));
            let parts: Vec<String> = library()
                .iter()
                .filter(|(known, _)| known.contains(name))
                .map(|(known, _)| format!("`{known}`"))
                .collect();
            return Err(failure.hint(match parts.is_empty() {
                true => "`tilewright api` lists its modules at the end".to_owned(),
                false => format!("it has {}", parts.join(", ")),
            }));
        };
        cx.out.write_all(source.as_bytes())?;
        return Ok(Exit::Fine);
    }
    let text = match &args.filter {
        _ if args.stubs => api_stubs(),
        None => reference_markdown(),
        Some(filter) => filter_entries(&reference_markdown(), filter),
    };
    if text.is_empty() {
        let failure = Failure::wrong("no entry of the reference contains that text");
        return Err(failure.hint("`tilewright api` shows all of them"));
    }
    cx.out.write_all(text.as_bytes())?;
    Ok(Exit::Fine)
}

/// Returns the entries of a reference that contain a text, under their headings.
fn filter_entries(reference: &str, filter: &str) -> String {
    let filter = filter.to_lowercase();
    let mut text = String::new();
    for section in reference.split("\n## ").skip(1) {
        let mut entries = section.split("\n### ");
        let heading = entries.next().and_then(|head| head.lines().next()).unwrap_or_default();
        let entries: Vec<&str> = entries.filter(|e| e.to_lowercase().contains(&filter)).collect();
        if !entries.is_empty() {
            text.push_str(&format!("## {heading}\n"));
            entries.iter().for_each(|entry| text.push_str(&format!("\n### {}\n", entry.trim_end())));
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_of_the_library_is_in_the_reference_markdown() {
        let reference = reference_markdown();
        for (name, _) in library() {
            assert!(reference.contains(&format!("### `{name}`")), "{name}");
        }
    }

    #[test]
    fn a_text_narrows_the_reference_down() {
        let all = reference_markdown();
        let some = filter_entries(&all, "MAJORITY");
        assert!(!some.is_empty() && some.len() < all.len() / 2, "{some}");
        assert_eq!(filter_entries(&all, "no such text anywhere"), "");
    }
}
