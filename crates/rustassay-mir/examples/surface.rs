//! Prints a custom-MIR file in surface Rust: `cargo run -p rustassay-mir --example surface -- FILE [STYLE]`, with the style's number
//! in `Style::ALL`.

use rustassay_mir::read::read;
use rustassay_mir::surface::{Style, surface};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap_or_default();
    let style = args.next().and_then(|number| number.parse().ok()).unwrap_or(0);
    let Some(style) = Style::ALL.get(style) else {
        eprintln!("there are {} styles, counted from 0", Style::ALL.len());
        return ExitCode::from(2);
    };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    let parsed = match read(&text) {
        Ok(parsed) => parsed,
        Err(diagnostics) => {
            diagnostics.iter().for_each(|found| eprint!("{}", found.render(&path, &text, false)));
            return ExitCode::from(2);
        }
    };
    match surface(&parsed.program, style) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("{path}: {reason}");
            ExitCode::FAILURE
        }
    }
}
