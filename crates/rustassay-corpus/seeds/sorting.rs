// Quicksort, merge sort, custom orders, comparisons by key.

use std::cmp::Ordering;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Person {
    name: String,
    age: u8,
}

fn quicksort<T: Ord + Copy>(items: &mut [T]) {
    if items.len() < 2 {
        return;
    }
    let pivot: T = items[items.len() / 2];
    let mut low: usize = 0;
    let mut high: usize = items.len() - 1;
    loop {
        while items[low] < pivot {
            low += 1;
        }
        while items[high] > pivot {
            high -= 1;
        }
        if low >= high {
            break;
        }
        items.swap(low, high);
        low += 1;
        high -= 1;
    }
    let (left, right) = items.split_at_mut(low);
    quicksort(left);
    quicksort(right);
}

fn merge(left: &[u32], right: &[u32]) -> Vec<u32> {
    let mut result: Vec<u32> = Vec::with_capacity(left.len() + right.len());
    let mut l: usize = 0;
    let mut r: usize = 0;
    while l < left.len() && r < right.len() {
        if left[l] <= right[r] {
            result.push(left[l]);
            l += 1;
        } else {
            result.push(right[r]);
            r += 1;
        }
    }
    result.extend_from_slice(&left[l..]);
    result.extend_from_slice(&right[r..]);
    result
}

fn by_age(left: &Person, right: &Person) -> Ordering {
    right.age.cmp(&left.age).then_with(|| left.name.cmp(&right.name))
}

fn person(name: &str, age: u8) -> Person {
    Person { name: name.to_owned(), age }
}

fn main() {
    let mut numbers: [i32; 7] = [5, 3, -8, 5, 0, 12, 1];
    quicksort(&mut numbers);
    let merged: Vec<u32> = merge(&[1, 4, 6], &[2, 3, 9]);
    let mut people: Vec<Person> = vec![person("Bo", 30), person("Al", 30), person("Cy", 61)];
    people.sort_by(by_age);
    let first: u8 = people[0].age;
    let sorted: bool = merged.windows(2).all(|pair| pair[0] <= pair[1]);
    println!("{numbers:?} {merged:?} {first} {sorted} {}", people[1].name);
}
