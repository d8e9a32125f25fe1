// Operators on references, bounds on references of parameters, conversions that are found through several traits.

use std::borrow::Borrow;
use std::ops::{Add, AddAssign, Deref, DerefMut, Index, IndexMut, Mul, Neg};

#[derive(Clone, Debug, PartialEq, Default)]
struct Vector<T>(Vec<T>);

impl<'a, T> Add<&'a Vector<T>> for &Vector<T>
where
    for<'x> &'x T: Add<&'x T, Output = T>,
{
    type Output = Vector<T>;
    fn add(self, other: &'a Vector<T>) -> Vector<T> {
        Vector(self.0.iter().zip(&other.0).map(|(a, b)| a + b).collect())
    }
}

impl<T: Neg<Output = T> + Clone> Neg for Vector<T> {
    type Output = Vector<T>;
    fn neg(self) -> Vector<T> {
        Vector(self.0.into_iter().map(T::neg).collect())
    }
}

impl<T: AddAssign + Mul<Output = T> + Copy + Default> Mul for &Vector<T> {
    type Output = T;
    fn mul(self, other: &Vector<T>) -> T {
        let mut sum: T = T::default();
        for (a, b) in self.0.iter().zip(other.0.iter()) {
            sum += *a * *b;
        }
        sum
    }
}

impl<T> Index<usize> for Vector<T> {
    type Output = T;
    fn index(&self, at: usize) -> &T {
        &self.0[at]
    }
}

impl<T> IndexMut<usize> for Vector<T> {
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.0[at]
    }
}

struct Guard<'a, T> {
    of: &'a mut Vector<T>,
    looked: u32,
}

impl<T> Deref for Guard<'_, T> {
    type Target = Vector<T>;
    fn deref(&self) -> &Vector<T> {
        self.of
    }
}

impl<T> DerefMut for Guard<'_, T> {
    fn deref_mut(&mut self) -> &mut Vector<T> {
        self.looked += 1;
        self.of
    }
}

fn total<B: Borrow<Vector<i64>>>(all: impl IntoIterator<Item = B>) -> i64 {
    all.into_iter().map(|it| it.borrow().0.iter().sum::<i64>()).sum()
}

fn main() {
    let one: Vector<i64> = Vector(vec![1, 2, 3]);
    let two: Vector<i64> = Vector(vec![4, 5, 6]);
    let mut sum: Vector<i64> = &one + &two;
    let product: i64 = &one * &two;
    let mut guard: Guard<i64> = Guard { of: &mut sum, looked: 0 };
    guard[1] += 10;
    guard[0] = guard[1] - guard[2];
    let looked: u32 = guard.looked;
    let all: i64 = total([&one, &two, &sum]) + total(vec![-one.clone()]);
    println!("{sum:?} {product} {looked} {all}");
}
