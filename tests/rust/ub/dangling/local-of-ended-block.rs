fn main() {
    let pointer;
    {
        let x = 1;
        pointer = &raw const x;
    }
    let _x = unsafe { *pointer }; //~ ERROR has been freed
}
