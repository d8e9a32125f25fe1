use std::any::Any;

fn main() {
    let value: Box<dyn Any> = Box::new(1_u8);
    let pointer = Box::into_raw(value).cast::<u64>();
    let _number = unsafe { *pointer }; //~ ERROR
}
