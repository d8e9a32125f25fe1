// What is left of an array that an element was moved out of is dropped as a part of it.

struct Loud(u32);

impl Drop for Loud {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

fn first_of(numbers: [u32; 3]) -> u32 {
    match numbers.map(Loud) {
        [first, ..] if first.0 > 1 => {
            println!("take {}", first.0);
            first.0
        }
        [.., last] => last.0,
    }
}

fn main() {
    println!("{}", first_of([5, 6, 7]));
    println!("{}", first_of([0, 6, 7]));
    let [_, rest @ ..] = [8, 9, 10].map(Loud);
    println!("{}", rest.len());
}
