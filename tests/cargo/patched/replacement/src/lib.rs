//! An edition in which `async` and `dyn` are names, and paths begin at the crate.

mod async {
    pub fn dyn() -> &'static str {
        "hello"
    }
}

pub fn hello() -> &'static str {
    ::async::dyn()
}
