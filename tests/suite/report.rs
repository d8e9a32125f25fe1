//! `rustassay report`: exit codes, what is written, and how a browser shows it.

use crate::TOOL;
use rustassay_finding::{
    BackendKind, Commands, Compiler, Evidence, Failure, Fault, Finding, Guilty, Layer, Pass, Stage,
};
use rustassay_store::Store;
use rustassay_store::record::{NewFinding, NewSighting, Settled, Unit};
use rustassay_testing::{Requirement, code, skip, stderr};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

/// A folder of a test's own, empty, in the one that cargo gives to tests.
fn folder(name: &str) -> PathBuf {
    TOOL.folder(&format!("report/{name}"))
}

/// A program with everything that means something to HTML or Markdown.
pub const PROGRAM: &str =
    "fn main() {\n    let x: Vec<u8> = vec![1 & 3];\n    println!(\"```</pre><script>'{x:?}'\");\n}\n";

/// When the campaign began, in milliseconds since 1970.
const BEGAN: i64 = 1_776_157_500_000;

/// A store with four findings: two to report, one that is known, and one of a program that is wrong itself.
pub fn store(folder: &Path) -> PathBuf {
    let path = folder.join("store");
    let mut store = Store::open(&path).expect("it is our folder");
    let run =
        store.begin_run(r#"{"rustassay":"0.1.0","seed":77,"jobs":2}"#, "a test", BEGAN).expect("it is new");
    let faults = [
        (Fault::Miscompilation, "miscompilation | mir:GVN", Some("mir:GVN")),
        (Fault::CompilerCrash, "compiler-crash | rustc panic", None),
        (Fault::Miscompilation, "miscompilation | mir:Inline", Some("mir:Inline")),
        (Fault::UbInTestCase, "undefined-behavior-in-test-case | any", None),
    ];
    for (n, (fault, key, cause)) in (0..).zip(faults) {
        let seen = NewSighting {
            seed: n,
            fault,
            key: None,
            summary: "prints <something> else".into(),
            program: None,
        };
        let now = BEGAN + 60_000 * (n as i64 + 1);
        let finished = store.finish_unit(run, &unit(n), &[seen], now).expect("it can be written");
        let known = Finding {
            cause: cause.map(str::to_owned),
            guilty: cause.map(|cause| Guilty {
                settings: vec!["-Copt-level=1".into()],
                stage: Stage::Mir(Pass {
                    layer: Layer::Mir,
                    name: cause.trim_start_matches("mir:").into(),
                    on: Some("case::main".into()),
                    index: 7,
                    is_confirmed: Some(true),
                    disabling: Vec::new(),
                    without: Vec::new(),
                    with: Vec::new(),
                    needs: Vec::new(),
                }),
                trials: 9,
            }),
            kind: Some(BackendKind::Compiled),
            compiler: Some(Compiler {
                rustc: "/usr/bin/rustc".into(),
                version: "1.95.0".into(),
                ..Compiler::default()
            }),
            commands: Commands {
                generate: None,
                compile: Some("/usr/bin/rustc --edition 2021 -o case -Copt-level=1 case.rs".into()),
            },
            evidence: Evidence {
                failure: (fault == Fault::CompilerCrash).then_some(Failure::Ice),
                ..Evidence::default()
            },
            ..Finding::new(fault, "rustc panic | any", "prints <something> else")
        };
        let found = NewFinding {
            key: key.into(),
            known,
            artefacts: vec![
                ("program.rs".into(), PROGRAM.into()),
                ("expected.txt".into(), b"1\n(exits with code 0)\n".to_vec()),
                ("actual.txt".into(), b"\xff<2>\n(exits with code 0)\n".to_vec()),
            ],
        };
        let settled = Settled::True(Box::new(found));
        store.settle(run, finished.waiting[0].id, &settled, now).expect("it can be written");
    }
    store.mute(&[("miscompilation | mir:Inline".into(), "filed".into())]).expect("it can be written");
    store.end_run(run, "time is over", BEGAN + 300_000).expect("it can be written");
    path
}

fn unit(number: u64) -> Unit {
    Unit {
        number,
        generator: "mir".into(),
        profile: "tiny".into(),
        config: String::new(),
        first_seed: number * 100,
        backend: "stable/O1".into(),
        programs: 100,
        statements: 5_000,
        executed: 70_000,
        agreed: 99,
        rejected: 0,
        known: 0,
        wrong: 1,
        skipped: 0,
        failed: 0,
        cpu: Duration::from_secs(7),
        own_cpu: Duration::from_millis(350),
        features: vec![
            ("operator <".into(), 1),
            ("a long name of a construct that many programs have".into(), 1),
        ],
        sampled: 1,
        behaviours: vec![],
        seeds: Vec::new(),
    }
}

/// Runs the command on a store.
fn report(store: &Path, out: &Path, args: &[&str]) -> Output {
    let mut command = TOOL.command();
    command.arg("report").args(args).arg("--store").arg(store).arg("--out").arg(out);
    command.output().expect("the binary runs")
}

/// All files in a folder and in those in it, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("it is there").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        match entry.path().is_dir() {
            true => found
                .extend(files(&entry.path()).into_iter().map(|(file, it)| (format!("{name}/{file}"), it))),
            false => {
                found.insert(name, fs::read(entry.path()).expect("it is there"));
            }
        }
    }
    found
}

#[test]
fn what_is_a_compilers_fault_and_not_known_is_reported() {
    let folder = folder("default");
    let out = folder.join("out");
    let output = report(&store(&folder), &out, &[]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let written: Vec<String> = files(&out).into_keys().filter(|name| !name.contains('/')).collect();
    assert_eq!(written, ["finding-1.md", "finding-2.md", "index.html"]);
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        told.contains("finding-1.md: Miscompilation by the MIR pass GVN with -Copt-level=1: prints "),
        "{told}"
    );
    assert_eq!(fs::read(out.join("finding-1/program.rs")).expect("it is there"), PROGRAM.as_bytes());
}

#[test]
fn findings_can_be_named() {
    let folder = folder("named");
    let out = folder.join("out");
    let output = report(&store(&folder), &out, &["3", "4"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let written: Vec<String> = files(&out).into_keys().filter(|name| name.ends_with(".md")).collect();
    assert_eq!(written, ["finding-3.md", "finding-4.md"]);
}

#[test]
fn the_same_store_gives_the_same_files() {
    let folder = folder("same");
    let store = store(&folder);
    let [one, two] = ["one", "two"].map(|name| {
        assert_eq!(code(&report(&store, &folder.join(name), &[])), 0);
        files(&folder.join(name))
    });
    assert_eq!(one, two);
}

#[test]
fn a_finding_that_is_not_there_exits_with_2_and_says_which_there_are() {
    let folder = folder("unknown");
    let store = store(&folder);
    let output = report(&store, &folder.join("out"), &["1", "9"]);
    let expected = format!("error: there is no finding 9 in `{}`; there are: 1, 2, 3, 4\n", store.display());
    assert_eq!((code(&output), stderr(&output)), (2, expected));
    assert!(!folder.join("out").exists(), "nothing is written");
}

#[test]
fn without_a_store_it_exits_with_2() {
    let folder = folder("none");
    let output = report(&folder.join("store"), &folder.join("out"), &[]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("campaign.sqlite"), "{}", stderr(&output));
}

#[test]
fn what_cannot_be_written_exits_with_2() {
    let folder = folder("unwritable");
    let store = store(&folder);
    let out = folder.join("out");
    fs::write(&out, "a file").expect("it is our folder");
    let output = report(&store, &out, &[]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("error: cannot write `"), "{}", stderr(&output));
}

/// The browser, as Debian and others call it; `None` if there is none.
fn browser() -> Option<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = names.into_iter().find(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    });
    if found.is_none() {
        skip(Requirement::Browser, "there is no chromium to look at the page with; `apt install chromium`");
    }
    found
}

/// What a browser makes of a page, as HTML again.
fn dom(browser: &str, folder: &Path, address: &str) -> String {
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    let mut command = Command::new(browser);
    // It runs as whoever runs the tests, in a container at times; the page is our own.
    command.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--dump-dom",
        &profile,
    ]);
    let output = command.args(["--virtual-time-budget=5000", address]).output().expect("it was there before");
    String::from_utf8(output.stdout).expect("a browser writes UTF-8")
}

/// A page that opens another one in a frame, and writes down what is in it.
const LOOKING: &str = r##"<!DOCTYPE html><meta charset="utf-8"><body><pre id="seen"></pre>
<iframe style="border:0;width:WIDTHpx;height:800px" srcdoc="PAGE"></iframe><script>
onload = () => {
    const page = document.querySelector('iframe').contentDocument;
    page.querySelectorAll('details').forEach(it => it.open = true);
    const visible = it => it.getBoundingClientRect().height > 0;
    const seen = {
        title: page.title,
        rows: page.querySelector('#findings ~ .wide').querySelectorAll('tbody tr').length,
        findings: page.querySelectorAll('details.finding').length,
        program: page.querySelector('#program-1 pre').textContent,
        actual: [...page.querySelectorAll('[aria-label="Actual output"]')][0].textContent,
        bars: [...page.querySelectorAll('svg .bar')].filter(visible).length,
        scripts: page.scripts.length,
        width: page.documentElement.scrollWidth,
    };
    document.querySelector('#seen').textContent = JSON.stringify(seen);
};
</script>"##;

/// What a browser sees on the page when its window is so many pixels wide.
fn seen(browser: &str, folder: &Path, width: u32) -> serde_json::Value {
    let page = fs::read_to_string(folder.join("out/index.html")).expect("it is written");
    let attribute = page.replace('&', "&amp;").replace('"', "&quot;");
    let looking = LOOKING.replace("WIDTH", &width.to_string()).replace("PAGE", &attribute);
    let file = folder.join("looking.html");
    fs::write(&file, looking).expect("it is our folder");
    let dom = dom(browser, folder, &format!("file://{}", file.display()));
    let text = dom.split("<pre id=\"seen\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    let text = text.unwrap_or_default().replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_browser_shows_what_was_found_on_screens_of_any_width() {
    let Some(browser) = browser() else { return };
    let folder = folder("browser");
    assert_eq!(code(&report(&store(&folder), &folder.join("out"), &[])), 0);
    for width in [1280, 360] {
        let seen = seen(browser, &folder, width);
        assert_eq!(seen["title"], "Rustassay campaign");
        assert_eq!((&seen["rows"], &seen["findings"]), (&json!(4), &json!(4)), "{seen}");
        assert_eq!(seen["program"], PROGRAM);
        assert_eq!(seen["actual"], "\\xff<2>\n(exits with code 0)\n");
        assert_eq!((&seen["bars"], &seen["scripts"]), (&json!(4), &json!(0)), "{seen}");
        assert!(seen["width"].as_u64() <= Some(width.into()), "something sticks out at the side: {seen}");
    }
}

#[test]
fn a_browser_opens_a_finding_that_its_number_leads_to() {
    let Some(browser) = browser() else { return };
    let folder = folder("opened");
    assert_eq!(code(&report(&store(&folder), &folder.join("out"), &[])), 0);
    let page = folder.join("out/index.html");
    let dom = dom(browser, &folder, &format!("file://{}#program-2", page.display()));
    assert_eq!(dom.matches("<details class=\"finding\" open=\"\">").count(), 1, "{dom}");
    assert!(dom.contains("<details class=\"finding\" open=\"\"><summary>#2 "), "{dom}");
}
