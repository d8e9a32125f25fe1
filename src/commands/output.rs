//! What commands write: to standard output, to standard error and to files, and what becomes of a write that fails.
//!
//! - [`say`] is for people, [`write_data`] for programs, [`write_source`] for a program's text or output: what others wrote must not
//!   command a terminal, and must not be changed on its way to a file.
//! - What cannot be written to standard output ends the command, since nothing else that it does is of use: quietly if the reader
//!   went away, as `head` does, and else with [`Status::Unusable`].

use super::Status;
use super::log::{self, Level};
use super::progress::aside;
use rustassay_mir::source::visible;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;

/// Writes for people to standard output.
pub fn say(text: &str) {
    write_out(visible(text).as_bytes());
}

/// A text with its lines broken between words where a terminal is too narrow for them. What follows a line's first words and a gap stays
/// in its column.
pub fn wrapped(text: &str) -> String {
    match std::io::stdout().is_terminal() {
        true => wrapped_to(text, super::screen::size().0.saturating_sub(1)),
        false => text.to_owned(),
    }
}

fn wrapped_to(text: &str, columns: usize) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let margin = line.len() - line.trim_start().len();
        let gap = line[margin..].find("  ").map(|at| margin + at);
        let value = gap.map(|gap| gap + line[gap..].len() - line[gap..].trim_start().len());
        let indent = value.unwrap_or(margin);
        let mut column = 0;
        for (n, word) in line.split_inclusive(' ').enumerate() {
            let length = word.trim_end().chars().count();
            if n > 0 && length > 0 && column > indent && column + length > columns {
                wrapped.truncate(wrapped.trim_end_matches(' ').len());
                wrapped.push('\n');
                wrapped.push_str(&" ".repeat(indent));
                column = indent;
            }
            wrapped.push_str(word);
            column += word.chars().count();
        }
        wrapped.push('\n');
    }
    wrapped
}

/// Writes for programs to standard output: JSON, or what draws on a terminal.
pub fn write_data(text: &str) {
    write_out(text.as_bytes());
}

/// Writes a program's text, or what it printed, to standard output: as it is, unless a person reads it there.
pub fn write_source(text: &[u8]) {
    match std::io::stdout().is_terminal() {
        true => say(&String::from_utf8_lossy(text)),
        false => write_out(text),
    }
}

fn write_out(bytes: &[u8]) {
    let written = aside(|| {
        let mut out = std::io::stdout().lock();
        out.write_all(bytes).and_then(|()| out.flush())
    });
    let Err(error) = written else { return };
    if error.kind() == ErrorKind::BrokenPipe {
        leave(Status::Success);
    }
    complain(&format!("cannot write to standard output: {error}"));
    leave(Status::Unusable);
}

/// Ends the command in the middle of its work, without leaving anything behind.
fn leave(status: Status) -> ! {
    rustassay_process::clean_up_to_exit();
    std::process::exit(status as i32);
}

/// Writes a file, and the folder that it is in if need be; or says why that cannot be done.
pub fn write_file(path: &Path, content: &[u8]) -> Result<(), String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder
        .map_or(Ok(()), std::fs::create_dir_all)
        .and_then(|()| std::fs::write(path, content))
        .map_err(|error| format!("cannot write `{}`: {error}", path.display()))
}

/// Writes a file into a folder, and nowhere else, whatever somebody else called it.
pub fn write_file_into(folder: &Path, name: &str, content: &[u8]) -> Result<(), String> {
    match Path::new(name).file_name() {
        Some(name) => write_file(&folder.join(name), content),
        None => Err(format!("`{name}` is no name of a file")),
    }
}

/// Says something that a person may want to know, beside the output.
pub fn remark(message: &str) {
    tell_as(Level::Info, "note: ", message);
}

/// Says that something may not be as the user thinks.
pub fn warn(message: &str) {
    tell_as(Level::Warning, "warning: ", message);
}

/// Says that a command cannot do its work.
pub fn complain(message: &str) {
    tell_as(Level::Error, "error: ", message);
}

fn tell_as(level: Level, start: &str, message: &str) {
    match log::is_json() {
        true => log::write(level, "message", &serde_json::json!({ "message": message })),
        false => tell(&format!("{start}{message}\n")),
    }
}

/// Writes for people to standard error.
pub fn tell(text: &str) {
    match log::is_json() {
        true => log::write(Level::Info, "message", &serde_json::json!({ "message": text.trim_end() })),
        false => draw(&visible(text)),
    }
}

/// The same with what draws on a terminal in it.
pub fn draw(text: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = aside(|| std::io::stderr().lock().write_all(text.as_bytes()));
}

#[cfg(test)]
mod tests {
    use super::wrapped_to;

    #[test]
    fn long_lines_are_broken_between_words_and_values_keep_their_column() {
        let text = "  generators  mir 50%, surface 20%, types 10%\nshort\n";
        let expected = "  generators  mir 50%,\n              surface 20%,\n              types 10%\nshort\n";
        assert_eq!(wrapped_to(text, 26), expected);
        assert_eq!(wrapped_to(text, 80), text);
        assert_eq!(wrapped_to("one-word-that-is-too-long\n", 10), "one-word-that-is-too-long\n");
    }
}
