fn function() {}

fn main() {
    let pointer = function as fn() as *const u8;
    let _byte = unsafe { *pointer }; //~ ERROR holds no data
}
