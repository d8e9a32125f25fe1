//! Doc tests, compiled for the machine.
//!
//! Cargo starts us in place of rustdoc, with a command line that has all that is needed to compile doc tests. The real rustdoc then
//! lists them (`--output-format=doctest`): their names, their code with what belongs around it, and their attributes. Each becomes
//! a crate of its own, also where rustdoc would merge them.

use crate::command_line::CommandLine;
use crate::facade::Facade;
use crate::wrapper::{self, WrapperSettings};
use crate::{CompiledProgram, TestCase, TestLocation, TestMode};
use rustassay_process::Scratch;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The version of rustdoc's list that we read.
const FORMAT_VERSION: u32 = 2;

/// The doc tests of a library.
#[derive(Debug)]
pub struct DocTests {
    rustc: PathBuf,
    facade: Facade,
    /// The command line for rustdoc.
    line: CommandLine,
    tests: BTreeMap<String, DocTest>,
}

/// A doc test that was compiled.
#[derive(Debug)]
pub struct CompiledDocTest {
    /// The program. Its metadata lives as long as this value.
    pub program: CompiledProgram,
    /// Whether it passes by a panic.
    pub should_panic: bool,
    _folder: Scratch,
}

/// The result of compiling a doc test.
#[derive(Debug)]
pub enum DocTestBuild {
    /// It has to run.
    Run(Box<CompiledDocTest>),
    /// It passes without running.
    Passed,
    /// It compiles and should not, or the other way round, for this reason.
    Failed(String),
}

impl DocTests {
    /// The doc tests that cargo wants rustdoc to run, and the options of the test harness, if cargo started this process for that.
    pub fn from_command_line(rustc: &Path) -> Option<io::Result<(DocTests, Vec<OsString>)>> {
        let settings = WrapperSettings::from_environment()?;
        let words: Vec<OsString> = std::env::args_os().skip(1).collect();
        let is_rustdoc =
            words.first()?.to_str()?.starts_with(['-', '@']) && words.iter().any(|word| word == "--test");
        is_rustdoc.then(|| {
            let mut line = CommandLine::expand(words.into_iter())?;
            settings.configure(&mut line);
            let harness = line.values("--test-args").filter_map(OsStr::to_str);
            let harness = harness.flat_map(|args| args.split_whitespace()).map(OsString::from);
            let mut harness: Vec<OsString> = harness.collect();
            if line.has("--no-capture") || line.has("--nocapture") {
                harness.push("--no-capture".into());
            }
            let tests = list(rustc, &line)?;
            Ok((DocTests { rustc: rustc.to_owned(), facade: settings.facade(), line, tests }, harness))
        })
    }

    /// The folder that the tests run in.
    pub fn folder(&self) -> Option<&Path> {
        self.line.value("--test-run-directory").map(Path::new)
    }

    /// The tests, for a harness.
    pub fn cases(&self) -> Vec<TestCase> {
        let host = self.line.value("--target").and_then(OsStr::to_str).unwrap_or_default();
        self.tests
            .iter()
            .map(|(name, test)| TestCase {
                name: name.clone(),
                function: String::new(),
                mode: test.doctest_attributes.mode(),
                ignored: test.doctest_attributes.ignore.holds_on(host).then(String::new),
                location: TestLocation::default(),
            })
            .collect()
    }

    /// Compiles a test, by its name.
    pub fn compile(&self, name: &str) -> Result<DocTestBuild, String> {
        let test = self.tests.get(name).ok_or("there is no such doc test")?;
        let attributes = &test.doctest_attributes;
        let scratch =
            Scratch::new().map_err(|error| format!("cannot make a folder for the test: {error}"))?;
        let output = scratch.path().join("librust_out.rmeta");
        let line = self.compiler_line(attributes, &output);
        let compiled = test.compile(&self.rustc, &line, attributes.compile_fail)?;
        Ok(match (compiled, attributes) {
            (Ok(()), LangString { compile_fail: true, .. }) => {
                DocTestBuild::Failed("Test compiled successfully, but it's marked `compile_fail`.".to_owned())
            }
            (Err(errors), LangString { compile_fail: false, .. }) => {
                DocTestBuild::Failed(format!("{errors}\nCouldn't compile the test."))
            }
            (Err(_), _) | (Ok(()), LangString { no_run: true, .. }) => DocTestBuild::Passed,
            (Ok(()), _) => DocTestBuild::Run(Box::new(CompiledDocTest {
                program: CompiledProgram {
                    metadata: output,
                    folders: line.folders(),
                    has_tests: attributes.test_harness,
                    flags: line.machine_flags(),
                },
                should_panic: attributes.should_panic,
                _folder: scratch,
            })),
        })
    }

    /// The command line of the compiler, from that of rustdoc.
    fn compiler_line(&self, attributes: &LangString, output: &Path) -> CommandLine {
        let mut line = self.line.clone();
        line.keep(&OF_COMPILER);
        if let Some(edition) = &attributes.edition {
            line.remove("--edition");
            line.push(format!("--edition={edition}"));
        }
        line.push("--crate-name=rust_out");
        line.use_metadata_of_dependencies();
        match attributes.compile_fail {
            // Some errors come only when code is made, and unstable features must be errors.
            true => {
                line.push("--crate-type=lib");
                line.push("--emit=obj");
            }
            false => line = wrapper::as_library(line),
        }
        if attributes.test_harness {
            wrapper::add_tests(&mut line, &self.facade);
        }
        let mut named = OsString::from("-o");
        named.push(output);
        line.push(named);
        line.push("-");
        line
    }
}

/// The options of rustdoc that it hands on to the compiler of doc tests.
const OF_COMPILER: [&str; 12] = [
    "--cfg",
    "--check-cfg",
    "--codegen",
    "--color",
    "--edition",
    "--extern",
    "--sysroot",
    "--target",
    "-A",
    "-C",
    "-L",
    "-Z",
];

/// Makes rustdoc list the doc tests of a library.
fn list(rustc: &Path, line: &CommandLine) -> io::Result<BTreeMap<String, DocTest>> {
    let mut line = line.clone();
    for option in ["--test", "--test-args", "--test-run-directory", "--no-capture", "--nocapture"] {
        line.remove(option);
    }
    line.use_metadata_of_dependencies();
    let rustdoc = rustc.with_file_name(format!("rustdoc{}", std::env::consts::EXE_SUFFIX));
    let mut command = Command::new(&rustdoc);
    command.args(line.words()).args(["-Zunstable-options", "--output-format=doctest"]);
    let output = command.env("RUSTC_BOOTSTRAP", "1").stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(io::Error::other(format!("`{}` failed", rustdoc.display())));
    }
    let Listed { format_version } = serde_json::from_slice(&output.stdout).map_err(io::Error::other)?;
    if format_version != FORMAT_VERSION {
        return Err(io::Error::other(format!(
            "`{}` lists doc tests in format {format_version}, but only format {FORMAT_VERSION} is supported",
            rustdoc.display()
        )));
    }
    let Tests { doctests } = serde_json::from_slice(&output.stdout).map_err(io::Error::other)?;
    Ok(doctests.into_iter().map(|test| (test.name.clone(), test)).collect())
}

/// The beginning of rustdoc's list.
#[derive(Deserialize)]
struct Listed {
    format_version: u32,
}

/// The rest of it.
#[derive(Deserialize)]
struct Tests {
    doctests: Vec<DocTest>,
}

/// A doc test, as rustdoc describes it.
#[derive(Debug, Deserialize)]
struct DocTest {
    name: String,
    file: String,
    /// The line where its code block begins, from 1.
    line: isize,
    doctest_attributes: LangString,
    original_code: String,
    /// Nothing if the code cannot be parsed.
    doctest_code: Option<DocTestCode>,
}

#[derive(Debug, Deserialize)]
struct DocTestCode {
    crate_level: String,
    code: String,
    /// Nothing if the code has its own `main`, or is not to have one.
    wrapper: Option<DocTestFunction>,
}

/// The function around the code.
#[derive(Debug, Deserialize)]
struct DocTestFunction {
    before: String,
    after: String,
}

/// The attributes after the three backquotes.
#[derive(Debug, Deserialize)]
struct LangString {
    should_panic: bool,
    no_run: bool,
    ignore: DocTestIgnore,
    test_harness: bool,
    compile_fail: bool,
    edition: Option<String>,
}

#[derive(Debug, Deserialize)]
enum DocTestIgnore {
    All,
    None,
    /// On targets whose name contains one of these.
    Some(Vec<String>),
}

impl DocTestIgnore {
    fn holds_on(&self, target: &str) -> bool {
        match self {
            DocTestIgnore::All => true,
            DocTestIgnore::None => false,
            DocTestIgnore::Some(parts) => parts.iter().any(|part| target.contains(part.as_str())),
        }
    }
}

impl LangString {
    fn mode(&self) -> TestMode {
        match self {
            LangString { compile_fail: true, .. } => TestMode::CompileFail,
            LangString { no_run: true, .. } => TestMode::Compile,
            // rustdoc does not report a panic as a mode.
            _ => TestMode::Run,
        }
    }
}

impl DocTest {
    /// The text of the program, and by how many lines the user's code is ahead of it.
    fn program(&self) -> (String, isize) {
        let Some(DocTestCode { crate_level, code, wrapper }) = &self.doctest_code else {
            return (self.original_code.clone(), self.line);
        };
        let (before, after) = wrapper.as_ref().map_or(("", ""), |it| (&it.before, &it.after));
        let added = format!("{crate_level}{before}");
        let lines = added.matches('\n').count() as isize;
        (format!("{added}{code}{after}\n"), self.line - lines)
    }

    /// Compiles it, or returns the compiler's errors.
    fn compile(
        &self,
        rustc: &Path,
        line: &CommandLine,
        is_stable: bool,
    ) -> Result<Result<(), String>, String> {
        let (text, offset) = self.program();
        let mut command = Command::new(rustc);
        // By these variables the compiler counts lines as the user does.
        command.args(line.words()).env("UNSTABLE_RUSTDOC_TEST_PATH", &self.file);
        command.env("UNSTABLE_RUSTDOC_TEST_LINE", offset.to_string());
        if !is_stable {
            command.env("RUSTC_BOOTSTRAP", "1");
        }
        let failed = |error: io::Error| format!("cannot run `{}`: {error}", rustc.display());
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        // A compiler that does not read to the end prints why.
        let _ = child.stdin.take().map(|mut stdin| stdin.write_all(text.as_bytes()));
        let output = child.wait_with_output().map_err(failed)?;
        Ok(match output.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attributes(text: &str) -> LangString {
        let defaults = r#"{"should_panic":false,"no_run":false,"ignore":"None","test_harness":false,"compile_fail":false,"edition":null}"#;
        serde_json::from_str(&defaults.replace(&format!("\"{text}\":false"), &format!("\"{text}\":true")))
            .expect("it is JSON")
    }

    #[test]
    fn attributes_say_what_is_expected() {
        assert_eq!(attributes("").mode(), TestMode::Run);
        assert_eq!(attributes("should_panic").mode(), TestMode::Run);
        assert_eq!(attributes("no_run").mode(), TestMode::Compile);
        assert_eq!(attributes("compile_fail").mode(), TestMode::CompileFail);
        let some = DocTestIgnore::Some(vec!["linux".to_owned()]);
        assert!(some.holds_on("x86_64-unknown-linux-gnu") && !some.holds_on("x86_64-pc-windows-msvc"));
    }

    #[test]
    fn lines_are_counted_from_the_users_code() {
        let code = DocTestCode {
            crate_level: "#![allow(unused)]\n".to_owned(),
            code: "f();".to_owned(),
            wrapper: Some(DocTestFunction { before: "fn main() {\n".to_owned(), after: "\n}".to_owned() }),
        };
        let test = DocTest {
            name: String::new(),
            file: "src/lib.rs".to_owned(),
            line: 7,
            doctest_attributes: attributes(""),
            original_code: String::new(),
            doctest_code: Some(code),
        };
        assert_eq!(test.program(), ("#![allow(unused)]\nfn main() {\nf();\n}\n".to_owned(), 5));
    }
}
