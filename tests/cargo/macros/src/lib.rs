answer::answer!();

#[test]
fn the_answer_is_expanded() {
    assert_eq!(ANSWER, 42);
}
