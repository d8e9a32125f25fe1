//! With `--allow-dir`, a program uses the files of a folder, and no call of the system leaves the folder.

use crate::run_command::run_ordinary;
use rustassay_testing::{stderr, stdout};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// A folder that the program may use, and one beside it that it may not.
struct Folders {
    /// What holds both. It is removed at the end of the test.
    parent: tempfile::TempDir,
}

impl Folders {
    fn new() -> Folders {
        let folders = Folders { parent: tempfile::tempdir().expect("a temporary folder") };
        fs::create_dir_all(folders.inside().join("folder")).expect("a folder");
        fs::write(folders.inside().join("file"), "text").expect("a file");
        fs::create_dir(folders.outside()).expect("a folder");
        fs::write(folders.outside().join("secret"), "secret").expect("a file");
        folders
    }

    fn inside(&self) -> PathBuf {
        self.parent.path().join("inside")
    }

    fn outside(&self) -> PathBuf {
        self.parent.path().join("outside")
    }

    /// Runs these statements in the folder `inside`, where `outside` is the path of the other folder. They print what succeeds.
    #[track_caller]
    fn assert_prints(&self, statements: &str, more: &[&Path], expected: &str) {
        let text = format!(
            "#![allow(unused)]
            use std::{{ffi::CString, fs::{{self, File, OpenOptions}}, os::fd::AsRawFd, os::unix::fs::symlink}};
            extern \"C\" {{
                fn openat(folder: i32, path: *const i8, flags: i32, ...) -> i32;
                fn unlinkat(folder: i32, path: *const i8, flags: i32) -> i32;
                fn linkat(from: i32, old: *const i8, to: i32, new: *const i8, flags: i32) -> i32;
            }}
            fn c(path: &str) -> CString {{ CString::new(path).unwrap() }}
            fn main() {{
                std::env::set_current_dir(std::env::var(\"INSIDE\").unwrap()).unwrap();
                let outside = std::env::var(\"OUTSIDE\").unwrap();
                let secret = format!(\"{{outside}}/secret\");
                {statements}
            }}"
        );
        let text_of = |path: &Path| path.to_str().expect("a path that is text").to_owned();
        let variables =
            [format!("INSIDE={}", text_of(&self.inside())), format!("OUTSIDE={}", text_of(&self.outside()))];
        let mut options = vec!["--isolation-error".to_owned(), "hide".to_owned()];
        options.extend(variables.into_iter().flat_map(|variable| ["--env".to_owned(), variable]));
        let allowed = more.iter().map(|path| path.to_path_buf()).chain([self.inside()]);
        options.extend(allowed.flat_map(|path| ["--allow-dir".to_owned(), text_of(&path)]));
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let Some(output) = run_ordinary(&text, &options) else { return };
        assert_eq!(
            (output.status.code(), stdout(&output).as_str()),
            (Some(0), expected),
            "{}",
            stderr(&output)
        );
        self.assert_outside_is_unchanged();
    }

    /// The folder outside has its one file, under one name, with its text.
    #[track_caller]
    fn assert_outside_is_unchanged(&self) {
        use std::os::unix::fs::MetadataExt;
        let names = fs::read_dir(self.outside()).expect("a folder").flatten().map(|entry| entry.file_name());
        assert_eq!(names.collect::<Vec<_>>(), ["secret"]);
        let secret = self.outside().join("secret");
        assert_eq!(fs::read_to_string(&secret).expect("a file"), "secret");
        assert_eq!(fs::metadata(&secret).expect("a file").nlink(), 1);
    }
}

/// Statements that try to read, write, list and remove what a path leads to.
fn attempts(path: &str) -> String {
    format!(
        "{{
            let path = &*{path};
            let file = format!(\"{{path}}/secret\");
            let attempts = [
                (\"read\", fs::read(&file).is_ok()),
                (\"write\", fs::write(&file, \"x\").is_ok()),
                (\"append\", OpenOptions::new().append(true).open(&file).is_ok()),
                (\"create\", File::create(format!(\"{{path}}/new\")).is_ok()),
                (\"create a folder\", fs::create_dir(format!(\"{{path}}/new\")).is_ok()),
                (\"link\", symlink(\"x\", format!(\"{{path}}/new\")).is_ok()),
                (\"list\", fs::read_dir(path).is_ok()),
                (\"status\", fs::metadata(&file).is_ok()),
                (\"status of a link\", fs::symlink_metadata(&file).is_ok()),
                (\"resolve\", fs::canonicalize(&file).is_ok()),
                (\"permissions\", fs::set_permissions(&file, fs::metadata(\"file\").unwrap().permissions()).is_ok()),
                (\"remove\", fs::remove_file(&file).is_ok()),
                (\"remove all\", fs::remove_dir_all(format!(\"{{path}}/.\")).is_ok()),
                (\"enter\", std::env::set_current_dir(path).is_ok()),
            ];
            for (name, is_done) in attempts {{
                if is_done {{ println!(\"{{name}} {{path}}\") }}
            }}
        }}"
    )
}

#[test]
fn a_program_uses_the_files_of_the_folder() {
    let statements = "
        fs::write(\"made\", \"text\").unwrap();
        fs::rename(\"made\", \"folder/moved\").unwrap();
        fs::hard_link(\"folder/moved\", \"again\").unwrap();
        symlink(\"again\", \"link\").unwrap();
        println!(\"{:?}\", fs::read_to_string(\"folder/../link\"));
        fs::remove_dir_all(\"folder\").unwrap();
        println!(\"{}\", fs::read_dir(\".\").unwrap().count());";
    Folders::new().assert_prints(statements, &[], "Ok(\"text\")\n3\n");
}

#[test]
fn absolute_paths_do_not_lead_out() {
    Folders::new().assert_prints(&(attempts("outside") + &attempts("\"/etc\"")), &[], "");
}

#[test]
fn dots_do_not_lead_out() {
    let paths = ["\"../outside\"", "\"folder/../../outside\"", "format!(\"{outside}/../inside/../outside\")"];
    let statements: String = paths.map(attempts).concat();
    Folders::new().assert_prints(&statements, &[], "");
}

#[test]
fn links_of_the_user_do_not_lead_out() {
    let folders = Folders::new();
    symlink(folders.outside(), folders.inside().join("absolute")).expect("a link");
    symlink("../outside", folders.inside().join("relative")).expect("a link");
    symlink("..", folders.inside().join("folder/up")).expect("a link");
    let paths = ["\"absolute\"", "\"relative\"", "\"folder/up/../outside\""];
    folders.assert_prints(&paths.map(attempts).concat(), &[], "");
}

#[test]
fn links_of_the_program_do_not_lead_out() {
    let statements = format!(
        "symlink(&outside, \"absolute\").unwrap();
        symlink(\"../outside\", \"relative\").unwrap();
        symlink(&secret, \"secret\").unwrap();
        println!(\"{{:?}}\", (fs::read(\"secret\").is_ok(), fs::write(\"secret\", \"x\").is_ok()));
        println!(\"{{:?}}\", fs::copy(\"file\", \"secret\").is_ok());
        {}{}",
        attempts("\"absolute\""),
        attempts("\"relative\"")
    );
    Folders::new().assert_prints(&statements, &[], "(false, false)\nfalse\n");
}

#[test]
fn paths_from_an_open_folder_do_not_lead_out() {
    let statements = "
        let here = File::open(\".\").unwrap();
        let here = here.as_raw_fd();
        for path in [\"../outside/secret\", \"folder/../../outside/secret\", &secret] {
            let opened = unsafe { openat(here, c(path).as_ptr(), 0) };
            let removed = unsafe { unlinkat(here, c(path).as_ptr(), 0) };
            let linked = unsafe { linkat(here, c(path).as_ptr(), here, c(\"stolen\").as_ptr(), 0) };
            println!(\"{opened} {removed} {linked}\");
        }
        println!(\"{}\", unsafe { openat(here, c(\"file\").as_ptr(), 0) } >= 0);";
    Folders::new().assert_prints(statements, &[], "-1 -1 -1\n-1 -1 -1\n-1 -1 -1\ntrue\n");
}

#[test]
fn nothing_is_moved_or_linked_across_the_border() {
    let statements = "
        for there in [outside.clone(), \"../outside\".to_owned()] {
            let (secret, new) = (format!(\"{there}/secret\"), format!(\"{there}/new\"));
            let out = [
                fs::rename(\"file\", &new).is_ok(),
                fs::rename(\"file\", &secret).is_ok(),
                fs::rename(\"folder\", &new).is_ok(),
                fs::hard_link(\"file\", &new).is_ok(),
                fs::copy(\"file\", &new).is_ok(),
            ];
            let into = [
                fs::rename(&secret, \"stolen\").is_ok(),
                fs::rename(&there, \"stolen\").is_ok(),
                fs::hard_link(&secret, \"stolen\").is_ok(),
                fs::copy(&secret, \"stolen\").is_ok(),
            ];
            println!(\"{out:?} {into:?} {:?}\", fs::read_to_string(\"file\"));
        }";
    let line = "[false, false, false, false, false] [false, false, false, false] Ok(\"text\")\n";
    Folders::new().assert_prints(statements, &[], &line.repeat(2));
}

#[test]
fn a_link_in_the_place_of_an_allowed_folder_does_not_lead_out() {
    let folders = Folders::new();
    let inner = folders.inside().join("folder/outside");
    fs::create_dir(&inner).expect("a folder");
    // `folder/outside` is another folder then.
    let statements = "
        fs::rename(\"folder\", \"moved\").unwrap();
        symlink(\"..\", \"folder\").unwrap();
        println!(\"{}\", fs::read(\"folder/outside/secret\").is_ok());
        fs::write(\"folder/outside/new\", \"x\").unwrap();
        println!(\"{}\", fs::read(\"moved/outside/new\").is_ok());";
    folders.assert_prints(statements, &[&inner], "false\ntrue\n");
}
