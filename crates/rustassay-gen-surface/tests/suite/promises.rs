//! Same seed, same bytes; sizes; and the kinds of syntax that programs reach.

use rustassay_gen_surface::config::{Config, Profile, Size};
use rustassay_gen_surface::print::print;
use rustassay_gen_surface::{Generated, ObservationForm, generate};
use rustassay_lang::{Edition, Release};

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    for profile in Profile::ALL {
        let config = profile.config();
        assert_eq!(
            generate(5, &config).text(ObservationForm::Debug),
            generate(5, &config).text(ObservationForm::Debug)
        );
        assert_ne!(
            generate(5, &config).text(ObservationForm::Checksum),
            generate(6, &config).text(ObservationForm::Checksum)
        );
    }
}

#[test]
fn programs_are_those_that_this_version_has_always_made() {
    let found: Vec<String> = Profile::ALL
        .into_iter()
        .map(|profile| {
            format!(
                "{} {:016x}",
                profile.name(),
                hash(&generate(1, &profile.config()).text(ObservationForm::Checksum))
            )
        })
        .collect();
    assert_eq!(found.join("\n"), include_str!("../golden.txt").trim());
}

#[test]
fn sizes_go_from_twenty_lines_to_thousands() {
    let tiny = Profile::Tiny.config();
    assert!((0..100).any(|seed| own_lines(&generate(seed, &tiny)) <= 20));
    let large = Profile::Large.config();
    assert!((0..10).any(|seed| own_lines(&generate(seed, &large)) > 5_000));
}

/// The lines of a program without those that are the same for all.
fn own_lines(generated: &Generated) -> usize {
    print(&generated.program.items, ObservationForm::Checksum).lines().count()
}

#[test]
fn a_small_program_does_not_bring_along_what_it_does_not_need() {
    let tiny = Profile::Tiny.config();
    let harness = |seed| {
        let generated = generate(seed, &tiny);
        generated.text(ObservationForm::Checksum).lines().count() - own_lines(&generated)
    };
    assert!((0..100).any(|seed| harness(seed) <= 110));
}

#[test]
fn a_program_of_any_size_can_be_asked_for() {
    for statements in [1, 2, 10, 100, 1_000] {
        let config = Profile::Default.config();
        let config = Config { size: Size { statements, ..config.size }, ..config };
        for seed in 0..20 {
            assert!(!generate(seed, &config).program.items.is_empty());
        }
    }
}

#[test]
fn an_older_release_gets_nothing_that_came_later() {
    let config =
        Profile::Default.config().for_compilers(Edition::E2021, Release::new(63)).expect("it is known");
    let texts = |config: &Config| -> Vec<String> {
        (0..200).map(|seed| generate(seed, config).text(ObservationForm::Checksum)).collect()
    };
    let (old, new) = (texts(&config), texts(&Profile::Default.config()));
    for word in ["&raw ", "is_some_and", "const {", "checked_ilog2", "isqrt", "use<", "Lending", "<Item: Mix"]
    {
        let having = |texts: &[String]| texts.iter().filter(|text| text.contains(word)).count();
        assert_eq!(having(&old), 0, "`{word}` came later");
        assert!(
            having(&new) > 0,
            "`{word}` is in no program for a new release either, so this shows nothing"
        );
    }
}

#[test]
fn constant_blocks_can_stand_in_macros_of_older_editions() {
    let config =
        Profile::Default.config().for_compilers(Edition::E2024, Release::new(85)).expect("it is known");
    let mut count = 0;
    for seed in 0..200 {
        let text = generate(seed, &config).text(ObservationForm::Checksum);
        for (at, _) in text.match_indices("const {") {
            count += 1;
            // `thread_local!` knows what `= const { .. }` means.
            assert!(text[..at].ends_with('(') || text[..at].ends_with("> = "), "seed {seed}");
        }
    }
    assert!(count > 0);
}

#[test]
fn programs_reach_most_kinds_of_syntax() {
    let kinds = crate::support::kinds(300);
    assert!(kinds.len() >= 150, "{} kinds: {:?}", kinds.len(), kinds.keys().collect::<Vec<_>>());
}
