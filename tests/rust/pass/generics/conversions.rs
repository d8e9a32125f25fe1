struct Celsius(f64);

impl From<f64> for Celsius {
    fn from(degrees: f64) -> Celsius {
        Celsius(degrees)
    }
}

fn show(value: impl Into<Celsius>) -> f64 {
    value.into().0
}

fn main() {
    println!("{} {:?} {:?}", show(3.5), u8::try_from(300_i32).is_err(), i64::from(5_u32));
    let text: String = 'c'.into();
    let bytes: Vec<u8> = "ab".into();
    println!("{text} {bytes:?} {:?}", <[u8; 2]>::try_from(&bytes[..]));
}
