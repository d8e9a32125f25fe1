//! `rustassay serve`: the command, and how a browser shows its pages. What others may try is tested in the crate `rustassay-serve`.

use crate::TOOL;
use crate::report::{PROGRAM, store};
use crate::webdriver::Browser;
use rustassay_store::annotate;
use rustassay_store::record::{FindingState, FindingStatus};
use rustassay_testing::{code, stderr};
use serde_json::json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const TOKEN: &str = "a-token-of-the-tests";

fn folder(name: &str) -> PathBuf {
    TOOL.folder(&format!("serve/{name}"))
}

/// The command at work.
struct Server {
    child: Child,
    /// As it says itself, without a slash at the end.
    address: String,
}

impl Server {
    fn start(store: &Path) -> Server {
        let mut command = TOOL.command();
        command
            .args(["serve", "--port", "0", "--log", "json", "--store"])
            .arg(store)
            .env("RUSTASSAY_TOKEN", TOKEN);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
        let mut said = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("it is a pipe"));
        output.read_line(&mut said).expect("it says where it is");
        let address = said.split_whitespace().last().expect("it says where it is").trim_end_matches('/');
        Server { address: address.to_owned(), child }
    }

    /// Ends it with Ctrl-C; gives the exit code and what it wrote to standard error.
    fn end(mut self) -> (Option<i32>, String) {
        let sent = Command::new("kill").args(["-s", "INT", &self.child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()), "`kill` is part of every system");
        let status = self.child.wait().expect("it is our child");
        let mut log = String::new();
        self.child.stderr.take().expect("it is a pipe").read_to_string(&mut log).expect("it is text");
        (status.code(), log)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_serves_until_ctrl_c_and_logs_every_request() {
    let server = Server::start(&store(&folder("plain")));
    let host = server.address.trim_start_matches("http://").to_owned();
    let mut stream = TcpStream::connect(&host).expect("it listens");
    stream
        .write_all(
            format!("GET /findings?text=secret HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
                .as_bytes(),
        )
        .expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    let (code, log) = server.end();
    assert_eq!(code, Some(0), "{log}");
    let line = log.lines().find(|line| line.contains("\"event\":\"request\"")).expect("it is logged");
    let line: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
    assert_eq!((&line["path"], &line["status"]), (&json!("/findings"), &json!(200)));
    assert!(!log.contains(TOKEN), "a token that is given is not said");
}

#[test]
fn without_a_store_or_with_a_port_that_is_taken_it_exits_with_2() {
    let folder = folder("refused");
    let taken = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let port = taken.local_addr().expect("it is bound").port().to_string();
    let store = store(&folder);
    let none = folder.join("none");
    let cases = [
        (none.as_path(), "0", TOKEN, "campaign.sqlite"),
        (store.as_path(), port.as_str(), TOKEN, "cannot listen on 127.0.0.1:"),
        (store.as_path(), "0", "short", "a token has at least 16 characters"),
    ];
    for (store, port, token, expected) in cases {
        let mut command = TOOL.command();
        command.args(["serve", "--port", port, "--store"]).arg(store).env("RUSTASSAY_TOKEN", token);
        let output = command.output().expect("the binary runs");
        assert_eq!(code(&output), 2, "{}", stderr(&output));
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
}

#[test]
fn a_browser_finds_a_finding_and_sets_its_state() {
    let folder = folder("state");
    let Some(browser) = Browser::start(&folder) else { return };
    let server = Server::start(&store(&folder));
    browser.open(&format!("{}/findings", server.address));
    assert_eq!(browser.run("return document.querySelectorAll('tbody tr').length"), json!(4));
    browser.run("const f = document.forms[0]; f.elements.text.value = 'mir:GVN'; f.requestSubmit()");
    browser.wait_for("document.querySelectorAll('tbody tr').length === 1");
    browser.run("document.querySelector('tbody a').click()");
    browser.wait_for("location.pathname === '/findings/1'");
    assert_eq!(browser.run("return document.querySelector('#shown pre').textContent"), json!(PROGRAM));
    browser.run("document.querySelector('#state ~ p a[href^=\"/login\"]').click()");
    browser.wait_for("document.forms[0] && document.forms[0].elements.token");
    browser
        .run(&format!("const f = document.forms[0]; f.elements.token.value = '{TOKEN}'; f.requestSubmit()"));
    browser.wait_for(
        "location.pathname === '/findings/1' && document.querySelector('form[action$=\"/state\"]')",
    );
    browser.run(
        "const f = document.querySelector('form[action$=\"/state\"]'); f.elements.status.value = 'filed'; \
         f.elements.note.value = 'https://example.org/1'; f.requestSubmit()",
    );
    browser.wait_for("document.querySelector('#state ~ p a[href=\"https://example.org/1\"]')");
    browser.open(&format!("{}/findings?status=filed", server.address));
    assert_eq!(browser.run("return document.querySelectorAll('tbody tr').length"), json!(1));
}

#[test]
fn a_browser_brings_a_page_up_to_date_by_itself() {
    let folder = folder("live");
    let Some(browser) = Browser::start(&folder) else { return };
    let store = store(&folder);
    let server = Server::start(&store);
    browser.open(&format!("{}/", server.address));
    browser.run("window.isSame = true");
    let fixed = FindingState { status: FindingStatus::Fixed, note: String::new(), at: i64::MAX / 2 };
    assert!(annotate(&(&store).into(), 1, &fixed).expect("it can be written"));
    browser.wait_for("document.querySelector('.state.fixed')");
    assert_eq!(browser.run("return window.isSame"), json!(true), "the page was not loaded anew");
}

#[test]
fn a_browser_shows_all_pages_on_any_screen_in_light_and_dark_and_runs_nothing_of_others() {
    let folder = folder("screens");
    let Some(browser) = Browser::start(&folder) else { return };
    let server = Server::start(&store(&folder));
    for path in ["/", "/findings", "/findings/1", "/programs/1", "/coverage", "/login"] {
        let mut grounds = Vec::new();
        for (width, colours) in [(1280, "light"), (360, "dark")] {
            browser.look_as(width, colours);
            browser.open(&format!("{}{path}", server.address));
            let wide = browser.run("return document.documentElement.scrollWidth");
            assert!(wide.as_u64() <= Some(width.into()), "{path} sticks out at the side: {wide} of {width}");
            grounds.push(browser.run("return getComputedStyle(document.body).backgroundColor"));
        }
        assert_ne!(grounds[0], grounds[1], "{path} has colours for the dark");
        let loaded =
            "return performance.getEntriesByType('resource').map(it => new URL(it.name).pathname).sort()";
        assert_eq!(browser.run(loaded), json!(["/live.js", "/style.css"]), "{path}");
        assert_eq!(browser.run("return document.scripts.length"), json!(1), "{path}");
        let bytes = browser.run("return performance.getEntriesByType('navigation')[0].transferSize");
        assert!(bytes.as_u64() < Some(300_000), "{path}: {bytes}");
    }
}
