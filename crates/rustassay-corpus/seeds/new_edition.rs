//@ edition: 2024
// The edition of 2024: let chains, captured lifetimes, temporaries in tails.

use std::cell::RefCell;

#[derive(Debug, Clone)]
struct Entry {
    key: String,
    value: Option<i32>,
}

fn positive(entries: &[Entry], key: &str) -> Option<i32> {
    for entry in entries {
        if entry.key == key
            && let Some(value) = entry.value
            && value > 0
        {
            return Some(value);
        }
    }
    None
}

fn keys(entries: &[Entry]) -> impl Iterator<Item = &str> {
    entries.iter().map(|entry| entry.key.as_str())
}

fn shared_length(shared: &RefCell<Vec<i32>>) -> usize {
    shared.borrow().len()
}

fn first_even(items: &RefCell<Vec<i32>>) -> i32 {
    if let Some(item) = items.borrow().iter().copied().find(|item| item % 2 == 0) {
        item
    } else {
        items.borrow_mut().push(2);
        2
    }
}

fn main() {
    let entries: Vec<Entry> = vec![
        Entry { key: String::from("a"), value: Some(-1) },
        Entry { key: String::from("b"), value: Some(8) },
        Entry { key: String::from("a"), value: Some(5) },
    ];
    let a: Option<i32> = positive(&entries, "a");
    let none: Option<i32> = positive(&entries, "c");
    let names: String = keys(&entries).collect::<Vec<_>>().concat();
    let shared: RefCell<Vec<i32>> = RefCell::new(vec![1, 3]);
    let even: i32 = first_even(&shared);
    let length: usize = shared_length(&shared);
    println!("{a:?} {none:?} {names} {even} {length}");
}
