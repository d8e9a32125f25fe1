use std::collections::VecDeque;

fn main() {
    let mut queue: VecDeque<u32> = (0..4).collect();
    queue.rotate_left(1);
    queue.push_front(9);
    queue.pop_back();
    println!("{queue:?}");
    println!("{:?}", queue.make_contiguous());
}
