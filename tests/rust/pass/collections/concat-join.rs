fn main() {
    println!("{} {:?}", ["a", "b", "c"].join("-"), [[1, 2], [3, 4]].concat());
    println!("{:?}", vec![1; 3].iter().chain(&[2; 2]).copied().rev().collect::<Vec<_>>());
}
