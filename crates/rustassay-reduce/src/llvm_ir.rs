//! The IR of a program that another LLVM gets wrong, reduced by `llvm-reduce`.
//!
//! The IR is that of before the guilty tool: of before `opt`, or of before `llc`. A candidate must be wrong by the guilty tool, in the same way, and right by another: `llc`
//! alone, or with other options. That is not enough, because IR with Undefined Behavior is often right without optimization. So
//!
//! - what goes wrong must not need what is only there for `llvm-reduce`: no operand becomes poison, and no pass of LLVM's is used to reduce;
//! - where it must be right, memory is filled before it is used, once with one byte and once with another: a program that reads what nobody wrote prints something else;
//! - attributes and flags that promise something (`nsw`, `noundef`) go first, so that a later change can break none of them that is not needed.

use rustassay_bisect::{Guilty, Stage, Suspect};
use rustassay_finding::Pass;
use rustassay_judge::answer::{Answer, Observation, ProgramEnd};
use rustassay_judge::backend::Backend;
use rustassay_judge::engine::{Outcome, PROGRAM};
use rustassay_judge::llvm_set::StepFlags;
use rustassay_judge::llvm_steps::OPTIMIZED;
use rustassay_lang::quoted;
use rustassay_outcome::{Compiled, Part};
use rustassay_process::{End, ResourceLimits, Task, run_unless};
use rustassay_toolchain::{LlvmBackend, Toolchain, Unlinked, compiler_task};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Reduced IR.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReducedIr {
    /// Its text, with the commands that show what is wrong as comments at its beginning.
    pub text: String,
    /// Whether `llvm-reduce` had nothing left to try.
    pub is_finished: bool,
}

/// Other ways to make code, of which one must be right.
const RIGHT_CODE: [&str; 3] = ["-O0", "-O1", "-O2"];

/// What `llvm-reduce` must not try: it would make Undefined Behavior, or functions without a body, or another target.
const SKIPPED: &str = "operands-poison,ir-passes,function-bodies,module-data";

/// What goes first: promises, and what is only for people.
const FIRST: &str = "attributes,instruction-flags,metadata,strip-debug-info,di-metadata";

/// How long a program may run, in seconds.
const PROGRAM_TIME: u32 = 10;

/// Reduces the IR of a program that a backend with another LLVM gets wrong, for so long; or says why there is none.
pub fn reduce_ir(suspect: &Suspect, guilty: &Guilty, time: Duration) -> Result<ReducedIr, String> {
    let toolchain = suspect.backend.toolchain.as_deref().ok_or("no compiler made it")?;
    let llvm = toolchain.llvm_backend.as_ref().ok_or("the compiler's own LLVM made its code")?;
    let reducer = llvm.tools.llvm_reduce.as_ref().ok_or("there is no `llvm-reduce` with this LLVM")?;
    let sorted = StepFlags::of(&guilty.settings);
    let tool = guilty_tool(guilty).ok_or("it is not LLVM that is guilty")?;
    let backend = Backend {
        // Nothing is linked then, and all files stay.
        flags: [&guilty.settings[..], &["--llc=-filetype=null".to_owned()]].concat(),
        ..suspect.backend.clone()
    };
    let trial = suspect.engine.try_case(
        suspect.case,
        &Backend { flags: guilty.settings.clone(), ..suspect.backend.clone() },
        suspect.answer,
    );
    let wrong = Wrong::of(&trial.outcome)?;
    let compilation = suspect.engine.compile(suspect.case, &backend)?;
    let folder = compilation.binary.folder();
    let files = Unlinked::of(PROGRAM, folder)?;
    let start = match tool {
        GuiltyTool::Llc if folder.join(OPTIMIZED).is_file() => OPTIMIZED.to_owned(),
        GuiltyTool::Llc | GuiltyTool::Opt => files.bitcode.clone(),
    };
    let expected = match suspect.answer {
        Answer::Must(Observation { stdout, end: ProgramEnd::Code(code) }) => Some((stdout.clone(), *code)),
        _ if matches!(wrong, Wrong::Dies(_)) => None,
        _ => return Err("nobody knows what the program must do, or it does not exit".to_owned()),
    };
    let work = Work {
        toolchain,
        llvm,
        folder,
        files: &files,
        libraries: compilation.binary.libraries(),
        sorted: &sorted,
        tool,
        wrong,
        expected,
    };
    work.keep_files()?;
    let limits = |wall: Duration| ResourceLimits {
        wall,
        cpu: wall,
        disk: 1 << 30,
        ..suspect.engine.compiling.clone()
    };
    let until = Instant::now() + time;
    let child = |program: &Path, args: &[&str], wall: Duration| {
        let task: Task = compiler_task(program, folder).args(args).limits(limits(wall));
        let finished = run_unless(suspect.engine.cancellation(), &task).map_err(|error| error.to_string())?;
        finished.map(|finished| finished.end).ok_or_else(|| "it was cancelled".to_owned())
    };
    let text = child(&llvm.tools.opt, &["-S", &start, "-o", "start.ll"], time)?;
    if text != End::Exited(0) {
        return Err(format!("`opt` does not write the IR as text: it {text}"));
    }
    let right = RIGHT_CODE.into_iter().find(|&code| {
        let is_same = tool == GuiltyTool::Llc && sorted.llc == [code];
        if is_same || work.write_script(code).is_err() {
            return false;
        }
        let shows = child(Path::new("/bin/sh"), &["check.sh", "start.ll"], time);
        matches!(shows, Ok(End::Exited(0)))
    });
    let right = right.ok_or("the IR alone does not show it, or no other code generator gets it right")?;
    let mut is_finished = true;
    for (input, passes) in [
        ("start.ll", &format!("--delta-passes={FIRST}")),
        ("best.ll", &format!("--skip-delta-passes={SKIPPED}")),
    ] {
        let left = until.saturating_duration_since(Instant::now());
        let input = if folder.join(input).is_file() { input } else { "start.ll" };
        let end = child(
            reducer,
            &["--test=/bin/sh", "--test-arg=check.sh", passes, "-j", "1", "-o", "reduced.ll", input],
            left,
        )?;
        match end {
            End::Exited(0) => {}
            End::TimedOut => is_finished = false,
            // What it found before it failed is as good.
            _ if folder.join("best.ll").is_file() => is_finished = false,
            end => return Err(format!("`llvm-reduce` fails: it {end}")),
        }
    }
    let best = ["best.ll", "start.ll"].into_iter().find(|file| folder.join(file).is_file());
    let text = best.map(|file| fs::read_to_string(folder.join(file))).transpose();
    let text = text.ok().flatten().ok_or("the reduced IR cannot be read")?;
    Ok(ReducedIr { text: format!("{}{text}", work.header(right)), is_finished })
}

/// Which tool of LLVM is guilty.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum GuiltyTool {
    Opt,
    Llc,
}

fn guilty_tool(guilty: &Guilty) -> Option<GuiltyTool> {
    let is_of_llc = |pass: &Pass| pass.with.iter().any(|flag| flag.starts_with("--llc=-opt-bisect-limit"));
    match &guilty.stage {
        Stage::NoPass { part: Part::Llvm, .. } => Some(GuiltyTool::Llc),
        Stage::Llvm(pass) if is_of_llc(pass) => Some(GuiltyTool::Llc),
        Stage::Llvm(_) | Stage::SwitchedOn { .. } => Some(GuiltyTool::Opt),
        _ => None,
    }
}

/// How it is wrong.
enum Wrong {
    /// The program exits, and has printed something else or has another code.
    Exits,
    /// A signal ends the program, or it hangs: the code that `timeout` tells this by.
    Ends(i32),
    /// The guilty tool dies, and says this if it says anything.
    Dies(Option<String>),
}

/// What `timeout` exits with when the time is over.
const TIMED_OUT: i32 = 124;

impl Wrong {
    fn of(outcome: &Outcome) -> Result<Wrong, String> {
        match outcome {
            Outcome::Observed(Observation { end: ProgramEnd::Code(_), .. }) => Ok(Wrong::Exits),
            Outcome::Observed(Observation { end: ProgramEnd::Signal(signal), .. }) => {
                Ok(Wrong::Ends(128 + signal))
            }
            Outcome::Observed(Observation { end: ProgramEnd::TimedOut, .. }) => Ok(Wrong::Ends(TIMED_OUT)),
            Outcome::NotBuilt(Compiled::LlvmError(error)) => {
                let line = error.message.lines().next().unwrap_or_default();
                Ok(Wrong::Dies(Some(line.to_owned()).filter(|line| !line.is_empty())))
            }
            Outcome::NotBuilt(Compiled::Signaled(_)) => Ok(Wrong::Dies(None)),
            _ => Err("what happens cannot be asked of IR".to_owned()),
        }
    }
}

struct Work<'a> {
    toolchain: &'a Toolchain,
    llvm: &'a LlvmBackend,
    folder: &'a Path,
    files: &'a Unlinked,
    libraries: Option<&'a Path>,
    sorted: &'a StepFlags,
    tool: GuiltyTool,
    wrong: Wrong,
    expected: Option<(Vec<u8>, i32)>,
}

/// Fills the memory of variables in a text of IR with the byte `fill`.
const FILL: &str = r#"
{ print }
/^declare void @llvm.memset.p0.i64\(/ { has = 1 }
/^ *%[^ ]+ = alloca (\[[0-9]+ x i8\]|i[0-9]+)/ {
    split($0, word, " ")
    size = word[4]; gsub(/[^0-9]/, "", size)
    if (word[4] ~ /^i/) size = int((size + 7) / 8)
    printf "  call void @llvm.memset.p0.i64(ptr %s, i8 %s, i64 %s, i1 false)\n", word[1], fill, size
    used = 1
}
END { if (used && !has) print "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)" }
"#;

impl Work<'_> {
    /// Puts aside what each link needs: rustc removes the objects that it has linked.
    fn keep_files(&self) -> Result<(), String> {
        let kept = self.folder.join("kept");
        let keep = || {
            fs::create_dir(&kept)?;
            for entry in fs::read_dir(self.folder)? {
                let name = entry?.file_name();
                let text = name.to_string_lossy();
                if text.ends_with(".rcgu.o") || *text == *self.files.rlink {
                    fs::copy(self.folder.join(&name), kept.join(&name))?;
                }
            }
            if let Some((stdout, _)) = &self.expected {
                fs::write(self.folder.join("expected.txt"), stdout)?;
            }
            fs::write(self.folder.join("fill.awk"), FILL)
        };
        keep().map_err(|error: std::io::Error| format!("cannot prepare the reduction: {error}"))
    }

    /// The commands of the guilty tool, from one file to an object.
    fn wrong_commands(&self, input: &str, output: &str) -> String {
        let LlvmBackend { tools, .. } = self.llvm;
        let llc = |input: &str| line(&tools.llc, &self.llvm.llc_args(&self.sorted.llc, input, output));
        match self.tool {
            GuiltyTool::Llc => llc(input),
            GuiltyTool::Opt => {
                let opt = self.llvm.opt_args(&self.sorted.opt, input, "wrong.bc");
                format!("{} && {}", line(&tools.opt, &opt), llc("wrong.bc"))
            }
        }
    }

    fn right_command(&self, code: &str, input: &str, output: &str) -> String {
        line(&self.llvm.tools.llc, &self.llvm.llc_args(&[code.to_owned()], input, output))
    }

    fn link_command(&self) -> String {
        let mut args = [&self.sorted.rustc[..], &self.toolchain.target_flags()].concat();
        args.push("-Zlink-only".to_owned());
        args.extend(self.libraries.map(|_| "-Cprefer-dynamic".to_owned()));
        args.push(self.files.rlink.clone());
        line(&self.toolchain.rustc, &args)
    }

    fn run_command(&self) -> String {
        let run = match self.toolchain.runner() {
            Some(runner) => runner.command(PROGRAM),
            None => format!("./{PROGRAM}"),
        };
        match self.libraries {
            Some(folder) => format!("LD_LIBRARY_PATH={} timeout {PROGRAM_TIME} {run}", path(folder)),
            None => format!("timeout {PROGRAM_TIME} {run}"),
        }
    }

    /// Writes the test that `llvm-reduce` asks: whether the IR in its argument is still wrong, and right where it must be.
    fn write_script(&self, right: &str) -> Result<(), String> {
        let folder = path(self.folder);
        let wrong = match &self.wrong {
            Wrong::Dies(message) => {
                let says = message.as_ref().map_or_else(
                    || "[ $? -ge 128 ] || exit 1".to_owned(),
                    |message| format!("grep -qF -e {} said.txt || exit 1", quoted(message)),
                );
                format!(
                    "{{ {}; }} > /dev/null 2> said.txt\n{says}\n",
                    self.wrong_commands("\"$input\"", "wrong.o")
                )
            }
            Wrong::Exits | Wrong::Ends(_) => {
                let code = self.expected.as_ref().map_or(0, |(_, code)| *code);
                let is_wrong = match self.wrong {
                    Wrong::Ends(code) => format!("[ $code = {code} ] || exit 1"),
                    _ => format!(
                        "[ $code -lt {TIMED_OUT} ] || exit 1\n[ $code = {code} ] && cmp -s out.txt {folder}/expected.txt && exit 1"
                    ),
                };
                let (wrong, right) = (
                    self.wrong_commands("\"$input\"", "wrong.o"),
                    self.right_command(right, "filled.ll", "right.o"),
                );
                format!(
                    "{{ {wrong}; }} > /dev/null 2>&1 || exit 1\nruns wrong.o\n{is_wrong}\n\
                     for fill in -86 85; do\n    \
                     awk -v fill=$fill -f {folder}/fill.awk \"$input\" > filled.ll || exit 1\n    \
                     {right} > /dev/null 2>&1 || exit 1\n    \
                     export MALLOC_PERTURB_=85\n    runs right.o\n    \
                     [ $code = {code} ] && cmp -s out.txt {folder}/expected.txt || exit 1\ndone\n"
                )
            }
        };
        let text = format!(
            "#!/bin/sh\n# Whether IR still shows the bug, and nothing else does.\n\
             case $1 in /*) input=$1 ;; *) input=$PWD/$1 ;; esac\n\
             here=$(mktemp -d {folder}/try.XXXXXX) || exit 1\n\
             trap 'rm -rf \"$here\"' EXIT\ncd \"$here\" || exit 1\n\
             runs() {{\n    cp {folder}/kept/* . && mv \"$1\" {object} || exit 1\n    \
             {link} > /dev/null 2>&1 || exit 1\n    {run} > out.txt 2> /dev/null\n    code=$?\n}}\n\
             {wrong}cp \"$input\" {folder}/best.ll.new && mv {folder}/best.ll.new {folder}/best.ll\n",
            object = quoted(&self.files.object),
            link = self.link_command(),
            run = self.run_command(),
        );
        let script = self.folder.join("check.sh");
        fs::write(&script, &text).map_err(|error| format!("cannot write the test of the reduction: {error}"))
    }

    /// What stands at the beginning of the reduced IR.
    fn header(&self, right: &str) -> String {
        let name = |tool: &Path| {
            tool.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
        };
        let tools = &self.llvm.tools;
        let short = |text: String| {
            text.replace(&path(&tools.opt), &name(&tools.opt)).replace(&path(&tools.llc), &name(&tools.llc))
        };
        let mut lines = vec![format!("LLVM {}", tools.version)];
        lines.push(format!("wrong: {}", short(self.wrong_commands("reduced.ll", "wrong.o"))));
        if !matches!(self.wrong, Wrong::Dies(_)) {
            lines.push(format!("right: {}", short(self.right_command(right, "reduced.ll", "right.o"))));
        }
        lines.iter().map(|line| format!("; {line}\n")).collect()
    }
}

fn path(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

/// A command for a shell. An argument that is in quotes already stays as it is.
fn line(program: &Path, args: &[String]) -> String {
    let mut text = path(program);
    for arg in args {
        text.push(' ');
        text.push_str(&if arg.starts_with('"') { arg.clone() } else { quoted(arg) });
    }
    text
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use rustassay_bisect::{EFFORT, localise, same_failure};
    use rustassay_judge::backend::{Codegen, Executor};
    use rustassay_judge::case::Case;
    use rustassay_judge::engine::Engine;
    use rustassay_testing::FakeLlvm;
    use std::process::Command;

    /// The reduced IR of a program that must print `right` and does not by the fake LLVM of this name.
    fn reduced(name: &str, flags: &[&str]) -> Result<ReducedIr, String> {
        let fake = FakeLlvm::new(name);
        let engine = Engine::new().expect("a folder can be made");
        let case = Case::from_text("any.rs", "fn main() {}".to_owned(), None);
        let answer = Answer::Must(Observation { stdout: b"right\n".to_vec(), end: ProgramEnd::Code(0) });
        let backend = Backend {
            name: "it".to_owned(),
            kind: Executor::Compiled(Codegen::Llvm),
            toolchain: Some(fake.toolchain.clone()),
            flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
        };
        let bad = engine.try_case(&case, &backend, &answer);
        let still_bad = same_failure(&bad, &answer);
        let (engine, case, backend, answer) = (&engine, &case, &backend, &answer);
        let suspect = Suspect { engine, case, backend, answer, still_bad: &still_bad };
        reduce_ir(&suspect, &localise(&suspect, EFFORT), Duration::from_secs(60))
    }

    #[test]
    fn what_the_wrong_code_does_not_need_goes() {
        let reduced = reduced("wrong-in-selection", &["--llc=-global-isel"]).expect("there is one");
        let lines: Vec<&str> = reduced.text.lines().collect();
        let [version, wrong, right, ir] = lines[..] else { panic!("{reduced:?}") };
        assert_eq!((version, ir, reduced.is_finished), ("; LLVM 99.1.0", "ir", true));
        assert!(wrong.starts_with("; wrong: llc ") && wrong.contains(" -global-isel "), "{wrong}");
        assert!(right.starts_with("; right: llc ") && right.contains(" -O0 "), "{right}");
    }

    #[test]
    fn ir_that_opt_gets_wrong_is_that_of_before_it() {
        let reduced = reduced("wrong-in-opt", &["--opt=-passes=gvn"]).expect("there is one");
        assert!(
            reduced.text.contains("; wrong: opt -passes=gvn reduced.ll -o wrong.bc && llc "),
            "{reduced:?}"
        );
        assert!(!reduced.text.contains("broken"), "{reduced:?}");
    }

    #[test]
    fn what_is_right_is_not_reduced() {
        assert!(reduced("right", &["--opt=-passes=gvn"]).is_err());
    }

    #[test]
    fn memory_is_filled_before_it_is_used() {
        let folder = tempfile::TempDir::new().unwrap();
        let ir = "define void @f() {\n  %x = alloca [12 x i8], align 4\n  %y = alloca i1, align 1\n  ret void\n}\n";
        fs::write(folder.path().join("in.ll"), ir).unwrap();
        fs::write(folder.path().join("fill.awk"), FILL).unwrap();
        let args = ["-v", "fill=85", "-f", "fill.awk", "in.ll"];
        let output = Command::new("awk").args(args).current_dir(folder.path()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("%x = alloca [12 x i8], align 4\n  call void @llvm.memset.p0.i64(ptr %x, i8 85, i64 12, i1 false)\n"), "{text}");
        assert!(text.contains("(ptr %y, i8 85, i64 1, i1 false)"), "{text}");
        assert_eq!(text.matches("declare void @llvm.memset").count(), 1);
    }
}
