fn main() {
    let _number: i32 = unsafe { f64::NAN.to_int_unchecked() }; //~ ERROR float_to_int_unchecked
}
