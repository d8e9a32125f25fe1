//! The checker's promise under attack: what accidents and mistakes have changed and the checker still accepts, rustc compiles, both the
//! text itself and the text that the program is printed as.
//!
//! `RUSTASSAY_DAMAGED_PROGRAMS=20000 cargo test --test suite accepted_after_damage` tries more, `RUSTASSAY_DAMAGED_SEED=1` others. What rustc does
//! not compile is written to the folder `RUSTASSAY_DAMAGED_FOLDER`, if there is one. `docs/robustness.md` has the results.

use rustassay_arbitrary::{ArbitraryConfig, damaged, mistaken, program};
use rustassay_mir::check::check;
use rustassay_mir::model::{
    Const, ConstExpr, DebugValue, FnDefId, FnRef, Operand, PartRef, Program, Statement,
};
use rustassay_mir::print::{PrintOptions, print};
use rustassay_mir::read::read;
use rustassay_testing::{reference_rustc, suite};
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many mistakes are made in a text, one after the other, as long as it is accepted.
const MISTAKES: u64 = 12;

/// How many texts are modules of one crate.
const BATCH: usize = 50;

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|value| value.parse().ok())
}

/// What is changed: the files that must be accepted, and random programs.
fn originals() -> Vec<String> {
    let paths = suite("check/pass");
    let mut texts: Vec<String> =
        paths.iter().map(|path| std::fs::read_to_string(path).expect("the file can be read")).collect();
    for seed in 0..texts.len() as u64 {
        texts.push(printed(&program(seed, &ArbitraryConfig::small())));
    }
    texts
}

fn printed(program: &Program) -> String {
    print(program, &PrintOptions::default()).expect("the program is for this release")
}

/// A text that the checker accepts.
struct Mutant {
    seed: u64,
    text: String,
    program: Program,
}

/// The program that a text says as the reference release says it, if the checker accepts it.
fn accepted(text: &str) -> Option<Program> {
    let parsed = read(text).ok().filter(|parsed| parsed.is_current)?;
    check(&parsed.program).is_empty().then_some(parsed.program)
}

/// Whether a change left alone what the checker does not check: surface Rust, what the crate's attributes are made of, and what surface functions
/// ask of their type parameters.
fn is_within_the_promise(before: &Program, after: &Program) -> bool {
    let words = |program: &Program| -> Vec<String> {
        let attrs = program.attrs.join(" ");
        let words = attrs.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (old, new) = (words(before), words(after));
    let no_word_is_new = new.len() <= old.len() && new.iter().all(|word| old.contains(word));
    before.surface == after.surface
        && no_word_is_new
        && !mentions_generic_surface(after)
        && !hides_a_name(before, after)
}

/// The constants that a program's bodies mention.
fn constants(program: &Program) -> impl Iterator<Item = &Const> {
    let bodies = program.functions.iter().map(|function| &function.body);
    bodies.flat_map(|body| {
        let debug = body.debug.iter().filter_map(|info| match &info.value {
            DebugValue::Const(value) => Some(value),
            DebugValue::Place(_) => None,
        });
        let parts = body.blocks.iter().flat_map(|block| {
            let statements = block.statements.iter().flat_map(Statement::parts);
            statements.chain(block.terminator.parts())
        });
        debug.chain(parts.filter_map(|part| match part {
            PartRef::Operand(Operand::Const(value)) => Some(value),
            _ => None,
        }))
    })
}

fn mentions_generic_surface(program: &Program) -> bool {
    let is_generic = |function: &FnRef| match function.def {
        FnDefId::Surface(id) => {
            let function = &program.surface_fns[id];
            function.ret.is_none() || function.params.contains(&None)
        }
        _ => false,
    };
    constants(program).any(|value| match value {
        Const::Fn(function) => is_generic(function),
        Const::Block(block) => matches!(&**block, ConstExpr::FnPtr(function, _) if is_generic(function)),
        _ => false,
    })
}

/// Whether an item has a name that surface Rust uses for something else.
fn hides_a_name(before: &Program, after: &Program) -> bool {
    let names = |program: &Program| -> Vec<Box<str>> {
        let adts = program.types.adts.iter().map(|def| def.name.clone());
        let statics = program.statics.iter().map(|def| def.name.clone());
        let consts = program.consts.iter().map(|def| def.name.clone());
        adts.chain(statics)
            .chain(consts)
            .chain(program.functions.iter().map(|function| function.name.clone()))
            .collect()
    };
    let old = names(before);
    let words: Vec<&str> = after
        .surface
        .iter()
        .flat_map(|item| item.text.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .collect();
    names(after).iter().any(|name| !old.contains(name) && words.contains(&&**name))
}

/// Changed texts that the checker accepts and that say something new.
struct Mutants {
    originals: Vec<String>,
    seed: u64,
}

impl Mutants {
    fn original(&self, number: u64) -> &str {
        &self.originals[(number % self.originals.len() as u64) as usize]
    }

    /// The texts of a seed: one with accidents, and one with mistakes.
    fn of(&self, seed: u64) -> Vec<Mutant> {
        let text = self.original(seed);
        let other = self.original(seed.wrapping_mul(7919));
        let before = accepted(text).expect("the original is accepted");
        let mutant = |text: String| {
            let program = accepted(&text)?;
            (is_within_the_promise(&before, &program) && before != program).then_some(Mutant {
                seed,
                text,
                program,
            })
        };
        // Accidents leave attributes of the crate that rustc cannot read.
        let with_accidents =
            mutant(damaged(seed, text, other)).filter(|mutant| mutant.program.attrs == before.attrs);
        let mut with_mistakes = None;
        for step in 0..MISTAKES {
            let text = with_mistakes.as_ref().map_or(text, |mutant: &Mutant| &mutant.text);
            let next = mutant(mistaken(seed.wrapping_mul(MISTAKES) + step, text, other));
            with_mistakes = next.or(with_mistakes);
        }
        with_accidents.into_iter().chain(with_mistakes).collect()
    }
}

/// A text among others in a crate, and what to say of it.
struct Module<'m> {
    mutant: &'m Mutant,
    text: &'m str,
}

/// Compiles the texts as modules of one crate, and finds those that rustc does not compile.
fn problems(rustc: &Path, folder: &Path, attrs: &[Box<str>], modules: &[Module], level: u32) -> Vec<String> {
    let mut text: String = attrs.iter().map(|attr| format!("#![{attr}]\n")).collect();
    for (number, module) in modules.iter().enumerate() {
        text += &format!("pub mod m{number} {{\n");
        for line in module.text.lines().filter(|line| !line.starts_with("#![")) {
            text += line;
            text.push('\n');
        }
        text += "}\n";
    }
    std::fs::write(folder.join("damaged.rs"), &text).expect("the file can be written");
    // A constant that fills the memory is a problem, too, and not only for the test.
    let output = Command::new("sh")
        .args(["-c", "ulimit -d 4000000; exec \"$0\" \"$@\""])
        .arg(rustc)
        .args(["--edition=2021", "--crate-type=lib", "--emit=obj", "-Zvalidate-mir", "-Zverify-llvm-ir"])
        .args(["-Zcross-crate-inline-threshold=never", "-Clink-dead-code", "-Awarnings", "damaged.rs"])
        .arg(format!("-Copt-level={level}"))
        .current_dir(folder)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTC_ICE", "0")
        .output()
        .expect("rustc runs");
    if output.status.success() {
        return Vec::new();
    }
    match modules {
        [] => Vec::new(),
        [module] => {
            let errors = String::from_utf8_lossy(&output.stderr);
            let errors: Vec<&str> = errors.lines().filter(|line| !line.is_empty()).take(12).collect();
            if let Ok(folder) = std::env::var("RUSTASSAY_DAMAGED_FOLDER") {
                let path = Path::new(&folder).join(format!("{}.rs", module.mutant.seed));
                std::fs::write(path, module.text).expect("the file can be written");
            }
            vec![format!("seed {}, at level {level}:\n{}", module.mutant.seed, errors.join("\n"))]
        }
        _ => {
            let (left, right) = modules.split_at(modules.len() / 2);
            let mut found = problems(rustc, folder, attrs, left, level);
            found.extend(problems(rustc, folder, attrs, right, level));
            found
        }
    }
}

/// Whether the symbols of a program may meet those of others.
fn has_symbols(program: &Program) -> bool {
    program.functions.iter().any(|function| function.attrs.iter().any(|attr| attr.contains("no_mangle")))
}

/// Holds mutants against rustc, as many at once as can be modules of one crate.
struct Trial {
    rustc: PathBuf,
    folder: tempfile::TempDir,
    /// Mutants that wait for others with the same crate attributes, each with what it is printed as.
    waiting: BTreeMap<Vec<Box<str>>, Vec<(Mutant, String)>>,
    crates: usize,
    problems: Vec<String>,
}

impl Trial {
    fn add(&mut self, mutant: Mutant, printed: String) {
        let attrs = mutant.program.attrs.clone();
        if has_symbols(&mutant.program) {
            return self.compile(&attrs, &[(mutant, printed)]);
        }
        let batch = self.waiting.entry(attrs.clone()).or_default();
        batch.push((mutant, printed));
        if batch.len() >= BATCH {
            let batch = std::mem::take(batch);
            self.compile(&attrs, &batch);
        }
    }

    fn finish(&mut self) {
        for (attrs, batch) in std::mem::take(&mut self.waiting) {
            self.compile(&attrs, &batch);
        }
    }

    /// Compiles mutants as they are written and as they are printed, at one level and then at another.
    fn compile(&mut self, attrs: &[Box<str>], batch: &[(Mutant, String)]) {
        let level = if self.crates.is_multiple_of(2) { 0 } else { 3 };
        self.crates += 1;
        let written = batch.iter().map(|(mutant, _)| Module { mutant, text: &mutant.text });
        let printed = batch.iter().map(|(mutant, printed)| Module { mutant, text: printed });
        for modules in [written.collect::<Vec<_>>(), printed.collect()] {
            let found = problems(&self.rustc, self.folder.path(), attrs, &modules, level);
            found.iter().for_each(|problem| eprintln!("{problem}"));
            self.problems.extend(found);
        }
    }
}

#[test]
fn rustc_compiles_what_damage_has_changed_and_the_checker_accepts() {
    let wanted = variable("RUSTASSAY_DAMAGED_PROGRAMS").unwrap_or(400) as usize;
    let seed = variable("RUSTASSAY_DAMAGED_SEED").unwrap_or(0) << 32;
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (waiting, problems) = (BTreeMap::new(), Vec::new());
    let mut trial = Trial { rustc: reference_rustc(), folder, waiting, crates: 0, problems };
    let mut mutants = Mutants { originals: originals(), seed };
    // Many mistakes come to the same program.
    let mut seen = HashSet::new();
    while seen.len() < wanted {
        for mutant in mutants.of(mutants.seed) {
            let printed = printed(&mutant.program);
            if seen.len() < wanted && seen.insert(hash(&printed)) {
                trial.add(mutant, printed);
            }
        }
        mutants.seed += 1;
    }
    trial.finish();
    let Trial { crates, problems, .. } = trial;
    let seeds = mutants.seed - seed;
    eprintln!("{wanted} different accepted programs of {seeds} seeds, in {crates} crates");
    assert!(problems.is_empty(), "{} of {wanted} texts:\n{}", problems.len(), problems.join("\n"));
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
