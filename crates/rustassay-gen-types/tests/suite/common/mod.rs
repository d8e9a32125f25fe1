//! Programs in files that say in their heads what compilers do with them.

use rustassay_judge::checking::{Checked, Setting, check_alone};
use rustassay_judge::engine::Engine;
use rustassay_lang::Edition;
use rustassay_toolchain::Toolchain;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A program in a file.
pub struct File {
    pub name: String,
    pub text: String,
    /// The lines `key: value` of its head.
    head: Vec<(String, String)>,
}

impl File {
    fn read(path: &Path) -> File {
        let text =
            std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
        let pairs = lines.filter_map(|line| line.trim().split_once(": "));
        let head = pairs.map(|(key, value)| (key.to_owned(), value.trim().to_owned())).collect();
        File { name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text, head }
    }

    /// What the head says of something.
    pub fn says(&self, key: &str) -> Option<&str> {
        self.head.iter().find(|(name, _)| name == key).map(|(_, value)| &**value)
    }

    /// The name of this file's program, and what compilers do with it, is as its head says it is: for each flag that the head has a line for.
    pub fn is_as_it_says(&self, engine: &Engine, toolchain: &Arc<Toolchain>) {
        for (key, flag) in SETTINGS {
            let Some(said) = self.says(key) else { continue };
            let flags = flag.iter().map(|&flag| flag.to_owned()).collect();
            let setting = Setting { flags, ..Setting::plain(toolchain.clone(), Edition::E2024) };
            let checked = check_alone(engine, &self.text, &setting);
            assert_eq!(told(&checked), said, "{}, {key}: {checked:?}", self.name);
        }
        assert!(self.says(SETTINGS[0].0).is_some(), "{} does not say what 1.95 does with it", self.name);
    }
}

/// What a head can say of a setting: the name, and the flag.
const SETTINGS: [(&str, Option<&str>); 3] =
    [("1.95", None), ("next-solver", Some("-Znext-solver=globally")), ("polonius", Some("-Zpolonius=next"))];

/// As heads say it.
fn told(checked: &Checked) -> String {
    match checked {
        Checked::Accepted => "accept".to_owned(),
        Checked::Rejected(rejection) if rejection.codes.is_empty() => "reject".to_owned(),
        Checked::Rejected(rejection) => format!("reject {}", rejection.codes.join(" ")),
        other => format!("{other:?}"),
    }
}

/// The programs of a folder beside the tests, in order.
pub fn files(folder: &str) -> Vec<File> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    assert!(!paths.is_empty(), "{} has no programs", folder.display());
    paths.sort();
    paths.iter().map(|path| File::read(path)).collect()
}
