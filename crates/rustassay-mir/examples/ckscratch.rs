//! Scratch.
use rustassay_mir::*;
fn main() {
    let mut args = std::env::args().skip(1).peekable();
    if args.peek().map(|s| s.as_str()) == Some("fmt") {
        args.next();
        let out = args.next().unwrap();
        for path in args {
            let text = std::fs::read_to_string(&path).unwrap();
            let name = path.rsplit('/').next().unwrap().to_string();
            match read::read(&text) {
                Err(d) => {
                    println!("READERR {name} {}", d[0].message);
                }
                Ok(p) => match print::print(&p.program, &print::Options::default()) {
                    Ok(t) => std::fs::write(format!("{out}/{name}"), t).unwrap(),
                    Err(e) => println!("PRINTERR {name} {e}"),
                },
            }
        }
        return;
    }
    for path in args {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.rsplit('/').next().unwrap().trim_end_matches(".rs");
        match read::read(&text) {
            Err(d) => println!(
                "{name} READ {}",
                d.iter()
                    .map(|v| format!(
                        "{}: {} @{:?}",
                        v.code,
                        v.message,
                        v.span.map(|s| source::line_and_column(&text, s.start).0)
                    ))
                    .collect::<Vec<_>>()
                    .join(" | ")
            ),
            Ok(p) => {
                let v = check::check(&p.program);
                if v.is_empty() {
                    println!("{name} ok");
                } else {
                    println!(
                        "{name} CHECK {}",
                        v.iter()
                            .map(|v| format!(
                                "{}: {} @{:?}",
                                v.rule.name(),
                                v.message,
                                p.spans.span(v.at).map(|s| source::line_and_column(&text, s.start).0)
                            ))
                            .collect::<Vec<_>>()
                            .join(" | ")
                    );
                }
            }
        }
    }
}
