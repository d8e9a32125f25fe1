//! Who may see and change what.
//!
//! | | without the token | with the token or a session |
//! | --- | --- | --- |
//! | on loopback | reads | reads and changes |
//! | on other addresses | nothing | reads and changes |
//!
//! A program sends the token as `Authorization: Bearer`. A person types it once on the page `/login` and gets a session: a cookie that scripts
//! cannot read and that other sites' pages do not send.

use crate::request::{Method, Request};
use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use subtle::ConstantTimeEq;

/// A text that only some may know.
#[derive(Clone)]
pub struct Secret(String);

/// A token that somebody chose has at least so many characters.
const SHORTEST: usize = 16;

impl Secret {
    /// A new one, of 128 random bits.
    pub fn random() -> io::Result<Secret> {
        let mut bytes = [0; 16];
        let mut filled = 0;
        while filled < bytes.len() {
            filled += rustix::rand::getrandom(&mut bytes[filled..], rustix::rand::GetRandomFlags::empty())?;
        }
        Ok(Secret(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// One that the user chose; or what is wrong with it.
    pub fn chosen(text: &str) -> Result<Secret, String> {
        let is_fit = text.len() >= SHORTEST && text.bytes().all(|byte| byte.is_ascii_graphic());
        match is_fit {
            true => Ok(Secret(text.to_owned())),
            false => Err(format!(
                "a token has at least {SHORTEST} characters, all of them ASCII letters, digits or signs"
            )),
        }
    }

    /// Whether this is it. The time that it takes says nothing about how much of it is right.
    pub fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }

    /// The text, for whoever may know it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The rules.
#[derive(Debug)]
pub struct AccessRules {
    token: Secret,
    /// What the cookie has of those who have typed the token.
    session: Secret,
    /// What is in every form.
    form: Secret,
    /// The cookie's name: browsers do not tell ports apart.
    cookie: String,
    /// Whether reading needs the token, too.
    is_closed: bool,
    /// Names that the server may be called by.
    names: Vec<String>,
}

/// Why a request is refused.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Denial {
    /// It names another server.
    WrongHost,
    /// It needs the token.
    NoToken,
    /// It comes from another site's page.
    Foreign,
}

/// Whose request it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Visitor {
    /// Somebody who may read.
    Reader,
    /// Somebody with a session.
    User,
    /// A program with the token.
    Program,
}

impl Visitor {
    /// Whether he may change something.
    pub fn may_write(self) -> bool {
        self != Visitor::Reader
    }
}

impl AccessRules {
    /// The rules of a server at an address, which has names beside its addresses.
    pub fn new(address: SocketAddr, token: Secret, names: Vec<String>) -> io::Result<AccessRules> {
        Ok(AccessRules {
            token,
            session: Secret::random()?,
            form: Secret::random()?,
            cookie: format!("rustassay-{}", address.port()),
            is_closed: !address.ip().is_loopback(),
            names: names.iter().map(|name| name.to_ascii_lowercase()).collect(),
        })
    }

    /// Whether the server is meant, and a request that changes something comes from our own pages.
    ///
    /// A page of another site can make a name of its own mean this machine, and then its scripts may read our pages. It cannot do that with an
    /// address, so requests name an address, `localhost`, or a name that the user allowed.
    pub fn is_for_us(&self, request: &Request) -> Result<(), Denial> {
        let host = request.host.as_deref().ok_or(Denial::WrongHost)?;
        let name = without_port(host).to_ascii_lowercase();
        let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(&name);
        let is_ours = address.parse::<IpAddr>().is_ok() || name == "localhost" || self.names.contains(&name);
        if !is_ours {
            return Err(Denial::WrongHost);
        }
        let origin = request.origin.as_deref();
        let is_foreign = origin.is_some_and(|origin| {
            origin.split_once("://").is_none_or(|(_, of)| !of.eq_ignore_ascii_case(host))
        });
        match request.method == Method::Post && is_foreign {
            true => Err(Denial::Foreign),
            false => Ok(()),
        }
    }

    /// Whose request it is, if he may ask at all.
    pub fn visitor(&self, request: &Request) -> Result<Visitor, Denial> {
        if let Some(token) = &request.bearer {
            return if self.token.is(token) { Ok(Visitor::Program) } else { Err(Denial::NoToken) };
        }
        let mut values = request.cookies.iter().filter(|(name, _)| *name == self.cookie);
        match values.any(|(_, value)| self.session.is(value)) {
            true => Ok(Visitor::User),
            false if self.is_closed => Err(Denial::NoToken),
            false => Ok(Visitor::Reader),
        }
    }

    /// Whether a visitor may change what a request says. With a session it must have been sent by a form of ours.
    pub fn may_change(&self, visitor: Visitor, request: &Request) -> Result<(), Denial> {
        match visitor {
            Visitor::Reader => Err(Denial::NoToken),
            Visitor::Program => Ok(()),
            Visitor::User if request.field(FORM).is_some_and(|secret| self.form.is(secret)) => Ok(()),
            Visitor::User => Err(Denial::Foreign),
        }
    }

    /// The cookie of a session, if this is the token.
    pub fn log_in(&self, token: &str) -> Option<String> {
        let AccessRules { cookie, session, .. } = self;
        let attributes = "Path=/; HttpOnly; SameSite=Strict";
        self.token.is(token).then(|| format!("{cookie}={}; {attributes}", session.reveal()))
    }

    /// What ends a session in a browser.
    pub fn log_out(&self) -> String {
        format!("{}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0", self.cookie)
    }

    /// The secret of forms.
    pub fn form(&self) -> &str {
        self.form.reveal()
    }
}

/// The field of forms that has the secret.
pub const FORM: &str = "form";

/// `[::1]:80` and `a:80` without the port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(address: &str) -> AccessRules {
        let token = Secret::chosen("0123456789abcdef").unwrap();
        AccessRules::new(address.parse().unwrap(), token, vec!["Farm.example".to_owned()]).unwrap()
    }

    fn asked(host: &str) -> Request {
        Request { host: Some(host.to_owned()), ..Request::default() }
    }

    #[test]
    fn only_addresses_and_names_of_ours_are_served() {
        let access = access("127.0.0.1:80");
        for host in ["127.0.0.1", "127.0.0.1:8080", "[::1]:9", "localhost:1", "FARM.example", "10.0.0.7:80"] {
            assert_eq!(access.is_for_us(&asked(host)), Ok(()), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example:80", "127.0.0.1.nip.example", "", "a@127.0.0.1"]
        {
            assert_eq!(access.is_for_us(&asked(host)), Err(Denial::WrongHost), "{host}");
        }
        assert_eq!(access.is_for_us(&Request::default()), Err(Denial::WrongHost));
    }

    #[test]
    fn other_sites_forms_are_refused() {
        let access = access("127.0.0.1:80");
        let post = |origin: &str| Request {
            method: Method::Post,
            origin: Some(origin.to_owned()),
            ..asked("localhost:80")
        };
        assert_eq!(access.is_for_us(&post("http://localhost:80")), Ok(()));
        for origin in ["http://evil.example", "null", "http://localhost:81", ""] {
            assert_eq!(access.is_for_us(&post(origin)), Err(Denial::Foreign), "{origin}");
        }
    }

    #[test]
    fn without_the_token_loopback_reads_and_others_get_nothing() {
        assert_eq!(access("127.0.0.1:80").visitor(&asked("localhost")), Ok(Visitor::Reader));
        assert_eq!(access("[::1]:80").visitor(&asked("localhost")), Ok(Visitor::Reader));
        assert_eq!(access("0.0.0.0:80").visitor(&asked("localhost")), Err(Denial::NoToken));
        let wrong = Request { bearer: Some("0123456789abcdeF".into()), ..asked("localhost") };
        assert_eq!(access("127.0.0.1:80").visitor(&wrong), Err(Denial::NoToken));
    }

    #[test]
    fn a_session_changes_nothing_without_the_secret_of_a_form() {
        let access = access("127.0.0.1:80");
        let cookie = access.log_in("0123456789abcdef").unwrap();
        let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
        let cookies = vec![(name.to_owned(), value.to_owned())];
        let mut request = Request { cookies, ..asked("localhost") };
        assert_eq!(access.visitor(&request), Ok(Visitor::User));
        assert_eq!(access.may_change(Visitor::User, &request), Err(Denial::Foreign));
        request.form = vec![(FORM.to_owned(), access.form().to_owned())];
        assert_eq!(access.may_change(Visitor::User, &request), Ok(()));
        assert_eq!(access.may_change(Visitor::Reader, &request), Err(Denial::NoToken));
    }

    #[test]
    fn a_short_token_is_refused() {
        assert!(Secret::chosen("short").is_err() && Secret::chosen("0123456789 abcdef").is_err());
        assert_eq!(format!("{:?}", Secret::random().unwrap()), "Secret(..)");
    }
}
