//! `rustassay reduce`: a smaller program that shows the same bug.

use super::diff::table;
use super::duration::parse_duration;
use super::interrupt::stop_on_signals;
use super::judging::{Bench, CaseForLayout, Judging};
use super::output::{complain, tell, write_data, write_source};
use super::progress::{self, ProgressLine};
use super::{Status, read_file};
use rustassay_bisect::{Guilty, Suspect, same_failure};
use rustassay_judge::backend::Backend;
use rustassay_judge::case::{Case, CaseSource};
use rustassay_judge::verdict::judge;
use rustassay_lang::{Directives, Release};
use rustassay_mir::model::Program;
use rustassay_mir::print::{PrintOptions, print};
use rustassay_reduce::{
    Options, Progress, Reduced, ReducedSource, Subject, reduce, reduce_ir, reduce_source, size,
};
use rustassay_report::words::{duration, number};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Reduce a program that shows a compiler bug
///
/// The reduced program shows the same bug: the same backends fail in the same way, the others agree, and it is free of
/// Undefined Behavior. Custom MIR is reduced on the program model, ordinary Rust on its syntax tree. The abstract
/// machine judges each candidate before a compiler does. Rust that the machine cannot run is compared across compilers;
/// if it has `unsafe` code, Miri must be among them. The smallest program so far is always on disk, so Ctrl-C loses
/// nothing.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay reduce found.rs --out small.rs --backends default --for 10m
  rustassay reduce found.rs --out small.rs --surface small-surface.rs
  rustassay reduce found.rs --out small.rs --llvm 23 --backends llvm --ir small.ll

Exit codes:
  0  the program cannot be reduced further
  1  the reduction was stopped by `--for` or Ctrl-C
  2  there is nothing to reduce: no compiler is wrong, and the message lists what each did")]
pub struct Args {
    /// The program; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Write the reduced program to this file; by default it is printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write the same bug in ordinary Rust to this file, if a translation of the program shows it
    #[arg(long, value_name = "FILE")]
    surface: Option<PathBuf>,

    /// Write LLVM IR that shows the same bug to this file, reduced by `llvm-reduce`, if another LLVM makes the code (`--llvm`)
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    ir: Option<PathBuf>,

    #[command(flatten)]
    judging: Judging,

    /// Which of several failures to reduce, counted from 1
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    finding: u16,

    /// The time limit, as `90s`, `10m` or `1h30m`; by default there is none
    #[arg(long = "for", value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,

    /// Do not show progress
    #[arg(short, long)]
    quiet: bool,

    /// Write the result, including the program, as a JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    match reduce_file(args) {
        Ok(status) => status,
        Err(why) => {
            complain(&why);
            Status::Unusable
        }
    }
}

fn reduce_file(args: &Args) -> Result<Status, String> {
    let Some(text) = read_file(&args.file) else { return Ok(Status::Unusable) };
    let Some(mut bench) = args.judging.prepare() else { return Ok(Status::Unusable) };
    let Some(CaseForLayout { case, backends }) = bench.only_case(&args.file, &text, args.judging.edition)
    else {
        return Ok(Status::Unusable);
    };
    bench.backends = backends;
    bench.ready_for(&case);
    let Bench { engine, backends, jobs, .. } = bench;
    let stop = stop_on_signals();
    let started = Instant::now();
    if args.quiet {
        progress::hide();
    }
    let line = ProgressLine::busy(&format!("running {} with {} backends", case.name, backends.len()));
    let verdict = judge(&engine, &case, &backends, jobs);
    let compilers_faults: Vec<usize> =
        (0..verdict.findings.len()).filter(|&at| !verdict.findings[at].fault.is_of_the_test_case()).collect();
    let Some(&finding) = compilers_faults.get(usize::from(args.finding) - 1) else {
        tell(&table(&case, &backends, &verdict));
        return Err(match compilers_faults.len() {
            0 => "no compiler is wrong about this program, so there is nothing to reduce".to_owned(),
            count => format!("there are {count} findings, so there is no number {}", args.finding),
        });
    };
    let subject = Subject { engine: &engine, case: &case, backends: &backends, verdict: &verdict, finding };
    let until = args.time.map(|time| started + time);
    let options = Options { jobs, surface: args.surface.is_some(), until, stop };
    if let CaseSource::Rust { .. } = case.source {
        if args.ir.is_some() {
            return Err(
                "`--ir` is for custom MIR: the guilty part is not looked for in other programs".to_owned()
            );
        }
        return reduce_text(args, &subject, &options, started, line);
    }
    // The file is for the compilers that are wrong.
    let release = verdict.findings[finding].backends.iter().filter_map(|&at| backends[at].custom_mir()).min();
    let directives = case.directives();
    let mut cannot_write = None;
    line.set(format!("reducing {}", case.name));
    let mut watch = |progress: &Progress| {
        let tally = progress.tally;
        let step = format!(
            "{} statements; {} candidates, {} sound, {} shown ({:?})",
            number(progress.statements as u64),
            number(tally.made),
            number(tally.sound),
            number(tally.shown),
            progress.kind,
        );
        show_step(args.quiet, started, &line, step);
        if let Some(out) = &args.out
            && let Err(why) = write_program(out, progress.program, release, &directives)
        {
            cannot_write.get_or_insert(why);
        }
    };
    let reduced = reduce(&subject, &options, &mut watch)?;
    drop(line);
    if let Some(why) = cannot_write {
        return Err(why);
    }
    match &args.out {
        Some(out) => write_program(out, &reduced.program, release, &directives)?,
        None if !args.json => write_source(text_of(&reduced.program, release, &directives)?.as_bytes()),
        None => {}
    }
    if let (Some(file), Some(surface)) = (&args.surface, &reduced.surface) {
        write_text(file, &directives.complete(surface.text.clone()))?;
    }
    if let (Some(file), Some(guilty)) = (&args.ir, &reduced.guilty) {
        let text = text_of(&reduced.program, release, &directives)?;
        let at = verdict.findings[finding].backends[0];
        write_ir(file, &subject, &backends[at], Case::from_text("reduced.rs", text, None), guilty)?;
    }
    match args.json {
        true => write_data(&format!(
            "{}\n",
            data(&reduced, &text_of(&reduced.program, release, &directives)?, started.elapsed())
        )),
        false => tell(&format!("{}\n", summary(&reduced, args.surface.is_some(), started.elapsed()))),
    }
    Ok(if reduced.is_finished { Status::Success } else { Status::Found })
}

/// Shows a step: on the line of a terminal, and else on a line of its own.
fn show_step(is_quiet: bool, started: Instant, line: &ProgressLine, step: String) {
    match () {
        () if progress::is_seen() => line.set(format!("reducing: {step}")),
        () if is_quiet => {}
        () => tell(&format!("{}: {step}\n", duration(started.elapsed()))),
    }
}

/// How long IR is reduced, at most.
const REDUCING_IR: Duration = Duration::from_secs(600);

/// Reduces the IR of a reduced program, and writes it.
fn write_ir(
    file: &Path,
    subject: &Subject,
    backend: &Backend,
    case: Case,
    guilty: &Guilty,
) -> Result<(), String> {
    let engine = subject.engine;
    let answer = engine.answer(&case);
    let trial = engine.try_case(&case, backend, &answer);
    let still_bad = same_failure(&trial, &answer);
    let suspect = Suspect { engine, case: &case, backend, answer: &answer, still_bad: &still_bad };
    let reduced = reduce_ir(&suspect, guilty, REDUCING_IR).map_err(|why| format!("no IR shows it: {why}"))?;
    if !reduced.is_finished {
        tell("the IR could be smaller: the time for it was over\n");
    }
    write_text(file, &reduced.text)
}

/// Reduces what is not custom MIR, on its syntax tree.
fn reduce_text(
    args: &Args,
    subject: &Subject,
    options: &Options,
    started: Instant,
    line: ProgressLine,
) -> Result<Status, String> {
    let (out, is_quiet, directives) = (args.out.clone(), args.quiet, subject.case.directives());
    line.set(format!("reducing {}", subject.case.name));
    let watch = move |text: &str| {
        show_step(is_quiet, started, &line, format!("{} lines", number(text.lines().count() as u64)));
        // What cannot be written is said at the end.
        let _ = out.as_ref().map(|out| write_text(out, &directives.complete(text.to_owned())));
    };
    let mut reduced = reduce_source(subject, options, Box::new(watch))?;
    // Comments go first, and with them what the file asked for.
    reduced.text = subject.case.directives().complete(reduced.text);
    match &args.out {
        Some(out) => write_text(out, &reduced.text)?,
        None if !args.json => write_source(reduced.text.as_bytes()),
        None => {}
    }
    match args.json {
        true => write_data(&format!("{}\n", data_of_text(&reduced, started.elapsed()))),
        false => tell(&format!(
            "{} lines after {}; {} candidates, of which {} showed the bug\n",
            reduced.text.lines().count(),
            duration(started.elapsed()),
            number(reduced.tried),
            number(reduced.shown),
        )),
    }
    Ok(if reduced.is_finished { Status::Success } else { Status::Found })
}

/// The text of a program, for people and for the compilers that get it wrong.
fn text_of(program: &Program, release: Option<Release>, directives: &Directives) -> Result<String, String> {
    let options = PrintOptions { release: release.unwrap_or(Release::REFERENCE), ..PrintOptions::default() };
    print(program, &options).map(|text| directives.complete(text)).map_err(|error| error.to_string())
}

fn write_program(
    path: &Path,
    program: &Program,
    release: Option<Release>,
    directives: &Directives,
) -> Result<(), String> {
    write_text(path, &text_of(program, release, directives)?)
}

/// Writes a text such that the file is always a whole one.
fn write_text(path: &Path, text: &str) -> Result<(), String> {
    let new = path.with_extension("rs.new");
    let write = || {
        // What is no file, such as `/dev/stdout`, must not be replaced by one.
        if path.metadata().is_ok_and(|there| !there.is_file()) {
            return std::fs::write(path, text);
        }
        let mut file = std::fs::File::create(&new)?;
        file.write_all(text.as_bytes())?;
        std::fs::rename(&new, path)
    };
    write().map_err(|error: std::io::Error| {
        // A part of it is of no use; what cannot be removed either was not made.
        let _ = std::fs::remove_file(&new);
        format!("cannot write `{}`: {error}", path.display())
    })
}

fn summary(reduced: &Reduced, is_wanted: bool, took: Duration) -> String {
    let tally = reduced.tally;
    let ended = if reduced.is_finished { "nothing more can go" } else { "stopped before it was done" };
    let mut text = format!(
        "{} statements after {}, {ended}; {} candidates, of which {} could be given to a compiler and {} showed the bug",
        size(&reduced.program),
        duration(took),
        number(tally.made),
        number(tally.sound),
        number(tally.shown),
    );
    match (&reduced.surface, is_wanted) {
        (Some(surface), true) => {
            let name = surface.style.name();
            text.push_str(&format!("\nsurface Rust shows it, too ({name})"));
        }
        (None, true) => text.push_str("\nno translation to surface Rust shows it"),
        _ => {}
    }
    if let Some(guilty) = &reduced.guilty {
        text.push_str(&format!("\n{guilty}"));
    }
    text
}

fn data(reduced: &Reduced, text: &str, took: Duration) -> serde_json::Value {
    json!({
        "statements": size(&reduced.program),
        "finished": reduced.is_finished,
        "candidates": reduced.tally.made,
        "sound": reduced.tally.sound,
        "shown": reduced.tally.shown,
        "seconds": took.as_secs_f64(),
        "cause": reduced.guilty.as_ref().map(|guilty| guilty.cause()),
        "guilty": reduced.guilty.as_ref().map(ToString::to_string),
        "program": text,
        "surface": reduced.surface.as_ref().map(|surface| &surface.text),
    })
}

fn data_of_text(reduced: &ReducedSource, took: Duration) -> serde_json::Value {
    json!({
        "lines": reduced.text.lines().count(),
        "finished": reduced.is_finished,
        "candidates": reduced.tried,
        "shown": reduced.shown,
        "seconds": took.as_secs_f64(),
        "program": reduced.text,
    })
}
