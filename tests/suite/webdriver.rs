//! A browser that does what a test says, by the W3C's WebDriver protocol (<https://www.w3.org/TR/webdriver2/>).

use rustassay_testing::{Requirement, skip};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A Chromium with its driver.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

/// How long a page may take to become what a test waits for, which is brought up to date every five seconds; and how long the driver
/// may take for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

impl Browser {
    /// Starts one; `None` if this machine has none.
    pub fn start(folder: &Path) -> Option<Browser> {
        let started = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut driver) = started else {
            skip(Requirement::Browser, "there is no chromedriver; `apt install chromium-driver`");
            return None;
        };
        let mut said =
            BufReader::new(driver.stdout.take().expect("it is a pipe")).lines().map_while(Result::ok);
        let port = said
            .find_map(|line| line.split("successfully on port ").nth(1)?.trim_end_matches('.').parse().ok());
        let mut browser = Browser { driver, port: port.expect("it says its port"), session: String::new() };
        // It runs as whoever runs the tests, in a container at times; the pages are our own.
        let profile = format!("--user-data-dir={}", folder.join("profile").display());
        let args = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            // It asks nobody for anything of its own.
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            &profile,
        ];
        let options = json!({ "goog:chromeOptions": { "args": args } });
        let session =
            browser.send("POST", "/session", &json!({ "capabilities": { "alwaysMatch": options } }));
        browser.session = session["sessionId"].as_str().expect("a session has a name").to_owned();
        Some(browser)
    }

    /// Opens a page.
    pub fn open(&self, address: &str) {
        self.command("url", &json!({ "url": address }));
    }

    /// What a script in the page returns.
    pub fn run(&self, script: &str) -> Value {
        self.command("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Waits until a script says that it is so.
    #[track_caller]
    pub fn wait_for(&self, condition: &str) {
        let began = Instant::now();
        while self.run(&format!("return !!({condition})")) != json!(true) {
            assert!(
                began.elapsed() < PATIENCE,
                "{condition}: {}",
                self.run("return document.body.innerText")
            );
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Takes a screen of some width, and colours that a user may prefer.
    pub fn look_as(&self, width: u32, colours: &str) {
        let screen = json!({ "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false });
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": colours }] });
        for (command, params) in
            [("Emulation.setDeviceMetricsOverride", screen), ("Emulation.setEmulatedMedia", media)]
        {
            self.command("goog/cdp/execute", &json!({ "cmd": command, "params": params }));
        }
    }

    fn command(&self, name: &str, body: &Value) -> Value {
        self.send("POST", &format!("/session/{}/{name}", self.session), body)
    }

    #[track_caller]
    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the driver listens");
        let body = body.to_string();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).expect("the driver listens");
        let body = answer(stream).expect("the driver answers");
        let value: Value = serde_json::from_str(&body).unwrap_or_else(|why| panic!("{why}: {body}"));
        assert!(value["value"]["error"].is_null(), "{path}: {value}");
        value["value"].clone()
    }
}

/// The body of an HTTP answer. The driver may keep the connection open behind it.
fn answer(stream: TcpStream) -> std::io::Result<String> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut stream = BufReader::new(stream);
    let mut len = 0;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let header = line.trim_end().to_ascii_lowercase();
        if header.is_empty() {
            break;
        }
        if let Some(value) = header.strip_prefix("content-length:") {
            len = value.trim().parse().map_err(std::io::Error::other)?;
        }
    }
    let mut body = vec![0; len];
    stream.read_exact(&mut body)?;
    String::from_utf8(body).map_err(std::io::Error::other)
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() && !std::thread::panicking() {
            self.send("DELETE", &format!("/session/{}", self.session), &json!({}));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
