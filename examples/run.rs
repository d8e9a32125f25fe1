//! Runs a file of custom MIR on the machine: `cargo run --example run -- FILE`.

use rustassay_machine::error::Stop;
use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::check::check;
use rustassay_mir::read::read;
use rustassay_mir::source::{Span, line_and_column};

fn main() -> Result<(), String> {
    let file = std::env::args().nth(1).ok_or("give a file of custom MIR")?;
    let text = std::fs::read_to_string(&file).map_err(|error| format!("`{file}`: {error}"))?;
    let place = |span: Option<Span>| match span {
        Some(span) => {
            let (line, column) = line_and_column(&text, span.start);
            format!("{file}:{line}:{column}")
        }
        None => file.clone(),
    };

    // What the reader and the checker accept, rustc compiles.
    let parsed = read(&text).map_err(|errors| {
        let lines = errors.iter().map(|error| format!("{}: {}", place(error.span), error.message));
        lines.collect::<Vec<_>>().join("\n")
    })?;
    if let Some(violation) = check(&parsed.program).first() {
        let diagnostic = violation.diagnostic(|at| parsed.spans.span(at));
        return Err(format!("{}: {}", place(diagnostic.span), diagnostic.message));
    }

    let mut machine = Machine::new(parsed.program, Config::default());
    let ending = machine.run_main();
    print!("{}", String::from_utf8_lossy(machine.output()));
    match ending {
        Ok(ending) => println!("{ending:?} after {} steps", machine.steps()),
        Err(stop) => {
            let at = machine.backtrace().into_iter().find_map(|at| parsed.spans.span(at));
            match *stop {
                Stop::Ub(ub) => println!("{}: Undefined Behavior: {ub}", place(at)),
                other => println!("{}: {other:?}", place(at)),
            }
        }
    }
    Ok(())
}
