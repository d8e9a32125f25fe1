// What every run costs.
fn main() {
    println!("nothing");
}
