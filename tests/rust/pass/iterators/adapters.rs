fn main() {
    let result: Vec<_> = (1..20).filter(|n| n % 3 == 0).map(|n| n * n).skip(1).take(3).enumerate().collect();
    println!("{result:?}");
    println!("{:?}", "abc".chars().zip(1..).map(|(c, n)| format!("{c}{n}")).collect::<Vec<_>>());
    println!("{:?}", [[1, 2], [3, 4]].iter().flatten().rev().collect::<Vec<_>>());
}
