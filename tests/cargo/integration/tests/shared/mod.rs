pub fn numbers() -> Vec<u32> {
    vec![1, 2, 3]
}
