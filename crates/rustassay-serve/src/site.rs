//! Which page an address is.

use crate::access::{AccessRules, Denial, Visitor};
use crate::metrics;
use crate::pages::{self, Page};
use crate::reply::Reply;
use crate::request::{Method, Request};
use crate::stores::Stores;
use hyper::StatusCode;
use rustassay_report::html::STYLE;
use rustassay_store::{StoreAddress, StoreError};
use serde_json::json;

/// The pages of a store.
#[derive(Debug)]
pub struct StoreSite {
    pub(crate) stores: Stores,
    pub(crate) access: AccessRules,
}

/// What keeps a page up to date in a browser that runs scripts.
const SCRIPT: &str = include_str!("live.js");

/// How only the pages of a server look.
const OWN_STYLE: &str = include_str!("serve.css");

impl StoreSite {
    /// The pages of a store, which must be there.
    pub fn open(store: &StoreAddress, access: AccessRules) -> Result<StoreSite, StoreError> {
        Ok(StoreSite { stores: Stores::open(store)?, access })
    }

    /// Answers a request.
    pub fn answer(&self, request: &Request) -> Reply {
        if let Err(refusal) = self.access.is_for_us(request) {
            return self.refused(refusal, request);
        }
        match (request.method, &*request.path) {
            (Method::Get, "/style.css") => {
                return Reply::text(StatusCode::OK, "text/css", [STYLE, OWN_STYLE].concat());
            }
            (Method::Get, "/live.js") => return Reply::own("text/javascript", SCRIPT),
            (Method::Get, "/login") => return pages::login::show(request, None),
            (Method::Post, "/login") => return pages::login::log_in(self, request),
            _ => {}
        }
        match self.access.visitor(request) {
            Err(refusal) => self.refused(refusal, request),
            Ok(visitor) => {
                self.route(request, visitor).unwrap_or_else(|why| self.failed(&why, request, visitor))
            }
        }
    }

    fn route(&self, request: &Request, visitor: Visitor) -> Result<Reply, StoreError> {
        let page = Page { site: self, visitor, request };
        let parts: Vec<&str> = request.path.split('/').skip(1).collect();
        // The store's numbers begin with 1.
        let number = |text: &str| text.parse::<i64>().ok().filter(|id| *id > 0 && !text.starts_with('+'));
        let nothing = Ok(None);
        let answer = match (request.method, &parts[..]) {
            (Method::Get, [""]) => pages::overview::show(&page).map(Some),
            (Method::Get, ["findings"]) => pages::findings::show(&page).map(Some),
            (Method::Get, ["findings", id]) => {
                number(id).map_or(nothing, |id| pages::finding::show(&page, id, None))
            }
            (Method::Get, ["findings", id, "file"]) => {
                number(id).map_or(nothing, |id| pages::finding::file(&page, id))
            }
            (Method::Post, ["findings", id, "state"]) => match self.access.may_change(visitor, request) {
                Err(refusal) => Ok(Some(self.refused(refusal, request))),
                Ok(()) => number(id).map_or(nothing, |id| pages::finding::set_state(&page, id)),
            },
            (Method::Get, ["programs", id]) => {
                number(id).map_or(nothing, |id| pages::program::show(&page, id))
            }
            (Method::Get, ["programs", id, "file"]) => {
                number(id).map_or(nothing, |id| pages::program::file(&page, id))
            }
            (Method::Get, ["coverage"]) => pages::coverage::show(&page).map(Some),
            (Method::Get, ["metrics"]) => return Ok(metrics::show(&self.stores)),
            (Method::Post, ["logout"]) => match self.access.may_change(visitor, request) {
                Err(refusal) => Ok(Some(self.refused(refusal, request))),
                Ok(()) => Ok(Some(Reply::see("/").with("Set-Cookie", self.access.log_out()))),
            },
            _ => nothing,
        }?;
        Ok(answer.unwrap_or_else(|| {
            page.message(StatusCode::NOT_FOUND, "Not found", "There is no such page, finding or program.")
        }))
    }

    fn refused(&self, refusal: Denial, request: &Request) -> Reply {
        let (status, why) = match refusal {
            Denial::WrongHost => (
                StatusCode::MISDIRECTED_REQUEST,
                "The request names a host that this server does not know. Use its address or `localhost`, or start it with `--host NAME`.",
            ),
            Denial::Foreign => (
                StatusCode::FORBIDDEN,
                "The request does not come from a page of this server. Open the page again, and send the form from there.",
            ),
            Denial::NoToken => (
                StatusCode::UNAUTHORIZED,
                "This needs the token: log in at /login, or send it as `Authorization: Bearer TOKEN`.",
            ),
        };
        let wants_page = request.method == Method::Get && request.bearer.is_none() && !request.wants_json;
        match refusal {
            Denial::NoToken if wants_page && request.path != "/metrics" => pages::login::ask(request),
            Denial::NoToken => {
                let answer = self.say(status, why, request).with("WWW-Authenticate", "Bearer".to_owned());
                if request.bearer.is_some() { answer.late() } else { answer }
            }
            _ => self.say(status, why, request),
        }
    }

    /// Says something to somebody who sees nothing of the store.
    fn say(&self, status: StatusCode, why: &str, request: &Request) -> Reply {
        match request.wants_json {
            true => Reply::json(status, &json!({ "error": why })),
            false => Reply::text(status, "text/plain; charset=utf-8", format!("{why}\n")),
        }
    }

    /// The store cannot be read: it may be away for a while.
    fn failed(&self, why: &StoreError, request: &Request, visitor: Visitor) -> Reply {
        let status = match why.is_passing() {
            true => StatusCode::SERVICE_UNAVAILABLE,
            false => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Page { site: self, visitor, request }.message(status, "The store cannot be read", &why.to_string())
    }
}
