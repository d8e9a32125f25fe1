//! The command line that cargo gives to rustc, and what becomes of it.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Options of rustc, and of rustdoc for tests, whose value may be the next word. Cargo writes some of them so, and users'
/// `RUSTFLAGS` any.
const WITH_VALUE: [&str; 27] = [
    "--allow",
    "--cap-lints",
    "--cfg",
    "--check-cfg",
    "--codegen",
    "--color",
    "--crate-name",
    "--crate-type",
    "--deny",
    "--diagnostic-width",
    "--edition",
    "--emit",
    "--error-format",
    "--explain",
    "--extern",
    "--forbid",
    "--force-warn",
    "--json",
    "--out-dir",
    "--print",
    "--remap-path-prefix",
    "--remap-path-scope",
    "--sysroot",
    "--target",
    "--test-args",
    "--test-run-directory",
    "--warn",
];

/// The same for options of one letter, whose value may also follow at once.
const LETTERS: [&str; 9] = ["-A", "-C", "-D", "-F", "-L", "-W", "-Z", "-l", "-o"];

/// What follows rustc's name on its command line.
#[derive(Clone, Debug)]
pub(crate) struct CommandLine {
    args: Vec<Argument>,
}

/// An option with its value, or a file.
#[derive(Clone, Debug)]
struct Argument {
    /// `--crate-type`, `-C`; empty for a file.
    option: String,
    value: Option<OsString>,
    /// As it was written.
    words: Vec<OsString>,
}

impl CommandLine {
    /// Reads the words of a command line.
    pub fn new(words: impl IntoIterator<Item = OsString>) -> CommandLine {
        let mut args = Vec::new();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let text = word.to_str().unwrap_or_default();
            let letters =
                LETTERS.iter().find(|letters| text.starts_with(**letters) && !text.starts_with("--"));
            let (option, value) = match (letters, text.split_once('=')) {
                (Some(letters), _) if text.len() > 2 => ((*letters).to_owned(), Some(text[2..].into())),
                (None, Some((option, value))) if text.starts_with("--") => {
                    (option.to_owned(), Some(value.into()))
                }
                _ if text.starts_with('-') && text != "-" => (text.to_owned(), None),
                _ => (String::new(), Some(word.clone())),
            };
            let is_lacking = value.is_none() && (letters.is_some() || WITH_VALUE.contains(&option.as_str()));
            let next = if is_lacking { words.next() } else { None };
            let value = value.or_else(|| next.clone());
            args.push(Argument { option, value, words: [Some(word), next].into_iter().flatten().collect() });
        }
        CommandLine { args }
    }

    /// The words to give to rustc.
    pub fn words(&self) -> impl Iterator<Item = &OsStr> {
        self.args.iter().flat_map(|argument| argument.words.iter().map(OsString::as_os_str))
    }

    /// Whether an option is there.
    pub fn has(&self, option: &str) -> bool {
        self.args.iter().any(|argument| argument.option == option)
    }

    /// The values of an option that may be given several times.
    pub fn values<'a>(&'a self, option: &'a str) -> impl Iterator<Item = &'a OsStr> {
        self.args
            .iter()
            .filter(move |argument| argument.option == option)
            .filter_map(|it| it.value.as_deref())
    }

    /// The last value of an option.
    pub fn value<'a>(&'a self, option: &'a str) -> Option<&'a OsStr> {
        self.values(option).last()
    }

    /// The value of `-C NAME=VALUE`.
    pub fn codegen(&self, name: &str) -> Option<&str> {
        let settings = self.values("-C").chain(self.values("--codegen")).filter_map(OsStr::to_str);
        settings.filter_map(|setting| setting.split_once('=')).filter(|it| it.0 == name).map(|it| it.1).last()
    }

    /// The root of the crate.
    pub fn source(&self) -> Option<&Path> {
        self.value("").map(Path::new)
    }

    /// Takes an option out, wherever it is.
    pub fn remove(&mut self, option: &str) {
        self.args.retain(|argument| argument.option != option);
    }

    /// Takes out all but these options.
    pub fn keep(&mut self, options: &[&str]) {
        self.args.retain(|argument| options.contains(&argument.option.as_str()));
    }

    /// Changes the values of an option for which `change` has another.
    pub fn change_values(&mut self, option: &str, change: impl Fn(&OsStr) -> Option<OsString>) {
        for argument in self.args.iter_mut().filter(|argument| argument.option == option) {
            if let Some(changed) = argument.value.as_deref().and_then(&change) {
                argument.words = vec![option.into(), changed.clone()];
                argument.value = Some(changed);
            }
        }
    }

    /// Adds words in front, which what cargo says can overrule.
    pub fn prepend<S: Into<OsString>>(&mut self, words: impl IntoIterator<Item = S>) {
        let first = CommandLine::new(words.into_iter().map(Into::into));
        self.args.splice(..0, first.args);
    }

    /// Adds a word at the end: a file, or an option with its value in it.
    pub fn push(&mut self, word: impl Into<OsString>) {
        self.args.extend(CommandLine::new([word.into()]).args);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> CommandLine {
        CommandLine::new(text.split(' ').map(OsString::from))
    }

    fn text(line: &CommandLine) -> String {
        line.words().map(|word| word.to_str().unwrap_or_default()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn options_are_found_however_they_are_written() {
        let line = line(
            "--crate-name a --edition=2021 src/lib.rs --crate-type lib -C metadata=1 -Cextra-filename=-2 --test --cfg x.rs -L dependency=d",
        );
        assert_eq!(line.source(), Some(Path::new("src/lib.rs")));
        assert_eq!(line.value("--edition"), Some(OsStr::new("2021")));
        assert_eq!(line.value("--crate-name"), Some(OsStr::new("a")));
        assert_eq!(line.codegen("extra-filename"), Some("-2"));
        assert_eq!(line.codegen("metadata"), Some("1"));
        assert!(line.has("--test") && !line.has("--print"));
    }

    #[test]
    fn what_is_not_touched_stays_as_it_is() {
        let words =
            "--crate-name a src/main.rs --crate-type bin -C panic=abort -Copt-level=3 --cfg test - --";
        let mut line = line(words);
        assert_eq!(text(&line), words);
        line.remove("--crate-type");
        assert_eq!(text(&line), "--crate-name a src/main.rs -C panic=abort -Copt-level=3 --cfg test - --");
        line.change_values("--cfg", |_| Some("other".into()));
        assert_eq!(text(&line), "--crate-name a src/main.rs -C panic=abort -Copt-level=3 --cfg other - --");
    }

    #[test]
    fn words_go_to_either_end() {
        let mut line = line("src/lib.rs -C opt-level=3");
        line.prepend(["-Zx", "--crate-type=lib"]);
        line.push("--emit=obj");
        assert_eq!(text(&line), "-Zx --crate-type=lib src/lib.rs -C opt-level=3 --emit=obj");
        line.keep(&["-C"]);
        assert_eq!(text(&line), "-C opt-level=3");
    }
}
