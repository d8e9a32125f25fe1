//! From large programs to small ones: how small, at what price, and against a delta debugger that knows lines only.
//!
//!     cargo bench --bench reduce                 all bugs
//!     cargo bench --bench reduce -- coldcc       those with the word in their name
//!     cargo bench --bench reduce -- --lines      with the line-based delta debugger and ten times as many compiles, which takes hours
//!     cargo bench --bench reduce -- --lines --statements 1000 FastISel operator     on smaller programs, in minutes
//!
//! Each bug is shown by a program of about 5,000 statements: one that the generator made, or one with a small program that is known to show it
//! put into it. What needs a compiler that is not here (`RUSTASSAY_RUSTC_1_85`) is skipped out loud. `RUSTASSAY_STEPS=1` tells each step, and `RUSTASSAY_KEEP=DIR` keeps
//! what is left.

use rustassay_gen_mir::config::Profile;
use rustassay_gen_mir::generate;
use rustassay_judge::answer::{Answer, answer};
use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::case::{Case, CaseSource};
use rustassay_judge::engine::{Engine, Outcome};
use rustassay_judge::verdict::{Verdict, judge};
use rustassay_lang::{Edition, Release};
use rustassay_mir::model::Program;
use rustassay_mir::print::{PrintOptions, print};
use rustassay_reduce::{Options, Progress, Subject, Tally, reduce, size};
use rustassay_testing::{reference_rustc, write_compiler};
use rustassay_toolchain::{Cache, Search, Toolchain, discover};
use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A compiler with a bug, and a program that shows it.
struct Bug {
    name: &'static str,
    compiler: Compiler,
    /// The flags with which it is wrong, and others with which it is right.
    wrong: &'static [&'static str],
    right: &'static [&'static str],
    shown_by: Shown,
    /// The guilty part. What a script does to programs counts as code generation: no pass matters.
    cause: &'static str,
}

enum Compiler {
    /// rustc 1.95.
    Reference,
    /// rustc 1.85.
    Older,
    /// rustc 1.95 in a script that does this first. One that computes something else forgets what is assumed: of an assumption that no longer
    /// holds, only a pass that believes it makes something wrong, so that one would rightly be named.
    Script(&'static str),
}

enum Shown {
    /// By a generated program.
    Generated(Profile),
    /// By a generated program with this file of `tests/diff` in it.
    With(&'static str),
}

/// A backend that is right, whatever passes of rustc are wrong.
const NO_MIR_PASSES: &[&str] = &["-Copt-level=1", "-Zmir-opt-level=0"];
const O0: &[&str] = &["-Copt-level=0"];
const O1: &[&str] = &["-Copt-level=1"];
const O3: &[&str] = &["-Copt-level=3"];
const O0_MIR4: &[&str] = &["-Copt-level=0", "-Zmir-opt-level=4"];

const BUGS: &[Bug] = &[
    Bug {
        name: "coldcc",
        compiler: Compiler::Reference,
        wrong: &["-Copt-level=3", "-Cllvm-args=-enable-coldcc-stress-test"],
        right: NO_MIR_PASSES,
        shown_by: Shown::Generated(Profile::Calls),
        cause: "llvm:globalopt",
    },
    Bug {
        name: "attributor",
        compiler: Compiler::Reference,
        wrong: &["-Copt-level=3", "-Cllvm-args=-attributor-enable=all"],
        right: NO_MIR_PASSES,
        shown_by: Shown::Generated(Profile::Default),
        cause: "llvm:attributor",
    },
    Bug {
        name: "unify-loop-exits",
        compiler: Compiler::Reference,
        wrong: &["-Copt-level=0", "-Cpasses=unify-loop-exits"],
        right: NO_MIR_PASSES,
        shown_by: Shown::Generated(Profile::Loops),
        cause: "llvm:unify-loop-exits",
    },
    Bug {
        name: "DataflowConstProp",
        compiler: Compiler::Reference,
        wrong: O0_MIR4,
        right: NO_MIR_PASSES,
        shown_by: Shown::Generated(Profile::Default),
        cause: "mir:DataflowConstProp",
    },
    Bug {
        name: "DataflowConstProp of 1.85",
        compiler: Compiler::Older,
        wrong: O0_MIR4,
        right: NO_MIR_PASSES,
        shown_by: Shown::Generated(Profile::Default),
        cause: "mir:DataflowConstProp",
    },
    Bug {
        name: "exposed address of 1.85",
        compiler: Compiler::Older,
        wrong: O1,
        // LLVM is wrong at all levels from 1 on.
        right: O0,
        shown_by: Shown::With("debian-1.85-exposed-address-mir.rs"),
        cause: "llvm:InstCombinePass",
    },
    Bug {
        name: "DeadStoreElimination",
        compiler: Compiler::Reference,
        wrong: O1,
        right: NO_MIR_PASSES,
        shown_by: Shown::With("result-into-copied-argument.rs"),
        cause: "mir:DeadStoreElimination",
    },
    Bug {
        name: "FastISel",
        compiler: Compiler::Reference,
        wrong: O0,
        right: NO_MIR_PASSES,
        shown_by: Shown::With("exact-division-by-minimum.rs"),
        cause: "codegen",
    },
    Bug {
        name: "crash of select",
        compiler: Compiler::Reference,
        wrong: O0,
        right: O1,
        shown_by: Shown::With("select-of-a-field.rs"),
        cause: "codegen",
    },
    Bug {
        name: "wrong operator",
        compiler: Compiler::Script(
            r#"case " $* " in *" -Copt-level=3 "*) sed -i '/Assume(/d; s/ & / | /' case.rs ;; esac"#,
        ),
        wrong: O3,
        right: O1,
        shown_by: Shown::Generated(Profile::Default),
        cause: "codegen",
    },
    Bug {
        name: "wrong comparison",
        compiler: Compiler::Script(
            r#"case " $* " in *" -Copt-level=3 "*) sed -i '/Assume(/d; s/ <= / < /' case.rs ;; esac"#,
        ),
        wrong: O3,
        right: O1,
        shown_by: Shown::Generated(Profile::Default),
        cause: "codegen",
    },
    Bug {
        name: "lost store",
        compiler: Compiler::Script(
            r#"case " $* " in *" -Copt-level=3 "*) sed -i '/Assume(/d; s/^ *\(_[0-9]*\) = !\1;$//' case.rs ;; esac"#,
        ),
        wrong: O3,
        right: O1,
        shown_by: Shown::Generated(Profile::Default),
        cause: "codegen",
    },
    Bug {
        name: "crash on `Assume`",
        compiler: Compiler::Script(
            "case \" $* \" in *\" -Copt-level=3 \"*) if grep -q 'Assume(' case.rs; then\n\
             echo \"thread 'rustc' panicked at compiler/rustc_codegen_ssa/src/mir/assume.rs:12:34:\" >&2\n\
             echo 'nothing can be assumed' >&2\n\
             echo 'error: the compiler unexpectedly panicked. this is a bug.' >&2\n\
             exit 101\nfi ;; esac",
        ),
        wrong: O3,
        right: O1,
        shown_by: Shown::Generated(Profile::Default),
        cause: "codegen",
    },
    Bug {
        name: "crash on a discriminant",
        compiler: Compiler::Script(
            "case \" $* \" in *\" -Copt-level=3 \"*) if grep -q ' = Discriminant(' case.rs; then\n\
             echo \"thread 'rustc' panicked at compiler/rustc_mir_build/src/builder/tag.rs:56:78:\" >&2\n\
             echo 'no such tag' >&2\n\
             echo 'error: the compiler unexpectedly panicked. this is a bug.' >&2\n\
             exit 101\nfi ;; esac",
        ),
        wrong: O3,
        right: O1,
        shown_by: Shown::Generated(Profile::Default),
        cause: "front-end",
    },
];

/// So many programs are tried to find one that shows a bug.
const SEEDS: u64 = 600;

/// So many statements has a generated program, unless another number is wished for.
const STATEMENTS: usize = 4_000;

fn main() {
    // `cargo test --benches` starts benchmarks, too, and wants no figures.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let with_lines = args.iter().any(|arg| arg == "--lines");
    let wished = args.iter().position(|arg| arg == "--statements").map(|at| at + 1);
    let statements = wished.and_then(|at| args.get(at)?.parse().ok()).unwrap_or(STATEMENTS);
    let words: Vec<&String> = (0..args.len())
        .filter(|&at| Some(at) != wished && !args[at].starts_with("--"))
        .map(|at| &args[at])
        .collect();
    let scripts = Scripts::new();
    let mut rows: Vec<Row> = Vec::new();
    println!("{HEAD}");
    for bug in
        BUGS.iter().filter(|bug| words.is_empty() || words.iter().any(|word| bug.name.contains(&***word)))
    {
        let Some(compiler) = scripts.compiler(bug) else {
            eprintln!("{}: skipped, its compiler is not here", bug.name);
            continue;
        };
        match Row::of(bug, compiler, statements, with_lines) {
            Ok(row) => {
                println!("{}", row.text());
                rows.push(row);
            }
            Err(why) => eprintln!("{}: {why}", bug.name),
        }
    }
    let median = |of: &dyn Fn(&Row) -> f64| {
        let mut values: Vec<f64> = rows.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
    };
    let worst = rows.iter().map(|row| row.left).max().unwrap_or(0);
    let right = rows.iter().filter(|row| row.is_right).count();
    println!(
        "\n{} bugs: {} statements left in the median, {worst} at worst; {:.0} s ({:.0} CPU-seconds) and {} compiles in the median; \
         the guilty part is right {right} times",
        rows.len(),
        median(&|row| row.left as f64),
        median(&|row| row.took.as_secs_f64()),
        median(&|row| row.cpu.as_secs_f64()),
        median(&|row| row.compiles as f64),
    );
}

const HEAD: &str = "| bug | statements | left | seconds | CPU seconds | candidates | sound | compiles | compiles/s | cause | lines | left | by lines: compiles | left |\n\
                    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: |";

/// What came of a bug.
struct Row {
    name: &'static str,
    statements: usize,
    left: usize,
    took: Duration,
    /// Processor time of compilers and programs.
    cpu: Duration,
    candidates: u64,
    sound: u64,
    compiles: u64,
    cause: String,
    is_right: bool,
    /// The lines that there were, and those that are left.
    lines: (usize, usize),
    /// What knows lines only: its compiles, and the lines that it has left.
    by_lines: Option<(u64, usize)>,
}

impl Row {
    fn of(bug: &Bug, compiler: Arc<Toolchain>, statements: usize, with_lines: bool) -> Result<Row, String> {
        let engine = Engine::new().map_err(|error| error.to_string())?;
        let backends = backends(bug, &compiler);
        let (case, verdict) = shown(bug, &engine, &backends, statements)?;
        let CaseSource::Mir(source) = &case.source else { return Err("it is no custom MIR".to_owned()) };
        let subject =
            Subject { engine: &engine, case: &case, backends: &backends, verdict: &verdict, finding: 0 };
        let options =
            Options { jobs: 2, surface: false, until: None, stop: Arc::new(AtomicBool::new(false)) };
        let (before, spent, start) = (engine.compiles(), engine.spent(), Instant::now());
        let reduced = reduce(&subject, &options, &mut |step| {
            if std::env::var_os("RUSTASSAY_STEPS").is_some() {
                let Tally { made, sound, .. } = step.tally;
                let (time, compiles) = (start.elapsed().as_secs_f64(), engine.compiles() - before);
                let Progress { statements, kind, .. } = step;
                eprintln!(
                    "{time:.1} s: {statements} statements, {made} made, {sound} sound, {compiles} compiles ({kind:?})"
                );
            }
        })?;
        let (took, cpu) = (start.elapsed(), engine.spent() - spent);
        let compiles = engine.compiles() - before;
        let cause = reduced.guilty.as_ref().map_or_else(String::new, |guilty| guilty.cause());
        let is_right = cause == bug.cause;
        if let Some(folder) = std::env::var_os("RUSTASSAY_KEEP") {
            let mut text = text_of(&reduced.program);
            if let Some(guilty) = &reduced.guilty {
                text.push_str(&format!("\n// {guilty}\n"));
            }
            let file = Path::new(&folder).join(format!("{}.rs", bug.name.replace(' ', "-")));
            fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        let by_lines = with_lines.then(|| by_lines(&engine, &case, &backends, compiles * 10));
        Ok(Row {
            name: bug.name,
            statements: size(&source.program),
            left: size(&reduced.program),
            took,
            cpu,
            candidates: reduced.tally.made,
            sound: reduced.tally.sound,
            compiles,
            cause: if is_right { cause } else { format!("{cause}, and not {}", bug.cause) },
            is_right,
            lines: (text_of(&source.program).lines().count(), text_of(&reduced.program).lines().count()),
            by_lines,
        })
    }

    fn text(&self) -> String {
        let (lines, left) = match self.by_lines {
            Some((compiles, left)) => (compiles.to_string(), left.to_string()),
            None => (String::new(), String::new()),
        };
        format!(
            "| {} | {} | {} | {:.0} | {:.0} | {} | {} | {} | {:.1} | {} | {} | {} | {lines} | {left} |",
            self.name,
            self.statements,
            self.left,
            self.took.as_secs_f64(),
            self.cpu.as_secs_f64(),
            self.candidates,
            self.sound,
            self.compiles,
            self.compiles as f64 / self.took.as_secs_f64(),
            self.cause,
            self.lines.0,
            self.lines.1,
        )
    }
}

/// A program as people read it.
fn text_of(program: &Program) -> String {
    print(program, &PrintOptions::default()).unwrap_or_default()
}

/// The backend that is wrong, and one of the same compiler that is right.
fn backends(bug: &Bug, toolchain: &Arc<Toolchain>) -> Vec<Backend> {
    let backend = |name: &str, flags: &[&str]| Backend {
        name: name.to_owned(),
        kind: Executor::Compiled(Codegen::Llvm),
        toolchain: Some(toolchain.clone()),
        flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
    };
    vec![backend("wrong", bug.wrong), backend("right", bug.right)]
}

/// A program that shows a bug, and what was found by it.
fn shown(
    bug: &Bug,
    engine: &Engine,
    backends: &[Backend],
    statements: usize,
) -> Result<(Case, Verdict), String> {
    let profile = match bug.shown_by {
        Shown::Generated(profile) => profile,
        Shown::With(_) => Profile::Default,
    };
    let wanted: Range<usize> = statements..statements * 13 / 8;
    for seed in 0..SEEDS {
        let mut config = profile.config();
        config.size.statements = statements;
        config.size.functions = 30;
        if let Compiler::Older = bug.compiler {
            config = config.for_releases(vec![Release::new(85)])?;
        }
        let generated = generate(seed, &config).program;
        if !wanted.contains(&size(&generated)) {
            continue;
        }
        let case = match bug.shown_by {
            Shown::Generated(..) => Case::from_program(bug.name, generated),
            Shown::With(file) => {
                Case::from_text(bug.name, with_file(&generated, file)?, Some(Edition::E2021))
            }
        };
        let verdict = judge(engine, &case, backends, 2);
        let is_it = verdict
            .findings
            .first()
            .is_some_and(|found| !found.fault.is_of_the_test_case() && found.backends == [0]);
        if is_it {
            return Ok((case, verdict));
        }
    }
    Err(format!("no program of {SEEDS} shows it"))
}

/// A program with another in it, which its `main` calls at the end.
fn with_file(program: &Program, file: &str) -> Result<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diff").join(file);
    let small = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let large = print(program, &PrintOptions::default()).map_err(|error| error.to_string())?;
    let is_head = |line: &&str| {
        line.starts_with("#![")
            || line.starts_with("//")
            || line.starts_with("extern crate")
            || line.starts_with("use ")
    };
    let items: Vec<&str> = small.lines().filter(|line| !is_head(line)).collect();
    let items = items.join("\n").replace("fn main()", "fn small_main()").replace("show(", "small_show(");
    let main = large.find("fn main()").ok_or("a program without a `main`")?;
    let end = main + large[main..].find("Return()").ok_or("a `main` without an end")?;
    let call = "Call(RET = small_main(), ReturnTo(small_end), UnwindUnreachable())\n        }\n        small_end = {\n            ";
    let large = format!("{}{call}{}", &large[..end], &large[end..]);
    Ok(format!("{large}\n{items}\n"))
}

/// The compilers, and the scripts around them.
struct Scripts {
    folder: tempfile::TempDir,
}

impl Scripts {
    fn new() -> Scripts {
        Scripts { folder: tempfile::tempdir().expect("a folder can be made") }
    }

    fn compiler(&self, bug: &Bug) -> Option<Arc<Toolchain>> {
        let path = match bug.compiler {
            Compiler::Reference => reference_rustc(),
            Compiler::Older => PathBuf::from(std::env::var_os("RUSTASSAY_RUSTC_1_85")?),
            Compiler::Script(first) => {
                let path = self.folder.path().join(bug.name);
                write_compiler(&path, &reference_rustc(), first);
                path
            }
        };
        let search = Search { rustcs: vec![path], ..Search::default() };
        discover(&search, &Cache::none()).found.pop().map(Arc::new)
    }
}

/// How far a delta debugger comes that knows lines only (ddmin of Zeller and Hildebrandt), with as many compiles as it may have: its compiles, and
/// the lines that are left. It takes what the right backend does for the truth, as one does without a machine.
fn by_lines(engine: &Engine, case: &Case, backends: &[Backend], most: u64) -> (u64, usize) {
    let text = match &case.source {
        CaseSource::Mir(source) => text_of(&source.program),
        CaseSource::Rust { text, .. } => text.clone(),
    };
    let lines: Vec<&str> = text.lines().collect();
    let before = engine.compiles();
    let nothing = Answer::Unknown(String::new());
    let is_crash = {
        let trial = engine.try_case(case, &backends[0], &answer(case));
        matches!(trial.outcome, Outcome::NotBuilt(_))
    };
    let is_interesting = |kept: &BTreeSet<usize>| {
        let text: String = kept.iter().map(|&line| format!("{}\n", lines[line])).collect();
        let source = CaseSource::Rust { text, edition: Edition::E2021 };
        let (expectation, flags, target) = (case.expectation, Vec::new(), case.target);
        let case = Case { name: String::new(), source, expectation, flags, target };
        let wrong = engine.try_case(&case, &backends[0], &nothing).outcome;
        match (is_crash, wrong) {
            (true, Outcome::NotBuilt(compiled)) => {
                !matches!(compiled, rustassay_outcome::Compiled::Rejected(_))
            }
            (false, Outcome::Observed(wrong)) => {
                let right = engine.try_case(&case, &backends[1], &nothing).outcome;
                matches!(right, Outcome::Observed(right) if right != wrong)
            }
            _ => false,
        }
    };
    let mut kept: BTreeSet<usize> = (0..lines.len()).collect();
    let mut chunk = kept.len() / 2;
    while chunk > 0 && engine.compiles() - before < most {
        let all: Vec<usize> = kept.iter().copied().collect();
        let mut has_shrunk = false;
        for part in all.chunks(chunk) {
            if engine.compiles() - before >= most {
                break;
            }
            let without: BTreeSet<usize> = kept.iter().copied().filter(|line| !part.contains(line)).collect();
            if is_interesting(&without) {
                kept = without;
                has_shrunk = true;
            }
        }
        if !has_shrunk || chunk > 1 {
            chunk /= 2;
        }
    }
    (engine.compiles() - before, kept.len())
}
