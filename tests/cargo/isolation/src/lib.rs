//! Tests that use the world around a program. Isolation refuses most of it.

use std::env;
use std::fs;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::time::SystemTime;

#[test]
fn reads_a_file() {
    assert_eq!(fs::read_to_string("data.txt").unwrap(), "some text\n");
}

#[test]
fn writes_a_file() {
    fs::write("made.txt", "x").unwrap();
    fs::remove_file("made.txt").unwrap();
}

#[test]
fn lists_a_folder() {
    assert!(fs::read_dir(".").unwrap().count() > 2);
}

#[test]
fn leaves_the_folder() {
    fs::read("../elsewhere").unwrap_err();
}

#[test]
fn connects() {
    TcpStream::connect("127.0.0.1:1").unwrap_err();
}

#[test]
fn listens() {
    TcpListener::bind("127.0.0.1:0").unwrap();
}

#[test]
fn starts_a_process() {
    Command::new("true").output().unwrap();
}

#[test]
fn reads_the_input() {
    assert_eq!(io::stdin().read_line(&mut String::new()).unwrap(), 0);
}

#[test]
fn tells_the_environment() {
    println!("MINE={:?}, OTHER={:?}", env::var("MINE"), env::var("OTHER"));
    println!("{}", env::var("CARGO_PKG_NAME").unwrap());
    println!("{}", env::current_dir().unwrap().display());
    assert_eq!(env::current_dir().unwrap().to_str(), env::var("CARGO_MANIFEST_DIR").ok().as_deref());
}

#[test]
fn tells_the_time() {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    println!("the year {}", 1970 + since.as_secs() / 31_556_952);
}
