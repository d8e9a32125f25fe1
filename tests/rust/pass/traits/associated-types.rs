trait Container {
    type Item;
    fn first(&self) -> Option<Self::Item>;
}

impl<T: Clone> Container for [T] {
    type Item = T;
    fn first(&self) -> Option<T> {
        self.iter().next().cloned()
    }
}

fn show<C: Container<Item = char> + ?Sized>(container: &C) -> String {
    container.first().map_or("none".into(), |c| c.to_string())
}

fn main() {
    println!("{} {}", show(&['x', 'y'][..]), show(&[][..]));
}
