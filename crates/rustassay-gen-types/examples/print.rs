//! Prints programs: `cargo run -p rustassay-gen-types --example print -- SET KIND SEED COUNT`.

use rustassay_gen_types::{TypesKind, sets};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, otherwise: u64| {
        args.get(index).and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let set = sets()
        .iter()
        .find(|set| args.first().is_none_or(|name| name == set.name()))
        .expect("a set of that name");
    let kind = TypesKind::ALL
        .into_iter()
        .find(|kind| args.get(1).is_some_and(|name| name == kind.name()))
        .unwrap_or(TypesKind::Well);
    for seed in number(2, 0)..number(2, 0) + number(3, 1) {
        for program in set.generate(seed, kind) {
            println!("// {}: {:?}\n{}", program.name, program.fate, program.text);
        }
    }
}
