// Raw pointers, unsafe functions and traits, kept within the rules.

unsafe trait Zeroable: Sized + Copy {
    const ZERO: Self;
}

unsafe impl Zeroable for u32 {
    const ZERO: u32 = 0;
}

unsafe fn read_at(base: *const u32, at: usize) -> u32 {
    unsafe { *base.add(at) }
}

fn sum(items: &[u32]) -> u32 {
    let base: *const u32 = items.as_ptr();
    let mut total: u32 = u32::ZERO;
    let mut at: usize = 0;
    while at < items.len() {
        total = total.wrapping_add(unsafe { read_at(base, at) });
        at += 1;
    }
    total
}

fn swap_ends(items: &mut [u32]) {
    let length: usize = items.len();
    if length < 2 {
        return;
    }
    let base: *mut u32 = items.as_mut_ptr();
    unsafe {
        let first: u32 = base.read();
        let last: u32 = base.add(length - 1).read();
        base.write(last);
        base.add(length - 1).write(first);
    }
}

fn split(items: &mut [u32], at: usize) -> (&mut [u32], &mut [u32]) {
    let length: usize = items.len();
    assert!(at <= length);
    let base: *mut u32 = items.as_mut_ptr();
    unsafe {
        (std::slice::from_raw_parts_mut(base, at), std::slice::from_raw_parts_mut(base.add(at), length - at))
    }
}

fn main() {
    let mut items: [u32; 5] = [1, 2, 3, 4, 5];
    swap_ends(&mut items);
    let (left, right) = split(&mut items, 2);
    left[0] += right[0];
    let total: u32 = sum(&items);
    println!("{items:?} {total}");
}
