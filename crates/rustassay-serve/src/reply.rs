//! What is said.

use hyper::StatusCode;
use maud::Markup;
use serde_json::Value;

/// An answer, without a network.
#[derive(Clone, Debug)]
pub struct Reply {
    #[allow(missing_docs)]
    pub status: StatusCode,
    /// The type of the body.
    pub kind: &'static str,
    #[allow(missing_docs)]
    pub body: Vec<u8>,
    /// Headers that not every answer has.
    pub headers: Vec<(&'static str, String)>,
    /// Whether the client has to wait for it, because it may be guessing.
    pub is_late: bool,
}

impl Reply {
    fn new(status: StatusCode, kind: &'static str, body: impl Into<Vec<u8>>) -> Reply {
        Reply { status, kind, body: body.into(), headers: Vec::new(), is_late: false }
    }

    /// A page.
    pub fn page(status: StatusCode, page: Markup) -> Reply {
        Reply::new(status, "text/html; charset=utf-8", page.into_string())
    }

    /// Data for a program.
    pub fn json(status: StatusCode, value: &Value) -> Reply {
        Reply::new(status, "application/json", format!("{value}\n"))
    }

    /// A file of the server's own.
    pub fn own(kind: &'static str, content: &'static str) -> Reply {
        Reply::new(StatusCode::OK, kind, content)
    }

    /// Text.
    pub fn text(status: StatusCode, kind: &'static str, text: String) -> Reply {
        Reply::new(status, kind, text)
    }

    /// A file of somebody else's, to be saved and not to be shown. `name` is what it is saved as.
    pub fn file(name: &str, content: Vec<u8>) -> Reply {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let name: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
        let disposition = format!("attachment; filename=\"{}\"", name.trim_start_matches('.'));
        Reply::new(StatusCode::OK, "text/plain; charset=utf-8", content)
            .with("Content-Disposition", disposition)
    }

    /// Sends a browser to another page of ours.
    pub fn see(path: &str) -> Reply {
        Reply::new(StatusCode::SEE_OTHER, "text/plain; charset=utf-8", "").with("Location", path.to_owned())
    }

    /// The same with another header.
    pub fn with(mut self, name: &'static str, value: String) -> Reply {
        self.headers.push((name, value));
        self
    }

    /// The same for somebody who may be guessing.
    pub fn late(mut self) -> Reply {
        self.is_late = true;
        self
    }
}
