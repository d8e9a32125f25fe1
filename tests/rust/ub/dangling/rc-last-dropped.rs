use std::rc::Rc;

fn main() {
    let counted = Rc::new(7);
    let pointer = Rc::as_ptr(&counted);
    let other = counted.clone();
    drop(counted);
    drop(other);
    let _value = unsafe { *pointer }; //~ ERROR has been freed
}
