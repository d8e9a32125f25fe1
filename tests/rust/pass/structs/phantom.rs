use std::marker::PhantomData;

struct Id<T> {
    number: u32,
    _of: PhantomData<T>,
}

fn main() {
    let id: Id<String> = Id { number: 4, _of: PhantomData };
    println!("{} {}", id.number, size_of::<Id<String>>());
}
