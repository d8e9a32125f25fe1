// Destructors: their order, moves out of variables, explicit drops, temporaries.

struct Noisy {
    name: &'static str,
    weight: u32,
}

impl Noisy {
    fn new(name: &'static str, weight: u32) -> Noisy {
        Noisy { name, weight }
    }
}

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {} {}", self.name, self.weight);
    }
}

struct Holder {
    first: Noisy,
    second: Option<Noisy>,
}

fn weigh(noisy: Noisy) -> u32 {
    let weight: u32 = noisy.weight;
    weight + 1
}

fn build(start: u32) -> Holder {
    let first: Noisy = Noisy::new("first", start);
    let second: Noisy = Noisy::new("second", start + 1);
    Holder { first, second: Some(second) }
}

fn main() {
    let outer: Noisy = Noisy::new("outer", 1);
    let mut holder: Holder = build(10);
    let taken: Option<Noisy> = holder.second.take();
    let sum: u32 = weigh(Noisy::new("argument", 5));
    {
        let inner: Noisy = Noisy::new("inner", sum);
        println!("inside {}", inner.weight);
    }
    if let Some(noisy) = taken {
        println!("had {}", noisy.name);
    }
    holder.first.weight = 99;
    drop(outer);
    println!("end {}", holder.first.weight);
}
