// A hash map and a B-tree, filled, looked up and emptied.
use std::collections::{BTreeMap, HashMap};

fn main() {
    let mut words: HashMap<u64, u64> = HashMap::new();
    let mut tree: BTreeMap<u64, u64> = BTreeMap::new();
    for round in 0..2_u64 {
        for number in 0..600_u64 {
            let key = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) % 800;
            *words.entry(key).or_insert(round) += number;
            *tree.entry(key).or_default() += number;
        }
        for key in 0..400 {
            words.remove(&(key * 2));
            tree.remove(&(key * 2));
        }
    }
    println!("{} {} {}", words.len(), tree.len(), words.values().zip(tree.values()).map(|(a, b)| a ^ b).count());
}
