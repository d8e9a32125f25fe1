use std::rc::Rc;

fn main() {
    let counted = Rc::new(1);
    unsafe { Rc::decrement_strong_count(Rc::as_ptr(&counted)) };
    println!("{counted}"); //~ ERROR use-after-free
}
