//! A function pointer is not null: `mem::zeroed` cannot make one.

#[allow(invalid_value)]
fn main() {
    let _ = unsafe { std::mem::zeroed::<fn()>() }; //~ ERROR null function pointer
}
