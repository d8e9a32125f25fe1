use std::collections::BTreeMap;

fn main() {
    let mut map: BTreeMap<u32, String> = (0..40).map(|n| (n * 37 % 41, format!("v{n}"))).collect();
    map.remove(&5);
    println!("{:?} {:?}", map.range(3..7).collect::<Vec<_>>(), map.first_key_value());
    let right = map.split_off(&20);
    println!("{} {} {:?}", map.len(), right.len(), map.pop_last());
}
