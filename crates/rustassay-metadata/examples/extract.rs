//! Prints a schema: `extract SOURCES RELEASE`.

fn main() {
    let mut args = std::env::args().skip(1);
    let folder = args.next().expect("a folder");
    let release = args.next().expect("a release");
    match rustassay_metadata::extract(folder.as_ref(), &release) {
        Ok(text) => print!("{text}"),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}
