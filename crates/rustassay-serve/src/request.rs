//! What is asked.

use hyper::HeaderMap;
use hyper::header::{ACCEPT, AUTHORIZATION, COOKIE, HOST, HeaderName, ORIGIN};

/// What a request wants to do.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Method {
    /// It changes nothing.
    #[default]
    Get,
    /// It may change something.
    Post,
}

/// What is asked, without a network.
#[derive(Clone, Default, Debug)]
pub struct Request {
    #[allow(missing_docs)]
    pub method: Method,
    /// Without `.json` at its end.
    pub path: String,
    /// What stands after `?`.
    pub query: Vec<(String, String)>,
    /// What a form has sent.
    pub form: Vec<(String, String)>,
    /// The server that the client means.
    pub host: Option<String>,
    /// The site whose page sends it, if a page does.
    pub origin: Option<String>,
    /// The token that a program sends.
    pub bearer: Option<String>,
    #[allow(missing_docs)]
    pub cookies: Vec<(String, String)>,
    /// Whether the answer is for a program.
    pub wants_json: bool,
}

impl Request {
    /// A request of its parts; the target is a path and what stands after `?`.
    pub fn new(method: Method, path: &str, query: &str, headers: &HeaderMap, body: &[u8]) -> Request {
        let header = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let accepts = header(ACCEPT).unwrap_or_default();
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let cookies = cookies.flat_map(|line| line.split(';')).filter_map(|it| it.trim().split_once('='));
        let is_named_json = path.strip_suffix(".json");
        Request {
            method,
            path: match is_named_json {
                Some("/index") => "/".to_owned(),
                Some(path) => path.to_owned(),
                None => path.to_owned(),
            },
            query: form_urlencoded::parse(query.as_bytes()).into_owned().collect(),
            form: form_urlencoded::parse(body).into_owned().collect(),
            host: header(HOST).map(str::to_owned),
            // What cannot be read is nobody's.
            origin: headers.get(ORIGIN).map(|value| value.to_str().unwrap_or("null").to_owned()),
            bearer: header(AUTHORIZATION)
                .map(|value| value.strip_prefix("Bearer ").unwrap_or_default().trim().to_owned()),
            cookies: cookies.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            wants_json: is_named_json.is_some()
                || accepts.contains("application/json") && !accepts.contains("text/html"),
        }
    }

    /// A part of the query that is not empty.
    pub fn asked(&self, name: &str) -> Option<&str> {
        let found = self.query.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// A field of a form.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.form.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}
