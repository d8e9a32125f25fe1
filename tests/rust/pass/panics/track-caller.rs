use std::panic::Location;

#[track_caller]
fn line() -> u32 {
    Location::caller().line()
}

fn not_tracked() -> u32 {
    line()
}

fn main() {
    println!("{} {}", line(), not_tracked());
    let function: fn() -> u32 = line;
    println!("{}", function() > 0);
}
