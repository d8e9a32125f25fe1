//! The options of cargo that `cargo rustassay` hands on.

use std::ffi::OsString;
use std::path::PathBuf;

/// Options that `cargo run` and `cargo test` have, too, and that mean the same here.
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

    /// Compile with the settings of the profile `release`
    #[arg(short, long)]
    release: bool,

    /// The project's manifest
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,

    /// Use just the versions in `Cargo.lock`
    #[arg(long)]
    locked: bool,

    /// Do without the network
    #[arg(long)]
    offline: bool,

    /// Both of these
    #[arg(long)]
    frozen: bool,

    /// A setting of cargo's
    #[arg(long = "config", value_name = "KEY=VALUE|PATH")]
    settings: Vec<String>,

    /// Compile so many crates at once
    #[arg(short, long, value_name = "N")]
    jobs: Option<String>,

    /// Do not say what cargo does
    #[arg(short, long)]
    quiet: bool,

    /// Say more of what cargo does
    #[arg(short, long, action = clap::ArgAction::Count)]
    verbose: u8,
}

impl CargoOptions {
    /// Those that say which project it is, for any command of cargo's.
    pub fn for_all_commands(&self) -> Vec<OsString> {
        let mut words = Vec::new();
        if let Some(path) = &self.manifest_path {
            words.extend(["--manifest-path".into(), path.into()]);
        }
        add_flags(
            &mut words,
            [("--locked", self.locked), ("--offline", self.offline), ("--frozen", self.frozen)],
        );
        add_values(&mut words, "--config", &self.settings);
        words
    }

    /// Those that say what is compiled, and how much is said of it.
    pub fn for_build(&self) -> Vec<OsString> {
        let mut words = Vec::new();
        add_values(&mut words, "--package", &self.package);
        add_values(&mut words, "--exclude", &self.exclude);
        add_values(&mut words, "--features", &self.features);
        add_values(&mut words, "--jobs", self.jobs.as_slice());
        let flags = [
            ("--workspace", self.workspace),
            ("--all-features", self.all_features),
            ("--no-default-features", self.no_default_features),
            ("--release", self.release),
            ("--quiet", self.quiet),
        ];
        add_flags(&mut words, flags);
        words.extend((0..self.verbose).map(|_| OsString::from("--verbose")));
        words
    }
}

/// Adds those flags that are given.
pub fn add_flags<const N: usize>(words: &mut Vec<OsString>, flags: [(&str, bool); N]) {
    words.extend(flags.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name.into()));
}

/// Adds an option once for each value.
pub fn add_values(words: &mut Vec<OsString>, name: &str, values: &[String]) {
    words.extend(values.iter().flat_map(|value| [name.into(), value.into()]));
}
