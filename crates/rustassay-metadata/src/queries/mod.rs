//! The questions, named as rustc's queries are.

mod bodies;
mod defs;
mod items;
mod spans;
