//! The server, by way of its port.

mod attacks;
mod common;
mod limits;
mod pages;
