//! `let _ = *pointer` only mentions the place: nobody's borrow ends by it.

fn main() {
    let mut number = 1;
    let raw = &raw mut number;
    let unique = unsafe { &mut *raw };
    unsafe {
        let _ = *raw;
    }
    *unique += 1;
    println!("{unique}");
}
