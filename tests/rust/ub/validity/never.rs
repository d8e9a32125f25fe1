enum Never {}

fn main() {
    let _never: Never = unsafe { std::mem::transmute(()) }; //~ ERROR uninhabited
}
