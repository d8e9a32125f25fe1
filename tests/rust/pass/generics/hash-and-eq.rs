use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash, Hasher};

#[derive(Hash, PartialEq, Eq, PartialOrd, Ord, Clone, Debug)]
enum Key {
    Number(i32),
    Text(String),
}

fn main() {
    let mut hasher = DefaultHasher::new();
    Key::Number(5).hash(&mut hasher);
    println!("{:x}", hasher.finish());
    let mut map: HashMap<Key, u8, BuildHasherDefault<DefaultHasher>> = HashMap::default();
    map.insert(Key::Text("a".into()), 1);
    println!("{:?} {}", map.get(&Key::Text("a".into())), Key::Number(9) < Key::Text("".into()));
    println!("{:x}", map.hasher().hash_one(7_u8));
}
