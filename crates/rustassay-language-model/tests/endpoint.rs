//! A model on this machine: a server of some lines, which says what a test wants.

use rustassay_language_model::{Endpoint, LanguageModel, Memory, ModelError};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Serves these answers, one a connection, and gives what it was asked. `None` is an answer that never comes.
fn server(answers: Vec<Option<String>>) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let address = listener.local_addr().expect("it has an address");
    let (asked, questions) = channel();
    std::thread::spawn(move || {
        for answer in answers {
            let Ok((mut stream, _)) = listener.accept() else { return };
            let mut text = String::new();
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = stream.read(&mut buffer) {
                text.push_str(&String::from_utf8_lossy(&buffer[..length]));
                let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
                let wanted = head.to_lowercase();
                let wanted =
                    wanted.split("content-length: ").nth(1).and_then(|rest| rest.split("\r\n").next());
                if wanted
                    .and_then(|length| length.parse().ok())
                    .is_some_and(|length: usize| body.len() >= length)
                {
                    break;
                }
            }
            let _ = asked.send(text);
            match answer {
                Some(answer) => _ = stream.write_all(answer.as_bytes()),
                None => std::thread::sleep(Duration::from_secs(3)),
            }
        }
    });
    (format!("http://{address}/v1"), questions)
}

fn http(status: &str, body: &str) -> Option<String> {
    Some(format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    ))
}

fn saying(content: &str) -> Option<String> {
    http("200 OK", &serde_json::json!({ "choices": [{ "message": { "content": content } }] }).to_string())
}

fn endpoint(url: String) -> Endpoint {
    Endpoint { url, model: "small".to_owned(), key: None, timeout: Duration::from_secs(20) }
}

#[test]
fn a_question_gets_its_answer_with_the_key_and_the_models_name() {
    let (url, questions) = server(vec![saying("hello")]);
    let endpoint = Endpoint { key: Some("secret".to_owned()), ..endpoint(url) };
    assert_eq!(endpoint.ask("who?").as_deref(), Ok("hello"));
    let asked = questions.recv().expect("it was asked");
    assert!(asked.starts_with("POST /v1/chat/completions HTTP/1.1"), "{asked}");
    assert!(
        asked.contains("Bearer secret") && asked.contains("who?") && asked.contains("\"small\""),
        "{asked}"
    );
    assert!(!format!("{endpoint:?}").contains("secret"));
}

#[test]
fn a_remembered_answer_needs_no_model() {
    let (url, _questions) = server(vec![saying("```rust\nfn f() {}\n```")]);
    let folder = tempfile::tempdir().expect("a folder");
    let model = LanguageModel { endpoint: endpoint(url), memory: Some(Memory::new(folder.path())) };
    assert_eq!(model.code("q", 100).as_deref(), Ok("fn f() {}"));
    // The server has one answer only.
    assert_eq!(model.code("q", 100).as_deref(), Ok("fn f() {}"));
}

#[test]
fn whatever_goes_wrong_is_said() {
    let nobody = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        format!("http://{}/v1", listener.local_addr().expect("it has an address"))
    };
    let error = endpoint(nobody).ask("q").expect_err("nobody is there");
    assert!(matches!(error, ModelError::Unreachable(_)), "{error}");
    let answers = [
        (http("500 Oops", "no memory"), "status 500: no memory"),
        (http("401 Unauthorized", "{}"), "RUSTASSAY_MODEL_KEY"),
        (http("200 OK", "hello"), "it is not JSON"),
        (http("200 OK", "{}"), "choices[0].message.content"),
        (http("302 Found\r\nLocation: http://127.0.0.1:1/", "{}"), "status 302"),
        (http("200 OK", &" ".repeat(2 << 20)), "longer than"),
    ];
    for (answer, expected) in answers {
        let (url, _questions) = server(vec![answer]);
        let error = endpoint(url).ask("q").expect_err("it is of no use").to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_model_that_never_answers_is_not_waited_for() {
    let (url, _questions) = server(vec![None]);
    let timeout = Duration::from_secs(1);
    let endpoint = Endpoint { timeout, ..endpoint(url) };
    assert_eq!(endpoint.ask("q"), Err(ModelError::TooSlow(timeout)));
}

#[cfg(not(feature = "tls"))]
#[test]
fn without_tls_an_https_endpoint_is_refused_with_a_hint() {
    let error = endpoint("https://127.0.0.1:1/v1".to_owned()).ask("q").expect_err("there is no TLS");
    assert!(error.to_string().contains("tls"), "{error}");
}

#[test]
fn answers_without_code_and_code_that_reaches_out_are_refused() {
    for (content, expected) in
        [("no code", "no block"), ("```rust\nuse std::process::exit;\n```", "`process`")]
    {
        let (url, _questions) = server(vec![saying(content)]);
        let error = LanguageModel { endpoint: endpoint(url), memory: None }
            .code("q", 100)
            .expect_err("it is of no use");
        assert!(error.to_string().contains(expected), "{error}");
        assert!(error.is_of_the_answer());
    }
}
