//! What LLVM's developers ask for, where another LLVM than the compiler's own is wrong: IR, the command of `opt` or `llc`, and no Rust.
//!
//! See <https://llvm.org/docs/HowToSubmitABug.html>.

use crate::found::ReportedFinding;
use crate::text::{Cut, block, code, short};
use rustassay_finding::{Fault, OtherLlvm};
use rustassay_judge::llvm_set::StepFlags;

/// What whoever files it has to know.
pub(crate) const WANTS: &str = "Another LLVM than the compiler's own made the code. Read the IR before you file it: the reduction filters \
    Undefined Behavior and proves nothing. For a pass of `opt`, let [Alive2](https://alive2.llvm.org/ce/) confirm it; if the IR is wrong before \
    LLVM gets it, the bug is rustc's.";

/// How much of the IR is shown, in bytes.
const IR: usize = 20_000;

/// The IR, and what shows that it is wrong.
pub(crate) fn ir(found: &ReportedFinding) -> String {
    let Some(text) = found.file("reduced.ll") else {
        return "### LLVM IR\n\nThe IR was not reduced. The commands at the end make it: it is `case.bc`, in the folder where they run.\n\n"
            .to_owned();
    };
    let (header, ir): (Vec<&str>, Vec<&str>) = text
        .lines()
        .partition(|line| ["; LLVM ", "; wrong: ", "; right: "].iter().any(|it| line.starts_with(it)));
    let ir = ir.join("\n") + "\n";
    let shown = Cut::new(&ir, IR);
    let mut issue = format!("### LLVM IR\n\n{}\n", block("llvm", shown.text));
    if shown.is_cut(&ir) {
        issue.push_str(&format!(
            "(These are {} of {} lines. The whole is in the attached file `reduced.ll`.)\n\n",
            shown.lines, shown.of
        ));
    }
    let command = |what: &str| header.iter().find_map(|line| line.strip_prefix(what));
    let shows = |command: &str| block("console", &format!("$ {}", short(command, 1_000)));
    let result = match found.fault() {
        Fault::Miscompilation => "makes an object whose program is wrong",
        _ => "fails",
    };
    if let Some(wrong) = command("; wrong: ") {
        issue.push_str(&format!("With this as `reduced.ll`, this {result}:\n\n{}\n", shows(wrong)));
    }
    if let Some(right) = command("; right: ") {
        issue.push_str(&format!(
            "And this makes one whose program is right, also if all memory of `alloca` is filled first, with any byte:\n\n{}\n",
            shows(right)
        ));
    }
    issue
}

/// The version of LLVM, the target, and the options that are needed.
pub(crate) fn versions(found: &ReportedFinding, llvm: &OtherLlvm) -> String {
    let compiler = found.known().compiler.as_ref();
    let triple = compiler.and_then(|compiler| compiler.target.as_ref().or(compiler.host.as_ref()));
    let target = triple.map_or_else(String::new, |triple| format!(", for {}", code(&short(triple, 80))));
    let run = compiler.and_then(|compiler| compiler.runner.as_ref());
    let run = run.map_or_else(String::new, |run| format!(", run under {}", code(&short(run, 200))));
    let mut text = format!("### Version\n\nLLVM {}{target}{run}.\n", code(&short(&llvm.version, 80)));
    let sorted = StepFlags::of(found.flags());
    for (tool, flags) in [("opt", sorted.opt), ("llc", sorted.llc)] {
        if !flags.is_empty() {
            text.push_str(&format!(
                "It needs {}.\n",
                code(&short(&format!("{tool} {}", flags.join(" ")), 1_000))
            ));
        }
    }
    text.push('\n');
    text
}

/// What the IR was made of: who wants to know opens it.
pub(crate) fn behind(text: &str) -> String {
    format!("<details><summary>The Rust program that the IR was made of</summary>\n\n{text}\n</details>\n\n")
}
