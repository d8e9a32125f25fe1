#[derive(Debug, Clone, Copy)]
struct Marker;

fn main() {
    let markers = vec![Marker; 1000];
    println!("{} {} {:?}", markers.len(), size_of_val(&*markers), markers.last());
}
