#[derive(Default)]
struct Stack<T> {
    items: Vec<T>,
}

impl<T> Stack<T> {
    fn push(&mut self, item: T) -> &mut Self {
        self.items.push(item);
        self
    }
}

impl<T> IntoIterator for Stack<T> {
    type Item = T;
    type IntoIter = std::iter::Rev<std::vec::IntoIter<T>>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter().rev()
    }
}

fn main() {
    let mut stack = Stack::default();
    stack.push("a").push("b").push("c");
    println!("{:?}", stack.into_iter().collect::<Vec<_>>());
}
