struct Node {
    value: i32,
    next: *mut Node,
}

fn main() {
    let last = Box::into_raw(Box::new(Node { value: 2, next: std::ptr::null_mut() }));
    let first = Node { value: 1, next: last };
    unsafe {
        drop(Box::from_raw(last));
        println!("{} {}", first.value, (*first.next).value); //~ ERROR has been freed
    }
}
