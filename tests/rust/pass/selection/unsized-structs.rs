use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

struct Tagged<T: ?Sized> {
    tag: u8,
    value: T,
}

fn show(tagged: &Tagged<dyn Debug>) -> String {
    format!("{} {:?} {}", tagged.tag, &tagged.value, size_of_val(tagged))
}

fn main() {
    let number = Tagged { tag: 1, value: 2_u64 };
    let text = Tagged { tag: 3, value: "four" };
    println!("{} {}", show(&number), show(&text));
    let slice: Box<Tagged<[u16]>> = Box::new(Tagged { tag: 9, value: [1, 2, 3] });
    println!("{} {:?} {}", slice.tag, &slice.value[1..], align_of_val(&*slice));
    let shared: Rc<[String]> = vec!["a".to_owned(), "b".to_owned()].into();
    let object: Rc<dyn Debug> = Rc::new(5);
    let text: Arc<str> = "text".into();
    println!("{shared:?} {object:?} {text} {}", Rc::strong_count(&shared));
    let nested: Rc<Tagged<dyn Debug>> = Rc::new(Tagged { tag: 7, value: [0_u8; 3] });
    println!("{}", show(&nested));
}
