fn main() -> Result<(), String> {
    Err("out of luck".to_owned())
}
