//! `rustassay serve`: pages of a store, while workers write to it.

use super::Status;
use super::interrupt::stop_on_signals;
use super::log::{self, Level, LogForm};
use super::output::{complain, say, tell};
use rustassay_serve::request::Method;
use rustassay_serve::server::Served;
use rustassay_serve::{AccessRules, Secret, StoreSite, serve};
use rustassay_store::StoreAddress;
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;

/// Serve a campaign as web pages, also while it runs
///
/// The pages are at `/`, `/findings`, `/findings/N`, `/programs/N` and `/coverage`. The same addresses give JSON with
/// the ending `.json` or with `Accept: application/json`, and `/metrics` is for Prometheus. On loopback anybody may
/// read, and only who has the token may change a finding's state. On any other address every request needs the token.
/// There is no TLS: across a network, use a proxy that has it, or `ssh -L`.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay serve
  rustassay serve --store postgres://me@db.example/farm --port 8080

Exit codes:
  0  stopped by Ctrl-C
  2  there is no such store, or the port is taken")]
pub struct Args {
    /// The folder of the campaign, or `postgres://USER@HOST/DATABASE`
    #[arg(long, default_value = "rustassay-store", value_name = "STORE", env = super::STORE, hide_env_values = true)]
    store: StoreAddress,

    /// The port; 0 for any that is free
    #[arg(long, default_value_t = 7878, value_name = "N")]
    port: u16,

    /// The address to listen on
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    bind: IpAddr,

    /// A name that browsers may call the server by, beside its addresses and `localhost`; several times for several
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,

    /// A file with the token; without one, `RUSTASSAY_TOKEN` has it, or there is a new one each time
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// What goes to standard error: what people want to know, or a log of JSON objects, one a request
    #[arg(long, default_value = "text", value_name = "FORM")]
    log: LogForm,
}

/// Where the token is, if no file has it: the arguments of a process are no secret.
const TOKEN: &str = "RUSTASSAY_TOKEN";

/// Runs the command.
pub fn run(args: &Args) -> Status {
    log::set(args.log);
    match show(args) {
        Ok(()) => Status::Success,
        Err(why) => {
            complain(&why);
            Status::Unusable
        }
    }
}

fn show(args: &Args) -> Result<(), String> {
    let stop = stop_on_signals();
    let chosen = chosen_token(args)?;
    let is_new = chosen.is_none();
    let no_random = |error: std::io::Error| format!("cannot get random numbers for a token: {error}");
    let token = chosen.map_or_else(Secret::random, Ok).map_err(no_random)?;
    let wanted = SocketAddr::new(args.bind, args.port);
    let listener = TcpListener::bind(wanted).map_err(|error| {
        format!(
            "cannot listen on {wanted}: {error}; `--port` takes another port, `--port 0` any that is free"
        )
    })?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let access = AccessRules::new(address, token.clone(), args.host.clone()).map_err(no_random)?;
    let site = StoreSite::open(&args.store, access).map_err(|error| error.to_string())?;
    say(&format!("Serving {} at http://{address}/\n", args.store));
    if is_new {
        tell(&format!("The token to log in with, until Ctrl-C: {}\n", token.reveal()));
    }
    serve(site, listener, &stop, note).map_err(|error| format!("cannot serve: {error}"))
}

/// The token that the user gives.
fn chosen_token(args: &Args) -> Result<Option<Secret>, String> {
    let (text, place) = match (&args.token_file, std::env::var(TOKEN)) {
        (Some(file), _) => (super::read_text(file)?, format!("`{}`", file.display())),
        (None, Ok(text)) => (text, TOKEN.to_owned()),
        (None, Err(_)) => return Ok(None),
    };
    Secret::chosen(text.trim()).map(Some).map_err(|why| format!("{place} has no token: {why}"))
}

/// Notes a request in the log.
fn note(served: &Served) {
    let method = if served.method == Method::Post { "POST" } else { "GET" };
    let fields = json!({
        "method": method, "path": served.path, "status": served.status, "seconds": served.took.as_secs_f64(),
    });
    log::write(Level::Info, "request", &fields);
}
