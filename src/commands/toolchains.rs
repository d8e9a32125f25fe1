//! `rustassay toolchains`: which compilers are there, and what can they do?

use super::Status;
use super::add_target::{self, AddTargetArgs};
use super::compilers::Compilers;
use super::output::{complain, remark, say, write_data};
use rustassay_metadata::install_schema;
use rustassay_process::{Containment, Protections, protections};
use rustassay_toolchain::{
    Cache, Discovery, Search, TargetFacts, Toolchain, WantedLlvms, WantedTargets, discover,
};
use serde_json::{Value, json};
use std::path::PathBuf;

/// List the Rust compilers within reach and what each can do
///
/// Looks for rustup's toolchains, `rustc` on `PATH`, the paths in the variable `RUSTASSAY_TOOLCHAINS`, and the
/// compilers of a configuration file. Rustassay tries each compiler once and remembers the result until the compiler
/// changes. A second list has the other targets that they build programs for: their libraries are in the compiler's
/// sysroot, or `add-target` made them, or the configuration file describes them (`[[target]]`). A third has the LLVMs
/// that can take the place of a compiler's own: `opt` and `llc` on `PATH` (`opt-23`), or in the configuration file
/// (`[[llvm]]`). The list ends with the sandbox features of this
/// machine.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay toolchains
  rustassay toolchains --toolchain nightly --refresh
  rustassay toolchains --json

Exit codes:
  0  there is at least one compiler
  2  there is none, or a named one is missing or does not work")]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    action: Option<Action>,

    #[command(flatten)]
    compilers: Compilers,

    /// Try every compiler again, and remember the results
    #[arg(long)]
    refresh: bool,

    /// Try every compiler again, and leave the remembered results alone
    #[arg(long, conflicts_with = "refresh")]
    no_cache: bool,

    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Action {
    AddTarget(AddTargetArgs),
    Schema(SchemaArgs),
}

/// Extract the metadata format of a compiler from its sources
///
/// `rustassay run` reads the metadata that a compiler writes about crates, whose format changes with every release.
/// Rustassay ships the formats of stable releases. For any other compiler, this command extracts the format from the
/// compiler's sources, checks it against the compiler's own library, and installs it in the user's cache.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay toolchains schema --sources ../rust --rustc ../rust/build/host/stage1

Exit codes:
  0  the schema fits and is installed
  2  it does not fit")]
struct SchemaArgs {
    /// The compiler's sources: a checkout of rust-lang/rust at its commit, or, if it has the rustc-dev component,
    /// the folder of the toolchain
    #[arg(long, value_name = "DIR")]
    sources: PathBuf,

    #[command(flatten)]
    compilers: Compilers,
}

/// Makes the schema of the first compiler that was named or found.
fn make_schema(args: &SchemaArgs) -> Status {
    let Some(toolchains) = args.compilers.find() else { return Status::Unusable };
    let Some(toolchain) = toolchains.first() else { return Status::Unusable };
    let library = toolchain.sysroot.join("lib/rustlib").join(&toolchain.host).join("lib");
    match install_schema(&args.sources, &library) {
        Ok(schema) => {
            let path = schema.path.display();
            say(&format!(
                "{}: {} answers decoded without an error\n{path}\n",
                schema.compiler, schema.answers
            ));
            Status::Success
        }
        Err(error) => {
            complain(&format!("`{}`: {error}", toolchain.name));
            Status::Unusable
        }
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    match &args.action {
        Some(Action::AddTarget(args)) => return add_target::run(args),
        Some(Action::Schema(args)) => return make_schema(args),
        None => {}
    }
    let cache = match (args.no_cache, args.refresh) {
        (true, _) => Cache::none(),
        (false, true) => Cache::standard().refreshed(),
        (false, false) => Cache::standard(),
    };
    let search = Search { targets: WantedTargets::All, llvms: WantedLlvms::All, ..args.compilers.search() };
    let discovery = discover(&search, &cache);
    if args.json {
        write_data(&format!("{:#}\n", data(&discovery, protections())));
    } else if !discovery.found.is_empty() {
        let (targets, llvms) = (targets_table(&discovery.for_targets), llvms(&discovery.with_llvms));
        say(&format!("{}\n{targets}{llvms}{}\n", table(&discovery.found), protections()));
    }
    for toolchain in discovery.found.iter().chain(&discovery.for_targets).chain(&discovery.with_llvms) {
        for note in &toolchain.notes {
            remark(&format!("`{}`: {note}", toolchain.name));
        }
    }
    if args.compilers.suffice(&discovery) { Status::Success } else { Status::Unusable }
}

fn yes(it: bool) -> String {
    if it { "yes" } else { "-" }.to_owned()
}

/// What was found, for people.
fn table(found: &[Toolchain]) -> String {
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
    aligned(&rows)
}

/// What the compilers can do for other targets, for people; nothing if there are none.
pub(super) fn targets_table(for_targets: &[Toolchain]) -> String {
    let header =
        ["target", "compile", "link", "run", "unwind", "f16", "f128", "atomics", "judged", "run under"];
    let mut rows = vec![header.map(str::to_owned)];
    for toolchain in for_targets {
        let Some(target) = &toolchain.target else { continue };
        let fact = |it: fn(&TargetFacts) -> String| target.facts.as_ref().map_or_else(|| "-".to_owned(), it);
        rows.push([
            toolchain.name.clone(),
            yes(target.compiles),
            yes(target.links),
            yes(target.runs),
            yes(target.unwinds),
            fact(|facts| yes(facts.reliable_f16)),
            fact(|facts| yes(facts.reliable_f128)),
            fact(|facts| format!("{} bits", facts.atomic_bits)),
            yes(target.is_usable().is_ok()),
            toolchain.run_under().unwrap_or_else(|| "-".to_owned()),
        ]);
    }
    if for_targets.is_empty() { String::new() } else { format!("{}\n", aligned(&rows)) }
}

/// What the compilers can do with other LLVMs, for people; nothing if there are none.
fn llvms(with_llvms: &[Toolchain]) -> String {
    let header = ["LLVM", "version", "reads bitcode", "run", "unwind", "llvm-reduce", "opt"];
    let mut rows = vec![header.map(str::to_owned)];
    for toolchain in with_llvms {
        let Some(backend) = &toolchain.llvm_backend else { continue };
        rows.push([
            toolchain.name.clone(),
            backend.tools.version.clone(),
            yes(backend.reads),
            yes(backend.runs),
            yes(backend.unwinds),
            yes(backend.tools.llvm_reduce.is_some()),
            backend.tools.opt.display().to_string(),
        ]);
    }
    if with_llvms.is_empty() { String::new() } else { format!("{}\n", aligned(&rows)) }
}

/// Rows with columns of equal width.
fn aligned<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        out.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        out.push('\n');
    }
    out
}

/// What was found, as data. The guide documents it.
fn data(discovery: &Discovery, protections: Protections) -> Value {
    let missing = discovery.missing.iter().map(|missing| &missing.name);
    let containment = protections.containment().map(
        |Containment { what, contained, how }| json!({ "what": what, "contained": contained, "how": how }),
    );
    json!({
        "toolchains": discovery.found,
        "targets": discovery.for_targets,
        "llvms": discovery.with_llvms,
        "failed": discovery.failed,
        "missing": missing.collect::<Vec<_>>(),
        "protections": {
            "landlock": protections.landlock,
            "user_namespace": protections.user_namespace,
            "pid_namespace": protections.pid_namespace,
            "own_proc": protections.own_proc,
            "ipc_namespace": protections.ipc_namespace,
            "call_filter": protections.call_filter,
            "metadata_asked": protections.metadata_asked,
            "network_namespace": protections.network_namespace,
            "tree_watched": protections.tree_watched,
        },
        "containment": containment,
    })
}
