use std::rc::{Rc, Weak};

struct Gadget {
    me: Weak<Gadget>,
    number: u8,
}

fn main() {
    let gadget = Rc::new_cyclic(|me| Gadget { me: me.clone(), number: 4 });
    println!("{}", gadget.me.upgrade().unwrap().number);
}
