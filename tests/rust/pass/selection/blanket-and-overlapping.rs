use std::collections::HashMap;
use std::fmt::{Debug, Display};

trait Describe {
    fn describe(&self) -> String;
}

impl<T: Display> Describe for Vec<T> {
    fn describe(&self) -> String {
        self.iter().map(T::to_string).collect::<Vec<_>>().join("+")
    }
}

impl<T: Describe + ?Sized> Describe for &T {
    fn describe(&self) -> String {
        format!("&{}", (**self).describe())
    }
}

impl<A: Debug, B: Debug> Describe for (A, B) {
    fn describe(&self) -> String {
        format!("{:?}/{:?}", self.0, self.1)
    }
}

impl Describe for dyn Debug {
    fn describe(&self) -> String {
        format!("dyn {self:?}")
    }
}

struct Meters(f64);

impl From<Meters> for f64 {
    fn from(meters: Meters) -> f64 {
        meters.0
    }
}

fn main() {
    println!("{} {}", vec![1, 2].describe(), (&&vec!["a", "b"]).describe());
    println!("{} {}", (1, "x").describe(), (&3 as &dyn Debug).describe());
    let length: f64 = Meters(2.5).into();
    let same: i32 = 4_i32.into();
    let text: Box<dyn std::error::Error> = "oops".into();
    println!("{length} {same} {text}");
    let counts = "a b a".split(' ').fold(HashMap::new(), |mut counts: HashMap<&str, u32>, word| {
        *counts.entry(word).or_default() += 1;
        counts
    });
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort();
    println!("{counts:?} {:?}", "x=1".split_once(|c| c == '='));
    let cloned: Vec<Option<(String, [u8; 2])>> = vec![Some(("s".into(), [1, 2])), None].clone();
    println!("{cloned:?} {}", [1, 2, 3].iter().rev().skip(1).copied().sum::<i32>());
}
