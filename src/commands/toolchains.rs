//! `rustassay toolchains`: which compilers are there, and what can they do?

use super::{Status, complain, write_out};
use rustassay_process::{Network, Protections, protections};
use rustassay_toolchain::{Cache, Discovery, Search, Toolchain, discover};
use serde_json::{Value, json};
use std::path::PathBuf;

/// List the Rust compilers within reach, and what each can do
///
/// Looks at rustup's toolchains, at `rustc` on `PATH`, at what the variable `RUSTASSAY_TOOLCHAINS` lists and
/// at what a configuration names. Exits with 0 when there is a compiler, and with 2 when there is none or one
/// that was named is missing or does not work.
#[derive(clap::Args)]
pub struct Args {
    /// A compiler, a script that wraps one, or a folder with `bin/rustc`; then only those named are listed
    #[arg(long, value_name = "PATH")]
    rustc: Vec<PathBuf>,

    /// List only this: a name in rustup or in the configuration, a version such as `1.85`, or a channel
    #[arg(long, value_name = "NAME")]
    toolchain: Vec<String>,

    /// A file that names compilers: `[[toolchain]]`, `name = ".."`, `rustc = ".."`
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Try everything out again, and remember that
    #[arg(long)]
    refresh: bool,

    /// Neither use nor change what is remembered
    #[arg(long, conflicts_with = "refresh")]
    no_cache: bool,

    /// Print data for scripts
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    let search = Search {
        rustcs: args.rustc.clone(),
        names: args.toolchain.clone(),
        config: args.config.clone(),
        ..Search::default()
    };
    let cache = match (args.no_cache, args.refresh) {
        (true, _) => Cache::none(),
        (false, true) => Cache::standard().refreshed(),
        (false, false) => Cache::standard(),
    };
    let discovery = discover(&search, &cache);
    if args.json {
        write_out(&format!("{:#}\n", data(&discovery, protections())));
    } else if !discovery.found.is_empty() {
        write_out(&format!("{}\n{}\n", table(&discovery.found), protections()));
    }
    let named = !args.rustc.is_empty() || !args.toolchain.is_empty() || args.config.is_some();
    complain_about(&discovery, named)
}

/// Says what is wrong, and how bad that is: what was asked for has to work.
fn complain_about(discovery: &Discovery, named: bool) -> Status {
    for toolchain in &discovery.found {
        for note in &toolchain.notes {
            eprintln!("note: `{}`: {note}", toolchain.name);
        }
    }
    for failure in &discovery.failed {
        match named {
            true => complain(&failure.to_string()),
            false => eprintln!("warning: {failure}"),
        }
    }
    for missing in &discovery.missing {
        complain(&missing.to_string());
    }
    let lacking = named && !discovery.failed.is_empty() || !discovery.missing.is_empty();
    if discovery.found.is_empty() && !lacking {
        complain(
            "there is no Rust compiler that works; get one at https://rustup.rs, or name one with `--rustc`",
        );
    }
    if discovery.found.is_empty() || lacking { Status::Unusable } else { Status::Success }
}

/// What was found, for people.
fn table(found: &[Toolchain]) -> String {
    let yes = |it: bool| if it { "yes" } else { "-" }.to_owned();
    let header = ["name", "version", "LLVM", "custom MIR", "const eval", "Cranelift", "GCC", "Miri", "path"];
    let mut rows = vec![header.map(str::to_owned)];
    rows.extend(found.iter().map(|toolchain| {
        let can = &toolchain.capabilities;
        [
            toolchain.name.clone(),
            toolchain.version.to_string(),
            toolchain.llvm.clone().unwrap_or_else(|| "-".to_owned()),
            can.custom_mir.map_or_else(|| "-".to_owned(), |release| format!("as {release}")),
            yes(can.evaluates_custom_mir),
            yes(can.cranelift),
            yes(can.gcc),
            yes(can.miri.is_some()),
            toolchain.rustc.display().to_string(),
        ]
    }));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 9] = std::array::from_fn(width);
    let mut out = String::new();
    for row in &rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        out.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        out.push('\n');
    }
    out
}

/// What was found, as data. The guide documents it.
fn data(discovery: &Discovery, protections: Protections) -> Value {
    let missing = discovery.missing.iter().map(|missing| &missing.name);
    json!({
        "toolchains": discovery.found,
        "failed": discovery.failed,
        "missing": missing.collect::<Vec<_>>(),
        "protections": {
            "landlock": protections.landlock,
            "user_namespace": protections.user_namespace,
            "pid_namespace": protections.pid_namespace,
            "ipc_namespace": protections.ipc_namespace,
            "network": match protections.network {
                Network::NoSockets => "no-sockets",
                Network::Namespace => "namespace",
                Network::Open => "open",
            },
            "tree_watched": protections.tree_watched,
        },
    })
}
