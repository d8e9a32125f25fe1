#[repr(transparent)]
struct Meters(f64);

fn main() {
    let meters: Meters = unsafe { std::mem::transmute(2.5_f64) };
    println!("{}", meters.0);
}
