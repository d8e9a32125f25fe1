use std::num::NonZeroU8;

fn main() {
    let _value: NonZeroU8 = unsafe { std::mem::transmute(0_u8) }; //~ ERROR invalid value
}
