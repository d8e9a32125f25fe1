//! A PostgreSQL server of the tests' own.
//!
//! It listens on a socket in its own folder and on a port of the loopback interface, and ends with the process that started it,
//! however that ends: a shell waits for that with a pipe, stops the server and removes its folder. PostgreSQL refuses to be
//! run by root, so then it is somebody else's process.

use crate::{Requirement, skip};
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A server.
pub struct PostgresServer {
    tools: PathBuf,
    folder: PathBuf,
    port: u16,
    settings: Vec<String>,
    /// The shell that stops the server when its input ends.
    guard: Option<Child>,
    /// The shell that removes the folder when its input ends, after the server.
    remover: Child,
    databases: AtomicU32,
}

/// Runs the server until nobody can write to the shell any more.
const GUARD: &str = r#"
"$@" < /dev/null > log 2>&1 &
read -r _
kill -QUIT $! 2> /dev/null
wait"#;

const REMOVER: &str = r#"
read -r _
for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -e data/postmaster.pid ] || break
    sleep 1
done
rm -rf "$PWD""#;

/// The server's user is called so.
const USER: &str = "tester";

/// After so long a server that begins has its file.
const SOON: Duration = Duration::from_secs(1);

/// How long a server may take to begin or to end.
const PATIENCE: Duration = Duration::from_secs(60);

impl PostgresServer {
    /// Starts a server with settings such as `fsync=off`. Without PostgreSQL the test is skipped.
    pub fn start(settings: &[&str]) -> Option<PostgresServer> {
        let Some(tools) = tools() else {
            skip(Requirement::Postgres, "there is no `initdb`; `apt install postgresql`");
            return None;
        };
        // The guard removes it.
        let folder = TempDir::with_prefix("rustassay-postgres-").expect("a folder can be made").keep();
        if let Some(owner) = owner() {
            chown(&folder, Some(owner), Some(owner)).expect("root may give folders away");
        }
        let mut init = as_owner(&tools.join("initdb"));
        init.args([
            "--auth=trust",
            "--no-sync",
            "--encoding=UTF8",
            "--locale=C",
            "--username",
            USER,
            "--pgdata",
        ]);
        let made = init.arg(folder.join("data")).current_dir(&folder).output().expect("it was there before");
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let port =
            TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("there is a port").port();
        let settings = settings.iter().map(|&setting| setting.to_owned()).collect();
        let remover = shell(&folder, REMOVER).spawn().expect("there is a shell");
        let databases = AtomicU32::new(0);
        let mut server = PostgresServer { tools, folder, port, settings, guard: None, remover, databases };
        server.restart();
        Some(server)
    }

    /// Starts the server again, which is not running.
    pub fn restart(&mut self) {
        let began = Instant::now();
        // Processes of one that was killed may still be about, and then it refuses.
        while !self.is_up() {
            assert!(
                began.elapsed() < PATIENCE,
                "{}",
                fs::read_to_string(self.folder.join("log")).unwrap_or_default()
            );
            self.stop();
            let mut guard = shell(&self.folder, GUARD);
            guard.arg(self.tools.join("postgres")).arg("-D").arg("data").arg("-k").arg(&self.folder);
            guard.args(["-p", &self.port.to_string(), "-c", "listen_addresses=127.0.0.1"]);
            guard.args(["-c", "max_connections=300", "-c", "recovery_init_sync_method=syncfs"]);
            self.settings.iter().for_each(|setting| _ = guard.args(["-c", setting]));
            self.guard = Some(guard.spawn().expect("there is a shell"));
            let tried = Instant::now();
            // While it recovers it has its file.
            let is_there = || tried.elapsed() < SOON || self.folder.join("data/postmaster.pid").exists();
            while !self.is_up() && is_there() && began.elapsed() < PATIENCE {
                thread::sleep(Duration::from_millis(20));
            }
        }
    }

    fn is_up(&self) -> bool {
        let mut ready = Command::new(self.tools.join("pg_isready"));
        ready.args(["--quiet", "--username", USER, "--dbname", "postgres", "--port", &self.port.to_string()]);
        ready.arg("--host").arg(&self.folder).status().is_ok_and(|status| status.success())
    }

    /// Stops the server, and loses what it had not acknowledged.
    fn stop(&mut self) {
        if let Some(mut guard) = self.guard.take() {
            drop(guard.stdin.take());
            let _ = guard.wait();
        }
    }

    /// Ends the server as `kill -9` does, without a warning to anybody.
    pub fn kill(&mut self) {
        let file = fs::File::open(self.folder.join("data/postmaster.pid")).expect("it is running");
        let pid =
            BufReader::new(file).lines().next().expect("its first line is the process").expect("it is text");
        let killed = Command::new("kill").args(["-9", &pid]).status().expect("there is such a command");
        assert!(killed.success(), "the server had ended before");
        // Its parent has to take note.
        self.stop();
    }

    /// The URL of a new database.
    pub fn database(&self) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        self.url(&name)
    }

    /// The URL of a database, by way of the loopback interface.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://{USER}@127.0.0.1:{}/{database}", self.port)
    }

    /// The URL of a database, by way of the socket.
    pub fn socket_url(&self, database: &str) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://{USER}@{folder}:{}/{database}", self.port)
    }

    /// What `psql` says to statements in a database.
    pub fn sql(&self, database: &str, statements: &str) -> String {
        let mut psql = Command::new(self.tools.join("psql"));
        psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--username", USER]);
        psql.args(["--port", &self.port.to_string(), "--dbname", database, "--command", statements]);
        let output = psql.arg("--host").arg(&self.folder).output().expect("it is beside the server");
        assert!(output.status.success(), "{statements}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        self.stop();
        drop(self.remover.stdin.take());
        let _ = self.remover.wait();
    }
}

/// A shell in the server's folder, whose input ends when this process does.
fn shell(folder: &Path, script: &str) -> Command {
    let mut shell = as_owner(Path::new("sh"));
    shell.args(["-c", script, "sh"]).current_dir(folder).stdin(Stdio::piped());
    shell
}

/// The URL of a new database of the server that all tests of a process share. Without PostgreSQL the test is skipped.
pub fn postgres_database() -> Option<String> {
    static SERVER: OnceLock<Option<PostgresServer>> = OnceLock::new();
    // What a test writes need not survive the machine.
    let server = SERVER.get_or_init(|| PostgresServer::start(&["fsync=off"]));
    if server.is_none() {
        skip(Requirement::Postgres, "there is no `initdb`; `apt install postgresql`");
    }
    server.as_ref().map(PostgresServer::database)
}

/// Where the server's programs are: Debian has them off the path, the newest version last.
fn tools() -> Option<PathBuf> {
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = debian.map(|entry| entry.path()).collect();
    versions.sort_by_key(|path| {
        path.file_name().and_then(|name| name.to_str()).and_then(|name| name.parse::<u32>().ok())
    });
    let debian = versions.into_iter().rev().map(|version| version.join("bin"));
    let folders = debian.chain(std::env::split_paths(&on_path));
    let has_all = |folder: &PathBuf| {
        ["initdb", "postgres", "psql", "pg_isready"].iter().all(|tool| folder.join(tool).is_file())
    };
    folders.into_iter().find(has_all)
}

/// Who is to run the server if we are root: whom Debian made for it, or nobody.
fn owner() -> Option<u32> {
    let is_root = rustix::process::geteuid().is_root();
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let of_server =
        users.lines().find_map(|line| line.strip_prefix("postgres:")?.split(':').nth(1)?.parse().ok());
    is_root.then(|| of_server.unwrap_or(65_534))
}

fn as_owner(program: &Path) -> Command {
    let mut command = Command::new(program);
    if let Some(owner) = owner() {
        command.uid(owner).gid(owner);
    }
    command
}
