fn main() {
    let _number: u8 = unsafe { 300.0_f32.to_int_unchecked() }; //~ ERROR float_to_int_unchecked
}
