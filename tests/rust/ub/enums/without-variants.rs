enum Void {}

fn main() {
    let nothing = &raw const *&();
    let _void = unsafe { std::ptr::read(nothing.cast::<Void>()) }; //~ ERROR uninhabited
}
