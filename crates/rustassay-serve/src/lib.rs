//! Pages of a store, for browsers and programs, while workers write to it.
//!
//! - [`server`]: connections, and the limits of what they may cost.
//! - [`request`], `reply`: what is asked and what is said, without a network.
//! - [`access`]: who may see and change what.
//! - [`site`]: which page an address is; `pages` are the pages, `metrics` is for Prometheus.
//!
//! # Who is the enemy
//!
//! - **Whoever wrote a program or a compiler's message.** Every page is made by maud, which escapes all text. A policy
//!   (`Content-Security-Policy`) forbids scripts and styles but for the server's own two files, so that what slips through does nothing. Files
//!   of a finding are sent as text to be saved, never as a page.
//! - **A page of somebody else in the user's browser.** What changes something needs the token or a session, and with a session a secret that
//!   is in our forms only; `Origin` must be ours. A name that resolves to this machine (DNS rebinding) is refused by its `Host`.
//! - **Somebody on the network.** Other addresses than loopback need the token for everything. It is compared in constant time, and a wrong one
//!   costs time.
//! - **Somebody who wants the server to stop.** Heads, bodies, connections, and the time that a client takes are limited.
//!
//! The server speaks HTTP without TLS: across a network it belongs behind a proxy that speaks TLS, or into a tunnel.

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
