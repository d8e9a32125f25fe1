//! Generates programs and tries compilers with them, for as long as the user likes.
//!
//! ```no_run
//! use rustassay_campaign::campaign::{Campaign, Settings};
//! use rustassay_campaign::event::Event;
//! use rustassay_campaign::generator::{Generator, Mir};
//! use rustassay_gen_mir::config::Profile;
//! use rustassay_judge::engine::Engine;
//! use rustassay_judge::sets::{backends, built_in};
//! use rustassay_store::Store;
//! use rustassay_toolchain::{Cache, Search, discover};
//! use std::path::Path;
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//! use std::time::Duration;
//!
//! let found = discover(&Search::default(), &Cache::standard()).found;
//! let toolchains: Vec<_> = found.into_iter().map(Arc::new).collect();
//! let backends = backends(&built_in("quick", 0).expect("a built-in set"), &toolchains);
//! let generators: [Box<dyn Generator>; 1] = [Box::new(Mir::of_profiles(&[Profile::Tiny]))];
//!
//! let mut store = Store::open(Path::new("rustassay-store"))?;
//! let settings = Settings {
//!     seed: store.join(None, 7, None)?,
//!     jobs: 2,
//!     time: Some(Duration::from_secs(60)),
//!     programs: None,
//!     batch: 50,
//!     feedback: false,
//!     triage_share: 0.25,
//!     shares: vec![1.0],
//!     closing: Duration::from_secs(15),
//! };
//! let run = store.begin_run("{}", "an example", store.now())?;
//! let (engine, stop) = (Engine::new()?, AtomicBool::new(false));
//! let campaign =
//!     Campaign { engine: &engine, generators: &generators, backends: &backends, settings, stop: &stop };
//! let end = campaign.run(&mut store, run, &mut |event| {
//!     if let Event::Finding(finding) = event {
//!         println!("#{} {}: {}", finding.id, finding.known.fault, finding.known.summary);
//!     }
//! })?;
//! store.end_run(run, end.name(), store.now())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | thread | does |
//! | --- | --- |
//! | one | generates programs ahead of the others: lots of them, each for one backend |
//! | one for each job | tries lots; for a share of the time, examines failures |
//! | the caller's | writes results to the store, tells the user, and decides when to stop |
//!
//! Between them are queues of a few lots, so no thread runs further ahead than that. The machine knows what
//! each program must do. So one compiler is enough to judge a program, and the next compiler gets other
//! programs.
//!
//! - [`generator`]: the generators; [`corpus`]: the programs by people that some of them start from.
//! - [`plan`]: which programs come next, and which backend tries them.
//! - `lot`: programs for one backend, and their outcomes.
//! - `behaviour`: what a compiler was seen to do.
//! - `triage`: re-runs a failure, and looks for its cause.
//! - `describe`: makes a finding of what triage found out.
//! - [`known`]: the bugs that the user has filed already.
//! - [`campaign`]: the threads.
//! - [`event`]: what a campaign tells whoever watches.

mod behaviour;
pub mod campaign;
pub mod corpus;
mod describe;
pub mod event;
pub mod generator;
pub mod known;
mod lot;
pub mod plan;
mod triage;

/// What a lock guards, also when a thread has died that had it.
fn locked<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
