macro_rules! maximum {
    ($only:expr) => { $only };
    ($first:expr, $($rest:expr),+) => {{
        let (first, rest) = ($first, maximum!($($rest),+));
        if first > rest { first } else { rest }
    }};
}

fn main() {
    println!("{} {}", maximum!(3, 9, 4), maximum!("a"));
    println!("{} {} {}", stringify!(a + b), concat!("x", 1), line!());
}
