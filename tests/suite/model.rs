//! An optional language model: a server of some lines on this machine, which answers as one.

use crate::TOOL;
use rustassay_testing::reference_rustc;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Output;

fn rustassay(args: &[&str], folder: &Path) -> Output {
    TOOL.command().args(args).current_dir(folder).output().expect("the binary runs")
}

/// Answers each connection with the next of these contents, and the URL.
fn server(contents: Vec<String>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let address = listener.local_addr().expect("it has an address");
    std::thread::spawn(move || {
        for content in contents {
            let Ok((mut stream, _)) = listener.accept() else { return };
            let mut asked = Vec::new();
            let mut buffer = [0; 4096];
            // A question ends with the end of its JSON.
            while let Ok(length @ 1..) = stream.read(&mut buffer) {
                asked.extend(&buffer[..length]);
                if asked.ends_with(b"}") {
                    break;
                }
            }
            let body = serde_json::json!({ "choices": [{ "message": { "content": content } }] }).to_string();
            let head =
                format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            let _ = stream.write_all((head + &body).as_bytes());
        }
    });
    format!("http://{address}/v1")
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    std::fs::write(folder.path().join("seed.rs"), "fn main() { println!(\"{}\", 1 + 2); }\n")
        .expect("a file");
    folder
}

#[test]
fn a_models_mutant_is_marked_and_comes_from_the_cache_the_second_time() {
    let folder = folder();
    let url = server(vec!["```rust\nfn main() { println!(\"{}\", 1 - 2); }\n```".to_owned()]);
    let args = ["mutate", "seed.rs", "--mutator", "flip-operator", "--model-url", &url, "--model", "small"];
    let first = rustassay(&args, folder.path());
    let text = String::from_utf8_lossy(&first.stdout).into_owned();
    assert_eq!(first.status.code(), Some(0), "{}", String::from_utf8_lossy(&first.stderr));
    assert!(text.contains("written by a language model (small)") && text.contains("1 - 2"), "{text}");
    // The server is gone by now.
    let again = rustassay(&args, folder.path());
    assert_eq!(String::from_utf8_lossy(&again.stdout), text);
}

#[test]
fn what_a_model_does_wrong_is_said() {
    let folder = folder();
    for (content, why) in [
        ("```rust\nfn main() {\n```", "no Rust"),
        ("```rust\nfn main() { println!(\"{}\", 1 + 2); }\n```", "changed nothing"),
        ("I cannot do that.", "no block of Rust code"),
        ("```rust\nfn main() { std::process::abort() }\n```", "`process`"),
    ] {
        let url = server(vec![content.to_owned()]);
        let cache = format!("cache-{}", url.len() + content.len());
        let args = ["mutate", "seed.rs", "--model-url", &url, "--model", "small", "--model-cache", &cache];
        let output = rustassay(&args, folder.path());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn a_model_that_is_not_there_is_an_error_with_exit_code_2() {
    let folder = folder();
    let args = ["mutate", "seed.rs", "--model-url", "http://127.0.0.1:1/v1", "--model", "small"];
    let output = rustassay(&args, folder.path());
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("cannot be reached") && said.contains("--model-url"), "{said}");
    let output = rustassay(&["mutate", "seed.rs", "--model-url", "http://127.0.0.1:1/v1"], folder.path());
    assert_eq!(output.status.code(), Some(2), "a model needs a name");
}

#[test]
fn a_models_twins_are_compared_and_their_differences_are_no_findings() {
    let folder = folder();
    let by_example =
        "macro_rules! twin_by_model { ($e:expr) => { fn main() { println!(\"{}\", $e * 2); } }; }";
    let procedural = "use proc_macro::TokenStream;\n#[proc_macro]\npub fn twin_by_model(input: TokenStream) -> TokenStream {\n    \
                      format!(\"fn main() {{ println!(\\\"{{}}\\\", {} * 2); }}\", input).parse().unwrap()\n}";
    let url = server([by_example, procedural].map(|code| format!("```rust\n{code}\n```")).to_vec());
    let args = ["twins", "seed.rs", "--count", "1", "--kind", "literal", "--without-syn", "--jobs", "1"];
    let rustc = reference_rustc();
    let rustc = rustc.to_str().expect("a path that is text");
    let more = ["--rustc", rustc, "--model-url", &url, "--model", "small", "--model-pairs", "1"];
    let output = rustassay(&[&args[..], &more].concat(), folder.path());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("by the model small: 1 pairs, 0 invalid"), "{text}");
    // `$e * 2` keeps an expression together, what is put into a text does not: a difference, and a known one.
    assert!(text.contains(", 1 explained by lost grouping"), "{text}");
    assert!(!text.contains("the model's macros differ"), "{text}");
}
