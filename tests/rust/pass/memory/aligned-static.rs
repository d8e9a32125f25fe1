#![feature(static_align)]

#[rustc_align_static(512)]
static BYTE: u8 = 7;

#[rustc_align_static(64)]
static mut COUNT: u32 = 1;

fn main() {
    println!("{} {}", (&raw const BYTE).addr() % 512, BYTE);
    unsafe { COUNT += 1 };
    println!("{} {}", (&raw const COUNT).addr() % 64, unsafe { COUNT });
}
