//! Where a store is.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use postgres::config::{Host, SslMode};
use postgres::{Client, Config};

use crate::sql::SqlError;

/// Where a store is: a folder, or a database that many workers share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreAddress {
    /// A folder with a SQLite database.
    Folder(PathBuf),
    /// A database of a PostgreSQL server.
    Postgres(PostgresAddress),
}

impl StoreAddress {
    /// The folder, if it is one.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            StoreAddress::Folder(folder) => Some(folder),
            StoreAddress::Postgres(_) => None,
        }
    }
}

impl From<&Path> for StoreAddress {
    fn from(folder: &Path) -> StoreAddress {
        StoreAddress::Folder(folder.to_path_buf())
    }
}

impl From<&PathBuf> for StoreAddress {
    fn from(folder: &PathBuf) -> StoreAddress {
        StoreAddress::Folder(folder.clone())
    }
}

impl From<&StoreAddress> for StoreAddress {
    fn from(address: &StoreAddress) -> StoreAddress {
        address.clone()
    }
}

/// Without a password: it is part of messages and pages.
impl fmt::Display for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreAddress::Folder(folder) => write!(f, "{}", folder.display()),
            StoreAddress::Postgres(address) => write!(f, "{address}"),
        }
    }
}

/// What begins the address of a PostgreSQL server.
const SCHEMES: [&str; 2] = ["postgres", "postgresql"];

impl FromStr for StoreAddress {
    type Err = String;

    /// Reads what a user types: a folder, or the URL of a database.
    fn from_str(text: &str) -> Result<StoreAddress, String> {
        let is_scheme = |scheme: &str| {
            scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
        };
        match text.split_once("://") {
            Some((scheme, _)) if SCHEMES.contains(&scheme) => {
                PostgresAddress::parse(text).map(StoreAddress::Postgres)
            }
            Some((scheme, _)) if is_scheme(scheme) => Err(format!(
                "a store is a folder or `postgres://USER@HOST/DATABASE`, and `{scheme}://` is neither; for a folder of this name, write `./{text}`"
            )),
            _ if text.is_empty() => Err("a store is a folder, and this is no name".to_owned()),
            _ => Ok(StoreAddress::Folder(PathBuf::from(text))),
        }
    }
}

/// A database of a PostgreSQL server, and how to get in.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresAddress {
    url: String,
    /// The same without a password and options.
    shown: String,
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// Where the password is if the address has none, as for `psql`: the arguments of a process are no secret.
const PASSWORD: &str = "PGPASSWORD";

impl PostgresAddress {
    fn parse(url: &str) -> Result<PostgresAddress, String> {
        // The error would show the password.
        let config: Config = url.parse().map_err(|error: postgres::Error| {
            let why =
                std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
            format!("this is no address of a PostgreSQL database, as `postgres://USER@HOST/DATABASE`: {why}")
        })?;
        if config.get_ssl_mode() == SslMode::Require && !cfg!(feature = "tls") {
            return Err(
                "the address asks for TLS (`sslmode=require`), and this build has none: build it with \
                 `--features tls`, or reach the server through a tunnel"
                    .to_owned(),
            );
        }
        let hosts = config.get_hosts().iter().map(|host| match host {
            Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            Host::Unix(folder) => folder.display().to_string(),
        });
        let hosts: Vec<String> = hosts.collect();
        let ports: Vec<String> = config.get_ports().iter().map(|port| format!(":{port}")).collect();
        let user = config.get_user().map_or_else(String::new, |user| format!("{user}@"));
        let database = config.get_dbname().or(config.get_user()).unwrap_or_default();
        let shown = format!("postgres://{user}{}{}/{database}", hosts.join(","), ports.concat());
        Ok(PostgresAddress { url: url.to_owned(), shown })
    }

    /// How to connect.
    pub(crate) fn config(&self) -> Config {
        // It was parsed before.
        let mut config: Config = self.url.parse().unwrap_or_default();
        if config.get_password().is_none()
            && let Some(password) = std::env::var_os(PASSWORD)
        {
            config.password(password.as_encoded_bytes());
        }
        config
    }

    /// Connects, with TLS where the address asks for it and this build has it.
    pub(crate) fn connect(&self, config: &Config) -> Result<Client, SqlError> {
        #[cfg(feature = "tls")]
        if config.get_ssl_mode() == SslMode::Require {
            return Ok(config.connect(crate::tls::connector()?)?);
        }
        Ok(config.connect(postgres::NoTls)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Result<String, String> {
        text.parse::<StoreAddress>().map(|address| format!("{address} {address:?}"))
    }

    #[test]
    fn a_password_is_never_shown() {
        let text = shown("postgres://me:secret@db.example:5433/farm?connect_timeout=3").unwrap();
        assert!(text.starts_with("postgres://me@db.example:5433/farm "), "{text}");
        assert!(!text.contains("secret"), "{text}");
        let refused = shown("postgres://me:secret@db.example/farm?unknown=1").unwrap_err();
        assert!(refused.contains("unknown") && !refused.contains("secret"), "{refused}");
    }

    #[test]
    fn what_is_no_address_is_a_folder_unless_it_looks_like_another_address() {
        assert_eq!("a/b".parse(), Ok(StoreAddress::Folder("a/b".into())));
        assert_eq!("./mysql://x".parse(), Ok(StoreAddress::Folder("./mysql://x".into())));
        assert!("mysql://x".parse::<StoreAddress>().unwrap_err().contains("`mysql://` is neither"));
        assert!("".parse::<StoreAddress>().is_err());
    }

    #[cfg(not(feature = "tls"))]
    #[test]
    fn tls_that_is_not_built_in_is_refused_with_a_word() {
        let refused = shown("postgres://me@db.example/farm?sslmode=require").unwrap_err();
        assert!(refused.contains("--features tls"), "{refused}");
    }
}
