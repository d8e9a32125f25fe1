//! Where a person types the token.

use super::whole;
use crate::reply::Reply;
use crate::request::Request;
use crate::site::StoreSite;
use hyper::StatusCode;
use maud::html;

/// Sends a browser to the form, and back afterwards.
pub fn ask(request: &Request) -> Reply {
    let next: String = form_urlencoded::byte_serialize(request.path.as_bytes()).collect();
    Reply::see(&format!("/login?next={next}"))
}

/// The form, with what was wrong the last time.
pub fn show(request: &Request, wrong: Option<&str>) -> Reply {
    let next = own_path(request.asked("next").or_else(|| request.field("next")));
    let content = html! {
        h1 { "Log in" }
        @if let Some(wrong) = wrong { p.alarm role="alert" { (wrong) } }
        p { "The token is what `rustassay serve` said when it began, or what it was given." }
        form.filter method="post" action="/login" {
            input type="hidden" name="next" value=(next);
            label { "Token" input type="password" name="token" autocomplete="current-password" required autofocus; }
            button { "Log in" }
        }
    };
    // Where the store is, is nobody's business before.
    let page = whole("Log in", "", html! {}, content);
    let status = if wrong.is_some() { StatusCode::UNAUTHORIZED } else { StatusCode::OK };
    Reply::page(status, page)
}

/// Begins a session if the token is right.
pub fn log_in(site: &StoreSite, request: &Request) -> Reply {
    match site.access.log_in(request.field("token").unwrap_or_default().trim()) {
        Some(cookie) => Reply::see(&own_path(request.field("next"))).with("Set-Cookie", cookie),
        None => show(request, Some("This is not the token.")).late(),
    }
}

/// A page of ours, whatever a link to the form has said: `//host` would be another server's.
fn own_path(next: Option<&str>) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/-_.".contains(c);
    match next {
        Some(next) if next.starts_with('/') && !next.starts_with("//") && next.chars().all(is_plain) => {
            next.to_owned()
        }
        _ => "/".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::own_path;

    #[test]
    fn a_login_leads_to_pages_of_ours_only() {
        assert_eq!(own_path(Some("/findings/3")), "/findings/3");
        for next in ["//evil.example", "/\\evil.example", "https://evil.example", "", "/a\r\nSet-Cookie: b"] {
            assert_eq!(own_path(Some(next)), "/", "{next}");
        }
    }
}
