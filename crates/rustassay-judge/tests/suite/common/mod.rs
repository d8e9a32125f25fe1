//! Compilers that do something wrong, and what must not be left of them.

use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::case::Case;
use rustassay_judge::engine::Engine;
use rustassay_judge::verdict::{Fault, Verdict, judge};
use rustassay_process::ResourceLimits;
use rustassay_testing::{Fake, reference_toolchain, repository};
use rustassay_toolchain::Toolchain;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// Backends that run programs, and what they leave behind.
pub struct Court {
    pub engine: Engine,
    pub backends: Vec<Backend>,
    toolchain: Arc<Toolchain>,
    /// The fakes among the backends.
    fakes: Vec<Fake>,
}

impl Court {
    /// The machine alone, with limits that the fakes reach soon, and the real compiler and its programs
    /// never.
    pub fn new() -> Court {
        let toolchain = reference_toolchain();
        let mut engine = Engine::new().expect("a folder can be made");
        engine.compiling = ResourceLimits {
            memory: 1 << 30,
            processes: 64,
            output: 1 << 20,
            disk: 100 << 20,
            file_size: 50 << 20,
            ..engine.compiling
        };
        engine.running = ResourceLimits { memory: 100 << 20, processes: 32, ..engine.running };
        Court { engine, backends: vec![Backend::machine()], toolchain, fakes: Vec::new() }
    }

    /// With the real compiler, called like this.
    pub fn with_flags(mut self, flags: &[&str]) -> Court {
        let words = flags.iter().map(|&flag| flag.to_owned()).collect();
        self.backends.push(compiled(&format!("real {}", flags.join(" ")), &self.toolchain, words));
        self
    }

    /// With the real compiler at these levels.
    pub fn with_real(mut self, levels: &[&str]) -> Court {
        let flags = |level: &&str| vec![format!("-Copt-level={level}")];
        let real = self.toolchain.clone();
        self.backends
            .extend(levels.iter().map(|level| compiled(&format!("real/O{level}"), &real, flags(level))));
        self
    }

    /// With this compiler.
    pub fn with_toolchain(mut self, toolchain: &Arc<Toolchain>) -> Court {
        self.backends.push(compiled(&toolchain.name, toolchain, vec!["-Copt-level=1".to_owned()]));
        self
    }

    /// With the script of this name in the place of the compiler.
    pub fn with_fake(mut self, name: &str) -> Court {
        let fake = Fake::new(&format!("judge/{name}"));
        self.backends.push(compiled(name, &fake.toolchain, vec!["-Copt-level=3".to_owned()]));
        self.fakes.push(fake);
        self
    }

    /// Judges a program, one backend after the other. Nothing is left running, nor on disk.
    pub fn judge(self, case: &Case) -> Verdict {
        let scratch = self.engine.scratch().to_owned();
        let verdict = judge(&self.engine, case, &self.backends, 1);
        assert_eq!(still_running(&scratch), [""; 0], "left running; {verdict:?}");
        // What a compiler has closed to us goes with the rest, at the end.
        let folders = fs::read_dir(&scratch).expect("it is there").flatten().map(|entry| entry.path());
        let left: Vec<_> = folders.filter(|folder| !folder.join("closed").exists()).collect();
        assert!(left.is_empty(), "{left:?} left on disk; {verdict:?}");
        drop(self.engine);
        assert!(!scratch.exists(), "left on disk; {verdict:?}");
        verdict
    }
}

fn compiled(name: &str, toolchain: &Arc<Toolchain>, flags: Vec<String>) -> Backend {
    let kind = Executor::Compiled(Codegen::Llvm);
    Backend { name: name.to_owned(), kind, toolchain: Some(toolchain.clone()), flags }
}

/// The processes, zombies apart, that were started in one of an engine's folders: `TMPDIR` tells, which they
/// inherit.
fn still_running(scratch: &Path) -> Vec<String> {
    let mark = scratch.as_os_str().as_encoded_bytes();
    let is_ours = |process: &String| {
        let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        environment.windows(mark.len()).any(|window| window == mark)
    };
    let processes = fs::read_dir("/proc").expect("processes can be listed").flatten();
    let names = processes.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter(|name| name.bytes().all(|byte| byte.is_ascii_digit())).filter(is_ours).collect()
}

/// What was found, and what people are told.
pub fn found(verdict: &Verdict) -> Vec<(Fault, &str)> {
    verdict.findings.iter().map(|finding| (finding.fault, &*finding.summary)).collect()
}

/// A file of the repository's suites.
pub fn suite_file(path: &str) -> Case {
    let file = repository().join("tests/run").join(path);
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    Case::from_text(path, text, None)
}

/// A program that the machine knows. It prints `44 -2147483648 18446744073709551615 -128`.
pub fn known_program() -> Case {
    suite_file("pass/integers/wrapping.rs")
}

/// An ordinary program, which the machine does not know.
pub fn rust(text: &str) -> Case {
    Case::from_text("ordinary.rs", text.to_owned(), None)
}
