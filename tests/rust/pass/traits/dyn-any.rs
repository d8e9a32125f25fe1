use std::any::{Any, type_name};

fn describe(value: &dyn Any) -> String {
    if let Some(number) = value.downcast_ref::<i32>() {
        format!("number {number}")
    } else if value.is::<String>() {
        "text".into()
    } else {
        "unknown".into()
    }
}

fn main() {
    println!("{} {} {}", describe(&5), describe(&String::new()), describe(&1.0));
    println!("{}", type_name::<Option<u8>>());
}
