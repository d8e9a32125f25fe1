//! What others may try.

use crate::common::{NASTY, Server, TOKEN};

const PAGES: [&str; 6] = [
    "/",
    "/findings",
    "/findings/1",
    "/programs/1",
    "/coverage",
    "/findings?text=%3Cscript%3Ealert(1)%3C/script%3E",
];

#[test]
fn programs_output_and_names_are_shown_as_text() {
    let server = Server::start();
    for path in PAGES {
        let reply = server.get(path);
        assert_eq!(reply.status, 200, "{path}: {reply:?}");
        for harm in ["<script>", "<img", "alert(2)>"] {
            assert!(!reply.body.contains(harm), "{path} has {harm}: {}", reply.body);
        }
        let scripts = reply.body.matches("<script").count();
        assert_eq!((scripts, reply.body.matches("<script src=\"/live.js\"").count()), (1, 1), "{path}");
    }
    assert!(server.get("/findings/1").body.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
}

#[test]
fn a_filter_is_shown_as_text() {
    let server = Server::start();
    let reply = server
        .get("/findings?text=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&backend=%22%3E%3Cb%3E&order=%3Cb%3E");
    assert_eq!(reply.status, 200);
    assert!(
        reply.body.contains("value=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\""),
        "{}",
        reply.body
    );
    assert!(!reply.body.contains("<b>\"") && !reply.body.contains("><script>"), "{}", reply.body);
}

#[test]
fn a_policy_forbids_scripts_styles_and_frames_of_others() {
    let server = Server::start();
    for path in ["/", "/login", "/findings/1/file?name=program.rs", "/nowhere", "/style.css", "/metrics"] {
        let reply = server.get(path);
        let policy = reply.header("content-security-policy").unwrap_or_default();
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{path}: {reply:?}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
    }
    for path in PAGES {
        let page = server.get(path).body;
        assert!(
            !page.contains(" style=") && !page.contains(" onclick="),
            "{path} has what the policy forbids"
        );
    }
}

#[test]
fn a_file_is_saved_and_not_shown() {
    let server = Server::start();
    let reply = server.get("/findings/1/file?name=program.rs");
    assert_eq!((reply.status, &*reply.body), (200, NASTY));
    assert_eq!(reply.header("content-type"), Some("text/plain; charset=utf-8"));
    assert_eq!(reply.header("content-disposition"), Some("attachment; filename=\"program.rs\""));
}

#[test]
fn a_file_of_a_finding_is_never_one_of_the_machine() {
    let server = Server::start();
    for path in [
        "/findings/1/file?name=../../../../etc/passwd",
        "/findings/1/file?name=/etc/passwd",
        "/findings/1/file?name=..%2F..%2F..%2Fetc%2Fpasswd",
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/findings/../../etc/passwd",
        "//etc/passwd",
        "/style.css/../../../etc/passwd",
    ] {
        let reply = server.get(path);
        assert!(matches!(reply.status, 400 | 404), "{path}: {reply:?}");
        assert!(!reply.body.contains("root:"), "{path}");
    }
    // A store may have a file of such a name. It is what the store has, under a name that leads nowhere.
    let reply = server.get("/findings/1/file?name=../../etc/passwd");
    assert_eq!((reply.status, &*reply.body), (200, NASTY));
    assert_eq!(reply.header("content-disposition"), Some("attachment; filename=\"_.._etc_passwd\""));
}

#[test]
fn sql_in_what_is_asked_is_text() {
    let server = Server::start();
    for sql in ["'%20OR%201=1--", "';%20DROP%20TABLE%20finding;--", "%25'%20UNION%20SELECT%201--", "!%25!_"] {
        for field in ["text", "backend", "generator", "fault"] {
            let reply = server.get_json(&format!("/findings?{field}={sql}"));
            assert_eq!(reply.status, 200, "{field} {sql}: {reply:?}");
            assert!(reply.body.contains("\"all\":0"), "{field} {sql} found something: {}", reply.body);
        }
        assert_eq!(server.get(&format!("/findings/1{sql}")).status, 404, "{sql}");
        assert_eq!(server.get(&format!("/findings/1/file?name={sql}")).status, 404, "{sql}");
    }
    assert!(server.get_json("/findings").body.contains("\"all\":3"), "the tables are there");
}

#[test]
fn a_name_that_leads_to_this_machine_is_refused() {
    let server = Server::start();
    for host in ["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""] {
        let reply = server
            .say(format!("GET /findings HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes());
        assert_eq!(reply.status, 421, "{host}: {reply:?}");
        assert!(!reply.body.contains("script"), "{reply:?}");
    }
    assert_eq!(server.say(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").status, 421);
}

#[test]
fn nothing_changes_without_the_token() {
    let server = Server::start();
    for headers in [
        &[][..],
        &["Authorization: Bearer wrong"],
        &["Cookie: rustassay-80=wrong"],
        &["Authorization: Basic YQ=="],
    ] {
        let reply = server.ask("POST /findings/1/state", headers, "status=ignored&note=x");
        assert_eq!(reply.status, 401, "{headers:?}: {reply:?}");
    }
    assert_eq!(server.get("/findings/1/state?status=ignored").status, 404, "GET changes nothing");
    assert_eq!(server.state(), "new");
}

#[test]
fn a_session_alone_changes_nothing() {
    let server = Server::start();
    let session = server.session();
    for secret in ["", "form=wrong&"] {
        let reply = server.ask("POST /findings/1/state", &[&session], &format!("{secret}status=ignored"));
        assert_eq!(reply.status, 403, "{reply:?}");
    }
    let secret = server.secret(&session);
    let foreign = server.ask(
        "POST /findings/1/state",
        &[&session, "Origin: http://evil.example"],
        &format!("form={secret}&status=ignored"),
    );
    assert_eq!(foreign.status, 403, "{foreign:?}");
    assert_eq!(server.state(), "new");
    let own = server.ask("POST /findings/1/state", &[&session], &format!("form={secret}&status=ignored"));
    assert_eq!((own.status, &*server.state()), (303, "ignored"), "{own:?}");
}

#[test]
fn a_cookie_is_for_this_server_and_no_script() {
    let server = Server::start();
    let reply = server.ask("POST /login", &[], &format!("token={TOKEN}&next=//evil.example"));
    let cookie = reply.header("set-cookie").unwrap_or_default();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains(TOKEN),
        "{cookie}"
    );
    assert_eq!(reply.header("location"), Some("/"), "a login leads to no other server");
    assert_eq!(server.ask("POST /login", &[], "token=wrong").status, 401);
    assert_eq!(
        server.ask("POST /login", &["Origin: http://evil.example"], &format!("token={TOKEN}")).status,
        403
    );
}

#[test]
fn on_other_addresses_nothing_is_shown_without_the_token() {
    let server = Server::start_as("0.0.0.0:80");
    for path in
        ["/", "/findings", "/findings/1", "/programs/1", "/coverage", "/findings/1/file?name=program.rs"]
    {
        let reply = server.get(path);
        assert_eq!(reply.status, 303, "{path}: {reply:?}");
        assert!(
            reply.header("location").is_some_and(|to| to.starts_with("/login?next=")),
            "{path}: {reply:?}"
        );
        assert_eq!(server.get_json(path).status, 401, "{path}");
    }
    assert_eq!(server.get("/metrics").status, 401);
    assert!(
        !server.get("/login").body.contains(&*server.folder.path().to_string_lossy()),
        "nor where the store is"
    );
    let token = format!("Authorization: Bearer {TOKEN}");
    assert_eq!(server.ask("GET /metrics", &[&token], "").status, 200);
    assert_eq!(server.ask("GET /findings", &[&server.session()], "").status, 200);
}

#[test]
fn a_link_that_is_a_script_is_no_link() {
    let server = Server::start();
    let token = format!("Authorization: Bearer {TOKEN}");
    let post =
        |body: &str| server.ask("POST /findings/1/state", &[&token, "Accept: application/json"], body).status;
    assert_eq!(post("status=filed&note=javascript:alert(1)"), 400);
    assert_eq!(post("status=ignored&note=javascript:alert(1)"), 200);
    assert!(!server.get("/findings/1").body.contains("href=\"javascript:"), "it is shown as text");
}
