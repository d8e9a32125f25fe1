//! `rustassay toolchains`: which compilers are there, and what can they do?

use super::Status;
use super::compilers::Compilers;
use super::output::{complain, remark, say, write_data};
use rustassay_metadata::install_schema;
use rustassay_process::{Containment, Protections, protections};
use rustassay_toolchain::{Cache, Discovery, Toolchain, discover};
use serde_json::{Value, json};
use std::path::PathBuf;

/// List the Rust compilers within reach, and what each can do
///
/// Says as well what contains compilers and programs on this machine, and what does not.
///
/// Looks at rustup's toolchains, at `rustc` on `PATH`, at what the variable `RUSTASSAY_TOOLCHAINS` lists and
/// at what a configuration names. Exits with 0 when there is a compiler, and with 2 when there is none or one
/// that was named is missing or does not work.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    action: Option<Action>,

    #[command(flatten)]
    compilers: Compilers,

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

#[derive(clap::Subcommand)]
enum Action {
    Schema(SchemaArgs),
}

/// Make the schema of a compiler's metadata from its sources
///
/// `rustassay run` reads what a compiler writes about crates, and needs to know the format of that very compiler.
/// It knows the formats of stable releases; for any other compiler this command reads the format out of the
/// compiler's sources, tries it on the compiler's own library, and keeps it. Exits with 0 if it fits, and with 2
/// if not.
#[derive(clap::Args)]
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
    if let Some(Action::Schema(args)) = &args.action {
        return make_schema(args);
    }
    let cache = match (args.no_cache, args.refresh) {
        (true, _) => Cache::none(),
        (false, true) => Cache::standard().refreshed(),
        (false, false) => Cache::standard(),
    };
    let discovery = discover(&args.compilers.search(), &cache);
    if args.json {
        write_data(&format!("{:#}\n", data(&discovery, protections())));
    } else if !discovery.found.is_empty() {
        say(&format!("{}\n{}\n", table(&discovery.found), protections()));
    }
    for toolchain in &discovery.found {
        for note in &toolchain.notes {
            remark(&format!("`{}`: {note}", toolchain.name));
        }
    }
    if args.compilers.suffice(&discovery) { Status::Success } else { Status::Unusable }
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
    let containment = protections.containment().map(
        |Containment { what, contained, how }| json!({ "what": what, "contained": contained, "how": how }),
    );
    json!({
        "toolchains": discovery.found,
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
