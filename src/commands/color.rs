//! Whether what we write has colors: as `--color` says, or else the environment, or else where a terminal shows it.
//!
//! The variables are those of <https://no-color.org> and <https://bixense.com/clicolors>.

use std::io::IsTerminal;
use std::sync::OnceLock;

/// When something has colors.
#[derive(Copy, Clone, PartialEq, Eq, Default, clap::ValueEnum, Debug)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` is for where there is none
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

static CHOICE: OnceLock<ColorChoice> = OnceLock::new();

/// What the user chose on the command line, which is said once.
pub fn choose(choice: ColorChoice) {
    let _ = CHOICE.set(choice);
}

/// What the user chose.
pub fn chosen() -> ColorChoice {
    CHOICE.get().copied().unwrap_or_default()
}

/// Whether standard error has colors.
pub fn on_stderr() -> bool {
    chosen().holds_for(&std::io::stderr())
}

impl ColorChoice {
    /// Its name on a command line.
    pub fn name(self) -> &'static str {
        match self {
            ColorChoice::Auto => "auto",
            ColorChoice::Always => "always",
            ColorChoice::Never => "never",
        }
    }

    /// Whether what goes to a stream has colors.
    pub fn holds_for(self, stream: &impl IsTerminal) -> bool {
        self.decide(|name| std::env::var(name).ok(), stream.is_terminal())
    }

    fn decide(self, variable: impl Fn(&str) -> Option<String>, is_terminal: bool) -> bool {
        let is_on = |name| variable(name).is_some_and(|value| !value.is_empty() && value != "0");
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) => false,
            ColorChoice::Auto if is_on("CLICOLOR_FORCE") => true,
            ColorChoice::Auto => is_terminal && variable("CLICOLOR").is_none_or(|value| value != "0"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ColorChoice::{Always, Auto, Never};

    #[test]
    fn the_command_line_comes_first_then_no_color_then_force_then_the_terminal() {
        for (choice, set, is_terminal, has_color) in [
            (Always, "NO_COLOR=1", false, true),
            (Never, "CLICOLOR_FORCE=1", true, false),
            (Auto, "NO_COLOR=1", true, false),
            (Auto, "NO_COLOR=", true, true),
            (Auto, "CLICOLOR_FORCE=1", false, true),
            (Auto, "CLICOLOR_FORCE=0", false, false),
            (Auto, "CLICOLOR=0", true, false),
            (Auto, "TERM=xterm", true, true),
            (Auto, "TERM=xterm", false, false),
        ] {
            let variable = |name: &str| Some(set.strip_prefix(name)?.strip_prefix('=')?.to_owned());
            assert_eq!(choice.decide(variable, is_terminal), has_color, "{choice:?} {set} {is_terminal}");
        }
    }
}
