trait Depth {
    fn depth(&self) -> usize;
}

impl Depth for () {
    fn depth(&self) -> usize {
        0
    }
}

impl<T: Depth> Depth for Box<T> {
    fn depth(&self) -> usize {
        1 + (**self).depth()
    }
}

fn main() {
    println!("{}", Box::new(Box::new(Box::new(()))).depth());
}
