// Overloaded operators and conversions.

use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Not, Sub};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Money {
    cents: i64,
}

impl Add for Money {
    type Output = Money;

    fn add(self, other: Money) -> Money {
        Money { cents: self.cents + other.cents }
    }
}

impl Sub for Money {
    type Output = Money;

    fn sub(self, other: Money) -> Money {
        Money { cents: self.cents - other.cents }
    }
}

impl Mul<i64> for Money {
    type Output = Money;

    fn mul(self, by: i64) -> Money {
        Money { cents: self.cents * by }
    }
}

impl Neg for Money {
    type Output = Money;

    fn neg(self) -> Money {
        Money { cents: -self.cents }
    }
}

impl Not for Money {
    type Output = bool;

    fn not(self) -> bool {
        self.cents == 0
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Money) {
        self.cents += other.cents;
    }
}

impl From<i64> for Money {
    fn from(euros: i64) -> Money {
        Money { cents: euros * 100 }
    }
}

struct Purse {
    coins: [Money; 3],
}

impl Index<usize> for Purse {
    type Output = Money;

    fn index(&self, at: usize) -> &Money {
        &self.coins[at % 3]
    }
}

impl IndexMut<usize> for Purse {
    fn index_mut(&mut self, at: usize) -> &mut Money {
        &mut self.coins[at % 3]
    }
}

fn main() {
    let price: Money = Money::from(12);
    let mut sum: Money = price * 3 - Money { cents: 50 };
    sum += -price;
    let mut purse: Purse = Purse { coins: [sum; 3] };
    purse[4] = 7.into();
    purse[1] += Money { cents: 1 };
    let is_nothing: bool = !(purse[0] - purse[2]);
    println!("{:?} {:?} {is_nothing} {}", sum, purse[1], purse[0] < purse[1]);
}
