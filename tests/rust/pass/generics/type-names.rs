// What `type_name` gives is what rustc gives: programs print it.

use std::any::{type_name, type_name_of_val};
use std::fmt::Debug;

struct Around<T, A = u8>(T, A);

trait Named {
    fn default(&self) {}
    fn own<U>(_: U) {}
}

impl<T> Named for Around<T> {
    fn own<U>(_: U) {}
}

impl<T> Around<T> {
    fn new<U>(_: U) {
        fn inner() {}
        println!("{}", type_name_of_val(&inner));
        println!("{}", type_name_of_val(&|| ()));
    }
}

trait Related<T> {
    type Other;
}

mod apart {
    impl super::Related<u16> for super::Around<()> {
        type Other = ();
    }
    impl super::Around<bool> {
        pub fn method() {}
    }
}

fn generic<T, const N: usize>() {
    struct Local<X>(X);
    println!("{}", type_name_of_val(&Local(3_u8)));
    println!("{}", type_name_of_val(&|| size_of::<T>()));
}

fn main() {
    println!("{}", type_name_of_val(&|| ()));
    println!("{}", type_name_of_val(&generic::<u8, 3>));
    generic::<u8, 3>();
    println!("{}", type_name_of_val(&Around::<u8>::new::<&str>));
    Around::<u8>::new(1);
    println!("{}", type_name_of_val(&<Around<u16> as Named>::default));
    println!("{}", type_name_of_val(&<Around<u16> as Named>::own::<u8>));
    println!("{}", type_name_of_val(&Around::<bool>::method));
    println!("{}", type_name_of_val(&Vec::<u8>::push));
    println!("{}", type_name_of_val(&Some::<u8>));
    println!("{}", type_name_of_val(&<[u8]>::len));
    println!("{}", type_name_of_val(&u8::pow));
    println!("{}", type_name_of_val(&<u8 as Debug>::fmt));
    println!("{}", type_name_of_val(&<u8 as std::ops::Add>::add));
    println!("{}", type_name_of_val(&async { 1 }));
    println!("{}", type_name_of_val(&(main as fn())));
    println!("{}", type_name_of_val(&"x".chars().map(|c| c)));
    println!("{}", type_name::<Around<u8, u16>>());
    println!("{}", type_name::<Box<dyn Fn(u8) -> u16 + Send>>());
    println!("{}", type_name::<&dyn Iterator<Item = [(u8,); 2]>>());
    println!("{}", type_name::<dyn Related<u8, Other = u16>>());
    println!("{}", type_name::<fn(&u8) -> &u8>());
    println!("{}", type_name::<unsafe extern "C" fn(i32)>());
    println!("{}", type_name::<(*const str, *mut (), &mut [char], Option<bool>)>());
    println!("{}", type_name::<std::collections::HashMap<String, Vec<f64>>>());
}
