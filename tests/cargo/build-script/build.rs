use std::process::Command;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(is_built)");
    println!("cargo::rustc-cfg=is_built");
    let out = std::env::var("OUT_DIR").unwrap();
    // What build scripts ask to see what the compiler can do: it answers as the stable one that it is.
    let probe = format!("{out}/probe.rs");
    std::fs::write(&probe, "#![feature(never_type)]").unwrap();
    let mut rustc = match std::env::var_os("RUSTC_WRAPPER") {
        Some(wrapper) => {
            let mut command = Command::new(wrapper);
            command.arg(std::env::var_os("RUSTC").unwrap());
            command
        }
        None => Command::new(std::env::var_os("RUSTC").unwrap()),
    };
    rustc.args(["--crate-type=lib", "--emit=metadata", "--target"]).arg(std::env::var("TARGET").unwrap());
    let is_nightly = rustc.arg("--out-dir").arg(&out).arg(&probe).output().unwrap().status.success();
    std::fs::write(format!("{out}/made.rs"), format!("pub const IS_NIGHTLY: bool = {is_nightly};")).unwrap();
}
