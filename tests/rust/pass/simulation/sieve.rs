fn main() {
    let mut is_prime = vec![true; 200];
    for n in 2..200 {
        if is_prime[n] {
            (n * n..200).step_by(n).for_each(|multiple| is_prime[multiple] = false);
        }
    }
    println!("{}", (2..200).filter(|&n| is_prime[n]).map(|n| n.to_string()).collect::<Vec<_>>().join(" "));
}
