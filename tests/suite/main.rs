//! All tests of the command and of the file suites, in one binary: `cargo test --test suite MODULE::` runs those of a module.

use rustassay_testing::Tool;

mod accepted_after_damage;
mod allowed_folders;
mod bisect;
mod cargo;
mod check;
mod cli;
mod config;
mod damaged_commands;
mod damaged_input;
mod damaged_ordinary;
mod diff;
mod documented;
mod evaluator;
mod examples;
mod fuzz;
mod generate;
mod generated;
mod interpreted;
mod interrupt;
mod layers;
mod layouts;
mod library;
mod llvm;
mod miri;
mod miri_suite;
mod misbehaving;
mod model;
mod mutate;
mod names;
mod oracles;
mod pages;
mod prose;
mod reduce;
mod report;
mod round_trip;
mod run;
mod run_command;
mod rust;
mod selection;
mod serve;
mod surface;
mod targets;
mod threaded_programs;
mod threads;
mod toolchains;
mod webdriver;

/// The command.
const TOOL: Tool = Tool { binary: env!("CARGO_BIN_EXE_rustassay"), temporary: env!("CARGO_TARGET_TMPDIR") };
