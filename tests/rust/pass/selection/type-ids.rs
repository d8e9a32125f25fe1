use std::any::{Any, TypeId, type_name};

const OF_U8: TypeId = TypeId::of::<u8>();
static KNOWN: [TypeId; 2] = [TypeId::of::<String>(), TypeId::of::<&'static str>()];

fn describe(value: &dyn Any) -> &'static str {
    if value.type_id() == OF_U8 {
        "u8"
    } else if KNOWN.contains(&value.type_id()) {
        "text"
    } else if value.is::<Vec<i32>>() {
        "numbers"
    } else {
        "something"
    }
}

fn main() {
    println!("{} {} {}", describe(&1_u8), describe(&String::new()), describe(&"x"));
    println!("{} {}", describe(&vec![1]), describe(&1.5));
    let boxed: Box<dyn Any + Send> = Box::new(7_i32);
    println!("{:?}", boxed.downcast_ref::<i32>());
    println!("{}", boxed.downcast::<u32>().is_err());
    println!("{} {}", type_name::<Option<u8>>(), TypeId::of::<fn()>() == TypeId::of::<fn() -> u8>());
}
