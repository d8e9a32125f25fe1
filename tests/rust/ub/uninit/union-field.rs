union Either {
    small: u8,
    large: u32,
}

fn main() {
    let either = Either { small: 1 };
    let _large = unsafe { either.large }; //~ ERROR uninitialized
}
