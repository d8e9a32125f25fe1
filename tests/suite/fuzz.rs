//! `rustassay fuzz`: what a campaign promises, with compilers that are made wrong.
#![cfg(target_os = "linux")]

use crate::TOOL;
use rustassay_random::Random;
use rustassay_store::Store;
use rustassay_store::record::{Sighting, SightingState};
use rustassay_testing::{
    Requirement, code, reference_rustc, reference_version, skip, stderr, stdout, write_compiler,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Scripts that are the reference rustc and something more.
struct Compilers {
    /// With two bugs: at `-Copt-level=3` it takes `&` for `|`, and it crashes on `Assume`.
    wrong: PathBuf,
    /// Takes minutes for a program.
    slow: PathBuf,
    /// Rejects everything, without a reason.
    mute: PathBuf,
    /// Rejects custom MIR, without a reason.
    picky: PathBuf,
    /// Lets libraries borrow something mutably more than once at a time.
    lenient: PathBuf,
    /// Rejects libraries without saying where they are wrong.
    placeless: PathBuf,
    /// Reports a second mutable borrow as another error.
    mislabelling: PathBuf,
    /// Rejects libraries that bind a value to a name.
    nameless: PathBuf,
    /// Rejects programs that are not tiny.
    narrow: PathBuf,
    /// The same, if it optimizes most.
    narrow_at_o3: PathBuf,
    /// With the next trait solver, it does not want objects.
    divided: PathBuf,
    /// Adds one more where a procedural macro is expanded.
    uneven: PathBuf,
    /// Expands no macro.
    no_macros: PathBuf,
    /// Rejects whatever it compiles after something else, incrementally.
    forgetful: PathBuf,
    /// Crashes when it checks MIR after all passes.
    invalid: PathBuf,
    /// Crashes when it generates code that nobody calls.
    burdened: PathBuf,
    /// Adds where a program subtracts, if it optimizes most.
    hasty: PathBuf,
    /// Does not like programs that were changed, and does not say why.
    vague: PathBuf,
    /// In Miri's place: runs a program as it is without optimization.
    honest_miri: PathBuf,
    /// In Miri's place: finds Undefined Behavior in every program.
    strict_miri: PathBuf,
}

const WRONG: &str = r#"
if [ -f case.rs ] && grep -q 'Assume(' case.rs; then
    echo "thread 'rustc' panicked at compiler/rustc_example/src/assume.rs:12:34:" >&2
    echo "nothing can be assumed" >&2
    echo "error: the compiler unexpectedly panicked. this is a bug." >&2
    exit 101
fi
case " $* " in
    *" -Copt-level=3 "*) sed -i 's/ & / | /' case.rs ;;
esac"#;

const SLOW: &str = "[ -f case.rs ] && touch compiling && sleep 300";

const MUTE: &str = "[ -f case.rs ] && exit 1";

const PICKY: &str = r#"
if [ -f case.rs ] && grep -q 'custom_mir' case.rs; then
    echo '{"$message_type":"diagnostic","message":"not today","code":null,"level":"error","spans":[],"children":[],"rendered":"error: not today"}' >&2
    exit 1
fi"#;

const UNEVEN: &str = r#"
case " $* " in
    *" -Zunpretty=hir "*"twin_macros="*)
        REAL "$@" > said
        status=$?
        sed 's/ + 40/ + 41/' said
        exit $status ;;
esac"#;

/// It rejects whatever it is to expand.
const NO_MACROS: &str = r#"
case " $* " in
    *" -Zunpretty=hir "*)
        echo '{"$message_type":"diagnostic","message":"not today","code":null,"level":"error","spans":[],"children":[],"rendered":"error: not today"}' >&2
        exit 1 ;;
esac"#;

const MIRI: &str = r#"
for arg; do
    case "$arg" in
        --version) echo 'miri 0.1.0 (made up)'; exit ;;
        *.rs) program=$arg ;;
    esac
done
if FINDS && ! grep -q hello "$program"; then
    echo 'error: Undefined Behavior: there is something about this program' >&2
    exit 1
fi
RUSTC_BOOTSTRAP=1 REAL --edition 2021 -Copt-level=0 --cap-lints=allow -o ./in-miri "$program" || exit
./in-miri
exit"#;

const LENIENT: &str = r#"
case " $* " in
    *" --emit=metadata "*)
        REAL "$@" 2> said && exit 0
        grep -v '"code":"E0499"' said > rest
        grep '"level":"error"' rest | grep -qv 'aborting due' || exit 0
        cat rest >&2
        exit 1 ;;
esac"#;

const PLACELESS: &str = r#"
case " $* " in
    *" --emit=metadata "*)
        REAL "$@" 2> said && exit 0
        echo '{"$message_type":"diagnostic","message":"wrong","code":null,"level":"error","spans":[],"children":[],"rendered":"error: wrong"}' >&2
        exit 1 ;;
esac"#;

const MISLABELLING: &str = r#"
case " $* " in
    *" --emit=metadata "*)
        REAL "$@" 2> said
        status=$?
        sed 's/"code":"E0499"/"code":"E0308"/' said >&2
        exit $status ;;
esac"#;

const NAMELESS: &str = r#"
case " $* " in
    *" --emit=metadata "*) if [ -f case.rs ] && grep -q 'let ' case.rs; then
        printf '%s%s\n' '{"$message_type":"diagnostic","message":"no names","code":{"code":"E0425","explanation":null},' \
            '"level":"error","spans":[],"children":[],"rendered":"error[E0425]: no names"}' >&2
        exit 1
    fi ;;
esac"#;

/// If it is told this, programs must be tiny.
const NARROW: &str = r#"
case " $* " in
    *FLAG*) if [ -f case.rs ] && [ "$(wc -l < case.rs)" -gt 30 ]; then
        printf '%s%s\n' '{"$message_type":"diagnostic","message":"too long","code":{"code":"E0080","explanation":null},' \
            '"level":"error","spans":[],"children":[],"rendered":"error[E0080]: too long"}' >&2
        exit 1
    fi ;;
esac"#;

const DIVIDED: &str = r#"
case " $* " in
    *" -Znext-solver=globally "*) if [ -f case.rs ] && grep -q 'dyn ' case.rs; then
        printf '%s%s\n' '{"$message_type":"diagnostic","message":"no objects","code":{"code":"E0038","explanation":null},' \
            '"level":"error","spans":[],"children":[],"rendered":"error[E0038]: no objects"}' >&2
        exit 1
    fi ;;
esac"#;

const FORGETFUL: &str = r#"
case " $* " in
    *" -Cincremental="*) if [ -d incremental ]; then
        printf '%s%s%s\n' '{"$message_type":"diagnostic","message":"seen before","code":{"code":"E0428","explanation":null},"level":"error",' \
            '"spans":[{"file_name":"case.rs","byte_start":0,"byte_end":1,"line_start":1,"line_end":1,"column_start":1,"column_end":2,"is_primary":true,' \
            '"text":[],"label":null,"suggested_replacement":null,"suggestion_applicability":null,"expansion":null}],"children":[],"rendered":"error[E0428]: seen before"}' >&2
        exit 1
    fi ;;
esac"#;

/// Crashes if it is told this.
const CRASHES: &str = r#"
case " $* " in
    *" FLAG "*) if [ -f case.rs ]; then
        echo "thread 'rustc' panicked at compiler/rustc_example/src/lib.rs:12:34:" >&2
        echo "FLAG is too much" >&2
        echo "error: the compiler unexpectedly panicked. this is a bug." >&2
        exit 101
    fi ;;
esac"#;

const HASTY: &str = r#"
case " $* " in
    *" -Copt-level=3 "*) [ -f case.rs ] && sed -i 's/\.wrapping_sub(/.wrapping_add(/' case.rs ;;
esac"#;

const VAGUE: &str = r#"
case " $* " in
    *" --emit=mir "*) if [ -f case.rs ] && grep -q 'fn seven' case.rs && ! grep -q '= 7' case.rs; then
        echo '{"$message_type":"diagnostic","message":"not seven","code":null,"level":"error","spans":[],"children":[],"rendered":"error: not seven"}' >&2
        exit 1
    fi ;;
esac"#;

/// The scripts.
fn compilers() -> &'static Compilers {
    static COMPILERS: OnceLock<Compilers> = OnceLock::new();
    COMPILERS.get_or_init(|| {
        let real = reference_rustc();
        let script = |name: &str, before: &str| {
            let path = folder(name).join("rustc");
            write_compiler(&path, &real, before);
            path
        };
        let with_real = |text: &str| text.replace("REAL", &format!("'{}'", real.display()));
        let [lenient, placeless, uneven, mislabelling] =
            [LENIENT, PLACELESS, UNEVEN, MISLABELLING].map(with_real);
        let miri = |finds: &str| with_real(MIRI).replace("FINDS", finds);
        Compilers {
            wrong: script("wrong", WRONG),
            slow: script("slow", SLOW),
            mute: script("mute", MUTE),
            picky: script("picky", PICKY),
            lenient: script("lenient", &lenient),
            placeless: script("placeless", &placeless),
            mislabelling: script("mislabelling", &mislabelling),
            nameless: script("nameless", NAMELESS),
            narrow: script("narrow", &NARROW.replace("FLAG", "-Copt-level")),
            narrow_at_o3: script("narrow-at-o3", &NARROW.replace("FLAG", "-Copt-level=3")),
            divided: script("divided", DIVIDED),
            uneven: script("uneven", &uneven),
            no_macros: script("no-macros", NO_MACROS),
            forgetful: script("forgetful", FORGETFUL),
            invalid: script("invalid", &CRASHES.replace("FLAG", "-Zvalidate-mir")),
            burdened: script("burdened", &CRASHES.replace("FLAG", "-Clink-dead-code")),
            hasty: script("hasty", HASTY),
            vague: script("vague", VAGUE),
            honest_miri: script("honest-miri", &miri("false")),
            strict_miri: script("strict-miri", &miri("true")),
        }
    })
}

/// A folder of a test's own, empty, in the one that cargo gives to tests.
fn folder(name: &str) -> PathBuf {
    TOOL.folder(&format!("fuzz/{name}"))
}

/// Whether there is a file of a name in a folder, or in one in it.
fn has_file(folder: &Path, name: &str) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| entry.file_name() == name || has_file(&entry.path(), name))
}

/// A campaign's folders.
pub(crate) struct Place {
    pub(crate) store: PathBuf,
    temporary: PathBuf,
}

impl Place {
    pub(crate) fn new(name: &str) -> Place {
        let folder = folder(name);
        let temporary = folder.join("temporary");
        fs::create_dir_all(&temporary).expect("it is our folder");
        Place { store: folder.join("store"), temporary }
    }

    /// A command on the store, with temporary files of its own.
    pub(crate) fn command(&self, name: &str, args: &[&str]) -> Command {
        let mut command = TOOL.command();
        command.arg(name).args(args).arg("--store").arg(&self.store).env("TMPDIR", &self.temporary);
        command
    }

    /// A campaign with the wrong compiler, of small programs and small crates; of MIR programs, if nothing else is said.
    fn fuzz(&self, args: &[&str]) -> Command {
        let compiler = compilers().wrong.to_str().expect("a path that is text");
        let fixed = ["--rustc", compiler, "--profile", "tiny", "--backends", "quick"];
        let generators = if args.contains(&"--generators") { &[][..] } else { &["--generators", "mir"] };
        self.command("fuzz", &[&fixed[..], generators, args].concat())
    }

    pub(crate) fn findings(&self) -> Vec<Value> {
        let output = self.command("findings", &["--json"]).output().expect("the binary runs");
        let list: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        list.as_array().expect("it is an array").clone()
    }

    pub(crate) fn status(&self) -> Value {
        let output = self.command("status", &["--json"]).output().expect("the binary runs");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("it is JSON")
    }

    /// Whether nothing is left of those who worked here: no process with a folder of ours, no temporary file.
    pub(crate) fn is_clean(&self) -> bool {
        let is_here = |process: &fs::DirEntry| {
            fs::read_link(process.path().join("cwd")).is_ok_and(|folder| folder.starts_with(&self.temporary))
        };
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let files = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().collect::<Vec<_>>();
        let left: Vec<_> = files(&self.temporary).iter().flat_map(|base| files(&base.path())).collect();
        left.is_empty() && !processes.into_iter().any(|process| is_here(&process))
    }
}

/// Waits until it is so, for a while.
pub(crate) fn soon(mut is_so: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(30) {
        if is_so() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

/// The events that a process tells, until it is dead or has told one of this kind.
fn events_until(child: &mut Child, kind: &str) -> Vec<Value> {
    let lines = BufReader::new(child.stdout.as_mut().expect("it is a pipe")).lines();
    let mut events = Vec::new();
    for line in lines.map_while(Result::ok) {
        let Ok(event) = serde_json::from_str::<Value>(&line) else { break };
        let is_it = event["event"] == kind;
        events.push(event);
        if is_it {
            break;
        }
    }
    events
}

pub(crate) fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "`kill` is part of every system");
}

/// The commands that a finding says show it, run in a folder; gives what the last one did.
fn reproduce(place: &Place, finding: &Value) -> Output {
    let folder = place.store.with_file_name("again");
    fs::create_dir_all(&folder).expect("it is our folder");
    let generate = finding["commands"]["generate"].as_str().expect("it says how to make the program");
    let words: Vec<&str> = generate.split(' ').skip(1).collect();
    let program =
        TOOL.command().args(words).env("TMPDIR", &place.temporary).output().expect("the binary runs");
    fs::write(folder.join("case.rs"), &program.stdout).expect("it is our folder");
    let compile = finding["commands"]["compile"].as_str().expect("it says how to compile it");
    let script = format!("rm -f case; {compile} && ./case");
    Command::new("sh").args(["-c", &script]).current_dir(&folder).output().expect("there is a shell")
}

#[test]
fn a_compiler_with_two_bugs_has_two_findings_that_their_commands_show() {
    let place = Place::new("two-bugs");
    let mut fuzz = place.fuzz(&["--programs", "150", "--seed", "1", "--batch", "10"]);
    let output = fuzz.output().expect("the binary runs");
    assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    let findings = place.findings();
    let by_fault: BTreeMap<&str, &Value> =
        findings.iter().map(|finding| (finding["fault"].as_str().unwrap(), finding)).collect();
    assert_eq!(findings.len(), 2, "{}", stdout(&output));
    let [wrong, crash] = [by_fault["miscompilation"], by_fault["compiler-crash"]];
    assert!(crash["times"].as_u64() > Some(1) && wrong["times"].as_u64() > Some(1), "{findings:?}");

    let again = reproduce(&place, crash);
    assert_eq!(again.status.code(), Some(101));
    assert!(stderr(&again).contains("nothing can be assumed"));
    let saved = place.store.with_file_name("saved");
    let id = wrong["id"].to_string();
    let mut save = place.command("findings", &[&id, "--save", saved.to_str().unwrap()]);
    let shown = stdout(&save.output().expect("the binary runs"));
    assert!(shown.contains("to see it:"), "{shown}");
    let expected = fs::read_to_string(saved.join("expected.txt")).expect("it is saved");
    let again = reproduce(&place, wrong);
    assert!(again.status.success(), "{}", stderr(&again));
    assert!(!expected.starts_with(&stdout(&again)), "the compiler must get it wrong");
    let reduced = fs::read_to_string(saved.join("reduced.rs")).expect("the first of a cause is made small");
    assert!(reduced.contains(" & ") && reduced.lines().count() < 60, "{reduced}");
    let [expected, actual] = ["expected", "actual"]
        .map(|what| fs::read(saved.join(format!("reduced-{what}.txt"))).expect("it is saved"));
    assert_ne!(expected, actual);
    assert!(place.is_clean());
}

/// A campaign with the wrong compiler, which has this Miri.
fn fuzz_with_miri(place: &Place, miri: &Path) -> Output {
    let compiler = &compilers().wrong;
    let config = place.store.with_file_name("compilers.toml");
    let text = format!(
        "[[toolchain]]\nname = \"wrong\"\nrustc = \"{}\"\nmiri = \"{}\"\nmiri_sysroot = \".\"\n",
        compiler.display(),
        miri.display()
    );
    fs::write(&config, text).expect("it is our folder");
    let compilers = ["--config", config.to_str().unwrap(), "--toolchain", "wrong"];
    let programs = ["--generators", "mir", "--profile", "tiny", "--backends", "quick"];
    let limits = ["--programs", "60", "--seed", "1", "--batch", "10"];
    let args = [&compilers[..], &programs, &limits].concat();
    place.command("fuzz", &args).output().expect("the binary runs")
}

#[test]
fn a_finding_says_that_miri_finds_no_undefined_behavior_in_its_program() {
    let place = Place::new("miri-agrees");
    let output = fuzz_with_miri(&place, &compilers().honest_miri);
    assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    let findings = place.findings();
    let wrong = findings.iter().find(|finding| finding["fault"] == "miscompilation").expect("there is one");
    assert_eq!(wrong["evidence"]["miri"]["says"], "no-undefined-behavior", "{wrong}");
    let out = place.store.with_file_name("report");
    let mut report = place.command("report", &["--out", out.to_str().unwrap(), &wrong["id"].to_string()]);
    assert_eq!(code(&report.output().expect("the binary runs")), 0);
    let text = fs::read_to_string(out.join(format!("finding-{}.md", wrong["id"]))).expect("it is written");
    let expected = "Miri finds no Undefined Behavior in it, and it prints there what is expected: \
                    `miri 0.1.0 (made up)`, with `-Zmiri-tree-borrows -Zmiri-ignore-leaks -Zmiri-permissive-provenance` and \
                    with `-Zmiri-ignore-leaks -Zmiri-permissive-provenance`.";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn a_program_that_miri_finds_undefined_behavior_in_is_no_compilers_fault() {
    let place = Place::new("miri-objects");
    let output = fuzz_with_miri(&place, &compilers().strict_miri);
    let findings = place.findings();
    let faults: BTreeSet<&str> = findings.iter().map(|finding| finding["fault"].as_str().unwrap()).collect();
    // Nobody has to be asked about a crash of the compiler.
    let expected = BTreeSet::from(["compiler-crash", "undefined-behavior-in-test-case"]);
    assert_eq!(faults, expected, "{}{}", stdout(&output), stderr(&output));
    let ub = findings.iter().find(|it| it["fault"] == "undefined-behavior-in-test-case").unwrap();
    assert_eq!(
        ub["summary"],
        "miri 0.1.0 (made up) finds Undefined Behavior: there is something about this program"
    );
}

#[test]
fn what_a_campaign_finds_can_be_filed() {
    let place = Place::new("filed");
    let mut fuzz = place.fuzz(&["--programs", "60", "--seed", "1", "--batch", "10"]);
    assert_eq!(code(&fuzz.output().expect("the binary runs")), 1);
    let out = place.store.with_file_name("report");
    let output =
        place.command("report", &["--out", out.to_str().unwrap()]).output().expect("the binary runs");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let crash = place.findings().into_iter().find(|finding| finding["fault"] == "compiler-crash").unwrap();
    let text = fs::read_to_string(out.join(format!("finding-{}.md", crash["id"]))).expect("it is written");
    for part in [
        "- **Title:** `ICE: nothing can be assumed",
        // The compiler is a script that calls a real one, which is not to blame.
        "- **Where to file:** whoever made the wrapper",
        " itself does not show it.",
        "Assume(",
        "#[custom_mir(dialect = \"runtime\", phase = \"initial\")]",
        "\nnothing can be assumed\nat compiler/rustc_example/src/assume.rs:12:34\n",
        &format!("`rustc --version --verbose`:\n\n```text\nrustc {}", reference_version()),
        "\ncommit-hash: ",
        "### Found by fuzzing",
        "$ rustassay generate mir --seed ",
    ] {
        assert!(text.contains(part), "{part}\nis not in\n{text}");
    }
}

#[test]
fn surface_programs_are_held_against_another_setting() {
    let place = Place::new("surface");
    let Compilers { hasty, .. } = compilers();
    let args = ["--rustc", hasty.to_str().unwrap(), "--profile", "tiny", "--backends", "quick"];
    let limits = ["--generators", "surface", "--programs", "24", "--seed", "1", "--for", "30s", "--json"];
    let mut fuzz = place.command("fuzz", &[&args[..], &limits].concat());
    let output = fuzz.output().expect("the binary runs");
    assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    let findings = place.findings();
    assert!(findings.iter().all(|finding| finding["fault"] == "miscompilation"), "{findings:?}");
    let generate = findings[0]["commands"]["generate"].as_str().expect("it is text");
    assert!(generate.starts_with("rustassay generate surface --seed "), "{generate}");
    assert!(place.is_clean());
}

#[test]
fn a_compiler_that_accepts_too_much_is_found_out_by_programs_for_the_typechecker() {
    let place = Place::new("too-much");
    let Compilers { lenient, .. } = compilers();
    let args = ["--rustc", lenient.to_str().unwrap(), "--generators", "types", "--profile", "borrows"];
    let limits = ["--programs", "400", "--seed", "1"];
    let output = place.command("fuzz", &[&args[..], &limits].concat()).output().expect("the binary runs");
    assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    let findings = place.findings();
    assert!(!findings.is_empty());
    for finding in findings {
        assert_eq!(finding["fault"], "accepted-invalid-program", "{finding}");
        assert!(
            finding["key"].as_str().unwrap().starts_with("accepted-invalid-program | borrows "),
            "{finding}"
        );
        let generate = finding["commands"]["generate"].as_str().expect("it is text");
        // Programs that must share one fate may share that of being wrong.
        let kinds = ["almost", "equivalent"];
        let is_of = |kind| {
            generate.starts_with(&format!("rustassay generate types --rules borrows --kind {kind} --seed "))
        };
        assert!(kinds.into_iter().any(is_of), "{generate}");
    }
    assert!(place.is_clean());
}

/// A campaign of programs of one profile for the typechecker, checked by a compiler as it is.
fn fuzz_types(place: &Place, rustc: &Path, profile: &str, programs: &str) -> Output {
    let args = ["--rustc", rustc.to_str().unwrap(), "--generators", "types", "--profile", profile];
    let limits = ["--backends", "check", "--programs", programs, "--seed", "1", "--no-feedback"];
    place.command("fuzz", &[&args[..], &limits].concat()).output().expect("the binary runs")
}

#[test]
fn a_compiler_that_does_not_say_where_errors_are_is_one_finding_whatever_is_wrong() {
    let place = Place::new("errors-without-place");
    let output = fuzz_types(&place, &compilers().placeless, "borrows-almost", "40");
    assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    let findings = place.findings();
    assert_eq!(findings.len(), 1, "{findings:#?}");
    assert_eq!(findings[0]["fault"], "error-without-place", "{findings:#?}");
    assert_eq!(findings[0]["key"], "error-without-place | rejected | wrong");
}

#[test]
fn an_error_that_does_not_explain_what_is_wrong_is_a_finding() {
    let place = Place::new("mislabels");
    let output = fuzz_types(&place, &compilers().mislabelling, "borrows-almost", "150");
    assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    let findings = place.findings();
    assert!(!findings.is_empty());
    for finding in findings {
        assert_eq!(finding["fault"], "unexpected-error", "{finding}");
        let key = finding["key"].as_str().expect("it is text");
        assert!(key.starts_with("unexpected-error | borrows ") && key.contains("E0308"), "{key}");
        let summary = finding["summary"].as_str().expect("it is text");
        assert!(summary.contains("[E0308]") && summary.contains("E0499"), "{summary}");
    }
}

#[test]
fn a_compiler_that_does_not_treat_equivalents_alike_is_found_out() {
    let place = Place::new("equivalents");
    let output = fuzz_types(&place, &compilers().nameless, "consts-equivalent", "20");
    assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    let findings = place.findings();
    let finding = findings.iter().find(|finding| finding["fault"] == "equivalents-differ");
    let finding = finding.unwrap_or_else(|| panic!("{findings:#?}"));
    assert_eq!(finding["key"], "equivalents-differ | consts | rejected | E0425 | no names");
    let saved = place.store.with_file_name("saved");
    let id = finding["id"].to_string();
    let save = place.command("findings", &[&id, "--save", saved.to_str().unwrap()]).output();
    assert_eq!(code(&save.expect("the binary runs")), 0);
    let text = |name: &str| fs::read_to_string(saved.join(name)).expect("it is saved");
    assert!(text("program.rs").contains("let "), "it is rejected");
    assert!(!text("equivalent.rs").contains("let "), "it is accepted");
}

#[test]
fn what_is_known_of_a_compiler_is_counted_and_no_finding() {
    let place = Place::new("counts-known");
    let output = fuzz_types(&place, &reference_rustc(), "solvers-well", "60");
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let status = place.status();
    let sums = &status["profiles"]["solvers-well"];
    let count = |name: &str| sums[name].as_u64().expect("it is a number");
    assert!(count("known") > 0, "{sums}");
    assert_eq!((count("programs"), count("agreed") + count("known")), (60, 60), "{sums}");
    assert_eq!(status["features"]["sampled"], 60, "the rules of every program are counted");
}

#[test]
fn a_surface_program_that_is_rejected_is_a_finding() {
    let Compilers { narrow, narrow_at_o3, .. } = compilers();
    for (rustc, fault) in [(narrow, "invalid-test-case"), (narrow_at_o3, "rejected-valid-program")] {
        let place = Place::new(fault);
        let args = ["--rustc", rustc.to_str().unwrap(), "--generators", "surface", "--profile", "tiny"];
        let limits = ["--flags", "-Copt-level=3", "--programs", "3", "--seed", "1", "--for", "60s"];
        let output = place.command("fuzz", &[&args[..], &limits].concat()).output().expect("the binary runs");
        assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
        let findings = place.findings();
        assert!(!findings.is_empty());
        assert!(findings.iter().all(|finding| finding["fault"] == fault), "{findings:#?}");
    }
}

#[test]
fn a_right_compiler_agrees_with_the_typing_rules() {
    let place = Place::new("types");
    let real = reference_rustc();
    let args =
        ["--rustc", real.to_str().unwrap(), "--generators", "types", "--programs", "600", "--seed", "3"];
    let output = place.command("fuzz", &args).output().expect("the binary runs");
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
}

#[test]
fn settings_that_do_not_agree_on_a_mutant_are_a_finding() {
    let place = Place::new("of-two-minds");
    let Compilers { divided, .. } = compilers();
    let corpus = place.store.with_file_name("seed.rs");
    let text = "pub fn f(x: &dyn Send) -> u8 {\n    let y = 1 + 2;\n    let _ = x;\n    y\n}\n";
    fs::write(&corpus, text).expect("it is our folder");
    let args = ["--rustc", divided.to_str().unwrap(), "--generators", "mutate", "--programs", "160"];
    let limits = ["--seed", "1", "--corpus", corpus.to_str().unwrap()];
    let output = place.command("fuzz", &[&args[..], &limits].concat()).output().expect("the binary runs");
    assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    let findings = place.findings();
    assert!(findings.iter().all(|finding| finding["fault"] == "settings-disagree"), "{findings:?}");
    let generate = findings[0]["commands"]["generate"].as_str().expect("it is text");
    assert!(generate.starts_with("rustassay mutate "), "{generate}");
}

/// The one finding of a campaign with mutants of a program by one mutator, and the folder with its files.
fn finding_of_mutants(name: &str, rustc: &Path, text: &str, profile: &str) -> (Value, PathBuf) {
    let place = Place::new(&format!("mutants-{name}"));
    let corpus = place.store.with_file_name("seed.rs");
    fs::write(&corpus, text).expect("it is our folder");
    let args = ["--rustc", rustc.to_str().unwrap(), "--generators", "mutate", "--profile", profile];
    let limits = ["--corpus", corpus.to_str().unwrap(), "--seed", "1", "--programs", "192", "--for", "240s"];
    let output = place.command("fuzz", &[&args[..], &limits].concat()).output().expect("the binary runs");
    assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    let mut findings = place.findings();
    assert_eq!(findings.len(), 1, "{findings:#?}");
    assert!(place.is_clean());
    let saved = place.store.with_file_name("saved");
    let save = place.command("findings", &["1", "--save", saved.to_str().unwrap()]).output();
    assert_eq!(code(&save.expect("the binary runs")), 0);
    (findings.remove(0), saved)
}

const SEVEN: &str = "pub fn seven(x: u8) -> u8 {\n    let y = 7;\n    x.wrapping_add(y)\n}\n";

#[test]
fn an_incremental_build_that_says_something_else_is_a_finding() {
    let Compilers { forgetful, .. } = compilers();
    let (finding, saved) = finding_of_mutants("forgetful", forgetful, SEVEN, "replace-digit");
    assert_eq!(finding["fault"], "incremental-differs", "{finding:#}");
    let before = fs::read_to_string(saved.join("before.rs")).expect("it is saved");
    assert!(before.contains("= 7"), "{before}");
    assert!(saved.join("seed.rs").exists(), "it does not take a mutant to show it");
}

#[test]
fn a_crash_that_takes_all_passes_is_a_finding() {
    let Compilers { invalid, .. } = compilers();
    let (finding, _) = finding_of_mutants("invalid", invalid, SEVEN, "replace-digit");
    assert_eq!(finding["fault"], "compiler-crash", "{finding:#}");
    assert_eq!(finding["guilty"]["settings"], serde_json::json!(["-Zvalidate-mir"]), "{finding:#}");
}

#[test]
fn a_crash_that_takes_all_code_is_a_finding() {
    let Compilers { burdened, .. } = compilers();
    let (finding, _) = finding_of_mutants("burdened", burdened, SEVEN, "replace-digit");
    assert_eq!(finding["fault"], "compiler-crash", "{finding:#}");
    assert_eq!(finding["guilty"]["settings"], serde_json::json!(["-Clink-dead-code"]), "{finding:#}");
}

#[test]
fn a_mutant_that_does_something_else_when_it_is_optimized_is_a_finding() {
    let Compilers { hasty, .. } = compilers();
    let text = "fn main() {\n    let x = 40u8;\n    println!(\"{}\", x.wrapping_sub(2));\n}\n";
    let (finding, _) = finding_of_mutants("hasty", hasty, text, "intro-var");
    assert_eq!(finding["fault"], "miscompilation", "{finding:#}");
    assert_eq!(finding["flags"], serde_json::json!(["-Copt-level=3"]), "{finding:#}");
}

#[test]
fn an_error_without_a_place_is_a_finding() {
    let Compilers { vague, .. } = compilers();
    let (finding, saved) = finding_of_mutants("vague", vague, SEVEN, "replace-digit");
    assert_eq!(finding["fault"], "error-without-place", "{finding:#}");
    let summary = finding["summary"].as_str().expect("it is text");
    assert!(summary.ends_with(": not seven"), "{summary}");
    assert!(!saved.join("seed.rs").exists(), "the seed is fine");
}

#[test]
fn mutants_with_which_a_compiler_does_something_new_are_mutated_further() {
    let place = Place::new("grows");
    let real = reference_rustc();
    let corpus = place.store.with_file_name("seed.rs");
    fs::write(&corpus, SEVEN).expect("it is our folder");
    let fixed = ["--rustc", real.to_str().unwrap(), "--generators", "mutate", "--seed", "1", "--json"];
    let fuzz = |programs: &str| -> Vec<Value> {
        let limits = ["--corpus", corpus.to_str().unwrap(), "--profile", "expand", "--programs", programs];
        let output =
            place.command("fuzz", &[&fixed[..], &limits].concat()).output().expect("the binary runs");
        assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
        let events = stdout(&output);
        let events = events.lines().map(|line| serde_json::from_str::<Value>(line).expect("it is JSON"));
        events.filter(|event| event["event"] == "unit").collect()
    };
    let seeds = |units: &[Value]| units.iter().filter_map(|unit| unit["seeds"].as_u64()).sum::<u64>();
    assert!(seeds(&fuzz("64")) > 0);
    assert!(!fuzz("16").is_empty(), "the next run goes on with them");
    let sums = place.status();
    let totals = &sums["totals"];
    assert!(totals["rejected"].as_u64() <= totals["agreed"].as_u64(), "{totals}");
}

/// Tries two pairs of macros with a compiler.
fn fuzz_twins(place: &Place, rustc: &Path) -> Output {
    let corpus = place.store.with_file_name("seed.rs");
    fs::write(&corpus, "pub fn f(x: u8) -> u8 {\n    let y = x + 40;\n    y\n}\n").expect("it is our folder");
    let limits = ["--generators", "twins", "--profile", "ident", "--programs", "2", "--seed", "1"];
    let own = ["--rustc", rustc.to_str().unwrap(), "--corpus", corpus.to_str().unwrap()];
    place.command("fuzz", &[&limits[..], &own].concat()).output().expect("the binary runs")
}

#[test]
fn a_campaign_in_which_no_program_could_be_judged_says_so_and_fails() {
    let output = fuzz_twins(&Place::new("no-macros-at-all"), &compilers().no_macros);
    assert_eq!(code(&output), 2, "{}{}", stdout(&output), stderr(&output));
    let said = (stdout(&output), stderr(&output));
    assert!(said.0.contains("of `twins`, and none could be judged"), "{said:?}");
    assert!(said.1.contains("none of 2 programs could be judged"), "{said:?}");
}

#[test]
fn macro_systems_that_do_not_agree_are_a_finding() {
    let place = Place::new("two-systems");
    let output = fuzz_twins(&Place::new("even"), &reference_rustc());
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let output = fuzz_twins(&place, &compilers().uneven);
    assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    let findings = place.findings();
    assert!(findings.iter().all(|finding| finding["fault"] == "twins-differ"), "{findings:?}");
    let generate = findings[0]["commands"]["generate"].as_str().expect("it is text");
    assert!(generate.starts_with("rustassay twins ") && generate.contains("--kind ident"), "{generate}");
}

#[test]
fn what_is_known_is_not_told_again() {
    let place = Place::new("known");
    let known = place.store.with_file_name("known.toml");
    let limits = ["--programs", "60", "--seed", "1", "--batch", "10"];
    let mut first = place.fuzz(&limits);
    assert_eq!(code(&first.output().expect("the binary runs")), 1);
    let lines = place.findings().iter().fold(String::new(), |text, finding| {
        format!("{text}[[known]]\nkey = {}\nwhy = \"filed\"\n", finding["key"])
    });
    fs::write(&known, lines).expect("it is our folder");
    let more = ["--programs", "10", "--batch", "10", "--known", known.to_str().unwrap()];
    let output = place.fuzz(&more).output().expect("the binary runs");
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert!(place.findings().is_empty());
    let all = place.command("findings", &["--all"]).output().expect("the binary runs");
    assert!(stdout(&all).contains("(known: filed)"), "{}", stdout(&all));
}

#[test]
fn a_right_compiler_has_no_findings() {
    let place = Place::new("right");
    let real = reference_rustc();
    let args = ["--rustc", real.to_str().unwrap(), "--profile", "tiny", "--backends", "quick"];
    let limits = ["--programs", "20", "--seed", "7", "--jobs", "1"];
    let mut fuzz = place.command("fuzz", &[&args[..], &limits].concat());
    let output = fuzz.output().expect("the binary runs");
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).contains("Nothing was found."), "{}", stdout(&output));
    assert_eq!(place.status()["totals"]["programs"], 20);
}

#[test]
fn without_feedback_the_same_seed_does_the_same_work() {
    let units = |name: &str, jobs: &str| -> BTreeSet<String> {
        let place = Place::new(name);
        let limits = ["--programs", "30", "--seed", "9", "--batch", "5", "--no-feedback", "--json"];
        let output =
            place.fuzz(&[&limits[..], &["--jobs", jobs]].concat()).output().expect("the binary runs");
        let events = stdout(&output);
        let events = events.lines().map(|line| serde_json::from_str::<Value>(line).expect("it is JSON"));
        let units = events.filter(|event| event["event"] == "unit");
        units
            .map(|unit| {
                format!("{} {} {} {}", unit["number"], unit["first_seed"], unit["backend"], unit["wrong"])
            })
            .collect()
    };
    let one = units("same-1", "1");
    assert_eq!(one.len(), 7);
    assert_eq!(one, units("same-2", "3"));
}

#[test]
fn a_second_process_on_a_store_is_refused() {
    let place = Place::new("second");
    let mut fuzz = place.fuzz(&["--seed", "1", "--batch", "5", "--json"]);
    let mut first = fuzz.stdout(Stdio::piped()).spawn().expect("the binary runs");
    events_until(&mut first, "unit");
    let second = place.fuzz(&["--programs", "5"]).output().expect("the binary runs");
    assert_eq!(code(&second), 2);
    assert!(stderr(&second).contains(&first.id().to_string()), "{}", stderr(&second));
    assert!(place.status()["totals"]["programs"].as_u64() > Some(0), "readers are welcome");
    first.kill().expect("it runs");
    first.wait().expect("it was started");
}

/// A campaign whose compilers have begun and will not end, with options.
fn stuck_campaign(place: &Place, options: &[&str]) -> Child {
    let slow = compilers().slow.to_str().expect("a path that is text");
    let fixed = ["--rustc", slow, "--generators", "mir", "--seed", "1", "--json"];
    let mut fuzz = place.command("fuzz", &[&fixed[..], options].concat());
    let mut child = fuzz.stdout(Stdio::piped()).spawn().expect("the binary runs");
    events_until(&mut child, "started");
    assert!(soon(|| has_file(&place.temporary, "compiling")));
    child
}

#[test]
fn a_signal_ends_a_campaign_while_compilers_hang() {
    for name in ["INT", "TERM"] {
        let place = Place::new(name);
        let mut child = stuck_campaign(&place, &[]);
        let start = Instant::now();
        signal(&child, name);
        let events = events_until(&mut child, "ended");
        let ended = events.last().expect("it says when it has ended");
        assert_eq!((&ended["event"], &ended["why"]), (&Value::from("ended"), &Value::from("stopped")));
        assert_eq!(child.wait().expect("it was started").code(), Some(0));
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
        assert_eq!(place.status()["runs"][0]["end"], "stopped");
        assert!(soon(|| place.is_clean()));
    }
}

#[test]
fn the_time_limit_holds_while_compilers_hang() {
    let place = Place::new("on-time");
    let start = Instant::now();
    let mut child = stuck_campaign(&place, &["--for", "8s"]);
    let events = events_until(&mut child, "ended");
    assert_eq!(events.last().expect("it says when it has ended")["why"], "time is over");
    let end = child.wait().expect("it was started");
    assert_eq!(
        end.code(),
        Some(2),
        "no program was tried, which is another thing than that nothing was found"
    );
    assert!(start.elapsed() < Duration::from_secs(28), "{:?}", start.elapsed());
    assert!(soon(|| place.is_clean()));
}

#[test]
fn a_setting_that_hangs_three_times_is_set_aside() {
    let place = Place::new("hangs");
    let options = ["--compile-timeout", "1", "--profile", "tiny", "--batch", "5", "--for", "60s"];
    let mut child = stuck_campaign(&place, &[&options[..], &["--backends", "quick"]].concat());
    let events = events_until(&mut child, "ended");
    let aside = events.iter().filter(|event| event["event"] == "set-aside");
    let why: Vec<&Value> = aside.map(|event| &event["why"]).collect();
    assert!(!why.is_empty() && why.iter().all(|&why| why == "it did not end with 3 programs"), "{why:?}");
    assert_eq!(events.last().expect("it says when it has ended")["why"], "all backends are set aside");
    child.wait().expect("it was started");
    assert!(soon(|| place.is_clean()));
}

#[test]
fn a_compiler_that_rejects_everything_stops_the_campaign() {
    let place = Place::new("rejects-everything");
    let Compilers { mute, .. } = compilers();
    let args = ["--rustc", mute.to_str().unwrap(), "--generators", "mir", "--for", "60s"];
    let output = place.command("fuzz", &args).output().expect("the binary runs");
    assert_eq!(code(&output), 2, "{}{}", stdout(&output), stderr(&output));
    assert!(
        stderr(&output).contains("cannot compile an empty program with these flags"),
        "{}",
        stderr(&output)
    );
    assert!(place.findings().is_empty());
}

#[test]
fn a_rejection_without_a_reason_is_a_finding() {
    let place = Place::new("rejects-custom-mir");
    let Compilers { picky, .. } = compilers();
    let args = ["--rustc", picky.to_str().unwrap(), "--generators", "mir", "--profile", "tiny"];
    let limits = ["--backends", "quick", "--programs", "6", "--batch", "3", "--seed", "1"];
    let output = place.command("fuzz", &[&args[..], &limits].concat()).output().expect("the binary runs");
    assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    let findings = place.findings();
    assert!(!findings.is_empty());
    assert!(findings.iter().all(|finding| finding["fault"] == "rejected-valid-program"), "{findings:?}");
}

#[test]
fn what_waits_is_looked_at_with_other_options_as_it_was_seen() {
    let place = Place::new("other-options");
    let mut fuzz = place.fuzz(&["--seed", "1", "--batch", "10", "--triage", "1", "--json"]);
    let mut child = fuzz.stdout(Stdio::piped()).spawn().expect("the binary runs");
    let seen = events_until(&mut child, "sighting").pop().expect("there is one");
    child.kill().expect("it runs");
    child.wait().expect("it was started");
    let waiting = place.status()["waiting"].as_u64();
    assert!(waiting > Some(0));
    // Neither the profile nor the seed of before: what was seen does not come from them any more.
    let compiler = compilers().wrong.to_str().unwrap();
    let args = ["--rustc", compiler, "--generators", "surface", "--profile", "tiny", "--backends", "quick"];
    let limits = ["--programs", "1", "--batch", "1", "--seed", "2", "--json"];
    let output = place.command("fuzz", &[&args[..], &limits].concat()).output().expect("the binary runs");
    let events = stdout(&output);
    let events: Vec<Value> =
        events.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    assert!(!events.iter().any(|event| event["event"] == "dismissed"), "{events:?}");
    let fault = seen["fault"].as_str().expect("it is text");
    assert!(place.findings().iter().any(|finding| finding["fault"] == fault), "{seen} was lost");
}

/// All that was seen by the campaigns of a store, by its number.
fn sightings(place: &Place) -> BTreeMap<i64, Sighting> {
    let store = Store::open(&place.store).expect("nobody works on it");
    let reader = store.reader().expect("it can be read");
    let mut all = reader.waiting_sightings().expect("it can be read");
    all.extend(reader.dismissed().expect("it can be read"));
    for finding in reader.findings().expect("it can be read") {
        all.extend(reader.sightings(finding.id).expect("it can be read"));
    }
    all.into_iter().map(|sighting| (sighting.id, sighting)).collect()
}

#[test]
fn no_order_of_kills_resumptions_and_options_loses_or_changes_a_sighting() {
    let options: [&[&str]; 5] = [
        &["--generators", "mir", "--profile", "tiny"],
        &["--generators", "mir", "--profile", "calls", "--seed", "5"],
        &["--generators", "surface", "--profile", "tiny", "--no-feedback"],
        &["--generators", "mir,surface", "--triage", "60"],
        &["--generators", "mir", "--seed", "9", "--jobs", "1"],
    ];
    for order in 0..3 {
        let place = Place::new(&format!("order-{order}"));
        let mut random = Random::new(order);
        let mut before: BTreeMap<i64, Sighting> = BTreeMap::new();
        for round in 0..6 {
            let chosen = if round == 0 { options[0] } else { options[random.below(options.len())] };
            let fixed = ["--rustc", compilers().wrong.to_str().expect("a path that is text"), "--batch", "5"];
            let triage: &[&str] = if chosen.contains(&"--triage") { &[] } else { &["--triage", "1"] };
            let quiet = ["--backends", "quick", "--quiet"];
            let mut fuzz = place.command("fuzz", &[&fixed[..], chosen, triage, &quiet].concat());
            let mut child = fuzz.stdout(Stdio::null()).spawn().expect("the binary runs");
            std::thread::sleep(Duration::from_millis(1000 + random.below(2500) as u64));
            signal(&child, if random.below(3) == 0 { "TERM" } else { "KILL" });
            child.wait().expect("it was started");
            let after = sightings(&place);
            for (id, then) in &before {
                let now =
                    after.get(id).unwrap_or_else(|| panic!("order {order}, round {round}: lost {then:?}"));
                let same = |sighting: &Sighting| {
                    let Sighting { unit, generator, profile, backend, seen, at, .. } = sighting.clone();
                    (unit, generator, profile, backend, seen.seed, seen.fault, seen.key, seen.summary, at)
                };
                assert_eq!(same(now), same(then), "order {order}, round {round}");
                match then.state {
                    SightingState::Waiting if now.state == SightingState::Waiting => {
                        assert_eq!(now.seen.program, then.seen.program, "order {order}, round {round}");
                    }
                    SightingState::Waiting => {}
                    _ => assert_eq!(now.state, then.state, "what is settled stays so"),
                }
            }
            // The compiler is wrong each time, so there is no reason to dismiss anything.
            let is_dismissed = |sighting: &&Sighting| matches!(sighting.state, SightingState::Dismissed(_));
            assert_eq!(after.values().find(is_dismissed), None, "order {order}, round {round}");
            before = after;
        }
        assert!(!before.is_empty(), "order {order}: nothing was seen, so nothing was tested");
    }
}

#[test]
fn too_little_room_for_temporary_files_is_no_finding() {
    let place = Place::new("no-room");
    let temporary = place.temporary.display().to_string();
    let script = format!("mount -t tmpfs -o size=64k none '{temporary}' && FUZZ; echo \"exit $?\" >&2");
    let Some(output) = mounted(&place, "size=40m", &script) else { return };
    let told = stderr(&output);
    let said = format!("{told}{}", stdout(&output));
    assert!(said.contains("too little disk space") || said.contains("No space left"), "{said}");
    assert!(!stdout(&output).contains("writes too much"), "{}", stdout(&output));
}

#[test]
fn a_campaign_that_is_killed_fifty_times_loses_nothing_and_repeats_nothing() {
    let place = Place::new("killed");
    let mut random = 1_u64;
    let mut told: BTreeSet<u64> = BTreeSet::new();
    let mut findings: BTreeSet<String> = BTreeSet::new();
    for round in 0..50 {
        let mut fuzz = place.fuzz(&["--seed", "1", "--batch", "3", "--json"]);
        let mut child = fuzz.stdout(Stdio::piped()).spawn().expect("the binary runs");
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Most die young, and some live long enough to find something.
        let longest = if round % 5 == 0 { 6000 } else { 2000 };
        std::thread::sleep(Duration::from_millis(20 + (random >> 33) % longest));
        child.kill().expect("it runs");
        // What it said it had done, it had written down.
        for event in events_until(&mut child, "none") {
            match event["event"].as_str() {
                Some("unit") => {
                    let number = event["number"].as_u64().expect("units have numbers");
                    assert!(told.insert(number), "round {round}: unit {number} was done twice");
                }
                Some("finding") => {
                    findings.insert(event["key"].to_string());
                }
                _ => {}
            }
        }
        child.wait().expect("it was started");
        let status = match told.is_empty() {
            // It may have been killed before there was a store.
            true => continue,
            false => place.status(),
        };
        let units = status["totals"]["units"].as_u64().expect("it is a number");
        assert!(units >= told.len() as u64, "round {round}: {units} of {} units are there", told.len());
        let kept: BTreeSet<String> =
            place.findings().iter().map(|finding| finding["key"].to_string()).collect();
        assert!(kept.is_superset(&findings), "round {round}: {kept:?} of {findings:?}");
    }
    assert!(told.len() > 10 && !findings.is_empty(), "only {} units, {findings:?}", told.len());
    // Numbers that were in flight are done now, and what dead processes left is swept.
    let last = place.fuzz(&["--programs", "3", "--batch", "3"]).output().expect("the binary runs");
    assert!(matches!(code(&last), 0 | 1), "{}", stderr(&last));
    let kept = place.findings();
    let keys: BTreeSet<String> = kept.iter().map(|finding| finding["key"].to_string()).collect();
    assert_eq!(keys.len(), kept.len(), "a cause is one finding: {kept:?}");
    assert!(soon(|| place.is_clean()), "something is left in {}", place.temporary.display());
}

/// Runs a campaign with its store on a file system of its own; `None` where nobody may make one.
fn mounted(place: &Place, options: &str, script: &str) -> Option<Output> {
    fs::create_dir_all(&place.store).expect("it is our folder");
    let may_mount = Command::new("unshare").args(["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).output();
    if !may_mount.is_ok_and(|output| output.status.success()) {
        skip(Requirement::Mounts, "`unshare -rm mount` fails; allow user namespaces that may mount");
        return None;
    }
    let fuzz = place.fuzz(&["--seed", "1", "--batch", "3", "--for", "60s"]);
    let quote = |word: &std::ffi::OsStr| format!("'{}'", word.to_string_lossy());
    let line: Vec<String> = std::iter::once(fuzz.get_program()).chain(fuzz.get_args()).map(quote).collect();
    let store = quote(place.store.as_os_str());
    let script = format!("mount -t tmpfs -o {options} none {store} && {{ {script}\n}}")
        .replace("FUZZ", &line.join(" "))
        .replace("STORE", &store);
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", &script]).stdin(Stdio::null());
    command.envs(fuzz.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env_remove("RUSTASSAY_TOOLCHAINS");
    Some(command.output().expect("it was there before"))
}

#[test]
fn a_full_disk_ends_the_run_with_what_is_there_intact() {
    let place = Place::new("full");
    let copy = place.store.with_file_name("copy");
    let script = format!("FUZZ; echo \"exit $?\" >&2; cp -r STORE '{}'", copy.display());
    let Some(output) = mounted(&place, "size=400k", &script) else { return };
    let told = stderr(&output);
    assert!(told.contains("exit 2") && told.contains("full"), "{told}{}", stdout(&output));
    let copied = Place { store: copy, temporary: place.temporary.clone() };
    assert!(copied.status()["runs"][0]["began"].is_i64());
    assert!(soon(|| place.is_clean()));
}

#[test]
fn a_store_that_cannot_be_written_is_refused() {
    let place = Place::new("read-only");
    let script = "mount -o remount,ro none STORE && FUZZ; echo \"exit $?\" >&2";
    let Some(output) = mounted(&place, "size=4m", script) else { return };
    let told = stderr(&output);
    assert!(told.contains("exit 2") && told.contains("store"), "{told}");
}

#[test]
fn what_is_asked_for_wrongly_is_said_with_exit_code_2() {
    let place = Place::new("asked");
    let mut unknown = place.fuzz(&["--generators", "wishes"]);
    let output = unknown.output().expect("the binary runs");
    assert_eq!(
        (code(&output), stderr(&output).trim()),
        (
            2,
            "error: there is no generator `wishes`: there are `mir`, `surface`, `types`, `mutate` and `twins`"
        )
    );
    for args in [
        &["--for", "soon"][..],
        &["--jobs", "0"],
        &["--profile", "huge"],
        &["--backends", "none"],
        &["--known", "/nowhere"],
    ] {
        let output = place.fuzz(args).output().expect("the binary runs");
        assert_eq!(code(&output), 2, "{args:?}: {}", stderr(&output));
    }
    for command in ["status", "findings"] {
        let output = Place::new("no-store").command(command, &[]).output().expect("the binary runs");
        assert_eq!(code(&output), 2, "{command}: {}", stderr(&output));
    }
}
