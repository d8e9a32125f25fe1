//! A campaign outlives bugs of its own.

use rustassay_campaign::campaign::{Campaign, CampaignEnd, CampaignError, Settings};
use rustassay_campaign::generator::{Generator, Made, Mir};
use rustassay_gen_mir::config::Profile;
use rustassay_judge::backend::Backend;
use rustassay_judge::engine::Engine;
use rustassay_store::Store;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Programs of which some cannot be made, because there is a bug.
struct Faulty {
    sound: Mir,
    /// Of so many programs one has the bug.
    one_of: u64,
    asked: AtomicU64,
}

impl Generator for Faulty {
    fn name(&self) -> &'static str {
        self.sound.name()
    }
    fn profiles(&self) -> &[String] {
        self.sound.profiles()
    }
    fn lot(&self, _: &str) -> u64 {
        2
    }
    fn suits(&self, _: &Backend) -> bool {
        true
    }
    fn config(&self, profile: &str) -> Option<String> {
        self.sound.config(profile)
    }
    fn make(&self, profile: &str, config: &str, seed: u64, backend: &Backend) -> Option<Made> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        assert!(!asked.is_multiple_of(self.one_of), "the bug");
        self.sound.make(profile, config, seed, backend)
    }
    fn features(&self, made: &Made) -> Vec<String> {
        self.sound.features(made)
    }
}

/// A campaign on the machine alone, with a generator that has a bug: how it ends, and how many programs were tried.
fn campaign(one_of: u64) -> (Result<CampaignEnd, CampaignError>, u64) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut store = Store::open(folder.path()).expect("a store can be made");
    let run = store.begin_run("{}", "a test", 0).expect("it can be written");
    let sound = Mir::of_profiles(&[Profile::Tiny]);
    let generators: [Box<dyn Generator>; 1] = [Box::new(Faulty { sound, one_of, asked: AtomicU64::new(0) })];
    let engine = Engine::new().expect("a folder can be made");
    let (backends, stop) = ([Backend::machine()], AtomicBool::new(false));
    let settings = Settings {
        seed: 0,
        jobs: 2,
        time: Some(Duration::from_secs(60)),
        programs: Some(60),
        batch: 2,
        feedback: false,
        triage_share: 0.25,
        shares: vec![1.0],
        closing: Duration::ZERO,
    };
    let campaign =
        Campaign { engine: &engine, generators: &generators, backends: &backends, settings, stop: &stop };
    let end = campaign.run(&mut store, run, &mut |_| {});
    let tried = store.reader().and_then(|reader| reader.totals()).expect("it can be read").programs;
    (end, tried)
}

#[test]
fn programs_that_cannot_be_made_are_left_out() {
    let (end, tried) = campaign(5);
    assert!(matches!(end, Ok(CampaignEnd::Programs)), "{end:?}");
    assert!((20..60).contains(&tried), "{tried} programs were tried");
}

#[test]
fn a_campaign_that_can_make_no_program_ends_and_says_why() {
    let (end, tried) = campaign(1);
    assert!(matches!(&end, Err(CampaignError::CannotTry(why)) if why.contains("the bug")), "{end:?}");
    assert_eq!(tried, 0);
}
