fn main() {
    let x = 1;
    let x = {
        let x = x + 1;
        x * 10
    };
    println!("{x}");
}
