// Macros by example: repetition, recursion, hygiene, items, several fragment kinds.

macro_rules! maximum {
    ($only:expr) => { $only };
    ($first:expr, $($rest:expr),+) => {{
        let left = $first;
        let right = maximum!($($rest),+);
        if left > right { left } else { right }
    }};
}

macro_rules! record {
    ($(#[$meta:meta])* $name:ident { $($field:ident : $kind:ty = $default:literal),* $(,)? }) => {
        $(#[$meta])*
        struct $name { $($field: $kind),* }

        impl $name {
            fn new() -> $name {
                $name { $($field: $default),* }
            }
        }
    };
}

macro_rules! count {
    () => { 0_usize };
    ($head:tt $($tail:tt)*) => { 1 + count!($($tail)*) };
}

macro_rules! function {
    ($visibility:vis $name:ident ($($arg:ident),*) -> $result:ty $body:block) => {
        $visibility fn $name($($arg: i32),*) -> $result $body
    };
}

record! {
    #[derive(Debug)]
    Settings { depth: u32 = 4, name: &'static str = "plain", loud: bool = false }
}

function!(pub blend(left, right) -> i32 { left * 3 + right });

fn main() {
    let left: i32 = 8;
    let best: i32 = maximum!(left, 3 * left - 20, 5);
    let settings: Settings = Settings::new();
    let tokens: usize = count!(a + (b c) [d]);
    let mixed: i32 = blend(best, left);
    let deep: u32 = settings.depth + 1;
    println!("{best} {settings:?} {tokens} {mixed} {deep} {}", settings.loud);
}
