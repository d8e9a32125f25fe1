//! A compiler works as ever where it is contained, and what it runs is contained with it.
#![cfg(target_os = "linux")]

use std::os::unix::fs::MetadataExt;
use std::{env, fs};

use rustassay_process::{End, Finished, Scratch, Task, protections, run};
use rustassay_testing::{Requirement, reference_rustc, skip};

fn compile(scratch: &Scratch, args: &[&str]) -> Finished {
    let rustc = reference_rustc();
    let mut task = Task::new(&rustc, scratch.path()).args(args);
    task.env = env::vars_os().filter(|(name, _)| name == "PATH").collect();
    run(&task).unwrap_or_else(|error| panic!("{error}"))
}

/// GNU's linker makes a file and then gives it the permission to be executed.
#[test]
fn a_linker_makes_its_output_executable() {
    let scratch = Scratch::new().expect("a folder can be made");
    fs::write(scratch.path().join("main.rs"), "fn main() { println!(\"linked\") }").expect("it is ours");
    let built = compile(&scratch, &["main.rs", "-o", "main", "-Clink-arg=-fuse-ld=bfd"]);
    let said = String::from_utf8_lossy(&built.stderr);
    if said.contains("cannot find 'ld'") || said.contains("invalid linker name") {
        return skip(Requirement::Bfd, "there is no `ld.bfd`; it is part of binutils");
    }
    assert_eq!(built.end, End::Exited(0), "{said}");
    let ran = run(&Task::new(&scratch.path().join("main"), scratch.path())).expect("it can be executed");
    assert_eq!((ran.end, &*ran.stdout), (End::Exited(0), &b"linked\n"[..]));
}

#[test]
fn a_macro_changes_no_permissions_outside() {
    if !protections().metadata_asked {
        return skip(Requirement::Seccomp, "this machine has no seccomp filter that asks us");
    }
    let (scratch, outside) = (Scratch::new().expect("a folder"), Scratch::new().expect("a folder"));
    let victim = outside.path().join("file");
    fs::write(&victim, "").expect("it is ours");
    let before = fs::metadata(&victim).expect("it is there").ctime_nsec();
    let attacker = "extern crate proc_macro;
        #[proc_macro]
        pub fn attack(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
            let file = input.to_string();
            let mode = std::os::unix::fs::PermissionsExt::from_mode(0o777);
            let outcome = std::fs::set_permissions(file.trim_matches('\"'), mode).is_ok();
            format!(\"compile_error!(\\\"got through: {outcome}\\\");\").parse().unwrap()
        }";
    fs::write(scratch.path().join("attacker.rs"), attacker).expect("it is ours");
    let user = format!("attacker::attack! {{ {:?} }}", victim.display().to_string());
    fs::write(scratch.path().join("user.rs"), user).expect("it is ours");
    let built = compile(&scratch, &["attacker.rs", "--crate-type=proc-macro"]);
    assert_eq!(built.end, End::Exited(0), "{}", String::from_utf8_lossy(&built.stderr));
    let args = ["user.rs", "--crate-type=lib", "--edition=2021", "--extern", "attacker=libattacker.so"];
    let used = compile(&scratch, &args);
    let message = String::from_utf8_lossy(&used.stderr).into_owned();
    assert!(message.contains("got through: false"), "{message}");
    assert_eq!(fs::metadata(&victim).expect("it is there").ctime_nsec(), before);
}
