#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(i8)]
enum Level {
    Low = -5,
    Middle,
    High = 100,
}

fn main() {
    println!("{} {} {}", Level::Low as i8, Level::Middle as i32, Level::High as u8);
    let level: Level = unsafe { std::mem::transmute(-4_i8) };
    println!("{level:?} {}", std::mem::discriminant(&level) == std::mem::discriminant(&Level::Middle));
}
