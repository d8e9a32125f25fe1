//! What a client may cost.

use crate::common::{Server, TOKEN};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

#[test]
fn a_request_that_is_too_large_is_refused() {
    let server = Server::start();
    let long = "a".repeat(1 << 20);
    let head = server.say(format!("GET /{long} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes());
    assert!(matches!(head.status, 414 | 431), "{}", head.head);
    let header = server.say(format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {long}\r\n\r\n").as_bytes());
    assert_eq!(header.status, 431, "{}", header.head);
    let many = "X: y\r\n".repeat(100);
    assert_eq!(server.say(format!("GET / HTTP/1.1\r\nHost: localhost\r\n{many}\r\n").as_bytes()).status, 431);
    let token = format!("Authorization: Bearer {TOKEN}");
    let body = server.ask("POST /findings/1/state", &[&token], &format!("status=ignored&note={long}"));
    assert_eq!(body.status, 413, "{}", body.head);
    assert_eq!(server.state(), "new");
}

#[test]
fn a_client_that_says_nothing_is_left() {
    let server = Server::start();
    let mut slow = TcpStream::connect(server.address).expect("it listens");
    slow.write_all(b"GET / HTTP/1.1\r\nHost: loc").expect("it listens");
    slow.set_read_timeout(Some(Duration::from_secs(60))).expect("it is a time");
    let began = Instant::now();
    assert_eq!(server.get("/").status, 200, "others are served meanwhile");
    let mut rest = Vec::new();
    let _ = slow.read_to_end(&mut rest);
    assert!(began.elapsed() < Duration::from_secs(40), "{:?}", began.elapsed());
}

#[test]
fn what_is_no_http_is_refused() {
    let server = Server::start();
    assert_eq!(server.say(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n").status, 400);
    assert_eq!(server.ask("DELETE /findings/1", &[], "").status, 405);
    assert_eq!(server.ask("TRACE /", &[], "").status, 405);
    assert_eq!(server.get("/").status, 200);
}
