use std::collections::BTreeMap;

fn main() {
    let mut map = BTreeMap::from([(1, Box::new(1))]);
    let pointer: *const i32 = &*map[&1];
    map.remove(&1);
    let _value = unsafe { *pointer }; //~ ERROR has been freed
}
