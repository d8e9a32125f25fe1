use std::ops::{Deref, DerefMut};

struct Guard<'a>(&'a mut Vec<u8>);

impl Deref for Guard<'_> {
    type Target = Vec<u8>;
    fn deref(&self) -> &Vec<u8> {
        self.0
    }
}

impl DerefMut for Guard<'_> {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        self.0
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.push(9);
    }
}

fn main() {
    let mut bytes = vec![1];
    {
        let mut guard = Guard(&mut bytes);
        guard.push(2);
        println!("{}", guard.len());
    }
    println!("{bytes:?}");
}
