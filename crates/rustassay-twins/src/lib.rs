pub mod inputs;
pub mod kind;
pub mod normal;
pub mod pair;
pub mod sites;
pub mod source;
pub mod write;
