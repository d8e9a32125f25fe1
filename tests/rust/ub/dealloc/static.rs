static mut NUMBER: i32 = 1;

fn main() {
    drop(unsafe { Box::from_raw(&raw mut NUMBER) }); //~ ERROR static memory
}
