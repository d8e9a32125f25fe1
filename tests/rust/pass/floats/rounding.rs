fn main() {
    for x in [-2.5_f64, -1.5, -0.5, 0.5, 1.5, 2.5] {
        println!("{} {} {} {} {}", x.floor(), x.ceil(), x.round(), x.trunc(), x.round_ties_even());
    }
}
