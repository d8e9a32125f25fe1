use std::num::NonZeroU32;

fn main() {
    println!("{} {}", size_of::<Option<Box<u8>>>(), size_of::<Option<NonZeroU32>>());
    println!("{} {}", size_of::<Option<Option<bool>>>(), size_of::<Option<char>>());
    let nested: Option<Option<bool>> = std::hint::black_box(Some(None));
    println!("{nested:?} {:?}", nested.flatten());
}
