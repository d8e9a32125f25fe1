//! Since 2024, temporaries of the last expression are dropped before the local variables.
//@ edition: 2024

struct Noisy(&'static str);

impl Noisy {
    fn number(&self) -> usize {
        self.0.len()
    }
}

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

fn number() -> usize {
    let _local = Noisy("local");
    Noisy("temporary").number()
}

fn main() {
    println!("{}", number());
}
