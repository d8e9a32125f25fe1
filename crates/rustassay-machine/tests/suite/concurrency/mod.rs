//! The memory model: small programs of atomic accesses, executed in every way and held against C++20's axioms; the model alone, and the same
//! programs on the machine.

mod axioms;
mod explore;
mod litmus;
mod machine;
mod printed;
mod program;
mod properties;
