struct Node {
    value: u32,
    next: *mut Node,
}

fn main() {
    let mut head: *mut Node = std::ptr::null_mut();
    for value in 0..4 {
        head = Box::into_raw(Box::new(Node { value, next: head }));
    }
    while !head.is_null() {
        let node = unsafe { Box::from_raw(head) };
        print!("{} ", node.value);
        head = node.next;
    }
    println!();
}
