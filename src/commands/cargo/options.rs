//! The options of cargo that `cargo rustassay` passes on.

use crate::commands::color::{self, ColorChoice};
use rustassay_cargo::Cargo;
use std::ffi::OsString;
use std::path::PathBuf;

/// Options of `cargo run` and `cargo test` that mean the same here.
#[derive(clap::Args)]
#[command(next_help_heading = "Options of cargo")]
pub struct CargoOptions {
    /// The package to run
    #[arg(short, long, value_name = "SPEC")]
    package: Vec<String>,

    /// All packages of the workspace
    #[arg(long, visible_alias = "all")]
    workspace: bool,

    /// Not this package of the workspace
    #[arg(long, value_name = "SPEC")]
    exclude: Vec<String>,

    /// Features to enable
    #[arg(short = 'F', long, value_name = "FEATURES")]
    features: Vec<String>,

    /// All features
    #[arg(long)]
    all_features: bool,

    /// Not the feature `default`
    #[arg(long)]
    no_default_features: bool,

    /// Compile with the profile `release`
    #[arg(short, long, conflicts_with = "cargo_profile")]
    release: bool,

    /// Compile with this profile of the manifest; cargo calls this `--profile`
    #[arg(long, value_name = "NAME")]
    cargo_profile: Option<String>,

    /// The target, which must be the host
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,

    /// The folder for all that is compiled, which gets a folder `rustassay`
    #[arg(long, value_name = "DIR")]
    target_dir: Option<PathBuf>,

    /// The project's manifest
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,

    /// Ignore the `rust-version` of packages
    #[arg(long)]
    ignore_rust_version: bool,

    /// Use only the versions in `Cargo.lock`
    #[arg(long)]
    locked: bool,

    /// Do not use the network
    #[arg(long)]
    offline: bool,

    /// Both `--locked` and `--offline`
    #[arg(long)]
    frozen: bool,

    /// Override a setting of cargo
    #[arg(long = "config", value_name = "KEY=VALUE|PATH")]
    settings: Vec<String>,

    /// How many crates are compiled at once
    #[arg(short, long, value_name = "N")]
    jobs: Option<String>,

    /// Do not print cargo's messages
    #[arg(short, long)]
    quiet: bool,

    /// Print more of cargo's messages
    #[arg(short, long, action = clap::ArgAction::Count)]
    verbose: u8,
}

impl CargoOptions {
    /// How to start cargo, with the options that all of its commands have.
    pub fn cargo(&self) -> Cargo {
        let mut words = Vec::new();
        if let Some(path) = &self.manifest_path {
            words.extend(["--manifest-path".into(), path.into()]);
        }
        add_flags(
            &mut words,
            [("--locked", self.locked), ("--offline", self.offline), ("--frozen", self.frozen)],
        );
        add_values(&mut words, "--config", &self.settings);
        // Cargo knows itself what the environment says.
        if color::chosen() != ColorChoice::Auto {
            words.extend(["--color", color::chosen().name()].map(OsString::from));
        }
        let target_folder = self.target_dir.as_ref().and_then(|folder| std::path::absolute(folder).ok());
        Cargo { target: self.target.clone(), target_folder, ..Cargo::new(words) }
    }

    /// The options about what is compiled, and about messages.
    pub fn for_build(&self) -> Vec<OsString> {
        let mut words = Vec::new();
        add_values(&mut words, "--package", &self.package);
        add_values(&mut words, "--exclude", &self.exclude);
        add_values(&mut words, "--features", &self.features);
        add_values(&mut words, "--jobs", self.jobs.as_slice());
        add_values(&mut words, "--profile", self.cargo_profile.as_slice());
        let flags = [
            ("--workspace", self.workspace),
            ("--all-features", self.all_features),
            ("--no-default-features", self.no_default_features),
            ("--release", self.release),
            ("--ignore-rust-version", self.ignore_rust_version),
            ("--quiet", self.quiet),
        ];
        add_flags(&mut words, flags);
        words.extend((0..self.verbose).map(|_| OsString::from("--verbose")));
        words
    }
}

/// Adds the flags that are set.
pub fn add_flags<const N: usize>(words: &mut Vec<OsString>, flags: [(&str, bool); N]) {
    words.extend(flags.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name.into()));
}

/// Adds an option once for each value.
pub fn add_values(words: &mut Vec<OsString>, name: &str, values: &[String]) {
    words.extend(values.iter().flat_map(|value| [name.into(), value.into()]));
}
