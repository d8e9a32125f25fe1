use std::collections::LinkedList;

fn main() {
    let mut list = LinkedList::from([1, 2, 3]);
    list.push_front(0);
    let tail = list.split_off(2);
    println!("{list:?} {tail:?}");
}
