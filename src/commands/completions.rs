//! `rustassay completions`: what a shell needs to complete our command lines.

use super::{Status, output::write_data};
use clap::CommandFactory;
use clap_complete::Shell;

/// Print a script that lets a shell complete the command line
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay completions bash > ~/.local/share/bash-completion/completions/rustassay
  rustassay completions zsh > ~/.zfunc/_rustassay
  rustassay completions fish > ~/.config/fish/completions/rustassay.fish

Exit codes:
  0  the script is printed")]
pub struct Args {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "rustassay", &mut script);
    write_data(&String::from_utf8_lossy(&script));
    Status::Success
}
