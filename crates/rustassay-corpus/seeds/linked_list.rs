// A list of boxes: Option, take, replace, mutable walks.

struct Node {
    value: i32,
    next: Option<Box<Node>>,
}

struct Stack {
    head: Option<Box<Node>>,
    length: usize,
}

impl Stack {
    fn new() -> Stack {
        Stack { head: None, length: 0 }
    }

    fn push(&mut self, value: i32) {
        let next: Option<Box<Node>> = self.head.take();
        self.head = Some(Box::new(Node { value, next }));
        self.length += 1;
    }

    fn pop(&mut self) -> Option<i32> {
        let node: Box<Node> = self.head.take()?;
        self.head = node.next;
        self.length -= 1;
        Some(node.value)
    }

    fn reverse(&mut self) {
        let mut previous: Option<Box<Node>> = None;
        let mut current: Option<Box<Node>> = self.head.take();
        while let Some(mut node) = current {
            current = node.next.take();
            node.next = previous;
            previous = Some(node);
        }
        self.head = previous;
    }

    fn sum(&self) -> i32 {
        let mut total: i32 = 0;
        let mut current: Option<&Node> = self.head.as_deref();
        while let Some(node) = current {
            total += node.value;
            current = node.next.as_deref();
        }
        total
    }
}

fn main() {
    let mut stack: Stack = Stack::new();
    for value in 1..6 {
        stack.push(value * value);
    }
    let top: Option<i32> = stack.pop();
    stack.reverse();
    let bottom: Option<i32> = stack.pop();
    let sum: i32 = stack.sum();
    let length: usize = stack.length;
    println!("{top:?} {bottom:?} {sum} {length}");
}
