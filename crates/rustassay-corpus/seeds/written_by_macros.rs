// Macros that write items, implementations, nested repetitions, other macros; names that do not meet.

macro_rules! records {
    ($($(#[$meta:meta])* $vis:vis $name:ident { $($field:ident : $ty:ty = $value:expr),* $(,)? })*) => {
        $($(#[$meta])* $vis struct $name { $($field: $ty),* }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $value),* }
            }
        }

        impl $name {
            const FIELDS: &'static [&'static str] = &[$(stringify!($field)),*];
        })*
    };
}

records! {
    #[derive(Debug, Clone)]
    pub Point { x: i32 = 1, y: i32 = 2 + 3 }
    #[derive(Debug)]
    Label { text: String = String::from("none"), at: Point = Point::default() }
}

macro_rules! count {
    () => { 0usize };
    ($head:tt $($tail:tt)*) => { 1usize + count!($($tail)*) };
}

macro_rules! choose {
    ($value:expr; $($pattern:pat $(if $guard:expr)? => $result:expr),+ $(,)?) => {
        match $value { $($pattern $(if $guard)? => $result),+ }
    };
}

macro_rules! define {
    ($name:ident, $op:tt) => {
        macro_rules! $name {
            ($a:expr, $b:expr) => {{
                let left = $a;
                let right = $b;
                left $op right
            }};
        }
    };
}

define!(sum, +);
define!(difference, -);

macro_rules! with_lifetime {
    ($life:lifetime, $name:ident, $body:block) => {
        fn $name<$life>(text: &$life str) -> &$life str {
            let _ = text;
            $body
        }
    };
}

with_lifetime!('a, constant, { "constant" });

fn main() {
    let left: i32 = 5;
    let result: i32 = sum!(left * 2, difference!(left, 1));
    let label: Label = Label::default();
    let counted: usize = count!(a (b c) [d] , e);
    let class: &str = choose!(result; 0 => "zero", n if n > 10 => "large", 1 | 2 => "few", _ => "some");
    println!("{result} {label:?} {counted} {class} {:?} {}", Point::FIELDS, Label::FIELDS.len());
    println!("{}", constant("text"));
}
