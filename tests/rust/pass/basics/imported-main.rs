#![feature(imported_main)]

mod inner {
    pub fn begin() -> Result<(), String> {
        println!("begun");
        Ok(())
    }
}

use inner::begin as main;
