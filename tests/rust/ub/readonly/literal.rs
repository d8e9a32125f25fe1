fn main() {
    let text = "literal";
    unsafe { *text.as_ptr().cast_mut() = b'L' }; //~ ERROR[none] read-only
    //~^ ERROR[tree] forbidden
    //~^ ERROR[stacked] may only read
}
