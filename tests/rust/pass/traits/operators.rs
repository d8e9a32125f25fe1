use std::ops::{Add, AddAssign, Index, Mul, Neg, Not};

#[derive(Clone, Copy, Debug)]
struct V(i32, i32);

impl Add for V {
    type Output = V;
    fn add(self, other: V) -> V {
        V(self.0 + other.0, self.1 + other.1)
    }
}

impl Mul<i32> for V {
    type Output = V;
    fn mul(self, by: i32) -> V {
        V(self.0 * by, self.1 * by)
    }
}

impl AddAssign for V {
    fn add_assign(&mut self, other: V) {
        *self = *self + other;
    }
}

impl Neg for V {
    type Output = V;
    fn neg(self) -> V {
        self * -1
    }
}

impl Not for V {
    type Output = bool;
    fn not(self) -> bool {
        self.0 == 0 && self.1 == 0
    }
}

impl Index<usize> for V {
    type Output = i32;
    fn index(&self, at: usize) -> &i32 {
        if at == 0 { &self.0 } else { &self.1 }
    }
}

fn main() {
    let mut v = V(1, 2) + V(3, 4) * 2;
    v += -V(1, 1);
    println!("{v:?} {} {} {}", v[0], v[1], !v);
}
