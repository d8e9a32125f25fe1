fn numbers(up: bool) -> Box<dyn Iterator<Item = u32>> {
    if up { Box::new(0..3) } else { Box::new((0..3).rev()) }
}

fn main() {
    println!("{:?} {:?}", numbers(true).collect::<Vec<_>>(), numbers(false).map(|n| n * 2).collect::<Vec<_>>());
}
