//! `cargo rustassay`: what cargo starts for this subcommand. It hands everything to `rustassay cargo`, which is installed beside it.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let name = format!("rustassay{}", std::env::consts::EXE_SUFFIX);
    let beside =
        std::env::current_exe().ok().map(|own| own.with_file_name(&name)).filter(|path| path.is_file());
    let program = beside.unwrap_or_else(|| name.into());
    // Cargo repeats the name of the subcommand.
    let args = std::env::args_os().skip(1);
    let args: Vec<_> =
        args.enumerate().filter(|(n, arg)| *n > 0 || arg != "rustassay").map(|(_, arg)| arg).collect();
    match Command::new(&program).arg("cargo").args(args).status() {
        Ok(status) => status.code().map_or(ExitCode::FAILURE, |code| ExitCode::from(code as u8)),
        Err(error) => {
            eprintln!(
                "error: cannot run `{}`, which is installed together with this: {error}",
                program.display()
            );
            ExitCode::from(2)
        }
    }
}
