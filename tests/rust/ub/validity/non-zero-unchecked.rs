use std::num::NonZeroU32;

fn main() {
    let _value = unsafe { NonZeroU32::new_unchecked(std::hint::black_box(0)) }; //~ ERROR unreachable
}
