//! `drop_in_place` borrows the whole value, even if nothing is to be dropped: it must be allowed to write there.

fn main() {
    let number = 1_u8;
    let shared = &raw const number;
    unsafe { shared.cast_mut().drop_in_place() }; //~ ERROR[stacked] may only read
}
