use std::path::{Path, PathBuf};

fn main() {
    let path = Path::new("/a/b/c.tar.gz");
    println!("{:?} {:?} {:?}", path.file_name(), path.extension(), path.parent());
    println!("{}", PathBuf::from("x").join("../y").components().count());
}
