fn main() {
    unsafe { std::hint::assert_unchecked(std::hint::black_box(1) == 2) }; //~ ERROR `assume` called with `false`
}
