use std::sync::Arc;

fn main() {
    let slice: Arc<[u8]> = Arc::from(vec![1, 2, 3]);
    let text: Arc<str> = "text".into();
    let mut unique = Arc::new(1);
    *Arc::make_mut(&mut unique) += 1;
    println!("{slice:?} {text} {unique} {}", Arc::strong_count(&unique));
    println!("{:?}", Arc::try_unwrap(unique));
}
