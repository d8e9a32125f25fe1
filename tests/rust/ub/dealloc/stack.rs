fn main() {
    let mut x = 1;
    drop(unsafe { Box::from_raw(&raw mut x) }); //~ ERROR stack memory
}
