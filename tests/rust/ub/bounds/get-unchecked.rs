fn main() {
    let array = [1, 2, 3];
    let slice = &array[..];
    let _value = unsafe { *slice.get_unchecked(3) }; //~ ERROR `assume` called with `false`
}
