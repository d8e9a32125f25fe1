//! From what a campaign found to what people file and read.
//!
//! Takes what is in a store and gives texts; whoever calls it writes them to files. The same store gives the same texts: there is
//! no clock in them, and nothing of the machine that they are written on.
//!
//! - [`campaign`], [`found`]: what is in a store, and what it says of one finding.
//! - [`tracker`]: where a bug is filed, under which title, with which labels.
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
