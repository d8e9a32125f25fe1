fn main() {
    for text in ["1.5", "-0", "1e300", "inf", "nan", "x"] {
        println!("{:?}", text.parse::<f64>());
    }
}
