fn main() -> Result<(), std::num::ParseIntError> {
    let number: i32 = "42".parse()?;
    println!("{number}");
    Ok(())
}
