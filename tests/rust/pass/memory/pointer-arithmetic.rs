fn main() {
    let array = [1_u16, 2, 3, 4];
    let range = array.as_ptr_range();
    let mut at = range.start;
    let mut sum = 0;
    while at != range.end {
        unsafe {
            sum += *at;
            at = at.add(1);
        }
    }
    println!("{sum} {}", unsafe { range.end.offset_from(range.start) });
}
