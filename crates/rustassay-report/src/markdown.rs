//! A finding as an issue for the tracker that it belongs to.
//!
//! The form is the one that rust-lang/rust's templates ask for: code, what was expected and what happened, the version, the backtrace. `docs/reports.md`
//! says what must be in it. Above a line stands what whoever files it has to know; below it, what is filed.

use crate::found::{CompilerOrigin, Program, ReportedFinding, without_folders};
use crate::llvm_issue;
use crate::text::{Cut, block, code, percent_encoded, short};
use crate::tracker::{Tracker, labels, title};
use rustassay_finding::{
    BackendKind, Fault, Layer, LocalisedIn, Opinion, Pass, Reduction, Says, Shows, Stage,
};
use rustassay_judge::engine::needs_bootstrap;

/// GitHub takes no issue that is longer, in characters.
pub const LONGEST: usize = 65_536;

/// What all parts of a report have together that are short whatever happens: no more than this, in bytes.
const SHORT_PARTS: usize = 16_000;

/// What is kept for the fence around a part.
const FENCE: usize = 64;

/// What one output or one backtrace may have.
const OUTPUT: usize = 5_000;

/// What is kept for passes' differences when the program is long.
const DIFFERENCES: usize = 8_000;

/// How long a text in a line may be, in characters.
const IN_LINE: usize = 400;

/// A finding as Markdown. `files` is what the folder is called that has its files.
pub fn issue(found: &ReportedFinding, files: &str) -> String {
    let mut report = Report { found, files, left: LONGEST - SHORT_PARTS, cut: Vec::new() };
    // What is longest comes last when space is given away, and not where it stands.
    let expected = report.expected();
    let happened = report.happened();
    let backtrace = report.backtrace();
    let program = report.program();
    let versions = report.versions();
    let guilty = report.guilty();
    let body = match found.other_llvm() {
        Some(llvm) if Tracker::of(found) == Tracker::Llvm => {
            let ir = llvm_issue::ir(found);
            let rust = llvm_issue::behind(&[program, report.commands(), versions].concat());
            [
                ir,
                expected,
                happened,
                llvm_issue::versions(found, llvm),
                backtrace,
                guilty,
                rust,
                report.origin(),
            ]
            .concat()
        }
        _ => [program, report.commands(), expected, happened, versions, backtrace, guilty, report.origin()]
            .concat(),
    };
    format!("{}\n---\n\n{body}", report.for_the_filer())
}

/// A report that is being written.
struct Report<'a> {
    found: &'a ReportedFinding,
    files: &'a str,
    /// How many bytes are left for parts that may be long.
    left: usize,
    /// The files that are not shown in full.
    cut: Vec<String>,
}

impl Report<'_> {
    /// What whoever files it has to know.
    fn for_the_filer(&self) -> String {
        let found = self.found;
        let tracker = Tracker::of(found);
        let place = match tracker.issues() {
            Some(issues) => format!("[{}]({issues}/new)", tracker.name()),
            None => tracker.name().to_owned(),
        };
        let mut text = format!("# Finding {}: {}\n\n", found.finding.id, found.fault());
        text.push_str(&format!(
            "- **Where to file:** {place}, what stands below the line. {}\n",
            found
                .other_llvm()
                .filter(|_| tracker == Tracker::Llvm)
                .map_or(tracker.wants(), |_| llvm_issue::WANTS)
        ));
        text.push_str(&format!("- **Title:** {}\n", code(&title(found))));
        let labels = labels(found);
        if !labels.is_empty() {
            let names: Vec<String> = labels.iter().map(|label| code(label)).collect();
            text.push_str(&format!("- **Labels:** {}", names.join(", ")));
            if tracker == Tracker::Rust {
                let wanted: Vec<String> = labels.iter().map(|label| format!("+{label}")).collect();
                text.push_str(&format!(
                    "; {} asks for them",
                    code(&format!("@rustbot label {}", wanted.join(" ")))
                ));
            }
            text.push('\n');
        }
        if let Some(issues) = tracker.issues() {
            let question = format!("is:issue {}", self.words_to_search());
            let address = format!("{issues}?q={}", percent_encoded(&question));
            text.push_str(&format!("- **Is it known?** [Search]({address}) first.\n"));
        }
        text.extend(self.about_nightly());
        if matches!(found.maker(), CompilerOrigin::Wrapper)
            && found.wrapped().is_none_or(|it| matches!(it.shows, Shows::Unknown(_)))
        {
            text.push_str(
                "- **A wrapper:** the compiler calls another one. Whether that shows it, too, is not known: try it before you file.\n",
            );
        }
        if found.program().is_some_and(|program| program.is_custom_mir()) {
            text.push_str(
                "- **Internal features:** the program is custom MIR. rustc's developers ask not to be given many such reports.\n",
            );
        }
        if found.file("seed.rs").is_some() {
            let seed = code(&format!("{}/seed.rs", self.files));
            text.push_str(&format!(
                "- **No mutation is needed:** the program that it was made of shows it, too ({seed}).\n"
            ));
        }
        if let Some(unfinished) = self.unfinished() {
            let file = found.program().map_or("program.rs", |program| program.file);
            let command = code(&format!("rustassay reduce {}/{file}", self.files));
            let next = match found.known().kind {
                Some(BackendKind::Checked) => "Rustassay does not reduce what is only checked".to_owned(),
                _ => format!("{command} goes on"),
            };
            text.push_str(&format!("- **{unfinished}** A short program is read sooner: {next}.\n"));
        }
        if !self.cut.is_empty() {
            let files: Vec<String> =
                self.cut.iter().map(|name| code(&format!("{}/{name}", self.files))).collect();
            text.push_str(&format!("- **Attach** {}: not shown in full below.\n", files.join(", ")));
        }
        text
    }

    /// Whether the latest nightly shows it.
    fn about_nightly(&self) -> Option<String> {
        let found = self.found;
        if Tracker::of(found) != Tracker::Rust {
            return None;
        }
        let Some(nightly) = found.newest_nightly() else {
            return Some("- **Nightly:** no nightly was tried. Try the latest before you file.\n".to_owned());
        };
        let says = match nightly.shows {
            Shows::Yes => "shows it. If there is a later one by now, try that",
            Shows::No => "does not show it: it may be fixed, so do not file it before you know",
            Shows::Unknown(_) => "could not be tried. Try the latest before you file",
        };
        Some(format!("- **Nightly:** {} {says}.\n", code(&short(nightly.title(), 80))))
    }

    /// That the program is not as small as it gets, and what is left of it.
    fn unfinished(&self) -> Option<String> {
        let program = self.found.program()?;
        let left = program.text.lines().count();
        match self.found.reduction() {
            Reduction::Reduced => None,
            Reduction::Whole => {
                Some(format!("Reduction unfinished: all {left} lines of the generated program are left."))
            }
            Reduction::Unfinished(_) => {
                let whole = self.found.file("program.rs").map(|text| text.lines().count());
                let of = whole
                    .filter(|whole| *whole > left)
                    .map_or_else(String::new, |whole| format!(" of {whole}"));
                Some(format!("Reduction unfinished: {left}{of} lines are left."))
            }
        }
    }

    /// What others may have written about the same.
    fn words_to_search(&self) -> String {
        let found = self.found;
        match (found.mir_pass(), found.llvm_pass(), found.fault()) {
            (Some(pass), _, Fault::Miscompilation) | (None, Some(pass), Fault::Miscompilation) => {
                format!("{pass} miscompile")
            }
            (_, _, Fault::Miscompilation) => "miscompile".to_owned(),
            _ => {
                let said = found.known().evidence.said();
                let said = said.as_ref().unwrap_or(&found.known().summary);
                // What is in quotes, and numbers, are the program's.
                let words = said.split(|c: char| !c.is_ascii_alphabetic() && c != '_');
                let words: Vec<&str> = words.filter(|word| (3..40).contains(&word.len())).take(8).collect();
                words.join(" ")
            }
        }
    }

    fn program(&mut self) -> String {
        let Some(program) = self.found.program() else {
            return "### Code\n\nThe program was not kept.\n\n".to_owned();
        };
        let kept = if self.found.differences().is_empty() { 0 } else { DIFFERENCES };
        let most = self.left.saturating_sub(kept);
        let mut text = format!("### Code\n\n{}", self.block_of("rust", &program.text, program.file, most));
        text.push('\n');
        text.extend(self.unfinished().map(|unfinished| format!("{unfinished}\n\n")));
        if let Some(before) = self.found.file("before.rs") {
            let before = self.block_of("rust", &before, "before.rs", OUTPUT);
            text.push_str(&format!(
                "This is compiled after another program, both as `case.rs` in one folder and with `-Cincremental=incremental`. The other one is\n\n{before}\n"
            ));
        }
        if let Some(equivalent) = self.found.file("equivalent.rs") {
            let equivalent = self.block_of("rust", &equivalent, "equivalent.rs", OUTPUT);
            text.push_str(&format!(
                "The compiler rejects this. It accepts the following program, which is equivalent:\n\n{equivalent}\n"
            ));
        }
        text.push_str(about_language(&program));
        text.extend(self.found.known().evidence.miri.as_ref().map(words_of_miri));
        text
    }

    fn commands(&self) -> String {
        let Some(command) = self.found.command() else { return String::new() };
        let is_linked = command.contains(" -o case ") || command.ends_with(" case.rlink");
        let is_program = self.found.fault() == Fault::Miscompilation && is_linked;
        let run = if is_program { "\n$ ./case" } else { "" };
        format!(
            "With this as `case.rs`:\n\n{}\n{}",
            block("console", &format!("$ {}{run}", short(&command, 1_000))),
            self.about_compiler()
        )
    }

    /// What the compiler is, if it is not one that everybody can have.
    fn about_compiler(&self) -> String {
        let found = self.found;
        let name_of = |path: &str| code(&found.name_of(path, found.compiler_version()));
        let seen = name_of(found.path());
        match found.maker() {
            CompilerOrigin::Stock => String::new(),
            CompilerOrigin::Own => {
                format!("{seen} is a compiler that was built from source, or changed.\n\n")
            }
            CompilerOrigin::Wrapper => {
                let wrapped = name_of(found.wraps().unwrap_or_default());
                let says = match found.wrapped().map(|wrapped| &wrapped.shows) {
                    Some(Shows::Yes) => "shows it, too",
                    Some(Shows::No) => "does not show it",
                    Some(Shows::Unknown(_)) | None => "was not tried, or could not be",
                };
                format!(
                    "It was found with {seen}, which is a program that calls {wrapped}. {wrapped} itself {says}.\n\n"
                )
            }
        }
    }

    fn expected(&mut self) -> String {
        let is_built = matches!(self.found.fault(), Fault::Miscompilation);
        match self.found.expected() {
            Some((file, expected)) => {
                let what = if is_built { "" } else { " it is compiled, and when it runs:" };
                let shown = self.block_of("text", &expected, file, OUTPUT);
                format!("I expected to see this happen:{what}\n\n{shown}\n")
            }
            None if is_built => String::new(),
            None => {
                let expected = match self.found.fault() {
                    Fault::AcceptedInvalid => "the compiler rejects the program",
                    Fault::RejectedValid => "the compiler accepts the program",
                    Fault::UnexpectedError => "the compiler rejects the program for what is wrong with it",
                    Fault::EquivalentsDiffer => "the compiler accepts both programs, or rejects both",
                    Fault::Disagreement => "both settings accept the program, or both reject it",
                    Fault::IncrementalDiffers => {
                        "an incremental build says the same of the program as a clean one"
                    }
                    Fault::ErrorWithoutPlace => "the error says where it is",
                    Fault::CompilerHang => "the compiler ends",
                    _ => "the compiler does not crash",
                };
                format!("I expected to see this happen: {expected}.\n\n")
            }
        }
    }

    fn happened(&mut self) -> String {
        let summary = self.summary();
        let Some((file, happened)) = self.found.happened() else {
            return format!("Instead, this happened: {summary}\n\n");
        };
        let shown = self.block_of("text", &happened, file, OUTPUT);
        match self.found.fault() {
            Fault::Miscompilation => format!("Instead, this happened:\n\n{shown}\n"),
            _ => format!("Instead, this happened: {summary}\n\n{shown}\n"),
        }
    }

    /// What happened, in a sentence.
    fn summary(&self) -> String {
        let found = self.found;
        match (found.fault(), found.flags()) {
            (Fault::Disagreement, flags @ [_, ..]) => {
                let (with, without) = match found.is_accepted() {
                    true => ("accepts", "rejects"),
                    false => ("rejects", "accepts"),
                };
                let flags = code(&short(&flags.join(" "), IN_LINE));
                format!("with {flags} the compiler {with} the program, and without it {without} it.")
            }
            _ => code(&short(&found.known().summary, IN_LINE)),
        }
    }

    /// The compiler, and others.
    fn versions(&self) -> String {
        let compiler = self.found.known().compiler.as_ref();
        let mut text = "### Meta\n\n".to_owned();
        match compiler.map(|compiler| (compiler, &compiler.verbose_version)) {
            Some((_, Some(verbose))) => {
                let shown = block("text", Cut::new(verbose, 1_000).text);
                text.push_str(&format!("`rustc --version --verbose`:\n\n{shown}\n"));
            }
            Some((compiler, None)) => {
                let llvm =
                    compiler.llvm.as_ref().map_or_else(String::new, |llvm| format!(", LLVM {}", code(llvm)));
                let host =
                    compiler.host.as_ref().map_or_else(String::new, |host| format!(", on {}", code(host)));
                text.push_str(&format!("rustc {}{llvm}{host}\n\n", code(&compiler.version)));
            }
            None => {}
        }
        if let Some((compiler, target)) = compiler.and_then(|it| Some((it, it.target.as_ref()?))) {
            let run = match &compiler.runner {
                Some(runner) => format!(", and run under {}", code(&short(runner, IN_LINE))),
                None => String::new(),
            };
            text.push_str(&format!("The program was built for {}{run}.\n\n", code(&short(target, 80))));
        }
        if let Some(needed) = self.found.needed_flags() {
            text.push_str(&match needed.is_empty() {
                true => "No flags are needed.".to_owned(),
                false => format!("It needs {}.", code(&short(&needed.join(" "), IN_LINE))),
            });
            text.push(' ');
        }
        if !self.found.finding.backends.is_empty() {
            text.push_str(&format!("It was seen with the settings {}.\n\n", some(&self.found.backends())));
        }
        text.push_str(&self.other_versions());
        text
    }

    /// Which compilers show it, and which do not.
    fn other_versions(&self) -> String {
        let known = self.found.known();
        if known.compilers.len() < 2 {
            return String::new();
        }
        let program = match known.localised_in {
            LocalisedIn::Reduced => "this program",
            LocalisedIn::Original => "the program as it was found",
        };
        let mut text = format!("Compilers that were tried, with {program}:\n\n");
        for compiler in known.compilers.iter().take(SOME) {
            let name = match &compiler.rustc {
                Some(path) => self.found.name_of(path, Some(&compiler.version)),
                None => without_folders(&compiler.name, 1),
            };
            let name = code(&short(&name, 80));
            let shows = match &compiler.shows {
                Shows::Yes => "**shows it**".to_owned(),
                Shows::No => "does not show it".to_owned(),
                Shows::Unknown(why) if why.is_empty() => "cannot be told".to_owned(),
                Shows::Unknown(why) => format!("cannot be told: {}", code(&short(why, 120))),
            };
            text.push_str(&format!("- {} ({name}): {shows}\n", code(&short(compiler.title(), 80))));
        }
        if let Some(extent) = &known.extent {
            text.push_str(&format!("- in all: {}\n", short(extent, IN_LINE)));
        }
        text.push('\n');
        let nightly = self.found.newest_nightly().filter(|nightly| nightly.shows == Shows::Yes);
        if let Some(verbose) = nightly.and_then(|nightly| nightly.verbose_version.as_ref())
            && Some(verbose) != known.compiler.as_ref().and_then(|compiler| compiler.verbose_version.as_ref())
        {
            let shown = block("text", Cut::new(verbose, 1_000).text);
            text.push_str(&format!("The nightly that shows it:\n\n{shown}\n"));
        }
        text
    }

    /// The guilty part, and what it did.
    fn guilty(&mut self) -> String {
        let found = self.found;
        let passes = found.guilty().map_or_else(Vec::new, |guilty| guilty.stage.passes());
        let differences = found.differences();
        if found.guilty().is_none() && differences.is_empty() {
            return String::new();
        }
        let mut text = "### Which part of the compiler\n\n".to_owned();
        if found.needed_flags().is_none() && found.program().is_some_and(|program| program.is_reduced) {
            text.push_str("This was found out with the program as it was generated.\n\n");
        }
        if let Some(Stage::SwitchedOn { pass, flag, shown_by }) = found.guilty().map(|guilty| &guilty.stage) {
            let [flag, guilty, shown_by] = [flag, &pass.name, &shown_by.name].map(|it| code(&short(it, 100)));
            text.push_str(&format!(
                "{flag} switches the pass {guilty} on, and it shows after {shown_by}, which runs without the flag as well and is \
                 right then: so {guilty} is to blame.\n\n"
            ));
        }
        passes.iter().for_each(|pass| text.push_str(&about_pass(found, pass)));
        if passes.is_empty()
            && let Some(guilty) = found.guilty()
        {
            text.push_str(&format!("{}\n\n", code(&short(&guilty.to_string(), 2 * IN_LINE))));
        }
        for (n, (file, difference)) in differences.iter().enumerate() {
            let share = self.left / (differences.len() - n);
            let shown = self.block_of("diff", difference, file, share);
            text.push_str(&format!(
                "<details><summary>What the pass did</summary>\n\n{shown}\n</details>\n\n"
            ));
        }
        text
    }

    /// What the compiler was doing when it broke.
    fn backtrace(&mut self) -> String {
        let evidence = &self.found.known().evidence;
        let queries = numbered(&evidence.queries);
        let frames = numbered(&evidence.backtrace);
        let mut text = String::new();
        for (title, content) in [("Query stack", queries), ("Backtrace", frames)] {
            if !content.is_empty() {
                let shown = block("text", Cut::new(&content, OUTPUT).text);
                self.left = self.left.saturating_sub(shown.len());
                text.push_str(&format!("<details><summary>{title}</summary>\n\n{shown}\n</details>\n\n"));
            }
        }
        text
    }

    /// Where the program comes from.
    fn origin(&self) -> String {
        let found = self.found;
        let version = found.version.as_ref().map_or_else(String::new, |it| format!(" {}", short(it, 40)));
        let first = &found.finding.first;
        let times = match found.finding.times {
            1 => "one program".to_owned(),
            times => format!("{times} programs"),
        };
        let mut text = format!(
            "### Found by fuzzing\n\nThis was found by fuzzing with Rustassay{version}, which saw it with {times}. \
             The first was generated (generator {}, profile {}, seed {})",
            code(&first.generator),
            code(&first.profile),
            first.seen.seed
        );
        match &found.known().commands.generate {
            Some(generate) => {
                let command = format!("$ {} > case.rs", short(generate, 1_000));
                text.push_str(&format!(":\n\n{}", block("console", &command)));
            }
            None => text.push_str(".\n"),
        }
        text
    }

    /// A block of code with as much of a file as there is space for, and a word on what is missing.
    fn block_of(&mut self, language: &str, text: &str, file: &str, most: usize) -> String {
        let mut shown = Cut::new(text, most.min(self.left.saturating_sub(FENCE)));
        let mut quoted = block(language, shown.text);
        if quoted.len() > self.left {
            // Nothing but backticks needs a fence as long as itself.
            shown = Cut { text: "", lines: 0, ..shown };
            quoted.clear();
        }
        self.left -= quoted.len();
        if shown.is_cut(text) {
            self.cut.push(file.to_owned());
            quoted.push_str(&format!(
                "\n(These are {} of {} lines. The whole is in the attached file `{file}`.)\n",
                shown.lines, shown.of
            ));
        }
        quoted
    }
}

/// What the program needs that is not Rust as all have it.
fn about_language(program: &Program) -> &'static str {
    match (program.is_custom_mir(), needs_bootstrap(&program.text, &[])) {
        (true, _) => {
            "The program is custom MIR (`core::intrinsics::mir`), which is internal to rustc. It is used because it says \
             directly what the passes over MIR are given; it is well-formed, has no Undefined Behavior, and enters the \
             pipeline before all optimizations. A stable compiler takes it with `RUSTC_BOOTSTRAP=1`.\n\n"
        }
        (false, true) => "The program needs unstable features.\n\n",
        (false, false) => "",
    }
}

/// What Miri says of the program.
fn words_of_miri(opinion: &Opinion) -> String {
    let version = code(&short(&opinion.version, 100));
    let runs: Vec<String> = opinion.flags.iter().map(|flags| code(&flags.join(" "))).collect();
    let runs = runs.join(" and with ");
    match &opinion.says {
        Says::NoUndefinedBehavior => format!(
            "Miri finds no Undefined Behavior in it, and it prints there what is expected: {version}, with {runs}.\n\n"
        ),
        Says::UndefinedBehavior(ub) => {
            format!(
                "**Miri finds Undefined Behavior in it** ({version}, with {runs}): {}\n\n",
                code(&short(ub, IN_LINE))
            )
        }
        Says::OtherOutput => {
            format!("**In Miri it prints something else than is expected** ({version}, with {runs}).\n\n")
        }
        Says::CannotRun(why) => {
            format!("Miri ({version}) cannot run it: {}\n\n", code(&short(why, IN_LINE)))
        }
    }
}

/// What is known of a guilty pass.
fn about_pass(found: &ReportedFinding, pass: &Pass) -> String {
    let flags = |flags: &[String]| code(&short(&flags.join(" "), IN_LINE));
    let on = pass.on.as_ref().map_or_else(String::new, |on| format!(" on {}", code(&short(on, 200))));
    let mut text = format!(
        "- The {} pass {}{on}, number {} in their order.\n",
        pass.layer,
        code(&short(&pass.name, 100)),
        pass.index
    );
    text.push_str(&match pass.is_confirmed {
        Some(true) => format!("- Without this pass alone ({}), all is well.\n", flags(&pass.disabling)),
        Some(false) => "- Without this pass alone it is still wrong, so others can do the same.\n".to_owned(),
        None => String::new(),
    });
    if !pass.needs.is_empty() {
        text.push_str(&format!(
            "- It needs what went before: without any one of {} all is well, too.\n",
            some(&pass.needs)
        ));
    }
    if !pass.with.is_empty() {
        text.push_str(&format!(
            "- It is wrong with {}, and right with {}.\n",
            flags(&pass.with),
            flags(&pass.without)
        ));
    }
    if pass.layer == Layer::Llvm && found.other_llvm().is_none() {
        let command = found.known().commands.compile.as_deref();
        let edition = command.and_then(|command| command.split(" --edition ").nth(1));
        let edition = edition.and_then(|rest| rest.split(' ').next()).unwrap_or("2021");
        let command = format!(
            "$ RUSTC_BOOTSTRAP=1 {} --edition {edition} {} --emit=llvm-ir=before.ll case.rs",
            found.rustc(),
            short(&pass.without.join(" "), IN_LINE)
        );
        text.push_str(&format!("\nThe IR of before the pass:\n\n{}", block("console", &command)));
    }
    text.push('\n');
    text
}

/// Of a long list, so many are named.
const SOME: usize = 12;

/// Some names, and how many more there are.
fn some(names: &[String]) -> String {
    let mut shown: Vec<String> = names.iter().take(SOME).map(|name| code(&short(name, 80))).collect();
    if names.len() > SOME {
        shown.push(format!("{} more", names.len() - SOME));
    }
    shown.join(", ")
}

fn numbered(lines: &[String]) -> String {
    lines.iter().enumerate().map(|(n, line)| format!("{n:>3}: {}\n", short(line, IN_LINE))).collect()
}
