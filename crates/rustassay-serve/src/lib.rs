//! Pages of a store, for browsers and programs, while workers write to it.
//!
//! ```
//! use rustassay_serve::{AccessRules, Request, Secret, StoreSite};
//! use rustassay_store::Store;
//!
//! let folder = tempfile::tempdir()?;
//! drop(Store::open(folder.path())?);
//! let access = AccessRules::new("127.0.0.1:7878".parse()?, Secret::random()?, Vec::new())?;
//! let site = StoreSite::open(&folder.path().into(), access)?;
//!
//! let request = Request {
//!     path: "/findings".to_owned(),
//!     host: Some("127.0.0.1:7878".to_owned()),
//!     wants_json: true,
//!     ..Request::default()
//! };
//! let reply = site.answer(&request);
//! assert_eq!((reply.status.as_u16(), reply.kind), (200, "application/json"));
//!
//! // Another site's name for this machine (DNS rebinding) gets nothing.
//! let rebound = Request { host: Some("other.example".to_owned()), ..request };
//! assert!(site.answer(&rebound).status.is_client_error());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`server`]: connections, and the limits of what they may cost.
//! - [`request`], `reply`: questions and answers, without a network.
//! - [`access`]: who may see and change what.
//! - [`site`]: which page an address is; `pages` are the pages, `metrics` is for Prometheus.
//!
//! # Who is the enemy
//!
//! - **Whoever wrote a program or a compiler's message.** maud makes every page, and escapes all text. A
//!   policy (`Content-Security-Policy`) forbids scripts and styles but for the server's own two files, so
//!   what slips through does nothing. Browsers save the files of a finding as text, and never show one as a
//!   page.
//! - **A page of somebody else in the user's browser.** A change needs the token or a session, and with a
//!   session a secret that only our forms have; `Origin` must be ours. The server refuses a name that
//!   resolves to this machine (DNS rebinding) by its `Host`.
//! - **Somebody on the network.** Other addresses than loopback need the token for everything. The comparison
//!   takes constant time, and a wrong token costs time.
//! - **Somebody who wants the server to stop.** Heads, bodies, connections, and the time that a client takes
//!   are limited.
//!
//! The server speaks HTTP without TLS: across a network it belongs behind a proxy that speaks TLS, or into a
//! tunnel.

pub mod access;
mod metrics;
mod pages;
mod reply;
pub mod request;
pub mod server;
pub mod site;
mod stores;

pub use access::{AccessRules, Secret};
pub use reply::Reply;
pub use request::{Method, Request};
pub use server::serve;
pub use site::StoreSite;
