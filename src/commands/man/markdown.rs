//! The page of one command in Markdown.

use super::full_name;
use clap::{Arg, Command};
use std::fmt::Write;

/// Markdown's prose ends its lines here.
const WIDTH: usize = 100;

/// The page of a command: what it does, its usage, its commands or options by heading, examples and exit codes.
pub fn page(command: &Command) -> String {
    let name = full_name(command);
    let mut page = format!("# `{name}`\n\n");
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string).unwrap_or_default();
    let (first, rest) = about.split_once("\n\n").unwrap_or((&about, ""));
    paragraphs(&mut page, &format!("{}.", first.trim_end_matches('.')));
    paragraphs(&mut page, rest);
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
    let _ = writeln!(page, "```text\n{usage}\n```\n");
    let mut beneath = command.get_subcommands().filter(|beneath| !beneath.is_hide_set()).peekable();
    if beneath.peek().is_some() {
        page.push_str("## Commands\n\n");
        for beneath in beneath {
            let whole = full_name(beneath);
            let link = whole.strip_prefix("rustassay ").unwrap_or(whole).replace(' ', "-");
            let about = beneath.get_about().map(ToString::to_string).unwrap_or_default();
            item(&mut page, &format!("[`{whole}`]({link}.md): {about}."));
        }
        page.push('\n');
    }
    let mut headings: Vec<&str> = Vec::new();
    let is_root = !name.contains(' ');
    let shown = || {
        let is_shown = |arg: &&Arg| !arg.is_hide_set() && (is_root && arg.is_global_set() || !is_common(arg));
        command.get_arguments().filter(is_shown)
    };
    for arg in shown() {
        if !headings.contains(&heading(arg)) {
            headings.push(heading(arg));
        }
    }
    for title in headings {
        let _ = writeln!(page, "## {title}\n");
        for arg in shown().filter(|arg| heading(arg) == title) {
            argument(&mut page, arg);
        }
        page.push('\n');
    }
    if let Some(after) = command.get_after_long_help() {
        sections(&mut page, &after.to_string());
    }
    page.truncate(page.trim_end().len());
    page.push('\n');
    page
}

/// Every command has these: what they do is on the first page, if at all.
fn is_common(arg: &Arg) -> bool {
    arg.is_global_set() || ["help", "version"].contains(&arg.get_id().as_str())
}

fn heading(arg: &Arg) -> &str {
    match arg.get_help_heading() {
        Some(heading) => heading,
        None if arg.is_positional() => "Arguments",
        None => "Options",
    }
}

/// One argument: how it is written, what it does, its values and its default.
fn argument(page: &mut String, arg: &Arg) {
    let mut names = Vec::new();
    names.extend(arg.get_short().map(|short| format!("-{short}")));
    names.extend(arg.get_long().map(|long| format!("--{long}")));
    let takes_value = arg.get_action().takes_values();
    let value = || {
        let names = arg.get_value_names().unwrap_or_default();
        let shown: Vec<_> = names.iter().map(|name| format!("<{name}>")).collect();
        shown.join(" ")
    };
    let mut written = match (names.is_empty(), takes_value) {
        (true, _) => value(),
        (false, true) => format!("{} {}", names.join(", "), value()),
        (false, false) => names.join(", "),
    };
    if matches!(arg.get_action(), clap::ArgAction::Append) && arg.is_positional() {
        written.push_str("...");
    }
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut text = format!("`{}`: {}.", written.trim_end(), help.trim_end_matches('.').replace("\n\n", " "));
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if takes_value && !defaults.is_empty() {
        let _ = write!(text, " Default: `{}`.", defaults.join(","));
    }
    item(page, &text);
    if takes_value {
        for value in arg.get_possible_values().iter().filter(|value| !value.is_hide_set()) {
            let help = value.get_help().map(|help| format!(": {help}")).unwrap_or_default();
            nested_item(page, &format!("`{}`{help}.", value.get_name()));
        }
    }
}

/// The blocks at the end of `--help`: a line that ends in a colon is a title; examples are code and exit codes a table.
fn sections(page: &mut String, text: &str) {
    for block in text.split("\n\n") {
        let Some((title, lines)) = block.split_once(":\n") else {
            paragraphs(page, block);
            continue;
        };
        let _ = writeln!(page, "## {title}\n");
        let lines = lines.lines().map(str::trim);
        if title == "Exit codes" {
            page.push_str("| exit code | meaning |\n| --- | --- |\n");
            for line in lines {
                let (code, meaning) = line.split_once("  ").unwrap_or((line, ""));
                let _ = writeln!(page, "| {code} | {} |", meaning.trim());
            }
        } else {
            page.push_str("```sh\n");
            for line in lines {
                let _ = writeln!(page, "{line}");
            }
            page.push_str("```\n");
        }
        page.push('\n');
    }
}

fn paragraphs(page: &mut String, text: &str) {
    for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
        wrap(page, "", "", paragraph);
        page.push('\n');
    }
}

fn item(page: &mut String, text: &str) {
    wrap(page, "- ", "  ", text);
}

fn nested_item(page: &mut String, text: &str) {
    wrap(page, "  - ", "    ", text);
}

/// Writes words into lines of [`WIDTH`]; text between backticks stays on one line.
fn wrap(page: &mut String, first: &str, further: &str, text: &str) {
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in words(text) {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(page, "{line}");
            line = further.to_owned();
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(&word);
        is_empty = false;
    }
    let _ = writeln!(page, "{line}");
}

/// The words of a text, with what stands between backticks in one.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut in_code = false;
    for piece in text.split_whitespace() {
        match words.last_mut() {
            Some(last) if in_code => {
                last.push(' ');
                last.push_str(piece);
            }
            _ => words.push(piece.to_owned()),
        }
        in_code ^= piece.matches('`').count() % 2 == 1;
    }
    words
}
