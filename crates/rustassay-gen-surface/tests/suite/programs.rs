//! What every program promises: compilers accept it, it ends without a panic, and prints the same whatever the level of optimization.

use rustassay_gen_surface::config::{Config, EDITIONS, Profile, Ranges, Size};
use rustassay_gen_surface::together::{MARK, together};
use rustassay_gen_surface::{Generated, ObservationForm, generate};
use rustassay_lang::{Edition, Release};
use rustassay_process::{End, ResourceLimits, Scratch, Task, run};
use rustassay_testing::reference_rustc;
use std::path::Path;
use std::time::Duration;

fn compiler<'a>(rustc: &'a Path, folder: &'a Path) -> Task<'a> {
    let mut task = Task::new(rustc, folder).env("RUSTC_ICE", "0");
    for name in ["PATH", "HOME"] {
        if let Some(value) = std::env::var_os(name) {
            task = task.env(name, value);
        }
    }
    let limits = ResourceLimits {
        wall: Duration::from_secs(300),
        cpu: Duration::from_secs(300),
        ..ResourceLimits::default()
    };
    task.limits(limits)
}

/// What a program prints when it is compiled with these flags.
fn output(rustc: &Path, text: &str, edition: Edition, flags: &[&str], what: &str) -> String {
    let scratch = Scratch::new().expect("a folder for temporary files");
    std::fs::write(scratch.path().join("program.rs"), text).expect("it can be written");
    let task = compiler(rustc, scratch.path());
    let task = task.args(["--edition", edition.name(), "program.rs", "-o", "program"]).args(flags);
    let compiled = run(&task).expect("rustc can be started");
    assert_eq!(compiled.end, End::Exited(0), "{what}: {}", String::from_utf8_lossy(&compiled.stderr));
    let program = scratch.path().join("program");
    let limits = ResourceLimits {
        wall: Duration::from_secs(60),
        cpu: Duration::from_secs(20),
        ..ResourceLimits::default()
    };
    let ran = run(&Task::new(&program, scratch.path()).limits(limits)).expect("it can be started");
    assert_eq!(ran.end, End::Exited(0), "{what}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("programs print text")
}

/// Holds rustc to accepting all of these.
fn assert_accepted(rustc: &Path, config: &Config, seeds: std::ops::Range<u64>) {
    let scratch = Scratch::new().expect("a folder for temporary files");
    for seed in seeds {
        let text = generate(seed, config).text(ObservationForm::Checksum);
        std::fs::write(scratch.path().join("program.rs"), text).expect("it can be written");
        let task = compiler(rustc, scratch.path());
        let task = task.args(["--edition", config.edition.name(), "--emit=metadata", "program.rs"]);
        let checked = run(&task).expect("rustc can be started");
        assert_eq!(checked.end, End::Exited(0), "seed {seed}: {}", String::from_utf8_lossy(&checked.stderr));
    }
}

/// Holds rustc to accepting all of these, together in one crate.
fn assert_all_accepted(rustc: &Path, programs: &[Generated], edition: Edition, what: &str) {
    let scratch = Scratch::new().expect("a folder for temporary files");
    std::fs::write(scratch.path().join("program.rs"), together(programs)).expect("it can be written");
    let task = compiler(rustc, scratch.path());
    let checked = run(&task.args(["--edition", edition.name(), "--emit=metadata", "program.rs"]));
    let checked = checked.expect("rustc can be started");
    assert_eq!(checked.end, End::Exited(0), "{what}: {}", String::from_utf8_lossy(&checked.stderr));
}

#[test]
fn programs_print_the_same_at_every_level_and_in_both_forms() {
    let rustc = reference_rustc();
    for profile in Profile::ALL.into_iter().filter(|profile| *profile != Profile::Large) {
        let config = profile.config();
        for seed in 1000..1002 {
            let what = format!("{} {seed}", profile.name());
            let generated = generate(seed, &config);
            let text = generated.text(ObservationForm::Checksum);
            let plain = output(&rustc, &text, config.edition, &["-Copt-level=0"], &what);
            let fast = output(&rustc, &text, config.edition, &["-Copt-level=3"], &what);
            assert_eq!(plain, fast, "{what}");
            let debug = output(&rustc, &generated.text(ObservationForm::Debug), config.edition, &[], &what);
            assert_eq!(debug.lines().last(), plain.lines().last(), "{what}");
            assert!(debug.lines().count() > 1, "{what}: {debug}");
        }
    }
}

#[test]
fn every_theme_is_accepted() {
    let rustc = reference_rustc();
    for profile in Profile::ALL.into_iter().filter(|profile| *profile != Profile::Large) {
        assert_accepted(&rustc, &profile.config(), 2000..2003);
    }
}

#[test]
fn every_edition_is_accepted() {
    let rustc = reference_rustc();
    for edition in EDITIONS {
        let config =
            Profile::Default.config().for_compilers(edition, Release::REFERENCE).expect("it is known");
        assert_accepted(&rustc, &config, 3000..3004);
    }
}

#[test]
fn programs_for_an_old_release_are_accepted_by_new_ones() {
    let rustc = reference_rustc();
    let config =
        Profile::Default.config().for_compilers(Edition::E2021, Release::new(63)).expect("it is known");
    assert_accepted(&rustc, &config, 4000..4004);
}

#[test]
fn a_large_program_is_accepted() {
    let rustc = reference_rustc();
    assert_accepted(&rustc, &Profile::Large.config(), 0..1);
}

/// Programs that are made of idioms before all else.
fn idiomatic(edition: Edition) -> Config {
    let mut config = Profile::Default.config();
    config.weights.idioms = 3_000;
    config.is_varied = false;
    config.size = Size { statements: 12, function: 12, block: 3, depth: 2, types: 4, cost: 20_000_000 };
    config.for_compilers(edition, Release::REFERENCE).expect("it is known")
}

/// Configurations in which all chances, or all ranges, are as extreme as they may be.
fn extremes() -> Vec<(&'static str, Config)> {
    let with = |change: &dyn Fn(&mut Config)| {
        let mut config = Profile::Default.config().with_statements(10);
        change(&mut config);
        config
    };
    let range = |config: &mut Config, name: &str, end: usize| {
        config.ranges.set(name, end..=end).expect("it lies within its limits");
    };
    vec![
        ("no chance", with(&|config| config.chances.values_mut().for_each(|chance| *chance = 0))),
        ("every chance", with(&|config| config.chances.values_mut().for_each(|chance| *chance = 100))),
        (
            "the least of everything",
            with(&|config| {
                Ranges::LIMITS.iter().for_each(|(name, limits)| range(config, name, *limits.start()))
            }),
        ),
        (
            "the most of everything",
            with(&|config| {
                Ranges::LIMITS.iter().for_each(|(name, limits)| range(config, name, *limits.end()))
            }),
        ),
    ]
}

#[test]
fn programs_of_extreme_chances_and_ranges_are_accepted() {
    let rustc = reference_rustc();
    for (what, config) in extremes() {
        let programs: Vec<Generated> = (0..12).map(|seed| generate(seed, &config)).collect();
        assert_all_accepted(&rustc, &programs, config.edition, what);
    }
}

#[test]
fn every_idiom_is_accepted_in_every_edition() {
    let rustc = reference_rustc();
    for edition in EDITIONS {
        let config = idiomatic(edition);
        let programs: Vec<Generated> = (0..40).map(|seed| generate(seed, &config)).collect();
        assert_all_accepted(&rustc, &programs, edition, edition.name());
    }
}

#[test]
fn programs_print_together_what_each_prints_alone() {
    let rustc = reference_rustc();
    let config = idiomatic(Edition::E2024);
    let programs: Vec<Generated> = (0..3).map(|seed| generate(seed, &config)).collect();
    let all = output(&rustc, &together(&programs), config.edition, &[], "together");
    let alone = programs.iter().enumerate().map(|(number, generated)| {
        let text = generated.text(ObservationForm::Checksum);
        format!("{MARK}{number}\n{}", output(&rustc, &text, config.edition, &[], "alone"))
    });
    assert_eq!(all, alone.collect::<String>());
}
