//! Every program is well-formed: the checker has nothing to say, and rustc compiles it.

use rustassay_arbitrary::{ArbitraryConfig, program};
use rustassay_mir::check::check;
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_testing::reference_rustc;
use std::path::Path;
use std::process::Command;

#[test]
fn the_checker_accepts_every_program() {
    for seed in 0..300 {
        let violations = check(&program(seed, &ArbitraryConfig::default()));
        assert!(violations.is_empty(), "seed {seed}: {violations:#?}");
    }
}

#[test]
fn rustc_compiles_every_program_without_optimizations() {
    assert_compiled(0..60, "0");
}

#[test]
fn rustc_compiles_every_program_with_optimizations() {
    assert_compiled(60..72, "3");
}

/// Compiles the programs, which differ in form, with the validation of MIR switched on.
fn assert_compiled(seeds: std::ops::Range<u64>, opt_level: &str) {
    let rustc = reference_rustc();
    let name = format!("rustassay-arbitrary-{}-{opt_level}", std::process::id());
    let directory = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&directory).expect("there is a place for temporary files");
    let problems: Vec<String> =
        seeds.filter_map(|seed| compile(&rustc, seed, opt_level, &directory).err()).collect();
    std::fs::remove_dir_all(&directory).expect("what was created can be removed");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Compiles one program; the error is what rustc says.
fn compile(rustc: &Path, seed: u64, opt_level: &str, directory: &Path) -> Result<(), String> {
    let form = if seed.is_multiple_of(2) { Form::People } else { Form::Fast };
    let options = PrintOptions { form, ..PrintOptions::default() };
    let text =
        print(&program(seed, &ArbitraryConfig::default()), &options).map_err(|error| error.to_string())?;
    std::fs::write(directory.join("program.rs"), text).map_err(|error| error.to_string())?;
    let output = Command::new(rustc)
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["--edition=2021", "--crate-type=lib", "--emit=obj", "-Zvalidate-mir", "-Awarnings"])
        .arg(format!("-Copt-level={opt_level}"))
        .arg("program.rs")
        .current_dir(directory)
        .output()
        .map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("seed {seed}, {form:?}:\n{}", String::from_utf8_lossy(&output.stderr))),
    }
}
