fn main() {
    println!("{:?} {:?} {:?}", "12".parse::<u8>(), "256".parse::<u8>().is_err(), "-1".parse::<i64>());
    println!("{:?} {:?}", "true".parse::<bool>(), "ab".parse::<char>().is_err());
    println!("{:?}", i64::from_str_radix("-ff", 16));
}
