//! From what a campaign found to what people file and read.
//!
//! This crate takes what a store has and gives texts; the caller writes them to files. The same store gives
//! the same texts: they have no clock in them, and nothing of the computer that writes them.
//!
//! ```
//! use rustassay_finding::{Fault, Finding};
//! use rustassay_report::ReportedFinding;
//! use rustassay_report::markdown::issue;
//! use rustassay_store::record::{FindingState, NewSighting, Sighting, SightingState, StoredFinding};
//!
//! // `rustassay_store::Reader` gives such findings.
//! let known = Finding::new(Fault::Miscompilation, "output", "the program prints 1, must print 2");
//! let seen = NewSighting {
//!     seed: 7,
//!     fault: known.fault,
//!     key: None,
//!     summary: known.summary.clone(),
//!     program: None,
//! };
//! let first = Sighting {
//!     id: 1,
//!     unit: 0,
//!     generator: "mir".to_owned(),
//!     profile: "tiny".to_owned(),
//!     backend: "stable/O3".to_owned(),
//!     seen,
//!     at: 0,
//!     state: SightingState::Of(1),
//! };
//! let finding = StoredFinding {
//!     id: 1,
//!     key: "miscompilation | output".to_owned(),
//!     known,
//!     times: 1,
//!     first_seen: 0,
//!     last_seen: 0,
//!     backends: vec![first.backend.clone()],
//!     first,
//!     muted: None,
//!     state: FindingState::default(),
//! };
//! let files = vec![("program.rs".to_owned(), b"fn main() {}\n".to_vec())];
//!
//! let text = issue(&ReportedFinding::new(finding, files, None), "finding-1");
//! assert!(text.starts_with("# Finding 1: miscompilation"));
//! assert!(text.contains("fn main() {}"));
//! ```
//!
//! - [`campaign`], [`found`]: what a store has, and what it says of one finding.
//! - [`tracker`]: where to file a bug, under which title, with which labels.
//! - [`markdown`]: a finding as an issue for that tracker.
//! - [`page`]: the whole campaign as one page of HTML.
//! - [`html`], [`chart`], `highlight`: the parts that pages are made of, there and in `rustassay-serve`.
//! - [`words`], [`text`]: numbers and times for people; text that is cut and quoted.

pub mod campaign;
pub mod chart;
pub mod found;
mod highlight;
pub mod html;
mod llvm_issue;
pub mod markdown;
pub mod page;
pub mod text;
pub mod tracker;
pub mod words;

pub use campaign::CampaignSummary;
pub use found::ReportedFinding;
pub use highlight::SourceLanguage;
